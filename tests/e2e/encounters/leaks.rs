//! What a seat can get of a duel, and that no card is in it that is not to be seen there.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use super::Table;
use crate::service::{Answer, Service};

/// Everything that a seat can get.
pub(crate) async fn everything(table: &Table, seat: &str) -> String {
    let mut seen = String::new();
    let mut add = |answer: &Answer| {
        seen.push_str(&format!("{:?}{}", answer.headers, answer.text));
    };
    add(&table.get(seat, "").await);
    add(&table.get(seat, "/events").await);
    add(&table.get(seat, "/proof").await);
    // Commands that are refused; those of the GM are not.
    let other = if seat == "alice" { "b" } else { "a" };
    let refused = [
        json!({"command": "declare", "combatant": other, "maneuver": "parry", "card": "2C"}),
        json!({"command": "declare", "combatant": if other == "a" { "b" } else { "a" }, "maneuver": "parry", "card": "2C"}),
        json!({"command": "stop_declaring", "combatant": other}),
        json!({"command": "amend", "combatant": other, "set": {"hand": []}}),
        json!({"command": "amend", "combatant": other, "set": {"deck": {"kind": "world"}}}),
        json!({"command": "amend", "combatant": other, "set": {"seat": "alice"}}),
        json!({"command": "rule", "combatant": other, "register": 9, "ruling": 1}),
        json!({"command": "initiative"}),
    ];
    for command in refused.into_iter().filter(|_| seat != "gm") {
        let refused = table.command(seat, &command).await;
        assert_ne!(refused.status, 200, "{seat}: {command}: {}", refused.text);
        add(&refused);
    }
    let mut stream = table
        .request(seat, Method::GET, "/stream?after=0")
        .send()
        .await
        .unwrap();
    let wait = std::time::Duration::from_millis(50);
    while let Ok(Ok(Some(chunk))) = tokio::time::timeout(wait, stream.chunk()).await {
        seen.push_str(std::str::from_utf8(&chunk).unwrap());
    }
    seen
}

/// No screen has a card that is not its own, but those revealed.
pub(crate) async fn nothing_leaks(table: &Table, revealed: &BTreeSet<String>, service: &Service) {
    for (seat, secret_suits) in [("alice", "H"), ("bob", "S"), ("gm", "SH")] {
        let seen = everything(table, seat).await;
        // The decks are in the open: which cards there are, not where they lie.
        let decks = seen.matches("\"cards\":[").count();
        let without_decks: String = seen
            .split("\"deck\":{\"cards\":[")
            .enumerate()
            .map(|(place, part)| {
                if place == 0 {
                    part
                } else {
                    part.split_once("]}").unwrap().1
                }
            })
            .collect();
        assert!(decks > 0);
        for rank in [
            "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
        ] {
            for suit in secret_suits.chars() {
                let card = format!("{rank}{suit}");
                let leaks =
                    without_decks.contains(&format!("\"{card}\"")) && !revealed.contains(&card);
                assert!(!leaks, "{seat} sees {card}: {without_decks}");
            }
        }
    }
    assert!(!service.log().contains("\"card\""));
}

/// Every card that an answer shows in the open.
pub(crate) fn cards_of(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                if name == "card" {
                    found.insert(field.as_str().unwrap().to_owned());
                }
                if name == "cards" || name == "drawn" || name == "hits" {
                    found.extend(
                        field
                            .as_array()
                            .unwrap()
                            .iter()
                            .map(|card| card.as_str().unwrap().to_owned()),
                    );
                }
                cards_of(field, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| cards_of(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
