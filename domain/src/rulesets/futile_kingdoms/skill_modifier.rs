//! The Attack Result before the dice and without the target's defense (FK-11).

use serde::Serialize;

use super::approach::{Approach, Arc, AttackNumber, armed, attack_request};
use super::attack_roll::Explode;
use super::close_quarters::Quarters;
use super::combatant::Combatant;
use super::damage::ExplodeDamage;
use super::reach::{Band, Distance};
use super::rules::Sum;
use super::sidelined::SidelinedHexes;
use crate::bounded::or_default;
use crate::refusal::{Fault, Refusal};
use crate::sum::Modifiers;
use crate::verb::Reckoned;

attack_request! {
    /// How good is this attack before the dice? An attack without `target` and `dice`; what only
    /// matters once the dice are thrown changes nothing here.
    pub struct SkillModifierRequest {}
}

/// What an attacker brings to an attack.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::SkillModifier))]
pub struct SkillModifier<'r> {
    /// The Attack Result before the Deviation Roll and the target's Melee Defense.
    pub attack_modifier: Sum<'r>,
    /// How the weapon's Reach and the distance go together.
    pub reach: Band,
}

impl Reckoned for SkillModifierRequest {
    type Answer<'r> = SkillModifier<'r>;

    fn reckon(&self) -> Result<SkillModifier<'_>, Refusal> {
        let mut faults = Vec::new();
        let approach = self.approach(&mut faults);
        let approach = Refusal::unless(approach, faults)?;
        let mut attack_modifier = Sum::default();
        approach.add_to(&mut attack_modifier);
        Ok(SkillModifier {
            attack_modifier,
            reach: approach.band,
        })
    }
}
