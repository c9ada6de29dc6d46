//! Looking at an encounter: its state, and the log of its events; and deleting it.

use actix_web::http::header::{CACHE_CONTROL, ETAG, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use melee_domain::Name;
use melee_domain::encounter::Encounter;
use melee_domain::schema::{collect, described};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{ArrayBuilder, ObjectBuilder, Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::access::{Condition, GM, bearer, etag, load, viewer};
use super::create::{named, object, revision, text};
use super::luck::commitment;
use super::query::after;
use super::record::{Entry, Record};
use super::{Encounters, Served, ServedSpec};
use crate::play::{JSON, written};
use crate::problem::{Code, Problem};
use crate::store::Revision;

/// An encounter, as a token may see it.
#[derive(Serialize)]
pub(crate) struct EncounterAnswer<'e, G: Encounter> {
    id: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'e Name>,
    revision: Revision,
    commitment: String,
    closed: bool,
    state: G::View<'e>,
}

/// Shows the state, as the token may see it.
pub(crate) async fn show<G: Served>(
    request: HttpRequest,
    id: web::Path<String>,
    encounters: web::Data<Encounters>,
) -> Result<HttpResponse, Problem> {
    let token = bearer(&request)?;
    let store = encounters.store().await?;
    let loaded = load(&*store, &id, &token, None).await?;
    let record = Record::<G>::read(&loaded.state)?;
    let by = viewer(&loaded.seat, &record.seats)?;
    let is_known = Condition::if_none_match(&request).names(loaded.revision);
    let mut response = if is_known {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    response
        .insert_header((ETAG, etag(loaded.revision)))
        .insert_header((CACHE_CONTROL, "no-store"))
        .append_header((VARY, "Authorization"));
    if is_known {
        return Ok(response.finish());
    }
    let answer = EncounterAnswer::<G> {
        id: &id,
        name: record.name.as_ref(),
        revision: loaded.revision,
        commitment: commitment(&record.secret.seed()),
        closed: record.closed,
        state: record.state.view(by),
    };
    Ok(response.content_type(JSON).body(written(&answer)?))
}

/// Deletes an encounter. The GM's.
pub(crate) async fn delete<G: Served>(
    request: HttpRequest,
    id: web::Path<String>,
    encounters: web::Data<Encounters>,
) -> Result<HttpResponse, Problem> {
    let token = bearer(&request)?;
    let store = encounters.store().await?;
    let loaded = load(&*store, &id, &token, None).await?;
    // A damaged one is deleted too.
    if let Err(problem) = Record::<G>::read(&loaded.state)
        && problem.is(Code::NotFound)
    {
        return Err(problem);
    }
    if loaded.seat != GM {
        let detail = "only the GM deletes an encounter";
        return Err(Problem::new(Code::Forbidden, detail));
    }
    store.delete(&id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// About how many events a page of the log has.
pub(super) const PAGE: usize = 500;

/// A page of the log.
#[derive(Serialize)]
pub(crate) struct EventsPage {
    events: Vec<Box<RawValue>>,
    next_after: Revision,
}

/// Shows a page of the log.
pub(crate) async fn events<G: Served>(
    request: HttpRequest,
    id: web::Path<String>,
    encounters: web::Data<Encounters>,
) -> Result<HttpResponse, Problem> {
    let token = bearer(&request)?;
    let store = encounters.store().await?;
    let loaded = load(&*store, &id, &token, None).await?;
    Record::<G>::read(&loaded.state)?;
    // Whoever asks for what comes after the last revision goes on with that one.
    let after = after(&request)?.unwrap_or(0).min(loaded.revision);
    let mut page = EventsPage {
        events: Vec::new(),
        next_after: after,
    };
    for (revision, entry) in store.log(&id, after, PAGE).await? {
        if page.events.len() >= PAGE {
            break;
        }
        page.events.extend(Entry::read(&entry)?.events);
        page.next_after = revision;
    }
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-store"))
        .append_header((VARY, "Authorization"))
        .content_type(JSON)
        .body(written(&page)?))
}

impl<G: Served> PartialSchema for EncounterAnswer<'_, G> {
    fn schema() -> RefOr<Schema> {
        let closed = ObjectBuilder::new()
            .schema_type(Type::Boolean)
            .description(Some("Whether it is closed."));
        object("An encounter, as this token may see it.")
            .property("id", text("Its id.", 64))
            .required("id")
            .property(
                "name",
                described::<Name>("What it is called. Absent: nothing."),
            )
            .property("revision", revision("Its revision."))
            .required("revision")
            .property(
                "commitment",
                text("The SHA-256 of the seed, in hexadecimal digits.", 64),
            )
            .required("commitment")
            .property("closed", closed)
            .required("closed")
            .property(
                "state",
                described::<<G::Spec as ServedSpec>::View>("The state, as this token may see it."),
            )
            .required("state")
            .into()
    }
}

impl<G: Served> ToSchema for EncounterAnswer<'_, G> {
    fn name() -> std::borrow::Cow<'static, str> {
        named::<G>("Encounter")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        collect::<Name>(schemas);
        collect::<<G::Spec as ServedSpec>::View>(schemas);
    }
}

/// The schema of a page of a game's log.
pub(crate) struct PageOf<G>(std::marker::PhantomData<G>);

impl<G: Served> PartialSchema for PageOf<G> {
    fn schema() -> RefOr<Schema> {
        let events = ArrayBuilder::new()
            .description(Some("The events, in order. A revision is never split."))
            .items(Ref::from_schema_name(<G::Spec as ServedSpec>::Event::name()))
            .max_items(Some(2000));
        let next = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .description(Some("What to ask for next, as `after`."))
            .minimum(Some(0))
            .maximum(Some(u64::MAX >> 11));
        object("A page of the log.")
            .property("events", events)
            .required("events")
            .property("next_after", next)
            .required("next_after")
            .into()
    }
}

impl<G: Served> ToSchema for PageOf<G> {
    fn name() -> std::borrow::Cow<'static, str> {
        named::<G>("EventsPage")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        collect::<<G::Spec as ServedSpec>::Event>(schemas);
    }
}
