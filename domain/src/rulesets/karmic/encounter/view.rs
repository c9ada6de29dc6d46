//! What each seat may see: its own cards, and of others how many there are.

use serde::{Deserialize, Serialize};

use super::super::combatant::Declaration;
use super::super::register::RegisterNumber;
use super::super::weapon::WeaponRange;
use super::{Duelist, Encounter, SeatedFighter};
use crate::bounded::Id;
use crate::cards::Card;
use crate::encounter::{TurnNumber, Viewer};

/// What an encounter waits for: `initiative` for that command, `hands` for `draw`, `declarations` for whoever
/// is to declare, `resolution` for `resolve`, `next_turn` for `end_turn`, `nothing` where the combat has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::Phase))]
pub enum Phase {
    /// For the initiative.
    Initiative,
    /// For hands.
    Hands,
    /// For declarations.
    Declarations,
    /// For the registers to be resolved.
    Resolution,
    /// For the end of the turn.
    NextTurn,
    /// For nothing: the combat has ended.
    Nothing,
}

/// An encounter as somebody may see it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::EncounterState))]
pub struct EncounterView<'s> {
    /// The number of the turn.
    pub turn: TurnNumber,
    /// The range in yards between the two.
    pub range: WeaponRange,
    /// What it waits for.
    pub phase: Phase,
    /// Who has the initiative. Absent: nobody yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub initiative: Option<&'s Id>,
    /// Who is to declare now. Absent: nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub to_declare: Option<&'s Id>,
    /// The combatants.
    #[cfg_attr(feature = "openapi", schema(max_items = 2))]
    pub combatants: Vec<FighterView<'s>>,
}

/// A combatant as somebody may see it: on the wire its own fields, and its cards.
#[derive(Clone, Debug, Serialize)]
pub struct FighterView<'s> {
    /// The combatant, and the seat that owns it.
    #[serde(flatten)]
    pub fighter: &'s SeatedFighter,
    /// What the encounter keeps of it.
    #[serde(flatten)]
    pub kept: KeptView<'s>,
}

/// What the encounter keeps of a combatant.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KeptView<'s> {
    /// The cards in hand, where they may be seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(max_items = 255, nullable = false))]
    pub hand: Option<&'s [Card]>,
    /// How many cards are in hand.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 255))]
    pub hand_count: usize,
    /// How many cards are left in its deck.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 255))]
    pub deck_count: u8,
    /// What it has declared and is not yet resolved.
    #[cfg_attr(feature = "openapi", schema(max_items = 20))]
    pub declared: Vec<FaceDownView<'s>>,
    /// Whether it declares no more in this turn.
    pub stopped: bool,
    /// The damage taken in this turn.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 9999))]
    pub damage: i32,
    /// The damage taken in all turns.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 1_000_000))]
    pub damage_in_all: i32,
}

/// A maneuver declared in the open, with its card face down.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = karmic::FaceDown))]
pub struct FaceDownView<'s> {
    /// Its register.
    pub register: RegisterNumber,
    /// The maneuver.
    pub maneuver: &'s Id,
    /// The card, where it may be seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub card: Option<Card>,
}

impl Encounter {
    pub(super) fn seen_by(&self, viewer: Viewer<'_>) -> EncounterView<'_> {
        let id = |place: usize| self.duelists.get(place).map(Duelist::id);
        EncounterView {
            turn: self.turn,
            range: self.range,
            phase: self.phase,
            initiative: self.initiative.and_then(id),
            to_declare: self.to_declare().and_then(id),
            combatants: self
                .duelists
                .iter()
                .map(|duelist| self.duelist(duelist, viewer))
                .collect(),
        }
    }

    fn duelist<'s>(&self, duelist: &'s Duelist, viewer: Viewer<'_>) -> FighterView<'s> {
        let seat = duelist.fighter.seat.as_ref();
        let open = match viewer {
            // The GM plays those without a seat.
            Viewer::Gm => seat.is_none() || self.gm_sees_hands,
            Viewer::Seat(own) => seat == Some(own),
        };
        let declared = duelist.face_down.iter().zip(1_i32..);
        let declared = declared.map(|(declaration, number)| {
            let Declaration { maneuver, card, .. } = declaration;
            FaceDownView {
                register: RegisterNumber::clamped(i32::from(self.resolved) + number),
                maneuver,
                card: open.then_some(*card),
            }
        });
        let kept = KeptView {
            hand: open.then_some(duelist.hand.as_slice()),
            hand_count: duelist.hand.len(),
            deck_count: duelist.pile.left(),
            declared: declared.collect(),
            stopped: duelist.stopped,
            damage: duelist.damage,
            damage_in_all: duelist.damage_in_all,
        };
        FighterView {
            fighter: &duelist.fighter,
            kept,
        }
    }
}

impl Duelist {
    pub(super) fn id(&self) -> &Id {
        &self.fighter.combatant.id
    }
}

#[cfg(feature = "openapi")]
mod schema {
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{FighterView, KeptView, SeatedFighter};

    impl PartialSchema for FighterView<'_> {
        fn schema() -> RefOr<Schema> {
            let (RefOr::T(Schema::Object(mut whole)), RefOr::T(Schema::Object(kept))) =
                (SeatedFighter::schema(), KeptView::schema())
            else {
                return SeatedFighter::schema();
            };
            whole.properties.extend(kept.properties);
            whole.required.extend(kept.required);
            whole.description = Some("A combatant as somebody may see it.".to_owned());
            Schema::Object(whole).into()
        }
    }

    impl ToSchema for FighterView<'_> {
        fn name() -> std::borrow::Cow<'static, str> {
            "karmic.FighterState".into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            SeatedFighter::schemas(schemas);
            KeptView::schemas(schemas);
        }
    }
}
