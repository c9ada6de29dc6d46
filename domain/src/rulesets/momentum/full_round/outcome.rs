//! A round as a story.

use serde::Serialize;

#[cfg(feature = "openapi")]
use super::super::attack_roll::ItemisedPress;
use super::super::combatant::Combatant;
use super::super::press::Press;
use super::super::rules::Sum;
use super::request::{Momentum, Pair};
use crate::bounded::Id;

/// A round of melee, resolved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::FullRound))]
pub struct RoundOutcome<'r, S> {
    /// The Momentum given up before any Clash, since its holder declared another target or none.
    #[cfg_attr(feature = "openapi", schema(max_items = 2000))]
    pub given_up: Vec<Momentum>,
    /// Who is targeted by two or more.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub swarmed: Vec<Swarmed<'r>>,
    /// The Clashes, in the order of declaration.
    #[cfg_attr(feature = "openapi", schema(max_items = 200, value_type = Vec<ItemisedClash<'r>>))]
    pub clashes: Vec<Clash<'r, S>>,
    /// The presses, in the order settled.
    #[cfg_attr(feature = "openapi", schema(max_items = 200, value_type = Vec<ItemisedPress<'r>>))]
    pub presses: Vec<Press<'r, S>>,
    /// Who gains a point of Fatigue, and why.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub fatigue: Vec<Fatigued<'r>>,
    /// The state after the round: with new declarations, the next one's request.
    pub next: Next,
}

/// A round with every number itemised.
pub type ItemisedRound<'r> = RoundOutcome<'r, Sum<'r>>;

/// Somebody targeted by two or more (M-14).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::Swarmed))]
pub struct Swarmed<'r> {
    /// Who.
    pub combatant: &'r Id,
    /// By whom, in the order of declaration.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub by: Vec<&'r Id>,
}

/// What decided a Clash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::DecidedBy))]
pub enum DecidedBy {
    /// One sum is higher.
    Dice,
    /// The sums are equal: nobody wins (M-23).
    Tie,
    /// One side is attacked from the rear, and loses without a roll.
    Rear,
}

/// A Clash.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::Clash))]
pub struct Clash<'r, S> {
    /// Between whom: the declarer first.
    pub between: Pair,
    /// Their sums, in the same order. Absent where nobody rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2, nullable = false, value_type = Option<Vec<Sum<'r>>>))]
    pub sums: Option<[S; 2]>,
    /// Who won. Absent on a tie.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub winner: Option<&'r Id>,
    /// Who gains Momentum over the other: the winner, if the other is its target.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub gains_momentum: Option<&'r Id>,
    /// What decided it.
    pub decided_by: DecidedBy,
}

/// A Clash with every number itemised.
pub type ItemisedClash<'r> = Clash<'r, Sum<'r>>;

/// Why somebody gains Fatigue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::FatigueReason))]
pub enum FatigueReason {
    /// Hit in a press (M-42).
    Struck,
    /// Swarmed, and lost a Clash with an opponent who targeted it (M-25).
    Swarmed,
}

/// Somebody who gains a point of Fatigue.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::Fatigued))]
pub struct Fatigued<'r> {
    /// Who.
    pub combatant: &'r Id,
    /// Why.
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 2))]
    pub reasons: Vec<FatigueReason>,
}

/// The state after a round.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::Next))]
pub struct Next {
    /// The combatants, with their Health, Fatigue and Form after the round.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub combatants: Vec<Combatant>,
    /// Who is Engaged with whom, without the dropped.
    #[cfg_attr(feature = "openapi", schema(max_items = 2000))]
    pub engagements: Vec<Pair>,
    /// Who holds Momentum over whom.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub momentum: Vec<Momentum>,
}
