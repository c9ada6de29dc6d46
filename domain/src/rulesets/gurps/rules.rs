//! The rules by number and the terms, as one table each.

use crate::ruleset::{RuleEntry, SumName, rule, terms};

/// The plain example of `skill-modifier`, that the catalogue starts from.
pub(super) const SKILL: &str = r#"{"skill":12}"#;

const EFFECTIVE_SKILL: &[SumName] = &[SumName("effective_skill")];

terms! {
    /// A term of the effective skill.
    pub enum Term {
        "skill-modifier" SKILL EFFECTIVE_SKILL {
            Skill: "skill", "Base skill", "G-1", range -99 99,
                "/skill" r#"{"skill":14}"# => 14;
            LimitingSkill: "limiting_skill", "Limited by another skill", "G-1", range -198 0,
                "/limiting_skill" r#"{"limiting_skill":{"name":"Free Fall","level":10}}"# => -2;

            AllOutAttack: "all_out_attack_determined", "All-Out Attack (Determined)", "G-10", value 4,
                "/maneuver" r#"{"maneuver":"all_out_attack_determined"}"# => 4;
            MoveAndAttack: "move_and_attack", "Move and Attack", "G-11", value -4 brings "maximum_9",
                "/maneuver" r#"{"maneuver":"move_and_attack"}"# => -4;
            Crawling: "crawling", "Crawling", "G-12", value -4,
                "/posture" r#"{"posture":"crawling","reach":"C"}"# => -4;
            LyingDown: "lying_down", "Lying down", "G-12", value -4,
                "/posture" r#"{"posture":"lying_down"}"# => -4;
            Crouching: "crouching", "Crouching", "G-13", value -2,
                "/posture" r#"{"posture":"crouching"}"# => -2;
            Kneeling: "kneeling", "Kneeling", "G-13", value -2,
                "/posture" r#"{"posture":"kneeling"}"# => -2;
            Sitting: "sitting", "Sitting", "G-13", value -2,
                "/posture" r#"{"posture":"sitting"}"# => -2;

            Affliction: "affliction", "Affliction", "G-20", range -99 -1,
                "/situation/affliction" r#"{"situation":{"affliction":-3}}"# => -3;
            BadFooting: "bad_footing", "Bad footing", "G-21", range -99 -2,
                "/situation/bad_footing" r#"{"situation":{"bad_footing":-2}}"# => -2;
            Grappled: "grappled", "Grappled", "G-22", value -4,
                "/situation/grappled" r#"{"situation":{"grappled":true}}"# => -4;
            LargeShield: "holding_large_shield", "Holding a large shield", "G-23", value -2,
                "/situation/holding_large_shield" r#"{"situation":{"holding_large_shield":true}}"# => -2;
            MajorDistraction: "major_distraction", "Major distraction", "G-24", range -99 -3,
                "/situation/distraction/major/penalty" r#"{"situation":{"distraction":{"major":{"penalty":-4}}}}"# => -4;
            MinorDistraction: "minor_distraction", "Minor distraction", "G-25", value -2,
                "/situation/distraction/minor" r#"{"situation":{"distraction":{"minor":{}}}}"# => -2;
            MountAttacked: "mount_attacked_last_turn", "Mount attacked on its last turn", "G-26", value -2,
                "/situation/mounted/mount_attacked_last_turn" r#"{"situation":{"mounted":{"mount_attacked_last_turn":true}}}"# => -2;
            MountVelocity: "mount_velocity", "Mount's relative velocity of 7 or more", "G-27", value -1,
                "/situation/mounted/relative_velocity_yards_per_second" r#"{"situation":{"mounted":{"relative_velocity_yards_per_second":7}}}"# => -1;
            Shock: "shock", "Shock", "G-28", range -4 0,
                "/situation/shock_hit_points" r#"{"situation":{"shock_hit_points":9}}"# => -4;
            Strength: "strength", "Strength below the weapon's minimum", "G-29", range -99 0,
                "/situation/strength" r#"{"situation":{"strength":{"has":9,"needs":12}}}"# => -3;
            ShieldInCloseCombat: "shield_in_close_combat", "Wearing a shield in close combat", "G-30", range -99 0,
                "/situation/shield_defense_bonus_in_close_combat" r#"{"situation":{"shield_defense_bonus_in_close_combat":2}}"# => -2;

            DeceptiveAttack: "deceptive_attack", "Deceptive Attack", "G-40", range -198 0,
                "/options/deceptive_levels" r#"{"options":{"deceptive_levels":1}}"# => -2;
            DualWeapon: "dual_weapon_attack", "Dual-Weapon Attack", "G-41", value -4,
                "/options/dual_weapon" r#"{"options":{"dual_weapon":true}}"# => -4;
            Evaluate: "evaluate", "Evaluate", "G-42", range 0 3,
                "/evaluate_turns" r#"{"evaluate_turns":5}"# => 3;
            OffHand: "off_hand", "Off-hand attack", "G-43", value -4,
                "/options/hand" r#"{"options":{"hand":"off"}}"# => -4;
            RapidStrike: "rapid_strike", "Rapid Strike", "G-44", value -6,
                "/options/rapid_strike" r#"{"options":{"rapid_strike":true}}"# => -6;
            RapidStrikeOfMaster: "rapid_strike_weapon_mastery", "Rapid Strike, with weapon mastery", "G-44", value -3,
                "/options/weapon_mastery" r#"{"options":{"rapid_strike":true,"weapon_mastery":true}}"# => -3;
            StrikingIntoCloseCombat: "striking_into_close_combat", "Striking into close combat", "G-45", value -2,
                "/options/striking_into_close_combat" r#"{"options":{"striking_into_close_combat":true}}"# => -2;
            WildSwing: "wild_swing", "Wild Swing", "G-46", value -5 brings "maximum_9",
                "/options/wild_swing" r#"{"options":{"wild_swing":true}}"# => -5;

            Arm: "target_arm", "Target: arm", "G-50", value -2,
                "/target" r#"{"target":{"location":"arm"}}"# => -2;
            Leg: "target_leg", "Target: leg", "G-50", value -2,
                "/target" r#"{"target":{"location":"leg"}}"# => -2;
            Groin: "target_groin", "Target: groin", "G-50", value -3,
                "/target" r#"{"target":{"location":"groin"}}"# => -3;
            Hand: "target_hand", "Target: hand", "G-50", value -4,
                "/target" r#"{"target":{"location":"hand"}}"# => -4;
            Foot: "target_foot", "Target: foot", "G-50", value -4,
                "/target" r#"{"target":{"location":"foot"}}"# => -4;
            Face: "target_face", "Target: face", "G-50", value -5,
                "/target" r#"{"target":{"location":"face"}}"# => -5;
            Skull: "target_skull", "Target: skull", "G-50", value -7,
                "/target" r#"{"target":{"location":"skull"}}"# => -7;
            Vitals: "target_vitals", "Target: vitals", "G-51", value -3,
                "/target" r#"{"target":{"location":"vitals"},"damage_type":"impaling"}"# => -3;
            Eyes: "target_eyes", "Target: eyes", "G-51", value -9,
                "/target" r#"{"target":{"location":"eyes"},"damage_type":"piercing"}"# => -9;
            ChinkInTorso: "target_chink_torso", "Target: chink in armor, torso", "G-52", value -8,
                "/target" r#"{"target":{"chink":"torso"}}"# => -8;
            ChinkElsewhere: "target_chink_elsewhere", "Target: chink in armor, elsewhere", "G-52", value -10,
                "/target" r#"{"target":{"chink":"elsewhere"}}"# => -10;
            WeaponOfReachC: "target_weapon_reach_c", "Target: weapon of reach C", "G-53", value -5,
                "/target/weapon/reach" r#"{"target":{"weapon":{"reach":"C","intent":"damage"}}}"# => -5;
            Pistol: "target_pistol", "Target: pistol", "G-53", value -5,
                "/target/weapon/reach" r#"{"target":{"weapon":{"reach":"pistol","intent":"damage"}}}"# => -5;
            WeaponOfReach1: "target_weapon_reach_1", "Target: weapon of reach 1", "G-53", value -4,
                "/target/weapon/reach" r#"{"target":{"weapon":{"reach":"1","intent":"damage"}}}"# => -4;
            WeaponOfReach2: "target_weapon_reach_2", "Target: weapon of reach 2 or more", "G-53", value -3,
                "/target/weapon/reach" r#"{"target":{"weapon":{"reach":"2+","intent":"damage"}}}"# => -3;
            Rifle: "target_rifle", "Target: rifle", "G-53", value -3,
                "/target/weapon/reach" r#"{"target":{"weapon":{"reach":"rifle","intent":"damage"}}}"# => -3;
            Disarm: "disarm", "To disarm, without a fencing weapon", "G-54", value -2,
                "/target/weapon/intent" r#"{"target":{"weapon":{"reach":"1","intent":"disarm"}}}"# => -2;

            SeesNothing: "sees_nothing", "Cannot see anything", "G-60", value -10 brings "maximum_9",
                "/visibility/sight" r#"{"visibility":{"sight":"sees_nothing"}}"# => -10;
            UsedToBlindness: "sees_nothing_used_to_blindness", "Cannot see anything, used to blindness", "G-60", value -6 brings "maximum_9",
                "/visibility/used_to_blindness" r#"{"visibility":{"sight":"sees_nothing","used_to_blindness":true}}"# => -6;
            CannotSeeFoe: "cannot_see_foe", "Cannot see the foe", "G-61", value -6 brings "maximum_9",
                "/visibility/sight" r#"{"visibility":{"sight":"cannot_see_foe"}}"# => -6;
            KnowsLocation: "knows_location_within_one_yard", "Cannot see the foe, location known to within 1 yard", "G-61", value -4 brings "maximum_9",
                "/visibility/sight" r#"{"visibility":{"sight":"knows_location_within_one_yard"}}"# => -4;
            PartialDarkness: "partial_darkness", "Partial darkness, fog or smoke", "G-62", range -9 -1,
                "/visibility/partial_darkness" r#"{"visibility":{"partial_darkness":-5}}"# => -5;
            VisibilityWorst: "visibility_worst", "Visibility at worst -10, or -6 if used to blindness", "G-2", range 0 9,
                "/visibility" r#"{"visibility":{"sight":"cannot_see_foe","partial_darkness":-9}}"# => 5;

            Maximum9: "maximum_9", "At most 9", "G-3", limit 9,
                "/options/wild_swing" r#"{"skill":18,"options":{"wild_swing":true}}"# => 9;
        }
    }
}

/// A sum of the game's terms.
pub type Sum<'r> = crate::sum::Sum<'r, Term>;

/// Every rule, by its number.
pub const RULES: &[RuleEntry] = &[
    rule(
        "G-1",
        "Effective skill is the base skill, or a lower skill that limits it (Free Fall, Riding, Environment Suit), plus every modifier that applies.",
    ),
    rule(
        "G-2",
        "All visibility penalties together are never worse than -10, or -6 for somebody used to blindness; the excess is given back as a line.",
    ),
    rule(
        "G-3",
        "If a modifier that brings the maximum of 9 applies, the skill after all modifiers is at most 9. The house option `lift_maximum_9` lifts it.",
    ),
    rule("G-4", "Three dice at or under the effective skill hit."),
    rule("G-10", "All-Out Attack (Determined): +4."),
    rule("G-11", "Move and Attack: -4, and the maximum of 9."),
    rule(
        "G-12",
        "Crawling or lying down: -4. Crawling allows only attacks of reach C.",
    ),
    rule("G-13", "Crouching, kneeling or sitting: -2."),
    rule(
        "G-20",
        "An affliction, like coughing or retching: the GM's number, -1 or worse.",
    ),
    rule("G-21", "Bad footing: the GM's number, -2 or worse."),
    rule("G-22", "Grappled: -4."),
    rule("G-23", "Holding a large shield: -2."),
    rule(
        "G-24",
        "A major distraction: the GM's number, -3 or worse; -3 where none is given.",
    ),
    rule("G-25", "A minor distraction: -2."),
    rule(
        "G-26",
        "Mounted, and the mount attacked on its last turn: -2.",
    ),
    rule(
        "G-27",
        "Mounted, and the mount's velocity relative to the target is 7 yards per second or more: -1.",
    ),
    rule(
        "G-28",
        "Shock: -1 for each hit point lost to injury last turn, at most -4.",
    ),
    rule("G-29", "Strength below the weapon's minimum: -1 a point."),
    rule(
        "G-30",
        "Wearing a shield in close combat: minus its Defense Bonus.",
    ),
    rule(
        "G-40",
        "Deceptive Attack: -2 a level, and each level gives the foe's active defense -1.",
    ),
    rule(
        "G-41",
        "Dual-Weapon Attack: -4 with each hand; the off hand takes the off-hand penalty too, once.",
    ),
    rule("G-42", "Evaluate: +1 a turn, at most +3."),
    rule(
        "G-43",
        "An off-hand attack: -4, and nothing with Ambidexterity.",
    ),
    rule(
        "G-44",
        "Rapid Strike: -6 on both attacks, or -3 with Trained By A Master or Weapon Master. Not together with a Dual-Weapon Attack, nor with Move and Attack.",
    ),
    rule("G-45", "Striking into close combat: -2."),
    rule("G-46", "Wild Swing: -5, and the maximum of 9."),
    rule(
        "G-50",
        "Target: torso 0, arm or leg -2, groin -3, hand or foot -4, face -5, skull -7.",
    ),
    rule(
        "G-51",
        "Target: vitals -3 or eyes -9, by impaling or piercing attacks only.",
    ),
    rule(
        "G-52",
        "Target: a chink in the armor, -8 for the torso and -10 elsewhere.",
    ),
    rule(
        "G-53",
        "Target: a weapon, to damage it: -5 for reach C or a pistol, -4 for reach 1, -3 for reach 2 or more or a rifle.",
    ),
    rule(
        "G-54",
        "Target: a weapon, to disarm: as to damage it, and -2 more without a fencing weapon.",
    ),
    rule(
        "G-60",
        "Cannot see anything: -10, or -6 if used to blindness, and the maximum of 9.",
    ),
    rule(
        "G-61",
        "Cannot see the foe: -6, or -4 if the location is known to within 1 yard, and the maximum of 9.",
    ),
    rule(
        "G-62",
        "Partial darkness, fog or smoke: the GM's number, -1 to -9.",
    ),
    rule(
        "G-70",
        "A roll of 3 or 4 is a critical success; 5 is one at an effective skill of 15 or more, 6 at 16 or more.",
    ),
    rule(
        "G-71",
        "A roll of 18 is a critical failure; 17 is one at an effective skill of 15 or less; so is any roll of 10 or more above the effective skill.",
    ),
    rule(
        "G-72",
        "3 and 4 always hit, 17 and 18 always miss. The margin is the effective skill less the roll. What the dice show by nature is judged before the margin, and there is one outcome.",
    ),
    rule(
        "G-73",
        "No attack may be attempted at an effective skill below 3. A Deceptive Attack may not take it below 10; that is a warning, and the attack is still rolled.",
    ),
    rule(
        "G-74",
        "The most levels of Deceptive Attack are half of what the effective skill without any has above 10, rounded down, and never below 0.",
    ),
    rule(
        "G-80",
        "A full round resolves each declared attack in order, each with its own modifiers. Rapid Strike and Dual-Weapon Attack roll twice: with both hands in turn for the latter.",
    ),
];
