//! Strict reading: an object is an object, a word is a text.
//!
//! What serde derives reads a struct also from an array, field by field, and a word also from an
//! object; no schema of ours allows that, and nobody means it. A struct or an enum of words is
//! derived with `remote = "Self"`, which makes the derived code an inherent function, and [`strict!`]
//! puts [`Strict`] before it.

use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

/// A deserializer that reads structs from objects and enums from texts, and nothing else.
#[derive(Debug)]
pub struct Strict<D>(pub D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<D> {
    type Error = D::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(Object { fields, visitor })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_str(Word { words, visitor })
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map identifier ignored_any
    }
}

struct Object<V> {
    fields: &'static [&'static str],
    visitor: V,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Object<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "an object of {}", self.fields.join(", "))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(map)
    }
}

struct Word<V> {
    words: &'static [&'static str],
    visitor: V,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Word<V> {
    type Value = V::Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "one of {}", self.words.join(", "))
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<V::Value, E> {
        if self.words.contains(&word) {
            self.visitor.visit_enum(StrDeserializer::new(word))
        } else {
            Err(E::invalid_value(de::Unexpected::Str(word), &self))
        }
    }
}

/// Reads these types strictly; with `write`, also writes them.
macro_rules! strict {
    ($($name:ty),+ $(,)?) => {$(
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize($crate::strict::Strict(deserializer))
            }
        }
    )+};
    (write $($name:ty),+ $(,)?) => {
        $crate::strict::strict!($($name),+);
        $(
            impl serde::Serialize for $name {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    Self::serialize(self, serializer)
                }
            }
        )+
    };
}

pub(crate) use strict;
