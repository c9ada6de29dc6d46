//! How an attacker comes at a target: the fields that every request for an attack has, and what
//! they add to the Attack Result (FK-11).

use serde::{Deserialize, Serialize};

use super::close_quarters::Quarters;
use super::combatant::{Combatant, Grip, Present, Weapon};
use super::conditions::Condition;
use super::reach::{Band, Distance};
use super::rules::Term;
use crate::bounded::bounded;
use crate::refusal::Fault;
use crate::strict::strict;
use crate::sum::{Modifier, Tally};

/// Declares a request for an attack: fields of its own, and those that all of them have.
macro_rules! attack_request {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$own_meta:meta])* pub $own:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields, remote = "Self")]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::$name))]
        pub struct $name {
            /// Who attacks; a weapon is needed.
            pub attacker: $crate::rulesets::futile_kingdoms::Combatant,
            $($(#[$own_meta])* pub $own: $type,)*
            /// How far away the target is, in hexes; 0 is inside Close Quarters. Absent: 1.
            #[serde(default, deserialize_with = "or_default")]
            pub distance: Distance,
            /// From which side of the target. Absent: `front`.
            #[serde(default, deserialize_with = "or_default")]
            pub arc: Arc,
            /// Which attack on this target in the Melee Turn it is. Absent: 1, the first.
            #[serde(default, deserialize_with = "or_default")]
            pub incoming_attack_number: AttackNumber,
            /// Whether it is an attack of opportunity, which allows no counterattack. Absent: false.
            #[serde(default, deserialize_with = "or_default")]
            pub opportunity: bool,
            /// Whether it is a Charge, or the attack that counters one: +2 damage. Absent: false.
            #[serde(default, deserialize_with = "or_default")]
            pub charge: bool,
            /// Whether the attack's Deviation Roll explodes on +5 and -5. Absent: `never`.
            #[serde(default, deserialize_with = "or_default")]
            pub explode: Explode,
            /// Whether a hit rolls its damage. Absent: false.
            #[serde(default, deserialize_with = "or_default")]
            pub roll_damage: bool,
            /// Whether the damage's Deviation Roll explodes on +5 and -5. Absent: `never`.
            #[serde(default, deserialize_with = "or_default")]
            pub explode_damage: ExplodeDamage,
            /// The hexes along whose edges the attack goes, in the order of a random choice among
            /// them. Absent: none.
            #[serde(default, deserialize_with = "or_default")]
            pub sidelined: SidelinedHexes,
            /// The other occupant of the target's hex, when the target is in Close Quarters and
            /// attacked from outside. Absent: nobody.
            pub close_quarters_with: Option<Combatant>,
            /// House rules and the GM's word on the attack.
            #[serde(default, deserialize_with = "or_default")]
            pub other_modifiers: Modifiers,
            /// House rules and the GM's word on the damage.
            #[serde(default, deserialize_with = "or_default")]
            pub damage_modifiers: Modifiers,
        }

        $crate::strict::strict!($name);

        impl $name {
            /// How the attacker comes at the declared target; every fault of it is added to
            /// `faults`, and without an approach there is at least one.
            fn approach(&self, faults: &mut Vec<Fault>) -> Option<Approach<'_>> {
                self.sidelined.faults(self.distance, faults);
                if let Some(other) = &self.close_quarters_with {
                    other.faults("/close_quarters_with", faults);
                    if self.distance.get() == 0 {
                        faults.push(Fault::new(
                            "/close_quarters_with",
                            "FK-32",
                            "at distance 0 the attacker is inside; leave this out, or give the \
                             distance from outside",
                        ));
                    }
                }
                let (weapon, band) = armed(&self.attacker, self.distance, faults)?;
                let shared = self.close_quarters_with.is_some().into();
                Some(Approach {
                    attacker: (&self.attacker).into(),
                    weapon,
                    distance: self.distance,
                    band,
                    arc: self.arc,
                    earlier_attacks: self.incoming_attack_number.get() - 1,
                    quarters: Quarters::of(self.distance, shared),
                    other_modifiers: &self.other_modifiers,
                })
            }
        }
    };
}

pub(super) use attack_request;

/// From which side of the target an attack comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Arc))]
pub enum Arc {
    /// No bonus.
    #[default]
    Front,
    /// +1 to attack.
    Flank,
    /// +3 to attack.
    Rear,
}

strict!(write Arc);

bounded! {
    /// Which attack on its target in this Melee Turn an attack is, from 1 (the first) to 99. Each
    /// one before it adds 1 to the Attack Result. Absent: 1.
    pub struct AttackNumber(1..=99, absent 1) in "futile_kingdoms";
}

/// How an attacker comes at one possible victim.
#[derive(Clone, Copy, Debug)]
pub struct Approach<'r> {
    /// Who attacks.
    pub attacker: Present<'r>,
    /// With what.
    pub weapon: &'r Weapon,
    /// From how far away.
    pub distance: Distance,
    /// What the distance means for the weapon.
    pub band: Band,
    /// From which side.
    pub arc: Arc,
    /// How many attacks on the same target came before in this Melee Turn.
    pub earlier_attacks: i32,
    /// How Close Quarters come into it.
    pub quarters: Quarters,
    /// House rules and the GM's word.
    pub other_modifiers: &'r [Modifier],
}

impl<'r> Approach<'r> {
    /// Adds all that the attacker brings to the Attack Result (FK-11), without the dice.
    pub fn add_to<S: Tally<'r, Term>>(&self, sum: &mut S) {
        let conditions = self.attacker.conditions;
        sum.base(Term::AttackVigor, self.attacker.combatant.vigor.get());
        sum.base(Term::AttackSkill, self.weapon.skill.get());
        sum.add(Term::WeaponAttack, self.weapon.attack_modifier.get());
        if let Some(shield) = &self.attacker.combatant.shield {
            let modifier = shield.attack_modifier.get();
            // FK-31: a useless shield gives no benefit, but its penalty stays.
            let useless = self.quarters == Quarters::Inside && modifier > 0;
            sum.add_if(!useless, Term::ShieldAttack, modifier);
        }
        // FK-32: neither arc nor number counts against Close Quarters from outside.
        if self.quarters != Quarters::FromOutside {
            match self.arc {
                Arc::Front => {}
                Arc::Flank => sum.add(Term::Flank, 1),
                Arc::Rear => sum.add(Term::Rear, 3),
            }
            sum.add(Term::IncomingAttacks, self.earlier_attacks);
        }
        sum.add_if(conditions.has(Condition::Berserk), Term::AttackBerserk, 1);
        sum.add_if(conditions.wounded_or_encumbered(), Term::AttackWounded, -1);
        match self.band {
            Band::Optimal => {}
            Band::TooLong => sum.add(Term::TooLong, -1),
            Band::TooShort => sum.add(Term::TooShort, -2),
        }
        let one_handed = self.weapon.grip == Grip::OneOrTwoUsedInOne;
        sum.add_if(one_handed, Term::AttackOneHanded, -1);
        sum.free(self.other_modifiers);
    }
}

/// The weapon that an attacker can attack with at this distance, and its band; every reason why not
/// is added to `faults`.
pub(super) fn armed<'r>(
    attacker: &'r Combatant,
    distance: Distance,
    faults: &mut Vec<Fault>,
) -> Option<(&'r Weapon, Band)> {
    attacker.faults("/attacker", faults);
    if attacker.conditions.has(Condition::Downed) {
        faults.push(Fault::new(
            "/attacker/conditions",
            "FK-52",
            "whoever is Downed makes no attack; let another combatant attack",
        ));
    }
    let weapon = weapon_of(attacker, "/attacker/weapon", faults)?;
    let band = band_at(weapon, distance.get(), "/distance", faults);
    Some((weapon, band?))
}

/// The weapon in hand; without one, a fault at `pointer`.
pub(super) fn weapon_of<'r>(
    attacker: &'r Combatant,
    pointer: &str,
    faults: &mut Vec<Fault>,
) -> Option<&'r Weapon> {
    if attacker.weapon.is_none() {
        faults.push(Fault::new(
            pointer,
            "FK-11",
            "an attack needs a melee weapon; give `weapon`, with a Reach of 0 for bare hands",
        ));
    }
    attacker.weapon.as_ref()
}

/// The band of a weapon at a distance; out of reach, a fault at `pointer`.
pub(super) fn band_at(
    weapon: &Weapon,
    distance: i32,
    pointer: &str,
    faults: &mut Vec<Fault>,
) -> Option<Band> {
    let band = Distance::new(distance).and_then(|distance| Band::of(weapon, distance));
    if band.is_none() {
        let reach = weapon.reach.get();
        faults.push(Fault::new(
            pointer,
            "FK-12",
            format!(
                "a distance of {distance} is out of reach for a Reach of {reach}; it attacks at a \
                 distance of {} at most",
                reach + 1
            ),
        ));
    }
    band
}
