//! One press and its Toll (M-31 to M-42).

use serde::{Deserialize, Serialize};

use super::check::From;
use super::combatant::Combatant;
use super::melee_defense::TotalOdds;
use super::press::{Press, PressOutcome, roll};
use super::rules::{Sum, Term};
use crate::bounded::or_default;
use crate::chance::{Chance, Dice};
use crate::odds::{Census, Odds, Probability, TooManyOutcomes};
use crate::refusal::{Fault, Refusal};
use crate::strict::strict;
use crate::sum::{Tally, Total};
use crate::verb::Rolled;

/// One press: the attacker holds Momentum over the defender.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::AttackRequest))]
pub struct AttackRequest {
    /// Who presses.
    pub attacker: Combatant,
    /// Whom.
    pub defender: Combatant,
    /// Whether the attacker comes from the rear: then no Shield defends. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub rear: bool,
    /// Where the dice come from. Absent: the service rolls.
    pub dice: Option<Dice>,
}

strict!(AttackRequest);

/// A press that the rules can resolve.
#[derive(Clone, Copy, Debug)]
pub struct LawfulAttack<'r> {
    attacker: &'r Combatant,
    defender: &'r Combatant,
    from: From,
}

/// A press with every number itemised.
pub type ItemisedPress<'r> = Press<'r, Sum<'r>>;

impl Rolled for AttackRequest {
    type Lawful<'r> = LawfulAttack<'r>;
    type Outcome<'r> = ItemisedPress<'r>;

    type Luck = Dice;

    fn dice(&self) -> Option<&Dice> {
        self.dice.as_ref()
    }

    fn lawful(&self) -> Result<LawfulAttack<'_>, Refusal> {
        let mut faults = Vec::new();
        if self.attacker.id == self.defender.id {
            faults.push(Fault::new(
                "/defender/id",
                "M-10",
                "nobody presses itself; give the defender an id of its own",
            ));
        }
        for (combatant, pointer) in [(&self.attacker, "/attacker"), (&self.defender, "/defender")] {
            if combatant.is_dropped() {
                faults.push(Fault::new(
                    format!("{pointer}/health"),
                    "M-35",
                    "whoever is dropped neither presses nor is pressed; give a Health above 0",
                ));
            }
        }
        Refusal::of(faults)?;
        Ok(LawfulAttack {
            attacker: &self.attacker,
            defender: &self.defender,
            from: self.rear.into(),
        })
    }

    fn resolve<'r, C: Chance>(
        lawful: &LawfulAttack<'r>,
        chance: &mut C,
    ) -> Result<ItemisedPress<'r>, C::Error>
    where
        Self: 'r,
    {
        lawful.resolve(chance)
    }
}

impl<'r> LawfulAttack<'r> {
    /// Rolls and settles the press.
    ///
    /// # Errors
    /// Only as `chance` does.
    pub fn resolve<S: Tally<'r, Term>, C: Chance>(
        &self,
        chance: &mut C,
    ) -> Result<Press<'r, S>, C::Error> {
        Ok(roll(self.attacker, self.defender, self.from, chance)?.settle())
    }
}

/// The odds of a press, exact: each list adds up to 1.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::AttackOdds))]
pub struct AttackOdds {
    /// How likely each outcome is.
    #[cfg_attr(feature = "openapi", schema(max_items = 4))]
    pub outcomes: Vec<OutcomeOdds>,
    /// How likely each total of the attacking check is.
    #[cfg_attr(feature = "openapi", schema(max_items = 11))]
    pub totals: Vec<TotalOdds>,
    /// The mean attacking check.
    pub mean: f64,
    /// The standard deviation of the attacking check.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub standard_deviation: f64,
    /// How likely the defender loses so much Health; no hit loses 0.
    #[cfg_attr(feature = "openapi", schema(max_items = 500))]
    pub health_lost: Vec<HealthLostOdds>,
    /// The mean Health lost.
    pub mean_health_lost: f64,
}

/// How likely an outcome is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::OutcomeOdds))]
pub struct OutcomeOdds {
    /// The outcome.
    pub outcome: PressOutcome,
    /// How likely.
    pub probability: Probability,
}

/// How likely a loss of Health is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::HealthLostOdds))]
pub struct HealthLostOdds {
    /// The Health lost.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 9999))]
    pub health_lost: i32,
    /// How likely.
    pub probability: Probability,
}

impl Odds for AttackRequest {
    type Odds<'r> = AttackOdds;

    fn odds<'r>(lawful: &LawfulAttack<'r>, at_most: usize) -> Result<AttackOdds, TooManyOutcomes>
    where
        Self: 'r,
    {
        let census = Census::take(at_most, |chance| {
            let press = lawful.resolve::<Total, _>(chance)?;
            let attack = Tally::<Term>::total(&press.attack);
            let health_lost = press.health_lost.unwrap_or(0);
            Ok([(attack, press.outcome, health_lost)])
        })?;
        let attack = census.moments(|(attack, _, _)| Some(*attack));
        let lost = census.moments(|(_, _, lost)| Some(*lost));
        let outcomes = census.by(|(_, outcome, _)| Some(*outcome)).into_iter();
        let losses = census.by(|(_, _, lost)| Some(*lost)).into_iter();
        Ok(AttackOdds {
            outcomes: outcomes
                .map(|(outcome, probability)| OutcomeOdds {
                    outcome,
                    probability,
                })
                .collect(),
            totals: TotalOdds::list(census.by(|(attack, _, _)| Some(*attack))),
            mean: attack.map_or(0.0, |moments| moments.mean),
            standard_deviation: attack.map_or(0.0, |moments| moments.standard_deviation),
            health_lost: losses
                .map(|(health_lost, probability)| HealthLostOdds {
                    health_lost,
                    probability,
                })
                .collect(),
            mean_health_lost: lost.map_or(0.0, |moments| moments.mean),
        })
    }
}
