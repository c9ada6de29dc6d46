//! The Zone of Control (FK-16): where a combatant threatens.

use super::approach::Arc;
use super::combatant::Combatant;
use super::conditions::Condition;
use super::hexes::{Facing, Position, arc, passes_through};
use super::reach::Band;

/// A combatant on the map.
#[derive(Clone, Copy, Debug)]
pub struct Stance<'r> {
    /// Who it is.
    pub combatant: &'r Combatant,
    /// Where.
    pub position: Position,
    /// Facing which side.
    pub facing: Facing,
}

/// Whether `hex` is in the Zone of Control of somebody, while `occupied` are the hexes of all the
/// others: a front hex in Reach that can be attacked (FK-16, FK-20). Nobody Downed or unarmed has
/// one, and in Close Quarters it does not leave the hex.
#[must_use]
pub fn controls(stance: Stance<'_>, hex: Position, occupied: &[Position]) -> bool {
    let Stance {
        combatant,
        position,
        facing,
    } = stance;
    let in_close_quarters = occupied.contains(&position);
    let (Some(weapon), Some(distance)) = (&combatant.weapon, position.distance(hex)) else {
        return false;
    };
    let blocked = || {
        distance.get() >= 2
            && occupied
                .iter()
                .any(|&other| passes_through(position, hex, other))
    };
    !combatant.conditions.has(Condition::Downed)
        && (!in_close_quarters || position == hex)
        && Band::of(weapon, distance).is_some()
        && arc(position, facing, hex) == Arc::Front
        && !blocked()
}
