//! Attacks along sidelined hexes.

use crate::*;

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
