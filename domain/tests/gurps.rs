//! GURPS by hand: each value is worked out from the numbered rules, never from the code.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets the unexpected should stop there"
)]

use melee_domain::chance::{Dice, Recorded, Seeded, Supplied};
use melee_domain::odds::{MOST_BRANCHES, Odds};
use melee_domain::rulesets::gurps::{AttackRequest, Outcome, RoundRequest, SkillModifierRequest};
use melee_domain::{Reckoned, Refusal, Rolled};
use proptest::prelude::*;
use serde_json::{Value, json};

/// An attack at skill 12 with `changes`.
fn attack(changes: Value) -> Value {
    let mut request = json!({"skill": 12});
    let fields = request.as_object_mut().unwrap();
    for (name, value) in changes.as_object().unwrap() {
        fields.insert(name.clone(), value.clone());
    }
    request
}

fn reckoned(request: Value) -> Result<Value, Refusal> {
    let request: SkillModifierRequest = serde_json::from_value(request).unwrap();
    Ok(serde_json::to_value(request.reckon()?).unwrap())
}

fn skill_modifier(changes: Value) -> Value {
    reckoned(attack(changes)).unwrap()
}

/// What the changes make of a skill of 12.
fn skill(changes: Value) -> i64 {
    skill_modifier(changes)["effective_skill"]["total"]
        .as_i64()
        .unwrap()
}

fn rolled<V: Rolled>(request: Value) -> Result<Value, Refusal> {
    let request: V = serde_json::from_value(request).unwrap();
    let Some(Dice::Faces(faces)) = request.dice() else {
        panic!("these tests throw their own dice")
    };
    let mut chance = Supplied::new(faces);
    let outcome = V::resolve(&request.lawful()?, &mut chance)?;
    chance.finish()?;
    Ok(serde_json::to_value(outcome).unwrap())
}

fn roll(changes: Value) -> Value {
    rolled::<AttackRequest>(attack(changes)).unwrap()
}

fn faults<T: std::fmt::Debug>(refused: Result<T, Refusal>) -> Vec<(String, &'static str)> {
    match refused.unwrap_err() {
        Refusal::Unlawful(faults) => faults
            .into_iter()
            .map(|fault| (fault.pointer, fault.rule))
            .collect(),
        Refusal::Dice(fault) => panic!("the dice were refused: {fault:?}"),
    }
}

fn line(sum: &Value, id: &str) -> Option<i64> {
    let lines = sum["lines"].as_array().unwrap();
    let line = lines.iter().find(|line| line["id"] == id);
    line.map(|line| line["value"].as_i64().unwrap())
}

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

#[test]
fn g_4_a_roll_at_or_under_the_effective_skill_hits() {
    assert_eq!(
        roll(json!({"dice": {"faces": [4, 4, 4]}}))["outcome"],
        "success"
    );
    assert_eq!(
        roll(json!({"dice": {"faces": [4, 4, 5]}}))["outcome"],
        "failure"
    );
}

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

/// From which roll on an attack at this skill fails critically (G-71).
fn fumbles_from(skill: i32) -> i32 {
    match skill {
        3 => 13,
        4 => 14,
        5 => 15,
        6 => 16,
        7..=15 => 17,
        _ => 18,
    }
}

#[test]
fn g_70_g_71_g_72_the_outcome_of_every_roll_at_every_skill() {
    for skill in 3..=30 {
        let criticals_to = match skill {
            ..=14 => 4,
            15 => 5,
            _ => 6,
        };
        for roll in 3..=18 {
            let expected = if roll <= criticals_to {
                Outcome::CriticalSuccess
            } else if roll >= fumbles_from(skill) {
                Outcome::CriticalFailure
            } else if roll <= skill.min(16) {
                Outcome::Success
            } else {
                Outcome::Failure
            };
            assert_eq!(Outcome::of(roll, skill), expected, "{roll} at {skill}");
        }
    }
}

#[test]
fn g_70_a_4_hits_critically_also_at_skill_3() {
    let hit = roll(json!({"skill": 3, "dice": {"faces": [1, 1, 2]}}));
    assert_eq!(
        (&hit["outcome"], &hit["margin"]),
        (&json!("critical_success"), &json!(-1))
    );
}

#[test]
fn g_71_17_is_an_ordinary_failure_from_skill_16_on() {
    let missed =
        |skill| roll(json!({"skill": skill, "dice": {"faces": [6, 6, 5]}}))["outcome"].clone();
    assert_eq!(
        (missed(15), missed(16)),
        (json!("critical_failure"), json!("failure"))
    );
}

#[test]
fn g_72_17_always_misses_and_the_margin_is_the_skill_less_the_roll() {
    let missed = roll(json!({"skill": 20, "dice": {"faces": [6, 6, 5]}}));
    assert_eq!(
        (&missed["outcome"], &missed["margin"]),
        (&json!("failure"), &json!(3))
    );
    assert_eq!(missed["roll"], json!({"faces": [6, 6, 5], "total": 17}));
}

#[test]
fn g_73_below_3_no_attack_may_be_attempted_and_no_odds_are_given() {
    let modifier = skill_modifier(json!({"skill": 2}));
    assert_eq!(modifier["effective_skill"]["total"], 2);
    assert_eq!(modifier["warnings"], json!(["skill_below_3"]));
    assert_eq!(modifier.get("odds"), None);
    let refused =
        rolled::<AttackRequest>(attack(json!({"skill": 2, "dice": {"faces": [1, 1, 1]}})));
    assert_eq!(faults(refused), [("/skill".into(), "G-73")]);
}

#[test]
fn g_73_a_deceptive_attack_below_10_is_a_warning_and_is_rolled() {
    let deceptive =
        json!({"skill": 11, "options": {"deceptive_levels": 1}, "dice": {"faces": [3, 3, 3]}});
    let hit = roll(deceptive);
    assert_eq!(hit["effective_skill"]["total"], 9);
    assert_eq!(hit["warnings"], json!(["deceptive_attack_below_10"]));
    assert_eq!(hit["outcome"], "success");
}

#[test]
fn g_74_the_most_deceptive_levels_leave_10_or_more() {
    let most = |changes| {
        skill_modifier(changes)["max_deceptive_levels"]
            .as_i64()
            .unwrap()
    };
    assert_eq!(most(json!({"skill": 9})), 0);
    assert_eq!(most(json!({"skill": 11})), 0);
    assert_eq!(most(json!({"skill": 12})), 1);
    assert_eq!(most(json!({"skill": 17})), 3);
    // Without those it has: 17 - 4 = 13, and still 3.
    assert_eq!(
        most(json!({"skill": 17, "options": {"deceptive_levels": 2}})),
        3
    );
    // After the maximum of 9 none.
    assert_eq!(
        most(json!({"skill": 30, "options": {"wild_swing": true}})),
        0
    );
}

#[test]
fn odds_are_exact_over_216() {
    // How many of the 216 throws show so much or less.
    let at_most = [
        (3, 4),
        (9, 81),
        (10, 108),
        (12, 160),
        (14, 196),
        (15, 206),
        (16, 212),
        (20, 212),
    ];
    for (skill, hits) in at_most {
        let odds = skill_modifier(json!({"skill": skill}))["odds"].clone();
        assert_eq!(odds["hit"]["numerator"], hits, "skill {skill}");
    }
    let criticals = |skill| {
        let odds = skill_modifier(json!({"skill": skill}))["odds"].clone();
        [&odds["critical_success"], &odds["critical_failure"]]
            .map(|odds| odds["numerator"].as_u64().unwrap())
    };
    assert_eq!(criticals(3), [4, 56]);
    assert_eq!(criticals(10), [4, 4]);
    assert_eq!(criticals(15), [10, 4]);
    assert_eq!(criticals(16), [20, 1]);
}

#[test]
fn the_odds_of_a_roll_add_up_to_216() {
    let request: AttackRequest = serde_json::from_value(json!({"skill": 10})).unwrap();
    let odds = AttackRequest::odds(&request.lawful().unwrap(), MOST_BRANCHES).unwrap();
    let odds = serde_json::to_value(odds).unwrap();
    let outcomes: Vec<_> = odds["outcomes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            (
                entry["outcome"].as_str().unwrap(),
                entry["probability"]["numerator"].as_u64().unwrap(),
            )
        })
        .collect();
    // 4 critical, 108 - 4 plain hits, 4 of 17 and 18, and the rest.
    assert_eq!(
        outcomes,
        [
            ("critical_success", 4),
            ("success", 104),
            ("failure", 104),
            ("critical_failure", 4)
        ]
    );
    assert_eq!(odds["totals"].as_array().unwrap().len(), 16);
    assert_eq!(odds["mean"], 10.5);
}

#[test]
fn g_80_a_round_resolves_each_attack_in_order_and_two_rolls_where_two_are_made() {
    let request = json!({"attacks": [
        {"combatant": "a", "skill": 14},
        {"combatant": "b", "skill": 16, "options": {"dual_weapon": true, "hand": "off"}},
        {"combatant": "a", "skill": 16, "options": {"rapid_strike": true, "weapon_mastery": true}}],
        "dice": {"faces": [4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 6, 6, 6]}});
    let round = rolled::<RoundRequest>(request).unwrap();
    let rolls = |index: usize| {
        let rolls = round["attacks"][index]["rolls"].as_array().unwrap();
        rolls
            .iter()
            .map(|roll| {
                (
                    roll["effective_skill"]["total"].as_i64().unwrap(),
                    roll["roll"]["total"].as_i64().unwrap(),
                )
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(rolls(0), [(14, 12)]);
    // The primary hand at -4, then the off hand at -8.
    assert_eq!(rolls(1), [(12, 9), (8, 6)]);
    assert_eq!(rolls(2), [(13, 3), (13, 18)]);
}

#[test]
fn g_80_faults_of_a_round_are_placed_to_their_attack_each_once() {
    let request = json!({"attacks": [
        {"combatant": "a", "skill": 12},
        {"combatant": "b", "skill": 2, "options": {"rapid_strike": true}},
        {"combatant": "c", "skill": 12, "posture": "crawling"}], "dice": {"faces": []}});
    assert_eq!(
        faults(rolled::<RoundRequest>(request)),
        [
            ("/attacks/1/skill".into(), "G-73"),
            ("/attacks/2/reach".into(), "G-12")
        ]
    );
}

#[test]
fn all_faults_come_at_once() {
    let tangled = attack(
        json!({"skill": 3, "posture": "crawling", "target": {"location": "eyes"},
        "options": {"rapid_strike": true, "dual_weapon": true}, "dice": {"faces": []}}),
    );
    let pointers: Vec<_> = faults(rolled::<AttackRequest>(tangled))
        .into_iter()
        .map(|(pointer, _)| pointer)
        .collect();
    assert_eq!(
        pointers,
        ["/reach", "/options/rapid_strike", "/damage_type", "/skill"]
    );
}

fn anything() -> impl Strategy<Value = Value> {
    let word = |words: &'static [&'static str]| prop::sample::select(words);
    (
        (3..=30, word(&["attack", "all_out_attack_determined", "move_and_attack"]),
         word(&["standing", "crouching", "kneeling", "sitting", "lying_down"])),
        (0..=9, 0..=5, any::<bool>(), any::<bool>(), any::<bool>()),
        (word(&["clear", "sees_nothing", "cannot_see_foe", "knows_location_within_one_yard"]), any::<bool>(), -9..=-1),
        (-5..=5, 0..=3),
    )
        .prop_map(|((skill, maneuver, posture), (shock, evaluate, swing, off, lift), (sight, used, dark), (free, levels))| {
            json!({"skill": skill, "maneuver": maneuver, "posture": posture, "evaluate_turns": evaluate,
                "situation": {"shock_hit_points": shock},
                "options": {"wild_swing": swing, "hand": if off {"off"} else {"primary"}, "deceptive_levels": levels},
                "visibility": {"sight": sight, "used_to_blindness": used, "partial_darkness": dark},
                "lift_maximum_9": lift, "other_modifiers": [{"label": "by the GM", "value": free}]})
        })
}

proptest! {
    #[test]
    fn lines_and_limits_explain_the_total(request in anything()) {
        let sum = reckoned(request).unwrap()["effective_skill"].clone();
        let added: i64 = sum["lines"].as_array().unwrap().iter().map(|line| line["value"].as_i64().unwrap()).sum();
        let limits = sum["limits"].as_array().cloned().unwrap_or_default();
        let total = limits.iter().fold(added, |from, limit| {
            assert_eq!(limit["from"], from);
            limit["to"].as_i64().unwrap()
        });
        prop_assert_eq!(sum["total"].as_i64(), Some(total));
    }

    #[test]
    fn warnings_change_no_number_and_a_better_skill_never_hits_less(request in anything()) {
        let hit = |request: &Value| {
            let modifier = reckoned(request.clone()).unwrap();
            modifier["odds"]["hit"]["numerator"].as_u64().unwrap_or(0)
        };
        let mut better = request.clone();
        better["skill"] = json!(request["skill"].as_i64().unwrap() + 1);
        prop_assert!(hit(&better) >= hit(&request));
    }

    #[test]
    fn the_faces_replay_the_roll(request in anything(), seed in "[a-z]{1,8}") {
        let request: AttackRequest = serde_json::from_value(request).unwrap();
        if let Ok(lawful) = request.lawful() {
            let mut drawn = Recorded::new(Seeded::from_text(&seed));
            let outcome = serde_json::to_value(AttackRequest::resolve(&lawful, &mut drawn).unwrap()).unwrap();
            let (faces, _) = drawn.into_parts();
            let replayed = AttackRequest::resolve(&lawful, &mut Supplied::new(&faces)).unwrap();
            prop_assert_eq!(serde_json::to_value(replayed).unwrap(), outcome);
        }
    }
}
