//! The pile that a combatant draws from in play (K-4), and the two ways to draw: the top card, and a hand
//! of which the highest is played (K-5).

use serde::{Deserialize, Serialize};

use super::worth::{Ruling, height, is_hit_card};
use crate::cards::{Card, Deck};
use crate::chance::{Ask, Chance, Throw};
use crate::refusal::Standstill;

/// What is left of a deck, and what was drawn from it and laid aside: when it is empty, that is shuffled
/// anew. Cards in hand are in neither.
///
/// Where odds are counted a hand is not drawn card by card, but known by its highest card alone. Its
/// other cards are some of those that rank lower: these are `veiled`, and `hidden` of them in the hand,
/// each set of so many as likely as the others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Pile {
    open: Deck,
    veiled: Deck,
    hidden: u8,
    discards: Deck,
}

/// Where a card was drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Open,
    Veiled,
}

/// A hand drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hand {
    /// Its highest card.
    pub(super) highest: Card,
    /// All its cards, in the order drawn, where they were drawn one by one.
    pub(super) cards: Vec<Card>,
}

impl Pile {
    /// A deck without the cards in hand.
    pub(super) fn new(deck: Deck, hand: &[Card]) -> Self {
        let mut open = deck;
        for card in hand {
            open.take(*card);
        }
        Self {
            open,
            veiled: Deck::default(),
            hidden: 0,
            discards: Deck::default(),
        }
    }

    /// How many cards are left to draw before it is shuffled anew.
    pub(super) fn left(&self) -> u8 {
        self.open.count() + self.veiled.count() - self.hidden
    }

    /// Draws the top card and lays it aside; `None` if no card is left anywhere. `drawn` counts the cards
    /// that this one follows in a chain.
    pub(super) fn draw<C: Chance>(
        &mut self,
        name: &'static str,
        drawn: u8,
        chance: &mut C,
    ) -> Result<Option<Card>, C::Error> {
        self.shuffle_if_empty();
        if self.left() == 0 {
            return Ok(None);
        }
        let top = chance.ask(TopCard {
            pile: self,
            name,
            depth: drawn,
        })?;
        let Some((card, part)) = top else {
            return Ok(None);
        };
        match part {
            Part::Open => self.open.take(card),
            Part::Veiled => self.veiled.take(card),
        };
        self.discards.put(card);
        Ok(Some(card))
    }

    /// Draws a hand of so many cards. `ties` counts how often a hand was drawn before, where a contest is
    /// drawn again.
    ///
    /// # Errors
    /// As `chance` does, and if there are not so many cards.
    pub(super) fn hand<C: Chance>(
        &mut self,
        count: u8,
        ruling: Option<Ruling>,
        ties: u8,
        chance: &mut C,
    ) -> Result<Hand, C::Error> {
        self.shuffle_if_empty();
        let hand = chance.ask(HighestOf {
            pile: self,
            count,
            ruling,
            depth: ties,
        })?;
        match hand {
            Drawn::Cards(cards) => {
                for card in &cards {
                    self.shuffle_if_empty();
                    self.open.take(*card);
                }
                let highest = cards.iter().copied();
                let highest = highest.max_by_key(|card| height(*card, ruling));
                match highest {
                    Some(highest) if cards.len() == usize::from(count) => {
                        Ok(Hand { highest, cards })
                    }
                    Some(_) | None => Err(Standstill::TooFewCards {
                        needed: count,
                        rule: "K-4",
                    }
                    .into()),
                }
            }
            Drawn::Highest { highest, below } => {
                self.open.take(highest);
                if count > 1 {
                    for (card, many) in below.kinds() {
                        (0..many).for_each(|_| {
                            self.open.take(card);
                        });
                    }
                    self.veiled = below;
                    self.hidden = count - 1;
                }
                Ok(Hand {
                    highest,
                    cards: if count == 1 {
                        vec![highest]
                    } else {
                        Vec::new()
                    },
                })
            }
        }
    }

    /// Lays cards aside that were in hand.
    pub(super) fn lay_aside(&mut self, cards: &[Card]) {
        cards.iter().for_each(|card| self.discards.put(*card));
    }

    /// Gives these cards to somebody's hand, as far as they are in the pile, or laid aside.
    pub(super) fn give(&mut self, cards: &[Card]) {
        for card in cards {
            if !self.open.take(*card) {
                self.discards.take(*card);
            }
        }
    }

    fn shuffle_if_empty(&mut self) {
        if self.left() == 0 {
            for (card, many) in std::mem::take(&mut self.discards).kinds() {
                (0..many).for_each(|_| self.open.put(card));
            }
        }
    }

    /// In how many ways each card of the open part, and each veiled one, is on top.
    fn shares(&self) -> [u64; 2] {
        let veiled = u64::from(self.veiled.count());
        match self.hidden {
            0 => [1, 1],
            hidden => [veiled, veiled - u64::from(hidden)],
        }
    }
}

/// The top card of a pile.
#[derive(Clone, Copy, Debug)]
struct TopCard<'p> {
    pile: &'p Pile,
    name: &'static str,
    depth: u8,
}

impl Ask for TopCard<'_> {
    /// One of the cards that the rules cannot tell apart, and where it was.
    type Reading = Option<(Card, Part)>;

    fn throw<T: Throw>(&self, source: &mut T) -> Result<Self::Reading, T::Error> {
        let card = source.draw(&self.pile.open, self.name)?;
        Ok(card.map(|card| (card, Part::Open)))
    }

    fn ways(&self) -> u64 {
        let [open, veiled] = self.pile.shares();
        u64::from(self.pile.open.count()) * open + u64::from(self.pile.veiled.count()) * veiled
    }

    fn reading(&self, index: usize) -> Option<(Self::Reading, u64)> {
        let [open, veiled] = self.pile.shares();
        let open = alike(&self.pile.open).map(move |(card, many)| (card, Part::Open, many * open));
        let veiled =
            alike(&self.pile.veiled).map(move |(card, many)| (card, Part::Veiled, many * veiled));
        let (card, part, ways) = open
            .chain(veiled)
            .filter(|(.., ways)| *ways > 0)
            .nth(index)?;
        Some((Some((card, part)), ways))
    }

    fn depth(&self) -> u8 {
        self.depth
    }
}

/// The cards of a deck, one for the two that the rules cannot tell apart, with how many those are: cards of
/// the same colour and rank are worth the same.
fn alike(deck: &Deck) -> impl Iterator<Item = (Card, u64)> {
    let pairs = Card::all().filter(|card| *card < card.twin());
    pairs.filter_map(|card| {
        let twin = card.twin();
        let (one, other) = (deck.has(card), deck.has(twin));
        let there = if one > 0 { card } else { twin };
        (one > 0 || other > 0).then_some((there, u64::from(one) + u64::from(other)))
    })
}

/// A hand, by its highest card.
#[derive(Clone, Copy, Debug)]
struct HighestOf<'p> {
    pile: &'p Pile,
    count: u8,
    ruling: Option<Ruling>,
    depth: u8,
}

/// A hand as it was drawn, or as it is counted.
#[derive(Debug)]
enum Drawn {
    /// Its cards.
    Cards(Vec<Card>),
    /// Its highest card, and all cards of the pile that rank lower.
    Highest { highest: Card, below: Deck },
}

impl Ask for HighestOf<'_> {
    type Reading = Drawn;

    fn throw<T: Throw>(&self, source: &mut T) -> Result<Drawn, T::Error> {
        let mut pile = self.pile.clone();
        let mut cards = Vec::with_capacity(self.count.into());
        for _ in 0..self.count {
            pile.shuffle_if_empty();
            let Some(card) = source.draw(&pile.open, "card of the hand")? else {
                break;
            };
            pile.open.take(card);
            cards.push(card);
        }
        Ok(Drawn::Cards(cards))
    }

    fn ways(&self) -> u64 {
        choose(self.pile.open.count(), self.count)
    }

    fn reading(&self, index: usize) -> Option<(Drawn, u64)> {
        // A second hand from a pile of which some cards are in an unseen first one is not counted, nor
        // one for which it is shuffled anew.
        if self.pile.hidden > 0 || self.count > self.pile.open.count() {
            return None;
        }
        if self.count == 1 {
            // A single card hides no others.
            let (highest, ways) = alike(&self.pile.open).nth(index)?;
            let below = Deck::default();
            return Some((Drawn::Highest { highest, below }, ways));
        }
        let mut ranked: Vec<_> = self.pile.open.kinds().collect();
        ranked.sort_by_key(|(card, _)| height(*card, self.ruling));
        let cards = ranked
            .into_iter()
            .flat_map(|(card, many)| std::iter::repeat_n(card, many.into()));
        let mut below: Vec<_> = cards.collect();
        below.truncate(below.len().checked_sub(index)?);
        let highest = below.pop()?;
        let others = u8::try_from(below.len()).ok()?;
        let ways = choose(others, self.count.checked_sub(1)?);
        let below = below.into_iter().collect();
        (ways > 0).then_some((Drawn::Highest { highest, below }, ways))
    }

    fn depth(&self) -> u8 {
        self.depth
    }
}

/// In how many ways `few` of `all` are chosen. Past 2^64, which is more than odds count, the number stops
/// growing.
fn choose(all: u8, few: u8) -> u64 {
    if few > all {
        return 0;
    }
    let few = few.min(all - few);
    let chosen = (0..few).try_fold(1_u128, |ways, taken| {
        let ways = ways.checked_mul(u128::from(all - taken))?;
        Some(ways / u128::from(taken + 1))
    });
    chosen
        .and_then(|ways| u64::try_from(ways).ok())
        .unwrap_or(u64::MAX)
}

/// Draws for hit cards: the top card, and again as long as that is a hit card and its player wants it
/// (K-2).
pub(super) fn draw_hits<C: Chance>(
    card: Card,
    most: u8,
    pile: &mut Pile,
    chance: &mut C,
) -> Result<Vec<Card>, C::Error> {
    let (mut last, mut hits) = (card, Vec::new());
    for drawn in 1..=most {
        if !is_hit_card(last) {
            break;
        }
        let Some(card) = pile.draw("card drawn for a hit card", drawn, chance)? else {
            break;
        };
        hits.push(card);
        last = card;
    }
    Ok(hits)
}
