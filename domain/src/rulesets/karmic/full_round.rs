//! A turn of registers (K-23 to K-27).

use serde::{Deserialize, Serialize};

use super::combatant::{Combatant, DamageTotal, Field};
use super::declare::{Declared, Forbidden, Initiative, Role, Side, Stance, declared, may_use};
use super::maneuver::OwnManeuvers;
use super::pile::Pile;
use super::register::{Action, Play, Register, RegisterNumber, resolve};
use super::rules::{Sum, Term};
use super::weapon::WeaponRange;
use crate::bounded::{Id, or_default};
use crate::cards::Card;
use crate::chance::{Chance, Deal};
use crate::refusal::{Fault, Refusal};
use crate::ruleset::{Maneuver, OnSuccess};
use crate::strict::strict;
use crate::sum::Tally;
use crate::verb::Rolled;

/// A turn, after any yielding: what both have declared, register by register.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::FullRoundRequest))]
pub struct RoundRequest {
    /// The range in yards between the two. It holds for the whole turn (K-43).
    pub range: WeaponRange,
    /// Who has the initiative: with at least one declaration.
    pub attacker: Combatant,
    /// The other one.
    pub defender: Combatant,
    /// Maneuvers beside the named ones. Absent: none.
    #[serde(default, deserialize_with = "or_default")]
    pub maneuvers: OwnManeuvers,
    /// Where the cards come from that are drawn for hit cards. Absent: the service deals.
    pub dice: Option<Deal>,
}

strict!(RoundRequest);

/// A turn, resolved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::FullRoundOutcome))]
pub struct RoundOutcome<'r, S> {
    /// The registers that were resolved, in order.
    #[cfg_attr(feature = "openapi", schema(max_items = 20, value_type = Vec<Register<'r, Sum<'r>>>))]
    pub registers: Vec<Register<'r, S>>,
    /// What was declared and not resolved, and by which rule.
    #[cfg_attr(feature = "openapi", schema(max_items = 40))]
    pub lost: Vec<Lost<'r>>,
    /// The damage that each has taken, the attacker first.
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub damage_taken: Vec<DamageTaken<'r>>,
    /// Who ends the turn with the initiative, and starts the next one with it.
    pub initiative: &'r Id,
    /// Whether the combat has ended.
    pub ended: bool,
    /// By which rule it has ended. Absent: it has not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(max_length = 8, nullable = false))]
    pub ended_by: Option<&'static str>,
}

/// A turn with every number itemised.
pub type ItemisedRound<'r> = RoundOutcome<'r, Sum<'r>>;

/// A maneuver that was declared and not resolved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::Lost))]
pub struct Lost<'r> {
    /// Who declared it.
    pub combatant: &'r Id,
    /// The maneuver's id.
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub maneuver: &'r str,
    /// Its card.
    pub card: Card,
    /// Why: K-25, there is no register for it; K-26 or K-27, the combat has ended; K-23 or K-42, it was not
    /// possible with the initiative as it was after a maneuver that resolved at once.
    #[cfg_attr(feature = "openapi", schema(max_length = 8))]
    pub rule: &'static str,
}

/// What damage a combatant has taken in the turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::DamageTaken))]
pub struct DamageTaken<'r> {
    /// Who.
    pub combatant: &'r Id,
    /// How much.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 9999))]
    pub total: i32,
    /// Whether that is as much as it takes to fall (K-26).
    pub incapacitated: bool,
}

/// A turn that the rules can resolve.
#[derive(Clone, Debug)]
pub struct LawfulRound<'r> {
    range: i32,
    sides: [LawfulSide<'r>; 2],
}

#[derive(Clone, Debug)]
struct LawfulSide<'r> {
    combatant: &'r Combatant,
    declared: Vec<Declared<'r>>,
    pile: Pile,
}

impl Rolled for RoundRequest {
    type Lawful<'r> = LawfulRound<'r>;
    type Outcome<'r> = RoundOutcome<'r, Sum<'r>>;
    type Luck = Deal;

    fn dice(&self) -> Option<&Deal> {
        self.dice.as_ref()
    }

    fn lawful(&self) -> Result<LawfulRound<'_>, Refusal> {
        let mut faults = Vec::new();
        let both = [&self.attacker, &self.defender];
        let field = Field {
            range: self.range.get(),
            maneuvers: &self.maneuvers,
        };
        let [ours, theirs] = declared(both, field, &mut faults);
        if self.attacker.declarations.is_empty() {
            faults.push(Fault::new(
                "/attacker/declarations",
                "K-24",
                "whoever has the initiative uses at least one maneuver, or yields it before the turn; \
                 declare one",
            ));
        }
        Refusal::of(faults)?;
        let side = |combatant: &'_ Combatant| Pile::new(combatant.deck.cards(), &combatant.hand);
        Ok(LawfulRound {
            range: field.range,
            sides: [
                LawfulSide {
                    combatant: &self.attacker,
                    declared: ours,
                    pile: side(&self.attacker),
                },
                LawfulSide {
                    combatant: &self.defender,
                    declared: theirs,
                    pile: side(&self.defender),
                },
            ],
        })
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

/// How a turn stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// How many registers were resolved before those that are resolved now.
    resolved: u8,
    /// Who has the initiative now.
    initiative: Side,
    /// Who had it when the registers now resolved were declared.
    declarer: Side,
    /// The damage taken by each, the attacker first.
    taken: [i32; 2],
    ended_by: Option<&'static str>,
}

impl Standing {
    /// Of a turn in which so many registers are resolved, and both have taken so much.
    pub(super) fn of(resolved: u8, taken: [i32; 2]) -> Self {
        Self {
            resolved,
            initiative: Side::Attacker,
            declarer: Side::Attacker,
            taken,
            ended_by: None,
        }
    }
}

impl<'r> LawfulRound<'r> {
    fn side(&self, side: Side) -> &LawfulSide<'r> {
        let [attacker, defender] = &self.sides;
        match side {
            Side::Attacker => attacker,
            Side::Defender => defender,
        }
    }

    /// The two, the attacker first.
    pub(super) fn ids(&self) -> [&'r Id; 2] {
        Side::BOTH.map(|side| &self.side(side).combatant.id)
    }

    /// The declaration of one side for a register, if it may be used.
    fn action(
        &self,
        side: Side,
        place: u8,
        declarer: Side,
    ) -> Option<Result<Action<'r>, Lost<'r>>> {
        let LawfulSide {
            combatant,
            declared,
            ..
        } = self.side(side);
        let declared = declared.get(usize::from(place))?;
        let initiative = if side == declarer {
            Initiative::Has
        } else {
            Initiative::HasNot
        };
        let stance = Stance {
            range: self.range,
            weapon: Some(&combatant.weapon),
            off_hand: combatant.off_hand.as_ref(),
            against: Some(&self.side(side.other()).combatant.weapon),
        };
        let who = (&combatant.id, &combatant.weapon);
        Some(match may_use(&declared.maneuver, stance, initiative) {
            Ok(()) => {
                let role = Role::of(declared.maneuver.kind, initiative);
                Ok(Action::of(*declared, who, role, (side, place)))
            }
            Err(Forbidden { rule, .. }) => Err(Lost::of(&combatant.id, declared, rule)),
        })
    }

    /// A turn that is under way: what is declared of it was found possible as it was declared.
    pub(super) fn under_way(
        range: i32,
        sides: [(&'r Combatant, Vec<Declared<'r>>, Pile); 2],
    ) -> Self {
        let sides = sides.map(|(combatant, declared, pile)| LawfulSide {
            combatant,
            declared,
            pile,
        });
        Self { range, sides }
    }

    /// What both draw from, the attacker's first.
    pub(super) fn piles(&self) -> [Pile; 2] {
        let [ours, theirs] = &self.sides;
        [ours.pile.clone(), theirs.pile.clone()]
    }

    /// Resolves the turn.
    ///
    /// # Errors
    /// Only as `chance` does.
    pub fn resolve<S: Tally<'r, Term>, C: Chance>(
        &self,
        chance: &mut C,
    ) -> Result<RoundOutcome<'r, S>, C::Error> {
        self.play(&mut Standing::of(0, [0, 0]), &mut self.piles(), chance)
    }

    /// Plays what is declared, register by register (K-26).
    pub(super) fn play<S: Tally<'r, Term>, C: Chance>(
        &self,
        turn: &mut Standing,
        [ours, theirs]: &mut [Pile; 2],
        chance: &mut C,
    ) -> Result<RoundOutcome<'r, S>, C::Error> {
        let (mut registers, mut missed) = (Vec::new(), Vec::new());
        let mut place = 0_u8;
        // There are as many registers as whoever has the initiative has declarations (K-25).
        while turn.ended_by.is_none()
            && let Some(first) = self.action(turn.declarer, place, turn.declarer)
        {
            let second = self.action(turn.declarer.other(), place, turn.declarer);
            place += 1;
            let opposing = second.and_then(|action| action.map_err(|lost| missed.push(lost)).ok());
            let acting = match first {
                Ok(action) => action,
                Err(lost) => {
                    // Without it there is no register.
                    missed.push(lost);
                    let LawfulSide {
                        combatant,
                        declared,
                        ..
                    } = self.side(turn.declarer.other());
                    let other = declared
                        .get(usize::from(place - 1))
                        .filter(|_| opposing.is_some());
                    missed.extend(other.map(|other| Lost::of(&combatant.id, other, "K-25")));
                    continue;
                }
            };
            let piles = match turn.declarer {
                Side::Attacker => [&mut *ours, &mut *theirs],
                Side::Defender => [&mut *theirs, &mut *ours],
            };
            let number = RegisterNumber::clamped(i32::from(turn.resolved) + i32::from(place));
            let register: Register<'r, S> =
                resolve(number, &acting, opposing.as_ref(), piles, chance)?;
            self.settle(turn, &register, &acting, opposing.as_ref());
            registers.push(register);
        }
        for side in Side::BOTH {
            let LawfulSide {
                combatant,
                declared,
                ..
            } = self.side(side);
            let rule = turn.ended_by.unwrap_or("K-25");
            let unused = declared.iter().skip(place.into());
            missed.extend(unused.map(|declared| Lost::of(&combatant.id, declared, rule)));
        }
        let damage_taken = Side::BOTH.into_iter().zip(turn.taken);
        let damage_taken = damage_taken.map(|(side, total)| DamageTaken {
            combatant: &self.side(side).combatant.id,
            total,
            incapacitated: self.falls(side, total),
        });
        Ok(RoundOutcome {
            registers,
            lost: missed,
            damage_taken: damage_taken.collect(),
            initiative: &self.side(turn.initiative).combatant.id,
            ended: turn.ended_by.is_some(),
            ended_by: turn.ended_by,
        })
    }

    /// What a resolved register does to the turn: damage, the initiative, the end. Both sides count, the
    /// declarer's first.
    fn settle<S: Tally<'r, Term>>(
        &self,
        turn: &mut Standing,
        register: &Register<'r, S>,
        acting: &Action<'r>,
        opposing: Option<&Action<'r>>,
    ) {
        let (us, them) = (turn.declarer, turn.declarer.other());
        let countered = register
            .defender
            .as_ref()
            .and_then(|play| play.damage.as_ref());
        turn.take(them, register.damage.as_ref().map_or(0, Tally::total));
        turn.take(us, countered.map_or(0, Tally::total));
        turn.bring(us, acting.maneuver, &register.attacker);
        if let (Some(action), Some(play)) = (opposing, &register.defender) {
            turn.bring(them, action.maneuver, play);
        }
        let [ours, theirs] = turn.taken;
        if self.falls(Side::Attacker, ours) || self.falls(Side::Defender, theirs) {
            turn.ended_by = Some("K-26");
        }
        let immediate = |action: &Action<'_>| action.maneuver.resolves_immediately;
        if immediate(acting) || opposing.is_some_and(immediate) {
            turn.declarer = turn.initiative;
        }
    }

    /// Whether so much damage fells a combatant (K-26).
    fn falls(&self, side: Side, taken: i32) -> bool {
        let limit = self.side(side).combatant.incapacitated_at;
        limit.is_some_and(|limit| taken >= DamageTotal::get(limit))
    }
}

impl Standing {
    fn take(&mut self, side: Side, damage: i32) {
        let [attacker, defender] = &mut self.taken;
        match side {
            Side::Attacker => *attacker += damage,
            Side::Defender => *defender += damage,
        }
    }

    /// What a maneuver brings beside its damage: by its success, or by being resolved (K-27).
    fn bring<S>(&mut self, side: Side, maneuver: Maneuver<'_>, play: &Play<'_, S>) {
        if maneuver.passes_initiative {
            self.initiative = side.other();
        }
        match maneuver.on_success.filter(|_| play.success == Some(true)) {
            Some(OnSuccess::TakeInitiative) => self.initiative = side,
            Some(OnSuccess::GiveUpInitiative) => self.initiative = side.other(),
            Some(OnSuccess::EndCombat) => self.ended_by = Some("K-27"),
            None => {}
        }
    }
}

impl<'r> Lost<'r> {
    fn of(combatant: &'r Id, declared: &Declared<'r>, rule: &'static str) -> Self {
        Self {
            combatant,
            maneuver: declared.maneuver.id,
            card: declared.declaration.card,
            rule,
        }
    }
}
