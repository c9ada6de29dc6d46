//! What the rules refuse, and how free modifiers show.

use crate::*;

#[test]
fn fk_52_whoever_is_downed_makes_no_attack() {
    assert_eq!(
        attack_faults(json!({"attacker": {"conditions": ["downed"]}})),
        [("/attacker/conditions".into(), "FK-52")]
    );
}

#[test]
fn an_attack_without_a_weapon_is_refused() {
    assert_eq!(
        attack_faults(json!({"attacker": {"weapon": null}})),
        [("/attacker/weapon".into(), "FK-11")]
    );
}

#[test]
fn all_faults_are_named_at_once() {
    let bad = json!({"distance": 4, "attacker": {"conditions": ["downed"]},
        "target": {"weapon": {"alternative_reach": 3}}});
    let pointers: Vec<_> = attack_faults(bad)
        .into_iter()
        .map(|(pointer, _)| pointer)
        .collect();
    assert_eq!(
        pointers,
        [
            "/attacker/conditions",
            "/distance",
            "/target/weapon/alternative_reach"
        ]
    );
}

#[test]
fn a_free_modifier_shows_its_own_label_and_one_of_0_does_not_show() {
    let sum = defense_of(
        json!({"defender": {"vigor": 2, "evasion": 1, "other_modifiers":
        [{"label": "Mud", "value": 0}, {"label": "High ground", "value": 1}]}}),
    );
    assert_eq!(sum["total"], 4);
    assert_eq!(
        sum["lines"][2],
        json!({"id": "other", "label": "High ground", "value": 1})
    );
    assert_eq!(sum["lines"].as_array().unwrap().len(), 3);
}
