//! Laws that hold for every brawl.

use crate::*;

/// A brawl: so many combatants, each with a target among the Engaged or none, some with Momentum.
fn brawl() -> impl Strategy<Value = Value> {
    (2..=6_usize).prop_flat_map(|count| {
        let combatant = (-3..=3, 0..=3, 0..=2, 0..=5, 1..=12, 0..=3);
        (
            prop::collection::vec(combatant, count),
            prop::collection::vec(prop::option::of(0..count), count),
            prop::collection::vec(any::<bool>(), count),
            prop::collection::vec(any::<bool>(), count),
        )
            .prop_map(move |(stats, targets, held, rear)| {
                let name = |index: usize| format!("c{index}");
                let combatants: Vec<_> = stats.iter().enumerate()
                    .map(|(index, (skill, reach, shield, lethality, health, armor))| {
                        json!({"id": name(index), "melee_skill": skill, "reach": reach, "shield": shield,
                            "lethality": lethality, "health": health, "armor": armor})
                    })
                    .collect();
                let target = |index: usize| targets[index].filter(|target| *target != index);
                let declarations: Vec<_> = (0..count)
                    .map(|index| json!({"combatant": name(index), "target": target(index).map(name)}))
                    .collect();
                let mut momentum = Vec::new();
                let mut behind = Vec::new();
                for index in 0..count {
                    let Some(other) = target(index) else { continue };
                    let mutual = target(other) == Some(index);
                    if held[index] && !(mutual && held[other] && other < index) {
                        momentum.push(hold(&name(index), &name(other)));
                    }
                    if rear[index] && !(mutual && rear[other] && other < index) {
                        behind.push(from_the_rear(&name(index), &name(other)));
                    }
                }
                let mut request = round(&combatants, &declarations, &[]);
                request["dice"] = Value::Null;
                request["momentum"] = json!(momentum);
                request["rear"] = json!(behind);
                request
            })
    })
}

fn drawn(request: &Value, seed: &str) -> (Value, Vec<u8>) {
    let request: RoundRequest = serde_json::from_value(request.clone()).unwrap();
    let mut chance = Recorded::new(Seeded::from_text(seed));
    let outcome = RoundRequest::resolve(&request.lawful().unwrap(), &mut chance).unwrap();
    let outcome = serde_json::to_value(outcome).unwrap();
    let (record, _) = chance.into_parts();
    (
        outcome,
        record.faces.iter().map(|face| face.pips()).collect(),
    )
}

proptest! {
    #[test]
    fn momentum_is_one_a_holder_fatigue_one_a_round_and_health_never_rises(request in brawl(), seed in "[a-z]{1,8}") {
        let (played, _) = drawn(&request, &seed);
        let mut holders: Vec<_> = played["next"]["momentum"].as_array().unwrap().iter().map(|m| m["holder"].clone()).collect();
        let all = holders.len();
        holders.dedup();
        prop_assert_eq!(holders.len(), all);
        for (before, after) in request["combatants"].as_array().unwrap().iter().zip(played["next"]["combatants"].as_array().unwrap()) {
            prop_assert!(after["health"].as_i64() <= before["health"].as_i64());
            prop_assert!(after["fatigue"].as_i64().unwrap() <= 1);
        }
    }

    #[test]
    fn next_is_a_valid_body_and_the_faces_replay_the_round(request in brawl(), seed in "[a-z]{1,8}") {
        let (played, faces) = drawn(&request, &seed);
        let mut replay = request.clone();
        replay["dice"] = json!({"faces": faces});
        prop_assert_eq!(&rolled::<RoundRequest>(replay).unwrap(), &played);
        let mut next = played["next"].clone();
        next["declarations"] = json!([]);
        drawn(&next, &seed);
    }

    #[test]
    fn fights_end_or_go_on_lawfully_for_a_hundred_rounds(request in brawl(), seed in "[a-z]{1,8}") {
        let mut request = request;
        for turn in 0..100 {
            let (played, _) = drawn(&request, &format!("{seed}{turn}"));
            let up = |id: &Value| {
                let combatants = played["next"]["combatants"].as_array().unwrap();
                combatants.iter().any(|one| one["id"] == *id && one["health"].as_i64().unwrap() > 0)
            };
            // Everybody who is up attacks the first one it is still Engaged with.
            let engagements = played["next"]["engagements"].as_array().unwrap();
            let mut declared: Vec<Value> = Vec::new();
            for pair in engagements {
                for (one, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                    prop_assert!(up(one) && up(other));
                    if declared.iter().all(|declaration| declaration["combatant"] != *one) {
                        declared.push(json!({"combatant": one, "target": other}));
                    }
                }
            }
            if declared.is_empty() {
                break;
            }
            request = played["next"].clone();
            request["declarations"] = json!(declared);
        }
    }

    #[test]
    fn permuting_the_combatants_changes_only_their_order_in_next(request in brawl(), seed in "[a-z]{1,8}") {
        let mut turned = request.clone();
        turned["combatants"].as_array_mut().unwrap().reverse();
        let (mut one, _) = drawn(&request, &seed);
        let (mut other, _) = drawn(&turned, &seed);
        let sorted = |value: &mut Value| {
            let list = value.as_array_mut().unwrap();
            list.sort_by_key(|entry| entry.get("id").or(entry.get("combatant")).unwrap().to_string());
        };
        for played in [&mut one, &mut other] {
            sorted(&mut played["next"]["combatants"]);
            // Who is listed in the order of the combatants.
            sorted(&mut played["fatigue"]);
            sorted(&mut played["swarmed"]);
        }
        prop_assert_eq!(one, other);
    }
}
