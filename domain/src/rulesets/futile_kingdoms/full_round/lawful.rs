//! What of a round the rules can resolve; every fault against them at once.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::super::approach::{band_at, weapon_of};
use super::super::close_quarters::Quarters;
use super::super::combatant::Weapon;
use super::super::conditions::Condition;
use super::super::hexes::{Position, passed_through, sidelined};
use super::super::reach::{Band, Distance};
use super::outcome::DeclarationIndex;
use super::request::{
    AttackDeclaration, Declaration, Fighter, ManeuverDeclaration, RoundRequest, Side,
};
use crate::bounded::Id;
use crate::refusal::{Fault, Refusal};
pub(super) use crate::roster::Place;
use crate::roster::Roster;

/// A round that the rules can resolve.
#[derive(Debug)]
pub struct LawfulRound<'r> {
    pub(super) fighters: &'r [Fighter],
    /// The attacks, the active side's first, else as declared (FK-52).
    pub(super) attacks: Vec<DeclaredAttack<'r>>,
    pub(super) defending: Vec<Place>,
    /// The maneuvers, the active side's first, else as declared (FK-51).
    pub(super) maneuvers: Vec<(Place, &'r ManeuverDeclaration)>,
}

/// An attack as declared, with what the map says of it. Nobody moves before the last step.
#[derive(Debug)]
pub(super) struct DeclaredAttack<'r> {
    /// Which declaration it is.
    pub(super) index: DeclarationIndex,
    pub(super) declaration: &'r AttackDeclaration,
    pub(super) attacker: Place,
    pub(super) weapon: &'r Weapon,
    pub(super) target: Place,
    pub(super) distance: Distance,
    pub(super) band: Band,
    pub(super) quarters: Quarters,
    /// The other occupant of the target's hex, when attacked from outside.
    pub(super) close_quarters_with: Option<Place>,
    /// The sidelined hexes, each with its occupant.
    pub(super) sidelined: SmallVec<[Option<Place>; 4]>,
}

impl RoundRequest {
    pub(super) fn check(&self) -> Result<LawfulRound<'_>, Refusal> {
        let mut faults = Vec::new();
        let map = Map::new(&self.combatants, &mut faults);
        let mut round = LawfulRound {
            fighters: &self.combatants,
            attacks: Vec::new(),
            defending: Vec::new(),
            maneuvers: Vec::new(),
        };
        let mut acted = vec![false; self.combatants.len()];
        for (index, declaration) in self.declarations.iter().enumerate() {
            let at = format!("/declarations/{index}");
            let Some(place) = map.declarer(declaration.combatant(), &at, &mut faults) else {
                continue;
            };
            if declaration.is_action()
                && let Some(acted) = acted.get_mut(place)
                && std::mem::replace(acted, true)
            {
                faults.push(Fault::new(
                    at,
                    "FK-50",
                    "a combatant declares one action; leave out the others, or make an attack an \
                     attack of `opportunity`",
                ));
                continue;
            }
            match declaration {
                Declaration::Attack(attack) => {
                    let attack = map.attack(place, attack, index, &mut faults);
                    round.attacks.extend(attack);
                }
                Declaration::Defend(_) => round.defending.push(place),
                Declaration::Maneuver(maneuver) => {
                    map.check_maneuver(place, maneuver, &at, &mut faults);
                    round.maneuvers.push((place, maneuver));
                }
            }
        }
        Refusal::of(faults)?;
        let side = |place: &Place| {
            self.combatants
                .get(*place)
                .map_or(Side::Passive, |f| f.side)
        };
        round.attacks.sort_by_key(|attack| side(&attack.attacker));
        round.maneuvers.sort_by_key(|(place, _)| side(place));
        Ok(round)
    }
}

/// Who stands where.
struct Map<'r> {
    fighters: &'r [Fighter],
    roster: Roster<'r>,
    by_position: HashMap<Position, SmallVec<[Place; 2]>>,
}

impl<'r> Map<'r> {
    fn new(fighters: &'r [Fighter], faults: &mut Vec<Fault>) -> Self {
        let mut map = Self {
            fighters,
            roster: Roster::default(),
            by_position: HashMap::new(),
        };
        for (place, fighter) in fighters.iter().enumerate() {
            let at = format!("/combatants/{place}");
            fighter.combatant.faults(&at, faults);
            map.roster.enter(&fighter.id, place, "FK-50", faults);
            let hex = map.by_position.entry(fighter.position).or_default();
            hex.push(place);
            if hex.len() > 2 {
                faults.push(Fault::new(
                    format!("{at}/position"),
                    "FK-30",
                    "two are in this hex already; move somebody elsewhere",
                ));
            }
        }
        map
    }

    fn at(&self, position: Position) -> &[Place] {
        self.by_position.get(&position).map_or(&[], |hex| hex)
    }

    /// Who else is in the hex of this one.
    fn beside(&self, place: Place, position: Position) -> Option<Place> {
        self.at(position)
            .iter()
            .copied()
            .find(|other| *other != place)
    }

    /// Who declares, if that one is there and up.
    fn declarer(&self, id: &Id, at: &str, faults: &mut Vec<Fault>) -> Option<Place> {
        let place = self
            .roster
            .place(id, format!("{at}/combatant"), "FK-50", faults)?;
        let fighter = self.fighters.get(place)?;
        if fighter.combatant.conditions.has(Condition::Downed) {
            faults.push(Fault::new(
                format!("{at}/combatant"),
                "FK-52",
                "whoever is Downed does nothing; leave the declaration out",
            ));
            return None;
        }
        Some(place)
    }

    fn attack(
        &self,
        attacker: Place,
        declaration: &'r AttackDeclaration,
        index: usize,
        faults: &mut Vec<Fault>,
    ) -> Option<DeclaredAttack<'r>> {
        let at = format!("/declarations/{index}");
        let target =
            self.roster
                .place(&declaration.target, format!("{at}/target"), "FK-50", faults)?;
        let (from, to) = (self.fighters.get(attacker)?, self.fighters.get(target)?);
        let (here, there) = (from.position, to.position);
        if declaration.arc.is_some() && here != there {
            faults.push(Fault::new(
                format!("{at}/arc"),
                "FK-16",
                "between two hexes the positions tell the arc; leave `arc` out",
            ));
            return None;
        }
        let mut refuse = |rule, detail: String| {
            faults.push(Fault::new(format!("{at}/target"), rule, detail));
            None
        };
        if target == attacker {
            return refuse("FK-50", "nobody attacks itself; name another target".into());
        }
        if here != there && self.beside(attacker, here).is_some() {
            return refuse(
                "FK-34",
                "whoever is in Close Quarters attacks only within them; attack the other one there"
                    .into(),
            );
        }
        let mut along: SmallVec<[Option<Place>; 4]> = SmallVec::new();
        if here.hexes_to(there) >= 2 {
            let between = passed_through(here, there);
            let blocking = between.iter().find_map(|hex| self.at(*hex).first());
            if let Some(blocker) = blocking.and_then(|place| self.fighters.get(*place)) {
                let detail = format!(
                    "{} stands in the way at q {}, r {}; choose another target",
                    blocker.id.as_str(),
                    blocker.position.q.get(),
                    blocker.position.r.get()
                );
                return refuse("FK-20", detail);
            }
            let hexes = sidelined(here, there);
            along.extend(hexes.iter().map(|hex| self.at(*hex).first().copied()));
        }
        let hexes = i32::try_from(here.hexes_to(there)).unwrap_or(i32::MAX);
        let weapon = weapon_of(
            &from.combatant,
            &format!("/combatants/{attacker}/weapon"),
            faults,
        )?;
        let band = band_at(weapon, hexes, &format!("{at}/target"), faults)?;
        let distance = Distance::clamped(hexes);
        let close_quarters_with = match distance.get() {
            0 => None,
            _ => self.beside(target, there),
        };
        Some(DeclaredAttack {
            index: DeclarationIndex::clamped(i32::try_from(index).unwrap_or(i32::MAX)),
            declaration,
            attacker,
            weapon,
            target,
            distance,
            band,
            quarters: Quarters::of(distance, close_quarters_with.is_some().into()),
            close_quarters_with,
            sidelined: along,
        })
    }

    fn check_maneuver(
        &self,
        place: Place,
        maneuver: &ManeuverDeclaration,
        at: &str,
        faults: &mut Vec<Fault>,
    ) {
        let Some(fighter) = self.fighters.get(place) else {
            return;
        };
        if fighter.position.hexes_to(maneuver.to) != 1 {
            faults.push(Fault::new(
                format!("{at}/to"),
                "FK-54",
                "a maneuver moves one hex; name a neighbouring one",
            ));
        }
        if fighter.grappled && self.beside(place, fighter.position).is_some() {
            faults.push(Fault::new(
                at,
                "FK-30",
                "whoever is grappled cannot leave Close Quarters; declare something else",
            ));
        }
    }
}
