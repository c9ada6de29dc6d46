//! Who may do what, and who may see what.

use reqwest::Method;
use serde_json::{Value, json};

use super::table::{Table, seed};
use crate::service::{Service, send};

const NOBODY: &str = "nobody";
const FOREIGN: &str = "foreign";

/// A table at which somebody sits with a token of another encounter.
async fn with_a_foreigner(service: &Service) -> Table {
    let mut table = Table::at_the_ford(service).await;
    let other = Table::at_the_ford(service).await;
    table
        .tokens
        .insert(FOREIGN.to_owned(), other.tokens["gm"].clone());
    table
}

#[tokio::test]
async fn every_command_by_everybody_is_answered_as_the_table_of_rights_says() {
    // For alice, bob and the GM; a is alice's.
    let rights: &[(Value, [u16; 3])] = &[
        (
            json!({"command": "declare", "combatant": "a", "target": "b"}),
            [200, 403, 200],
        ),
        (
            json!({"command": "engage", "between": ["a", "c"]}),
            [403, 403, 422],
        ),
        (
            json!({"command": "disengage", "between": ["a", "b"]}),
            [403, 403, 200],
        ),
        (json!({"command": "resolve_round"}), [403, 403, 200]),
        (
            json!({"command": "add_combatant", "combatant": {"id": "c", "health": 3}}),
            [403, 403, 200],
        ),
        (
            json!({"command": "remove_combatant", "combatant": "b"}),
            [403, 403, 200],
        ),
        (
            json!({"command": "amend", "combatant": "a", "set": {"health": 3}}),
            [403, 403, 200],
        ),
        (json!({"command": "end_turn"}), [403, 403, 200]),
        (json!({"command": "undo"}), [403, 403, 409]),
        (json!({"command": "close"}), [403, 403, 200]),
    ];
    let service = Service::start(&["--store", "memory:"]);
    for (command, [alice, bob, gm]) in rights {
        for (by, status) in [
            (NOBODY, 401),
            (FOREIGN, 401),
            ("alice", *alice),
            ("bob", *bob),
            ("gm", *gm),
        ] {
            let table = with_a_foreigner(&service).await;
            let done = table.command(by, command).await;
            assert_eq!(done.status, status, "{command} by {by}: {}", done.text);
        }
    }
}

#[tokio::test]
async fn every_route_by_everybody_is_answered_as_the_table_of_rights_says() {
    let rights = [
        (Method::GET, "", [200, 200, 200]),
        (Method::GET, "/events", [200, 200, 200]),
        (Method::GET, "/proof", [409, 409, 409]),
        (Method::POST, "/stream-tickets", [201, 201, 201]),
        (Method::POST, "/seats/alice/token", [403, 403, 200]),
        (Method::POST, "/seats/gm/token", [403, 403, 200]),
        (Method::POST, "/seats/carol/token", [403, 403, 404]),
        (Method::DELETE, "", [403, 403, 204]),
    ];
    let service = Service::start(&["--store", "memory:"]);
    for (method, below, [alice, bob, gm]) in rights {
        for (by, status) in [
            (NOBODY, 401),
            (FOREIGN, 401),
            ("alice", alice),
            ("bob", bob),
            ("gm", gm),
        ] {
            let table = with_a_foreigner(&service).await;
            let done = send(table.request(by, method.clone(), below)).await;
            assert_eq!(
                done.status, status,
                "{method} {below} by {by}: {}",
                done.text
            );
        }
    }
}

#[tokio::test]
async fn no_token_a_foreign_one_and_no_encounter_have_one_answer() {
    let service = Service::start(&["--store", "memory:"]);
    let table = with_a_foreigner(&service).await;
    let mut nowhere = table.clone();
    nowhere.path = "/v1/momentum/encounters/AAAAAAAAAAAAAAAAAAAAAA".to_owned();
    let answers = [
        table.get(NOBODY, "").await,
        table.get(FOREIGN, "").await,
        nowhere.get("gm", "").await,
    ];
    for answer in &answers {
        assert_eq!((answer.status, &answer.text), (401, &answers[0].text));
        assert_eq!(answer.header("www-authenticate"), "Bearer");
    }
    // A body that is wrong makes no difference.
    let wrong = table
        .request(NOBODY, Method::POST, "/commands")
        .body("{")
        .header("content-type", "application/json");
    assert_eq!(send(wrong).await.text, answers[0].text);
}

#[tokio::test]
async fn a_declaration_is_seen_by_its_seat_and_the_gm_alone_until_all_have_declared() {
    let service = Service::start(&[
        "--store",
        "memory:",
        "--access-log",
        "--log",
        "trace,actix_http=off",
    ]);
    let mut creation = seed("momentum", "encounter-at-the-ford")["request"].take();
    let canary = "CANARY-FORM";
    creation["combatants"][0]["weapon"] = json!("axe");
    let table = Table::sit(&service, "momentum", &creation).await;
    let declare = json!({"command": "declare", "combatant": "a", "target": "b", "form": canary});
    let done = table.command("alice", &declare).await;
    assert!(done.text.contains(canary));
    for (by, sees) in [("alice", true), ("gm", true), ("bob", false)] {
        assert_eq!(table.get(by, "").await.text.contains(canary), sees, "{by}");
    }
    for by in ["alice", "gm", "bob"] {
        assert!(!table.get(by, "/events").await.text.contains(canary));
    }
    // Nor does any error to bob tell of it.
    for command in [
        json!({"command": "declare", "combatant": "a", "target": "b"}),
        json!({"command": "declare", "combatant": "b", "target": "b"}),
        json!({"command": "resolve_round"}),
    ] {
        assert!(!table.command("bob", &command).await.text.contains(canary));
    }
    table
        .command(
            "bob",
            &json!({"command": "declare", "combatant": "b", "target": "a"}),
        )
        .await;
    assert!(table.get("bob", "").await.text.contains(canary));
    let log = service.log();
    assert!(!log.contains(canary));
    for token in table.tokens.values() {
        assert!(!log.contains(token.as_str()), "a token is in the log");
    }
}

#[tokio::test]
async fn a_new_token_kills_the_old_one_and_nothing_before_it_is_undone() {
    let service = Service::start(&["--store", "memory:"]);
    let mut table = Table::at_the_ford(&service).await;
    table.command("gm", &json!({"command": "end_turn"})).await;
    let renewed = send(table.request("gm", Method::POST, "/seats/alice/token")).await;
    assert_eq!(renewed.status, 200);
    let renewed = renewed.json();
    assert_eq!(
        (&renewed["seat"], &renewed["revision"]),
        (&json!("alice"), &json!(3))
    );
    assert_eq!(table.get("alice", "").await.status, 401);
    let token = renewed["token"].as_str().unwrap().to_owned();
    table.tokens.insert("alice".to_owned(), token);
    assert_eq!(table.get("alice", "").await.status, 200);
    let undo = table.command("gm", &json!({"command": "undo"})).await;
    assert_eq!(undo.json()["code"], "nothing_to_undo");
    let told = json!([{"revision": 3, "index": 0, "event": "token_replaced", "seat": "alice"}]);
    assert_eq!(
        table.get("bob", "/events?after=2").await.json()["events"],
        told
    );
}

#[tokio::test]
async fn revisions_are_asked_for_by_if_match_and_if_none_match() {
    let service = Service::start(&["--store", "memory:"]);
    let table = Table::at_the_ford(&service).await;
    let end = json!({"command": "end_turn"});
    let stale = send(table.commanding("gm", &end).header("if-match", "\"7\"")).await;
    assert_eq!((stale.status, &stale.json()["revision"]), (412, &json!(1)));
    let good = send(table.commanding("gm", &end).header("if-match", "\"1\"")).await;
    assert_eq!(good.status, 200);
    // A proxy that compresses makes the tag a weak one.
    for known in ["\"2\"", "W/\"2\"", "\"1\", \"2\"", "*"] {
        let looked = table
            .request("bob", Method::GET, "")
            .header("if-none-match", known);
        let looked = send(looked).await;
        assert_eq!(
            (looked.status, looked.text.as_str(), looked.header("etag")),
            (304, "", "\"2\""),
            "{known}"
        );
    }
    let looked = table
        .request("bob", Method::GET, "")
        .header("if-none-match", "\"1\"");
    assert_eq!(send(looked).await.status, 200);
    let weak = table.commanding("gm", &end).header("if-match", "W/\"2\"");
    assert_eq!(send(weak).await.status, 412, "If-Match takes no weak tag");
    for malformed in ["2", "\"2", "\"2\" or so"] {
        let guess = table.commanding("gm", &end).header("if-match", malformed);
        assert_eq!(send(guess).await.status, 400, "{malformed}");
    }
}

#[tokio::test]
async fn a_closed_encounter_is_only_looked_at() {
    let service = Service::start(&["--store", "memory:"]);
    let table = Table::at_the_ford(&service).await;
    table.command("gm", &json!({"command": "close"})).await;
    for command in ["undo", "end_turn", "close"] {
        let refused = table.command("gm", &json!({"command": command})).await;
        assert_eq!(refused.json()["code"], "encounter_closed");
    }
    assert_eq!(table.get("bob", "").await.json()["closed"], true);
}

#[tokio::test]
async fn thrown_dice_count_as_the_table_has_agreed() {
    let service = Service::start(&["--store", "memory:"]);
    for (client_dice, status) in [(Value::Null, 200), (json!("gm"), 200), (json!("none"), 422)] {
        let mut creation = seed("momentum", "encounter-at-the-ford")["request"].take();
        creation["client_dice"] = client_dice;
        let table = Table::sit(&service, "momentum", &creation).await;
        let resolve = json!({"command": "resolve_round", "dice": {"faces": []}});
        let done = table.command("gm", &resolve).await;
        assert_eq!(done.status, status, "{}", done.text);
        for wrong in [json!({"seed": "s"}), json!({"cards": []})] {
            let resolve = json!({"command": "resolve_round", "dice": wrong});
            let refused = table.command("gm", &resolve).await;
            assert_eq!(refused.status, 422);
            assert!(
                refused.json()["errors"][0]["pointer"]
                    .as_str()
                    .unwrap()
                    .starts_with("/dice")
            );
        }
    }
}

#[tokio::test]
async fn a_bad_creation_is_refused_with_its_place() {
    let service = Service::start(&["--store", "memory:"]);
    let good = seed("momentum", "encounter-at-the-ford")["request"].take();
    for (pointer, value, place) in [
        ("/seats", json!(["gm"]), "/seats"),
        ("/seats", json!(["alice", "alice", "bob"]), "/seats"),
        ("/seats", json!(["bob"]), "/combatants/0/seat"),
        ("/combatants/0/seat", json!("al ice"), "/combatants/0/seat"),
        ("/combatants/1/health", json!(1000), "/combatants/1/health"),
        ("/combatants/1/id", json!("a"), "/combatants/1/id"),
        ("/engagements", json!([["a", "z"]]), "/engagements/0/1"),
        ("/unknown", json!(1), "/unknown"),
        ("/combatants/0/unknown", json!(1), "/combatants/0/unknown"),
    ] {
        let mut creation = good.clone();
        let (within, name) = pointer.rsplit_once('/').unwrap();
        let within = creation.pointer_mut(within).unwrap();
        if let Ok(index) = name.parse::<usize>() {
            within[index] = value;
        } else {
            within[name] = value;
        }
        let refused = service.post("/v1/momentum/encounters", &creation).await;
        assert_eq!(refused.status, 422, "{pointer}");
        assert_eq!(
            refused.json()["errors"][0]["pointer"],
            place,
            "{}",
            refused.text
        );
    }
}

#[tokio::test]
async fn an_unknown_field_of_a_creation_is_told_which_fields_there_are() {
    let service = Service::start(&["--store", "memory:"]);
    let mut creation = seed("momentum", "encounter-at-the-ford")["request"].take();
    creation["dice"] = json!(1);
    let refused = service.post("/v1/momentum/encounters", &creation).await;
    let error = refused.json()["errors"][0].take();
    assert_eq!(error["pointer"], "/dice");
    for field in [
        "name",
        "seats",
        "seed",
        "client_dice",
        "combatants",
        "engagements",
    ] {
        let detail = error["detail"].as_str().unwrap();
        assert!(detail.contains(&format!("`{field}`")), "{detail}");
    }
}

#[tokio::test]
async fn a_field_that_is_there_twice_is_refused_and_nothing_is_done() {
    let service = Service::start(&["--store", "memory:"]);
    let table = Table::at_the_ford(&service).await;
    for (twice, pointer) in [
        (r#"{"command":"undo","command":"close"}"#, "/command"),
        (
            r#"{"command":"declare","combatant":"b","combatant":"a"}"#,
            "/combatant",
        ),
        (
            r#"{"command":"amend","combatant":"a","set":{"health":3,"health":5}}"#,
            "/set/health",
        ),
    ] {
        let request = table
            .request("gm", Method::POST, "/commands")
            .header("content-type", "application/json")
            .body(twice);
        let refused = send(request).await;
        assert_eq!(
            (refused.status, &refused.json()["errors"][0]["pointer"]),
            (422, &json!(pointer)),
            "{}",
            refused.text
        );
    }
    assert_eq!(table.revision().await, 1);
    let creation = seed("momentum", "encounter-at-the-ford")["request"].to_string();
    let twice = creation.replacen('{', r#"{"seats":[],"#, 1);
    let request = service
        .request(Method::POST, "/v1/momentum/encounters")
        .header("content-type", "application/json")
        .body(twice);
    assert_eq!(send(request).await.json()["errors"][0]["pointer"], "/seats");
}

#[tokio::test]
async fn an_amendment_that_makes_no_combatant_is_refused_at_its_field() {
    let service = Service::start(&["--store", "memory:"]);
    let table = Table::at_the_ford(&service).await;
    for (set, pointer, detail) in [
        (json!({}), "/set", "set one field at least"),
        (json!({"id": "z"}), "/set/id", "an id stays"),
        (json!({"wings": 2}), "/set/wings", "no such field"),
        (json!({"health": null}), "/set/health", "set it to a value"),
        (json!({"health": 5, "reach": 1000}), "/set/reach", "1000"),
        (json!({"seat": "carol"}), "/set/seat", "no seat carol"),
    ] {
        let amend = json!({"command": "amend", "combatant": "a", "set": set});
        let refused = table.command("gm", &amend).await;
        let error = refused.json()["errors"][0].take();
        assert_eq!(
            (refused.status, &error["pointer"]),
            (422, &json!(pointer)),
            "{}",
            refused.text
        );
        assert!(
            error["detail"].as_str().unwrap().contains(detail),
            "{error}"
        );
    }
    assert_eq!(table.revision().await, 1);
}

#[tokio::test]
async fn a_query_is_looked_at_once_the_token_is_known() {
    let service = Service::start(&["--store", "memory:"]);
    let table = Table::at_the_ford(&service).await;
    for below in [
        "/events?after=zz",
        "/events?before=1",
        "/events?after=1000001",
        "/stream?after=-1",
    ] {
        assert_eq!(table.get("nobody", below).await.status, 401, "{below}");
        let refused = table.get("bob", below).await;
        assert_eq!(
            (refused.status, refused.json()["code"].as_str()),
            (422, Some("invalid_request"))
        );
    }
    for id in ["zz", "-1", "3"] {
        let stream = table.request("bob", Method::GET, "/stream");
        assert_eq!(send(stream.header("last-event-id", id)).await.status, 422);
    }
    // A stream does not begin beyond the log.
    let ahead = table.get("bob", "/stream?after=2").await;
    assert_eq!((ahead.status, &ahead.json()["revision"]), (412, &json!(1)));
    // Whoever is ahead of the log goes on with its end.
    let ahead = table.get("bob", "/events?after=77").await.json();
    assert_eq!(ahead, json!({"events": [], "next_after": 1}));
}

#[tokio::test]
async fn creating_takes_a_token_and_room_where_it_is_so_configured() {
    let service = Service::start(&[
        "--store",
        "memory:",
        "--create-token",
        "open",
        "--max-encounters",
        "1",
        "--creations-per-minute",
        "2",
    ]);
    let creation = seed("momentum", "encounter-at-the-ford")["request"].take();
    let path = "/v1/momentum/encounters";
    // Whoever has no token takes nothing from those who have.
    for _ in 0..5 {
        assert_eq!(service.post(path, &creation).await.status, 401);
    }
    let create = || {
        send(
            service
                .request(Method::POST, path)
                .bearer_auth("open")
                .json(&creation),
        )
    };
    assert_eq!(create().await.status, 201);
    let full = create().await;
    assert_eq!(
        (full.status, full.json()["code"].as_str()),
        (503, Some("too_many_encounters"))
    );
    assert_eq!(full.header("retry-after"), "60");
}

#[tokio::test]
async fn whoever_asks_too_often_is_told_when_to_try_again() {
    let service = Service::start(&["--creations-per-minute", "2", "--commands-per-second", "3"]);
    let creation = seed("momentum", "encounter-at-the-ford")["request"].take();
    let table = Table::sit(&service, "momentum", &creation).await;
    let end = json!({"command": "end_turn"});
    let mut refused = 0;
    for _ in 0..20 {
        let done = table.command("gm", &end).await;
        if done.status != 200 {
            assert_eq!(
                (done.status, done.json()["code"].as_str()),
                (429, Some("too_many_requests"))
            );
            assert_ne!(done.header("retry-after"), "");
            refused += 1;
        }
    }
    assert!(refused > 0);
    // Another seat is not held back by it.
    let declare = json!({"command": "declare", "combatant": "a"});
    assert_eq!(table.command("alice", &declare).await.status, 200);
    let path = "/v1/momentum/encounters";
    assert_eq!(service.post(path, &creation).await.status, 201);
    let refused = service.post(path, &creation).await;
    assert_eq!(
        (refused.status, refused.header("retry-after")),
        (429, "30"),
        "{}",
        refused.text
    );
    // New tokens are commands of the GM's, who has had too many.
    let renew = table.request("gm", Method::POST, "/seats/bob/token");
    assert_eq!(send(renew).await.status, 429);
}
