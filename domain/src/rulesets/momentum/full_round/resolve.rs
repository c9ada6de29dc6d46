//! Clash, Press, The Toll, and the Aftermath (M-20 to M-61).

use super::super::check::{From, TwoDice, check};
use super::super::combatant::{Check, Combatant, Fatigue, Health};
use super::super::press::{Press, PressOutcome, Rolled as RolledPress, roll};
use super::super::rules::{Sum, Term};
use super::declare::{LawfulRound, Place};
use super::outcome::{Clash, DecidedBy, FatigueReason, Fatigued, Next, RoundOutcome, Swarmed};
use super::request::{Momentum, Pair, RoundRequest};
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
pub(super) struct Standing<'r> {
    combatant: &'r Combatant,
    health: i32,
    /// Whether it holds Momentum over its declared target.
    holds: bool,
    struck: bool,
    /// Whether it lost a Clash while Swarmed (M-25).
    swarmed: bool,
}

impl Standing<'_> {
    fn is_dropped(&self) -> bool {
        self.health <= 0
    }

    /// The Health it is left with.
    pub(super) fn health(&self) -> i32 {
        Health::clamped(self.health).get()
    }

    /// Whether it gains Fatigue (M-60).
    pub(super) fn is_fatigued(&self) -> bool {
        self.struck || self.swarmed
    }
}

/// How a Clash was decided.
struct Decided<S> {
    /// Both sums, if both rolled.
    sums: Option<[S; 2]>,
    winner: Option<Place>,
    by: DecidedBy,
}

impl<S> Decided<S> {
    fn by_rear(winner: Place) -> Self {
        Self {
            sums: None,
            winner: Some(winner),
            by: DecidedBy::Rear,
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
        let clashes = self.clashes(&mut standing, chance)?;
        let presses = self.presses(&mut standing, chance)?;
        Ok(RoundOutcome {
            given_up: self.given_up.clone(),
            swarmed: self.swarmed(),
            clashes,
            presses,
            fatigue: fatigue(&standing),
            next: self.next(&standing),
        })
    }

    /// Everybody as the round begins.
    pub(super) fn begin(&self) -> Vec<Standing<'r>> {
        let combatants = self.request.combatants.iter().enumerate();
        combatants
            .map(|(place, combatant)| Standing {
                combatant,
                health: combatant.health.get(),
                holds: self.holds(place),
                struck: false,
                swarmed: false,
            })
            .collect()
    }

    /// Who is targeted by two or more (M-14).
    fn swarmed(&self) -> Vec<Swarmed<'r>> {
        let ids = |by: &[Place]| {
            let by = by.iter().filter_map(|attacker| self.combatant(*attacker));
            by.map(|attacker| &attacker.id).collect()
        };
        let combatants = self.request.combatants.iter().zip(&self.targeted_by);
        combatants
            .enumerate()
            .filter(|(place, _)| self.is_swarmed(*place))
            .map(|(_, (combatant, by))| Swarmed {
                combatant: &combatant.id,
                by: ids(by),
            })
            .collect()
    }

    /// The Clashes, in the order of declaration; one that two share at its first (M-12).
    pub(super) fn clashes<S: Tally<'r, Term>, C: Chance>(
        &self,
        standing: &mut [Standing<'r>],
        chance: &mut C,
    ) -> Result<Vec<Clash<'r, S>>, C::Error> {
        let mut clashes = Vec::new();
        let mut seen = vec![false; standing.len()];
        for &(one, other) in &self.declared {
            let shared = self.targets(other, one);
            if let Some(seen) = seen.get_mut(one) {
                *seen = true;
            }
            // M-12 and M-20
            let had = shared && seen.get(other).copied().unwrap_or(false);
            if had || self.holds(one) || shared && self.holds(other) {
                continue;
            }
            let (Some(this), Some(that)) = (self.combatant(one), self.combatant(other)) else {
                continue;
            };
            let Decided { sums, winner, by } = self.clash(one, other, chance)?;
            let loser = winner.map(|winner| if winner == one { other } else { one });
            let gains =
                winner.filter(|winner| loser.is_some_and(|loser| self.targets(*winner, loser)));
            // M-22
            if let Some(gains) = gains.and_then(|gains| standing.get_mut(gains)) {
                gains.holds = true;
            }
            // M-25
            if let (Some(winner), Some(loser)) = (winner, loser)
                && self.targets(winner, loser)
                && self.is_swarmed(loser)
                && let Some(loser) = standing.get_mut(loser)
            {
                loser.swarmed = true;
            }
            let id = |place: Place| self.combatant(place).map(|combatant| &combatant.id);
            clashes.push(Clash {
                between: Pair::between(&this.id, &that.id),
                sums,
                winner: winner.and_then(id),
                gains_momentum: gains.and_then(id),
                decided_by: by,
            });
        }
        Ok(clashes)
    }

    /// One Clash: the sums, who won it, and by what (M-21 to M-24).
    fn clash<S: Tally<'r, Term>, C: Chance>(
        &self,
        one: Place,
        other: Place,
        chance: &mut C,
    ) -> Result<Decided<S>, C::Error> {
        if self.from(one, other) == From::TheRear {
            return Ok(Decided::by_rear(one));
        }
        if self.from(other, one) == From::TheRear {
            return Ok(Decided::by_rear(other));
        }
        let mut sum = |place: Place| -> Result<S, C::Error> {
            let Some(combatant) = self.combatant(place) else {
                return Ok(S::default());
            };
            chance.on_behalf_of(&combatant.id);
            let dice = chance.ask(TwoDice::of(Check::Clash))?;
            Ok(check(dice, combatant, Check::Clash, From::Ahead))
        };
        let sums: [S; 2] = [sum(one)?, sum(other)?];
        let [ours, theirs] = &sums;
        let (winner, by) = match ours.total().cmp(&theirs.total()) {
            std::cmp::Ordering::Greater => (Some(one), DecidedBy::Dice),
            std::cmp::Ordering::Less => (Some(other), DecidedBy::Dice),
            std::cmp::Ordering::Equal => (None, DecidedBy::Tie),
        };
        Ok(Decided {
            sums: Some(sums),
            winner,
            by,
        })
    }

    /// The presses: all rolled at once, then settled from the highest attack total down, each whole
    /// (M-30, M-33).
    pub(super) fn presses<S: Tally<'r, Term>, C: Chance>(
        &self,
        standing: &mut [Standing<'r>],
        chance: &mut C,
    ) -> Result<Vec<Press<'r, S>>, C::Error> {
        let mut rolled: Vec<(Place, Place, RolledPress<'r, S>)> = Vec::new();
        for &(one, other) in &self.declared {
            let (Some(attacker), Some(defender)) = (standing.get(one), standing.get(other)) else {
                continue;
            };
            if attacker.holds {
                let (attacker, defender) = (attacker.combatant, defender.combatant);
                let press = roll(attacker, defender, self.from(one, other), chance)?;
                rolled.push((one, other, press));
            }
        }
        // Stable: equal totals stay in the order of declaration.
        rolled.sort_by_key(|(_, _, press)| std::cmp::Reverse(press.attack.total()));
        let settled = rolled.into_iter().map(|(one, other, press)| {
            let down = |place: Place| standing.get(place).is_none_or(Standing::is_dropped);
            if down(one) || down(other) {
                return press.lapse("M-35");
            }
            if !standing.get(one).is_some_and(|attacker| attacker.holds) {
                return press.lapse("M-34");
            }
            let press = press.settle();
            match press.outcome {
                PressOutcome::Hit => {
                    if let Some(defender) = standing.get_mut(other) {
                        defender.health -= press.health_lost.unwrap_or(0);
                        defender.struck = true;
                        defender.holds = false;
                    }
                }
                PressOutcome::Defended => {
                    if let Some(attacker) = standing.get_mut(one) {
                        attacker.holds = false;
                    }
                }
                PressOutcome::Tie | PressOutcome::Lapsed => {}
            }
            press
        });
        Ok(settled.collect())
    }

    /// Whether Momentum outlasts the round: neither holder nor victim is dropped (M-61).
    pub(super) fn holds_in_the_end(
        &self,
        holder: Place,
        over: Place,
        standing: &[Standing<'r>],
    ) -> bool {
        let up = |place: Place| standing.get(place).filter(|stands| !stands.is_dropped());
        up(over).is_some() && up(holder).is_some_and(|holder| holder.holds)
    }

    /// The state for the next round.
    fn next(&self, standing: &[Standing<'r>]) -> Next {
        let combatants = standing.iter().zip(&self.forms).map(|(stands, form)| {
            let mut next = stands.combatant.clone();
            let tired = i32::from(stands.is_fatigued());
            next.health = Health::clamped(stands.health);
            next.fatigue = Fatigue::clamped(next.fatigue.get() + tired);
            if let Some(form) = form {
                next.form = Some((*form).clone());
            }
            next
        });
        let up: std::collections::HashSet<_> = standing
            .iter()
            .filter(|stands| !stands.is_dropped())
            .map(|stands| &stands.combatant.id)
            .collect();
        let engagements = self.request.engagements.iter();
        let momentum = self.declared.iter().filter_map(|&(holder, over)| {
            let holds = self.holds_in_the_end(holder, over, standing);
            Some(Momentum {
                holder: self.combatant(holder).filter(|_| holds)?.id.clone(),
                over: self.combatant(over)?.id.clone(),
            })
        });
        Next {
            combatants: combatants.collect(),
            engagements: engagements
                .filter(|pair| pair.iter().all(|id| up.contains(id)))
                .cloned()
                .collect(),
            momentum: momentum.collect(),
        }
    }
}

/// Who gains a point of Fatigue: one at most, for whatever reasons (M-60).
fn fatigue<'r>(standing: &[Standing<'r>]) -> Vec<Fatigued<'r>> {
    let tired = standing.iter().filter(|stands| stands.is_fatigued());
    tired
        .map(|stands| Fatigued {
            combatant: &stands.combatant.id,
            reasons: [
                stands.struck.then_some(FatigueReason::Struck),
                stands.swarmed.then_some(FatigueReason::Swarmed),
            ]
            .into_iter()
            .flatten()
            .collect(),
        })
        .collect()
}
