//! A check: as many cards as the skill, one played, and modifiers (K-5).

use serde::Serialize;

use super::attack_roll::TotalOdds;
use super::pile::Pile;
use super::register::{CardFrom, Choice, Played, play};
use super::rules::Term;
use super::worth::Verdict;
use crate::chance::Chance;
use crate::odds::{Census, Probability, TooManyOutcomes};
use crate::refusal::Fault;
use crate::sum::{Tally, Total};

/// How many cards a skill draws: one where it is 0 or less, or missing (K-5).
pub(super) fn draws(skill: Option<i32>) -> u8 {
    u8::try_from(skill.unwrap_or(0).max(1)).unwrap_or(u8::MAX)
}

/// A fault if a deck has not so many cards as are drawn (K-4).
pub(super) fn check_deck(pile: &Pile, draws: u8, at: &str, faults: &mut Vec<Fault>) {
    if draws > pile.left() {
        let detail = format!(
            "{draws} cards are drawn, and the deck has {}; draw fewer, or name another deck",
            pile.left()
        );
        faults.push(Fault::new(at, "K-4", detail));
    }
}

/// Draws so many cards, plays the highest and adds the card to what `modifiers` adds.
pub(super) fn check<'r, S: Tally<'r, Term>, C: Chance>(
    draws: u8,
    choice: Choice,
    modifiers: impl FnOnce(&mut S),
    pile: &mut Pile,
    chance: &mut C,
) -> Result<(Played, S), C::Error> {
    let card = CardFrom::Unknown(draws);
    let played = play(Choice { card, ..choice }, pile, chance)?;
    let mut mt = S::default();
    played.add_to(&mut mt);
    modifiers(&mut mt);
    Ok((played, mt))
}

/// The odds of a check, exact: each list adds up to 1, with the remainder.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::CheckOdds))]
pub struct CheckOdds {
    /// How likely the check succeeds: its modified total is above 0, or a joker is ruled a success.
    pub success: Probability,
    /// How likely each modified total is.
    #[cfg_attr(feature = "openapi", schema(max_items = 2000))]
    pub totals: Vec<TotalOdds>,
    /// The mean modified total, of what is not in the remainder. Absent: all is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub mean: Option<f64>,
    /// The standard deviation of the modified total.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 0, nullable = false))]
    pub standard_deviation: Option<f64>,
    /// What was not counted: jokers without a ruling, and more than four cards drawn for one hit card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub remainder: Option<Probability>,
}

impl CheckOdds {
    /// Of a check as it is made.
    pub(super) fn of(
        mut make: impl FnMut(&mut crate::chance::Every) -> Result<(Played, Total), crate::chance::Cut>,
        at_most: usize,
    ) -> Result<Self, TooManyOutcomes> {
        let census = Census::take(at_most, |chance| {
            let (played, mt) = make(chance)?;
            let total = Tally::<Term>::total(&mt);
            let success = match played.verdict() {
                Some(verdict) => verdict == Verdict::Success,
                None => total > 0,
            };
            Ok([(total, success)])
        })?;
        let moments = census.moments(|(total, _)| Some(*total));
        Ok(Self {
            success: census.probability_of(|(_, success)| *success),
            totals: TotalOdds::list(census.by(|(total, _)| Some(*total))),
            mean: moments.map(|moments| moments.mean),
            standard_deviation: moments.map(|moments| moments.standard_deviation),
            remainder: census.remainder(),
        })
    }
}
