//! Creating an encounter.

use std::time::SystemTime;

use actix_web::http::header::{CACHE_CONTROL, ETAG, LOCATION};
use actix_web::{HttpRequest, HttpResponse, web};
use melee_domain::chance::Seed;
use melee_domain::encounter::{Encounter, Viewer};
use melee_domain::schema::{collect, described};
use melee_domain::tagged::read_as;
use melee_domain::{Id, JsonObject, Name};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use utoipa::openapi::schema::{AdditionalProperties, Type};
use utoipa::openapi::{ArrayBuilder, ObjectBuilder, Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::access::{GM, etag, hash, new_id, new_token};
use super::luck::{Secret, commitment};
use super::record::{ClientDice, NEW, Record};
use super::{Encounters, Served, ServedSpec};
use crate::body::Body;
use crate::play::{JSON, written};
use crate::problem::{Code, Problem};
use crate::store;

/// A new encounter: what every game has, and the game's own set-up. On the wire it is one object.
pub(crate) struct Creation<G: Served> {
    table: Table,
    set_up: G::SetUp,
}

/// What every game has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    name: Option<Name>,
    #[serde(deserialize_with = "seats")]
    seats: Vec<Id>,
    seed: Option<Seed>,
    client_dice: Option<ClientDice>,
}

/// The fields of [`Table`].
const FIELDS: [&str; 4] = ["name", "seats", "seed", "client_dice"];

/// The most seats of an encounter.
const MOST_SEATS: usize = 20;

fn seats<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Id>, D::Error> {
    let seats: Vec<Id> = melee_domain::items(deserializer, 0, MOST_SEATS)?;
    let mut known = std::collections::HashSet::new();
    for seat in &seats {
        if seat.as_str() == GM {
            return Err(serde::de::Error::custom(
                "no seat is called gm; name it otherwise",
            ));
        }
        if !known.insert(seat) {
            return Err(serde::de::Error::custom(format_args!(
                "the seat {} is there twice; give each its own name",
                seat.as_str()
            )));
        }
    }
    Ok(seats)
}

impl<'de, G: Served> Deserialize<'de> for Creation<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let JsonObject(mut set_up) = JsonObject::deserialize(deserializer)?;
        let table = FIELDS.iter().filter_map(|field| {
            let value = set_up.remove(*field)?;
            Some(((*field).to_owned(), value))
        });
        let table: Map<_, _> = table.collect();
        Ok(Self {
            table: read_as(&Value::Object(table))?,
            set_up: read_as(&Value::Object(set_up)).map_err(with_fields_of_the_table)?,
        })
    }
}

/// What serde says of an unknown field, with the fields that every game has among those it could be.
fn with_fields_of_the_table<E: serde::de::Error>(error: serde_json::Error) -> E {
    let text = error.to_string();
    let Some((unknown, known)) = text.split_once(", expected ") else {
        return E::custom(text);
    };
    let is_own = unknown.split('/').count() <= 2;
    if !is_own || !unknown.contains("unknown field `") {
        return E::custom(text);
    }
    let known = known.strip_prefix("one of ").unwrap_or(known);
    let fields = FIELDS.map(|field| format!("`{field}`")).join(", ");
    E::custom(format_args!("{unknown}, expected one of {fields}, {known}"))
}

/// A new encounter, with its tokens: they are shown this once.
#[derive(Serialize)]
pub(crate) struct Created<'e, G: Encounter> {
    id: &'e str,
    revision: u64,
    commitment: String,
    expires_at: String,
    tokens: Tokens,
    state: G::View<'e>,
}

/// The tokens of an encounter.
#[derive(Serialize)]
struct Tokens {
    gm: String,
    seats: Map<String, Value>,
}

/// Creates an encounter.
pub(crate) async fn create<G: Served>(
    request: HttpRequest,
    encounters: web::Data<Encounters>,
    body: Body,
) -> Result<HttpResponse, Problem> {
    encounters.may_create(&request)?;
    let Creation::<G> { table, set_up } = body.parse()?;
    let state = G::begin(set_up, &table.seats)?;
    let secret = Secret::new(table.seed);
    let seed = secret.seed();
    let record = Record {
        game: G::GAME.to_owned(),
        name: table.name,
        seats: table.seats,
        client_dice: table.client_dice.unwrap_or_default(),
        secret,
        draws: 0,
        closed: false,
        renewed: 0,
        undo: Vec::new(),
        depth: 0,
        state,
    };
    let id = new_id();
    let gm = new_token();
    let mut hashes = vec![(hash(&gm), GM.to_owned())];
    let mut seats = Map::new();
    for seat in &record.seats {
        let token = new_token();
        hashes.push((hash(&token), seat.as_str().to_owned()));
        seats.insert(seat.as_str().to_owned(), token.into());
    }
    let new = store::Creation {
        state: record.written()?,
        slot: record.slot(),
        tokens: hashes,
        lives_for: NEW,
        at_most: encounters.at_most,
    };
    encounters.store().await?.create(&id, new).await?;
    let created = Created::<G> {
        id: &id,
        revision: 1,
        commitment: commitment(&seed),
        expires_at: humantime::format_rfc3339_seconds(SystemTime::now() + NEW).to_string(),
        tokens: Tokens { gm, seats },
        state: record.state.view(Viewer::Gm),
    };
    Ok(HttpResponse::Created()
        .insert_header((LOCATION, format!("/v1/{}/encounters/{id}", G::GAME)))
        .insert_header((ETAG, etag(1)))
        .insert_header((CACHE_CONTROL, "no-store"))
        .content_type(JSON)
        .body(written(&created)?))
}

impl Encounters {
    /// Whether whoever asks may create an encounter: everybody, unless that takes a token, and not too often.
    fn may_create(&self, request: &HttpRequest) -> Result<(), Problem> {
        if let Some(needed) = &self.create_token {
            let given = super::access::bearer(request).ok();
            // Hashes are compared, so that the time it takes says nothing of the token.
            if given != Some(hash(needed)) {
                let detail = "creating an encounter takes the token of --create-token here";
                return Err(Problem::new(Code::Unauthorized, detail));
            }
        }
        match request.peer_addr() {
            Some(address) => self.creations.count(&address.ip()),
            None => Ok(()),
        }
    }
}

/// The schema of a game's type `name`.
pub(super) fn named<G: Served>(name: &str) -> std::borrow::Cow<'static, str> {
    format!("{}.{name}", G::SPEC).into()
}

/// A closed object.
pub(super) fn object(description: &str) -> ObjectBuilder {
    ObjectBuilder::new()
        .description(Some(description))
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
}

/// A text of so many characters at most.
pub(super) fn text(description: &str, most: usize) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description))
        .max_length(Some(most))
}

/// A revision.
pub(super) fn revision(description: &str) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .description(Some(description))
        .minimum(Some(1))
        .maximum(Some(10_001))
}

impl<G: Served> PartialSchema for Creation<G> {
    fn schema() -> RefOr<Schema> {
        let RefOr::T(Schema::Object(mut whole)) = <G::Spec as ServedSpec>::SetUp::schema() else {
            return ObjectBuilder::new().into();
        };
        let seats = ArrayBuilder::new()
            .description(Some("The seats of the players: none is called `gm`."))
            .items(Ref::from_schema_name(Id::name()))
            .max_items(Some(MOST_SEATS));
        let fields: [(&str, RefOr<Schema>); 4] = [
            (
                "name",
                described::<Name>("What it is called; it changes nothing.").into(),
            ),
            ("seats", seats.into()),
            (
                "seed",
                described::<Seed>("A text that goes into the seed, beside 32 random bytes.").into(),
            ),
            (
                "client_dice",
                described::<ClientDice>("Whose dice, thrown at the table, count. Absent: `gm`.")
                    .into(),
            ),
        ];
        for (name, field) in fields {
            whole.properties.insert(name.to_owned(), field);
        }
        whole.required.push("seats".to_owned());
        whole.description = Some("A new encounter.".to_owned());
        Schema::Object(whole).into()
    }
}

impl<G: Served> ToSchema for Creation<G> {
    fn name() -> std::borrow::Cow<'static, str> {
        named::<G>("EncounterCreation")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        <G::Spec as ServedSpec>::SetUp::schemas(schemas);
        collect::<Name>(schemas);
        collect::<Id>(schemas);
        collect::<Seed>(schemas);
        collect::<ClientDice>(schemas);
    }
}

impl<G: Served> PartialSchema for Created<'_, G> {
    fn schema() -> RefOr<Schema> {
        let token = || text("A bearer token.", 64);
        let seats = ObjectBuilder::new()
            .description(Some("The token of each seat, by its name."))
            .additional_properties(Some(token()));
        let tokens = object("The tokens. They are shown this once.")
            .property("gm", token())
            .required("gm")
            .property("seats", seats)
            .required("seats");
        let fields: [(&str, RefOr<Schema>); 6] = [
            ("id", text("The encounter's id.", 64).into()),
            ("revision", revision("1.").into()),
            (
                "commitment",
                text("The SHA-256 of the seed, in hexadecimal digits.", 64).into(),
            ),
            (
                "expires_at",
                text("When it expires, unless it is commanded before.", 64).into(),
            ),
            ("tokens", tokens.into()),
            (
                "state",
                described::<<G::Spec as ServedSpec>::View>("The state, as the GM sees it.").into(),
            ),
        ];
        fields
            .into_iter()
            .fold(object("A new encounter."), |whole, (name, field)| {
                whole.property(name, field).required(name)
            })
            .into()
    }
}

impl<G: Served> ToSchema for Created<'_, G> {
    fn name() -> std::borrow::Cow<'static, str> {
        named::<G>("EncounterCreated")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        collect::<<G::Spec as ServedSpec>::View>(schemas);
    }
}
