//! An encounter of Futile Kingdoms on the map: what it begins with, what can be done in it, what it tells. It
//! knows who stands where and faces whereto, what has come in during the turn, and all conditions. There is
//! nothing secret in it.

mod movement;
mod obey;

use serde::{Deserialize, Serialize};

use super::approach::Arc;
use super::attack_roll::Explode;
use super::damage::ExplodeDamage;
use super::full_round::{Afflicted, Fighter, ItemisedAttack, Move as OneHex};
use super::hexes::{Facing, Position};
use crate::bounded::{Id, list, or_default};
use crate::chance::Thrown;
use crate::encounter::{Company, Member, Seated, TableDice, TurnNumber};
use crate::strict::strict;
use crate::sum::Modifiers;
use crate::told::{commands, events};

/// A combatant on the map, and the seat that owns it.
pub type SeatedFighter = Seated<Fighter>;

/// What the GM sets of a combatant.
pub type Amendment = crate::encounter::Amendment<Fighter>;

impl Member for Fighter {
    const GROUP: &'static str = "FK-50";

    fn id(&self) -> &Id {
        &self.id
    }
}

list! {
    /// The combatants of an encounter.
    pub struct SeatedFighters(1..=200 of SeatedFighter) in "futile_kingdoms";
}

/// What an encounter begins with.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::EncounterSetUp))]
pub struct SetUp {
    /// Who fights, where, and for which seats.
    pub combatants: SeatedFighters,
}

strict!(SetUp);

/// The state of an encounter.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Encounter {
    turn: TurnNumber,
    combatants: Company<Fighter>,
    /// Who has used the Melee Action of this turn.
    acted: Vec<Id>,
}

/// An encounter: everybody sees all of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::EncounterState))]
pub struct EncounterView<'s> {
    /// The number of the Melee Turn.
    pub turn: TurnNumber,
    /// Who fights, with positions, conditions and what has come in during this turn.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub combatants: &'s [SeatedFighter],
    /// Who has used the Melee Action of this turn.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub acted: &'s [Id],
}

/// Where a command says who acts.
const AT: &str = "/combatant";

commands! {
    /// What can be done in an encounter.
    pub enum Command in futile_kingdoms = "futile_kingdoms" of SeatedFighter Amendment, rolls Attack, OpportunityAttack {
        /// Moves to another hex, by movement and not by a Maneuver: how far, is between the table and its rules.
        /// Into the hex of somebody of the other side it leads only as FK-30 says. Whoever owns the combatant, or
        /// the GM.
        Move as MoveCommand = "move" {
            /// Who moves.
            combatant: Id,
            /// Where to. Two in one hex are in Close Quarters; there is no room for a third.
            to: Position,
            /// Which side of its hex it then faces. Absent: as before.
            facing: Option<Facing>,
            /// Whether the table grants to enter another's hex that has a Zone of Control: that one allows it, or
            /// it comes through the Rear and is not noticed, or not faced in time (FK-30). Absent: false.
            #[serde(default, deserialize_with = "or_default")]
            allowed: bool,
        }
        /// Turns to face a side of its hex. Whoever owns the combatant, or the GM.
        Face as FaceCommand = "face" {
            /// Who turns.
            combatant: Id,
            /// Which side of its hex it then faces.
            facing: Facing,
        }
        /// Defends, as its Melee Action, until the turn ends. Whoever owns the combatant, or the GM.
        Defend as DefendCommand = "defend" {
            /// Who defends.
            combatant: Id,
        }
        /// Attacks, as its Melee Action: a hit rolls its damage, which is applied. Whoever owns the combatant, or
        /// the GM.
        Attack as AttackCommand = "attack" {
            /// Who attacks.
            combatant: Id,
            /// Whom.
            target: Id,
            /// From which side, inside Close Quarters, where positions tell none. Absent: `front`.
            arc: Option<Arc>,
            /// Whether it is a Charge, or the attack that counters one. Absent: false.
            #[serde(default, deserialize_with = "or_default")]
            charge: bool,
            /// Whether the attack's Deviation Roll explodes. Absent: `never`.
            #[serde(default, deserialize_with = "or_default")]
            explode: Explode,
            /// Whether the damage's Deviation Roll explodes. Absent: `never`.
            #[serde(default, deserialize_with = "or_default")]
            explode_damage: ExplodeDamage,
            /// House rules and the GM's word on the attack.
            #[serde(default, deserialize_with = "or_default")]
            other_modifiers: Modifiers,
            /// House rules and the GM's word on the damage.
            #[serde(default, deserialize_with = "or_default")]
            damage_modifiers: Modifiers,
            /// Dice thrown at the table. Absent: the encounter rolls.
            dice: Option<TableDice>,
        }
        /// Attacks by an opportunity, beside its Melee Action. Whoever owns the combatant, or the GM.
        OpportunityAttack as OpportunityAttackCommand = "opportunity_attack" {
            /// Who attacks.
            combatant: Id,
            /// Whom.
            target: Id,
            /// From which side, inside Close Quarters, where positions tell none. Absent: `front`.
            arc: Option<Arc>,
            /// Whether the attack's Deviation Roll explodes. Absent: `never`.
            #[serde(default, deserialize_with = "or_default")]
            explode: Explode,
            /// Whether the damage's Deviation Roll explodes. Absent: `never`.
            #[serde(default, deserialize_with = "or_default")]
            explode_damage: ExplodeDamage,
            /// House rules and the GM's word on the attack.
            #[serde(default, deserialize_with = "or_default")]
            other_modifiers: Modifiers,
            /// House rules and the GM's word on the damage.
            #[serde(default, deserialize_with = "or_default")]
            damage_modifiers: Modifiers,
            /// Dice thrown at the table. Absent: the encounter rolls.
            dice: Option<TableDice>,
        }
        /// Maneuvers by one hex, as its Melee Action (FK-54). Whoever owns the combatant, or the GM.
        Maneuver as ManeuverCommand = "maneuver" {
            /// Who maneuvers.
            combatant: Id,
            /// Where to: a neighbouring hex.
            to: Position,
            /// Which side of its hex it then faces. Absent: as before.
            facing: Option<Facing>,
        }
    }
}

events! {
    /// What an accepted command did.
    pub enum Event<'e> in futile_kingdoms = "futile_kingdoms" of SeatedFighter Amendment {
        /// Somebody moved.
        Moved<'e> as MovedEvent = "moved" {
            /// Who.
            combatant: &'e Id,
            /// Where to.
            to: Position,
            /// Which side of its hex it faces.
            facing: Facing,
            /// Those whose Zone of Control it left, which most often provokes an attack of opportunity (FK-15).
            /// Absent: nobody.
            #[serde(skip_serializing_if = "Vec::is_empty")]
            #[cfg_attr(feature = "openapi", schema(max_items = 199))]
            provokes: Vec<&'e Id>,
        }
        /// Somebody turned.
        Faced<'e> as FacedEvent = "faced" {
            /// Who.
            combatant: &'e Id,
            /// Which side of its hex it faces.
            facing: Facing,
        }
        /// Somebody defends until the turn ends.
        Defended<'e> as DefendedEvent = "defended" {
            /// Who.
            combatant: &'e Id,
        }
        /// Somebody attacked.
        Attacked<'e> as AttackedEvent = "attacked" {
            /// Whether it was by an opportunity.
            opportunity: bool,
            /// The attack.
            #[cfg_attr(feature = "openapi", schema(value_type = ItemisedAttack<'e>))]
            attack: Box<ItemisedAttack<'e>>,
            /// What it did, to whom.
            #[cfg_attr(feature = "openapi", schema(max_items = 1))]
            effects: Vec<Afflicted<'e>>,
            /// The dice.
            dice: Thrown,
        }
        /// Somebody maneuvered, or was kept from it.
        Maneuvered<'e> as ManeuveredEvent = "maneuvered" {
            /// The maneuver.
            #[cfg_attr(feature = "openapi", schema(value_type = OneHex<'e>))]
            maneuver: OneHex<'e>,
        }
    }
}
