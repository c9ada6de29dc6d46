//! The check: two dice, skill, prowess and the situation (M-1, M-21, M-31).

use super::combatant::{Check, Combatant};
use super::rules::Term;
use crate::chance::{Ask, Die, Throw};
use crate::sum::Tally;

/// Two d6, added up, for one side of a Clash or of a Press.
#[derive(Clone, Copy, Debug)]
pub struct TwoDice {
    /// What the two dice are called in a refusal.
    pub names: [&'static str; 2],
}

impl TwoDice {
    /// Of a check of this kind.
    pub(super) fn of(check: Check) -> Self {
        Self {
            names: match check {
                Check::Clash => ["first die of the clash", "second die of the clash"],
                Check::Attack => ["first die of the attack", "second die of the attack"],
                Check::Defense => ["first die of the defense", "second die of the defense"],
            },
        }
    }
}

impl Ask for TwoDice {
    type Reading = i32;

    fn throw<T: Throw>(&self, source: &mut T) -> Result<i32, T::Error> {
        let mut total = 0;
        for name in self.names {
            total += i32::from(source.throw(Die { sides: 6, name })?);
        }
        Ok(total)
    }

    fn ways(&self) -> u64 {
        36
    }

    fn reading(&self, index: usize) -> Option<(i32, u64)> {
        /// In how many ways two dice show 2, 3, ... 12.
        const WAYS: [u64; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

        Some((i32::try_from(index).ok()? + 2, *WAYS.get(index)?))
    }
}

/// From where the other one comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// From ahead.
    Ahead,
    /// From the rear (M-24, M-31).
    TheRear,
}

impl std::convert::From<bool> for From {
    fn from(rear: bool) -> Self {
        if rear { Self::TheRear } else { Self::Ahead }
    }
}

/// Adds what a check has before the dice (M-1): Reach in a Clash only (M-21), Shield in a defense
/// only, and not from the rear (M-31).
pub(super) fn add_modifiers<'r, S: Tally<'r, Term>>(
    sum: &mut S,
    combatant: &'r Combatant,
    check: Check,
    from: From,
) {
    sum.base(Term::MeleeSkill, combatant.melee_skill.get());
    sum.base(Term::Prowess, combatant.prowess.get());
    match (check, from) {
        (Check::Clash, _) => sum.add(Term::Reach, combatant.reach.get()),
        (Check::Defense, From::Ahead) => sum.add(Term::Shield, combatant.shield.get()),
        (Check::Attack, _) | (Check::Defense, From::TheRear) => {}
    }
    sum.free(combatant.other_modifiers.of(check));
}

/// A check with these dice.
pub(super) fn check<'r, S: Tally<'r, Term>>(
    dice: i32,
    combatant: &'r Combatant,
    check: Check,
    from: From,
) -> S {
    let mut sum = S::default();
    sum.base(Term::TwoDice, dice);
    add_modifiers(&mut sum, combatant, check, from);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Face, Supplied};

    #[test]
    fn the_listed_readings_are_those_of_all_36_throws() {
        let ask = TwoDice::of(Check::Clash);
        let mut thrown = std::collections::BTreeMap::new();
        for throw in 0..36 {
            let faces = [throw % 6, throw / 6].map(|pips| Face::clamped(pips + 1));
            let total = ask.throw(&mut Supplied::faces(&faces));
            *thrown.entry(total.unwrap()).or_insert(0) += 1;
        }
        let listed = (0..).map_while(|index| ask.reading(index)).collect();
        assert_eq!(thrown, listed);
    }
}
