//! Momentum by hand: each value is worked out from the numbered rules, never from the code.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets the unexpected should stop there"
)]

use melee_domain::chance::{Dice, Recorded, Seeded, Supplied};
use melee_domain::odds::{MOST_BRANCHES, Odds};
use melee_domain::rulesets::momentum::full_round::RoundRequest;
use melee_domain::rulesets::momentum::{AttackRequest, MeleeDefenseRequest, SkillModifierRequest};
use melee_domain::{Reckoned, Refusal, Rolled};
use proptest::prelude::*;
use serde_json::{Value, json};

fn rolled<V: Rolled>(request: Value) -> Result<Value, Refusal> {
    let request: V = serde_json::from_value(request).unwrap();
    let Some(Dice::Faces(faces)) = request.dice() else {
        panic!("these tests throw their own dice")
    };
    let mut chance = Supplied::new(faces);
    let outcome = V::resolve(&request.lawful()?, &mut chance)?;
    chance.finish()?;
    Ok(serde_json::to_value(outcome).unwrap())
}

/// A combatant without any modifiers, and with 20 Health.
fn fighter(id: &str) -> Value {
    json!({"id": id, "health": 20})
}

fn with(mut value: Value, field: &str, set: Value) -> Value {
    value[field] = set;
    value
}

/// The worked pair of the rules.
fn pair() -> [Value; 2] {
    [
        json!({"id": "a", "melee_skill": 2, "prowess": 1, "reach": 2, "lethality": 3, "health": 10}),
        json!({"id": "b", "melee_skill": 1, "prowess": 0, "reach": 1, "shield": 1, "toughness": 1, "armor": 2,
               "lethality": 2, "health": 8}),
    ]
}

fn at(combatant: &str, target: &str) -> Value {
    json!({"combatant": combatant, "target": target})
}

fn hold(holder: &str, over: &str) -> Value {
    json!({"holder": holder, "over": over})
}

/// Everybody Engaged with everybody.
fn round(combatants: &[Value], declarations: &[Value], faces: &[u8]) -> Value {
    let mut engagements = Vec::new();
    for (index, one) in combatants.iter().enumerate() {
        for other in &combatants[index + 1..] {
            engagements.push(json!([one["id"], other["id"]]));
        }
    }
    json!({"combatants": combatants, "engagements": engagements, "declarations": declarations,
        "dice": {"faces": faces}})
}

fn play(request: Value) -> Value {
    rolled::<RoundRequest>(request).unwrap()
}

fn faults(request: Value) -> Vec<(String, &'static str)> {
    match rolled::<RoundRequest>(request).unwrap_err() {
        Refusal::Unlawful(faults) => faults
            .into_iter()
            .map(|fault| (fault.pointer, fault.rule))
            .collect(),
        Refusal::Dice(fault) => panic!("the dice were refused: {fault:?}"),
    }
}

fn total(sum: &Value) -> i64 {
    sum["total"].as_i64().unwrap()
}

/// Of each press: attacker, defender, outcome.
fn presses(played: &Value) -> Vec<(&str, &str, &str)> {
    let presses = played["presses"].as_array().unwrap();
    presses
        .iter()
        .map(|press| {
            let text = |field: &str| press[field].as_str().unwrap();
            (text("attacker"), text("defender"), text("outcome"))
        })
        .collect()
}

fn health(played: &Value) -> Vec<i64> {
    let combatants = played["next"]["combatants"].as_array().unwrap();
    combatants
        .iter()
        .map(|combatant| combatant["health"].as_i64().unwrap())
        .collect()
}

#[test]
fn the_worked_round_of_the_rules() {
    let played = play(round(
        &pair(),
        &[at("a", "b"), at("b", "a")],
        &[4, 3, 5, 4, 6, 3, 2, 4],
    ));
    let clash = &played["clashes"][0];
    assert_eq!(
        (total(&clash["sums"][0]), total(&clash["sums"][1])),
        (12, 11)
    );
    assert_eq!(
        (&clash["winner"], &clash["gains_momentum"]),
        (&json!("a"), &json!("a"))
    );
    assert_eq!(played["clashes"].as_array().unwrap().len(), 1);
    let press = &played["presses"][0];
    assert_eq!((total(&press["attack"]), total(&press["defense"])), (12, 8));
    assert_eq!(
        (
            &press["raw_margin"],
            total(&press["damage"]),
            total(&press["resilience"])
        ),
        (&json!(3), 7, 3)
    );
    assert_eq!(press["health_lost"], 4);
    assert_eq!(
        played["fatigue"],
        json!([{"combatant": "b", "reasons": ["struck"]}])
    );
    assert_eq!(health(&played), [10, 4]);
    assert_eq!(played["next"]["combatants"][1]["fatigue"], 1);
    assert_eq!(played["next"]["momentum"], json!([hold("a", "b")]));
}

#[test]
fn m_1_the_situation_counts_in_the_checks_it_applies_to() {
    let situation = json!([{"label": "Mud", "value": -1}, {"label": "Spiked", "value": 2, "applies_to": "attack"},
        {"label": "Ready", "value": 1, "applies_to": "clash"}]);
    let combatant = with(
        with(fighter("a"), "melee_skill", json!(3)),
        "other_modifiers",
        situation,
    );
    let modifier = |roll| {
        let request = json!({"combatant": combatant, "roll": roll});
        let request: SkillModifierRequest = serde_json::from_value(request).unwrap();
        total(&serde_json::to_value(request.reckon().unwrap()).unwrap()["modifier"])
    };
    assert_eq!(
        (modifier("clash"), modifier("attack"), modifier("defense")),
        (3, 4, 2)
    );
}

#[test]
fn m_1_with_1_of_situation_the_worked_clash_is_a_tie() {
    let [a, b] = pair();
    let b = with(
        b,
        "other_modifiers",
        json!([{"label": "Uphill", "value": 1, "applies_to": "clash"}]),
    );
    let played = play(round(&[a, b], &[at("a", "b"), at("b", "a")], &[4, 3, 5, 4]));
    assert_eq!(played["clashes"][0]["decided_by"], "tie");
    assert_eq!(presses(&played), []);
}

#[test]
fn m_10_a_target_is_one_that_the_combatant_is_engaged_with() {
    let mut request = round(
        &[fighter("a"), fighter("b"), fighter("c")],
        &[at("a", "b"), at("b", "b"), at("c", "x")],
        &[],
    );
    request["engagements"] = json!([["a", "c"]]);
    assert_eq!(
        faults(request),
        [
            ("/declarations/0/target".into(), "M-10"),
            ("/declarations/1/target".into(), "M-10"),
            ("/declarations/2/target".into(), "M-10")
        ]
    );
    let twice = round(
        &[fighter("a"), fighter("b")],
        &[at("a", "b"), at("a", "b")],
        &[],
    );
    assert_eq!(
        faults(twice),
        [("/declarations/1/combatant".into(), "M-10")]
    );
}

#[test]
fn m_10_declaring_none_starts_no_clash_and_drops_what_is_held_but_still_clashes() {
    let mut request = round(
        &[fighter("a"), fighter("b")],
        &[json!({"combatant": "a"}), at("b", "a")],
        &[1, 1, 6, 6],
    );
    request["momentum"] = json!([hold("a", "b")]);
    let played = play(request);
    assert_eq!(played["given_up"], json!([hold("a", "b")]));
    // b declares upon a, and rolls first; a wins without a target, and gains nothing.
    assert_eq!(played["clashes"][0]["between"], json!(["b", "a"]));
    let clash = &played["clashes"][0];
    assert_eq!(
        (&clash["winner"], clash.get("gains_momentum")),
        (&json!("a"), None)
    );
    assert_eq!(presses(&played), []);
}

#[test]
fn m_11_the_form_changes_only_without_momentum() {
    let change = json!({"combatant": "a", "target": "b", "form": "Falcon"});
    let a = with(fighter("a"), "form", json!("Ox"));
    let played = play(round(
        &[a.clone(), fighter("b")],
        std::slice::from_ref(&change),
        &[1, 1, 2, 2],
    ));
    assert_eq!(played["next"]["combatants"][0]["form"], "Falcon");
    for held in [hold("a", "b"), hold("b", "a")] {
        let mut request = round(
            &[a.clone(), fighter("b")],
            std::slice::from_ref(&change),
            &[],
        );
        request["momentum"] = json!([held]);
        assert_eq!(faults(request), [("/declarations/0/form".into(), "M-11")]);
    }
    // Naming the Form it has is no change.
    let mut request = round(
        &[a, fighter("b")],
        &[json!({"combatant": "a", "target": "b", "form": "Ox"})],
        &[1, 1, 2, 2],
    );
    request["momentum"] = json!([hold("a", "b")]);
    play(request);
}

#[test]
fn m_12_two_who_target_each_other_share_a_clash_at_its_first_declaration() {
    let combatants = [fighter("a"), fighter("b"), fighter("c")];
    // b upon a, c upon a, a upon b: the shared one first, b's dice first.
    let faces = [1, 1, 2, 2, 3, 3, 4, 4, 1, 2, 1, 2, 1, 2];
    let played = play(round(
        &combatants,
        &[at("b", "a"), at("c", "a"), at("a", "b")],
        &faces[..12],
    ));
    let clashes = played["clashes"].as_array().unwrap();
    assert_eq!(clashes.len(), 2);
    assert_eq!(
        (&clashes[0]["between"], &clashes[1]["between"]),
        (&json!(["b", "a"]), &json!(["c", "a"]))
    );
    assert_eq!(total(&clashes[0]["sums"][0]), 2);
}

#[test]
fn m_13_switching_gives_up_momentum_before_any_clash() {
    let combatants = [fighter("a"), fighter("b"), fighter("c")];
    let mut request = round(
        &combatants,
        &[at("a", "c"), at("b", "a")],
        &[1, 1, 2, 2, 1, 2, 3, 4],
    );
    request["momentum"] = json!([hold("a", "b")]);
    let played = play(request);
    assert_eq!(played["given_up"], json!([hold("a", "b")]));
    // a upon c, then b upon a, which was no Clash had a kept on.
    assert_eq!(played["clashes"].as_array().unwrap().len(), 2);
}

#[test]
fn m_14_targeted_by_two_is_swarmed_and_by_one_is_not() {
    let combatants = [fighter("a"), fighter("b"), fighter("c")];
    let played = play(round(
        &combatants,
        &[at("a", "c"), at("b", "c")],
        &[1, 1, 2, 2, 1, 1, 2, 2],
    ));
    assert_eq!(
        played["swarmed"],
        json!([{"combatant": "c", "by": ["a", "b"]}])
    );
}

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

fn from_the_rear(attacker: &str, target: &str) -> Value {
    json!({"attacker": attacker, "target": target})
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

/// One press of a upon b, with these dice.
fn press(a: Value, b: Value, rear: bool, faces: [u8; 4]) -> Value {
    rolled::<AttackRequest>(
        json!({"attacker": a, "defender": b, "rear": rear, "dice": {"faces": faces}}),
    )
    .unwrap()
}

#[test]
fn m_30_without_momentum_nobody_presses() {
    let played = play(round(
        &[fighter("a"), fighter("b")],
        &[at("a", "b")],
        &[1, 1, 6, 6],
    ));
    assert_eq!(presses(&played), []);
}

#[test]
fn m_31_the_shield_defends_but_not_from_the_rear() {
    let shielded = with(fighter("b"), "shield", json!(2));
    let defense = |rear| {
        let request = json!({"defender": shielded, "rear": rear, "dice": {"faces": [3, 4]}});
        total(&rolled::<MeleeDefenseRequest>(request).unwrap()["defense"])
    };
    assert_eq!((defense(false), defense(true)), (9, 7));
}

#[test]
fn m_32_on_a_tie_nothing_lands_and_axe_and_halberd_may_damage_the_shield() {
    let tie = |weapon: &str, shield: i32, rear| {
        let a = with(
            with(fighter("a"), "weapon", json!(weapon)),
            "melee_skill",
            json!(if rear { 0 } else { shield }),
        );
        let pressed = press(
            a,
            with(fighter("b"), "shield", json!(shield)),
            rear,
            [3, 4, 4, 3],
        );
        assert_eq!(pressed["outcome"], "tie");
        assert_eq!(pressed.get("health_lost"), None);
        pressed["shield_may_be_damaged"].as_bool().unwrap()
    };
    assert!(tie("axe", 2, false) && tie("halberd", 1, false));
    assert!(!tie("sword", 2, false) && !tie("Axe", 2, false));
    assert!(!tie("axe", 0, false), "no shield");
    assert!(!tie("axe", 2, true), "the shield did not count");
}

#[test]
fn m_32_a_tie_keeps_momentum_and_a_defense_takes_it() {
    let held = |faces: &[u8]| {
        let mut request = round(&[fighter("a"), fighter("b")], &[at("a", "b")], faces);
        request["momentum"] = json!([hold("a", "b")]);
        play(request)["next"]["momentum"].clone()
    };
    assert_eq!(held(&[3, 3, 3, 3]), json!([hold("a", "b")]));
    assert_eq!(held(&[3, 3, 3, 4]), json!([]));
}

#[test]
fn m_33_presses_settle_from_the_highest_attack_down_and_equal_ones_as_declared() {
    let combatants = [fighter("a"), fighter("b"), fighter("c"), fighter("d")];
    let mut request = round(
        &combatants,
        &[at("a", "d"), at("b", "d"), at("c", "d")],
        &[2, 2, 1, 1, 5, 5, 1, 1, 2, 2, 1, 1],
    );
    request["momentum"] = json!([hold("a", "d"), hold("b", "d"), hold("c", "d")]);
    assert_eq!(
        presses(&play(request)),
        [("b", "d", "hit"), ("a", "d", "hit"), ("c", "d", "hit")]
    );
}

/// a upon b, b upon c, c upon a, all with Momentum.
fn chain(faces: &[u8]) -> Value {
    let combatants = [fighter("a"), fighter("b"), fighter("c")];
    let mut request = round(
        &combatants,
        &[at("a", "b"), at("b", "c"), at("c", "a")],
        faces,
    );
    request["momentum"] = json!([hold("a", "b"), hold("b", "c"), hold("c", "a")]);
    request
}

#[test]
fn m_34_whoever_is_hit_loses_its_momentum_and_its_press_lapses() {
    // a at 12 hits b, so that b's press at 10 lapses; c at 8 still hits a, who loses Momentum too.
    let played = play(chain(&[6, 6, 1, 1, 5, 5, 1, 1, 4, 4, 1, 1]));
    assert_eq!(
        presses(&played),
        [("a", "b", "hit"), ("b", "c", "lapsed"), ("c", "a", "hit")]
    );
    assert_eq!(played["presses"][1]["lapsed_by"], "M-34");
    assert_eq!(played["next"]["momentum"], json!([hold("c", "a")]));
}

#[test]
fn m_35_the_dropped_neither_press_nor_are_pressed() {
    let mut request = chain(&[6, 6, 1, 1, 5, 5, 1, 1, 4, 4, 1, 1]);
    // Raw margin 10: b, with 10 Health, drops.
    request["combatants"][1]["health"] = json!(10);
    let played = play(request);
    assert_eq!(
        presses(&played),
        [("a", "b", "hit"), ("b", "c", "lapsed"), ("c", "a", "hit")]
    );
    assert_eq!(played["presses"][1]["lapsed_by"], "M-35");
    // Two upon one: the second press lapses, since its victim is down.
    let combatants = [
        fighter("a"),
        fighter("b"),
        with(fighter("c"), "health", json!(3)),
    ];
    let mut request = round(
        &combatants,
        &[at("a", "c"), at("b", "c")],
        &[6, 6, 1, 1, 3, 3, 1, 1],
    );
    request["momentum"] = json!([hold("a", "c"), hold("b", "c")]);
    let played = play(request);
    assert_eq!(presses(&played), [("a", "c", "hit"), ("b", "c", "lapsed")]);
    assert_eq!(health(&played)[2], 3 - 10);
}

#[test]
fn m_35_whoever_is_dropped_at_the_start_neither_declares_nor_is_declared_upon() {
    let down = with(fighter("b"), "health", json!(0));
    let request = round(
        &[fighter("a"), down.clone()],
        &[at("a", "b"), at("b", "a")],
        &[],
    );
    assert_eq!(
        faults(request),
        [
            ("/declarations/0/target".into(), "M-35"),
            ("/declarations/1/combatant".into(), "M-35")
        ]
    );
    let refused = rolled::<AttackRequest>(
        json!({"attacker": fighter("a"), "defender": down, "dice": {"faces": []}}),
    );
    assert!(
        matches!(refused, Err(Refusal::Unlawful(faults)) if faults[0].pointer == "/defender/health")
    );
}

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

#[test]
fn three_around_one_who_strikes_back_at_the_first() {
    let combatants = [fighter("a"), fighter("b"), fighter("c"), fighter("x")];
    let declared = [at("a", "x"), at("b", "x"), at("c", "x"), at("x", "a")];
    // a and x share a Clash, x wins it: x presses a. b wins, c ties.
    let faces = [
        1, 1, 6, 6, 5, 5, 2, 2, 3, 3, 3, 3, /* b upon x */ 6, 4, 1, 1, /* x upon a */ 4,
        4, 2, 2,
    ];
    let played = play(round(&combatants, &declared, &faces));
    let winners: Vec<_> = played["clashes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|clash| clash.get("winner").cloned())
        .collect();
    assert_eq!(winners, [Some(json!("x")), Some(json!("b")), None]);
    // b's 10 settles first and hits, so that x's press lapses.
    assert_eq!(presses(&played), [("b", "x", "hit"), ("x", "a", "lapsed")]);
    assert_eq!(
        played["fatigue"],
        json!([{"combatant": "x", "reasons": ["struck", "swarmed"]}])
    );
}

#[test]
fn unknown_and_duplicate_ids_are_refused_with_their_places() {
    let mut request = round(&[fighter("a"), fighter("a")], &[at("x", "a")], &[]);
    request["engagements"] = json!([["a", "x"], ["a", "a"]]);
    assert_eq!(
        faults(request),
        [
            ("/combatants/1/id".into(), "M-10"),
            ("/engagements/0/1".into(), "M-10"),
            ("/engagements/1".into(), "M-10"),
            ("/declarations/0/combatant".into(), "M-10")
        ]
    );
    let mut request = round(&[fighter("a"), fighter("b")], &[], &[]);
    request["engagements"] = json!([["a", "b"], ["b", "a"]]);
    assert_eq!(faults(request), [("/engagements/1".into(), "M-10")]);
}

#[test]
fn the_odds_of_a_clash_and_a_press_are_exact_and_add_up_to_1() {
    let request = json!({"combatants": pair(), "engagements": [["a", "b"]], "declarations": [at("a", "b"), at("b", "a")]});
    let request: RoundRequest = serde_json::from_value(request).unwrap();
    let odds = RoundRequest::odds(&request.lawful().unwrap(), MOST_BRANCHES).unwrap();
    let odds = serde_json::to_value(odds).unwrap();
    // a has 2 more than b... 2 + 1 + 2 against 1 + 0 + 1: a tie where b's dice are 3 higher. Of 1296,
    // two dice exceed two others by exactly 3 in 80 ways, and by more in 35 + 20 + 10 + 4 + 1 + 56.
    let ways = |difference: i64| -> i64 {
        (0..1296_i64)
            .filter(|throw| {
                let die = |place: u32| throw / 6_i64.pow(place) % 6;
                die(0) + die(1) - die(2) - die(3) == difference
            })
            .count()
            .try_into()
            .unwrap()
    };
    let winners = odds["clashes"][0]["outcomes"].as_array().unwrap();
    let share = |entry: &Value| {
        let probability = &entry["probability"];
        (probability["numerator"].as_i64().unwrap() * 1296)
            / probability["denominator"].as_i64().unwrap()
    };
    let tie = winners
        .iter()
        .find(|entry| entry.get("winner").is_none())
        .unwrap();
    assert_eq!(share(tie), ways(3));
    let b = winners.iter().find(|entry| entry["winner"] == "b").unwrap();
    assert_eq!(share(b), (4..=10).map(ways).sum::<i64>());
    for list in [
        &odds["clashes"][0]["outcomes"],
        &odds["combatants"][0]["health"],
        &odds["combatants"][1]["health"],
    ] {
        let entries = list.as_array().unwrap();
        let sum: u64 = entries
            .iter()
            .map(|entry| entry["probability"]["numerator"].as_u64().unwrap())
            .sum();
        assert_eq!(Some(sum), entries[0]["probability"]["denominator"].as_u64());
    }
    let press = &odds["presses"][0];
    let rolled: u64 = press["outcomes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["probability"]["numerator"].as_u64().unwrap())
        .sum();
    assert_eq!(
        Some(rolled + press["not_rolled"]["numerator"].as_u64().unwrap()),
        press["not_rolled"]["denominator"].as_u64()
    );
}

#[test]
fn the_odds_of_a_press_equal_the_enumeration_of_its_dice() {
    let [a, b] = pair();
    let request: AttackRequest =
        serde_json::from_value(json!({"attacker": a, "defender": b})).unwrap();
    let odds = AttackRequest::odds(&request.lawful().unwrap(), MOST_BRANCHES).unwrap();
    let odds = serde_json::to_value(odds).unwrap();
    // Attack 2d6 + 3, defense 2d6 + 2; damage margin + 4 against 3: lost is margin + 1, at least 0.
    let mut lost = std::collections::BTreeMap::new();
    for throw in 0..1296_i64 {
        let die = |place: u32| throw / 6_i64.pow(place) % 6 + 1;
        let margin = die(0) + die(1) - die(2) - die(3);
        let health = if margin + 3 > 2 {
            (margin + 4 - 3).max(0)
        } else {
            0
        };
        *lost.entry(health).or_insert(0_u64) += 1;
    }
    let counted: std::collections::BTreeMap<_, _> = odds["health_lost"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            (
                entry["health_lost"].as_i64().unwrap(),
                entry["probability"]["numerator"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(counted, lost);
}

/// A brawl: so many combatants, each with a target among the Engaged or none, some with Momentum.
fn brawl() -> impl Strategy<Value = Value> {
    (2..=6_usize).prop_flat_map(|count| {
        let combatant = (-3..=3, 0..=3, 0..=2, 0..=5, 1..=12, 0..=3);
        (
            prop::collection::vec(combatant, count),
            prop::collection::vec(prop::option::of(0..count), count),
            prop::collection::vec(any::<bool>(), count),
            prop::collection::vec(any::<bool>(), count),
        )
            .prop_map(move |(stats, targets, held, rear)| {
                let name = |index: usize| format!("c{index}");
                let combatants: Vec<_> = stats.iter().enumerate()
                    .map(|(index, (skill, reach, shield, lethality, health, armor))| {
                        json!({"id": name(index), "melee_skill": skill, "reach": reach, "shield": shield,
                            "lethality": lethality, "health": health, "armor": armor})
                    })
                    .collect();
                let target = |index: usize| targets[index].filter(|target| *target != index);
                let declarations: Vec<_> = (0..count)
                    .map(|index| json!({"combatant": name(index), "target": target(index).map(name)}))
                    .collect();
                let mut momentum = Vec::new();
                let mut behind = Vec::new();
                for index in 0..count {
                    let Some(other) = target(index) else { continue };
                    let mutual = target(other) == Some(index);
                    if held[index] && !(mutual && held[other] && other < index) {
                        momentum.push(hold(&name(index), &name(other)));
                    }
                    if rear[index] && !(mutual && rear[other] && other < index) {
                        behind.push(from_the_rear(&name(index), &name(other)));
                    }
                }
                let mut request = round(&combatants, &declarations, &[]);
                request["dice"] = Value::Null;
                request["momentum"] = json!(momentum);
                request["rear"] = json!(behind);
                request
            })
    })
}

fn drawn(request: &Value, seed: &str) -> (Value, Vec<u8>) {
    let request: RoundRequest = serde_json::from_value(request.clone()).unwrap();
    let mut chance = Recorded::new(Seeded::from_text(seed));
    let outcome = RoundRequest::resolve(&request.lawful().unwrap(), &mut chance).unwrap();
    let outcome = serde_json::to_value(outcome).unwrap();
    let (faces, _) = chance.into_parts();
    (outcome, faces.iter().map(|face| face.pips()).collect())
}

proptest! {
    #[test]
    fn momentum_is_one_a_holder_fatigue_one_a_round_and_health_never_rises(request in brawl(), seed in "[a-z]{1,8}") {
        let (played, _) = drawn(&request, &seed);
        let mut holders: Vec<_> = played["next"]["momentum"].as_array().unwrap().iter().map(|m| m["holder"].clone()).collect();
        let all = holders.len();
        holders.dedup();
        prop_assert_eq!(holders.len(), all);
        for (before, after) in request["combatants"].as_array().unwrap().iter().zip(played["next"]["combatants"].as_array().unwrap()) {
            prop_assert!(after["health"].as_i64() <= before["health"].as_i64());
            prop_assert!(after["fatigue"].as_i64().unwrap() <= 1);
        }
    }

    #[test]
    fn next_is_a_valid_body_and_the_faces_replay_the_round(request in brawl(), seed in "[a-z]{1,8}") {
        let (played, faces) = drawn(&request, &seed);
        let mut replay = request.clone();
        replay["dice"] = json!({"faces": faces});
        prop_assert_eq!(&rolled::<RoundRequest>(replay).unwrap(), &played);
        let mut next = played["next"].clone();
        next["declarations"] = json!([]);
        drawn(&next, &seed);
    }

    #[test]
    fn fights_end_or_go_on_lawfully_for_a_hundred_rounds(request in brawl(), seed in "[a-z]{1,8}") {
        let mut request = request;
        for turn in 0..100 {
            let (played, _) = drawn(&request, &format!("{seed}{turn}"));
            let up = |id: &Value| {
                let combatants = played["next"]["combatants"].as_array().unwrap();
                combatants.iter().any(|one| one["id"] == *id && one["health"].as_i64().unwrap() > 0)
            };
            // Everybody who is up attacks the first one it is still Engaged with.
            let engagements = played["next"]["engagements"].as_array().unwrap();
            let mut declared: Vec<Value> = Vec::new();
            for pair in engagements {
                for (one, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                    prop_assert!(up(one) && up(other));
                    if declared.iter().all(|declaration| declaration["combatant"] != *one) {
                        declared.push(json!({"combatant": one, "target": other}));
                    }
                }
            }
            if declared.is_empty() {
                break;
            }
            request = played["next"].clone();
            request["declarations"] = json!(declared);
        }
    }

    #[test]
    fn permuting_the_combatants_changes_only_their_order_in_next(request in brawl(), seed in "[a-z]{1,8}") {
        let mut turned = request.clone();
        turned["combatants"].as_array_mut().unwrap().reverse();
        let (mut one, _) = drawn(&request, &seed);
        let (mut other, _) = drawn(&turned, &seed);
        let sorted = |value: &mut Value| {
            let list = value.as_array_mut().unwrap();
            list.sort_by_key(|entry| entry.get("id").or(entry.get("combatant")).unwrap().to_string());
        };
        for played in [&mut one, &mut other] {
            sorted(&mut played["next"]["combatants"]);
            // Who is listed in the order of the combatants.
            sorted(&mut played["fatigue"]);
            sorted(&mut played["swarmed"]);
        }
        prop_assert_eq!(one, other);
    }
}
