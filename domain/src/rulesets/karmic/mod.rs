//! Karmic: melee of two by playing cards, with hidden hands and an initiative that changes sides.
//!
//! Rules K-1 to K-43 are listed in [`RULES`]. Covered here: the initiative (K-20), hands (K-22), checks
//! (K-5), and a turn of registers after any yielding (K-21, K-23 to K-27). Left out: movement between
//! turns, where the caller sets the range (K-43).
//!
//! Decisions where the text leaves a choice:
//! - Of equal cards the highest is one that is no hit card. A joker that is not ruled, or ruled a success,
//!   is the highest of all, and one ruled a failure the lowest (K-3, K-5).
//! - A joker drawn for a hit card is ruled by its declaration's ruling too (K-3).
//! - A combatant draws from a deck of its own, also where both are said to use the world deck (K-4).
//! - A defense against no attack neither succeeds nor fails (K-23).
//! - In one register what the attacker's maneuver brings counts before the defender's: of two who take the
//!   initiative in it, the defender has it (K-26).
//! - What is declared after a maneuver that resolves at once, and is not possible with the initiative as
//!   it then is, is reported lost (K-23).

mod attack_roll;
mod check;
mod combatant;
mod deck;
mod declare;
pub mod encounter;
mod full_round;
mod hand;
mod initiative;
mod maneuver;
mod melee_defense;
mod pile;
mod register;
mod round_odds;
mod rules;
mod skill_modifier;
mod weapon;
mod worth;

use crate::ruleset::{Example, Ruleset, VerbEntry};

pub use attack_roll::{
    AttackOdds, AttackRequest, Defender, ItemisedRegister, LawfulAttack, OutcomeOdds, TotalOdds,
};
pub use check::CheckOdds;
pub use combatant::{Combatant, DamageTotal, Declaration, Declarations, HandSize, UnknownHand};
pub use deck::{BlackSuit, DeckCards, DeckKind, RedSuit, WhichDeck};
pub use full_round::{DamageTaken, ItemisedRound, LawfulRound, Lost, RoundOutcome, RoundRequest};
pub use hand::{ExtraCards, Hand, HandRequest, LawfulHand};
pub use initiative::{
    HolderOdds, InitiativeCheck, InitiativeCombatant, InitiativeCombatants, InitiativeOdds,
    InitiativeOutcome, InitiativeRequest, LawfulInitiative,
};
pub use maneuver::{ExtraRange, MANEUVERS, OwnManeuver, OwnManeuvers};
pub use melee_defense::{MeleeDefense, MeleeDefenseRequest};
pub use register::{Outcome, Play, Register, RegisterNumber};
pub use round_odds::{DamageTakenOdds, RegisterOdds, RoundOdds};
pub use rules::{RULES, Sum, Term};
pub use skill_modifier::{CheckRequest, LawfulCheck, SkillModifier, SkillModifierRequest};
pub use weapon::{
    Hands, MaximumDamage, MaximumManeuvers, OffHand, OffHandKind, Weapon, WeaponRange,
};
pub use worth::{Hit, HitCount, Ruling};

/// The game's catalogue.
pub const RULESET: Ruleset = Ruleset {
    id: "karmic",
    name: "Karmic",
    summary: "Melee of two by playing cards: secret hands, maneuvers declared register by register, and \
              an initiative that changes sides.",
    verbs: &[
        VerbEntry {
            verb: "attack-roll",
            path: "/v1/karmic/attack-roll",
            summary: "One attack against one defense, or against none.",
            example: Example::plain(rules::ATTACK),
        },
        VerbEntry {
            verb: "melee-defense",
            path: "/v1/karmic/melee-defense",
            summary: "The defending maneuver's modified total.",
            example: Example::plain(rules::DEFENSE),
        },
        VerbEntry {
            verb: "skill-modifier",
            path: "/v1/karmic/skill-modifier",
            summary: "A check's sum before the card, and how many cards it draws.",
            example: Example::plain(rules::CHECK),
        },
        VerbEntry {
            verb: "full-round",
            path: "/v1/karmic/full-round",
            summary: "A turn of registers.",
            example: Example::plain(rules::ATTACK),
        },
        VerbEntry {
            verb: "initiative",
            path: "/v1/karmic/initiative",
            summary: "Who begins.",
            example: Example::plain(rules::INITIATIVE),
        },
        VerbEntry {
            verb: "hand",
            path: "/v1/karmic/hand",
            summary: "A hand, drawn.",
            example: Example::plain(r#"{"skill":3}"#),
        },
    ],
    modifiers: <Term as crate::Term>::ENTRIES,
    rules: RULES,
    maneuvers: MANEUVERS,
};
