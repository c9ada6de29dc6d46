//! Maneuvers as data (K-23, K-27), and whom they give the initiative.

use melee_domain::rulesets::karmic::MANEUVERS;

use crate::*;

#[test]
fn the_named_maneuvers_have_these_modifiers() {
    let named: Vec<_> = MANEUVERS
        .iter()
        .map(|maneuver| (maneuver.id, maneuver.modifier))
        .collect();
    assert_eq!(
        named,
        [
            ("attack", 0),
            ("parry", 0),
            ("block", 0),
            ("melee_dodge", -2),
            ("offensive_disengage", -4),
            ("lunge", -2),
            ("disarm", -5)
        ]
    );
    let of = |id: &str| {
        total(&modifier(json!({"skill": 2, "maneuver": id, "weapon": sword()}))["modifier"])
    };
    // Force 1 counts when attacking.
    assert_eq!(
        ["attack", "parry", "lunge", "disarm"].map(of),
        [1, 0, -1, -4]
    );
}

#[test]
fn k_27_a_successful_disengage_ends_the_combat_and_a_failed_one_does_not() {
    // 9 + 1 - 4 - parry.
    let played = play(turn(
        &["offensive_disengage 9S", "attack 3C"],
        &["parry 5S"],
    ));
    assert_eq!(
        (&played["ended"], &played["ended_by"]),
        (&json!(true), &json!("K-27"))
    );
    assert_eq!(lost(&played), ["a attack 3C K-27"]);
    let played = play(turn(
        &["offensive_disengage 9S", "attack 3C"],
        &["parry 6S"],
    ));
    assert_eq!(outcomes(&played), ["miss", "hit"]);
    assert_eq!(played["ended"], false);
}

#[test]
fn k_23_a_lunge_passes_the_initiative_hit_or_miss_and_what_is_declared_stands() {
    for (parry, outcome) in [("parry 2S", "hit"), ("parry 9S", "miss")] {
        let own =
            json!([{"id": "second", "kind": "attack", "needs_initiative": true, "extra_range": 1}]);
        let request = with(
            turn(&["lunge 8S", "second 5C"], &[parry]),
            &[
                ("/range", json!(2)),
                ("/maneuvers", own),
                ("/defender/weapon/range", json!(2)),
            ],
        );
        let played = play(request);
        assert_eq!(outcomes(&played), [outcome, "hit"]);
        assert_eq!(played["initiative"], "b");
    }
}

#[test]
fn a_disarm_hits_without_damage() {
    let played = play(turn(&["disarm 8S"], &[]));
    assert_eq!(outcomes(&played), ["hit"]);
    assert_eq!(played["registers"][0].get("damage"), None);
    assert_eq!(played["damage_taken"][1]["total"], 0);
}

/// A feint that resolves at once and gives the initiative up if it succeeds; a parry that takes it.
fn own() -> Value {
    json!([
        {"id": "feint", "kind": "other", "resolves_immediately": true, "on_success": "give_up_initiative"},
        {"id": "seize", "kind": "defense", "on_success": "take_initiative"},
    ])
}

#[test]
fn k_23_a_defense_takes_the_initiative_when_the_attack_does_not_hit() {
    let request = |card: &str| with(turn(&[card], &["seize 5S"]), &[("/maneuvers", own())]);
    assert_eq!(play(request("attack 4S"))["initiative"], "b");
    assert_eq!(play(request("attack 5S"))["initiative"], "a");
    // There is no attack to defend against.
    let played = play(request("feint 4H"));
    assert_eq!(played["initiative"], "a");
    assert_eq!(played["registers"][0]["defender"].get("success"), None);
}

#[test]
fn k_23_after_a_maneuver_that_resolves_at_once_declaring_goes_on_with_the_initiative_as_it_then_is()
{
    let request = with(
        turn(&["feint 4S", "parry 3C"], &["parry 2S", "attack 6S"]),
        &[
            ("/maneuvers", own()),
            ("/defender/maximum_maneuvers_total", json!(2)),
        ],
    );
    // The feint succeeds: b attacks in the second register, 6 - 3, and does 6 + 2, at most 7.
    let played = play(request.clone());
    let second = &played["registers"][1];
    assert_eq!(
        (&second["attacker"]["combatant"], &second["outcome"]),
        (&json!("b"), &json!("hit"))
    );
    assert_eq!(total(&second["damage"]), 7);
    assert_eq!(played["damage_taken"][0]["total"], 7);
    assert_eq!(played["initiative"], "b");
    // The feint fails: a keeps the initiative, and b may not attack.
    let request = with(
        request,
        &[
            ("/attacker/declarations/0/card", json!("4H")),
            ("/attacker/hand", json!(["4H", "3C"])),
        ],
    );
    let played = play(request);
    assert_eq!(played["registers"][1]["attacker"]["combatant"], "a");
    assert_eq!(lost(&played), ["b attack 6S K-23"]);
}

#[test]
fn k_25_after_the_initiative_has_changed_the_new_attackers_declarations_count() {
    let request = with(
        turn(&["feint 4S", "parry 3C"], &["parry 2S"]),
        &[("/maneuvers", own())],
    );
    let played = play(request);
    assert_eq!(outcomes(&played), ["none"]);
    assert_eq!(lost(&played), ["a parry 3C K-25"]);
}

#[test]
fn a_maneuver_for_both_attacks_with_the_initiative_and_defends_without() {
    let own = json!([{"id": "press", "kind": "both", "modifier": 1}]);
    let request = with(turn(&["press 8S"], &["press 5S"]), &[("/maneuvers", own)]);
    let played = attack(request);
    // 8 + 1 + 1 - (5 + 1)
    assert_eq!(
        lines(&played["attacker"]["mt"]),
        ["card_value 8", "force 1", "maneuver 1", "defense -6"]
    );
    assert_eq!(played["defender"]["success"], false);
}

#[test]
fn of_two_who_take_the_initiative_in_one_register_the_defender_has_it() {
    let own = json!([
        {"id": "shove", "kind": "other", "on_success": "take_initiative"},
    ]);
    let request = with(turn(&["shove 8S"], &["shove 5S"]), &[("/maneuvers", own)]);
    assert_eq!(play(request)["initiative"], "b");
}

#[test]
fn k_25_what_is_declared_against_a_maneuver_that_is_no_more_possible_is_lost_too() {
    // A press attacks at a range of 2 with the initiative: a has it, and the range is 1.
    let own = json!([
        {"id": "feint", "kind": "other", "resolves_immediately": true},
        {"id": "press", "kind": "both", "extra_range": 1},
    ]);
    let request = with(
        turn(&["feint 4S", "press 3C"], &["parry 2S", "melee_dodge 6S"]),
        &[("/maneuvers", own)],
    );
    let played = play(request);
    assert_eq!(lost(&played), ["a press 3C K-42", "b melee_dodge 6S K-25"]);
}

#[test]
fn k_42_what_neither_may_do_is_refused_also_after_a_maneuver_that_resolves_at_once() {
    let request = turn(
        &["offensive_disengage 3C", "lunge 8S"],
        &["parry 5S", "block 6S"],
    );
    let request = with(request, &[("/defender/maximum_maneuvers_total", json!(2))]);
    assert_eq!(
        faults(request),
        [
            ("/attacker/declarations/1/maneuver".to_owned(), "K-42"),
            ("/defender/declarations/1/maneuver".to_owned(), "K-22")
        ]
    );
}
