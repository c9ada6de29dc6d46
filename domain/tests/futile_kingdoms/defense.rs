//! The Melee Defense.

use crate::*;

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
