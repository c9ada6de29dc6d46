//! The generic middle of every verb: pick the chance, run the rule, answer with the dice.

use std::convert::Infallible;

use actix_web::HttpResponse;
use actix_web::http::header::ContentType;
use melee_domain::chance::{Dice, Recorded, Seeded, Source, Supplied, Thrown};
use melee_domain::{Reckoned, Refusal, Rolled};
use serde::Serialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::body::Body;
use crate::problem::Problem;

/// What a verb that rolls answers: its outcome, and the dice.
#[derive(Debug, Serialize)]
pub(crate) struct Answer<O> {
    #[serde(flatten)]
    outcome: O,
    dice: Thrown,
}

/// Answers a verb that only reckons.
pub(crate) async fn reckon<V: Reckoned>(body: Body) -> Result<HttpResponse, Problem> {
    let request: V = body.parse()?;
    Ok(json(&request.reckon()?))
}

/// Answers a verb that rolls.
pub(crate) async fn roll<V: Rolled>(body: Body) -> Result<HttpResponse, Problem> {
    let request: V = body.parse()?;
    Ok(json(&play(&request)?))
}

/// Rolls with the dice that the request brings, or with the operating system's randomness.
fn play<V: Rolled>(request: &V) -> Result<Answer<V::Outcome<'_>>, Refusal> {
    let lawful = request.lawful()?;
    match request.dice() {
        None => Ok(draw::<V>(
            &lawful,
            Source::Server,
            Seeded::from_key(rand::random()),
        )),
        Some(Dice::Seed(seed)) => Ok(draw::<V>(
            &lawful,
            Source::Seed,
            Seeded::from_text(seed.as_str()),
        )),
        Some(Dice::Faces(faces)) => {
            let mut chance = Supplied::new(faces);
            let outcome = V::resolve(&lawful, &mut chance)?;
            chance.finish()?;
            let dice = Thrown {
                source: Source::Supplied,
                faces: faces.clone(),
            };
            Ok(Answer { outcome, dice })
        }
    }
}

/// Rolls with dice that are drawn, and records them.
fn draw<'r, V: Rolled + 'r>(
    lawful: &V::Lawful<'r>,
    source: Source,
    seeded: Seeded,
) -> Answer<V::Outcome<'r>> {
    let mut chance = Recorded::new(seeded);
    let Ok::<_, Infallible>(outcome) = V::resolve(lawful, &mut chance);
    let (faces, _) = chance.into_parts();
    Answer {
        outcome,
        dice: Thrown { source, faces },
    }
}

/// A good answer.
pub(crate) fn json(answer: &impl Serialize) -> HttpResponse {
    match serde_json::to_vec(answer) {
        Ok(body) => HttpResponse::Ok()
            .content_type(ContentType::json())
            .body(body),
        Err(error) => {
            tracing::error!(%error, "an answer could not be written");
            HttpResponse::InternalServerError().finish()
        }
    }
}

/// The schema of an answer is that of its outcome, with the field `dice`: one plain object, where
/// an `allOf` would make clients of two.
impl<O: ToSchema> PartialSchema for Answer<O> {
    fn schema() -> RefOr<Schema> {
        match O::schema() {
            RefOr::T(Schema::Object(mut outcome)) => {
                let dice = utoipa::openapi::Ref::from_schema_name(Thrown::name());
                outcome.properties.insert("dice".into(), dice.into());
                outcome.required.push("dice".into());
                Schema::Object(outcome).into()
            }
            other @ (RefOr::Ref(_) | RefOr::T(_)) => other,
        }
    }
}

impl<O: ToSchema> ToSchema for Answer<O> {
    fn name() -> std::borrow::Cow<'static, str> {
        format!("{}Roll", O::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        O::schemas(schemas);
        schemas.push((Thrown::name().into(), Thrown::schema()));
        Thrown::schemas(schemas);
    }
}
