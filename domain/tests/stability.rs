//! Seeded dice never change. The values were computed by another program, written from the
//! description in `chance::seeded`.

#![expect(
    clippy::unwrap_used,
    reason = "a test that meets the unexpected should stop there"
)]

use melee_domain::chance::{Die, Seeded, Throw};

fn throws(mut seeded: Seeded, sides: u8, count: usize) -> Vec<u8> {
    let die = Die { sides, name: "die" };
    (0..count).map(|_| seeded.throw(die).unwrap()).collect()
}

#[test]
fn the_six_sided_dice_of_a_seed_are_these_for_ever() {
    assert_eq!(
        throws(Seeded::from_text("a"), 6, 24),
        [
            3, 3, 3, 1, 5, 4, 5, 1, 5, 3, 3, 6, 2, 5, 4, 5, 4, 1, 3, 4, 2, 5, 6, 1
        ]
    );
    assert_eq!(
        throws(Seeded::from_text("At the ford"), 6, 24),
        [
            1, 2, 5, 3, 6, 2, 6, 3, 1, 3, 4, 6, 3, 3, 3, 1, 3, 4, 5, 1, 5, 5, 1, 4
        ]
    );
    assert_eq!(
        throws(Seeded::from_text("Ödön"), 6, 24),
        [
            1, 6, 2, 3, 1, 4, 3, 5, 5, 3, 2, 6, 6, 1, 5, 1, 1, 5, 6, 4, 1, 4, 2, 1
        ]
    );
}

#[test]
fn choices_of_a_seed_are_these_for_ever() {
    assert_eq!(
        throws(Seeded::from_text("a"), 4, 12),
        [3, 3, 3, 3, 3, 4, 3, 1, 1, 3, 3, 2]
    );
    assert_eq!(
        throws(Seeded::from_text("a"), 100, 12),
        [71, 43, 51, 3, 19, 4, 43, 41, 21, 15, 7, 38]
    );
}

#[test]
fn the_dice_of_a_batch_item_are_these_for_ever() {
    assert_eq!(
        throws(Seeded::from_text_of_item("At the ford", 7), 6, 12),
        [2, 4, 3, 5, 2, 4, 6, 3, 6, 5, 5, 2]
    );
}

#[test]
fn each_face_of_a_seeded_die_is_about_as_frequent_as_the_others() {
    for sides in [2, 3, 6, 7, 100, 255] {
        let mut counts = vec![0_u32; sides.into()];
        for face in throws(Seeded::from_text("fair"), sides, 2000 * usize::from(sides)) {
            *counts.get_mut(usize::from(face) - 1).unwrap() += 1;
        }
        // 2000 expected, a standard deviation of at most 45: six of them.
        assert!(
            counts.iter().all(|count| (1730..2270).contains(count)),
            "{sides}: {counts:?}"
        );
    }
}
