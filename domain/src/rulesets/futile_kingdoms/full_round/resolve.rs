//! The round, step by step (FK-51, FK-52).

use super::super::approach::Approach;
use super::super::attack_roll::{Blow, LawfulAttack, Redirected, Victim};
use super::super::close_quarters::Quarters;
use super::super::combatant::Present;
use super::super::conditions::{Condition, Conditions};
use super::super::damage::{Effect, Harm};
use super::super::hexes::{Facing, Position, arc};
use super::super::reach::Band;
use super::super::rules::{Sum, Term};
use super::lawful::{DeclaredAttack, LawfulRound, Place};
use super::outcome::{
    Afflicted, LapsedAttack, Move, Next, RoundAttack, RoundOutcome, RoundStep, StepName,
};
use super::request::{AttacksSuffered, Fighter, RoundRequest};
use crate::chance::{Chance, Dice};
use crate::refusal::Refusal;
use crate::sum::Tally;
use crate::verb::Rolled;

impl Rolled for RoundRequest {
    type Lawful<'r> = LawfulRound<'r>;
    type Outcome<'r> = RoundOutcome<'r, Sum<'r>>;

    type Luck = Dice;

    fn dice(&self) -> Option<&Dice> {
        self.dice.as_ref()
    }

    fn lawful(&self) -> Result<LawfulRound<'_>, Refusal> {
        self.check()
    }

    fn resolve<'r, C: Chance>(
        lawful: &LawfulRound<'r>,
        chance: &mut C,
    ) -> Result<RoundOutcome<'r, Sum<'r>>, C::Error>
    where
        Self: 'r,
    {
        lawful.resolve(chance)
    }
}

/// A combatant in the course of the round.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Standing<'r> {
    fighter: &'r Fighter,
    conditions: Conditions,
    position: Position,
    facing: Facing,
    /// How many attacks have come in during this Melee Turn (FK-53).
    incoming_attacks: i32,
}

impl<'r> Standing<'r> {
    fn present(&self) -> Present<'r> {
        Present {
            combatant: &self.fighter.combatant,
            conditions: self.conditions,
        }
    }

    fn is_downed(&self) -> bool {
        self.conditions.has(Condition::Downed)
    }

    /// FK-42
    fn suffer(&mut self, effect: Effect) {
        match effect {
            Effect::None => {}
            Effect::Dazed => {
                self.conditions.insert(Condition::Dazed);
            }
            Effect::Wounded => {
                self.conditions.insert(Condition::Dazed);
                self.conditions.insert(Condition::Wounded);
            }
            Effect::Downed => {
                self.conditions.insert(Condition::Downed);
            }
        }
    }
}

impl<'r> LawfulRound<'r> {
    /// Rolls the round.
    ///
    /// # Errors
    /// Only as `chance` does.
    pub fn resolve<S: Tally<'r, Term>, C: Chance>(
        &self,
        chance: &mut C,
    ) -> Result<RoundOutcome<'r, S>, C::Error> {
        let mut standing = self.begin();
        let [optimal, suboptimal] = self.attack_steps(&mut standing, chance)?;
        let maneuvers = self.maneuvers(&mut standing);
        Ok(RoundOutcome {
            steps: vec![optimal, suboptimal, maneuvers],
            next: Next {
                combatants: standing.iter().map(Standing::next).collect(),
            },
        })
    }

    /// The two steps of attacks, which are all that dice have a part in.
    pub(in super::super) fn attack_steps<S: Tally<'r, Term>, C: Chance>(
        &self,
        standing: &mut [Standing<'r>],
        chance: &mut C,
    ) -> Result<[RoundStep<'r, S>; 2], C::Error> {
        Ok([
            self.attacks(StepName::Optimal, standing, chance)?,
            self.attacks(StepName::Suboptimal, standing, chance)?,
        ])
    }

    /// Everybody as the round begins; Defending holds from the declaration (FK-53).
    pub(in super::super) fn begin(&self) -> Vec<Standing<'r>> {
        let mut standing: Vec<_> = self
            .fighters
            .iter()
            .map(|fighter| Standing {
                fighter,
                conditions: fighter.combatant.conditions,
                position: fighter.position,
                facing: fighter.facing,
                incoming_attacks: fighter.incoming_attacks.get(),
            })
            .collect();
        for place in &self.defending {
            if let Some(defender) = standing.get_mut(*place) {
                defender.conditions.insert(Condition::Defending);
            }
        }
        standing
    }

    /// A step of attacks: all are rolled before any effect applies (FK-52).
    fn attacks<S: Tally<'r, Term>, C: Chance>(
        &self,
        name: StepName,
        standing: &mut [Standing<'r>],
        chance: &mut C,
    ) -> Result<RoundStep<'r, S>, C::Error> {
        let mut step = RoundStep::new(name);
        let mut suffered: Vec<(Place, Effect)> = Vec::new();
        let of_this_step = |attack: &&DeclaredAttack<'r>| {
            (attack.band == Band::Optimal) == (name == StepName::Optimal)
        };
        for attack in self.attacks.iter().filter(of_this_step) {
            let declaration = attack.declaration;
            let (attacker, target) = (&declaration.combatant, &declaration.target);
            let Some(lawful) = attack.as_it_stands(standing) else {
                step.lapsed.push(LapsedAttack {
                    declaration: attack.index,
                    attacker,
                    target,
                    rule: "FK-52",
                });
                continue;
            };
            chance.on_behalf_of(attacker);
            let outcome = lawful.resolve::<S, C>(chance)?;
            let victim = attack.victim(outcome.redirected);
            attack.count(victim, standing);
            if let Some(effect) = outcome.effect {
                suffered.push((victim, effect));
            }
            let victim = self
                .fighters
                .get(victim)
                .map_or(target, |fighter| &fighter.id);
            step.attacks.push(RoundAttack {
                declaration: attack.index,
                attacker,
                target,
                victim,
                attack: outcome,
            });
        }
        for (place, effect) in suffered {
            if let Some(victim) = standing.get_mut(place)
                && effect != Effect::None
            {
                victim.suffer(effect);
                step.effects.push(Afflicted {
                    combatant: &victim.fighter.id,
                    effect,
                });
            }
        }
        Ok(step)
    }

    /// The last step: the maneuvers, one after the other (FK-51, FK-54).
    pub(in super::super) fn maneuvers<S>(&self, standing: &mut [Standing<'r>]) -> RoundStep<'r, S> {
        let mut step = RoundStep::new(StepName::Maneuvers);
        for &(place, maneuver) in &self.maneuvers {
            let others = standing.iter().enumerate();
            let already_there = others
                .filter(|(other, fighter)| *other != place && fighter.position == maneuver.to)
                .count();
            let Some(mover) = standing.get_mut(place) else {
                continue;
            };
            let refused_by = match already_there {
                _ if mover.is_downed() => Some("FK-52"),
                // FK-30: into Close Quarters only where they are not in effect already.
                2.. => Some("FK-30"),
                _ => None,
            };
            step.moves.push(Move {
                combatant: &mover.fighter.id,
                from: mover.position,
                to: maneuver.to,
                made: refused_by.is_none(),
                close_quarters: refused_by.is_none() && already_there == 1,
                refused_by,
            });
            if refused_by.is_none() {
                mover.position = maneuver.to;
                mover.facing = maneuver.facing.unwrap_or(mover.facing);
            }
        }
        step
    }
}

impl<'r> DeclaredAttack<'r> {
    /// The attack by the state of everybody now; `None` if its attacker is Downed (FK-52).
    fn as_it_stands(&self, standing: &[Standing<'r>]) -> Option<LawfulAttack<'r>> {
        let attacker = standing.get(self.attacker)?;
        if attacker.is_downed() {
            return None;
        }
        let on = |place: Place, quarters: Quarters| {
            let victim = standing.get(place)?;
            let distance = attacker.position.distance(victim.position)?;
            Some(Blow {
                approach: Approach {
                    attacker: attacker.present(),
                    weapon: self.weapon,
                    distance,
                    band: Band::of(self.weapon, distance)?,
                    arc: match self.declaration.arc {
                        Some(told) if quarters == Quarters::Inside => told,
                        _ => arc(victim.position, victim.facing, attacker.position),
                    },
                    earlier_attacks: victim.incoming_attacks,
                    quarters,
                    other_modifiers: &self.declaration.other_modifiers,
                },
                victim: victim.present(),
            })
        };
        let quarters_of = |place: Place| {
            let position = standing.get(place).map(|fighter| fighter.position);
            let sharing = standing
                .iter()
                .filter(|other| Some(other.position) == position);
            if sharing.count() > 1 {
                Quarters::FromOutside
            } else {
                Quarters::Open
            }
        };
        Some(LawfulAttack {
            target: on(self.target, self.quarters)?,
            close_quarters_with: self
                .close_quarters_with
                .and_then(|other| on(other, Quarters::FromOutside)),
            sidelined: self
                .sidelined
                .iter()
                .map(|occupant| on((*occupant)?, quarters_of((*occupant)?)))
                .collect(),
            explode: self.declaration.explode,
            opportunity: self.declaration.opportunity,
            harm: Some(Harm {
                charge: self.declaration.charge,
                explode: self.declaration.explode_damage,
                modifiers: &self.declaration.damage_modifiers,
            }),
        })
    }

    /// On whom the attack fell.
    fn victim(&self, redirected: Option<Redirected>) -> Place {
        let other = match redirected.map(|redirected| redirected.victim) {
            None => None,
            Some(Victim::CloseQuartersWith) => self.close_quarters_with,
            Some(Victim::Sidelined(index)) => usize::try_from(index.get())
                .ok()
                .and_then(|index| self.sidelined.get(index).copied().flatten()),
        };
        other.unwrap_or(self.target)
    }

    /// Counts the attack on its target, and on its victim too, save on Close Quarters from outside
    /// (FK-53).
    fn count(&self, victim: Place, standing: &mut [Standing<'r>]) {
        let attacked = [Some(self.target), (victim != self.target).then_some(victim)];
        for place in attacked.into_iter().flatten() {
            let at = standing.get(place).map(|fighter| fighter.position);
            let sharing = standing
                .iter()
                .filter(|other| Some(other.position) == at)
                .count();
            if let Some(fighter) = standing.get_mut(place)
                && (sharing < 2 || self.distance.get() == 0)
            {
                fighter.incoming_attacks += 1;
            }
        }
    }
}

impl Standing<'_> {
    /// As it stands, within the same Melee Turn.
    pub(in super::super) fn stands(&self) -> Fighter {
        let mut stands = self.fighter.clone();
        stands.position = self.position;
        stands.facing = self.facing;
        stands.incoming_attacks = AttacksSuffered::clamped(self.incoming_attacks);
        stands.combatant.conditions = self.conditions;
        stands
    }

    /// As the next Melee Turn begins.
    fn next(&self) -> Fighter {
        let mut next = self.stands();
        next.incoming_attacks = AttacksSuffered::default();
        next.combatant.conditions.remove(Condition::Defending);
        next
    }
}
