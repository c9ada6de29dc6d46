//! A number shown is a sum of cited lines, and its total is computed from the lines.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize, Serializer};
use smallvec::SmallVec;

use crate::bounded::{Label, Rating, list, written};
use crate::ruleset::TermEntry;
use crate::strict::strict;

/// A term that a game's rules can put into a sum: a row of the game's table of terms.
pub trait Term: Copy + 'static {
    /// The table, of at most [`MOST_TERMS`] rows.
    const ENTRIES: &'static [TermEntry];

    /// The place of the term in the table.
    fn index(self) -> usize;
}

/// The most terms that a game can have.
pub const MOST_TERMS: usize = 128;

/// A modifier that no rule knows: a house rule, or the GM's word.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Modifier {
    /// What its line is called.
    pub label: Label,
    /// What it adds. A modifier of 0 is left out of the lines.
    pub value: Rating,
}

strict!(write Modifier);

list! {
    /// House rules and the GM's word: each is a line of the sum, counted before any limit.
    pub struct Modifiers(0..=20 of Modifier);
}

written!(Modifiers);

impl FromIterator<Modifier> for Modifiers {
    /// Some of the modifiers of a list that is within its bounds.
    fn from_iter<I: IntoIterator<Item = Modifier>>(modifiers: I) -> Self {
        Self(modifiers.into_iter().collect())
    }
}

/// What a rule adds its terms to. A [`Sum`] keeps them as lines; a [`Total`] only adds, where nobody
/// reads the lines. The rule is the same function.
pub trait Tally<'r, T: Term>: Default {
    /// Adds a term, which is left out of the lines when it is 0.
    fn add(&mut self, term: T, value: i32);

    /// Adds a base value, which shows in the lines also when it is 0.
    fn base(&mut self, term: T, value: i32);

    /// Adds the free modifiers. A sum has one list of them at most.
    fn free(&mut self, modifiers: &'r [Modifier]);

    /// What has been added up so far, after the limits.
    fn total(&self) -> i32;

    /// Caps or floors the whole: the total becomes `to`, by `term`'s rule. Nothing may be added
    /// afterwards.
    fn limit(&mut self, term: T, to: i32);

    /// Caps the whole at `most`.
    fn at_most(&mut self, term: T, most: i32) {
        if self.total() > most {
            self.limit(term, most);
        }
    }

    /// Floors the whole at `least`.
    fn at_least(&mut self, term: T, least: i32) {
        if self.total() < least {
            self.limit(term, least);
        }
    }

    /// Adds a term if its condition holds.
    fn add_if(&mut self, holds: bool, term: T, value: i32) {
        if holds {
            self.add(term, value);
        }
    }
}

/// A total without lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total(i32);

impl<T: Term> Tally<'_, T> for Total {
    fn add(&mut self, _: T, value: i32) {
        self.0 += value;
    }

    fn base(&mut self, _: T, value: i32) {
        self.0 += value;
    }

    fn free(&mut self, modifiers: &[Modifier]) {
        self.0 += modifiers.iter().map(|free| free.value.get()).sum::<i32>();
    }

    fn total(&self) -> i32 {
        self.0
    }

    fn limit(&mut self, _: T, to: i32) {
        self.0 = to;
    }
}

/// A sum of cited lines.
#[derive(Clone, Debug)]
pub struct Sum<'r, T> {
    /// The terms, in the order added, each with its value; then the limits, each with what it made
    /// of the sum.
    terms: SmallVec<[(Place, i16); 15]>,
    free: &'r [Modifier],
    table: PhantomData<T>,
}

/// A term's place in the game's table, and whether it is there as a limit.
#[derive(Clone, Copy, Debug)]
struct Place(u8);

impl Place {
    const LIMIT: u8 = 0x80;

    #[expect(clippy::cast_possible_truncation, reason = "a table has fewer rows")]
    fn of<T: Term>(term: T) -> Self {
        Self(term.index() as u8)
    }

    fn as_limit(self) -> Self {
        Self(self.0 | Self::LIMIT)
    }

    fn is_limit(self) -> bool {
        self.0 & Self::LIMIT != 0
    }

    fn entry<T: Term>(self) -> Option<&'static TermEntry> {
        T::ENTRIES.get(usize::from(self.0 & !Self::LIMIT))
    }
}

impl<T> Default for Sum<'_, T> {
    fn default() -> Self {
        Self {
            terms: SmallVec::new(),
            free: &[],
            table: PhantomData,
        }
    }
}

impl<'r, T: Term> Tally<'r, T> for Sum<'r, T> {
    fn add(&mut self, term: T, value: i32) {
        if value != 0 {
            self.base(term, value);
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "a line is a game's number, some dice or a total of such, far within an i16"
    )]
    fn base(&mut self, term: T, value: i32) {
        self.terms.push((Place::of(term), value as i16));
    }

    fn free(&mut self, modifiers: &'r [Modifier]) {
        self.free = modifiers;
    }

    fn total(&self) -> i32 {
        match self.terms.last() {
            Some(&(place, to)) if place.is_limit() => to.into(),
            Some(_) | None => self.unlimited(),
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "a limit is a game's number"
    )]
    fn limit(&mut self, term: T, to: i32) {
        self.terms.push((Place::of(term).as_limit(), to as i16));
    }
}

impl<T> Sum<'_, T> {
    /// What the lines add up to.
    fn unlimited(&self) -> i32 {
        let terms = self.terms.iter().filter(|(place, _)| !place.is_limit());
        let terms: i32 = terms.map(|&(_, value)| i32::from(value)).sum();
        let free: i32 = self.free.iter().map(|free| free.value.get()).sum();
        terms + free
    }
}

impl<T: Term> Sum<'_, T> {
    /// The lines: the terms in the order of the rules, labels and rules looked up, then what is
    /// free.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let terms = self.terms.iter().filter(|(place, _)| !place.is_limit());
        let free = self.free.iter().filter(|free| free.value.get() != 0);
        terms
            .filter_map(|&(place, value)| {
                let entry = place.entry::<T>()?;
                Some(Line {
                    id: entry.id,
                    label: entry.label,
                    value: value.into(),
                    rule: Some(entry.rule),
                })
            })
            .chain(free.map(|free| Line {
                id: "other",
                label: free.label.as_str(),
                value: free.value.get(),
                rule: None,
            }))
    }

    /// The limits that took effect, in order: the lines add up to the first `from`, the last `to`
    /// is the total.
    pub fn limits(&self) -> impl Iterator<Item = Limit> {
        let limits = self.terms.iter().filter(|(place, _)| place.is_limit());
        limits.scan(self.unlimited(), |from, &(place, to)| {
            let entry = place.entry::<T>()?;
            let to = to.into();
            let from = std::mem::replace(from, to);
            Some(Limit {
                id: entry.id,
                label: entry.label,
                rule: entry.rule,
                from,
                to,
            })
        })
    }
}

/// One line of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Line<'a> {
    /// The term's id, as the catalogue of the ruleset has it; `other` for a free modifier.
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub id: &'a str,
    /// What it is, for people; the caller's own words for a free modifier.
    #[cfg_attr(feature = "openapi", schema(max_length = 80))]
    pub label: &'a str,
    /// What it adds to the total.
    #[cfg_attr(feature = "openapi", schema(minimum = -9999, maximum = 9999))]
    pub value: i32,
    /// The id of the rule it comes from; absent for a free modifier.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(max_length = 8, nullable = false))]
    pub rule: Option<&'a str>,
}

/// A cap or a floor that took effect on the whole of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Limit {
    /// The limit's id, as the catalogue of the ruleset has it.
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub id: &'static str,
    /// What it is, for people.
    #[cfg_attr(feature = "openapi", schema(max_length = 80))]
    pub label: &'static str,
    /// The id of the rule it comes from.
    #[cfg_attr(feature = "openapi", schema(max_length = 8))]
    pub rule: &'static str,
    /// What the sum was before.
    #[cfg_attr(feature = "openapi", schema(minimum = -9999, maximum = 9999))]
    pub from: i32,
    /// What it is after.
    #[cfg_attr(feature = "openapi", schema(minimum = -9999, maximum = 9999))]
    pub to: i32,
}

/// A number of the game as a sum of cited lines.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Sum))]
struct Shown<'a> {
    /// The number itself: what the lines add up to, after the limits.
    #[cfg_attr(feature = "openapi", schema(minimum = -9999, maximum = 9999))]
    total: i32,
    /// Every term and modifier that counted, in the order of the rules.
    #[cfg_attr(feature = "openapi", schema(max_items = 64))]
    lines: Vec<Line<'a>>,
    /// The caps and floors that took effect, in order: the lines add up to the first `from`, and
    /// the last `to` is the total.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(max_items = 4))]
    limits: Vec<Limit>,
}

impl<T: Term> Serialize for Sum<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Shown {
            total: self.total(),
            lines: self.lines().collect(),
            limits: self.limits().collect(),
        }
        .serialize(serializer)
    }
}

#[cfg(feature = "openapi")]
mod schema {
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{Shown, Sum};

    impl<T> PartialSchema for Sum<'_, T> {
        fn schema() -> RefOr<Schema> {
            Shown::schema()
        }
    }

    impl<T> ToSchema for Sum<'_, T> {
        fn name() -> std::borrow::Cow<'static, str> {
            Shown::name()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            Shown::schemas(schemas);
        }
    }
}
