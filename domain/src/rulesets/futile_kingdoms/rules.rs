//! The game's rules by number and its terms, as one table each. Every cited line and the whole
//! catalogue come from here.

use crate::ruleset::{RuleEntry, SumName, rule, terms};

/// Plain examples of the verbs, that the catalogue starts from.
pub(super) const ATTACK: &str = r#"{"attacker":{"vigor":0,"weapon":{"name":"sword","skill":9,"reach":1}},"target":{"vigor":0},"roll_damage":true,"dice":{"faces":[4,3,4,3]}}"#;
pub(super) const DEFENSE: &str = r#"{"defender":{"vigor":0}}"#;
pub(super) const SKILL: &str =
    r#"{"attacker":{"vigor":0,"weapon":{"name":"sword","skill":4,"reach":1}}}"#;

const ATTACK_RESULT: &[SumName] = &[SumName("attack_result")];
const ATTACK_MODIFIER: &[SumName] = &[SumName("attack_result"), SumName("attack_modifier")];
const MELEE_DEFENSE: &[SumName] = &[SumName("melee_defense")];
const DAMAGE: &[SumName] = &[SumName("damage")];

terms! {
    /// A term of the game's sums: the Attack Result, the Melee Defense and the damage.
    pub enum Term {
        "attack-roll" ATTACK ATTACK_RESULT {
            DeviationRoll: "deviation_roll", "Deviation Roll", "FK-1", range -5 5,
                "/dice" r#"{"dice":{"faces":[6,3,4,3]}}"# => 3;
            Explosion: "explosion", "Exploding Deviation Rolls", "FK-2", range -500 500,
                "/explode" r#"{"explode":"always","dice":{"faces":[6,5,4,3,4,3]}}"# => 3;
        }
        "attack-roll" ATTACK ATTACK_MODIFIER {
            AttackVigor: "vigor", "Vigor", "FK-11", range -99 99,
                "/attacker/vigor" r#"{"attacker":{"vigor":3}}"# => 3;
            AttackSkill: "weapon_skill", "Weapon Skill", "FK-11", range -99 99,
                "/attacker/weapon/skill" r#"{"attacker":{"weapon":{"skill":8}}}"# => 8;
            WeaponAttack: "weapon_attack_modifier", "Weapon Attack Modifier", "FK-11", range -99 99,
                "/attacker/weapon/attack_modifier" r#"{"attacker":{"weapon":{"attack_modifier":1}}}"# => 1;
            ShieldAttack: "shield_attack_modifier", "Shield Attack Modifier", "FK-11", range -99 99,
                "/attacker/shield/attack_modifier" r#"{"attacker":{"shield":{"attack_modifier":-1}}}"# => -1;
            Flank: "flank", "From the Flank", "FK-11", value 1,
                "/arc" r#"{"arc":"flank"}"# => 1;
            Rear: "rear", "From the Rear", "FK-11", value 3,
                "/arc" r#"{"arc":"rear"}"# => 3;
            IncomingAttacks: "incoming_attacks", "Incoming attacks before this one", "FK-11", range 0 499,
                "/incoming_attack_number" r#"{"incoming_attack_number":3}"# => 2;
            AttackBerserk: "berserk", "Berserk", "FK-11", value 1,
                "/attacker/conditions" r#"{"attacker":{"conditions":["berserk"]}}"# => 1;
            AttackWounded: "wounded_or_encumbered", "Wounded or Encumbered", "FK-11", value -1,
                "/attacker/conditions" r#"{"attacker":{"conditions":["wounded","encumbered"]}}"# => -1;
            TooLong: "too_long", "Weapon too long", "FK-12", value -1,
                "/attacker/weapon/reach" r#"{"attacker":{"weapon":{"reach":2}}}"# => -1;
            TooShort: "too_short", "Weapon one hex too short", "FK-12", value -2,
                "/distance" r#"{"distance":2}"# => -2;
            AttackOneHanded: "one_handed", "One-or-two-handed weapon in one hand", "FK-11", value -1,
                "/attacker/weapon/grip" r#"{"attacker":{"weapon":{"grip":"one_or_two_used_in_one"}}}"# => -1;
        }
        "attack-roll" ATTACK ATTACK_RESULT {
            TargetDefense: "melee_defense", "Melee Defense of the target", "FK-11", range -9999 9999,
                "/target" r#"{"target":{"vigor":5}}"# => -5;
        }
        "melee-defense" DEFENSE MELEE_DEFENSE {
            DefenseVigor: "vigor", "Vigor", "FK-10", range -99 99,
                "/defender/vigor" r#"{"defender":{"vigor":2}}"# => 2;
            DefenseSkill: "weapon_skill", "Weapon Skill", "FK-10", range -99 99,
                "/defender/weapon/skill" r#"{"defender":{"weapon":{"name":"axe","skill":4,"reach":1}}}"# => 4;
            Combat: "combat", "Combat, with a shield only", "FK-10", range -99 99,
                "/defender/combat" r#"{"defender":{"combat":2,"shield":{}}}"# => 2;
            Evasion: "evasion", "Evasion", "FK-10", range -99 99,
                "/defender/evasion" r#"{"defender":{"evasion":1}}"# => 1;
            ShieldDefense: "shield_melee_defense", "Shield Melee Defense Modifier", "FK-10", range -99 99,
                "/defender/shield/melee_defense" r#"{"defender":{"shield":{"melee_defense":[{"reach":1,"modifier":2}]}}}"# => 2;
            WeaponDefense: "weapon_defense_modifier", "Weapon Defense Modifier, without a shield", "FK-10", range -99 99,
                "/defender/weapon/defense_modifier" r#"{"defender":{"weapon":{"name":"staff","skill":4,"defense_modifier":1,"reach":1}}}"# => 1;
            Defending: "defending", "Defending", "FK-10", value 2,
                "/defender/conditions" r#"{"defender":{"conditions":["defending"]}}"# => 2;
            Dazed: "dazed", "Dazed", "FK-10", value -1,
                "/defender/conditions" r#"{"defender":{"conditions":["dazed"]}}"# => -1;
            DefenseWounded: "wounded_or_encumbered", "Wounded or Encumbered", "FK-10", value -1,
                "/defender/conditions" r#"{"defender":{"conditions":["wounded","encumbered"]}}"# => -1;
            DefenseBerserk: "berserk", "Berserk", "FK-10", value -2,
                "/defender/conditions" r#"{"defender":{"conditions":["berserk"]}}"# => -2;
            DefenseOneHanded: "one_handed", "One-or-two-handed weapon in one hand, without a shield", "FK-10", value -1,
                "/defender/weapon/grip" r#"{"defender":{"weapon":{"name":"sword","skill":4,"reach":1,"grip":"one_or_two_used_in_one"}}}"# => -1;
            CloseQuartersFromOutside: "close_quarters", "In Close Quarters, attacked from outside", "FK-32", value 0,
                "/in_close_quarters" r#"{"in_close_quarters":true}"# => 0;
        }
        "attack-roll" ATTACK DAMAGE {
            DamageRoll: "deviation_roll", "Deviation Roll", "FK-40", range -5 5,
                "/dice" r#"{"dice":{"faces":[4,3,5,1]}}"# => 1;
            DamageExplosion: "explosion", "Exploding Deviation Rolls", "FK-2", range -500 500,
                "/explode_damage" r#"{"explode_damage":"always","dice":{"faces":[4,3,6,5,4,3]}}"# => 3;
            WeaponDamage: "weapon_damage", "Weapon Damage", "FK-40", range -99 99,
                "/attacker/weapon/damage" r#"{"attacker":{"weapon":{"damage":2}}}"# => 2;
            DamageVigor: "vigor", "Vigor, where the weapon adds it", "FK-40", range -99 99,
                "/attacker/weapon/adds_vigor" r#"{"attacker":{"vigor":3,"weapon":{"adds_vigor":true}}}"# => 3;
            HalfAttackResult: "half_attack_result", "Half the Attack Result", "FK-40", range 0 9999,
                "/roll_damage" r#"{"attacker":{"weapon":{"skill":8}}}"# => 5;
            Charge: "charge", "Charge, or its counter", "FK-40", value 2,
                "/charge" r#"{"charge":true}"# => 2;
            DamageBerserk: "berserk", "Berserk", "FK-40", value 1,
                "/attacker/conditions" r#"{"attacker":{"conditions":["berserk"]}}"# => 1;
            DamageOneHanded: "one_handed", "One-or-two-handed weapon in one hand", "FK-40", value -1,
                "/attacker/weapon/grip" r#"{"attacker":{"weapon":{"grip":"one_or_two_used_in_one"}}}"# => -1;
            TargetVigor: "target_vigor", "Vigor of the target", "FK-41", range -99 99,
                "/target/vigor" r#"{"target":{"vigor":3}}"# => -3;
            ArmorProtection: "armor_protection", "Armor Protection, at an Attack Result below 4", "FK-41", range -99 0,
                "/target/armor/protection" r#"{"target":{"vigor":9,"armor":{"protection":2}}}"# => -2;
            HelmetProtection: "helmet_protection", "Helmet Protection, at an Attack Result of 4 or more", "FK-41", range -99 0,
                "/target/armor/helmet" r#"{"target":{"armor":{"helmet":2}}}"# => -2;
            ArmorPiercing: "armor_piercing", "Armor Piercing, at most the protection", "FK-41", range 0 99,
                "/attacker/weapon/armor_piercing" r#"{"attacker":{"weapon":{"armor_piercing":2}},"target":{"armor":{"helmet":1}}}"# => 1;
        }
    }
}

/// A sum of the game's terms.
pub type Sum<'r> = crate::sum::Sum<'r, Term>;

/// Every rule, by its number.
pub const RULES: &[RuleEntry] = &[
    rule(
        "FK-1",
        "A Deviation Roll throws a red and a white d6: red above white counts as plus the white, red below white as minus the red, equal dice as 0.",
    ),
    rule(
        "FK-2",
        "A Deviation Roll of exactly +5 or -5 may explode: another is thrown and added, and again on each further +5 or -5, a hundred times at most. The request says whether: for the attack never, only while the Attack Result so far is 0 or less, or always; for the damage never or always. The explosions of an attack are thrown at the declared target, before any redirection.",
    ),
    rule(
        "FK-3",
        "An Attack Result above 0 is a hit, exactly 0 a near miss, below 0 a miss.",
    ),
    rule(
        "FK-10",
        "Melee Defense is Vigor; plus Weapon Skill with a melee weapon, Combat with a shield only, or Evasion with neither or with a weapon too long at this distance; plus the shield's modifier listed for the distance, or without a shield the weapon's Defense Modifier; +2 Defending; -1 Dazed; -1 Wounded or Encumbered; -2 Berserk; -1 for a one-or-two-handed weapon in one hand without a shield.",
    ),
    rule(
        "FK-11",
        "Attack Result is the Deviation Roll plus Vigor, Weapon Skill, the weapon's and the shield's Attack Modifiers; +1 from the Flank or +3 from the Rear; +1 for each attack on this target earlier in the Melee Turn; +1 Berserk; -1 Wounded or Encumbered; -1 too long or -2 one hex too short; -1 for a one-or-two-handed weapon in one hand; less the target's Melee Defense.",
    ),
    rule(
        "FK-12",
        "A distance equal to the weapon's Reach or its lower Alternative Reach is optimal; otherwise a weapon longer than the distance is too long, between two reaches too; one exactly one hex short is too short; anything shorter is out of reach and cannot attack.",
    ),
    rule(
        "FK-13",
        "Distance is counted in hexes; 0 is Close Quarters. A weapon of Reach 0 is optimal only there, one hex too short at distance 1, and out of reach beyond.",
    ),
    rule(
        "FK-15",
        "An attack of opportunity, most often provoked by leaving a Zone of Control without Maneuvering, is resolved like any other, but its target may not counterattack.",
    ),
    rule(
        "FK-16",
        "Front is the faced side and its two neighbours, flank the next two, rear the opposite one; farther off the sector of that side, on a boundary the more forward one. The Zone of Control is the front hexes in Reach that can be attacked; nobody Downed or unarmed has one, and in Close Quarters it does not leave the hex. Inside Close Quarters positions tell no side: there the caller may say the arc, which else is the front.",
    ),
    rule(
        "FK-20",
        "An attack at a distance of 2 or more cannot pass through an occupied hex.",
    ),
    rule(
        "FK-21",
        "Where the line of an attack at a distance of 2 or more runs exactly along the edge between two hexes, those two are sidelined: they do not block, occupied or not.",
    ),
    rule(
        "FK-22",
        "If an attack along sidelined hexes has an Attack Result of exactly 0, one of them is picked at random; if it is occupied, the attack is resolved on its occupant with the same Deviation Roll and everything else the occupant's own. It is redirected only once, explodes no further, and keeps the attack's other modifiers. In a round, of two in such a hex the one listed first is hit.",
    ),
    rule(
        "FK-29",
        "Inside Close Quarters the ordinary melee rules hold, but for the useless shields.",
    ),
    rule(
        "FK-30",
        "Close Quarters may be entered, where they are not already in effect, by a Maneuver, by a Charge with a weapon of Reach 0, by movement if the target allows it or has no Zone of Control, or by movement through the Rear if undetected or not faced in time. Leaving is disengaging, and grappling prevents it.",
    ),
    rule(
        "FK-31",
        "Shields are useless inside Close Quarters: no benefit, and no penalty prevented. A negative Shield Attack Modifier still counts.",
    ),
    rule(
        "FK-32",
        "A target in Close Quarters attacked from outside has a Melee Defense of 0, whatever its modifiers; flank, rear and the number of incoming attacks do not count.",
    ),
    rule(
        "FK-33",
        "Attacking a target in Close Quarters from outside, a red die of 5 or 6 on the first Deviation Roll hits the other occupant instead, with the same Deviation Roll. This is settled before any sidelined hex.",
    ),
    rule(
        "FK-34",
        "Characters in Close Quarters usually cannot act on, or defend against, what is outside their hex. For ranged attacks they are moving targets that cannot actively Evade, and shooting at them is not Firing into Melee.",
    ),
    rule(
        "FK-40",
        "Damage is a Deviation Roll plus Weapon Damage, plus Vigor where the weapon adds it, plus half the Attack Result rounded down; +2 on a Charge or its counter; +1 Berserk; -1 for a one-or-two-handed weapon in one hand; less the Damage Resistance.",
    ),
    rule(
        "FK-41",
        "Damage Resistance is Vigor plus a protection: the armor's below an Attack Result of 4, else the helmet's, less the weapon's Armor Piercing but never below 0.",
    ),
    rule(
        "FK-42",
        "Damage of 0 or less does nothing; 1 to 3 leaves the target Dazed; 4 to 6 Dazed and Wounded; 7 or more Downed.",
    ),
    rule(
        "FK-50",
        "The melee round resolves one engagement group. The active side declares its actions, then the passive side: to attack, to defend or to maneuver.",
    ),
    rule(
        "FK-51",
        "First all attacks in optimal reach are resolved at once, then all in suboptimal reach, then the maneuvers, the active side's first.",
    ),
    rule(
        "FK-52",
        "All attack and damage rolls of a step are made before any effect applies, the active side's first, in the order declared; effects apply in the order rolled. Whoever is Downed makes no later attack and no maneuver.",
    ),
    rule(
        "FK-53",
        "Defending holds from the declaration. Incoming attacks are numbered in the order rolled, on their declared target and, if redirected, on the victim too; attacks on Close Quarters from outside neither gain nor count.",
    ),
    rule(
        "FK-54",
        "A maneuver moves one hex, into Close Quarters too where they may be entered.",
    ),
    rule(
        "FK-55",
        "A counterattack is the target's own declared attack. None is allowed against an attack of opportunity, or by a target in Close Quarters against an attack from outside.",
    ),
];
