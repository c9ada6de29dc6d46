//! Why the rules refuse a request: every fault at once, each with its place, its rule and its cure.

use crate::chance::DiceFault;

/// One fault of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where in the request, as a JSON pointer.
    pub pointer: String,
    /// What is wrong and what to change, as a sentence.
    pub detail: String,
    /// The rule that refuses it.
    pub rule: &'static str,
}

impl Fault {
    /// A fault against a rule.
    #[must_use]
    pub fn new(pointer: impl Into<String>, rule: &'static str, detail: impl Into<String>) -> Self {
        Self {
            pointer: pointer.into(),
            detail: detail.into(),
            rule,
        }
    }
}

/// A request that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is against the rules of the game.
    Unlawful(Vec<Fault>),
    /// The dice supplied do not fit what the rules ask for.
    Dice(DiceFault),
}

impl Refusal {
    /// Refuses if there is any fault.
    ///
    /// # Errors
    /// [`Refusal::Unlawful`] with all of them.
    pub fn of(faults: Vec<Fault>) -> Result<(), Self> {
        if faults.is_empty() {
            Ok(())
        } else {
            Err(Self::Unlawful(faults))
        }
    }

    /// The lawful thing, unless there is any fault. A thing that could not be made has a fault.
    ///
    /// # Errors
    /// [`Refusal::Unlawful`] with all of them.
    pub fn unless<T>(thing: Option<T>, faults: Vec<Fault>) -> Result<T, Self> {
        match thing {
            Some(thing) if faults.is_empty() => Ok(thing),
            Some(_) | None => Err(Self::Unlawful(faults)),
        }
    }
}

impl From<DiceFault> for Refusal {
    fn from(fault: DiceFault) -> Self {
        Self::Dice(fault)
    }
}
