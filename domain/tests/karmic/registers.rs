//! Registers in order (K-25, K-26, K-40, K-41, K-43).

use crate::*;

#[test]
fn k_40_the_worked_turn() {
    // 8 + Force 1 - parry 5 = 4: a hit; 8 + Edge 1 = 9, limited to 6. Then 3 + 1 = 4 unopposed; 3 + 1 = 4.
    let played = play(turn(&["attack 8S", "attack 3C"], &["parry 5S"]));
    let [first, second] = [&played["registers"][0], &played["registers"][1]];
    assert_eq!(
        lines(&first["attacker"]["mt"]),
        ["card_value 8", "force 1", "defense -5"]
    );
    assert_eq!(total(&first["damage"]), 6);
    assert_eq!(
        (
            &first["damage"]["limits"][0]["from"],
            &first["damage"]["limits"][0]["to"]
        ),
        (&json!(9), &json!(6))
    );
    assert_eq!(
        (
            &second["unopposed"],
            total(&second["attacker"]["mt"]),
            total(&second["damage"])
        ),
        (&json!(true), 4, 4)
    );
    assert_eq!(played["damage_taken"][1]["total"], 10);
    assert_eq!(
        (&played["initiative"], &played["ended"]),
        (&json!("a"), &json!(false))
    );
}

#[test]
fn k_40_an_attack_above_0_hits() {
    // 4 + 1 - 5 = 0.
    assert_eq!(
        outcomes(&play(turn(&["attack 4S"], &["parry 5S"]))),
        ["miss"]
    );
    assert_eq!(
        outcomes(&play(turn(&["attack 5S"], &["parry 5S"]))),
        ["hit"]
    );
}

#[test]
fn k_40_a_defense_of_0_or_less_takes_nothing() {
    let played = attack(turn(&["attack 2S"], &["parry 9H"]));
    assert_eq!(
        lines(&played["attacker"]["mt"]),
        ["card_value 2", "force 1"]
    );
    assert_eq!(total(&played["defender"]["mt"]), -9);
}

#[test]
fn k_40_force_counts_in_a_defense_only_where_the_maneuver_says_so() {
    let own = json!([{"id": "bind", "kind": "defense", "uses_force": true}]);
    let request = json!({"weapon": sword(), "maneuvers": own,
        "declaration": {"maneuver": "bind", "card": "5S"}});
    assert_eq!(
        lines(&defense(request.clone()).unwrap()["mt"]),
        ["card_value 5", "force 1"]
    );
    let parry = with(request, &[("/declaration/maneuver", json!("parry"))]);
    assert_eq!(lines(&defense(parry).unwrap()["mt"]), ["card_value 5"]);
}

#[test]
fn k_40_an_attack_needs_to_attack_and_a_defense_to_defend() {
    let refused = rolled::<AttackRequest>(turn(&["parry 8S"], &[])).unwrap_err();
    assert_eq!(
        listed(refused),
        one_fault("/attacker/declarations/0/maneuver", "K-40")
    );
    let refused =
        defense(json!({"declaration": {"maneuver": "attack", "card": "8S"}})).unwrap_err();
    assert_eq!(listed(refused), one_fault("/declaration/maneuver", "K-40"));
    let refused =
        rolled::<AttackRequest>(turn(&["attack 8S", "attack 7S"], &["parry 2S", "parry 3S"]))
            .unwrap_err();
    assert_eq!(
        listed(refused),
        [
            ("/defender/declarations/1/maneuver".to_owned(), "K-24"),
            ("/defender/declarations".to_owned(), "K-24"),
            ("/attacker/declarations".to_owned(), "K-24")
        ]
    );
}

#[test]
fn k_41_force_the_maneuver_and_the_defense_never_enter_the_damage() {
    let request = with(
        turn(&["lunge 5S"], &["parry 2S"]),
        &[
            ("/range", json!(2)),
            ("/attacker/weapon/force", json!(9)),
            ("/defender/weapon/range", json!(2)),
            (
                "/attacker/declarations/0/other_modifiers",
                json!([{"label": "Rage", "value": 3}]),
            ),
            (
                "/attacker/declarations/0/damage_modifiers",
                json!([{"label": "Poison", "value": -2}]),
            ),
        ],
    );
    let played = attack(request);
    // 5 + 9 - 2 + 3 - 2
    assert_eq!(total(&played["attacker"]["mt"]), 13);
    assert_eq!(
        lines(&played["damage"]),
        ["card_value 5", "edge 1", "other -2"]
    );
}

#[test]
fn k_41_damage_is_at_least_0_and_at_most_the_maximum_unless_the_maneuver_lifts_it() {
    // A red 3 with Force 9 hits: 6; its damage of -3 + 1 is none.
    let weak = with(
        turn(&["attack 3H"], &[]),
        &[("/attacker/weapon/force", json!(9))],
    );
    let weak = attack(weak);
    assert_eq!(
        (
            total(&weak["damage"]),
            weak["damage"]["limits"][0]["id"].as_str()
        ),
        (0, Some("minimum_0"))
    );
    let own = json!([{"id": "cleave", "kind": "attack", "ignores_maximum_damage": true}]);
    let cleave = with(turn(&["cleave 9S"], &[]), &[("/maneuvers", own)]);
    assert_eq!(total(&attack(cleave)["damage"]), 10);
}

#[test]
fn k_43_standing_ones_ground_costs_2_on_the_total_and_nothing_on_damage() {
    let request = with(
        turn(&["attack 5S"], &["parry 2S"]),
        &[
            ("/attacker/declarations/0/stand_ground", json!(true)),
            ("/defender/declarations/0/stand_ground", json!(true)),
        ],
    );
    let played = attack(request);
    // The parry of 2 - 2 takes nothing from 5 + 1 - 2.
    assert_eq!(
        lines(&played["attacker"]["mt"]),
        ["card_value 5", "force 1", "stand_ground -2"]
    );
    assert_eq!(total(&played["damage"]), 6);
}

#[test]
fn k_25_what_the_defender_declares_beyond_the_attackers_registers_is_lost() {
    let request = with(
        turn(&["attack 2S"], &["parry 9S", "parry 8C"]),
        &[("/defender/maximum_maneuvers_total", json!(2))],
    );
    let played = play(request);
    assert_eq!(outcomes(&played), ["miss"]);
    assert_eq!(lost(&played), ["b parry 8C K-25"]);
}

#[test]
fn k_26_whoever_falls_ends_the_combat_and_later_registers_go_unused() {
    let request = with(
        turn(&["attack 8S", "attack 3C"], &["parry 5S", "melee_dodge 4C"]),
        &[("/defender/incapacitated_at", json!(6))],
    );
    let played = play(request.clone());
    assert_eq!(outcomes(&played), ["hit"]);
    assert_eq!(
        (&played["ended"], &played["ended_by"]),
        (&json!(true), &json!("K-26"))
    );
    assert_eq!(lost(&played), ["a attack 3C K-26", "b melee_dodge 4C K-26"]);
    assert_eq!(played["damage_taken"][1]["incapacitated"], true);
    let tougher = with(request, &[("/defender/incapacitated_at", json!(7))]);
    assert_eq!(outcomes(&play(tougher)), ["hit", "hit"]);
}

#[test]
fn k_26_both_sides_of_the_last_register_count() {
    // b strikes back without the initiative, and both fall.
    let own = json!([{"id": "riposte", "kind": "attack"}]);
    let request = with(
        turn(&["attack 8S"], &["riposte 5S"]),
        &[
            ("/maneuvers", own),
            ("/attacker/incapacitated_at", json!(7)),
            ("/defender/incapacitated_at", json!(1)),
        ],
    );
    let played = play(request);
    // 5 + Edge 2 = 7, the axe's maximum; two attacks take nothing from each other.
    assert_eq!(played["registers"][0]["defender"]["damage"]["total"], 7);
    let fallen = ["0", "1"]
        .map(|side| &played["damage_taken"][side.parse::<usize>().unwrap()]["incapacitated"]);
    assert_eq!(fallen, [&json!(true), &json!(true)]);
}
