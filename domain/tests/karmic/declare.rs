//! What may be declared (K-10, K-20 to K-25, K-42).

use crate::*;

#[test]
fn k_10_weapon_and_off_hand_need_no_more_than_two_hands() {
    let request = with(
        turn(&["attack 8S"], &[]),
        &[
            ("/attacker/weapon/hands", json!(2)),
            ("/attacker/off_hand", json!({"kind": "shield", "skill": 1})),
        ],
    );
    assert_eq!(
        faults(request),
        one_fault("/attacker/off_hand/hands", "K-10")
    );
    let request = with(
        turn(&["attack 8S"], &[]),
        &[("/defender/weapon/hands", json!(3))],
    );
    assert_eq!(faults(request), one_fault("/defender/weapon/hands", "K-10"));
    let strapped = with(
        turn(&["attack 8S"], &[]),
        &[
            ("/attacker/weapon/hands", json!(2)),
            ("/attacker/off_hand", json!({"kind": "buckler", "hands": 0})),
        ],
    );
    assert_eq!(outcomes(&play(strapped)), ["hit"]);
}

#[test]
fn k_20_the_two_are_not_one() {
    let request = with(turn(&["attack 8S"], &[]), &[("/defender/id", json!("a"))]);
    assert_eq!(faults(request), one_fault("/defender/id", "K-20"));
}

#[test]
fn k_21_k_24_the_attacker_uses_at_least_one_maneuver_or_has_yielded_before() {
    assert_eq!(
        faults(turn(&[], &["parry 5S"])),
        one_fault("/attacker/declarations", "K-24")
    );
}

#[test]
fn k_22_a_block_needs_a_shield_or_a_buckler() {
    let request = turn(&["attack 8S"], &["block 5S"]);
    assert_eq!(
        faults(request.clone()),
        one_fault("/defender/declarations/0/maneuver", "K-22")
    );
    let dagger = with(
        request.clone(),
        &[("/defender/off_hand", json!({"kind": "parrying_dagger"}))],
    );
    assert_eq!(
        faults(dagger),
        one_fault("/defender/declarations/0/maneuver", "K-22")
    );
    let shield = with(
        request,
        &[("/defender/off_hand", json!({"kind": "shield"}))],
    );
    assert_eq!(
        total(&play(shield)["registers"][0]["attacker"]["mt"]),
        8 + 1 - 5
    );
}

#[test]
fn k_23_an_attack_needs_the_initiative() {
    for maneuver in ["attack", "lunge", "disarm", "offensive_disengage"] {
        let request = turn(&["attack 8S"], &[&format!("{maneuver} 5S")]);
        let faults = faults(request);
        assert_eq!(
            faults,
            one_fault("/defender/declarations/0/maneuver", "K-23")
        );
    }
}

#[test]
fn k_23_a_maneuver_is_one_that_there_is() {
    assert_eq!(
        faults(turn(&["whirl 8S"], &[])),
        one_fault("/attacker/declarations/0/maneuver", "K-23")
    );
    let own = json!([{"id": "parry", "kind": "defense"}, {"id": "whirl", "kind": "attack"},
        {"id": "whirl", "kind": "attack"}]);
    let request = with(turn(&["whirl 8S"], &[]), &[("/maneuvers", own)]);
    assert_eq!(
        faults(request),
        [
            ("/maneuvers/0/id".to_owned(), "K-23"),
            ("/maneuvers/2/id".to_owned(), "K-23")
        ]
    );
}

#[test]
fn k_24_no_more_maneuvers_than_the_weapon_allows() {
    let request = turn(&["attack 8S", "attack 3C", "attack 2C"], &[]);
    assert_eq!(
        faults(request.clone()),
        one_fault("/attacker/declarations/2/maneuver", "K-24")
    );
    let more = with(request, &[("/attacker/maximum_maneuvers_total", json!(3))]);
    assert_eq!(outcomes(&play(more)), ["hit", "hit", "hit"]);
}

#[test]
fn k_24_what_does_not_count_still_takes_a_card_and_comes_once_a_turn() {
    // An axe allows one maneuver; the dodge does not count.
    let request = turn(&["attack 8S", "attack 3C"], &["parry 5S", "melee_dodge 4C"]);
    let played = play(request.clone());
    // 8 + 1 - 5 hits; 3 + 1 - (4 - 2) hits too.
    assert_eq!(total(&played["registers"][1]["attacker"]["mt"]), 2);
    let twice = turn(
        &["attack 8S", "attack 3C"],
        &["melee_dodge 5S", "melee_dodge 4C"],
    );
    assert_eq!(
        faults(twice),
        one_fault("/defender/declarations/1/maneuver", "K-24")
    );
    let without_card = with(request, &[("/defender/hand", json!(["5S"]))]);
    assert_eq!(
        faults(without_card),
        [
            ("/defender/declarations/1/card".to_owned(), "K-24"),
            ("/defender/declarations".to_owned(), "K-24")
        ]
    );
}

#[test]
fn k_24_a_card_is_in_the_hand_and_played_once() {
    let twice = with(
        turn(&["attack 8S", "attack 8S"], &[]),
        &[("/attacker/hand", json!(["8S", "3C"]))],
    );
    assert_eq!(
        faults(twice),
        one_fault("/attacker/declarations/1/card", "K-24")
    );
    // Two of the same are two cards.
    assert_eq!(
        outcomes(&play(turn(&["attack 8S", "attack 8S"], &[]))),
        ["hit", "hit"]
    );
    let foreign = with(
        turn(&["attack 8S"], &[]),
        &[("/attacker/hand", json!(["9S"]))],
    );
    assert_eq!(
        faults(foreign),
        one_fault("/attacker/declarations/0/card", "K-24")
    );
}

#[test]
fn k_42_a_weapon_attacks_at_exactly_its_range_and_a_lunge_one_yard_beyond() {
    for range in [0, 2] {
        let request = with(turn(&["attack 8S"], &[]), &[("/range", json!(range))]);
        assert_eq!(
            faults(request),
            one_fault("/attacker/declarations/0/maneuver", "K-42")
        );
    }
    let lunge = turn(&["lunge 8S"], &[]);
    assert_eq!(
        faults(lunge.clone()),
        one_fault("/attacker/declarations/0/maneuver", "K-42")
    );
    assert_eq!(
        outcomes(&play(with(lunge, &[("/range", json!(2))]))),
        ["hit"]
    );
}

#[test]
fn k_42_a_weapon_parries_at_its_range_or_against_a_longer_one() {
    // The spear attacks at 2, where the axe of range 1 parries, since the spear is longer.
    let spear = with(
        turn(&["attack 8S"], &["parry 5S"]),
        &[("/range", json!(2)), ("/attacker/weapon/range", json!(2))],
    );
    assert_eq!(outcomes(&play(spear)), ["hit"]);
    // The sword attacks at 1, where a pike of range 3 does not parry.
    let pike = with(
        turn(&["attack 8S"], &["parry 5S"]),
        &[("/defender/weapon/range", json!(3))],
    );
    assert_eq!(
        faults(pike),
        one_fault("/defender/declarations/0/maneuver", "K-42")
    );
}

#[test]
fn all_faults_come_at_once() {
    let request = with(
        turn(&["attack 8S", "whirl 9S"], &["attack 5S"]),
        &[
            ("/range", json!(3)),
            ("/attacker/hand", json!(["8S", "8C"])),
        ],
    );
    assert_eq!(faults(request).len(), 4);
}
