//! Laws that hold for every attack.

use crate::*;

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
            let (record, _) = drawn.into_parts();
            let replayed = AttackRequest::resolve(&lawful, &mut Supplied::faces(&record.faces)).unwrap();
            prop_assert_eq!(serde_json::to_value(replayed).unwrap(), outcome);
        }
    }
}
