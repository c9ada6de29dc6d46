//! Weapons, and what the other hand holds (K-10, K-22).

use serde::{Deserialize, Serialize};

use crate::bounded::{Name, Rating, bounded, or_default};
use crate::refusal::Fault;
use crate::strict::strict;

bounded! {
    /// A range in yards, from 0 to 99.
    pub struct WeaponRange(0..=99) in "karmic";
}

bounded! {
    /// A maximum of maneuvers in a turn, from 0 to 20.
    pub struct MaximumManeuvers(0..=20) in "karmic";
}

bounded! {
    /// A maximum of damage, from 0 to 99.
    pub struct MaximumDamage(0..=99) in "karmic";
}

bounded! {
    /// How many hands something needs, from 0 to 9: two are there.
    pub struct Hands(0..=9, absent 1) in "karmic";
}

/// A melee weapon (K-10).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::Weapon))]
pub struct Weapon {
    /// What it is called; it changes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Its Range in yards: it attacks only at exactly this range.
    pub range: WeaponRange,
    /// Its Force, which is added when attacking. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub force: Rating,
    /// Its Maximum Maneuvers in a turn.
    pub maximum_maneuvers: MaximumManeuvers,
    /// Its Edge, which is added for damage. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub edge: Rating,
    /// Its Maximum Damage: what is over is ignored.
    pub maximum_damage: MaximumDamage,
    /// How many hands it needs. Absent: 1.
    #[serde(default, deserialize_with = "or_default")]
    pub hands: Hands,
}

/// What the other hand holds.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::OffHand))]
pub struct OffHand {
    /// What it is.
    pub kind: OffHandKind,
    /// The skill with it: a hand of cards is drawn by the lower of the two skills. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub skill: Rating,
    /// How many hands it needs. Absent: 1.
    #[serde(default, deserialize_with = "or_default")]
    pub hands: Hands,
}

/// What the other hand can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::OffHandKind))]
pub enum OffHandKind {
    /// A shield: it can block.
    Shield,
    /// A buckler: it can block.
    Buckler,
    /// A parrying dagger.
    ParryingDagger,
    /// A second weapon.
    Weapon,
}

strict!(write Weapon, OffHand, OffHandKind);

impl OffHand {
    /// Whether it can block.
    pub(super) fn is_shield(&self) -> bool {
        match self.kind {
            OffHandKind::Shield | OffHandKind::Buckler => true,
            OffHandKind::ParryingDagger | OffHandKind::Weapon => false,
        }
    }
}

/// A fault if the two need more than the two hands there are (K-10).
pub(super) fn check_hands(
    weapon: Option<&Weapon>,
    off_hand: Option<&OffHand>,
    at: &str,
    faults: &mut Vec<Fault>,
) {
    let needed = |hands: Option<Hands>| hands.map_or(0, Hands::get);
    let hands =
        needed(weapon.map(|weapon| weapon.hands)) + needed(off_hand.map(|off_hand| off_hand.hands));
    if hands > 2 {
        let what = if off_hand.is_some() {
            "off_hand"
        } else {
            "weapon"
        };
        faults.push(Fault::new(
            format!("{at}/{what}/hands"),
            "K-10",
            format!("{hands} hands are needed, and there are two; hold less"),
        ));
    }
}
