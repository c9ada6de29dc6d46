//! Bounded numbers, texts and lists: what is out of bounds is refused while parsing, and the spec
//! names the same bounds, from one literal.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Unexpected, Visitor};

/// Declares an integer with both bounds, and what it is when absent (0 where nothing is said). A
/// type of one game says so, and is named after it in the spec.
macro_rules! bounded {
    ($(#[doc = $doc:literal])+ $vis:vis struct $name:ident($lo:literal ..= $hi:literal $(, absent $absent:literal)?) $(in $game:literal)?;) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(i32);

        impl $name {
            /// The least.
            pub const LEAST: i32 = $lo;
            /// The greatest.
            pub const GREATEST: i32 = $hi;

            /// The number, if it is within the bounds.
            #[must_use]
            pub fn new(number: i32) -> Option<Self> {
                (Self::LEAST..=Self::GREATEST)
                    .contains(&number)
                    .then(|| Self::clamped(number))
            }

            /// The number, or the bound that it is past.
            #[must_use]
            pub fn clamped(number: i32) -> Self {
                Self(number.clamp(Self::LEAST, Self::GREATEST))
            }

            /// The number.
            #[must_use]
            pub fn get(self) -> i32 {
                self.0
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::clamped(0 $(+ $absent)?)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::bounded::integer(deserializer, Self::LEAST, Self::GREATEST).map(Self::clamped)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_i32(self.0)
            }
        }

        $crate::bounded::schema! {
            $name, concat!($($game, ".",)? stringify!($name)), concat!($($doc, "\n"),+),
            utoipa::openapi::ObjectBuilder::new()
                .schema_type(utoipa::openapi::schema::Type::Integer)
                .minimum(Some($lo))
                .maximum(Some($hi))
        }
    };
}

/// Declares a text of so many characters.
macro_rules! text {
    ($(#[doc = $doc:literal])+ $vis:vis struct $name:ident($lo:literal ..= $hi:literal characters) $(in $game:literal)?;) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        $vis struct $name(Box<str>);

        impl $name {
            /// The text, if it is neither too short nor too long.
            #[must_use]
            pub fn new(text: &str) -> Option<Self> {
                ($lo..=$hi).contains(&text.chars().count()).then(|| Self(text.into()))
            }

            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::bounded::characters(deserializer, $lo, $hi).map(Self)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        $crate::bounded::schema! {
            $name, concat!($($game, ".",)? stringify!($name)), concat!($($doc, "\n"),+),
            utoipa::openapi::ObjectBuilder::new()
                .schema_type(utoipa::openapi::schema::Type::String)
                .min_length(Some($lo))
                .max_length(Some($hi))
        }
    };
}

/// Declares a list of so many items.
macro_rules! list {
    ($(#[doc = $doc:literal])+ $vis:vis struct $name:ident($lo:literal ..= $hi:literal of $item:ty) $(in $game:literal)?;) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        $vis struct $name(Vec<$item>);

        impl $name {
            /// The list, if it has neither too few items nor too many.
            #[must_use]
            pub fn new(items: Vec<$item>) -> Option<Self> {
                ($lo..=$hi).contains(&items.len()).then_some(Self(items))
            }
        }

        impl std::ops::Deref for $name {
            type Target = [$item];

            fn deref(&self) -> &[$item] {
                &self.0
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::bounded::items(deserializer, $lo, $hi).map(Self)
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ArrayBuilder::new()
                    .description(Some($crate::bounded::description(concat!($($doc, "\n"),+))))
                    .items(utoipa::openapi::Ref::from_schema_name(
                        <$item as utoipa::ToSchema>::name(),
                    ))
                    .min_items(Some($lo))
                    .max_items(Some($hi))
                    .into()
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                concat!($($game, ".",)? stringify!($name)).into()
            }

            fn schemas(
                schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>,
            ) {
                schemas.push((
                    <$item as utoipa::ToSchema>::name().into(),
                    <$item as utoipa::PartialSchema>::schema(),
                ));
                <$item as utoipa::ToSchema>::schemas(schemas);
            }
        }
    };
}

/// Writes these lists too, which else are only read.
macro_rules! written {
    ($($name:ident),+) => {$(
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(&self.0)
            }
        }
    )+};
}

/// The schema of a bounded number or text: a named component with its doc comment as description.
macro_rules! schema {
    ($name:ident, $component:expr, $doc:expr, $schema:expr) => {
        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $schema
                    .description(Some($crate::bounded::description($doc)))
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

/// Gives a type the schema of another one, which is what it is on the wire.
macro_rules! on_the_wire {
    ($name:ty = $wire:ty) => {
        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                <$wire as utoipa::PartialSchema>::schema()
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                <$wire as utoipa::ToSchema>::name()
            }

            fn schemas(
                schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>,
            ) {
                <$wire as utoipa::ToSchema>::schemas(schemas);
            }
        }
    };
}

pub(crate) use {bounded, list, on_the_wire, schema, text, written};

bounded! {
    /// A rating, a modifier or another number of a game, from -99 to 99.
    pub struct Rating(-99..=99);
}

text! {
    /// The name of a thing, for people; it changes nothing.
    pub struct Name(0..=64 characters);
}

text! {
    /// What a line of a sum is called, for people.
    pub struct Label(1..=80 characters);
}

/// The id of a combatant: 1 to 64 of `A-Za-z0-9_-`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Id(Box<str>);

impl Id {
    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&'static str> for Id {
    /// An id that the rules give, where the request need not.
    fn from(id: &'static str) -> Self {
        Self(id.into())
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = characters(deserializer, 1, 64)?;
        let lawful = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
        if text.bytes().all(lawful) {
            Ok(Self(text))
        } else {
            Err(de::Error::custom(
                "an id has only the characters A-Z a-z 0-9 _ and -",
            ))
        }
    }
}

schema! {
    Id, "Id", "The id of a combatant: 1 to 64 of `A-Za-z0-9_-`.",
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::schema::Type::String)
        .min_length(Some(1))
        .max_length(Some(64))
        .pattern(Some("^[A-Za-z0-9_-]+$"))
}

/// A doc comment as the description in the spec: the lines joined, without the leading spaces.
#[cfg(feature = "openapi")]
pub(crate) fn description(doc: &str) -> String {
    doc.lines()
        .map(str::trim)
        .collect::<Vec<_>>()
        .join(" ")
        .trim()
        .to_owned()
}

/// Reads `null` as absent: what the field is when nothing is said.
///
/// # Errors
/// The value's own.
pub(crate) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Reads an integer within bounds. A number like 3.0 is the integer 3, as JSON Schema has it.
pub(crate) fn integer<'de, D: Deserializer<'de>>(
    deserializer: D,
    least: i32,
    greatest: i32,
) -> Result<i32, D::Error> {
    struct Within(i32, i32);

    impl Visitor<'_> for Within {
        type Value = i32;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(formatter, "an integer from {} to {}", self.0, self.1)
        }

        fn visit_i64<E: de::Error>(self, number: i64) -> Result<i32, E> {
            i32::try_from(number)
                .ok()
                .filter(|number| (self.0..=self.1).contains(number))
                .ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
        }

        fn visit_u64<E: de::Error>(self, number: u64) -> Result<i32, E> {
            i64::try_from(number)
                .map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
                .and_then(|number| self.visit_i64(number))
        }

        #[expect(
            clippy::cast_possible_truncation,
            reason = "only whole numbers within the bounds get there"
        )]
        fn visit_f64<E: de::Error>(self, number: f64) -> Result<i32, E> {
            if number.fract() == 0.0 && (f64::from(self.0)..=f64::from(self.1)).contains(&number) {
                Ok(number as i32)
            } else {
                Err(E::invalid_value(Unexpected::Float(number), &self))
            }
        }
    }

    deserializer.deserialize_i64(Within(least, greatest))
}

/// Reads a text of so many characters (not bytes).
pub(crate) fn characters<'de, D: Deserializer<'de>>(
    deserializer: D,
    least: usize,
    greatest: usize,
) -> Result<Box<str>, D::Error> {
    struct Within(usize, usize);

    impl Visitor<'_> for Within {
        type Value = Box<str>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(formatter, "a text of {} to {} characters", self.0, self.1)
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Box<str>, E> {
            let characters = text.chars().count();
            if (self.0..=self.1).contains(&characters) {
                Ok(text.into())
            } else {
                let found = format!("a text of {characters} characters");
                Err(E::invalid_length_of(&found, &self))
            }
        }
    }

    deserializer.deserialize_str(Within(least, greatest))
}

/// Reads a list of so many items, and stops at the first too many.
///
/// # Errors
/// If there are too few or too many, and the items' own.
pub fn items<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
    least: usize,
    greatest: usize,
) -> Result<Vec<T>, D::Error> {
    struct Within<T>(usize, usize, std::marker::PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Within<T> {
        type Value = Vec<T>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(formatter, "a list of {} to {} items", self.0, self.1)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
            let mut items = Vec::new();
            while let Some(item) = seq.next_element()? {
                if items.len() == self.1 {
                    return Err(A::Error::invalid_length_of("a longer list", &self));
                }
                items.push(item);
            }
            if items.len() < self.0 {
                return Err(A::Error::invalid_length_of("a shorter list", &self));
            }
            Ok(items)
        }
    }

    deserializer.deserialize_seq(Within(least, greatest, std::marker::PhantomData))
}

/// A length out of bounds, said without quoting what may be very long.
trait InvalidLength: de::Error {
    fn invalid_length_of(found: &str, expected: &dyn de::Expected) -> Self {
        Self::custom(format_args!("invalid length: {found}, expected {expected}"))
    }
}

impl<E: de::Error> InvalidLength for E {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_within_the_bounds_is_read_also_when_written_with_a_point() {
        assert_eq!(serde_json::from_str::<Rating>("-99").unwrap().get(), -99);
        assert_eq!(serde_json::from_str::<Rating>("3.0").unwrap().get(), 3);
    }

    #[test]
    fn a_number_out_of_bounds_is_refused_with_the_bounds() {
        for number in ["100", "-100", "2.5", "18446744073709551615", "1e300"] {
            let refusal = serde_json::from_str::<Rating>(number)
                .unwrap_err()
                .to_string();
            assert!(refusal.contains("an integer from -99 to 99"), "{refusal}");
        }
    }

    #[test]
    fn a_text_is_measured_in_characters() {
        let longest = format!("\"{}\"", "ä".repeat(64));
        assert!(serde_json::from_str::<Name>(&longest).is_ok());
        let longer = format!("\"{}\"", "ä".repeat(65));
        let refusal = serde_json::from_str::<Name>(&longer)
            .unwrap_err()
            .to_string();
        assert!(
            refusal.contains("a text of 65 characters, expected a text of 0 to 64"),
            "{refusal}"
        );
        assert!(serde_json::from_str::<Label>("\"\"").is_err());
    }
}
