//! The base skill, visibility and the maximum of 9.

use crate::*;

#[test]
fn g_1_modifiers_add_up_on_the_lower_of_two_skills() {
    assert_eq!(skill(json!({})), 12);
    let riding = json!({"limiting_skill": {"name": "Riding", "level": 10}, "evaluate_turns": 1});
    let modifier = skill_modifier(riding);
    assert_eq!(modifier["effective_skill"]["total"], 11);
    assert_eq!(
        line(&modifier["effective_skill"], "limiting_skill"),
        Some(-2)
    );
    // A higher one limits nothing, and has no line.
    let modifier = skill_modifier(json!({"limiting_skill": {"level": 15}}));
    assert_eq!(modifier["effective_skill"]["total"], 12);
    assert_eq!(line(&modifier["effective_skill"], "limiting_skill"), None);
}

#[test]
fn g_2_visibility_is_never_worse_than_10_or_6_if_used_to_blindness() {
    let dark = |sight, used: bool, darkness| {
        skill(
            json!({"visibility": {"sight": sight, "used_to_blindness": used, "partial_darkness": darkness}}),
        )
    };
    // -6 - 9 = -15, limited to -10; -10 - 9 likewise; -4 - 5 = -9 stays.
    assert_eq!(dark("cannot_see_foe", false, -9), 2);
    assert_eq!(dark("sees_nothing", false, -9), 2);
    assert_eq!(dark("knows_location_within_one_yard", false, -5), 3);
    // Used to blindness: -6 at worst.
    assert_eq!(dark("sees_nothing", true, -9), 6);
    assert_eq!(dark("cannot_see_foe", true, -1), 6);
    assert_eq!(dark("clear", true, -9), 6);
    let worst =
        skill_modifier(json!({"visibility": {"sight": "cannot_see_foe", "partial_darkness": -9}}));
    assert_eq!(line(&worst["effective_skill"], "visibility_worst"), Some(5));
}

#[test]
fn g_3_the_maximum_of_9_comes_after_all_modifiers_and_shows() {
    // The contract's example: 18 - 4 + 3 = 17, limited to 9; 81 of 216 hit.
    let modifier =
        skill_modifier(json!({"skill": 18, "maneuver": "move_and_attack", "evaluate_turns": 3}));
    assert_eq!(modifier["effective_skill"]["total"], 9);
    let limit = &modifier["effective_skill"]["limits"][0];
    assert_eq!(
        (&limit["id"], &limit["rule"]),
        (&json!("maximum_9"), &json!("G-3"))
    );
    assert_eq!((&limit["from"], &limit["to"]), (&json!(17), &json!(9)));
    assert_eq!(modifier["odds"]["hit"]["numerator"], 81);
    assert_eq!(modifier["odds"]["hit"]["denominator"], 216);
    assert_eq!(modifier["max_deceptive_levels"], 0);
    assert_eq!(modifier["warnings"], json!([]));
    // Free modifiers count before it.
    let lucky = json!({"skill": 18, "options": {"wild_swing": true}, "other_modifiers": [{"label": "Luck", "value": 5}]});
    let modifier = skill_modifier(lucky);
    assert_eq!(modifier["effective_skill"]["limits"][0]["from"], 18);
    assert_eq!(modifier["effective_skill"]["total"], 9);
    // At or below 9 it takes no effect, and does not show.
    let modifier = skill_modifier(json!({"skill": 14, "options": {"wild_swing": true}}));
    assert_eq!(modifier["effective_skill"]["total"], 9);
    assert_eq!(modifier["effective_skill"].get("limits"), None);
}

#[test]
fn g_3_the_house_option_lifts_the_maximum_of_9() {
    assert_eq!(
        skill(json!({"skill": 18, "options": {"wild_swing": true}, "lift_maximum_9": true})),
        13
    );
}

#[test]
fn g_3_each_starred_modifier_brings_the_maximum_and_darkness_does_not() {
    for starred in [
        json!({"skill": 30, "maneuver": "move_and_attack"}),
        json!({"skill": 30, "options": {"wild_swing": true}}),
        json!({"skill": 30, "visibility": {"sight": "sees_nothing"}}),
        json!({"skill": 30, "visibility": {"sight": "sees_nothing", "used_to_blindness": true}}),
        json!({"skill": 30, "visibility": {"sight": "cannot_see_foe"}}),
        json!({"skill": 30, "visibility": {"sight": "knows_location_within_one_yard"}}),
    ] {
        assert_eq!(skill(starred.clone()), 9, "{starred}");
    }
    assert_eq!(
        skill(json!({"skill": 30, "visibility": {"partial_darkness": -9}})),
        21
    );
}
