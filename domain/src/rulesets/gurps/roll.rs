//! The roll of three dice, and what it means (G-70 to G-72).

use serde::Serialize;

use crate::chance::{Ask, Die, Faces, Throw};

/// Three d6, added up.
#[derive(Clone, Copy, Debug)]
pub struct ThreeDice;

/// Three dice, read: their total counts; what each showed is known where they were thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Total {
    /// All three together.
    pub total: i32,
    /// What each showed.
    pub faces: Option<[u8; 3]>,
}

impl Ask for ThreeDice {
    type Reading = Total;

    fn throw<T: Throw>(&self, source: &mut T) -> Result<Total, T::Error> {
        let mut throw = |name| source.throw(Die { sides: 6, name });
        let faces = [
            throw("first die of the attack")?,
            throw("second die of the attack")?,
            throw("third die of the attack")?,
        ];
        Ok(Total {
            total: faces.into_iter().map(i32::from).sum(),
            faces: Some(faces),
        })
    }

    fn ways(&self) -> u64 {
        216
    }

    fn reading(&self, index: usize) -> Option<(Total, u64)> {
        /// In how many ways three dice show 3, 4, ... 18.
        const WAYS: [u64; 16] = [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1];

        let total = Total {
            total: i32::try_from(index).ok()? + 3,
            faces: None,
        };
        Some((total, *WAYS.get(index)?))
    }
}

/// How an attack ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Outcome))]
pub enum Outcome {
    /// A hit of the best kind (G-70).
    CriticalSuccess,
    /// A hit.
    Success,
    /// A miss.
    Failure,
    /// A miss of the worst kind (G-71).
    CriticalFailure,
}

impl Outcome {
    /// What a roll means at an effective skill. What the dice show by nature comes before the margin
    /// (G-70 to G-72).
    #[must_use]
    pub fn of(roll: i32, skill: i32) -> Self {
        match roll {
            ..=4 => Self::CriticalSuccess,
            5 if skill >= 15 => Self::CriticalSuccess,
            6 if skill >= 16 => Self::CriticalSuccess,
            18.. => Self::CriticalFailure,
            17 if skill <= 15 => Self::CriticalFailure,
            17 => Self::Failure,
            _ if roll >= skill + 10 => Self::CriticalFailure,
            _ if roll <= skill => Self::Success,
            _ => Self::Failure,
        }
    }

    /// Whether it hits.
    #[must_use]
    pub fn hits(self) -> bool {
        match self {
            Self::CriticalSuccess | Self::Success => true,
            Self::Failure | Self::CriticalFailure => false,
        }
    }
}

/// A roll of three dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Roll))]
pub struct Roll {
    /// What the dice showed.
    pub faces: Faces,
    /// Together.
    #[cfg_attr(feature = "openapi", schema(minimum = 3, maximum = 18))]
    pub total: i32,
}

impl From<Total> for Roll {
    fn from(Total { total, faces }: Total) -> Self {
        Self {
            faces: faces.iter().flatten().copied().collect(),
            total,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Face, Supplied};

    #[test]
    fn the_listed_readings_are_those_of_all_216_throws() {
        let mut thrown = std::collections::BTreeMap::new();
        for throw in 0..216 {
            let faces = [throw % 6, throw / 6 % 6, throw / 36].map(|pips| Face::clamped(pips + 1));
            let total = ThreeDice.throw(&mut Supplied::faces(&faces));
            *thrown.entry(total.unwrap().total).or_insert(0) += 1;
        }
        let listed = (0..).map_while(|index| ThreeDice.reading(index));
        let listed = listed.map(|(total, ways)| (total.total, ways)).collect();
        assert_eq!(thrown, listed);
    }
}
