//! Three dice against the effective skill (G-4, G-70 to G-73).

use serde::{Deserialize, Deserializer, Serialize};

use super::attack::{
    Attack, DamageType, EvaluateTurns, Hand, LimitingSkill, Maneuver, Options, Posture,
    WeaponReach, attack,
};
use super::roll::{Outcome, Roll, ThreeDice};
use super::situation::Situation;
use super::skill_modifier::{LEAST_SKILL, SkillModifier};
use super::target::Target;
use super::visibility::Visibility;
use crate::bounded::{Rating, bounded, on_the_wire, or_default};
use crate::chance::{Chance, Dice};
use crate::odds::{Census, Odds, Probability, TooManyOutcomes};
use crate::refusal::{Fault, Refusal};
use crate::sum::{Modifiers, Tally};
use crate::verb::Rolled;

attack! {
    /// An attack.
    pub struct AttackFields as AttackRequest {
        /// Where the dice come from. Absent: the service rolls.
        pub dice: Option<Dice>,
    }
}

/// An attack, and where its dice come from.
#[derive(Clone, Debug)]
pub struct AttackRequest {
    /// Where the dice come from.
    pub dice: Option<Dice>,
    /// The attack.
    pub attack: Attack,
}

on_the_wire!(AttackRequest = AttackFields);

impl<'de> Deserialize<'de> for AttackRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (dice, attack) = <AttackFields as Deserialize>::deserialize(deserializer)?.split();
        Ok(Self { dice, attack })
    }
}

bounded! {
    /// The effective skill less the roll, from -999 to 999.
    pub struct Margin(-999..=999) in "gurps";
}

/// An attack, rolled.
#[derive(Clone, Debug, Serialize)]
pub struct AttackOutcome<'r> {
    /// The effective skill, and what follows from it.
    #[serde(flatten)]
    pub skill: SkillModifier<'r>,
    /// The roll.
    pub roll: Roll,
    /// What it means.
    pub outcome: Outcome,
    /// The effective skill less the roll.
    pub margin: Margin,
}

/// An attack that may be attempted.
#[derive(Clone, Debug)]
pub struct LawfulAttack<'r> {
    skill: SkillModifier<'r>,
}

impl<'r> LawfulAttack<'r> {
    /// Of an attack with this hand, with an effective skill of at least 3; else a fault.
    pub(super) fn of(
        attack: &'r Attack,
        hand: Hand,
        pointer: &str,
        faults: &mut Vec<Fault>,
    ) -> Self {
        let skill = SkillModifier::of(attack, hand);
        if skill.effective_skill.total() < LEAST_SKILL {
            faults.push(Fault::new(
                format!("{pointer}/skill"),
                "G-73",
                format!(
                    "no attack may be attempted at an effective skill below 3, and {} it is {}; take \
                     fewer penalties",
                    match hand {
                        Hand::Primary => "with the primary hand",
                        Hand::Off => "with the off hand",
                    },
                    skill.effective_skill.total()
                ),
            ));
        }
        Self { skill }
    }

    /// Rolls the attack.
    ///
    /// # Errors
    /// Only as `chance` does.
    pub fn resolve<C: Chance>(&self, chance: &mut C) -> Result<AttackOutcome<'r>, C::Error> {
        let roll = chance.ask(ThreeDice)?;
        let skill = self.skill.effective_skill.total();
        Ok(AttackOutcome {
            skill: self.skill.clone(),
            outcome: Outcome::of(roll.total, skill),
            margin: Margin::clamped(skill - roll.total),
            roll: roll.into(),
        })
    }

    /// The odds of the attack.
    pub(super) fn odds(&self, at_most: usize) -> Result<AttackOdds, TooManyOutcomes> {
        let skill = self.skill.effective_skill.total();
        let rolls = Census::take(at_most, |chance| {
            let roll = chance.ask(ThreeDice)?.total;
            Ok([(roll, Outcome::of(roll, skill))])
        })?;
        let moments = rolls.moments(|(roll, _)| Some(*roll));
        let outcomes = rolls.by(|(_, outcome)| Some(*outcome)).into_iter();
        let totals = rolls.by(|(roll, _)| Some(*roll)).into_iter();
        Ok(AttackOdds {
            hit: rolls.probability_of(|(_, outcome)| outcome.hits()),
            outcomes: outcomes
                .map(|(outcome, probability)| OutcomeOdds {
                    outcome,
                    probability,
                })
                .collect(),
            totals: totals
                .map(|(total, probability)| TotalOdds { total, probability })
                .collect(),
            mean: moments.map_or(0.0, |moments| moments.mean),
            standard_deviation: moments.map_or(0.0, |moments| moments.standard_deviation),
        })
    }
}

impl Rolled for AttackRequest {
    type Lawful<'r> = LawfulAttack<'r>;
    type Outcome<'r> = AttackOutcome<'r>;

    type Luck = Dice;

    fn dice(&self) -> Option<&Dice> {
        self.dice.as_ref()
    }

    fn lawful(&self) -> Result<LawfulAttack<'_>, Refusal> {
        let mut faults = Vec::new();
        self.attack.faults("", &mut faults);
        let hand = self.attack.options.hand;
        let lawful = LawfulAttack::of(&self.attack, hand, "", &mut faults);
        Refusal::of(faults)?;
        Ok(lawful)
    }

    fn resolve<'r, C: Chance>(
        lawful: &LawfulAttack<'r>,
        chance: &mut C,
    ) -> Result<AttackOutcome<'r>, C::Error>
    where
        Self: 'r,
    {
        lawful.resolve(chance)
    }
}

/// The odds of an attack, exact: each list adds up to 1.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::AttackOdds))]
pub struct AttackOdds {
    /// How likely it hits, critically or not.
    pub hit: Probability,
    /// How likely each outcome is.
    #[cfg_attr(feature = "openapi", schema(max_items = 4))]
    pub outcomes: Vec<OutcomeOdds>,
    /// How likely each roll is.
    #[cfg_attr(feature = "openapi", schema(max_items = 16))]
    pub totals: Vec<TotalOdds>,
    /// The mean roll.
    pub mean: f64,
    /// The standard deviation of the roll.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub standard_deviation: f64,
}

/// How likely an outcome is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::OutcomeOdds))]
pub struct OutcomeOdds {
    /// The outcome.
    pub outcome: Outcome,
    /// How likely.
    pub probability: Probability,
}

/// How likely a roll is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::TotalOdds))]
pub struct TotalOdds {
    /// The three dice together.
    #[cfg_attr(feature = "openapi", schema(minimum = 3, maximum = 18))]
    pub total: i32,
    /// How likely.
    pub probability: Probability,
}

impl Odds for AttackRequest {
    type Odds<'r> = AttackOdds;

    fn odds<'r>(lawful: &LawfulAttack<'r>, at_most: usize) -> Result<AttackOdds, TooManyOutcomes>
    where
        Self: 'r,
    {
        lawful.odds(at_most)
    }
}

#[cfg(feature = "openapi")]
mod schema {
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{AttackOutcome, Margin, Outcome, Roll, SkillModifier};
    use crate::schema::{collect, with_field};

    impl PartialSchema for AttackOutcome<'_> {
        fn schema() -> RefOr<Schema> {
            let schema = SkillModifier::schema();
            let schema = with_field::<Roll>(schema, "roll", "The roll.");
            let schema = with_field::<Outcome>(schema, "outcome", "What it means.");
            with_field::<Margin>(schema, "margin", "The effective skill less the roll.")
        }
    }

    impl ToSchema for AttackOutcome<'_> {
        fn name() -> std::borrow::Cow<'static, str> {
            "gurps.Attack".into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            SkillModifier::schemas(schemas);
            collect::<Roll>(schemas);
            collect::<Outcome>(schemas);
            collect::<Margin>(schemas);
        }
    }
}
