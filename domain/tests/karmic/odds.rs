//! Exact odds, against every deal of small decks and by hand.

use std::collections::BTreeMap;

use melee_domain::Rolled;
use melee_domain::cards::{Card, Deck};
use melee_domain::chance::{Die, Throw};
use melee_domain::odds::{MOST_BRANCHES, Odds};
use melee_domain::rulesets::karmic::{CheckRequest, HandRequest, InitiativeRequest};

use crate::*;

fn odds<V: Odds>(request: &Value) -> Value {
    let request: V = serde_json::from_value(request.clone()).unwrap();
    let odds = V::odds(&request.lawful().unwrap(), MOST_BRANCHES);
    serde_json::to_value(odds.map_err(|error| format!("{error:?}")).unwrap()).unwrap()
}

/// Chance that deals given cards, and says from which deck the next one is drawn when they run out.
struct Path<'c> {
    cards: &'c [Card],
    used: usize,
}

enum Ended {
    Before(Deck),
    Standstill,
}

impl From<Standstill> for Ended {
    fn from(_: Standstill) -> Self {
        Self::Standstill
    }
}

use melee_domain::Standstill;

impl Throw for Path<'_> {
    type Error = Ended;

    fn throw(&mut self, _: Die) -> Result<u8, Ended> {
        Ok(1)
    }

    fn draw(&mut self, deck: &Deck, _: &'static str) -> Result<Option<Card>, Ended> {
        if deck.is_empty() {
            return Ok(None);
        }
        let card = self.cards.get(self.used).copied();
        self.used += 1;
        card.map(Some).ok_or_else(|| Ended::Before(deck.clone()))
    }
}

/// Every deal, card by card, each with its probability; nothing for those that stand still.
fn deals<V: Rolled>(request: &Value) -> Vec<(Option<Value>, f64)> {
    let request: V = serde_json::from_value(request.clone()).unwrap();
    let lawful = request.lawful().unwrap();
    let mut open: Vec<(Vec<Card>, f64)> = vec![(Vec::new(), 1.0)];
    let mut dealt = Vec::new();
    while let Some((cards, probability)) = open.pop() {
        let mut path = Path {
            cards: &cards,
            used: 0,
        };
        match V::resolve(&lawful, &mut path) {
            Ok(outcome) => dealt.push((Some(serde_json::to_value(outcome).unwrap()), probability)),
            Err(Ended::Standstill) => dealt.push((None, probability)),
            Err(Ended::Before(deck)) => {
                for (card, many) in deck.kinds() {
                    let share = probability * f64::from(many) / f64::from(deck.count());
                    open.push(([&cards[..], &[card]].concat(), share));
                }
            }
        }
    }
    dealt
}

fn decimal(probability: &Value) -> f64 {
    probability["numerator"].as_f64().unwrap_or(0.0)
        / probability["denominator"].as_f64().unwrap_or(1.0)
}

/// The probabilities of a list of totals, and the remainder.
fn listed(odds: &Value, list: &str) -> BTreeMap<Option<i64>, f64> {
    let mut listed = BTreeMap::new();
    for entry in odds[list].as_array().unwrap() {
        listed.insert(entry["total"].as_i64(), decimal(&entry["probability"]));
    }
    if let Some(remainder) = odds.get("remainder") {
        listed.insert(None, decimal(remainder));
    }
    listed
}

/// The same of every deal: `total` reads an outcome.
fn dealt<V: Rolled>(request: &Value, total: impl Fn(&Value) -> i64) -> BTreeMap<Option<i64>, f64> {
    let mut dealt = BTreeMap::new();
    for (outcome, probability) in deals::<V>(request) {
        *dealt.entry(outcome.as_ref().map(&total)).or_insert(0.0) += probability;
    }
    dealt
}

fn assert_alike(odds: &BTreeMap<Option<i64>, f64>, dealt: &BTreeMap<Option<i64>, f64>) {
    assert_eq!(
        odds.keys().collect::<Vec<_>>(),
        dealt.keys().collect::<Vec<_>>()
    );
    for (total, probability) in odds {
        assert!((probability - dealt[total]).abs() < 1e-12, "{total:?}");
    }
    assert!((odds.values().sum::<f64>() - 1.0).abs() < 1e-12);
}

const SMALL: [&str; 7] = ["KS", "QC", "5S", "5C", "AS", "JH", "9H"];

#[test]
fn a_check_is_counted_as_every_deal_of_a_small_deck_has_it() {
    for cards in [&SMALL[..], &["JOKER_RED", "5S", "KS", "KS", "3H"]] {
        for skill in 1..=4 {
            for hit in [json!("never"), json!("always"), json!(1)] {
                let request = json!({"skill": skill, "deck": {"cards": cards}, "hit": hit,
                    "other_modifiers": [{"label": "Fog", "value": -1}]});
                let odds = odds::<CheckRequest>(&request);
                let dealt = dealt::<CheckRequest>(&request, total);
                assert_alike(&listed(&odds, "totals"), &dealt);
            }
        }
    }
}

#[test]
fn k_3_a_ruled_joker_is_counted_by_its_ruling() {
    for ruling in [json!("success"), json!("failure"), json!(4), json!(-4)] {
        let request = json!({"skill": 2, "deck": {"cards": ["JOKER_RED", "5S", "KS", "3H"]}, "ruling": ruling});
        let odds = odds::<CheckRequest>(&request);
        assert_alike(
            &listed(&odds, "totals"),
            &dealt::<CheckRequest>(&request, total),
        );
        assert_eq!(odds.get("remainder"), None);
    }
}

/// An attack with a known card against the best defense of an unknown hand.
fn unknown(card: &str, ours: Value, theirs: Value) -> Value {
    let request = with(
        turn(&[&format!("attack {card}")], &[]),
        &[
            ("/attacker/deck", json!({"cards": ["KS", "QC", "4S", "8H"]})),
            ("/attacker/declarations/0/hit", ours),
        ],
    );
    let hand =
        json!({"unknown_hand": 2, "deck": {"cards": SMALL}, "maneuver": "parry", "hit": theirs});
    with(request, &[("/defender", hand)])
}

#[test]
fn an_attack_against_an_unknown_hand_is_counted_as_every_deal_has_it_hit_cards_included() {
    for (card, ours) in [("8S", "never"), ("KS", "never"), ("KS", "always")] {
        for theirs in ["never", "always"] {
            let request = unknown(card, json!(ours), json!(theirs));
            let odds = odds::<AttackRequest>(&request);
            let mt = |outcome: &Value| total(&outcome["attacker"]["mt"]);
            assert_alike(
                &listed(&odds, "totals"),
                &dealt::<AttackRequest>(&request, mt),
            );
            let damage = |outcome: &Value| outcome.get("damage").map_or(0, total);
            assert_alike(
                &listed(&odds, "damage"),
                &dealt::<AttackRequest>(&request, damage),
            );
        }
    }
}

#[test]
fn a_turn_is_counted_as_every_deal_has_it() {
    let request = with(
        turn(&["attack KS", "attack 3C"], &["parry QC"]),
        &[
            ("/attacker/deck", json!({"cards": ["4S", "JC", "2H"]})),
            ("/defender/deck", json!({"cards": ["5S", "QH", "9H", "JS"]})),
            ("/attacker/declarations/0/hit", json!("always")),
            ("/defender/declarations/0/hit", json!("always")),
            ("/defender/incapacitated_at", json!(4)),
        ],
    );
    let odds = odds::<RoundRequest>(&request);
    let taken = |outcome: &Value| outcome["damage_taken"][1]["total"].as_i64().unwrap();
    let mut counted = BTreeMap::new();
    for entry in odds["damage_taken"][1]["totals"].as_array().unwrap() {
        counted.insert(entry["total"].as_i64(), decimal(&entry["probability"]));
    }
    assert_alike(&counted, &dealt::<RoundRequest>(&request, taken));
    let ended = dealt::<RoundRequest>(&request, |outcome| {
        outcome["ended"].as_bool().unwrap().into()
    });
    assert!((decimal(&odds["ended"]) - ended[&Some(1)]).abs() < 1e-12);
    let second = dealt::<RoundRequest>(&request, |outcome| {
        i64::from(outcome["registers"][1].is_null())
    });
    assert!(
        (decimal(&odds["registers"][1]["no_attack"]) - second.get(&Some(1)).unwrap_or(&0.0)).abs()
            < 1e-12
    );
}

#[test]
fn the_highest_of_three_of_a_karma_deck_by_hand() {
    let odds = odds::<HandRequest>(&json!({"skill": 3}));
    // 42 cards without jokers choose 3, of 44 choose 3.
    let without = 42 * 41 * 40 / 6;
    let all = 44 * 43 * 42 / 6;
    assert_eq!(odds["remainder"]["numerator"], all - without);
    assert_eq!(odds["remainder"]["denominator"], all);
    // The 10S alone is a 10, with any two of the other 41.
    let ten = odds["totals"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&ten["total"], &ten["probability"]["numerator"]),
        (&json!(10), &json!(41 * 40 / 2))
    );
}

#[test]
fn the_initiative_of_two_karma_decks_is_counted_and_favours_nobody() {
    let request = json!({"combatants": [{"id": "a"}, {"id": "b"}]});
    let odds = odds::<InitiativeRequest>(&request);
    let of = |place: usize| &odds["initiative"][place]["probability"]["numerator"];
    assert_eq!(of(0), of(1));
    // Each draws a joker with 2 in 44.
    let joker = 1.0 - (42.0_f64 / 44.0).powi(2);
    assert!(decimal(&odds["remainder"]) > joker && decimal(&odds["remainder"]) < joker + 0.02);
}

#[test]
fn the_initiative_with_one_card_each_by_hand() {
    let deck = |cards: &[&str]| json!({"cards": cards});
    let request = json!({"combatants": [
        {"id": "a", "deck": deck(&["2S", "4S"])},
        {"id": "b", "deck": deck(&["3S", "AS", "AC"])},
    ]});
    let odds = odds::<InitiativeRequest>(&request);
    // The 4 always wins; the 2 wins against the two aces.
    assert_eq!(odds["initiative"][0]["probability"]["decimal"], 5.0 / 6.0);
    assert_eq!(odds.get("remainder"), None);
    // Of 2 and 3 against 2 and 3 half is a tie, and drawn again with the other cards, a tie too; after
    // that the decks are shuffled anew.
    let request = json!({"combatants": [
        {"id": "a", "deck": deck(&["2S", "3S"])},
        {"id": "b", "deck": deck(&["2C", "3C"])},
    ]});
    let odds = self::odds::<InitiativeRequest>(&request);
    let of = |place: usize| decimal(&odds["initiative"][place]["probability"]);
    assert!((of(0) - of(1)).abs() < 1e-12);
    assert!((of(0) + of(1) + decimal(&odds["remainder"]) - 1.0).abs() < 1e-12);
    // The first draw decides in one half; the second cannot, and then it is cut.
    assert!((of(0) - 0.25).abs() < 1e-12);
}
