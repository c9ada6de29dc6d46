//! Futile Kingdoms by hand: each value is worked out from the numbered rules, never from the code.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets the unexpected should stop there"
)]

mod attack;
mod close_quarters;
mod damage;
mod defense;
mod refusals;
mod sidelined;
#[path = "../supplied/mod.rs"]
mod supplied;

use melee_domain::rulesets::futile_kingdoms::{
    AttackRequest, EntryRequest, MeleeDefenseRequest, RULESET, SkillModifierRequest,
};
use melee_domain::{Reckoned, Refusal};
use serde_json::{Value, json};
use supplied::rolled;

/// The request with `changes` merged into it, as in RFC 7396.
pub(crate) fn changed(mut request: Value, changes: Value) -> Value {
    match (&mut request, changes) {
        (Value::Object(fields), Value::Object(changes)) => {
            for (name, change) in changes {
                let old = fields.remove(&name).unwrap_or(Value::Null);
                fields.insert(name, changed(old, change));
            }
            request
        }
        (_, change) => change,
    }
}

/// An attack by the contract's first example: it comes to 5 against a Melee Defense of 8.
pub(crate) fn swordsman() -> Value {
    json!({
        "attacker": {"vigor": 3, "weapon": {"name": "sword", "skill": 4, "attack_modifier": 1, "reach": 1}},
        "target": {"vigor": 2, "combat": 2, "evasion": 1, "weapon": {"name": "axe", "skill": 4, "reach": 1},
                   "conditions": ["defending"]},
        "distance": 1, "arc": "flank", "incoming_attack_number": 2, "dice": {"faces": [6, 3]}
    })
}

pub(crate) fn refused_or_attacked(request: Value) -> Result<Value, Refusal> {
    rolled::<AttackRequest>(request)
}

pub(crate) fn attack(changes: Value) -> Value {
    refused_or_attacked(changed(swordsman(), changes)).unwrap()
}

pub(crate) fn attack_result(changes: Value) -> i64 {
    attack(changes)["attack_result"]["total"].as_i64().unwrap()
}

pub(crate) fn defense_of(request: Value) -> Value {
    let request: MeleeDefenseRequest = serde_json::from_value(request).unwrap();
    serde_json::to_value(request.reckon().unwrap()).unwrap()["melee_defense"].clone()
}

pub(crate) fn melee_defense(request: Value) -> i64 {
    defense_of(request)["total"].as_i64().unwrap()
}

/// What a refusal says: each fault's pointer and rule.
pub(crate) fn faults(refusal: Refusal) -> Vec<(String, &'static str)> {
    match refusal {
        Refusal::Unlawful(faults) => faults
            .into_iter()
            .map(|fault| (fault.pointer, fault.rule))
            .collect(),
        other @ (Refusal::Dice(_) | Refusal::Standstill(..)) => panic!("{other:?}"),
    }
}

pub(crate) fn attack_faults(changes: Value) -> Vec<(String, &'static str)> {
    faults(refused_or_attacked(changed(swordsman(), changes)).unwrap_err())
}

pub(crate) fn line(sum: &Value, id: &str) -> Option<i64> {
    let lines = sum["lines"].as_array().unwrap();
    lines
        .iter()
        .find(|line| line["id"] == id)
        .map(|line| line["value"].as_i64().unwrap())
}
