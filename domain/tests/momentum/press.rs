//! The Press.

use crate::*;

#[test]
fn m_30_without_momentum_nobody_presses() {
    let played = play(round(
        &[fighter("a"), fighter("b")],
        &[at("a", "b")],
        &[1, 1, 6, 6],
    ));
    assert_eq!(presses(&played), []);
}

#[test]
fn m_31_the_shield_defends_but_not_from_the_rear() {
    let shielded = with(fighter("b"), "shield", json!(2));
    let defense = |rear| {
        let request = json!({"defender": shielded, "rear": rear, "dice": {"faces": [3, 4]}});
        total(&rolled::<MeleeDefenseRequest>(request).unwrap()["defense"])
    };
    assert_eq!((defense(false), defense(true)), (9, 7));
}

#[test]
fn m_32_on_a_tie_nothing_lands_and_axe_and_halberd_may_damage_the_shield() {
    let tie = |weapon: &str, shield: i32, rear| {
        let a = with(
            with(fighter("a"), "weapon", json!(weapon)),
            "melee_skill",
            json!(if rear { 0 } else { shield }),
        );
        let pressed = press(
            a,
            with(fighter("b"), "shield", json!(shield)),
            rear,
            [3, 4, 4, 3],
        );
        assert_eq!(pressed["outcome"], "tie");
        assert_eq!(pressed.get("health_lost"), None);
        pressed["shield_may_be_damaged"].as_bool().unwrap()
    };
    assert!(tie("axe", 2, false) && tie("halberd", 1, false));
    assert!(!tie("sword", 2, false) && !tie("Axe", 2, false));
    assert!(!tie("axe", 0, false), "no shield");
    assert!(!tie("axe", 2, true), "the shield did not count");
}

#[test]
fn m_32_a_tie_keeps_momentum_and_a_defense_takes_it() {
    let held = |faces: &[u8]| {
        let mut request = round(&[fighter("a"), fighter("b")], &[at("a", "b")], faces);
        request["momentum"] = json!([hold("a", "b")]);
        play(request)["next"]["momentum"].clone()
    };
    assert_eq!(held(&[3, 3, 3, 3]), json!([hold("a", "b")]));
    assert_eq!(held(&[3, 3, 3, 4]), json!([]));
}

#[test]
fn m_33_presses_settle_from_the_highest_attack_down_and_equal_ones_as_declared() {
    let combatants = [fighter("a"), fighter("b"), fighter("c"), fighter("d")];
    let mut request = round(
        &combatants,
        &[at("a", "d"), at("b", "d"), at("c", "d")],
        &[2, 2, 1, 1, 5, 5, 1, 1, 2, 2, 1, 1],
    );
    request["momentum"] = json!([hold("a", "d"), hold("b", "d"), hold("c", "d")]);
    assert_eq!(
        presses(&play(request)),
        [("b", "d", "hit"), ("a", "d", "hit"), ("c", "d", "hit")]
    );
}

/// a upon b, b upon c, c upon a, all with Momentum.
fn chain(faces: &[u8]) -> Value {
    let combatants = [fighter("a"), fighter("b"), fighter("c")];
    let mut request = round(
        &combatants,
        &[at("a", "b"), at("b", "c"), at("c", "a")],
        faces,
    );
    request["momentum"] = json!([hold("a", "b"), hold("b", "c"), hold("c", "a")]);
    request
}

#[test]
fn m_34_whoever_is_hit_loses_its_momentum_and_its_press_lapses() {
    // a at 12 hits b, so that b's press at 10 lapses; c at 8 still hits a, who loses Momentum too.
    let played = play(chain(&[6, 6, 1, 1, 5, 5, 1, 1, 4, 4, 1, 1]));
    assert_eq!(
        presses(&played),
        [("a", "b", "hit"), ("b", "c", "lapsed"), ("c", "a", "hit")]
    );
    assert_eq!(played["presses"][1]["lapsed_by"], "M-34");
    assert_eq!(played["next"]["momentum"], json!([hold("c", "a")]));
}

#[test]
fn m_35_the_dropped_neither_press_nor_are_pressed() {
    let mut request = chain(&[6, 6, 1, 1, 5, 5, 1, 1, 4, 4, 1, 1]);
    // Raw margin 10: b, with 10 Health, drops.
    request["combatants"][1]["health"] = json!(10);
    let played = play(request);
    assert_eq!(
        presses(&played),
        [("a", "b", "hit"), ("b", "c", "lapsed"), ("c", "a", "hit")]
    );
    assert_eq!(played["presses"][1]["lapsed_by"], "M-35");
    // Two upon one: the second press lapses, since its victim is down.
    let combatants = [
        fighter("a"),
        fighter("b"),
        with(fighter("c"), "health", json!(3)),
    ];
    let mut request = round(
        &combatants,
        &[at("a", "c"), at("b", "c")],
        &[6, 6, 1, 1, 3, 3, 1, 1],
    );
    request["momentum"] = json!([hold("a", "c"), hold("b", "c")]);
    let played = play(request);
    assert_eq!(presses(&played), [("a", "c", "hit"), ("b", "c", "lapsed")]);
    assert_eq!(health(&played)[2], 3 - 10);
}

#[test]
fn m_35_whoever_is_dropped_at_the_start_neither_declares_nor_is_declared_upon() {
    let down = with(fighter("b"), "health", json!(0));
    let request = round(
        &[fighter("a"), down.clone()],
        &[at("a", "b"), at("b", "a")],
        &[],
    );
    assert_eq!(
        faults(request),
        [
            ("/declarations/0/target".into(), "M-35"),
            ("/declarations/1/combatant".into(), "M-35")
        ]
    );
    let refused = rolled::<AttackRequest>(
        json!({"attacker": fighter("a"), "defender": down, "dice": {"faces": []}}),
    );
    assert!(
        matches!(refused, Err(Refusal::Unlawful(faults)) if faults[0].pointer == "/defender/health")
    );
}

#[test]
fn m_10_nobody_presses_itself() {
    let refused = rolled::<AttackRequest>(
        json!({"attacker": fighter("a"), "defender": fighter("a"), "dice": {"faces": [1, 1, 1, 1]}}),
    );
    assert!(
        matches!(refused, Err(Refusal::Unlawful(faults)) if faults[0].pointer == "/defender/id" && faults[0].rule == "M-10")
    );
}
