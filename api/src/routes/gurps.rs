//! `/v1/gurps/…`

use actix_web::web::ServiceConfig;
use melee_domain::rulesets::gurps::encounter::{Command, Encounter, EncounterView, Event, SetUp};
use melee_domain::rulesets::gurps::{
    AttackOdds, AttackOutcome, AttackRequest, RoundOdds, RoundOutcome, RoundRequest, SkillModifier,
    SkillModifierRequest,
};
use utoipa::OpenApi;

use super::encounters::encounters;
use super::verb;
use crate::encounters::{Served, ServedSpec};
use crate::play::Answer;

/// The game's part of the spec.
#[derive(OpenApi)]
#[openapi(
    paths(
        attack_roll::single,
        attack_roll::odds,
        attack_roll::batch,
        skill_modifier::single,
        skill_modifier::batch,
        full_round::single,
        full_round::odds,
        full_round::batch,
        encounters::create,
        encounters::show,
        encounters::delete,
        encounters::command,
        encounters::events,
        encounters::stream,
        encounters::ticket,
        encounters::renew,
        encounters::proof,
    ),
    tags((name = "GURPS", description = "Three dice against an effective skill. An unofficial aid."))
)]
pub(crate) struct Spec;

type Attack = Answer<AttackOutcome<'static>>;
type Round = Answer<RoundOutcome<'static>>;

/// Registers the game's routes.
pub(crate) fn routes(game: &mut ServiceConfig) {
    game.configure(attack_roll::register)
        .configure(skill_modifier::register)
        .configure(full_round::register)
        .configure(encounters::register);
}

verb! {
    /// Roll an attack
    ///
    /// Three dice against the effective skill (G-4). What the dice show by nature is judged before the
    /// margin, and there is exactly one outcome (G-70 to G-72).
    rolled attack_roll: AttackRequest => Attack, odds AttackOdds,
    "/v1/gurps", "/attack-roll", "gurps_attack_roll", "GURPS"
}

verb! {
    /// Reckon the effective skill
    ///
    /// The effective skill with every modifier as a line and every cap shown, its odds, and how
    /// deceptive the attack may be (G-1 to G-3, G-73, G-74). No dice.
    reckoned skill_modifier: SkillModifierRequest => SkillModifier<'static>,
    "/v1/gurps", "/skill-modifier", "gurps_skill_modifier", "GURPS"
}

verb! {
    /// Roll every attack of a round
    ///
    /// Each declared attack in order, three dice a roll. A Rapid Strike and a Dual-Weapon Attack roll
    /// twice (G-80).
    rolled full_round: RoundRequest => Round, odds RoundOdds<'static>,
    "/v1/gurps", "/full-round", "gurps_full_round", "GURPS"
}

/// The types of an encounter in the spec.
pub(crate) struct EncounterSpec;

impl ServedSpec for EncounterSpec {
    type Command = Command;
    type Event = Event<'static>;
    type View = EncounterView<'static>;
    type SetUp = SetUp;
}

impl Served for Encounter {
    const GAME: &'static str = "gurps";
    const SPEC: &'static str = "gurps";
    type Spec = EncounterSpec;
}

encounters! { Encounter, "/v1/gurps", "/encounters", "gurps", "GURPS" }
