//! Encounters in Redis: one server, a cluster, or a master that sentinels watch over.
//!
//! The keys of an encounter are `melee:{ID}:…`, with its id as the hash tag, so that they are in one slot: `log`, a
//! stream; and `fight`, a hash of its `revision` and `state`, the states to go back to by slot (`s:…`), the seats by
//! token (`t:…`), the answers by seat and key (`a:…`), how many `answers` there were, and which are the newest (`n:…`).
//! A command is one read to load it and one script to commit. Whoever watches is woken by one subscription a process,
//! and reads the log.

mod listen;
mod server;
mod settings;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use redis::streams::StreamRangeReply;
use redis::{Cmd, ErrorKind, FromRedisValue, RedisResult, Script, ServerErrorKind};
use tokio::sync::{Notify, broadcast};

use self::listen::listen;
use self::server::{Connection, Server};
use self::settings::warnings;
use super::{
    Asked, Beside, Changed, Commit, Committed, Creation, Loaded, MOST_ANSWERS, Revision, Slot,
    Store, StoreError, Ticket, TokenHash, changes,
};

/// Where the ids of changed encounters are published: nothing else is.
const CHANNEL: &str = "melee:changes";

/// When each encounter expires at the latest: counted against the most there may be.
const EXPIRIES: &str = "melee:encounters";

/// The key by which it is tried whether anything can be written.
const READY: &str = "melee:ready";

/// How long an answer may take, before the store is said to be unavailable.
const PATIENCE: Duration = Duration::from_millis(800);

/// A store in Redis.
pub(crate) struct Redis {
    server: Arc<Server>,
    load: Script,
    commit: Script,
    changes: broadcast::Sender<Changed>,
    /// Wakes the listener when somebody begins to watch.
    watching: Arc<Notify>,
}

fn unavailable(error: impl std::fmt::Display) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

/// The key of a fight.
fn fight(id: &str) -> String {
    ["melee:{", id, "}:fight"].concat()
}

/// The key of its log.
fn log(id: &str) -> String {
    ["melee:{", id, "}:log"].concat()
}

/// The field of a state to go back to.
fn kept(slot: Slot) -> String {
    format!("s:{slot}")
}

/// The field of a token, which has its seat.
fn token(hash: &TokenHash) -> String {
    ["t:", hash].concat()
}

/// The field of an answer.
fn answer(seat: &str, key: &str) -> String {
    ["a:", seat, "/", key].concat()
}

/// The script that commits, which is told here what it shares with this program.
fn commit() -> Script {
    let shared = format!("local CHANNEL, MOST_ANSWERS = '{CHANNEL}', {MOST_ANSWERS}\n");
    Script::new(&(shared + include_str!("commit.lua")))
}

impl Redis {
    /// A store at an address. It need not answer yet.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the address.
    pub(crate) fn at(url: &str) -> Result<Self, String> {
        let server = Arc::new(Server::of(url)?);
        let changes = changes();
        let watching = Arc::new(Notify::new());
        tokio::spawn(listen(
            Arc::clone(&server),
            changes.clone(),
            Arc::clone(&watching),
        ));
        let followed = Arc::clone(&server);
        tokio::spawn(async move { followed.follow().await });
        Ok(Self {
            server,
            load: Script::new(include_str!("load.lua")),
            commit: commit(),
            changes,
            watching,
        })
    }

    /// Does something with a connection, within the time there is.
    async fn ask<T>(
        &self,
        ask: impl AsyncFnOnce(&mut Connection) -> RedisResult<T>,
    ) -> Result<T, StoreError> {
        let mut used = None;
        let asked = tokio::time::timeout(PATIENCE, async {
            let (number, mut connection) = self.server.connect().await?;
            used = Some(number);
            ask(&mut connection).await
        });
        let answered = match asked.await {
            Ok(answered) => answered.map_err(unavailable),
            Err(_) => Err(unavailable("Redis did not answer in time")),
        };
        if let (Err(_), Some(failed)) = (&answered, used) {
            self.server.forget(failed).await;
        }
        answered
    }

    /// Runs a script by its hash; where Redis does not know it, it is taught it first.
    async fn run<T: FromRedisValue>(&self, script: &Script, call: &Cmd) -> Result<T, StoreError> {
        self.ask(
            async |connection| match call.query_async(connection).await {
                Err(error) if error.kind() == ErrorKind::Server(ServerErrorKind::NoScript) => {
                    script.load_async(connection).await?;
                    call.query_async(connection).await
                }
                answered => answered,
            },
        )
        .await
    }

    /// Counts an encounter among those there are, until it expires; how many those are then.
    async fn count_in(&self, id: &str, lives_for: Duration) -> Result<u64, StoreError> {
        self.ask(async |connection| {
            let now: Vec<u64> = redis::cmd("TIME").query_async(connection).await?;
            let now = now.first().copied().unwrap_or(0);
            let mut counted = redis::pipe();
            counted
                .atomic()
                .cmd("ZREMRANGEBYSCORE")
                .arg(EXPIRIES)
                .arg("-inf")
                .arg(now)
                .ignore()
                .zadd(EXPIRIES, id, now + lives_for.as_secs())
                .ignore()
                .zcard(EXPIRIES);
            let (count,) = counted.query_async(connection).await?;
            Ok(count)
        })
        .await
    }

    async fn count_out(&self, id: &str) -> Result<(), StoreError> {
        self.ask(async |connection| {
            redis::cmd("ZREM")
                .arg(EXPIRIES)
                .arg(id)
                .exec_async(connection)
                .await
        })
        .await
    }
}

fn damaged(what: &str) -> StoreError {
    StoreError::Damaged(what.to_owned())
}

impl Store for Redis {
    fn create<'s>(&'s self, id: &'s str, new: Creation) -> Asked<'s, ()> {
        Box::pin(async move {
            // It is counted first, and taken back if it is one too many: two at once do not both pass.
            let count = self.count_in(id, new.lives_for).await?;
            if count > new.at_most {
                self.count_out(id).await?;
                return Err(StoreError::Full);
            }
            self.ask(async |connection| {
                let fight = fight(id);
                let mut whole = redis::pipe();
                whole.atomic().cmd("HSET").arg(&fight);
                whole.arg("revision").arg(1);
                whole.arg("state").arg(&new.state);
                whole.arg(kept(new.slot)).arg(&new.state);
                for (hash, seat) in &new.tokens {
                    whole.arg(token(hash)).arg(seat);
                }
                whole.cmd("EXPIRE").arg(&fight).arg(new.lives_for.as_secs());
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
        type Found = (
            Option<Revision>,
            Option<String>,
            Option<Vec<u8>>,
            Option<Vec<u8>>,
        );

        Box::pin(async move {
            let (fight, token) = (fight(id), self::token(token));
            let found: Option<Found> = match key {
                // The answers are by seat, and which one it is only the token's field tells.
                Some(key) => {
                    let mut load = redis::cmd("EVALSHA");
                    load.arg(self.load.get_hash()).arg(1).arg(fight);
                    load.arg(token).arg(key);
                    self.run(&self.load, &load).await?
                }
                None => {
                    let mut load = redis::cmd("HMGET");
                    load.arg(fight).arg("revision").arg(token).arg("state");
                    let (revision, seat, state) = self
                        .ask(async |connection| load.query_async(connection).await)
                        .await?;
                    Some((revision, seat, state, None))
                }
            };
            let Some((Some(revision), Some(seat), Some(state), answer)) = found else {
                return Ok(None);
            };
            Ok(Some(Loaded {
                seat,
                revision,
                state,
                answer,
            }))
        })
    }

    fn commit<'s>(&'s self, id: &'s str, commit: Commit) -> Asked<'s, Committed> {
        Box::pin(async move {
            let (field, value) = match &commit.beside {
                Beside::Nothing => (String::new(), [].as_slice()),
                Beside::Answer {
                    seat,
                    key,
                    answer: text,
                } => (answer(seat, key), text.as_slice()),
                Beside::Token { seat, hash } => (token(hash), seat.as_bytes()),
            };
            let lives_for = commit.lives_for.map(|lives_for| lives_for.as_secs());
            // Room for all of it, made at once.
            let texts = [&commit.state, &commit.entry, value].map(<[u8]>::len);
            let mut call = Cmd::with_capacity(12, 400 + texts.iter().sum::<usize>());
            call.arg("EVALSHA")
                .arg(self.commit.get_hash())
                .arg(2)
                .arg(fight(id))
                .arg(log(id))
                .arg(commit.on)
                .arg(&commit.state)
                .arg(kept(commit.slot))
                .arg(&commit.entry)
                .arg(id)
                .arg(lives_for.unwrap_or_default())
                .arg(field)
                .arg(value);
            let told: Vec<Vec<u8>> = self.run(&self.commit, &call).await?;
            match told.first().map(Vec::as_slice) {
                Some(b"done") => {
                    if let Some(lives_for) = commit.lives_for {
                        // The command is done, whatever becomes of the count.
                        self.count_in(id, lives_for).await.ok();
                    }
                    Ok(Committed::Done)
                }
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
            let found: StreamRangeReply = self
                .ask(async |connection| {
                    redis::cmd("XRANGE")
                        .arg(log(id))
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

    fn kept<'s>(&'s self, id: &'s str, slot: Slot) -> Asked<'s, Option<Vec<u8>>> {
        Box::pin(async move {
            self.ask(async |connection| {
                redis::cmd("HGET")
                    .arg(fight(id))
                    .arg(kept(slot))
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
                    .arg(fight(id))
                    .arg(log(id))
                    .exec_async(connection)
                    .await?;
                redis::cmd("PUBLISH")
                    .arg(CHANNEL)
                    .arg(id)
                    .exec_async(connection)
                    .await
            })
            .await?;
            self.count_out(id).await
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
        let receiver = self.changes.subscribe();
        self.watching.notify_one();
        receiver
    }

    fn ready(&self) -> Asked<'_, Vec<String>> {
        Box::pin(async move {
            // Whether it can be written: one that is full, or a replica, answers a PING as well.
            self.ask(async |connection| {
                redis::cmd("SET")
                    .arg(READY)
                    .arg(1)
                    .arg("EX")
                    .arg(60)
                    .exec_async(connection)
                    .await
            })
            .await?;
            // Not every Redis tells its settings, and a cluster's nodes each have their own.
            let settings = self.ask(async |connection| {
                redis::cmd("CONFIG")
                    .arg("GET")
                    .arg("appendonly")
                    .arg("appendfsync")
                    .arg("maxmemory-policy")
                    .arg("min-replicas-to-write")
                    .query_async::<HashMap<String, String>>(connection)
                    .await
            });
            Ok(warnings(
                &settings.await.unwrap_or_default(),
                self.server.is_watched(),
            ))
        })
    }
}
