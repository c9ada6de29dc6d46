//! `/v1/karmic/…`

use actix_web::web::ServiceConfig;
use melee_domain::chance::Dealt;
use melee_domain::rulesets::karmic::encounter::{Command, Encounter, EncounterView, Event, SetUp};
use melee_domain::rulesets::karmic::{
    AttackOdds, AttackRequest, CheckOdds, CheckRequest, Hand, HandRequest, InitiativeOdds,
    InitiativeOutcome, InitiativeRequest, ItemisedRegister, MeleeDefense, MeleeDefenseRequest,
    RoundOdds, RoundOutcome, RoundRequest, SkillModifier, SkillModifierRequest, Sum,
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
        melee_defense::batch,
        skill_modifier::single,
        skill_modifier::odds,
        skill_modifier::batch,
        full_round::single,
        full_round::odds,
        full_round::batch,
        initiative::single,
        initiative::odds,
        initiative::batch,
        hand::single,
        hand::odds,
        hand::batch,
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
    tags((name = "Karmic", description = "Melee of two by playing cards."))
)]
pub(crate) struct Spec;

type Attack = Answer<ItemisedRegister<'static>, Dealt>;
type Round = Answer<RoundOutcome<'static, Sum<'static>>, Dealt>;
type Initiative = Answer<InitiativeOutcome<'static>, Dealt>;
type Drawn = Answer<Hand, Dealt>;

/// Registers the game's routes.
pub(crate) fn routes(game: &mut ServiceConfig) {
    game.configure(attack_roll::register)
        .configure(melee_defense::register)
        .configure(skill_modifier::register)
        .configure(full_round::register)
        .configure(initiative::register)
        .configure(hand::register)
        .configure(encounters::register);
}

verb! {
    /// Resolve one attack against one defense
    ///
    /// The modified totals of both, and the damage of a hit (K-40, K-41); without a defense the attack is
    /// unopposed. The defender may be a hand that nobody knows, of which the highest card is played. Cards
    /// are drawn for hit cards only, and for an unknown hand: the attacker's first.
    rolled attack_roll: AttackRequest => Attack, odds AttackOdds,
    "/v1/karmic", "/attack-roll", "karmic_attack_roll", "Karmic"
}

verb! {
    /// Reckon a defending maneuver
    ///
    /// The modified total of a defense with the card played for it (K-40). No card is drawn.
    reckoned melee_defense: MeleeDefenseRequest => MeleeDefense<'static>,
    "/v1/karmic", "/melee-defense", "karmic_melee_defense", "Karmic"
}

verb! {
    /// Reckon a check before the card
    ///
    /// How many cards a check draws, and what the card played is added to (K-5, K-40). Its odds are those
    /// of the check itself: the highest of that many cards of `deck`.
    reckoned skill_modifier: SkillModifierRequest => SkillModifier<'static>, odds CheckRequest => CheckOdds,
    "/v1/karmic", "/skill-modifier", "karmic_skill_modifier", "Karmic"
}

verb! {
    /// Play a turn of registers
    ///
    /// What both have declared, resolved register by register, both sides of one together (K-23 to K-27).
    /// Cards are drawn for hit cards only: register by register, the attacker's first.
    rolled full_round: RoundRequest => Round, odds RoundOdds<'static>,
    "/v1/karmic", "/full-round", "karmic_full_round", "Karmic"
}

verb! {
    /// Check who begins
    ///
    /// Both draw as many cards as their Combat Training, play the highest and add Willpower (K-20). Ties
    /// draw again. The cards of the first combatant come first, in each draw.
    rolled initiative: InitiativeRequest => Initiative, odds InitiativeOdds<'static>,
    "/v1/karmic", "/initiative", "karmic_initiative", "Karmic"
}

verb! {
    /// Draw a hand
    ///
    /// As many cards as the skill says (K-22), of a deck (K-4). Its odds are those of the highest card.
    rolled hand: HandRequest => Drawn, odds CheckOdds,
    "/v1/karmic", "/hand", "karmic_hand", "Karmic"
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
    const GAME: &'static str = "karmic";
    const SPEC: &'static str = "karmic";
    type Spec = EncounterSpec;
}

encounters! { Encounter, "/v1/karmic", "/encounters", "karmic", "Karmic" }
