//! The rules by number and the terms, as one table each.

use crate::ruleset::{RuleEntry, SumName, rule, terms};

/// Plain examples of the verbs, that the catalogue starts from.
pub(super) const ATTACK: &str = r#"{"range":1,"attacker":{"id":"a","skill":3,"hand":["8S","KS","3D"],"weapon":{"name":"sword","range":1,"force":5,"maximum_maneuvers":2,"edge":1,"maximum_damage":20},"declarations":[{"maneuver":"attack","card":"8S"}]},"defender":{"id":"b","hand":["5S"],"weapon":{"name":"axe","range":1,"maximum_maneuvers":1,"maximum_damage":7}},"dice":{"cards":[]}}"#;
pub(super) const DEFENSE: &str = r#"{"declaration":{"maneuver":"parry","card":"5S"}}"#;
pub(super) const CHECK: &str = r#"{"skill":3,"maneuver":"attack","weapon":{"name":"sword","range":1,"force":1,"maximum_maneuvers":2,"edge":1,"maximum_damage":6}}"#;
pub(super) const INITIATIVE: &str = r#"{"combatants":[{"id":"a","combat_training":2},{"id":"b"}],"dice":{"cards":["4S","9S","2H"]}}"#;

const MT: &[SumName] = &[SumName("mt"), SumName("damage")];
const DRAWN: &[SumName] = &[SumName("damage"), SumName("mt")];
const BEFORE_THE_CARD: &[SumName] = &[SumName("modifier"), SumName("mt")];
const MT_ONLY: &[SumName] = &[SumName("mt")];
const DAMAGE: &[SumName] = &[SumName("damage")];

terms! {
    /// A term of a modified total, or of the damage.
    pub enum Term {
        "melee-defense" DEFENSE MT {
            CardValue: "card_value", "Value of the card", "K-1", range -99 99,
                "/declaration/card" r#"{"declaration":{"card":"7C"}}"# => 7;
        }
        "attack-roll" ATTACK DRAWN {
            HitCards: "hit_cards", "Cards drawn for hit cards", "K-2", range -160 160,
                "/attacker/declarations/0/hit" r#"{"attacker":{"declarations":[{"maneuver":"attack","card":"KS","hit":"always"}]},"dice":{"cards":["4S"]}}"# => 4;
        }
        "skill-modifier" CHECK BEFORE_THE_CARD {
            Force: "force", "Force of the weapon", "K-40", range -99 99,
                "/weapon/force" r#"{"weapon":{"force":2}}"# => 2;
            Maneuver: "maneuver", "Modifier of the maneuver", "K-40", range -99 99,
                "/maneuver" r#"{"maneuver":"lunge"}"# => -2;
        }
        "melee-defense" DEFENSE MT_ONLY {
            StandGround: "stand_ground", "Standing one's ground", "K-43", value -2,
                "/declaration/stand_ground" r#"{"declaration":{"stand_ground":true}}"# => -2;
        }
        "attack-roll" ATTACK MT_ONLY {
            Defense: "defense", "Modified total of the defense", "K-40", range -9999 0,
                "/defender/declarations" r#"{"defender":{"declarations":[{"maneuver":"parry","card":"5S"}]}}"# => -5;
        }
        "initiative" INITIATIVE MT_ONLY {
            Willpower: "willpower", "Willpower", "K-20", range -99 99,
                "/combatants/0/willpower" r#"{"combatants":[{"id":"a","combat_training":2,"willpower":1},{"id":"b","willpower":1}]}"# => 1;
        }
        "attack-roll" ATTACK DAMAGE {
            Edge: "edge", "Edge of the weapon", "K-41", range -99 99,
                "/attacker/weapon/edge" r#"{"attacker":{"weapon":{"edge":3}}}"# => 3;
            Minimum0: "minimum_0", "No damage below 0", "K-41", limit 0,
                "/attacker/declarations" r#"{"attacker":{"declarations":[{"maneuver":"attack","card":"3D"}]}}"# => 0;
            MaximumDamage: "maximum_damage", "Maximum Damage of the weapon", "K-41", limit_within 0 99,
                "/attacker/weapon/maximum_damage" r#"{"attacker":{"weapon":{"maximum_damage":6}}}"# => 6;
        }
    }
}

/// A sum of the game's terms.
pub type Sum<'r> = crate::sum::Sum<'r, Term>;

/// Every rule, by its number.
pub const RULES: &[RuleEntry] = &[
    rule(
        "K-1",
        "Black cards count for their player, red ones against: an ace 1, 2 to 10 as printed, a jack 1, a queen 2, a king 3.",
    ),
    rule(
        "K-2",
        "Jacks, queens and kings are hit cards: once one is played, its player may draw the top card of the deck and add its value, and again if that is a hit card. What is drawn belongs to the card's value everywhere. At most 20 cards are drawn.",
    ),
    rule(
        "K-3",
        "A joker is wild: the GM rules that its maneuver succeeds or fails whatever the totals, or what it is worth. Where both sides are ruled, the attack's ruling stands.",
    ),
    rule(
        "K-4",
        "A karma deck is a standard deck with two jokers less the 6 to 10 of one red and one black suit, 44 cards; the world deck has 52 cards and no jokers. A deck is used until it is empty and then shuffled anew, without the cards in hand.",
    ),
    rule(
        "K-5",
        "A check draws as many cards as the skill, one where it is 0 or missing, plays one, the highest unless its player says otherwise, and adds modifiers: the modified total. Above 0 it succeeds.",
    ),
    rule(
        "K-10",
        "A weapon has a Range, a Force, a maximum of maneuvers, an Edge, a maximum of damage, and needs hands: with what the other hand holds no more than two.",
    ),
    rule(
        "K-20",
        "Each makes a Combat Training check modified by Willpower, or without that skill a Willpower check of one card; the higher total is the attacker. Ties draw again, at most 20 times.",
    ),
    rule(
        "K-21",
        "At the start of a turn the attacker may yield the initiative; if the other one yields it too, nobody acts. A turn of registers starts after that.",
    ),
    rule(
        "K-22",
        "A hand is drawn by the skill with the weapon, with a shield, a buckler, a parrying dagger or a second weapon by the lower of the two skills, and extra cards where the caller says so.",
    ),
    rule(
        "K-23",
        "The attacker declares a maneuver and a card for a register, then the defender, until the attacker stops or a maneuver resolves at once. Whether the initiative is needed is judged at the declaration; what is declared stands.",
    ),
    rule(
        "K-24",
        "Never more maneuvers than the weapon's maximum, or the total that the caller states, nor than cards in hand. The attacker uses at least one. A maneuver that does not count against the maximum still takes a register and a card.",
    ),
    rule(
        "K-25",
        "There are as many registers as the attacker has declarations: those that the defender has none for are unopposed, and what the defender has beyond them is lost.",
    ),
    rule(
        "K-26",
        "Registers resolve in order, both sides of one together. Whoever has taken as much damage as incapacitates it ends the combat, and the later registers go unused.",
    ),
    rule(
        "K-27",
        "The combat goes on until all but one are incapacitated, all have yielded, or a maneuver that ends it succeeds.",
    ),
    rule(
        "K-40",
        "An attack is the card's value, Force, the maneuver's modifier and other modifiers, less the modified total of the defense in the same register if that is above 0. Above 0 it hits. A defense has Force only if its maneuver says so.",
    ),
    rule(
        "K-41",
        "Damage is the card's value, Edge and what names damage: at least 0, at most the weapon's maximum unless the maneuver lifts it.",
    ),
    rule(
        "K-42",
        "A weapon attacks at exactly its Range, and the maneuver's extra range. It parries at its Range, or when the attacking weapon is longer.",
    ),
    rule(
        "K-43",
        "An attack includes a step forward, a parry or a block one back. Standing one's ground instead costs 2 on that maneuver's modified total, never on damage. The range holds for the whole turn.",
    ),
];
