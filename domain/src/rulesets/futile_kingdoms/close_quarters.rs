//! Close Quarters: two combatants in one hex (FK-29 to FK-34).

use serde::{Deserialize, Serialize};

use super::reach::{Distance, Reach};
use crate::bounded::or_default;
use crate::refusal::Refusal;
use crate::strict::strict;
use crate::verb::Reckoned;

/// How an attack and Close Quarters go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quarters {
    /// No Close Quarters in the target's hex.
    Open,
    /// Both are in the same hex, at distance 0: ordinary rules, useless shields (FK-29, FK-31).
    Inside,
    /// The target is in Close Quarters, the attacker outside: no Melee Defense (FK-32).
    FromOutside,
}

impl Quarters {
    /// Of a target at this distance; `shared` says whether it shares its hex with somebody else.
    pub(super) fn of(distance: Distance, shared: Shared) -> Self {
        match (distance.get(), shared) {
            (0, _) => Self::Inside,
            (_, Shared::Yes) => Self::FromOutside,
            (_, Shared::No) => Self::Open,
        }
    }
}

/// Whether a target shares its hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shared {
    Yes,
    No,
}

impl From<bool> for Shared {
    fn from(shared: bool) -> Self {
        if shared { Self::Yes } else { Self::No }
    }
}

/// By what means a combatant wants to enter Close Quarters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Means))]
pub enum Means {
    /// As the result of a Maneuver.
    Maneuver,
    /// As the result of a Charge.
    Charge,
    /// By regular movement.
    Movement,
    /// By regular movement through the target's Rear.
    MovementThroughRear,
}

strict!(Means);

/// May this combatant enter the target's hex? (FK-30)
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::CloseQuartersEntryRequest))]
pub struct EntryRequest {
    /// By what means.
    pub means: Means,
    /// The Reach of the weapon of a Charge; its Alternative Reach, if that is 0. Absent: no weapon.
    pub weapon_reach: Option<Reach>,
    /// Whether two combatants are in that hex already. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub already_in_effect: bool,
    /// Whether the target allows it. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub target_allows: bool,
    /// Whether the target has a Zone of Control. Absent: true.
    pub target_has_zone_of_control: Option<bool>,
    /// Whether the target has not noticed the movement. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub undetected: bool,
    /// Whether the target turns to face the movement in time. Absent: true.
    pub target_adjusts_facing: Option<bool>,
}

/// Whether Close Quarters may be entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::CloseQuartersEntry))]
pub struct Entry {
    /// Whether it is allowed.
    pub allowed: bool,
    /// The id of the rule that says so.
    #[cfg_attr(feature = "openapi", schema(max_length = 8))]
    pub rule: &'static str,
    /// Why, in a sentence.
    #[cfg_attr(feature = "openapi", schema(max_length = 200))]
    pub reason: &'static str,
}

strict!(EntryRequest);

impl Reckoned for EntryRequest {
    type Answer<'r> = Entry;

    fn reckon(&self) -> Result<Entry, Refusal> {
        let (allowed, reason) = self.judge();
        Ok(Entry {
            allowed,
            rule: "FK-30",
            reason,
        })
    }
}

impl EntryRequest {
    fn judge(&self) -> (bool, &'static str) {
        if self.already_in_effect {
            return (
                false,
                "Close Quarters are already in effect in that hex: two is the most.",
            );
        }
        match self.means {
            Means::Maneuver => (true, "A Maneuver may end in Close Quarters."),
            Means::Charge => match self.weapon_reach.map(Reach::get) {
                Some(0) => (true, "A Charge with a weapon of Reach 0 may end there."),
                Some(_) => (
                    false,
                    "A Charge may end there only with a weapon of Reach 0.",
                ),
                None => (
                    false,
                    "A Charge may end there only with a weapon of Reach 0, and `weapon_reach` \
                     names none.",
                ),
            },
            Means::Movement => self.judge_movement().unwrap_or((
                false,
                "Regular movement may end there only if the target allows it or has no Zone of \
                 Control.",
            )),
            Means::MovementThroughRear => self.judge_rear().or_else(|| self.judge_movement()).unwrap_or((
                false,
                "Movement through the Rear was noticed and faced in time, and the target neither \
                 allows it nor lacks a Zone of Control.",
            )),
        }
    }

    fn judge_movement(&self) -> Option<(bool, &'static str)> {
        if self.target_allows {
            Some((true, "The target allows it."))
        } else if self.target_has_zone_of_control == Some(false) {
            Some((true, "The target has no Zone of Control."))
        } else {
            None
        }
    }

    fn judge_rear(&self) -> Option<(bool, &'static str)> {
        if self.undetected {
            Some((true, "Movement through the Rear went undetected."))
        } else if self.target_adjusts_facing == Some(false) {
            Some((true, "The target failed to adjust its Facing."))
        } else {
            None
        }
    }
}
