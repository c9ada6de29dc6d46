//! What an encounter of Futile Kingdoms keeps track of, and who may do what in it.

use serde_json::{Value, json};

use super::table::{Table, seed};
use crate::service::{Answer, Service};

async fn map(service: &Service) -> Table {
    let seed = seed("futile-kingdoms", "encounter-on-the-map");
    Table::sit(service, "futile-kingdoms", &seed["request"]).await
}

fn code(answer: &Answer) -> (u16, Value) {
    (answer.status, answer.json()["code"].take())
}

#[tokio::test]
async fn there_is_one_melee_action_a_turn_and_opportunity_attacks_beside_it() {
    let service = Service::start(&[]);
    let table = map(&service).await;
    let attack = json!({"command": "attack", "combatant": "a", "target": "b"});
    assert_eq!(table.command("alice", &attack).await.status, 200);
    assert_eq!(
        code(&table.command("alice", &attack).await),
        (409, json!("out_of_turn"))
    );
    let opportunity = json!({"command": "opportunity_attack", "combatant": "a", "target": "b"});
    let second = table.command("alice", &opportunity).await.json();
    let lines = second["events"][0]["attack"]["attack_result"]["lines"].clone();
    let incoming = lines
        .as_array()
        .unwrap()
        .iter()
        .find(|line| line["id"] == "incoming_attacks");
    assert_eq!(
        incoming.unwrap()["value"],
        1,
        "the second attack of the turn"
    );
    table.command("gm", &json!({"command": "end_turn"})).await;
    let next = table.command("alice", &attack).await;
    assert_eq!(next.status, 200);
    assert!(
        !next.text.contains("\"incoming_attacks\",\"label\""),
        "another turn: {}",
        next.text
    );
}

#[tokio::test]
async fn positions_decide_the_reach_and_a_hex_has_room_for_two() {
    let service = Service::start(&[]);
    let table = map(&service).await;
    let go = |combatant: &str, q: i32| json!({"command": "move", "combatant": combatant, "to": {"q": q, "r": 0}});
    table.command("alice", &go("a", -3)).await;
    let far = table
        .command(
            "alice",
            &json!({"command": "attack", "combatant": "a", "target": "b"}),
        )
        .await;
    let error = far.json()["errors"][0].take();
    assert_eq!(
        (far.status, &error["rule"]),
        (422, &json!("FK-12")),
        "{}",
        far.text
    );
    assert_eq!(table.revision().await, 2, "and it has not acted");
    table.command("alice", &go("a", 1)).await;
    let third = json!({"command": "add_combatant", "combatant": {"id": "c", "side": "active", "vigor": 1, "position": {"q": 1, "r": 0}}});
    let refused = table.command("gm", &third).await;
    assert_eq!(
        refused.json()["errors"][0]["pointer"],
        "/combatant/position",
        "{}",
        refused.text
    );
}

#[tokio::test]
async fn every_command_by_everybody_is_answered_as_the_table_of_rights_says() {
    let fighter = json!({"id": "c", "side": "active", "vigor": 1, "position": {"q": 5, "r": 0}});
    let rights: &[(Value, [u16; 3])] = &[
        (
            json!({"command": "move", "combatant": "a", "to": {"q": 0, "r": 1}}),
            [200, 403, 200],
        ),
        (
            json!({"command": "face", "combatant": "a", "facing": 2}),
            [200, 403, 200],
        ),
        (
            json!({"command": "defend", "combatant": "a"}),
            [200, 403, 200],
        ),
        (
            json!({"command": "attack", "combatant": "a", "target": "b"}),
            [200, 403, 200],
        ),
        (
            json!({"command": "opportunity_attack", "combatant": "a", "target": "b"}),
            [200, 403, 200],
        ),
        (
            json!({"command": "maneuver", "combatant": "a", "to": {"q": 0, "r": 1}}),
            [200, 403, 200],
        ),
        (
            json!({"command": "add_combatant", "combatant": fighter}),
            [403, 403, 200],
        ),
        (
            json!({"command": "remove_combatant", "combatant": "b"}),
            [403, 403, 200],
        ),
        (
            json!({"command": "amend", "combatant": "a", "set": {"vigor": 3}}),
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
            let done = map(&service).await.command(seat, command).await;
            assert_eq!(done.status, status, "{command} by {seat}: {}", done.text);
        }
    }
}
