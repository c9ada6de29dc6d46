//! Many requests for a verb in one call. Each is answered as by itself; a bad one harms no other.

use std::marker::PhantomData;

use actix_web::HttpResponse;
use melee_domain::chance::{Seed, Seeded, Source};
use melee_domain::schema::{collect, described};
use melee_domain::{Reckoned, Rolled, Strict};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use utoipa::openapi::schema::AdditionalProperties;
use utoipa::openapi::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::body::{Body, parse};
use crate::play::{off_the_workers, roll, written};
use crate::problem::Problem;

/// The most requests in a batch.
const MOST: usize = 1000;

/// The most bytes in the body of a batch.
pub(crate) const LIMIT: usize = 4 * 1024 * 1024;

/// A batch, with its requests not yet parsed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
struct Batch<'b> {
    seed: Option<Seed>,
    #[serde(borrow, deserialize_with = "requests")]
    requests: Vec<&'b RawValue>,
}

impl<'de: 'b, 'b> Deserialize<'de> for Batch<'b> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(Strict(deserializer))
    }
}

fn requests<'de: 'b, 'b, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<&'b RawValue>, D::Error> {
    melee_domain::items(deserializer, 1, MOST)
}

/// Answers a batch of a verb that only reckons.
pub(crate) async fn reckoned<V: Reckoned>(body: Body<LIMIT>) -> Result<HttpResponse, Problem> {
    batch(body, |request, _| written(&parse::<V>(request)?.reckon()?)).await
}

/// Answers a batch of a verb that rolls. A request without dice of its own is rolled from the seed
/// of the batch and its place in it.
pub(crate) async fn rolled<V: Rolled>(body: Body<LIMIT>) -> Result<HttpResponse, Problem> {
    batch(body, |request, seeded| {
        written(&roll(&parse::<V>(request)?, seeded)?)
    })
    .await
}

async fn batch(
    body: Body<LIMIT>,
    answer: impl Fn(&[u8], &dyn Fn() -> (Source, Seeded)) -> Result<Vec<u8>, Problem> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    off_the_workers(move || {
        let batch: Batch<'_> = body.parse()?;
        let mut results = br#"{"results":["#.to_vec();
        for (index, request) in batch.requests.iter().enumerate() {
            let luck = || match &batch.seed {
                Some(seed) => (
                    Source::Seed,
                    Seeded::from_text_of_item(seed.as_str(), index),
                ),
                None => (Source::Server, Seeded::from_key(rand::random())),
            };
            let (name, result) = match answer(request.get().as_bytes(), &luck) {
                Ok(answer) => ("answer", answer),
                Err(problem) => ("problem", written(&problem)?),
            };
            if index > 0 {
                results.push(b',');
            }
            results.extend_from_slice(format!("{{\"{name}\":").as_bytes());
            results.extend_from_slice(&result);
            results.push(b'}');
        }
        results.extend_from_slice(b"]}");
        Ok(results)
    })
    .await
}

/// The schema of a batch of requests.
pub(crate) struct BatchOf<V>(PhantomData<V>);

/// The schema of the results of a batch.
pub(crate) struct ResultsOf<A>(PhantomData<A>);

/// The schema of a good result.
struct Good<A>(PhantomData<A>);

/// The schema of a refused request.
struct BatchProblem;

fn closed() -> ObjectBuilder {
    ObjectBuilder::new()
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
}

impl<V: ToSchema> PartialSchema for BatchOf<V> {
    fn schema() -> RefOr<Schema> {
        let requests = ArrayBuilder::new()
            .description(Some("The requests, each as by itself."))
            .items(Ref::from_schema_name(V::name()))
            .min_items(Some(1))
            .max_items(Some(MOST));
        closed()
            .description(Some("Many requests in one call."))
            .property(
                "seed",
                described::<Seed>(
                    "The seed of the requests without dice of their own. The one at place i, from 0, \
                     is rolled from the SHA-256 of the seed, a zero byte and i in decimal. Absent: \
                     the service rolls.",
                ),
            )
            .property("requests", requests)
            .required("requests")
            .into()
    }
}

impl<V: ToSchema> ToSchema for BatchOf<V> {
    fn name() -> std::borrow::Cow<'static, str> {
        format!("{}Batch", V::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        collect::<Seed>(schemas);
        collect::<V>(schemas);
    }
}

impl<A: ToSchema> PartialSchema for ResultsOf<A> {
    fn schema() -> RefOr<Schema> {
        let result = OneOfBuilder::new()
            .item(Ref::from_schema_name(Good::<A>::name()))
            .item(Ref::from_schema_name(BatchProblem::name()));
        let results = ArrayBuilder::new()
            .description(Some("The results, in the order of the requests."))
            .items(result)
            .min_items(Some(1))
            .max_items(Some(MOST));
        closed()
            .description(Some("The results of a batch."))
            .property("results", results)
            .required("results")
            .into()
    }
}

impl<A: ToSchema> ToSchema for ResultsOf<A> {
    fn name() -> std::borrow::Cow<'static, str> {
        format!("{}Results", A::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        collect::<Good<A>>(schemas);
        collect::<BatchProblem>(schemas);
    }
}

impl<A: ToSchema> PartialSchema for Good<A> {
    fn schema() -> RefOr<Schema> {
        closed()
            .description(Some("A request that was answered."))
            .property("answer", described::<A>("The answer, as by itself."))
            .required("answer")
            .into()
    }
}

impl<A: ToSchema> ToSchema for Good<A> {
    fn name() -> std::borrow::Cow<'static, str> {
        format!("{}Result", A::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        collect::<A>(schemas);
    }
}

impl PartialSchema for BatchProblem {
    fn schema() -> RefOr<Schema> {
        closed()
            .description(Some("A request that was refused."))
            .property(
                "problem",
                described::<Problem>("The problem, as by itself."),
            )
            .required("problem")
            .into()
    }
}

impl ToSchema for BatchProblem {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        collect::<Problem>(schemas);
    }
}
