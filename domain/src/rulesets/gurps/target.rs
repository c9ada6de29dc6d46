//! What is aimed at (G-50 to G-54).

use serde::Deserialize;

use super::rules::Term;
use crate::bounded::or_default;
use crate::keyed::keyed;
use crate::strict::strict;
use crate::sum::Tally;

keyed! {
    /// What is aimed at: a hit location, a chink in the armor, or a weapon.
    pub enum Target as "gurps.Target" {
        /// A hit location (G-50, G-51).
        Location(Location) = "location" as "gurps.TargetLocation",
        /// A hit location through a chink in the armor: -8 for the torso, -10 elsewhere (G-52).
        Chink(Chink) = "chink" as "gurps.TargetChink",
        /// A weapon, to damage it or to disarm its wielder (G-53, G-54).
        Weapon(TargetWeapon) = "weapon" as "gurps.TargetWeapon",
    }
}

/// A hit location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Location))]
pub enum Location {
    /// 0
    Torso,
    /// -2
    Arm,
    /// -2
    Leg,
    /// -3
    Groin,
    /// -4
    Hand,
    /// -4
    Foot,
    /// -5
    Face,
    /// -7
    Skull,
    /// -3, by impaling and piercing attacks only.
    Vitals,
    /// -9, by impaling and piercing attacks only.
    Eyes,
}

/// Where the chink is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Chink))]
pub enum Chink {
    /// -8
    Torso,
    /// -10
    Elsewhere,
}

/// A weapon as a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::WeaponAimedAt))]
pub struct TargetWeapon {
    /// How long it is, or what gun it is.
    pub reach: TargetWeaponReach,
    /// Whether to damage it or to disarm its wielder.
    pub intent: Intent,
    /// Whether the attacker uses a fencing weapon: no extra penalty to disarm. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub fencing: bool,
}

/// How long a weapon is that is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::WeaponAimedAtReach))]
pub enum TargetWeaponReach {
    /// Reach C: -5
    #[serde(rename = "C")]
    C,
    /// Reach 1: -4
    #[serde(rename = "1")]
    One,
    /// Reach 2 or more: -3
    #[serde(rename = "2+")]
    TwoOrMore,
    /// -5
    Pistol,
    /// -3
    Rifle,
}

/// What an attack on a weapon is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Intent))]
pub enum Intent {
    /// To damage the weapon.
    Damage,
    /// To disarm its wielder: -2 more, unless by a fencing weapon.
    Disarm,
}

strict!(Location, Chink, TargetWeapon, TargetWeaponReach, Intent);

impl Target {
    /// Whether only impaling and piercing attacks reach it (G-51).
    pub(super) fn is_delicate(&self) -> bool {
        matches!(self, Self::Location(Location::Vitals | Location::Eyes))
    }

    /// Adds what the target takes (G-50 to G-54).
    pub(super) fn add_to<'r, S: Tally<'r, Term>>(&self, sum: &mut S) {
        match self {
            Self::Location(location) => match location {
                Location::Torso => {}
                Location::Arm => sum.add(Term::Arm, -2),
                Location::Leg => sum.add(Term::Leg, -2),
                Location::Groin => sum.add(Term::Groin, -3),
                Location::Hand => sum.add(Term::Hand, -4),
                Location::Foot => sum.add(Term::Foot, -4),
                Location::Face => sum.add(Term::Face, -5),
                Location::Skull => sum.add(Term::Skull, -7),
                Location::Vitals => sum.add(Term::Vitals, -3),
                Location::Eyes => sum.add(Term::Eyes, -9),
            },
            Self::Chink(Chink::Torso) => sum.add(Term::ChinkInTorso, -8),
            Self::Chink(Chink::Elsewhere) => sum.add(Term::ChinkElsewhere, -10),
            Self::Weapon(weapon) => {
                match weapon.reach {
                    TargetWeaponReach::C => sum.add(Term::WeaponOfReachC, -5),
                    TargetWeaponReach::Pistol => sum.add(Term::Pistol, -5),
                    TargetWeaponReach::One => sum.add(Term::WeaponOfReach1, -4),
                    TargetWeaponReach::TwoOrMore => sum.add(Term::WeaponOfReach2, -3),
                    TargetWeaponReach::Rifle => sum.add(Term::Rifle, -3),
                }
                let disarms = weapon.intent == Intent::Disarm;
                sum.add_if(disarms && !weapon.fencing, Term::Disarm, -2);
            }
        }
    }
}
