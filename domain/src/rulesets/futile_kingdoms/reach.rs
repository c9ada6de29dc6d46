//! Reach: how a weapon's length and the distance go together (FK-12, FK-13), and what is in the way
//! (FK-20, FK-21).

use serde::{Deserialize, Serialize};

use super::combatant::Weapon;
use super::hexes::{Position, passed_through, sidelined};
use crate::bounded::{bounded, list, or_default};
use crate::refusal::Refusal;
use crate::strict::strict;
use crate::verb::Reckoned;

bounded! {
    /// A distance in hexes, from 0 (Close Quarters) to 100, where the longest weapon is one hex too
    /// short. Absent: 1.
    pub struct Distance(0..=100, absent 1) in "futile_kingdoms";
}

bounded! {
    /// The Reach of a weapon in hexes, from 0 to 99.
    pub struct Reach(0..=99) in "futile_kingdoms";
}

/// How a weapon's Reach and the distance go together (FK-12). All of these are in Reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
    #[inline]
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

list! {
    /// Hexes where somebody stands; those of attacker and target do not matter.
    pub struct Positions(0..=200 of Position) in "futile_kingdoms";
}

/// Can this attack be made, from hex to hex?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::ReachRequest))]
pub struct ReachRequest {
    /// Where the attacker stands.
    pub attacker: Position,
    /// Where the target stands.
    pub target: Position,
    /// The hexes where others stand. Absent: none.
    #[serde(default, deserialize_with = "or_default")]
    pub occupied: Positions,
    /// The attacker's weapon.
    pub weapon: Weapon,
}

strict!(ReachRequest);

/// How far a target is, and what is in the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::ReachAnswer))]
pub struct ReachAnswer {
    /// The distance in hexes.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 396))]
    pub distance: u32,
    /// How the weapon's Reach and the distance go together.
    pub reach: BandOrOut,
    /// Whether the attack can be made: in Reach, and not blocked.
    pub possible: bool,
    /// The occupied hexes that the attack would have to pass through, the nearer ones first.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub blocked_by: Vec<Position>,
    /// The hexes along whose edges the attack runs, occupied or not, the nearer ones first; what
    /// `sidelined` of an attack lists.
    #[cfg_attr(feature = "openapi", schema(max_items = 400))]
    pub sidelined: Vec<Position>,
}

/// How a weapon's Reach and the distance go together, out of reach included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::ReachBandOrOut))]
pub enum BandOrOut {
    /// Exactly the weapon's Reach, or its Alternative Reach.
    Optimal,
    /// The weapon is longer than the distance.
    TooLong,
    /// The weapon is one hex short.
    TooShort,
    /// The weapon is shorter than that: no attack.
    OutOfReach,
}

impl From<Option<Band>> for BandOrOut {
    fn from(band: Option<Band>) -> Self {
        match band {
            Some(Band::Optimal) => Self::Optimal,
            Some(Band::TooLong) => Self::TooLong,
            Some(Band::TooShort) => Self::TooShort,
            None => Self::OutOfReach,
        }
    }
}

impl Reckoned for ReachRequest {
    type Answer<'r> = ReachAnswer;

    fn reckon(&self) -> Result<ReachAnswer, Refusal> {
        let mut faults = Vec::new();
        self.weapon.faults("/weapon", &mut faults);
        Refusal::of(faults)?;
        let (attacker, target) = (self.attacker, self.target);
        // Past 100 hexes no weapon reaches.
        let band = attacker
            .distance(target)
            .and_then(|distance| Band::of(&self.weapon, distance));
        let blocked_by: Vec<_> = passed_through(attacker, target)
            .into_iter()
            .filter(|hex| self.occupied.contains(hex))
            .collect();
        Ok(ReachAnswer {
            distance: attacker.hexes_to(target),
            reach: band.into(),
            possible: band.is_some() && blocked_by.is_empty(),
            blocked_by,
            sidelined: sidelined(attacker, target),
        })
    }
}
