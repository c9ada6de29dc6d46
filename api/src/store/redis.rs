//! Encounters in Redis: one server, a cluster, or a master that sentinels watch over.
//!
//! The keys of an encounter are `melee:{ID}:…`, with its id as the hash tag, so that they are in one slot. A
//! command is one script to load and one to commit. Whoever watches is woken by one subscription a
//! process, and reads the log.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use redis::aio::{
    ConnectionLike, ConnectionManager, ConnectionManagerConfig, MultiplexedConnection,
};
use redis::cluster::ClusterClient;
use redis::cluster_async::ClusterConnection;
use redis::sentinel::{Sentinel, SentinelNodeConnectionInfo};
use redis::streams::StreamRangeReply;
use redis::{Client, Cmd, Pipeline, RedisFuture, RedisResult, Script, Value};
use tokio::sync::{Mutex, broadcast};

use super::{
    Asked, Changed, Commit, Committed, Creation, Loaded, MOST_ANSWERS, Revision, Store, StoreError,
    Ticket, TokenHash, changes,
};

/// Where the ids of changed encounters are published: nothing else is.
const CHANNEL: &str = "melee:changes";

/// When each encounter expires at the latest: counted against the most there may be.
const EXPIRIES: &str = "melee:encounters";

/// How long an answer may take, before the store is said to be unavailable.
const PATIENCE: Duration = Duration::from_millis(800);

/// How long a try to connect may take.
const CONNECT: Duration = Duration::from_millis(400);

/// How soon a lost subscription is tried again.
const AGAIN: Duration = Duration::from_millis(250);

/// A store in Redis.
pub(crate) struct Redis {
    server: Arc<Server>,
    load: Script,
    commit: Script,
    changes: broadcast::Sender<Changed>,
}

/// How Redis is reached.
enum Server {
    One(Client, ConnectionManager),
    Cluster(
        Vec<String>,
        Box<ClusterClient>,
        Mutex<Option<ClusterConnection>>,
    ),
    Watched {
        sentinels: Vec<String>,
        master: String,
        connection: Mutex<Option<MultiplexedConnection>>,
    },
}

/// A connection, whichever way Redis is reached.
enum Connection {
    One(ConnectionManager),
    Cluster(ClusterConnection),
    Watched(MultiplexedConnection),
}

impl ConnectionLike for Connection {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        match self {
            Self::One(connection) => connection.req_packed_command(cmd),
            Self::Cluster(connection) => connection.req_packed_command(cmd),
            Self::Watched(connection) => connection.req_packed_command(cmd),
        }
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        cmd: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        match self {
            Self::One(connection) => connection.req_packed_commands(cmd, offset, count),
            Self::Cluster(connection) => connection.req_packed_commands(cmd, offset, count),
            Self::Watched(connection) => connection.req_packed_commands(cmd, offset, count),
        }
    }

    fn get_db(&self) -> i64 {
        0
    }
}

fn unavailable(error: impl std::fmt::Display) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

impl Server {
    /// Reads an address: `redis://…`, `redis+cluster://HOST,HOST…` or `redis+sentinel://HOST,HOST…/MASTER`.
    fn of(url: &str) -> Result<Self, String> {
        let hosts = |hosts: &str| -> Vec<String> {
            let hosts = hosts.split(',').filter(|host| !host.is_empty());
            hosts.map(|host| format!("redis://{host}")).collect()
        };
        let wrong = |error: redis::RedisError| format!("{url}: {error}");
        if let Some(nodes) = url.strip_prefix("redis+cluster://") {
            let nodes = hosts(nodes);
            let client = ClusterClient::builder(nodes.clone())
                .retries(2)
                .connection_timeout(CONNECT)
                .response_timeout(PATIENCE)
                .build();
            return Ok(Self::Cluster(
                nodes,
                Box::new(client.map_err(wrong)?),
                Mutex::default(),
            ));
        }
        if let Some(watched) = url.strip_prefix("redis+sentinel://") {
            let (sentinels, master) = watched.split_once('/').ok_or_else(|| {
                format!(
                    "{url}: the name of the master is missing, as in redis+sentinel://host/master"
                )
            })?;
            return Ok(Self::Watched {
                sentinels: hosts(sentinels),
                master: master.to_owned(),
                connection: Mutex::default(),
            });
        }
        let client = Client::open(url).map_err(wrong)?;
        let config = ConnectionManagerConfig::new()
            .set_number_of_retries(1)
            .set_min_delay(Duration::from_millis(50))
            .set_max_delay(Duration::from_millis(100))
            .set_connection_timeout(Some(CONNECT))
            .set_response_timeout(Some(PATIENCE))
            .set_pipeline_buffer_size(1024);
        let manager = ConnectionManager::new_lazy_with_config(client.clone(), config);
        Ok(Self::One(client, manager.map_err(wrong)?))
    }

    async fn connect(&self) -> RedisResult<Connection> {
        match self {
            Self::One(_, manager) => Ok(Connection::One(manager.clone())),
            Self::Cluster(_, client, kept) => {
                let mut kept = kept.lock().await;
                let connection = match &*kept {
                    Some(connection) => connection.clone(),
                    None => kept.insert(client.get_async_connection().await?).clone(),
                };
                Ok(Connection::Cluster(connection))
            }
            Self::Watched {
                sentinels,
                master,
                connection,
            } => {
                let mut kept = connection.lock().await;
                let connection = match &*kept {
                    Some(connection) => connection.clone(),
                    None => {
                        let client = master_of(sentinels, master).await?;
                        let found = client.get_multiplexed_async_connection().await?;
                        kept.insert(found).clone()
                    }
                };
                Ok(Connection::Watched(connection))
            }
        }
    }

    /// Forgets a connection that failed, so that the next one is to whoever is master then.
    async fn forget(&self) {
        match self {
            Self::One(..) => {}
            Self::Cluster(_, _, kept) => *kept.lock().await = None,
            Self::Watched { connection, .. } => *connection.lock().await = None,
        }
    }

    /// The server to listen to for changes: in a cluster any will do.
    async fn listen_to(&self) -> RedisResult<Client> {
        match self {
            Self::One(client, _) => Ok(client.clone()),
            Self::Cluster(nodes, ..) => {
                for node in nodes {
                    let client = Client::open(node.as_str())?;
                    let reached = client.get_multiplexed_async_connection().await;
                    if reached.is_ok() {
                        return Ok(client);
                    }
                }
                Err(redis::RedisError::from(std::io::Error::other(
                    "no node of the cluster answers",
                )))
            }
            Self::Watched {
                sentinels, master, ..
            } => master_of(sentinels, master).await,
        }
    }
}

async fn master_of(sentinels: &[String], master: &str) -> RedisResult<Client> {
    let sentinels = sentinels.iter().map(String::as_str).collect();
    let mut sentinel = Sentinel::build(sentinels)?;
    let plain: Option<&SentinelNodeConnectionInfo> = None;
    sentinel.async_master_for(master, plain).await
}

fn keys(id: &str) -> [String; 6] {
    ["head", "tokens", "log", "answers", "order", "states"]
        .map(|name| format!("melee:{{{id}}}:{name}"))
}

impl Redis {
    /// A store at an address. It need not answer yet.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the address.
    pub(crate) fn at(url: &str) -> Result<Self, String> {
        let server = Arc::new(Server::of(url)?);
        let changes = changes();
        tokio::spawn(listen(Arc::clone(&server), changes.clone()));
        Ok(Self {
            server,
            load: Script::new(include_str!("load.lua")),
            commit: Script::new(include_str!("commit.lua")),
            changes,
        })
    }

    /// Does something with a connection, within the time there is.
    async fn ask<T>(
        &self,
        ask: impl AsyncFnOnce(&mut Connection) -> RedisResult<T>,
    ) -> Result<T, StoreError> {
        let asked = tokio::time::timeout(PATIENCE, async {
            let mut connection = self.server.connect().await?;
            ask(&mut connection).await
        });
        let answered = match asked.await {
            Ok(answered) => answered.map_err(unavailable),
            Err(_) => Err(unavailable("Redis did not answer in time")),
        };
        if answered.is_err() {
            self.server.forget().await;
        }
        answered
    }
}

/// Tells the watchers of this process what changes, for ever.
async fn listen(server: Arc<Server>, changes: broadcast::Sender<Changed>) {
    loop {
        let subscribed = async {
            let mut pubsub = server.listen_to().await?.get_async_pubsub().await?;
            pubsub.subscribe(CHANNEL).await?;
            RedisResult::Ok(pubsub)
        };
        if let Ok(Ok(pubsub)) = tokio::time::timeout(PATIENCE, subscribed).await {
            // What changed until now was not heard.
            changes.send(Changed::Perhaps).ok();
            let mut messages = pubsub.into_on_message();
            while let Some(message) = messages.next().await {
                if let Ok(id) = message.get_payload::<String>() {
                    changes.send(Changed::Encounter(id.into())).ok();
                }
            }
        }
        tokio::time::sleep(AGAIN).await;
    }
}

fn damaged(what: &str) -> StoreError {
    StoreError::Damaged(what.to_owned())
}

impl Store for Redis {
    fn create<'s>(&'s self, id: &'s str, new: Creation) -> Asked<'s, ()> {
        Box::pin(async move {
            let [head, tokens, .., states] = keys(id);
            let seconds = new.lives_for.as_secs();
            let count: u64 = self
                .ask(async |connection| {
                    let now: Vec<u64> = redis::cmd("TIME").query_async(connection).await?;
                    let now = now.first().copied().unwrap_or(0);
                    redis::cmd("ZREMRANGEBYSCORE")
                        .arg(EXPIRIES)
                        .arg("-inf")
                        .arg(now)
                        .exec_async(connection)
                        .await?;
                    let count = redis::cmd("ZCARD")
                        .arg(EXPIRIES)
                        .query_async(connection)
                        .await?;
                    redis::cmd("ZADD")
                        .arg(EXPIRIES)
                        .arg(now + 30 * 24 * 60 * 60)
                        .arg(id)
                        .exec_async(connection)
                        .await?;
                    Ok(count)
                })
                .await?;
            if count >= new.at_most {
                self.ask(async |connection| {
                    redis::cmd("ZREM")
                        .arg(EXPIRIES)
                        .arg(id)
                        .exec_async(connection)
                        .await
                })
                .await?;
                return Err(StoreError::Full);
            }
            self.ask(async |connection| {
                let mut whole = redis::pipe();
                whole
                    .atomic()
                    .hset(&head, "revision", 1)
                    .ignore()
                    .hset(&states, 1, &new.state)
                    .ignore()
                    .hset_multiple(&tokens, &new.tokens)
                    .ignore();
                for key in [&head, &tokens, &states] {
                    whole.cmd("EXPIRE").arg(key).arg(seconds).ignore();
                }
                whole.exec_async(connection).await
            })
            .await
        })
    }

    fn load<'s>(
        &'s self,
        id: &'s str,
        token: &'s TokenHash,
        key: Option<&'s str>,
    ) -> Asked<'s, Option<Loaded>> {
        type Row = (String, Revision, Vec<u8>, Option<Vec<u8>>);

        Box::pin(async move {
            let [head, tokens, _, answers, _, states] = keys(id);
            let mut load = self.load.key(head);
            load.key(tokens)
                .key(answers)
                .key(states)
                .arg(token)
                .arg(key.unwrap_or_default());
            let found: Option<Row> = self
                .ask(async |connection| load.invoke_async(connection).await)
                .await?;
            Ok(found.map(|(seat, revision, state, answer)| Loaded {
                seat,
                revision,
                state,
                answer,
            }))
        })
    }

    fn commit<'s>(&'s self, id: &'s str, commit: Commit) -> Asked<'s, Committed> {
        Box::pin(async move {
            let mut script = self.commit.prepare_invoke();
            for key in keys(id) {
                script.key(key);
            }
            let (place, answer) = match &commit.answer {
                Some((seat, key, answer)) => (format!("{seat}/{key}"), answer.as_slice()),
                None => (String::new(), [].as_slice()),
            };
            let dropped: Vec<_> = commit.drop.iter().map(Revision::to_string).collect();
            let (seat, token) = commit.token.clone().unwrap_or_default();
            script
                .arg(commit.on)
                .arg(&commit.state)
                .arg(&commit.entry)
                .arg(place)
                .arg(answer)
                .arg(if commit.keep { "1" } else { "" })
                .arg(dropped.join(" "))
                .arg(seat)
                .arg(token)
                .arg(commit.lives_for.as_secs())
                .arg(MOST_ANSWERS)
                .arg(CHANNEL)
                .arg(id);
            let told: Vec<Vec<u8>> = self
                .ask(async |connection| script.invoke_async(connection).await)
                .await?;
            match told.first().map(Vec::as_slice) {
                Some(b"done") => Ok(Committed::Done),
                Some(b"stale") => Ok(Committed::Stale),
                Some(b"gone") => Ok(Committed::Gone),
                Some(b"answered") => told
                    .into_iter()
                    .nth(1)
                    .map(Committed::Answered)
                    .ok_or_else(|| damaged("an answer is missing")),
                Some(_) | None => Err(damaged("the commit script said nothing known")),
            }
        })
    }

    fn log<'s>(
        &'s self,
        id: &'s str,
        after: Revision,
        at_most: usize,
    ) -> Asked<'s, Vec<(Revision, Vec<u8>)>> {
        Box::pin(async move {
            let [_, _, log, ..] = keys(id);
            let found: StreamRangeReply = self
                .ask(async |connection| {
                    redis::cmd("XRANGE")
                        .arg(&log)
                        .arg(format!("{}-0", after.saturating_add(1)))
                        .arg("+")
                        .arg("COUNT")
                        .arg(at_most)
                        .query_async(connection)
                        .await
                })
                .await?;
            let entries = found.ids.into_iter().map(|entry| {
                let revision = entry.id.split('-').next().and_then(|id| id.parse().ok());
                let revision = revision.ok_or_else(|| damaged("an entry has no revision"))?;
                let text = entry.get("e").ok_or_else(|| damaged("an entry is empty"))?;
                Ok((revision, text))
            });
            entries.collect()
        })
    }

    fn kept<'s>(&'s self, id: &'s str, revision: Revision) -> Asked<'s, Option<Vec<u8>>> {
        Box::pin(async move {
            let [.., states] = keys(id);
            self.ask(async |connection| {
                redis::cmd("HGET")
                    .arg(&states)
                    .arg(revision)
                    .query_async(connection)
                    .await
            })
            .await
        })
    }

    fn delete<'s>(&'s self, id: &'s str) -> Asked<'s, ()> {
        Box::pin(async move {
            self.ask(async |connection| {
                redis::cmd("DEL")
                    .arg(&keys(id))
                    .exec_async(connection)
                    .await?;
                redis::cmd("ZREM")
                    .arg(EXPIRIES)
                    .arg(id)
                    .exec_async(connection)
                    .await?;
                redis::cmd("PUBLISH")
                    .arg(CHANNEL)
                    .arg(id)
                    .exec_async(connection)
                    .await
            })
            .await
        })
    }

    fn put_ticket<'s>(&'s self, ticket: String, of: Ticket, lives_for: Duration) -> Asked<'s, ()> {
        Box::pin(async move {
            self.ask(async |connection| {
                redis::cmd("SET")
                    .arg(format!("melee:ticket:{ticket}"))
                    .arg(format!("{} {}", of.encounter, of.token))
                    .arg("EX")
                    .arg(lives_for.as_secs())
                    .exec_async(connection)
                    .await
            })
            .await
        })
    }

    fn take_ticket<'s>(&'s self, ticket: &'s str) -> Asked<'s, Option<Ticket>> {
        Box::pin(async move {
            let taken: Option<String> = self
                .ask(async |connection| {
                    redis::cmd("GETDEL")
                        .arg(format!("melee:ticket:{ticket}"))
                        .query_async(connection)
                        .await
                })
                .await?;
            Ok(taken.and_then(|taken| {
                let (encounter, token) = taken.split_once(' ')?;
                Some(Ticket {
                    encounter: encounter.to_owned(),
                    token: token.to_owned(),
                })
            }))
        })
    }

    fn changes(&self) -> broadcast::Receiver<Changed> {
        self.changes.subscribe()
    }

    fn ready(&self) -> Asked<'_, Vec<String>> {
        Box::pin(async move {
            self.ask(async |connection| redis::cmd("PING").exec_async(connection).await)
                .await?;
            // Not every Redis tells its settings, and a cluster's nodes each have their own.
            let settings = self.ask(async |connection| {
                redis::cmd("CONFIG")
                    .arg("GET")
                    .arg("appendonly")
                    .arg("maxmemory-policy")
                    .query_async::<HashMap<String, String>>(connection)
                    .await
            });
            let settings = settings.await.unwrap_or_default();
            let mut warnings = Vec::new();
            if settings.get("appendonly").is_some_and(|set| set == "no") {
                warnings.push(
                    "Redis runs without append-only file: what it acknowledges is lost when it is \
                     killed; set appendonly yes"
                        .to_owned(),
                );
            }
            if let Some(policy) = settings.get("maxmemory-policy")
                && policy != "noeviction"
            {
                warnings.push(format!(
                    "Redis may evict encounters when memory is short ({policy}); set maxmemory-policy \
                     noeviction"
                ));
            }
            Ok(warnings)
        })
    }
}
