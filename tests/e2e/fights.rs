//! Whole fights, played to their end by posting `next` back.

use serde_json::{Value, json};

use crate::service::Service;

const ROUND: &str = "/v1/momentum/full-round";

/// Everybody who is Engaged attacks the first one in the list.
fn declarations(next: &Value) -> Vec<Value> {
    let mut declared: Vec<Value> = Vec::new();
    for pair in next["engagements"].as_array().unwrap() {
        for (one, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
            if declared
                .iter()
                .all(|declaration| declaration["combatant"] != *one)
            {
                declared.push(json!({"combatant": one, "target": other}));
            }
        }
    }
    declared
}

#[tokio::test]
async fn a_fight_of_six_is_played_to_its_end_by_posting_next_back() {
    let service = Service::start(&[]);
    let side = |name: &str, skill: i32| -> Vec<Value> {
        let fighter = |index: i32| {
            json!({"id": format!("{name}{index}"), "melee_skill": skill, "reach": 1 + index % 2, "shield": index % 2,
                "lethality": 3, "armor": 1, "health": 8})
        };
        (0..3).map(fighter).collect()
    };
    let combatants = [side("red", 2), side("blue", 1)].concat();
    let mut next = json!({
        "combatants": combatants,
        "engagements": [["red0", "blue0"], ["red1", "blue0"], ["red1", "blue1"], ["red2", "blue2"], ["red2", "blue1"]]
    });
    let mut rounds = 0;
    loop {
        let declared = declarations(&next);
        if declared.is_empty() {
            break;
        }
        let mut request = next.clone();
        request["declarations"] = json!(declared);
        request["dice"] = json!({"seed": format!("a fight of six, round {rounds}")});
        let answer = service.post(ROUND, &request).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        next = answer.json()["next"].clone();
        rounds += 1;
        assert!(rounds < 200, "the fight does not end");
    }
    let combatants = next["combatants"].as_array().unwrap();
    let fallen = combatants
        .iter()
        .filter(|one| one["health"].as_i64().unwrap() <= 0)
        .count();
    assert!(
        rounds > 1 && fallen >= 3,
        "{rounds} rounds, {fallen} fallen"
    );
    assert_eq!(next["momentum"], json!([]));
}
