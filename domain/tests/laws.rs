//! Laws that hold for every request, not only for the worked ones.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected should stop there"
)]

use melee_domain::chance::{Every, Recorded, Seeded, Supplied};
use melee_domain::rulesets::futile_kingdoms::{AttackRequest, Outcome};
use melee_domain::{Rolled, Total};
use proptest::prelude::*;
use proptest::sample::subsequence;
use serde_json::{Value, json};

const CONDITIONS: [&str; 5] = ["wounded", "encumbered", "dazed", "berserk", "defending"];

fn modifiers() -> impl Strategy<Value = Value> {
    let modifier = (-9..=9).prop_map(|value| json!({"label": "by the GM", "value": value}));
    prop::collection::vec(modifier, 0..3).prop_map(Value::from)
}

prop_compose! {
    fn weapon()(skill in -9..=9, attack in -3..=3, defense in -3..=3, reach in 1..=3, damage in -3..=9,
        pierces in 0..=4, adds_vigor: bool,
        grip in prop::sample::select(vec!["one_handed", "two_handed", "one_or_two_used_in_one"])) -> Value {
        json!({"skill": skill, "attack_modifier": attack, "defense_modifier": defense, "reach": reach,
            "damage": damage, "armor_piercing": pierces, "adds_vigor": adds_vigor, "grip": grip})
    }
}

prop_compose! {
    fn combatant()(vigor in -9..=9, combat in -9..=9, evasion in -9..=9, weapon in prop::option::of(weapon()),
        shield in prop::option::of(-3..=3), protection in 0..=5, helmet in 0..=5, free in modifiers(),
        conditions in subsequence(CONDITIONS.to_vec(), 0..=5)) -> Value {
        let shield = shield.map(|modifier| json!({"attack_modifier": modifier,
            "melee_defense": [{"reach": 1, "modifier": 2}, {"reach": 2, "modifier": 1}]}));
        json!({"vigor": vigor, "combat": combat, "evasion": evasion, "weapon": weapon, "shield": shield,
            "armor": {"protection": protection, "helmet": helmet}, "conditions": conditions,
            "other_modifiers": free})
    }
}

prop_compose! {
    /// An attack that is always lawful: the weapon's Reach is the distance.
    fn attack()(attacker in combatant(), weapon in weapon(), target in combatant(), other in prop::option::of(combatant()),
        sidelined in prop::collection::vec(prop::option::of(combatant()), 0..=4), number in 1..=9,
        arc in prop::sample::select(vec!["front", "flank", "rear"]), free in modifiers(), damage in modifiers(),
        explode in prop::sample::select(vec!["never", "when_failing", "always"]), charge: bool) -> Value {
        let mut attacker = attacker;
        let distance = weapon["reach"].clone();
        attacker["weapon"] = weapon;
        let sidelined: Vec<_> = match distance.as_i64() {
            Some(1) => Vec::new(),
            _ => sidelined.into_iter().map(|occupant| json!({"occupant": occupant})).collect(),
        };
        json!({"attacker": attacker, "target": target, "distance": distance, "arc": arc,
            "incoming_attack_number": number, "explode": explode, "explode_damage": "always",
            "roll_damage": true, "charge": charge, "close_quarters_with": other,
            "sidelined": sidelined, "other_modifiers": free, "damage_modifiers": damage})
    }
}

fn parsed(request: &Value) -> AttackRequest {
    serde_json::from_value(request.clone()).unwrap()
}

fn explains(sum: &Value) -> bool {
    let lines = sum["lines"].as_array().unwrap();
    let added: i64 = lines
        .iter()
        .map(|line| line["value"].as_i64().unwrap())
        .sum();
    Some(added) == sum["total"].as_i64()
}

/// In how many of the 36 ways the attack hits somebody.
fn ways_to_hit(request: &Value) -> u128 {
    let request = parsed(request);
    let lawful = request.lawful().unwrap();
    let mut ways = 0;
    Every::walk(
        1000,
        |chance| lawful.resolve::<Total, _>(chance),
        |outcome, weight| {
            if outcome.unwrap().outcome == Outcome::Hit {
                ways += weight.numerator;
            }
            std::ops::ControlFlow::Continue(())
        },
    )
    .unwrap();
    ways
}

proptest! {
    #[test]
    fn the_lines_explain_every_total(request in attack(), seed in "[a-z]{1,8}") {
        let request = parsed(&request);
        let outcome = AttackRequest::resolve(&request.lawful().unwrap(), &mut Seeded::from_text(&seed)).unwrap();
        let outcome = serde_json::to_value(outcome).unwrap();
        prop_assert!(explains(&outcome["attack_result"]));
        prop_assert!(explains(&outcome["melee_defense"]));
        prop_assert!(outcome.get("damage").is_none_or(explains));
    }

    #[test]
    fn the_faces_replay_the_answer_and_the_seed_repeats_it(request in attack(), seed in "[a-z]{1,8}") {
        let request = parsed(&request);
        let lawful = request.lawful().unwrap();
        let mut drawn = Recorded::new(Seeded::from_text(&seed));
        let outcome = AttackRequest::resolve(&lawful, &mut drawn).unwrap();
        let outcome = serde_json::to_value(outcome).unwrap();

        let again = AttackRequest::resolve(&lawful, &mut Seeded::from_text(&seed)).unwrap();
        prop_assert_eq!(&serde_json::to_value(again).unwrap(), &outcome);

        let (record, _) = drawn.into_parts();
        let mut supplied = Supplied::faces(&record.faces);
        let replayed = AttackRequest::resolve(&lawful, &mut supplied).unwrap();
        supplied.finish().unwrap();
        prop_assert_eq!(&serde_json::to_value(replayed).unwrap(), &outcome);
    }

    #[test]
    fn a_total_without_lines_is_the_same_total(request in attack(), seed in "[a-z]{1,8}") {
        let request = parsed(&request);
        let lawful = request.lawful().unwrap();
        let itemised = AttackRequest::resolve(&lawful, &mut Seeded::from_text(&seed)).unwrap();
        let bare = lawful.resolve::<Total, _>(&mut Seeded::from_text(&seed)).unwrap();
        prop_assert_eq!(itemised.outcome, bare.outcome);
        prop_assert_eq!(itemised.effect, bare.effect);
        prop_assert_eq!(itemised.redirected, bare.redirected);
    }

    #[test]
    fn a_higher_melee_defense_never_hits_more_often(request in attack(), more in 1..=5_i64) {
        // Plain attacks: what is hit instead has a defense of its own.
        let mut request = request;
        request["sidelined"] = json!([]);
        request["close_quarters_with"] = Value::Null;
        request["explode"] = json!("never");
        request["roll_damage"] = json!(false);
        request["target"]["other_modifiers"] = json!([{"label": "Cover", "value": more}]);
        let mut lower = request.clone();
        lower["target"]["other_modifiers"] = json!([]);
        prop_assert!(ways_to_hit(&request) <= ways_to_hit(&lower));
    }
}
