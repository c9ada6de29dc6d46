//! An encounter of Momentum: what it begins with, what can be done in it, what it tells, and what each
//! seat may see.

mod obey;
mod view;

use serde::{Deserialize, Serialize};

use super::combatant::Combatant;
use super::full_round::{Engagements, ItemisedRound, Momentum, MomentumList, Pair};
use crate::bounded::{Id, Name, list, or_default};
use crate::chance::Thrown;
use crate::encounter::{Company, Member, Seated, TableDice, TurnNumber};
use crate::strict::strict;
use crate::told::{commands, events};

pub use view::EncounterView;

/// A combatant, and the seat that owns it.
pub type Fighter = Seated<Combatant>;

/// What the GM sets of a combatant.
pub type Amendment = crate::encounter::Amendment<Combatant>;

/// What an encounter begins with.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::EncounterSetUp))]
pub struct SetUp {
    /// Who fights, and for which seats.
    pub combatants: SeatedCombatants,
    /// Who is Engaged with whom. Absent: nobody.
    #[serde(default, deserialize_with = "or_default")]
    pub engagements: Engagements,
    /// Who holds Momentum over whom. Absent: nobody.
    #[serde(default, deserialize_with = "or_default")]
    pub momentum: MomentumList,
}

strict!(SetUp);

impl Member for Combatant {
    const GROUP: &'static str = "M-10";

    fn id(&self) -> &Id {
        &self.id
    }
}

list! {
    /// The combatants of an encounter.
    pub struct SeatedCombatants(1..=200 of Fighter) in "momentum";
}

/// The state of an encounter.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Encounter {
    round: TurnNumber,
    combatants: Company<Combatant>,
    engagements: Vec<Pair>,
    momentum: Vec<Momentum>,
    /// In the order of declaration. Secret until all have declared.
    declared: Vec<Declared>,
}

/// What a combatant has declared for the round.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::Declared))]
pub struct Declared {
    /// Who.
    pub combatant: Id,
    /// Its target. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub target: Option<Id>,
    /// Its Form from now on. Absent: as before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub form: Option<Name>,
    /// Whether it comes from the rear.
    pub rear: bool,
}

commands! {
    /// What can be done in an encounter.
    pub enum Command in momentum = "momentum" of Fighter Amendment, rolls ResolveRound {
        /// Declares for the round: hidden from other seats until all have declared, and until then it may be
        /// declared anew (M-10). Whoever owns the combatant, or the GM.
        Declare as DeclareCommand = "declare" {
            /// Who declares.
            combatant: Id,
            /// Its target, from those it is Engaged with. Absent: none.
            target: Option<Id>,
            /// Its Form from now on, if that changes. Absent: as before.
            form: Option<Name>,
            /// Whether it attacks from the rear (M-24). Absent: false.
            #[serde(default, deserialize_with = "or_default")]
            rear: bool,
        }
        /// Two become Engaged. The GM's.
        Engage as EngageCommand = "engage" {
            /// Who with whom.
            between: Pair,
        }
        /// Two are no longer Engaged; Momentum between them ends. The GM's.
        Disengage as DisengageCommand = "disengage" {
            /// Who with whom.
            between: Pair,
        }
        /// Plays the round that was declared: Clash, Press and The Toll. Whoever has not declared has no
        /// target. The GM's.
        ResolveRound as ResolveRoundCommand = "resolve_round" {
            /// Dice thrown at the table. Absent: the encounter rolls.
            dice: Option<TableDice>,
        }
    }
}

events! {
    /// What an accepted command did.
    pub enum Event<'e> in momentum = "momentum" of Fighter Amendment {
        /// A combatant declared; what, is not told.
        DeclaredEvent<'e> as DeclaredEvent = "declared" {
            /// Who.
            combatant: &'e Id,
        }
        /// All have declared, and everybody sees what.
        AllDeclared<'e> as AllDeclaredEvent = "all_declared" {
            /// What was declared, in order.
            #[cfg_attr(feature = "openapi", schema(max_items = 200))]
            declarations: &'e [Declared],
        }
        /// Two became Engaged.
        Engaged<'e> as EngagedEvent = "engaged" {
            /// Who with whom.
            between: &'e Pair,
        }
        /// Two are no longer Engaged.
        Disengaged<'e> as DisengagedEvent = "disengaged" {
            /// Who with whom.
            between: &'e Pair,
        }
        /// A round was played.
        RoundResolved<'e> as RoundResolvedEvent = "round_resolved" {
            /// Its number.
            round: TurnNumber,
            /// What was declared, in order.
            #[cfg_attr(feature = "openapi", schema(max_items = 200))]
            declarations: &'e [Declared],
            /// What happened.
            #[cfg_attr(feature = "openapi", schema(value_type = ItemisedRound<'e>))]
            outcome: Box<ItemisedRound<'e>>,
            /// The dice.
            dice: Thrown,
        }
    }
}
