//! What happened in a round, step by step.

use serde::Serialize;

use super::super::attack_roll::AttackOutcome;
use super::super::damage::Effect;
use super::super::hexes::Position;
use super::super::rules::Sum;
use super::request::Fighter;
use crate::bounded::{Id, bounded};

/// A melee round, resolved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::FullRound))]
pub struct RoundOutcome<'r, S> {
    /// The three steps of the round, in order.
    #[cfg_attr(feature = "openapi", schema(min_items = 3, max_items = 3, value_type = Vec<ItemisedStep<'r>>))]
    pub steps: Vec<RoundStep<'r, S>>,
    /// The state after the round: with new declarations, the next one's request.
    pub next: Next,
}

bounded! {
    /// The place of a declaration in the request, counted from 0.
    pub struct DeclarationIndex(0..=399) in "futile_kingdoms";
}

/// The state after a round.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Next))]
pub struct Next {
    /// The combatants, with their conditions and positions after the round.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub combatants: Vec<Fighter>,
}

/// The steps of a round (FK-51).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::StepName))]
pub enum StepName {
    /// All attacks in optimal reach, at once.
    Optimal,
    /// All attacks in suboptimal reach, at once.
    Suboptimal,
    /// The maneuvers, one after the other.
    Maneuvers,
}

/// A step of a round.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::RoundStep))]
pub struct RoundStep<'r, S> {
    /// Which step it is.
    pub step: StepName,
    /// The attacks, in the order rolled.
    #[cfg_attr(feature = "openapi", schema(max_items = 400, value_type = Vec<ItemisedAttack<'r>>))]
    pub attacks: Vec<RoundAttack<'r, S>>,
    /// The attacks that were declared and not made.
    #[cfg_attr(feature = "openapi", schema(max_items = 400))]
    pub lapsed: Vec<LapsedAttack<'r>>,
    /// What the attacks did, applied in the order rolled, after all of them.
    #[cfg_attr(feature = "openapi", schema(max_items = 400))]
    pub effects: Vec<Afflicted<'r>>,
    /// The maneuvers.
    #[cfg_attr(feature = "openapi", schema(max_items = 200))]
    pub moves: Vec<Move<'r>>,
}

impl<S> RoundStep<'_, S> {
    pub(super) fn new(step: StepName) -> Self {
        Self {
            step,
            attacks: Vec::new(),
            lapsed: Vec::new(),
            effects: Vec::new(),
            moves: Vec::new(),
        }
    }
}

/// A step with every number itemised.
pub type ItemisedStep<'r> = RoundStep<'r, Sum<'r>>;

/// An attack of a round with every number itemised.
pub type ItemisedAttack<'r> = RoundAttack<'r, Sum<'r>>;

/// An attack of a round: as an attack by itself, and between whom.
#[derive(Clone, Debug, Serialize)]
pub struct RoundAttack<'r, S> {
    /// Which declaration it is.
    pub declaration: DeclarationIndex,
    /// Who attacked.
    pub attacker: &'r Id,
    /// Who was the target.
    pub target: &'r Id,
    /// On whom it fell: the target, unless it was redirected.
    pub victim: &'r Id,
    /// What it did.
    #[serde(flatten)]
    pub attack: AttackOutcome<S>,
}

/// An attack that was not made (FK-52).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::LapsedAttack))]
pub struct LapsedAttack<'r> {
    /// Which declaration it is.
    pub declaration: DeclarationIndex,
    /// Who would have attacked.
    pub attacker: &'r Id,
    /// Whom.
    pub target: &'r Id,
    /// The id of the rule that forbids it.
    #[cfg_attr(feature = "openapi", schema(max_length = 8))]
    pub rule: &'static str,
}

/// What somebody suffered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Afflicted))]
pub struct Afflicted<'r> {
    /// Who.
    pub combatant: &'r Id,
    /// What.
    pub effect: Effect,
}

/// A maneuver (FK-54).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = futile_kingdoms::Move))]
pub struct Move<'r> {
    /// Who maneuvered.
    pub combatant: &'r Id,
    /// From where.
    pub from: Position,
    /// Where to.
    pub to: Position,
    /// Whether it moved. Absent `refused_by`, it did.
    pub made: bool,
    /// Whether it ended in Close Quarters.
    pub close_quarters: bool,
    /// The id of the rule by which it was not made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(max_length = 8, nullable = false))]
    pub refused_by: Option<&'static str>,
}

#[cfg(feature = "openapi")]
mod schema {
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{AttackOutcome, DeclarationIndex, Id, RoundAttack, Sum};
    use crate::schema::{collect, with_field};

    impl<S> PartialSchema for RoundAttack<'_, S> {
        fn schema() -> RefOr<Schema> {
            let schema = AttackOutcome::<Sum<'_>>::schema();
            let schema =
                with_field::<DeclarationIndex>(schema, "declaration", "Which declaration it is.");
            let schema = with_field::<Id>(schema, "attacker", "Who attacked.");
            let schema = with_field::<Id>(schema, "target", "Who was the target.");
            with_field::<Id>(
                schema,
                "victim",
                "On whom it fell: the target, unless it was redirected.",
            )
        }
    }

    impl<S> ToSchema for RoundAttack<'_, S> {
        fn name() -> std::borrow::Cow<'static, str> {
            "futile_kingdoms.RoundAttack".into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            collect::<DeclarationIndex>(schemas);
            collect::<Id>(schemas);
            AttackOutcome::<Sum<'_>>::schemas(schemas);
        }
    }
}
