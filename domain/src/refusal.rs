//! Why the rules refuse a request: every fault at once, each with its place, its rule and its cure.

use std::fmt;

use crate::cards::Card;
use crate::chance::{DiceFault, Record};

/// One fault of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where in the request, as a JSON pointer.
    pub pointer: String,
    /// What is wrong and what to change, as a sentence.
    pub detail: String,
    /// The rule that refuses it.
    pub rule: &'static str,
}

impl Fault {
    /// A fault against a rule.
    #[must_use]
    pub fn new(pointer: impl Into<String>, rule: &'static str, detail: impl Into<String>) -> Self {
        Self {
            pointer: pointer.into(),
            detail: detail.into(),
            rule,
        }
    }
}

/// Where the rules cannot go on with what the dice or the cards have shown, until the caller says more:
/// something that no request can be refused for before they are thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standstill {
    /// A joker is in play, and the GM has not ruled what it does.
    RulingNeeded {
        /// The joker.
        joker: Card,
        /// Where in the request the ruling is to be given.
        at: Place,
        /// What it can be.
        can_be: &'static str,
        /// The rule that asks for it.
        rule: &'static str,
    },
    /// A hand is to be drawn, and the deck has not so many cards.
    TooFewCards {
        /// How many cards the hand needs.
        needed: u8,
        /// The rule on the deck.
        rule: &'static str,
    },
    /// A contest was tied so often that it is left undecided.
    Undecided {
        /// How often.
        ties: u8,
        /// The contest's rule.
        rule: &'static str,
    },
}

/// A field of a request: within an object, or within an item of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The object or the list, as a JSON pointer.
    pub within: &'static str,
    /// Which item of the list.
    pub item: Option<u8>,
    /// The field.
    pub field: &'static str,
}

impl fmt::Display for Place {
    /// As a JSON pointer.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.within)?;
        if let Some(item) = self.item {
            write!(formatter, "/{item}")?;
        }
        write!(formatter, "/{}", self.field)
    }
}

impl Standstill {
    /// What the caller is to do, as a fault.
    #[must_use]
    pub fn fault(self) -> Fault {
        match self {
            Self::RulingNeeded {
                joker,
                at,
                can_be,
                rule,
            } => Fault::new(
                at.to_string(),
                rule,
                format!(
                    "{} is wild: give the GM's `ruling` here, {can_be}",
                    joker.as_str()
                ),
            ),
            Self::TooFewCards { needed, rule } => Fault::new(
                "",
                rule,
                format!(
                    "{needed} cards are to be drawn, and the deck has not so many; use another"
                ),
            ),
            Self::Undecided { ties, rule } => Fault::new(
                "",
                rule,
                format!("{ties} ties, one after the other; try again"),
            ),
        }
    }
}

/// A request that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is against the rules of the game.
    Unlawful(Vec<Fault>),
    /// The dice supplied do not fit what the rules ask for.
    Dice(DiceFault),
    /// The rules cannot go on with what the dice have shown; and what that was.
    Standstill(Standstill, Box<Record>),
}

impl Refusal {
    /// Refuses if there is any fault.
    ///
    /// # Errors
    /// [`Refusal::Unlawful`] with all of them.
    pub fn of(faults: Vec<Fault>) -> Result<(), Self> {
        if faults.is_empty() {
            Ok(())
        } else {
            Err(Self::Unlawful(faults))
        }
    }

    /// The lawful thing, unless there is any fault. A thing that could not be made has a fault.
    ///
    /// # Errors
    /// [`Refusal::Unlawful`] with all of them.
    pub fn unless<T>(thing: Option<T>, faults: Vec<Fault>) -> Result<T, Self> {
        match thing {
            Some(thing) if faults.is_empty() => Ok(thing),
            Some(_) | None => Err(Self::Unlawful(faults)),
        }
    }
}

impl DiceFault {
    /// Why the rules refuse a request with such dice, of which these were used.
    #[must_use]
    pub fn refusing(self, used: Record) -> Refusal {
        if let Self::Standstill(why) = self {
            Refusal::Standstill(why, Box::new(used))
        } else {
            Refusal::Dice(self)
        }
    }
}
