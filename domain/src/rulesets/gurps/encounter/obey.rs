//! Commands, obeyed by the rules of an attack (G-1 to G-80).

use super::super::attack::{Attack as Declared, EvaluateTurns};
use super::super::full_round::{RoundAttack, RoundAttacks, RoundRequest};
use super::{
    Amended, Attack, Attacked, CombatantAdded, CombatantRemoved, Command, Course, Encounter,
    Evaluate, Evaluated, Event, Fighter, HitPoints, Injure, Injured, PostureSet, SetUp, TurnEnded,
    shock,
};
use crate::bounded::Id;
use crate::chance::{Dice, DiceFault, Luck as _, Throw};
use crate::encounter::{self, Company, Denied, Luck, Member as _, TurnNumber, Viewer};
use crate::refusal::Refusal;
use crate::roster::Roster;
use crate::verb::Rolled;

impl encounter::Encounter for Encounter {
    type SetUp = SetUp;
    type Command = Command;
    type Event<'e> = Event<'e>;
    type View<'s> = super::EncounterView<'s>;

    fn begin(set_up: SetUp, seats: &[Id]) -> Result<Self, Refusal> {
        let mut faults = Vec::new();
        let mut roster = Roster::default();
        for (place, seated) in set_up.combatants.iter().enumerate() {
            roster.enter(&seated.combatant.id, place, Fighter::GROUP, &mut faults);
        }
        let combatants = Company::of(&set_up.combatants, seats, &mut faults);
        Refusal::of(faults)?;
        Ok(Self {
            turn: TurnNumber::default(),
            course: vec![Course::default(); combatants.len()],
            combatants,
        })
    }

    fn may(&self, command: &Command, by: Viewer<'_>) -> Result<(), Denied> {
        let own = |id: &Id| self.combatants.commanded(id, by);
        match command {
            Command::Attack(command) => own(&command.combatant),
            Command::Evaluate(command) => own(&command.combatant),
            Command::SetPosture(command) => own(&command.combatant),
            Command::Injure(_)
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
            Command::Attack(command) => self.attack(command, luck, tell),
            Command::Evaluate(command) => self.evaluate(&command, tell),
            Command::SetPosture(command) => {
                let place = self.combatants.place(&command.combatant, "/combatant")?;
                if let Some(seated) = self.combatants.get_mut(place) {
                    seated.combatant.posture = command.posture;
                }
                let (combatant, posture) = (&command.combatant, command.posture);
                tell(&Event::PostureSet(PostureSet { combatant, posture }));
                Ok(())
            }
            Command::Injure(command) => self.injure(&command, tell),
            Command::AddCombatant(command) => {
                let seated = *command.combatant;
                self.combatants.add(seated.clone(), seats)?;
                self.course.push(Course::default());
                tell(&Event::CombatantAdded(CombatantAdded {
                    combatant: &seated,
                }));
                Ok(())
            }
            Command::RemoveCombatant(command) => {
                let combatant = &command.combatant;
                let place = self.combatants.remove(combatant)?;
                self.course.remove(place);
                for course in &mut self.course {
                    if course.evaluates.as_ref() == Some(combatant) {
                        course.evaluates = None;
                        course.evaluate_turns = 0;
                    }
                }
                tell(&Event::CombatantRemoved(CombatantRemoved { combatant }));
                Ok(())
            }
            Command::Amend(command) => {
                let (combatant, set) = (&command.combatant, &command.set);
                self.combatants.amend(combatant, set, seats)?;
                tell(&Event::Amended(Amended { combatant, set }));
                Ok(())
            }
            Command::EndTurn(_) => {
                for course in &mut self.course {
                    course.shock_hit_points = std::mem::take(&mut course.injury_this_turn);
                    course.has_acted = false;
                }
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
            course: &self.course,
        }
    }
}

impl Encounter {
    /// Who acts does so once a turn.
    fn act(&mut self, place: usize) -> Result<(), Denied> {
        match self.course.get_mut(place) {
            Some(course) if course.has_acted => Err(Denied::OutOfTurn(
                "it has attacked or evaluated in this turn; wait until the GM ends it".to_owned(),
            )),
            Some(course) => {
                course.has_acted = true;
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn attack<T: Throw>(
        &mut self,
        command: Attack,
        luck: &mut Luck<T>,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied>
    where
        DiceFault: From<T::Error>,
    {
        let place = self.combatants.place(&command.combatant, "/combatant")?;
        if let Some(foe) = &command.foe {
            self.combatants.place(foe, "/foe")?;
        }
        self.act(place)?;
        let known = [
            ("grappled", command.situation.grappled),
            (
                "shock_hit_points",
                command.situation.shock_hit_points.get() > 0,
            ),
            ("strength", command.situation.strength.is_some()),
        ];
        for (field, is_said) in known {
            if is_said {
                let detail = "the encounter knows this; leave it out, or amend the combatant";
                return Err(Denied::fault(format!("/situation/{field}"), "G-22", detail));
            }
        }
        let (Some(seated), Some(course)) = (self.combatants.get(place), self.course.get_mut(place))
        else {
            return Ok(());
        };
        let fighter = &seated.combatant;
        let evaluated = course.evaluates.is_some() && course.evaluates == command.foe;
        let turns = if evaluated { course.evaluate_turns } else { 0 };
        let mut situation = command.situation;
        situation.grappled = fighter.grappled;
        situation.shock_hit_points = shock(course);
        situation.strength = fighter.strength;
        let attack = RoundAttack {
            combatant: command.combatant,
            attack: Declared {
                skill: fighter.skill,
                limiting_skill: fighter.limiting_skill.clone(),
                maneuver: command.maneuver,
                posture: fighter.posture,
                reach: command.reach,
                damage_type: command.damage_type,
                situation,
                options: command.options,
                evaluate_turns: EvaluateTurns::clamped(turns),
                target: command.target,
                visibility: command.visibility,
                lift_maximum_9: command.lift_maximum_9,
                other_modifiers: command.other_modifiers,
            },
        };
        // An attack spends what was evaluated, whomever it is against.
        course.evaluates = None;
        course.evaluate_turns = 0;
        let Some(attacks) = RoundAttacks::new(vec![attack]) else {
            return Ok(());
        };
        let request = RoundRequest {
            attacks,
            dice: None,
        };
        let lawful = request.lawful();
        let lawful = lawful.map_err(|refusal| Denied::within(refusal, "/attacks/0"))?;
        let outcome = RoundRequest::resolve(&lawful, &mut luck.chance);
        let outcome = outcome.map_err(|fault| Denied::of_luck(fault, luck))?;
        for attack in outcome.attacks {
            tell(&Event::Attacked(Attacked {
                combatant: attack.combatant,
                foe: command.foe.as_ref(),
                rolls: attack.rolls,
                dice: Dice::shown(luck.source, luck.chance.record().clone()),
            }));
        }
        Ok(())
    }

    fn evaluate(
        &mut self,
        command: &Evaluate,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied> {
        let place = self.combatants.place(&command.combatant, "/combatant")?;
        self.combatants.place(&command.foe, "/foe")?;
        if command.foe == command.combatant {
            return Err(Denied::fault(
                "/foe",
                "G-42",
                "nobody evaluates itself; name another",
            ));
        }
        self.act(place)?;
        if let Some(course) = self.course.get_mut(place) {
            let same = course.evaluates.as_ref() == Some(&command.foe);
            let before = if same { course.evaluate_turns } else { 0 };
            course.evaluate_turns = EvaluateTurns::clamped(before + 1).get();
            course.evaluates = Some(command.foe.clone());
            tell(&Event::Evaluated(Evaluated {
                combatant: &command.combatant,
                foe: &command.foe,
                turns: course.evaluate_turns,
            }));
        }
        Ok(())
    }

    fn injure(&mut self, command: &Injure, tell: &mut dyn FnMut(&Event<'_>)) -> Result<(), Denied> {
        let place = self.combatants.place(&command.combatant, "/combatant")?;
        let lost = command.hit_points.get();
        let (Some(seated), Some(course)) =
            (self.combatants.get_mut(place), self.course.get_mut(place))
        else {
            return Ok(());
        };
        course.injury_this_turn = (course.injury_this_turn + lost).min(9999);
        let left = &mut seated.combatant.hit_points;
        *left = left.map(|left| HitPoints::clamped(left.get() - lost));
        tell(&Event::Injured(Injured {
            combatant: &command.combatant,
            hit_points: command.hit_points,
            left: *left,
        }));
        Ok(())
    }
}
