//! The Toll and the Aftermath.

use crate::*;

#[test]
fn m_40_the_raw_margin_is_of_the_dice_only_and_can_be_negative() {
    let a = with(
        with(fighter("a"), "melee_skill", json!(9)),
        "lethality",
        json!(5),
    );
    let hit = press(a, fighter("b"), false, [1, 1, 4, 4]);
    assert_eq!(
        (&hit["outcome"], &hit["raw_margin"]),
        (&json!("hit"), &json!(-6))
    );
    // -6 + 5 = -1 against 0: nothing lost.
    assert_eq!(
        (total(&hit["damage"]), &hit["health_lost"]),
        (-1, &json!(0))
    );
}

#[test]
fn m_41_damage_has_prowess_and_lethality_and_resilience_toughness_and_armor() {
    let a = with(
        with(fighter("a"), "prowess", json!(2)),
        "lethality",
        json!(4),
    );
    let b = with(with(fighter("b"), "toughness", json!(1)), "armor", json!(3));
    let hit = press(a, b, false, [4, 4, 2, 2]);
    assert_eq!(
        (total(&hit["damage"]), total(&hit["resilience"])),
        (4 + 2 + 4, 4)
    );
    assert_eq!(hit["health_lost"], 6);
}

#[test]
fn m_42_a_hit_that_does_not_hurt_tires_too() {
    let armored = with(fighter("b"), "armor", json!(50));
    let mut request = round(&[fighter("a"), armored], &[at("a", "b")], &[6, 6, 1, 1]);
    request["momentum"] = json!([hold("a", "b")]);
    let played = play(request);
    assert_eq!(health(&played), [20, 20]);
    assert_eq!(
        played["fatigue"],
        json!([{"combatant": "b", "reasons": ["struck"]}])
    );
    // M-43: and the attacker keeps Momentum.
    assert_eq!(played["next"]["momentum"], json!([hold("a", "b")]));
}

#[test]
fn m_43_the_attacker_keeps_momentum_after_a_hit() {
    let played = play(round(&pair(), &[at("a", "b")], &[4, 3, 1, 1, 6, 3, 2, 4]));
    assert_eq!(played["next"]["momentum"], json!([hold("a", "b")]));
}

#[test]
fn m_60_fatigue_is_one_point_a_round_for_whatever_reasons() {
    let combatants = [
        fighter("a"),
        fighter("b"),
        with(fighter("c"), "fatigue", json!(4)),
    ];
    // Both win the Clash and both hit.
    let faces = [6, 6, 1, 1, 6, 6, 1, 1, 6, 6, 1, 1, 5, 5, 1, 1];
    let played = play(round(&combatants, &[at("a", "c"), at("b", "c")], &faces));
    assert_eq!(presses(&played), [("a", "c", "hit"), ("b", "c", "hit")]);
    assert_eq!(
        played["fatigue"],
        json!([{"combatant": "c", "reasons": ["struck", "swarmed"]}])
    );
    assert_eq!(played["next"]["combatants"][2]["fatigue"], 5);
}

#[test]
fn m_61_momentum_over_the_dropped_ends_and_engagements_with_them_too() {
    let frail = with(fighter("b"), "health", json!(1));
    let mut request = round(
        &[fighter("a"), frail, fighter("c")],
        &[at("a", "b")],
        &[6, 6, 1, 1],
    );
    request["momentum"] = json!([hold("a", "b")]);
    let played = play(request);
    assert_eq!(played["next"]["momentum"], json!([]));
    assert_eq!(played["next"]["engagements"], json!([["a", "c"]]));
}
