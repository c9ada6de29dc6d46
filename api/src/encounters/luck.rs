//! Luck that can be checked: a committed seed, and one stream for each draw.

use melee_domain::chance::Seeded;
use sha2::{Digest, Sha256};

use super::access::hex;

/// How draws come from the seed, in words: shown with each proof.
pub(crate) const DERIVATION: &str = "The commitment is the SHA-256 of the seed's 32 bytes. Draw n has its \
    own stream: ChaCha8, stream 0 from block 0, read as 32-bit little-endian words, with the key SHA-256 of \
    the seed's 32 bytes, a zero byte, and n in decimal. A die of s sides takes the next word w; a w at or \
    above the largest multiple of s below 2^32 is thrown away, else the face is w mod s, plus 1. A card is a \
    die of as many sides as the deck has cards left: its face is the card's place among them, in the order \
    spades, clubs, hearts, diamonds, each from ace to king, then the red and the black joker.";

/// A new seed: the SHA-256 of 32 random bytes, and of the caller's text, if any.
pub(crate) fn new_seed(text: Option<&str>) -> [u8; 32] {
    let random: [u8; 32] = rand::random();
    Sha256::new()
        .chain_update(random)
        .chain_update(text.unwrap_or_default().as_bytes())
        .finalize()
        .into()
}

/// What is published of a seed from the beginning.
pub(crate) fn commitment(seed: &[u8; 32]) -> String {
    hex(&Sha256::digest(seed))
}

/// The stream of a draw.
pub(crate) fn draw(seed: &[u8; 32], number: u64) -> Seeded {
    let key = Sha256::new()
        .chain_update(seed)
        .chain_update([0])
        .chain_update(number.to_string().as_bytes())
        .finalize();
    Seeded::from_key(key.into())
}

#[cfg(test)]
mod tests {
    use melee_domain::chance::{Die, Throw};

    use super::*;

    #[test]
    fn the_draws_of_a_seed_are_these_for_ever() {
        // Computed by another program, written from the derivation.
        let seed = [7; 32];
        assert_eq!(
            commitment(&seed),
            "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0"
        );
        let die = Die {
            sides: 6,
            name: "die",
        };
        let faces = |number| {
            let mut stream = draw(&seed, number);
            [(); 8].map(|()| stream.throw(die).unwrap())
        };
        assert_eq!(faces(0), [5, 5, 3, 3, 5, 6, 5, 1]);
        assert_eq!(faces(12), [5, 5, 4, 1, 6, 3, 2, 3]);
    }

    #[test]
    fn two_seeds_of_one_text_differ() {
        assert_ne!(new_seed(Some("text")), new_seed(Some("text")));
    }
}
