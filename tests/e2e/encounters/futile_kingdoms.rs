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
    let mut enters = go("a", 1);
    enters["allowed"] = json!(true);
    table.command("alice", &enters).await;
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

#[tokio::test]
async fn fk_30_another_ones_hex_is_entered_only_where_it_is_allowed_or_not_controlled() {
    let service = Service::start(&[]);
    let table = map(&service).await;
    let b = table.get("gm", "").await.json()["state"]["combatants"][1]["position"].take();
    let mut enter = json!({"command": "move", "combatant": "a", "to": b});
    let refused = table.command("alice", &enter).await;
    let error = refused.json()["errors"][0].take();
    assert_eq!(
        (&error["pointer"], &error["rule"]),
        (&json!("/to"), &json!("FK-30")),
        "{}",
        refused.text
    );
    let downed = json!({"command": "amend", "combatant": "b", "set": {"conditions": ["downed"]}});
    table.command("gm", &downed).await;
    assert_eq!(
        table.command("alice", &enter).await.status,
        200,
        "nobody Downed controls a hex"
    );
    table.command("gm", &json!({"command": "undo"})).await;
    table.command("gm", &json!({"command": "undo"})).await;
    enter["allowed"] = json!(true);
    assert_eq!(table.command("alice", &enter).await.status, 200);
    let grappled = json!({"command": "amend", "combatant": "a", "set": {"grappled": true}});
    table.command("gm", &grappled).await;
    let leaves = json!({"command": "move", "combatant": "a", "to": {"q": -9, "r": 0}});
    assert_eq!(
        table.command("alice", &leaves).await.json()["errors"][0]["rule"],
        "FK-30"
    );
}

#[tokio::test]
async fn fk_15_a_move_tells_whose_zone_of_control_it_leaves() {
    let service = Service::start(&[]);
    let fighter = |id: &str, side: &str, q: i32, facing: i32| {
        json!({"id": id, "side": side, "vigor": 1,
        "position": {"q": q, "r": 0}, "facing": facing, "weapon": {"skill": 1, "reach": 1, "damage": 1}})
    };
    // Both enemies face a from either side. A Reach of 1 controls two hexes, of which the farther is one too far.
    let creation = json!({"seats": ["alice"], "combatants": [
        fighter("a", "active", 0, 0), fighter("b", "passive", 1, 3), fighter("d", "passive", -1, 0),
        {"id": "c", "side": "active", "vigor": 1, "position": {"q": 0, "r": 1}}]});
    let table = Table::sit(&service, "futile-kingdoms", &creation).await;
    for (r, provoked) in [
        (-2, Some(json!(["b"]))), // three hexes from b, two from d and on the border of its front
        (-4, Some(json!(["d"]))),
        (-5, None),
    ] {
        let step = json!({"command": "move", "combatant": "a", "to": {"q": 0, "r": r}});
        let moved = table.command("gm", &step).await.json();
        assert_eq!(
            moved["events"][0].get("provokes"),
            provoked.as_ref(),
            "{moved}"
        );
    }
}

#[tokio::test]
async fn what_an_attacker_lacks_is_said_of_the_field_that_names_it() {
    let service = Service::start(&[]);
    let table = map(&service).await;
    let disarmed = json!({"command": "amend", "combatant": "a", "set": {"weapon": null}});
    table.command("gm", &disarmed).await;
    let attack = json!({"command": "attack", "combatant": "a", "target": "b"});
    let refused = table.command("alice", &attack).await;
    assert_eq!(
        refused.json()["errors"][0]["pointer"],
        "/combatant",
        "{}",
        refused.text
    );
}
