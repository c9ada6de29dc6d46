//! What the attacker is in (G-20 to G-30).

use serde::{Deserialize, Serialize};

use super::rules::Term;
use crate::bounded::{bounded, or_default};
use crate::keyed::keyed;
use crate::strict::strict;
use crate::sum::Tally;

bounded! {
    /// The penalty for an affliction, from -99 to -1.
    pub struct Affliction(-99..=-1) in "gurps";
}

bounded! {
    /// The penalty for bad footing, from -99 to -2.
    pub struct BadFooting(-99..=-2) in "gurps";
}

bounded! {
    /// The penalty for a major distraction, from -99 to -3. Absent: -3.
    pub struct MajorPenalty(-99..=-3) in "gurps";
}

bounded! {
    /// A count of hit points, points or yards per second, from 0 to 99.
    pub struct Count(0..=99) in "gurps";
}

/// What the attacker is in. What is absent is not the case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Situation))]
pub struct Situation {
    /// An affliction, like coughing or retching: the GM's penalty (G-20).
    pub affliction: Option<Affliction>,
    /// Bad footing: the GM's penalty (G-21).
    pub bad_footing: Option<BadFooting>,
    /// Grappled: -4 (G-22).
    #[serde(default, deserialize_with = "or_default")]
    pub grappled: bool,
    /// Holding a large shield: -2 (G-23).
    #[serde(default, deserialize_with = "or_default")]
    pub holding_large_shield: bool,
    /// A distraction: one.
    pub distraction: Option<Distraction>,
    /// Being mounted.
    pub mounted: Option<Mounted>,
    /// The hit points lost to injury last turn: -1 each, at most -4 (G-28).
    #[serde(default, deserialize_with = "or_default")]
    pub shock_hit_points: Count,
    /// The strength of the attacker, and what the weapon needs.
    pub strength: Option<Strength>,
    /// The Defense Bonus of a shield worn in close combat: it is taken off (G-30).
    #[serde(default, deserialize_with = "or_default")]
    pub shield_defense_bonus_in_close_combat: Count,
}

keyed! {
    /// A distraction: minor or major.
    pub enum Distraction as "gurps.Distraction" {
        /// A minor distraction, like part of one's clothes on fire: -2 (G-25).
        Minor(MinorDistraction) = "minor" as "gurps.DistractionMinor",
        /// A major distraction, like all of one's clothes on fire: the GM's penalty (G-24).
        Major(MajorDistraction) = "major" as "gurps.DistractionMajor",
    }
}

/// A minor distraction has no numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::MinorDistraction))]
pub struct MinorDistraction {}

/// A major distraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::MajorDistraction))]
pub struct MajorDistraction {
    /// The penalty. Absent: -3.
    pub penalty: Option<MajorPenalty>,
}

/// Being mounted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Mounted))]
pub struct Mounted {
    /// Whether the mount attacked on its last turn: -2 (G-26). Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub mount_attacked_last_turn: bool,
    /// The mount's velocity relative to the target, in yards per second: -1 from 7 on
    /// (G-27). Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub relative_velocity_yards_per_second: Count,
}

/// The strength of the attacker, and what the weapon needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Strength))]
pub struct Strength {
    /// The attacker's strength.
    pub has: Count,
    /// The weapon's minimum: -1 for each point of it that is lacking (G-29).
    pub needs: Count,
}

strict!(Situation, MinorDistraction, MajorDistraction, Mounted);
strict!(write Strength);

impl Situation {
    /// Adds what the situation takes (G-20 to G-30).
    pub(super) fn add_to<'r, S: Tally<'r, Term>>(&self, sum: &mut S) {
        sum.add(Term::Affliction, self.affliction.map_or(0, Affliction::get));
        sum.add(
            Term::BadFooting,
            self.bad_footing.map_or(0, BadFooting::get),
        );
        sum.add_if(self.grappled, Term::Grappled, -4);
        sum.add_if(self.holding_large_shield, Term::LargeShield, -2);
        match &self.distraction {
            None => {}
            Some(Distraction::Minor(_)) => sum.add(Term::MinorDistraction, -2),
            Some(Distraction::Major(major)) => {
                let penalty = major.penalty.map_or(-3, MajorPenalty::get);
                sum.add(Term::MajorDistraction, penalty);
            }
        }
        if let Some(mounted) = self.mounted {
            let fast = mounted.relative_velocity_yards_per_second.get() >= 7;
            sum.add_if(mounted.mount_attacked_last_turn, Term::MountAttacked, -2);
            sum.add_if(fast, Term::MountVelocity, -1);
        }
        sum.add(Term::Shock, -self.shock_hit_points.get().min(4));
        if let Some(Strength { has, needs }) = self.strength {
            sum.add(Term::Strength, -(needs.get() - has.get()).max(0));
        }
        let defense_bonus = self.shield_defense_bonus_in_close_combat.get();
        sum.add(Term::ShieldInCloseCombat, -defense_bonus);
    }
}
