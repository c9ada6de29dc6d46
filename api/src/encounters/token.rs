//! New tokens for old ones.

use actix_web::http::header::{CACHE_CONTROL, ETAG};
use actix_web::{HttpRequest, HttpResponse, web};
use melee_domain::encounter::{CommonEvent, Viewer};
use serde::Serialize;
use utoipa::ToSchema;

use super::access::{GM, bearer, etag, hash, load, new_token, unauthorized, viewer};
use super::command::{MOST_TRIES, only_event};
use super::record::{Entry, MOST_REVISIONS, Record};
use super::{Encounters, Served};
use crate::play::{JSON, written};
use crate::problem::{Code, Problem};
use crate::store::{Beside, Commit, Committed};

/// A new token. It is shown this once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TokenAnswer {
    /// Whose: the seat's name, or `gm`.
    #[schema(max_length = 64)]
    seat: String,
    /// The token. The one before is no longer known, nor are its streams and tickets.
    #[schema(max_length = 64)]
    token: String,
    /// The revision that this made.
    #[schema(minimum = 1, maximum = 10_001)]
    revision: u64,
}

/// Gives a seat, or the GM, a new token. The GM's.
pub(crate) async fn renew<G: Served>(
    request: HttpRequest,
    path: web::Path<(String, String)>,
    encounters: web::Data<Encounters>,
) -> Result<HttpResponse, Problem> {
    let bearer = bearer(&request)?;
    let store = encounters.store().await?;
    let (id, seat) = path.into_inner();
    encounters.commands.count(&(id.clone(), GM.to_owned()))?;
    // Whoever is faster is so a few times at most: a token is seldom renewed.
    for _ in 0..MOST_TRIES {
        let loaded = load(&*store, &id, &bearer, None).await?;
        let mut record = Record::<G>::read(&loaded.state)?;
        if viewer(&loaded.seat, &record.seats)? != Viewer::Gm {
            return Err(Problem::new(
                Code::Forbidden,
                "only the GM gives new tokens",
            ));
        }
        if seat != GM && !record.seats.iter().any(|known| known.as_str() == seat) {
            return Err(Problem::new(Code::NotFound, "there is no such seat"));
        }
        if record.closed {
            return Err(Problem::of(Code::EncounterClosed));
        }
        if loaded.revision >= MOST_REVISIONS {
            return Err(Problem::of(Code::LogFull));
        }
        let made = loaded.revision + 1;
        let token = new_token();
        let entry = Entry {
            events: only_event::<G>(made, CommonEvent::TokenReplaced(&seat))?,
            draw: None,
        };
        // Nothing before it can be undone.
        record.undo.clear();
        let lives_for = record.renew();
        let commit = Commit {
            on: loaded.revision,
            state: record.written()?,
            slot: record.slot(),
            entry: written(&entry)?,
            beside: Beside::Token {
                seat: seat.clone(),
                hash: hash(&token),
            },
            lives_for,
        };
        match store.commit(&id, commit).await? {
            Committed::Done => {
                let answer = TokenAnswer {
                    seat,
                    token,
                    revision: made,
                };
                return Ok(HttpResponse::Ok()
                    .insert_header((ETAG, etag(made)))
                    .insert_header((CACHE_CONTROL, "no-store"))
                    .content_type(JSON)
                    .body(written(&answer)?));
            }
            Committed::Gone => return Err(unauthorized()),
            Committed::Stale | Committed::Answered(_) => {}
        }
    }
    Err(Problem::of(Code::Conflict))
}
