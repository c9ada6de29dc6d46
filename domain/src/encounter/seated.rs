//! Combatants and the seats that own them.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::bounded::Id;
use crate::refusal::Fault;

/// A combatant, and the seat that owns it: on the wire one object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seated<C> {
    /// The combatant.
    #[serde(flatten)]
    pub combatant: C,
    /// The seat that owns it; without one the GM plays it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Id>,
}

impl<'de, C: Deserialize<'de>> Deserialize<'de> for Seated<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(SeatedVisitor(PhantomData))
    }
}

struct SeatedVisitor<C>(PhantomData<C>);

impl<'de, C: Deserialize<'de>> Visitor<'de> for SeatedVisitor<C> {
    type Value = Seated<C>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a combatant")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Seated<C>, A::Error> {
        let mut seat = None;
        let without_seat = WithoutSeat {
            fields,
            seat: &mut seat,
        };
        let combatant = C::deserialize(MapAccessDeserializer::new(without_seat))?;
        let seat = seat.flatten();
        Ok(Seated { combatant, seat })
    }
}

/// The name of a field, which serde copies wherever it is not told to borrow it. Transparent, so that the path to a
/// fault has it.
#[derive(Deserialize)]
#[serde(transparent)]
struct FieldName<'n>(#[serde(borrow)] Cow<'n, str>);

/// The fields of a combatant, from which its seat is taken on the way.
struct WithoutSeat<'s, A> {
    fields: A,
    seat: &'s mut Option<Option<Id>>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for WithoutSeat<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(FieldName(name)) = self.fields.next_key()? {
            if name != "seat" {
                return seed.deserialize(name.into_deserializer()).map(Some);
            }
            if self.seat.is_some() {
                return Err(A::Error::duplicate_field("seat"));
            }
            *self.seat = Some(self.fields.next_value()?);
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.fields.next_value_seed(seed)
    }
}

/// A fault if a combatant's seat is none of those there are.
pub(crate) fn check_seat(seat: Option<&Id>, seats: &[Id], at: &str, faults: &mut Vec<Fault>) {
    if let Some(seat) = seat
        && !seats.contains(seat)
    {
        let detail = format!("there is no seat {}; name one of `seats`", seat.as_str());
        faults.push(Fault::new(at, "", detail));
    }
}

#[cfg(feature = "openapi")]
mod schema {
    use std::borrow::Cow;

    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::Seated;
    use crate::bounded::Id;
    use crate::schema::described;

    impl<C: ToSchema> PartialSchema for Seated<C> {
        fn schema() -> RefOr<Schema> {
            let RefOr::T(Schema::Object(mut object)) = C::schema() else {
                return C::schema();
            };
            let seat = described::<Id>("The seat that owns it. Absent: the GM plays it.");
            object.properties.insert("seat".to_owned(), seat.into());
            Schema::Object(object).into()
        }
    }

    impl<C: ToSchema> ToSchema for Seated<C> {
        fn name() -> Cow<'static, str> {
            format!("{}InSeat", C::name()).into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            C::schemas(schemas);
        }
    }
}
