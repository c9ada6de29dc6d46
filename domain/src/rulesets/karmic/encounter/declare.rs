//! Declaring, in turn (K-21, K-23, K-24).

use std::collections::HashSet;

use super::super::combatant::Declaration;
use super::super::declare::{Forbidden, Initiative, Stance, check_hit, may_use};
use super::super::register::RegisterNumber;
use super::{Declare, Declared, Duelist, Encounter, Event, Phase, Stopped, TurnEnded, Yielded};
use crate::bounded::Id;
use crate::encounter::Denied;
use crate::refusal::{Fault, Refusal};
use crate::ruleset::Maneuver;

/// The other one of two.
pub(super) fn other(place: usize) -> usize {
    1 - place.min(1)
}

impl Encounter {
    /// Who is to declare now: whoever has the initiative, and the other one for the same register.
    pub(super) fn to_declare(&self) -> Option<usize> {
        let holder = self
            .initiative
            .filter(|_| self.phase == Phase::Declarations)?;
        let ours = self.duelists.get(holder)?;
        let theirs = self.duelists.get(other(holder))?;
        let answered = theirs.stopped
            || theirs.hand.is_empty()
            || theirs.face_down.len() >= ours.face_down.len();
        if !answered {
            return Some(other(holder));
        }
        (!ours.stopped && !ours.hand.is_empty() && !self.is_immediate()).then_some(holder)
    }

    /// Whether a maneuver that resolves at once is declared.
    pub(super) fn is_immediate(&self) -> bool {
        let mut declared = self.duelists.iter().flat_map(|duelist| &duelist.face_down);
        declared.any(|declaration| {
            let maneuver = self.maneuver(&declaration.maneuver);
            maneuver.is_some_and(|maneuver| maneuver.resolves_immediately)
        })
    }

    pub(super) fn maneuver(&self, id: &Id) -> Option<Maneuver<'_>> {
        self.maneuvers.find(id, String::new, &mut Vec::new())
    }

    /// Refuses whoever's turn it is not.
    fn in_turn(&self, id: &Id) -> Result<usize, Denied> {
        let place = self.place(id)?;
        self.wait_for(Phase::Declarations)?;
        match self.to_declare() {
            Some(turn) if turn == place => Ok(place),
            Some(turn) => {
                let who = self
                    .duelists
                    .get(turn)
                    .map_or("", |duelist| duelist.id().as_str());
                Err(Denied::OutOfTurn(format!(
                    "it is the turn of {who} to declare"
                )))
            }
            None => Err(Denied::OutOfTurn(
                "all is declared; the GM resolves it".to_owned(),
            )),
        }
    }

    /// When nobody is to declare any more, the registers are resolved.
    pub(super) fn go_on(&mut self) {
        if self.phase == Phase::Declarations && self.to_declare().is_none() {
            self.phase = Phase::Resolution;
        }
    }

    pub(super) fn declare(
        &mut self,
        declare: Declare,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied> {
        let place = self.in_turn(&declare.combatant)?;
        let (Some(ours), Some(theirs)) =
            (self.duelists.get(place), self.duelists.get(other(place)))
        else {
            return Ok(());
        };
        let mut faults = Vec::new();
        let at = || "/maneuver".to_owned();
        if let Some(maneuver) = self.maneuvers.find(&declare.maneuver, at, &mut faults) {
            let initiative = if self.initiative == Some(place) {
                Initiative::Has
            } else {
                Initiative::HasNot
            };
            let fighter = &ours.fighter.combatant;
            let stance = Stance {
                range: self.range().get(),
                weapon: Some(&fighter.weapon),
                off_hand: fighter.off_hand.as_ref(),
                against: Some(&theirs.fighter.combatant.weapon),
            };
            if let Err(Forbidden { rule, detail }) = may_use(&maneuver, stance, initiative) {
                faults.push(Fault::new(at(), rule, detail));
            }
            self.check_number(ours, &maneuver, &mut faults);
        }
        if !ours.hand.contains(&declare.card) {
            let detail = format!("{} is not in the hand; play another", declare.card.as_str());
            faults.push(Fault::new("/card", "K-24", detail));
        }
        if let Some(detail) = check_hit(declare.card, declare.hit) {
            faults.push(Fault::new("/hit", "K-2", detail));
        }
        Refusal::of(faults)?;
        let resolved = i32::from(self.resolved);
        if let Some(ours) = self.duelists.get_mut(place) {
            let held = ours.hand.iter().position(|card| *card == declare.card);
            held.map(|held| ours.hand.remove(held));
            ours.used.push(declare.maneuver.clone());
            ours.face_down.push(Declaration {
                maneuver: declare.maneuver,
                card: declare.card,
                hit: declare.hit,
                ruling: None,
                stand_ground: declare.stand_ground,
                other_modifiers: declare.other_modifiers,
                damage_modifiers: declare.damage_modifiers,
            });
            let number = i32::try_from(ours.face_down.len()).unwrap_or(0);
            if let Some(last) = ours.face_down.last() {
                tell(&Event::Declared(Declared {
                    combatant: &declare.combatant,
                    register: RegisterNumber::clamped(resolved + number),
                    maneuver: &last.maneuver,
                }));
            }
        }
        self.go_on();
        Ok(())
    }

    /// No more maneuvers than there may be, and each as often as it may be (K-24).
    fn check_number(&self, ours: &Duelist, maneuver: &Maneuver<'_>, faults: &mut Vec<Fault>) {
        let fighter = &ours.fighter.combatant;
        let total = fighter.maximum_maneuvers_total;
        let most = total.unwrap_or(fighter.weapon.maximum_maneuvers).get();
        let counts = |id: &&Id| {
            let used = self.maneuver(id);
            used.is_some_and(|used| used.counts_against_maximum)
        };
        let used = i32::try_from(ours.used.iter().filter(counts).count()).unwrap_or(i32::MAX);
        if maneuver.counts_against_maximum && used >= most {
            let detail = format!("{used} of at most {most} maneuvers are declared; stop declaring");
            faults.push(Fault::new("/maneuver", "K-24", detail));
        }
        let ids: HashSet<_> = ours.used.iter().map(Id::as_str).collect();
        if maneuver.once_per_turn && ids.contains(maneuver.id) {
            let detail = format!("{} is possible once a turn; declare another", maneuver.id);
            faults.push(Fault::new("/maneuver", "K-24", detail));
        }
        if self.resolved as usize + ours.face_down.len() >= 20 {
            let detail = "a turn has at most 20 registers; stop declaring";
            faults.push(Fault::new("/maneuver", "K-24", detail));
        }
    }

    pub(super) fn stop(
        &mut self,
        combatant: &Id,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied> {
        let place = self.in_turn(combatant)?;
        let holds = self.initiative == Some(place);
        if let Some(ours) = self.duelists.get_mut(place) {
            if holds && ours.used.is_empty() {
                let detail = "whoever has the initiative uses at least one maneuver, or yields";
                return Err(Denied::fault("/combatant", "K-24", detail));
            }
            ours.stopped = true;
        }
        tell(&Event::Stopped(Stopped { combatant }));
        self.go_on();
        Ok(())
    }

    /// Yields the initiative, at the start of a turn (K-21).
    pub(super) fn give_way(
        &mut self,
        combatant: &Id,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied> {
        let place = self.in_turn(combatant)?;
        let begun =
            self.resolved > 0 || self.duelists.iter().any(|duelist| !duelist.used.is_empty());
        if begun || self.initiative != Some(place) {
            let detail = "the initiative is yielded at the start of a turn, by whoever has it";
            return Err(Denied::OutOfTurn(detail.to_owned()));
        }
        self.initiative = Some(other(place));
        self.yielded += 1;
        if let Some(now) = self.duelists.get(other(place)) {
            tell(&Event::Yielded(Yielded {
                combatant,
                initiative: now.id(),
            }));
        }
        if self.yielded == 2 {
            // Nobody acts in this turn; the next one they may.
            self.end_turn();
            tell(&Event::TurnEnded(TurnEnded { turn: self.turn }));
        }
        Ok(())
    }
}
