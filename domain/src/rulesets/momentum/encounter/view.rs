//! What each seat may see: everything but what other seats have declared while not all have.

use serde::Serialize;

use super::super::full_round::{Momentum, Pair};
use super::{Declared, Encounter, Fighter};
use crate::bounded::Id;
use crate::encounter::{TurnNumber, Viewer};

/// An encounter as somebody may see it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::EncounterState))]
pub struct EncounterView<'s> {
    /// The number of the round.
    pub round: TurnNumber,
    /// Who fights.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub combatants: &'s [Fighter],
    /// Who is Engaged with whom.
    #[cfg_attr(feature = "openapi", schema(max_items = 2000))]
    pub engagements: &'s [Pair],
    /// Who holds Momentum over whom.
    #[cfg_attr(feature = "openapi", schema(max_items = 2000))]
    pub momentum: &'s [Momentum],
    /// Who has declared for this round, in order.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub declared: Vec<&'s Id>,
    /// What they have declared, as far as it may be seen: that of other seats once all have declared.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub declarations: Vec<&'s Declared>,
}

impl Encounter {
    pub(super) fn seen_by(&self, viewer: Viewer<'_>) -> EncounterView<'_> {
        let all = self.all_have_declared();
        let open =
            |declared: &&Declared| all || viewer.plays(self.combatants.seat(&declared.combatant));
        EncounterView {
            round: self.round,
            combatants: &self.combatants,
            engagements: &self.engagements,
            momentum: &self.momentum,
            declared: self
                .declared
                .iter()
                .map(|declared| &declared.combatant)
                .collect(),
            declarations: self.declared.iter().filter(open).collect(),
        }
    }

    /// Whether everybody who can has declared.
    pub(super) fn all_have_declared(&self) -> bool {
        let mut able = self
            .combatants
            .iter()
            .filter(|seated| !seated.combatant.is_dropped());
        able.all(|seated| {
            let mut declared = self.declared.iter();
            declared.any(|declared| declared.combatant == seated.combatant.id)
        })
    }
}
