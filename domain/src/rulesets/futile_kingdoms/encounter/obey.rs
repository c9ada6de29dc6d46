//! Commands, obeyed by the rules of a round (FK-50 to FK-55).

use super::super::conditions::Condition;
use super::super::full_round::{
    AttackAction, AttackDeclaration, Declaration, Declarations, Fighter, Fighters, ManeuverAction,
    ManeuverDeclaration, RoundRequest,
};
use super::super::hexes::{Facing, Position};
use super::super::rules::Sum;
use super::{
    Amended, Attack, Attacked, CombatantAdded, CombatantRemoved, Command, Defended, Encounter,
    Event, Faced, Maneuver, Maneuvered, Moved, OpportunityAttack, SetUp, TurnEnded,
};
use crate::bounded::Id;
use crate::chance::{Dice, DiceFault, Luck as _, Throw};
use crate::encounter::{self, Denied, Luck, TurnNumber, Viewer, check_seat};
use crate::refusal::{Fault, Refusal};
use crate::verb::Rolled;

/// The rule on an engagement group, which refusals of who takes part cite.
const GROUP: &str = "FK-50";

impl encounter::Encounter for Encounter {
    type SetUp = SetUp;
    type Command = Command;
    type Event<'e> = Event<'e>;
    type View<'s> = super::EncounterView<'s>;

    fn begin(set_up: SetUp, seats: &[Id]) -> Result<Self, Refusal> {
        let mut faults = Vec::new();
        for (place, seated) in set_up.combatants.iter().enumerate() {
            let at = format!("/combatants/{place}/seat");
            check_seat(seated.seat.as_ref(), seats, &at, &mut faults);
        }
        let encounter = Self {
            turn: TurnNumber::default(),
            combatants: set_up.combatants.to_vec(),
            acted: Vec::new(),
        };
        if let Err(Refusal::Unlawful(of_map)) = encounter.check() {
            faults.extend(of_map);
        }
        Refusal::of(faults)?;
        Ok(encounter)
    }

    fn may(&self, command: &Command, by: Viewer<'_>) -> Result<(), Denied> {
        let own = |id: &Id| {
            let seated = self.find(id).and_then(|place| self.combatants.get(place));
            by.commands(seated.and_then(|seated| seated.seat.as_ref()))
        };
        match command {
            Command::Move(command) => own(&command.combatant),
            Command::Face(command) => own(&command.combatant),
            Command::Defend(command) => own(&command.combatant),
            Command::Attack(command) => own(&command.combatant),
            Command::OpportunityAttack(command) => own(&command.combatant),
            Command::Maneuver(command) => own(&command.combatant),
            Command::AddCombatant(_)
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
            Command::Move(command) => {
                let facing = self.put(&command.combatant, Some(command.to), command.facing)?;
                self.check().map_err(|refusal| Denied::at(refusal, "/to"))?;
                let (combatant, to) = (&command.combatant, command.to);
                tell(&Event::Moved(Moved {
                    combatant,
                    to,
                    facing,
                }));
                Ok(())
            }
            Command::Face(command) => {
                let facing = self.put(&command.combatant, None, Some(command.facing))?;
                let combatant = &command.combatant;
                tell(&Event::Faced(Faced { combatant, facing }));
                Ok(())
            }
            Command::Defend(command) => {
                self.act(&command.combatant)?;
                let place = self.place(&command.combatant)?;
                if let Some(seated) = self.combatants.get_mut(place) {
                    if seated.combatant.combatant.conditions.has(Condition::Downed) {
                        let detail = "whoever is Downed does not act; name another";
                        return Err(Denied::fault("/combatant", "FK-52", detail));
                    }
                    seated
                        .combatant
                        .combatant
                        .conditions
                        .insert(Condition::Defending);
                }
                let combatant = &command.combatant;
                tell(&Event::Defended(Defended { combatant }));
                Ok(())
            }
            Command::Attack(command) => {
                self.act(&command.combatant)?;
                self.attack(declared(command), luck, tell)
            }
            Command::OpportunityAttack(command) => self.attack(by_opportunity(command), luck, tell),
            Command::Maneuver(command) => {
                self.act(&command.combatant)?;
                self.maneuver(command, luck, tell)
            }
            Command::AddCombatant(command) => {
                let seated = *command.combatant;
                let mut faults = Vec::new();
                check_seat(seated.seat.as_ref(), seats, "/combatant/seat", &mut faults);
                if self.find(&seated.combatant.id).is_some() {
                    let detail = "this id is taken; give the combatant its own";
                    faults.push(Fault::new("/combatant/id", GROUP, detail));
                }
                if self.combatants.len() >= 200 {
                    let detail = "an encounter has at most 200 combatants; remove one first";
                    faults.push(Fault::new("/combatant", GROUP, detail));
                }
                Refusal::of(faults)?;
                self.combatants.push(seated.clone());
                self.check()
                    .map_err(|refusal| Denied::at(refusal, "/combatant/position"))?;
                tell(&Event::CombatantAdded(CombatantAdded {
                    combatant: &seated,
                }));
                Ok(())
            }
            Command::RemoveCombatant(command) => {
                let place = self.place(&command.combatant)?;
                self.combatants.remove(place);
                self.acted.retain(|id| *id != command.combatant);
                let combatant = &command.combatant;
                tell(&Event::CombatantRemoved(CombatantRemoved { combatant }));
                Ok(())
            }
            Command::Amend(command) => {
                let place = self.place(&command.combatant)?;
                let mut faults = Vec::new();
                if let Some(seated) = self.combatants.get_mut(place) {
                    let amended = command.set.amend(seated, GROUP)?;
                    check_seat(amended.seat.as_ref(), seats, "/set/seat", &mut faults);
                    *seated = amended;
                }
                Refusal::of(faults)?;
                self.check()
                    .map_err(|refusal| Denied::at(refusal, "/set/position"))?;
                let (combatant, set) = (&command.combatant, &command.set);
                tell(&Event::Amended(Amended { combatant, set }));
                Ok(())
            }
            Command::EndTurn(_) => {
                // Another Melee Turn: nobody is Defending, and no attacks have come in.
                for seated in &mut self.combatants {
                    seated.combatant.incoming_attacks = Default::default();
                    seated
                        .combatant
                        .combatant
                        .conditions
                        .remove(Condition::Defending);
                }
                self.acted.clear();
                self.turn = self.turn.next();
                tell(&Event::TurnEnded(TurnEnded { turn: self.turn }));
                Ok(())
            }
            // Those two are not the game's.
            Command::Undo(_) | Command::Close(_) => Ok(()),
        }
    }

    fn view(&self, _: Viewer<'_>) -> super::EncounterView<'_> {
        super::EncounterView {
            turn: self.turn,
            combatants: &self.combatants,
            acted: &self.acted,
        }
    }
}

/// An attack as a round has it.
fn declared(command: Attack) -> AttackDeclaration {
    AttackDeclaration {
        action: AttackAction,
        combatant: command.combatant,
        target: command.target,
        arc: command.arc,
        opportunity: false,
        charge: command.charge,
        explode: command.explode,
        explode_damage: command.explode_damage,
        other_modifiers: command.other_modifiers,
        damage_modifiers: command.damage_modifiers,
    }
}

/// An attack by an opportunity as a round has it.
fn by_opportunity(command: OpportunityAttack) -> AttackDeclaration {
    AttackDeclaration {
        action: AttackAction,
        combatant: command.combatant,
        target: command.target,
        arc: command.arc,
        opportunity: true,
        charge: false,
        explode: command.explode,
        explode_damage: command.explode_damage,
        other_modifiers: command.other_modifiers,
        damage_modifiers: command.damage_modifiers,
    }
}

impl Encounter {
    fn find(&self, id: &Id) -> Option<usize> {
        let mut combatants = self.combatants.iter();
        combatants.position(|seated| seated.combatant.id == *id)
    }

    fn place(&self, id: &Id) -> Result<usize, Denied> {
        let detail = "no combatant has this id; name one of the encounter";
        self.find(id)
            .ok_or_else(|| Denied::fault("/combatant", GROUP, detail))
    }

    /// One Melee Action a turn (FK-50).
    fn act(&mut self, id: &Id) -> Result<(), Denied> {
        self.place(id)?;
        if self.acted.contains(id) {
            return Err(Denied::OutOfTurn(
                "it has used its Melee Action of this turn; wait until the GM ends it".to_owned(),
            ));
        }
        self.acted.push(id.clone());
        Ok(())
    }

    /// Puts somebody on the map; which side it then faces.
    fn put(
        &mut self,
        id: &Id,
        to: Option<Position>,
        facing: Option<Facing>,
    ) -> Result<Facing, Denied> {
        let place = self.place(id)?;
        let Some(seated) = self.combatants.get_mut(place) else {
            return Ok(Facing::default());
        };
        let fighter = &mut seated.combatant;
        fighter.position = to.unwrap_or(fighter.position);
        fighter.facing = facing.unwrap_or(fighter.facing);
        Ok(fighter.facing)
    }

    /// A round in which only this is declared, if anything.
    fn round(&self, declaration: Option<Declaration>) -> Option<RoundRequest> {
        let fighters = self
            .combatants
            .iter()
            .map(|seated| seated.combatant.clone());
        Some(RoundRequest {
            combatants: Fighters::new(fighters.collect())?,
            declarations: Declarations::new(declaration.into_iter().collect())?,
            dice: None,
        })
    }

    /// Whether everybody can stand where it stands. A map without anybody can be.
    fn check(&self) -> Result<(), Refusal> {
        match self.round(None) {
            Some(round) => round.lawful().map(|_| ()),
            None => Ok(()),
        }
    }

    /// Attacks, and goes on with what is left: conditions, and what has come in.
    fn attack<T: Throw>(
        &mut self,
        declaration: AttackDeclaration,
        luck: &mut Luck<T>,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied>
    where
        DiceFault: From<T::Error>,
    {
        let opportunity = declaration.opportunity;
        self.place(&declaration.combatant)?;
        let Some(round) = self.round(Some(Declaration::Attack(declaration))) else {
            return Ok(());
        };
        let lawful = round.lawful();
        let lawful = lawful.map_err(|refusal| Denied::within(refusal, "/declarations/0"))?;
        let mut standing = lawful.begin();
        let steps = lawful.attack_steps::<Sum<'_>, _>(&mut standing, &mut luck.chance);
        for step in steps.map_err(|fault| Denied::of_luck(fault, luck))? {
            if let Some(lapsed) = step.lapsed.first() {
                let detail = "this attack cannot be made now; declare another";
                return Err(Denied::fault("/combatant", lapsed.rule, detail));
            }
            for attack in step.attacks {
                tell(&Event::Attacked(Attacked {
                    opportunity,
                    attack: Box::new(attack),
                    effects: step.effects.clone(),
                    dice: Dice::shown(luck.source, luck.chance.record().clone()),
                }));
            }
        }
        let fighters: Vec<Fighter> = standing.iter().map(|standing| standing.stands()).collect();
        self.stand(fighters);
        Ok(())
    }

    fn maneuver<T: Throw>(
        &mut self,
        command: Maneuver,
        _: &mut Luck<T>,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied> {
        let declaration = Declaration::Maneuver(ManeuverDeclaration {
            action: ManeuverAction,
            combatant: command.combatant,
            to: command.to,
            facing: command.facing,
        });
        let Some(round) = self.round(Some(declaration)) else {
            return Ok(());
        };
        let lawful = round.lawful();
        let lawful = lawful.map_err(|refusal| Denied::within(refusal, "/declarations/0"))?;
        let mut standing = lawful.begin();
        let step = lawful.maneuvers::<Sum<'_>>(&mut standing);
        for maneuver in step.moves {
            tell(&Event::Maneuvered(Maneuvered { maneuver }));
        }
        let fighters: Vec<Fighter> = standing.iter().map(|standing| standing.stands()).collect();
        self.stand(fighters);
        Ok(())
    }

    fn stand(&mut self, fighters: Vec<Fighter>) {
        for (seated, fighter) in self.combatants.iter_mut().zip(fighters) {
            seated.combatant = fighter;
        }
    }
}
