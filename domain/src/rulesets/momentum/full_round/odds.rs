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

/// A fact that a round comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fact<'r> {
    /// Who won a Clash, by its place.
    Clash(usize, Option<&'r Id>),
    /// How the press of a declaration, by its place, ended, if there was one.
    Press(usize, Option<PressOutcome>),
    /// The Health that a combatant, by its place, is left with.
    Health(usize, i32),
    /// That it gains Fatigue.
    Fatigued(usize),
    /// That it holds Momentum in the end.
    Holds(usize),
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
            let mut facts = Vec::new();
            let won = clashes.iter().map(|clash| clash.winner).enumerate();
            facts.extend(won.map(|(place, winner)| Fact::Clash(place, winner)));
            for (place, &(attacker, defender)) in declared.iter().enumerate() {
                let mut presses = presses.iter();
                let press =
                    presses.find(|press| press.attacker == attacker && press.defender == defender);
                facts.push(Fact::Press(place, press.map(|press| press.outcome)));
            }
            for (place, stands) in standing.iter().enumerate() {
                facts.push(Fact::Health(place, stands.health()));
                facts.extend(stands.is_fatigued().then_some(Fact::Fatigued(place)));
            }
            for &(holder, over) in &lawful.declared {
                let holds = lawful.holds_in_the_end(holder, over, &standing);
                facts.extend(holds.then_some(Fact::Holds(holder)));
            }
            Ok(facts)
        })?;
        let clashes = between.into_iter().enumerate().map(|(place, between)| {
            let winners = census.by(|fact| match fact {
                Fact::Clash(at, winner) if *at == place => Some(*winner),
                Fact::Clash(..)
                | Fact::Press(..)
                | Fact::Health(..)
                | Fact::Fatigued(_)
                | Fact::Holds(_) => None,
            });
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
                let ended = |fact: &Fact<'r>| match fact {
                    Fact::Press(at, ended) if *at == place => Some(*ended),
                    Fact::Clash(..)
                    | Fact::Press(..)
                    | Fact::Health(..)
                    | Fact::Fatigued(_)
                    | Fact::Holds(_) => None,
                };
                let outcomes: Vec<_> = census
                    .by(|fact| ended(fact).flatten())
                    .into_iter()
                    .map(|(outcome, probability)| PressOutcomeOdds {
                        outcome,
                        probability,
                    })
                    .collect();
                (!outcomes.is_empty()).then(|| PressOdds {
                    attacker,
                    defender,
                    outcomes,
                    not_rolled: census.probability_of(|fact| ended(fact) == Some(None)),
                })
            });
        let combatants = lawful
            .request
            .combatants
            .iter()
            .enumerate()
            .map(|(place, combatant)| {
                let left = |fact: &Fact<'r>| match fact {
                    Fact::Health(at, health) if *at == place => Some(*health),
                    Fact::Clash(..)
                    | Fact::Press(..)
                    | Fact::Health(..)
                    | Fact::Fatigued(_)
                    | Fact::Holds(_) => None,
                };
                let health = census.by(left).into_iter();
                CombatantOdds {
                    combatant: &combatant.id,
                    health: health
                        .map(|(health, probability)| HealthOdds {
                            health,
                            probability,
                        })
                        .collect(),
                    dropped: census
                        .probability_of(|fact| left(fact).is_some_and(|health| health <= 0)),
                    fatigued: census.probability_of(|fact| *fact == Fact::Fatigued(place)),
                    holds_momentum: census.probability_of(|fact| *fact == Fact::Holds(place)),
                }
            });
        Ok(RoundOdds {
            clashes: clashes.collect(),
            presses: presses.collect(),
            combatants: combatants.collect(),
        })
    }
}
