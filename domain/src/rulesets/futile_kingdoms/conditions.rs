//! The states that a combatant can be in.

use std::fmt;

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::strict::strict;

/// A state that a combatant can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Condition))]
pub enum Condition {
    /// -1 to attack and to defend; counts once with `encumbered`.
    Wounded,
    /// -1 to attack and to defend; counts once with `wounded`.
    Encumbered,
    /// -1 to defend.
    Dazed,
    /// +1 to attack and to damage, -2 to defend.
    Berserk,
    /// +2 to defend, a Melee Action.
    Defending,
    /// Out of the fight: makes no attack.
    Downed,
}

strict!(write Condition);

impl Condition {
    const ALL: [Self; 6] = [
        Self::Wounded,
        Self::Encumbered,
        Self::Dazed,
        Self::Berserk,
        Self::Defending,
        Self::Downed,
    ];
}

/// The states that a combatant is in, each named once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conditions(u8);

impl Conditions {
    /// Whether the combatant is in this state.
    #[must_use]
    pub fn has(self, condition: Condition) -> bool {
        self.0 & 1 << condition as u8 != 0
    }

    /// Takes the combatant out of this state.
    pub fn remove(&mut self, condition: Condition) {
        self.0 &= !(1 << condition as u8);
    }

    /// Puts the combatant in this state; false if it was in it already.
    pub fn insert(&mut self, condition: Condition) -> bool {
        let new = !self.has(condition);
        self.0 |= 1 << condition as u8;
        new
    }

    /// Wounded, Encumbered or both: their penalty counts once.
    #[must_use]
    pub fn wounded_or_encumbered(self) -> bool {
        self.has(Condition::Wounded) || self.has(Condition::Encumbered)
    }
}

impl<'de> Deserialize<'de> for Conditions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;

        impl<'de> Visitor<'de> for Each {
            type Value = Conditions;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a list of conditions")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Conditions, A::Error> {
                let mut conditions = Conditions::default();
                while let Some(condition) = seq.next_element()? {
                    if !conditions.insert(condition) {
                        return Err(de::Error::custom("each condition is named once at most"));
                    }
                }
                Ok(conditions)
            }
        }

        deserializer.deserialize_seq(Each)
    }
}

impl Serialize for Conditions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(
            Condition::ALL
                .iter()
                .filter(|condition| self.has(**condition)),
        )
    }
}

#[cfg(feature = "openapi")]
mod schema {
    use utoipa::openapi::{ArrayBuilder, Ref, RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{Condition, Conditions};

    impl PartialSchema for Conditions {
        fn schema() -> RefOr<Schema> {
            ArrayBuilder::new()
                .description(Some("The states that a combatant is in, each named once."))
                .items(Ref::from_schema_name(Condition::name()))
                .max_items(Some(Condition::ALL.len()))
                .unique_items(true)
                .into()
        }
    }

    impl ToSchema for Conditions {
        fn name() -> std::borrow::Cow<'static, str> {
            "futile_kingdoms.Conditions".into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            schemas.push((Condition::name().into(), Condition::schema()));
        }
    }
}
