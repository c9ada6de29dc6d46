//! Momentum by hand: each value is worked out from the numbered rules, never from the code.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets the unexpected should stop there"
)]

mod clash;
mod declare;
mod laws;
mod odds;
mod press;
#[path = "../supplied/mod.rs"]
mod supplied;
mod tangles;
mod toll;

use melee_domain::chance::{Recorded, Seeded};
use melee_domain::odds::{MOST_BRANCHES, Odds};
use melee_domain::rulesets::momentum::full_round::RoundRequest;
use melee_domain::rulesets::momentum::{AttackRequest, MeleeDefenseRequest, SkillModifierRequest};
use melee_domain::{Reckoned, Refusal, Rolled};
use proptest::prelude::*;
use serde_json::{Value, json};
pub(crate) use supplied::rolled;

/// A combatant without any modifiers, and with 20 Health.
pub(crate) fn fighter(id: &str) -> Value {
    json!({"id": id, "health": 20})
}

pub(crate) fn with(mut value: Value, field: &str, set: Value) -> Value {
    value[field] = set;
    value
}

/// The worked pair of the rules.
pub(crate) fn pair() -> [Value; 2] {
    [
        json!({"id": "a", "melee_skill": 2, "prowess": 1, "reach": 2, "lethality": 3, "health": 10}),
        json!({"id": "b", "melee_skill": 1, "prowess": 0, "reach": 1, "shield": 1, "toughness": 1, "armor": 2,
               "lethality": 2, "health": 8}),
    ]
}

pub(crate) fn at(combatant: &str, target: &str) -> Value {
    json!({"combatant": combatant, "target": target})
}

pub(crate) fn hold(holder: &str, over: &str) -> Value {
    json!({"holder": holder, "over": over})
}

/// Everybody Engaged with everybody.
pub(crate) fn round(combatants: &[Value], declarations: &[Value], faces: &[u8]) -> Value {
    let mut engagements = Vec::new();
    for (index, one) in combatants.iter().enumerate() {
        for other in &combatants[index + 1..] {
            engagements.push(json!([one["id"], other["id"]]));
        }
    }
    json!({"combatants": combatants, "engagements": engagements, "declarations": declarations,
        "dice": {"faces": faces}})
}

pub(crate) fn play(request: Value) -> Value {
    rolled::<RoundRequest>(request).unwrap()
}

pub(crate) fn faults(request: Value) -> Vec<(String, &'static str)> {
    match rolled::<RoundRequest>(request).unwrap_err() {
        Refusal::Unlawful(faults) => faults
            .into_iter()
            .map(|fault| (fault.pointer, fault.rule))
            .collect(),
        other @ (Refusal::Dice(_) | Refusal::Standstill(..)) => panic!("{other:?}"),
    }
}

pub(crate) fn total(sum: &Value) -> i64 {
    sum["total"].as_i64().unwrap()
}

/// Of each press: attacker, defender, outcome.
pub(crate) fn presses(played: &Value) -> Vec<(&str, &str, &str)> {
    let presses = played["presses"].as_array().unwrap();
    presses
        .iter()
        .map(|press| {
            let text = |field: &str| press[field].as_str().unwrap();
            (text("attacker"), text("defender"), text("outcome"))
        })
        .collect()
}

pub(crate) fn health(played: &Value) -> Vec<i64> {
    let combatants = played["next"]["combatants"].as_array().unwrap();
    combatants
        .iter()
        .map(|combatant| combatant["health"].as_i64().unwrap())
        .collect()
}

pub(crate) fn from_the_rear(attacker: &str, target: &str) -> Value {
    json!({"attacker": attacker, "target": target})
}

/// One press of a upon b, with these dice.
pub(crate) fn press(a: Value, b: Value, rear: bool, faces: [u8; 4]) -> Value {
    rolled::<AttackRequest>(
        json!({"attacker": a, "defender": b, "rear": rear, "dice": {"faces": faces}}),
    )
    .unwrap()
}
