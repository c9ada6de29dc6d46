//! Karmic by hand: each value is worked out from the numbered rules, never from the code.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets the unexpected should stop there"
)]

mod cards;
mod declare;
mod initiative;
mod laws;
mod maneuvers;
mod odds;
mod registers;
mod story;
#[path = "../supplied/mod.rs"]
mod supplied;

use melee_domain::rulesets::karmic::{
    AttackRequest, MeleeDefenseRequest, RoundRequest, SkillModifierRequest,
};
use melee_domain::{Reckoned, Refusal};
use serde_json::{Value, json};
pub(crate) use supplied::rolled;

/// A sword of Range 1, Force 1, Edge 1 that does at most 6, and is used twice a turn.
pub(crate) fn sword() -> Value {
    json!({"name": "sword", "range": 1, "force": 1, "maximum_maneuvers": 2, "edge": 1, "maximum_damage": 6})
}

/// An axe of Range 1, Edge 2 that does at most 7, and is used once a turn.
pub(crate) fn axe() -> Value {
    json!({"name": "axe", "range": 1, "maximum_maneuvers": 1, "edge": 2, "maximum_damage": 7})
}

/// Declarations: "attack 8S".
pub(crate) fn declared(declarations: &[&str]) -> Value {
    let declarations = declarations.iter().map(|text| {
        let (maneuver, card) = text.split_once(' ').unwrap();
        json!({"maneuver": maneuver, "card": card})
    });
    declarations.collect()
}

/// A combatant whose hand is the cards that it plays.
pub(crate) fn fighter(id: &str, weapon: Value, declarations: &[&str]) -> Value {
    let declarations = declared(declarations);
    let hand = declarations.as_array().unwrap().iter();
    let hand: Value = hand
        .map(|declaration| declaration["card"].clone())
        .collect();
    json!({"id": id, "hand": hand, "weapon": weapon, "declarations": declarations})
}

/// A turn of a with the sword against b with the axe, at a range of 1.
pub(crate) fn turn(ours: &[&str], theirs: &[&str]) -> Value {
    json!({"range": 1, "attacker": fighter("a", sword(), ours), "defender": fighter("b", axe(), theirs)})
}

/// The value, with some fields set, each at its JSON pointer.
pub(crate) fn with(mut value: Value, set: &[(&str, Value)]) -> Value {
    for (pointer, field) in set {
        if let Some(place) = value.pointer_mut(pointer) {
            *place = field.clone();
            continue;
        }
        let (within, name) = pointer.rsplit_once('/').unwrap();
        value.pointer_mut(within).unwrap()[name] = field.clone();
    }
    value
}

pub(crate) fn play(request: Value) -> Value {
    rolled::<RoundRequest>(request).unwrap()
}

pub(crate) fn attack(request: Value) -> Value {
    rolled::<AttackRequest>(request).unwrap()
}

/// The faults of a turn, each by its pointer and its rule.
pub(crate) fn faults(request: Value) -> Vec<(String, &'static str)> {
    listed(rolled::<RoundRequest>(request).unwrap_err())
}

pub(crate) fn listed(refusal: Refusal) -> Vec<(String, &'static str)> {
    match refusal {
        Refusal::Unlawful(faults) => faults
            .into_iter()
            .map(|fault| (fault.pointer, fault.rule))
            .collect(),
        other @ (Refusal::Dice(_) | Refusal::Standstill(..)) => panic!("{other:?}"),
    }
}

pub(crate) fn one_fault(pointer: &str, rule: &'static str) -> Vec<(String, &'static str)> {
    vec![(pointer.to_owned(), rule)]
}

pub(crate) fn defense(request: Value) -> Result<Value, Refusal> {
    let request: MeleeDefenseRequest = serde_json::from_value(request).unwrap();
    request
        .reckon()
        .map(|answer| serde_json::to_value(answer).unwrap())
}

pub(crate) fn modifier(request: Value) -> Value {
    let request: SkillModifierRequest = serde_json::from_value(request).unwrap();
    serde_json::to_value(request.reckon().unwrap()).unwrap()
}

pub(crate) fn total(sum: &Value) -> i64 {
    sum["total"].as_i64().unwrap()
}

/// The lines of a sum: "force 1".
pub(crate) fn lines(sum: &Value) -> Vec<String> {
    let lines = sum["lines"].as_array().unwrap().iter();
    lines
        .map(|line| format!("{} {}", line["id"].as_str().unwrap(), line["value"]))
        .collect()
}

/// Of each register its outcome.
pub(crate) fn outcomes(played: &Value) -> Vec<&str> {
    let registers = played["registers"].as_array().unwrap().iter();
    registers
        .map(|register| register["outcome"].as_str().unwrap_or("none"))
        .collect()
}

/// What was lost: "b parry 4D K-25".
pub(crate) fn lost(played: &Value) -> Vec<String> {
    let lost = played["lost"].as_array().unwrap().iter();
    lost.map(|lost| {
        let text = |field: &str| lost[field].as_str().unwrap();
        format!(
            "{} {} {} {}",
            text("combatant"),
            text("maneuver"),
            text("card"),
            text("rule")
        )
    })
    .collect()
}
