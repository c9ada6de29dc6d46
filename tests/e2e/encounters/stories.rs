//! Ready-made encounters, played to the letter on every store.

use std::fs;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::backend::Secured;
use super::table::seed;
use super::{Backend, Table};
use crate::service::{Service, root};

/// Every seed that is an encounter: its game and what it is.
fn encounters() -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for game in fs::read_dir(root().join("seeds")).unwrap() {
        let game = game.unwrap();
        for file in fs::read_dir(game.path()).unwrap() {
            let seed: Value =
                serde_json::from_slice(&fs::read(file.unwrap().path()).unwrap()).unwrap();
            if seed.get("commands").is_some() {
                found.push((game.file_name().into_string().unwrap(), seed));
            }
        }
    }
    assert!(!found.is_empty());
    found
}

/// Plays every encounter, and looks at what each seat is told.
async fn play_all(backend: &Backend) {
    let service = Service::start(&["--store", &backend.url()]);
    for (game, seed) in encounters() {
        let table = Table::sit(&service, &game, &seed["request"]).await;
        let mut log = Vec::new();
        for (place, given) in seed["commands"].as_array().unwrap().iter().enumerate() {
            let by = given["by"].as_str().unwrap();
            let done = table.command(by, &given["request"]).await;
            assert_eq!(done.status, 200, "{game} {place}: {}", done.text);
            let revision = place + 2;
            assert_eq!(done.header("etag"), format!("\"{revision}\""));
            assert_eq!(done.header("cache-control"), "no-store");
            assert!(done.header("vary").contains("Authorization"));
            let done = done.json();
            assert_eq!(done["revision"], revision);
            assert_eq!(done["events"], given["events"], "{game} {place}");
            log.extend(given["events"].as_array().unwrap().iter().cloned());
            // The state that the command answered is the one that is kept.
            let kept = table.get(by, "").await;
            assert_eq!(kept.json()["state"], done["state"]);
            assert_eq!(kept.header("etag"), format!("\"{revision}\""));
        }
        for by in table.tokens.keys() {
            assert_eq!(table.log(by).await, log);
        }
        let proof = table.get("gm", "/proof").await;
        assert_eq!(proof.status, 200, "{}", proof.text);
        assert_eq!(proof.json()["commitment"], table.created["commitment"]);
        let gone = table.request("gm", reqwest::Method::DELETE, "");
        assert_eq!(crate::service::send(gone).await.status, 204);
        assert_eq!(table.get("gm", "").await.status, 401);
    }
}

#[tokio::test]
async fn every_encounter_is_played_to_the_letter_on_every_store() {
    for backend in Backend::each() {
        play_all(&backend).await;
    }
}

#[tokio::test]
async fn every_encounter_is_played_to_the_letter_on_a_cluster() {
    play_all(&Backend::cluster()).await;
}

#[tokio::test]
async fn every_encounter_is_played_to_the_letter_behind_a_sentinel() {
    play_all(&Backend::sentinel()).await;
}

#[tokio::test]
async fn redis_is_reached_over_tls_by_whoever_trusts_its_certificate_and_knows_the_password() {
    let redis = Secured::start();
    let creation = seed("momentum", "encounter-at-the-ford")["request"].take();
    let good = redis.url("s%25cret");
    let service = Service::start_trusting(&redis.certificate(), &["--store", &good]);
    let table = Table::sit(&service, "momentum", &creation).await;
    let end = json!({"command": "end_turn"});
    assert_eq!(table.command("gm", &end).await.status, 200);
    let strangers = [
        Service::start(&["--store", &good]),
        Service::start_trusting(&redis.certificate(), &["--store", &redis.url("guess")]),
    ];
    for service in strangers {
        let refused = service.post("/v1/momentum/encounters", &creation).await;
        assert_eq!(
            (refused.status, refused.json()["code"].as_str()),
            (503, Some("store_unavailable"))
        );
        assert!(!refused.text.contains("guess") && !service.log().contains("guess"));
        assert!(!service.log().contains("s%25cret"));
    }
}

#[tokio::test]
async fn a_key_gives_the_same_answer_again_and_another_command_under_it_is_refused() {
    for backend in Backend::each() {
        let service = Service::start(&["--store", &backend.url()]);
        let table = Table::at_the_ford(&service).await;
        let declare = json!({"command": "declare", "combatant": "a", "target": "b"});
        let keyed = |by: &str, command: &Value| {
            let request = table.commanding(by, command);
            crate::service::send(request.header("idempotency-key", "\"one\""))
        };
        let first = keyed("alice", &declare).await;
        table.command("gm", &json!({"command": "end_turn"})).await;
        // `null` is absent, and the quotes of the key are none of it.
        let same = json!({"command": "declare", "combatant": "a", "target": "b", "form": null});
        let again = table
            .commanding("alice", &same)
            .header("idempotency-key", "one");
        // The key comes before the revision, so that a retry is no conflict.
        let again = crate::service::send(again.header("if-match", "\"1\"")).await;
        assert_eq!((again.status, &again.text), (200, &first.text));
        assert_eq!(again.header("etag"), first.header("etag"));
        assert_eq!(table.revision().await, 3);
        let other = json!({"command": "declare", "combatant": "a"});
        let refused = keyed("alice", &other).await;
        assert_eq!(refused.json()["code"], "idempotency_key_reused");
        // Another seat's key is another key.
        let bobs = json!({"command": "declare", "combatant": "b", "target": "a"});
        assert_eq!(keyed("bob", &bobs).await.status, 200);
    }
}

#[tokio::test]
async fn undo_goes_back_20_commands_and_luck_only_forward() {
    for backend in Backend::each() {
        let service = Service::start(&["--store", &backend.url()]);
        let table = Table::at_the_ford(&service).await;
        let mut states = Vec::new();
        for health in 1..=25 {
            states.push(table.get("gm", "").await.json()["state"].clone());
            let amend = json!({"command": "amend", "combatant": "a", "set": {"health": health}});
            assert_eq!(table.command("gm", &amend).await.status, 200);
        }
        let undo = json!({"command": "undo"});
        for undone in 0..20 {
            let done = table.command("gm", &undo).await.json();
            assert_eq!(done["events"][0]["undid"], 26 - undone);
            assert_eq!(Some(&done["state"]), states.pop().as_ref());
        }
        let refused = table.command("gm", &undo).await;
        assert_eq!(
            (refused.status, refused.json()["code"].as_str()),
            (409, Some("nothing_to_undo"))
        );
    }
}

#[tokio::test]
async fn undos_restore_what_was_there_in_any_order_with_commands_and_also_four_at_once() {
    for backend in Backend::each() {
        let service = Service::start(&["--store", &backend.url()]);
        let table = Table::at_the_ford(&service).await;
        let undo = json!({"command": "undo"});
        let mut state = table.get("gm", "").await.json()["state"].take();
        let mut before = Vec::new();
        for (commands, undos) in [(2, 1), (22, 12), (5, 9), (8, 1)] {
            for health in 1..=commands {
                let amend =
                    json!({"command": "amend", "combatant": "a", "set": {"health": health}});
                let done = table.command("gm", &amend).await.json()["state"].take();
                before.push(std::mem::replace(&mut state, done));
            }
            before.drain(..before.len().saturating_sub(20));
            for _ in 0..undos {
                state = table.command("gm", &undo).await.json()["state"].take();
                assert_eq!(Some(&state), before.pop().as_ref());
            }
        }
        let at_once = [(); 4].map(|()| {
            let (table, undo) = (table.clone(), undo.clone());
            tokio::spawn(async move { table.command("gm", &undo).await })
        });
        let mut done = Vec::new();
        for undone in at_once {
            let undone = undone.await.unwrap();
            assert_eq!(undone.status, 200, "{}", undone.text);
            done.push(undone.json());
        }
        done.sort_by_key(|done| done["revision"].as_u64());
        for done in done {
            assert_eq!(Some(&done["state"]), before.pop().as_ref());
        }
    }
}

#[tokio::test]
async fn what_is_rolled_again_after_an_undo_is_rolled_anew_and_the_proof_has_both() {
    let service = Service::start(&["--store", "memory:"]);
    let mut creation = seed("momentum", "encounter-at-the-ford")["request"].take();
    creation["seed"] = json!("our own words");
    let table = Table::sit(&service, "momentum", &creation).await;
    table
        .command(
            "alice",
            &json!({"command": "declare", "combatant": "a", "target": "b"}),
        )
        .await;
    let mut rolled = Vec::new();
    for _ in 0..3 {
        let done = table
            .command("gm", &json!({"command": "resolve_round"}))
            .await
            .json();
        rolled.push(done["events"][0]["dice"]["faces"].clone());
        table.command("gm", &json!({"command": "undo"})).await;
    }
    assert_eq!(table.get("gm", "/proof").await.json()["code"], "not_closed");
    table.command("gm", &json!({"command": "close"})).await;
    let proof = table.get("alice", "/proof").await.json();
    let bytes = |hex: &str| -> Vec<u8> {
        let pairs = hex.as_bytes().chunks(2);
        pairs
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect()
    };
    let hashed = |from: &[u8]| -> Vec<u8> { Sha256::digest(from).to_vec() };
    let field = |name: &str| bytes(proof[name].as_str().unwrap());
    let made_of = [field("random"), b"our own words".to_vec()].concat();
    assert_eq!(proof["text"], "our own words");
    assert_eq!(field("seed"), hashed(&made_of));
    assert_eq!(field("commitment"), hashed(&field("seed")));
    assert_eq!(proof["commitment"], table.created["commitment"]);
    let draws = proof["draws"].as_array().unwrap();
    for (number, draw) in draws.iter().enumerate() {
        assert_eq!(
            (&draw["draw"], &draw["faces"]),
            (&json!(number), &rolled[number])
        );
    }
    assert_eq!(draws.len(), 3);
    // Six times four dice that are all the same do not happen by chance.
    assert!(rolled[0] != rolled[1] || rolled[1] != rolled[2]);
}

#[tokio::test]
async fn two_services_on_one_redis_work_as_one() {
    let backend = Backend::redis();
    let url = backend.url();
    let services = [0, 1].map(|_| Service::start(&["--store", &url]));
    let here = Table::at_the_ford(&services[0]).await;
    let there = here.at(&services[1]);
    here.command(
        "alice",
        &json!({"command": "declare", "combatant": "a", "target": "b"}),
    )
    .await;
    let done = there
        .command(
            "bob",
            &json!({"command": "declare", "combatant": "b", "target": "a"}),
        )
        .await;
    assert_eq!(done.json()["revision"], 3);
    assert_eq!(here.log("alice").await, there.log("alice").await);
}
