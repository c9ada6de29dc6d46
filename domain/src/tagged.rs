//! Tagged objects: one strict struct for each tag, chosen by one field, faults placed to the field.
//!
//! What serde derives for a tagged enum accepts unknown fields and forgets where a fault lies. Here
//! the object is read whole, its tag is looked up, and the struct for that tag is read from it with
//! its path. A fault within travels outwards as text, the path before the message: [`split`] takes
//! the two apart again where the whole path is known.

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde_json::Value;

use crate::json::Json;

/// Stands between the inner path and the message of a fault in a tagged object.
const MARK: char = '\u{1f}';

/// The path within a tagged object, as a JSON pointer, and the message, of a fault's text. The path
/// is empty where the fault is not within one.
#[must_use]
pub fn split(text: &str) -> (&str, &str) {
    text.split_once(MARK).unwrap_or(("", text))
}

/// A fault at a place within an object that is read.
pub(crate) fn placed<E: Error>(pointer: &str, detail: &str) -> E {
    E::custom(format_args!("{pointer}{MARK}{detail}"))
}

/// The path of a fault as a JSON pointer (RFC 6901). A field that is unknown or missing is not on
/// the path of its object, so it is added.
#[must_use]
pub fn pointer(path: &serde_path_to_error::Path, message: &str) -> String {
    use serde_path_to_error::Segment;

    let (within, message) = split(message);
    let mut pointer: String = path
        .iter()
        .filter_map(|segment| match segment {
            Segment::Seq { index } => Some(format!("/{index}")),
            Segment::Map { key } | Segment::Enum { variant: key } => Some(token(key)),
            Segment::Unknown => None,
        })
        .collect();
    pointer.push_str(within);
    if let Some(field) = named_field(message) {
        let token = token(field);
        if !pointer.ends_with(&token) {
            pointer.push_str(&token);
        }
    }
    pointer
}

/// A field's name as a token of a JSON pointer.
fn token(field: &str) -> String {
    format!("/{}", field.replace('~', "~0").replace('/', "~1"))
}

/// The field that serde says is unknown, missing or there twice.
fn named_field(message: &str) -> Option<&str> {
    let said = |prefix| message.strip_prefix(prefix);
    if let Some(field) = said("missing field `").or_else(|| said("duplicate field `")) {
        return field.strip_suffix('`');
    }
    let field = said("unknown field `")?;
    field
        .rsplit_once("`, expected ")
        .or_else(|| field.rsplit_once("`, there are no fields"))
        .map(|(field, _)| field)
}

/// An object, and what its tag says.
pub(crate) struct Tagged {
    object: Value,
    tag: String,
}

impl Tagged {
    /// Reads an object whose field `tag` must be one of `known`.
    pub(crate) fn read<'de, D: Deserializer<'de>>(
        deserializer: D,
        tag: &'static str,
        known: &'static [&'static str],
    ) -> Result<Self, D::Error> {
        let Json(object) = Json::deserialize(deserializer)?;
        if !object.is_object() {
            return Err(Error::custom(format_args!(
                "expected an object with the field `{tag}`"
            )));
        }
        match object.get(tag) {
            None => Err(Error::missing_field(tag)),
            Some(Value::String(name)) if known.contains(&name.as_str()) => Ok(Self {
                tag: name.clone(),
                object,
            }),
            Some(other) => Err(Error::custom(format_args!(
                "/{tag}{MARK}unknown {tag} {other}, expected one of {}",
                known.join(", ")
            ))),
        }
    }

    pub(crate) fn tag(&self) -> &str {
        &self.tag
    }

    /// The object without its tag.
    pub(crate) fn without_tag(mut self, tag: &str) -> Self {
        if let Some(fields) = self.object.as_object_mut() {
            fields.remove(tag);
        }
        self
    }

    /// Reads the struct for the tag.
    pub(crate) fn into<T: DeserializeOwned, E: Error>(self) -> Result<T, E> {
        read_as(&self.object)
    }
}

/// Reads one of several types, once it is known which it is.
///
/// # Errors
/// The type's own, with the path within as [`split`] reads it.
pub fn read_as<T: DeserializeOwned, E: Error>(object: &Value) -> Result<T, E> {
    // The path costs time that what is good need not pay.
    T::deserialize(object).or_else(|_| {
        serde_path_to_error::deserialize(object).map_err(|error| {
            let message = error.inner().to_string();
            let place = pointer(error.path(), &message);
            E::custom(format_args!("{place}{MARK}{}", split(&message).1))
        })
    })
}

/// Declares a union of strict structs, told apart by the tag in one field. Each struct has that
/// field too, as a type with one value.
macro_rules! tagged {
    ($(#[doc = $doc:literal])+ $vis:vis enum $name:ident by $tag:literal as $component:literal {
        $($(#[doc = $variant_doc:literal])+ $variant:ident($type:ty) = $value:literal,)+
    }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
        #[serde(untagged)]
        $vis enum $name { $($(#[doc = $variant_doc])+ $variant($type),)+ }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let tagged = $crate::tagged::Tagged::read(deserializer, $tag, &[$($value),+])?;
                match tagged.tag() {
                    $($value => tagged.into::<$type, D::Error>().map(Self::$variant),)+
                    other => Err(serde::de::Error::unknown_variant(other, &[$($value),+])),
                }
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let discriminator = utoipa::openapi::Discriminator::with_mapping($tag, [$((
                    $value,
                    format!("#/components/schemas/{}", <$type as utoipa::ToSchema>::name()),
                )),+]);
                utoipa::openapi::OneOfBuilder::new()
                    .description(Some($crate::bounded::description(concat!($($doc, "\n"),+))))
                    $(.item(utoipa::openapi::Ref::from_schema_name(<$type as utoipa::ToSchema>::name())))+
                    .discriminator(Some(discriminator))
                    .into()
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                $component.into()
            }

            fn schemas(
                schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>,
            ) {
                $(
                    schemas.push((
                        <$type as utoipa::ToSchema>::name().into(),
                        <$type as utoipa::PartialSchema>::schema(),
                    ));
                    <$type as utoipa::ToSchema>::schemas(schemas);
                )+
            }
        }
    };
}

/// Declares the type with one value of a tag field.
macro_rules! tag {
    ($(#[doc = $doc:literal])+ $vis:vis struct $name:ident = $value:literal as $component:literal;) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis struct $name;

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = <std::borrow::Cow<'_, str>>::deserialize(deserializer)?;
                if value == $value {
                    Ok(Self)
                } else {
                    Err(serde::de::Error::unknown_variant(&value, &[$value]))
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($value)
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .description(Some($crate::bounded::description(concat!($($doc, "\n"),+))))
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .enum_values(Some([$value]))
                    .into()
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                $component.into()
            }
        }
    };
}

pub(crate) use {tag, tagged};
