//! Encounters: a fight that is kept between requests, and looked at from several seats.
//!
//! A game's state changes by commands alone. Each command is checked for who may give it before anything
//! hidden is looked at, then runs the very rule functions of the game's verbs, and tells what it did by
//! events. What an event tells everybody may know; what is secret stays in the state, and each seat's
//! view of that leaves out what is not its own.

mod amendment;
mod company;
mod seated;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::bounded::{Id, bounded};
use crate::cards::Cards;
use crate::chance::{DiceFault, Face, Faces, Recorded, Source, Throw};
use crate::refusal::{Fault, Refusal};
use crate::strict::strict;

pub use amendment::Amendment;
pub use company::{Company, Member};
pub use seated::Seated;
pub(crate) use seated::check_seat;

/// A game whose encounters can be kept: its state.
pub trait Encounter: Serialize + DeserializeOwned + Clone + 'static {
    /// What an encounter of the game begins with.
    type SetUp: DeserializeOwned;

    /// What can be done in it.
    type Command: DeserializeOwned + Command;

    /// What an accepted command did.
    type Event<'e>: Serialize + From<CommonEvent<'e>>;

    /// The state as somebody may see it.
    type View<'s>: Serialize
    where
        Self: 's;

    /// The state that an encounter begins with. `seats` are those there are.
    ///
    /// # Errors
    /// Every fault of the set-up.
    fn begin(set_up: Self::SetUp, seats: &[Id]) -> Result<Self, Refusal>;

    /// Whether somebody may give a command, before any look at what is hidden.
    ///
    /// # Errors
    /// [`Denied`], if not.
    fn may(&self, command: &Self::Command, by: Viewer<'_>) -> Result<(), Denied>;

    /// Obeys a command that may be given, by the rules, and tells its events.
    ///
    /// # Errors
    /// [`Denied`]; then the state is of no more use.
    fn obey<T: Throw>(
        &mut self,
        command: Self::Command,
        seats: &[Id],
        luck: &mut Luck<T>,
        tell: &mut dyn FnMut(&Self::Event<'_>),
    ) -> Result<(), Denied>
    where
        DiceFault: From<T::Error>;

    /// The state as `viewer` may see it.
    fn view(&self, viewer: Viewer<'_>) -> Self::View<'_>;
}

/// What every command says of itself.
pub trait Command {
    /// The dice thrown at the table that it brings.
    fn dice(&self) -> Option<&TableDice>;

    /// Whether the whole encounter is meant by it: something that is the same in every game.
    fn common(&self) -> Option<Common>;
}

/// A command that is the same in every game, and which no rule is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    /// Back to the state before the last command.
    Undo,
    /// The end of the encounter.
    Close,
}

/// An event that is the same in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommonEvent<'e> {
    /// The state is as it was before the command of this revision.
    Undone(u64),
    /// The encounter is closed.
    Closed,
    /// A seat has a new token.
    TokenReplaced(&'e str),
}

bounded! {
    /// The number of a turn, from 1.
    pub struct TurnNumber(1..=10_000, absent 1);
}

impl TurnNumber {
    /// The next one.
    #[must_use]
    pub fn next(self) -> Self {
        Self::clamped(self.get() + 1)
    }
}

/// Who gives a command, or looks on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer<'v> {
    /// The GM.
    Gm,
    /// A player's seat.
    Seat(&'v Id),
}

impl Viewer<'_> {
    /// Whether somebody plays a combatant of this seat; the GM plays all.
    #[must_use]
    pub fn plays(self, seat: Option<&Id>) -> bool {
        match self {
            Self::Gm => true,
            Self::Seat(own) => seat == Some(own),
        }
    }

    /// Only whoever plays a combatant of this seat.
    ///
    /// # Errors
    /// [`Denied::Forbidden`] for another one.
    pub fn commands(self, seat: Option<&Id>) -> Result<(), Denied> {
        if self.plays(seat) {
            Ok(())
        } else {
            Err(Denied::Forbidden("this combatant is not yours"))
        }
    }

    /// Only the GM.
    ///
    /// # Errors
    /// [`Denied::Forbidden`] for a seat.
    pub fn is_gm(self) -> Result<(), Denied> {
        match self {
            Self::Gm => Ok(()),
            Self::Seat(_) => Err(Denied::Forbidden("only the GM gives this command")),
        }
    }
}

/// Where the luck of a command comes from, and what it has given.
#[derive(Debug)]
pub struct Luck<T> {
    /// Who throws.
    pub source: Source,
    /// The chance, which keeps what was thrown.
    pub chance: Recorded<T>,
}

/// Why a command is not obeyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denied {
    /// Whoever gives it may not.
    Forbidden(&'static str),
    /// It is not the time for it; and what is awaited.
    OutOfTurn(String),
    /// A field that it sets does not fit.
    Misfit {
        /// Where in the command, as a JSON pointer.
        pointer: String,
        /// What is wrong and what to change, as a sentence.
        detail: String,
    },
    /// The rules refuse it.
    Refused(Refusal),
}

impl From<Refusal> for Denied {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl Denied {
    /// A command that the rules refuse for one fault.
    #[must_use]
    pub fn fault(
        pointer: impl Into<String>,
        rule: &'static str,
        detail: impl Into<String>,
    ) -> Self {
        Self::Refused(Refusal::Unlawful(vec![Fault::new(pointer, rule, detail)]))
    }

    /// What the rules refuse of a request that was made for a command: faults below `prefix` are the command's
    /// own.
    #[must_use]
    pub fn within(refusal: Refusal, prefix: &str) -> Self {
        Self::placed(refusal, |pointer| {
            pointer.strip_prefix(prefix).unwrap_or(pointer).to_owned()
        })
    }

    /// What the rules refuse, all of it for one field of a command.
    #[must_use]
    pub fn at(refusal: Refusal, field: &str) -> Self {
        Self::placed(refusal, |_| field.to_owned())
    }

    /// What the rules refuse of a request that was made for a command, each fault where the command has it.
    #[must_use]
    pub fn placed(refusal: Refusal, place: impl Fn(&str) -> String) -> Self {
        let Refusal::Unlawful(faults) = refusal else {
            return Self::Refused(refusal);
        };
        let faults = faults.into_iter().map(|fault| Fault {
            pointer: place(&fault.pointer),
            ..fault
        });
        Self::Refused(Refusal::Unlawful(faults.collect()))
    }

    /// What a rule ended with, of luck that had given so much by then. Cards drawn until then are told to nobody:
    /// they are drawn again once the command is lawful, and no command may be chosen by them.
    pub fn of_luck<T: Throw>(fault: T::Error, luck: &Luck<T>) -> Self
    where
        DiceFault: From<T::Error>,
    {
        let mut used = luck.chance.record().clone();
        used.cards = Cards::default();
        Self::Refused(DiceFault::from(fault).refusing(used))
    }
}

/// Dice thrown at the table, for a command.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableDice {
    /// The faces, in the order asked for: exactly as many as the rules ask for.
    pub faces: Faces,
}

strict!(TableDice);

impl TableDice {
    /// The faces.
    #[must_use]
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }
}
