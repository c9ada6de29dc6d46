//! An encounter of Karmic: a duel with secret hands. What it begins with, what can be done in it, what it
//! tells, and what each seat may see.

mod amendment;
mod declare;
mod obey;
mod resolve;
mod view;

use serde::{Deserialize, Serialize};

use super::combatant::{DamageTotal, Declaration};
use super::deck::WhichDeck;
use super::full_round::ItemisedRound;
use super::hand::ExtraCards;
use super::initiative::InitiativeOutcome;
use super::maneuver::OwnManeuvers;
use super::pile::Pile;
use super::register::RegisterNumber;
use super::weapon::{MaximumManeuvers, OffHand, Weapon, WeaponRange};
use super::worth::{Hit, Ruling};
use crate::bounded::{Id, Rating, list, or_default};
use crate::cards::Card;
use crate::chance::Dealt;
use crate::encounter::{Seated, TurnNumber};
use crate::strict::strict;
use crate::sum::Modifiers;
use crate::told::{commands, events};

pub use amendment::{Amendment, DamageInAll, DamageThisTurn, GivenHand};
pub use view::{EncounterView, FaceDownView, FighterView, KeptView, Phase};

/// A combatant of a duel. Its hand and its deck are kept by the encounter.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::Fighter))]
pub struct Fighter {
    /// The combatant's id.
    pub id: Id,
    /// The skill with the weapon, by which hands are drawn. Absent: the skill is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<Rating>,
    /// The skill Combat Training. Absent: the skill is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combat_training: Option<Rating>,
    /// The Willpower. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub willpower: Rating,
    /// The deck. Absent: a karma deck.
    #[serde(default, deserialize_with = "or_default")]
    pub deck: WhichDeck,
    /// The weapon.
    pub weapon: Weapon,
    /// What the other hand holds. Absent: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off_hand: Option<OffHand>,
    /// Cards that are drawn beside those of the skill. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub extra_cards: ExtraCards,
    /// The most maneuvers in a turn, with shields or more weapons. Absent: the weapon's maximum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum_maneuvers_total: Option<MaximumManeuvers>,
    /// The damage in one turn at which the combatant falls, which ends the combat (K-26). Absent: it does not
    /// fall.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incapacitated_at: Option<DamageTotal>,
}

/// A combatant, and the seat that owns it.
pub type SeatedFighter = Seated<Fighter>;

list! {
    /// The combatants of a duel.
    pub struct Duelists(1..=2 of SeatedFighter) in "karmic";
}

/// What an encounter begins with.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::EncounterSetUp))]
pub struct SetUp {
    /// The two who fight, and for which seats.
    pub combatants: Duelists,
    /// The range in yards between them. Absent: that of the longest weapon (K-43).
    pub range: Option<WeaponRange>,
    /// Maneuvers beside the named ones. Absent: none.
    #[serde(default, deserialize_with = "or_default")]
    pub maneuvers: OwnManeuvers,
    /// Whether the GM sees the hands and the face-down cards of seats. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub gm_sees_hands: bool,
}

strict!(SetUp);
strict!(write Fighter);

/// The state of an encounter.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Encounter {
    turn: TurnNumber,
    range: WeaponRange,
    maneuvers: OwnManeuvers,
    gm_sees_hands: bool,
    duelists: Vec<Duelist>,
    /// Who has the initiative, by place.
    initiative: Option<usize>,
    phase: Phase,
    /// How many registers of this turn are resolved.
    resolved: u8,
    /// How many have yielded in this turn.
    yielded: u8,
}

/// A combatant with its cards.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
struct Duelist {
    fighter: SeatedFighter,
    hand: Vec<Card>,
    pile: Pile,
    /// Face down: what is declared and not yet resolved.
    face_down: Vec<Declaration>,
    /// The maneuvers declared in this turn.
    used: Vec<Id>,
    stopped: bool,
    /// The damage taken in this turn, and in all.
    damage: i32,
    damage_in_all: i32,
}

commands! {
    /// What can be done in an encounter.
    pub enum Command in karmic = "karmic" of SeatedFighter Amendment, rolls {
        /// Both check who begins, each with what is left of its deck (K-20). The GM's.
        Initiative as InitiativeCommand = "initiative" {
            /// What each joker of these checks is worth, if one is drawn. Absent: a joker waits for it, and is
            /// the same when the command is given again.
            ruling: Option<Rating>,
        }
        /// Both draw their hands, in secret (K-22). Cards still in hand are laid aside. The GM's.
        Draw as DrawCommand = "draw" {}
        /// Gives the initiative to the other one, at the start of a turn; if that one yields too, nobody acts in
        /// it (K-21). Whoever owns the combatant whose turn it is, or the GM.
        Yield as YieldCommand = "yield" {
            /// Who yields.
            combatant: Id,
        }
        /// Declares a maneuver in the open, with its card face down: nobody else sees the card until its register
        /// is resolved (K-23). Whoever owns the combatant whose turn it is; the GM for those without a seat, and
        /// for the others too where the GM sees hands: else the answer would tell which cards are held.
        Declare as DeclareCommand = "declare" {
            /// Who declares.
            combatant: Id,
            /// The maneuver.
            maneuver: Id,
            /// The card: one of the hand.
            card: Card,
            /// Whether cards are drawn if it is a hit card. Absent: `never`.
            #[serde(default, deserialize_with = "or_default")]
            hit: Hit,
            /// Standing one's ground: no step, and -2 on the modified total (K-43). Absent: false.
            #[serde(default, deserialize_with = "or_default")]
            stand_ground: bool,
            /// House rules and the GM's word on the modified total.
            #[serde(default, deserialize_with = "or_default")]
            other_modifiers: Modifiers,
            /// House rules and the GM's word on the damage.
            #[serde(default, deserialize_with = "or_default")]
            damage_modifiers: Modifiers,
        }
        /// Declares no more in this turn (K-23). Whoever owns the combatant whose turn it is, or the GM.
        StopDeclaring as StopDeclaringCommand = "stop_declaring" {
            /// Who stops.
            combatant: Id,
        }
        /// Resolves the registers that are declared (K-26). A joker in one waits for the GM's ruling. The GM's.
        Resolve as ResolveCommand = "resolve" {}
        /// Rules a joker, before its register is resolved (K-3). Any card that lies face down may be ruled on, so
        /// that nobody learns whether it is one; the ruling counts for jokers alone. The GM's.
        Rule as RuleCommand = "rule" {
            /// Whose joker.
            combatant: Id,
            /// In which register.
            register: RegisterNumber,
            /// What it does.
            ruling: Ruling,
        }
    }
}

/// How many cards a combatant has drawn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::HandCount))]
pub struct HandCount<'e> {
    /// Who.
    pub combatant: &'e Id,
    /// How many cards are in its hand.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 255))]
    pub hand_count: usize,
}

events! {
    /// What an accepted command did.
    pub enum Event<'e> in karmic = "karmic" of SeatedFighter Amendment {
        /// Both have checked who begins.
        InitiativeChecked<'e> as InitiativeCheckedEvent = "initiative_checked" {
            /// The checks.
            outcome: InitiativeOutcome<'e>,
            /// The cards.
            dice: Dealt,
        }
        /// Both have drawn their hands; which cards, is not told.
        HandsDrawn<'e> as HandsDrawnEvent = "hands_drawn" {
            /// How many each has.
            #[cfg_attr(feature = "openapi", schema(max_items = 2))]
            hands: Vec<HandCount<'e>>,
        }
        /// Somebody yielded the initiative.
        Yielded<'e> as YieldedEvent = "yielded" {
            /// Who.
            combatant: &'e Id,
            /// Who has it now.
            initiative: &'e Id,
        }
        /// Somebody declared a maneuver; its card lies face down.
        Declared<'e> as DeclaredEvent = "declared" {
            /// Who.
            combatant: &'e Id,
            /// In which register.
            register: RegisterNumber,
            /// Which maneuver.
            maneuver: &'e Id,
        }
        /// Somebody declares no more in this turn.
        Stopped<'e> as StoppedEvent = "stopped_declaring" {
            /// Who.
            combatant: &'e Id,
        }
        /// The GM has ruled a joker, or whatever else lies there.
        Ruled<'e> as RuledEvent = "ruled" {
            /// Whose.
            combatant: &'e Id,
            /// In which register.
            register: RegisterNumber,
            /// What it does, if it is a joker.
            ruling: Ruling,
        }
        /// Registers were resolved.
        RegistersResolved<'e> as RegistersResolvedEvent = "registers_resolved" {
            /// What happened.
            #[cfg_attr(feature = "openapi", schema(value_type = ItemisedRound<'e>))]
            outcome: Box<ItemisedRound<'e>>,
            /// The cards drawn for hit cards.
            dice: Dealt,
        }
    }
}
