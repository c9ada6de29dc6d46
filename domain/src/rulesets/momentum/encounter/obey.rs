//! Commands, obeyed by the rules of a round (M-10 to M-61).

use super::super::full_round::{
    Combatants, Declaration, Declarations, Engagements, MomentumList, Pair, Rear, RearList,
    RoundRequest,
};
use super::super::rules::Sum;
use super::{
    AllDeclared, Amended, CombatantAdded, CombatantRemoved, Command, Declare, Declared,
    DeclaredEvent, Disengaged, Encounter, Engaged, Event, ResolveRound, RoundResolved, SetUp,
    TurnEnded,
};
use crate::bounded::Id;
use crate::chance::{Dice, DiceFault, Luck as _, Throw};
use crate::encounter::{self, Company, Denied, Luck, TurnNumber, Viewer};
use crate::refusal::{Fault, Refusal};
use crate::verb::Rolled;

impl encounter::Encounter for Encounter {
    type SetUp = SetUp;
    type Command = Command;
    type Event<'e> = Event<'e>;
    type View<'s> = super::EncounterView<'s>;

    fn begin(set_up: SetUp, seats: &[Id]) -> Result<Self, Refusal> {
        let mut faults = Vec::new();
        let encounter = Self {
            round: TurnNumber::default(),
            combatants: Company::of(&set_up.combatants, seats, &mut faults),
            engagements: set_up.engagements.to_vec(),
            momentum: set_up.momentum.to_vec(),
            declared: Vec::new(),
        };
        if let Err(Refusal::Unlawful(of_round)) = encounter.check() {
            faults.extend(of_round);
        }
        Refusal::of(faults)?;
        Ok(encounter)
    }

    fn may(&self, command: &Command, by: Viewer<'_>) -> Result<(), Denied> {
        match command {
            Command::Declare(declare) => self.combatants.commanded(&declare.combatant, by),
            Command::Engage(_)
            | Command::Disengage(_)
            | Command::ResolveRound(_)
            | Command::AddCombatant(_)
            | Command::RemoveCombatant(_)
            | Command::Amend(_)
            | Command::Undo(_)
            | Command::EndTurn(_)
            | Command::Close(_) => by.is_gm(),
        }
    }

    fn obey<T: Throw>(
        &mut self,
        command: Command,
        seats: &[Id],
        luck: &mut Luck<T>,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied>
    where
        DiceFault: From<T::Error>,
    {
        match command {
            Command::Declare(declare) => self.declare(declare, tell)?,
            Command::Engage(engage) => {
                self.engagements.push(engage.between.clone());
                self.check()
                    .map_err(|refusal| at_last(refusal, "/between"))?;
                tell(&Event::Engaged(Engaged {
                    between: &engage.between,
                }));
            }
            Command::Disengage(disengage) => {
                self.disengage(&disengage.between)?;
                tell(&Event::Disengaged(Disengaged {
                    between: &disengage.between,
                }));
            }
            Command::ResolveRound(ResolveRound { .. }) => self.resolve_round(luck, tell)?,
            Command::AddCombatant(add) => {
                let seated = *add.combatant;
                self.combatants.add(seated.clone(), seats)?;
                tell(&Event::CombatantAdded(CombatantAdded {
                    combatant: &seated,
                }));
            }
            Command::RemoveCombatant(remove) => {
                let combatant = &remove.combatant;
                self.combatants.remove(combatant)?;
                self.forget(combatant);
                tell(&Event::CombatantRemoved(CombatantRemoved { combatant }));
            }
            Command::Amend(amend) => {
                let (combatant, set) = (&amend.combatant, &amend.set);
                self.combatants.amend(combatant, set, seats)?;
                tell(&Event::Amended(Amended { combatant, set }));
            }
            Command::EndTurn(_) => {
                self.declared.clear();
                self.round = self.round.next();
                tell(&Event::TurnEnded(TurnEnded { turn: self.round }));
            }
            // Those two are not the game's.
            Command::Undo(_) | Command::Close(_) => {}
        }
        Ok(())
    }

    fn view(&self, viewer: Viewer<'_>) -> super::EncounterView<'_> {
        self.seen_by(viewer)
    }
}

impl Encounter {
    /// What is declared, as a round's request. Somebody alone fights nobody.
    fn request(&self, declared: &[Declared]) -> Option<RoundRequest> {
        let combatants = self
            .combatants
            .iter()
            .map(|seated| seated.combatant.clone());
        let declarations = declared.iter().map(|declared| Declaration {
            combatant: declared.combatant.clone(),
            target: declared.target.clone(),
            form: declared.form.clone(),
        });
        let rear = declared.iter().filter_map(|declared| {
            let target = declared.target.clone().filter(|_| declared.rear)?;
            Some(Rear {
                attacker: declared.combatant.clone(),
                target,
            })
        });
        Some(RoundRequest {
            combatants: Combatants::new(combatants.collect())?,
            engagements: Engagements::new(self.engagements.clone())?,
            declarations: Declarations::new(declarations.collect())?,
            momentum: MomentumList::new(self.momentum.clone())?,
            rear: RearList::new(rear.collect())?,
            dice: None,
        })
    }

    /// Whether the engagements and the Momentum there are can be.
    fn check(&self) -> Result<(), Refusal> {
        match self.request(&[]) {
            Some(request) => request.lawful().map(|_| ()),
            None if self.engagements.is_empty() && self.momentum.is_empty() => Ok(()),
            None => Err(Refusal::Unlawful(vec![alone()])),
        }
    }

    fn declare(
        &mut self,
        declare: Declare,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied> {
        self.combatants.place(&declare.combatant, "/combatant")?;
        if self.all_have_declared() {
            let detail = "all have declared, and see what; the GM resolves the round";
            return Err(Denied::OutOfTurn(detail.to_owned()));
        }
        let declared = Declared {
            combatant: declare.combatant,
            target: declare.target,
            form: declare.form,
            rear: declare.rear,
        };
        if declared.rear && declared.target.is_none() {
            let detail = "an attack from the rear has a target; name it, or leave `rear` out";
            return Err(Denied::fault("/rear", "M-24", detail));
        }
        if let Some(request) = self.request(std::slice::from_ref(&declared)) {
            request.lawful().map_err(|refusal| at_last(refusal, ""))?;
        } else if declared.target.is_some() {
            return Err(Denied::fault("/target", "M-10", alone().detail));
        }
        self.declared
            .retain(|before| before.combatant != declared.combatant);
        self.declared.push(declared);
        if let Some(declared) = self.declared.last() {
            tell(&Event::DeclaredEvent(DeclaredEvent {
                combatant: &declared.combatant,
            }));
        }
        if self.all_have_declared() {
            tell(&Event::AllDeclared(AllDeclared {
                declarations: &self.declared,
            }));
        }
        Ok(())
    }

    fn disengage(&mut self, between: &Pair) -> Result<(), Denied> {
        let [one, other] = &**between else {
            return Ok(());
        };
        let same = |pair: &[Id]| {
            let both = [one, other];
            pair.iter().all(|id| both.contains(&id)) && pair.first() != pair.last()
        };
        let before = self.engagements.len();
        self.engagements.retain(|pair| !same(pair));
        if self.engagements.len() == before {
            let detail = "these two are not Engaged; name two that are";
            return Err(Denied::fault("/between", "M-10", detail));
        }
        self.momentum
            .retain(|held| !same(&[held.holder.clone(), held.over.clone()]));
        // A target is one that the combatant is Engaged with.
        self.declared.retain(|declared| {
            let target = declared.target.as_ref();
            !target.is_some_and(|target| same(&[declared.combatant.clone(), target.clone()]))
        });
        Ok(())
    }

    /// Plays the round, and goes on with what is left (M-61).
    fn resolve_round<T: Throw>(
        &mut self,
        luck: &mut Luck<T>,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied>
    where
        DiceFault: From<T::Error>,
    {
        let request = self
            .request(&self.declared)
            .ok_or_else(|| Denied::Refused(Refusal::Unlawful(vec![alone()])))?;
        let lawful = request.lawful()?;
        let outcome = lawful.resolve::<Sum<'_>, _>(&mut luck.chance);
        let outcome = outcome.map_err(|fault| Denied::of_luck(fault, luck))?;
        let next = outcome.next.clone();
        tell(&Event::RoundResolved(RoundResolved {
            round: self.round,
            declarations: &self.declared,
            outcome: Box::new(outcome),
            dice: Dice::shown(luck.source, luck.chance.record().clone()),
        }));
        for (seated, combatant) in self.combatants.iter_mut().zip(next.combatants) {
            seated.combatant = combatant;
        }
        self.engagements = next.engagements;
        self.momentum = next.momentum;
        self.declared.clear();
        self.round = self.round.next();
        Ok(())
    }

    /// Nobody is Engaged with, holds Momentum over or aims at somebody who has left.
    fn forget(&mut self, gone: &Id) {
        self.engagements.retain(|pair| !pair.contains(gone));
        self.momentum
            .retain(|held| held.holder != *gone && held.over != *gone);
        self.declared.retain(|declared| {
            declared.combatant != *gone && declared.target.as_ref() != Some(gone)
        });
    }
}

fn alone() -> Fault {
    Fault::new(
        "",
        "M-10",
        "a round is fought by two at least; add a combatant",
    )
}

/// The faults of a round's request at the command that brings about its last item: `/declarations/0/target`
/// is the command's `/target`.
fn at_last(refusal: Refusal, field: &str) -> Denied {
    let Refusal::Unlawful(faults) = refusal else {
        return Denied::Refused(refusal);
    };
    let moved = faults.into_iter().map(|fault| {
        let rest = fault.pointer.split('/').skip(3);
        let rest: String = rest.map(|token| format!("/{token}")).collect();
        let pointer = match fault.pointer.split('/').nth(1) {
            Some("rear") => "/rear".to_owned(),
            Some(_) | None => format!("{field}{rest}"),
        };
        Fault { pointer, ..fault }
    });
    Denied::Refused(Refusal::Unlawful(moved.collect()))
}
