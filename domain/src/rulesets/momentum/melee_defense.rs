//! The defending check, rolled (M-31).

use serde::{Deserialize, Serialize};

use super::check::{From, TwoDice, check};
use super::combatant::{Check, Combatant};
use super::rules::{Sum, Term};
use crate::bounded::or_default;
use crate::chance::{Chance, Dice};
use crate::odds::{Census, Odds, Probability, TooManyOutcomes};
use crate::refusal::Refusal;
use crate::strict::strict;
use crate::sum::{Tally, Total};
use crate::verb::Rolled;

/// How well does this combatant defend?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::MeleeDefenseRequest))]
pub struct MeleeDefenseRequest {
    /// Who defends.
    pub defender: Combatant,
    /// Whether the attacker comes from the rear: then no Shield defends. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub rear: bool,
    /// Where the dice come from. Absent: the service rolls.
    pub dice: Option<Dice>,
}

strict!(MeleeDefenseRequest);

/// A defending check, rolled.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::MeleeDefense))]
pub struct MeleeDefense<'r> {
    /// What an attack has to overcome.
    pub defense: Sum<'r>,
}

fn defense<'r, S: Tally<'r, Term>, C: Chance>(
    (defender, from): (&'r Combatant, From),
    chance: &mut C,
) -> Result<S, C::Error> {
    let dice = chance.ask(TwoDice::of(Check::Defense))?;
    Ok(check(dice, defender, Check::Defense, from))
}

impl Rolled for MeleeDefenseRequest {
    type Lawful<'r> = (&'r Combatant, From);
    type Outcome<'r> = MeleeDefense<'r>;

    type Luck = Dice;

    fn dice(&self) -> Option<&Dice> {
        self.dice.as_ref()
    }

    fn lawful(&self) -> Result<(&Combatant, From), Refusal> {
        Ok((&self.defender, self.rear.into()))
    }

    fn resolve<'r, C: Chance>(
        lawful: &(&'r Combatant, From),
        chance: &mut C,
    ) -> Result<MeleeDefense<'r>, C::Error>
    where
        Self: 'r,
    {
        Ok(MeleeDefense {
            defense: defense(*lawful, chance)?,
        })
    }
}

/// The odds of a defending check, exact: they add up to 1.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::MeleeDefenseOdds))]
pub struct MeleeDefenseOdds {
    /// How likely each total is.
    #[cfg_attr(feature = "openapi", schema(max_items = 11))]
    pub totals: Vec<TotalOdds>,
    /// The mean total.
    pub mean: f64,
    /// The standard deviation of the total.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub standard_deviation: f64,
}

/// How likely a total is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::TotalOdds))]
pub struct TotalOdds {
    /// The total.
    #[cfg_attr(feature = "openapi", schema(minimum = -9999, maximum = 9999))]
    pub total: i32,
    /// How likely.
    pub probability: Probability,
}

impl TotalOdds {
    /// Of totals with their probabilities.
    pub(super) fn list(totals: Vec<(i32, Probability)>) -> Vec<Self> {
        let totals = totals.into_iter();
        totals
            .map(|(total, probability)| Self { total, probability })
            .collect()
    }
}

impl Odds for MeleeDefenseRequest {
    type Odds<'r> = MeleeDefenseOdds;

    fn odds<'r>(
        lawful: &(&'r Combatant, From),
        at_most: usize,
    ) -> Result<MeleeDefenseOdds, TooManyOutcomes>
    where
        Self: 'r,
    {
        let census = Census::take(at_most, |chance| {
            let total: Total = defense(*lawful, chance)?;
            Ok([Tally::<Term>::total(&total)])
        })?;
        let moments = census.moments(|total| Some(*total));
        Ok(MeleeDefenseOdds {
            totals: TotalOdds::list(census.by(|total| Some(*total))),
            mean: moments.map_or(0.0, |moments| moments.mean),
            standard_deviation: moments.map_or(0.0, |moments| moments.standard_deviation),
        })
    }
}
