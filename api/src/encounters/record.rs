//! What is kept of an encounter.

use std::fmt::Display;
use std::time::Duration;

use melee_domain::cards::Cards;
use melee_domain::chance::Faces;
use melee_domain::encounter::Encounter;
use melee_domain::{Id, Name};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::Served;
use super::luck::Secret;
use crate::problem::{Code, Problem};
use crate::store::{self, Revision, Slot, StoreError};

/// How long an encounter lives that nobody has commanded yet.
pub(crate) const NEW: Duration = Duration::from_secs(24 * 60 * 60);

/// How long an encounter lives after its last command.
pub(crate) const USED: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// How often that is said anew to the store.
const RENEWAL: Duration = Duration::from_secs(60 * 60);

/// The last revision that anything but closing makes.
pub(crate) const MOST_REVISIONS: Revision = 10_000;

/// How many commands can be undone.
pub(crate) const MOST_UNDONE: usize = 20;

/// Whose dice, thrown at the table, count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ClientDice {
    /// Nobody's: the encounter rolls.
    None,
    /// The GM's.
    #[default]
    Gm,
    /// Everybody's for their own rolls.
    All,
}

/// An encounter, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Record<G> {
    pub(crate) game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<Name>,
    pub(crate) seats: Vec<Id>,
    pub(crate) client_dice: ClientDice,
    pub(crate) secret: Secret,
    /// How many draws were made: never set back.
    pub(crate) draws: u64,
    pub(crate) closed: bool,
    /// When it was last said how long the encounter lives, in seconds of the clock.
    pub(crate) renewed: u64,
    /// The revisions whose states are kept, to go back to: the last one is the next to be restored.
    pub(crate) undo: Vec<Revision>,
    /// How many commands there were that could be undone, without those that were.
    pub(crate) depth: u64,
    pub(crate) state: G,
}

/// Which game a record is of.
#[derive(Deserialize)]
struct Which<'r> {
    #[serde(borrow)]
    game: std::borrow::Cow<'r, str>,
}

impl<G: Served> Record<G> {
    /// Reads a record. Another game's path is not found.
    pub(crate) fn read(record: &[u8]) -> Result<Self, Problem> {
        match serde_json::from_str::<Self>(text(record)?) {
            Ok(record) if record.game == G::GAME => Ok(record),
            // Another game's, or none that can be read.
            Ok(_) | Err(_) => {
                let which: Which<'_> = parse(record)?;
                if which.game == G::GAME {
                    return parse(record);
                }
                let detail = format!("this encounter is one of {}", which.game);
                Err(Problem::new(Code::NotFound, detail))
            }
        }
    }
}

impl<G: Encounter> Record<G> {
    /// The slot of the state: those of the commands that can be undone are others.
    pub(crate) fn slot(&self) -> Slot {
        self.depth % (MOST_UNDONE as u64 + 1)
    }

    /// Goes on from the state of a revision, to which one can go back.
    pub(crate) fn go_on(&mut self, from: Revision) {
        self.undo.push(from);
        let over = self.undo.len().saturating_sub(MOST_UNDONE);
        self.undo.drain(..over);
        self.depth += 1;
    }

    /// Goes back to the slot of the state before the last command, and says which revision that was.
    pub(crate) fn go_back(&mut self) -> Option<Revision> {
        let revision = self.undo.pop()?;
        self.depth -= 1;
        Some(revision)
    }

    /// How long the encounter lives from now on, if it is an hour or more since that was said.
    pub(crate) fn renew(&mut self) -> Option<Duration> {
        let now = store::now();
        let is_due = now.abs_diff(self.renewed) >= RENEWAL.as_secs();
        is_due.then(|| {
            self.renewed = now;
            USED
        })
    }

    /// The record as it is kept.
    pub(crate) fn written(&self) -> Result<Vec<u8>, Problem> {
        crate::play::written(self)
    }
}

/// Reads what was written by this service.
pub(crate) fn parse<'r, T: Deserialize<'r>>(record: &'r [u8]) -> Result<T, Problem> {
    serde_json::from_str(text(record)?).map_err(damaged)
}

/// A record as text: whether it is UTF-8 is seen faster of the whole than of one string after the other.
fn text(record: &[u8]) -> Result<&str, Problem> {
    std::str::from_utf8(record).map_err(damaged)
}

fn damaged(error: impl Display) -> Problem {
    StoreError::Damaged(format!("a record does not parse: {error}")).into()
}

/// One entry of the log: what the command of a revision did, and what was drawn for it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The events, as they are shown.
    pub(crate) events: Vec<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) draw: Option<Draw>,
}

/// What was drawn for a command. Shown in the proof only: cards are secret before.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Draw {
    /// Its number, from 0: which stream of the seed it came from.
    #[schema(minimum = 0, maximum = 10_000)]
    pub(crate) draw: u64,
    /// The revision that its command made.
    #[schema(minimum = 1, maximum = 10_001)]
    pub(crate) revision: u64,
    /// The faces of dice, in order.
    pub(crate) faces: Faces,
    /// The cards, in order.
    pub(crate) cards: Cards,
}

impl Entry {
    /// Reads an entry of the log.
    pub(crate) fn read(entry: &[u8]) -> Result<Self, Problem> {
        parse(entry)
    }
}
