//! Maneuvers, and the next round.

use crate::*;

fn maneuver(combatant: &str, q: i32, r: i32) -> Value {
    json!({"combatant": combatant, "action": "maneuver", "to": {"q": q, "r": r}})
}

#[test]
fn fk_54_maneuvers_move_one_hex_the_active_sides_first() {
    let combatants = [fighter("b", "passive", 2, 0), fighter("a", "active", 0, 0)];
    let played = play(
        &combatants,
        &[maneuver("b", 1, 0), maneuver("a", 1, 0)],
        &[],
    );
    let moves = &played["steps"][2]["moves"];
    assert_eq!(
        (&moves[0]["combatant"], &moves[0]["close_quarters"]),
        (&json!("a"), &json!(false))
    );
    assert_eq!(
        (&moves[1]["combatant"], &moves[1]["close_quarters"]),
        (&json!("b"), &json!(true))
    );
    assert_eq!(
        played["next"]["combatants"][0]["position"],
        json!({"q": 1, "r": 0})
    );
    assert_eq!(
        faults(&combatants, &[maneuver("a", 2, 0), maneuver("b", 2, 0)]),
        [
            ("/declarations/0/to".into(), "FK-54"),
            ("/declarations/1/to".into(), "FK-54")
        ]
    );
}

#[test]
fn fk_54_a_maneuver_may_turn() {
    let turn = with(maneuver("a", 1, 0), "/facing", json!(4));
    let played = play(&[fighter("a", "active", 0, 0)], &[turn], &[]);
    assert_eq!(played["next"]["combatants"][0]["facing"], 4);
}

#[test]
fn fk_30_a_hex_with_two_takes_no_third() {
    let combatants = [
        fighter("a", "active", 0, 0),
        fighter("b", "passive", 1, 0),
        fighter("c", "active", 1, 0),
    ];
    let played = play(&combatants, &[maneuver("a", 1, 0)], &[]);
    let moved = &played["steps"][2]["moves"][0];
    assert_eq!(
        (&moved["made"], &moved["refused_by"]),
        (&json!(false), &json!("FK-30"))
    );
    let third = fighter("d", "active", 1, 0);
    let [a, b, c] = combatants;
    assert_eq!(
        faults(&[a, b, c, third], &[]),
        [("/combatants/3/position".into(), "FK-30")]
    );
}

#[test]
fn fk_30_the_grappled_do_not_leave_close_quarters() {
    let held = with(fighter("b", "passive", 0, 0), "/grappled", json!(true));
    assert_eq!(
        faults(
            &[fighter("a", "active", 0, 0), held],
            &[maneuver("b", 1, 0)]
        ),
        [("/declarations/0".into(), "FK-30")]
    );
}

#[test]
fn next_is_a_valid_request_for_the_next_round() {
    let (a, b) = (fighter("a", "active", 0, 0), fighter("b", "passive", 1, 0));
    let mut request = round(&[a, b], &[attack("a", "b")], &[1, 2]);
    for _ in 0..3 {
        let played = refused_or_played(request.clone()).unwrap();
        request["combatants"] = played["next"]["combatants"].clone();
    }
}

#[test]
fn a_fault_within_a_declaration_is_placed_to_its_field() {
    let mut request = round(&[fighter("a", "active", 0, 0)], &[attack("a", "b")], &[]);
    for (pointer, value, place) in [
        (
            "/declarations/0/targets",
            json!("b"),
            "/declarations/0/targets",
        ),
        (
            "/declarations/0/other_modifiers",
            json!([{"label": "x", "value": 100}]),
            "/declarations/0/other_modifiers/0/value",
        ),
        (
            "/declarations/0/action",
            json!("flee"),
            "/declarations/0/action",
        ),
        (
            "/declarations/0/combatant",
            json!("a b"),
            "/declarations/0/combatant",
        ),
    ] {
        let good = request.clone();
        let (parent, field) = pointer.rsplit_once('/').unwrap();
        request.pointer_mut(parent).unwrap()[field] = value;
        let error = serde_path_to_error::deserialize::<_, RoundRequest>(&request).unwrap_err();
        let found = melee_domain::tagged::pointer(error.path(), &error.inner().to_string());
        assert_eq!(found, place);
        request = good;
    }
}
