//! Commands, obeyed by the rules of a round (FK-50 to FK-55).

use super::super::conditions::Condition;
use super::super::full_round::{
    AttackAction, AttackDeclaration, Declaration, Declarations, Fighter, Fighters, ManeuverAction,
    ManeuverDeclaration, RoundRequest,
};
use super::super::hexes::{Facing, Position};
use super::super::rules::Sum;
use super::{
    AT, Amended, Attack, Attacked, CombatantAdded, CombatantRemoved, Command, Defended, Encounter,
    Event, Faced, Maneuver, Maneuvered, OpportunityAttack, SetUp, TurnEnded,
};
use crate::bounded::Id;
use crate::chance::{Dice, DiceFault, Luck as _, Throw};
use crate::encounter::{self, Company, Denied, Luck, TurnNumber, Viewer};
use crate::refusal::Refusal;
use crate::verb::Rolled;

impl encounter::Encounter for Encounter {
    type SetUp = SetUp;
    type Command = Command;
    type Event<'e> = Event<'e>;
    type View<'s> = super::EncounterView<'s>;

    fn begin(set_up: SetUp, seats: &[Id]) -> Result<Self, Refusal> {
        let mut faults = Vec::new();
        let encounter = Self {
            turn: TurnNumber::default(),
            combatants: Company::of(&set_up.combatants, seats, &mut faults),
            acted: Vec::new(),
        };
        if let Err(Refusal::Unlawful(of_map)) = encounter.check() {
            faults.extend(of_map);
        }
        Refusal::of(faults)?;
        Ok(encounter)
    }

    fn may(&self, command: &Command, by: Viewer<'_>) -> Result<(), Denied> {
        let own = |id: &Id| self.combatants.commanded(id, by);
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
            Command::Move(command) => self.go(&command, tell),
            Command::Face(command) => {
                let facing = self.put(&command.combatant, None, Some(command.facing))?;
                let combatant = &command.combatant;
                tell(&Event::Faced(Faced { combatant, facing }));
                Ok(())
            }
            Command::Defend(command) => {
                self.act(&command.combatant)?;
                let place = self.combatants.place(&command.combatant, AT)?;
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
                self.combatants.add(seated.clone(), seats)?;
                self.check()
                    .map_err(|refusal| Denied::at(refusal, "/combatant/position"))?;
                tell(&Event::CombatantAdded(CombatantAdded {
                    combatant: &seated,
                }));
                Ok(())
            }
            Command::RemoveCombatant(command) => {
                let combatant = &command.combatant;
                self.combatants.remove(combatant)?;
                self.acted.retain(|id| id != combatant);
                tell(&Event::CombatantRemoved(CombatantRemoved { combatant }));
                Ok(())
            }
            Command::Amend(command) => {
                let (combatant, set) = (&command.combatant, &command.set);
                self.combatants.amend(combatant, set, seats)?;
                self.check()
                    .map_err(|refusal| Denied::at(refusal, "/set/position"))?;
                tell(&Event::Amended(Amended { combatant, set }));
                Ok(())
            }
            Command::EndTurn(_) => {
                // Another Melee Turn: nobody is Defending, and no attacks have come in.
                for seated in self.combatants.iter_mut() {
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
    /// One Melee Action a turn (FK-50).
    fn act(&mut self, id: &Id) -> Result<(), Denied> {
        self.combatants.place(id, AT)?;
        if self.acted.contains(id) {
            return Err(Denied::OutOfTurn(
                "it has used its Melee Action of this turn; wait until the GM ends it".to_owned(),
            ));
        }
        self.acted.push(id.clone());
        Ok(())
    }

    /// Puts somebody on the map; which side it then faces.
    pub(super) fn put(
        &mut self,
        id: &Id,
        to: Option<Position>,
        facing: Option<Facing>,
    ) -> Result<Facing, Denied> {
        let place = self.combatants.place(id, AT)?;
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
    pub(super) fn check(&self) -> Result<(), Refusal> {
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
        let attacker = self.combatants.place(&declaration.combatant, AT)?;
        let Some(round) = self.round(Some(Declaration::Attack(declaration))) else {
            return Ok(());
        };
        let lawful = round.lawful().map_err(|refusal| {
            // What a combatant is or has is no field of the command, but it names whose that is.
            let own = format!("/combatants/{attacker}/");
            Denied::placed(refusal, |pointer| {
                if pointer.starts_with(&own) {
                    AT.to_owned()
                } else if pointer.starts_with("/combatants/") {
                    "/target".to_owned()
                } else {
                    pointer
                        .strip_prefix("/declarations/0")
                        .unwrap_or(pointer)
                        .to_owned()
                }
            })
        })?;
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
