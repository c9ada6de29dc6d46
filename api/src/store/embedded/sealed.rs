//! Records with a checksum: the embedded file alone would serve bytes that have flipped.

use sha2::{Digest, Sha256};

use super::super::StoreError;

/// How many bytes of the SHA-256 stand before a record.
const LENGTH: usize = 8;

fn checksum(key: &str, record: &[u8]) -> [u8; LENGTH] {
    let digest: [u8; 32] = Sha256::new()
        .chain_update(key.as_bytes())
        .chain_update([0])
        .chain_update(record)
        .finalize()
        .into();
    std::array::from_fn(|place| digest.get(place).copied().unwrap_or(0))
}

/// A record behind its checksum, which covers its key too.
pub(super) fn seal(key: &str, record: &[u8]) -> Vec<u8> {
    let mut sealed = Vec::with_capacity(LENGTH + record.len());
    sealed.extend_from_slice(&checksum(key, record));
    sealed.extend_from_slice(record);
    sealed
}

/// The record, if its checksum is right.
pub(super) fn unseal<'r>(key: &str, sealed: &'r [u8]) -> Result<&'r [u8], StoreError> {
    sealed
        .split_first_chunk()
        .filter(|(sum, record)| **sum == checksum(key, record))
        .map(|(_, record)| record)
        .ok_or_else(|| {
            StoreError::Damaged(format!(
                "the record {key} has a wrong checksum; melee-api check-store checks the whole file"
            ))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_with_a_flipped_bit_or_under_another_key_is_damaged() {
        let sealed = seal("e/1", b"state");
        assert_eq!(unseal("e/1", &sealed).unwrap(), b"state");
        assert!(unseal("e/2", &sealed).is_err());
        for place in 0..sealed.len() {
            let mut flipped = sealed.clone();
            flipped[place] ^= 1;
            assert!(unseal("e/1", &flipped).is_err());
        }
        assert!(unseal("e/1", b"short").is_err());
    }
}
