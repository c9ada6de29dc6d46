//! Encounters: a fight that is kept between requests, and looked at from several seats.
//!
//! A game's state changes by commands alone. Each command is checked for who may give it before anything
//! hidden is looked at, then runs the very rule functions of the game's verbs, and tells what it did by
//! events. What an event tells everybody may know; what is secret stays in the state, and each seat's
//! view of that leaves out what is not its own.

use serde::de::{DeserializeOwned, Deserializer};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::bounded::{Id, bounded};
use crate::chance::{DiceFault, Face, Faces, Recorded, Source, Throw};
use crate::refusal::{Fault, Refusal};
use crate::strict::strict;
use crate::tagged::read_as;

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
        Self::moved(refusal, |pointer| {
            pointer.strip_prefix(prefix).unwrap_or(pointer).to_owned()
        })
    }

    /// What the rules refuse, all of it for one field of a command.
    #[must_use]
    pub fn at(refusal: Refusal, field: &str) -> Self {
        Self::moved(refusal, |_| field.to_owned())
    }

    fn moved(refusal: Refusal, place: impl Fn(&str) -> String) -> Self {
        let Refusal::Unlawful(faults) = refusal else {
            return Self::Refused(refusal);
        };
        let faults = faults.into_iter().map(|fault| Fault {
            pointer: place(&fault.pointer),
            ..fault
        });
        Self::Refused(Refusal::Unlawful(faults.collect()))
    }

    /// What a rule ended with, of luck that had given so much by then.
    pub fn of_luck<T: Throw>(fault: T::Error, luck: &Luck<T>) -> Self
    where
        DiceFault: From<T::Error>,
    {
        let used = luck.chance.record().clone();
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

/// A combatant, and the seat that owns it: on the wire one object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seated<C> {
    /// The combatant.
    #[serde(flatten)]
    pub combatant: C,
    /// The seat that owns it; without one the GM plays it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Id>,
}

impl<'de, C: DeserializeOwned> Deserialize<'de> for Seated<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut object = Value::deserialize(deserializer)?;
        let seat = object
            .as_object_mut()
            .and_then(|fields| fields.remove("seat"));
        let seat: Option<SeatOnly> = match seat {
            None | Some(Value::Null) => None,
            Some(seat) => Some(read_as(Value::from(Map::from_iter([(
                "seat".into(),
                seat,
            )])))?),
        };
        Ok(Self {
            combatant: read_as(object)?,
            seat: seat.map(|only| only.seat),
        })
    }
}

/// The seat alone, so that a fault in it is placed.
#[derive(Deserialize)]
struct SeatOnly {
    seat: Id,
}

/// What the GM sets of a combatant: some of its fields, by a merge patch (RFC 7396), in which `null` is
/// what the field is when absent.
#[derive(Clone, Debug, PartialEq)]
pub struct Amendment<C> {
    fields: Map<String, Value>,
    of: std::marker::PhantomData<C>,
}

impl<'de, C> Deserialize<'de> for Amendment<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Map::deserialize(deserializer)?;
        if fields.contains_key("id") {
            return Err(serde::de::Error::custom(
                "an id stays; add another combatant instead",
            ));
        }
        Ok(Self {
            fields,
            of: std::marker::PhantomData,
        })
    }
}

impl<C> Serialize for Amendment<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fields.serialize(serializer)
    }
}

impl<C: Serialize + DeserializeOwned> Amendment<C> {
    /// The combatant with these fields set.
    ///
    /// # Errors
    /// A fault, at its place in `/set`, if that is no combatant.
    pub fn amend(&self, combatant: &Seated<C>, rule: &'static str) -> Result<Seated<C>, Denied> {
        let impossible = |pointer: &str, detail: &str| {
            Denied::fault(format!("/set{pointer}"), rule, detail.to_owned())
        };
        let mut amended =
            serde_json::to_value(combatant).map_err(|error| impossible("", &error.to_string()))?;
        json_patch::merge(&mut amended, &Value::Object(self.fields.clone()));
        read_as::<Seated<C>, serde_json::Error>(amended).map_err(|error| {
            let text = error.to_string();
            let (pointer, detail) = crate::tagged::split(&text);
            impossible(pointer, detail)
        })
    }

    /// Whether it sets this field.
    #[must_use]
    pub fn sets(&self, field: &str) -> bool {
        self.fields.contains_key(field)
    }
}

/// A fault if a combatant's seat is none of those there are.
pub(crate) fn check_seat(seat: Option<&Id>, seats: &[Id], at: &str, faults: &mut Vec<Fault>) {
    if let Some(seat) = seat
        && !seats.contains(seat)
    {
        let detail = format!("there is no seat {}; name one of `seats`", seat.as_str());
        faults.push(Fault::new(at, "", detail));
    }
}

#[cfg(feature = "openapi")]
mod schema {
    use std::borrow::Cow;

    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{Amendment, Seated};
    use crate::bounded::Id;
    use crate::schema::described;

    impl<C: ToSchema> PartialSchema for Seated<C> {
        fn schema() -> RefOr<Schema> {
            let RefOr::T(Schema::Object(mut object)) = C::schema() else {
                return C::schema();
            };
            let seat = described::<Id>("The seat that owns it. Absent: the GM plays it.");
            object.properties.insert("seat".to_owned(), seat.into());
            Schema::Object(object).into()
        }
    }

    impl<C: ToSchema> ToSchema for Seated<C> {
        fn name() -> Cow<'static, str> {
            format!("{}InSeat", C::name()).into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            C::schemas(schemas);
        }
    }

    impl<C: ToSchema> PartialSchema for Amendment<C> {
        fn schema() -> RefOr<Schema> {
            let RefOr::T(Schema::Object(mut object)) = Seated::<C>::schema() else {
                return C::schema();
            };
            object.required.clear();
            object.properties.remove("id");
            object.description = Some("Fields of a combatant to set.".to_owned());
            Schema::Object(object).into()
        }
    }

    impl<C: ToSchema> ToSchema for Amendment<C> {
        fn name() -> Cow<'static, str> {
            format!("{}Amendment", C::name()).into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            C::schemas(schemas);
        }
    }
}
