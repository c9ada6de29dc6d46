//! The odds of a turn: of each register, and of what both are left with.

use std::collections::BTreeSet;

use serde::Serialize;

use super::attack_roll::{OutcomeOdds, TotalOdds, damage};
use super::full_round::{LawfulRound, RoundRequest};
use super::initiative::HolderOdds;
use super::register::{Outcome, RegisterNumber};
use crate::bounded::Id;
use crate::odds::{Census, Odds, Probability, TooManyOutcomes};
use crate::sum::Total;

/// The odds of a turn, exact: each list adds up to 1, with the remainder.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::FullRoundOdds))]
pub struct RoundOdds<'r> {
    /// The registers that can be resolved, in order.
    #[cfg_attr(feature = "openapi", schema(max_items = 20))]
    pub registers: Vec<RegisterOdds>,
    /// The damage that each takes, the attacker first.
    #[cfg_attr(feature = "openapi", schema(max_items = 2))]
    pub damage_taken: Vec<DamageTakenOdds<'r>>,
    /// How likely each ends the turn with the initiative.
    #[cfg_attr(feature = "openapi", schema(max_items = 2))]
    pub initiative: Vec<HolderOdds<'r>>,
    /// How likely the combat ends.
    pub ended: Probability,
    /// What was not counted: jokers without a ruling, and more than four cards drawn for one hit card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub remainder: Option<Probability>,
}

/// The odds of a register.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::RegisterOdds))]
pub struct RegisterOdds {
    /// Its number.
    pub register: RegisterNumber,
    /// How likely its attack hits, or misses.
    #[cfg_attr(feature = "openapi", schema(max_items = 2))]
    pub outcomes: Vec<OutcomeOdds>,
    /// How likely each damage of its attack is; a miss does 0.
    #[cfg_attr(feature = "openapi", schema(max_items = 2000))]
    pub damage: Vec<TotalOdds>,
    /// How likely it has no attack, or is not resolved.
    pub no_attack: Probability,
}

/// The odds of the damage that a combatant takes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::DamageTakenOdds))]
pub struct DamageTakenOdds<'r> {
    /// Who.
    pub combatant: &'r Id,
    /// How likely each damage is.
    #[cfg_attr(feature = "openapi", schema(max_items = 10000))]
    pub totals: Vec<TotalOdds>,
    /// The mean damage.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub mean: f64,
    /// How likely it falls.
    pub incapacitated: Probability,
}

/// A fact that a turn comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fact<'r> {
    /// The attack of a register.
    Attack(i32, Outcome, i32),
    /// What one of the two takes.
    Taken(&'r Id, i32, bool),
    Initiative(&'r Id),
    Ended(bool),
}

impl Odds for RoundRequest {
    type Odds<'r> = RoundOdds<'r>;

    fn odds<'r>(lawful: &LawfulRound<'r>, at_most: usize) -> Result<RoundOdds<'r>, TooManyOutcomes>
    where
        Self: 'r,
    {
        let mut combatants = Vec::new();
        let mut numbers = BTreeSet::new();
        let census = Census::take(at_most, |chance| {
            let turn = lawful.resolve::<Total, _>(chance)?;
            let mut facts = vec![Fact::Initiative(turn.initiative), Fact::Ended(turn.ended)];
            for register in &turn.registers {
                let number = register.register.get();
                numbers.insert(number);
                if let Some(outcome) = register.outcome {
                    facts.push(Fact::Attack(number, outcome, damage(register)));
                }
            }
            for taken in &turn.damage_taken {
                let fact = Fact::Taken(taken.combatant, taken.total, taken.incapacitated);
                facts.push(fact);
            }
            Ok(facts)
        })?;
        for combatant in lawful.ids() {
            let of = |fact: &Fact<'r>| match fact {
                Fact::Taken(who, total, _) if *who == combatant => Some(*total),
                Fact::Taken(..) | Fact::Attack(..) | Fact::Initiative(_) | Fact::Ended(_) => None,
            };
            combatants.push(DamageTakenOdds {
                combatant,
                totals: TotalOdds::list(census.by(of)),
                mean: census.moments(of).map_or(0.0, |moments| moments.mean),
                incapacitated: census.probability_of(
                    |fact| matches!(fact, Fact::Taken(who, _, true) if *who == combatant),
                ),
            });
        }
        let registers = numbers.into_iter().map(|number| {
            let of = |fact: &Fact<'r>| match fact {
                Fact::Attack(register, outcome, damage) if *register == number => {
                    Some((*outcome, *damage))
                }
                Fact::Taken(..) | Fact::Attack(..) | Fact::Initiative(_) | Fact::Ended(_) => None,
            };
            RegisterOdds {
                register: RegisterNumber::clamped(number),
                outcomes: OutcomeOdds::list(census.by(|fact| of(fact).map(|(outcome, _)| outcome))),
                damage: TotalOdds::list(census.by(|fact| of(fact).map(|(_, damage)| damage))),
                no_attack: census.certainty_less(|fact| of(fact).is_some()),
            }
        });
        let holders = lawful.ids().into_iter().map(|combatant| HolderOdds {
            combatant,
            probability: census
                .probability_of(|fact| matches!(fact, Fact::Initiative(who) if *who == combatant)),
        });
        Ok(RoundOdds {
            registers: registers.collect(),
            initiative: holders.collect(),
            ended: census.probability_of(|fact| *fact == Fact::Ended(true)),
            damage_taken: combatants,
            remainder: census.remainder(),
        })
    }
}
