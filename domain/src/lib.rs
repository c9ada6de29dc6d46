//! The rules of tabletop melee combat, as pure functions.
//!
//! There is no clock here, no input or output, no ambient randomness and no word of HTTP: the same
//! request and the same chance give the same outcome, for ever.
//!
//! A verb of a game goes three steps. Parsing ([`serde`]) refuses what a type can forbid; the
//! request's `lawful` refuses what the rules forbid, all faults at once; `resolve` then meets only
//! lawful values and can fail only as its [`Chance`] can.
//!
//! The words that all games share are up here; each game is a folder of [`rulesets`].

mod bounded;
pub mod cards;
pub mod chance;
pub mod encounter;
mod json;
mod keyed;
pub mod odds;
mod refusal;
mod roster;
mod ruleset;
pub mod rulesets;
#[cfg(feature = "openapi")]
pub mod schema;
mod strict;
mod sum;
pub mod tagged;
mod told;
mod verb;
mod worded;

pub use bounded::{Id, Label, Name, Rating, items};
pub use chance::Chance;
pub use json::JsonObject;
pub use odds::Odds;
pub use refusal::{Fault, Place, Refusal, Standstill};
pub use ruleset::{
    Example, Maneuver, ManeuverKind, OnSuccess, Range, RuleEntry, Ruleset, SumName, TermEntry,
    VerbEntry,
};
pub use strict::Strict;
pub use sum::{Limit, Line, MOST_TERMS, Modifier, Modifiers, Sum, Tally, Term, Total};
pub use verb::{Reckoned, Rolled};
