//! Hexes: positions, what an attack passes through and along (FK-20, FK-21), and from which side it
//! comes (FK-16).

use hexx::{DirectionWay, EdgeDirection, Hex};
use serde::{Deserialize, Serialize};

use super::approach::Arc;
use super::reach::Distance;
use crate::bounded::bounded;
use crate::strict::strict;

bounded! {
    /// An axial coordinate of a hex, from -99 to 99.
    pub struct Coordinate(-99..=99) in "futile_kingdoms";
}

/// The position of a hex, in axial coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Position))]
pub struct Position {
    /// The column.
    pub q: Coordinate,
    /// The row.
    pub r: Coordinate,
}

strict!(write Position);

impl Position {
    fn hex(self) -> Hex {
        Hex::new(self.q.get(), self.r.get())
    }

    /// The position of a hex; `None` off the map.
    fn of(hex: Hex) -> Option<Self> {
        Some(Self {
            q: Coordinate::new(hex.x)?,
            r: Coordinate::new(hex.y)?,
        })
    }

    /// The distance in hexes.
    #[must_use]
    pub fn hexes_to(self, other: Self) -> u32 {
        self.hex().unsigned_distance_to(other.hex())
    }

    /// The distance of an attack (FK-13); `None` past 100 hexes, where no weapon reaches.
    #[must_use]
    pub fn distance(self, other: Self) -> Option<Distance> {
        Distance::new(i32::try_from(self.hexes_to(other)).ok()?)
    }
}

bounded! {
    /// The side of its hex that a combatant faces, from 0 to 5: 0 is towards (1, 0), and on by turns
    /// to (0, 1), (-1, 1), (-1, 0), (0, -1) and (1, -1). Absent: 0.
    pub struct Facing(0..=5) in "futile_kingdoms";
}

/// From which side an attack from `from` comes at somebody who stands at `at` and faces `facing`
/// (FK-16). On a boundary between two sectors the more forward one counts. Inside Close Quarters,
/// where positions tell no side, it comes from the front.
#[must_use]
pub fn arc(at: Position, facing: Facing, from: Position) -> Arc {
    if at == from {
        return Arc::Front;
    }
    let turns = |side: EdgeDirection| {
        let turn = (i32::from(side.index()) - facing.get()).rem_euclid(6);
        turn.min(6 - turn)
    };
    let turn = match at.hex().way_to(from.hex()) {
        DirectionWay::Single(side) => turns(side),
        DirectionWay::Tie([side, other]) => turns(side).min(turns(other)),
    };
    match turn {
        0 | 1 => Arc::Front,
        2 => Arc::Flank,
        _ => Arc::Rear,
    }
}

/// How the straight line between the centres of two hexes and a third hex go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    /// The line passes through the hex.
    Through,
    /// The line runs along an edge of the hex, which lies beside it.
    Along,
    /// The line does not come by, or touches a corner at most.
    Clear,
}

/// A hex is what lies less than 1 from its centre in each of the three differences of its cube
/// coordinates. Along the line each difference grows evenly, so that it stays within the hex for one
/// span of the way; the line is in the hex where the three spans overlap. All is in whole numbers:
/// the way from one centre to the other is cut into as many parts as make every bound whole.
fn course(from: Hex, to: Hex, hex: Hex) -> Course {
    let differences = |hex: Hex| {
        let [x, y, z] = hex.to_cubic_array().map(i64::from);
        [x - y, y - z, z - x]
    };
    let way = differences(to - from);
    let place = differences(hex - from);
    let parts: i64 = way.iter().map(|step| step.abs().max(1)).product();
    let (mut begin, mut end, mut beside) = (0, parts, false);
    for (step, place) in way.into_iter().zip(place) {
        if step == 0 {
            match place.abs() {
                0 => {}
                1 => beside = true,
                _ => return Course::Clear,
            }
        } else {
            let part = parts / step.abs();
            let middle = place * step.signum();
            begin = begin.max((middle - 1) * part);
            end = end.min((middle + 1) * part);
        }
    }
    match (begin < end, beside) {
        (false, _) => Course::Clear,
        (true, true) => Course::Along,
        (true, false) => Course::Through,
    }
}

/// The hexes that the line from one hex to another passes by, in one of these courses, the nearer
/// ones first. Those of the two ends are not among them.
fn on_course(from: Position, to: Position, wanted: Course) -> Vec<Position> {
    let (from, to) = (from.hex(), to.hex());
    // The line that hexx draws has one hex a step; what it leaves out lies beside it.
    let mut hexes: Vec<Hex> = from
        .line_to(to)
        .flat_map(|hex| hex.all_neighbors().into_iter().chain([hex]))
        .filter(|&hex| hex != from && hex != to && course(from, to, hex) == wanted)
        .collect();
    hexes.sort_by_key(|&hex| (from.unsigned_distance_to(hex), hex.x, hex.y));
    hexes.dedup();
    hexes.into_iter().filter_map(Position::of).collect()
}

/// The hexes that an attack passes through, the nearer ones first (FK-20).
#[must_use]
pub fn passed_through(from: Position, to: Position) -> Vec<Position> {
    on_course(from, to, Course::Through)
}

/// The hexes along whose common edges an attack runs, the nearer ones first (FK-21).
#[must_use]
pub fn sidelined(from: Position, to: Position) -> Vec<Position> {
    on_course(from, to, Course::Along)
}

/// Whether an attack passes through this hex (FK-20).
#[must_use]
pub fn passes_through(from: Position, to: Position, hex: Position) -> bool {
    hex != from && hex != to && course(from.hex(), to.hex(), hex.hex()) == Course::Through
}
