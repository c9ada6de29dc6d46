//! The Clash.

use crate::*;

#[test]
fn m_20_momentum_held_and_kept_on_skips_the_clash() {
    let mut request = round(
        &[fighter("a"), fighter("b")],
        &[at("a", "b"), at("b", "a")],
        &[6, 5, 1, 1],
    );
    request["momentum"] = json!([hold("b", "a")]);
    let played = play(request);
    assert_eq!(played["clashes"], json!([]));
    // a, declaring first, does not press: b does.
    assert_eq!(presses(&played), [("b", "a", "hit")]);
    assert_eq!(total(&played["presses"][0]["attack"]), 11);
}

#[test]
fn m_20_momentum_both_ways_over_oneself_or_twice_is_refused() {
    let mut request = round(&[fighter("a"), fighter("b")], &[], &[]);
    request["momentum"] = json!([
        hold("a", "b"),
        hold("b", "a"),
        hold("a", "a"),
        hold("a", "b"),
        hold("a", "x")
    ]);
    assert_eq!(
        faults(request),
        [
            ("/momentum/1".into(), "M-20"),
            ("/momentum/2".into(), "M-20"),
            ("/momentum/3".into(), "M-20"),
            ("/momentum/4/over".into(), "M-20")
        ]
    );
}

#[test]
fn m_21_reach_counts_in_the_clash_only() {
    let a = with(fighter("a"), "reach", json!(3));
    let played = play(round(
        &[a, fighter("b")],
        &[at("a", "b")],
        &[1, 1, 2, 2, 3, 3, 3, 3],
    ));
    // 2 + 3 against 4; then 6 against 6, a tie.
    assert_eq!(total(&played["clashes"][0]["sums"][0]), 5);
    assert_eq!(total(&played["presses"][0]["attack"]), 6);
}

#[test]
fn m_22_momentum_is_gained_over_the_declared_target_only() {
    let combatants = [fighter("a"), fighter("b"), fighter("c")];
    // a upon b, who targets c: b wins against a and gains nothing; b wins against c and presses.
    let played = play(round(
        &combatants,
        &[at("a", "b"), at("b", "c")],
        &[1, 1, 6, 6, 6, 6, 1, 1, 2, 2, 3, 3],
    ));
    let clash = &played["clashes"][0];
    assert_eq!(
        (&clash["winner"], clash.get("gains_momentum")),
        (&json!("b"), None)
    );
    assert_eq!(presses(&played), [("b", "c", "defended")]);
}

#[test]
fn m_23_a_tie_gives_nobody_momentum() {
    let played = play(round(
        &[fighter("a"), fighter("b")],
        &[at("a", "b"), at("b", "a")],
        &[3, 4, 4, 3],
    ));
    assert_eq!(
        (
            &played["clashes"][0]["decided_by"],
            played["clashes"][0].get("winner")
        ),
        (&json!("tie"), None)
    );
    assert_eq!(played["next"]["momentum"], json!([]));
}

#[test]
fn m_24_from_the_rear_the_clash_is_lost_without_a_roll() {
    let b = with(fighter("b"), "shield", json!(5));
    let mut request = round(
        &[fighter("a"), b],
        &[at("a", "b"), at("b", "a")],
        &[3, 3, 1, 1],
    );
    request["rear"] = json!([from_the_rear("a", "b")]);
    let played = play(request);
    let clash = &played["clashes"][0];
    assert_eq!(
        (&clash["decided_by"], &clash["winner"], clash.get("sums")),
        (&json!("rear"), &json!("a"), None)
    );
    // And no shield on the defense: 6 against 2.
    assert_eq!(total(&played["presses"][0]["defense"]), 2);
    assert_eq!(presses(&played), [("a", "b", "hit")]);
}

#[test]
fn m_24_a_rear_needs_its_declaration_and_is_one_way() {
    let mut request = round(
        &[fighter("a"), fighter("b")],
        &[at("a", "b"), at("b", "a")],
        &[],
    );
    request["rear"] = json!([
        from_the_rear("a", "b"),
        from_the_rear("b", "a"),
        from_the_rear("a", "b")
    ]);
    assert_eq!(
        faults(request),
        [("/rear/1".into(), "M-24"), ("/rear/2".into(), "M-24")]
    );
    let mut request = round(&[fighter("a"), fighter("b")], &[at("a", "b")], &[]);
    request["rear"] = json!([from_the_rear("b", "a")]);
    assert_eq!(faults(request), [("/rear/0".into(), "M-24")]);
}

#[test]
fn m_25_the_swarmed_who_lose_to_somebody_who_targeted_them_tire() {
    let combatants = [fighter("a"), fighter("b"), fighter("c")];
    // c wins against a and loses to b, who presses and is defended.
    let played = play(round(
        &combatants,
        &[at("a", "c"), at("b", "c")],
        &[1, 1, 2, 2, 3, 3, 2, 2, 1, 1, 2, 2],
    ));
    assert_eq!(
        played["fatigue"],
        json!([{"combatant": "c", "reasons": ["swarmed"]}])
    );
    // Losing to a target of its own who did not target it is no such loss.
    let combatants = [fighter("a"), fighter("b"), fighter("c"), fighter("d")];
    let played = play(round(
        &combatants,
        &[at("a", "c"), at("b", "c"), at("c", "d")],
        &[1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2],
    ));
    assert_eq!(played["fatigue"], json!([]));
}

#[test]
fn m_25_losing_by_the_rear_counts() {
    let combatants = [fighter("a"), fighter("b"), fighter("c")];
    let mut request = round(
        &combatants,
        &[at("a", "c"), at("b", "c")],
        &[1, 1, 2, 2, 1, 1, 2, 2],
    );
    request["rear"] = json!([from_the_rear("a", "c")]);
    assert_eq!(
        play(request)["fatigue"],
        json!([{"combatant": "c", "reasons": ["swarmed"]}])
    );
}
