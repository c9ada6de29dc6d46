//! Playing cards, and decks to draw them from.

use serde::de::{self, Deserialize, Deserializer};
use serde::{Serialize, Serializer};

use crate::bounded::{list, schema, written};

/// How many different cards there are: four suits of thirteen ranks, and two jokers.
const KINDS: usize = 54;

/// The cards as written: the suits spades, clubs, hearts and diamonds, each from ace to king, then the
/// jokers. A seeded draw counts the cards of a deck in this order.
#[rustfmt::skip]
const WRITTEN: [&str; KINDS] = [
    "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS",
    "AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC",
    "AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH",
    "AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD",
    "JOKER_RED", "JOKER_BLACK",
];

/// A playing card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// A suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suit {
    /// Black.
    Spades,
    /// Black.
    Clubs,
    /// Red.
    Hearts,
    /// Red.
    Diamonds,
}

/// What a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardKind {
    /// A joker.
    Joker,
    /// A rank from 1, the ace, to 13, the king, of a suit.
    Ranked(u8, Suit),
}

impl Card {
    /// Every card there is: a standard deck, then its two jokers.
    pub fn all() -> impl Iterator<Item = Self> {
        (0_u8..).take(KINDS).map(Self)
    }

    /// The card as written, like `10S` or `JOKER_RED`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        WRITTEN.get(self.place()).copied().unwrap_or_default()
    }

    /// What it is.
    #[must_use]
    pub fn kind(self) -> CardKind {
        let suit = match self.0 / 13 {
            0 => Suit::Spades,
            1 => Suit::Clubs,
            2 => Suit::Hearts,
            3 => Suit::Diamonds,
            _ => return CardKind::Joker,
        };
        CardKind::Ranked(self.0 % 13 + 1, suit)
    }

    /// The other card of the same colour and rank; of a joker the other joker.
    #[must_use]
    pub fn twin(self) -> Self {
        match self.0 {
            0..13 | 26..39 => Self(self.0 + 13),
            13..26 | 39..52 => Self(self.0 - 13),
            52 => Self(53),
            _ => Self(52),
        }
    }

    /// Whether it is a joker.
    #[must_use]
    pub fn is_joker(self) -> bool {
        self.kind() == CardKind::Joker
    }

    fn place(self) -> usize {
        self.0.into()
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Written;

        impl de::Visitor<'_> for Written {
            type Value = Card;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(
                    "a card: a rank of A 2 3 4 5 6 7 8 9 10 J Q K and a suit of S C H D, like 10S; \
                     or JOKER_RED or JOKER_BLACK",
                )
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Card, E> {
                let card = Card::all().find(|card| card.as_str() == text);
                card.ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_str(Written)
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

schema! {
    Card, "Card",
    "A playing card: a rank of A, 2 to 10, J, Q, K and a suit of S, C, H, D, like `10S`; or `JOKER_RED` \
     or `JOKER_BLACK`.",
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::schema::Type::String)
        .enum_values(Some(WRITTEN))
}

list! {
    /// Cards, in order.
    pub struct Cards(0..=1000 of Card);
}

written!(Cards);

impl FromIterator<Card> for Cards {
    /// Cards that were drawn.
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        Self(cards.into_iter().collect())
    }
}

impl Extend<Card> for Cards {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        self.0.extend(cards);
    }
}

/// A deck to draw from: each card as often as it is there, in no order, since a draw is by chance.
/// It has at most 255 cards.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Deck {
    counts: [u8; KINDS],
    count: u8,
}

impl Default for Deck {
    /// An empty deck.
    fn default() -> Self {
        Self {
            counts: [0; KINDS],
            count: 0,
        }
    }
}

impl Deck {
    /// How many cards it has.
    #[must_use]
    pub fn count(&self) -> u8 {
        self.count
    }

    /// Whether no card is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The cards it has, each kind once, with how many there are.
    pub fn kinds(&self) -> impl Iterator<Item = (Card, u8)> {
        Card::all().zip(self.counts).filter(|(_, count)| *count > 0)
    }

    /// The card at `place`, counted from 0 in the order of [`Card::all`].
    #[must_use]
    pub fn at(&self, place: u8) -> Option<Card> {
        let mut passed = 0_u16;
        self.kinds().find_map(|(card, count)| {
            passed += u16::from(count);
            (passed > place.into()).then_some(card)
        })
    }

    /// How often it has this card.
    #[must_use]
    pub fn has(&self, card: Card) -> u8 {
        self.counts.get(card.place()).copied().unwrap_or(0)
    }

    /// Puts a card in; a deck of 255 cards takes no more.
    pub fn put(&mut self, card: Card) {
        if let (Some(count), Some(all)) =
            (self.counts.get_mut(card.place()), self.count.checked_add(1))
        {
            *count += 1;
            self.count = all;
        }
    }

    /// Takes a card out; false if it is not there.
    pub fn take(&mut self, card: Card) -> bool {
        match self.counts.get_mut(card.place()) {
            Some(count) if *count > 0 => {
                *count -= 1;
                self.count -= 1;
                true
            }
            Some(_) | None => false,
        }
    }
}

impl Serialize for Deck {
    /// As a list of its cards.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cards = self.kinds();
        serializer
            .collect_seq(cards.flat_map(|(card, many)| std::iter::repeat_n(card, many.into())))
    }
}

impl<'de> Deserialize<'de> for Deck {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Cards::deserialize(deserializer)?;
        Ok(cards.iter().copied().collect())
    }
}

impl FromIterator<Card> for Deck {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut deck = Self::default();
        cards.into_iter().for_each(|card| deck.put(card));
        deck
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Card {
        serde_json::from_value(text.into()).unwrap()
    }

    #[test]
    fn a_card_is_read_as_it_is_written_and_nothing_else_is() {
        for known in Card::all() {
            assert_eq!(card(known.as_str()), known);
        }
        for wrong in ["", "1S", "11S", "10", "S10", "10s", "JOKER", "ZZ"] {
            assert!(
                serde_json::from_value::<Card>(wrong.into()).is_err(),
                "{wrong}"
            );
        }
        assert_eq!(card("10H").kind(), CardKind::Ranked(10, Suit::Hearts));
        assert_eq!(card("AC").kind(), CardKind::Ranked(1, Suit::Clubs));
        assert!(card("JOKER_BLACK").is_joker());
    }

    #[test]
    fn a_deck_has_each_card_as_often_as_it_was_put_in() {
        let mut deck: Deck = ["5S", "AS", "5S"].into_iter().map(card).collect();
        assert_eq!(deck.count(), 3);
        let order = [0, 1, 2].map(|place| deck.at(place).unwrap().as_str());
        assert_eq!(order, ["AS", "5S", "5S"]);
        assert_eq!(deck.at(3), None);
        assert!(deck.take(card("5S")) && deck.take(card("5S")) && !deck.take(card("5S")));
        assert_eq!((deck.count(), deck.has(card("AS"))), (1, 1));
    }
}
