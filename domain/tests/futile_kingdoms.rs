//! Futile Kingdoms by hand: each value is worked out from the numbered rules, never from the code.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets the unexpected should stop there"
)]

use melee_domain::chance::{Dice, Supplied};
use melee_domain::rulesets::futile_kingdoms::{
    AttackRequest, EntryRequest, MeleeDefenseRequest, RULESET, SkillModifierRequest,
};
use melee_domain::{Reckoned, Refusal, Rolled};
use serde_json::{Value, json};

/// The request with `changes` merged into it, as in RFC 7396.
fn changed(mut request: Value, changes: Value) -> Value {
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
fn swordsman() -> Value {
    json!({
        "attacker": {"vigor": 3, "weapon": {"name": "sword", "skill": 4, "attack_modifier": 1, "reach": 1}},
        "target": {"vigor": 2, "combat": 2, "evasion": 1, "weapon": {"name": "axe", "skill": 4, "reach": 1},
                   "conditions": ["defending"]},
        "distance": 1, "arc": "flank", "incoming_attack_number": 2, "dice": {"faces": [6, 3]}
    })
}

fn refused_or_attacked(request: Value) -> Result<Value, Refusal> {
    let request: AttackRequest = serde_json::from_value(request).unwrap();
    let Some(Dice::Faces(faces)) = request.dice() else {
        panic!("these tests throw their own dice")
    };
    let mut chance = Supplied::new(faces);
    let outcome = AttackRequest::resolve(&request.lawful()?, &mut chance)?;
    chance.finish()?;
    Ok(serde_json::to_value(outcome).unwrap())
}

fn attack(changes: Value) -> Value {
    refused_or_attacked(changed(swordsman(), changes)).unwrap()
}

fn attack_result(changes: Value) -> i64 {
    attack(changes)["attack_result"]["total"].as_i64().unwrap()
}

fn defense_of(request: Value) -> Value {
    let request: MeleeDefenseRequest = serde_json::from_value(request).unwrap();
    serde_json::to_value(request.reckon().unwrap()).unwrap()["melee_defense"].clone()
}

fn melee_defense(request: Value) -> i64 {
    defense_of(request)["total"].as_i64().unwrap()
}

/// What a refusal says: each fault's pointer and rule.
fn faults(refusal: Refusal) -> Vec<(String, &'static str)> {
    match refusal {
        Refusal::Unlawful(faults) => faults
            .into_iter()
            .map(|fault| (fault.pointer, fault.rule))
            .collect(),
        Refusal::Dice(fault) => panic!("the dice were refused: {fault:?}"),
    }
}

fn attack_faults(changes: Value) -> Vec<(String, &'static str)> {
    faults(refused_or_attacked(changed(swordsman(), changes)).unwrap_err())
}

fn line(sum: &Value, id: &str) -> Option<i64> {
    let lines = sum["lines"].as_array().unwrap();
    lines
        .iter()
        .find(|line| line["id"] == id)
        .map(|line| line["value"].as_i64().unwrap())
}

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
fn fk_10_a_weapon_defends_with_its_skill_also_when_too_short() {
    let axe = json!({"vigor": 2, "evasion": 9, "weapon": {"name": "axe", "skill": 4, "reach": 1}});
    assert_eq!(melee_defense(json!({"defender": axe, "distance": 1})), 6);
    assert_eq!(melee_defense(json!({"defender": axe, "distance": 2})), 6);
    assert_eq!(melee_defense(json!({"defender": axe, "distance": 5})), 6);
}

#[test]
fn fk_10_a_weapon_too_long_leaves_evasion_even_beside_a_shield() {
    let spearman = json!({"vigor": 2, "combat": 5, "evasion": 1,
        "weapon": {"name": "spear", "skill": 4, "reach": 2}, "shield": {}});
    assert_eq!(
        melee_defense(json!({"defender": spearman, "distance": 1})),
        3
    );
}

#[test]
fn fk_10_a_shield_only_defends_with_combat_and_bare_hands_with_evasion() {
    let bare = json!({"vigor": 2, "combat": 5, "evasion": 1});
    assert_eq!(melee_defense(json!({"defender": bare})), 3);
    assert_eq!(
        melee_defense(json!({"defender": changed(bare, json!({"shield": {}}))})),
        7
    );
}

#[test]
fn fk_10_a_shield_counts_by_the_distance_of_the_attack() {
    let shielded = json!({"vigor": 1, "combat": 1,
        "shield": {"melee_defense": [{"reach": 1, "modifier": 2}, {"reach": 2, "modifier": 3}]}});
    assert_eq!(
        melee_defense(json!({"defender": shielded, "distance": 1})),
        4
    );
    assert_eq!(
        melee_defense(json!({"defender": shielded, "distance": 2})),
        5
    );
    assert_eq!(
        melee_defense(json!({"defender": shielded, "distance": 3})),
        2
    );
}

#[test]
fn fk_10_a_shield_that_lists_a_reach_twice_is_refused() {
    let request: MeleeDefenseRequest = serde_json::from_value(json!({"defender": {"vigor": 1,
        "shield": {"melee_defense": [{"reach": 1, "modifier": 2}, {"reach": 1, "modifier": 3}]}}}))
    .unwrap();
    assert_eq!(
        faults(request.reckon().unwrap_err()),
        [("/defender/shield/melee_defense/1/reach".into(), "FK-10")]
    );
}

#[test]
fn fk_10_the_weapon_defense_modifier_counts_without_a_shield_only() {
    let staff = json!({"vigor": 1, "weapon": {"name": "staff", "skill": 3, "defense_modifier": 2, "reach": 1}});
    assert_eq!(melee_defense(json!({"defender": staff})), 6);
    assert_eq!(
        melee_defense(json!({"defender": changed(staff, json!({"shield": {}}))})),
        4
    );
}

#[test]
fn fk_10_conditions_change_the_defense() {
    let with = |conditions: &[&str]| {
        melee_defense(json!({"defender": {"vigor": 4, "conditions": conditions}}))
    };
    assert_eq!(with(&[]), 4);
    assert_eq!(with(&["defending"]), 6);
    assert_eq!(with(&["dazed"]), 3);
    assert_eq!(with(&["wounded"]), 3);
    assert_eq!(with(&["wounded", "encumbered"]), 3);
    assert_eq!(with(&["berserk"]), 2);
    // 4 + 2 - 1 - 1 - 2
    assert_eq!(with(&["berserk", "defending", "encumbered", "dazed"]), 2);
}

#[test]
fn fk_10_a_two_handed_weapon_in_one_hand_takes_1_without_a_shield_also_on_evasion() {
    let held = json!({"vigor": 2, "evasion": 1,
        "weapon": {"name": "sword", "skill": 4, "reach": 1, "grip": "one_or_two_used_in_one"}});
    assert_eq!(melee_defense(json!({"defender": held})), 5);
    assert_eq!(
        melee_defense(json!({"defender": changed(held.clone(), json!({"shield": {}}))})),
        6
    );
    // Too long at distance 0: 2 + 1 - 1.
    assert_eq!(melee_defense(json!({"defender": held, "distance": 0})), 2);
}

#[test]
fn fk_22_a_near_miss_is_resolved_on_the_occupant_of_a_sidelined_hex() {
    // By the rules' own worked example: Vigor 3, skill 4, Reach 2 at distance 2, rear (+3), second
    // attack (+1), red 3 white 4 (-3), against 8: 0. The occupant (defense 5) at distance 1 (too
    // long), front, first: -3 + 3 + 4 - 1 - 5 = -2.
    let attack = attack(json!({
        "attacker": {"weapon": {"attack_modifier": 0, "reach": 2}},
        "distance": 2, "arc": "rear",
        "sidelined": [{"occupant": {"vigor": 2, "weapon": {"name": "club", "skill": 3, "reach": 1}}}],
        "dice": {"faces": [3, 4]}
    }));
    assert_eq!(attack["attack_result"]["total"], -2);
    assert_eq!(attack["melee_defense"]["total"], 5);
    assert_eq!(attack["outcome"], "miss");
    assert_eq!(attack["reach"], "too_long");
    assert_eq!(
        attack["redirected"],
        json!({"reason": "sidelined", "victim": {"sidelined": 0}})
    );
}

/// A near miss past two sidelined hexes, the second one occupied.
fn near_miss(dice: Value) -> Value {
    changed(
        swordsman(),
        json!({
            "attacker": {"weapon": {"attack_modifier": 0, "reach": 2}},
            "distance": 2, "arc": "rear", "dice": {"faces": dice},
            "sidelined": [{}, {"occupant": {"vigor": 0, "evasion": 1}, "arc": "flank", "incoming_attack_number": 3}]
        }),
    )
}

#[test]
fn fk_22_the_die_picks_among_all_sidelined_hexes_and_everything_is_the_occupants_own() {
    // -3 + 3 + 4 + 1 (flank) + 2 (third) - 1 (too long) - 1 = 5
    let hit = refused_or_attacked(near_miss(json!([3, 4, 2]))).unwrap();
    assert_eq!(hit["attack_result"]["total"], 5);
    assert_eq!(hit["redirected"]["victim"], json!({"sidelined": 1}));
    // An empty hex picked: the near miss stands.
    let stands = refused_or_attacked(near_miss(json!([3, 4, 1]))).unwrap();
    assert_eq!(stands["outcome"], "near_miss");
    assert_eq!(stands.get("redirected"), None);
}

#[test]
fn fk_22_no_die_is_thrown_unless_a_hex_is_occupied_and_the_attack_a_near_miss() {
    let empty = changed(near_miss(json!([3, 4])), json!({"sidelined": [{}, {}]}));
    assert_eq!(refused_or_attacked(empty).unwrap()["outcome"], "near_miss");
    let missed = near_miss(json!([4, 5]));
    assert_eq!(refused_or_attacked(missed).unwrap()["outcome"], "miss");
}

#[test]
fn fk_22_a_redirected_attack_keeps_its_explosions_and_explodes_no_further() {
    // Against Vigor 5 (defense 11): +5, explosions -5 and 0: 5 - 5 + 0 + 3 + 4 + 3 + 1 - 11 = 0.
    let request = changed(
        near_miss(json!([6, 5, 5, 6, 4, 4, 2])),
        json!({"explode": "always", "target": {"vigor": 5}}),
    );
    // On the occupant: +5, explosions -5 and 0, 3 + 4 + 1 + 2 - 1 - 1 = 8.
    let hit = refused_or_attacked(request).unwrap();
    assert_eq!(hit["attack_result"]["total"], 8);
    assert_eq!(line(&hit["attack_result"], "deviation_roll"), Some(5));
    assert_eq!(line(&hit["attack_result"], "explosion"), Some(-5));
}

#[test]
fn fk_21_hexes_are_sidelined_only_between_attacker_and_target() {
    assert_eq!(
        attack_faults(json!({"sidelined": [{}]})),
        [("/sidelined".into(), "FK-21")]
    );
    assert_eq!(
        attack_faults(json!({"distance": 2, "sidelined": [{}, {"distance": 2}]})),
        [("/sidelined/1/distance".into(), "FK-21")]
    );
}

#[test]
fn fk_29_ordinary_melee_rules_hold_inside_close_quarters() {
    // Both at Reach 0: dice 3 + 3 + 4 + 1 + 1 (flank) + 1 (second) - (2 + 4 + 2) = 5.
    let inside = attack(json!({"distance": 0,
        "attacker": {"weapon": {"reach": 0}}, "target": {"weapon": {"reach": 0}}}));
    assert_eq!(inside["attack_result"]["total"], 5);
    assert_eq!(inside["counterattack_allowed"], true);
}

#[test]
fn fk_31_a_shield_gives_nothing_inside_and_prevents_nothing() {
    let shielded = json!({"vigor": 2, "combat": 5, "evasion": 1,
        "shield": {"melee_defense": [{"reach": 0, "modifier": 3}]}});
    // Shield only counts as neither: Evasion, and no modifier.
    assert_eq!(
        melee_defense(json!({"defender": shielded, "distance": 0})),
        3
    );
    // The weapon's Defense Modifier and the penalty for one hand apply as without a shield.
    let armed = changed(
        shielded,
        json!({"weapon": {"name": "knife", "skill": 4, "reach": 0,
        "defense_modifier": 3, "grip": "one_or_two_used_in_one"}}),
    );
    assert_eq!(melee_defense(json!({"defender": armed, "distance": 0})), 8);
    assert_eq!(
        melee_defense(json!({"defender": armed, "distance": 0, "in_close_quarters": true})),
        8
    );
}

#[test]
fn fk_31_inside_a_positive_shield_attack_modifier_counts_as_0_and_a_negative_one_counts() {
    let inside = |modifier| {
        attack_result(json!({"distance": 0, "attacker": {"weapon": {"reach": 0},
            "shield": {"attack_modifier": modifier}}, "target": {"weapon": {"reach": 0}}}))
    };
    assert_eq!(inside(2), 5);
    assert_eq!(inside(-2), 3);
}

#[test]
fn fk_32_from_outside_the_defense_is_0_and_neither_arc_nor_number_counts() {
    // Red 4, white 2: +2. 2 + 3 + 4 + 1 = 10.
    let outside = json!({"arc": "rear", "close_quarters_with": {"vigor": 1}, "dice": {"faces": [4, 2]},
        "target": {"other_modifiers": [{"label": "Lucky", "value": 7}]}});
    let attack = attack(outside);
    assert_eq!(attack["attack_result"]["total"], 10);
    assert_eq!(attack["melee_defense"]["total"], 0);
    assert_eq!(line(&attack["melee_defense"], "close_quarters"), Some(0));
    assert_eq!(attack.get("redirected"), None);
}

#[test]
fn fk_32_a_defender_in_close_quarters_has_no_defense_against_the_outside() {
    let defender = json!({"vigor": 4, "conditions": ["defending"]});
    assert_eq!(
        melee_defense(json!({"defender": defender, "in_close_quarters": true})),
        0
    );
}

#[test]
fn fk_32_inside_nobody_else_shares_the_targets_hex() {
    let inside = json!({"distance": 0, "attacker": {"weapon": {"reach": 0}}, "close_quarters_with": {"vigor": 1}});
    assert_eq!(
        attack_faults(inside),
        [("/close_quarters_with".into(), "FK-32")]
    );
}

#[test]
fn fk_33_a_red_5_or_6_hits_the_other_occupant_with_the_same_dice() {
    for (faces, total) in [([5, 2], 10), ([6, 2], 10)] {
        let attack = attack(json!({"close_quarters_with": {"vigor": 1}, "dice": {"faces": faces}}));
        assert_eq!(attack["attack_result"]["total"], total);
        assert_eq!(
            attack["redirected"],
            json!({"reason": "close_quarters", "victim": "close_quarters_with"})
        );
    }
}

#[test]
fn fk_33_is_settled_before_a_sidelined_hex() {
    // 2 + 3 + 4 + 1 - 10 = 0 against a defense of 0: a near miss on either of the two. The red 5 has
    // already redirected it, so that it is not redirected again.
    let attack = attack(json!({"distance": 2, "attacker": {"weapon": {"reach": 2}},
        "close_quarters_with": {"vigor": 1}, "dice": {"faces": [5, 2]},
        "other_modifiers": [{"label": "Fog", "value": -10}],
        "sidelined": [{"occupant": {"vigor": 0}}]}));
    assert_eq!(attack["attack_result"]["total"], 0);
    assert_eq!(attack["redirected"]["reason"], "close_quarters");
}

#[test]
fn fk_34_the_catalogue_says_how_ranged_attacks_treat_close_quarters() {
    let rule = RULESET
        .rules
        .iter()
        .find(|rule| rule.id == "FK-34")
        .unwrap();
    assert!(rule.text.contains("not Firing into Melee"));
}

#[test]
fn fk_30_close_quarters_are_entered_by_the_listed_means_only() {
    let may_enter = |request: Value| {
        let request: EntryRequest = serde_json::from_value(request).unwrap();
        request.reckon().unwrap().allowed
    };
    for (allowed, request) in [
        (true, json!({"means": "maneuver"})),
        (
            false,
            json!({"means": "maneuver", "already_in_effect": true}),
        ),
        (true, json!({"means": "charge", "weapon_reach": 0})),
        (false, json!({"means": "charge", "weapon_reach": 1})),
        (false, json!({"means": "charge"})),
        (false, json!({"means": "movement"})),
        (true, json!({"means": "movement", "target_allows": true})),
        (
            true,
            json!({"means": "movement", "target_has_zone_of_control": false}),
        ),
        (false, json!({"means": "movement", "undetected": true})),
        (false, json!({"means": "movement_through_rear"})),
        (
            true,
            json!({"means": "movement_through_rear", "undetected": true}),
        ),
        (
            true,
            json!({"means": "movement_through_rear", "target_adjusts_facing": false}),
        ),
        (
            true,
            json!({"means": "movement_through_rear", "target_allows": true}),
        ),
        (
            false,
            json!({"means": "movement_through_rear", "undetected": true, "already_in_effect": true}),
        ),
    ] {
        assert_eq!(may_enter(request.clone()), allowed, "{request}");
    }
}

/// The worked attack with its damage: Attack Result 5, a sword of damage 3, a target of Vigor 2 with
/// armor 3 and a helmet of 1.
fn damage(changes: Value) -> Value {
    attack(changed(
        json!({"roll_damage": true, "attacker": {"weapon": {"damage": 3}},
            "target": {"armor": {"protection": 3, "helmet": 1}}, "dice": {"faces": [6, 3, 4, 1]}}),
        changes,
    ))
}

fn damage_total(changes: Value) -> i64 {
    damage(changes)["damage"]["total"].as_i64().unwrap()
}

#[test]
fn fk_40_damage_is_the_dice_the_weapon_and_half_the_attack_result_less_resistance() {
    // +1 (4/1) + 3 + floor(5 / 2) - (2 + 1) = 3: Dazed.
    let damage = damage(json!({}));
    assert_eq!(damage["damage"]["total"], 3);
    assert_eq!(damage["effect"], "dazed");
}

#[test]
fn fk_40_vigor_charge_berserk_and_grip_count() {
    assert_eq!(
        damage_total(json!({"attacker": {"weapon": {"adds_vigor": true}}})),
        6
    );
    assert_eq!(damage_total(json!({"charge": true})), 5);
    // Attack Result 6 and +1: 1 + 3 + 3 + 1 - 3 = 5.
    assert_eq!(
        damage_total(json!({"attacker": {"conditions": ["berserk"]}})),
        5
    );
    // Attack Result 4 and -1: 1 + 3 + 2 - 1 - 3 = 2.
    assert_eq!(
        damage_total(json!({"attacker": {"weapon": {"grip": "one_or_two_used_in_one"}}})),
        2
    );
    assert_eq!(
        damage_total(json!({"damage_modifiers": [{"label": "Blessed", "value": 4}]})),
        7
    );
}

#[test]
fn fk_40_no_damage_is_rolled_for_a_miss() {
    let missed = damage(json!({"dice": {"faces": [3, 6]}}));
    assert_eq!(missed["outcome"], "miss");
    assert_eq!((missed.get("damage"), missed.get("effect")), (None, None));
}

#[test]
fn fk_2_damage_explodes_when_asked_for() {
    // +5 and an explosion of +2: 7 + 3 + 2 - 3 = 9.
    assert_eq!(
        damage_total(json!({"explode_damage": "always", "dice": {"faces": [6, 3, 6, 5, 4, 2]}})),
        9
    );
    // Without: 5 + 3 + 2 - 3 = 7.
    assert_eq!(damage_total(json!({"dice": {"faces": [6, 3, 6, 5]}})), 7);
}

#[test]
fn fk_41_below_an_attack_result_of_4_the_armor_protects_and_from_4_the_helmet() {
    // Red 5, white 1: +1, Attack Result 3. 1 + 3 + 1 - (2 + 3) = 0.
    assert_eq!(damage_total(json!({"dice": {"faces": [5, 1, 4, 1]}})), 0);
    // Red 5, white 2: +2, Attack Result 4. 1 + 3 + 2 - (2 + 1) = 3.
    assert_eq!(damage_total(json!({"dice": {"faces": [5, 2, 4, 1]}})), 3);
}

#[test]
fn fk_41_armor_piercing_reduces_the_protection_never_below_0() {
    assert_eq!(
        damage_total(json!({"attacker": {"weapon": {"armor_piercing": 1}}})),
        4
    );
    let pierced = damage(json!({"attacker": {"weapon": {"armor_piercing": 9}}}));
    assert_eq!(pierced["damage"]["total"], 4);
    assert_eq!(line(&pierced["damage"], "helmet_protection"), Some(-1));
    assert_eq!(line(&pierced["damage"], "armor_piercing"), Some(1));
}

#[test]
fn fk_42_effects_begin_at_1_4_and_7() {
    let effect = |value: i64| {
        damage(json!({"damage_modifiers": [{"label": "by hand", "value": value - 3}]}))["effect"]
            .clone()
    };
    for (total, name) in [
        (0, "none"),
        (1, "dazed"),
        (3, "dazed"),
        (4, "wounded"),
        (6, "wounded"),
        (7, "downed"),
    ] {
        assert_eq!(effect(total), name, "damage {total}");
    }
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

#[test]
fn fk_55_a_target_in_close_quarters_may_not_counterattack_an_attack_from_outside() {
    let outside = attack(json!({"close_quarters_with": {"vigor": 1}, "dice": {"faces": [4, 2]}}));
    assert_eq!(outside["counterattack_allowed"], false);
}

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
