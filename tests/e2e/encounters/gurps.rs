//! What an encounter of GURPS keeps track of, and who may do what in it.

use serde_json::{Value, json};

use super::table::{Table, seed};
use crate::service::Service;

async fn yard(service: &Service) -> Table {
    let seed = seed("gurps", "encounter-in-the-yard");
    Table::sit(service, "gurps", &seed["request"]).await
}

/// An attack by the GM, and the value of one of its lines, if it has it.
async fn line(table: &Table, combatant: &str, id: &str) -> Option<i64> {
    let attack = json!({"command": "attack", "combatant": combatant, "foe": if combatant == "a" { "b" } else { "a" }});
    let done = table.command("gm", &attack).await;
    assert_eq!(done.status, 200, "{}", done.text);
    let rolls = done.json()["events"][0]["rolls"].take();
    let lines = rolls[0]["effective_skill"]["lines"]
        .as_array()
        .unwrap()
        .clone();
    let line = lines.iter().find(|line| line["id"] == id);
    line.map(|line| line["value"].as_i64().unwrap())
}

async fn end_turn(table: &Table) {
    assert_eq!(
        table
            .command("gm", &json!({"command": "end_turn"}))
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn shock_comes_in_the_turn_after_the_injury_at_most_4_and_ends_with_it() {
    let service = Service::start(&[]);
    let table = yard(&service).await;
    for hit_points in [2, 3] {
        let injure = json!({"command": "injure", "combatant": "a", "hit_points": hit_points});
        table.command("gm", &injure).await;
    }
    assert_eq!(
        line(&table, "a", "shock").await,
        None,
        "not in the same turn"
    );
    end_turn(&table).await;
    assert_eq!(line(&table, "a", "shock").await, Some(-4));
    end_turn(&table).await;
    assert_eq!(line(&table, "a", "shock").await, None);
}

#[tokio::test]
async fn what_is_evaluated_counts_against_that_foe_at_most_3_and_an_attack_spends_it() {
    let service = Service::start(&[]);
    let table = yard(&service).await;
    table
        .command(
            "gm",
            &json!({"command": "add_combatant", "combatant": {"id": "c", "skill": 9}}),
        )
        .await;
    let evaluate = |foe: &str| json!({"command": "evaluate", "combatant": "a", "foe": foe});
    for _ in 0..4 {
        assert_eq!(table.command("alice", &evaluate("b")).await.status, 200);
        let again = table.command("alice", &evaluate("b")).await;
        assert_eq!(
            (again.status, again.json()["code"].as_str()),
            (409, Some("out_of_turn"))
        );
        end_turn(&table).await;
    }
    assert_eq!(line(&table, "a", "evaluate").await, Some(3));
    end_turn(&table).await;
    assert_eq!(line(&table, "a", "evaluate").await, None, "it is spent");
    end_turn(&table).await;
    table.command("alice", &evaluate("c")).await;
    end_turn(&table).await;
    assert_eq!(
        line(&table, "a", "evaluate").await,
        None,
        "it was of another one"
    );
}

#[tokio::test]
async fn what_the_encounter_knows_is_not_said_again() {
    let service = Service::start(&[]);
    let table = yard(&service).await;
    for (situation, field) in [
        (json!({"grappled": true}), "grappled"),
        (json!({"shock_hit_points": 2}), "shock_hit_points"),
        (json!({"strength": {"has": 1, "needs": 2}}), "strength"),
    ] {
        let attack = json!({"command": "attack", "combatant": "a", "situation": situation});
        let refused = table.command("alice", &attack).await;
        assert_eq!(
            refused.json()["errors"][0]["pointer"],
            format!("/situation/{field}")
        );
    }
    // A fault of the attack itself is at its own field.
    let eyes = json!({"command": "attack", "combatant": "a", "target": {"location": "eyes"}});
    let refused = table.command("alice", &eyes).await;
    assert_eq!(
        refused.json()["errors"][0]["pointer"],
        "/damage_type",
        "{}",
        refused.text
    );
    assert_eq!(table.revision().await, 1, "and it has not acted");
}

#[tokio::test]
async fn every_command_by_everybody_is_answered_as_the_table_of_rights_says() {
    let rights: &[(Value, [u16; 3])] = &[
        (
            json!({"command": "attack", "combatant": "a", "foe": "b"}),
            [200, 403, 200],
        ),
        (
            json!({"command": "attack", "combatant": "a", "dice": {"faces": [3, 3, 3]}}),
            [403, 403, 200],
        ),
        (
            json!({"command": "evaluate", "combatant": "a", "foe": "b"}),
            [200, 403, 200],
        ),
        (
            json!({"command": "set_posture", "combatant": "a", "posture": "kneeling"}),
            [200, 403, 200],
        ),
        (
            json!({"command": "injure", "combatant": "a", "hit_points": 1}),
            [403, 403, 200],
        ),
        (
            json!({"command": "add_combatant", "combatant": {"id": "c", "skill": 9}}),
            [403, 403, 200],
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
            let done = yard(&service).await.command(seat, command).await;
            assert_eq!(done.status, status, "{command} by {seat}: {}", done.text);
        }
    }
}
