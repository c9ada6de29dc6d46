//! Declare: what the declarations mean before any dice (M-10 to M-14, M-20, M-24); every fault at
//! once.

use std::collections::HashSet;

use super::super::check::From;
use super::super::combatant::Combatant;
use super::request::{Declaration, Momentum, Rear, RoundRequest};
use crate::bounded::Name;
use crate::refusal::{Fault, Refusal};
pub(super) use crate::roster::Place;
use crate::roster::Roster;

/// A round that the rules can resolve.
#[derive(Debug)]
pub struct LawfulRound<'r> {
    pub(super) request: &'r RoundRequest,
    /// Who declared a target, in the order of declaration.
    pub(super) declared: Vec<(Place, Place)>,
    /// What each combatant has declared.
    pub(super) targets: Vec<Option<Place>>,
    /// Who targets each combatant, in the order of declaration.
    pub(super) targeted_by: Vec<Vec<Place>>,
    /// Who holds Momentum over its declared target. Over anybody else nobody does (M-13).
    pub(super) holds: Vec<bool>,
    pub(super) given_up: Vec<Momentum>,
    pub(super) rear: HashSet<(Place, Place)>,
    pub(super) forms: Vec<Option<&'r Name>>,
}

impl<'r> LawfulRound<'r> {
    pub(super) fn combatant(&self, place: Place) -> Option<&'r Combatant> {
        self.request.combatants.get(place)
    }

    /// Whether this one's target is that one.
    pub(super) fn targets(&self, one: Place, other: Place) -> bool {
        self.targets.get(one).copied().flatten() == Some(other)
    }

    pub(super) fn holds(&self, place: Place) -> bool {
        self.holds.get(place).copied().unwrap_or(false)
    }

    /// From where `attacker` comes at `defender` (M-24).
    pub(super) fn from(&self, attacker: Place, defender: Place) -> From {
        self.rear.contains(&(attacker, defender)).into()
    }

    /// Whether this one is targeted by two or more (M-14).
    pub(super) fn is_swarmed(&self, place: Place) -> bool {
        self.targeted_by.get(place).is_some_and(|by| by.len() >= 2)
    }
}

impl RoundRequest {
    pub(super) fn check(&self) -> Result<LawfulRound<'_>, Refusal> {
        let mut faults = Vec::new();
        let names = Names::new(self, &mut faults);
        let relations = Relations {
            engaged: names.engagements(&mut faults),
            held: names.momentum(&mut faults),
        };
        let count = self.combatants.len();
        let mut round = LawfulRound {
            request: self,
            declared: Vec::new(),
            targets: vec![None; count],
            targeted_by: vec![Vec::new(); count],
            holds: vec![false; count],
            given_up: Vec::new(),
            rear: HashSet::new(),
            forms: vec![None; count],
        };
        let mut seen = vec![false; count];
        for (index, declaration) in self.declarations.iter().enumerate() {
            names.declare(
                declaration,
                index,
                &relations,
                &mut seen,
                &mut round,
                &mut faults,
            );
        }
        for &(holder, over) in &relations.held {
            if round.targets(holder, over) {
                if let Some(holds) = round.holds.get_mut(holder) {
                    *holds = true;
                }
            } else if let (Some(holder), Some(over)) =
                (round.combatant(holder), round.combatant(over))
            {
                round.given_up.push(Momentum {
                    holder: holder.id.clone(),
                    over: over.id.clone(),
                });
            }
        }
        names.rear(&mut round, &mut faults);
        Refusal::of(faults)?;
        Ok(round)
    }
}

/// How the combatants stand to each other as the round starts.
struct Relations {
    /// Who is Engaged with whom: each pair in both orders.
    engaged: HashSet<(Place, Place)>,
    /// Who holds Momentum over whom.
    held: Vec<(Place, Place)>,
}

/// Who is who.
struct Names<'r> {
    request: &'r RoundRequest,
    roster: Roster<'r>,
}

impl<'r> Names<'r> {
    fn new(request: &'r RoundRequest, faults: &mut Vec<Fault>) -> Self {
        let mut roster = Roster::default();
        for (place, combatant) in request.combatants.iter().enumerate() {
            roster.enter(&combatant.id, place, "M-10", faults);
        }
        Self { request, roster }
    }

    fn is_dropped(&self, place: Place) -> bool {
        self.request
            .combatants
            .get(place)
            .is_some_and(Combatant::is_dropped)
    }

    /// The pairs that are Engaged, each in both orders.
    fn engagements(&self, faults: &mut Vec<Fault>) -> HashSet<(Place, Place)> {
        let mut engaged = HashSet::new();
        for (index, pair) in self.request.engagements.iter().enumerate() {
            let at = format!("/engagements/{index}");
            let [one, other] = &**pair else {
                continue;
            };
            let one = self.roster.place(one, format!("{at}/0"), "M-10", faults);
            let other = self.roster.place(other, format!("{at}/1"), "M-10", faults);
            let (Some(one), Some(other)) = (one, other) else {
                continue;
            };
            if one == other {
                faults.push(Fault::new(
                    at,
                    "M-10",
                    "nobody is Engaged with itself; name two",
                ));
            } else if !engaged.insert((one, other)) {
                faults.push(Fault::new(
                    at,
                    "M-10",
                    "these two are Engaged already; name each pair once",
                ));
            } else {
                engaged.insert((other, one));
            }
        }
        engaged
    }

    /// The Momentum sent with the round (M-20).
    fn momentum(&self, faults: &mut Vec<Fault>) -> Vec<(Place, Place)> {
        let mut held = Vec::new();
        let mut known = HashSet::new();
        for (index, momentum) in self.request.momentum.iter().enumerate() {
            let at = format!("/momentum/{index}");
            let holder =
                self.roster
                    .place(&momentum.holder, format!("{at}/holder"), "M-20", faults);
            let over = self
                .roster
                .place(&momentum.over, format!("{at}/over"), "M-20", faults);
            let (Some(holder), Some(over)) = (holder, over) else {
                continue;
            };
            let fault = if holder == over {
                Some("nobody holds Momentum over itself; leave it out")
            } else if known.contains(&(over, holder)) {
                Some("Momentum is held one way between two; leave one out")
            } else if !known.insert((holder, over)) {
                Some("this Momentum is listed twice; leave one out")
            } else {
                // M-61: held by or over the dropped, it has ended already.
                if !self.is_dropped(holder) && !self.is_dropped(over) {
                    held.push((holder, over));
                }
                None
            };
            faults.extend(fault.map(|detail| Fault::new(at, "M-20", detail)));
        }
        held
    }

    /// One declaration (M-10, M-11, M-35).
    fn declare(
        &self,
        declaration: &'r Declaration,
        index: usize,
        relations: &Relations,
        seen: &mut [bool],
        round: &mut LawfulRound<'r>,
        faults: &mut Vec<Fault>,
    ) {
        let at = format!("/declarations/{index}");
        let Some(who) = self.roster.place(
            &declaration.combatant,
            format!("{at}/combatant"),
            "M-10",
            faults,
        ) else {
            return;
        };
        let mut refuse = |field: &str, rule, detail: &str| {
            faults.push(Fault::new(format!("{at}/{field}"), rule, detail));
        };
        if seen
            .get_mut(who)
            .is_some_and(|seen| std::mem::replace(seen, true))
        {
            refuse(
                "combatant",
                "M-10",
                "a combatant declares once; leave the others out",
            );
            return;
        }
        if self.is_dropped(who) {
            refuse(
                "combatant",
                "M-35",
                "whoever is dropped declares nothing; leave this out",
            );
        }
        let before = self
            .request
            .combatants
            .get(who)
            .and_then(|who| who.form.as_ref());
        if declaration.form.is_some() && declaration.form.as_ref() != before {
            let mut held = relations.held.iter();
            if held.any(|&(holder, over)| holder == who || over == who) {
                refuse(
                    "form",
                    "M-11",
                    "the Form may not change while Momentum is held by or over the combatant; leave \
                     it out",
                );
            } else if let Some(form) = round.forms.get_mut(who) {
                *form = declaration.form.as_ref();
            }
        }
        let Some(target) = &declaration.target else {
            return;
        };
        let Some(target) = self.roster.get(target) else {
            refuse(
                "target",
                "M-10",
                "no combatant has this id; name one of `combatants`",
            );
            return;
        };
        if target == who {
            refuse("target", "M-10", "nobody targets itself; name another");
        } else if self.is_dropped(target) {
            refuse(
                "target",
                "M-35",
                "whoever is dropped is not declared upon; name another",
            );
        } else if !relations.engaged.contains(&(who, target)) {
            refuse(
                "target",
                "M-10",
                "a target is one that the combatant is Engaged with; name one",
            );
        } else {
            round.declared.push((who, target));
            if let Some(by) = round.targeted_by.get_mut(target) {
                by.push(who);
            }
            if let Some(declared) = round.targets.get_mut(who) {
                *declared = Some(target);
            }
        }
    }

    /// Who attacks from the rear (M-24).
    fn rear(&self, round: &mut LawfulRound<'r>, faults: &mut Vec<Fault>) {
        for (index, Rear { attacker, target }) in self.request.rear.iter().enumerate() {
            let at = format!("/rear/{index}");
            let attacker = self
                .roster
                .place(attacker, format!("{at}/attacker"), "M-24", faults);
            let target = self
                .roster
                .place(target, format!("{at}/target"), "M-24", faults);
            let (Some(attacker), Some(target)) = (attacker, target) else {
                continue;
            };
            let fault = if !round.targets(attacker, target) {
                Some(
                    "an attack from the rear needs its declaration; declare that target, or leave this out",
                )
            } else if round.rear.contains(&(target, attacker)) {
                Some("two are not at each other's rear; leave one out")
            } else if !round.rear.insert((attacker, target)) {
                Some("this is listed twice; leave one out")
            } else {
                None
            };
            faults.extend(fault.map(|detail| Fault::new(at, "M-24", detail)));
        }
    }
}
