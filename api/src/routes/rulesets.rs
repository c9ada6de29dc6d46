//! `/v1/rulesets`: the catalogue of the games.

use actix_web::{HttpResponse, web};
use melee_domain::Ruleset;
use melee_domain::rulesets::{futile_kingdoms, gurps, karmic, momentum};
use serde::Serialize;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{OpenApi, PartialSchema, ToSchema};

use crate::play::json;
use crate::problem::{Code, Problem};

/// The catalogue's part of the spec.
#[derive(OpenApi)]
#[openapi(
    paths(list_rulesets, show_ruleset),
    components(schemas(RulesetId)),
    tags((name = "Rulesets", description = "The games: their verbs, modifiers and rules."))
)]
pub(crate) struct Spec;

/// Every game there is.
pub(crate) const RULESETS: &[Ruleset] = &[
    futile_kingdoms::RULESET,
    gurps::RULESET,
    momentum::RULESET,
    karmic::RULESET,
];

/// The games that can be played.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RulesetList {
    /// The games, by name.
    #[schema(max_items = 20)]
    rulesets: Vec<RulesetEntry>,
}

/// A game in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RulesetEntry {
    /// The game's id, as in the paths of its verbs.
    #[schema(max_length = 64)]
    id: &'static str,
    /// The game's name.
    #[schema(max_length = 64)]
    name: &'static str,
    /// What the game is like, in a sentence.
    #[schema(max_length = 400)]
    summary: &'static str,
    /// Where its catalogue is: every verb, modifier and rule.
    #[schema(max_length = 200)]
    href: String,
}

/// The id of a game: one of those there are.
pub(crate) struct RulesetId;

impl PartialSchema for RulesetId {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .description(Some("The id of a game: one of those there are."))
            .schema_type(Type::String)
            .enum_values(Some(RULESETS.iter().map(|ruleset| ruleset.id)))
            .into()
    }
}

impl ToSchema for RulesetId {}

/// List the games
///
/// Every game that can be played, and where its catalogue is.
#[utoipa::path(
    get,
    path = "/v1/rulesets",
    operation_id = "list_rulesets",
    tag = "Rulesets",
    responses((status = 200, description = "The games.", body = RulesetList))
)]
pub(crate) async fn list_rulesets() -> Result<HttpResponse, Problem> {
    json(&RulesetList::of(RULESETS))
}

impl RulesetList {
    pub(crate) fn of(rulesets: &[Ruleset]) -> Self {
        let rulesets = rulesets.iter().map(|ruleset| RulesetEntry {
            id: ruleset.id,
            name: ruleset.name,
            summary: ruleset.summary,
            href: format!("/v1/rulesets/{}", ruleset.id),
        });
        Self {
            rulesets: rulesets.collect(),
        }
    }
}

/// Show the catalogue of a game
///
/// Its verbs, every term and modifier of its sums, and every rule by its number: what a cited line
/// leads to, and what a menu is built from.
#[utoipa::path(
    get,
    path = "/v1/rulesets/{ruleset}",
    operation_id = "show_ruleset",
    tag = "Rulesets",
    params(("ruleset" = RulesetId, Path, description = "The game's id.", example = "futile-kingdoms")),
    responses((status = 200, description = "The catalogue.", body = Ruleset))
)]
pub(crate) async fn show_ruleset(id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let known = RULESETS.iter().find(|ruleset| ruleset.id == *id);
    let ruleset = known.ok_or_else(|| {
        let known: Vec<_> = RULESETS.iter().map(|ruleset| ruleset.id).collect();
        Problem::new(
            Code::NotFound,
            format!("no such ruleset; there are: {}", known.join(", ")),
        )
    })?;
    json(ruleset)
}
