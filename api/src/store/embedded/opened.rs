//! The open database. Once its disk has failed, redb takes no more writes until it is opened again.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use redb::backends::{FileBackend, InMemoryBackend};
use redb::{Database, DatabaseError};

use super::super::StoreError;
use super::check::check;
use super::records::TABLE;
use super::{CACHE_BYTES, unavailable};

/// How the database is opened again.
type Open = dyn Fn() -> Result<Database, String> + Send + Sync;

/// A database, and how it is opened again; none while that fails.
pub(super) struct Opened {
    database: RwLock<Option<Database>>,
    /// None in memory, where nothing would be found again.
    again: Option<Box<Open>>,
}

impl Opened {
    /// Opens a file, or makes a new one where there is none. After an unclean exit it is checked whole.
    ///
    /// # Errors
    /// A sentence that says why it cannot be opened.
    pub(super) fn file(path: &Path) -> Result<Self, String> {
        let path = path.to_owned();
        Self::by(move || open(&path))
    }

    /// A database that is opened like this, also when it has failed.
    ///
    /// # Errors
    /// As `open` does.
    pub(super) fn by(
        open: impl Fn() -> Result<Database, String> + Send + Sync + 'static,
    ) -> Result<Self, String> {
        Ok(Self {
            database: RwLock::new(Some(open()?)),
            again: Some(Box::new(open)),
        })
    }

    /// A database that is forgotten when the service stops.
    ///
    /// # Errors
    /// If memory runs out.
    pub(super) fn in_memory() -> Result<Self, String> {
        let database = Database::builder().create_with_backend(InMemoryBackend::new());
        let database = database.map_err(|error| error.to_string())?;
        with_table(&database).map_err(|error| error.to_string())?;
        Ok(Self {
            database: RwLock::new(Some(database)),
            again: None,
        })
    }

    /// Does something with the database. A damaged file may have redb panic: that is an error of the store.
    pub(super) fn with<T>(
        &self,
        with: impl FnOnce(&Database) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let database = self.database.read().unwrap_or_else(PoisonError::into_inner);
        let database = database.as_ref();
        let database = database.ok_or_else(|| unavailable("its file could not be opened again"))?;
        catch_unwind(AssertUnwindSafe(|| with(database)))
            .unwrap_or_else(|_| Err(StoreError::Damaged("redb panicked".to_owned())))
    }

    /// Opens the database again, after it failed. Whoever reads is waited for.
    pub(super) fn open_again(&self) {
        let Some(open) = &self.again else {
            return;
        };
        let mut database = self
            .database
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        // The file is locked for as long as it is open.
        let opened = catch_unwind(AssertUnwindSafe(|| {
            *database = None;
            open()
        }));
        match opened.unwrap_or_else(|_| Err("redb panicked".to_owned())) {
            Ok(opened) => {
                tracing::warn!("the store was opened again");
                *database = Some(opened);
            }
            Err(error) => tracing::error!(%error, "the store could not be opened again"),
        }
    }
}

fn open(path: &Path) -> Result<Database, String> {
    let shown = path.display();
    if fs::metadata(path).is_ok_and(|file| file.len() == 0) {
        return Err(format!(
            "{shown} is an empty file, which is no store; remove it, or restore it from a copy"
        ));
    }
    // Whoever reads it reads the seeds of fights that go on: it is its owner's alone.
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)
        .map_err(|error| format!("{shown} cannot be opened: {error}"))?;
    let repaired = Arc::new(AtomicBool::new(false));
    let noted = Arc::clone(&repaired);
    let mut database = Database::builder()
        .set_cache_size(CACHE_BYTES)
        .set_repair_callback(move |_| noted.store(true, Ordering::Relaxed))
        .create_with_backend(FileBackend::new(file).map_err(|error| error.to_string())?)
        .map_err(|error| {
            if matches!(error, DatabaseError::DatabaseAlreadyOpen) {
                format!("{shown} is open in another process; stop that, or name another file")
            } else {
                format!("{shown} cannot be opened: {error}")
            }
        })?;
    if repaired.load(Ordering::Relaxed) {
        check(&mut database).map_err(|why| format!("{shown}: {why}"))?;
    }
    with_table(&database).map_err(|error| format!("{shown}: {error}"))?;
    Ok(database)
}

/// Makes the table, so that whoever reads finds one.
fn with_table(database: &Database) -> Result<(), StoreError> {
    let write = database.begin_write().map_err(unavailable)?;
    write.open_table(TABLE).map_err(unavailable)?;
    write.commit().map_err(unavailable)
}
