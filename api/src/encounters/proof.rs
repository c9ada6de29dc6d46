//! The proof of a closed encounter: its seed, and every draw.

use actix_web::{HttpRequest, HttpResponse, web};
use melee_domain::chance::Seed;
use serde::Serialize;
use utoipa::ToSchema;

use super::access::{bearer, load, viewer};
use super::luck::{DERIVATION, commitment};
use super::record::{Draw, Entry, Record};
use super::view::PAGE;
use super::{Encounters, Served};
use crate::play::json;
use crate::problem::{Code, Problem};

/// What it takes to verify a fight elsewhere.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EncounterProof)]
pub(crate) struct Proof {
    /// The seed, 32 bytes in hexadecimal digits.
    #[schema(max_length = 64)]
    seed: String,
    /// What the seed was made of: 32 random bytes, in hexadecimal digits.
    #[schema(max_length = 64)]
    random: String,
    /// And the text that was given at the creation, after them. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    text: Option<Seed>,
    /// The SHA-256 of the seed, which was published at the creation.
    #[schema(max_length = 64)]
    commitment: String,
    /// How draws come from the seed.
    #[schema(max_length = 2000)]
    derivation: &'static str,
    /// Every draw, in order. Dice thrown at the table are none.
    #[schema(max_items = 10_001)]
    draws: Vec<Draw>,
}

/// Shows the proof of a closed encounter.
pub(crate) async fn proof<G: Served>(
    request: HttpRequest,
    id: web::Path<String>,
    encounters: web::Data<Encounters>,
) -> Result<HttpResponse, Problem> {
    let token = bearer(&request)?;
    let store = encounters.store().await?;
    let loaded = load(&*store, &id, &token, None).await?;
    let record = Record::<G>::read(&loaded.state)?;
    viewer(&loaded.seat, &record.seats)?;
    if !record.closed {
        return Err(Problem::of(Code::NotClosed));
    }
    let mut draws = Vec::new();
    let mut after = 0;
    loop {
        let entries = store.log(&id, after, PAGE).await?;
        for (revision, entry) in &entries {
            draws.extend(Entry::read(entry)?.draw);
            after = *revision;
        }
        if entries.len() < PAGE {
            break;
        }
    }
    let seed = record.secret.seed();
    json(&Proof {
        seed: const_hex::encode(seed),
        random: const_hex::encode(record.secret.random()),
        text: record.secret.text().cloned(),
        commitment: commitment(&seed),
        derivation: DERIVATION,
        draws,
    })
}
