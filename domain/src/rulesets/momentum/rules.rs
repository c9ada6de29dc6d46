//! The rules by number and the terms, as one table each.

use crate::ruleset::{RuleEntry, SumName, rule, terms};

/// Plain examples of the verbs, that the catalogue starts from.
pub(super) const PRESS: &str = r#"{"attacker":{"id":"a","lethality":1,"health":10},"defender":{"id":"b","health":10},"dice":{"faces":[6,4,1,2]}}"#;
pub(super) const CLASH: &str = r#"{"combatant":{"id":"a","health":10},"roll":"clash"}"#;
pub(super) const DEFENSE: &str = r#"{"defender":{"id":"b","health":10},"dice":{"faces":[3,4]}}"#;

const ATTACK_SUM: &[SumName] = &[SumName("attack"), SumName("defense"), SumName("sums")];
const MODIFIER: &[SumName] = &[
    SumName("modifier"),
    SumName("sums"),
    SumName("attack"),
    SumName("defense"),
];
const CLASH_ONLY: &[SumName] = &[SumName("modifier"), SumName("sums")];
const DEFENSE_ONLY: &[SumName] = &[SumName("defense"), SumName("modifier")];
const DAMAGE: &[SumName] = &[SumName("damage")];
const RESILIENCE: &[SumName] = &[SumName("resilience")];

terms! {
    /// A term of a check, of the damage or of the resilience.
    pub enum Term {
        "attack-roll" PRESS ATTACK_SUM {
            TwoDice: "two_dice", "Two dice", "M-1", range 2 12,
                "/dice" r#"{"dice":{"faces":[5,4,1,2]}}"# => 9;
        }
        "skill-modifier" CLASH MODIFIER {
            MeleeSkill: "melee_skill", "Melee Skill", "M-1", range -99 99,
                "/combatant/melee_skill" r#"{"combatant":{"melee_skill":2}}"# => 2;
            Prowess: "prowess", "Prowess", "M-1", range -99 99,
                "/combatant/prowess" r#"{"combatant":{"prowess":1}}"# => 1;
        }
        "skill-modifier" CLASH CLASH_ONLY {
            Reach: "reach", "Reach, in the Clash only", "M-21", range -99 99,
                "/combatant/reach" r#"{"combatant":{"reach":2}}"# => 2;
        }
        "melee-defense" DEFENSE DEFENSE_ONLY {
            Shield: "shield", "Shield, not from the rear", "M-31", range -99 99,
                "/defender/shield" r#"{"defender":{"shield":1}}"# => 1;
        }
        "attack-roll" PRESS DAMAGE {
            RawMargin: "raw_margin", "Raw margin of the dice", "M-40", range -10 10,
                "/dice" r#"{"dice":{"faces":[6,5,1,2]}}"# => 8;
            DamageProwess: "prowess", "Prowess", "M-41", range -99 99,
                "/attacker/prowess" r#"{"attacker":{"prowess":1}}"# => 1;
            Lethality: "lethality", "Lethality", "M-41", range -99 99,
                "/attacker/lethality" r#"{"attacker":{"lethality":3}}"# => 3;
        }
        "attack-roll" PRESS RESILIENCE {
            Toughness: "toughness", "Toughness", "M-41", range -99 99,
                "/defender/toughness" r#"{"defender":{"toughness":1}}"# => 1;
            Armor: "armor", "Armor Value", "M-41", range -99 99,
                "/defender/armor" r#"{"defender":{"armor":2}}"# => 2;
        }
    }
}

/// A sum of the game's terms.
pub type Sum<'r> = crate::sum::Sum<'r, Term>;

/// Every rule, by its number.
pub const RULES: &[RuleEntry] = &[
    rule(
        "M-1",
        "A check is two dice plus Melee Skill, Prowess and the situation: the combatant's other modifiers, each for all its checks or for one kind.",
    ),
    rule(
        "M-10",
        "Each combatant declares at most one target, from those it is Engaged with. Whoever declares none starts no Clash, gains no Momentum and drops what it holds, but clashes and defends when targeted.",
    ),
    rule(
        "M-11",
        "The Form may change only while the combatant holds no Momentum and nobody holds any over it, by the Momentum sent with the round.",
    ),
    rule(
        "M-12",
        "Each declared target makes one Clash; two who target each other share one.",
    ),
    rule(
        "M-13",
        "Momentum over somebody who is not the declared target is given up before any Clash.",
    ),
    rule("M-14", "Whoever is targeted by two or more is Swarmed."),
    rule(
        "M-20",
        "Where one side holds Momentum over the other and still targets it, there is no Clash but its Press.",
    ),
    rule(
        "M-21",
        "In a Clash both roll the check plus Reach, which counts only here.",
    ),
    rule(
        "M-22",
        "The higher total gains Momentum, but only over its own declared target; else it stops the other's Press and gives nothing more.",
    ),
    rule(
        "M-23",
        "On a tie nobody holds Momentum, and there is no Press from this Clash.",
    ),
    rule(
        "M-24",
        "Whoever is attacked from the rear loses that Clash without a roll by either.",
    ),
    rule(
        "M-25",
        "A Swarmed combatant that loses any Clash with an opponent who targeted it gains Fatigue.",
    ),
    rule(
        "M-30",
        "Only a holder of Momentum presses, against its declared target.",
    ),
    rule(
        "M-31",
        "The attack is a check; the defense is a check plus Shield, without it from the rear.",
    ),
    rule(
        "M-32",
        "The higher attack hits; on a tie nothing lands, the attacker keeps Momentum, and an axe or a halberd may damage a Shield that counted; the higher defense takes the Momentum away.",
    ),
    rule(
        "M-33",
        "All presses are rolled at once and settled from the highest attack total down, each whole before the next; equal totals in the order of declaration.",
    ),
    rule(
        "M-34",
        "Whoever is hit loses all Momentum over others, so that its own Press, if not yet settled, lapses.",
    ),
    rule(
        "M-35",
        "At a Health of 0 or less a combatant is dropped: it presses no more, and presses against it lapse. One dropped when the round starts neither declares nor is declared upon.",
    ),
    rule(
        "M-40",
        "The raw margin is the attacker's two dice less the defender's, dice only; it can be negative.",
    ),
    rule(
        "M-41",
        "Damage is the raw margin plus Prowess and Lethality; Resilience is Toughness plus Armor Value.",
    ),
    rule(
        "M-42",
        "Damage above Resilience takes the difference from Health. With or without, whoever is hit gains Fatigue.",
    ),
    rule("M-43", "The attacker keeps Momentum after a hit."),
    rule(
        "M-60",
        "Fatigue is at most one point a round, however often struck or Swarmed, counted after all presses.",
    ),
    rule(
        "M-61",
        "Momentum held by or over somebody dropped ends. What is left is the state for the next round.",
    ),
];
