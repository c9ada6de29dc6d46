//! Luck: a rule asks, chance answers.
//!
//! All dice of all games come through the trait [`Chance`], so that play, replay and exact odds run
//! the very same rule function. A rule never owns a generator; it says what it wants to know by an
//! [`Ask`], as the rule itself reads the dice ("a deviation roll", "one of three"), and gets the
//! reading.

mod dice;
mod every;
mod recorded;
mod seeded;
mod supplied;

use crate::bounded::Id;

pub use dice::{Dice, Face, Faces, Seed, Source, Thrown};
pub use every::{Cut, Every, TooManyPaths, Weight};
pub use recorded::Recorded;
pub use seeded::Seeded;
pub use supplied::{DiceFault, Supplied};

/// One die that a rule asks for: how many sides it has, and what it is for, in the words a refusal
/// uses ("red die of the attack").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    /// The faces are 1 to `sides`.
    pub sides: u8,
    /// What the die is for.
    pub name: &'static str,
}

/// A group of dice thrown together and read as one thing.
///
/// `throw` and `reading` are two views of the same dice: every throw of the dice gives a reading
/// that `reading` lists, and as many throws give it as its weight says. A property test of each
/// implementation holds them together.
pub trait Ask {
    /// What the rule learns, and nothing more: throws that the rule cannot tell apart are one
    /// reading.
    type Reading;

    /// Throws the dice in order, one by one, through `throw`, and reads them.
    ///
    /// # Errors
    /// Whatever `throw` fails with.
    fn throw<E>(&self, throw: impl FnMut(Die) -> Result<u8, E>) -> Result<Self::Reading, E>;

    /// How many equally likely throws there are.
    fn ways(&self) -> u32;

    /// The reading at `index`, counted from 0, with the number of throws that give it; `None` past
    /// the last.
    fn reading(&self, index: usize) -> Option<(Self::Reading, u32)>;

    /// How many times the dice of this chain were thrown again before, where a rule is open-ended:
    /// 0 for a first throw. Exact odds cut the chain at [`Every::DEPTH`].
    fn depth(&self) -> u8 {
        0
    }
}

/// Where luck comes from.
pub trait Chance {
    /// How asking can fail. Seeded chance cannot; supplied dice run out.
    type Error;

    /// Answers one question of a rule.
    ///
    /// # Errors
    /// As the source says: see [`Supplied`] and [`Every`].
    fn ask<A: Ask>(&mut self, ask: A) -> Result<A::Reading, Self::Error>;

    /// Says whose dice are asked for from now on, where a request has several combatants: a refusal
    /// names the combatant.
    fn on_behalf_of(&mut self, _: &Id) {}
}

/// A source of single dice: chance that throws real faces, which can be recorded and replayed.
pub trait Throw {
    /// How a throw can fail.
    type Error;

    /// Throws one die.
    ///
    /// # Errors
    /// As the source says: see [`Supplied`].
    fn throw(&mut self, die: Die) -> Result<u8, Self::Error>;

    /// As [`Chance::on_behalf_of`].
    fn on_behalf_of(&mut self, _: &Id) {}
}

impl<T: Throw> Chance for T {
    type Error = T::Error;

    fn ask<A: Ask>(&mut self, ask: A) -> Result<A::Reading, Self::Error> {
        ask.throw(|die| self.throw(die))
    }

    fn on_behalf_of(&mut self, combatant: &Id) {
        Throw::on_behalf_of(self, combatant);
    }
}

/// One of `sides` equally likely things, counted from 0: a die thrown to choose.
#[derive(Clone, Copy, Debug)]
pub struct OneOf {
    /// The die that chooses.
    pub die: Die,
}

impl Ask for OneOf {
    type Reading = usize;

    fn throw<E>(&self, mut throw: impl FnMut(Die) -> Result<u8, E>) -> Result<usize, E> {
        Ok(usize::from(throw(self.die)?.saturating_sub(1)))
    }

    fn ways(&self) -> u32 {
        u32::from(self.die.sides)
    }

    fn reading(&self, index: usize) -> Option<(usize, u32)> {
        (index < usize::from(self.die.sides)).then_some((index, 1))
    }
}
