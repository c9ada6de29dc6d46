//! Who fights, with which cards, and what it declares.

use serde::{Deserialize, Deserializer, Serialize};

use super::deck::WhichDeck;
use super::maneuver::OwnManeuvers;
use super::weapon::{MaximumManeuvers, OffHand, Weapon};
use super::worth::{Hit, Ruling};
use crate::bounded::{Id, Rating, bounded, list, or_default};
use crate::cards::{Card, Cards};
use crate::strict::strict;
use crate::sum::Modifiers;

bounded! {
    /// An amount of damage in a turn, from 1 to 9999.
    pub struct DamageTotal(1..=9999, absent 1) in "karmic";
}

/// A combatant with its hand and what it declares.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::Combatant))]
pub struct Combatant {
    /// The combatant's id.
    pub id: Id,
    /// The skill by which the hand was drawn; it changes nothing here. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub skill: Rating,
    /// The cards in hand. They are not checked against the deck. Absent: none.
    #[serde(default, deserialize_with = "or_default")]
    pub hand: Cards,
    /// The deck that is drawn from for hit cards, without the cards in hand. Absent: a karma deck.
    #[serde(default, deserialize_with = "or_default")]
    pub deck: WhichDeck,
    /// The weapon.
    pub weapon: Weapon,
    /// What the other hand holds. Absent: nothing.
    pub off_hand: Option<OffHand>,
    /// The most maneuvers in a turn, with shields or more weapons. Absent: the weapon's maximum.
    pub maximum_maneuvers_total: Option<MaximumManeuvers>,
    /// The damage in this turn at which the combatant falls, which ends the combat (K-26). Absent: it
    /// does not fall.
    pub incapacitated_at: Option<DamageTotal>,
    /// What it declares, register by register. Absent: nothing.
    #[serde(default, deserialize_with = "or_default")]
    pub declarations: Declarations,
}

list! {
    /// What a combatant declares, register by register.
    pub struct Declarations(0..=20 of Declaration) in "karmic";
}

/// A maneuver declared, and the card played for it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::Declaration))]
pub struct Declaration {
    /// The maneuver: a named one, as the catalogue lists them, or one of `maneuvers`.
    pub maneuver: Id,
    /// The card: one of the hand.
    pub card: Card,
    /// Whether cards are drawn if it is a hit card. Absent: `never`.
    #[serde(default, deserialize_with = "or_default")]
    pub hit: Hit,
    /// The GM's ruling, where a joker is played or may be drawn. Absent: none, and a joker waits for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Ruling>,
    /// Standing one's ground: no step, and -2 on the modified total (K-43). Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub stand_ground: bool,
    /// House rules and the GM's word on the modified total.
    #[serde(default, deserialize_with = "or_default")]
    pub other_modifiers: Modifiers,
    /// House rules and the GM's word on the damage.
    #[serde(default, deserialize_with = "or_default")]
    pub damage_modifiers: Modifiers,
}

bounded! {
    /// How many cards a hand has, from 1 to 99.
    pub struct HandSize(1..=99, absent 1) in "karmic";
}

/// A defender whose hand nobody knows: so many cards of its deck, of which the highest is played.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::UnknownHand))]
pub struct UnknownHand {
    /// The defender's id. Absent: `defender`.
    #[serde(default = "defender", deserialize_with = "id_or_defender")]
    pub id: Id,
    /// How many cards its hand has.
    pub unknown_hand: HandSize,
    /// The deck that the hand is drawn from. Absent: a karma deck.
    #[serde(default, deserialize_with = "or_default")]
    pub deck: WhichDeck,
    /// The maneuver that it defends with.
    pub maneuver: Id,
    /// The weapon. Absent: unknown, so that it adds no Force and any parry is possible.
    pub weapon: Option<Weapon>,
    /// What the other hand holds. Absent: nothing.
    pub off_hand: Option<OffHand>,
    /// Whether cards are drawn if the highest is a hit card. Absent: `never`.
    #[serde(default, deserialize_with = "or_default")]
    pub hit: Hit,
    /// The GM's ruling on jokers. Absent: none, and a joker waits for it.
    pub ruling: Option<Ruling>,
    /// Standing one's ground: no step, and -2 on the modified total (K-43). Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub stand_ground: bool,
    /// House rules and the GM's word on the modified total.
    #[serde(default, deserialize_with = "or_default")]
    pub other_modifiers: Modifiers,
}

strict!(Combatant, UnknownHand);
strict!(write Declaration);

fn defender() -> Id {
    "defender".into()
}

fn id_or_defender<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
    Option::deserialize(deserializer).map(|id| id.unwrap_or_else(defender))
}

/// What a turn and an attack have in common: the range and the maneuvers there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'r> {
    pub(super) range: i32,
    pub(super) maneuvers: &'r OwnManeuvers,
}
