//! Checks and declarations.

use crate::*;

#[test]
fn m_1_the_situation_counts_in_the_checks_it_applies_to() {
    let situation = json!([{"label": "Mud", "value": -1}, {"label": "Spiked", "value": 2, "applies_to": "attack"},
        {"label": "Ready", "value": 1, "applies_to": "clash"}]);
    let combatant = with(
        with(fighter("a"), "melee_skill", json!(3)),
        "other_modifiers",
        situation,
    );
    let modifier = |roll| {
        let request = json!({"combatant": combatant, "roll": roll});
        let request: SkillModifierRequest = serde_json::from_value(request).unwrap();
        total(&serde_json::to_value(request.reckon().unwrap()).unwrap()["modifier"])
    };
    assert_eq!(
        (modifier("clash"), modifier("attack"), modifier("defense")),
        (3, 4, 2)
    );
}

#[test]
fn m_1_with_1_of_situation_the_worked_clash_is_a_tie() {
    let [a, b] = pair();
    let b = with(
        b,
        "other_modifiers",
        json!([{"label": "Uphill", "value": 1, "applies_to": "clash"}]),
    );
    let played = play(round(&[a, b], &[at("a", "b"), at("b", "a")], &[4, 3, 5, 4]));
    assert_eq!(played["clashes"][0]["decided_by"], "tie");
    assert_eq!(presses(&played), []);
}

#[test]
fn m_10_a_target_is_one_that_the_combatant_is_engaged_with() {
    let mut request = round(
        &[fighter("a"), fighter("b"), fighter("c")],
        &[at("a", "b"), at("b", "b"), at("c", "x")],
        &[],
    );
    request["engagements"] = json!([["a", "c"]]);
    assert_eq!(
        faults(request),
        [
            ("/declarations/0/target".into(), "M-10"),
            ("/declarations/1/target".into(), "M-10"),
            ("/declarations/2/target".into(), "M-10")
        ]
    );
    let twice = round(
        &[fighter("a"), fighter("b")],
        &[at("a", "b"), at("a", "b")],
        &[],
    );
    assert_eq!(
        faults(twice),
        [("/declarations/1/combatant".into(), "M-10")]
    );
}

#[test]
fn m_10_declaring_none_starts_no_clash_and_drops_what_is_held_but_still_clashes() {
    let mut request = round(
        &[fighter("a"), fighter("b")],
        &[json!({"combatant": "a"}), at("b", "a")],
        &[1, 1, 6, 6],
    );
    request["momentum"] = json!([hold("a", "b")]);
    let played = play(request);
    assert_eq!(played["given_up"], json!([hold("a", "b")]));
    // b declares upon a, and rolls first; a wins without a target, and gains nothing.
    assert_eq!(played["clashes"][0]["between"], json!(["b", "a"]));
    let clash = &played["clashes"][0];
    assert_eq!(
        (&clash["winner"], clash.get("gains_momentum")),
        (&json!("a"), None)
    );
    assert_eq!(presses(&played), []);
}

#[test]
fn m_11_the_form_changes_only_without_momentum() {
    let change = json!({"combatant": "a", "target": "b", "form": "Falcon"});
    let a = with(fighter("a"), "form", json!("Ox"));
    let played = play(round(
        &[a.clone(), fighter("b")],
        std::slice::from_ref(&change),
        &[1, 1, 2, 2],
    ));
    assert_eq!(played["next"]["combatants"][0]["form"], "Falcon");
    for held in [hold("a", "b"), hold("b", "a")] {
        let mut request = round(
            &[a.clone(), fighter("b")],
            std::slice::from_ref(&change),
            &[],
        );
        request["momentum"] = json!([held]);
        assert_eq!(faults(request), [("/declarations/0/form".into(), "M-11")]);
    }
    // Naming the Form it has is no change.
    let mut request = round(
        &[a, fighter("b")],
        &[json!({"combatant": "a", "target": "b", "form": "Ox"})],
        &[1, 1, 2, 2],
    );
    request["momentum"] = json!([hold("a", "b")]);
    play(request);
}

#[test]
fn m_12_two_who_target_each_other_share_a_clash_at_its_first_declaration() {
    let combatants = [fighter("a"), fighter("b"), fighter("c")];
    // b upon a, c upon a, a upon b: the shared one first, b's dice first.
    let faces = [1, 1, 2, 2, 3, 3, 4, 4, 1, 2, 1, 2, 1, 2];
    let played = play(round(
        &combatants,
        &[at("b", "a"), at("c", "a"), at("a", "b")],
        &faces[..12],
    ));
    let clashes = played["clashes"].as_array().unwrap();
    assert_eq!(clashes.len(), 2);
    assert_eq!(
        (&clashes[0]["between"], &clashes[1]["between"]),
        (&json!(["b", "a"]), &json!(["c", "a"]))
    );
    assert_eq!(total(&clashes[0]["sums"][0]), 2);
}

#[test]
fn m_13_switching_gives_up_momentum_before_any_clash() {
    let combatants = [fighter("a"), fighter("b"), fighter("c")];
    let mut request = round(
        &combatants,
        &[at("a", "c"), at("b", "a")],
        &[1, 1, 2, 2, 1, 2, 3, 4],
    );
    request["momentum"] = json!([hold("a", "b")]);
    let played = play(request);
    assert_eq!(played["given_up"], json!([hold("a", "b")]));
    // a upon c, then b upon a, which was no Clash had a kept on.
    assert_eq!(played["clashes"].as_array().unwrap().len(), 2);
}

#[test]
fn m_14_targeted_by_two_is_swarmed_and_by_one_is_not() {
    let combatants = [fighter("a"), fighter("b"), fighter("c")];
    let played = play(round(
        &combatants,
        &[at("a", "c"), at("b", "c")],
        &[1, 1, 2, 2, 1, 1, 2, 2],
    ));
    assert_eq!(
        played["swarmed"],
        json!([{"combatant": "c", "by": ["a", "b"]}])
    );
}

#[test]
fn m_61_momentum_over_the_dropped_hinders_no_change_of_form() {
    let down = with(fighter("c"), "health", json!(0));
    let change = json!({"combatant": "a", "target": "b", "form": "Falcon"});
    let mut request = round(
        &[fighter("a"), fighter("b"), down],
        &[change],
        &[6, 6, 1, 1, 1, 1, 6, 6],
    );
    request["momentum"] = json!([hold("a", "c")]);
    assert_eq!(play(request)["next"]["combatants"][0]["form"], "Falcon");
}
