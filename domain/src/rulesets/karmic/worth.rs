//! What a card is worth, hit cards and jokers (K-1 to K-3).

use crate::bounded::{Rating, bounded};
use crate::cards::{Card, CardKind, Suit};
use crate::worded::worded;

bounded! {
    /// How often the top card of the deck may be drawn for a hit card, from 0 to 20.
    pub struct HitCount(0..=20) in "karmic";
}

worded! {
    /// Whether the top card of the deck is drawn for a hit card, and again as long as that is a hit card:
    /// at most 20 times (K-2).
    pub enum Hit as "karmic.Hit" {
        /// No card is drawn.
        Never = "never",
        /// Each time that there is a hit card.
        Always = "always",
    } or {
        /// At most so many times.
        Times(HitCount)
    }
}

impl Default for Hit {
    /// Unless its player says so, no card is drawn.
    fn default() -> Self {
        Self::Never
    }
}

impl Hit {
    /// How many cards are drawn at most.
    pub(super) fn most(self) -> u8 {
        let most = match self {
            Self::Never => 0,
            Self::Always => HitCount::GREATEST,
            Self::Times(times) => times.get(),
        };
        u8::try_from(most).unwrap_or(0)
    }
}

worded! {
    /// The GM's ruling on a joker (K-3).
    pub enum Ruling as "karmic.Ruling" {
        /// The maneuver succeeds, whatever the totals: an attack hits, a defense stops the attack.
        Success = "success",
        /// The maneuver fails, whatever the totals; a defense subtracts nothing.
        Failure = "failure",
    } or {
        /// The joker is worth so much.
        Value(Rating)
    }
}

/// What a joker decides by its ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The maneuver succeeds.
    Success,
    /// The maneuver fails.
    Failure,
}

impl Ruling {
    /// What it decides, if it is not a number.
    pub(super) fn verdict(self) -> Option<Verdict> {
        match self {
            Self::Success => Some(Verdict::Success),
            Self::Failure => Some(Verdict::Failure),
            Self::Value(_) => None,
        }
    }
}

/// What a card is worth (K-1): black cards count for the player, red ones against; an ace 1, 2 to 10 as
/// printed, a jack 1, a queen 2, a king 3. A joker is worth what the GM rules, and 0 where that is no
/// number; `None` without a ruling.
pub(super) fn worth(card: Card, ruling: Option<Ruling>) -> Option<i32> {
    let (rank, suit) = match card.kind() {
        CardKind::Joker => {
            return ruling.map(|ruling| match ruling {
                Ruling::Value(value) => value.get(),
                Ruling::Success | Ruling::Failure => 0,
            });
        }
        CardKind::Ranked(rank, suit) => (i32::from(rank), suit),
    };
    let value = if rank > 10 { rank - 10 } else { rank };
    Some(match suit {
        Suit::Spades | Suit::Clubs => value,
        Suit::Hearts | Suit::Diamonds => -value,
    })
}

/// Whether it is a hit card: a jack, a queen or a king (K-2).
pub(super) fn is_hit_card(card: Card) -> bool {
    matches!(card.kind(), CardKind::Ranked(11.., _))
}

/// How high a card ranks when the highest is played (K-5): a joker, which is wild, above all others
/// unless it is ruled a failure or a number; of equal cards one that is no hit card.
pub(super) fn height(card: Card, ruling: Option<Ruling>) -> (i32, bool) {
    let worth = match (card.kind(), ruling) {
        (CardKind::Joker, None | Some(Ruling::Success)) => i32::MAX,
        (CardKind::Joker, Some(Ruling::Failure)) => i32::MIN,
        (CardKind::Joker | CardKind::Ranked(..), _) => worth(card, ruling).unwrap_or(0),
    };
    (worth, !is_hit_card(card))
}
