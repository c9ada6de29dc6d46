//! The game's rules by number and its terms, as one table each. Every cited line and the whole
//! catalogue come from here.

use crate::ruleset::{RuleEntry, terms};

terms! {
    /// A term of the game's three sums: the Attack Result, the Melee Defense and the damage.
    pub enum Term {
        // The Attack Result.
        DeviationRoll: "deviation_roll", "Deviation Roll", "FK-1";
            attack_result range -5 5;
            "attack-roll" "/dice" = r#"{"faces":[6,3,4,3]}"# => 3,
        Explosion: "explosion", "Exploding Deviation Roll", "FK-2";
            attack_result range -9999 9999;
            "attack-roll" "/dice" = r#"{"faces":[6,5,4,3,4,3]}"# => 3,
        AttackVigor: "vigor", "Vigor", "FK-11";
            attack_result range -99 99;
            "attack-roll" "/attacker/vigor" = "3" => 3,
        AttackSkill: "weapon_skill", "Weapon Skill", "FK-11";
            attack_result range -99 99;
            "attack-roll" "/attacker/weapon/skill" = "8" => 8,
        WeaponAttack: "weapon_attack_modifier", "Weapon Attack Modifier", "FK-11";
            attack_result range -99 99;
            "attack-roll" "/attacker/weapon/attack_modifier" = "1" => 1,
        ShieldAttack: "shield_attack_modifier", "Shield Attack Modifier", "FK-11";
            attack_result range -99 99;
            "attack-roll" "/attacker/shield" = r#"{"attack_modifier":-1}"# => -1,
        Flank: "flank", "From the Flank", "FK-11";
            attack_result value 1;
            "attack-roll" "/arc" = r#""flank""# => 1,
        Rear: "rear", "From the Rear", "FK-11";
            attack_result value 3;
            "attack-roll" "/arc" = r#""rear""# => 3,
        IncomingAttacks: "incoming_attacks", "Incoming attacks before this one", "FK-11";
            attack_result range 0 9999;
            "attack-roll" "/incoming_attack_number" = "3" => 2,
        AttackBerserk: "berserk", "Berserk", "FK-11";
            attack_result value 1;
            "attack-roll" "/attacker/conditions" = r#"["berserk"]"# => 1,
        AttackWounded: "wounded_or_encumbered", "Wounded or Encumbered", "FK-11";
            attack_result value -1;
            "attack-roll" "/attacker/conditions" = r#"["wounded","encumbered"]"# => -1,
        TooLong: "too_long", "Weapon too long", "FK-12";
            attack_result value -1;
            "attack-roll" "/attacker/weapon/reach" = "2" => -1,
        TooShort: "too_short", "Weapon one hex too short", "FK-12";
            attack_result value -2;
            "attack-roll" "/attacker/weapon/reach" = "0" => -2,
        AttackOneHanded: "one_handed", "One-or-two-handed weapon in one hand", "FK-11";
            attack_result value -1;
            "attack-roll" "/attacker/weapon/grip" = r#""one_or_two_used_in_one""# => -1,
        TargetDefense: "melee_defense", "Melee Defense of the target", "FK-11";
            attack_result range -9999 9999;
            "attack-roll" "/target/vigor" = "5" => -5,

        // The Melee Defense.
        DefenseVigor: "vigor", "Vigor", "FK-10";
            melee_defense range -99 99;
            "melee-defense" "/defender/vigor" = "2" => 2,
        DefenseSkill: "weapon_skill", "Weapon Skill", "FK-10";
            melee_defense range -99 99;
            "melee-defense" "/defender/weapon" = r#"{"name":"axe","skill":4,"reach":1}"# => 4,
        Combat: "combat", "Combat, with a shield only", "FK-10";
            melee_defense range -99 99;
            "melee-defense" "/defender" = r#"{"vigor":0,"combat":2,"shield":{}}"# => 2,
        Evasion: "evasion", "Evasion", "FK-10";
            melee_defense range -99 99;
            "melee-defense" "/defender/evasion" = "1" => 1,
        ShieldDefense: "shield_melee_defense", "Shield Melee Defense Modifier", "FK-10";
            melee_defense range -99 99;
            "melee-defense" "/defender/shield" = r#"{"melee_defense":[{"reach":1,"modifier":2}]}"# => 2,
        WeaponDefense: "weapon_defense_modifier", "Weapon Defense Modifier, without a shield", "FK-10";
            melee_defense range -99 99;
            "melee-defense" "/defender/weapon" = r#"{"name":"staff","skill":4,"defense_modifier":1,"reach":1}"# => 1,
        Defending: "defending", "Defending", "FK-10";
            melee_defense value 2;
            "melee-defense" "/defender/conditions" = r#"["defending"]"# => 2,
        Dazed: "dazed", "Dazed", "FK-10";
            melee_defense value -1;
            "melee-defense" "/defender/conditions" = r#"["dazed"]"# => -1,
        DefenseWounded: "wounded_or_encumbered", "Wounded or Encumbered", "FK-10";
            melee_defense value -1;
            "melee-defense" "/defender/conditions" = r#"["wounded","encumbered"]"# => -1,
        DefenseBerserk: "berserk", "Berserk", "FK-10";
            melee_defense value -2;
            "melee-defense" "/defender/conditions" = r#"["berserk"]"# => -2,
        DefenseOneHanded: "one_handed", "One-or-two-handed weapon in one hand, without a shield", "FK-10";
            melee_defense value -1;
            "melee-defense" "/defender/weapon" = r#"{"name":"sword","skill":4,"reach":1,"grip":"one_or_two_used_in_one"}"# => -1,
        CloseQuartersFromOutside: "close_quarters", "In Close Quarters, attacked from outside", "FK-32";
            melee_defense value 0;
            "melee-defense" "/in_close_quarters" = "true" => 0,

        // The damage.
        DamageRoll: "deviation_roll", "Deviation Roll", "FK-40";
            damage range -5 5;
            "attack-roll" "/dice" = r#"{"faces":[4,3,5,1]}"# => 1,
        DamageExplosion: "explosion", "Exploding Deviation Roll", "FK-2";
            damage range -9999 9999;
            "attack-roll" "/dice" = r#"{"faces":[4,3,6,5,4,3]}"# => 3,
        WeaponDamage: "weapon_damage", "Weapon Damage", "FK-40";
            damage range -99 99;
            "attack-roll" "/attacker/weapon/damage" = "2" => 2,
        DamageVigor: "vigor", "Vigor, where the weapon adds it", "FK-40";
            damage range -99 99;
            "attack-roll" "/attacker" = r#"{"vigor":3,"weapon":{"name":"mace","skill":6,"reach":1,"adds_vigor":true}}"# => 3,
        HalfAttackResult: "half_attack_result", "Half the Attack Result", "FK-40";
            damage range 0 9999;
            "attack-roll" "/attacker/weapon/skill" = "8" => 5,
        Charge: "charge", "Charge, or its counter", "FK-40";
            damage value 2;
            "attack-roll" "/charge" = "true" => 2,
        DamageBerserk: "berserk", "Berserk", "FK-40";
            damage value 1;
            "attack-roll" "/attacker/conditions" = r#"["berserk"]"# => 1,
        DamageOneHanded: "one_handed", "One-or-two-handed weapon in one hand", "FK-40";
            damage value -1;
            "attack-roll" "/attacker/weapon/grip" = r#""one_or_two_used_in_one""# => -1,
        TargetVigor: "target_vigor", "Vigor of the target", "FK-41";
            damage range -99 99;
            "attack-roll" "/target/vigor" = "3" => -3,
        ArmorProtection: "armor_protection", "Armor Protection, at an Attack Result below 4", "FK-41";
            damage range -99 0;
            "attack-roll" "/target" = r#"{"vigor":9,"armor":{"protection":2}}"# => -2,
        HelmetProtection: "helmet_protection", "Helmet Protection, at an Attack Result of 4 or more", "FK-41";
            damage range -99 0;
            "attack-roll" "/target/armor" = r#"{"helmet":2}"# => -2,
        ArmorPiercing: "armor_piercing", "Armor Piercing, at most the protection", "FK-41";
            damage range 0 99;
            "attack-roll" "/attacker/weapon/armor_piercing" = "2" => 1,
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
        "A Deviation Roll of exactly +5 or -5 may explode: another is thrown and added, and again on each further +5 or -5. The request says whether: for the attack never, only while the Attack Result so far is 0 or less, or always; for the damage never or always.",
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
        "A distance equal to the weapon's Reach or its lower Alternative Reach is optimal; a weapon longer than the distance is too long; one exactly one hex short is too short; anything shorter is out of reach and cannot attack.",
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
        "FK-21",
        "Where the line of an attack at a distance of 2 or more runs exactly along the edge between two hexes, those two are sidelined: they do not block, occupied or not.",
    ),
    rule(
        "FK-22",
        "If an attack along sidelined hexes has an Attack Result of exactly 0, one of them is picked at random; if it is occupied, the attack is resolved on its occupant with the same Deviation Roll and everything else the occupant's own. It is redirected only once, and explodes no further.",
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
        "FK-52",
        "All attack and damage rolls of a step are made before any effect applies, the active side's first, in the order declared; effects apply in the order rolled. Whoever is Downed makes no later attack and no maneuver.",
    ),
    rule(
        "FK-55",
        "A counterattack is the target's own declared attack. None is allowed against an attack of opportunity, or by a target in Close Quarters against an attack from outside.",
    ),
];

const fn rule(id: &'static str, text: &'static str) -> RuleEntry {
    RuleEntry { id, text }
}
