//! A duel on two screens, of which neither ever sees the other's cards.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use super::leaks::{cards_of, everything, nothing_leaks};
use super::{Backend, Table};
use crate::service::{Service, send};

fn fighter(id: &str, seat: &str, suit: &str) -> Value {
    // No card is in both decks: a spade is a's, a heart or a diamond b's.
    let ranks = [
        "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
    ];
    let cards: Vec<_> = ranks.iter().map(|rank| format!("{rank}{suit}")).collect();
    json!({"id": id, "seat": seat, "skill": 3, "weapon": {"range": 1, "force": 9, "maximum_maneuvers": 3,
        "maximum_damage": 9}, "deck": {"cards": cards}})
}

async fn duel(service: &Service, more: &[(&str, Value)]) -> Table {
    let mut creation = json!({"seats": ["alice", "bob"],
        "combatants": [fighter("a", "alice", "S"), fighter("b", "bob", "H")]});
    for (field, value) in more {
        creation[*field] = value.clone();
    }
    Table::sit(service, "karmic", &creation).await
}

fn by(id: &str) -> &'static str {
    if id == "a" { "alice" } else { "bob" }
}

async fn combatant(table: &Table, seat: &str, id: &str) -> Value {
    let state = table.get(seat, "").await.json()["state"].take();
    let combatants = state["combatants"].as_array().unwrap();
    combatants
        .iter()
        .find(|combatant| combatant["id"] == id)
        .unwrap()
        .clone()
}

async fn hand(table: &Table, id: &str) -> Vec<String> {
    let own = combatant(table, by(id), id).await;
    serde_json::from_value(own["hand"].clone()).unwrap()
}

#[tokio::test]
async fn a_duel_is_played_by_two_seats_and_neither_ever_sees_the_others_hand() {
    for backend in [Backend::embedded(), Backend::redis()] {
        let service =
            Service::start(&["--store", &backend.url(), "--access-log", "--log", "debug"]);
        let table = duel(&service, &[]).await;
        let gm = async |command: &str| {
            let done = table.command("gm", &json!({"command": command})).await;
            assert_eq!(done.status, 200, "{command}: {}", done.text);
            done.json()
        };
        let mut revealed = BTreeSet::new();
        let checked = gm("initiative").await;
        cards_of(&checked["events"], &mut revealed);
        for _ in 0..3 {
            let drawn = gm("draw").await;
            assert!(drawn["events"][0].get("cards").is_none());
            nothing_leaks(&table, &revealed, &service).await;
            for id in ["a", "b"] {
                let hand = hand(&table, id).await;
                assert_eq!(hand.len(), 3);
                // What is in the own hand is no longer secret to anybody who has seen it before.
                let other = combatant(&table, by(if id == "a" { "b" } else { "a" }), id).await;
                assert_eq!((other.get("hand"), &other["hand_count"]), (None, &json!(3)));
            }
            loop {
                let state = table.get("gm", "").await.json()["state"].take();
                let Some(turn) = state["to_declare"].as_str() else {
                    break;
                };
                let holds = state["initiative"] == turn;
                let card = hand(&table, turn).await.remove(0);
                let maneuver = if holds { "attack" } else { "parry" };
                let declare = json!({"command": "declare", "combatant": turn, "maneuver": maneuver, "card": card});
                let done = table.command(by(turn), &declare).await;
                assert_eq!(done.status, 200, "{}", done.text);
                let told = done.json()["events"][0].take();
                assert!(told.get("card").is_none() && told["maneuver"] == maneuver);
                nothing_leaks(&table, &revealed, &service).await;
            }
            let resolved = gm("resolve").await;
            cards_of(&resolved["events"], &mut revealed);
            nothing_leaks(&table, &revealed, &service).await;
            gm("end_turn").await;
        }
        // An undo shows nothing either: what was drawn is drawn anew.
        gm("draw").await;
        gm("undo").await;
        gm("draw").await;
        nothing_leaks(&table, &revealed, &service).await;
    }
}

#[tokio::test]
async fn a_gm_who_sees_hands_is_agreed_on_at_the_creation() {
    let service = Service::start(&[]);
    let table = duel(&service, &[("gm_sees_hands", json!(true))]).await;
    table.command("gm", &json!({"command": "initiative"})).await;
    table.command("gm", &json!({"command": "draw"})).await;
    assert_eq!(
        combatant(&table, "gm", "a").await["hand"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    assert_eq!(combatant(&table, "bob", "a").await.get("hand"), None);
}

#[tokio::test]
async fn without_sight_of_hands_the_gm_changes_no_deck_and_gives_no_cards_away() {
    let service = Service::start(&[]);
    let table = duel(&service, &[]).await;
    table.command("gm", &json!({"command": "initiative"})).await;
    table.command("gm", &json!({"command": "draw"})).await;
    for set in [
        json!({"deck": {"kind": "world"}}),
        json!({"seat": null}),
        json!({"seat": "alice"}),
    ] {
        let refused = table
            .command(
                "gm",
                &json!({"command": "amend", "combatant": "b", "set": set}),
            )
            .await;
        assert_eq!(
            (refused.status, &refused.json()["errors"][0]["rule"]),
            (422, &json!("K-22")),
            "{set}"
        );
    }
    let set = json!({"command": "amend", "combatant": "b", "set": {"incapacitated_at": 9}});
    assert_eq!(table.command("gm", &set).await.status, 200);
}

#[tokio::test]
async fn declaring_goes_in_turn_and_by_the_rules() {
    let service = Service::start(&[]);
    let table = duel(&service, &[]).await;
    let declare = |id: &str, maneuver: &str, card: &str| json!({"command": "declare", "combatant": id, "maneuver": maneuver, "card": card});
    let early = table.command("alice", &declare("a", "attack", "AS")).await;
    assert_eq!(
        (early.status, early.json()["code"].as_str()),
        (409, Some("out_of_turn"))
    );
    table.command("gm", &json!({"command": "initiative"})).await;
    table.command("gm", &json!({"command": "draw"})).await;
    let state = table.get("gm", "").await.json()["state"].take();
    let first = state["to_declare"].as_str().unwrap().to_owned();
    let second = if first == "a" { "b" } else { "a" };
    let ours = hand(&table, &first).await;
    let not_yet = table
        .command(by(second), &declare(second, "parry", "AS"))
        .await;
    assert_eq!(not_yet.status, 409);
    assert!(
        not_yet.json()["detail"]
            .as_str()
            .unwrap()
            .contains(&format!("turn of {first}"))
    );
    for (maneuver, card, pointer, rule) in [
        ("attack", "JOKER_RED", "/card", "K-24"),
        ("block", ours[0].as_str(), "/maneuver", "K-22"),
        ("lunge", ours[0].as_str(), "/maneuver", "K-42"),
        ("whirl", ours[0].as_str(), "/maneuver", "K-23"),
    ] {
        let refused = table
            .command(by(&first), &declare(&first, maneuver, card))
            .await;
        let error = refused.json()["errors"][0].take();
        assert_eq!(
            (&error["pointer"], &error["rule"]),
            (&json!(pointer), &json!(rule)),
            "{maneuver}"
        );
    }
    let stopped = json!({"command": "stop_declaring", "combatant": first});
    assert_eq!(
        table.command(by(&first), &stopped).await.json()["errors"][0]["rule"],
        "K-24"
    );
    table
        .command(by(&first), &declare(&first, "attack", &ours[0]))
        .await;
    let theirs = hand(&table, second).await;
    let refused = table
        .command(by(second), &declare(second, "attack", &theirs[0]))
        .await;
    assert_eq!(refused.json()["errors"][0]["rule"], "K-23");
}

#[tokio::test]
async fn a_joker_face_down_waits_for_the_gms_word_and_the_same_cards_come_again() {
    let service = Service::start(&[]);
    let jokers = json!({"cards": ["JOKER_RED", "JOKER_RED", "JOKER_RED", "JOKER_RED"]});
    let mut creation = json!({"seats": ["alice", "bob"], "combatants": [fighter("a", "alice", "S"), fighter("b", "bob", "H")]});
    creation["combatants"][0]["deck"] = jokers;
    let table = Table::sit(&service, "karmic", &creation).await;
    let refused = table.command("gm", &json!({"command": "initiative"})).await;
    assert_eq!(refused.json()["code"], "ruling_needed");
    // A joker worth 99 begins.
    let begins = table
        .command("gm", &json!({"command": "initiative", "ruling": 99}))
        .await
        .json();
    assert_eq!(begins["state"]["initiative"], "a");
    table.command("gm", &json!({"command": "draw"})).await;
    table.command("alice", &json!({"command": "declare", "combatant": "a", "maneuver": "attack", "card": "JOKER_RED"})).await;
    table
        .command(
            "bob",
            &json!({"command": "stop_declaring", "combatant": "b"}),
        )
        .await;
    table
        .command(
            "alice",
            &json!({"command": "stop_declaring", "combatant": "a"}),
        )
        .await;
    let waits = table.command("gm", &json!({"command": "resolve"})).await;
    assert_eq!(
        (waits.status, waits.json()["code"].as_str()),
        (409, Some("out_of_turn"))
    );
    assert!(
        waits.text.contains("register 1") && waits.text.contains("joker of a"),
        "{}",
        waits.text
    );
    let rule = |register: i32| json!({"command": "rule", "combatant": "a", "register": register, "ruling": "success"});
    assert_eq!(table.command("alice", &rule(1)).await.status, 403);
    assert_eq!(table.command("gm", &rule(2)).await.status, 422);
    assert_eq!(table.command("gm", &rule(1)).await.status, 200);
    let resolved = table
        .command("gm", &json!({"command": "resolve"}))
        .await
        .json();
    assert_eq!(
        resolved["events"][0]["outcome"]["registers"][0]["outcome"],
        "hit"
    );
}

#[tokio::test]
async fn every_command_by_everybody_is_answered_as_the_table_of_rights_says() {
    let rights: &[(Value, [u16; 3])] = &[
        (json!({"command": "initiative"}), [403, 403, 200]),
        (json!({"command": "draw"}), [403, 403, 409]),
        (
            json!({"command": "yield", "combatant": "a"}),
            [409, 403, 409],
        ),
        (
            json!({"command": "declare", "combatant": "a", "maneuver": "attack", "card": "AS"}),
            [409, 403, 403],
        ),
        (
            json!({"command": "stop_declaring", "combatant": "a"}),
            [409, 403, 409],
        ),
        (json!({"command": "resolve"}), [403, 403, 409]),
        (
            json!({"command": "rule", "combatant": "a", "register": 1, "ruling": 1}),
            [403, 403, 422],
        ),
        (
            json!({"command": "add_combatant", "combatant": fighter("c", "alice", "C")}),
            [403, 403, 422],
        ),
        (
            json!({"command": "remove_combatant", "combatant": "b"}),
            [403, 403, 200],
        ),
        (
            json!({"command": "amend", "combatant": "a", "set": {"skill": 3}}),
            [403, 403, 200],
        ),
        (json!({"command": "end_turn"}), [403, 403, 200]),
        (json!({"command": "undo"}), [403, 403, 409]),
        (json!({"command": "close"}), [403, 403, 200]),
    ];
    let service = Service::start(&[]);
    for (command, [alice, bob, gm]) in rights {
        for (seat, status) in [
            ("nobody", 401),
            ("alice", *alice),
            ("bob", *bob),
            ("gm", *gm),
        ] {
            let table = duel(&service, &[]).await;
            let done = table.command(seat, command).await;
            assert_eq!(done.status, status, "{command} by {seat}: {}", done.text);
            // A path of another game is not found, with this token.
            let mut other = table.clone();
            other.path = table.path.replace("karmic", "momentum");
            let found = send(other.request(seat, Method::GET, "")).await;
            assert_eq!(found.status, if seat == "nobody" { 401 } else { 404 });
        }
    }
}

async fn begun(service: &Service, more: &[(&str, Value)]) -> Table {
    let table = duel(service, more).await;
    for command in ["initiative", "draw"] {
        let done = table.command("gm", &json!({"command": command})).await;
        assert_eq!(done.status, 200, "{}", done.text);
    }
    table
}

#[tokio::test]
async fn no_answer_tells_the_gm_which_cards_a_seat_holds() {
    let service = Service::start(&[]);
    let table = begun(&service, &[]).await;
    let first = table.get("gm", "").await.json()["state"]["to_declare"].take();
    let mut answers = BTreeSet::new();
    for maneuver in ["attack", "no-such", "block"] {
        for card in [
            "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS", "AH",
            "2H", "3H",
        ] {
            let declare = json!({"command": "declare", "combatant": first, "maneuver": maneuver, "card": card});
            let refused = table.command("gm", &declare).await;
            assert_eq!(refused.status, 403);
            answers.insert(refused.json()["detail"].to_string());
        }
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
    let seen = begun(&service, &[("gm_sees_hands", json!(true))]).await;
    let first = seen.get("gm", "").await.json()["state"]["to_declare"].take();
    let id = first.as_str().unwrap();
    let card = hand(&seen, id).await[0].clone();
    let declare =
        json!({"command": "declare", "combatant": id, "maneuver": "attack", "card": card});
    assert_eq!(
        seen.command("gm", &declare).await.status,
        200,
        "where the GM sees hands"
    );
}

#[tokio::test]
async fn a_hand_is_given_by_a_gm_who_sees_hands_and_the_log_tells_nobody_which() {
    let service = Service::start(&[]);
    let give =
        json!({"command": "amend", "combatant": "a", "set": {"hand": ["KS", "QS"], "skill": 2}});
    let blind = begun(&service, &[]).await;
    let refused = blind.command("gm", &give).await.json();
    assert_eq!(refused["errors"][0]["pointer"], "/set/hand");

    let table = begun(&service, &[("gm_sees_hands", json!(true))]).await;
    let before = combatant(&table, "bob", "a").await;
    let given = table.command("gm", &give).await.json();
    assert_eq!(given["events"][0]["set"], json!({"skill": 2}));
    assert_eq!(hand(&table, "a").await, ["KS", "QS"]);
    assert!(!everything(&table, "bob").await.contains("\"KS\",\"QS\""));
    // The cards of the hand before are laid aside; two others may have come from there, or from the deck.
    let after = combatant(&table, "bob", "a").await;
    let taken = before["deck_count"].as_i64().unwrap() - after["deck_count"].as_i64().unwrap();
    assert!((0..=2).contains(&taken) && after["hand_count"] == 2);

    let nothing = json!({"command": "amend", "combatant": "a", "set": {"hand": null}});
    assert_eq!(table.command("gm", &nothing).await.status, 200);
    assert!(hand(&table, "a").await.is_empty());
}

#[tokio::test]
async fn the_gm_sets_damage_and_a_whole_new_deck() {
    let service = Service::start(&[]);
    let table = duel(&service, &[("gm_sees_hands", json!(true))]).await;
    let set = json!({"damage": 2, "damage_in_all": 7, "deck": {"kind": "world"}});
    let amended = table
        .command(
            "gm",
            &json!({"command": "amend", "combatant": "a", "set": set}),
        )
        .await
        .json();
    assert_eq!(amended["events"][0]["set"], set);
    let a = combatant(&table, "bob", "a").await;
    assert_eq!(
        [&a["damage"], &a["damage_in_all"], &a["deck_count"]],
        [&json!(2), &json!(7), &json!(52)]
    );
    let healed = json!({"command": "amend", "combatant": "a", "set": {"damage_in_all": null}});
    table.command("gm", &healed).await;
    assert_eq!(combatant(&table, "bob", "a").await["damage_in_all"], 0);
}

#[tokio::test]
async fn k_4_the_initiative_is_drawn_from_the_deck_that_hands_are_drawn_from() {
    let service = Service::start(&[]);
    let table = duel(&service, &[]).await;
    let checked = table
        .command("gm", &json!({"command": "initiative"}))
        .await
        .json();
    let ties = checked["events"][0]["outcome"]["ties"].as_i64().unwrap();
    assert_eq!(
        combatant(&table, "bob", "a").await["deck_count"],
        13 - 1 - ties
    );
    let shown = checked["events"][0]["outcome"]["checks"].to_string();
    table.command("gm", &json!({"command": "draw"})).await;
    for card in hand(&table, "a").await {
        assert!(
            !shown.contains(&format!("\"{card}\"")),
            "{card} was drawn before"
        );
    }
}
