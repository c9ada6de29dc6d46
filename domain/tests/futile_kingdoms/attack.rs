//! The Attack Result: dice, modifiers, reach.

use crate::*;

#[test]
fn fk_11_the_worked_attack_comes_to_5_against_8_and_hits() {
    let attack = attack(json!({}));
    // 3 (dice) + 3 + 4 + 1 + 1 (flank) + 1 (second) - (2 + 4 + 2) = 5
    assert_eq!(attack["attack_result"]["total"], 5);
    assert_eq!(attack["melee_defense"]["total"], 8);
    assert_eq!(attack["outcome"], "hit");
    assert_eq!(attack["reach"], "optimal");
    assert_eq!(attack["counterattack_allowed"], true);
    assert_eq!(
        attack["attack_result"]["lines"][1],
        json!({"id": "vigor", "label": "Vigor", "value": 3, "rule": "FK-11"})
    );
}

#[test]
fn fk_11_the_same_attack_with_red_3_white_6_misses_by_1() {
    let attack = attack(json!({"dice": {"faces": [3, 6]}}));
    assert_eq!(attack["attack_result"]["total"], -1);
    assert_eq!(attack["outcome"], "miss");
}

#[test]
fn fk_1_equal_dice_deviate_by_nothing() {
    assert_eq!(attack_result(json!({"dice": {"faces": [4, 4]}})), 2);
}

#[test]
fn fk_3_an_attack_result_of_exactly_0_is_a_near_miss() {
    // Red 2, white 5: -2. 5 - 3 - 2 = 0.
    let attack = attack(json!({"dice": {"faces": [2, 5]}}));
    assert_eq!(attack["attack_result"]["total"], 0);
    assert_eq!(attack["outcome"], "near_miss");
}

#[test]
fn fk_2_an_attack_explodes_again_on_each_5() {
    // +5, then -5, then +2: 2 + 5 - 5 + 2 = 4.
    let exploding = json!({"explode": "always", "dice": {"faces": [6, 5, 5, 6, 4, 2]}});
    assert_eq!(attack_result(exploding), 4);
}

#[test]
fn fk_2_when_failing_explodes_only_while_the_result_is_0_or_less() {
    // -5: 2 - 5 = -3, so another: +5 comes to 2, which is no longer failing.
    let failing = json!({"explode": "when_failing", "dice": {"faces": [5, 6, 6, 5]}});
    assert_eq!(attack_result(failing), 2);
    // +5 comes to 7 at once: no explosion.
    assert_eq!(
        attack_result(json!({"explode": "when_failing", "dice": {"faces": [6, 5]}})),
        7
    );
}

#[test]
fn fk_2_nothing_explodes_unless_asked_for() {
    assert_eq!(attack_result(json!({"dice": {"faces": [6, 5]}})), 7);
}

#[test]
fn fk_11_the_rear_gives_3_and_the_front_nothing() {
    assert_eq!(attack_result(json!({"arc": "rear"})), 7);
    assert_eq!(attack_result(json!({"arc": "front"})), 4);
}

#[test]
fn fk_11_each_attack_before_this_one_gives_1() {
    assert_eq!(attack_result(json!({"incoming_attack_number": 1})), 4);
    assert_eq!(attack_result(json!({"incoming_attack_number": 5})), 8);
}

#[test]
fn fk_11_berserk_gives_1_and_wounded_and_encumbered_take_1_together() {
    assert_eq!(
        attack_result(json!({"attacker": {"conditions": ["berserk"]}})),
        6
    );
    assert_eq!(
        attack_result(json!({"attacker": {"conditions": ["wounded"]}})),
        4
    );
    assert_eq!(
        attack_result(json!({"attacker": {"conditions": ["encumbered", "wounded"]}})),
        4
    );
}

#[test]
fn fk_11_a_two_handed_weapon_in_one_hand_takes_1_also_beside_a_shield() {
    let held = json!({"attacker": {"weapon": {"grip": "one_or_two_used_in_one"}, "shield": {}}});
    assert_eq!(attack_result(held), 4);
}

#[test]
fn fk_11_the_shield_attack_modifier_counts() {
    let shielded = json!({"attacker": {"shield": {"name": "tower shield", "attack_modifier": -2}}});
    assert_eq!(attack_result(shielded), 3);
}

#[test]
fn fk_12_a_weapon_too_long_takes_1_and_one_hex_too_short_takes_2() {
    let long = attack(json!({"attacker": {"weapon": {"reach": 3}}}));
    assert_eq!(
        (&long["attack_result"]["total"], &long["reach"]),
        (&json!(4), &json!("too_long"))
    );
    // At distance 2 the target's axe of Reach 1 still defends: 8.
    let short = attack(json!({"distance": 2}));
    assert_eq!(
        (&short["attack_result"]["total"], &short["reach"]),
        (&json!(3), &json!("too_short"))
    );
}

#[test]
fn fk_12_an_alternative_reach_is_optimal_and_between_two_reaches_is_too_long() {
    let spear = |distance| {
        attack(json!({"distance": distance, "attacker": {"weapon": {"reach": 3, "alternative_reach": 1}}}))
            ["reach"]
            .clone()
    };
    assert_eq!(spear(1), "optimal");
    assert_eq!(spear(2), "too_long");
    assert_eq!(spear(3), "optimal");
    assert_eq!(spear(4), "too_short");
}

#[test]
fn fk_12_more_than_one_hex_too_short_is_out_of_reach() {
    assert_eq!(
        attack_faults(json!({"distance": 3})),
        [("/distance".into(), "FK-12")]
    );
}

#[test]
fn fk_12_an_alternative_reach_that_is_not_lower_is_refused() {
    assert_eq!(
        attack_faults(json!({"attacker": {"weapon": {"alternative_reach": 1}}})),
        [("/attacker/weapon/alternative_reach".into(), "FK-12")]
    );
}

#[test]
fn fk_13_a_weapon_of_reach_0_is_optimal_only_in_close_quarters() {
    let dagger = |distance| {
        attack(json!({"distance": distance, "attacker": {"weapon": {"reach": 0}}}))["reach"].clone()
    };
    assert_eq!(dagger(0), "optimal");
    assert_eq!(dagger(1), "too_short");
    assert_eq!(
        attack_faults(json!({"distance": 2, "attacker": {"weapon": {"reach": 0}}})),
        [("/distance".into(), "FK-12")]
    );
}

#[test]
fn fk_15_an_attack_of_opportunity_allows_no_counterattack() {
    let opportunity = attack(json!({"opportunity": true}));
    assert_eq!(opportunity["counterattack_allowed"], false);
    assert_eq!(opportunity["attack_result"]["total"], 5);
}

#[test]
fn fk_11_the_skill_modifier_is_the_attack_before_dice_and_target() {
    let mut request = swordsman();
    let fields = request.as_object_mut().unwrap();
    fields.remove("target");
    fields.remove("dice");
    let request: SkillModifierRequest = serde_json::from_value(request).unwrap();
    let answer = serde_json::to_value(request.reckon().unwrap()).unwrap();
    // 3 + 4 + 1 + 1 + 1
    assert_eq!(answer["attack_modifier"]["total"], 10);
    assert_eq!(answer["reach"], "optimal");
}
