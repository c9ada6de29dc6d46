//! Dice thrown, or cards dealt, at the table: the caller's own, checked.

use super::{Die, Face, Record, Throw};
use crate::bounded::Id;
use crate::cards::{Card, Deck};
use crate::refusal::Standstill;

/// What the rules ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A die.
    Die(Die),
    /// A card, by what it is for.
    Card(&'static str),
}

/// What is wrong with the faces or the cards that a caller supplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceFault {
    /// The rules ask for one more than were supplied.
    MoreNeeded {
        /// How many were supplied, all of them used.
        supplied: usize,
        /// What is asked for next.
        next: Wanted,
        /// Whose it is, where the request has several combatants.
        whose: Option<Id>,
    },
    /// More were supplied than the rules ask for.
    TooMany {
        /// How many were supplied.
        supplied: usize,
        /// How many the rules asked for.
        asked_for: usize,
        /// Whether they are cards or dice: their field in `dice`.
        field: &'static str,
    },
    /// A face that the die asked for does not have.
    NoSuchFace {
        /// Which of the supplied faces, counted from 0.
        index: usize,
        /// The face supplied.
        face: u8,
        /// The die that was asked for.
        die: Die,
        /// Whose it is, where the request has several combatants.
        whose: Option<Id>,
    },
    /// A card that is not left in the deck drawn from.
    NoSuchCard {
        /// Which of the supplied cards, counted from 0.
        index: usize,
        /// The card supplied.
        card: Card,
        /// What it was to be.
        name: &'static str,
        /// Whose it is, where the request has several combatants.
        whose: Option<Id>,
    },
    /// The rules cannot go on.
    Standstill(Standstill),
}

impl From<Standstill> for DiceFault {
    fn from(standstill: Standstill) -> Self {
        Self::Standstill(standstill)
    }
}

/// Chance that reads the faces, or the cards, supplied, in the order asked for. A game asks for the one
/// or for the other.
#[derive(Clone, Debug)]
pub struct Supplied<'f> {
    faces: &'f [Face],
    cards: &'f [Card],
    used: usize,
    whose: Option<Id>,
}

impl<'f> Supplied<'f> {
    /// Chance over these faces.
    #[must_use]
    pub fn faces(faces: &'f [Face]) -> Self {
        Self {
            faces,
            cards: &[],
            used: 0,
            whose: None,
        }
    }

    /// Chance over these cards.
    #[must_use]
    pub fn cards(cards: &'f [Card]) -> Self {
        Self {
            cards,
            ..Self::faces(&[])
        }
    }

    /// To be called when the rule is done: was all asked for that was supplied? Gives it back.
    ///
    /// # Errors
    /// [`DiceFault::TooMany`] if some was not.
    pub fn finish(self) -> Result<Record, DiceFault> {
        let supplied = self.faces.len() + self.cards.len();
        if self.used == supplied {
            Ok(self.record())
        } else {
            Err(DiceFault::TooMany {
                supplied,
                asked_for: self.used,
                field: if self.cards.is_empty() {
                    "faces"
                } else {
                    "cards"
                },
            })
        }
    }

    /// What was supplied.
    #[must_use]
    pub fn record(&self) -> Record {
        Record {
            faces: self.faces.iter().map(|face| face.pips()).collect(),
            cards: self.cards.iter().copied().collect(),
        }
    }

    fn more_needed(&self, next: Wanted) -> DiceFault {
        DiceFault::MoreNeeded {
            supplied: self.used,
            next,
            whose: self.whose.clone(),
        }
    }
}

impl Throw for Supplied<'_> {
    type Error = DiceFault;

    fn throw(&mut self, die: Die) -> Result<u8, DiceFault> {
        let index = self.used;
        let Some(face) = self.faces.get(index).map(|face| face.pips()) else {
            return Err(self.more_needed(Wanted::Die(die)));
        };
        if face > die.sides {
            return Err(DiceFault::NoSuchFace {
                index,
                face,
                die,
                whose: self.whose.clone(),
            });
        }
        self.used += 1;
        Ok(face)
    }

    fn draw(&mut self, deck: &Deck, name: &'static str) -> Result<Option<Card>, DiceFault> {
        if deck.is_empty() {
            return Ok(None);
        }
        let index = self.used;
        let Some(&card) = self.cards.get(index) else {
            return Err(self.more_needed(Wanted::Card(name)));
        };
        if deck.has(card) == 0 {
            return Err(DiceFault::NoSuchCard {
                index,
                card,
                name,
                whose: self.whose.clone(),
            });
        }
        self.used += 1;
        Ok(Some(card))
    }

    fn on_behalf_of(&mut self, combatant: &Id) {
        self.whose = Some(combatant.clone());
    }
}
