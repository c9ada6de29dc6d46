//! Futile Kingdoms: melee on hexes, by deviation rolls.
//!
//! Rules FK-1 to FK-55 are listed in [`RULES`]. Covered here: the Deviation Roll and its
//! explosions, the Attack Result, the Melee Defense, reach, facing and the Zone of Control, attacks
//! along sidelined hexes and into Close Quarters, opportunity attacks, damage and its effect, and the
//! melee round of an engagement group. Ranged combat and movement are left out.
//!
//! Decisions where the text leaves a choice:
//! - An Attack Result of exactly 0 is a near miss: no hit, but it may be redirected (FK-3, FK-22).
//! - The shield's modifier goes by the distance of the attack (FK-10).
//! - The deviation roll of an attack explodes in full, against the declared target, before any
//!   redirection is settled; a redirected attack explodes no further (FK-2, FK-22, FK-33). A roll
//!   explodes a hundred times at most, so that every number has a bound.
//! - Who may counterattack is judged by whoever was attacked in the end (FK-22, FK-55).
//! - A positive Shield Attack Modifier counts as 0 inside Close Quarters, a negative one counts
//!   (FK-31). Distance 0 means inside.
//! - A target in Close Quarters attacked from outside has its Melee Defense of 0 as a line that says
//!   so (FK-32).
//! - The other modifiers of an attack stay with it when it is redirected; the victim's own count for
//!   its Melee Defense (FK-22).

mod approach;
mod attack_odds;
mod attack_roll;
mod close_quarters;
mod combatant;
mod conditions;
mod damage;
mod deviation;
pub mod encounter;
pub mod full_round;
mod hexes;
mod melee_defense;
mod reach;
mod rules;
mod sidelined;
mod skill_modifier;
mod zone_of_control;

use crate::ruleset::{Example, Ruleset, VerbEntry};

pub use approach::{Approach, Arc, AttackNumber};
pub use attack_odds::{AttackOdds, DamageOdds, EffectOdds, OutcomeOdds, TotalOdds};
pub use attack_roll::{
    AttackOutcome, AttackRequest, Blow, Explode, LawfulAttack, Outcome, RedirectReason, Redirected,
    Victim,
};
pub use close_quarters::{Entry, EntryRequest, Means, Quarters};
pub use combatant::{
    Armor, Combatant, Grip, Present, Protection, Shield, ShieldDefense, ShieldDefenses, Weapon,
};
pub use conditions::{Condition, Conditions};
pub use damage::{Effect, ExplodeDamage};
pub use deviation::{Deviation, DeviationRoll, Red, Roll};
pub use hexes::{Coordinate, Facing, Position, arc, passed_through, passes_through, sidelined};
pub use melee_defense::{MeleeDefense, MeleeDefenseRequest, melee_defense};
pub use reach::{Band, BandOrOut, Distance, Positions, Reach, ReachAnswer, ReachRequest};
pub use rules::{RULES, Sum, Term};
pub use sidelined::{HexIndex, SidelinedHex, SidelinedHexes};
pub use skill_modifier::{SkillModifier, SkillModifierRequest};
pub use zone_of_control::{Stance, controls};

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
            example: Example::plain(rules::ATTACK),
        },
        VerbEntry {
            verb: "melee-defense",
            path: "/v1/futile-kingdoms/melee-defense",
            summary: "The Melee Defense of a combatant.",
            example: Example::plain(rules::DEFENSE),
        },
        VerbEntry {
            verb: "skill-modifier",
            path: "/v1/futile-kingdoms/skill-modifier",
            summary: "The Attack Result before the dice and without a target.",
            example: Example::plain(rules::SKILL),
        },
        VerbEntry {
            verb: "close-quarters-entry",
            path: "/v1/futile-kingdoms/close-quarters-entry",
            summary: "Whether Close Quarters may be entered.",
            example: Example::plain(r#"{"means":"maneuver"}"#),
        },
        VerbEntry {
            verb: "reach",
            path: "/v1/futile-kingdoms/reach",
            summary: "How far a target is, and what is in the way.",
            example: Example::plain(
                r#"{"attacker":{"q":0,"r":0},"target":{"q":1,"r":1},"weapon":{"name":"spear","skill":3,"reach":2}}"#,
            ),
        },
        VerbEntry {
            verb: "full-round",
            path: "/v1/futile-kingdoms/full-round",
            summary: "The melee round of an engagement group.",
            example: Example::plain(
                r#"{"combatants":[{"id":"a","side":"active","position":{"q":0,"r":0},"vigor":0,"weapon":{"name":"sword","skill":4,"reach":1}},{"id":"b","side":"passive","position":{"q":1,"r":0},"facing":3,"vigor":0}],"declarations":[{"combatant":"a","action":"attack","target":"b"},{"combatant":"b","action":"defend"}]}"#,
            ),
        },
    ],
    modifiers: <Term as crate::Term>::ENTRIES,
    rules: RULES,
    maneuvers: &[],
};
