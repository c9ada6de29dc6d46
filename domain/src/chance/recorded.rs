//! Chance that keeps what it threw.

use super::{Die, Face, Faces, Throw};
use crate::bounded::Id;

/// Wraps another source of dice and keeps the faces thrown, for the answer and the log.
#[derive(Clone, Debug)]
pub struct Recorded<T> {
    source: T,
    faces: Vec<Face>,
}

impl<T> Recorded<T> {
    /// Records what `source` throws.
    #[must_use]
    pub fn new(source: T) -> Self {
        Self {
            source,
            faces: Vec::new(),
        }
    }

    /// The faces thrown, in order, and the source.
    #[must_use]
    pub fn into_parts(self) -> (Faces, T) {
        (Faces::from_thrown(self.faces), self.source)
    }
}

impl<T: Throw> Throw for Recorded<T> {
    type Error = T::Error;

    fn throw(&mut self, die: Die) -> Result<u8, T::Error> {
        let face = self.source.throw(die)?;
        self.faces.push(Face::clamped(face.into()));
        Ok(face)
    }

    fn on_behalf_of(&mut self, combatant: &Id) {
        self.source.on_behalf_of(combatant);
    }
}
