//! The melee round of Futile Kingdoms by hand: each value is worked out from the numbered rules.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets the unexpected should stop there"
)]

mod maneuvers;
mod redirects;
mod steps;
#[path = "../supplied/mod.rs"]
mod supplied;

use melee_domain::Refusal;
use melee_domain::rulesets::futile_kingdoms::full_round::RoundRequest;
use serde_json::{Value, json};
use supplied::rolled;

pub(crate) fn refused_or_played(request: Value) -> Result<Value, Refusal> {
    rolled::<RoundRequest>(request)
}

/// A combatant of Vigor 0 with a sword of skill 4, Reach 1 and damage 0.
pub(crate) fn fighter(id: &str, side: &str, q: i32, r: i32) -> Value {
    json!({"id": id, "side": side, "position": {"q": q, "r": r}, "facing": if side == "active" {0} else {3},
        "vigor": 0, "weapon": {"name": "sword", "skill": 4, "reach": 1}})
}

pub(crate) fn with(mut fighter: Value, pointer: &str, value: Value) -> Value {
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    fighter.pointer_mut(parent).unwrap()[field] = value;
    fighter
}

pub(crate) fn attack(attacker: &str, target: &str) -> Value {
    json!({"combatant": attacker, "action": "attack", "target": target})
}

pub(crate) fn round(combatants: &[Value], declarations: &[Value], faces: &[u8]) -> Value {
    json!({"combatants": combatants, "declarations": declarations, "dice": {"faces": faces}})
}

pub(crate) fn play(combatants: &[Value], declarations: &[Value], faces: &[u8]) -> Value {
    refused_or_played(round(combatants, declarations, faces)).unwrap()
}

pub(crate) fn faults(combatants: &[Value], declarations: &[Value]) -> Vec<(String, &'static str)> {
    match refused_or_played(round(combatants, declarations, &[])).unwrap_err() {
        Refusal::Unlawful(faults) => faults
            .into_iter()
            .map(|fault| (fault.pointer, fault.rule))
            .collect(),
        other @ (Refusal::Dice(_) | Refusal::Standstill(..)) => panic!("{other:?}"),
    }
}

pub(crate) fn totals(step: &Value) -> Vec<i64> {
    let attacks = step["attacks"].as_array().unwrap();
    attacks
        .iter()
        .map(|attack| attack["attack_result"]["total"].as_i64().unwrap())
        .collect()
}

/// b holds a spear of Reach 2, which is too long at distance 1: it strikes in the second step.
pub(crate) fn spearman() -> Value {
    with(fighter("b", "passive", 1, 0), "/weapon/reach", json!(2))
}
