//! Maneuvers as data: the named ones, and those that a request brings.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::bounded::{Id, Name, Rating, bounded, list, or_default, written};
use crate::refusal::Fault;
use crate::ruleset::{Maneuver, ManeuverKind, OnSuccess};
use crate::strict::strict;

/// A defense without any peculiarities, which the named maneuvers differ from.
const PLAIN: Maneuver<'static> = Maneuver {
    id: "",
    name: "",
    kind: ManeuverKind::Defense,
    modifier: 0,
    needs_initiative: false,
    resolves_immediately: false,
    counts_against_maximum: true,
    once_per_turn: false,
    uses_force: None,
    on_success: None,
    passes_initiative: false,
    deals_damage: false,
    ignores_maximum_damage: false,
    extra_range: 0,
    needs_shield: false,
    parries: false,
};

const ATTACK: Maneuver<'static> = Maneuver {
    id: "attack",
    name: "Attack",
    kind: ManeuverKind::Attack,
    needs_initiative: true,
    deals_damage: true,
    ..PLAIN
};

/// The named maneuvers.
pub const MANEUVERS: &[Maneuver<'static>] = &[
    ATTACK,
    Maneuver {
        id: "parry",
        name: "Parry",
        parries: true,
        ..PLAIN
    },
    Maneuver {
        id: "block",
        name: "Block",
        needs_shield: true,
        ..PLAIN
    },
    Maneuver {
        id: "melee_dodge",
        name: "Melee dodge",
        modifier: -2,
        counts_against_maximum: false,
        once_per_turn: true,
        ..PLAIN
    },
    Maneuver {
        id: "offensive_disengage",
        name: "Offensive disengage",
        modifier: -4,
        resolves_immediately: true,
        on_success: Some(OnSuccess::EndCombat),
        ..ATTACK
    },
    Maneuver {
        id: "lunge",
        name: "Lunge",
        modifier: -2,
        passes_initiative: true,
        extra_range: 1,
        ..ATTACK
    },
    Maneuver {
        id: "disarm",
        name: "Disarm",
        modifier: -5,
        deals_damage: false,
        ..ATTACK
    },
];

bounded! {
    /// A range beyond a weapon's own, in yards, from 0 to 99.
    pub struct ExtraRange(0..=99) in "karmic";
}

/// A maneuver that the request brings, beside the named ones.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::OwnManeuver))]
pub struct OwnManeuver {
    /// Its id, by which it is declared: none of the named ones.
    pub id: Id,
    /// What it is called; it changes nothing. Absent: like its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Whether it attacks or defends.
    pub kind: ManeuverKind,
    /// What it adds to its modified total. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub modifier: Rating,
    /// Whether only a combatant with the initiative declares it. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub needs_initiative: bool,
    /// Whether it resolves at once, and all earlier registers before it. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub resolves_immediately: bool,
    /// Whether it counts against the weapon's Maximum Maneuvers. Absent: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts_against_maximum: Option<bool>,
    /// Whether it is declared once a turn at most. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub once_per_turn: bool,
    /// Whether the weapon's Force counts. Absent: when it attacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uses_force: Option<bool>,
    /// What its success brings. A defense succeeds when the attack of its register does not hit. Absent:
    /// nothing more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_success: Option<OnSuccess>,
    /// Whether the initiative passes to the other one when it is resolved, hit or miss. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub passes_initiative: bool,
    /// Whether it does damage when it hits. Absent: true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deals_damage: Option<bool>,
    /// Whether the weapon's Maximum Damage does not limit it. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub ignores_maximum_damage: bool,
    /// By how many yards it attacks beyond the weapon's Range: exactly so many. Absent: 0.
    #[serde(default, deserialize_with = "or_default")]
    pub extra_range: ExtraRange,
    /// Whether it needs a shield or a buckler. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub needs_shield: bool,
    /// Whether it parries with the weapon: at its Range, or against a longer weapon. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub parries: bool,
}

strict!(write OwnManeuver);

list! {
    /// Maneuvers beside the named ones.
    pub struct OwnManeuvers(0..=50 of OwnManeuver) in "karmic";
}

written!(OwnManeuvers);

impl OwnManeuver {
    fn as_data(&self) -> Maneuver<'_> {
        let id = self.id.as_str();
        Maneuver {
            id,
            name: self.name.as_ref().map_or(id, Name::as_str),
            kind: self.kind,
            modifier: self.modifier.get(),
            needs_initiative: self.needs_initiative,
            resolves_immediately: self.resolves_immediately,
            counts_against_maximum: self.counts_against_maximum.unwrap_or(true),
            once_per_turn: self.once_per_turn,
            uses_force: self.uses_force,
            on_success: self.on_success,
            passes_initiative: self.passes_initiative,
            deals_damage: self.deals_damage.unwrap_or(true),
            ignores_maximum_damage: self.ignores_maximum_damage,
            extra_range: self.extra_range.get(),
            needs_shield: self.needs_shield,
            parries: self.parries,
        }
    }
}

impl OwnManeuvers {
    /// Faults where two maneuvers have one id.
    pub(super) fn check(&self, faults: &mut Vec<Fault>) {
        let mut known: HashSet<&str> = MANEUVERS.iter().map(|maneuver| maneuver.id).collect();
        for (place, own) in self.iter().enumerate() {
            if !known.insert(own.id.as_str()) {
                faults.push(Fault::new(
                    format!("/maneuvers/{place}/id"),
                    "K-23",
                    format!(
                        "there is a maneuver {} already; give this one an id of its own",
                        own.id.as_str()
                    ),
                ));
            }
        }
    }

    /// The maneuver with this id, which stands at the pointer `at`; a fault if there is none.
    pub(super) fn find<'r>(
        &'r self,
        id: &Id,
        at: impl Fn() -> String,
        faults: &mut Vec<Fault>,
    ) -> Option<Maneuver<'r>> {
        let named = MANEUVERS.iter().copied();
        let mut known = named.chain(self.iter().map(OwnManeuver::as_data));
        let found = known.find(|maneuver| maneuver.id == id.as_str());
        if found.is_none() {
            let named: Vec<_> = MANEUVERS.iter().map(|maneuver| maneuver.id).collect();
            faults.push(Fault::new(
                at(),
                "K-23",
                format!(
                    "there is no maneuver {}; name one of `maneuvers`, or of {}",
                    id.as_str(),
                    named.join(", ")
                ),
            ));
        }
        found
    }
}
