//! What the attacker does and is in.

use crate::*;

#[test]
fn g_10_all_out_attack_determined_gives_4() {
    assert_eq!(skill(json!({"maneuver": "all_out_attack_determined"})), 16);
}

#[test]
fn g_11_move_and_attack_takes_4_and_brings_the_maximum() {
    assert_eq!(skill(json!({"maneuver": "move_and_attack"})), 8);
    assert_eq!(
        skill(json!({"skill": 16, "maneuver": "move_and_attack"})),
        9
    );
}

#[test]
fn g_12_crawling_and_lying_down_take_4_and_crawling_needs_reach_c() {
    assert_eq!(skill(json!({"posture": "lying_down"})), 8);
    assert_eq!(skill(json!({"posture": "crawling", "reach": "C"})), 8);
    for reach in [Value::Null, json!("1"), json!("9")] {
        let refused = reckoned(attack(json!({"posture": "crawling", "reach": reach})));
        assert_eq!(faults(refused), [("/reach".into(), "G-12")]);
    }
}

#[test]
fn g_13_crouching_kneeling_and_sitting_take_2() {
    for posture in ["crouching", "kneeling", "sitting"] {
        assert_eq!(skill(json!({"posture": posture})), 10);
    }
}

fn situation(situation: Value) -> i64 {
    skill(json!({"situation": situation}))
}

#[test]
fn g_20_an_affliction_takes_the_gms_number() {
    assert_eq!(situation(json!({"affliction": -3})), 9);
}

#[test]
fn g_21_bad_footing_takes_the_gms_number_of_2_or_more() {
    assert_eq!(situation(json!({"bad_footing": -2})), 10);
    let bad = serde_json::from_value::<SkillModifierRequest>(attack(
        json!({"situation": {"bad_footing": -1}}),
    ));
    assert!(bad.unwrap_err().to_string().contains("from -99 to -2"));
}

#[test]
fn g_22_grappled_takes_4() {
    assert_eq!(situation(json!({"grappled": true})), 8);
}

#[test]
fn g_23_a_large_shield_takes_2() {
    assert_eq!(situation(json!({"holding_large_shield": true})), 10);
}

#[test]
fn g_24_a_major_distraction_takes_3_or_the_gms_number() {
    assert_eq!(situation(json!({"distraction": {"major": {}}})), 9);
    assert_eq!(
        situation(json!({"distraction": {"major": {"penalty": -5}}})),
        7
    );
}

#[test]
fn g_25_a_minor_distraction_takes_2_and_goes_with_no_major_one() {
    assert_eq!(situation(json!({"distraction": {"minor": {}}})), 10);
    assert_eq!(
        situation(json!({"distraction": {"minor": {}, "major": null}})),
        10
    );
    let both = attack(json!({"situation": {"distraction": {"minor": {}, "major": {}}}}));
    let refused = serde_json::from_value::<SkillModifierRequest>(both).unwrap_err();
    assert!(
        refused.to_string().contains("only one of minor, major"),
        "{refused}"
    );
}

#[test]
fn g_26_a_mount_that_attacked_takes_2() {
    assert_eq!(
        situation(json!({"mounted": {"mount_attacked_last_turn": true}})),
        10
    );
    assert_eq!(situation(json!({"mounted": {}})), 12);
}

#[test]
fn g_27_a_mount_at_7_or_more_takes_1() {
    let at = |yards| situation(json!({"mounted": {"relative_velocity_yards_per_second": yards}}));
    assert_eq!((at(6), at(7), at(20)), (12, 11, 11));
    let both = json!({"mounted": {"mount_attacked_last_turn": true, "relative_velocity_yards_per_second": 7}});
    assert_eq!(situation(both), 9);
}

#[test]
fn g_28_shock_takes_1_a_hit_point_and_at_most_4() {
    let shock = |points| situation(json!({"shock_hit_points": points}));
    assert_eq!(
        (shock(0), shock(1), shock(4), shock(5), shock(99)),
        (12, 11, 8, 8, 8)
    );
}

#[test]
fn g_29_lacking_strength_takes_1_a_point() {
    let strength = |has, needs| situation(json!({"strength": {"has": has, "needs": needs}}));
    assert_eq!(
        (strength(9, 12), strength(12, 12), strength(14, 12)),
        (9, 12, 12)
    );
}

#[test]
fn g_30_a_shield_in_close_combat_takes_its_defense_bonus() {
    assert_eq!(
        situation(json!({"shield_defense_bonus_in_close_combat": 2})),
        10
    );
}
