//! Giving a command: load, ask the rules, commit; again if another one was faster.

use std::marker::PhantomData;

use actix_web::http::header::{CACHE_CONTROL, ETAG, HeaderValue, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use melee_domain::Id;
use melee_domain::chance::{DiceFault, Recorded, Source, Supplied, Throw};
use melee_domain::encounter::{Command, Common, CommonEvent, Denied, Encounter, Luck, Viewer};
use melee_domain::schema::{collect, described};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use utoipa::openapi::{ArrayBuilder, Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::access::{Condition, bearer, etag, idempotency_key, load, unauthorized, viewer};
use super::create::{named, object, revision};
use super::luck::Drawn;
use super::record::{ClientDice, Draw, Entry, MOST_REVISIONS, Record};
use super::{Encounters, Served, ServedSpec};
use crate::body::Body;
use crate::play::{JSON, written};
use crate::problem::{Code, Problem};
use crate::store::{Beside, Commit, Committed, Loaded, Revision, Store, StoreError};

/// How often a command is resolved anew when others are faster.
pub(super) const MOST_TRIES: usize = 8;

/// What a command answers.
#[derive(Serialize)]
pub(crate) struct CommandAnswer<'a, G: Encounter> {
    revision: Revision,
    events: &'a [Box<RawValue>],
    state: G::View<'a>,
}

/// An event, where it stands in the log.
#[derive(Serialize)]
struct Logged<'e, E> {
    revision: Revision,
    index: usize,
    #[serde(flatten)]
    event: &'e E,
}

/// A command as it was sent.
struct Sent {
    token: String,
    key: Option<String>,
    condition: Condition,
    /// What tells one command from another under the same key.
    fingerprint: String,
}

/// Gives a command.
pub(crate) async fn command<G: Served>(
    request: HttpRequest,
    id: web::Path<String>,
    encounters: web::Data<Encounters>,
    body: Body,
) -> Result<HttpResponse, Problem> {
    let token = bearer(&request)?;
    let store = encounters.store().await?;
    let key = idempotency_key(&request)?;
    let mut loaded = load(&*store, &id, &token, key.as_deref()).await?;
    encounters
        .commands
        .count(&(id.to_string(), loaded.seat.clone()))?;
    // Whoever has no token is told nothing of what is wrong with the body.
    let fingerprint = match &key {
        Some(_) => fingerprint(&body.parse()?),
        None => String::new(),
    };
    let sent = Sent {
        token,
        key,
        condition: Condition::if_match(&request)?,
        fingerprint,
    };
    for _ in 0..MOST_TRIES {
        if let Some(answer) = &loaded.answer {
            return again(answer, &sent);
        }
        let (commit, answer) = resolve::<G>(&*store, &id, &sent, &loaded, body.parse()?).await?;
        let made = commit.on + 1;
        match store.commit(&id, commit).await? {
            Committed::Done => return Ok(answered(made, answer)),
            Committed::Answered(answer) => return again(&answer, &sent),
            Committed::Gone => return Err(unauthorized()),
            Committed::Stale => {}
        }
        loaded = load(&*store, &id, &sent.token, sent.key.as_deref()).await?;
    }
    Err(Problem::of(Code::Conflict))
}

/// Resolves a command on what was loaded: what it changes, and its answer.
async fn resolve<G: Served>(
    store: &dyn Store,
    id: &str,
    sent: &Sent,
    loaded: &Loaded,
    command: G::Command,
) -> Result<(Commit, Vec<u8>), Problem> {
    let mut record = Record::<G>::read(&loaded.state)?;
    let seats = record.seats.clone();
    let by = viewer(&loaded.seat, &seats)?;
    if sent.condition != Condition::None && !sent.condition.names(loaded.revision) {
        return Err(Problem::of_revision(loaded.revision));
    }
    record.state.may(&command, by)?;
    if record.closed {
        return Err(Problem::of(Code::EncounterClosed));
    }
    let common = command.common();
    if loaded.revision >= MOST_REVISIONS && common != Some(Common::Close) {
        return Err(Problem::of(Code::LogFull));
    }
    let made = loaded.revision + 1;
    let mut events = Events::<G>::of(made);
    let mut drawn = None;
    match common {
        Some(Common::Close) => {
            record.closed = true;
            events.tell(&CommonEvent::Closed.into());
        }
        Some(Common::Undo) => {
            let undone = undo(store, id, &mut record).await?;
            events.tell(&CommonEvent::Undone(undone + 1).into());
        }
        None => {
            drawn = obey(&mut record, command, by, &mut events)?.map(|mut draw| {
                draw.revision = made;
                draw
            });
            record.go_on(loaded.revision);
        }
    }
    let events = events.written()?;
    let body = written(&CommandAnswer::<G> {
        revision: made,
        events: &events,
        state: record.state.view(by),
    })?;
    let entry = Entry {
        events,
        draw: drawn,
    };
    let beside = sent.key.as_ref().map_or(Beside::Nothing, |key| {
        let head = format!("{} {made}\n", sent.fingerprint);
        Beside::Answer {
            seat: loaded.seat.clone(),
            key: key.clone(),
            answer: [head.as_bytes(), &body].concat(),
        }
    });
    let lives_for = record.renew();
    let commit = Commit {
        on: loaded.revision,
        state: record.written()?,
        slot: record.slot(),
        entry: written(&entry)?,
        beside,
        lives_for,
    };
    Ok((commit, body))
}

/// The events of a command, written as they are told.
struct Events<G> {
    revision: Revision,
    written: Vec<Result<Box<RawValue>, serde_json::Error>>,
    of: PhantomData<G>,
}

impl<G: Encounter> Events<G> {
    fn of(revision: Revision) -> Self {
        Self {
            revision,
            written: Vec::new(),
            of: PhantomData,
        }
    }

    fn tell(&mut self, event: &G::Event<'_>) {
        let logged = Logged {
            revision: self.revision,
            index: self.written.len(),
            event,
        };
        self.written.push(serde_json::value::to_raw_value(&logged));
    }

    fn written(self) -> Result<Vec<Box<RawValue>>, Problem> {
        let written: Result<_, _> = self.written.into_iter().collect();
        written.map_err(|error| {
            tracing::error!(%error, "an event could not be written");
            Problem::of(Code::InternalError)
        })
    }
}

/// The one event of something that is done beside the game's commands.
pub(super) fn only_event<G: Served>(
    revision: Revision,
    event: CommonEvent<'_>,
) -> Result<Vec<Box<RawValue>>, Problem> {
    let mut events = Events::<G>::of(revision);
    events.tell(&event.into());
    events.written()
}

/// Goes back to the state before the last command. The seed's draws do not go back.
async fn undo<G: Served>(
    store: &dyn Store,
    id: &str,
    record: &mut Record<G>,
) -> Result<Revision, Problem> {
    let nothing = || Problem::of(Code::NothingToUndo);
    let revision = record.go_back().ok_or_else(nothing)?;
    let kept = store.kept(id, record.slot()).await?;
    let kept =
        kept.ok_or_else(|| StoreError::Damaged("a state to go back to is missing".into()))?;
    record.state = Record::<G>::read(&kept)?.state;
    Ok(revision)
}

/// Lets the game obey, with dice thrown at the table or drawn from the seed; and what was drawn.
fn obey<G: Served>(
    record: &mut Record<G>,
    command: G::Command,
    by: Viewer<'_>,
    events: &mut Events<G>,
) -> Result<Option<Draw>, Problem> {
    let Record {
        state,
        seats,
        secret,
        draws,
        client_dice,
        ..
    } = record;
    let Some(dice) = command.dice().cloned() else {
        let luck = Luck {
            source: Source::Server,
            chance: Recorded::new(Drawn::of(secret, *draws)),
        };
        let luck = play(state, seats, command, luck, events)?;
        let given = luck.chance.record();
        if given.faces.is_empty() && given.cards.is_empty() {
            return Ok(None);
        }
        let draw = *draws;
        *draws += 1;
        return Ok(Some(Draw {
            draw,
            revision: 0,
            faces: given.faces.clone(),
            cards: given.cards.clone(),
        }));
    };
    match (client_dice, by) {
        (ClientDice::All, _) | (ClientDice::Gm, Viewer::Gm) => {}
        (ClientDice::None, _) => {
            let detail = "this encounter rolls all dice itself; leave `dice` out";
            return Err(Problem::at(Code::InvalidRequest, "/dice".into(), detail));
        }
        (ClientDice::Gm, Viewer::Seat(_)) => {
            return Err(
                Denied::Forbidden("only the GM's thrown dice count; leave `dice` out").into(),
            );
        }
    }
    let luck = Luck {
        source: Source::Supplied,
        chance: Recorded::new(Supplied::faces(dice.faces())),
    };
    let luck = play(state, seats, command, luck, events)?;
    let (_, supplied) = luck.chance.into_parts();
    let all_used = supplied.finish();
    all_used.map_err(|fault| {
        Denied::Refused(fault.refusing(melee_domain::chance::Record::default()))
    })?;
    Ok(None)
}

fn play<G: Served, T: Throw>(
    state: &mut G,
    seats: &[Id],
    command: G::Command,
    mut luck: Luck<T>,
    events: &mut Events<G>,
) -> Result<Luck<T>, Problem>
where
    DiceFault: From<T::Error>,
{
    state.obey(command, seats, &mut luck, &mut |event| events.tell(event))?;
    Ok(luck)
}

/// What tells one command from another: its fields in order, without those that are `null`.
fn fingerprint(command: &Value) -> String {
    fn without_null(value: &Value) -> Value {
        match value {
            Value::Object(fields) => fields
                .iter()
                .filter(|(_, field)| !field.is_null())
                .map(|(name, field)| (name.clone(), without_null(field)))
                .collect(),
            Value::Array(items) => items.iter().map(without_null).collect(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
        }
    }
    const_hex::encode(Sha256::digest(without_null(command).to_string().as_bytes()))
}

/// The answer that was given before under the same key, to the byte.
fn again(answer: &[u8], sent: &Sent) -> Result<HttpResponse, Problem> {
    let split = answer.iter().position(|byte| *byte == b'\n');
    let (head, body) = answer.split_at(split.unwrap_or(0));
    let head = std::str::from_utf8(head).unwrap_or_default();
    let (fingerprint, revision) = head.split_once(' ').unwrap_or_default();
    if fingerprint != sent.fingerprint {
        return Err(Problem::of(Code::IdempotencyKeyReused));
    }
    let body = body.get(1..).unwrap_or_default().to_vec();
    Ok(answered(revision.parse().unwrap_or(0), body))
}

fn answered(revision: Revision, body: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((ETAG, etag(revision)))
        .insert_header((CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .append_header((VARY, HeaderValue::from_static("Authorization")))
        .content_type(JSON)
        .body(body)
}

impl<G: Served> PartialSchema for CommandAnswer<'_, G> {
    fn schema() -> RefOr<Schema> {
        let events = ArrayBuilder::new()
            .description(Some("What the command did."))
            .items(Ref::from_schema_name(<G::Spec as ServedSpec>::Event::name()))
            .max_items(Some(1000));
        object("An accepted command.")
            .property("revision", revision("The revision that it made."))
            .required("revision")
            .property("events", events)
            .required("events")
            .property(
                "state",
                described::<<G::Spec as ServedSpec>::View>("The state, as this token may see it."),
            )
            .required("state")
            .into()
    }
}

impl<G: Served> ToSchema for CommandAnswer<'_, G> {
    fn name() -> std::borrow::Cow<'static, str> {
        named::<G>("CommandAnswer")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        collect::<<G::Spec as ServedSpec>::Event>(schemas);
        collect::<<G::Spec as ServedSpec>::View>(schemas);
    }
}
