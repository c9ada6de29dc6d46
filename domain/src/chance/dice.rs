//! Dice on the wire: how a request brings its luck, and how an answer shows what was thrown.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de};

use crate::bounded::{bounded, list, text};

bounded! {
    /// The face that a die shows, from 1 to 6. A choice among n is a die of n faces.
    pub struct Face(1..=6);
}

impl Face {
    /// The face as a count of pips.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is 1 to 6"
    )]
    pub fn pips(self) -> u8 {
        self.get() as u8
    }
}

list! {
    /// The faces of dice, in the order in which the rules ask for them.
    pub struct Faces(0..=4096 of Face);
}

impl Faces {
    /// The faces that a source has thrown.
    pub(super) fn from_thrown(faces: Vec<Face>) -> Self {
        Self(faces)
    }
}

text! {
    /// The seed of the dice: any text. The same seed and request give the same answer for ever.
    pub struct Seed(1..=64 characters);
}

/// Where the dice of a request come from: `{"seed": …}` or `{"faces": […]}`. Absent, the service
/// rolls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dice {
    /// The dice are drawn from a seed.
    Seed(Seed),
    /// The dice were thrown at the table.
    Faces(Faces),
}

/// Dice drawn from a seed, replayable for ever on every machine.
#[cfg(feature = "openapi")]
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeededDice {
    /// Any text.
    pub seed: Seed,
}

/// Dice thrown at the table.
#[cfg(feature = "openapi")]
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuppliedDice {
    /// The faces, in the order asked for: exactly as many as the rules ask for.
    pub faces: Faces,
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The one key says which it is; its value is then parsed in place, so that the path of a
        // fault inside it is kept.
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Dice;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("dice: {\"seed\": \"…\"} or {\"faces\": […]}")
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Dice, A::Error> {
                let (mut seed, mut faces) = (None::<Option<Seed>>, None::<Option<Faces>>);
                while let Some(key) = map.next_key::<DiceKey>()? {
                    match key {
                        DiceKey::Seed if seed.is_some() => {
                            return Err(de::Error::duplicate_field("seed"));
                        }
                        DiceKey::Faces if faces.is_some() => {
                            return Err(de::Error::duplicate_field("faces"));
                        }
                        DiceKey::Seed => seed = Some(map.next_value()?),
                        DiceKey::Faces => faces = Some(map.next_value()?),
                    }
                }
                match (seed.flatten(), faces.flatten()) {
                    (Some(seed), None) => Ok(Dice::Seed(seed)),
                    (None, Some(faces)) => Ok(Dice::Faces(faces)),
                    (Some(_), Some(_)) => Err(de::Error::custom(
                        "either `seed` or `faces`, not both: the dice are drawn or thrown",
                    )),
                    (None, None) => Err(de::Error::custom(
                        "one of `seed` and `faces` is needed; leave `dice` out to let the service \
                         roll",
                    )),
                }
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum DiceKey {
    Seed,
    Faces,
}

#[cfg(feature = "openapi")]
mod schema {
    use utoipa::openapi::{OneOfBuilder, Ref, RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{Dice, SeededDice, SuppliedDice};

    impl PartialSchema for Dice {
        fn schema() -> RefOr<Schema> {
            OneOfBuilder::new()
                .description(Some(
                    "Where the dice come from: drawn from a seed, or thrown at the table.",
                ))
                .item(Ref::from_schema_name(SeededDice::name()))
                .item(Ref::from_schema_name(SuppliedDice::name()))
                .into()
        }
    }

    impl ToSchema for Dice {
        fn name() -> std::borrow::Cow<'static, str> {
            "Dice".into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            schemas.push((SeededDice::name().into(), SeededDice::schema()));
            SeededDice::schemas(schemas);
            schemas.push((SuppliedDice::name().into(), SuppliedDice::schema()));
            SuppliedDice::schemas(schemas);
        }
    }
}

/// Who threw the dice of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Source {
    /// The service, by the operating system's randomness.
    Server,
    /// The seed of the request.
    Seed,
    /// The caller, at the table.
    Supplied,
}

/// The dice of an answer: posting the same request with these faces gives the same answer, but for
/// `source`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Thrown {
    /// Who threw them.
    pub source: Source,
    /// What they showed, in the order thrown.
    pub faces: Faces,
}
