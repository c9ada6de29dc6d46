//! What is true of every turn and every deal, and what a seed deals for ever.

use std::collections::BTreeMap;

use melee_domain::Rolled;
use melee_domain::cards::Card;
use melee_domain::chance::{Recorded, Seeded, Supplied};
use melee_domain::rulesets::karmic::HandRequest;
use proptest::prelude::*;

use crate::*;

fn hand(skill: i32, deck: &str, seed: &str) -> Value {
    let request = json!({"skill": skill, "deck": {"kind": deck}});
    let request: HandRequest = serde_json::from_value(request).unwrap();
    let hand =
        HandRequest::resolve(&request.lawful().unwrap(), &mut Seeded::from_text(seed)).unwrap();
    serde_json::to_value(hand).unwrap()
}

#[test]
fn a_seed_deals_these_cards_for_ever() {
    // Computed by another program, written from the description in `chance::seeded`.
    assert_eq!(
        hand(8, "karma", "At the ford")["hand"],
        json!(["3S", "QS", "JOKER_RED", "5C", "4H", "QC", "3C", "KS"])
    );
    assert_eq!(
        hand(8, "world", "a")["hand"],
        json!(["9H", "JH", "AS", "2D", "QD", "KH", "7D", "6H"])
    );
}

fn card() -> impl Strategy<Value = String> {
    (0..54_usize).prop_map(|place| Card::all().nth(place).unwrap().as_str().to_owned())
}

prop_compose! {
    fn declaration(kinds: &'static [&'static str])(
        maneuver in prop::sample::select(kinds),
        card in card(),
        hit in prop_oneof![Just(json!("never")), Just(json!("always")), (0..4).prop_map(Value::from)],
        ruling in prop_oneof![Just(json!("success")), Just(json!("failure")), (-9..9).prop_map(Value::from)],
        stand_ground: bool,
        other in -5..=5,
    ) -> Value {
        let joker = card.starts_with("JOKER");
        let hits = !joker && ["J", "Q", "K"].iter().any(|rank| card.starts_with(rank));
        let mut declaration = json!({"maneuver": maneuver, "card": card, "stand_ground": stand_ground,
            "other_modifiers": [{"label": "Other", "value": other}]});
        if hits {
            declaration["hit"] = hit.clone();
        }
        if joker || hits && hit != "never" && hit != 0 {
            declaration["ruling"] = ruling;
        }
        declaration
    }
}

const ATTACKS: &[&str] = &["attack", "disarm", "offensive_disengage", "feint"];
const DEFENSES: &[&str] = &["parry", "seize", "riposte"];

prop_compose! {
    fn any_turn()(
        ours in prop::collection::vec(declaration(ATTACKS), 1..4),
        theirs in prop::collection::vec(declaration(DEFENSES), 0..4),
        force in -3..=9, edge in -3..=9, maximum in 0..=12, falls in 1..30,
    ) -> Value {
        let side = |id: &str, declarations: &[Value]| {
            let hand: Vec<_> = declarations.iter().map(|one| one["card"].clone()).collect();
            json!({"id": id, "hand": hand, "declarations": declarations, "incapacitated_at": falls,
                "maximum_maneuvers_total": 9, "weapon": {"range": 1, "force": force, "edge": edge,
                "maximum_maneuvers": 1, "maximum_damage": maximum}})
        };
        json!({"range": 1, "attacker": side("a", &ours), "defender": side("b", &theirs), "maneuvers": [
            {"id": "feint", "kind": "other", "resolves_immediately": true, "on_success": "give_up_initiative"},
            {"id": "seize", "kind": "defense", "on_success": "take_initiative"},
            {"id": "riposte", "kind": "attack"},
        ]})
    }
}

/// Whether the lines add up to the total, through its limits.
fn explains(sum: &Value) -> bool {
    let lines: i64 = sum["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["value"].as_i64().unwrap())
        .sum();
    let mut at = lines;
    for limit in sum["limits"].as_array().into_iter().flatten() {
        if limit["from"] != at {
            return false;
        }
        at = limit["to"].as_i64().unwrap();
    }
    sum["total"] == at
}

proptest! {
    #[test]
    fn totals_are_explained_damage_is_within_its_bounds_and_all_that_is_declared_is_told(
        request in any_turn(), seed in "[a-z]{1,8}",
    ) {
        let maximum = request["attacker"]["weapon"]["maximum_damage"].as_i64().unwrap();
        let parsed: RoundRequest = serde_json::from_value(request.clone()).unwrap();
        let lawful = parsed.lawful().unwrap();
        let mut drawn = Recorded::new(Seeded::from_text(&seed));
        let played = RoundRequest::resolve(&lawful, &mut drawn).unwrap();
        let played = serde_json::to_value(played).unwrap();
        let mut told = played["lost"].as_array().unwrap().len();
        let mut taken = 0;
        for register in played["registers"].as_array().unwrap() {
            for side in ["attacker", "defender"].map(|side| register.get(side)).into_iter().flatten() {
                prop_assert!(explains(&side["mt"]));
                told += 1;
                for damage in side.get("damage").into_iter().chain(register.get("damage").filter(|_| side == &register["attacker"])) {
                    prop_assert!(explains(damage));
                    prop_assert!((0..=maximum).contains(&total(damage)));
                    taken += total(damage);
                }
            }
        }
        let declared = |side: &str| request[side]["declarations"].as_array().unwrap().len();
        prop_assert_eq!(told, declared("attacker") + declared("defender"));
        let sum: i64 = played["damage_taken"].as_array().unwrap().iter().map(total).sum();
        prop_assert_eq!(sum, taken);

        // The cards dealt replay it.
        let (record, _) = drawn.into_parts();
        let mut supplied = Supplied::cards(&record.cards);
        let replayed = RoundRequest::resolve(&lawful, &mut supplied).unwrap();
        supplied.finish().unwrap();
        prop_assert_eq!(serde_json::to_value(replayed).unwrap(), played);
    }

    #[test]
    fn a_hand_and_what_remains_are_the_deck(skill in 1..=44, seed in "[a-z]{1,8}") {
        let drawn = hand(skill, "karma", &seed);
        let mut times = BTreeMap::new();
        for card in drawn["hand"].as_array().unwrap() {
            *times.entry(card.as_str().unwrap()).or_insert(0) += 1;
        }
        // Every card of a karma deck is there once.
        prop_assert!(times.values().all(|many| *many == 1));
        prop_assert_eq!(times.len(), usize::try_from(skill).unwrap());
        prop_assert_eq!(drawn["remaining"].as_i64().unwrap(), i64::from(44 - skill));
    }
}
