//! An attack as its attacker makes it: what every request has.

use serde::{Deserialize, Serialize};

use super::situation::Situation;
use super::target::Target;
use super::visibility::Visibility;
use crate::bounded::{Name, Rating, bounded, or_default};
use crate::strict::strict;
use crate::sum::Modifiers;

/// Declares a request for an attack: one field of its own, and those of every attack. On the wire it
/// is one object; `split` takes it apart.
macro_rules! attack {
    ($(#[$meta:meta])* pub struct $name:ident as $component:ident { $($(#[$own_meta:meta])* pub $own:ident: $type:ty,)? }) => {
        $(#[$meta])*
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields, remote = "Self")]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[cfg_attr(feature = "openapi", schema(as = gurps::$component))]
        pub(super) struct $name {
            $($(#[$own_meta])* $own: $type,)?
            /// The base skill with the weapon or the unarmed attack.
            skill: Rating,
            /// Another skill that limits it, like Free Fall or Riding. Absent: none.
            limiting_skill: Option<LimitingSkill>,
            /// The maneuver. Absent: `attack`.
            #[serde(default, deserialize_with = "or_default")]
            maneuver: Maneuver,
            /// The posture. Absent: `standing`.
            #[serde(default, deserialize_with = "or_default")]
            posture: Posture,
            /// The reach at which the weapon is used: needed when crawling, which allows only `C`.
            reach: Option<WeaponReach>,
            /// The kind of damage: needed for the vitals and the eyes.
            damage_type: Option<DamageType>,
            /// What the attacker is in. Absent: nothing of it.
            #[serde(default, deserialize_with = "or_default")]
            situation: Situation,
            /// What the attacker does besides. Absent: nothing of it.
            #[serde(default, deserialize_with = "or_default")]
            options: Options,
            /// How many turns the attacker has evaluated the target; more than 3 count as 3 (G-42).
            /// Absent: 0.
            #[serde(default, deserialize_with = "or_default")]
            evaluate_turns: EvaluateTurns,
            /// What is aimed at: one thing. Absent: the torso.
            target: Option<Target>,
            /// What the attacker sees. Absent: everything.
            #[serde(default, deserialize_with = "or_default")]
            visibility: Visibility,
            /// A house option: the maximum of 9 does not hold (G-3). Absent: false.
            #[serde(default, deserialize_with = "or_default")]
            lift_maximum_9: bool,
            /// House rules and the GM's word. They count before the maximum of 9.
            #[serde(default, deserialize_with = "or_default")]
            other_modifiers: Modifiers,
        }

        $crate::strict::strict!($name);

        impl $name {
            /// The field of its own, and the attack.
            pub(super) fn split(self) -> ($($type,)? Attack,) {
                ($(self.$own,)? Attack {
                    skill: self.skill,
                    limiting_skill: self.limiting_skill,
                    maneuver: self.maneuver,
                    posture: self.posture,
                    reach: self.reach,
                    damage_type: self.damage_type,
                    situation: self.situation,
                    options: self.options,
                    evaluate_turns: self.evaluate_turns,
                    target: self.target,
                    visibility: self.visibility,
                    lift_maximum_9: self.lift_maximum_9,
                    other_modifiers: self.other_modifiers,
                },)
            }
        }
    };
}

pub(super) use attack;

/// An attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The base skill.
    pub skill: Rating,
    /// Another skill that limits it.
    pub limiting_skill: Option<LimitingSkill>,
    /// The maneuver.
    pub maneuver: Maneuver,
    /// The posture.
    pub posture: Posture,
    /// The reach at which the weapon is used.
    pub reach: Option<WeaponReach>,
    /// The kind of damage.
    pub damage_type: Option<DamageType>,
    /// What the attacker is in.
    pub situation: Situation,
    /// What the attacker does besides.
    pub options: Options,
    /// How many turns the attacker has evaluated the target.
    pub evaluate_turns: EvaluateTurns,
    /// What is aimed at; `None` is the torso.
    pub target: Option<Target>,
    /// What the attacker sees.
    pub visibility: Visibility,
    /// Whether the maximum of 9 does not hold.
    pub lift_maximum_9: bool,
    /// House rules and the GM's word.
    pub other_modifiers: Modifiers,
}

bounded! {
    /// How many turns an attacker has evaluated a target, from 0 to 99.
    pub struct EvaluateTurns(0..=99) in "gurps";
}

/// A skill that limits another.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::LimitingSkill))]
pub struct LimitingSkill {
    /// What it is called; it changes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Its level.
    pub level: Rating,
}

/// The attacker's maneuver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Maneuver))]
pub enum Maneuver {
    /// An attack like any other.
    #[default]
    Attack,
    /// All-Out Attack (Determined): +4 (G-10).
    AllOutAttackDetermined,
    /// Move and Attack: -4, and the maximum of 9 (G-11).
    MoveAndAttack,
}

/// The attacker's posture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Posture))]
pub enum Posture {
    /// No modifier.
    #[default]
    Standing,
    /// -2 (G-13)
    Crouching,
    /// -2 (G-13)
    Kneeling,
    /// -2 (G-13)
    Sitting,
    /// -4, and only attacks of reach C (G-12).
    Crawling,
    /// -4 (G-12)
    LyingDown,
}

/// The reach at which a weapon is used: C, or yards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::WeaponReach))]
pub enum WeaponReach {
    /// Close combat.
    C,
    /// 1 yard.
    #[serde(rename = "1")]
    One,
    /// 2 yards.
    #[serde(rename = "2")]
    Two,
    /// 3 yards.
    #[serde(rename = "3")]
    Three,
    /// 4 yards.
    #[serde(rename = "4")]
    Four,
    /// 5 yards.
    #[serde(rename = "5")]
    Five,
    /// 6 yards.
    #[serde(rename = "6")]
    Six,
    /// 7 yards.
    #[serde(rename = "7")]
    Seven,
    /// 8 yards.
    #[serde(rename = "8")]
    Eight,
    /// 9 yards.
    #[serde(rename = "9")]
    Nine,
}

/// The kind of damage an attack does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::DamageType))]
pub enum DamageType {
    /// Reaches the vitals and the eyes.
    Impaling,
    /// Reaches the vitals and the eyes.
    Piercing,
    /// Cutting.
    Cutting,
    /// Crushing.
    Crushing,
    /// Anything else.
    Other,
}

bounded! {
    /// How many levels of Deceptive Attack, from 0 to 99.
    pub struct Levels(0..=99) in "gurps";
}

/// What the attacker does besides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Options))]
pub struct Options {
    /// Levels of Deceptive Attack: -2 each, and -1 to the foe's active defense (G-40). Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub deceptive_levels: Levels,
    /// A Dual-Weapon Attack: -4 with each hand (G-41). Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub dual_weapon: bool,
    /// The hand that strikes; the off hand takes -4 (G-43). In a full round a Dual-Weapon Attack strikes with
    /// both, whatever is said here. Absent: `primary`.
    #[serde(default, deserialize_with = "or_default")]
    pub hand: Hand,
    /// Whether the attacker has Ambidexterity: no penalty for the off hand. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub ambidexterity: bool,
    /// A Rapid Strike: -6, or -3 with weapon mastery (G-44). Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub rapid_strike: bool,
    /// Whether the attacker has Trained By A Master or Weapon Master. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub weapon_mastery: bool,
    /// Striking into close combat: -2 (G-45). Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub striking_into_close_combat: bool,
    /// A Wild Swing: -5, and the maximum of 9 (G-46). Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub wild_swing: bool,
}

/// The hand that strikes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Hand))]
pub enum Hand {
    /// No modifier.
    #[default]
    Primary,
    /// -4, unless ambidextrous.
    Off,
}

strict!(Maneuver, WeaponReach, DamageType, Options, Hand);
strict!(write LimitingSkill, Posture);
