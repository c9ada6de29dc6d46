//! One attack against one defense, or none (K-40, K-41).

use serde::{Deserialize, Deserializer, Serialize};

use super::combatant::{Combatant, Field, UnknownHand};
use super::declare::{
    Declared, Forbidden, Initiative, Role, Side, Stance, alone, declared, may_use,
};
use super::maneuver::OwnManeuvers;
use super::pile::Pile;
use super::register::{Action, CardFrom, Outcome, Register, RegisterNumber, resolve};
use super::rules::{Sum, Term};
use super::weapon::{WeaponRange, check_hands};
use crate::bounded::or_default;
use crate::chance::{Chance, Deal};
use crate::json::JsonObject;
use crate::odds::{Census, Odds, Probability, TooManyOutcomes};
use crate::refusal::{Fault, Place, Refusal};
use crate::strict::strict;
use crate::sum::{Tally, Total};
use crate::tagged::read_as;
use crate::verb::Rolled;

/// An attack against a defense, or against none.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::AttackRequest))]
pub struct AttackRequest {
    /// The range in yards between the two.
    pub range: WeaponRange,
    /// Who attacks: with one declaration, an attack.
    pub attacker: Combatant,
    /// Who defends: with one declaration or none; or a hand that nobody knows.
    pub defender: Defender,
    /// Maneuvers beside the named ones. Absent: none.
    #[serde(default, deserialize_with = "or_default")]
    pub maneuvers: OwnManeuvers,
    /// Where the cards come from that are drawn for hit cards. Absent: the service deals.
    pub dice: Option<Deal>,
}

strict!(AttackRequest);

/// Who defends: a combatant with its hand, or a hand that nobody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defender {
    /// A combatant with its hand.
    Combatant(Box<Combatant>),
    /// A hand that nobody knows.
    UnknownHand(Box<UnknownHand>),
}

impl<'de> Deserialize<'de> for Defender {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let JsonObject(mut fields) = JsonObject::deserialize(deserializer)?;
        let size = fields.remove("unknown_hand");
        if let Some(size) = size.filter(|size| !size.is_null()) {
            fields.insert("unknown_hand".to_owned(), size);
            read_as(&fields.into()).map(Box::new).map(Self::UnknownHand)
        } else {
            read_as(&fields.into()).map(Box::new).map(Self::Combatant)
        }
    }
}

#[cfg(feature = "openapi")]
mod schema {
    use utoipa::openapi::{OneOfBuilder, Ref, RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{Combatant, Defender, UnknownHand};
    use crate::schema::collect;

    impl PartialSchema for Defender {
        fn schema() -> RefOr<Schema> {
            OneOfBuilder::new()
                .description(Some(
                    "Who defends: a combatant with its hand, or a hand that nobody knows.",
                ))
                .item(Ref::from_schema_name(Combatant::name()))
                .item(Ref::from_schema_name(UnknownHand::name()))
                .into()
        }
    }

    impl ToSchema for Defender {
        fn name() -> std::borrow::Cow<'static, str> {
            "karmic.Defender".into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            collect::<Combatant>(schemas);
            collect::<UnknownHand>(schemas);
        }
    }
}

/// An attack that the rules can resolve.
#[derive(Clone, Debug)]
pub struct LawfulAttack<'r> {
    attack: Action<'r>,
    defense: Option<Action<'r>>,
    piles: [Pile; 2],
}

/// A register with every number itemised.
pub type ItemisedRegister<'r> = Register<'r, Sum<'r>>;

impl AttackRequest {
    fn field(&self) -> Field<'_> {
        Field {
            range: self.range.get(),
            maneuvers: &self.maneuvers,
        }
    }

    /// The attack of these declarations: exactly one, of a maneuver that attacks.
    fn attack<'r>(
        &'r self,
        declared: &[Declared<'r>],
        faults: &mut Vec<Fault>,
    ) -> Option<Action<'r>> {
        let attacker = &self.attacker;
        if attacker.declarations.len() != 1 {
            let detail = "an attack has one declaration; declare one maneuver";
            faults.push(Fault::new("/attacker/declarations", "K-24", detail));
        }
        let declared = declared.first()?;
        let role = Role::of(declared.maneuver.kind, Initiative::Has);
        if role != Role::Attack {
            let detail = format!("{} is no attack; declare one", declared.maneuver.id);
            let at = "/attacker/declarations/0/maneuver";
            faults.push(Fault::new(at, "K-40", detail));
        }
        let who = (&attacker.id, &attacker.weapon);
        Some(Action::of(*declared, who, role, (Side::Attacker, 0)))
    }

    /// The defense of an unknown hand.
    fn unknown<'r>(&'r self, hand: &'r UnknownHand, faults: &mut Vec<Fault>) -> Option<Action<'r>> {
        let at = || "/defender/maneuver".to_owned();
        let maneuver = self.maneuvers.find(&hand.maneuver, at, faults)?;
        let stance = Stance {
            range: self.range.get(),
            weapon: hand.weapon.as_ref(),
            off_hand: hand.off_hand.as_ref(),
            against: Some(&self.attacker.weapon),
        };
        check_hands(stance.weapon, stance.off_hand, "/defender", faults);
        if let Err(Forbidden { rule, detail }) = may_use(&maneuver, stance, Initiative::HasNot) {
            faults.push(Fault::new(at(), rule, detail));
        }
        if hand.id == self.attacker.id {
            let detail = "both have the same id; give each its own";
            faults.push(Fault::new("/defender/id", "K-20", detail));
        }
        let (cards, count) = (hand.deck.cards().count(), hand.unknown_hand.get());
        if count > i32::from(cards) {
            let detail = format!("the deck has only {cards} cards; say fewer, or another deck");
            faults.push(Fault::new("/defender/unknown_hand", "K-4", detail));
        }
        Some(Action {
            combatant: &hand.id,
            weapon: hand.weapon.as_ref(),
            maneuver,
            role: Role::of(maneuver.kind, Initiative::HasNot),
            card: CardFrom::Unknown(u8::try_from(count).unwrap_or(u8::MAX)),
            hit: hand.hit,
            ruling: hand.ruling,
            ruling_at: Place {
                within: "/defender",
                item: None,
                field: "ruling",
            },
            stands_ground: hand.stand_ground,
            other_modifiers: &hand.other_modifiers,
            damage_modifiers: &[],
        })
    }
}

impl Rolled for AttackRequest {
    type Lawful<'r> = LawfulAttack<'r>;
    type Outcome<'r> = ItemisedRegister<'r>;
    type Luck = Deal;

    fn dice(&self) -> Option<&Deal> {
        self.dice.as_ref()
    }

    fn lawful(&self) -> Result<LawfulAttack<'_>, Refusal> {
        let mut faults = Vec::new();
        let attacker = &self.attacker;
        let (attack, defense, defending) = match &self.defender {
            Defender::Combatant(defender) => {
                let both = [attacker, defender.as_ref()];
                let [ours, theirs] = declared(both, self.field(), &mut faults);
                if defender.declarations.len() > 1 {
                    let detail = "a defense has one declaration; declare one maneuver, or none";
                    faults.push(Fault::new("/defender/declarations", "K-24", detail));
                }
                let defense = theirs.first().map(|declared| {
                    let role = Role::of(declared.maneuver.kind, Initiative::HasNot);
                    let who = (&defender.id, &defender.weapon);
                    Action::of(*declared, who, role, (Side::Defender, 0))
                });
                let pile = Pile::new(defender.deck.cards(), &defender.hand);
                (self.attack(&ours, &mut faults), defense, pile)
            }
            Defender::UnknownHand(hand) => {
                let ours = alone(attacker, self.field(), &mut faults);
                let defense = self.unknown(hand, &mut faults);
                let pile = Pile::new(hand.deck.cards(), &[]);
                (self.attack(&ours, &mut faults), defense, pile)
            }
        };
        let attacking = Pile::new(attacker.deck.cards(), &attacker.hand);
        let lawful = attack.map(|attack| LawfulAttack {
            attack,
            defense,
            piles: [attacking, defending],
        });
        Refusal::unless(lawful, faults)
    }

    fn resolve<'r, C: Chance>(
        lawful: &LawfulAttack<'r>,
        chance: &mut C,
    ) -> Result<ItemisedRegister<'r>, C::Error>
    where
        Self: 'r,
    {
        lawful.resolve(chance)
    }
}

impl<'r> LawfulAttack<'r> {
    /// Resolves the attack.
    ///
    /// # Errors
    /// Only as `chance` does.
    pub fn resolve<S: Tally<'r, Term>, C: Chance>(
        &self,
        chance: &mut C,
    ) -> Result<Register<'r, S>, C::Error> {
        let [mut ours, mut theirs] = self.piles.clone();
        let number = RegisterNumber::default();
        resolve(
            number,
            &self.attack,
            self.defense.as_ref(),
            [&mut ours, &mut theirs],
            chance,
        )
    }
}

/// The odds of an attack, exact: each list adds up to 1, with the remainder.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::AttackOdds))]
pub struct AttackOdds {
    /// How likely each outcome is.
    #[cfg_attr(feature = "openapi", schema(max_items = 2))]
    pub outcomes: Vec<OutcomeOdds>,
    /// How likely each modified total of the attack is.
    #[cfg_attr(feature = "openapi", schema(max_items = 2000))]
    pub totals: Vec<TotalOdds>,
    /// The mean modified total, of what is not in the remainder. Absent: all is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub mean: Option<f64>,
    /// The standard deviation of the modified total.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 0, nullable = false))]
    pub standard_deviation: Option<f64>,
    /// How likely each damage is; a miss does 0.
    #[cfg_attr(feature = "openapi", schema(max_items = 2000))]
    pub damage: Vec<TotalOdds>,
    /// The mean damage, of what is not in the remainder.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 0, nullable = false))]
    pub mean_damage: Option<f64>,
    /// What was not counted: jokers without a ruling, and more than four cards drawn for one hit card.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub remainder: Option<Probability>,
}

/// How likely an outcome is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::OutcomeOdds))]
pub struct OutcomeOdds {
    /// The outcome.
    pub outcome: Outcome,
    /// How likely.
    pub probability: Probability,
}

/// How likely a total is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::TotalOdds))]
pub struct TotalOdds {
    /// The total.
    #[cfg_attr(feature = "openapi", schema(minimum = -9999, maximum = 9999))]
    pub total: i32,
    /// How likely.
    pub probability: Probability,
}

impl TotalOdds {
    /// Of totals with their probabilities.
    pub(super) fn list(totals: Vec<(i32, Probability)>) -> Vec<Self> {
        let totals = totals.into_iter();
        totals
            .map(|(total, probability)| Self { total, probability })
            .collect()
    }
}

impl OutcomeOdds {
    /// Of outcomes with their probabilities.
    pub(super) fn list(outcomes: Vec<(Outcome, Probability)>) -> Vec<Self> {
        let outcomes = outcomes.into_iter();
        outcomes
            .map(|(outcome, probability)| Self {
                outcome,
                probability,
            })
            .collect()
    }
}

/// The damage of a register by the attacker; 0 where there is none.
pub(super) fn damage(register: &Register<'_, Total>) -> i32 {
    let damage = register.damage.as_ref();
    damage.map_or(0, Tally::<Term>::total)
}

impl Odds for AttackRequest {
    type Odds<'r> = AttackOdds;

    fn odds<'r>(lawful: &LawfulAttack<'r>, at_most: usize) -> Result<AttackOdds, TooManyOutcomes>
    where
        Self: 'r,
    {
        let census = Census::take(at_most, |chance| {
            let register = lawful.resolve::<Total, _>(chance)?;
            let attack = Tally::<Term>::total(&register.attacker.mt);
            Ok([(attack, register.outcome, damage(&register))])
        })?;
        let totals = census.moments(|(attack, ..)| Some(*attack));
        let damages = census.moments(|(.., damage)| Some(*damage));
        Ok(AttackOdds {
            outcomes: OutcomeOdds::list(census.by(|(_, outcome, _)| *outcome)),
            totals: TotalOdds::list(census.by(|(attack, ..)| Some(*attack))),
            mean: totals.map(|moments| moments.mean),
            standard_deviation: totals.map(|moments| moments.standard_deviation),
            damage: TotalOdds::list(census.by(|(.., damage)| Some(*damage))),
            mean_damage: damages.map(|moments| moments.mean),
            remainder: census.remainder(),
        })
    }
}
