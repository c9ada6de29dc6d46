//! Exact odds: every outcome of a rule with its weight, in whole numbers.

use std::ops::ControlFlow;

use serde::Serialize;

use crate::chance::{Cut, Every};
use crate::verb::Rolled;

/// A verb whose odds can be counted.
pub trait Odds: Rolled {
    /// What the odds are.
    type Odds<'r>: Serialize
    where
        Self: 'r;

    /// Counts the odds, over `at_most` branches.
    ///
    /// # Errors
    /// [`TooManyOutcomes`] if there are more.
    fn odds<'r>(
        lawful: &Self::Lawful<'r>,
        at_most: usize,
    ) -> Result<Self::Odds<'r>, TooManyOutcomes>
    where
        Self: 'r;
}

/// The most branches that are counted for one request.
pub const MOST_BRANCHES: usize = 1_000_000;

/// Numerators and denominators stay below this, so that a double holds them exactly.
pub const MOST_WAYS: u128 = 1 << 53;

/// An exact probability.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Probability {
    /// In how many of the equally likely ways it happens.
    #[cfg_attr(
        feature = "openapi",
        schema(minimum = 0, maximum = 9_007_199_254_740_991_u64)
    )]
    pub numerator: u64,
    /// How many equally likely ways there are. All probabilities of one answer have the same.
    #[cfg_attr(
        feature = "openapi",
        schema(minimum = 1, maximum = 9_007_199_254_740_991_u64)
    )]
    pub denominator: u64,
    /// The same as a decimal number, rounded.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 1))]
    pub decimal: f64,
}

/// There are too many outcomes to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyOutcomes {
    /// How many branches were walked.
    pub branches: usize,
    /// The common denominator by then.
    pub denominator: u128,
}

/// What can come out, each fact with its weight over one common denominator, and the weight of what
/// was cut.
///
/// A branch may tell several facts, of several lists that each add up to 1: how an attack ended, and
/// what somebody suffered. They are counted one by one, since all of them together would be as many as
/// there are branches.
#[derive(Clone, Debug)]
pub struct Census<K> {
    /// Sorted, each fact once.
    weights: Vec<(K, u64)>,
    remainder: u64,
    denominator: u64,
}

impl<K: Ord> Census<K> {
    /// Walks every outcome of `rule`, at most so many branches; each tells its facts.
    ///
    /// # Errors
    /// [`TooManyOutcomes`] if there are more, or their common denominator is 2^53 or more.
    pub fn take<I: IntoIterator<Item = K>>(
        at_most: usize,
        rule: impl FnMut(&mut Every) -> Result<I, Cut>,
    ) -> Result<Self, TooManyOutcomes> {
        let mut census = Self {
            weights: Vec::new(),
            remainder: 0,
            denominator: 1,
        };
        // So many facts are kept before the same ones are merged.
        let mut merge_at = 4096;
        let (mut branches, mut denominator) = (0, 1_u128);
        let walked = Every::walk(at_most, rule, |facts, weight| {
            branches += 1;
            // Most branches have as many ways as the one before, and dividing takes its time.
            let mut weight = weight;
            if weight.denominator != denominator {
                // A weight that does not fit the common denominator is first reduced, so as to widen it least.
                if !denominator.is_multiple_of(weight.denominator) {
                    let common = gcd(weight.numerator, weight.denominator);
                    weight.numerator /= common;
                    weight.denominator /= common;
                    denominator = lcm(denominator, weight.denominator);
                }
                if denominator >= MOST_WAYS {
                    return ControlFlow::Break(());
                }
                census.widen_to(whole(denominator));
                weight.numerator *= denominator / weight.denominator;
            }
            let weight = whole(weight.numerator);
            match facts {
                Ok(facts) => {
                    let facts = facts.into_iter().map(|fact| (fact, weight));
                    census.weights.extend(facts);
                }
                Err(Cut) => census.remainder += weight,
            }
            if census.weights.len() >= merge_at {
                merge(&mut census.weights);
                merge_at = merge_at.max(2 * census.weights.len());
            }
            ControlFlow::Continue(())
        });
        if walked.is_ok() && denominator < MOST_WAYS {
            merge(&mut census.weights);
            Ok(census)
        } else {
            Err(TooManyOutcomes {
                branches,
                denominator,
            })
        }
    }

    /// Makes a multiple of the common denominator the new one.
    fn widen_to(&mut self, denominator: u64) {
        if denominator != self.denominator {
            let factor = denominator / self.denominator;
            for (_, weight) in &mut self.weights {
                *weight *= factor;
            }
            self.remainder *= factor;
            self.denominator = denominator;
        }
    }

    /// The facts that `view` is about, as it tells them apart, each with its probability.
    pub fn by<J: Ord>(&self, view: impl Fn(&K) -> Option<J>) -> Vec<(J, Probability)> {
        // Sorted as the facts are, many that look the same are side by side: few are left to sort.
        let mut facts: Vec<(J, u64)> = Vec::new();
        for (fact, weight) in &self.weights {
            let Some(seen) = view(fact) else { continue };
            match facts.last_mut() {
                Some((last, sum)) if *last == seen => *sum += weight,
                Some(_) | None => facts.push((seen, *weight)),
            }
        }
        merge(&mut facts);
        facts
            .into_iter()
            .map(|(fact, weight)| (fact, self.probability(weight)))
            .collect()
    }

    /// The probability of the facts of which `holds` holds, of one list.
    pub fn probability_of(&self, holds: impl Fn(&K) -> bool) -> Probability {
        let weights = self.weights.iter();
        let held = weights.filter(|(fact, _)| holds(fact));
        self.probability(held.map(|(_, weight)| weight).sum())
    }

    /// The probability of what comes out in every branch that was not cut.
    #[must_use]
    pub fn certainty(&self) -> Probability {
        self.probability(self.denominator - self.remainder)
    }

    /// The probability of the branches that were not cut and told none of the facts of which `told` holds:
    /// facts of which a branch tells one at most.
    pub fn certainty_less(&self, told: impl Fn(&K) -> bool) -> Probability {
        let weights = self.weights.iter();
        let told: u64 = weights
            .filter(|(fact, _)| told(fact))
            .map(|(_, weight)| weight)
            .sum();
        self.probability(self.denominator - self.remainder - told)
    }

    /// The probability of what was cut; `None` if nothing was.
    #[must_use]
    pub fn remainder(&self) -> Option<Probability> {
        (self.remainder > 0).then(|| self.probability(self.remainder))
    }

    /// The mean and the standard deviation of a number, over the facts that have one; `None` if none
    /// has.
    pub fn moments(&self, number: impl Fn(&K) -> Option<i32>) -> Option<Moments> {
        let numbers = || {
            let weights = self.weights.iter();
            weights.filter_map(|(outcome, weight)| {
                Some((f64::from(number(outcome)?), as_f64(*weight)))
            })
        };
        let whole: f64 = numbers().map(|(_, weight)| weight).sum();
        if whole <= 0.0 {
            return None;
        }
        let mean = numbers()
            .map(|(number, weight)| number * weight)
            .sum::<f64>()
            / whole;
        let squares = numbers().map(|(number, weight)| (number - mean).powi(2) * weight);
        Some(Moments {
            mean,
            standard_deviation: (squares.sum::<f64>() / whole).sqrt(),
        })
    }

    fn probability(&self, weight: u64) -> Probability {
        Probability {
            numerator: weight,
            denominator: self.denominator,
            decimal: as_f64(weight) / as_f64(self.denominator),
        }
    }
}

/// The mean of a number and how far it strays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub standard_deviation: f64,
}

/// Sorts facts and adds up the weights of equal ones.
fn merge<K: Ord>(outcomes: &mut Vec<(K, u64)>) {
    outcomes.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    outcomes.dedup_by(|(outcome, weight), (before, sum)| {
        let same = outcome == before;
        if same {
            *sum += *weight;
        }
        same
    });
}

/// A number of ways, which is below 2^53.
fn whole(ways: u128) -> u64 {
    u64::try_from(ways).unwrap_or(u64::MAX)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "weights stay below 2^53, which a double holds"
)]
fn as_f64(weight: u64) -> f64 {
    weight as f64
}

/// The least common multiple; past 2^128, which is too many by far, the greatest number there is.
fn lcm(a: u128, b: u128) -> u128 {
    if a.is_multiple_of(b) {
        a
    } else {
        a.saturating_mul(b / gcd(a, b))
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
