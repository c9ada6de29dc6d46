//! Encounters: fights that are kept, and shared by several screens. One generic implementation; each game
//! has its own routes over it, with precise types.
//!
//! A command makes two trips: one load, of the state and of what was answered under its key, and one
//! commit, which checks both again. In between the rules run on what was loaded.

mod access;
mod command;
mod create;
mod luck;
mod parameters;
mod proof;
mod query;
mod rate;
mod record;
mod stream;
mod token;
mod view;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use melee_domain::encounter::Encounter;
use tokio::sync::{OnceCell, watch};
use utoipa::ToSchema;

pub(crate) use command::{CommandAnswer, command};
pub(crate) use create::{Created, Creation, create};
pub(crate) use parameters::{
    AfterParameter, CommandHeaders, EncounterId, LookHeaders, SeatParameter, StreamHeaders,
    StreamParameters,
};
pub(crate) use proof::{Proof, proof};
pub(crate) use stream::{TicketAnswer, stream, ticket};
pub(crate) use token::{TokenAnswer, renew};
pub(crate) use view::{EncounterAnswer, PageOf, delete, events, show};

use crate::config::{Config, StoreUrl};
use crate::problem::Problem;
use crate::store::{Store, StoreError};

/// A game whose encounters are served.
pub(crate) trait Served: Encounter {
    /// The game's id, as in its paths.
    const GAME: &'static str;
    /// What stands before the names of its types in the spec.
    const SPEC: &'static str;
    /// The game's types in the spec.
    type Spec: ServedSpec;
}

/// The types of a game in the spec.
pub(crate) trait ServedSpec: 'static {
    /// Its commands.
    type Command: ToSchema;
    /// Its events.
    type Event: ToSchema;
    /// Its state as it may be seen.
    type View: ToSchema;
    /// What its encounters begin with.
    type SetUp: ToSchema;
}

/// What all encounters share in a process.
pub(crate) struct Encounters {
    store: StoreUrl,
    opened: OnceCell<Arc<dyn Store>>,
    /// Whether it was asked for.
    asked: AtomicBool,
    at_most: u64,
    create_token: Option<String>,
    creations: rate::Limit<IpAddr>,
    commands: rate::Limit<(String, String)>,
    stop: watch::Receiver<bool>,
}

impl Encounters {
    pub(crate) fn new(config: &Config, stop: watch::Receiver<bool>) -> Self {
        Self {
            store: config.store.clone().unwrap_or_default(),
            opened: OnceCell::new(),
            asked: AtomicBool::new(false),
            at_most: config.max_encounters,
            create_token: config.create_token.clone(),
            creations: rate::creations(config.creations_per_minute),
            commands: rate::commands(config.commands_per_second),
            stop,
        }
    }

    /// The store, opened when it is first asked for.
    pub(crate) async fn store(&self) -> Result<Arc<dyn Store>, Problem> {
        Ok(self.open().await.map_err(StoreError::Unavailable)?)
    }

    async fn open(&self) -> Result<Arc<dyn Store>, String> {
        self.asked.store(true, Ordering::Relaxed);
        let opened = self.opened.get_or_try_init(|| async { self.store.open() });
        opened.await.map(Arc::clone)
    }

    /// Opens the store at the start, and logs what is wrong with it: a Redis may still be starting too.
    ///
    /// # Errors
    /// A sentence that says why it cannot be opened.
    pub(crate) async fn begin(&self) -> Result<(), String> {
        match self.open().await?.ready().await {
            Ok(warnings) => warnings.iter().for_each(|why| tracing::warn!("{why}")),
            Err(error) => tracing::warn!(%error, "encounters cannot be served yet"),
        }
        Ok(())
    }

    /// Whether the store can be written, once it was asked for; and what is to be warned of.
    pub(crate) async fn ready(&self) -> Result<Vec<String>, StoreError> {
        if !self.asked.load(Ordering::Relaxed) {
            return Ok(Vec::new());
        }
        let store = self.open().await.map_err(StoreError::Unavailable)?;
        store.ready().await
    }
}
