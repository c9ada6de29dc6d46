//! A register: both maneuvers in it, resolved together (K-40, K-41).

use serde::Serialize;

use super::combatant::Declaration;
use super::declare::{Declared, Role, Side};
use super::pile::{Pile, draw_hits};
#[cfg(feature = "openapi")]
use super::rules::Sum;
use super::rules::Term;
use super::weapon::Weapon;
use super::worth::{Hit, Ruling, Verdict, worth};
use crate::bounded::{Id, bounded};
use crate::cards::{Card, Cards};
use crate::chance::Chance;
use crate::refusal::{Place, Standstill};
use crate::ruleset::Maneuver;
use crate::sum::{Modifier, Tally};

bounded! {
    /// The number of a register, from 1 to 20.
    pub struct RegisterNumber(1..=20, absent 1) in "karmic";
}

/// A register, resolved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::Register))]
pub struct Register<'r, S> {
    /// Its number, from 1.
    pub register: RegisterNumber,
    /// Whether the other one declared nothing in it (K-25).
    pub unopposed: bool,
    /// The maneuver of the combatant who had the initiative when it was declared.
    #[cfg_attr(feature = "openapi", schema(value_type = Play<'r, Sum<'r>>))]
    pub attacker: Play<'r, S>,
    /// The maneuver of the other one. Absent: an unopposed register.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Play<'r, Sum<'r>>>, nullable = false))]
    pub defender: Option<Play<'r, S>>,
    /// How the attacker's attack ended. Absent: the attacker's maneuver was no attack.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub outcome: Option<Outcome>,
    /// The damage of a hit by the attacker.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Sum<'r>>, nullable = false))]
    pub damage: Option<S>,
}

/// How an attack ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::Outcome))]
pub enum Outcome {
    /// It hits.
    Hit,
    /// It does not.
    Miss,
}

/// A maneuver, played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::Play))]
pub struct Play<'r, S> {
    /// Who.
    pub combatant: &'r Id,
    /// The maneuver's id.
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub maneuver: &'r str,
    /// The card played.
    pub card: Card,
    /// The cards drawn for hit cards, which belong to its value. Absent: none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "openapi", schema(max_items = 255))]
    pub hits: Cards,
    /// Its modified total: of an attack, less what the defense takes from it.
    #[cfg_attr(feature = "openapi", schema(value_type = Sum<'r>))]
    pub mt: S,
    /// Whether it succeeded: an attack that hits, a defense against an attack that does not hit, another
    /// maneuver with a modified total above 0. Absent: a defense against no attack.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub success: Option<bool>,
    /// The damage of a hit by whoever had not the initiative.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Sum<'r>>, nullable = false))]
    pub damage: Option<S>,
}

/// Where a card comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum CardFrom {
    /// From the hand, chosen.
    Hand(Card),
    /// The highest of so many that nobody knows (K-5).
    Unknown(u8),
}

/// A maneuver about to be resolved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Action<'r> {
    pub(super) combatant: &'r Id,
    pub(super) weapon: Option<&'r Weapon>,
    pub(super) maneuver: Maneuver<'r>,
    pub(super) role: Role,
    pub(super) card: CardFrom,
    pub(super) hit: Hit,
    pub(super) ruling: Option<Ruling>,
    /// Where a ruling is given in the request.
    pub(super) ruling_at: Place,
    pub(super) stands_ground: bool,
    pub(super) other_modifiers: &'r [Modifier],
    pub(super) damage_modifiers: &'r [Modifier],
}

impl<'r> Action<'r> {
    /// Of a declaration, which is the one at `place` of that side.
    pub(super) fn of(
        declared: Declared<'r>,
        (combatant, weapon): (&'r Id, &'r Weapon),
        role: Role,
        (side, place): (Side, u8),
    ) -> Self {
        let Declaration {
            maneuver: _,
            card,
            hit,
            ruling,
            stand_ground,
            other_modifiers,
            damage_modifiers,
        } = declared.declaration;
        Self {
            combatant,
            weapon: Some(weapon),
            maneuver: declared.maneuver,
            role,
            card: CardFrom::Hand(*card),
            hit: *hit,
            ruling: *ruling,
            ruling_at: Place {
                within: side.declarations(),
                item: Some(place),
                field: "ruling",
            },
            stands_ground: *stand_ground,
            other_modifiers,
            damage_modifiers,
        }
    }

    /// The modified total, before a defense is taken from it (K-40).
    fn modified_total<S: Tally<'r, Term>>(&self, played: &Played) -> S {
        let mut mt = S::default();
        played.add_to(&mut mt);
        add_modifiers(&mut mt, &self.maneuver, self.role, self.weapon);
        mt.add_if(self.stands_ground, Term::StandGround, -2);
        mt.free(self.other_modifiers);
        mt
    }

    /// The damage of a hit (K-41).
    fn damage<S: Tally<'r, Term>>(&self, played: &Played) -> S {
        let mut damage = S::default();
        played.add_to(&mut damage);
        if let Some(weapon) = self.weapon {
            damage.base(Term::Edge, weapon.edge.get());
        }
        damage.free(self.damage_modifiers);
        damage.at_least(Term::Minimum0, 0);
        if let Some(weapon) = self.weapon
            && !self.maneuver.ignores_maximum_damage
        {
            damage.at_most(Term::MaximumDamage, weapon.maximum_damage.get());
        }
        damage
    }
}

/// Adds what a maneuver has before the card: the Force, which counts when attacking, and its own
/// modifier (K-40).
pub(super) fn add_modifiers<'r, S: Tally<'r, Term>>(
    mt: &mut S,
    maneuver: &Maneuver<'_>,
    role: Role,
    weapon: Option<&Weapon>,
) {
    if let Some(weapon) = weapon
        && maneuver.uses_force.unwrap_or(role == Role::Attack)
    {
        mt.base(Term::Force, weapon.force.get());
    }
    mt.add(Term::Maneuver, maneuver.modifier);
}

/// A card played, with what was drawn for it.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) card: Card,
    /// The whole hand, where it was drawn for this.
    pub(super) hand: Vec<Card>,
    pub(super) hits: Vec<Card>,
    worth: i32,
    worth_of_hits: i32,
    /// What a joker decides.
    verdict: Option<Verdict>,
}

impl Played {
    /// Adds the card, and what was drawn for it (K-1, K-2).
    pub(super) fn add_to<'r, S: Tally<'r, Term>>(&self, sum: &mut S) {
        sum.base(Term::CardValue, self.worth);
        if !self.hits.is_empty() {
            sum.add(Term::HitCards, self.worth_of_hits);
        }
    }

    pub(super) fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }
}

/// What a ruling can be where a maneuver is ruled.
pub(super) const ANY_RULING: &str = "`success`, `failure` or the card's value";

/// How a card is played: which one, whether cards are drawn for it, and what a joker is ruled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) card: CardFrom,
    pub(super) hit: Hit,
    pub(super) ruling: Option<Ruling>,
    pub(super) ruling_at: Place,
    /// What a ruling can be.
    pub(super) can_be: &'static str,
    /// How often it was drawn for before, where a contest is drawn again.
    pub(super) ties: u8,
}

/// Plays a card, and draws for it if it is a hit card (K-2). A joker waits for its ruling (K-3).
pub(super) fn play<C: Chance>(
    choice: Choice,
    pile: &mut Pile,
    chance: &mut C,
) -> Result<Played, C::Error> {
    let ruled = |card: Card| {
        worth(card, choice.ruling).ok_or_else(|| {
            C::Error::from(Standstill::RulingNeeded {
                joker: card,
                at: choice.ruling_at,
                can_be: choice.can_be,
                rule: "K-3",
            })
        })
    };
    let (card, hand) = match choice.card {
        CardFrom::Hand(card) => (card, Vec::new()),
        CardFrom::Unknown(count) => {
            let hand = pile.hand(count, choice.ruling, choice.ties, chance)?;
            (hand.highest, hand.cards)
        }
    };
    let worth = ruled(card)?;
    let hits = draw_hits(card, choice.hit.most(), pile, chance)?;
    let mut worth_of_hits = 0;
    for hit in &hits {
        worth_of_hits += ruled(*hit)?;
    }
    let has_joker = card.is_joker() || hits.iter().any(|hit| hit.is_joker());
    Ok(Played {
        card,
        hand,
        worth,
        worth_of_hits,
        verdict: choice
            .ruling
            .filter(|_| has_joker)
            .and_then(Ruling::verdict),
        hits,
    })
}

/// Resolves a register: both sides together (K-26).
pub(super) fn resolve<'r, S: Tally<'r, Term>, C: Chance>(
    register: RegisterNumber,
    ours: &Action<'r>,
    theirs: Option<&Action<'r>>,
    [our_pile, their_pile]: [&mut Pile; 2],
    chance: &mut C,
) -> Result<Register<'r, S>, C::Error> {
    let our_card = play_action(ours, our_pile, chance)?;
    let our_mt: S = ours.modified_total(&our_card);
    let opposed = match theirs {
        None => None,
        Some(theirs) => {
            let card = play_action(theirs, their_pile, chance)?;
            let mt: S = theirs.modified_total(&card);
            Some((theirs, card, mt))
        }
    };
    // Each side with what it plays, and the total that it has alone.
    let us = (ours, &our_card, our_mt.total());
    let them = opposed
        .as_ref()
        .map(|(theirs, card, mt)| (*theirs, card, mt.total()));
    let end = End::of(us, them);
    let their_end = them.map(|them| End::of(them, Some(us)));

    let damage = end.damages.then(|| ours.damage(&our_card));
    let attacker = shown(ours, our_card, our_mt, end);
    let defender = opposed.zip(their_end);
    let defender = defender.map(|((theirs, card, mt), end)| Play {
        damage: end.damages.then(|| theirs.damage(&card)),
        ..shown(theirs, card, mt, end)
    });
    Ok(Register {
        register,
        unopposed: defender.is_none(),
        attacker,
        defender,
        outcome: end.outcome,
        damage,
    })
}

fn play_action<C: Chance>(
    action: &Action<'_>,
    pile: &mut Pile,
    chance: &mut C,
) -> Result<Played, C::Error> {
    chance.on_behalf_of(action.combatant);
    let choice = Choice {
        card: action.card,
        hit: action.hit,
        ruling: action.ruling,
        ruling_at: action.ruling_at,
        can_be: ANY_RULING,
        ties: 0,
    };
    play(choice, pile, chance)
}

/// How a maneuver ends.
#[derive(Clone, Copy)]
struct End {
    /// What a defense takes from an attack's total.
    taken: i32,
    success: Option<bool>,
    /// Of an attack.
    outcome: Option<Outcome>,
    /// Whether it does damage.
    damages: bool,
}

/// A maneuver, the card played for it, and the total of the two.
type Alone<'a, 'r> = (&'a Action<'r>, &'a Played, i32);

impl End {
    /// Of one side's maneuver against the other's.
    fn of(us: Alone<'_, '_>, them: Option<Alone<'_, '_>>) -> Self {
        let (action, played, total) = us;
        let plain = |success| Self {
            taken: 0,
            success,
            outcome: None,
            damages: false,
        };
        match action.role {
            Role::Attack => {
                let (taken, hits) = attack(us, them);
                Self {
                    taken,
                    success: Some(hits),
                    outcome: Some(if hits { Outcome::Hit } else { Outcome::Miss }),
                    damages: hits && action.maneuver.deals_damage,
                }
            }
            Role::Defense => {
                let attacked = them.filter(|(action, ..)| action.role == Role::Attack);
                plain(attacked.map(|them| !attack(them, Some(us)).1))
            }
            Role::Other => plain(Some(match played.verdict {
                Some(verdict) => verdict == Verdict::Success,
                None => total > 0,
            })),
        }
    }
}

/// What a defense takes from an attack, and whether the attack hits (K-40). A ruling on the attack stands
/// before one on the defense (K-3).
fn attack((_, attack, total): Alone<'_, '_>, them: Option<Alone<'_, '_>>) -> (i32, bool) {
    let defense = them.filter(|(action, ..)| action.role == Role::Defense);
    let defense_ruled = defense.and_then(|(_, played, _)| played.verdict);
    let taken = match (defense, defense_ruled) {
        (None, _) | (Some(_), Some(Verdict::Failure)) => 0,
        (Some((.., mt)), None | Some(Verdict::Success)) => mt.max(0),
    };
    let hits = match (attack.verdict, defense_ruled) {
        (Some(verdict), _) => verdict == Verdict::Success,
        (None, Some(Verdict::Success)) => false,
        (None, None | Some(Verdict::Failure)) => total - taken > 0,
    };
    (taken, hits)
}

fn shown<'r, S: Tally<'r, Term>>(
    action: &Action<'r>,
    played: Played,
    mut mt: S,
    end: End,
) -> Play<'r, S> {
    mt.add(Term::Defense, -end.taken);
    Play {
        combatant: action.combatant,
        maneuver: action.maneuver.id,
        card: played.card,
        hits: played.hits.into_iter().collect(),
        mt,
        success: end.success,
        damage: None,
    }
}
