//! What the map decides: arcs, what is in the way, and who is hit instead.

use crate::*;

#[test]
fn fk_33_the_other_one_in_close_quarters_is_hit_in_a_round_too() {
    let combatants = [
        fighter("a", "active", 0, 0),
        fighter("b", "passive", 1, 0),
        fighter("c", "active", 1, 0),
    ];
    // Red 5, white 1: +1 + 4 = 5; damage +2 + 2 = 4 on c, a friend.
    let played = play(&combatants, &[attack("a", "b")], &[5, 1, 3, 2]);
    let attack = &played["steps"][0]["attacks"][0];
    assert_eq!(
        (&attack["target"], &attack["victim"]),
        (&json!("b"), &json!("c"))
    );
    assert_eq!(
        played["steps"][0]["effects"],
        json!([{"combatant": "c", "effect": "wounded"}])
    );
}

/// a attacks b past c: the line from (0, 0) to (1, 1) runs along the edge between (0, 1) and (1, 0).
fn past_c() -> [Value; 3] {
    [
        with(fighter("a", "active", 0, 0), "/weapon/reach", json!(2)),
        fighter("b", "passive", 1, 1),
        fighter("c", "passive", 1, 0),
    ]
}

#[test]
fn fk_22_a_near_miss_in_a_round_falls_on_who_stands_beside_the_line() {
    // 0 + 4 - 4 = 0: a near miss. The die shows 2: the second sidelined hex, (1, 0). On c, at
    // distance 1, facing a: 0 + 4 - 1 (too long) - 4 = -1.
    let played = play(&past_c(), &[attack("a", "b")], &[3, 3, 2]);
    let attack = &played["steps"][0]["attacks"][0];
    assert_eq!(attack["victim"], "c");
    assert_eq!(attack["attack_result"]["total"], -1);
    assert_eq!(attack["redirected"]["victim"], json!({"sidelined": 1}));
    // The other hex is empty: the near miss stands.
    let played = play(&past_c(), &[attack_of(&played)], &[3, 3, 1]);
    assert_eq!(played["steps"][0]["attacks"][0]["outcome"], "near_miss");
}

fn attack_of(played: &Value) -> Value {
    let made = &played["steps"][0]["attacks"][0];
    attack(
        made["attacker"].as_str().unwrap(),
        made["target"].as_str().unwrap(),
    )
}

#[test]
fn fk_53_a_redirected_attack_counts_on_target_and_victim() {
    let second = with(fighter("d", "active", 0, 1), "/weapon/skill", json!(0));
    let third = with(fighter("e", "active", 2, 0), "/weapon/skill", json!(0));
    let [a, b, c] = past_c();
    // After a's redirected attack, d on b and e on c are each the second. d: -1 + 0 + 1 - 4, from
    // (0, 1), which b, facing (0, 1), has in front. e: -1 + 0 + 1 + 3 (rear of c, which faces
    // (0, 0)) - 4.
    let declared = [attack("a", "b"), attack("d", "b"), attack("e", "c")];
    let played = play(&[a, b, c, second, third], &declared, &[3, 3, 2, 1, 2, 1, 2]);
    assert_eq!(totals(&played["steps"][0]), [-1, -4, -1]);
}

#[test]
fn fk_20_an_occupied_hex_blocks_and_a_sidelined_one_does_not() {
    let [a, _, _] = past_c();
    let behind = fighter("b", "passive", 2, 0);
    let between = fighter("c", "passive", 1, 0);
    assert_eq!(
        faults(&[a, behind, between], &[attack("a", "b")]),
        [("/declarations/0/target".into(), "FK-20")]
    );
    let played = play(&past_c(), &[attack("a", "b")], &[1, 2]);
    assert_eq!(totals(&played["steps"][0]), [-1]);
}

#[test]
fn fk_12_out_of_reach_is_refused_in_a_round() {
    let combatants = [fighter("a", "active", 0, 0), fighter("b", "passive", 3, 0)];
    assert_eq!(
        faults(&combatants, &[attack("a", "b")]),
        [("/declarations/0/target".into(), "FK-12")]
    );
}

#[test]
fn fk_16_the_arc_comes_from_position_and_facing() {
    let arcs = [(3, -1), (2, -1), (4, -1), (1, 0), (5, 0), (0, 2)];
    for (facing, total) in arcs {
        // Dice 1/2: -1 + 4 - 4 = -1, and the arc's bonus. b at (1, 0) is attacked from its side 3.
        let b = with(fighter("b", "passive", 1, 0), "/facing", json!(facing));
        let played = play(
            &[fighter("a", "active", 0, 0), b],
            &[attack("a", "b")],
            &match total {
                2 => vec![1, 2, 3, 3],
                _ => vec![1, 2],
            },
        );
        assert_eq!(totals(&played["steps"][0]), [total], "facing {facing}");
    }
}

#[test]
fn fk_34_whoever_is_in_close_quarters_attacks_only_within_them() {
    let combatants = [
        fighter("a", "active", 0, 0),
        fighter("b", "passive", 1, 0),
        fighter("c", "active", 1, 0),
    ];
    assert_eq!(
        faults(&combatants, &[attack("b", "a")]),
        [("/declarations/0/target".into(), "FK-34")]
    );
}

#[test]
fn fk_16_inside_close_quarters_the_caller_says_the_arc_which_else_is_the_front() {
    let dagger = |fighter| with(fighter, "/weapon/reach", json!(0));
    let combatants = [
        dagger(fighter("a", "active", 0, 0)),
        dagger(fighter("b", "passive", 0, 0)),
    ];
    // -1 + 4 - 4, and 3 from the rear.
    let played = play(&combatants, &[attack("a", "b")], &[1, 2]);
    assert_eq!(totals(&played["steps"][0]), [-1]);
    let behind = with(attack("a", "b"), "/arc", json!("rear"));
    let played = play(&combatants, std::slice::from_ref(&behind), &[1, 2, 3, 3]);
    assert_eq!(totals(&played["steps"][0]), [2]);
    // Between two hexes the positions tell it.
    let apart = [fighter("a", "active", 0, 0), fighter("b", "passive", 1, 0)];
    assert_eq!(
        faults(&apart, &[behind]),
        [("/declarations/0/arc".into(), "FK-16")]
    );
}

#[test]
fn fk_12_the_longest_weapon_attacks_one_hex_beyond_its_reach() {
    let lance = |fighter| with(fighter, "/weapon/reach", json!(99));
    let combatants = [
        lance(fighter("a", "active", -50, 0)),
        fighter("b", "passive", 50, 0),
    ];
    let played = play(&combatants, &[attack("a", "b")], &[1, 2]);
    // -1 + 4 - 2 (too short) - 4
    assert_eq!(totals(&played["steps"][1]), [-3]);
}
