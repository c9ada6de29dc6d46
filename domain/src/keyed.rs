//! Unions told apart by their one field: `{"seed": …}` or `{"faces": […]}`.
//!
//! The value is read in place, so that the path of a fault inside it is kept, which serde's own
//! enums cannot do strictly. A field of another form may be there as `null`, which means absent.

use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, Visitor};

/// Reads the name of a field: which of the known ones it is.
pub(crate) struct KeyAmong(pub(crate) &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for KeyAmong {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for KeyAmong {
    type Value = usize;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "one of {}", self.0.join(", "))
    }

    fn visit_str<E: de::Error>(self, key: &str) -> Result<usize, E> {
        let place = self.0.iter().position(|known| *known == key);
        place.ok_or_else(|| E::unknown_field(key, self.0))
    }
}

/// Declares a union of forms, each with one field of its own.
macro_rules! keyed {
    ($(#[doc = $doc:literal])+ $vis:vis enum $name:ident as $component:literal {
        $($(#[doc = $form_doc:literal])+ $form:ident($type:ty) = $key:literal as $form_component:literal,)+
    }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, Eq)]
        $vis enum $name { $($(#[doc = $form_doc])+ $form($type),)+ }

        impl $name {
            /// The fields of all forms.
            const KEYS: &'static [&'static str] = &[$($key),+];
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                const KEYS: &[&str] = $name::KEYS;

                struct OneForm;

                impl<'de> serde::de::Visitor<'de> for OneForm {
                    type Value = $name;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "an object of one of {}", KEYS.join(", "))
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<$name, A::Error> {
                        use serde::de::Error;

                        let mut found = None;
                        let mut seen = 0_u32;
                        while let Some(place) = map.next_key_seed($crate::keyed::KeyAmong(KEYS))? {
                            if seen >> place & 1 == 1 {
                                let key = KEYS.get(place).copied().unwrap_or_default();
                                return Err(A::Error::duplicate_field(key));
                            }
                            seen |= 1 << place;
                            let mut nth = 0..;
                            let form = $(if nth.next() == Some(place) {
                                map.next_value::<Option<$type>>()?.map($name::$form)
                            } else)+ {
                                None
                            };
                            if form.is_some() && found.is_some() {
                                return Err(A::Error::custom(format_args!(
                                    "only one of {} can be given; leave the others out",
                                    KEYS.join(", ")
                                )));
                            }
                            found = form.or(found);
                        }
                        found.ok_or_else(|| {
                            A::Error::custom(format_args!("one of {} is needed", KEYS.join(", ")))
                        })
                    }
                }

                deserializer.deserialize_map(OneForm)
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::OneOfBuilder::new()
                    .description(Some($crate::bounded::description(concat!($($doc, "\n"),+))))
                    $(.item(utoipa::openapi::Ref::from_schema_name($form_component)))+
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
                    let doc = $crate::bounded::description(concat!($($form_doc, "\n"),+));
                    let form = $crate::schema::form::<$type>(&doc, $key, Self::KEYS);
                    schemas.push(($form_component.into(), form));
                    $crate::schema::collect::<$type>(schemas);
                )+
            }
        }
    };
}

pub(crate) use keyed;
