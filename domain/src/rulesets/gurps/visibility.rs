//! What the attacker sees (G-60 to G-62, G-2).

use serde::Deserialize;

use super::rules::Term;
use crate::bounded::{bounded, or_default};
use crate::strict::strict;
use crate::sum::Tally;

bounded! {
    /// The penalty for partial darkness, fog or smoke, from -9 to -1.
    pub struct PartialDarkness(-9..=-1) in "gurps";
}

/// What the attacker sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Visibility))]
pub struct Visibility {
    /// The state of sight: one. Absent: `clear`.
    #[serde(default, deserialize_with = "or_default")]
    pub sight: Sight,
    /// Whether the attacker is used to blindness: at worst -6. Absent: false.
    #[serde(default, deserialize_with = "or_default")]
    pub used_to_blindness: bool,
    /// Partial darkness, fog or smoke: the GM's penalty (G-62). Absent: none.
    pub partial_darkness: Option<PartialDarkness>,
}

/// The state of sight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = gurps::Sight))]
pub enum Sight {
    /// No modifier.
    #[default]
    Clear,
    /// Cannot see anything: -10, or -6 if used to blindness, and the maximum of 9 (G-60).
    SeesNothing,
    /// Cannot see the foe: -6, and the maximum of 9 (G-61).
    CannotSeeFoe,
    /// Cannot see the foe, but knows the location to within 1 yard: -4, and the maximum of 9 (G-61).
    KnowsLocationWithinOneYard,
}

strict!(Visibility, Sight);

impl Visibility {
    /// Adds what bad sight takes, and gives back what is over the worst there can be (G-2).
    pub(super) fn add_to<'r, S: Tally<'r, Term>>(&self, sum: &mut S) {
        let (term, sight) = match (self.sight, self.used_to_blindness) {
            (Sight::Clear, _) => (Term::CannotSeeFoe, 0),
            (Sight::SeesNothing, false) => (Term::SeesNothing, -10),
            (Sight::SeesNothing, true) => (Term::UsedToBlindness, -6),
            (Sight::CannotSeeFoe, _) => (Term::CannotSeeFoe, -6),
            (Sight::KnowsLocationWithinOneYard, _) => (Term::KnowsLocation, -4),
        };
        let darkness = self.partial_darkness.map_or(0, PartialDarkness::get);
        let worst = if self.used_to_blindness { -6 } else { -10 };
        sum.add(term, sight);
        sum.add(Term::PartialDarkness, darkness);
        sum.add(Term::VisibilityWorst, (worst - sight - darkness).max(0));
    }
}
