//! The GM's word on a combatant.

use serde::de::{DeserializeOwned, Deserializer, Error};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Denied, Seated};
use crate::json::JsonObject;
use crate::tagged::{placed, read_as, split};

/// What the GM sets of a combatant: some of its fields, each to a whole new value; `null` is what the field is
/// when absent.
#[derive(Clone, Debug, PartialEq)]
pub struct Amendment<C> {
    fields: Map<String, Value>,
    of: std::marker::PhantomData<C>,
}

impl<'de, C> Deserialize<'de> for Amendment<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let JsonObject(fields) = JsonObject::deserialize(deserializer)?;
        Self::of(fields)
    }
}

impl<C> Amendment<C> {
    /// Sets these fields.
    pub(crate) fn of<E: Error>(fields: Map<String, Value>) -> Result<Self, E> {
        if fields.contains_key("id") {
            let detail = "an id stays; add another combatant instead";
            return Err(placed("/id", detail));
        }
        if fields.is_empty() {
            return Err(E::custom("set one field at least"));
        }
        Ok(Self {
            fields,
            of: std::marker::PhantomData,
        })
    }

    /// The fields, and to what they are set.
    pub(crate) fn fields(&self) -> &Map<String, Value> {
        &self.fields
    }
}

impl<C> Serialize for Amendment<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fields.serialize(serializer)
    }
}

impl<C: Serialize + DeserializeOwned> Amendment<C> {
    /// The combatant with these fields set.
    ///
    /// # Errors
    /// [`Denied::Misfit`], at its place in `/set`, if that is no combatant.
    pub fn amend(&self, combatant: &Seated<C>) -> Result<Seated<C>, Denied> {
        let misfit = |pointer: &str, detail: String| Denied::Misfit {
            pointer: format!("/set{pointer}"),
            detail,
        };
        let mut amended =
            serde_json::to_value(combatant).map_err(|error| misfit("", error.to_string()))?;
        for (name, value) in &self.fields {
            if value.is_null() {
                amended.as_object_mut().map(|fields| fields.remove(name));
            } else if let Some(fields) = amended.as_object_mut() {
                fields.insert(name.clone(), value.clone());
            }
        }
        read_as::<Seated<C>, serde_json::Error>(&amended).map_err(|error| {
            let text = error.to_string();
            let (pointer, detail) = split(&text);
            misfit(pointer, self.in_words(pointer, detail))
        })
    }

    /// What is wrong with a combatant, said of the fields that are set.
    fn in_words(&self, pointer: &str, detail: &str) -> String {
        let own = pointer
            .strip_prefix('/')
            .filter(|name| !name.contains('/'))
            .and_then(|name| self.fields.get(name));
        if own.is_some_and(Value::is_null) && detail.starts_with("missing field") {
            "this is always there; set it to a value".to_owned()
        } else if own.is_some() && detail.starts_with("unknown field") {
            "a combatant has no such field to set".to_owned()
        } else {
            detail.to_owned()
        }
    }

    /// Whether it sets this field.
    #[must_use]
    pub fn sets(&self, field: &str) -> bool {
        self.fields.contains_key(field)
    }
}

#[cfg(feature = "openapi")]
mod schema {
    use std::borrow::Cow;

    use utoipa::openapi::extensions::ExtensionsBuilder;
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{Amendment, Seated};
    use crate::schema::NEVER_NULL;

    impl<C: ToSchema> PartialSchema for Amendment<C> {
        fn schema() -> RefOr<Schema> {
            let RefOr::T(Schema::Object(mut object)) = Seated::<C>::schema() else {
                return C::schema();
            };
            let mut always = std::mem::take(&mut object.required);
            always.retain(|field| field != "id");
            let extensions = ExtensionsBuilder::new().add(NEVER_NULL, always).build();
            object.extensions = Some(extensions);
            object.properties.remove("id");
            object.min_properties = Some(1);
            object.description = Some("Fields of a combatant to set.".to_owned());
            Schema::Object(object).into()
        }
    }

    impl<C: ToSchema> ToSchema for Amendment<C> {
        fn name() -> Cow<'static, str> {
            format!("{}Amendment", C::name()).into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            C::schemas(schemas);
        }
    }
}
