//! What is in the file: one table of records, each behind its checksum, by keys that begin with what they are of.
//!
//! `e/ID` the state, `t/ID/HASH` the seat of a token, `l/ID/REVISION` the log, `a/ID/SEAT/KEY` an answer,
//! `o/ID/COUNT` the order of the answers, `u/ID/SLOT` a state to go back to, `x/SECONDS/ID` when an encounter
//! expires, `n` how many encounters there are.

use redb::{ReadableTable, Table, TableDefinition};

use super::super::{Revision, Slot, StoreError, now};
use super::sealed::{seal, unseal};
use super::unavailable;

/// The table.
pub(super) const TABLE: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("melee");

/// The head of an encounter's record, before its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) revision: Revision,
    pub(super) expires: u64,
    /// How many answers were kept under keys so far.
    pub(super) answers: u64,
}

impl Head {
    const LENGTH: usize = 24;

    pub(super) fn with(self, state: &[u8]) -> Vec<u8> {
        let mut record = Vec::with_capacity(Self::LENGTH + state.len());
        for number in [self.revision, self.expires, self.answers] {
            record.extend_from_slice(&number.to_be_bytes());
        }
        record.extend_from_slice(state);
        record
    }

    pub(super) fn split(record: &[u8]) -> Option<(Self, &[u8])> {
        let (revision, rest) = record.split_first_chunk()?;
        let (expires, rest) = rest.split_first_chunk()?;
        let (answers, state) = rest.split_first_chunk()?;
        let head = Self {
            revision: u64::from_be_bytes(*revision),
            expires: u64::from_be_bytes(*expires),
            answers: u64::from_be_bytes(*answers),
        };
        Some((head, state))
    }
}

pub(super) fn expiry(head: Head, id: &str) -> String {
    format!("x/{:020}/{id}", head.expires)
}

/// Where a state to go back to is.
pub(super) fn slot_of(id: &str, slot: Slot) -> String {
    format!("u/{id}/{slot:02}")
}

/// The table, to be read.
pub(super) struct Reader(pub(super) redb::ReadOnlyTable<&'static str, &'static [u8]>);

impl Reader {
    pub(super) fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        get(&self.0, key)
    }
}

pub(super) fn get(
    table: &impl ReadableTable<&'static str, &'static [u8]>,
    key: &str,
) -> Result<Option<Vec<u8>>, StoreError> {
    let sealed = table.get(key).map_err(unavailable)?;
    let record = sealed.map(|sealed| unseal(key, sealed.value()).map(<[u8]>::to_vec));
    record.transpose()
}

/// An encounter that has not expired, and its state.
pub(super) fn live(
    table: &impl ReadableTable<&'static str, &'static [u8]>,
    id: &str,
) -> Result<Option<(Head, Vec<u8>)>, StoreError> {
    let Some(record) = get(table, &format!("e/{id}"))? else {
        return Ok(None);
    };
    let split = Head::split(&record);
    let (head, state) =
        split.ok_or_else(|| StoreError::Damaged(format!("the record e/{id} is too short")))?;
    Ok((head.expires > now()).then(|| (head, state.to_vec())))
}

/// The table, to be written.
pub(super) type Writing<'t> = Table<'t, &'static str, &'static [u8]>;

pub(super) fn put(table: &mut Writing<'_>, key: &str, record: &[u8]) -> Result<(), StoreError> {
    table
        .insert(key, seal(key, record).as_slice())
        .map_err(unavailable)?;
    Ok(())
}

pub(super) fn remove(table: &mut Writing<'_>, key: &str) -> Result<(), StoreError> {
    table.remove(key).map_err(unavailable)?;
    Ok(())
}
