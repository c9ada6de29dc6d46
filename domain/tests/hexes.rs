//! Geometry on hexes: by hand, by its laws, and against brute force.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected should stop there"
)]

use melee_domain::rulesets::futile_kingdoms::{
    Arc, Coordinate, Facing, Position, Stance, arc, controls, passed_through, passes_through,
    sidelined,
};
use proptest::prelude::*;
use serde_json::json;

fn at(q: i32, r: i32) -> Position {
    Position {
        q: Coordinate::new(q).unwrap(),
        r: Coordinate::new(r).unwrap(),
    }
}

fn facing(side: i32) -> Facing {
    Facing::new(side).unwrap()
}

#[test]
fn fk_13_distance_is_hex_distance() {
    assert_eq!(at(0, 0).hexes_to(at(0, 0)), 0);
    assert_eq!(at(0, 0).hexes_to(at(1, 1)), 2);
    assert_eq!(at(0, 0).hexes_to(at(3, -1)), 3);
    assert_eq!(at(-2, 5).hexes_to(at(1, -1)), 6);
}

#[test]
fn fk_16_the_faced_side_and_its_neighbours_are_front_then_flank_then_rear() {
    let sides = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
    let arcs = [
        Arc::Front,
        Arc::Front,
        Arc::Flank,
        Arc::Rear,
        Arc::Flank,
        Arc::Front,
    ];
    for (turn, expected) in arcs.into_iter().enumerate() {
        for faced in 0..6 {
            let (q, r) = sides[(faced + turn) % 6];
            let found = arc(at(0, 0), facing(i32::try_from(faced).unwrap()), at(q, r));
            assert_eq!(found, expected, "facing {faced}, from ({q}, {r})");
        }
    }
}

#[test]
fn fk_16_on_a_boundary_the_more_forward_arc_counts() {
    // (1, 1) lies exactly between the sides 0 and 1; (2, -1) between 0 and 5.
    assert_eq!(arc(at(0, 0), facing(0), at(1, 1)), Arc::Front);
    assert_eq!(arc(at(0, 0), facing(5), at(1, 1)), Arc::Front);
    assert_eq!(arc(at(0, 0), facing(4), at(1, 1)), Arc::Flank);
    assert_eq!(arc(at(0, 0), facing(3), at(1, 1)), Arc::Flank);
    assert_eq!(arc(at(0, 0), facing(3), at(3, 0)), Arc::Rear);
    assert_eq!(arc(at(0, 0), facing(3), at(5, 1)), Arc::Rear);
}

#[test]
fn fk_20_a_straight_row_passes_through_the_hexes_between() {
    assert_eq!(passed_through(at(0, 0), at(3, 0)), [at(1, 0), at(2, 0)]);
    assert_eq!(sidelined(at(0, 0), at(3, 0)), []);
}

#[test]
fn fk_21_a_line_may_run_along_two_edges() {
    assert_eq!(
        sidelined(at(0, 0), at(2, 2)),
        [at(0, 1), at(1, 0), at(1, 2), at(2, 1)]
    );
    assert_eq!(passed_through(at(0, 0), at(2, 2)), [at(1, 1)]);
}

#[test]
fn fk_16_the_zone_of_control_is_the_front_in_reach_that_can_be_attacked() {
    let combatant = |conditions: &[&str], reach: i32| {
        serde_json::from_value(json!({"vigor": 1, "conditions": conditions,
            "weapon": {"name": "spear", "reach": reach}}))
        .unwrap()
    };
    let (spearman, downed) = (combatant(&[], 2), combatant(&["downed"], 2));
    let unarmed = serde_json::from_value(json!({"vigor": 1})).unwrap();
    let stance = |combatant| Stance {
        combatant,
        position: at(0, 0),
        facing: facing(0),
    };
    assert!(controls(stance(&spearman), at(1, 0), &[]));
    assert!(controls(stance(&spearman), at(2, 0), &[]));
    assert!(
        controls(stance(&spearman), at(3, 0), &[]),
        "one hex too short is in Reach"
    );
    assert!(!controls(stance(&spearman), at(4, 0), &[]), "out of reach");
    assert!(!controls(stance(&spearman), at(-1, 0), &[]), "behind");
    assert!(!controls(stance(&spearman), at(-1, 1), &[]), "at the flank");
    assert!(
        !controls(stance(&spearman), at(2, 0), &[at(1, 0)]),
        "blocked"
    );
    assert!(
        controls(stance(&spearman), at(1, 1), &[at(1, 0)]),
        "along an edge"
    );
    assert!(
        !controls(stance(&spearman), at(1, 0), &[at(0, 0)]),
        "in Close Quarters"
    );
    assert!(controls(stance(&spearman), at(0, 0), &[at(0, 0)]), "inside");
    assert!(!controls(stance(&downed), at(1, 0), &[]), "Downed");
    assert!(!controls(stance(&unarmed), at(1, 0), &[]), "unarmed");
}

/// What a line passes through and along, by sampling it: a sample nearer to one centre than to any
/// other is in that hex, one as near to two is on their edge.
fn sampled(to: Position) -> (Vec<Position>, Vec<Position>) {
    // An odd prime number of samples, so that none falls on the middle of the line, where lines
    // cross edges.
    const SAMPLES: i64 = 10_007;

    let (mut through, mut along) = (Vec::new(), Vec::new());
    let reach = 7;
    for sample in 1..SAMPLES {
        // Everything times SAMPLES, in whole numbers.
        let point = [
            i64::from(to.q.get()) * sample,
            i64::from(to.r.get()) * sample,
        ];
        let mut nearest: Vec<(i64, Position)> = Vec::new();
        let around = point.map(|part| i32::try_from(part.div_euclid(SAMPLES)).unwrap());
        for q in (around[0] - 1).max(-reach)..=(around[0] + 2).min(reach) {
            for r in (around[1] - 1).max(-reach)..=(around[1] + 2).min(reach) {
                let dq = point[0] - i64::from(q) * SAMPLES;
                let dr = point[1] - i64::from(r) * SAMPLES;
                nearest.push((dq * dq + dr * dr + dq * dr, at(q, r)));
            }
        }
        nearest.sort_unstable();
        if nearest[0].0 < nearest[1].0 {
            through.push(nearest[0].1);
        } else if nearest[1].0 < nearest[2].0 {
            along.extend([nearest[0].1, nearest[1].1]);
        }
    }
    // A line crosses an edge in one point, which no sample is likely to hit; it runs along one for
    // many.
    let is_end = |hex: &Position| *hex == at(0, 0) || *hex == to;
    for hexes in [&mut through, &mut along] {
        hexes.sort_unstable();
        hexes.dedup();
        hexes.retain(|hex| !is_end(hex));
    }
    along.retain(|hex| !through.contains(hex));
    (through, along)
}

#[test]
fn fk_20_fk_21_up_to_distance_6_the_line_is_what_sampling_finds() {
    let mut lines = 0;
    for (q, r) in (-6..=6).flat_map(|q| (-6..=6).map(move |r| (q, r))) {
        let to = at(q, r);
        if !(1..=6).contains(&at(0, 0).hexes_to(to)) {
            continue;
        }
        let sorted = |mut hexes: Vec<Position>| {
            hexes.sort_unstable();
            hexes
        };
        let exact = (
            sorted(passed_through(at(0, 0), to)),
            sorted(sidelined(at(0, 0), to)),
        );
        assert_eq!(exact, sampled(to), "to ({q}, {r})");
        lines += 1;
    }
    assert_eq!(lines, 126);
}

fn anywhere() -> impl Strategy<Value = Position> {
    (-20..=20, -20..=20).prop_map(|(q, r)| at(q, r))
}

proptest! {
    #[test]
    fn distance_and_line_are_symmetric(from in anywhere(), to in anywhere()) {
        let sorted = |mut hexes: Vec<Position>| {
            hexes.sort_unstable();
            hexes
        };
        prop_assert_eq!(from.hexes_to(to), to.hexes_to(from));
        prop_assert_eq!(sorted(passed_through(from, to)), sorted(passed_through(to, from)));
        prop_assert_eq!(sorted(sidelined(from, to)), sorted(sidelined(to, from)));
    }

    #[test]
    fn hexes_are_sidelined_in_pairs_of_neighbours_and_only_at_even_distances(from in anywhere(), to in anywhere()) {
        let beside = sidelined(from, to);
        let distance = from.hexes_to(to);
        prop_assert!(beside.is_empty() || distance % 2 == 0 && beside.len() == usize::try_from(distance).unwrap());
        for pair in beside.chunks(2) {
            prop_assert_eq!(pair[0].hexes_to(pair[1]), 1);
            prop_assert_eq!(from.hexes_to(pair[0]), from.hexes_to(pair[1]));
        }
        prop_assert!(beside.iter().all(|hex| !passes_through(from, to, *hex)));
    }

    #[test]
    fn what_a_line_passes_through_lies_between_its_ends(from in anywhere(), to in anywhere()) {
        for hex in passed_through(from, to) {
            prop_assert!(passes_through(from, to, hex));
            prop_assert!(from.hexes_to(hex) < from.hexes_to(to));
        }
    }
}
