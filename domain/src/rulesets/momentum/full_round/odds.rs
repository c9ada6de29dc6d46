//! The odds of a small round: of each Clash and each press, and of what each combatant is left with.

use serde::Serialize;

use super::super::press::PressOutcome;
use super::declare::LawfulRound;
use super::request::{Pair, RoundRequest};
use crate::bounded::Id;
use crate::odds::{Census, Odds, Probability, TooManyOutcomes};
use crate::sum::Total;

/// The odds of a round, exact: each list adds up to 1.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::FullRoundOdds))]
pub struct RoundOdds<'r> {
    /// The Clashes, in the order of declaration.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub clashes: Vec<ClashOdds<'r>>,
    /// The presses that can be made, in the order of declaration.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub presses: Vec<PressOdds<'r>>,
    /// The combatants, in the order of the request.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub combatants: Vec<CombatantOdds<'r>>,
}

/// The odds of a Clash.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::ClashOdds))]
pub struct ClashOdds<'r> {
    /// Between whom: the declarer first.
    pub between: Pair,
    /// How likely each wins.
    #[cfg_attr(feature = "openapi", schema(max_items = 3))]
    pub outcomes: Vec<WinnerOdds<'r>>,
}

/// How likely somebody wins a Clash.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::WinnerOdds))]
pub struct WinnerOdds<'r> {
    /// Who wins. Absent: nobody, a tie.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub winner: Option<&'r Id>,
    /// How likely.
    pub probability: Probability,
}

/// The odds of a press.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::PressOdds))]
pub struct PressOdds<'r> {
    /// Who presses.
    pub attacker: &'r Id,
    /// Whom.
    pub defender: &'r Id,
    /// How likely each outcome is.
    #[cfg_attr(feature = "openapi", schema(max_items = 5))]
    pub outcomes: Vec<PressOutcomeOdds>,
    /// How likely there is no such press, since no Momentum is gained.
    pub not_rolled: Probability,
}

/// How likely an outcome of a press is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::PressOutcomeOdds))]
pub struct PressOutcomeOdds {
    /// The outcome.
    pub outcome: PressOutcome,
    /// How likely.
    pub probability: Probability,
}

/// What a combatant is left with.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::CombatantOdds))]
pub struct CombatantOdds<'r> {
    /// Who.
    pub combatant: &'r Id,
    /// How likely each Health is.
    #[cfg_attr(feature = "openapi", schema(max_items = 1200))]
    pub health: Vec<HealthOdds>,
    /// How likely it is dropped.
    pub dropped: Probability,
    /// How likely it gains Fatigue.
    pub fatigued: Probability,
    /// How likely it holds Momentum in the end.
    pub holds_momentum: Probability,
}

/// How likely a Health is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::HealthOdds))]
pub struct HealthOdds {
    /// The Health.
    #[cfg_attr(feature = "openapi", schema(minimum = -999, maximum = 99))]
    pub health: i32,
    /// How likely.
    pub probability: Probability,
}

/// What the odds tell apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Branch<'r> {
    /// Of each Clash, who won.
    clashes: Vec<Option<&'r Id>>,
    /// Of each declared target, how the press on it ended, if there was one.
    presses: Vec<Option<PressOutcome>>,
    /// Of each combatant: its Health, whether it is fatigued, whether it holds Momentum.
    combatants: Vec<(i32, bool, bool)>,
}

impl Odds for RoundRequest {
    type Odds<'r> = RoundOdds<'r>;

    fn odds<'r>(lawful: &LawfulRound<'r>, at_most: usize) -> Result<RoundOdds<'r>, TooManyOutcomes>
    where
        Self: 'r,
    {
        let id = |place| lawful.combatant(place).map(|combatant| &combatant.id);
        let declared: Vec<_> = lawful
            .declared
            .iter()
            .filter_map(|&(attacker, defender)| Some((id(attacker)?, id(defender)?)))
            .collect();
        // Which Clashes there are is known before the dice.
        let mut between: Vec<Pair> = Vec::new();
        let census = Census::take(at_most, |chance| {
            let mut standing = lawful.begin();
            let clashes = lawful.clashes::<Total, _>(&mut standing, chance)?;
            let presses = lawful.presses::<Total, _>(&mut standing, chance)?;
            if between.is_empty() {
                between.extend(clashes.iter().map(|clash| clash.between.clone()));
            }
            let outcome = |(attacker, defender): &(&Id, &Id)| {
                let mut presses = presses.iter();
                let press = presses
                    .find(|press| press.attacker == *attacker && press.defender == *defender)?;
                Some(press.outcome)
            };
            let mut holds = vec![false; standing.len()];
            for &(holder, over) in &lawful.declared {
                if let Some(holds) = holds.get_mut(holder) {
                    *holds = lawful.holds_in_the_end(holder, over, &standing);
                }
            }
            let combatants = standing.iter().zip(holds);
            Ok(Branch {
                clashes: clashes.iter().map(|clash| clash.winner).collect(),
                presses: declared.iter().map(outcome).collect(),
                combatants: combatants
                    .map(|(stands, holds)| (stands.health(), stands.is_fatigued(), holds))
                    .collect(),
            })
        })?;
        let clashes = between.into_iter().enumerate().map(|(place, between)| {
            let winners = census.by(|branch| branch.clashes.get(place).copied().flatten());
            let outcomes = winners.into_iter().map(|(winner, probability)| WinnerOdds {
                winner,
                probability,
            });
            ClashOdds {
                between,
                outcomes: outcomes.collect(),
            }
        });
        let presses = declared
            .iter()
            .enumerate()
            .filter_map(|(place, &(attacker, defender))| {
                let outcome = |branch: &Branch<'r>| branch.presses.get(place).copied().flatten();
                let outcomes: Vec<_> = census
                    .by(outcome)
                    .into_iter()
                    .filter_map(|(outcome, probability)| {
                        Some(PressOutcomeOdds {
                            outcome: outcome?,
                            probability,
                        })
                    })
                    .collect();
                (!outcomes.is_empty()).then(|| PressOdds {
                    attacker,
                    defender,
                    outcomes,
                    not_rolled: census.probability_of(|branch| outcome(branch).is_none()),
                })
            });
        let combatants = lawful
            .request
            .combatants
            .iter()
            .enumerate()
            .map(|(place, combatant)| {
                let left =
                    |branch: &Branch<'r>| branch.combatants.get(place).copied().unwrap_or_default();
                let health = census.by(|branch| left(branch).0).into_iter();
                CombatantOdds {
                    combatant: &combatant.id,
                    health: health
                        .map(|(health, probability)| HealthOdds {
                            health,
                            probability,
                        })
                        .collect(),
                    dropped: census.probability_of(|branch| left(branch).0 <= 0),
                    fatigued: census.probability_of(|branch| left(branch).1),
                    holds_momentum: census.probability_of(|branch| left(branch).2),
                }
            });
        Ok(RoundOdds {
            clashes: clashes.collect(),
            presses: presses.collect(),
            combatants: combatants.collect(),
        })
    }
}
