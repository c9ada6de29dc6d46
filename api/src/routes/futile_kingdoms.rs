//! `/v1/futile-kingdoms/…`

use actix_web::web::ServiceConfig;
use melee_domain::rulesets::futile_kingdoms::{
    AttackOutcome, AttackRequest, Entry, EntryRequest, MeleeDefense, MeleeDefenseRequest,
    SkillModifier, SkillModifierRequest, Sum,
};

use utoipa::OpenApi;

use super::{ask, verb};
use crate::play::Answer;

/// The game's part of the spec.
#[derive(OpenApi)]
#[openapi(
    paths(attack_roll, melee_defense, skill_modifier, close_quarters_entry),
    tags((name = "Futile Kingdoms", description = "Melee on hexes, by deviation rolls."))
)]
pub(crate) struct Spec;

type Attack = Answer<AttackOutcome<Sum<'static>>>;

/// Registers the game's routes.
pub(crate) fn routes(service: &mut ServiceConfig) {
    service
        .service(ask("/v1/futile-kingdoms/attack-roll", attack_roll))
        .service(ask("/v1/futile-kingdoms/melee-defense", melee_defense))
        .service(ask("/v1/futile-kingdoms/skill-modifier", skill_modifier))
        .service(ask(
            "/v1/futile-kingdoms/close-quarters-entry",
            close_quarters_entry,
        ));
}

verb! {
    /// Roll an attack
    ///
    /// Rolls an attack on a target, and with `roll_damage` the damage of a hit (FK-11, FK-40).
    /// Dice are asked for in this order: the attack's red and white die, those of each explosion, a
    /// choice among the sidelined hexes, then the same for the damage.
    roll attack_roll: AttackRequest => Attack,
    "/v1/futile-kingdoms/attack-roll", "futile_kingdoms_attack_roll", "Futile Kingdoms"
}

verb! {
    /// Reckon a Melee Defense
    ///
    /// What an attack on this combatant has to overcome (FK-10). No dice.
    reckon melee_defense: MeleeDefenseRequest => MeleeDefense<'static>,
    "/v1/futile-kingdoms/melee-defense", "futile_kingdoms_melee_defense", "Futile Kingdoms"
}

verb! {
    /// Reckon an attack before the dice
    ///
    /// What an attacker brings to an attack, without the Deviation Roll and the target's Melee
    /// Defense (FK-11). No dice.
    reckon skill_modifier: SkillModifierRequest => SkillModifier<'static>,
    "/v1/futile-kingdoms/skill-modifier", "futile_kingdoms_skill_modifier", "Futile Kingdoms"
}

verb! {
    /// Ask whether Close Quarters may be entered
    ///
    /// Judges the means by which a combatant wants to enter an opponent's hex (FK-30). No dice.
    reckon close_quarters_entry: EntryRequest => Entry,
    "/v1/futile-kingdoms/close-quarters-entry", "futile_kingdoms_close_quarters_entry", "Futile Kingdoms"
}
