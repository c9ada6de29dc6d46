//! Drawing a hand (K-4, K-22).

use serde::{Deserialize, Serialize};

use super::check::{CheckOdds, check, check_deck, draws};
use super::deck::WhichDeck;
use super::pile::Pile;
use super::register::{ANY_RULING, CardFrom, Choice, Played};
use super::weapon::OffHand;
use super::worth::Hit;
use crate::bounded::{Rating, bounded, or_default};
use crate::cards::Cards;
use crate::chance::{Chance, Deal};
use crate::odds::{Odds, TooManyOutcomes};
use crate::refusal::{Place, Refusal};
use crate::strict::strict;
use crate::verb::Rolled;

bounded! {
    /// How many cards more than the skill says, from 0 to 99.
    pub struct ExtraCards(0..=99) in "karmic";
}

/// Which hand does this skill draw?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::HandRequest))]
pub struct HandRequest {
    /// The skill with the weapon: so many cards are drawn, and one where it is 0 or less. Absent: the
    /// skill is missing.
    pub skill: Option<Rating>,
    /// What the other hand holds: then the lower of the two skills counts. Absent: nothing.
    pub off_hand: Option<OffHand>,
    /// Cards that are drawn beside those of the skill. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub extra_cards: ExtraCards,
    /// The deck. Absent: a karma deck.
    #[serde(default, deserialize_with = "or_default")]
    pub deck: WhichDeck,
    /// Where the cards come from. Absent: the service deals.
    pub dice: Option<Deal>,
}

strict!(HandRequest);

/// A hand, drawn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::Hand))]
pub struct Hand {
    /// Its cards, in the order drawn.
    pub hand: Cards,
    /// How many cards are left in the deck.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 255))]
    pub remaining: u8,
}

/// How many cards a combatant draws: by the skill with the weapon, by the lower skill where the other hand
/// holds something, and extra cards (K-22).
pub(super) fn hand_size(
    skill: Option<Rating>,
    off_hand: Option<&OffHand>,
    extra: ExtraCards,
) -> u8 {
    let skill = skill.map_or(0, Rating::get);
    let lower = off_hand.map_or(skill, |off_hand| skill.min(off_hand.skill.get()));
    let extra = u8::try_from(extra.get()).unwrap_or(0);
    draws(Some(lower)).saturating_add(extra)
}

/// A hand that can be drawn.
#[derive(Clone, Debug)]
pub struct LawfulHand {
    draws: u8,
    pile: Pile,
}

impl LawfulHand {
    fn draw<C: Chance>(
        &self,
        pile: &mut Pile,
        chance: &mut C,
    ) -> Result<super::pile::Hand, C::Error> {
        pile.hand(self.draws, None, 0, chance)
    }
}

impl Rolled for HandRequest {
    type Lawful<'r> = LawfulHand;
    type Outcome<'r> = Hand;
    type Luck = Deal;

    fn dice(&self) -> Option<&Deal> {
        self.dice.as_ref()
    }

    fn lawful(&self) -> Result<LawfulHand, Refusal> {
        let draws = hand_size(self.skill, self.off_hand.as_ref(), self.extra_cards);
        let pile = Pile::new(self.deck.cards(), &[]);
        let mut faults = Vec::new();
        check_deck(&pile, draws, "/skill", &mut faults);
        Refusal::of(faults)?;
        Ok(LawfulHand { draws, pile })
    }

    fn resolve<'r, C: Chance>(lawful: &LawfulHand, chance: &mut C) -> Result<Hand, C::Error>
    where
        Self: 'r,
    {
        let mut pile = lawful.pile.clone();
        let hand = lawful.draw(&mut pile, chance)?;
        Ok(Hand {
            hand: hand.cards.into_iter().collect(),
            remaining: pile.left(),
        })
    }
}

impl Odds for HandRequest {
    type Odds<'r> = CheckOdds;

    /// Of the highest card: a check with this hand and no modifier.
    fn odds<'r>(lawful: &LawfulHand, at_most: usize) -> Result<CheckOdds, TooManyOutcomes>
    where
        Self: 'r,
    {
        let choice = Choice {
            card: CardFrom::Unknown(lawful.draws),
            hit: Hit::Never,
            ruling: None,
            ruling_at: Place {
                within: "",
                item: None,
                field: "ruling",
            },
            can_be: ANY_RULING,
            ties: 0,
        };
        CheckOdds::of(
            |chance| -> Result<(Played, crate::sum::Total), _> {
                check(
                    lawful.draws,
                    choice,
                    |_| (),
                    &mut lawful.pile.clone(),
                    chance,
                )
            },
            at_most,
        )
    }
}
