//! What a round is asked with: who fights, and what each declares.

use serde::{Deserialize, Deserializer, Serialize};

use super::super::approach::Arc;
use super::super::attack_roll::Explode;
use super::super::combatant::{Armor, Combatant, Shield, Weapon, combatant};
use super::super::conditions::Conditions;
use super::super::damage::ExplodeDamage;
use super::super::hexes::{Facing, Position};
use crate::bounded::{Id, Rating, bounded, list, on_the_wire, or_default};
use crate::chance::Dice;
use crate::strict::strict;
use crate::sum::Modifiers;
use crate::tagged::{tag, tagged};

/// A melee round of one engagement group.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::FullRoundRequest))]
pub struct RoundRequest {
    /// Who is in the group.
    pub combatants: Fighters,
    /// What they declare. Within a side, the order counts.
    pub declarations: Declarations,
    /// Where the dice come from. Absent: the service rolls.
    pub dice: Option<Dice>,
}

strict!(RoundRequest);

/// The side that a combatant is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Side))]
pub enum Side {
    /// Declares and acts first.
    Active,
    /// Declares and acts second.
    Passive,
}

strict!(write Side);

bounded! {
    /// How many attacks a combatant has suffered in this Melee Turn already, from 0 to 99. Absent: 0.
    pub struct AttacksSuffered(0..=99) in "futile_kingdoms";
}

combatant! {
    /// A combatant on the map.
    pub struct FighterFields as Fighter {
        /// The combatant's id, unique within the round.
        pub id: Id,
        /// The side it is on.
        pub side: Side,
        /// Where it stands. Two in one hex are in Close Quarters; there is no room for a third.
        pub position: Position,
        /// Which side of its hex it faces. Absent: 0.
        #[serde(default, deserialize_with = "or_default")]
        pub facing: Facing,
        /// Whether it is grappled, and cannot leave Close Quarters. Absent: false.
        #[serde(default, deserialize_with = "or_default")]
        pub grappled: bool,
        /// How many attacks it has suffered in this Melee Turn before this round. Absent: 0.
        #[serde(default, deserialize_with = "or_default")]
        pub incoming_attacks: AttacksSuffered,
    }
}

/// A combatant on the map: what stands on the wire as one object, with the combatant itself apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// The combatant's id.
    pub id: Id,
    /// The side it is on.
    pub side: Side,
    /// Where it stands.
    pub position: Position,
    /// Which side of its hex it faces.
    pub facing: Facing,
    /// Whether it is grappled.
    pub grappled: bool,
    /// How many attacks it has suffered in this Melee Turn before this round.
    pub incoming_attacks: AttacksSuffered,
    /// The combatant itself.
    pub combatant: Combatant,
}

impl<'de> Deserialize<'de> for Fighter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = <FighterFields as Deserialize>::deserialize(deserializer)?;
        Ok(Self {
            id: fields.id,
            side: fields.side,
            position: fields.position,
            facing: fields.facing,
            grappled: fields.grappled,
            incoming_attacks: fields.incoming_attacks,
            combatant: Combatant {
                vigor: fields.vigor,
                combat: fields.combat,
                evasion: fields.evasion,
                weapon: fields.weapon,
                shield: fields.shield,
                armor: fields.armor,
                conditions: fields.conditions,
                other_modifiers: fields.other_modifiers,
            },
        })
    }
}

impl Serialize for Fighter {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Flat<'f> {
            id: &'f Id,
            side: Side,
            position: Position,
            facing: Facing,
            grappled: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            incoming_attacks: Option<AttacksSuffered>,
            #[serde(flatten)]
            combatant: &'f Combatant,
        }

        Flat {
            id: &self.id,
            side: self.side,
            position: self.position,
            facing: self.facing,
            grappled: self.grappled,
            incoming_attacks: Some(self.incoming_attacks).filter(|suffered| suffered.get() > 0),
            combatant: &self.combatant,
        }
        .serialize(serializer)
    }
}

on_the_wire!(Fighter = FighterFields);

list! {
    /// The combatants of an engagement group.
    pub struct Fighters(1..=200 of Fighter) in "futile_kingdoms";
}

list! {
    /// What the combatants declare, in order.
    pub struct Declarations(0..=400 of Declaration) in "futile_kingdoms";
}

tagged! {
    /// What a combatant declares: to attack, to defend or to maneuver.
    pub enum Declaration by "action" as "futile_kingdoms.Declaration" {
        /// To attack.
        Attack(AttackDeclaration) = "attack",
        /// To defend.
        Defend(DefendDeclaration) = "defend",
        /// To maneuver.
        Maneuver(ManeuverDeclaration) = "maneuver",
    }
}

tag! {
    /// The action of an attack.
    pub struct AttackAction = "attack" as "futile_kingdoms.AttackAction";
}

tag! {
    /// The action of a defense.
    pub struct DefendAction = "defend" as "futile_kingdoms.DefendAction";
}

tag! {
    /// The action of a maneuver.
    pub struct ManeuverAction = "maneuver" as "futile_kingdoms.ManeuverAction";
}

/// To attack a target. A hit rolls its damage.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::AttackDeclaration))]
pub struct AttackDeclaration {
    /// `attack`.
    pub action: AttackAction,
    /// Who attacks.
    pub combatant: Id,
    /// Who is attacked.
    pub target: Id,
    /// From which side the attack comes, inside Close Quarters, where positions tell none. Absent:
    /// `front`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arc: Option<Arc>,
    /// Whether it is an attack of opportunity: beside the combatant's action, and without a
    /// counterattack. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub opportunity: bool,
    /// Whether it is a Charge, or the attack that counters one: +2 damage. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub charge: bool,
    /// Whether the attack's Deviation Roll explodes on +5 and -5. Absent: `never`.
    #[serde(default, deserialize_with = "or_default")]
    pub explode: Explode,
    /// Whether the damage's Deviation Roll explodes on +5 and -5. Absent: `never`.
    #[serde(default, deserialize_with = "or_default")]
    pub explode_damage: ExplodeDamage,
    /// House rules and the GM's word on the attack.
    #[serde(default, deserialize_with = "or_default")]
    pub other_modifiers: Modifiers,
    /// House rules and the GM's word on the damage.
    #[serde(default, deserialize_with = "or_default")]
    pub damage_modifiers: Modifiers,
}

/// To defend: +2 to the Melee Defense for the whole round.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::DefendDeclaration))]
pub struct DefendDeclaration {
    /// `defend`.
    pub action: DefendAction,
    /// Who defends.
    pub combatant: Id,
}

/// To maneuver: to move one hex after all attacks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::ManeuverDeclaration))]
pub struct ManeuverDeclaration {
    /// `maneuver`.
    pub action: ManeuverAction,
    /// Who maneuvers.
    pub combatant: Id,
    /// Where to: a neighbouring hex.
    pub to: Position,
    /// Which side of its hex it then faces. Absent: as before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
}

strict!(write AttackDeclaration, DefendDeclaration, ManeuverDeclaration);

impl Declaration {
    /// Who declares.
    #[must_use]
    pub fn combatant(&self) -> &Id {
        match self {
            Self::Attack(attack) => &attack.combatant,
            Self::Defend(defend) => &defend.combatant,
            Self::Maneuver(maneuver) => &maneuver.combatant,
        }
    }

    /// Whether it is the combatant's one action. An attack of opportunity is not.
    pub(super) fn is_action(&self) -> bool {
        match self {
            Self::Attack(attack) => !attack.opportunity,
            Self::Defend(_) | Self::Maneuver(_) => true,
        }
    }
}
