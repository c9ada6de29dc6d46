//! The Melee Defense (FK-10).

use serde::{Deserialize, Serialize};

use super::close_quarters::Quarters;
use super::combatant::{Combatant, Grip, Present};
use super::conditions::Condition;
use super::reach::{Band, Distance};
use super::rules::{Sum, Term};
use crate::bounded::or_default;
use crate::refusal::Refusal;
use crate::strict::strict;
use crate::sum::Tally;
use crate::verb::Reckoned;

/// How well does this combatant defend?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::MeleeDefenseRequest))]
pub struct MeleeDefenseRequest {
    /// Who defends.
    pub defender: Combatant,
    /// How far away the attacker is, in hexes; 0 is inside Close Quarters. Absent: 1.
    #[serde(default, deserialize_with = "or_default")]
    pub distance: Distance,
    /// Whether the defender shares its hex with an opponent. At a distance of 1 or more the attack
    /// then comes from outside. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub in_close_quarters: bool,
}

/// The Melee Defense of a combatant.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::MeleeDefense))]
pub struct MeleeDefense<'r> {
    /// What an attack has to overcome.
    pub melee_defense: Sum<'r>,
}

strict!(MeleeDefenseRequest);

impl Reckoned for MeleeDefenseRequest {
    type Answer<'r> = MeleeDefense<'r>;

    fn reckon(&self) -> Result<MeleeDefense<'_>, Refusal> {
        let mut faults = Vec::new();
        self.defender.faults("/defender", &mut faults);
        Refusal::of(faults)?;
        let quarters = Quarters::of(self.distance, self.in_close_quarters.into());
        Ok(MeleeDefense {
            melee_defense: melee_defense((&self.defender).into(), self.distance, quarters),
        })
    }
}

/// The Melee Defense of a combatant against an attack from this distance (FK-10, FK-31, FK-32).
#[must_use]
pub fn melee_defense<'r, S: Tally<'r, Term>>(
    defender: Present<'r>,
    distance: Distance,
    quarters: Quarters,
) -> S {
    let mut sum = S::default();
    if quarters == Quarters::FromOutside {
        sum.base(Term::CloseQuartersFromOutside, 0);
        return sum;
    }
    let Present {
        combatant: defender,
        conditions,
    } = defender;
    let weapon = defender.weapon.as_ref();
    let shield = defender.useful_shield(quarters);

    // FK-10.1
    sum.base(Term::DefenseVigor, defender.vigor.get());
    // FK-10.2: a weapon too long at this distance is no help, and a shield beside it is not a
    // shield only; a weapon too short still defends.
    let too_long = |weapon| Band::of(weapon, distance) == Some(Band::TooLong);
    match (weapon, shield) {
        (Some(weapon), _) if !too_long(weapon) => {
            sum.base(Term::DefenseSkill, weapon.skill.get());
        }
        (None, Some(_)) => sum.base(Term::Combat, defender.combat.get()),
        (Some(_), _) | (None, None) => sum.base(Term::Evasion, defender.evasion.get()),
    }
    // FK-10.3 and FK-10.4
    match (shield, weapon) {
        (Some(shield), _) => sum.add(Term::ShieldDefense, shield.defense_at(distance)),
        (None, Some(weapon)) => sum.add(Term::WeaponDefense, weapon.defense_modifier.get()),
        (None, None) => {}
    }
    // FK-10.5 to FK-10.8
    sum.add_if(conditions.has(Condition::Defending), Term::Defending, 2);
    sum.add_if(conditions.has(Condition::Dazed), Term::Dazed, -1);
    sum.add_if(conditions.wounded_or_encumbered(), Term::DefenseWounded, -1);
    sum.add_if(conditions.has(Condition::Berserk), Term::DefenseBerserk, -2);
    // FK-10.9
    let one_handed = weapon.is_some_and(|weapon| weapon.grip == Grip::OneOrTwoUsedInOne);
    sum.add_if(one_handed && shield.is_none(), Term::DefenseOneHanded, -1);
    sum.free(&defender.other_modifiers);
    sum
}
