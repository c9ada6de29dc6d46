//! What goes wrong: kills, cuts, races and damage. Nothing acknowledged is lost, and nothing is done twice.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use super::backend::{Backend, Redis, free_port};
use super::table::{Table, seed};
use crate::service::{Service, binary, root, send};

/// These load the machine, and some say how soon something is to be: one at a time.
pub(crate) static ALONE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

fn set_health(health: u64) -> Value {
    json!({"command": "amend", "combatant": "a", "set": {"health": health % 100}})
}

/// The revisions of the log: without gaps, each once.
async fn check_log(table: &Table, acknowledged: u64) {
    let log = table.log("gm").await;
    let revisions: Vec<_> = log
        .iter()
        .map(|event| event["revision"].as_u64().unwrap())
        .collect();
    let last = table.revision().await;
    assert_eq!(revisions, (2..=last).collect::<Vec<_>>());
    assert!(
        last > acknowledged,
        "{last} after {acknowledged} acknowledged commands"
    );
}

/// Commands one after the other, each under its key, and again under the same key until it is acknowledged. How
/// many those were.
async fn command_until(table: Table, stop: Arc<AtomicBool>) -> u64 {
    let mut acknowledged = 0;
    while !stop.load(Ordering::Relaxed) {
        let key = format!("key-{acknowledged}");
        loop {
            let request = table
                .commanding("gm", &set_health(acknowledged))
                .header("idempotency-key", &key);
            let done = request.timeout(Duration::from_secs(3)).send().await;
            if done.is_ok_and(|done| done.status() == 200) {
                acknowledged += 1;
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    acknowledged
}

/// Clients who command, each at a table of its own.
struct Clients {
    stop: Arc<AtomicBool>,
    at: Vec<(Table, JoinHandle<u64>)>,
}

impl Clients {
    async fn start(service: &Service) -> Self {
        let (stop, mut at) = (Arc::new(AtomicBool::new(false)), Vec::new());
        for _ in 0..8 {
            let table = Table::at_the_ford(service).await;
            let commanding = command_until(table.clone(), Arc::clone(&stop));
            at.push((table, tokio::spawn(commanding)));
        }
        Self { stop, at }
    }

    /// Stops them. Each command was made once: there are as many revisions as acknowledged commands, since each
    /// was repeated under its key until it was acknowledged. How many those were.
    async fn stop(self) -> u64 {
        self.stop.store(true, Ordering::Relaxed);
        let mut all = 0;
        for (table, client) in self.at {
            let acknowledged = client.await.unwrap();
            assert_eq!(table.revision().await, acknowledged + 1);
            check_log(&table, acknowledged).await;
            all += acknowledged;
        }
        all
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_redis_under_load_loses_nothing_acknowledged_and_doubles_nothing() {
    let _alone = ALONE.lock().await;
    const ROUNDS: u64 = 20;

    let mut redis = Redis::start();
    let service = Service::start(&["--store", &redis.url()]);
    let mut all = 0;
    for round in 0..ROUNDS {
        let clients = Clients::start(&service).await;
        // At some point, another one in each round.
        tokio::time::sleep(Duration::from_millis(600 + 37 * round)).await;
        redis.kill();
        tokio::time::sleep(Duration::from_millis(50)).await;
        redis.restart();
        let back = Instant::now();
        while table_revision(&clients.at[0].0).await.is_none() {
            assert!(
                back.elapsed() < Duration::from_secs(2),
                "the service does not come back"
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
        all += clients.stop().await;
    }
    println!("{all} commands acknowledged in {ROUNDS} rounds");
    assert!(all >= 20_000, "only {all} commands");
}

async fn table_revision(table: &Table) -> Option<u64> {
    let shown = table.get("gm", "").await;
    (shown.status == 200).then(|| shown.json()["revision"].as_u64().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_the_service_on_an_embedded_file_loses_nothing_acknowledged_and_doubles_nothing() {
    let _alone = ALONE.lock().await;
    const ROUNDS: u64 = 20;

    let backend = Backend::embedded();
    let port = free_port();
    let listen = format!("127.0.0.1:{port}");
    let start = || Service::start_at(&listen, root(), &["--store", &backend.url()]);
    let mut service = start();
    let mut all = 0;
    for round in 0..ROUNDS {
        let clients = Clients::start(&service).await;
        tokio::time::sleep(Duration::from_millis(200 + 23 * round)).await;
        // Dropping it kills it.
        drop(service);
        service = start();
        tokio::time::sleep(Duration::from_millis(200)).await;
        all += clients.stop().await;
    }
    println!("{all} commands acknowledged in {ROUNDS} rounds");
    assert!(all >= 2_000, "only {all} commands");
}

/// Passes each connection on, but cuts the reply to the first request of every odd one.
async fn cut_every_other_reply(target: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        let mut count = 0_u32;
        loop {
            let (mut client, _) = listener.accept().await.unwrap();
            let mut service = TcpStream::connect(&target).await.unwrap();
            count += 1;
            let cut = count % 2 == 1;
            tokio::spawn(async move {
                let (mut from_client, mut to_client) = client.split();
                let (mut from_service, mut to_service) = service.split();
                let there = async {
                    let _ = tokio::io::copy(&mut from_client, &mut to_service).await;
                };
                let back = async {
                    if cut {
                        // The service has answered: by then the command is done.
                        let mut first = [0; 1];
                        let _ = tokio::io::AsyncReadExt::read(&mut from_service, &mut first).await;
                    } else {
                        let _ = tokio::io::copy(&mut from_service, &mut to_client).await;
                    }
                    let _ = to_client.shutdown().await;
                };
                tokio::select! { () = there => {}, () = back => {} }
            });
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_cut_after_the_command_is_given_again_to_the_byte() {
    let _alone = ALONE.lock().await;
    for backend in [Backend::embedded(), Backend::redis()] {
        let service = Service::start(&["--store", &backend.url()]);
        let table = Table::at_the_ford(&service).await;
        let cut = table.through(&cut_every_other_reply(service.address.clone()).await);
        let declare = json!({"command": "declare", "combatant": "a", "target": "b"});
        let resolve = json!({"command": "resolve_round"});
        for round in 0..20 {
            let before = table.revision().await;
            let declared = table.command("alice", &declare).await;
            assert_eq!(declared.status, 200, "{}", declared.text);
            let keyed = || {
                cut.commanding("gm", &resolve)
                    .header("idempotency-key", format!("round-{round}"))
            };
            assert!(keyed().send().await.is_err(), "the reply is cut");
            let again = send(keyed()).await;
            assert_eq!(again.status, 200, "{}", again.text);
            let at_first = table
                .commanding("gm", &resolve)
                .header("idempotency-key", format!("round-{round}"));
            assert_eq!(send(at_first).await.text, again.text);
            assert_eq!(table.revision().await, before + 2);
            table
                .command(
                    "gm",
                    &json!({"command": "amend", "combatant": "b", "set": {"health": 50}}),
                )
                .await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_64_clients_on_one_revision_exactly_one_wins() {
    let _alone = ALONE.lock().await;
    for backend in [Backend::embedded(), Backend::redis()] {
        let service = Service::start(&["--store", &backend.url()]);
        let table = Table::at_the_ford(&service).await;
        for revision in 1..=20_u64 {
            let clients: Vec<_> = (0..64)
                .map(|client| {
                    let request = table
                        .commanding("gm", &set_health(client))
                        .header("if-match", format!("\"{revision}\""));
                    tokio::spawn(async move { request.send().await.unwrap().status().as_u16() })
                })
                .collect();
            let mut won = 0;
            for client in clients {
                match client.await.unwrap() {
                    200 => won += 1,
                    status => assert_eq!(status, 412),
                }
            }
            assert_eq!(won, 1);
        }
        check_log(&table, 20).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_if_match_every_command_of_many_clients_is_done_or_told_it_is_not() {
    let _alone = ALONE.lock().await;
    let backend = Backend::redis();
    let service = Service::start(&["--store", &backend.url()]);
    let table = Table::at_the_ford(&service).await;
    let clients: Vec<_> = (0..64)
        .map(|client| {
            let request = table.commanding("gm", &set_health(client));
            tokio::spawn(async move { request.send().await.unwrap().status().as_u16() })
        })
        .collect();
    let mut done = 0;
    for client in clients {
        match client.await.unwrap() {
            200 => done += 1,
            status => assert_eq!(status, 409),
        }
    }
    assert_eq!(table.revision().await, done + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_redis_encounters_are_unavailable_within_a_second_and_all_else_goes_on() {
    let _alone = ALONE.lock().await;
    let mut redis = Redis::start();
    let service = Service::start(&["--store", &redis.url()]);
    let table = Table::at_the_ford(&service).await;
    assert_eq!(service.get("/readyz").await.status, 200);
    redis.kill();
    for _ in 0..3 {
        let asked = Instant::now();
        let refused = table.get("gm", "").await;
        assert!(
            asked.elapsed() < Duration::from_secs(1),
            "{:?}",
            asked.elapsed()
        );
        assert_eq!(
            (refused.status, refused.json()["code"].as_str()),
            (503, Some("store_unavailable"))
        );
        assert_ne!(refused.header("retry-after"), "");
        assert!(
            !refused.text.contains("refused"),
            "why is for the log: {}",
            refused.text
        );
    }
    assert_eq!(service.get("/readyz").await.status, 503);
    assert_eq!(service.get("/healthz").await.status, 200);
    let attack = seed("futile-kingdoms", "attack-flank");
    assert_eq!(
        service
            .post("/v1/futile-kingdoms/attack-roll", &attack["request"])
            .await
            .status,
        200
    );
    redis.restart();
    let back = Instant::now();
    while table.get("gm", "").await.status != 200 {
        assert!(back.elapsed() < Duration::from_secs(2));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // A service also starts without Redis.
    redis.kill();
    let early = Service::start(&["--store", &redis.url()]);
    assert_eq!(early.get("/healthz").await.status, 200);
    redis.restart();
    let there = table.at(&early);
    let back = Instant::now();
    while there.get("gm", "").await.status != 200 {
        assert!(back.elapsed() < Duration::from_secs(2));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_master_falls_its_replica_goes_on_with_the_fight() {
    let _alone = ALONE.lock().await;
    let mut backend = Backend::sentinel();
    let service = Service::start(&["--store", &backend.url()]);
    let table = Table::at_the_ford(&service).await;
    assert_eq!(table.command("gm", &set_health(7)).await.status, 200);
    // Copied a moment later: what is acknowledged within that moment may be lost.
    tokio::time::sleep(Duration::from_millis(500)).await;
    if let Backend::Sentinel(watched) = &mut backend {
        watched.master.kill();
    }
    let fallen = Instant::now();
    loop {
        let done = table.command("gm", &set_health(8)).await;
        if done.status == 200 {
            break;
        }
        assert_eq!(done.status, 503, "{}", done.text);
        assert!(
            fallen.elapsed() < Duration::from_secs(30),
            "nobody takes over"
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    check_log(&table, 2).await;
}

#[tokio::test]
async fn a_redis_that_may_forget_is_warned_of() {
    let redis = Redis::start();
    let service = Service::start(&["--store", &redis.url()]);
    assert_eq!(service.get("/readyz").await.json()["warnings"], json!([]));
    redis.cli(&["config", "set", "appendonly", "no"]);
    redis.cli(&["config", "set", "maxmemory-policy", "allkeys-lru"]);
    let warnings = service.get("/readyz").await.text;
    assert!(
        warnings.contains("append-only") && warnings.contains("allkeys-lru"),
        "{warnings}"
    );
}

/// Starts a service that refuses to, and gives what it says.
fn refused(flags: &[&str]) -> String {
    let output = std::process::Command::new(binary())
        .args(["--listen", "127.0.0.1:0"])
        .args(flags)
        .output()
        .unwrap();
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

#[tokio::test]
async fn an_embedded_file_that_is_empty_damaged_or_open_elsewhere_is_refused() {
    let backend = Backend::embedded();
    let url = backend.url();
    let path = url.strip_prefix("embedded:").unwrap().to_owned();
    std::fs::write(&path, b"").unwrap();
    assert!(refused(&["--store", &url]).contains("empty file"));
    assert!(refused(&["check-store", &path]).contains("empty file"));
    std::fs::write(
        &path,
        b"this is no store, but some text that is long enough to be one",
    )
    .unwrap();
    assert!(refused(&["--store", &url]).contains("cannot be opened"));
    std::fs::remove_file(&path).unwrap();

    let service = Service::start(&["--store", &url]);
    let table = Table::at_the_ford(&service).await;
    assert!(refused(&["--store", &url]).contains("another process"));
    drop(service);
    let checked = std::process::Command::new(binary())
        .args(["check-store", &path])
        .status()
        .unwrap();
    assert!(checked.success());

    // A flipped bit in the middle of a name is noticed.
    let mut bytes = std::fs::read(&path).unwrap();
    let name = b"At the ford";
    let places: Vec<_> = bytes
        .windows(name.len())
        .enumerate()
        .filter(|(_, window)| window == name)
        .map(|(at, _)| at)
        .collect();
    assert!(!places.is_empty());
    for place in places {
        bytes[place] ^= 0x20;
    }
    std::fs::write(&path, &bytes).unwrap();
    assert!(!refused(&["check-store", &path]).is_empty());
    // Started all the same, it serves no damaged record.
    if let Ok(shown) = std::panic::catch_unwind(|| Service::start(&["--store", &url])) {
        let shown = table.at(&shown).get("gm", "").await;
        assert_eq!(shown.json()["code"], "store_unavailable");
    }
}

#[tokio::test]
async fn the_default_store_is_a_file_that_the_first_encounter_makes() {
    let folder = super::backend::Folder::new();
    let file = folder.path().join("melee.redb");
    let service = Service::start_at("127.0.0.1:0", folder.path(), &[]);
    assert_eq!(service.get("/readyz").await.status, 200);
    assert!(!file.exists());
    Table::at_the_ford(&service).await;
    assert!(file.exists());
}
