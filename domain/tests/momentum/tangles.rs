//! Several rules at once, and faults.

use crate::*;

#[test]
fn the_worked_round_of_the_rules() {
    let played = play(round(
        &pair(),
        &[at("a", "b"), at("b", "a")],
        &[4, 3, 5, 4, 6, 3, 2, 4],
    ));
    let clash = &played["clashes"][0];
    assert_eq!(
        (total(&clash["sums"][0]), total(&clash["sums"][1])),
        (12, 11)
    );
    assert_eq!(
        (&clash["winner"], &clash["gains_momentum"]),
        (&json!("a"), &json!("a"))
    );
    assert_eq!(played["clashes"].as_array().unwrap().len(), 1);
    let press = &played["presses"][0];
    assert_eq!((total(&press["attack"]), total(&press["defense"])), (12, 8));
    assert_eq!(
        (
            &press["raw_margin"],
            total(&press["damage"]),
            total(&press["resilience"])
        ),
        (&json!(3), 7, 3)
    );
    assert_eq!(press["health_lost"], 4);
    assert_eq!(
        played["fatigue"],
        json!([{"combatant": "b", "reasons": ["struck"]}])
    );
    assert_eq!(health(&played), [10, 4]);
    assert_eq!(played["next"]["combatants"][1]["fatigue"], 1);
    assert_eq!(played["next"]["momentum"], json!([hold("a", "b")]));
}

#[test]
fn three_around_one_who_strikes_back_at_the_first() {
    let combatants = [fighter("a"), fighter("b"), fighter("c"), fighter("x")];
    let declared = [at("a", "x"), at("b", "x"), at("c", "x"), at("x", "a")];
    // a and x share a Clash, x wins it: x presses a. b wins, c ties.
    let faces = [
        1, 1, 6, 6, 5, 5, 2, 2, 3, 3, 3, 3, /* b upon x */ 6, 4, 1, 1, /* x upon a */ 4,
        4, 2, 2,
    ];
    let played = play(round(&combatants, &declared, &faces));
    let winners: Vec<_> = played["clashes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|clash| clash.get("winner").cloned())
        .collect();
    assert_eq!(winners, [Some(json!("x")), Some(json!("b")), None]);
    // b's 10 settles first and hits, so that x's press lapses.
    assert_eq!(presses(&played), [("b", "x", "hit"), ("x", "a", "lapsed")]);
    assert_eq!(
        played["fatigue"],
        json!([{"combatant": "x", "reasons": ["struck", "swarmed"]}])
    );
}

#[test]
fn unknown_and_duplicate_ids_are_refused_with_their_places() {
    let mut request = round(&[fighter("a"), fighter("a")], &[at("x", "a")], &[]);
    request["engagements"] = json!([["a", "x"], ["a", "a"]]);
    assert_eq!(
        faults(request),
        [
            ("/combatants/1/id".into(), "M-10"),
            ("/engagements/0/1".into(), "M-10"),
            ("/engagements/1".into(), "M-10"),
            ("/declarations/0/combatant".into(), "M-10")
        ]
    );
    let mut request = round(&[fighter("a"), fighter("b")], &[], &[]);
    request["engagements"] = json!([["a", "b"], ["b", "a"]]);
    assert_eq!(faults(request), [("/engagements/1".into(), "M-10")]);
}
