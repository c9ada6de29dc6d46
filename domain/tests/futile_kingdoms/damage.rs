//! Damage and its effect.

use crate::*;

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
