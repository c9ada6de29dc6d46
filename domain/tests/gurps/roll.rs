//! The roll, its outcome and its odds.

use crate::*;

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
