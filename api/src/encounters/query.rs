//! From where the log is read. A query is looked at once the token is known: nobody else is told what is wrong with
//! it.

use actix_web::{HttpRequest, web};
use serde::Deserialize;

use crate::problem::{Code, Problem};
use crate::store::Revision;

/// The last revision that may be asked for, beyond any that there is.
const LAST: Revision = 1_000_000;

/// A place in the log: the revision, and the index of an event of it.
pub(super) type Place = (Revision, usize);

/// What the query of the log and of its stream may say.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    after: Option<String>,
    ticket: Option<String>,
}

fn fields(request: &HttpRequest) -> Result<Fields, Problem> {
    web::Query::<Fields>::from_query(request.query_string())
        .map(web::Query::into_inner)
        .map_err(|_| {
            let detail = "the query has nothing but `after`, and `ticket` for a stream, each once";
            Problem::new(Code::InvalidRequest, detail)
        })
}

/// The ticket that opens a stream in place of a token.
pub(super) fn ticket(request: &HttpRequest) -> Option<String> {
    fields(request).ok()?.ticket
}

/// The revision after which the log is read.
pub(super) fn after(request: &HttpRequest) -> Result<Option<Revision>, Problem> {
    let revision = |after: String| {
        let revision = after.parse().ok();
        revision
            .filter(|revision| *revision <= LAST)
            .ok_or_else(|| {
                let detail = "`after` is a revision, a whole number from 0 to 1000000: that of the last event \
                              you have";
                Problem::new(Code::InvalidRequest, detail)
            })
    };
    fields(request)?.after.map(revision).transpose()
}

/// The place of `Last-Event-ID`.
pub(super) fn last_event(request: &HttpRequest) -> Result<Option<Place>, Problem> {
    let Some(header) = request.headers().get("last-event-id") else {
        return Ok(None);
    };
    let place = header.to_str().ok().and_then(|id| {
        let (revision, index) = id.split_once('-')?;
        Some((revision.parse().ok()?, index.parse().ok()?))
    });
    place.map(Some).ok_or_else(|| {
        let detail = "Last-Event-ID is the id of an event, like 12-0; leave it out to begin with what happens next";
        Problem::new(Code::InvalidRequest, detail)
    })
}
