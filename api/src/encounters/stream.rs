//! The log, live: server-sent events, and tickets for browsers, whose EventSource sends no token.

use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header::{CACHE_CONTROL, VARY};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{mpsc, watch};
use utoipa::ToSchema;

use super::access::{bearer, hash, load, new_token, unauthorized, viewer};
use super::query::{self, Place};
use super::record::{Entry, Record};
use super::view::PAGE;
use super::{Encounters, Served};
use crate::play::{JSON, written};
use crate::problem::Problem;
use crate::store::{Changed, Store, StoreError, Ticket};

/// How often a comment is sent, and the log looked at, where nothing happens.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// How long a ticket lives.
const TICKET: Duration = Duration::from_secs(30);

/// A ticket for one stream.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StreamTicket)]
pub(crate) struct TicketAnswer {
    /// The ticket: it opens one stream, as `?ticket=`.
    #[schema(max_length = 64)]
    ticket: String,
    /// How long it lives.
    #[schema(minimum = 1, maximum = 60)]
    expires_in_seconds: u64,
}

/// Gives a ticket for one stream.
pub(crate) async fn ticket<G: Served>(
    request: HttpRequest,
    id: web::Path<String>,
    encounters: web::Data<Encounters>,
) -> Result<HttpResponse, Problem> {
    let token = bearer(&request)?;
    let store = encounters.store().await?;
    let loaded = load(&*store, &id, &token, None).await?;
    Record::<G>::read(&loaded.state)?;
    let ticket = new_token();
    let of = Ticket {
        encounter: id.into_inner(),
        token,
    };
    store.put_ticket(hash(&ticket), of, TICKET).await?;
    let answer = TicketAnswer {
        ticket,
        expires_in_seconds: TICKET.as_secs(),
    };
    Ok(HttpResponse::Created()
        .insert_header((CACHE_CONTROL, "no-store"))
        .content_type(JSON)
        .body(written(&answer)?))
}

/// Streams the log from a place on.
pub(crate) async fn stream<G: Served>(
    request: HttpRequest,
    id: web::Path<String>,
    encounters: web::Data<Encounters>,
) -> Result<HttpResponse, Problem> {
    let store = encounters.store().await?;
    let id = id.into_inner();
    let token = match query::ticket(&request) {
        None => bearer(&request)?,
        Some(ticket) => {
            let taken = store.take_ticket(&hash(&ticket)).await?;
            let of = taken.filter(|of| of.encounter == id);
            of.ok_or_else(unauthorized)?.token
        }
    };
    // Whatever changes from now on is heard.
    let changes = store.changes();
    let loaded = load(&*store, &id, &token, None).await?;
    let record = Record::<G>::read(&loaded.state)?;
    viewer(&loaded.seat, &record.seats)?;
    let after = query::after(&request)?.map(|after| (after, usize::MAX));
    let after = query::last_event(&request)?.or(after);
    let after = after.unwrap_or((loaded.revision, usize::MAX));
    // Whoever knows more than there is has seen what a store has lost: it is not to go on from there.
    if after.0 > loaded.revision {
        return Err(Problem::of_revision(loaded.revision));
    }
    let (out, sent) = mpsc::channel(4);
    let live = Live {
        store,
        id,
        token,
        after,
        out,
    };
    let stop = encounters.stop.clone();
    actix_web::rt::spawn(live.run(changes, stop));
    let sent = stream::unfold(sent, async |mut sent| {
        let chunk: Bytes = sent.recv().await?;
        Some((Ok::<_, actix_web::Error>(chunk), sent))
    });
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-store"))
        .append_header((VARY, "Authorization"))
        .insert_header(("x-accel-buffering", "no"))
        .content_type("text/event-stream")
        .streaming(Box::pin(sent)))
}

/// A live stream.
struct Live {
    store: Arc<dyn Store>,
    id: String,
    token: String,
    after: Place,
    out: mpsc::Sender<Bytes>,
}

/// The end of a stream: its client has gone, its token is no longer known, or the log is behind what was told.
struct Over;

impl Live {
    async fn run(
        mut self,
        mut changes: tokio::sync::broadcast::Receiver<Changed>,
        mut stop: watch::Receiver<bool>,
    ) {
        let mut beat = tokio::time::interval(HEARTBEAT);
        beat.reset();
        // A first comment opens the stream, also where nothing has happened yet.
        if self.send(": melee\n\n".into()).await.is_err() || self.send_new().await.is_err() {
            return;
        }
        loop {
            let sent = tokio::select! {
                changed = changes.recv() => match changed {
                    Ok(Changed::Encounter(id)) if *id != *self.id => Ok(()),
                    Ok(_) | Err(RecvError::Lagged(_)) => self.send_new().await,
                    Err(RecvError::Closed) => Err(Over),
                },
                _ = beat.tick() => match self.send(":\n\n".into()).await {
                    Ok(()) => self.send_new().await,
                    over => over,
                },
                () = self.out.closed() => Err(Over),
                _ = stop.changed() => Err(Over),
            };
            if sent.is_err() {
                return;
            }
        }
    }

    async fn send(&self, chunk: String) -> Result<(), Over> {
        self.out.send(chunk.into()).await.map_err(|_| Over)
    }

    /// Sends what is new in the log. A store that fails is asked again at the next beat.
    async fn send_new(&mut self) -> Result<(), Over> {
        match self.store.load(&self.id, &self.token, None).await {
            // What was told is no more: a store has lost it, and whoever was told is to look anew.
            Ok(Some(loaded)) if loaded.revision < self.after.0 => return Err(Over),
            Ok(Some(_)) => {}
            Ok(None) => return Err(Over),
            Err(_) => return Ok(()),
        }
        loop {
            match self.page().await {
                Ok((entries, chunk)) => {
                    if !chunk.is_empty() {
                        self.send(chunk).await?;
                    }
                    if entries < PAGE {
                        return Ok(());
                    }
                }
                Err(_) => return Ok(()),
            }
        }
    }

    /// The next entries of the log as text, and how many they are.
    async fn page(&mut self) -> Result<(usize, String), StoreError> {
        // The last revision sent may not have been sent whole.
        let (revision, _) = self.after;
        let entries = self
            .store
            .log(&self.id, revision.saturating_sub(1), PAGE)
            .await?;
        let mut chunk = String::new();
        for (revision, entry) in &entries {
            let Ok(entry) = Entry::read(entry) else {
                return Err(StoreError::Damaged("an entry does not parse".to_owned()));
            };
            for (index, event) in entry.events.iter().enumerate() {
                if (*revision, index) > self.after {
                    chunk.push_str(&format!(
                        "id: {revision}-{index}\ndata: {}\n\n",
                        event.get()
                    ));
                }
            }
            let last = entry.events.len().saturating_sub(1);
            self.after = self.after.max((*revision, last));
        }
        Ok((entries.len(), chunk))
    }
}
