//! Values that are a word or a number: `"always"` or `2`.

/// Declares a union of words and a bounded number.
macro_rules! worded {
    ($(#[doc = $doc:literal])+ $vis:vis enum $name:ident as $component:literal {
        $($(#[doc = $word_doc:literal])+ $word:ident = $text:literal,)+
    } or {
        $(#[doc = $number_doc:literal])+ $number:ident($type:ty)
    }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $($(#[doc = $word_doc])+ $word,)+
            $(#[doc = $number_doc])+ $number($type),
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct WordOrNumber;

                impl serde::de::Visitor<'_> for WordOrNumber {
                    type Value = $name;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(
                            formatter,
                            concat!("one of ", $("\"", $text, "\", ",)+ "or an integer from {} to {}"),
                            <$type>::LEAST,
                            <$type>::GREATEST
                        )
                    }

                    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<$name, E> {
                        match word {
                            $($text => Ok($name::$word),)+
                            _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
                        }
                    }

                    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<$name, E> {
                        let number = serde::de::value::I64Deserializer::<E>::new(number);
                        serde::Deserialize::deserialize(number).map($name::$number)
                    }

                    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<$name, E> {
                        let number = serde::de::value::U64Deserializer::<E>::new(number);
                        serde::Deserialize::deserialize(number).map($name::$number)
                    }

                    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<$name, E> {
                        let number = serde::de::value::F64Deserializer::<E>::new(number);
                        serde::Deserialize::deserialize(number).map($name::$number)
                    }
                }

                deserializer.deserialize_any(WordOrNumber)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$word => serializer.serialize_str($text),)+
                    Self::$number(number) => serde::Serialize::serialize(number, serializer),
                }
            }
        }

        #[cfg(feature = "openapi")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let words = utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .description(Some($crate::bounded::description(
                        concat!($("`", $text, "`:", $($word_doc,)+ "\n",)+),
                    )))
                    .enum_values(Some([$($text),+]));
                utoipa::openapi::OneOfBuilder::new()
                    .description(Some($crate::bounded::description(concat!($($doc, "\n"),+))))
                    .item(words)
                    .item($crate::schema::described::<$type>(
                        &$crate::bounded::description(concat!($($number_doc, "\n"),+)),
                    ))
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
                $crate::schema::collect::<$type>(schemas);
            }
        }
    };
}

pub(crate) use worded;
