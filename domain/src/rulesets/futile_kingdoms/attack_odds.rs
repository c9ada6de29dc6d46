//! The odds of an attack, and of its damage.

use serde::Serialize;

use super::attack_roll::{AttackRequest, LawfulAttack, Outcome, Victim};
use super::damage::Effect;
use super::rules::Term;
use crate::odds::{Census, Moments, Odds, Probability, TooManyOutcomes};
use crate::sum::{Tally, Total};

/// The odds of an attack, exact. With `remainder`, where an explosion was cut, the probabilities of
/// each list add up to 1.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::AttackOdds))]
pub struct AttackOdds {
    /// How likely each outcome is.
    #[cfg_attr(feature = "openapi", schema(max_items = 100))]
    pub outcomes: Vec<OutcomeOdds>,
    /// How likely each Attack Result is.
    #[cfg_attr(feature = "openapi", schema(max_items = 10_000))]
    pub totals: Vec<TotalOdds>,
    /// The mean Attack Result, of what is not in `remainder`.
    pub mean: f64,
    /// The standard deviation of the Attack Result.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub standard_deviation: f64,
    /// The damage, where `roll_damage` asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub damage: Option<DamageOdds>,
    /// How likely each effect is, where `roll_damage` asks for it. No hit is no effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(max_items = 100, nullable = false))]
    pub effects: Option<Vec<EffectOdds>>,
    /// What was not counted, since dice exploded more than four times in a row. Absent: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub remainder: Option<Probability>,
}

/// How likely an outcome is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::OutcomeOdds))]
pub struct OutcomeOdds {
    /// The outcome.
    pub outcome: Outcome,
    /// On whom the attack fell instead of its target. Absent: on its target.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub victim: Option<Victim>,
    /// How likely.
    pub probability: Probability,
}

/// How likely a total is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::TotalOdds))]
pub struct TotalOdds {
    /// The total.
    #[cfg_attr(feature = "openapi", schema(minimum = -9999, maximum = 9999))]
    pub total: i32,
    /// On whom the attack fell instead of its target. Absent: on its target.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub victim: Option<Victim>,
    /// How likely.
    pub probability: Probability,
}

/// How likely an effect is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::EffectOdds))]
pub struct EffectOdds {
    /// The effect.
    pub effect: Effect,
    /// On whom the attack fell instead of its target. Absent: on its target.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub victim: Option<Victim>,
    /// How likely.
    pub probability: Probability,
}

/// The odds of damage. With `not_rolled` and `remainder` they add up to 1.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::DamageOdds))]
pub struct DamageOdds {
    /// How likely it is that nobody is hit, and no damage is rolled.
    pub not_rolled: Probability,
    /// How likely each damage is.
    #[cfg_attr(feature = "openapi", schema(max_items = 10_000))]
    pub totals: Vec<TotalOdds>,
    /// The mean damage of a hit. Absent where nothing can hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub mean: Option<f64>,
    /// The standard deviation of the damage of a hit. Absent where nothing can hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 0, nullable = false))]
    pub standard_deviation: Option<f64>,
}

/// What the odds tell apart, in the order in which it is walked, which makes sorting quick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Branch {
    victim: Option<Victim>,
    attack_result: i32,
    outcome: Outcome,
    damage: Option<i32>,
}

impl Odds for AttackRequest {
    type Odds<'r> = AttackOdds;

    fn odds<'r>(lawful: &LawfulAttack<'r>, at_most: usize) -> Result<AttackOdds, TooManyOutcomes>
    where
        Self: 'r,
    {
        let total = |sum: &Total| Tally::<Term>::total(sum);
        let census = Census::take(at_most, |chance| {
            let attack = lawful.resolve::<Total, _>(chance)?;
            Ok([Branch {
                victim: attack.redirected.map(|redirected| redirected.victim),
                outcome: attack.outcome,
                attack_result: total(&attack.attack_result),
                damage: attack.damage.as_ref().map(total),
            }])
        })?;
        let moments = census.moments(|branch| Some(branch.attack_result));
        Ok(AttackOdds {
            outcomes: census
                .by(|branch| Some((branch.outcome, branch.victim)))
                .into_iter()
                .map(|((outcome, victim), probability)| OutcomeOdds {
                    outcome,
                    victim,
                    probability,
                })
                .collect(),
            totals: totals(census.by(|branch| Some((branch.attack_result, branch.victim)))),
            mean: moments.map_or(0.0, |moments| moments.mean),
            standard_deviation: moments.map_or(0.0, |moments| moments.standard_deviation),
            damage: lawful.harm.map(|_| DamageOdds::of(&census)),
            effects: lawful.harm.map(|_| effects(&census)),
            remainder: census.remainder(),
        })
    }
}

impl DamageOdds {
    fn of(census: &Census<Branch>) -> Self {
        let rolled = census.by(|branch| Some((branch.damage?, branch.victim)));
        let moments = census.moments(|branch| branch.damage);
        Self {
            not_rolled: census.probability_of(|branch| branch.damage.is_none()),
            totals: totals(rolled),
            mean: moments.map(|Moments { mean, .. }| mean),
            standard_deviation: moments.map(|moments| moments.standard_deviation),
        }
    }
}

fn totals(totals: Vec<((i32, Option<Victim>), Probability)>) -> Vec<TotalOdds> {
    totals
        .into_iter()
        .map(|((total, victim), probability)| TotalOdds {
            total,
            victim,
            probability,
        })
        .collect()
}

fn effects(census: &Census<Branch>) -> Vec<EffectOdds> {
    census
        .by(|branch| {
            let effect = branch.damage.map_or(Effect::None, Effect::of);
            Some((effect, branch.victim))
        })
        .into_iter()
        .map(|((effect, victim), probability)| EffectOdds {
            effect,
            victim,
            probability,
        })
        .collect()
}
