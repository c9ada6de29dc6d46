//! Encounters in Redis: one server, a cluster, or a master that sentinels watch over.
//!
//! The keys of an encounter are `melee:{ID}:…`, with its id as the hash tag, so that they are in one slot: `log`, a
//! stream; and `fight`, a hash of its `revision` and `state`, the states by slot (`s:…`), the seats by token (`t:…`),
//! the answers by seat and key (`a:…`), how many `answers` there were, and which are the newest (`n:…`). A command is
//! one trip to load it and one, a script, to commit. Whoever watches is woken by one subscription a process, and reads
//! the log.

mod asking;
mod listen;
mod server;
mod settings;

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use redis::streams::StreamRangeReply;
use redis::{Cmd, FromRedisValue, RedisResult, Script};
use tokio::sync::{Notify, broadcast};

use self::asking::{Asking, is_of_connection};
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

/// How soon a node of a cluster is asked again that has said that something is elsewhere.
const ELSEWHERE: Duration = Duration::from_millis(50);

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
fn fight_key(id: &str) -> String {
    ["melee:{", id, "}:fight"].concat()
}

/// The key of its log.
fn log_key(id: &str) -> String {
    ["melee:{", id, "}:log"].concat()
}

/// The field of a state to go back to.
fn slot_field(slot: Slot) -> String {
    format!("s:{slot}")
}

/// The field of a token, which has its seat.
fn token_field(hash: &TokenHash) -> String {
    ["t:", hash].concat()
}

/// The field of an answer.
fn answer_field(seat: &str, key: &str) -> String {
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

    /// Asks something, within the time there is. What a cluster has elsewhere by now is asked for again: it was not
    /// done.
    async fn within<T: FromRedisValue>(&self, asked: Asking<'_>) -> RedisResult<T> {
        let mut used = None;
        let answered = tokio::time::timeout(PATIENCE, async {
            let reaching = self.server.reach();
            let mut connection = reaching.clone().await?.connection;
            used = Some((reaching, Instant::now()));
            loop {
                match asked.by(&mut connection).await {
                    Err(error)
                        if error.is_cluster_error()
                            && matches!(connection, Connection::Cluster(_)) =>
                    {
                        tokio::time::sleep(ELSEWHERE).await;
                    }
                    answered => return answered,
                }
            }
        });
        let answered = match answered.await {
            Ok(answered) => answered,
            Err(_) => {
                let late = io::Error::new(io::ErrorKind::TimedOut, "Redis did not answer in time");
                Err(late.into())
            }
        };
        if let (Err(error), Some((reaching, since))) = (&answered, &used) {
            // Who waited for the connection most of the time cannot tell that it is lost.
            let is_late = error.is_timeout() && since.elapsed() < PATIENCE / 2;
            if is_of_connection(error) && !is_late {
                self.server.forget(reaching);
            }
        }
        answered
    }

    async fn ask<T: FromRedisValue>(&self, asked: Asking<'_>) -> Result<T, StoreError> {
        self.within(asked).await.map_err(unavailable)
    }

    /// Reads something. If the connection turns out to be lost at once, it reads again by another one: to read twice
    /// changes nothing.
    async fn read<T: FromRedisValue>(&self, asked: Asking<'_>) -> Result<T, StoreError> {
        let since = Instant::now();
        match self.within(asked).await {
            Err(error) if error.is_connection_dropped() && since.elapsed() < PATIENCE / 8 => {
                self.ask(asked).await
            }
            answered => answered.map_err(unavailable),
        }
    }

    /// The seconds of its clock.
    async fn now(&self) -> Result<u64, StoreError> {
        let now: Vec<u64> = self.read(Asking::One(&redis::cmd("TIME"))).await?;
        Ok(now.first().copied().unwrap_or(0))
    }

    /// Counts an encounter among those there are, until it expires; how many those are then.
    async fn count_in(&self, id: &str, lives_for: Duration) -> Result<u64, StoreError> {
        let now = self.now().await?;
        let mut counted = redis::pipe();
        counted.atomic();
        counted
            .zrembyscore(EXPIRIES, "-inf", now)
            .ignore()
            .zadd(EXPIRIES, id, now + lives_for.as_secs())
            .ignore()
            .zcard(EXPIRIES);
        let (count,) = self.ask(Asking::Several(&counted)).await?;
        Ok(count)
    }

    /// Goes on counting an encounter, if it is there.
    async fn count_on(&self, id: &str, lives_for: Duration) -> Result<(), StoreError> {
        let until = self.now().await? + lives_for.as_secs();
        let mut count = redis::cmd("ZADD");
        count.arg(EXPIRIES).arg("XX").arg(until).arg(id);
        self.ask(Asking::One(&count)).await
    }

    async fn count_out(&self, id: &str) -> Result<(), StoreError> {
        self.ask(Asking::One(redis::cmd("ZREM").arg(EXPIRIES).arg(id)))
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
            let fight = fight_key(id);
            let mut whole = redis::pipe();
            whole.atomic().cmd("HSET").arg(&fight);
            whole.arg("revision").arg(1);
            whole.arg("state").arg(&new.state);
            whole.arg(slot_field(new.slot)).arg(&new.state);
            for (hash, seat) in &new.tokens {
                whole.arg(token_field(hash)).arg(seat);
            }
            whole.ignore();
            whole
                .cmd("EXPIRE")
                .arg(&fight)
                .arg(new.lives_for.as_secs())
                .ignore();
            self.ask(Asking::Several(&whole)).await
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
            let (fight, token) = (fight_key(id), token_field(token));
            let found: Option<Found> = match key {
                // The answers are by seat, and which one it is only the token's field tells.
                Some(key) => {
                    let mut call = redis::cmd("EVALSHA");
                    call.arg(self.load.get_hash()).arg(1).arg(fight);
                    call.arg(token).arg(key);
                    self.read(Asking::Run(&self.load, &call)).await?
                }
                None => {
                    let mut load = redis::cmd("HMGET");
                    load.arg(fight).arg("revision").arg(token).arg("state");
                    let (revision, seat, state) = self.read(Asking::One(&load)).await?;
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
                Beside::Answer { seat, key, answer } => {
                    (answer_field(seat, key), answer.as_slice())
                }
                Beside::Token { seat, hash } => (token_field(hash), seat.as_bytes()),
            };
            let lives_for = commit.lives_for.map(|lives_for| lives_for.as_secs());
            // Room for all of it, made at once.
            let texts = [&commit.state, &commit.entry, value].map(<[u8]>::len);
            let mut call = Cmd::with_capacity(12, 400 + texts.iter().sum::<usize>());
            call.arg("EVALSHA")
                .arg(self.commit.get_hash())
                .arg(2)
                .arg(fight_key(id))
                .arg(log_key(id))
                .arg(commit.on)
                .arg(&commit.state)
                .arg(slot_field(commit.slot))
                .arg(&commit.entry)
                .arg(id)
                .arg(lives_for.unwrap_or_default())
                .arg(field)
                .arg(value);
            let told: Vec<Vec<u8>> = self.ask(Asking::Run(&self.commit, &call)).await?;
            match told.first().map(Vec::as_slice) {
                Some(b"done") => {
                    if let Some(lives_for) = commit.lives_for {
                        // The command is done, whatever becomes of the count.
                        self.count_on(id, lives_for).await.ok();
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
            let mut range = redis::cmd("XRANGE");
            range.arg(log_key(id));
            range.arg(format!("{}-0", after.saturating_add(1))).arg("+");
            range.arg("COUNT").arg(at_most);
            let found: StreamRangeReply = self.read(Asking::One(&range)).await?;
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
            let mut get = redis::cmd("HGET");
            get.arg(fight_key(id)).arg(slot_field(slot));
            self.read(Asking::One(&get)).await
        })
    }

    fn delete<'s>(&'s self, id: &'s str) -> Asked<'s, ()> {
        Box::pin(async move {
            let mut delete = redis::cmd("DEL");
            delete.arg(fight_key(id)).arg(log_key(id));
            self.ask::<()>(Asking::One(&delete)).await?;
            let mut publish = redis::cmd("PUBLISH");
            publish.arg(CHANNEL).arg(id);
            self.ask::<()>(Asking::One(&publish)).await?;
            self.count_out(id).await
        })
    }

    fn put_ticket<'s>(&'s self, ticket: String, of: Ticket, lives_for: Duration) -> Asked<'s, ()> {
        Box::pin(async move {
            let mut put = redis::cmd("SET");
            put.arg(format!("melee:ticket:{ticket}"));
            put.arg(format!("{} {}", of.encounter, of.token));
            put.arg("EX").arg(lives_for.as_secs());
            self.ask(Asking::One(&put)).await
        })
    }

    fn take_ticket<'s>(&'s self, ticket: &'s str) -> Asked<'s, Option<Ticket>> {
        Box::pin(async move {
            let mut take = redis::cmd("GETDEL");
            take.arg(format!("melee:ticket:{ticket}"));
            let taken: Option<String> = self.ask(Asking::One(&take)).await?;
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
            let mut set = redis::cmd("SET");
            set.arg(READY).arg(1).arg("EX").arg(60);
            self.ask::<()>(Asking::One(&set)).await?;
            // Not every Redis tells its settings, and a cluster's nodes each have their own.
            let mut get = redis::cmd("CONFIG");
            get.arg("GET").arg("appendonly").arg("appendfsync");
            get.arg("maxmemory-policy").arg("min-replicas-to-write");
            let settings = self.read::<HashMap<String, String>>(Asking::One(&get));
            let is_watched = self.server.is_watched();
            Ok(warnings(&settings.await.unwrap_or_default(), is_watched))
        })
    }
}
