//! Options, targets and sight.

use crate::*;

fn options(options: Value) -> i64 {
    skill(json!({"options": options}))
}

#[test]
fn g_40_a_deceptive_attack_takes_2_a_level_and_1_from_the_foes_defense() {
    let modifier = skill_modifier(json!({"skill": 16, "options": {"deceptive_levels": 3}}));
    assert_eq!(modifier["effective_skill"]["total"], 10);
    assert_eq!(modifier["defense_penalty"], -3);
    assert_eq!(modifier["warnings"], json!([]));
}

#[test]
fn g_41_a_dual_weapon_attack_takes_4_and_with_the_off_hand_8() {
    assert_eq!(options(json!({"dual_weapon": true})), 8);
    assert_eq!(options(json!({"dual_weapon": true, "hand": "off"})), 4);
    assert_eq!(
        options(json!({"dual_weapon": true, "hand": "off", "ambidexterity": true})),
        8
    );
}

#[test]
fn g_42_evaluate_gives_1_a_turn_and_at_most_3() {
    let evaluate = |turns| skill(json!({"evaluate_turns": turns}));
    assert_eq!(
        (
            evaluate(0),
            evaluate(1),
            evaluate(3),
            evaluate(4),
            evaluate(99)
        ),
        (12, 13, 15, 15, 15)
    );
}

#[test]
fn g_43_the_off_hand_takes_4_unless_ambidextrous() {
    assert_eq!(options(json!({"hand": "off"})), 8);
    assert_eq!(options(json!({"hand": "off", "ambidexterity": true})), 12);
    assert_eq!(options(json!({"hand": "primary"})), 12);
}

#[test]
fn g_44_a_rapid_strike_takes_6_or_3_and_goes_with_neither_dual_weapon_nor_move_and_attack() {
    assert_eq!(options(json!({"rapid_strike": true})), 6);
    assert_eq!(
        options(json!({"rapid_strike": true, "weapon_mastery": true})),
        9
    );
    assert_eq!(options(json!({"weapon_mastery": true})), 12);
    let tangled = attack(
        json!({"maneuver": "move_and_attack", "options": {"rapid_strike": true, "dual_weapon": true}}),
    );
    assert_eq!(
        faults(reckoned(tangled)),
        [
            ("/options/rapid_strike".into(), "G-44"),
            ("/options/rapid_strike".into(), "G-44")
        ]
    );
}

#[test]
fn g_45_striking_into_close_combat_takes_2() {
    assert_eq!(options(json!({"striking_into_close_combat": true})), 10);
}

#[test]
fn g_46_a_wild_swing_takes_5_and_brings_the_maximum() {
    assert_eq!(options(json!({"wild_swing": true})), 7);
    // The rules' own worked example: 18 - 5 = 13, capped to 9.
    assert_eq!(
        skill(
            json!({"skill": 18, "options": {"wild_swing": true}, "target": {"location": "torso"}})
        ),
        9
    );
}

fn target(target: Value) -> i64 {
    skill(json!({"target": target, "damage_type": "piercing"}))
}

#[test]
fn g_50_hit_locations_take_0_to_7() {
    for (location, total) in [
        ("torso", 12),
        ("arm", 10),
        ("leg", 10),
        ("groin", 9),
        ("hand", 8),
        ("foot", 8),
        ("face", 7),
        ("skull", 5),
    ] {
        assert_eq!(target(json!({"location": location})), total, "{location}");
    }
}

#[test]
fn g_51_vitals_take_3_and_eyes_9_by_impaling_and_piercing_only() {
    assert_eq!(target(json!({"location": "vitals"})), 9);
    assert_eq!(target(json!({"location": "eyes"})), 3);
    for kind in [
        Value::Null,
        json!("cutting"),
        json!("crushing"),
        json!("other"),
    ] {
        let refused = reckoned(attack(
            json!({"target": {"location": "eyes"}, "damage_type": kind}),
        ));
        assert_eq!(faults(refused), [("/damage_type".into(), "G-51")]);
    }
    assert_eq!(
        skill(json!({"target": {"location": "vitals"}, "damage_type": "impaling"})),
        9
    );
}

#[test]
fn g_52_a_chink_in_the_armor_takes_8_or_10() {
    assert_eq!(target(json!({"chink": "torso"})), 4);
    assert_eq!(target(json!({"chink": "elsewhere"})), 2);
}

#[test]
fn g_53_a_weapon_takes_5_4_or_3_by_its_reach() {
    for (reach, total) in [("C", 7), ("pistol", 7), ("1", 8), ("2+", 9), ("rifle", 9)] {
        assert_eq!(
            target(json!({"weapon": {"reach": reach, "intent": "damage"}})),
            total,
            "{reach}"
        );
    }
}

#[test]
fn g_54_to_disarm_takes_2_more_without_a_fencing_weapon() {
    assert_eq!(
        target(json!({"weapon": {"reach": "1", "intent": "disarm"}})),
        6
    );
    assert_eq!(
        target(json!({"weapon": {"reach": "1", "intent": "disarm", "fencing": true}})),
        8
    );
}

#[test]
fn g_60_seeing_nothing_takes_10_or_6_if_used_to_it() {
    assert_eq!(skill(json!({"visibility": {"sight": "sees_nothing"}})), 2);
    assert_eq!(
        skill(json!({"visibility": {"sight": "sees_nothing", "used_to_blindness": true}})),
        6
    );
}

#[test]
fn g_61_an_unseen_foe_takes_6_or_4_if_located() {
    assert_eq!(skill(json!({"visibility": {"sight": "cannot_see_foe"}})), 6);
    assert_eq!(
        skill(json!({"visibility": {"sight": "knows_location_within_one_yard"}})),
        8
    );
}

#[test]
fn g_62_darkness_takes_the_gms_number_from_1_to_9() {
    assert_eq!(skill(json!({"visibility": {"partial_darkness": -9}})), 3);
    let worse = attack(json!({"visibility": {"partial_darkness": -10}}));
    assert!(serde_json::from_value::<SkillModifierRequest>(worse).is_err());
}

#[test]
fn worked_examples_of_the_rules() {
    // Skill 16, kneeling, the foe's leg, Rapid Strike with Weapon Master: 16 - 2 - 2 - 3.
    let rapid = json!({"skill": 16, "posture": "kneeling", "target": {"location": "leg"},
        "options": {"rapid_strike": true, "weapon_mastery": true}});
    assert_eq!(skill(rapid), 9);
    // Skill 14, fog -9 and an unseen foe: -15 limited to -10.
    let fog = skill_modifier(
        json!({"skill": 14, "visibility": {"sight": "cannot_see_foe", "partial_darkness": -9}}),
    );
    assert_eq!(fog["effective_skill"]["total"], 4);
    assert_eq!(fog["effective_skill"].get("limits"), None);
    assert_eq!(options(json!({"dual_weapon": true, "hand": "off"})), 4);
}
