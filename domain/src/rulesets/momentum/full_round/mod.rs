//! A round of melee: Declare, Clash, Press, The Toll.
//!
//! `request` is what is asked, `declare` settles what the declarations mean before any dice,
//! `resolve` clashes, presses and counts, `outcome` tells it as a story.

mod declare;
mod odds;
mod outcome;
mod request;
mod resolve;

pub use declare::LawfulRound;
pub use odds::{
    ClashOdds, CombatantOdds, HealthOdds, PressOdds, PressOutcomeOdds, RoundOdds, WinnerOdds,
};
pub use outcome::{
    Clash, DecidedBy, FatigueReason, Fatigued, ItemisedClash, ItemisedRound, Next, RoundOutcome,
    Swarmed,
};
pub use request::{
    Combatants, Declaration, Declarations, Engagements, Momentum, MomentumList, Pair, Rear,
    RearList, RoundRequest,
};
