//! Checking a file whole.

use std::fs;
use std::path::Path;

use redb::{Database, ReadableDatabase, ReadableTable};

use super::records::TABLE;
use super::sealed::unseal;
use super::{CACHE_BYTES, unavailable};

/// Checks a whole file: its pages, and each record's checksum.
pub(super) fn check(database: &mut Database) -> Result<u64, String> {
    let sound = database
        .check_integrity()
        .map_err(|error| error.to_string())?;
    if !sound {
        tracing::warn!("the store was repaired after an unclean exit");
    }
    let reading = || {
        let table = database.begin_read().map_err(unavailable)?;
        let table = match table.open_table(TABLE) {
            Ok(table) => table,
            Err(redb::TableError::TableDoesNotExist(_)) => return Ok(0),
            Err(error) => return Err(unavailable(error)),
        };
        let mut records = 0;
        for entry in table.iter().map_err(unavailable)? {
            let (key, sealed) = entry.map_err(unavailable)?;
            unseal(key.value(), sealed.value())?;
            records += 1;
        }
        Ok(records)
    };
    reading().map_err(|error| error.to_string())
}

/// Checks a store's file whole, and says how many records it has.
///
/// # Errors
/// A sentence that says what is wrong with it.
pub(crate) fn check_file(path: &Path) -> Result<u64, String> {
    let shown = path.display();
    match fs::metadata(path) {
        Ok(file) if file.len() == 0 => return Err(format!("{shown} is an empty file")),
        Ok(_) => {}
        Err(error) => return Err(format!("{shown}: {error}")),
    }
    let opened = Database::builder()
        .set_cache_size(CACHE_BYTES)
        .open(path)
        .map_err(|error| format!("{shown} cannot be opened: {error}"));
    check(&mut opened?).map_err(|why| format!("{shown}: {why}"))
}
