//! Who begins (K-20).

use melee_domain::Standstill;
use melee_domain::rulesets::karmic::InitiativeRequest;

use crate::*;

fn initiative(cards: &[&str]) -> Result<Value, Refusal> {
    rolled::<InitiativeRequest>(json!({
        "combatants": [
            {"id": "a", "combat_training": 3, "willpower": 1},
            {"id": "b", "willpower": 2, "deck": {"kind": "world"}},
        ],
        "dice": {"cards": cards},
    }))
}

#[test]
fn k_20_the_highest_of_combat_training_and_willpower_begins() {
    // a draws three and plays the 4: 4 + 1; b, untrained, draws one: 3 + 2, and then 2 + 2.
    let decided = initiative(&["2H", "4S", "AS", "2S"]).unwrap();
    assert_eq!(decided["initiative"], "a");
    let [a, b] = [&decided["checks"][0], &decided["checks"][1]];
    assert_eq!(
        (&a["drawn"], &a["card"]),
        (&json!(["2H", "4S", "AS"]), &json!("4S"))
    );
    assert_eq!(lines(&a["mt"]), ["card_value 4", "willpower 1"]);
    assert_eq!(lines(&b["mt"]), ["card_value 2", "willpower 2"]);
    assert_eq!(
        initiative(&["2H", "4S", "AS", "10S"]).unwrap()["initiative"],
        "b"
    );
}

#[test]
fn k_20_ties_draw_again_both() {
    let decided = initiative(&["2H", "4S", "AS", "3S", "5S", "3D", "2D", "9S"]).unwrap();
    assert_eq!(
        (&decided["ties"], &decided["initiative"]),
        (&json!(1), &json!("b"))
    );
    assert_eq!(decided["checks"][0]["drawn"], json!(["5S", "3D", "2D"]));
    // What was drawn is out of the deck.
    assert!(matches!(
        initiative(&["2H", "4S", "AS", "3S", "2H"]),
        Err(Refusal::Dice(_))
    ));
}

#[test]
fn k_20_twenty_ties_stay_undecided() {
    let combatant = |id: &str| json!({"id": id, "deck": {"cards": ["5S"]}});
    let request =
        json!({"combatants": [combatant("a"), combatant("b")], "dice": {"cards": vec!["5S"; 40]}});
    assert!(matches!(
        rolled::<InitiativeRequest>(request),
        Err(Refusal::Standstill(
            Standstill::Undecided { ties: 20, .. },
            _
        ))
    ));
}

#[test]
fn k_3_a_joker_drawn_for_the_initiative_waits_for_its_worth() {
    let refused = initiative(&["2H", "JOKER_RED", "AS", "3S"]).unwrap_err();
    let Refusal::Standstill(Standstill::RulingNeeded { at, .. }, _) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(at.to_string(), "/combatants/0/ruling");
}

#[test]
fn k_20_two_check_and_they_are_not_one() {
    let request = json!({"combatants": [{"id": "a"}, {"id": "a"}]});
    let refused = rolled::<InitiativeRequest>(request).unwrap_err();
    assert_eq!(listed(refused), one_fault("/combatants/1/id", "K-20"));
    for count in [1, 3] {
        let combatants = vec![json!({"id": "a"}); count];
        assert!(
            serde_json::from_value::<InitiativeRequest>(json!({"combatants": combatants})).is_err()
        );
    }
}
