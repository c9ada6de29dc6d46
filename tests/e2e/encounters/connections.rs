//! Connections to a Redis that are slow, hang, or are cut.

use std::collections::HashSet;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::backend::{Backend, Redis};
use super::faults::ALONE;
use super::table::Table;
use crate::service::{Service, send};

/// How long everything takes on its way, there and back.
const WAY: Duration = Duration::from_millis(20);

/// Passes on what it reads, after a while, and only while it may.
async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut held: watch::Receiver<bool>,
) {
    let mut chunk = [0; 64 * 1024];
    while let Ok(length @ 1..) = from.read(&mut chunk).await {
        tokio::time::sleep(WAY).await;
        held.wait_for(|held| !held).await.unwrap();
        if to.write_all(&chunk[..length]).await.is_err() {
            return;
        }
    }
}

/// The address of a Redis that is far away: nothing gets there, or back, while it is held.
async fn far_away(port: u16, held: watch::Receiver<bool>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        loop {
            let (near, _) = listener.accept().await.unwrap();
            let far = TcpStream::connect((Ipv4Addr::LOCALHOST, port))
                .await
                .unwrap();
            let ((from_near, to_near), (from_far, to_far)) = (near.into_split(), far.into_split());
            tokio::spawn(pass(from_near, to_far, held.clone()));
            tokio::spawn(pass(from_far, to_near, held.clone()));
        }
    });
    format!("redis://{address}")
}

#[tokio::test(flavor = "multi_thread")]
async fn while_redis_hangs_everybody_is_told_within_a_second_and_then_it_is_used_again() {
    let _alone = ALONE.lock().await;
    let redis = Redis::start();
    let (hold, held) = watch::channel(false);
    let service = Service::start(&["--store", &far_away(redis.port, held).await]);
    let table = Table::at_the_ford(&service).await;
    let asks = |seconds: u64| {
        let look = table.clone();
        async move {
            let mut asked = Vec::new();
            let mut every = tokio::time::interval(Duration::from_millis(5));
            for _ in 0..200 * seconds {
                every.tick().await;
                let look = look.request("gm", reqwest::Method::GET, "");
                asked.push(tokio::spawn(async move {
                    let since = Instant::now();
                    let answer = send(look).await;
                    (answer.status, since.elapsed())
                }));
            }
            let mut answers = Vec::new();
            for answer in asked {
                answers.push(answer.await.unwrap());
            }
            answers
        }
    };
    let good = |answers: &[(u16, Duration)]| answers.iter().all(|(status, _)| *status == 200);
    assert!(good(&asks(1).await));
    hold.send_replace(true);
    let refused = asks(2).await;
    for (status, after) in refused {
        assert_eq!(status, 503);
        assert!(after < Duration::from_secs(1), "{after:?}");
    }
    hold.send_replace(false);
    asks(2).await;
    assert!(good(&asks(1).await));
}

/// Commands one after the other, no two the same and none under a key, until it is stopped: those that were
/// acknowledged.
async fn command_until(table: Table, stop: Arc<AtomicBool>) -> Vec<(u64, u64)> {
    let mut acknowledged = Vec::new();
    let mut number = 0;
    while !stop.load(Ordering::Relaxed) {
        let (health, fatigue) = (number % 100, number / 100);
        let set = json!({"health": health, "fatigue": fatigue});
        let amend = json!({"command": "amend", "combatant": "a", "set": set});
        match table.command("gm", &amend).await.status {
            200 => acknowledged.push((health, fatigue)),
            status => assert_eq!(status, 503),
        }
        number += 1;
    }
    acknowledged
}

#[tokio::test(flavor = "multi_thread")]
async fn when_connections_are_cut_no_command_is_done_twice_and_none_acknowledged_is_lost() {
    let _alone = ALONE.lock().await;
    for backend in [Backend::redis(), Backend::cluster()] {
        let nodes = match &backend {
            Backend::Cluster(nodes) => nodes.iter().collect(),
            Backend::Redis(redis) => vec![redis],
            Backend::Memory | Backend::Embedded(_) | Backend::Valkey(_) | Backend::Sentinel(_) => {
                Vec::new()
            }
        };
        let service = Service::start(&["--store", &backend.url()]);
        let stop = Arc::new(AtomicBool::new(false));
        let mut clients = Vec::new();
        for _ in 0..8 {
            let table = Table::at_the_ford(&service).await;
            let commanding = command_until(table.clone(), Arc::clone(&stop));
            clients.push((table, tokio::spawn(commanding)));
        }
        for _ in 0..30 {
            tokio::time::sleep(Duration::from_millis(50)).await;
            for node in &nodes {
                node.cli(&["client", "kill", "type", "normal"]);
            }
        }
        stop.store(true, Ordering::Relaxed);
        for (table, client) in clients {
            let acknowledged = client.await.unwrap();
            let log = table.log("gm").await;
            let set = |field: &str| {
                let values = log
                    .iter()
                    .map(|event| event["set"][field].as_u64().unwrap());
                values.collect::<Vec<_>>()
            };
            let done: Vec<_> = set("health").into_iter().zip(set("fatigue")).collect();
            let once: HashSet<_> = done.iter().copied().collect();
            assert_eq!(done.len(), once.len(), "something was done twice");
            assert!(acknowledged.iter().all(|one| once.contains(one)));
            assert!(!acknowledged.is_empty());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fight_goes_on_where_its_slot_has_moved_within_the_cluster() {
    let backend = Backend::cluster();
    let Backend::Cluster(nodes) = &backend else {
        return;
    };
    let service = Service::start(&["--store", &backend.url()]);
    let table = Table::at_the_ford(&service).await;
    let amend = json!({"command": "amend", "combatant": "a", "set": {"health": 3}});
    assert_eq!(table.command("gm", &amend).await.status, 200);
    let (_, id) = table.path.rsplit_once('/').unwrap();
    let cluster = |node: &Redis, asked: &[&str]| {
        let said = node.cli(&[&["cluster"], asked].concat());
        said.trim().to_owned()
    };
    let slot = cluster(&nodes[0], &["keyslot", &format!("melee:{{{id}}}:fight")]);
    let has_it = |node: &Redis| cluster(node, &["countkeysinslot", &slot]) != "0";
    let from = nodes.iter().find(|node| has_it(node)).unwrap();
    let to = nodes.iter().find(|node| !has_it(node)).unwrap();
    let name = |node: &Redis| cluster(node, &["myid"]);
    cluster(to, &["setslot", &slot, "importing", &name(from)]);
    cluster(from, &["setslot", &slot, "migrating", &name(to)]);
    let keys = cluster(from, &["getkeysinslot", &slot, "9"]);
    let port = to.port.to_string();
    let mut migrate = vec!["migrate", "127.0.0.1", &port, "", "0", "5000", "keys"];
    migrate.extend(keys.lines());
    assert_eq!(from.cli(&migrate).trim(), "OK");
    for node in [to, from] {
        assert_eq!(cluster(node, &["setslot", &slot, "node", &name(to)]), "OK");
    }
    let done = table.command("gm", &amend).await;
    assert_eq!(done.status, 200, "{}", done.text);
    assert_eq!(table.revision().await, 3);
}
