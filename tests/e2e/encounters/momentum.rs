//! What an encounter of Momentum keeps track of.

use serde_json::json;

use super::Table;
use crate::service::Service;

#[tokio::test]
async fn a_declaration_against_the_rules_is_refused_at_its_field() {
    let service = Service::start(&["--store", "memory:"]);
    let table = Table::at_the_ford(&service).await;
    for (command, pointer, rule) in [
        (
            json!({"command": "declare", "combatant": "a", "target": "z"}),
            "/target",
            "M-10",
        ),
        (
            json!({"command": "declare", "combatant": "a", "target": "a"}),
            "/target",
            "M-10",
        ),
        (
            json!({"command": "declare", "combatant": "a", "rear": true}),
            "/rear",
            "M-24",
        ),
        (
            json!({"command": "engage", "between": ["a", "b"]}),
            "/between",
            "M-10",
        ),
        (
            json!({"command": "amend", "combatant": "z", "set": {"health": 5}}),
            "/combatant",
            "M-10",
        ),
        (
            json!({"command": "add_combatant", "combatant": {"id": "a", "health": 1}}),
            "/combatant/id",
            "M-10",
        ),
    ] {
        let refused = table.command("gm", &command).await;
        assert_eq!(refused.status, 422, "{command}");
        let error = &refused.json()["errors"][0];
        assert_eq!(
            (&error["pointer"], &error["rule"]),
            (&json!(pointer), &json!(rule)),
            "{command}"
        );
    }
    assert_eq!(table.revision().await, 1);
}

#[tokio::test]
async fn health_fatigue_and_momentum_go_on_from_round_to_round() {
    let service = Service::start(&["--store", "memory:"]);
    let table = Table::at_the_ford(&service).await;
    let declare =
        |who: &str, at: &str| json!({"command": "declare", "combatant": who, "target": at});
    table.command("alice", &declare("a", "b")).await;
    table.command("bob", &declare("b", "a")).await;
    let late = table.command("bob", &declare("b", "a")).await;
    assert_eq!(
        (late.status, late.json()["code"].as_str()),
        (409, Some("out_of_turn"))
    );
    let dice = json!({"command": "resolve_round", "dice": {"faces": [4, 3, 5, 4, 6, 3, 2, 4]}});
    let state = &table.command("gm", &dice).await.json()["state"];
    assert_eq!(
        (
            &state["round"],
            &state["combatants"][1]["health"],
            &state["combatants"][1]["fatigue"]
        ),
        (&json!(2), &json!(4), &json!(1))
    );
    assert_eq!(state["momentum"], json!([{"holder": "a", "over": "b"}]));
    assert_eq!(state["combatants"][1]["seat"], "bob");
    // In the second round there is no Clash but a's press: 12 + 3 against 2 + 2, and 10 + 1 + 3 - 3 drops b.
    table.command("alice", &declare("a", "b")).await;
    let dice = json!({"command": "resolve_round", "dice": {"faces": [6, 6, 1, 1]}});
    let done = table.command("gm", &dice).await.json();
    assert_eq!(done["events"][0]["outcome"]["clashes"], json!([]));
    let state = &done["state"];
    assert_eq!(
        (
            &state["combatants"][1]["health"],
            &state["engagements"],
            &state["momentum"]
        ),
        (&json!(-7), &json!([]), &json!([]))
    );
}
