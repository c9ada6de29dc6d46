//! Resolving registers, and ruling jokers (K-3, K-26).

use super::super::combatant::Combatant;
use super::super::declare::with_maneuvers;
use super::super::full_round::{LawfulRound, Standing};
use super::super::rules::Sum;
use super::super::worth::is_hit_card;
use super::declare::other;
use super::{Duelist, Encounter, Event, Phase, RegistersResolved, Rule, Ruled};
use crate::cards::Cards;
use crate::chance::{Deal, DiceFault, Luck as _, Throw};
use crate::encounter::{Denied, Luck};
use crate::refusal::Standstill;

impl Duelist {
    /// The combatant of a turn, with what it has declared.
    fn combatant(&self) -> Option<Combatant> {
        let fighter = &self.fighter.combatant;
        Some(Combatant {
            id: fighter.id.clone(),
            skill: fighter.skill.unwrap_or_default(),
            hand: self
                .face_down
                .iter()
                .map(|declaration| declaration.card)
                .collect::<Cards>(),
            deck: fighter.deck.clone(),
            weapon: fighter.weapon.clone(),
            off_hand: fighter.off_hand.clone(),
            maximum_maneuvers_total: fighter.maximum_maneuvers_total,
            incapacitated_at: fighter.incapacitated_at,
            declarations: super::super::combatant::Declarations::new(self.face_down.clone())?,
        })
    }
}

impl Encounter {
    /// Resolves the registers that are declared, by the rule of a whole turn.
    pub(super) fn resolve<T: Throw>(
        &mut self,
        luck: &mut Luck<T>,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied>
    where
        DiceFault: From<T::Error>,
    {
        self.wait_for(Phase::Resolution)?;
        let holder = self.initiative.unwrap_or(0);
        let places = [holder, other(holder)];
        let found = places.map(|place| self.duelists.get(place).and_then(Duelist::combatant));
        let [Some(ours), Some(theirs)] = found else {
            return Ok(());
        };
        let sides = [(&ours, places[0]), (&theirs, places[1])].map(|(combatant, place)| {
            let declared = with_maneuvers(combatant, &self.maneuvers);
            let pile = self.duelists.get(place).map(|duelist| duelist.pile.clone());
            (combatant, declared, pile.unwrap_or_default())
        });
        let was_immediate = self.is_immediate();
        let lawful = LawfulRound::under_way(self.range().get(), sides);
        let damage = |place: usize| self.duelists.get(place).map_or(0, |duelist| duelist.damage);
        let mut standing = Standing::of(self.resolved, places.map(damage));
        let mut piles = lawful.piles();
        let outcome = lawful.play::<Sum<'_>, _>(&mut standing, &mut piles, &mut luck.chance);
        let outcome =
            outcome.map_err(|fault| self.waiting_for(fault.into(), luck, [&ours, &theirs]))?;

        let ended = outcome.ended;
        let initiative = self.find(outcome.initiative);
        let damages: Vec<_> = outcome
            .damage_taken
            .iter()
            .map(|taken| taken.total)
            .collect();
        let made = outcome.registers.len();
        tell(&Event::RegistersResolved(RegistersResolved {
            outcome: Box::new(outcome),
            dice: Deal::shown(luck.source, luck.chance.record().clone()),
        }));
        for ((place, pile), damage) in places.into_iter().zip(piles).zip(damages) {
            if let Some(duelist) = self.duelists.get_mut(place) {
                duelist.pile = pile;
                for declaration in std::mem::take(&mut duelist.face_down) {
                    duelist.pile.lay_aside(&[declaration.card]);
                }
                duelist.damage_in_all += damage - duelist.damage;
                duelist.damage = damage;
                duelist.stopped = false;
            }
        }
        self.initiative = initiative;
        self.resolved = self
            .resolved
            .saturating_add(u8::try_from(made).unwrap_or(0));
        // After a maneuver that resolved at once declaring goes on, with the initiative as it now is.
        self.phase = match (ended, was_immediate) {
            (true, _) => Phase::Nothing,
            (false, true) => Phase::Declarations,
            (false, false) => Phase::NextTurn,
        };
        if self.phase == Phase::Declarations && self.to_declare().is_none() {
            self.phase = Phase::NextTurn;
        }
        Ok(())
    }

    /// A joker waits for the GM's word: whose it is, and in which register.
    fn waiting_for<T>(&self, fault: DiceFault, _: &Luck<T>, both: [&Combatant; 2]) -> Denied {
        let DiceFault::Standstill(Standstill::RulingNeeded { at, .. }) = fault else {
            return Denied::Refused(fault.refusing(crate::chance::Record::default()));
        };
        let [ours, theirs] = both;
        let whose = if at.within.starts_with("/attacker") {
            ours
        } else {
            theirs
        };
        let register = u16::from(self.resolved) + u16::from(at.item.unwrap_or(0)) + 1;
        Denied::OutOfTurn(format!(
            "register {register} waits for the GM's ruling on a joker of {}: give the command rule, then \
             resolve again",
            whose.id.as_str()
        ))
    }

    /// Rules what lies in a register: a joker, or a hit card that may draw one.
    pub(super) fn rule(
        &mut self,
        rule: &Rule,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied> {
        let place = self.place(&rule.combatant)?;
        let number = rule.register.get() - i32::from(self.resolved) - 1;
        let duelist = self.duelists.get_mut(place);
        let declared = duelist.and_then(|duelist| {
            let number = usize::try_from(number).ok()?;
            duelist.face_down.get_mut(number)
        });
        let Some(declared) = declared else {
            let detail = "nothing lies face down there; name a register that is declared";
            return Err(Denied::fault("/register", "K-3", detail));
        };
        // Whether a joker lies there is not told to whoever may not see the card: any may be ruled on, and
        // the ruling counts for a joker alone.
        if declared.card.is_joker() || is_hit_card(declared.card) {
            declared.ruling = Some(rule.ruling);
        }
        tell(&Event::Ruled(Ruled {
            combatant: &rule.combatant,
            register: rule.register,
            ruling: rule.ruling,
        }));
        Ok(())
    }
}
