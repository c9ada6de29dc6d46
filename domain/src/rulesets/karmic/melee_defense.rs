//! The defending maneuver's modified total (K-40).

use serde::{Deserialize, Serialize};

use super::combatant::Declaration;
use super::declare::{Initiative, Role, check_ruling};
use super::maneuver::OwnManeuvers;
use super::register::{ANY_RULING, add_modifiers};
use super::rules::{Sum, Term};
use super::weapon::{OffHand, Weapon, check_hands};
use super::worth::worth;
use crate::bounded::or_default;
use crate::chance::{DiceFault, Record};
use crate::refusal::{Fault, Place, Refusal, Standstill};
use crate::strict::strict;
use crate::sum::Tally;
use crate::verb::Reckoned;

/// How good is this defense? A card is played, and none drawn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::MeleeDefenseRequest))]
pub struct MeleeDefenseRequest {
    /// The weapon, whose Force counts only where the maneuver says so. Absent: none.
    pub weapon: Option<Weapon>,
    /// What the other hand holds. Absent: nothing.
    pub off_hand: Option<OffHand>,
    /// The defending maneuver and its card.
    pub declaration: Declaration,
    /// Maneuvers beside the named ones. Absent: none.
    #[serde(default, deserialize_with = "or_default")]
    pub maneuvers: OwnManeuvers,
}

strict!(MeleeDefenseRequest);

/// The modified total of a defense.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::MeleeDefense))]
pub struct MeleeDefense<'r> {
    /// What the defense takes from an attack in the same register, if it is above 0.
    pub mt: Sum<'r>,
}

impl Reckoned for MeleeDefenseRequest {
    type Answer<'r> = MeleeDefense<'r>;

    fn reckon(&self) -> Result<MeleeDefense<'_>, Refusal> {
        let mut faults = Vec::new();
        let declaration = &self.declaration;
        let (weapon, off_hand) = (self.weapon.as_ref(), self.off_hand.as_ref());
        self.maneuvers.check(&mut faults);
        check_hands(weapon, off_hand, "", &mut faults);
        let at = || "/declaration/maneuver".to_owned();
        let maneuver = self.maneuvers.find(&declaration.maneuver, at, &mut faults);
        if let Some(maneuver) = maneuver {
            if Role::of(maneuver.kind, Initiative::HasNot) != Role::Defense {
                let detail = format!("{} is no defense; declare one", maneuver.id);
                faults.push(Fault::new(at(), "K-40", detail));
            }
            if maneuver.needs_shield && !off_hand.is_some_and(OffHand::is_shield) {
                let detail = format!("{} needs a shield or a buckler as `off_hand`", maneuver.id);
                faults.push(Fault::new(at(), "K-22", detail));
            }
        }
        if declaration.hit.most() > 0 {
            let detail = "no card is drawn here; leave `hit` out, or ask attack-roll";
            faults.push(Fault::new("/declaration/hit", "K-2", detail));
        } else if let Some(detail) = check_ruling(declaration) {
            faults.push(Fault::new("/declaration/ruling", "K-3", detail));
        }
        let maneuver = Refusal::unless(maneuver, faults)?;
        let joker = Standstill::RulingNeeded {
            joker: declaration.card,
            at: Place {
                within: "/declaration",
                item: None,
                field: "ruling",
            },
            can_be: ANY_RULING,
            rule: "K-3",
        };
        let card = worth(declaration.card, declaration.ruling)
            .ok_or_else(|| DiceFault::from(joker).refusing(Record::default()))?;
        let mut mt = Sum::default();
        mt.base(Term::CardValue, card);
        add_modifiers(&mut mt, &maneuver, Role::Defense, weapon);
        mt.add_if(declaration.stand_ground, Term::StandGround, -2);
        mt.free(&declaration.other_modifiers);
        Ok(MeleeDefense { mt })
    }
}
