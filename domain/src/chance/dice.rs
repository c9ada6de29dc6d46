//! Dice on the wire: how a request brings its luck, and how an answer shows what was thrown.

use serde::Serialize;

use super::{Given, Luck, Record, Supplied};
use crate::bounded::{bounded, list, text, written};
use crate::keyed::keyed;

bounded! {
    /// The face that a die shows: from 1 to 6, or in a choice among n, which is a die of n faces, from
    /// 1 to n.
    pub struct Face(1..=100);
}

impl Face {
    /// The face as a count of pips.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is 1 to 100"
    )]
    pub fn pips(self) -> u8 {
        self.get() as u8
    }
}

list! {
    /// The faces of dice, in the order in which the rules ask for them.
    pub struct Faces(0..=4096 of Face);
}

written!(Faces);

impl FromIterator<u8> for Faces {
    /// Faces that dice have shown.
    fn from_iter<I: IntoIterator<Item = u8>>(faces: I) -> Self {
        let faces = faces.into_iter().map(|face| Face::clamped(face.into()));
        Self(faces.collect())
    }
}

impl Faces {
    /// Adds what a die has shown.
    pub(super) fn push(&mut self, face: u8) {
        self.0.push(Face::clamped(face.into()));
    }
}

text! {
    /// The seed of the dice: any text. The same seed and request give the same answer for ever.
    pub struct Seed(1..=64 characters);
}

keyed! {
    /// Where the dice come from: drawn from a seed, or thrown at the table. Absent, the service rolls.
    pub enum Dice as "Dice" {
        /// Dice drawn from a seed, replayable for ever on every machine.
        Seed(Seed) = "seed" as "SeededDice",
        /// Dice thrown at the table, in the order asked for: exactly as many as the rules ask for.
        Faces(Faces) = "faces" as "SuppliedDice",
    }
}

/// Who threw the dice of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Source {
    /// The service, by the operating system's randomness.
    Server,
    /// The seed of the request.
    Seed,
    /// The caller, at the table.
    Supplied,
}

/// The dice of an answer: posting the same request with these faces gives the same answer, but for
/// `source`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Thrown {
    /// Who threw them.
    pub source: Source,
    /// What they showed, in the order thrown.
    pub faces: Faces,
}

impl Luck for Dice {
    type Shown = Thrown;

    fn given(&self) -> Given<'_> {
        match self {
            Self::Seed(seed) => Given::Seed(seed),
            Self::Faces(faces) => Given::Supplied(Supplied::faces(faces)),
        }
    }

    fn shown(source: Source, record: Record) -> Thrown {
        Thrown {
            source,
            faces: record.faces,
        }
    }
}
