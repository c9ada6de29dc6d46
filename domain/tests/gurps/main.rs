//! GURPS by hand: each value is worked out from the numbered rules, never from the code.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets the unexpected should stop there"
)]

mod attacker;
mod base;
mod laws;
mod options;
mod roll;
mod round;
#[path = "../supplied/mod.rs"]
mod supplied;

use melee_domain::chance::{Recorded, Seeded, Supplied};
use melee_domain::odds::{MOST_BRANCHES, Odds};
use melee_domain::rulesets::gurps::{AttackRequest, Outcome, RoundRequest, SkillModifierRequest};
use melee_domain::{Reckoned, Refusal, Rolled};
use proptest::prelude::*;
use serde_json::{Value, json};
pub(crate) use supplied::rolled;

/// An attack at skill 12 with `changes`.
pub(crate) fn attack(changes: Value) -> Value {
    let mut request = json!({"skill": 12});
    let fields = request.as_object_mut().unwrap();
    for (name, value) in changes.as_object().unwrap() {
        fields.insert(name.clone(), value.clone());
    }
    request
}

pub(crate) fn reckoned(request: Value) -> Result<Value, Refusal> {
    let request: SkillModifierRequest = serde_json::from_value(request).unwrap();
    Ok(serde_json::to_value(request.reckon()?).unwrap())
}

pub(crate) fn skill_modifier(changes: Value) -> Value {
    reckoned(attack(changes)).unwrap()
}

/// What the changes make of a skill of 12.
pub(crate) fn skill(changes: Value) -> i64 {
    skill_modifier(changes)["effective_skill"]["total"]
        .as_i64()
        .unwrap()
}

pub(crate) fn roll(changes: Value) -> Value {
    rolled::<AttackRequest>(attack(changes)).unwrap()
}

pub(crate) fn faults<T: std::fmt::Debug>(
    refused: Result<T, Refusal>,
) -> Vec<(String, &'static str)> {
    match refused.unwrap_err() {
        Refusal::Unlawful(faults) => faults
            .into_iter()
            .map(|fault| (fault.pointer, fault.rule))
            .collect(),
        other @ (Refusal::Dice(_) | Refusal::Standstill(..)) => panic!("{other:?}"),
    }
}

pub(crate) fn line(sum: &Value, id: &str) -> Option<i64> {
    let lines = sum["lines"].as_array().unwrap();
    let line = lines.iter().find(|line| line["id"] == id);
    line.map(|line| line["value"].as_i64().unwrap())
}
