//! Cards, hit cards, jokers, decks, checks and hands (K-1 to K-5, K-22).

use melee_domain::Standstill;
use melee_domain::rulesets::karmic::{HandRequest, WhichDeck};

use crate::*;

/// What a card is worth in a parry.
fn worth(card: &str) -> i64 {
    let request = json!({"declaration": {"maneuver": "parry", "card": card}});
    total(&defense(request).unwrap()["mt"])
}

#[test]
fn k_1_black_cards_count_for_their_player_and_red_ones_against() {
    assert_eq!(
        ["AS", "2C", "10S", "JC", "QS", "KC"].map(worth),
        [1, 2, 10, 1, 2, 3]
    );
    assert_eq!(
        ["AH", "2D", "10H", "JD", "QH", "KD"].map(worth),
        [-1, -2, -10, -1, -2, -3]
    );
}

/// An attack with this card, for which these are drawn.
fn hit(card: &str, hit: Value, drawn: &[&str]) -> Value {
    let mut request = turn(&[&format!("attack {card}")], &[]);
    request["attacker"]["declarations"][0]["hit"] = hit;
    request["attacker"]["deck"] = json!({"kind": "world"});
    request["dice"] = json!({"cards": drawn});
    request
}

#[test]
fn k_2_a_hit_card_draws_as_long_as_hit_cards_come_and_the_player_wants() {
    // A king is 3; the queen drawn adds 2, the red jack takes 1, and the nine, which is no hit card, ends it.
    let always = attack(hit("KS", json!("always"), &["QC", "JH", "9S"]));
    assert_eq!(
        lines(&always["attacker"]["mt"]),
        ["card_value 3", "hit_cards 10", "force 1"]
    );
    assert_eq!(always["attacker"]["hits"], json!(["QC", "JH", "9S"]));
    let once = attack(hit("KS", json!(1), &["QC"]));
    assert_eq!(total(&once["attacker"]["mt"]), 3 + 2 + 1);
    let never = attack(hit("KS", json!("never"), &[]));
    assert_eq!(lines(&never["attacker"]["mt"]), ["card_value 3", "force 1"]);
}

#[test]
fn k_2_what_is_drawn_belongs_to_the_damage_too() {
    let played = attack(hit("KS", json!("always"), &["2C"]));
    assert_eq!(
        lines(&played["damage"]),
        ["card_value 3", "hit_cards 2", "edge 1"]
    );
}

#[test]
fn k_2_at_most_20_cards_are_drawn() {
    let kings = vec!["KS"; 30];
    let request = with(
        hit("KS", json!("always"), &vec!["KS"; 20]),
        &[("/attacker/deck", json!({"cards": kings}))],
    );
    assert_eq!(total(&attack(request)["attacker"]["mt"]), 3 + 60 + 1);
}

#[test]
fn k_2_only_a_hit_card_hits() {
    for card in ["10S", "AS", "JOKER_RED"] {
        let refused = rolled::<AttackRequest>(hit(card, json!(2), &[])).unwrap_err();
        assert_eq!(
            listed(refused),
            one_fault("/attacker/declarations/0/hit", "K-2")
        );
    }
}

#[test]
fn k_3_a_joker_waits_for_its_ruling() {
    let refused =
        rolled::<RoundRequest>(turn(&["attack 8S", "attack JOKER_RED"], &[])).unwrap_err();
    let Refusal::Standstill(Standstill::RulingNeeded { at, rule, .. }, _) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(
        (at.to_string().as_str(), rule),
        ("/attacker/declarations/1/ruling", "K-3")
    );
}

#[test]
fn k_3_a_joker_drawn_for_a_hit_card_waits_too_and_is_worth_its_ruling() {
    let request = hit("KS", json!("always"), &["JOKER_BLACK"]);
    let request = with(request, &[("/attacker/deck", json!({"kind": "karma"}))]);
    let refused = rolled::<AttackRequest>(request.clone()).unwrap_err();
    assert!(matches!(
        refused,
        Refusal::Standstill(Standstill::RulingNeeded { .. }, record) if record.cards.len() == 1
    ));
    let ruled = with(request, &[("/attacker/declarations/0/ruling", json!(4))]);
    assert_eq!(
        lines(&attack(ruled)["damage"]),
        ["card_value 3", "hit_cards 4", "edge 1"]
    );
}

/// A joker against a joker, each with its ruling.
fn jokers(ours: &Value, theirs: &Value) -> Value {
    let request = turn(&["attack JOKER_RED"], &["parry JOKER_BLACK"]);
    attack(with(
        request,
        &[
            ("/attacker/declarations/0/ruling", ours.clone()),
            ("/defender/declarations/0/ruling", theirs.clone()),
        ],
    ))
}

#[test]
fn k_3_a_ruling_decides_whatever_the_totals_and_the_attacks_stands() {
    let outcome = |ours, theirs| jokers(&ours, &theirs)["outcome"].clone();
    assert_eq!(outcome(json!("success"), json!("success")), "hit");
    assert_eq!(outcome(json!("failure"), json!("failure")), "miss");
    assert_eq!(outcome(json!("success"), json!(99)), "hit");
    assert_eq!(outcome(json!(99), json!("success")), "miss");
    // 2 + Force 1, and a failed defense subtracts nothing.
    let failed = jokers(&json!(2), &json!("failure"));
    assert_eq!(failed["outcome"], "hit");
    assert_eq!(
        lines(&failed["attacker"]["mt"]),
        ["card_value 2", "force 1"]
    );
    // 2 + 1 - 3 is no hit.
    assert_eq!(outcome(json!(2), json!(3)), "miss");
}

#[test]
fn k_3_a_joker_ruled_a_success_is_worth_nothing_in_damage() {
    let played = jokers(&json!("success"), &json!("failure"));
    assert_eq!(lines(&played["damage"]), ["card_value 0", "edge 1"]);
}

#[test]
fn k_3_only_a_joker_is_ruled() {
    let request = with(
        turn(&["attack 8S"], &[]),
        &[("/attacker/declarations/0/ruling", json!(3))],
    );
    assert_eq!(
        faults(request),
        one_fault("/attacker/declarations/0/ruling", "K-3")
    );
}

#[test]
fn k_4_a_karma_deck_has_44_cards_and_a_world_deck_52() {
    let deck = |deck: Value| serde_json::from_value::<WhichDeck>(deck).unwrap().cards();
    let card = |text: &str| serde_json::from_value(text.into()).unwrap();
    let karma = deck(json!({"kind": "karma"}));
    assert_eq!(karma.count(), 44);
    let has = |card_text: &str| karma.has(card(card_text));
    assert_eq!(
        ["6D", "10C", "5D", "JC", "10H", "6S"].map(has),
        [0, 0, 1, 1, 1, 1]
    );
    assert_eq!(["JOKER_RED", "JOKER_BLACK"].map(has), [1, 1]);
    let other = deck(json!({"kind": "karma", "less_red": "H", "less_black": "S"}));
    assert_eq!(
        (
            other.count(),
            other.has(card("10H")),
            other.has(card("10C"))
        ),
        (44, 0, 1)
    );
    let world = deck(json!({"kind": "world"}));
    assert_eq!((world.count(), world.has(card("JOKER_RED"))), (52, 0));
    let own = deck(json!({"cards": ["5S", "5S"]}));
    assert_eq!(own.has(card("5S")), 2);
}

#[test]
fn k_4_a_deck_that_cannot_be_is_refused() {
    for wrong in [
        json!({}),
        json!({"cards": []}),
        json!({"cards": ["11S"]}),
        json!({"kind": "tarot"}),
        json!({"kind": "karma", "cards": ["5S"]}),
        json!({"kind": "world", "less_red": "H"}),
        json!({"kind": "karma", "less_red": "S"}),
    ] {
        assert!(
            serde_json::from_value::<WhichDeck>(wrong.clone()).is_err(),
            "{wrong}"
        );
    }
}

#[test]
fn k_4_cards_in_hand_are_not_in_the_deck_and_an_empty_one_is_shuffled_anew() {
    // The deck of three kings without the one in hand: two are drawn, then these two again.
    let drawn = ["KS", "KS", "KC", "KS", "KS"];
    let request = with(
        hit("KH", json!(5), &drawn),
        &[("/attacker/deck", json!({"cards": ["KH", "KS", "KC"]}))],
    );
    let refused = rolled::<AttackRequest>(request.clone());
    assert!(
        matches!(refused, Err(Refusal::Dice(_))),
        "the KS is drawn twice without a shuffle"
    );
    let request = with(request, &[("/dice/cards/1", json!("KC"))]);
    assert_eq!(total(&attack(request)["attacker"]["mt"]), -3 + 15 + 1);
    // With nothing left to draw, nothing is drawn.
    let request = with(
        hit("KH", json!("always"), &[]),
        &[("/attacker/deck", json!({"cards": ["KH"]}))],
    );
    assert_eq!(total(&attack(request)["attacker"]["mt"]), -3 + 1);
}

#[test]
fn k_5_a_check_draws_as_many_cards_as_the_skill_and_one_without() {
    let draws = |skill: Value| modifier(json!({"skill": skill}))["draws"].clone();
    assert_eq!(
        [json!(3), json!(1), json!(0), json!(-2), Value::Null].map(draws),
        [3, 1, 1, 1, 1].map(Value::from)
    );
}

fn hand(request: Value) -> Result<Value, Refusal> {
    rolled::<HandRequest>(request)
}

#[test]
fn k_22_a_hand_is_drawn_by_the_lower_skill_where_the_other_hand_holds_something() {
    let drawn = hand(json!({"skill": 3, "dice": {"cards": ["8S", "3C", "2H"]}})).unwrap();
    assert_eq!(drawn, json!({"hand": ["8S", "3C", "2H"], "remaining": 41}));
    let off_hand = json!({"kind": "shield", "skill": 2});
    let drawn = json!({"skill": 3, "off_hand": off_hand, "dice": {"cards": ["8S", "3C"]}});
    assert_eq!(hand(drawn).unwrap()["remaining"], 42);
    let drawn = json!({"skill": 1, "off_hand": off_hand, "extra_cards": 1, "dice": {"cards": ["8S", "3C"]}});
    assert_eq!(hand(drawn).unwrap()["hand"], json!(["8S", "3C"]));
}

#[test]
fn k_4_a_hand_has_no_more_cards_than_the_deck() {
    let refused = hand(json!({"skill": 3, "deck": {"cards": ["5S", "6S"]}})).unwrap_err();
    assert_eq!(listed(refused), one_fault("/skill", "K-4"));
}
