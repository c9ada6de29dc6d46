//! Luck: a rule asks, chance answers.
//!
//! All dice of all games come through the trait [`Chance`], so that play, replay and exact odds run
//! the very same rule function. A rule never owns a generator; it says what it wants to know by an
//! [`Ask`], as the rule itself reads the dice ("a deviation roll", "one of three"), and gets the
//! reading.

mod deal;
mod dice;
mod every;
mod recorded;
mod seeded;
mod supplied;

use serde::Serialize;

use crate::bounded::Id;
use crate::cards::{Card, Deck};
use crate::refusal::Standstill;

pub use deal::{Deal, Dealt};
pub use dice::{Dice, Face, Faces, Seed, Source, Thrown};
pub use every::{Cut, Every, TooManyPaths, Weight};
pub use recorded::{Record, Recorded};
pub use seeded::Seeded;
pub use supplied::{DiceFault, Supplied, Wanted};

/// One die that a rule asks for: how many sides it has, and what it is for, in the words a refusal
/// uses ("red die of the attack").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    /// The faces are 1 to `sides`.
    pub sides: u8,
    /// What the die is for.
    pub name: &'static str,
}

/// A group of dice, or of cards, thrown together and read as one thing.
///
/// `throw` and `reading` are two views of the same dice: every throw of the dice gives a reading
/// that `reading` lists, and as many throws give it as its weight says. A test of each
/// implementation holds them together.
pub trait Ask {
    /// What the rule learns, and nothing more: throws that the rule cannot tell apart are one
    /// reading.
    type Reading;

    /// Throws the dice in order, one by one, and reads them.
    ///
    /// # Errors
    /// Whatever `source` fails with.
    fn throw<T: Throw>(&self, source: &mut T) -> Result<Self::Reading, T::Error>;

    /// How many equally likely throws there are.
    fn ways(&self) -> u64;

    /// The reading at `index`, counted from 0, with the number of throws that give it; `None` past
    /// the last.
    fn reading(&self, index: usize) -> Option<(Self::Reading, u64)>;

    /// How many times the dice of this chain were thrown again before, where a rule is open-ended:
    /// 0 for a first throw. Exact odds cut the chain at [`Every::DEPTH`].
    fn depth(&self) -> u8 {
        0
    }
}

/// Where luck comes from.
pub trait Chance {
    /// How asking can fail: supplied dice run out. It also carries a [`Standstill`] of the rules, which
    /// can come up only once the dice are thrown.
    type Error: From<Standstill>;

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
    type Error: From<Standstill>;

    /// Throws one die.
    ///
    /// # Errors
    /// As the source says: see [`Supplied`].
    fn throw(&mut self, die: Die) -> Result<u8, Self::Error>;

    /// Draws one card from a deck, each as likely as the others; none from an empty one. `name` says
    /// what for, as a die's does.
    ///
    /// # Errors
    /// As the source says: see [`Supplied`].
    fn draw(&mut self, deck: &Deck, name: &'static str) -> Result<Option<Card>, Self::Error>;

    /// As [`Chance::on_behalf_of`].
    fn on_behalf_of(&mut self, _: &Id) {}
}

impl<T: Throw> Chance for T {
    type Error = T::Error;

    fn ask<A: Ask>(&mut self, ask: A) -> Result<A::Reading, Self::Error> {
        ask.throw(self)
    }

    fn on_behalf_of(&mut self, combatant: &Id) {
        Throw::on_behalf_of(self, combatant);
    }
}

/// How a request brings its luck: [`Dice`], or [`Deal`] where a game uses cards.
pub trait Luck {
    /// What an answer shows of it.
    type Shown: Serialize;

    /// What the request brings.
    fn given(&self) -> Given<'_>;

    /// What was thrown and drawn, as an answer shows it.
    fn shown(source: Source, record: Record) -> Self::Shown;
}

/// What a request brings.
#[derive(Clone, Debug)]
pub enum Given<'d> {
    /// A seed to draw from.
    Seed(&'d Seed),
    /// What was thrown, or drawn, at the table.
    Supplied(Supplied<'d>),
}

/// One of `sides` equally likely things, counted from 0: a die thrown to choose.
#[derive(Clone, Copy, Debug)]
pub struct OneOf {
    /// The die that chooses.
    pub die: Die,
}

impl Ask for OneOf {
    type Reading = usize;

    fn throw<T: Throw>(&self, source: &mut T) -> Result<usize, T::Error> {
        Ok(usize::from(source.throw(self.die)?.saturating_sub(1)))
    }

    fn ways(&self) -> u64 {
        self.die.sides.into()
    }

    fn reading(&self, index: usize) -> Option<(usize, u64)> {
        (index < usize::from(self.die.sides)).then_some((index, 1))
    }
}
