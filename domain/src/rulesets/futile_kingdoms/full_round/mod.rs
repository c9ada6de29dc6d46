//! The melee round of one engagement group (FK-50 to FK-55).
//!
//! `request` is what is declared, `lawful` what of it the rules can resolve, `resolve` the round in
//! its steps, `outcome` what happened.
//!
//! Decisions where the text leaves a choice:
//! - Each combatant declares one action at most; attacks of opportunity come beside it (FK-50).
//! - Whoever is in Close Quarters attacks only within them (FK-34).
//! - Where a sidelined hex holds two, the one listed first is its occupant (FK-22).
//! - A maneuver that finds its hex full when its turn comes is not made, and said so (FK-54).
//! - `next` begins another Melee Turn: nobody is Defending, and no attacks have come in.

mod lawful;
mod odds;
mod outcome;
mod request;
mod resolve;

pub use lawful::LawfulRound;
pub use odds::{CombatantOdds, RoundAttackOdds, RoundOdds, RoundOutcomeOdds, WorstEffectOdds};
pub use outcome::{
    Afflicted, DeclarationIndex, ItemisedAttack, ItemisedStep, LapsedAttack, Move, Next,
    RoundAttack, RoundOutcome, RoundStep, StepName,
};
pub use request::{
    AttackAction, AttackDeclaration, AttacksSuffered, Declaration, Declarations, DefendDeclaration,
    Fighter, FighterFields, Fighters, ManeuverAction, ManeuverDeclaration, RoundRequest, Side,
};
