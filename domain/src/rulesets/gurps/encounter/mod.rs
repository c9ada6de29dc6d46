//! An encounter of GURPS: what it begins with, what can be done in it, what it tells. It knows postures and
//! grapples, shock and when it ends, and for how long whom somebody has evaluated. There is nothing secret in
//! it.

mod obey;

use serde::{Deserialize, Serialize};

use super::attack::{DamageType, LimitingSkill, Maneuver, Options, Posture, WeaponReach};
use super::attack_roll::AttackOutcome;
use super::situation::{Count, Situation, Strength};
use super::target::Target;
use super::visibility::Visibility;
use crate::bounded::{Id, Rating, bounded, list, or_default};
use crate::chance::Thrown;
use crate::encounter::{Company, Member, Seated, TableDice, TurnNumber};
use crate::strict::strict;
use crate::sum::Modifiers;
use crate::told::{commands, events};

bounded! {
    /// Hit points, from -999 to 999.
    pub struct HitPoints(-999..=999) in "gurps";
}

bounded! {
    /// The hit points that an injury takes, from 1 to 99.
    pub struct Injury(1..=99, absent 1) in "gurps";
}

/// A combatant of an encounter.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Fighter))]
pub struct Fighter {
    /// The combatant's id.
    pub id: Id,
    /// The base skill with the weapon or the unarmed attack.
    pub skill: Rating,
    /// Another skill that limits it, like Free Fall or Riding. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limiting_skill: Option<LimitingSkill>,
    /// The posture. Absent: `standing`.
    #[serde(default, deserialize_with = "or_default")]
    pub posture: Posture,
    /// Whether it is grappled. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub grappled: bool,
    /// The strength of the combatant, and what the weapon needs. Absent: enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<Strength>,
    /// The hit points that are left. Absent: nobody counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit_points: Option<HitPoints>,
}

/// A combatant, and the seat that owns it.
pub type SeatedFighter = Seated<Fighter>;

/// What the GM sets of a combatant.
pub type Amendment = crate::encounter::Amendment<Fighter>;

impl Member for Fighter {
    const GROUP: &'static str = "G-80";

    fn id(&self) -> &Id {
        &self.id
    }
}

list! {
    /// The combatants of an encounter.
    pub struct SeatedFighters(1..=200 of SeatedFighter) in "gurps";
}

/// What an encounter begins with.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::EncounterSetUp))]
pub struct SetUp {
    /// Who fights, and for which seats.
    pub combatants: SeatedFighters,
}

strict!(SetUp);
strict!(write Fighter);

/// The state of an encounter.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Encounter {
    turn: TurnNumber,
    combatants: Company<Fighter>,
    /// By combatant, in the same order.
    course: Vec<Course>,
}

/// What an encounter keeps of a combatant in the course of the fight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Course))]
pub struct Course {
    /// The hit points lost in the last turn, which shock this one (G-28).
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 9999))]
    pub shock_hit_points: i32,
    /// The hit points lost in this turn, which will shock the next one.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 9999))]
    pub injury_this_turn: i32,
    /// Whom it evaluates. Absent: nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub evaluates: Option<Id>,
    /// For how many turns (G-42).
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 99))]
    pub evaluate_turns: i32,
    /// Whether it has attacked or evaluated in this turn.
    pub has_acted: bool,
}

/// An encounter: everybody sees all of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::EncounterState))]
pub struct EncounterView<'s> {
    /// The number of the turn.
    pub turn: TurnNumber,
    /// Who fights.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub combatants: &'s [SeatedFighter],
    /// What the encounter keeps of each, in the same order.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub course: &'s [Course],
}

commands! {
    /// What can be done in an encounter.
    pub enum Command in gurps = "gurps" of SeatedFighter Amendment, rolls Attack {
        /// Attacks. Posture, grapples, shock and the turns of evaluation are known; an attack spends those turns.
        /// A Rapid Strike and a Dual-Weapon Attack roll twice (G-80). Whoever owns the combatant, or the GM.
        Attack as AttackCommand = "attack" {
            /// Who attacks.
            combatant: Id,
            /// Whom: what was evaluated counts against that one alone. Absent: nobody of the encounter.
            foe: Option<Id>,
            /// The maneuver. Absent: `attack`.
            #[serde(default, deserialize_with = "or_default")]
            maneuver: Maneuver,
            /// The reach at which the weapon is used: needed when crawling.
            reach: Option<WeaponReach>,
            /// The kind of damage: needed for the vitals and the eyes.
            damage_type: Option<DamageType>,
            /// What the attacker is in, beside what the encounter knows: grapples, shock and strength.
            #[serde(default, deserialize_with = "or_default")]
            situation: Situation,
            /// What the attacker does besides. Absent: nothing of it.
            #[serde(default, deserialize_with = "or_default")]
            options: Options,
            /// What is aimed at: one thing. Absent: the torso.
            target: Option<Target>,
            /// What the attacker sees. Absent: everything.
            #[serde(default, deserialize_with = "or_default")]
            visibility: Visibility,
            /// A house option: the maximum of 9 does not hold (G-3). Absent: false.
            #[serde(default, deserialize_with = "or_default")]
            lift_maximum_9: bool,
            /// House rules and the GM's word.
            #[serde(default, deserialize_with = "or_default")]
            other_modifiers: Modifiers,
            /// Dice thrown at the table, three for each roll. Absent: the encounter rolls.
            dice: Option<TableDice>,
        }
        /// Evaluates somebody for a turn (G-42). Whoever owns the combatant, or the GM.
        Evaluate as EvaluateCommand = "evaluate" {
            /// Who evaluates.
            combatant: Id,
            /// Whom.
            foe: Id,
        }
        /// Takes a posture. Whoever owns the combatant, or the GM.
        SetPosture as SetPostureCommand = "set_posture" {
            /// Who.
            combatant: Id,
            /// Which posture.
            posture: Posture,
        }
        /// Injures somebody: it shocks them in the next turn (G-28). The GM's.
        Injure as InjureCommand = "injure" {
            /// Whom.
            combatant: Id,
            /// How many hit points are lost.
            hit_points: Injury,
        }
    }
}

events! {
    /// What an accepted command did.
    pub enum Event<'e> in gurps = "gurps" of SeatedFighter Amendment {
        /// Somebody attacked.
        Attacked<'e> as AttackedEvent = "attacked" {
            /// Who.
            combatant: &'e Id,
            /// Whom. Absent: nobody of the encounter.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schema(nullable = false))]
            foe: Option<&'e Id>,
            /// The one or two rolls.
            #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 2))]
            rolls: Vec<AttackOutcome<'e>>,
            /// The dice.
            dice: Thrown,
        }
        /// Somebody evaluated.
        Evaluated<'e> as EvaluatedEvent = "evaluated" {
            /// Who.
            combatant: &'e Id,
            /// Whom.
            foe: &'e Id,
            /// For how many turns by now.
            #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 99))]
            turns: i32,
        }
        /// Somebody took a posture.
        PostureSet<'e> as PostureSetEvent = "posture_set" {
            /// Who.
            combatant: &'e Id,
            /// Which.
            posture: Posture,
        }
        /// Somebody was injured.
        Injured<'e> as InjuredEvent = "injured" {
            /// Who.
            combatant: &'e Id,
            /// How many hit points were lost.
            hit_points: Injury,
            /// How many are left. Absent: nobody counts them.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schema(nullable = false))]
            left: Option<HitPoints>,
        }
    }
}

/// The most that counts of a shock, as a number that an attack takes.
fn shock(course: &Course) -> Count {
    Count::clamped(course.shock_hit_points)
}
