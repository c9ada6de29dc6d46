//! The GM's word on a combatant of a duel: beside its own fields, what the encounter keeps of it.

use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Deserializer, Serialize};

use super::Fighter;
use crate::bounded::{bounded, list, written};
use crate::cards::Card;
use crate::encounter;
use crate::json::JsonObject;
use crate::tagged::read_as;

bounded! {
    /// The damage taken in a turn, from 0 to 9999.
    pub struct DamageThisTurn(0..=9999) in "karmic";
}

bounded! {
    /// The damage taken in all turns, from 0 to 1,000,000.
    pub struct DamageInAll(0..=1_000_000) in "karmic";
}

list! {
    /// A hand that the GM gives.
    pub struct GivenHand(0..=255 of Card) in "karmic";
}

written!(GivenHand);

/// What the GM sets of a combatant: not its hand or its deck, nor its seat while cards are held, unless the GM sees
/// hands. It is told to everybody, but for the hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Amendment {
    /// The combatant's own fields. Absent: none of them.
    pub(super) fields: Option<encounter::Amendment<Fighter>>,
    /// What the encounter keeps.
    pub(super) kept: KeptAmendment,
}

/// What the GM sets of what the encounter keeps.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct KeptAmendment {
    /// The cards in hand. Only where the GM sees hands.
    #[serde(default, deserialize_with = "given")]
    pub(super) hand: Option<GivenHand>,
    /// The damage taken in this turn.
    #[serde(default, deserialize_with = "given")]
    pub(super) damage: Option<DamageThisTurn>,
    /// The damage taken in all turns.
    #[serde(default, deserialize_with = "given")]
    pub(super) damage_in_all: Option<DamageInAll>,
}

/// The fields of [`KeptAmendment`].
const KEPT: [&str; 3] = ["hand", "damage", "damage_in_all"];

/// A field that is given; `null` is what it is when absent.
fn given<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    let value = Option::<T>::deserialize(deserializer)?;
    Ok(Some(value.unwrap_or_default()))
}

impl<'de> Deserialize<'de> for Amendment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let JsonObject(mut fields) = JsonObject::deserialize(deserializer)?;
        let kept = KEPT.iter().filter_map(|name| fields.remove_entry(*name));
        let kept = serde_json::Value::Object(kept.collect());
        let is_kept = kept.as_object().is_some_and(|kept| !kept.is_empty());
        Ok(Self {
            kept: read_as(&kept)?,
            fields: if is_kept && fields.is_empty() {
                None
            } else {
                Some(encounter::Amendment::of(fields)?)
            },
        })
    }
}

impl Serialize for Amendment {
    /// The hand is left out: everybody may read what is told.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut set = serializer.serialize_map(None)?;
        let fields = self.fields.iter().flat_map(encounter::Amendment::fields);
        for (name, value) in fields {
            set.serialize_entry(name, value)?;
        }
        if let Some(damage) = self.kept.damage {
            set.serialize_entry("damage", &damage)?;
        }
        if let Some(damage) = self.kept.damage_in_all {
            set.serialize_entry("damage_in_all", &damage)?;
        }
        set.end()
    }
}

impl Amendment {
    /// Whether it sets this field of the combatant's own.
    pub(super) fn sets(&self, field: &str) -> bool {
        self.fields
            .as_ref()
            .is_some_and(|fields| fields.sets(field))
    }
}

#[cfg(feature = "openapi")]
mod schema {
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{Amendment, Fighter, KeptAmendment};
    use crate::encounter;

    impl PartialSchema for Amendment {
        fn schema() -> RefOr<Schema> {
            let (RefOr::T(Schema::Object(mut whole)), RefOr::T(Schema::Object(kept))) = (
                encounter::Amendment::<Fighter>::schema(),
                KeptAmendment::schema(),
            ) else {
                return KeptAmendment::schema();
            };
            whole.properties.extend(kept.properties);
            Schema::Object(whole).into()
        }
    }

    impl ToSchema for Amendment {
        fn name() -> std::borrow::Cow<'static, str> {
            encounter::Amendment::<Fighter>::name()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            encounter::Amendment::<Fighter>::schemas(schemas);
            KeptAmendment::schemas(schemas);
        }
    }
}
