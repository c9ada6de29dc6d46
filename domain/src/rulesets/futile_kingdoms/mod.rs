//! Futile Kingdoms: melee on hexes, by deviation rolls.
//!
//! Rules FK-1 to FK-55 are listed in [`RULES`]. Covered here: the Deviation Roll and its
//! explosions, the Attack Result, the Melee Defense, reach bands, attacks along sidelined hexes and
//! into Close Quarters, opportunity attacks, damage and its effect. Ranged combat and movement are
//! left out.
//!
//! Decisions where the text leaves a choice:
//! - An Attack Result of exactly 0 is a near miss: no hit, but it may be redirected (FK-3, FK-22).
//! - The shield's modifier goes by the distance of the attack (FK-10).
//! - The deviation roll of an attack explodes in full, against the declared target, before any
//!   redirection is settled; a redirected attack explodes no further (FK-2, FK-22, FK-33).
//! - A positive Shield Attack Modifier counts as 0 inside Close Quarters, a negative one counts
//!   (FK-31). Distance 0 means inside.
//! - A target in Close Quarters attacked from outside has its Melee Defense of 0 as a line that says
//!   so (FK-32).
//! - The other modifiers of an attack stay with it when it is redirected; the victim's own count for
//!   its Melee Defense (FK-22).

mod approach;
mod attack_roll;
mod close_quarters;
mod combatant;
mod damage;
mod deviation;
mod melee_defense;
mod reach;
mod rules;
mod skill_modifier;

use crate::ruleset::{Example, Ruleset, VerbEntry};

pub use approach::{Approach, Arc, AttackNumber};
pub use attack_roll::{
    AttackOutcome, AttackRequest, Blow, Explode, HexIndex, LawfulAttack, Outcome, RedirectReason,
    Redirected, SidelinedHex, SidelinedHexes, Victim,
};
pub use close_quarters::{Entry, EntryRequest, Means, Quarters};
pub use combatant::{
    Armor, Combatant, Condition, Conditions, Grip, Protection, Shield, ShieldDefense,
    ShieldDefenses, Weapon,
};
pub use damage::{Effect, ExplodeDamage};
pub use deviation::{Deviation, DeviationRoll, Red, Roll};
pub use melee_defense::{MeleeDefense, MeleeDefenseRequest, melee_defense};
pub use reach::{Band, Distance, Reach};
pub use rules::{RULES, Sum, Term};
pub use skill_modifier::{SkillModifier, SkillModifierRequest};

/// The game's catalogue.
pub const RULESET: Ruleset = Ruleset {
    id: "futile-kingdoms",
    name: "Futile Kingdoms",
    summary: "Melee on hexes: an attack is a red and a white die against a Melee Defense, with reach \
              bands, flanks, sidelined hexes and Close Quarters.",
    verbs: &[
        VerbEntry {
            verb: "attack-roll",
            path: "/v1/futile-kingdoms/attack-roll",
            summary: "An attack, rolled; with its damage.",
            example: Example(
                r#"{"attacker":{"vigor":0,"weapon":{"name":"sword","skill":9,"reach":1}},"target":{"vigor":0,"armor":{"helmet":1}},"explode":"always","roll_damage":true,"explode_damage":"always","dice":{"faces":[4,3,4,3]}}"#,
            ),
        },
        VerbEntry {
            verb: "melee-defense",
            path: "/v1/futile-kingdoms/melee-defense",
            summary: "The Melee Defense of a combatant.",
            example: Example(r#"{"defender":{"vigor":0}}"#),
        },
        VerbEntry {
            verb: "skill-modifier",
            path: "/v1/futile-kingdoms/skill-modifier",
            summary: "The Attack Result before the dice and without a target.",
            example: Example(
                r#"{"attacker":{"vigor":0,"weapon":{"name":"sword","skill":4,"reach":1}}}"#,
            ),
        },
        VerbEntry {
            verb: "close-quarters-entry",
            path: "/v1/futile-kingdoms/close-quarters-entry",
            summary: "Whether Close Quarters may be entered.",
            example: Example(r#"{"means":"maneuver"}"#),
        },
    ],
    modifiers: Term::ENTRIES,
    rules: RULES,
};
