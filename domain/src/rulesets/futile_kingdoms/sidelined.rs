//! Sidelined hexes: those along whose edges an attack goes (FK-21, FK-22).

use serde::Deserialize;

use super::approach::{Approach, Arc, AttackNumber};
use super::attack_roll::Blow;
use super::close_quarters::Quarters;
use super::combatant::Combatant;
use super::reach::{Band, Distance};
use crate::bounded::{bounded, list, or_default};
use crate::refusal::Fault;
use crate::strict::strict;

bounded! {
    /// The place of a hex in a list of sidelined hexes, counted from 0.
    pub struct HexIndex(0..=99) in "futile_kingdoms";
}

/// A hex along whose edge the attack goes; empty, or with its occupant and how the attack would
/// reach it (FK-21, FK-22).
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::SidelinedHex))]
pub struct SidelinedHex {
    /// Who stands there. Absent: nobody.
    pub occupant: Option<Combatant>,
    /// How far the hex is from the attacker. Absent: 1.
    #[serde(default, deserialize_with = "or_default")]
    pub distance: Distance,
    /// From which side of the occupant the attack would come. Absent: `front`.
    #[serde(default, deserialize_with = "or_default")]
    pub arc: Arc,
    /// Which attack on the occupant in the Melee Turn it would be. Absent: 1, the first.
    #[serde(default, deserialize_with = "or_default")]
    pub incoming_attack_number: AttackNumber,
}

strict!(SidelinedHex);

impl SidelinedHex {
    /// How an attack from `approach` would fall on the occupant: everything is the occupant's own.
    /// The hex is nearer than the target, so a weapon that reaches the target reaches it too.
    pub(super) fn blow<'r>(&'r self, approach: Approach<'r>) -> Option<Blow<'r>> {
        Some(Blow {
            victim: self.occupant.as_ref()?.into(),
            approach: Approach {
                distance: self.distance,
                band: Band::of(approach.weapon, self.distance)?,
                arc: self.arc,
                earlier_attacks: self.incoming_attack_number.get() - 1,
                quarters: Quarters::Open,
                ..approach
            },
        })
    }
}

list! {
    /// The hexes along whose edges an attack goes.
    pub struct SidelinedHexes(0..=4 of SidelinedHex) in "futile_kingdoms";
}

impl SidelinedHexes {
    /// What is unlawful in them, for an attack over this distance.
    pub(super) fn faults(&self, distance: Distance, faults: &mut Vec<Fault>) {
        if !self.is_empty() && distance.get() < 2 {
            faults.push(Fault::new(
                "/sidelined",
                "FK-21",
                "no hex edge lies between attacker and target at a distance below 2; leave this out",
            ));
            return;
        }
        for (index, hex) in self.iter().enumerate() {
            if !(1..distance.get()).contains(&hex.distance.get()) {
                faults.push(Fault::new(
                    format!("/sidelined/{index}/distance"),
                    "FK-21",
                    format!(
                        "a sidelined hex lies between attacker and target; its distance is from 1 \
                         to {}",
                        distance.get() - 1
                    ),
                ));
            }
            if let Some(occupant) = &hex.occupant {
                occupant.faults(format_args!("/sidelined/{index}/occupant"), faults);
            }
        }
    }
}
