//! Movement that is no Maneuver: how far is the table's own affair, but not into whose hex, and not out of
//! whose Zone of Control (FK-15, FK-16, FK-30).

use super::super::close_quarters::{EntryRequest, Means};
use super::super::full_round::Fighter;
use super::super::hexes::Position;
use super::super::zone_of_control::{Stance, controls};
use super::{AT, Encounter, Event, Move, Moved};
use crate::bounded::Id;
use crate::encounter::Denied;
use crate::verb::Reckoned;

impl Fighter {
    fn stance(&self) -> Stance<'_> {
        Stance {
            combatant: &self.combatant,
            position: self.position,
            facing: self.facing,
        }
    }
}

impl Encounter {
    /// Moves somebody.
    pub(super) fn go(
        &mut self,
        command: &Move,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied> {
        let place = self.combatants.place(&command.combatant, AT)?;
        let before = self.combatants.to_vec();
        let Some(mover) = before.get(place).map(|seated| &seated.combatant) else {
            return Ok(());
        };
        let others: Vec<&Fighter> = before
            .iter()
            .map(|seated| &seated.combatant)
            .filter(|fighter| fighter.id != mover.id)
            .collect();
        if command.to != mover.position {
            may_leave(mover, &others)?;
            may_enter(mover, command, &others)?;
        }
        let facing = self.put(&command.combatant, Some(command.to), command.facing)?;
        self.check().map_err(|refusal| Denied::at(refusal, "/to"))?;
        tell(&Event::Moved(Moved {
            combatant: &command.combatant,
            to: command.to,
            facing,
            provokes: provoked(mover, command.to, &others),
        }));
        Ok(())
    }
}

/// Grappling prevents leaving Close Quarters.
fn may_leave(mover: &Fighter, others: &[&Fighter]) -> Result<(), Denied> {
    let beside = |other: &&Fighter| other.position == mover.position;
    if mover.grappled && others.iter().any(beside) {
        let detail = "whoever is grappled cannot leave Close Quarters; break free first";
        return Err(Denied::fault(AT, "FK-30", detail));
    }
    Ok(())
}

/// Regular movement ends in another's hex only where that one allows it, as one of the same side does, or has no
/// Zone of Control.
fn may_enter(mover: &Fighter, command: &Move, others: &[&Fighter]) -> Result<(), Denied> {
    let there: Vec<_> = others
        .iter()
        .filter(|other| other.position == command.to)
        .collect();
    let Some(other) = there.first() else {
        return Ok(());
    };
    let controlled = controls(other.stance(), command.to, &[]);
    let entry = EntryRequest {
        means: Means::Movement,
        weapon_reach: None,
        already_in_effect: there.len() > 1,
        target_allows: command.allowed || other.side == mover.side,
        target_has_zone_of_control: Some(controlled),
        undetected: false,
        target_adjusts_facing: None,
    };
    let judged = entry.reckon()?;
    if judged.allowed {
        return Ok(());
    }
    let detail = format!(
        "{} Maneuver there, go elsewhere, or say `allowed` where the table grants it",
        judged.reason
    );
    Err(Denied::fault("/to", judged.rule, detail))
}

/// Those of the other side whose Zone of Control somebody leaves by going there.
fn provoked<'f>(mover: &Fighter, to: Position, others: &[&'f Fighter]) -> Vec<&'f Id> {
    let enemies = others.iter().filter(|other| other.side != mover.side);
    let left = enemies.filter(|enemy| {
        let holds = |hex: Position| {
            let occupied = others
                .iter()
                .map(|other| (&other.id, other.position))
                .filter(|(id, _)| **id != enemy.id)
                .map(|(_, position)| position);
            // Whoever moves is beside it as long as it is there.
            let moves = (hex == mover.position).then_some(mover.position);
            let occupied: Vec<_> = occupied.chain(moves).collect();
            controls(enemy.stance(), hex, &occupied)
        };
        holds(mover.position) && !holds(to)
    });
    left.map(|enemy| &enemy.id).collect()
}
