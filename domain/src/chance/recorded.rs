//! Chance that keeps what it threw.

use super::{Die, Faces, Throw};
use crate::bounded::Id;
use crate::cards::{Card, Cards, Deck};

/// What was thrown and drawn, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What the dice showed.
    pub faces: Faces,
    /// The cards.
    pub cards: Cards,
}

/// Wraps another source of luck and keeps what it gave, for the answer and the log.
#[derive(Clone, Debug)]
pub struct Recorded<T> {
    source: T,
    record: Record,
}

impl<T> Recorded<T> {
    /// Records what `source` throws.
    #[must_use]
    pub fn new(source: T) -> Self {
        Self {
            source,
            record: Record::default(),
        }
    }

    /// What was thrown and drawn so far.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// What was thrown and drawn, and the source.
    #[must_use]
    pub fn into_parts(self) -> (Record, T) {
        (self.record, self.source)
    }
}

impl<T: Throw> Throw for Recorded<T> {
    type Error = T::Error;

    fn throw(&mut self, die: Die) -> Result<u8, T::Error> {
        let face = self.source.throw(die)?;
        self.record.faces.push(face);
        Ok(face)
    }

    fn draw(&mut self, deck: &Deck, name: &'static str) -> Result<Option<Card>, T::Error> {
        let card = self.source.draw(deck, name)?;
        self.record.cards.extend(card);
        Ok(card)
    }

    fn on_behalf_of(&mut self, combatant: &Id) {
        self.source.on_behalf_of(combatant);
    }
}
