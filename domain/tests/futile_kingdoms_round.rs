//! The melee round of Futile Kingdoms by hand: each value is worked out from the numbered rules.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets the unexpected should stop there"
)]

use melee_domain::chance::{Dice, Supplied};
use melee_domain::rulesets::futile_kingdoms::full_round::RoundRequest;
use melee_domain::{Refusal, Rolled};
use serde_json::{Value, json};

fn refused_or_played(request: Value) -> Result<Value, Refusal> {
    let request: RoundRequest = serde_json::from_value(request).unwrap();
    let Some(Dice::Faces(faces)) = request.dice() else {
        panic!("these tests throw their own dice")
    };
    let mut chance = Supplied::new(faces);
    let outcome = RoundRequest::resolve(&request.lawful()?, &mut chance)?;
    chance.finish()?;
    Ok(serde_json::to_value(outcome).unwrap())
}

/// A combatant of Vigor 0 with a sword of skill 4, Reach 1 and damage 0.
fn fighter(id: &str, side: &str, q: i32, r: i32) -> Value {
    json!({"id": id, "side": side, "position": {"q": q, "r": r}, "facing": if side == "active" {0} else {3},
        "vigor": 0, "weapon": {"name": "sword", "skill": 4, "reach": 1}})
}

fn with(mut fighter: Value, pointer: &str, value: Value) -> Value {
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    fighter.pointer_mut(parent).unwrap()[field] = value;
    fighter
}

fn attack(attacker: &str, target: &str) -> Value {
    json!({"combatant": attacker, "action": "attack", "target": target})
}

fn round(combatants: &[Value], declarations: &[Value], faces: &[u8]) -> Value {
    json!({"combatants": combatants, "declarations": declarations, "dice": {"faces": faces}})
}

fn play(combatants: &[Value], declarations: &[Value], faces: &[u8]) -> Value {
    refused_or_played(round(combatants, declarations, faces)).unwrap()
}

fn faults(combatants: &[Value], declarations: &[Value]) -> Vec<(String, &'static str)> {
    match refused_or_played(round(combatants, declarations, &[])).unwrap_err() {
        Refusal::Unlawful(faults) => faults
            .into_iter()
            .map(|fault| (fault.pointer, fault.rule))
            .collect(),
        Refusal::Dice(fault) => panic!("the dice were refused: {fault:?}"),
    }
}

fn totals(step: &Value) -> Vec<i64> {
    let attacks = step["attacks"].as_array().unwrap();
    attacks
        .iter()
        .map(|attack| attack["attack_result"]["total"].as_i64().unwrap())
        .collect()
}

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

/// b holds a spear of Reach 2, which is too long at distance 1: it strikes in the second step.
fn spearman() -> Value {
    with(fighter("b", "passive", 1, 0), "/weapon/reach", json!(2))
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

fn maneuver(combatant: &str, q: i32, r: i32) -> Value {
    json!({"combatant": combatant, "action": "maneuver", "to": {"q": q, "r": r}})
}

#[test]
fn fk_54_maneuvers_move_one_hex_the_active_sides_first() {
    let combatants = [fighter("b", "passive", 2, 0), fighter("a", "active", 0, 0)];
    let played = play(
        &combatants,
        &[maneuver("b", 1, 0), maneuver("a", 1, 0)],
        &[],
    );
    let moves = &played["steps"][2]["moves"];
    assert_eq!(
        (&moves[0]["combatant"], &moves[0]["close_quarters"]),
        (&json!("a"), &json!(false))
    );
    assert_eq!(
        (&moves[1]["combatant"], &moves[1]["close_quarters"]),
        (&json!("b"), &json!(true))
    );
    assert_eq!(
        played["next"]["combatants"][0]["position"],
        json!({"q": 1, "r": 0})
    );
    assert_eq!(
        faults(&combatants, &[maneuver("a", 2, 0), maneuver("b", 2, 0)]),
        [
            ("/declarations/0/to".into(), "FK-54"),
            ("/declarations/1/to".into(), "FK-54")
        ]
    );
}

#[test]
fn fk_54_a_maneuver_may_turn() {
    let turn = with(maneuver("a", 1, 0), "/facing", json!(4));
    let played = play(&[fighter("a", "active", 0, 0)], &[turn], &[]);
    assert_eq!(played["next"]["combatants"][0]["facing"], 4);
}

#[test]
fn fk_30_a_hex_with_two_takes_no_third() {
    let combatants = [
        fighter("a", "active", 0, 0),
        fighter("b", "passive", 1, 0),
        fighter("c", "active", 1, 0),
    ];
    let played = play(&combatants, &[maneuver("a", 1, 0)], &[]);
    let moved = &played["steps"][2]["moves"][0];
    assert_eq!(
        (&moved["made"], &moved["refused_by"]),
        (&json!(false), &json!("FK-30"))
    );
    let third = fighter("d", "active", 1, 0);
    let [a, b, c] = combatants;
    assert_eq!(
        faults(&[a, b, c, third], &[]),
        [("/combatants/3/position".into(), "FK-30")]
    );
}

#[test]
fn fk_30_the_grappled_do_not_leave_close_quarters() {
    let held = with(fighter("b", "passive", 0, 0), "/grappled", json!(true));
    assert_eq!(
        faults(
            &[fighter("a", "active", 0, 0), held],
            &[maneuver("b", 1, 0)]
        ),
        [("/declarations/0".into(), "FK-30")]
    );
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

#[test]
fn next_is_a_valid_request_for_the_next_round() {
    let (a, b) = (fighter("a", "active", 0, 0), fighter("b", "passive", 1, 0));
    let mut request = round(&[a, b], &[attack("a", "b")], &[1, 2]);
    for _ in 0..3 {
        let played = refused_or_played(request.clone()).unwrap();
        request["combatants"] = played["next"]["combatants"].clone();
    }
}

#[test]
fn a_fault_within_a_declaration_is_placed_to_its_field() {
    let mut request = round(&[fighter("a", "active", 0, 0)], &[attack("a", "b")], &[]);
    for (pointer, value, place) in [
        (
            "/declarations/0/targets",
            json!("b"),
            "/declarations/0/targets",
        ),
        (
            "/declarations/0/other_modifiers",
            json!([{"label": "x", "value": 100}]),
            "/declarations/0/other_modifiers/0/value",
        ),
        (
            "/declarations/0/action",
            json!("flee"),
            "/declarations/0/action",
        ),
        (
            "/declarations/0/combatant",
            json!("a b"),
            "/declarations/0/combatant",
        ),
    ] {
        let good = request.clone();
        let (parent, field) = pointer.rsplit_once('/').unwrap();
        request.pointer_mut(parent).unwrap()[field] = value;
        let error = serde_path_to_error::deserialize::<_, RoundRequest>(&request).unwrap_err();
        let found = melee_domain::tagged::pointer(error.path(), &error.inner().to_string());
        assert_eq!(found, place);
        request = good;
    }
}
