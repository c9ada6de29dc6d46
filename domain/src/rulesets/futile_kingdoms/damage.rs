//! Damage and its effect (FK-40 to FK-42).

use serde::{Deserialize, Serialize};

use super::attack_roll::Blow;
use super::combatant::Grip;
use super::conditions::Condition;
use super::deviation::{DeviationRoll, Red, Roll};
use super::rules::Term;
use crate::chance::Chance;
use crate::strict::strict;
use crate::sum::{Modifier, Tally};

/// Whether the damage's Deviation Roll explodes on +5 and -5 (FK-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::ExplodeDamage))]
pub enum ExplodeDamage {
    /// It does not.
    #[default]
    Never,
    /// It does, each time.
    Always,
}

strict!(write ExplodeDamage);

/// What damage does to its victim (FK-42).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Effect))]
pub enum Effect {
    /// Damage of 0 or less: nothing.
    None,
    /// 1 to 3: Dazed.
    Dazed,
    /// 4 to 6: Wounded, and Dazed if not already.
    Wounded,
    /// 7 or more: Downed.
    Downed,
}

impl Effect {
    /// The effect of so much damage.
    #[must_use]
    pub fn of(damage: i32) -> Self {
        match damage {
            ..=0 => Self::None,
            1..=3 => Self::Dazed,
            4..=6 => Self::Wounded,
            7.. => Self::Downed,
        }
    }
}

/// How a hit does damage, beside the blow itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Harm<'r> {
    /// Whether it is a Charge or its counter.
    pub(super) charge: bool,
    /// Whether its Deviation Roll explodes.
    pub(super) explode: ExplodeDamage,
    /// House rules and the GM's word.
    pub(super) modifiers: &'r [Modifier],
}

/// The damage of a hit (FK-40, FK-41), with its own Deviation Roll.
pub(super) fn damage<'r, S: Tally<'r, Term>, C: Chance>(
    blow: &Blow<'r>,
    attack_result: i32,
    harm: Harm<'r>,
    chance: &mut C,
) -> Result<S, C::Error> {
    let (attacker, weapon) = (blow.approach.attacker, blow.approach.weapon);
    let victim = blow.victim.combatant;
    let mut sum = S::default();
    let roll = chance.ask(DeviationRoll::of(Roll::Damage, Red::Unread))?;
    sum.base(Term::DamageRoll, roll.value.into());
    let wanted = |_| harm.explode == ExplodeDamage::Always;
    DeviationRoll::explode(
        Roll::Damage,
        roll,
        Term::DamageExplosion,
        &mut sum,
        wanted,
        chance,
    )?;

    // FK-40
    sum.base(Term::WeaponDamage, weapon.damage.get());
    sum.add_if(
        weapon.adds_vigor,
        Term::DamageVigor,
        attacker.combatant.vigor.get(),
    );
    sum.add(Term::HalfAttackResult, attack_result.div_euclid(2));
    sum.add_if(harm.charge, Term::Charge, 2);
    let berserk = attacker.conditions.has(Condition::Berserk);
    sum.add_if(berserk, Term::DamageBerserk, 1);
    let one_handed = weapon.grip == Grip::OneOrTwoUsedInOne;
    sum.add_if(one_handed, Term::DamageOneHanded, -1);

    // FK-41
    let armor = victim.armor;
    let (term, protection) = if attack_result < 4 {
        (Term::ArmorProtection, armor.protection.get())
    } else {
        (Term::HelmetProtection, armor.helmet.get())
    };
    sum.base(Term::TargetVigor, -victim.vigor.get());
    sum.add(term, -protection);
    sum.add(
        Term::ArmorPiercing,
        weapon.armor_piercing.get().min(protection),
    );
    sum.free(harm.modifiers);
    Ok(sum)
}
