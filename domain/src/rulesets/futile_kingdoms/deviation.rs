//! The Deviation Roll (FK-1) and its explosions (FK-2).

use crate::chance::{Ask, Chance, Die, Throw};
use crate::sum::Tally;

use super::rules::Term;

/// What a Deviation Roll is thrown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roll {
    /// The attack.
    Attack,
    /// The damage.
    Damage,
}

/// Whether the rule reads the red die by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Red {
    /// Only the deviation counts.
    Unread,
    /// Whether it shows 5 or 6 counts too (FK-33).
    Read,
}

/// A red and a white d6 (FK-1).
#[derive(Clone, Copy, Debug)]
pub struct DeviationRoll {
    /// What it is thrown for.
    pub roll: Roll,
    /// Whether the red die is read by itself.
    pub red: Red,
    /// How many rolls this one follows as their explosion (FK-2).
    pub explosions: u8,
}

/// A Deviation Roll, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deviation {
    /// From -5 to 5.
    pub value: i8,
    /// Whether the red die shows 5 or 6; false where it is not read.
    pub red_is_5_or_6: bool,
}

impl Deviation {
    const fn new(value: i8) -> Self {
        Self {
            value,
            red_is_5_or_6: false,
        }
    }

    const fn with_red_5_or_6(value: i8) -> Self {
        Self {
            value,
            red_is_5_or_6: true,
        }
    }

    /// Exactly +5 or -5: it may explode (FK-2).
    #[must_use]
    pub fn may_explode(self) -> bool {
        self.value.abs() == 5
    }
}

/// The readings of a Deviation Roll by its value alone, each with its throws in 36.
const BY_VALUE: [(Deviation, u64); 11] = [
    (Deviation::new(-5), 1),
    (Deviation::new(-4), 2),
    (Deviation::new(-3), 3),
    (Deviation::new(-2), 4),
    (Deviation::new(-1), 5),
    (Deviation::new(0), 6),
    (Deviation::new(1), 5),
    (Deviation::new(2), 4),
    (Deviation::new(3), 3),
    (Deviation::new(4), 2),
    (Deviation::new(5), 1),
];

/// The readings by value and red die. The red die is the lower one below 0 and the higher one above.
const BY_VALUE_AND_RED: [(Deviation, u64); 15] = [
    (Deviation::with_red_5_or_6(-5), 1),
    (Deviation::new(-4), 2),
    (Deviation::new(-3), 3),
    (Deviation::new(-2), 4),
    (Deviation::new(-1), 5),
    (Deviation::new(0), 4),
    (Deviation::with_red_5_or_6(0), 2),
    (Deviation::new(1), 3),
    (Deviation::with_red_5_or_6(1), 2),
    (Deviation::new(2), 2),
    (Deviation::with_red_5_or_6(2), 2),
    (Deviation::new(3), 1),
    (Deviation::with_red_5_or_6(3), 2),
    (Deviation::with_red_5_or_6(4), 2),
    (Deviation::with_red_5_or_6(5), 1),
];

impl Ask for DeviationRoll {
    type Reading = Deviation;

    fn throw<T: Throw>(&self, source: &mut T) -> Result<Deviation, T::Error> {
        let [red_name, white_name] = self.names();
        let red = source.throw(Die {
            sides: 6,
            name: red_name,
        })?;
        let white = source.throw(Die {
            sides: 6,
            name: white_name,
        })?;
        // Without a branch, since nothing can foresee it.
        let value =
            i8::from(red > white) * white.cast_signed() - i8::from(red < white) * red.cast_signed();
        Ok(Deviation {
            value,
            red_is_5_or_6: self.red == Red::Read && red >= 5,
        })
    }

    fn ways(&self) -> u64 {
        36
    }

    fn reading(&self, index: usize) -> Option<(Deviation, u64)> {
        match self.red {
            Red::Unread => BY_VALUE.get(index).copied(),
            Red::Read => BY_VALUE_AND_RED.get(index).copied(),
        }
    }

    fn depth(&self) -> u8 {
        self.explosions
    }
}

impl DeviationRoll {
    /// A first roll.
    #[must_use]
    pub fn of(roll: Roll, red: Red) -> Self {
        Self {
            roll,
            red,
            explosions: 0,
        }
    }

    /// What the two dice are called in a refusal.
    fn names(&self) -> [&'static str; 2] {
        match (self.roll, self.explosions) {
            (Roll::Attack, 0) => ["red die of the attack", "white die of the attack"],
            (Roll::Attack, _) => [
                "red die of the attack's explosion",
                "white die of the attack's explosion",
            ],
            (Roll::Damage, 0) => ["red die of the damage", "white die of the damage"],
            (Roll::Damage, _) => [
                "red die of the damage's explosion",
                "white die of the damage's explosion",
            ],
        }
    }

    /// The most explosions of one roll. Only supplied dice ever get there: the chance is 1 in 18
    /// to the power of 100.
    pub const MOST_EXPLOSIONS: u8 = 100;

    /// Throws the explosions that follow `first`, as long as the dice may explode and the player,
    /// who knows the sum so far, wants them to (FK-2). Together they are one line of `sum`. Gives
    /// what they add up to; `None` if there were none.
    ///
    /// # Errors
    /// As `chance` does.
    pub(super) fn explode<'r, S: Tally<'r, Term>, C: Chance>(
        roll: Roll,
        first: Deviation,
        term: Term,
        sum: &mut S,
        wanted: impl Fn(i32) -> bool,
        chance: &mut C,
    ) -> Result<Option<i32>, C::Error> {
        let (mut last, mut exploded) = (first, None);
        for explosions in 1..=Self::MOST_EXPLOSIONS {
            if !last.may_explode() || !wanted(sum.total() + exploded.unwrap_or(0)) {
                break;
            }
            last = chance.ask(Self {
                roll,
                red: Red::Unread,
                explosions,
            })?;
            exploded = Some(exploded.unwrap_or(0) + i32::from(last.value));
        }
        if let Some(exploded) = exploded {
            sum.base(term, exploded);
        }
        Ok(exploded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Face, Supplied};

    fn roll(red: i32, white: i32) -> Deviation {
        let faces = [red, white].map(|face| Face::new(face).unwrap());
        Supplied::faces(&faces)
            .ask(DeviationRoll::of(Roll::Attack, Red::Read))
            .unwrap()
    }

    #[test]
    fn fk_1_red_below_white_is_minus_the_red() {
        assert_eq!(roll(3, 4).value, -3);
    }

    #[test]
    fn fk_1_red_above_white_is_plus_the_white() {
        assert_eq!(roll(6, 5).value, 5);
    }

    #[test]
    fn fk_1_equal_dice_are_zero() {
        assert_eq!(roll(2, 2).value, 0);
    }

    #[test]
    fn fk_1_the_listed_readings_are_those_of_all_36_throws() {
        for red_read in [Red::Unread, Red::Read] {
            let ask = DeviationRoll::of(Roll::Attack, red_read);
            let mut thrown = std::collections::BTreeMap::new();
            for faces in (1..=6).flat_map(|red| (1..=6).map(move |white| [red, white])) {
                let faces = faces.map(Face::clamped);
                let reading = ask.throw(&mut Supplied::faces(&faces)).unwrap();
                *thrown.entry(reading).or_insert(0) += 1;
            }
            let listed = (0..).map_while(|index| ask.reading(index)).collect();
            assert_eq!(thrown, listed);
            assert_eq!(thrown.values().sum::<u64>(), ask.ways());
        }
    }
}
