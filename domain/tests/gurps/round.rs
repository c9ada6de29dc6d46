//! A round of attacks, and all faults at once.

use crate::*;

#[test]
fn g_80_a_round_resolves_each_attack_in_order_and_two_rolls_where_two_are_made() {
    let request = json!({"attacks": [
        {"combatant": "a", "skill": 14},
        {"combatant": "b", "skill": 16, "options": {"dual_weapon": true, "hand": "off"}},
        {"combatant": "a", "skill": 16, "options": {"rapid_strike": true, "weapon_mastery": true}}],
        "dice": {"faces": [4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 6, 6, 6]}});
    let round = rolled::<RoundRequest>(request).unwrap();
    let rolls = |index: usize| {
        let rolls = round["attacks"][index]["rolls"].as_array().unwrap();
        rolls
            .iter()
            .map(|roll| {
                (
                    roll["effective_skill"]["total"].as_i64().unwrap(),
                    roll["roll"]["total"].as_i64().unwrap(),
                )
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(rolls(0), [(14, 12)]);
    // The primary hand at -4, then the off hand at -8.
    assert_eq!(rolls(1), [(12, 9), (8, 6)]);
    assert_eq!(rolls(2), [(13, 3), (13, 18)]);
}

#[test]
fn g_80_faults_of_a_round_are_placed_to_their_attack_each_once() {
    let request = json!({"attacks": [
        {"combatant": "a", "skill": 12},
        {"combatant": "b", "skill": 2, "options": {"rapid_strike": true}},
        {"combatant": "c", "skill": 12, "posture": "crawling"}], "dice": {"faces": []}});
    assert_eq!(
        faults(rolled::<RoundRequest>(request)),
        [
            ("/attacks/1/skill".into(), "G-73"),
            ("/attacks/2/reach".into(), "G-12")
        ]
    );
}

#[test]
fn all_faults_come_at_once() {
    let tangled = attack(
        json!({"skill": 3, "posture": "crawling", "target": {"location": "eyes"},
        "options": {"rapid_strike": true, "dual_weapon": true}, "dice": {"faces": []}}),
    );
    let pointers: Vec<_> = faults(rolled::<AttackRequest>(tangled))
        .into_iter()
        .map(|(pointer, _)| pointer)
        .collect();
    assert_eq!(
        pointers,
        ["/reach", "/options/rapid_strike", "/damage_type", "/skill"]
    );
}
