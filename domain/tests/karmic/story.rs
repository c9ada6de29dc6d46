//! A combat of three turns, in which the initiative passes twice (K-20 to K-27).

use melee_domain::rulesets::karmic::{HandRequest, InitiativeRequest};

use crate::*;

fn hand(cards: &[&str]) -> Value {
    let request =
        json!({"skill": cards.len(), "deck": {"kind": "world"}, "dice": {"cards": cards}});
    rolled::<HandRequest>(request).unwrap()["hand"].clone()
}

/// A turn at this range, of whoever has the initiative against the other one: a with a short weapon, b with
/// a long one.
fn turn(range: i32, ours: (&Value, Value, &[&str]), theirs: (&str, Value, &[&str])) -> Value {
    let side = |id: &str, hand: Value, declarations: &[&str]| {
        json!({"id": id, "hand": hand, "weapon": {"range": if id == "a" { 1 } else { 2 }, "force": 1,
            "maximum_maneuvers": 2, "edge": 1, "maximum_damage": 8}, "declarations": declared(declarations)})
    };
    play(json!({
        "range": range,
        "attacker": side(ours.0.as_str().unwrap(), ours.1, ours.2),
        "defender": side(theirs.0, theirs.1, theirs.2),
        "maneuvers": [{"id": "seize", "kind": "defense", "on_success": "take_initiative"}],
    }))
}

#[test]
fn k_23_the_initiative_passes_by_a_lunge_and_back_by_a_defense_and_a_disengage_ends_it() {
    // a draws two and plays the 5, b one and plays the 3: a begins.
    let request = json!({"combatants": [{"id": "a", "combat_training": 2}, {"id": "b"}],
        "dice": {"cards": ["5S", "2H", "3S"]}});
    let begins = &rolled::<InitiativeRequest>(request).unwrap()["initiative"];
    assert_eq!(begins, "a");

    // The first turn: a, whose weapon is too short by a yard, lunges: 8 + 1 - 2 - parry 4 = 3 hits, and
    // 8 + 1 = 9 is at most 8.
    let (ours, theirs) = (hand(&["8S", "3C"]), hand(&["4S", "9C"]));
    let first = turn(
        2,
        (begins, ours, &["lunge 8S"]),
        ("b", theirs, &["parry 4S"]),
    );
    let register = &first["registers"][0];
    assert_eq!(
        (
            total(&register["attacker"]["mt"]),
            total(&register["damage"])
        ),
        (3, 8)
    );
    assert_eq!(first["initiative"], "b");

    // The second: b attacks. 10 + 1 - dodge (5 - 2) = 8 hits for 8; 2 + 1 - 9 does not, and a seizes.
    let (ours, theirs) = (hand(&["10S", "2C"]), hand(&["5C", "9S"]));
    let second = turn(
        2,
        (&first["initiative"], ours, &["attack 10S", "attack 2C"]),
        ("a", theirs, &["melee_dodge 5C", "seize 9S"]),
    );
    assert_eq!(outcomes(&second), ["hit", "miss"]);
    assert_eq!(
        second["damage_taken"][1],
        json!({"combatant": "a", "total": 8, "incapacitated": false})
    );
    assert_eq!(
        (&second["initiative"], &second["ended"]),
        (&json!("a"), &json!(false))
    );

    // The third, a yard closer, where b cannot parry: 3 + 1 - (1 - 2) = 4 hits for 3 + 1; then a
    // disengages with 7 + 1 - 4, unopposed.
    let (ours, theirs) = (hand(&["3S", "7S"]), hand(&["AS"]));
    let third = turn(
        1,
        (
            &second["initiative"],
            ours,
            &["attack 3S", "offensive_disengage 7S"],
        ),
        ("b", theirs, &["melee_dodge AS"]),
    );
    assert_eq!(outcomes(&third), ["hit", "hit"]);
    assert_eq!(third["damage_taken"][1]["total"], 4 + 8);
    assert_eq!(
        (&third["ended"], &third["ended_by"]),
        (&json!(true), &json!("K-27"))
    );
}
