//! Luck that can be checked: a committed seed, and one stream for each draw.

use melee_domain::Standstill;
use melee_domain::cards::{Card, Deck};
use melee_domain::chance::{Die, Seed, Seeded, Throw};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// How draws come from the seed, in words: shown with each proof.
pub(crate) const DERIVATION: &str = "The seed is the SHA-256 of 32 random bytes, then the caller's text, \
    if any. The commitment is the SHA-256 of the seed's 32 bytes. Draw n has its own stream: ChaCha8, stream 0 \
    from block 0, read as 32-bit little-endian words, with the key SHA-256 of the seed's 32 bytes, a zero byte, \
    and n in decimal. A die of s sides takes the next word w; a w at or \
    above the largest multiple of s below 2^32 is thrown away, else the face is w mod s, plus 1. A card is a \
    die of as many sides as the deck has cards left: its face is the card's place among them, in the order \
    spades, clubs, hearts, diamonds, each from ace to king, then the red and the black joker. \
    In Karmic each combatant draws from a deck of its own. What is drawn stays out of it until it is empty; then \
    all its cards go back but those in hand, face down, or being played. Within one draw: for the initiative the \
    first combatant's cards come before the second's, and again after each tie; for hands, those of whoever has \
    the initiative come first; for hit cards, register by register, the attacker's come before the defender's.";

/// What a seed is made of: secret until the encounter is closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Secret {
    /// 32 random bytes.
    #[serde(with = "const_hex::serde::no_prefix")]
    random: [u8; 32],
    /// The caller's.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Seed>,
}

impl Secret {
    /// A new one, with a text of the caller's.
    pub(crate) fn new(text: Option<Seed>) -> Self {
        let random = rand::random();
        Self { random, text }
    }

    /// The random bytes.
    pub(crate) fn random(&self) -> &[u8; 32] {
        &self.random
    }

    /// The caller's text.
    pub(crate) fn text(&self) -> Option<&Seed> {
        self.text.as_ref()
    }

    /// The seed.
    pub(crate) fn seed(&self) -> [u8; 32] {
        let text = self.text.as_ref().map(Seed::as_str);
        Sha256::new()
            .chain_update(self.random)
            .chain_update(text.unwrap_or_default().as_bytes())
            .finalize()
            .into()
    }
}

/// What is published of a seed from the beginning.
pub(crate) fn commitment(seed: &[u8; 32]) -> String {
    const_hex::encode(Sha256::digest(seed))
}

/// A draw. Its stream begins when it is first asked: most commands ask nothing.
pub(crate) struct Drawn<'s> {
    secret: &'s Secret,
    number: u64,
    stream: Option<Seeded>,
}

impl<'s> Drawn<'s> {
    /// The draw of this number.
    pub(crate) fn of(secret: &'s Secret, number: u64) -> Self {
        let stream = None;
        Self {
            secret,
            number,
            stream,
        }
    }

    fn stream(&mut self) -> &mut Seeded {
        let begin = || stream(&self.secret.seed(), self.number);
        self.stream.get_or_insert_with(begin)
    }
}

impl Throw for Drawn<'_> {
    type Error = Standstill;

    fn throw(&mut self, die: Die) -> Result<u8, Standstill> {
        self.stream().throw(die)
    }

    fn draw(&mut self, deck: &Deck, name: &'static str) -> Result<Option<Card>, Standstill> {
        self.stream().draw(deck, name)
    }
}

/// The stream of a draw.
fn stream(seed: &[u8; 32], number: u64) -> Seeded {
    let key = Sha256::new()
        .chain_update(seed)
        .chain_update([0])
        .chain_update(number.to_string().as_bytes())
        .finalize();
    Seeded::from_key(key.into())
}

#[cfg(test)]
mod tests {
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
            let mut stream = stream(&seed, number);
            [(); 8].map(|()| stream.throw(die).unwrap())
        };
        assert_eq!(faces(0), [5, 5, 3, 3, 5, 6, 5, 1]);
        assert_eq!(faces(12), [5, 5, 4, 1, 6, 3, 2, 3]);
    }

    #[test]
    fn a_seed_is_of_random_bytes_and_of_the_callers_text() {
        // Computed by another program.
        let secret =
            |text: &str| serde_json::json!({"random": const_hex::encode([7; 32]), "text": text});
        let seed = |text: &str| {
            serde_json::from_value::<Secret>(secret(text))
                .unwrap()
                .seed()
        };
        assert_eq!(
            const_hex::encode(seed("At the ford")),
            "0c2844d455cf087e74974bde1ef78acb73b1bf6298df542aef0aed4d21f616e8"
        );
        assert_ne!(seed("At the ford"), seed("At the gate"));
        assert_ne!(Secret::new(None).seed(), Secret::new(None).seed());
    }
}
