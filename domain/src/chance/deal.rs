//! Cards on the wire: how a request brings its luck where a game uses cards, and how an answer shows
//! what was dealt.

use serde::Serialize;

use super::{Given, Luck, Record, Seed, Source, Supplied};
use crate::cards::Cards;
use crate::keyed::keyed;

keyed! {
    /// Where the cards come from: dealt from a seed, or dealt at the table. Absent, the service deals.
    pub enum Deal as "Deal" {
        /// Cards dealt from a seed, replayable for ever on every machine.
        Seed(Seed) = "seed" as "SeededDeal",
        /// Cards dealt at the table, in the order asked for: exactly as many as the rules ask for, each
        /// from what is left of its deck.
        Cards(Cards) = "cards" as "SuppliedDeal",
    }
}

/// The cards of an answer: posting the same request with these gives the same answer, but for
/// `source`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Dealt {
    /// Who dealt them.
    pub source: Source,
    /// The cards, in the order dealt. Those of a hand that the request brings are not among them.
    pub cards: Cards,
}

impl Luck for Deal {
    type Shown = Dealt;

    fn given(&self) -> Given<'_> {
        match self {
            Self::Seed(seed) => Given::Seed(seed),
            Self::Cards(cards) => Given::Supplied(Supplied::cards(cards)),
        }
    }

    fn shown(source: Source, record: Record) -> Dealt {
        Dealt {
            source,
            cards: record.cards,
        }
    }
}
