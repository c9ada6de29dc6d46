//! An attack, rolled; with its damage.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::approach::{Approach, Arc, AttackNumber, armed, attack_request};
use super::close_quarters::Quarters;
use super::combatant::{Combatant, Present};
use super::damage::{Effect, ExplodeDamage, Harm, damage};
use super::deviation::{DeviationRoll, Red, Roll};
use super::melee_defense::melee_defense;
use super::reach::{Band, Distance};
use super::rules::{Sum, Term};
use super::sidelined::{HexIndex, SidelinedHexes};
use crate::bounded::or_default;
use crate::chance::{Chance, Dice, Die, OneOf};
use crate::refusal::{Fault, Refusal};
use crate::strict::strict;
use crate::sum::{Modifiers, Tally};
use crate::verb::Rolled;

attack_request! {
    /// An attack on a target.
    pub struct AttackRequest {
        /// Who is attacked.
        pub target: Combatant,
        /// Where the dice come from. Absent: the service rolls.
        pub dice: Option<Dice>,
    }
}

/// Whether the attack's Deviation Roll explodes on +5 and -5 (FK-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Explode))]
pub enum Explode {
    /// It does not.
    #[default]
    Never,
    /// It does while the Attack Result so far is 0 or less.
    WhenFailing,
    /// It does, each time.
    Always,
}

strict!(write Explode);

impl Explode {
    fn wanted(self, attack_result: i32) -> bool {
        match self {
            Self::Never => false,
            Self::WhenFailing => attack_result <= 0,
            Self::Always => true,
        }
    }
}

/// How an attack ends (FK-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Outcome))]
pub enum Outcome {
    /// An Attack Result above 0.
    Hit,
    /// An Attack Result of exactly 0: no hit.
    NearMiss,
    /// An Attack Result below 0.
    Miss,
}

impl Outcome {
    /// The outcome of an Attack Result.
    #[must_use]
    pub fn of(attack_result: i32) -> Self {
        match attack_result {
            1.. => Self::Hit,
            0 => Self::NearMiss,
            ..=-1 => Self::Miss,
        }
    }
}

/// Why an attack fell on somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::RedirectReason))]
pub enum RedirectReason {
    /// An Attack Result of 0 along sidelined hexes (FK-22).
    Sidelined,
    /// The red die showed 5 or 6 against Close Quarters (FK-33).
    CloseQuarters,
}

/// On whom an attack fell instead of its declared target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Victim))]
pub enum Victim {
    /// The occupant of a sidelined hex: its place in `sidelined`, counted from 0.
    Sidelined(HexIndex),
    /// The other occupant of the target's hex.
    CloseQuartersWith,
}

/// That an attack fell on somebody else, and on whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Redirected))]
pub struct Redirected {
    /// Why.
    pub reason: RedirectReason,
    /// On whom.
    pub victim: Victim,
}

/// What an attack did. Where it was redirected, every number is the victim's.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Attack))]
pub struct AttackOutcome<S> {
    /// The Attack Result.
    #[cfg_attr(feature = "openapi", schema(value_type = Sum))]
    pub attack_result: S,
    /// What it means.
    pub outcome: Outcome,
    /// The Melee Defense that it had to overcome.
    #[cfg_attr(feature = "openapi", schema(value_type = Sum))]
    pub melee_defense: S,
    /// How the weapon's Reach and the distance go together.
    pub reach: Band,
    /// Whether whoever was attacked may counterattack, by an attack of its own: not against an
    /// attack of opportunity, and not out of Close Quarters.
    pub counterattack_allowed: bool,
    /// On whom the attack fell instead of its target. Absent: on its target.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub redirected: Option<Redirected>,
    /// The damage of a hit, where `roll_damage` asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Sum>, nullable = false))]
    pub damage: Option<S>,
    /// What that damage does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub effect: Option<Effect>,
}

/// An attack as it falls on one possible victim.
#[derive(Clone, Copy, Debug)]
pub struct Blow<'r> {
    /// How the attacker comes at the victim.
    pub approach: Approach<'r>,
    /// Who would be hit.
    pub victim: Present<'r>,
}

impl<'r> Blow<'r> {
    fn melee_defense<S: Tally<'r, Term>>(&self) -> S {
        melee_defense(self.victim, self.approach.distance, self.approach.quarters)
    }

    /// The Attack Result of a Deviation Roll (FK-11).
    fn attack_result<S: Tally<'r, Term>>(&self, deviation: i32, melee_defense: &S) -> S {
        let mut sum = S::default();
        sum.base(Term::DeviationRoll, deviation);
        self.approach.add_to(&mut sum);
        sum.base(Term::TargetDefense, -melee_defense.total());
        sum
    }
}

/// An attack that the rules can resolve.
#[derive(Clone, Debug)]
pub struct LawfulAttack<'r> {
    /// On the declared target.
    pub(super) target: Blow<'r>,
    /// On the other occupant of the target's hex.
    pub(super) close_quarters_with: Option<Blow<'r>>,
    /// On the occupants of the sidelined hexes.
    pub(super) sidelined: SmallVec<[Option<Blow<'r>>; 4]>,
    pub(super) explode: Explode,
    pub(super) opportunity: bool,
    /// How a hit does damage, if that is rolled.
    pub(super) harm: Option<Harm<'r>>,
}

impl Rolled for AttackRequest {
    type Lawful<'r> = LawfulAttack<'r>;
    type Outcome<'r> = AttackOutcome<Sum<'r>>;

    type Luck = Dice;

    fn dice(&self) -> Option<&Dice> {
        self.dice.as_ref()
    }

    fn lawful(&self) -> Result<LawfulAttack<'_>, Refusal> {
        let mut faults = Vec::new();
        let approach = self.approach(&mut faults);
        self.target.faults("/target", &mut faults);
        let approach = Refusal::unless(approach, faults)?;
        Ok(LawfulAttack {
            target: Blow {
                approach,
                victim: (&self.target).into(),
            },
            close_quarters_with: self.close_quarters_with.as_ref().map(|victim| Blow {
                approach,
                victim: victim.into(),
            }),
            sidelined: self
                .sidelined
                .iter()
                .map(|hex| hex.blow(approach))
                .collect(),
            explode: self.explode,
            opportunity: self.opportunity,
            harm: self.roll_damage.then_some(Harm {
                charge: self.charge,
                explode: self.explode_damage,
                modifiers: &self.damage_modifiers,
            }),
        })
    }

    fn resolve<'r, C: Chance>(
        lawful: &LawfulAttack<'r>,
        chance: &mut C,
    ) -> Result<AttackOutcome<Sum<'r>>, C::Error>
    where
        Self: 'r,
    {
        lawful.resolve(chance)
    }
}

impl<'r> LawfulAttack<'r> {
    /// Rolls the attack, and the damage of a hit if that is asked for.
    ///
    /// # Errors
    /// Only as `chance` does.
    pub fn resolve<S: Tally<'r, Term>, C: Chance>(
        &self,
        chance: &mut C,
    ) -> Result<AttackOutcome<S>, C::Error> {
        let mut blow = &self.target;
        let mut melee_defense: S = blow.melee_defense();

        // FK-1, FK-2: the dice are thrown in full at the declared target.
        let red = if self.close_quarters_with.is_some() {
            Red::Read
        } else {
            Red::Unread
        };
        let roll = chance.ask(DeviationRoll::of(Roll::Attack, red))?;
        let mut attack_result: S = blow.attack_result(roll.value.into(), &melee_defense);
        let exploded = DeviationRoll::explode(
            Roll::Attack,
            roll,
            Term::Explosion,
            &mut attack_result,
            |so_far| self.explode.wanted(so_far),
            chance,
        )?;

        // FK-33, FK-22: whoever is hit instead is hit with the same dice.
        let mut total = attack_result.total();
        let other = self.redirect(roll.red_is_5_or_6, total, chance)?;
        if let Some((_, victim)) = other {
            blow = victim;
            melee_defense = blow.melee_defense();
            attack_result = blow.attack_result(roll.value.into(), &melee_defense);
            if let Some(exploded) = exploded {
                attack_result.base(Term::Explosion, exploded);
            }
            total = attack_result.total();
        }

        // FK-40
        let outcome = Outcome::of(total);
        let damage: Option<S> = match self.harm {
            Some(harm) if outcome == Outcome::Hit => Some(damage(blow, total, harm, chance)?),
            Some(_) | None => None,
        };
        Ok(AttackOutcome {
            outcome,
            effect: damage.as_ref().map(|damage| Effect::of(damage.total())),
            damage,
            attack_result,
            melee_defense,
            reach: blow.approach.band,
            // FK-15, FK-55
            counterattack_allowed: !self.opportunity
                && blow.approach.quarters != Quarters::FromOutside,
            redirected: other.map(|(redirected, _)| redirected),
        })
    }

    /// Who is hit instead of the declared target, if anybody: the other one in Close Quarters first
    /// (FK-33), else one picked among the sidelined hexes (FK-22).
    fn redirect<C: Chance>(
        &self,
        red_is_5_or_6: bool,
        attack_result: i32,
        chance: &mut C,
    ) -> Result<Option<(Redirected, &Blow<'r>)>, C::Error> {
        if let Some(other) = &self.close_quarters_with
            && red_is_5_or_6
        {
            let redirected = Redirected {
                reason: RedirectReason::CloseQuarters,
                victim: Victim::CloseQuartersWith,
            };
            return Ok(Some((redirected, other)));
        }
        if attack_result != 0 || self.sidelined.iter().all(Option::is_none) {
            return Ok(None);
        }
        let index = match self.sidelined.len() {
            0 | 1 => 0,
            hexes => chance.ask(OneOf {
                die: Die {
                    sides: u8::try_from(hexes).unwrap_or(u8::MAX),
                    name: "choice among the sidelined hexes",
                },
            })?,
        };
        let redirected = Redirected {
            reason: RedirectReason::Sidelined,
            victim: Victim::Sidelined(HexIndex::clamped(i32::try_from(index).unwrap_or(0))),
        };
        Ok(self
            .sidelined
            .get(index)
            .and_then(Option::as_ref)
            .map(|occupant| (redirected, occupant)))
    }
}
