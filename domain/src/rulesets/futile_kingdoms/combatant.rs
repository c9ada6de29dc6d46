//! Who fights, and with what.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::close_quarters::Quarters;
use super::conditions::Conditions;
use super::reach::{Distance, Reach};
use crate::bounded::{Name, Rating, bounded, list, or_default, written};
use crate::refusal::Fault;
use crate::strict::strict;
use crate::sum::Modifiers;

/// Declares a combatant: fields of its own, and those that every combatant has.
macro_rules! combatant {
    ($(#[$meta:meta])* pub struct $name:ident as $component:ident { $($(#[$own_meta:meta])* pub $own:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
        #[serde(deny_unknown_fields, remote = "Self")]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::$component))]
        pub struct $name {
            $($(#[$own_meta])* pub $own: $type,)*
            /// Vigor: it counts in attack, defense and damage.
            pub vigor: Rating,
            /// The Combat skill, which defends with a shield only. Absent: 0.
            #[serde(default, deserialize_with = "or_default")]
            pub combat: Rating,
            /// Evasion, which defends without weapon and shield. Absent: 0.
            #[serde(default, deserialize_with = "or_default")]
            pub evasion: Rating,
            /// The melee weapon in hand. Absent: none.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub weapon: Option<Weapon>,
            /// The shield in hand. Absent: none.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub shield: Option<Shield>,
            /// The armor worn. Absent: none.
            #[serde(default, deserialize_with = "or_default")]
            pub armor: Armor,
            /// What state the combatant is in. Absent: none of these.
            #[serde(default, deserialize_with = "or_default")]
            pub conditions: Conditions,
            /// House rules and the GM's word on this combatant's Melee Defense.
            #[serde(default, deserialize_with = "or_default")]
            pub other_modifiers: Modifiers,
        }

        $crate::strict::strict!(write $name);
    };
}

pub(super) use combatant;

combatant! {
    /// A combatant.
    pub struct Combatant as Combatant {}
}

/// A combatant as it stands at this moment: its state can change within a round.
#[derive(Clone, Copy, Debug)]
pub struct Present<'r> {
    /// Who it is.
    pub combatant: &'r Combatant,
    /// What state it is in now.
    pub conditions: Conditions,
}

impl<'r> From<&'r Combatant> for Present<'r> {
    fn from(combatant: &'r Combatant) -> Self {
        Self {
            combatant,
            conditions: combatant.conditions,
        }
    }
}

/// A melee weapon.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Weapon))]
pub struct Weapon {
    /// What it is called; it changes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// The wielder's Weapon Skill with it. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub skill: Rating,
    /// Its Attack Modifier. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub attack_modifier: Rating,
    /// Its Defense Modifier, which counts without a shield. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub defense_modifier: Rating,
    /// Its Reach in hexes. Absent: 0, a weapon for Close Quarters.
    #[serde(default, deserialize_with = "or_default")]
    pub reach: Reach,
    /// A second Reach, lower than the first. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternative_reach: Option<Reach>,
    /// How it is held. Absent: `one_handed`, without effect.
    #[serde(default, deserialize_with = "or_default")]
    pub grip: Grip,
    /// Its Weapon Damage. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub damage: Rating,
    /// Whether its damage adds the wielder's Vigor. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub adds_vigor: bool,
    /// Its Armor Piercing (AP). Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub armor_piercing: Protection,
}

/// How a weapon is made and held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Grip))]
pub enum Grip {
    /// A one-handed weapon.
    #[default]
    OneHanded,
    /// A two-handed weapon.
    TwoHanded,
    /// A one-or-two-handed weapon in one hand: -1 to attack and damage, and without a shield to
    /// defend.
    OneOrTwoUsedInOne,
    /// A one-or-two-handed weapon in both hands.
    OneOrTwoUsedInTwo,
}

strict!(write Grip);

/// A shield.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Shield))]
pub struct Shield {
    /// What it is called; it changes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Its Shield Attack Modifier. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub attack_modifier: Rating,
    /// Its Melee Defense Modifiers, one for each Reach it knows; 0 for the others.
    #[serde(default, deserialize_with = "or_default")]
    pub melee_defense: ShieldDefenses,
}

/// A shield's Melee Defense Modifier at one Reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::ShieldDefense))]
pub struct ShieldDefense {
    /// The distance of the attack in hexes.
    pub reach: Reach,
    /// What it adds to the Melee Defense there.
    pub modifier: Rating,
}

list! {
    /// A shield's Melee Defense Modifiers, each Reach once.
    pub struct ShieldDefenses(0..=20 of ShieldDefense) in "futile_kingdoms";
}

written!(ShieldDefenses);

bounded! {
    /// A protection, or what pierces it, from 0 to 99.
    pub struct Protection(0..=99) in "futile_kingdoms";
}

/// Armor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Armor))]
pub struct Armor {
    /// Armor Protection, against an Attack Result below 4. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub protection: Protection,
    /// Helmet Protection, against an Attack Result of 4 or more. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub helmet: Protection,
}

strict!(write Weapon, Shield, ShieldDefense, Armor);

impl Combatant {
    /// What is unlawful in the combatant itself, wherever it stands in the request.
    pub(super) fn faults(&self, pointer: impl fmt::Display, faults: &mut Vec<Fault>) {
        if let Some(weapon) = &self.weapon {
            weapon.faults(format_args!("{pointer}/weapon"), faults);
        }
        if let Some(shield) = &self.shield {
            for (index, entry) in shield.melee_defense.iter().enumerate() {
                let before = shield.melee_defense.iter().take(index);
                if before
                    .into_iter()
                    .any(|earlier| earlier.reach == entry.reach)
                {
                    faults.push(Fault::new(
                        format!("{pointer}/shield/melee_defense/{index}/reach"),
                        "FK-10",
                        format!(
                            "the shield lists Reach {} twice; list each Reach once",
                            entry.reach.get()
                        ),
                    ));
                }
            }
        }
    }

    /// The shield, where it is of use: not inside Close Quarters (FK-31).
    pub(super) fn useful_shield(&self, quarters: Quarters) -> Option<&Shield> {
        match quarters {
            Quarters::Inside => None,
            Quarters::Open | Quarters::FromOutside => self.shield.as_ref(),
        }
    }
}

impl Shield {
    /// Its Melee Defense Modifier against an attack from this distance: 0 where it lists none.
    pub(super) fn defense_at(&self, distance: Distance) -> i32 {
        self.melee_defense
            .iter()
            .find(|entry| entry.reach.get() == distance.get())
            .map_or(0, |entry| entry.modifier.get())
    }
}

impl Weapon {
    /// What is unlawful in the weapon itself.
    pub(super) fn faults(&self, pointer: impl fmt::Display, faults: &mut Vec<Fault>) {
        if let Some(alternative) = self.alternative_reach
            && alternative >= self.reach
        {
            faults.push(Fault::new(
                format!("{pointer}/alternative_reach"),
                "FK-12",
                format!(
                    "an Alternative Reach of {} is not lower than the Reach of {}; give the longer \
                     one as `reach`",
                    alternative.get(),
                    self.reach.get()
                ),
            ));
        }
    }
}
