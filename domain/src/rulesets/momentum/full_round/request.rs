//! What a round is asked with.

use serde::{Deserialize, Serialize};

use super::super::combatant::Combatant;
use crate::bounded::{Id, Name, list, or_default, written};
use crate::chance::Dice;
use crate::strict::strict;

/// A round of melee.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::FullRoundRequest))]
pub struct RoundRequest {
    /// Who fights.
    pub combatants: Combatants,
    /// Who is Engaged with whom.
    pub engagements: Engagements,
    /// What they declare; the order counts.
    pub declarations: Declarations,
    /// Who holds Momentum over whom as the round starts. Absent: nobody.
    #[serde(default, deserialize_with = "or_default")]
    pub momentum: MomentumList,
    /// Who attacks whom from the rear. Absent: nobody.
    #[serde(default, deserialize_with = "or_default")]
    pub rear: RearList,
    /// Where the dice come from: for each Clash two of each side, then for each Press two of each.
    /// Absent: the service rolls.
    pub dice: Option<Dice>,
}

list! {
    /// The combatants of a round.
    pub struct Combatants(2..=200 of Combatant) in "momentum";
}

list! {
    /// Two combatants, by their ids.
    pub struct Pair(2..=2 of Id) in "momentum";
}

list! {
    /// Who is Engaged with whom.
    pub struct Engagements(0..=2000 of Pair) in "momentum";
}

list! {
    /// What the combatants declare, in order.
    pub struct Declarations(0..=200 of Declaration) in "momentum";
}

list! {
    /// Who holds Momentum over whom.
    pub struct MomentumList(0..=2000 of Momentum) in "momentum";
}

list! {
    /// Who attacks whom from the rear.
    pub struct RearList(0..=200 of Rear) in "momentum";
}

written!(Pair);

/// What a combatant declares.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::Declaration))]
pub struct Declaration {
    /// Who declares.
    pub combatant: Id,
    /// Its target, from those it is Engaged with. Absent: none.
    pub target: Option<Id>,
    /// Its Form from now on, if that changes. Absent: as before.
    pub form: Option<Name>,
}

/// Momentum of one combatant over another.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::Momentum))]
pub struct Momentum {
    /// Who holds it.
    pub holder: Id,
    /// Over whom.
    pub over: Id,
}

/// An attack from the rear.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = momentum::Rear))]
pub struct Rear {
    /// Who attacks.
    pub attacker: Id,
    /// Whose rear.
    pub target: Id,
}

strict!(RoundRequest, Declaration, Rear);
strict!(write Momentum);

impl Pair {
    /// A pair of two ids.
    pub(super) fn between(one: &Id, other: &Id) -> Self {
        Self(vec![one.clone(), other.clone()])
    }
}
