//! A verb of a game: one thing that can be asked of its rules, one operation of the API.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::chance::{Chance, Luck};
use crate::refusal::Refusal;

/// A verb that only reckons: no dice, one answer.
pub trait Reckoned: DeserializeOwned {
    /// The answer, which may borrow labels from the request.
    type Answer<'r>: Serialize
    where
        Self: 'r;

    /// Answers by the rules.
    ///
    /// # Errors
    /// [`Refusal`] with every fault against the rules.
    fn reckon(&self) -> Result<Self::Answer<'_>, Refusal>;
}

/// A verb that rolls.
pub trait Rolled: DeserializeOwned {
    /// The request, found lawful: what the rules can resolve without fail.
    type Lawful<'r>
    where
        Self: 'r;

    /// What happened, every number as a sum of cited lines.
    type Outcome<'r>: Serialize
    where
        Self: 'r;

    /// How it brings its luck: dice, or cards.
    type Luck: Luck;

    /// The dice, or the cards, that the request brings.
    fn dice(&self) -> Option<&Self::Luck>;

    /// Checks the request against the rules.
    ///
    /// # Errors
    /// [`Refusal`] with every fault.
    fn lawful(&self) -> Result<Self::Lawful<'_>, Refusal>;

    /// Resolves by the rules.
    ///
    /// # Errors
    /// Only as `chance` does.
    fn resolve<'r, C: Chance>(
        lawful: &Self::Lawful<'r>,
        chance: &mut C,
    ) -> Result<Self::Outcome<'r>, C::Error>
    where
        Self: 'r;
}
