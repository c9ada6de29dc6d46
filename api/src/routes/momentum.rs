//! `/v1/momentum/…`

use actix_web::web::ServiceConfig;
use melee_domain::rulesets::momentum::encounter::{
    Command, Encounter, EncounterView, Event, SetUp,
};
use melee_domain::rulesets::momentum::full_round::{RoundOdds, RoundOutcome, RoundRequest};
use melee_domain::rulesets::momentum::{
    AttackOdds, AttackRequest, ItemisedPress, MeleeDefense, MeleeDefenseOdds, MeleeDefenseRequest,
    SkillModifier, SkillModifierRequest, Sum,
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
        melee_defense::single,
        melee_defense::odds,
        melee_defense::batch,
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
    tags((name = "Momentum", description = "Declare, Clash, Press, The Toll."))
)]
pub(crate) struct Spec;

type Attack = Answer<ItemisedPress<'static>>;
type Defense = Answer<MeleeDefense<'static>>;
type Round = Answer<RoundOutcome<'static, Sum<'static>>>;

/// Registers the game's routes.
pub(crate) fn routes(game: &mut ServiceConfig) {
    game.configure(attack_roll::register)
        .configure(melee_defense::register)
        .configure(skill_modifier::register)
        .configure(full_round::register)
        .configure(encounters::register);
}

verb! {
    /// Roll one press and its Toll
    ///
    /// The attacking check against the defending one, and what a hit takes (M-31 to M-42). The
    /// attacker's two dice come first.
    rolled attack_roll: AttackRequest => Attack, odds AttackOdds,
    "/v1/momentum", "/attack-roll", "momentum_attack_roll", "Momentum"
}

verb! {
    /// Roll a defending check
    ///
    /// Two dice, the check and the Shield, which does not count from the rear (M-31).
    rolled melee_defense: MeleeDefenseRequest => Defense, odds MeleeDefenseOdds,
    "/v1/momentum", "/melee-defense", "momentum_melee_defense", "Momentum"
}

verb! {
    /// Reckon a check before the dice
    ///
    /// What two dice are added to in a Clash, an attack or a defense (M-1, M-21, M-31). No dice.
    reckoned skill_modifier: SkillModifierRequest => SkillModifier<'static>,
    "/v1/momentum", "/skill-modifier", "momentum_skill_modifier", "Momentum"
}

verb! {
    /// Play a round of melee
    ///
    /// Declare, Clash, Press, The Toll, for 2 to 200 combatants, told as a story (M-10 to M-61).
    /// Dice are asked for clash by clash in the order of declaration, the declarer's two first, and
    /// then press by press in the order of declaration, the attacker's two first, also for those that
    /// will lapse. `next`, with new declarations, is the next round's request.
    rolled full_round: RoundRequest => Round, odds RoundOdds<'static>,
    "/v1/momentum", "/full-round", "momentum_full_round", "Momentum"
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
    const GAME: &'static str = "momentum";
    const SPEC: &'static str = "momentum";
    type Spec = EncounterSpec;
}

encounters! { Encounter, "/v1/momentum", "/encounters", "momentum", "Momentum" }
