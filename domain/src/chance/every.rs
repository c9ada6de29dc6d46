//! All luck there is: walks every outcome of a rule, with its exact weight.
//!
//! The walk is a depth-first odometer. A rule is run again and again; each run follows the answers
//! of the path and, past its end, takes the first reading of each ask. After a run the last answer
//! that has a next reading is turned on, and what follows it is forgotten. The paths that end are
//! all the outcomes, each exactly once.

use std::ops::ControlFlow;

use super::{Ask, Chance};
use crate::refusal::Standstill;

/// A path that was not walked to its end, which belongs to the remainder: an open-ended throw went on
/// past [`Every::DEPTH`], or the rules came to a standstill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut;

impl From<Standstill> for Cut {
    fn from(_: Standstill) -> Self {
        Self
    }
}

/// One answer on the path: which reading was given, in how many of how many ways, whether another
/// follows it, and whether it is there for the first time.
#[derive(Clone, Copy, Debug)]
struct Turn {
    index: usize,
    weight: u64,
    ways: u64,
    last: bool,
    new: bool,
}

/// The answers along one path through a rule.
#[derive(Debug, Default)]
pub struct Every {
    path: Vec<Turn>,
    at: usize,
}

/// There are more outcomes than were allowed, or wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyPaths;

/// The exact chance of one path: `numerator` in `denominator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// In how many ways the path is thrown.
    pub numerator: u128,
    /// How many ways there are.
    pub denominator: u128,
}

impl Every {
    /// How many times an open-ended throw is followed.
    pub const DEPTH: u8 = 4;

    /// How often the paths may ask on average: long ones cost more than short ones.
    pub const ASKS_A_PATH: usize = 8;

    /// Runs `rule` once for every outcome there is and hands each to `visit` with its weight; a
    /// path that was cut is handed over as [`Cut`]. The weights of all add up to exactly 1.
    ///
    /// # Errors
    /// [`TooManyPaths`] if there are more than `at_most`, if they ask more than [`Self::ASKS_A_PATH`] times
    /// that in all, or if `visit` wants no more.
    pub fn walk<T>(
        at_most: usize,
        mut rule: impl FnMut(&mut Self) -> Result<T, Cut>,
        mut visit: impl FnMut(Result<T, Cut>, Weight) -> ControlFlow<()>,
    ) -> Result<(), TooManyPaths> {
        let mut every = Self::default();
        let mut asked = 0;
        for _ in 0..at_most {
            let outcome = rule(&mut every);
            asked += every.at;
            if asked > at_most.saturating_mul(Self::ASKS_A_PATH) {
                return Err(TooManyPaths);
            }
            if visit(outcome, every.weight()).is_break() {
                return Err(TooManyPaths);
            }
            if !every.turn() {
                return Ok(());
            }
        }
        Err(TooManyPaths)
    }

    /// The weight of the path just walked. Past 2^128 the numbers stop growing, which is far past
    /// any use.
    fn weight(&self) -> Weight {
        let whole = Weight {
            numerator: 1,
            denominator: 1,
        };
        self.path
            .iter()
            .take(self.at)
            .fold(whole, |sum, turn| Weight {
                numerator: sum.numerator.saturating_mul(turn.weight.into()),
                denominator: sum.denominator.saturating_mul(turn.ways.into()),
            })
    }

    /// Turns to the next path; false when all have been walked.
    fn turn(&mut self) -> bool {
        self.path.truncate(self.at);
        self.at = 0;
        while let Some(turn) = self.path.last_mut() {
            if !turn.last {
                turn.index += 1;
                turn.new = true;
                return true;
            }
            self.path.pop();
        }
        false
    }
}

impl Chance for Every {
    type Error = Cut;

    #[inline]
    fn ask<A: Ask>(&mut self, ask: A) -> Result<A::Reading, Cut> {
        if ask.depth() > Self::DEPTH {
            return Err(Cut);
        }
        let known = self.path.get(self.at).copied();
        let index = known.map_or(0, |turn| turn.index);
        // What cannot be listed is cut: a hand from a deck of which some cards are hidden.
        let (reading, weight) = ask.reading(index).ok_or(Cut)?;
        // Along the path of the run before, the asks are the same.
        if known.is_none_or(|turn| turn.new) {
            let turn = Turn {
                index,
                weight,
                ways: ask.ways(),
                last: ask.reading(index + 1).is_none(),
                new: false,
            };
            match self.path.get_mut(self.at) {
                Some(known) => *known = turn,
                None => self.path.push(turn),
            }
        }
        self.at += 1;
        Ok(reading)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Die, OneOf};

    const COIN: OneOf = OneOf {
        die: Die {
            sides: 2,
            name: "coin",
        },
    };
    const THIRD: OneOf = OneOf {
        die: Die {
            sides: 3,
            name: "third",
        },
    };

    #[test]
    fn every_path_is_walked_once_and_the_weights_add_up_to_one() {
        let mut seen = Vec::new();
        let walked = Every::walk(
            100,
            |chance| {
                // Heads throws a die of three, tails ends at once.
                let coin = chance.ask(COIN)?;
                let third = if coin == 0 { chance.ask(THIRD)? } else { 9 };
                Ok((coin, third))
            },
            |path, weight| {
                seen.push((path, weight.numerator, weight.denominator));
                ControlFlow::Continue(())
            },
        );
        assert_eq!(walked, Ok(()));
        assert_eq!(
            seen,
            [
                (Ok((0, 0)), 1, 6),
                (Ok((0, 1)), 1, 6),
                (Ok((0, 2)), 1, 6),
                (Ok((1, 9)), 1, 2)
            ]
        );
    }

    #[test]
    fn a_rule_without_dice_has_one_path_of_weight_one() {
        let mut seen = Vec::new();
        let walked = Every::walk(
            1,
            |_| Ok(7),
            |path, weight| {
                seen.push((path, weight));
                ControlFlow::Continue(())
            },
        );
        assert_eq!(walked, Ok(()));
        assert_eq!(seen.len(), 1);
        assert_eq!(seen[0].1.numerator, seen[0].1.denominator);
    }

    #[test]
    fn more_paths_than_allowed_are_refused() {
        let walked = Every::walk(
            1,
            |chance| chance.ask(COIN),
            |_, _| ControlFlow::Continue(()),
        );
        assert_eq!(walked, Err(TooManyPaths));
    }
}
