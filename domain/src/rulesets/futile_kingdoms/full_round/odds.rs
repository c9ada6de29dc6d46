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

/// A fact that a round comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fact<'r> {
    /// How an attack ended, and on whom; or that it was not made.
    Attack(DeclarationIndex, Option<(Outcome, &'r Id)>),
    /// The worst that a possible victim suffered.
    Worst(&'r Id, Effect),
}

impl<'r> LawfulRound<'r> {
    /// Whom an attack may fall on, each once.
    fn possible_victims(&self) -> Vec<&'r Id> {
        let places = self.attacks.iter().flat_map(|attack| {
            let others = attack.sidelined.iter().copied();
            others.chain([Some(attack.target), attack.close_quarters_with])
        });
        let mut places: Vec<_> = places.flatten().collect();
        places.sort_unstable();
        places.dedup();
        let victims = places
            .into_iter()
            .filter_map(|place| self.fighters.get(place));
        victims.map(|victim| &victim.id).collect()
    }
}

impl Odds for RoundRequest {
    type Odds<'r> = RoundOdds<'r>;

    fn odds<'r>(lawful: &LawfulRound<'r>, at_most: usize) -> Result<RoundOdds<'r>, TooManyOutcomes>
    where
        Self: 'r,
    {
        let begin = lawful.begin();
        let victims = lawful.possible_victims();
        let census = Census::take(at_most, |chance| {
            let steps = lawful.attack_steps::<Total, _>(&mut begin.clone(), chance)?;
            let attacks = || steps.iter().flat_map(|step| &step.attacks);
            let effects = || steps.iter().flat_map(|step| &step.effects);
            let ended = lawful.attacks.iter().map(|declared| {
                let attack = attacks().find(|attack| attack.declaration == declared.index);
                let ended = attack.map(|attack| (attack.attack.outcome, attack.victim));
                Fact::Attack(declared.index, ended)
            });
            let worst = victims.iter().map(|victim| {
                let suffered = effects().filter(|hurt| hurt.combatant == *victim);
                let worst = suffered.map(|hurt| hurt.effect).max();
                Fact::Worst(victim, worst.unwrap_or(Effect::None))
            });
            Ok(ended.chain(worst).collect::<Vec<_>>())
        })?;
        let attacks = lawful.attacks.iter().map(|attack| {
            let ended = |fact: &Fact<'r>| match fact {
                Fact::Attack(index, ended) if *index == attack.index => Some(*ended),
                Fact::Attack(..) | Fact::Worst(..) => None,
            };
            let outcomes = census.by(|fact| ended(fact).flatten()).into_iter();
            RoundAttackOdds {
                declaration: attack.index,
                attacker: &attack.declaration.combatant,
                target: &attack.declaration.target,
                outcomes: outcomes
                    .map(|((outcome, victim), probability)| RoundOutcomeOdds {
                        outcome,
                        victim,
                        probability,
                    })
                    .collect(),
                lapsed: census.probability_of(|fact| ended(fact) == Some(None)),
            }
        });
        let combatants = lawful.fighters.iter().map(|fighter| {
            let worst = |fact: &Fact<'r>| match fact {
                Fact::Worst(id, effect) if **id == fighter.id => Some(*effect),
                Fact::Worst(..) | Fact::Attack(..) => None,
            };
            let mut effects = census.by(worst);
            if effects.is_empty() {
                effects.push((Effect::None, census.certainty()));
            }
            let effects = effects.into_iter();
            CombatantOdds {
                combatant: &fighter.id,
                effects: effects
                    .map(|(effect, probability)| WorstEffectOdds {
                        effect,
                        probability,
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
