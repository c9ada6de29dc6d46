//! Stores that live, but are full, replaced, set back or damaged: whoever asks is told, and nobody goes on with what
//! is no more.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use super::backend::{Backend, Folder, Redis};
use super::faults::ALONE;
use super::stream::{Stream, streaming};
use super::table::Table;
use crate::service::{Service, send};

fn set_health(health: u64) -> Value {
    json!({"command": "amend", "combatant": "a", "set": {"health": health}})
}

/// The key of the fight in Redis.
fn key(table: &Table, name: &str) -> String {
    let (_, id) = table.path.rsplit_once('/').unwrap();
    format!("melee:{{{id}}}:{name}")
}

#[tokio::test(flavor = "multi_thread")]
async fn where_a_replica_takes_over_from_a_master_that_is_well_the_fight_goes_on_there() {
    let _alone = ALONE.lock().await;
    let backend = Backend::sentinel();
    let Backend::Sentinel(watched) = &backend else {
        return;
    };
    let service = Service::start(&["--store", &backend.url()]);
    let warnings = service.get("/readyz").await.json();
    assert!(warnings.to_string().contains("min-replicas-to-write"));
    let table = Table::at_the_ford(&service).await;
    let mut live = Stream::open(streaming(&table, "bob", "?after=0")).await;
    assert_eq!(table.command("gm", &set_health(7)).await.status, 200);
    live.events(1).await;
    watched.fail_over();
    let since = Instant::now();
    while watched.master_port() != watched.replica.port {
        assert!(since.elapsed() < Duration::from_secs(20), "nobody switches");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // The old master is not told so for some seconds, and takes whatever it is given.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(table.command("gm", &set_health(8)).await.status, 200);
    let there = watched
        .replica
        .cli(&["hget", &key(&table, "fight"), "revision"]);
    assert_eq!(there.trim(), "3");
    live.events(2).await;
}

/// How many connections a Redis has taken.
fn connections(redis: &Redis) -> u64 {
    let stats = redis.cli(&["info", "stats"]);
    let taken = stats
        .lines()
        .find_map(|line| line.strip_prefix("total_connections_received:"));
    taken.unwrap().trim().parse().unwrap()
}

#[tokio::test]
async fn a_redis_that_takes_no_writes_is_not_ready() {
    let redis = Redis::start();
    let service = Service::start(&["--store", &redis.url()]);
    let table = Table::at_the_ford(&service).await;
    for (spoil, mend) in [
        (
            ["config", "set", "maxmemory", "1mb"],
            ["config", "set", "maxmemory", "0"],
        ),
        (
            ["config", "set", "min-replicas-to-write", "1"],
            ["config", "set", "min-replicas-to-write", "0"],
        ),
    ] {
        redis.cli(&spoil);
        let before = connections(&redis);
        for _ in 0..20 {
            assert_eq!(table.command("gm", &set_health(1)).await.status, 503);
        }
        let made = connections(&redis) - before;
        assert!(made < 5, "a refusal costs no connection: {made}");
        assert_eq!(service.get("/readyz").await.status, 503, "{spoil:?}");
        assert_eq!(table.get("gm", "").await.status, 200);
        redis.cli(&mend);
        assert_eq!(service.get("/readyz").await.status, 200, "{mend:?}");
        assert_eq!(table.command("gm", &set_health(1)).await.status, 200);
    }
}

#[tokio::test]
async fn a_default_file_that_is_open_elsewhere_is_not_ready_once_it_was_needed() {
    let folder = Folder::new();
    let start = || Service::start_at("127.0.0.1:0", folder.path(), &[]);
    let first = start();
    Table::at_the_ford(&first).await;
    let second = start();
    assert_eq!(second.get("/readyz").await.status, 200);
    let asked = second.get("/v1/momentum/encounters/an-id").await;
    assert_eq!(asked.status, 401, "no token, no look at the store");
    let asked = second
        .request(Method::GET, "/v1/momentum/encounters/an-id")
        .bearer_auth("a-token");
    assert_eq!(send(asked).await.status, 503);
    assert_eq!(second.get("/readyz").await.status, 503);
    drop(first);
    assert_eq!(second.get("/readyz").await.status, 200);
    Table::at_the_ford(&second).await;
}

#[tokio::test]
async fn a_stream_ends_where_the_store_has_lost_what_it_told_and_nobody_resumes_there() {
    let redis = Redis::start();
    let service = Service::start(&["--store", &redis.url()]);
    let table = Table::at_the_ford(&service).await;
    let mut live = Stream::open(streaming(&table, "bob", "?after=0")).await;
    table.command("gm", &set_health(2)).await;
    let keys = ["fight", "log"].map(|name| key(&table, name));
    for key in &keys {
        redis.cli(&["copy", key, &format!("{key}:before")]);
    }
    for health in [3, 4, 5] {
        table.command("gm", &set_health(health)).await;
    }
    live.events(4).await;
    for key in &keys {
        redis.cli(&["copy", &format!("{key}:before"), key, "replace"]);
    }
    assert_eq!(table.command("gm", &set_health(13)).await.status, 200);
    live.ends().await;
    let resumed = streaming(&table, "bob", "").header("last-event-id", "5-0");
    let resumed = send(resumed).await;
    assert_eq!(
        (resumed.status, &resumed.json()["revision"]),
        (412, &json!(3))
    );
    let mut anew = Stream::open(streaming(&table, "bob", "?after=0")).await;
    let told = anew.events(2).await;
    assert_eq!(told[1].1["set"]["health"], 13);
}

#[tokio::test]
async fn a_damaged_encounter_is_unavailable_and_can_be_deleted() {
    let redis = Redis::start();
    let service = Service::start(&["--store", &redis.url()]);
    let table = Table::at_the_ford(&service).await;
    redis.cli(&["hset", &key(&table, "fight"), "state", "nothing"]);
    let shown = table.get("gm", "").await;
    assert_eq!(shown.json()["code"], "store_unavailable");
    let delete = |by: &str| send(table.request(by, Method::DELETE, ""));
    assert_eq!(delete("bob").await.status, 403);
    assert_eq!(delete("gm").await.status, 204);
    assert_eq!(table.get("gm", "").await.status, 401);
}

#[tokio::test]
async fn a_command_whose_log_entry_cannot_be_written_changes_nothing() {
    let redis = Redis::start();
    let service = Service::start(&["--store", &redis.url()]);
    let table = Table::at_the_ford(&service).await;
    redis.cli(&["set", &key(&table, "log"), "no log"]);
    assert_eq!(table.command("gm", &set_health(1)).await.status, 503);
    assert_eq!(table.revision().await, 1);
    redis.cli(&["del", &key(&table, "log")]);
    assert_eq!(table.command("gm", &set_health(1)).await.status, 200);
}
