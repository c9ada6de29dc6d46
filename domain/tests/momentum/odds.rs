//! Exact odds.

use crate::*;

#[test]
fn the_odds_of_a_clash_and_a_press_are_exact_and_add_up_to_1() {
    let request = json!({"combatants": pair(), "engagements": [["a", "b"]], "declarations": [at("a", "b"), at("b", "a")]});
    let request: RoundRequest = serde_json::from_value(request).unwrap();
    let odds = RoundRequest::odds(&request.lawful().unwrap(), MOST_BRANCHES).unwrap();
    let odds = serde_json::to_value(odds).unwrap();
    // a has 2 more than b... 2 + 1 + 2 against 1 + 0 + 1: a tie where b's dice are 3 higher. Of 1296,
    // two dice exceed two others by exactly 3 in 80 ways, and by more in 35 + 20 + 10 + 4 + 1 + 56.
    let ways = |difference: i64| -> i64 {
        (0..1296_i64)
            .filter(|throw| {
                let die = |place: u32| throw / 6_i64.pow(place) % 6;
                die(0) + die(1) - die(2) - die(3) == difference
            })
            .count()
            .try_into()
            .unwrap()
    };
    let winners = odds["clashes"][0]["outcomes"].as_array().unwrap();
    let share = |entry: &Value| {
        let probability = &entry["probability"];
        (probability["numerator"].as_i64().unwrap() * 1296)
            / probability["denominator"].as_i64().unwrap()
    };
    let tie = winners
        .iter()
        .find(|entry| entry.get("winner").is_none())
        .unwrap();
    assert_eq!(share(tie), ways(3));
    let b = winners.iter().find(|entry| entry["winner"] == "b").unwrap();
    assert_eq!(share(b), (4..=10).map(ways).sum::<i64>());
    for list in [
        &odds["clashes"][0]["outcomes"],
        &odds["combatants"][0]["health"],
        &odds["combatants"][1]["health"],
    ] {
        let entries = list.as_array().unwrap();
        let sum: u64 = entries
            .iter()
            .map(|entry| entry["probability"]["numerator"].as_u64().unwrap())
            .sum();
        assert_eq!(Some(sum), entries[0]["probability"]["denominator"].as_u64());
    }
    let press = &odds["presses"][0];
    let rolled: u64 = press["outcomes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["probability"]["numerator"].as_u64().unwrap())
        .sum();
    assert_eq!(
        Some(rolled + press["not_rolled"]["numerator"].as_u64().unwrap()),
        press["not_rolled"]["denominator"].as_u64()
    );
}

#[test]
fn the_odds_of_a_press_equal_the_enumeration_of_its_dice() {
    let [a, b] = pair();
    let request: AttackRequest =
        serde_json::from_value(json!({"attacker": a, "defender": b})).unwrap();
    let odds = AttackRequest::odds(&request.lawful().unwrap(), MOST_BRANCHES).unwrap();
    let odds = serde_json::to_value(odds).unwrap();
    // Attack 2d6 + 3, defense 2d6 + 2; damage margin + 4 against 3: lost is margin + 1, at least 0.
    let mut lost = std::collections::BTreeMap::new();
    for throw in 0..1296_i64 {
        let die = |place: u32| throw / 6_i64.pow(place) % 6 + 1;
        let margin = die(0) + die(1) - die(2) - die(3);
        let health = if margin + 3 > 2 {
            (margin + 4 - 3).max(0)
        } else {
            0
        };
        *lost.entry(health).or_insert(0_u64) += 1;
    }
    let counted: std::collections::BTreeMap<_, _> = odds["health_lost"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            (
                entry["health_lost"].as_i64().unwrap(),
                entry["probability"]["numerator"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(counted, lost);
}

#[test]
fn the_odds_of_a_round_of_three_presses_are_refused_as_too_many_outcomes() {
    // Three presses upon three others, none contested: 11 * 11 outcomes each, and health that tells
    // them apart.
    let combatants: Vec<_> = ["a", "b", "c", "x", "y", "z"]
        .iter()
        .map(|id| fighter(id))
        .collect();
    let declarations = [at("a", "x"), at("b", "y"), at("c", "z")];
    let mut request = round(&combatants, &declarations, &[]);
    request["momentum"] = json!([hold("a", "x"), hold("b", "y"), hold("c", "z")]);
    let request: RoundRequest = serde_json::from_value(request).unwrap();
    let refused = RoundRequest::odds(&request.lawful().unwrap(), 100_000).unwrap_err();
    assert_eq!(refused.branches, 100_000);
}
