//! The bare route that the load script compares the service with: actix-web alone, which parses the
//! same request type and writes the same answer type. No CORS, no request ids, no rules: the answer
//! is resolved once, at the start.

#![expect(
    clippy::unwrap_used,
    reason = "what the load script starts should stop at the unexpected"
)]

use actix_web::{App, HttpServer, web};
use melee_domain::Rolled;
use melee_domain::chance::{Dice, Supplied};
use melee_domain::rulesets::futile_kingdoms::{AttackOutcome, AttackRequest, Sum};
use serde::Serialize;

#[derive(Clone, Serialize)]
struct Answer {
    #[serde(flatten)]
    outcome: AttackOutcome<Sum<'static>>,
    dice: melee_domain::chance::Thrown,
}

#[actix_web::main]
async fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, address, body] = arguments.as_slice() else {
        return Err(std::io::Error::other("usage: bare ADDRESS BODY"));
    };
    let request: &'static AttackRequest = Box::leak(Box::new(
        serde_json::from_slice(&std::fs::read(body)?).unwrap(),
    ));
    let Some(Dice::Faces(faces)) = request.dice() else {
        return Err(std::io::Error::other("the body brings its own faces"));
    };
    let lawful = request.lawful().unwrap();
    let answer = Answer {
        outcome: AttackRequest::resolve(&lawful, &mut Supplied::faces(faces)).unwrap(),
        dice: melee_domain::chance::Thrown {
            source: melee_domain::chance::Source::Supplied,
            faces: faces.clone(),
        },
    };
    HttpServer::new(move || {
        let answer = answer.clone();
        App::new().route(
            "/v1/futile-kingdoms/attack-roll",
            web::post().to(move |_: web::Json<AttackRequest>| {
                let answer = answer.clone();
                async move { web::Json(answer) }
            }),
        )
    })
    .bind(address)?
    .run()
    .await
}
