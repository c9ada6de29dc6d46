//! What may be declared (K-23, K-24, K-42).

use std::collections::{HashMap, HashSet};

use super::combatant::{Combatant, Declaration, Field};
use super::maneuver::OwnManeuvers;
use super::weapon::{OffHand, Weapon, check_hands};
use super::worth::{Hit, is_hit_card};
use crate::bounded::Id;
use crate::cards::Card;
use crate::refusal::Fault;
use crate::ruleset::{Maneuver, ManeuverKind};

/// One of the two combatants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    /// Who starts with the initiative.
    Attacker,
    /// The other one.
    Defender,
}

impl Side {
    pub(super) const BOTH: [Self; 2] = [Self::Attacker, Self::Defender];

    /// The other one.
    pub(super) fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }

    /// Its combatant in a request.
    pub(super) fn pointer(self) -> &'static str {
        match self {
            Self::Attacker => "/attacker",
            Self::Defender => "/defender",
        }
    }

    /// Where its declarations stand in a request.
    pub(super) fn declarations(self) -> &'static str {
        match self {
            Self::Attacker => "/attacker/declarations",
            Self::Defender => "/defender/declarations",
        }
    }
}

/// What a maneuver does in its register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    Attack,
    Defense,
    Other,
}

impl Role {
    /// Of a maneuver by somebody with or without the initiative.
    pub(super) fn of(kind: ManeuverKind, initiative: Initiative) -> Self {
        match (kind, initiative) {
            (ManeuverKind::Attack, _) | (ManeuverKind::Both, Initiative::Has) => Self::Attack,
            (ManeuverKind::Defense, _) | (ManeuverKind::Both, Initiative::HasNot) => Self::Defense,
            (ManeuverKind::Other, _) => Self::Other,
        }
    }
}

/// Whether a combatant has the initiative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Initiative {
    Has,
    HasNot,
}

/// A declaration with its maneuver.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declared<'r> {
    pub(super) declaration: &'r Declaration,
    pub(super) maneuver: Maneuver<'r>,
}

/// Whom a maneuver is declared against, and from where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stance<'r> {
    pub(super) range: i32,
    pub(super) weapon: Option<&'r Weapon>,
    pub(super) off_hand: Option<&'r OffHand>,
    /// The other one's weapon.
    pub(super) against: Option<&'r Weapon>,
}

/// Why a maneuver may not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Forbidden {
    pub(super) rule: &'static str,
    pub(super) detail: String,
}

/// Whether a maneuver may be used from here, by somebody with or without the initiative.
pub(super) fn may_use(
    maneuver: &Maneuver<'_>,
    stance: Stance<'_>,
    initiative: Initiative,
) -> Result<(), Forbidden> {
    let forbidden = |rule, detail| Err(Forbidden { rule, detail });
    let id = maneuver.id;
    if maneuver.needs_initiative && initiative == Initiative::HasNot {
        return forbidden(
            "K-23",
            format!("{id} needs the initiative; declare a defense"),
        );
    }
    if maneuver.needs_shield && !stance.off_hand.is_some_and(OffHand::is_shield) {
        let detail = format!("{id} needs a shield or a buckler as `off_hand`; declare another");
        return forbidden("K-22", detail);
    }
    let Some(weapon) = stance.weapon else {
        return Ok(());
    };
    let (own, range) = (weapon.range.get(), stance.range);
    let reach = own + maneuver.extra_range;
    if Role::of(maneuver.kind, initiative) == Role::Attack && reach != range {
        let detail = format!(
            "{id} attacks at exactly {reach} yards here, and the range is {range}; change the range, the \
             weapon or the maneuver"
        );
        return forbidden("K-42", detail);
    }
    let against_longer = stance.against.is_some_and(|other| other.range.get() > own);
    if maneuver.parries && own != range && !against_longer {
        let detail = format!(
            "{id} is possible at the weapon's range of {own} yards, or against a longer weapon, and the \
             range is {range}; declare another"
        );
        return forbidden("K-42", detail);
    }
    Ok(())
}

/// The declarations of both, with their maneuvers, and every fault of them.
pub(super) fn declared<'r>(
    [attacker, defender]: [&'r Combatant; 2],
    field: Field<'r>,
    faults: &mut Vec<Fault>,
) -> [Vec<Declared<'r>>; 2] {
    if attacker.id == defender.id {
        let detail = "both have the same id; give each its own";
        faults.push(Fault::new("/defender/id", "K-20", detail));
    }
    field.maneuvers.check(faults);
    let both = [
        found(attacker, Side::Attacker, field, faults),
        found(defender, Side::Defender, field, faults),
    ];
    let [ours, theirs] = &both;
    let settled = settled(ours).min(settled(theirs));
    for (side, combatant, against, declared) in [
        (Side::Attacker, attacker, &defender.weapon, ours),
        (Side::Defender, defender, &attacker.weapon, theirs),
    ] {
        let sided = Sided {
            side,
            combatant,
            declared,
        };
        sided.check((field.range, Some(against)), settled, faults);
    }
    both
}

/// The declarations of an attacker against somebody of whom nothing is known, and every fault of them.
pub(super) fn alone<'r>(
    attacker: &'r Combatant,
    field: Field<'r>,
    faults: &mut Vec<Fault>,
) -> Vec<Declared<'r>> {
    field.maneuvers.check(faults);
    let declared = found(attacker, Side::Attacker, field, faults);
    let sided = Sided {
        side: Side::Attacker,
        combatant: attacker,
        declared: &declared,
    };
    sided.check((field.range, None), settled(&declared), faults);
    declared
}

/// For how many registers it is known beforehand who has the initiative: up to the first maneuver that
/// resolves at once (K-23).
fn settled(declared: &[Declared<'_>]) -> usize {
    let immediate = |declared: &Declared<'_>| declared.maneuver.resolves_immediately;
    let first = declared.iter().position(immediate);
    first.map_or(usize::MAX, |first| first + 1)
}

/// What one side declares.
#[derive(Clone, Copy)]
struct Sided<'a, 'r> {
    side: Side,
    combatant: &'r Combatant,
    declared: &'a [Declared<'r>],
}

impl Sided<'_, '_> {
    fn check(
        self,
        (range, against): (i32, Option<&Weapon>),
        settled: usize,
        faults: &mut Vec<Fault>,
    ) {
        let Self {
            side,
            combatant,
            declared,
        } = self;
        let stance = Stance {
            range,
            weapon: Some(&combatant.weapon),
            off_hand: combatant.off_hand.as_ref(),
            against,
        };
        check_hands(stance.weapon, stance.off_hand, side.pointer(), faults);
        check_cards(combatant, side, faults);
        check_number(combatant, side, declared, faults);
        let initiative = match side {
            Side::Attacker => Initiative::Has,
            Side::Defender => Initiative::HasNot,
        };
        for (place, one) in declared.iter().enumerate() {
            let with = |initiative| may_use(&one.maneuver, stance, initiative);
            let possible = if place < settled {
                with(initiative)
            } else {
                // Who has the initiative by then is not known yet: only what neither may do is refused.
                with(Initiative::HasNot).or_else(|_| with(Initiative::Has))
            };
            if let Err(Forbidden { rule, detail }) = possible {
                let at = format!("{}/{place}/maneuver", side.declarations());
                faults.push(Fault::new(at, rule, detail));
            }
        }
    }
}

fn found<'r>(
    combatant: &'r Combatant,
    side: Side,
    field: Field<'r>,
    faults: &mut Vec<Fault>,
) -> Vec<Declared<'r>> {
    let declarations = combatant.declarations.iter().enumerate();
    let declared = declarations.filter_map(|(place, declaration)| {
        let at = || format!("{}/{place}/maneuver", side.declarations());
        let maneuver = field.maneuvers.find(&declaration.maneuver, at, faults)?;
        Some(Declared {
            declaration,
            maneuver,
        })
    });
    declared.collect()
}

/// Declarations that are known to be possible, with their maneuvers.
pub(super) fn with_maneuvers<'r>(
    combatant: &'r Combatant,
    maneuvers: &'r OwnManeuvers,
) -> Vec<Declared<'r>> {
    let field = Field {
        range: 0,
        maneuvers,
    };
    found(combatant, Side::Attacker, field, &mut Vec::new())
}

/// Faults of the cards: not in the hand, played twice, no hit card, no joker (K-2, K-3, K-24).
fn check_cards(combatant: &Combatant, side: Side, faults: &mut Vec<Fault>) {
    let mut played: HashMap<Card, usize> = HashMap::new();
    for (place, declaration) in combatant.declarations.iter().enumerate() {
        let card = declaration.card;
        let mut fault = |field: &str, rule, detail| {
            let at = format!("{}/{place}/{field}", side.declarations());
            faults.push(Fault::new(at, rule, detail));
        };
        let in_hand = combatant.hand.iter().filter(|held| **held == card).count();
        let times = played.entry(card).or_insert(0);
        *times += 1;
        if *times > in_hand {
            let how = if in_hand == 0 {
                "is not in the hand"
            } else {
                "is played more often than it is in the hand"
            };
            let detail = format!("{} {how}; play another", card.as_str());
            fault("card", "K-24", detail);
        }
        if let Some(detail) = check_hit(card, declaration.hit) {
            fault("hit", "K-2", detail);
        }
        if let Some(detail) = check_ruling(declaration) {
            fault("ruling", "K-3", detail);
        }
    }
}

/// Only a jack, a queen or a king hits (K-2).
pub(super) fn check_hit(card: Card, hit: Hit) -> Option<String> {
    (hit.most() > 0 && !is_hit_card(card)).then(|| {
        format!(
            "{} is no hit card, which are jack, queen and king; leave `hit` out",
            card.as_str()
        )
    })
}

/// Only a joker is ruled, one played or one that may be drawn (K-3).
pub(super) fn check_ruling(declaration: &Declaration) -> Option<String> {
    let may_be = declaration.card.is_joker() || declaration.hit.most() > 0;
    (declaration.ruling.is_some() && !may_be).then(|| {
        format!(
            "{} is no joker, and no card is drawn that could be one; leave `ruling` out",
            declaration.card.as_str()
        )
    })
}

/// Faults of the number of maneuvers (K-24).
fn check_number(
    combatant: &Combatant,
    side: Side,
    declared: &[Declared<'_>],
    faults: &mut Vec<Fault>,
) {
    let total = combatant.maximum_maneuvers_total;
    let most = total.unwrap_or(combatant.weapon.maximum_maneuvers).get();
    let (mut counted, mut used) = (0, HashSet::<&Id>::new());
    for (place, one) in declared.iter().enumerate() {
        let mut fault = |detail| {
            let at = format!("{}/{place}/maneuver", side.declarations());
            faults.push(Fault::new(at, "K-24", detail));
        };
        counted += i32::from(one.maneuver.counts_against_maximum);
        if one.maneuver.counts_against_maximum && counted > most {
            fault(format!(
                "it is maneuver {counted} of at most {most}; declare fewer, or say `maximum_maneuvers_total`"
            ));
        }
        if !used.insert(&one.declaration.maneuver) && one.maneuver.once_per_turn {
            fault(format!(
                "{} is possible once a turn; declare another",
                one.maneuver.id
            ));
        }
    }
    if combatant.declarations.len() > combatant.hand.len() {
        faults.push(Fault::new(
            side.declarations(),
            "K-24",
            format!(
                "{} maneuvers are declared, and the hand has {} cards; declare fewer",
                combatant.declarations.len(),
                combatant.hand.len()
            ),
        ));
    }
}
