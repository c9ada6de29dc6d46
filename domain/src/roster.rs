//! Who takes part in a round, by id: every game refers to its combatants by the ids that they bring.

use std::collections::HashMap;

use crate::bounded::Id;
use crate::refusal::Fault;

/// A combatant by its place in the list.
pub(crate) type Place = usize;

/// The places of the combatants by their ids.
#[derive(Debug, Default)]
pub(crate) struct Roster<'r> {
    places: HashMap<&'r Id, Place>,
}

impl<'r> Roster<'r> {
    /// Enters a combatant; a fault if its id is taken. `rule` is the game's rule on who takes part.
    pub(crate) fn enter(
        &mut self,
        id: &'r Id,
        place: Place,
        rule: &'static str,
        faults: &mut Vec<Fault>,
    ) {
        if self.places.insert(id, place).is_some() {
            faults.push(Fault::new(
                format!("/combatants/{place}/id"),
                rule,
                format!(
                    "the id {} is taken; give each combatant its own",
                    id.as_str()
                ),
            ));
        }
    }

    /// Who has this id, if anybody.
    pub(crate) fn get(&self, id: &Id) -> Option<Place> {
        self.places.get(id).copied()
    }

    /// Who has the id that stands at the pointer `at`; a fault by `rule` if nobody has.
    pub(crate) fn place(
        &self,
        id: &Id,
        at: String,
        rule: &'static str,
        faults: &mut Vec<Fault>,
    ) -> Option<Place> {
        let place = self.get(id);
        if place.is_none() {
            let detail = format!(
                "no combatant has the id {}; name one of `combatants`",
                id.as_str()
            );
            faults.push(Fault::new(at, rule, detail));
        }
        place
    }
}
