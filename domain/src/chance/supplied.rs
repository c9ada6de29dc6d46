//! Dice thrown at the table: the caller's own faces, checked.

use super::{Die, Face, Throw};
use crate::bounded::Id;

/// What is wrong with the faces that a caller supplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceFault {
    /// The rules ask for one more die than were supplied.
    MoreNeeded {
        /// How many were supplied, all of them used.
        supplied: usize,
        /// The die that is asked for next.
        next: Die,
        /// Whose it is, where the request has several combatants.
        whose: Option<Id>,
    },
    /// More dice were supplied than the rules ask for.
    TooMany {
        /// How many were supplied.
        supplied: usize,
        /// How many the rules asked for.
        asked_for: usize,
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
}

/// Chance that reads the faces supplied, in the order asked for.
#[derive(Clone, Debug)]
pub struct Supplied<'f> {
    faces: &'f [Face],
    used: usize,
    whose: Option<Id>,
}

impl<'f> Supplied<'f> {
    /// Chance over these faces.
    #[must_use]
    pub fn new(faces: &'f [Face]) -> Self {
        Self {
            faces,
            used: 0,
            whose: None,
        }
    }

    /// To be called when the rule is done: were all the faces asked for?
    ///
    /// # Errors
    /// [`DiceFault::TooMany`] if some were not.
    pub fn finish(&self) -> Result<(), DiceFault> {
        if self.used == self.faces.len() {
            Ok(())
        } else {
            Err(DiceFault::TooMany {
                supplied: self.faces.len(),
                asked_for: self.used,
            })
        }
    }
}

impl Throw for Supplied<'_> {
    type Error = DiceFault;

    fn throw(&mut self, die: Die) -> Result<u8, DiceFault> {
        let index = self.used;
        let Some(face) = self.faces.get(index).map(|face| face.pips()) else {
            return Err(DiceFault::MoreNeeded {
                supplied: index,
                next: die,
                whose: self.whose.clone(),
            });
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

    fn on_behalf_of(&mut self, combatant: &Id) {
        self.whose = Some(combatant.clone());
    }
}
