//! `/v1/futile-kingdoms/…`

use actix_web::web::ServiceConfig;
use melee_domain::rulesets::futile_kingdoms::encounter::{
    Command, Encounter, EncounterView, Event, SetUp,
};
use melee_domain::rulesets::futile_kingdoms::full_round::{RoundOdds, RoundOutcome, RoundRequest};
use melee_domain::rulesets::futile_kingdoms::{
    AttackOdds, AttackOutcome, AttackRequest, Entry, EntryRequest, MeleeDefense,
    MeleeDefenseRequest, ReachAnswer, ReachRequest, SkillModifier, SkillModifierRequest, Sum,
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
        skill_modifier::batch,
        full_round::single,
        full_round::odds,
        full_round::batch,
        reach::single,
        reach::batch,
        close_quarters_entry::single,
        close_quarters_entry::batch,
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
    tags((name = "Futile Kingdoms", description = "Melee on hexes, by deviation rolls."))
)]
pub(crate) struct Spec;

type Attack = Answer<AttackOutcome<Sum<'static>>>;
type Round = Answer<RoundOutcome<'static, Sum<'static>>>;

/// Registers the game's routes.
pub(crate) fn routes(game: &mut ServiceConfig) {
    game.configure(attack_roll::register)
        .configure(melee_defense::register)
        .configure(skill_modifier::register)
        .configure(full_round::register)
        .configure(reach::register)
        .configure(close_quarters_entry::register)
        .configure(encounters::register);
}

verb! {
    /// Roll an attack
    ///
    /// Rolls an attack on a target, and with `roll_damage` the damage of a hit (FK-11, FK-40).
    /// Dice are asked for in this order: the attack's red and white die, those of each explosion, a
    /// choice among the sidelined hexes, then the same for the damage.
    rolled attack_roll: AttackRequest => Attack, odds AttackOdds,
    "/v1/futile-kingdoms", "/attack-roll", "futile_kingdoms_attack_roll", "Futile Kingdoms"
}

verb! {
    /// Reckon a Melee Defense
    ///
    /// What an attack on this combatant has to overcome (FK-10). No dice.
    reckoned melee_defense: MeleeDefenseRequest => MeleeDefense<'static>,
    "/v1/futile-kingdoms", "/melee-defense", "futile_kingdoms_melee_defense", "Futile Kingdoms"
}

verb! {
    /// Reckon an attack before the dice
    ///
    /// What an attacker brings to an attack, without the Deviation Roll and the target's Melee
    /// Defense (FK-11). No dice.
    reckoned skill_modifier: SkillModifierRequest => SkillModifier<'static>,
    "/v1/futile-kingdoms", "/skill-modifier", "futile_kingdoms_skill_modifier", "Futile Kingdoms"
}

verb! {
    /// Play a melee round
    ///
    /// Resolves what an engagement group declares: first all attacks in optimal reach, then those in
    /// suboptimal reach, then the maneuvers (FK-50 to FK-55). Positions and facing decide distance,
    /// arc, what is in the way and what is sidelined. `next` begins the next round.
    rolled full_round: RoundRequest => Round, odds RoundOdds<'static>,
    "/v1/futile-kingdoms", "/full-round", "futile_kingdoms_full_round", "Futile Kingdoms"
}

verb! {
    /// Ask how far a target is, and what is in the way
    ///
    /// From the hexes of attacker and target: the distance, whether the weapon reaches, which
    /// occupied hexes block the attack, and along the edges of which hexes it runs (FK-12, FK-20,
    /// FK-21). No dice.
    reckoned reach: ReachRequest => ReachAnswer,
    "/v1/futile-kingdoms", "/reach", "futile_kingdoms_reach", "Futile Kingdoms"
}

verb! {
    /// Ask whether Close Quarters may be entered
    ///
    /// Judges the means by which a combatant wants to enter an opponent's hex (FK-30). No dice.
    reckoned close_quarters_entry: EntryRequest => Entry,
    "/v1/futile-kingdoms", "/close-quarters-entry", "futile_kingdoms_close_quarters_entry", "Futile Kingdoms"
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
    const GAME: &'static str = "futile-kingdoms";
    const SPEC: &'static str = "futile_kingdoms";
    type Spec = EncounterSpec;
}

encounters! { Encounter, "/v1/futile-kingdoms", "/encounters", "futile_kingdoms", "Futile Kingdoms" }
