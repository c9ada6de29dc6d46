//! Where encounters are kept. One small trait; errors by meaning. A command makes two trips: one load,
//! one commit, and nothing is cached between them.

mod embedded;
mod redis;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::future::BoxFuture;
use tokio::sync::broadcast;

pub(crate) use embedded::{Embedded, check_file};
pub(crate) use redis::Redis;

/// The revision of an encounter: one for each accepted command.
pub(crate) type Revision = u64;

/// The seconds of the clock.
pub(crate) fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs())
}

/// Where a state is kept, so that it can be restored: from 0 up. What was kept there before is no more then.
pub(crate) type Slot = u64;

/// A token, by its SHA-256 in hexadecimal digits: the token itself is never kept.
pub(crate) type TokenHash = str;

/// Why a store does not do what it is asked.
#[derive(Clone, Debug)]
pub(crate) enum StoreError {
    /// It cannot be reached, or does not answer in time. What it was asked may have been done.
    Unavailable(String),
    /// There are as many encounters as there may be.
    Full,
    /// What it keeps is damaged.
    Damaged(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(why) => write!(formatter, "the store is unavailable: {why}"),
            Self::Full => write!(formatter, "there are as many encounters as there may be"),
            Self::Damaged(why) => write!(formatter, "what is stored is damaged: {why}"),
        }
    }
}

/// A new encounter.
#[derive(Clone, Debug)]
pub(crate) struct Creation {
    pub(crate) state: Vec<u8>,
    pub(crate) slot: Slot,
    /// Each token's hash, with the seat that it is of.
    pub(crate) tokens: Vec<(String, String)>,
    pub(crate) lives_for: Duration,
    /// How many encounters there may be.
    pub(crate) at_most: u64,
}

/// An encounter, as a token may load it.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    /// The seat that the token is of.
    pub(crate) seat: String,
    pub(crate) revision: Revision,
    pub(crate) state: Vec<u8>,
    /// What was answered to that seat under the key.
    pub(crate) answer: Option<Vec<u8>>,
}

/// What an accepted command changes.
#[derive(Clone, Debug)]
pub(crate) struct Commit {
    /// The revision that it was resolved on; it makes the next one.
    pub(crate) on: Revision,
    pub(crate) state: Vec<u8>,
    pub(crate) slot: Slot,
    /// The entry in the log.
    pub(crate) entry: Vec<u8>,
    pub(crate) beside: Beside,
    /// How long the encounter lives from now on, where that is to be said anew.
    pub(crate) lives_for: Option<Duration>,
}

/// What a commit changes beside the encounter.
#[derive(Clone, Debug)]
pub(crate) enum Beside {
    Nothing,
    /// A seat has an answer, to be given again under the key.
    Answer {
        seat: String,
        key: String,
        answer: Vec<u8>,
    },
    /// A seat has another token, of this hash.
    Token {
        seat: String,
        hash: String,
    },
}

/// What became of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Committed {
    /// It was made.
    Done,
    /// The encounter is at another revision by now.
    Stale,
    /// Another one under the same key was made before; and its answer.
    Answered(Vec<u8>),
    /// The encounter is no more.
    Gone,
}

/// How many answers are kept under their keys, the newest.
pub(crate) const MOST_ANSWERS: u64 = 256;

/// A future of a store.
pub(crate) type Asked<'s, T> = BoxFuture<'s, Result<T, StoreError>>;

/// A store of encounters.
pub(crate) trait Store: Send + Sync {
    /// Keeps a new encounter, at revision 1.
    fn create<'s>(&'s self, id: &'s str, new: Creation) -> Asked<'s, ()>;

    /// Loads an encounter, and what was answered under a key; `None` if there is none, or the token is
    /// none of its own.
    fn load<'s>(
        &'s self,
        id: &'s str,
        token: &'s TokenHash,
        key: Option<&'s str>,
    ) -> Asked<'s, Option<Loaded>>;

    /// Commits a command, whole or not at all, and wakes those who watch.
    fn commit<'s>(&'s self, id: &'s str, commit: Commit) -> Asked<'s, Committed>;

    /// The entries of the log after a revision, at most so many.
    fn log<'s>(
        &'s self,
        id: &'s str,
        after: Revision,
        at_most: usize,
    ) -> Asked<'s, Vec<(Revision, Vec<u8>)>>;

    /// The state in a slot.
    fn kept<'s>(&'s self, id: &'s str, slot: Slot) -> Asked<'s, Option<Vec<u8>>>;

    /// Forgets an encounter.
    fn delete<'s>(&'s self, id: &'s str) -> Asked<'s, ()>;

    /// Keeps a ticket for so long, with the encounter and the token's hash that it stands for.
    fn put_ticket<'s>(&'s self, ticket: String, of: Ticket, lives_for: Duration) -> Asked<'s, ()>;

    /// Takes a ticket, which is then no more.
    fn take_ticket<'s>(&'s self, ticket: &'s str) -> Asked<'s, Option<Ticket>>;

    /// Wakes whoever watches: the ids of encounters that have changed.
    fn changes(&self) -> broadcast::Receiver<Changed>;

    /// Whether it can be reached, and what is to be warned of.
    fn ready(&self) -> Asked<'_, Vec<String>>;
}

/// What a ticket stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ticket {
    pub(crate) encounter: String,
    pub(crate) token: String,
}

/// What has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    /// This encounter.
    Encounter(Arc<str>),
    /// Some may have: the connection that tells was lost for a while.
    Perhaps,
}

/// How many wake-ups wait for a slow watcher; one that is slower looks at the log anyway.
const WAKE_UPS: usize = 1024;

/// A channel of changes.
fn changes() -> broadcast::Sender<Changed> {
    broadcast::Sender::new(WAKE_UPS)
}
