//! The odds of a round, small enough to count: of each attack, and of what each combatant suffers.

use serde::Serialize;

use super::super::attack_roll::Outcome;
use super::super::damage::Effect;
use super::lawful::LawfulRound;
use super::outcome::DeclarationIndex;
use super::request::RoundRequest;
use crate::bounded::Id;
use crate::odds::{Census, Odds, Probability, TooManyOutcomes};
use crate::sum::Total;

/// The odds of a round, exact. With `remainder`, where an explosion was cut, the probabilities of
/// each list add up to 1.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::FullRoundOdds))]
pub struct RoundOdds<'r> {
    /// The attacks, in the order of the rules.
    #[cfg_attr(feature = "openapi", schema(max_items = 400))]
    pub attacks: Vec<RoundAttackOdds<'r>>,
    /// The combatants, in the order of the request.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub combatants: Vec<CombatantOdds<'r>>,
    /// What was not counted, since dice exploded more than four times in a row. Absent: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub remainder: Option<Probability>,
}

/// The odds of one attack of a round.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::RoundAttackOdds))]
pub struct RoundAttackOdds<'r> {
    /// Which declaration it is.
    pub declaration: DeclarationIndex,
    /// Who attacks.
    pub attacker: &'r Id,
    /// Who is the target.
    pub target: &'r Id,
    /// How likely each outcome is.
    #[cfg_attr(feature = "openapi", schema(max_items = 800))]
    pub outcomes: Vec<RoundOutcomeOdds<'r>>,
    /// How likely it is that the attack is not made, since its attacker is Downed first.
    pub lapsed: Probability,
}

/// How likely an outcome of an attack of a round is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::RoundOutcomeOdds))]
pub struct RoundOutcomeOdds<'r> {
    /// The outcome.
    pub outcome: Outcome,
    /// On whom the attack falls.
    pub victim: &'r Id,
    /// How likely.
    pub probability: Probability,
}

/// What a combatant suffers in a round, at worst.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::CombatantOdds))]
pub struct CombatantOdds<'r> {
    /// Who.
    pub combatant: &'r Id,
    /// How likely it is that each is the worst effect.
    #[cfg_attr(feature = "openapi", schema(max_items = 4))]
    pub effects: Vec<WorstEffectOdds>,
}

/// How likely an effect is to be the worst.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::WorstEffectOdds))]
pub struct WorstEffectOdds {
    /// The effect.
    pub effect: Effect,
    /// How likely.
    pub probability: Probability,
}

/// What the odds tell apart: how each attack ended, on whom, and the worst of what each suffered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Branch<'r> {
    attacks: Vec<Option<(Outcome, &'r Id)>>,
    worst: Vec<Effect>,
}

impl Odds for RoundRequest {
    type Odds<'r> = RoundOdds<'r>;

    fn odds<'r>(lawful: &LawfulRound<'r>, at_most: usize) -> Result<RoundOdds<'r>, TooManyOutcomes>
    where
        Self: 'r,
    {
        let census = Census::take(at_most, |chance| {
            let round = lawful.resolve::<Total, _>(chance)?;
            let attacks = || round.steps.iter().flat_map(|step| &step.attacks);
            let effects = || round.steps.iter().flat_map(|step| &step.effects);
            Ok(Branch {
                attacks: lawful
                    .attacks
                    .iter()
                    .map(|declared| attacks().find(|attack| attack.declaration == declared.index))
                    .map(|attack| attack.map(|attack| (attack.attack.outcome, attack.victim)))
                    .collect(),
                worst: lawful
                    .fighters
                    .iter()
                    .map(|fighter| {
                        let suffered = effects().filter(|hurt| *hurt.combatant == fighter.id);
                        suffered
                            .map(|hurt| hurt.effect)
                            .max()
                            .unwrap_or(Effect::None)
                    })
                    .collect(),
            })
        })?;
        let attacks = lawful.attacks.iter().enumerate().map(|(place, attack)| {
            let outcome = |branch: &Branch<'r>| branch.attacks.get(place).copied().flatten();
            let outcomes = census.by(outcome).into_iter();
            RoundAttackOdds {
                declaration: attack.index,
                attacker: &attack.declaration.combatant,
                target: &attack.declaration.target,
                outcomes: outcomes
                    .filter_map(|(outcome, probability)| {
                        let (outcome, victim) = outcome?;
                        Some(RoundOutcomeOdds {
                            outcome,
                            victim,
                            probability,
                        })
                    })
                    .collect(),
                lapsed: census.probability_of(|branch| outcome(branch).is_none()),
            }
        });
        let combatants = lawful.fighters.iter().enumerate().map(|(place, fighter)| {
            let worst = census
                .by(|branch| branch.worst.get(place).copied())
                .into_iter();
            CombatantOdds {
                combatant: &fighter.id,
                effects: worst
                    .filter_map(|(effect, probability)| {
                        Some(WorstEffectOdds {
                            effect: effect?,
                            probability,
                        })
                    })
                    .collect(),
            }
        });
        Ok(RoundOdds {
            attacks: attacks.collect(),
            combatants: combatants.collect(),
            remainder: census.remainder(),
        })
    }
}
