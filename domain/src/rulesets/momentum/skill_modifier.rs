//! A check's sum before the dice (M-1).

use serde::{Deserialize, Serialize};

use super::check::add_modifiers;
use super::combatant::{Check, Combatant};
use super::rules::Sum;
use crate::bounded::or_default;
use crate::refusal::Refusal;
use crate::strict::strict;
use crate::verb::Reckoned;

/// How good is this check before the dice?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::SkillModifierRequest))]
pub struct SkillModifierRequest {
    /// Who checks.
    pub combatant: Combatant,
    /// The kind of check.
    pub roll: Check,
    /// Whether the other one comes from the rear: then no Shield defends. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub rear: bool,
}

strict!(SkillModifierRequest);

/// A check's sum before the dice.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::SkillModifier))]
pub struct SkillModifier<'r> {
    /// What two dice are added to.
    pub modifier: Sum<'r>,
}

impl Reckoned for SkillModifierRequest {
    type Answer<'r> = SkillModifier<'r>;

    fn reckon(&self) -> Result<SkillModifier<'_>, Refusal> {
        let mut modifier = Sum::default();
        add_modifiers(&mut modifier, &self.combatant, self.roll, self.rear.into());
        Ok(SkillModifier { modifier })
    }
}
