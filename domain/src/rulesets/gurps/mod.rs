//! Melee attacks by GURPS: effective skill, the hit roll, and its odds.
//!
//! Rules G-1 to G-80 are listed in [`RULES`]. Covered here: every modifier of a melee attack, the
//! caps, the hit roll and its outcome, a round of declared attacks. Defenses, damage and what follows
//! a critical are left out.
//!
//! Decisions where the text leaves a choice:
//! - A limiting skill is a line of its own that takes the excess away, and so is the visibility cap,
//!   which gives it back (G-1, G-2).
//! - `defense_penalty` is what a Deceptive Attack adds to the foe's active defense: 0 or negative
//!   (G-40).
//! - The torso has no modifier, and no line (G-50).
//! - `lift_maximum_9` is a house option (G-3). An effective skill below 3 is still shown, without
//!   odds; the attack itself is refused (G-73).

mod attack;
mod attack_roll;
pub mod encounter;
mod full_round;
mod roll;
mod rules;
mod situation;
mod skill_modifier;
mod target;
mod visibility;

use crate::ruleset::{Example, Ruleset, VerbEntry};

pub use attack::{
    Attack, DamageType, EvaluateTurns, Hand, Levels, LimitingSkill, Maneuver, Options, Posture,
    WeaponReach,
};
pub use attack_roll::{
    AttackOdds, AttackOutcome, AttackRequest, LawfulAttack, Margin, OutcomeOdds, TotalOdds,
};
pub use full_round::{
    LawfulRound, RoundAttack, RoundAttackOdds, RoundAttackOutcome, RoundAttacks, RoundOdds,
    RoundOutcome, RoundRequest,
};
pub use roll::{Outcome, Roll, ThreeDice, Total};
pub use rules::{RULES, Sum, Term};
pub use situation::{
    Affliction, BadFooting, Count, Distraction, MajorDistraction, MajorPenalty, MinorDistraction,
    Mounted, Situation, Strength,
};
pub use skill_modifier::{HitOdds, SkillModifier, SkillModifierRequest, Warning, effective_skill};
pub use target::{Chink, Intent, Location, Target, TargetWeapon, TargetWeaponReach};
pub use visibility::{PartialDarkness, Sight, Visibility};

/// The game's catalogue.
pub const RULESET: Ruleset = Ruleset {
    id: "gurps",
    name: "GURPS",
    summary: "Melee attacks on three dice against an effective skill, with every modifier, caps that \
              show, and exact odds. An unofficial aid.",
    verbs: &[
        VerbEntry {
            verb: "attack-roll",
            path: "/v1/gurps/attack-roll",
            summary: "3d6 against the effective skill.",
            example: Example::plain(r#"{"skill":12,"dice":{"faces":[3,4,4]}}"#),
        },
        VerbEntry {
            verb: "skill-modifier",
            path: "/v1/gurps/skill-modifier",
            summary: "The effective skill, its odds, and how deceptive the attack may be.",
            example: Example::plain(rules::SKILL),
        },
        VerbEntry {
            verb: "full-round",
            path: "/v1/gurps/full-round",
            summary: "Every declared attack in order.",
            example: Example::plain(r#"{"attacks":[{"combatant":"a","skill":12}]}"#),
        },
    ],
    modifiers: <Term as crate::Term>::ENTRIES,
    rules: RULES,
    maneuvers: &[],
};
