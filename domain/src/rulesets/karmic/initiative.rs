//! Who begins (K-20).

use serde::{Deserialize, Serialize};

use super::check::{check, check_deck, draws};
use super::deck::WhichDeck;
use super::pile::Pile;
use super::register::{CardFrom, Choice, Played};
use super::rules::{Sum, Term};
use super::worth::{Hit, Ruling};
use crate::bounded::{Id, Rating, list, or_default};
use crate::cards::{Card, Cards};
use crate::chance::{Chance, Deal};
use crate::odds::{Census, Odds, Probability, TooManyOutcomes};
use crate::refusal::{Fault, Place, Refusal, Standstill};
use crate::strict::strict;
use crate::sum::{Modifiers, Tally, Total};
use crate::verb::Rolled;

/// How often both draw at most.
const MOST_TIES: u8 = 20;

/// How often both draw in what is counted: a tie is followed once.
const DRAWS_COUNTED: u8 = 2;

/// Who begins with the initiative?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::InitiativeRequest))]
pub struct InitiativeRequest {
    /// The two who check.
    pub combatants: InitiativeCombatants,
    /// Where the cards come from. Absent: the service deals.
    pub dice: Option<Deal>,
}

list! {
    /// The two who check for the initiative: the first one's cards are drawn first.
    pub struct InitiativeCombatants(2..=2 of InitiativeCombatant) in "karmic";
}

/// A combatant who checks for the initiative: a Combat Training check, or without that skill a Willpower
/// check.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::InitiativeCombatant))]
pub struct InitiativeCombatant {
    /// The combatant's id.
    pub id: Id,
    /// The skill Combat Training: so many cards are drawn. Absent: the skill is missing, and one is.
    pub combat_training: Option<Rating>,
    /// The Willpower, which modifies the check. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub willpower: Rating,
    /// The deck. Absent: a karma deck.
    #[serde(default, deserialize_with = "or_default")]
    pub deck: WhichDeck,
    /// Whether cards are drawn if the highest is a hit card. Absent: `never`.
    #[serde(default, deserialize_with = "or_default")]
    pub hit: Hit,
    /// What a joker is worth, by the GM's ruling. Absent: a joker that is drawn waits for it.
    pub ruling: Option<Rating>,
    /// House rules and the GM's word.
    #[serde(default, deserialize_with = "or_default")]
    pub other_modifiers: Modifiers,
}

strict!(InitiativeRequest, InitiativeCombatant);

/// Who begins, and by which checks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::InitiativeOutcome))]
pub struct InitiativeOutcome<'r> {
    /// The checks that decided, in the order of the request.
    #[cfg_attr(feature = "openapi", schema(min_items = 2, max_items = 2))]
    pub checks: Vec<InitiativeCheck<'r>>,
    /// How often both were tied, and drew again, before.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 20))]
    pub ties: u8,
    /// Who has the initiative.
    pub initiative: &'r Id,
}

/// A check for the initiative.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::InitiativeCheck))]
pub struct InitiativeCheck<'r> {
    /// Who.
    pub id: &'r Id,
    /// The cards drawn, in order.
    pub drawn: Cards,
    /// The one played: the highest.
    pub card: Card,
    /// The cards drawn for hit cards. Absent: none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub hits: Cards,
    /// The modified total.
    pub mt: Sum<'r>,
}

/// Two who can check.
#[derive(Clone, Debug)]
pub struct LawfulInitiative<'r> {
    contestants: [Contestant<'r>; 2],
}

#[derive(Clone, Debug)]
struct Contestant<'r> {
    combatant: &'r InitiativeCombatant,
    draws: u8,
    choice: Choice,
    pile: Pile,
}

/// A contest decided: both checks, how often they were tied before, and which of the two has won.
struct Decided<'r, S> {
    checks: [(&'r InitiativeCombatant, Played, S); 2],
    ties: u8,
    winner: &'r Id,
}

impl<'r> LawfulInitiative<'r> {
    /// The same two with these piles in place of whole decks, where a joker's ruling stands elsewhere.
    pub(super) fn with_piles(self, piles: [Pile; 2], ruling_at: Place) -> Self {
        let [one, other] = self.contestants;
        let [of_one, of_other] = piles;
        let contestants = [(one, of_one), (other, of_other)].map(|(contestant, pile)| Contestant {
            choice: Choice {
                ruling_at,
                ..contestant.choice
            },
            pile,
            ..contestant
        });
        Self { contestants }
    }

    /// What is left of the two piles.
    pub(super) fn into_piles(self) -> [Pile; 2] {
        self.contestants.map(|contestant| contestant.pile)
    }

    /// Decides who begins.
    pub(super) fn decide<C: Chance>(
        &mut self,
        chance: &mut C,
    ) -> Result<InitiativeOutcome<'r>, C::Error> {
        let decided = self.contest(MOST_TIES, chance)?;
        let checks = decided.checks.into_iter();
        let checks = checks.map(|(combatant, played, mt)| InitiativeCheck {
            id: &combatant.id,
            drawn: played.hand.into_iter().collect(),
            card: played.card,
            hits: played.hits.into_iter().collect(),
            mt,
        });
        Ok(InitiativeOutcome {
            checks: checks.collect(),
            ties: decided.ties,
            initiative: decided.winner,
        })
    }

    /// Both draw until one has the higher total, at most so many times.
    fn contest<S: Tally<'r, Term>, C: Chance>(
        &mut self,
        most: u8,
        chance: &mut C,
    ) -> Result<Decided<'r, S>, C::Error> {
        let [one, other] = &mut self.contestants;
        for ties in 0..most {
            let ours: (Played, S) = one.check(ties, chance)?;
            let theirs: (Played, S) = other.check(ties, chance)?;
            let winner = match ours.1.total().cmp(&theirs.1.total()) {
                std::cmp::Ordering::Greater => one.combatant,
                std::cmp::Ordering::Less => other.combatant,
                std::cmp::Ordering::Equal => continue,
            };
            return Ok(Decided {
                checks: [
                    (one.combatant, ours.0, ours.1),
                    (other.combatant, theirs.0, theirs.1),
                ],
                ties,
                winner: &winner.id,
            });
        }
        Err(Standstill::Undecided {
            ties: most,
            rule: "K-20",
        }
        .into())
    }
}

impl<'r> Contestant<'r> {
    fn check<S: Tally<'r, Term>, C: Chance>(
        &mut self,
        ties: u8,
        chance: &mut C,
    ) -> Result<(Played, S), C::Error> {
        let combatant = self.combatant;
        chance.on_behalf_of(&combatant.id);
        let choice = Choice {
            ties,
            ..self.choice
        };
        let modifiers = |mt: &mut S| {
            mt.base(Term::Willpower, combatant.willpower.get());
            mt.free(&combatant.other_modifiers);
        };
        let checked = check(self.draws, choice, modifiers, &mut self.pile, chance)?;
        self.pile.lay_aside(&checked.0.hand);
        Ok(checked)
    }
}

impl Rolled for InitiativeRequest {
    type Lawful<'r> = LawfulInitiative<'r>;
    type Outcome<'r> = InitiativeOutcome<'r>;
    type Luck = Deal;

    fn dice(&self) -> Option<&Deal> {
        self.dice.as_ref()
    }

    fn lawful(&self) -> Result<LawfulInitiative<'_>, Refusal> {
        let mut faults = Vec::new();
        let contestants = self
            .combatants
            .iter()
            .zip(0_u8..)
            .map(|(combatant, place)| {
                let draws = draws(combatant.combat_training.map(Rating::get));
                let pile = Pile::new(combatant.deck.cards(), &[]);
                let at = format!("/combatants/{place}/combat_training");
                check_deck(&pile, draws, &at, &mut faults);
                Contestant {
                    combatant,
                    draws,
                    choice: Choice {
                        card: CardFrom::Unknown(draws),
                        hit: combatant.hit,
                        ruling: combatant.ruling.map(Ruling::Value),
                        ruling_at: Place {
                            within: "/combatants",
                            item: Some(place),
                            field: "ruling",
                        },
                        can_be: "the card's value",
                        ties: 0,
                    },
                    pile,
                }
            });
        let contestants: Vec<_> = contestants.collect();
        let contestants: Option<[_; 2]> = contestants.try_into().ok();
        if let Some([one, other]) = &contestants
            && one.combatant.id == other.combatant.id
        {
            let detail = "both have the same id; give each its own";
            faults.push(Fault::new("/combatants/1/id", "K-20", detail));
        }
        let lawful = contestants.map(|contestants| LawfulInitiative { contestants });
        Refusal::unless(lawful, faults)
    }

    fn resolve<'r, C: Chance>(
        lawful: &LawfulInitiative<'r>,
        chance: &mut C,
    ) -> Result<InitiativeOutcome<'r>, C::Error>
    where
        Self: 'r,
    {
        lawful.clone().decide(chance)
    }
}

/// The odds of the initiative, exact: they add up to 1, with the remainder.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::InitiativeOdds))]
pub struct InitiativeOdds<'r> {
    /// How likely each has it.
    #[cfg_attr(feature = "openapi", schema(max_items = 2))]
    pub initiative: Vec<HolderOdds<'r>>,
    /// What was not counted: jokers without a ruling, and ties. Where each draws one card, a tie is drawn
    /// again once; where more are drawn, it is not counted further.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub remainder: Option<Probability>,
}

/// How likely a combatant has the initiative.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::HolderOdds))]
pub struct HolderOdds<'r> {
    /// Who.
    pub combatant: &'r Id,
    /// How likely.
    pub probability: Probability,
}

impl Odds for InitiativeRequest {
    type Odds<'r> = InitiativeOdds<'r>;

    fn odds<'r>(
        lawful: &LawfulInitiative<'r>,
        at_most: usize,
    ) -> Result<InitiativeOdds<'r>, TooManyOutcomes>
    where
        Self: 'r,
    {
        let census = Census::take(at_most, |chance| {
            let decided = lawful.clone().contest::<Total, _>(DRAWS_COUNTED, chance)?;
            Ok([decided.winner])
        })?;
        let holders = lawful.contestants.iter().map(|contestant| {
            let combatant = &contestant.combatant.id;
            HolderOdds {
                combatant,
                probability: census.probability_of(|winner| *winner == combatant),
            }
        });
        Ok(InitiativeOdds {
            initiative: holders.collect(),
            remainder: census.remainder(),
        })
    }
}
