//! An encounter at a table: the GM and the seats, each with its token.

use std::collections::BTreeMap;

use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;

use crate::service::{Answer, Service, send};

/// An encounter that was created.
#[derive(Clone)]
pub(crate) struct Table {
    address: String,
    client: Client,
    /// Its path.
    pub(crate) path: String,
    /// By seat; the GM's is `gm`.
    pub(crate) tokens: BTreeMap<String, String>,
    pub(crate) created: Value,
}

/// A ready-made encounter.
pub(crate) fn seed(game: &str, name: &str) -> Value {
    crate::service::seed(&format!("{game}/{name}.json"))
}

impl Table {
    pub(crate) async fn sit(service: &Service, game: &str, request: &Value) -> Self {
        let path = format!("/v1/{game}/encounters");
        let created = service.post(&path, request).await;
        assert_eq!(created.status, 201, "{}", created.text);
        let location = created.header("location").to_owned();
        let created = created.json();
        let id = created["id"].as_str().unwrap();
        assert_eq!(location, format!("{path}/{id}"));
        let mut tokens = BTreeMap::new();
        tokens.insert(
            "gm".to_owned(),
            created["tokens"]["gm"].as_str().unwrap().to_owned(),
        );
        for (seat, token) in created["tokens"]["seats"].as_object().unwrap() {
            tokens.insert(seat.clone(), token.as_str().unwrap().to_owned());
        }
        Self {
            address: service.address.clone(),
            client: service.client.clone(),
            path: location,
            tokens,
            created,
        }
    }

    /// Two at the ford, in Momentum: a is alice's, b is bob's.
    pub(crate) async fn at_the_ford(service: &Service) -> Self {
        let seed = seed("momentum", "encounter-at-the-ford");
        Self::sit(service, "momentum", &seed["request"]).await
    }

    /// The same table at another service.
    pub(crate) fn at(&self, service: &Service) -> Self {
        Self {
            address: service.address.clone(),
            client: service.client.clone(),
            ..self.clone()
        }
    }

    /// The same table at another address.
    pub(crate) fn through(&self, address: &str) -> Self {
        Self {
            address: address.to_owned(),
            client: Client::builder().pool_max_idle_per_host(0).build().unwrap(),
            ..self.clone()
        }
    }

    pub(crate) fn request(&self, by: &str, method: Method, below: &str) -> RequestBuilder {
        let url = format!("http://{}{}{below}", self.address, self.path);
        let request = self.client.request(method, url);
        match self.tokens.get(by) {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub(crate) fn commanding(&self, by: &str, command: &Value) -> RequestBuilder {
        self.request(by, Method::POST, "/commands").json(command)
    }

    pub(crate) async fn command(&self, by: &str, command: &Value) -> Answer {
        send(self.commanding(by, command)).await
    }

    pub(crate) async fn get(&self, by: &str, below: &str) -> Answer {
        send(self.request(by, Method::GET, below)).await
    }

    pub(crate) async fn revision(&self) -> u64 {
        self.get("gm", "").await.json()["revision"]
            .as_u64()
            .unwrap()
    }

    /// The whole log.
    pub(crate) async fn log(&self, by: &str) -> Vec<Value> {
        let (mut log, mut after) = (Vec::new(), 0);
        loop {
            let page = self.get(by, &format!("/events?after={after}")).await.json();
            let events = page["events"].as_array().unwrap();
            if events.is_empty() {
                return log;
            }
            log.extend(events.iter().cloned());
            after = page["next_after"].as_u64().unwrap();
        }
    }
}
