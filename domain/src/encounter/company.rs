//! Those who fight in an encounter.

use std::ops::{Deref, DerefMut};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Amendment, Denied, Seated, Viewer, check_seat};
use crate::bounded::Id;
use crate::refusal::{Fault, Refusal};

/// The most combatants of an encounter.
const MOST: usize = 200;

/// A game's combatant, as one of those who fight.
pub trait Member {
    /// The game's rule on who takes part, which refusals cite.
    const GROUP: &'static str;

    /// The combatant's id.
    fn id(&self) -> &Id;
}

/// Those who fight, in the order they joined, each with the seat that owns it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Company<C>(Vec<Seated<C>>);

impl<C> Deref for Company<C> {
    type Target = [Seated<C>];

    fn deref(&self) -> &[Seated<C>] {
        &self.0
    }
}

impl<C> DerefMut for Company<C> {
    fn deref_mut(&mut self) -> &mut [Seated<C>] {
        &mut self.0
    }
}

impl<C: Member + Serialize + DeserializeOwned + Clone> Company<C> {
    /// Those an encounter begins with. `seats` are those there are.
    pub fn of(combatants: &[Seated<C>], seats: &[Id], faults: &mut Vec<Fault>) -> Self {
        for (place, seated) in combatants.iter().enumerate() {
            let at = format!("/combatants/{place}/seat");
            check_seat(seated.seat.as_ref(), seats, &at, faults);
        }
        Self(combatants.to_vec())
    }

    /// Where somebody is, if anywhere.
    pub fn find(&self, id: &Id) -> Option<usize> {
        let mut combatants = self.iter();
        combatants.position(|seated| seated.combatant.id() == id)
    }

    /// Where somebody is, whom the field `at` of a command names.
    ///
    /// # Errors
    /// [`Denied::Refused`] if nobody is called so.
    pub fn place(&self, id: &Id, at: &str) -> Result<usize, Denied> {
        let detail = "no combatant has this id; name one of the encounter";
        self.find(id)
            .ok_or_else(|| Denied::fault(at, C::GROUP, detail))
    }

    /// The seat that owns somebody, if any does.
    pub fn seat(&self, id: &Id) -> Option<&Id> {
        let seated = self.find(id).and_then(|place| self.get(place));
        seated.and_then(|seated| seated.seat.as_ref())
    }

    /// Only whoever plays this combatant.
    ///
    /// # Errors
    /// [`Denied::Forbidden`] for another one.
    pub fn commanded(&self, id: &Id, by: Viewer<'_>) -> Result<(), Denied> {
        by.commands(self.seat(id))
    }

    /// Somebody joins.
    ///
    /// # Errors
    /// [`Denied::Refused`] if its id is taken, its seat is none, or there are too many.
    pub fn add(&mut self, seated: Seated<C>, seats: &[Id]) -> Result<(), Denied> {
        let mut faults = Vec::new();
        check_seat(seated.seat.as_ref(), seats, "/combatant/seat", &mut faults);
        if self.find(seated.combatant.id()).is_some() {
            let detail = "this id is taken; give the combatant its own";
            faults.push(Fault::new("/combatant/id", C::GROUP, detail));
        }
        if self.len() >= MOST {
            let detail = format!("an encounter has at most {MOST} combatants; remove one first");
            faults.push(Fault::new("/combatant", C::GROUP, detail));
        }
        Refusal::of(faults)?;
        self.0.push(seated);
        Ok(())
    }

    /// Somebody leaves; where it was.
    ///
    /// # Errors
    /// [`Denied::Refused`] if nobody is called so.
    pub fn remove(&mut self, id: &Id) -> Result<usize, Denied> {
        let place = self.place(id, "/combatant")?;
        self.0.remove(place);
        Ok(place)
    }

    /// Fields of somebody are set.
    ///
    /// # Errors
    /// [`Denied`] if that is no combatant, or its seat is none.
    pub fn amend(&mut self, id: &Id, set: &Amendment<C>, seats: &[Id]) -> Result<(), Denied> {
        let place = self.place(id, "/combatant")?;
        let mut faults = Vec::new();
        if let Some(seated) = self.get_mut(place) {
            let amended = set.amend(seated)?;
            check_seat(amended.seat.as_ref(), seats, "/set/seat", &mut faults);
            *seated = amended;
        }
        Refusal::of(faults)?;
        Ok(())
    }
}
