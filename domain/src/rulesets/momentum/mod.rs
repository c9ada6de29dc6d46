//! Momentum: Declare, Clash, Press, The Toll, for any number of combatants.
//!
//! Rules M-1 to M-61 are listed in [`RULES`]. Covered here: melee resolution from the declarations to
//! the aftermath. The Closing Phase, and rule V.14 on damaged shields, are left out: a press only
//! says that the shield may be damaged.
//!
//! Decisions where the text leaves a choice:
//! - The situation of a check is the combatant's `other_modifiers`, each for all checks or for one
//!   kind (M-1).
//! - Declaring no target is allowed (M-10). What is held over somebody who is not the declared target
//!   is given up, so that a combatant holds Momentum over its declared target or over nobody (M-13).
//! - Where A targets B, and B holds Momentum over A and still targets A, B presses and A does not
//!   (M-20).
//! - Presses of equal totals settle in the order of declaration (M-33).
//! - Momentum sent for somebody dropped has ended already (M-61).

mod attack_roll;
mod check;
mod combatant;
pub mod encounter;
pub mod full_round;
mod melee_defense;
mod press;
mod rules;
mod skill_modifier;

use crate::ruleset::{Example, Ruleset, VerbEntry};

pub use attack_roll::{
    AttackOdds, AttackRequest, HealthLostOdds, ItemisedPress, LawfulAttack, OutcomeOdds,
};
pub use check::{From, TwoDice};
pub use combatant::{
    Check, CheckModifier, CheckModifierList, CheckModifiers, Combatant, Fatigue, Health,
};
pub use melee_defense::{MeleeDefense, MeleeDefenseOdds, MeleeDefenseRequest, TotalOdds};
pub use press::{Press, PressOutcome};
pub use rules::{RULES, Sum, Term};
pub use skill_modifier::{SkillModifier, SkillModifierRequest};

/// The game's catalogue.
pub const RULESET: Ruleset = Ruleset {
    id: "momentum",
    name: "Momentum",
    summary: "Melee of many: combatants declare, clash for momentum, press whoever they hold it over, \
              and pay the toll, all in one round.",
    verbs: &[
        VerbEntry {
            verb: "attack-roll",
            path: "/v1/momentum/attack-roll",
            summary: "One press and its Toll.",
            example: Example::plain(rules::PRESS),
        },
        VerbEntry {
            verb: "melee-defense",
            path: "/v1/momentum/melee-defense",
            summary: "The defending check, rolled.",
            example: Example::plain(rules::DEFENSE),
        },
        VerbEntry {
            verb: "skill-modifier",
            path: "/v1/momentum/skill-modifier",
            summary: "A check's sum before the dice.",
            example: Example::plain(rules::CLASH),
        },
        VerbEntry {
            verb: "full-round",
            path: "/v1/momentum/full-round",
            summary: "Declare, Clash, Press, The Toll.",
            example: Example::plain(
                r#"{"combatants":[{"id":"a","health":10},{"id":"b","health":10}],"engagements":[["a","b"]],"declarations":[{"combatant":"a","target":"b"},{"combatant":"b","target":"a"}]}"#,
            ),
        },
    ],
    modifiers: <Term as crate::Term>::ENTRIES,
    rules: RULES,
    maneuvers: &[],
};
