//! A check's sum before the card (K-5, K-40), and the odds of the check.

use serde::{Deserialize, Deserializer, Serialize};

use super::check::{CheckOdds, check, check_deck, draws};
use super::deck::WhichDeck;
use super::declare::{Initiative, Role};
use super::maneuver::OwnManeuvers;
use super::pile::Pile;
use super::register::{ANY_RULING, CardFrom, Choice, add_modifiers};
use super::rules::{Sum, Term};
use super::weapon::{Weapon, check_hands};
use super::worth::{Hit, Ruling};
use crate::bounded::{Id, Rating, on_the_wire, or_default};
use crate::chance::{Chance, Deal};
use crate::odds::{Odds, TooManyOutcomes};
use crate::refusal::{Place, Refusal};
use crate::ruleset::Maneuver;
use crate::strict::strict;
use crate::sum::{Modifiers, Tally};
use crate::verb::{Reckoned, Rolled};

/// How good is this check before the card? As many cards are drawn as the skill says, and one is played.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::SkillModifierRequest))]
pub struct SkillModifierRequest {
    /// The skill: so many cards are drawn, and one where it is 0 or less. Absent: the skill is missing.
    pub skill: Option<Rating>,
    /// The maneuver, as whoever has the initiative uses it. Absent: a check without one.
    pub maneuver: Option<Id>,
    /// The weapon, whose Force counts when attacking. Absent: none.
    pub weapon: Option<Weapon>,
    /// Standing one's ground: -2 (K-43). Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub stand_ground: bool,
    /// House rules and the GM's word.
    #[serde(default, deserialize_with = "or_default")]
    pub other_modifiers: Modifiers,
    /// Maneuvers beside the named ones. Absent: none.
    #[serde(default, deserialize_with = "or_default")]
    pub maneuvers: OwnManeuvers,
    /// The deck that is drawn from, for the odds. Absent: a karma deck.
    #[serde(default, deserialize_with = "or_default")]
    pub deck: WhichDeck,
    /// Whether cards are drawn if the highest is a hit card, for the odds. Absent: `never`.
    #[serde(default, deserialize_with = "or_default")]
    pub hit: Hit,
    /// The GM's ruling on jokers, for the odds. Absent: none, so that hands with a joker are not counted.
    pub ruling: Option<Ruling>,
}

strict!(SkillModifierRequest);

/// A check's sum before the card.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::SkillModifier))]
pub struct SkillModifier<'r> {
    /// How many cards are drawn.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 99))]
    pub draws: u8,
    /// What the card is added to.
    pub modifier: Sum<'r>,
}

impl SkillModifierRequest {
    fn found(&self) -> Result<Option<Maneuver<'_>>, Refusal> {
        let mut faults = Vec::new();
        self.maneuvers.check(&mut faults);
        check_hands(self.weapon.as_ref(), None, "", &mut faults);
        let maneuver = self.maneuver.as_ref();
        let at = || "/maneuver".to_owned();
        let found = maneuver.and_then(|id| self.maneuvers.find(id, at, &mut faults));
        Refusal::of(faults)?;
        Ok(found)
    }

    fn draws(&self) -> u8 {
        draws(self.skill.map(Rating::get))
    }

    fn add_to<'r, S: Tally<'r, Term>>(&'r self, maneuver: Option<&Maneuver<'_>>, sum: &mut S) {
        if let Some(maneuver) = maneuver {
            let role = Role::of(maneuver.kind, Initiative::Has);
            add_modifiers(sum, maneuver, role, self.weapon.as_ref());
        }
        sum.add_if(self.stand_ground, Term::StandGround, -2);
        sum.free(&self.other_modifiers);
    }
}

impl Reckoned for SkillModifierRequest {
    type Answer<'r> = SkillModifier<'r>;

    fn reckon(&self) -> Result<SkillModifier<'_>, Refusal> {
        let mut modifier = Sum::default();
        self.add_to(self.found()?.as_ref(), &mut modifier);
        Ok(SkillModifier {
            draws: self.draws(),
            modifier,
        })
    }
}

/// The check itself: its cards drawn, the highest played.
#[derive(Clone, Debug)]
pub struct CheckRequest(SkillModifierRequest);

on_the_wire!(CheckRequest = SkillModifierRequest);

impl<'de> Deserialize<'de> for CheckRequest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <SkillModifierRequest as Deserialize>::deserialize(deserializer).map(Self)
    }
}

/// A check that can be made.
#[derive(Clone, Debug)]
pub struct LawfulCheck<'r> {
    request: &'r SkillModifierRequest,
    maneuver: Option<Maneuver<'r>>,
    pile: Pile,
}

impl<'r> LawfulCheck<'r> {
    fn make<S: Tally<'r, Term>, C: Chance>(
        &self,
        chance: &mut C,
    ) -> Result<(super::register::Played, S), C::Error> {
        let choice = Choice {
            card: CardFrom::Unknown(self.request.draws()),
            hit: self.request.hit,
            ruling: self.request.ruling,
            ruling_at: Place {
                within: "",
                item: None,
                field: "ruling",
            },
            can_be: ANY_RULING,
            ties: 0,
        };
        let add = |sum: &mut S| self.request.add_to(self.maneuver.as_ref(), sum);
        check(
            self.request.draws(),
            choice,
            add,
            &mut self.pile.clone(),
            chance,
        )
    }
}

impl Rolled for CheckRequest {
    type Lawful<'r> = LawfulCheck<'r>;
    type Outcome<'r> = Sum<'r>;
    type Luck = Deal;

    fn dice(&self) -> Option<&Deal> {
        None
    }

    fn lawful(&self) -> Result<LawfulCheck<'_>, Refusal> {
        let Self(request) = self;
        let maneuver = request.found()?;
        let pile = Pile::new(request.deck.cards(), &[]);
        let mut faults = Vec::new();
        check_deck(&pile, request.draws(), "/skill", &mut faults);
        Refusal::of(faults)?;
        Ok(LawfulCheck {
            request,
            maneuver,
            pile,
        })
    }

    fn resolve<'r, C: Chance>(lawful: &LawfulCheck<'r>, chance: &mut C) -> Result<Sum<'r>, C::Error>
    where
        Self: 'r,
    {
        lawful.make(chance).map(|(_, mt)| mt)
    }
}

impl Odds for CheckRequest {
    type Odds<'r> = CheckOdds;

    fn odds<'r>(lawful: &LawfulCheck<'r>, at_most: usize) -> Result<CheckOdds, TooManyOutcomes>
    where
        Self: 'r,
    {
        CheckOdds::of(|chance| lawful.make(chance), at_most)
    }
}
