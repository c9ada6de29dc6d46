//! Exact odds of every verb that rolls.

use actix_web::HttpResponse;
use melee_domain::Odds;
use melee_domain::odds::MOST_BRANCHES;

use crate::body::Body;
use crate::play::{json, off_the_workers, written};
use crate::problem::{Code, Problem};

/// So many branches are counted at once, on the web worker; more are left to another thread.
const FEW_BRANCHES: usize = 1_000;

/// Answers with the odds of a verb.
pub(crate) async fn odds<V: Odds + Send + 'static>(body: Body) -> Result<HttpResponse, Problem> {
    let request: V = body.parse()?;
    if request.dice().is_some() {
        return Err(Problem::at(
            Code::InvalidRequest,
            "/dice".into(),
            "odds throw no dice; leave `dice` out",
        ));
    }
    if let Ok(odds) = V::odds(&request.lawful()?, FEW_BRANCHES) {
        return json(&odds);
    }
    off_the_workers(move || written(&V::odds(&request.lawful()?, MOST_BRANCHES)?)).await
}
