//! Close Quarters.

use crate::*;

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

#[test]
fn fk_55_a_target_in_close_quarters_may_not_counterattack_an_attack_from_outside() {
    let outside = attack(json!({"close_quarters_with": {"vigor": 1}, "dice": {"faces": [4, 2]}}));
    assert_eq!(outside["counterattack_allowed"], false);
}
