//! Dice on the wire: how a request brings its luck, and how an answer shows what was thrown.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de};

use crate::bounded::{bounded, list, text};

bounded! {
    /// The face that a die shows: from 1 to 6, or in a choice among n, which is a die of n faces, from
    /// 1 to n.
    pub struct Face(1..=100);
}

impl Face {
    /// The face as a count of pips.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is 1 to 100"
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
    use utoipa::openapi::schema::Type;
    use utoipa::openapi::{ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{Dice, Faces, Seed};
    use crate::schema::{collect, described};

    /// One of the two forms. The field of the other form may be there as `null`, which means absent.
    fn form<T: ToSchema>(description: &str, field: &str, what: &str, other: &str) -> RefOr<Schema> {
        ObjectBuilder::new()
            .description(Some(description))
            .property(field, described::<T>(what))
            .required(field)
            .property(
                other,
                ObjectBuilder::new()
                    .schema_type(Type::Null)
                    .description(Some("Absent in this form.")),
            )
            .additional_properties(Some(
                utoipa::openapi::schema::AdditionalProperties::FreeForm(false),
            ))
            .into()
    }

    /// Dice drawn from a seed.
    struct SeededDice;

    impl PartialSchema for SeededDice {
        fn schema() -> RefOr<Schema> {
            form::<Seed>(
                "Dice drawn from a seed, replayable for ever on every machine.",
                "seed",
                "Any text.",
                "faces",
            )
        }
    }

    impl ToSchema for SeededDice {
        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            collect::<Seed>(schemas);
        }
    }

    /// Dice thrown at the table.
    struct SuppliedDice;

    impl PartialSchema for SuppliedDice {
        fn schema() -> RefOr<Schema> {
            form::<Faces>(
                "Dice thrown at the table, in the order asked for: exactly as many as the rules ask for.",
                "faces",
                "What the dice show.",
                "seed",
            )
        }
    }

    impl ToSchema for SuppliedDice {
        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            collect::<Faces>(schemas);
        }
    }

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
            collect::<SeededDice>(schemas);
            collect::<SuppliedDice>(schemas);
        }
    }
}

/// Who threw the dice of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Thrown {
    /// Who threw them.
    pub source: Source,
    /// What they showed, in the order thrown.
    pub faces: Faces,
}
