//! The Press, and The Toll of a hit (M-30 to M-43).

use serde::Serialize;

use super::check::{From, TwoDice, check};
use super::combatant::{Check, Combatant};
#[cfg(feature = "openapi")]
use super::rules::Sum;
use super::rules::Term;
use crate::bounded::Id;
use crate::chance::Chance;
use crate::sum::Tally;

/// How a press ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::PressOutcome))]
pub enum PressOutcome {
    /// The attack is higher.
    Hit,
    /// Both are equal: nothing lands.
    Tie,
    /// The defense is higher: the attacker loses Momentum.
    Defended,
    /// It was not made any more.
    Lapsed,
}

/// A press, settled.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::Press))]
pub struct Press<'r, S> {
    /// Who pressed.
    pub attacker: &'r Id,
    /// Whom.
    pub defender: &'r Id,
    /// The attacking check.
    #[cfg_attr(feature = "openapi", schema(value_type = Sum<'r>))]
    pub attack: S,
    /// The defending check.
    #[cfg_attr(feature = "openapi", schema(value_type = Sum<'r>))]
    pub defense: S,
    /// How it ended.
    pub outcome: PressOutcome,
    /// The rule by which it lapsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(max_length = 8, nullable = false))]
    pub lapsed_by: Option<&'static str>,
    /// The attacker's two dice less the defender's, of a hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = -10, maximum = 10, nullable = false))]
    pub raw_margin: Option<i32>,
    /// The damage of a hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Sum<'r>>, nullable = false))]
    pub damage: Option<S>,
    /// What the damage has to overcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Sum<'r>>, nullable = false))]
    pub resilience: Option<S>,
    /// What a hit takes from the defender's Health.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "openapi",
        schema(minimum = 0, maximum = 9999, nullable = false)
    )]
    pub health_lost: Option<i32>,
    /// Whether the shield may be damaged: on a tie, by an axe or a halberd.
    pub shield_may_be_damaged: bool,
}

/// A press as rolled, before it is settled.
#[derive(Clone, Debug)]
pub(super) struct Rolled<'r, S> {
    pub(super) attacker: &'r Combatant,
    pub(super) defender: &'r Combatant,
    pub(super) from: From,
    pub(super) attack: S,
    pub(super) defense: S,
    raw_margin: i32,
}

/// Rolls a press: the attacker's two dice, then the defender's (M-31).
pub(super) fn roll<'r, S: Tally<'r, Term>, C: Chance>(
    attacker: &'r Combatant,
    defender: &'r Combatant,
    from: From,
    chance: &mut C,
) -> Result<Rolled<'r, S>, C::Error> {
    chance.on_behalf_of(&attacker.id);
    let attack_dice = chance.ask(TwoDice::of(Check::Attack))?;
    chance.on_behalf_of(&defender.id);
    let defense_dice = chance.ask(TwoDice::of(Check::Defense))?;
    Ok(Rolled {
        attacker,
        defender,
        from,
        attack: check(attack_dice, attacker, Check::Attack, from),
        defense: check(defense_dice, defender, Check::Defense, from),
        raw_margin: attack_dice - defense_dice,
    })
}

impl<'r, S: Tally<'r, Term>> Rolled<'r, S> {
    /// Settles the press, its toll included (M-32).
    pub(super) fn settle(self) -> Press<'r, S> {
        match self.attack.total().cmp(&self.defense.total()) {
            std::cmp::Ordering::Greater => self.hit(),
            std::cmp::Ordering::Equal => {
                let counted = self.from == From::Ahead && self.defender.shield.get() > 0;
                let breaks = counted && self.attacker.breaks_shields();
                Press {
                    shield_may_be_damaged: breaks,
                    ..self.ended(PressOutcome::Tie)
                }
            }
            std::cmp::Ordering::Less => self.ended(PressOutcome::Defended),
        }
    }

    /// Lets the press lapse by a rule.
    pub(super) fn lapse(self, rule: &'static str) -> Press<'r, S> {
        Press {
            lapsed_by: Some(rule),
            ..self.ended(PressOutcome::Lapsed)
        }
    }

    /// The Toll (M-40 to M-42).
    fn hit(self) -> Press<'r, S> {
        let (mut damage, mut resilience) = (S::default(), S::default());
        // M-40, M-41
        damage.base(Term::RawMargin, self.raw_margin);
        damage.base(Term::DamageProwess, self.attacker.prowess.get());
        damage.base(Term::Lethality, self.attacker.lethality.get());
        resilience.base(Term::Toughness, self.defender.toughness.get());
        resilience.base(Term::Armor, self.defender.armor.get());
        let health_lost = (damage.total() - resilience.total()).max(0);
        Press {
            raw_margin: Some(self.raw_margin),
            damage: Some(damage),
            resilience: Some(resilience),
            health_lost: Some(health_lost),
            ..self.ended(PressOutcome::Hit)
        }
    }

    fn ended(self, outcome: PressOutcome) -> Press<'r, S> {
        Press {
            attacker: &self.attacker.id,
            defender: &self.defender.id,
            attack: self.attack,
            defense: self.defense,
            outcome,
            lapsed_by: None,
            raw_margin: None,
            damage: None,
            resilience: None,
            health_lost: None,
            shield_may_be_damaged: false,
        }
    }
}
