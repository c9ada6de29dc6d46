//! The steps of a round, their order and their effects.

use crate::*;

#[test]
fn fk_50_the_active_side_rolls_first_also_when_declared_last() {
    let (a, b) = (fighter("a", "active", 0, 0), fighter("b", "passive", 1, 0));
    // a: +1 + 0 + 4 - 4 = 1, a hit, and damage 0 + floor(1/2) - 0 = 0. b: -1 + 4 - 4 = -1.
    let played = play(
        &[a, b],
        &[attack("b", "a"), attack("a", "b")],
        &[2, 1, 3, 3, 1, 2],
    );
    let step = &played["steps"][0];
    assert_eq!(step["attacks"][0]["attacker"], "a");
    assert_eq!(step["attacks"][0]["declaration"], 1);
    assert_eq!(totals(step), [1, -1]);
}

#[test]
fn fk_50_a_combatant_declares_one_action_and_opportunity_attacks_beside_it() {
    let (a, b) = (fighter("a", "active", 0, 0), fighter("b", "passive", 1, 0));
    let opportunity =
        json!({"combatant": "a", "action": "attack", "target": "b", "opportunity": true});
    let defend = json!({"combatant": "a", "action": "defend"});
    assert_eq!(
        faults(&[a.clone(), b.clone()], &[attack("a", "b"), defend.clone()]),
        [("/declarations/1".into(), "FK-50")]
    );
    let played = play(&[a, b], &[defend, opportunity], &[1, 2]);
    assert_eq!(
        played["steps"][0]["attacks"][0]["counterattack_allowed"],
        false
    );
}

#[test]
fn fk_50_unknown_ids_ids_twice_and_oneself_are_refused() {
    let (a, b) = (fighter("a", "active", 0, 0), fighter("b", "passive", 1, 0));
    assert_eq!(
        faults(
            &[a.clone(), b.clone()],
            &[attack("x", "b"), attack("a", "y"), attack("b", "b")]
        ),
        [
            ("/declarations/0/combatant".into(), "FK-50"),
            ("/declarations/1/target".into(), "FK-50"),
            ("/declarations/2/target".into(), "FK-50"),
        ]
    );
    let twin = fighter("a", "passive", 2, 0);
    assert_eq!(
        faults(&[a, b, twin], &[]),
        [("/combatants/2/id".into(), "FK-50")]
    );
}

#[test]
fn fk_51_optimal_attacks_come_before_suboptimal_ones_and_their_effects_count() {
    // a: 0 + 4 - 0 (Evasion) = 4, damage 0 + 2 + 2 = 4: Wounded and Dazed.
    let a = with(fighter("a", "active", 0, 0), "/weapon/damage", json!(2));
    let played = play(
        &[spearman(), a],
        &[attack("b", "a"), attack("a", "b")],
        &[1, 1, 2, 2, 3, 3],
    );
    assert_eq!(played["steps"][0]["attacks"][0]["effect"], "wounded");
    assert_eq!(
        played["steps"][0]["effects"],
        json!([{"combatant": "b", "effect": "wounded"}])
    );
    // b: 0 + 4 - 1 (Wounded) - 1 (too long) - 4 = -2.
    assert_eq!(totals(&played["steps"][1]), [-2]);
    assert_eq!(
        played["next"]["combatants"][0]["conditions"],
        json!(["wounded", "dazed"])
    );
}

#[test]
fn fk_52_whoever_is_downed_in_the_optimal_step_makes_no_suboptimal_attack_and_no_maneuver() {
    // a: 0 + 4 - 0 = 4, damage 0 + 5 + 2 = 7: Downed.
    let a = with(fighter("a", "active", 0, 0), "/weapon/damage", json!(5));
    let played = play(
        &[a, spearman()],
        &[attack("b", "a"), attack("a", "b")],
        &[1, 1, 2, 2],
    );
    assert_eq!(played["steps"][0]["effects"][0]["effect"], "downed");
    assert_eq!(
        played["steps"][1]["lapsed"],
        json!([{"declaration": 0, "attacker": "b", "target": "a", "rule": "FK-52"}])
    );

    let a = with(fighter("a", "active", 0, 0), "/weapon/damage", json!(5));
    let flee = json!({"combatant": "b", "action": "maneuver", "to": {"q": 2, "r": 0}});
    let played = play(&[a, spearman()], &[flee, attack("a", "b")], &[1, 1, 2, 2]);
    let moved = &played["steps"][2]["moves"][0];
    assert_eq!(
        (&moved["made"], &moved["refused_by"]),
        (&json!(false), &json!("FK-52"))
    );
    assert_eq!(
        played["next"]["combatants"][1]["position"],
        json!({"q": 1, "r": 0})
    );
}

#[test]
fn fk_52_attacks_of_one_step_are_simultaneous() {
    let deadly = |fighter| {
        with(
            with(fighter, "/weapon/damage", json!(9)),
            "/weapon/skill",
            json!(5),
        )
    };
    let (a, b) = (
        deadly(fighter("a", "active", 0, 0)),
        deadly(fighter("b", "passive", 1, 0)),
    );
    // Each: +1 + 5 - 5 = 1, damage 0 + 9 + 0 = 9.
    let played = play(
        &[a, b],
        &[attack("a", "b"), attack("b", "a")],
        &[2, 1, 3, 3, 2, 1, 3, 3],
    );
    assert_eq!(
        played["steps"][0]["effects"],
        json!([{"combatant": "b", "effect": "downed"}, {"combatant": "a", "effect": "downed"}])
    );
}

#[test]
fn fk_52_whoever_is_downed_already_declares_nothing() {
    let a = with(
        fighter("a", "active", 0, 0),
        "/conditions",
        json!(["downed"]),
    );
    assert_eq!(
        faults(&[a, fighter("b", "passive", 1, 0)], &[attack("a", "b")]),
        [("/declarations/0/combatant".into(), "FK-52")]
    );
}

#[test]
fn fk_53_defending_holds_from_the_declaration_and_incoming_attacks_are_numbered() {
    let combatants = [
        fighter("a", "active", 0, 0),
        fighter("c", "active", 1, -1),
        fighter("b", "passive", 1, 0),
    ];
    let defend = json!({"combatant": "b", "action": "defend"});
    // b: 0 + 4 + 2 = 6. a: 0 + 4 - 6 = -2. c comes second: -1, from (1, -1), which is front too.
    let played = play(
        &combatants,
        &[attack("a", "b"), attack("c", "b"), defend],
        &[1, 1, 2, 2],
    );
    assert_eq!(totals(&played["steps"][0]), [-2, -1]);
    // The next round is another Melee Turn.
    assert_eq!(played["next"]["combatants"][2]["conditions"], json!([]));
}

#[test]
fn fk_53_attacks_suffered_before_the_round_count() {
    let b = with(fighter("b", "passive", 1, 0), "/incoming_attacks", json!(3));
    let played = play(
        &[fighter("a", "active", 0, 0), b],
        &[attack("a", "b")],
        &[1, 2, 3, 3],
    );
    // -1 + 4 + 3 - 4
    assert_eq!(totals(&played["steps"][0]), [2]);
}

#[test]
fn fk_53_attacks_on_close_quarters_from_outside_neither_gain_nor_count() {
    let dagger = |fighter| with(fighter, "/weapon/reach", json!(0));
    let combatants = [
        fighter("a", "active", 0, 0),
        dagger(fighter("b", "passive", 1, 0)),
        dagger(fighter("c", "active", 1, 0)),
    ];
    // a on b from outside: 0 + 4 - 0 = 4, red 1: b; damage -3 + 2 = -1.
    // c on b inside: the first that counts, 0 + 4 - 4 = 0.
    let played = play(
        &combatants,
        &[attack("a", "b"), attack("c", "b")],
        &[1, 1, 3, 4, 2, 2],
    );
    assert_eq!(totals(&played["steps"][0]), [4, 0]);
    assert_eq!(
        played["steps"][0]["attacks"][0]["counterattack_allowed"],
        false
    );
}

#[test]
fn fk_55_a_counterattack_is_the_targets_own_attack_and_counts_as_incoming() {
    let combatants = [
        fighter("a", "active", 0, 0),
        fighter("c", "active", 1, -1),
        fighter("b", "passive", 1, 0),
        fighter("d", "passive", 0, 1),
    ];
    // b strikes back at a, then d strikes a as the second: -1 + 4 + 1 - 4 = 0. d at (0, 1) is on
    // a's side 1, in front.
    let declared = [attack("a", "b"), attack("b", "a"), attack("d", "a")];
    let played = play(&combatants, &declared, &[1, 2, 1, 2, 1, 2]);
    assert_eq!(totals(&played["steps"][0]), [-1, -1, 0]);
    assert_eq!(
        played["steps"][0]["attacks"][0]["counterattack_allowed"],
        true
    );
}
