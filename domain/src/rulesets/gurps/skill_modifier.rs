//! The effective skill (G-1 to G-3), its odds, and how deceptive the attack may be (G-73, G-74).

use serde::{Deserialize, Deserializer, Serialize};

use super::attack::{
    Attack, DamageType, EvaluateTurns, Hand, LimitingSkill, Maneuver, Options, Posture,
    WeaponReach, attack,
};
use super::roll::{Outcome, ThreeDice};
use super::rules::{Sum, Term};
use super::situation::Situation;
use super::target::Target;
use super::visibility::{Sight, Visibility};
use crate::bounded::{Rating, on_the_wire, or_default};
use crate::chance::Chance;
use crate::odds::{Census, Probability};
use crate::refusal::{Fault, Refusal};
use crate::sum::{Modifiers, Tally, Total};
use crate::verb::Reckoned;

attack! {
    /// How good is this attack? The fields of an attack, without dice.
    pub struct SkillModifierFields as SkillModifierRequest {}
}

/// How good is this attack?
#[derive(Clone, Debug)]
pub struct SkillModifierRequest(pub Attack);

on_the_wire!(SkillModifierRequest = SkillModifierFields);

impl<'de> Deserialize<'de> for SkillModifierRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = <SkillModifierFields as Deserialize>::deserialize(deserializer)?;
        Ok(Self(fields.split().0))
    }
}

/// The effective skill of an attack, and what follows from it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::SkillModifier))]
pub struct SkillModifier<'r> {
    /// What three dice have to stay at or under.
    pub effective_skill: Sum<'r>,
    /// What a Deceptive Attack adds to the foe's active defense: 0 or negative.
    #[cfg_attr(feature = "openapi", schema(minimum = -99, maximum = 0))]
    pub defense_penalty: i32,
    /// How many levels of Deceptive Attack leave the effective skill at 10 or more.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 9999))]
    pub max_deceptive_levels: i32,
    /// What is not as the rules want it. A warning changes no number.
    #[cfg_attr(feature = "openapi", schema(max_items = 2))]
    pub warnings: Vec<Warning>,
    /// The odds of the attack. Absent below an effective skill of 3, where none may be attempted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub odds: Option<HitOdds>,
}

/// What is not as the rules want it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Warning))]
pub enum Warning {
    /// No attack may be attempted at an effective skill below 3.
    #[serde(rename = "skill_below_3")]
    SkillBelow3,
    /// A Deceptive Attack may not take the effective skill below 10.
    #[serde(rename = "deceptive_attack_below_10")]
    DeceptiveAttackBelow10,
}

/// How likely an attack hits, over the 216 throws of three dice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::HitOdds))]
pub struct HitOdds {
    /// It hits, critically or not.
    pub hit: Probability,
    /// It hits critically.
    pub critical_success: Probability,
    /// It fails critically.
    pub critical_failure: Probability,
}

impl HitOdds {
    /// At an effective skill; `None` below 3 (G-73).
    fn at(skill: i32) -> Option<Self> {
        if skill < LEAST_SKILL {
            return None;
        }
        let rolls = Census::take(216, |chance| Ok([chance.ask(ThreeDice)?.total])).ok()?;
        let of = |wanted: fn(Outcome) -> bool| {
            rolls.probability_of(|roll| wanted(Outcome::of(*roll, skill)))
        };
        Some(Self {
            hit: of(Outcome::hits),
            critical_success: of(|outcome| outcome == Outcome::CriticalSuccess),
            critical_failure: of(|outcome| outcome == Outcome::CriticalFailure),
        })
    }
}

/// Below this effective skill no attack may be attempted (G-73).
pub(super) const LEAST_SKILL: i32 = 3;

impl Reckoned for SkillModifierRequest {
    type Answer<'r> = SkillModifier<'r>;

    fn reckon(&self) -> Result<SkillModifier<'_>, Refusal> {
        let mut faults = Vec::new();
        self.0.faults("", &mut faults);
        Refusal::of(faults)?;
        Ok(SkillModifier::of(&self.0, self.0.options.hand))
    }
}

impl<'r> SkillModifier<'r> {
    /// Of an attack with this hand.
    pub(super) fn of(attack: &'r Attack, hand: Hand) -> Self {
        let levels = attack.options.deceptive_levels.get();
        let effective_skill: Sum<'r> = effective_skill(attack, hand, levels);
        let skill = effective_skill.total();
        let honest: Total = self::effective_skill(attack, hand, 0);
        let honest = Tally::<Term>::total(&honest);
        let mut warnings = Vec::new();
        if skill < LEAST_SKILL {
            warnings.push(Warning::SkillBelow3);
        }
        if levels > 0 && skill < 10 {
            warnings.push(Warning::DeceptiveAttackBelow10);
        }
        Self {
            effective_skill,
            defense_penalty: -levels,
            max_deceptive_levels: (honest - 10).div_euclid(2).max(0),
            warnings,
            odds: HitOdds::at(skill),
        }
    }
}

/// The effective skill of an attack with this hand and so many levels of Deceptive Attack (G-1 to
/// G-3).
#[must_use]
pub fn effective_skill<'r, S: Tally<'r, Term>>(
    attack: &'r Attack,
    hand: Hand,
    deceptive_levels: i32,
) -> S {
    let mut sum = S::default();
    let options = &attack.options;

    // G-1
    let skill = attack.skill.get();
    sum.base(Term::Skill, skill);
    if let Some(limiting) = &attack.limiting_skill {
        sum.add(Term::LimitingSkill, (limiting.level.get() - skill).min(0));
    }

    // G-10 to G-13
    match attack.maneuver {
        Maneuver::Attack => {}
        Maneuver::AllOutAttackDetermined => sum.add(Term::AllOutAttack, 4),
        Maneuver::MoveAndAttack => sum.add(Term::MoveAndAttack, -4),
    }
    match attack.posture {
        Posture::Standing => {}
        Posture::Crouching => sum.add(Term::Crouching, -2),
        Posture::Kneeling => sum.add(Term::Kneeling, -2),
        Posture::Sitting => sum.add(Term::Sitting, -2),
        Posture::Crawling => sum.add(Term::Crawling, -4),
        Posture::LyingDown => sum.add(Term::LyingDown, -4),
    }

    // G-20 to G-30
    attack.situation.add_to(&mut sum);

    // G-40 to G-46; the off hand counts once, also in a Dual-Weapon Attack.
    sum.add(Term::DeceptiveAttack, -2 * deceptive_levels);
    sum.add_if(options.dual_weapon, Term::DualWeapon, -4);
    sum.add(Term::Evaluate, attack.evaluate_turns.get().min(3));
    let clumsy = hand == Hand::Off && !options.ambidexterity;
    sum.add_if(clumsy, Term::OffHand, -4);
    match (options.rapid_strike, options.weapon_mastery) {
        (false, _) => {}
        (true, false) => sum.add(Term::RapidStrike, -6),
        (true, true) => sum.add(Term::RapidStrikeOfMaster, -3),
    }
    let close = options.striking_into_close_combat;
    sum.add_if(close, Term::StrikingIntoCloseCombat, -2);
    sum.add_if(options.wild_swing, Term::WildSwing, -5);

    // G-50 to G-62
    if let Some(target) = &attack.target {
        target.add_to(&mut sum);
    }
    attack.visibility.add_to(&mut sum);
    sum.free(&attack.other_modifiers);

    // G-3
    if attack.brings_maximum_9() {
        sum.at_most(Term::Maximum9, 9);
    }
    sum
}

impl Attack {
    /// Whether a modifier applies that brings the maximum of 9, and no house option lifts it (G-3).
    fn brings_maximum_9(&self) -> bool {
        !self.lift_maximum_9
            && (self.maneuver == Maneuver::MoveAndAttack
                || self.options.wild_swing
                || self.visibility.sight != Sight::Clear)
    }

    /// What is unlawful in the attack; `pointer` is where it stands in the request.
    pub(super) fn faults(&self, pointer: &str, faults: &mut Vec<Fault>) {
        let options = &self.options;
        if self.posture == Posture::Crawling && self.reach != Some(WeaponReach::C) {
            faults.push(Fault::new(
                format!("{pointer}/reach"),
                "G-12",
                "crawling allows only attacks of reach C; give `reach` as \"C\", or another posture",
            ));
        }
        if options.rapid_strike && options.dual_weapon {
            faults.push(Fault::new(
                format!("{pointer}/options/rapid_strike"),
                "G-44",
                "a Rapid Strike is no Dual-Weapon Attack; leave one of the two out",
            ));
        }
        if options.rapid_strike && self.maneuver == Maneuver::MoveAndAttack {
            faults.push(Fault::new(
                format!("{pointer}/options/rapid_strike"),
                "G-44",
                "a Rapid Strike does not go with Move and Attack; choose another maneuver",
            ));
        }
        let pierces = matches!(
            self.damage_type,
            Some(DamageType::Impaling | DamageType::Piercing)
        );
        if self.target.as_ref().is_some_and(Target::is_delicate) && !pierces {
            faults.push(Fault::new(
                format!("{pointer}/damage_type"),
                "G-51",
                "vitals and eyes are reached only by impaling and piercing attacks; give \
                 `damage_type` as one of these, or another target",
            ));
        }
    }
}
