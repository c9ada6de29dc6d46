//! The log, live.

use std::time::{Duration, Instant};

use reqwest::{Method, Response};
use serde_json::{Value, json};

use super::{Backend, Table};
use crate::service::{Service, send};

/// What a stream has sent.
pub(crate) struct Stream {
    response: Response,
    text: String,
}

impl Stream {
    pub(crate) async fn open(request: reqwest::RequestBuilder) -> Self {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self {
            response,
            text: String::new(),
        }
    }

    /// The ids and events, once there are so many.
    pub(crate) async fn events(&mut self, count: usize) -> Vec<(String, Value)> {
        loop {
            let events = self.parsed();
            if events.len() >= count {
                return events;
            }
            let chunk = tokio::time::timeout(Duration::from_secs(5), self.response.chunk()).await;
            match chunk.expect("nothing comes").unwrap() {
                Some(chunk) => self.text.push_str(std::str::from_utf8(&chunk).unwrap()),
                None => panic!("the stream ended: {}", self.text),
            }
        }
    }

    fn parsed(&self) -> Vec<(String, Value)> {
        let blocks = self
            .text
            .split_inclusive("\n\n")
            .filter(|block| block.ends_with("\n\n"));
        blocks
            .filter_map(|block| {
                let id = block.lines().find_map(|line| line.strip_prefix("id: "))?;
                let data = block.lines().find_map(|line| line.strip_prefix("data: "))?;
                Some((id.to_owned(), serde_json::from_str(data).unwrap()))
            })
            .collect()
    }

    pub(crate) async fn ends(mut self) {
        let ended = async { while let Ok(Some(_)) = self.response.chunk().await {} };
        tokio::time::timeout(Duration::from_secs(5), ended)
            .await
            .expect("the stream goes on");
    }
}

pub(crate) fn streaming(table: &Table, by: &str, query: &str) -> reqwest::RequestBuilder {
    table.request(by, Method::GET, &format!("/stream{query}"))
}

#[tokio::test]
async fn a_stream_tells_what_happens_and_resumes_without_gap_or_repeat() {
    for backend in [Backend::embedded(), Backend::redis(), Backend::cluster()] {
        let service = Service::start(&["--store", &backend.url()]);
        let other = match &backend {
            Backend::Redis(_) | Backend::Cluster(_) => {
                Some(Service::start(&["--store", &backend.url()]))
            }
            Backend::Memory | Backend::Embedded(_) | Backend::Valkey(_) | Backend::Sentinel(_) => {
                None
            }
        };
        let table = Table::at_the_ford(&service).await;
        // On a shared store the other service streams what this one does.
        let far = other
            .as_ref()
            .map_or(table.clone(), |other| table.at(other));
        let mut live = Stream::open(streaming(&far, "bob", "?after=0")).await;
        table
            .command(
                "alice",
                &json!({"command": "declare", "combatant": "a", "target": "b"}),
            )
            .await;
        table
            .command(
                "bob",
                &json!({"command": "declare", "combatant": "b", "target": "a"}),
            )
            .await;
        let events = live.events(3).await;
        let ids: Vec<_> = events.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, ["2-0", "3-0", "3-1"]);
        let told: Vec<_> = events.into_iter().map(|(_, event)| event).collect();
        assert_eq!(told, table.log("bob").await);
        // From within a revision.
        let resumed = streaming(&far, "alice", "").header("last-event-id", "3-0");
        let mut resumed = Stream::open(resumed).await;
        table
            .command("gm", &json!({"command": "resolve_round"}))
            .await;
        let events = resumed.events(2).await;
        let ids: Vec<_> = events.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(ids, ["3-1", "4-0"]);
    }
}

#[tokio::test]
async fn a_ticket_opens_one_stream_and_dies_with_its_token() {
    for backend in [Backend::Memory, Backend::redis()] {
        let service = Service::start(&["--store", &backend.url()]);
        let table = Table::at_the_ford(&service).await;
        let ticket = async || {
            let given = send(table.request("bob", Method::POST, "/stream-tickets")).await;
            assert_eq!(given.status, 201);
            given.json()["ticket"].as_str().unwrap().to_owned()
        };
        let one = ticket().await;
        let with = |ticket: &str| {
            table.request(
                "nobody",
                Method::GET,
                &format!("/stream?after=0&ticket={ticket}"),
            )
        };
        let mut live = Stream::open(with(&one)).await;
        assert_eq!(send(with(&one)).await.status, 401, "it was used");
        table.command("gm", &json!({"command": "end_turn"})).await;
        live.events(1).await;
        let another = ticket().await;
        send(table.request("gm", Method::POST, "/seats/bob/token")).await;
        assert_eq!(
            send(with(&another)).await.status,
            401,
            "its token is no more"
        );
        live.ends().await;
    }
}

#[tokio::test]
async fn sigterm_ends_a_hundred_open_streams_at_once() {
    let mut service = Service::start(&["--store", "memory:"]);
    let table = Table::at_the_ford(&service).await;
    let mut streams = Vec::new();
    for _ in 0..100 {
        streams.push(Stream::open(streaming(&table, "bob", "")).await);
    }
    let told = Instant::now();
    let pid = service.child.id().to_string();
    std::process::Command::new("kill")
        .args(["-TERM", &pid])
        .status()
        .unwrap();
    let status = tokio::task::spawn_blocking(move || service.child.wait().unwrap())
        .await
        .unwrap();
    assert!(status.success());
    assert!(
        told.elapsed() < Duration::from_secs(5),
        "{:?}",
        told.elapsed()
    );
}
