//! Dice from a seed: the same for ever, on every machine, checkable in any language.
//!
//! The stream is `ChaCha8` with the SHA-256 of the seed's UTF-8 text as its key, stream 0 from
//! block 0, read as 32-bit little-endian words in order. A die of n sides takes the next word w.
//! If w is not below the largest multiple of n that fits in 2^32, the word is thrown away and the
//! next one is taken; else the face is w mod n, plus 1.
//!
//! A card from a deck of n is a die of n sides: its face is the place of the card, from 1, among those
//! left, in the order spades, clubs, hearts, diamonds, each from ace to king, then the red and the black
//! joker; a card that is there twice has two places.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use super::{Die, Throw};
use crate::cards::{Card, Deck};
use crate::refusal::Standstill;

/// Chance that draws from a seed. It cannot fail by itself: the rules may come to a [`Standstill`].
#[derive(Clone, Debug)]
pub struct Seeded(ChaCha8Rng);

impl Seeded {
    /// The dice of a seed's text.
    #[must_use]
    pub fn from_text(seed: &str) -> Self {
        Self::from_key(Sha256::digest(seed.as_bytes()).into())
    }

    /// The dice of item `index`, counted from 0, of a batch: the key is the SHA-256 of the batch's
    /// seed, a zero byte, and the index in decimal.
    #[must_use]
    pub fn from_text_of_item(seed: &str, index: usize) -> Self {
        let digest = Sha256::new()
            .chain_update(seed.as_bytes())
            .chain_update([0])
            .chain_update(index.to_string().as_bytes())
            .finalize();
        Self::from_key(digest.into())
    }

    /// The dice of a 256-bit key, for keys that come from elsewhere: the operating system.
    #[must_use]
    pub fn from_key(key: [u8; 32]) -> Self {
        Self(ChaCha8Rng::from_seed(key))
    }
}

impl Throw for Seeded {
    type Error = Standstill;

    #[inline]
    fn throw(&mut self, die: Die) -> Result<u8, Standstill> {
        let sides = u32::from(die.sides);
        // The words at and above this would make the low faces likelier than the high ones.
        let fair = u32::MAX - (u32::MAX % sides + 1) % sides;
        loop {
            let word = self.0.next_u32();
            if word <= fair {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "a remainder by a u8 fits in a u8"
                )]
                return Ok((word % sides) as u8 + 1);
            }
        }
    }

    fn draw(&mut self, deck: &Deck, name: &'static str) -> Result<Option<Card>, Standstill> {
        if deck.is_empty() {
            return Ok(None);
        }
        let sides = deck.count();
        Ok(deck.at(self.throw(Die { sides, name })? - 1))
    }
}
