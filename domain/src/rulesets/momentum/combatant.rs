//! Who fights, and with what.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bounded::{Id, Label, Name, Rating, bounded, list, on_the_wire, or_default};
use crate::strict::strict;
use crate::sum::{Modifier, Modifiers};

bounded! {
    /// Health, from -999 to 99: at 0 or less a combatant is dropped.
    pub struct Health(-999..=99) in "momentum";
}

bounded! {
    /// Fatigue, from 0 to 99.
    pub struct Fatigue(0..=99) in "momentum";
}

/// A kind of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::Check))]
pub enum Check {
    /// In a Clash.
    Clash,
    /// To attack, in a Press.
    Attack,
    /// To defend, in a Press.
    Defense,
}

/// The situation of a combatant in its checks: a house rule, or the GM's word (M-1).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::CheckModifier))]
pub struct CheckModifier {
    /// What its line is called.
    pub label: Label,
    /// What it adds. A modifier of 0 is left out of the lines.
    pub value: Rating,
    /// The kind of check it counts in. Absent: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub applies_to: Option<Check>,
}

strict!(write Check, CheckModifier);

list! {
    /// The situation of a combatant in its checks.
    pub struct CheckModifierList(0..=20 of CheckModifier) in "momentum";
}

/// The situation of a combatant, sorted by kind of check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckModifiers {
    given: CheckModifierList,
    clash: Modifiers,
    attack: Modifiers,
    defense: Modifiers,
}

on_the_wire!(CheckModifiers = CheckModifierList);

impl CheckModifiers {
    /// Those that count in a kind of check.
    #[must_use]
    pub fn of(&self, check: Check) -> &[Modifier] {
        match check {
            Check::Clash => &self.clash,
            Check::Attack => &self.attack,
            Check::Defense => &self.defense,
        }
    }
}

impl<'de> Deserialize<'de> for CheckModifiers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = CheckModifierList::deserialize(deserializer)?;
        let of = |check| {
            let counts = given
                .iter()
                .filter(|modifier| modifier.applies_to.is_none_or(|only| only == check));
            let modifiers = counts.map(|modifier| Modifier {
                label: modifier.label.clone(),
                value: modifier.value,
            });
            modifiers.collect()
        };
        Ok(Self {
            clash: of(Check::Clash),
            attack: of(Check::Attack),
            defense: of(Check::Defense),
            given,
        })
    }
}

impl Serialize for CheckModifiers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.given.iter())
    }
}

/// A combatant.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::Combatant))]
pub struct Combatant {
    /// The combatant's id, unique within a round.
    pub id: Id,
    /// The Melee Skill modifier. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub melee_skill: Rating,
    /// The Prowess modifier, in checks and in damage. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub prowess: Rating,
    /// The Reach of the weapon, which counts in the Clash only. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub reach: Rating,
    /// The Shield, which counts in the defense only. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub shield: Rating,
    /// The Lethality of the weapon. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub lethality: Rating,
    /// The Toughness modifier. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub toughness: Rating,
    /// The Armor Value. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub armor: Rating,
    /// The Health; at 0 or less the combatant is dropped.
    pub health: Health,
    /// The Fatigue gathered. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub fatigue: Fatigue,
    /// What the weapon is called: an `axe` or a `halberd` may damage a shield.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weapon: Option<Name>,
    /// The Form it fights in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<Name>,
    /// House rules and the GM's word on its checks.
    #[serde(default, deserialize_with = "or_default")]
    pub other_modifiers: CheckModifiers,
}

strict!(write Combatant);

impl Combatant {
    /// At a Health of 0 or less (M-35).
    #[must_use]
    pub fn is_dropped(&self) -> bool {
        self.health.get() <= 0
    }

    /// Whether its weapon may damage a shield (M-32).
    pub(super) fn breaks_shields(&self) -> bool {
        let weapon = self.weapon.as_ref().map(Name::as_str);
        matches!(weapon, Some("axe" | "halberd"))
    }
}
