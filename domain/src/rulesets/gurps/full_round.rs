//! A round: every declared attack in order (G-80).

use serde::{Deserialize, Deserializer, Serialize};
use smallvec::{SmallVec, smallvec};

use super::attack::{
    Attack, DamageType, EvaluateTurns, Hand, LimitingSkill, Maneuver, Options, Posture,
    WeaponReach, attack,
};
use super::attack_roll::{AttackOdds, AttackOutcome, LawfulAttack};
use super::situation::Situation;
use super::target::Target;
use super::visibility::Visibility;
use crate::bounded::{Id, Rating, list, on_the_wire, or_default};
use crate::chance::{Chance, Dice};
use crate::odds::{Odds, TooManyOutcomes};
use crate::refusal::Refusal;
use crate::strict::strict;
use crate::sum::Modifiers;
use crate::verb::Rolled;

attack! {
    /// An attack of a round. A Rapid Strike rolls twice; so does a Dual-Weapon Attack, first with the
    /// primary hand, then with the off hand.
    pub struct RoundAttackFields as RoundAttack {
        /// Who attacks.
        pub combatant: Id,
    }
}

/// An attack of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundAttack {
    /// Who attacks.
    pub combatant: Id,
    /// The attack.
    pub attack: Attack,
}

on_the_wire!(RoundAttack = RoundAttackFields);

impl<'de> Deserialize<'de> for RoundAttack {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = <RoundAttackFields as Deserialize>::deserialize(deserializer)?;
        let (combatant, attack) = fields.split();
        Ok(Self { combatant, attack })
    }
}

list! {
    /// The attacks of a round, in order.
    pub struct RoundAttacks(1..=200 of RoundAttack) in "gurps";
}

/// A round of declared attacks.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::FullRoundRequest))]
pub struct RoundRequest {
    /// The attacks, in order.
    pub attacks: RoundAttacks,
    /// Where the dice come from, three for each roll. Absent: the service rolls.
    pub dice: Option<Dice>,
}

strict!(RoundRequest);

/// A round, rolled.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::FullRound))]
pub struct RoundOutcome<'r> {
    /// The attacks, in order.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub attacks: Vec<RoundAttackOutcome<'r>>,
}

/// An attack of a round, rolled.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::RoundAttackOutcome))]
pub struct RoundAttackOutcome<'r> {
    /// Who attacked.
    pub combatant: &'r Id,
    /// Its one or two rolls.
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 2))]
    pub rolls: Vec<AttackOutcome<'r>>,
}

/// A round of attacks that may all be attempted.
#[derive(Clone, Debug)]
pub struct LawfulRound<'r> {
    attacks: Vec<(&'r Id, SmallVec<[LawfulAttack<'r>; 2]>)>,
}

impl Rolled for RoundRequest {
    type Lawful<'r> = LawfulRound<'r>;
    type Outcome<'r> = RoundOutcome<'r>;

    type Luck = Dice;

    fn dice(&self) -> Option<&Dice> {
        self.dice.as_ref()
    }

    fn lawful(&self) -> Result<LawfulRound<'_>, Refusal> {
        let mut faults = Vec::new();
        let mut attacks = Vec::new();
        for (index, declared) in self.attacks.iter().enumerate() {
            let pointer = format!("/attacks/{index}");
            let (attack, options) = (&declared.attack, &declared.attack.options);
            attack.faults(&pointer, &mut faults);
            let hands: SmallVec<[Hand; 2]> = match (options.dual_weapon, options.rapid_strike) {
                (true, _) => smallvec![Hand::Primary, Hand::Off],
                (false, true) => smallvec![options.hand, options.hand],
                (false, false) => smallvec![options.hand],
            };
            let rolls = hands.into_iter().map(|hand| {
                // Of two rolls with one fault, the fault is said once.
                let mut found = Vec::new();
                let lawful = LawfulAttack::of(attack, hand, &pointer, &mut found);
                found.retain(|fault| !faults.contains(fault));
                faults.append(&mut found);
                lawful
            });
            attacks.push((&declared.combatant, rolls.collect()));
        }
        Refusal::of(faults)?;
        Ok(LawfulRound { attacks })
    }

    fn resolve<'r, C: Chance>(
        lawful: &LawfulRound<'r>,
        chance: &mut C,
    ) -> Result<RoundOutcome<'r>, C::Error>
    where
        Self: 'r,
    {
        let mut attacks = Vec::with_capacity(lawful.attacks.len());
        for (combatant, rolls) in &lawful.attacks {
            chance.on_behalf_of(combatant);
            let rolls = rolls.iter().map(|roll| roll.resolve(chance));
            attacks.push(RoundAttackOutcome {
                combatant,
                rolls: rolls.collect::<Result<_, _>>()?,
            });
        }
        Ok(RoundOutcome { attacks })
    }
}

/// The odds of a round: the attacks do not bear on each other.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::FullRoundOdds))]
pub struct RoundOdds<'r> {
    /// The attacks, in order.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub attacks: Vec<RoundAttackOdds<'r>>,
}

/// The odds of an attack of a round.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::RoundAttackOdds))]
pub struct RoundAttackOdds<'r> {
    /// Who attacks.
    pub combatant: &'r Id,
    /// Of its one or two rolls.
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 2))]
    pub rolls: Vec<AttackOdds>,
}

impl Odds for RoundRequest {
    type Odds<'r> = RoundOdds<'r>;

    fn odds<'r>(lawful: &LawfulRound<'r>, at_most: usize) -> Result<RoundOdds<'r>, TooManyOutcomes>
    where
        Self: 'r,
    {
        let attacks = lawful.attacks.iter().map(|(combatant, rolls)| {
            let rolls = rolls.iter().map(|roll| roll.odds(at_most));
            Ok(RoundAttackOdds {
                combatant,
                rolls: rolls.collect::<Result<_, _>>()?,
            })
        });
        Ok(RoundOdds {
            attacks: attacks.collect::<Result<_, _>>()?,
        })
    }
}
