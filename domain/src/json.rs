//! JSON that is read whole, before it is known what it is.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// A JSON value in which no object has a field twice: of two values, none is silently taken.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Json(pub(crate) Value);

/// A JSON object in which no object has a field twice.
#[derive(Clone, Debug, PartialEq)]
pub struct JsonObject(pub Map<String, Value>);

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Whole).map(Self)
    }
}

impl<'de> Deserialize<'de> for JsonObject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(WholeObject).map(Self)
    }
}

struct WholeObject;

impl<'de> Visitor<'de> for WholeObject {
    type Value = Map<String, Value>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = entries.next_key::<String>()? {
            if object.contains_key(&name) {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            let Json(value) = entries.next_value()?;
            object.insert(name, value);
        }
        Ok(object)
    }
}

struct Whole;

impl<'de> Visitor<'de> for Whole {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        let number = Number::from_f64(value).map(Value::Number);
        number.ok_or_else(|| E::custom("a number is finite"))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(Json(item)) = items.next_element()? {
            array.push(item);
        }
        Ok(array.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Value, A::Error> {
        WholeObject.visit_map(entries).map(Value::Object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_is_there_twice_is_refused_at_any_depth() {
        for twice in [
            r#"{"command":"undo","command":"close"}"#,
            r#"{"set":[{"health":3,"health":5}]}"#,
        ] {
            let refused = serde_json::from_str::<Json>(twice).unwrap_err();
            assert!(refused.to_string().starts_with("duplicate field `"));
            assert!(serde_json::from_str::<JsonObject>(twice).is_err());
        }
    }

    #[test]
    fn everything_else_is_read_as_serde_json_reads_it() {
        let text = r#"{"a":[1,-2,0.5,18446744073709551615,"x",null,true,{}],"b":{"a":[]}}"#;
        let Json(value) = serde_json::from_str(text).unwrap();
        assert_eq!(value, serde_json::from_str::<Value>(text).unwrap());
    }
}
