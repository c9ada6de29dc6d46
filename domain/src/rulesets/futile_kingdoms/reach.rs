//! Reach: how a weapon's length and the distance go together (FK-12, FK-13).

use serde::{Deserialize, Serialize};

use super::combatant::Weapon;
use crate::bounded::bounded;

bounded! {
    /// A distance in hexes, from 0 (Close Quarters) to 99. Absent: 1.
    pub struct Distance(0..=99, absent 1) in "futile_kingdoms";
}

bounded! {
    /// The Reach of a weapon in hexes, from 0 to 99.
    pub struct Reach(0..=99) in "futile_kingdoms";
}

/// How a weapon's Reach and the distance go together (FK-12). All of these are in Reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::ReachBand))]
pub enum Band {
    /// Exactly the weapon's Reach, or its Alternative Reach.
    Optimal,
    /// The weapon is longer than the distance: -1 to attack.
    TooLong,
    /// The weapon is one hex short: -2 to attack.
    TooShort,
}

impl Band {
    /// The band of a weapon at a distance; `None` out of reach (FK-12, FK-13).
    #[must_use]
    pub fn of(weapon: &Weapon, distance: Distance) -> Option<Self> {
        let (reach, distance) = (weapon.reach.get(), distance.get());
        let alternative = weapon.alternative_reach.map(Reach::get);
        if distance == reach || Some(distance) == alternative {
            Some(Self::Optimal)
        } else if reach > distance {
            // Between two reaches too: what counts is that the weapon is longer than the distance.
            Some(Self::TooLong)
        } else if reach + 1 == distance {
            Some(Self::TooShort)
        } else {
            None
        }
    }
}
