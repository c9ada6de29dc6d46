//! The generic middle of every verb: pick the chance, run the rule, answer with the dice.

use std::num::NonZero;
use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::http::header::HeaderValue;
use melee_domain::chance::{Given, Luck, Record, Recorded, Seeded, Source, Thrown};
use melee_domain::schema::{collect, with_field};
use melee_domain::{Reckoned, Refusal, Rolled};
use serde::Serialize;
use tokio::sync::Semaphore;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::body::Body;
use crate::problem::{Code, Problem};

/// What a verb that rolls answers: its outcome, and the dice.
#[derive(Debug, Serialize)]
pub(crate) struct Answer<O, D = Thrown> {
    #[serde(flatten)]
    outcome: O,
    dice: D,
}

/// The answer of a verb.
pub(crate) type AnswerOf<'r, V> =
    Answer<<V as Rolled>::Outcome<'r>, <<V as Rolled>::Luck as Luck>::Shown>;

/// Answers a verb that only reckons.
pub(crate) async fn reckoned<V: Reckoned>(body: Body) -> Result<HttpResponse, Problem> {
    let request: V = body.parse()?;
    json(&request.reckon()?)
}

/// Answers a verb that rolls.
pub(crate) async fn rolled<V: Rolled>(body: Body) -> Result<HttpResponse, Problem> {
    let request: V = body.parse()?;
    json(&roll(&request, || {
        (Source::Server, Seeded::from_key(rand::random()))
    })?)
}

/// Rolls with the dice that the request brings, or else with those of `luck`.
pub(crate) fn roll<V: Rolled>(
    request: &V,
    luck: impl FnOnce() -> (Source, Seeded),
) -> Result<AnswerOf<'_, V>, Refusal> {
    let lawful = request.lawful()?;
    match request.dice().map(Luck::given) {
        None => {
            let (source, seeded) = luck();
            draw::<V>(&lawful, source, seeded)
        }
        Some(Given::Seed(seed)) => {
            let seeded = Seeded::from_text(seed.as_str());
            draw::<V>(&lawful, Source::Seed, seeded)
        }
        Some(Given::Supplied(mut supplied)) => {
            let outcome = V::resolve(&lawful, &mut supplied);
            let outcome = outcome.map_err(|fault| fault.refusing(supplied.record()))?;
            let record = supplied.finish().map_err(Refusal::Dice)?;
            Ok(answer::<V>(outcome, Source::Supplied, record))
        }
    }
}

/// Rolls with dice that are drawn, and records them.
fn draw<'r, V: Rolled + 'r>(
    lawful: &V::Lawful<'r>,
    source: Source,
    seeded: Seeded,
) -> Result<AnswerOf<'r, V>, Refusal> {
    let mut chance = Recorded::new(seeded);
    let outcome = V::resolve(lawful, &mut chance);
    let (record, _) = chance.into_parts();
    match outcome {
        Ok(outcome) => Ok(answer::<V>(outcome, source, record)),
        Err(why) => Err(Refusal::Standstill(why, Box::new(record))),
    }
}

fn answer<'r, V: Rolled + 'r>(
    outcome: V::Outcome<'r>,
    source: Source,
    record: Record,
) -> AnswerOf<'r, V> {
    Answer {
        outcome,
        dice: V::Luck::shown(source, record),
    }
}

/// A good answer.
pub(crate) fn json(answer: &impl Serialize) -> Result<HttpResponse, Problem> {
    written(answer).map(good)
}

/// About how many bytes an answer has: room that need not be made while it is written.
const ROOM: usize = 1024;

/// An answer, written as JSON.
pub(crate) fn written(answer: &impl Serialize) -> Result<Vec<u8>, Problem> {
    let mut text = Vec::with_capacity(ROOM);
    match serde_json::to_writer(&mut text, answer) {
        Ok(()) => Ok(text),
        Err(error) => {
            tracing::error!(%error, "an answer could not be written");
            Err(Problem::of(Code::InternalError))
        }
    }
}

/// What an answer is.
pub(crate) const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// A good answer that is written already.
pub(crate) fn good(body: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok().content_type(JSON).body(body)
}

/// Does heavy work off the web workers, as much at once as there are cores. Whoever gives up while
/// waiting costs nothing.
pub(crate) async fn off_the_workers(
    work: impl FnOnce() -> Result<Vec<u8>, Problem> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    static CORES: LazyLock<Semaphore> = LazyLock::new(|| {
        Semaphore::new(std::thread::available_parallelism().map_or(1, NonZero::get))
    });

    // It is never closed; a permit that could not be had would bound nothing, and break nothing. It
    // goes with the work, which goes on when its client has gone.
    let permit = CORES.acquire().await.ok();
    let work = move || {
        let done = work();
        drop(permit);
        done
    };
    match actix_web::web::block(work).await {
        Ok(written) => written.map(good),
        Err(error) => {
            tracing::error!(%error, "heavy work was not done");
            Err(Problem::of(Code::InternalError))
        }
    }
}

impl<O: ToSchema, D: ToSchema> PartialSchema for Answer<O, D> {
    fn schema() -> RefOr<Schema> {
        with_field::<D>(O::schema(), "dice", "The dice, or the cards.")
    }
}

impl<O: ToSchema, D: ToSchema> ToSchema for Answer<O, D> {
    fn name() -> std::borrow::Cow<'static, str> {
        format!("{}Roll", O::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        O::schemas(schemas);
        collect::<D>(schemas);
    }
}
