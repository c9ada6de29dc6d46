//! The catalogue of a game: its verbs, every term and modifier, every rule by its number.
//!
//! A game declares its terms once, by [`terms!`]; the lines of its sums and its catalogue both come
//! from that table.

use serde::{Deserialize, Serialize, Serializer};

use crate::bounded::schema;
use crate::strict::strict;

/// A game, as its catalogue.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ruleset {
    /// The game's id, as in the paths of its verbs.
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub id: &'static str,
    /// The game's name.
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub name: &'static str,
    /// What the game is like, in a sentence.
    #[cfg_attr(feature = "openapi", schema(max_length = 400))]
    pub summary: &'static str,
    /// What can be asked of it.
    #[cfg_attr(feature = "openapi", schema(max_items = 20))]
    pub verbs: &'static [VerbEntry],
    /// Every term and modifier that can be a line of a sum.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub modifiers: &'static [TermEntry],
    /// Every rule, by its number.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub rules: &'static [RuleEntry],
    /// The named maneuvers, where the game has maneuvers as data. Absent: it has not.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "openapi", schema(max_items = 100))]
    pub maneuvers: &'static [Maneuver<'static>],
}

/// A maneuver, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Maneuver<'a> {
    /// Its id, by which it is declared.
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub id: &'a str,
    /// What it is called, for people.
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub name: &'a str,
    /// Whether it attacks or defends.
    pub kind: ManeuverKind,
    /// What it adds to its modified total.
    #[cfg_attr(feature = "openapi", schema(minimum = -99, maximum = 99))]
    pub modifier: i32,
    /// Whether only a combatant with the initiative declares it.
    pub needs_initiative: bool,
    /// Whether it resolves at once, and all earlier registers before it.
    pub resolves_immediately: bool,
    /// Whether it counts against the weapon's Maximum Maneuvers.
    pub counts_against_maximum: bool,
    /// Whether it is declared once a turn at most.
    pub once_per_turn: bool,
    /// Whether the weapon's Force counts. Absent: when it attacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub uses_force: Option<bool>,
    /// What its success brings. Absent: nothing more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub on_success: Option<OnSuccess>,
    /// Whether the initiative passes to the other one when it is resolved, hit or miss.
    pub passes_initiative: bool,
    /// Whether it does damage when it hits.
    pub deals_damage: bool,
    /// Whether the weapon's Maximum Damage does not limit it.
    pub ignores_maximum_damage: bool,
    /// By how many yards it attacks beyond the weapon's Range: exactly so many.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 99))]
    pub extra_range: i32,
    /// Whether it needs a shield or a buckler.
    pub needs_shield: bool,
    /// Whether it parries with the weapon: at its Range, or against a longer weapon.
    pub parries: bool,
}

/// Whether a maneuver attacks or defends: `attack`; `defense`; `both`, which attacks for whoever has the
/// initiative and defends for the other one; `other`, which does neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ManeuverKind {
    /// It attacks.
    Attack,
    /// It defends.
    Defense,
    /// It attacks for whoever has the initiative, and defends for the other one.
    Both,
    /// Neither.
    Other,
}

/// What the success of a maneuver brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum OnSuccess {
    /// Its combatant takes the initiative.
    TakeInitiative,
    /// Its combatant gives the initiative up to the other one.
    GiveUpInitiative,
    /// The combat ends.
    EndCombat,
}

strict!(write ManeuverKind, OnSuccess);

/// A verb of a game.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VerbEntry {
    /// The verb, as in its path.
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub verb: &'static str,
    /// Where to post its requests.
    #[cfg_attr(feature = "openapi", schema(max_length = 200))]
    pub path: &'static str,
    /// What it answers.
    #[cfg_attr(feature = "openapi", schema(max_length = 200))]
    pub summary: &'static str,
    /// A valid request.
    #[cfg_attr(feature = "openapi", schema(value_type = serde_json::Value))]
    pub example: Example,
}

/// A request for a verb, in JSON: the verb's plain example, and what is changed in it by a merge
/// patch (RFC 7396).
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The plain example.
    pub plain: &'static str,
    /// The merge patch.
    pub changes: &'static str,
}

impl Example {
    /// The plain example, unchanged.
    pub(crate) const fn plain(request: &'static str) -> Self {
        Self {
            plain: request,
            changes: "{}",
        }
    }
}

impl Serialize for Example {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let read = |text| serde_json::from_str::<serde_json::Value>(text);
        let mut request = read(self.plain).map_err(serde::ser::Error::custom)?;
        let changes = read(self.changes).map_err(serde::ser::Error::custom)?;
        json_patch::merge(&mut request, &changes);
        request.serialize(serializer)
    }
}

/// A term of a game's sums.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ModifierEntry))]
pub struct TermEntry {
    /// The `id` of its lines. With `applies_to` it is unique within the game.
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub id: &'static str,
    /// The `label` of its lines.
    #[cfg_attr(feature = "openapi", schema(max_length = 80))]
    pub label: &'static str,
    /// The id of the rule it comes from.
    #[cfg_attr(feature = "openapi", schema(max_length = 8))]
    pub rule: &'static str,
    /// The sums it can be a line of, by the names they have in answers.
    #[cfg_attr(feature = "openapi", schema(max_items = 8))]
    pub applies_to: &'static [SumName],
    /// What it adds, where that is always the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = -99, maximum = 99, nullable = false))]
    pub value: Option<i32>,
    /// What it can add, where the request or the dice decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub range: Option<Range>,
    /// What it caps or floors the sum to, where it is a limit and that is always the same. A limit is
    /// among the `limits` of the sum, and not among its lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = -9999, maximum = 9999, nullable = false))]
    pub limits_to: Option<i32>,
    /// Between what the request sets it, where it is a limit whose number the request sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub limits_within: Option<Range>,
    /// The id of the limit that it brings about. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(max_length = 64, nullable = false))]
    pub brings: Option<&'static str>,
    /// A verb whose request sets it.
    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
    pub verb: &'static str,
    /// The field of that request that sets it, as a JSON pointer.
    #[cfg_attr(feature = "openapi", schema(max_length = 200))]
    pub field: &'static str,
    /// A valid request for that verb, in which it counts.
    #[cfg_attr(feature = "openapi", schema(value_type = serde_json::Value))]
    pub example: Example,
    /// The value of its line in the answer to the example, in the first of `applies_to`; of a limit,
    /// what it limits the sum to.
    #[cfg_attr(feature = "openapi", schema(minimum = -9999, maximum = 9999))]
    pub shows: i32,
}

/// The name of a sum, as answers have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SumName(pub &'static str);

schema! {
    SumName, "SumName", "The name of a sum, as answers have it.",
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::schema::Type::String)
        .max_length(Some(64))
}

/// What a term can add: the bounds of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Range {
    /// The least.
    #[cfg_attr(feature = "openapi", schema(minimum = -9999, maximum = 9999))]
    pub minimum: i32,
    /// The greatest.
    #[cfg_attr(feature = "openapi", schema(minimum = -9999, maximum = 9999))]
    pub maximum: i32,
}

/// A rule of a game.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RuleEntry {
    /// The rule's number, as lines and refusals cite it.
    #[cfg_attr(feature = "openapi", schema(max_length = 8))]
    pub id: &'static str,
    /// The rule in a sentence or two.
    #[cfg_attr(feature = "openapi", schema(max_length = 1000))]
    pub text: &'static str,
}

/// A rule by its number.
pub(crate) const fn rule(id: &'static str, text: &'static str) -> RuleEntry {
    RuleEntry { id, text }
}

/// Declares the terms of a game as one enum and its table. Each block names the sums and the verb; a
/// row reads: variant, id, label, rule; what it adds (`value` always the same, `range` from
/// and to) or what it limits the sum to (`limit`, or `limit_within` from and to where the request sets
/// it), and the limit that it `brings`;
/// the field that sets it, the changes to the verb's example, and the value that its line then shows.
macro_rules! terms {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $(
        $verb:literal $example:ident $sums:ident { $(
            $variant:ident: $id:literal, $label:literal, $rule:literal,
            $(value $value:literal)? $(range $least:literal $greatest:literal)? $(limit $to:literal)?
            $(limit_within $lowest:literal $highest:literal)?
            $(brings $limit:literal)?,
            $field:literal $changes:literal => $shows:literal;
        )+ }
    )+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name { $($(#[doc = $label] $variant),+),+ }

        impl $crate::Term for $name {
            const ENTRIES: &'static [$crate::TermEntry] = &[$($($crate::TermEntry {
                id: $id,
                label: $label,
                rule: $rule,
                applies_to: $sums,
                value: $crate::ruleset::only(&[$($value)?]),
                range: $crate::ruleset::between(&[$($least, $greatest)?]),
                limits_to: $crate::ruleset::only(&[$($to)?]),
                limits_within: $crate::ruleset::between(&[$($lowest, $highest)?]),
                brings: $crate::ruleset::only(&[$($limit)?]),
                verb: $verb,
                field: $field,
                example: $crate::Example { plain: $example, changes: $changes },
                shows: $shows,
            }),+),+];

            fn index(self) -> usize {
                self as usize
            }
        }

        const _: () = assert!(<$name as $crate::Term>::ENTRIES.len() <= $crate::MOST_TERMS);
    };
}

pub(crate) use terms;

/// What a row of the table says after a word, if it says that word.
pub(crate) const fn only<T: Copy>(row: &[T]) -> Option<T> {
    match row {
        [said] => Some(*said),
        _ => None,
    }
}

/// What a row of the table says after `range`, if it says that.
pub(crate) const fn between(row: &[i32]) -> Option<Range> {
    match row {
        [minimum, maximum] => Some(Range {
            minimum: *minimum,
            maximum: *maximum,
        }),
        _ => None,
    }
}
