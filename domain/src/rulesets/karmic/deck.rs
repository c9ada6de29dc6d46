//! Decks: which one it is, and the pile that is drawn from in play (K-4).

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bounded::{list, written};
use crate::cards::{Card, CardKind, Deck, Suit};
use crate::strict::strict;

/// The deck that a combatant draws from (K-4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhichDeck {
    /// A character's: a standard deck with two jokers, less the 6 to 10 of a red and a black suit.
    Karma(RedSuit, BlackSuit),
    /// The GM's: a standard deck without jokers.
    World,
    /// These cards.
    Own(DeckCards),
}

list! {
    /// The cards of a deck, each as often as it is there.
    pub struct DeckCards(1..=255 of Card) in "karmic";
}

impl Default for WhichDeck {
    fn default() -> Self {
        Self::Karma(RedSuit::default(), BlackSuit::default())
    }
}

/// A red suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::RedSuit))]
pub enum RedSuit {
    /// Hearts.
    H,
    /// Diamonds.
    #[default]
    D,
}

/// A black suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::BlackSuit))]
pub enum BlackSuit {
    /// Spades.
    S,
    /// Clubs.
    #[default]
    C,
}

/// A deck by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::DeckKind))]
pub enum DeckKind {
    /// A new character's karma deck of 44 cards.
    Karma,
    /// The GM's world deck of 52 cards.
    World,
}

strict!(write RedSuit, BlackSuit, DeckKind);
written!(DeckCards);

/// What a deck is on the wire, before it is known which of its forms it has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
struct DeckFields {
    kind: Option<DeckKind>,
    less_red: Option<RedSuit>,
    less_black: Option<BlackSuit>,
    cards: Option<DeckCards>,
}

strict!(DeckFields);

impl<'de> Deserialize<'de> for WhichDeck {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;

        let fields = <DeckFields as Deserialize>::deserialize(deserializer)?;
        let DeckFields {
            kind,
            less_red,
            less_black,
            cards,
        } = fields;
        let says_suits = less_red.is_some() || less_black.is_some();
        match (kind, cards) {
            (Some(DeckKind::Karma), None) => Ok(Self::Karma(
                less_red.unwrap_or_default(),
                less_black.unwrap_or_default(),
            )),
            (Some(DeckKind::World) | None, _) if says_suits => Err(D::Error::custom(
                "only the deck of kind karma lacks cards: leave out less_red and less_black",
            )),
            (Some(DeckKind::World), None) => Ok(Self::World),
            (None, Some(cards)) => Ok(Self::Own(cards)),
            (Some(_), Some(_)) => Err(D::Error::custom(
                "a deck is of a kind or of these cards, not both: leave one out",
            )),
            (None, None) => Err(D::Error::custom("one of kind, cards is needed")),
        }
    }
}

impl Serialize for WhichDeck {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        match self {
            Self::Karma(red, black) => {
                fields.serialize_entry("kind", &DeckKind::Karma)?;
                fields.serialize_entry("less_red", red)?;
                fields.serialize_entry("less_black", black)?;
            }
            Self::World => fields.serialize_entry("kind", &DeckKind::World)?,
            Self::Own(cards) => fields.serialize_entry("cards", cards)?,
        }
        fields.end()
    }
}

impl WhichDeck {
    /// Its cards.
    #[must_use]
    pub fn cards(&self) -> Deck {
        match self {
            Self::Own(cards) => cards.iter().copied().collect(),
            Self::World => Card::all().filter(|card| !card.is_joker()).collect(),
            Self::Karma(red, black) => {
                let less_red = match red {
                    RedSuit::H => Suit::Hearts,
                    RedSuit::D => Suit::Diamonds,
                };
                let less_black = match black {
                    BlackSuit::S => Suit::Spades,
                    BlackSuit::C => Suit::Clubs,
                };
                let is_less = |card: &Card| match card.kind() {
                    CardKind::Ranked(6..=10, suit) => suit == less_red || suit == less_black,
                    CardKind::Ranked(..) | CardKind::Joker => false,
                };
                Card::all().filter(|card| !is_less(card)).collect()
            }
        }
    }
}

#[cfg(feature = "openapi")]
mod schema {
    use utoipa::openapi::schema::AdditionalProperties;
    use utoipa::openapi::{ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{BlackSuit, DeckCards, DeckKind, RedSuit, WhichDeck};
    use crate::schema::{collect, described, form};

    const NAMED: &str = "karmic.NamedDeck";
    const OWN: &str = "karmic.OwnDeck";

    impl PartialSchema for WhichDeck {
        fn schema() -> RefOr<Schema> {
            OneOfBuilder::new()
                .description(Some(
                    "The deck that a combatant draws from: one by its name, or these cards (K-4).",
                ))
                .item(Ref::from_schema_name(NAMED))
                .item(Ref::from_schema_name(OWN))
                .into()
        }
    }

    impl ToSchema for WhichDeck {
        fn name() -> std::borrow::Cow<'static, str> {
            "karmic.Deck".into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            let named = ObjectBuilder::new()
                .description(Some("A deck by its name."))
                .property("kind", described::<DeckKind>("Which deck."))
                .required("kind")
                .property(
                    "less_red",
                    described::<RedSuit>(
                        "The red suit that a karma deck has without its 6 to 10. Absent: `D`.",
                    ),
                )
                .property(
                    "less_black",
                    described::<BlackSuit>(
                        "The black suit that a karma deck has without its 6 to 10. Absent: `C`.",
                    ),
                )
                .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)));
            schemas.push((NAMED.into(), named.into()));
            let own = form::<DeckCards>(
                "A deck of these cards, each as often as it is listed: at least one.",
                "cards",
                &["cards", "kind", "less_red", "less_black"],
            );
            schemas.push((OWN.into(), own));
            collect::<DeckKind>(schemas);
            collect::<RedSuit>(schemas);
            collect::<BlackSuit>(schemas);
            collect::<DeckCards>(schemas);
        }
    }
}
