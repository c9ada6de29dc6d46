//! Combatants and the seats that own them.

use serde::de::{DeserializeOwned, Deserializer};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::bounded::Id;
use crate::json::JsonObject;
use crate::refusal::Fault;
use crate::tagged::read_as;

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

impl<'de, C: DeserializeOwned> Deserialize<'de> for Seated<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let JsonObject(mut fields) = JsonObject::deserialize(deserializer)?;
        let seat = match fields.remove("seat") {
            None | Some(Value::Null) => None,
            Some(seat) => {
                let only = Map::from_iter([("seat".into(), seat)]);
                let SeatOnly { seat } = read_as(Value::from(only))?;
                Some(seat)
            }
        };
        Ok(Self {
            combatant: read_as(Value::Object(fields))?,
            seat,
        })
    }
}

/// The seat alone, so that a fault in it is placed.
#[derive(Deserialize)]
struct SeatOnly {
    seat: Id,
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
