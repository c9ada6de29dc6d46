//! Encounters in an embedded file (redb), or in memory for trials. Whoever reads does so off the web workers; one thread
//! writes.

mod check;
mod records;
mod sealed;
mod writer;

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use redb::backends::InMemoryBackend;
use redb::{Database, DatabaseError, ReadableDatabase};
use tokio::sync::{broadcast, oneshot};

use self::check::check;
pub(crate) use self::check::check_file;
use self::records::{Reader, TABLE, live};
use self::sealed::unseal;
use self::writer::{Write, write_all};
use super::{
    Asked, Changed, Commit, Committed, Creation, Loaded, Revision, Store, StoreError, Ticket,
    TokenHash, changes,
};

/// How much of the file is kept in memory.
const CACHE_BYTES: usize = 16 * 1024 * 1024;

/// A store in an embedded file, or in memory.
pub(crate) struct Embedded {
    database: Arc<Database>,
    writer: mpsc::Sender<Write>,
    changes: broadcast::Sender<Changed>,
    tickets: Mutex<HashMap<String, (Ticket, Instant)>>,
}

fn unavailable(error: impl std::fmt::Display) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

impl Embedded {
    /// Opens a file, or makes a new one where there is none. After an unclean exit it is checked whole.
    ///
    /// # Errors
    /// A sentence that says why it cannot be opened.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        if fs::metadata(path).is_ok_and(|file| file.len() == 0) {
            return Err(format!(
                "{shown} is an empty file, which is no store; remove it, or restore it from a copy"
            ));
        }
        let repaired = Arc::new(AtomicBool::new(false));
        let noted = Arc::clone(&repaired);
        let mut database = Database::builder()
            .set_cache_size(CACHE_BYTES)
            .set_repair_callback(move |_| noted.store(true, Ordering::Relaxed))
            .create(path)
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
        Self::over(database).map_err(|error| format!("{shown}: {error}"))
    }

    /// A store that is forgotten when the service stops.
    ///
    /// # Errors
    /// If memory runs out.
    pub(crate) fn in_memory() -> Result<Self, String> {
        Database::builder()
            .create_with_backend(InMemoryBackend::new())
            .map_err(|error| error.to_string())
            .and_then(|database| Self::over(database).map_err(|error| error.to_string()))
    }

    fn over(database: Database) -> Result<Self, StoreError> {
        let write = database.begin_write().map_err(unavailable)?;
        write.open_table(TABLE).map_err(unavailable)?;
        write.commit().map_err(unavailable)?;
        let database = Arc::new(database);
        let changes = changes();
        let (writer, waiting) = mpsc::channel();
        let (writes, wakes) = (Arc::clone(&database), changes.clone());
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write_all(&writes, &waiting, &wakes))
            .map_err(unavailable)?;
        Ok(Self {
            database,
            writer,
            changes,
            tickets: Mutex::default(),
        })
    }

    fn write<'s, T: Send + 's>(
        &'s self,
        ask: impl FnOnce(oneshot::Sender<Result<T, StoreError>>) -> Write + Send + 's,
    ) -> Asked<'s, T> {
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            self.writer.send(ask(answer)).map_err(unavailable)?;
            answered.await.map_err(unavailable)?
        })
    }

    /// Reads, off the web workers.
    fn read<'s, T: Send + 'static>(
        &'s self,
        read: impl FnOnce(&Reader) -> Result<T, StoreError> + Send + 'static,
    ) -> Asked<'s, T> {
        let database = Arc::clone(&self.database);
        Box::pin(async move {
            let reading = tokio::task::spawn_blocking(move || {
                let table = database.begin_read().map_err(unavailable)?;
                read(&Reader(table.open_table(TABLE).map_err(unavailable)?))
            });
            reading.await.map_err(unavailable)?
        })
    }
}

impl Store for Embedded {
    fn create<'s>(&'s self, id: &'s str, new: Creation) -> Asked<'s, ()> {
        self.write(move |answer| Write::Create(id.into(), new, answer))
    }

    fn load<'s>(
        &'s self,
        id: &'s str,
        token: &'s TokenHash,
        key: Option<&'s str>,
    ) -> Asked<'s, Option<Loaded>> {
        let (id, token, key) = (id.to_owned(), token.to_owned(), key.map(str::to_owned));
        self.read(move |reader| {
            let Some(seat) = reader.get(&format!("t/{id}/{token}"))? else {
                return Ok(None);
            };
            let seat = String::from_utf8_lossy(&seat).into_owned();
            let Some((head, state)) = live(&reader.0, &id)? else {
                return Ok(None);
            };
            let answer = match key {
                Some(key) => reader.get(&format!("a/{id}/{seat}/{key}"))?,
                None => None,
            };
            Ok(Some(Loaded {
                seat,
                revision: head.revision,
                state,
                answer,
            }))
        })
    }

    fn commit<'s>(&'s self, id: &'s str, commit: Commit) -> Asked<'s, Committed> {
        self.write(move |answer| Write::Commit(id.into(), commit, answer))
    }

    fn log<'s>(
        &'s self,
        id: &'s str,
        after: Revision,
        at_most: usize,
    ) -> Asked<'s, Vec<(Revision, Vec<u8>)>> {
        let id = id.to_owned();
        self.read(move |reader| {
            let from = format!("l/{id}/{:020}", after.saturating_add(1));
            let to = format!("l/{id}0");
            let mut entries = Vec::new();
            let range = reader.0.range(from.as_str()..to.as_str());
            for entry in range.map_err(unavailable)?.take(at_most) {
                let (key, sealed) = entry.map_err(unavailable)?;
                let revision = key.value().rsplit('/').next();
                let revision = revision.and_then(|revision| revision.parse().ok());
                let entry = unseal(key.value(), sealed.value())?.to_vec();
                entries.push((revision.unwrap_or(0), entry));
            }
            Ok(entries)
        })
    }

    fn kept<'s>(&'s self, id: &'s str, revision: Revision) -> Asked<'s, Option<Vec<u8>>> {
        let key = format!("u/{id}/{revision:020}");
        self.read(move |reader| reader.get(&key))
    }

    fn delete<'s>(&'s self, id: &'s str) -> Asked<'s, ()> {
        self.write(move |answer| Write::Delete(id.into(), answer))
    }

    fn put_ticket<'s>(&'s self, ticket: String, of: Ticket, lives_for: Duration) -> Asked<'s, ()> {
        Box::pin(async move {
            let mut tickets = self.tickets.lock().map_err(unavailable)?;
            tickets.retain(|_, (_, until)| *until > Instant::now());
            tickets.insert(ticket, (of, Instant::now() + lives_for));
            Ok(())
        })
    }

    fn take_ticket<'s>(&'s self, ticket: &'s str) -> Asked<'s, Option<Ticket>> {
        Box::pin(async move {
            let mut tickets = self.tickets.lock().map_err(unavailable)?;
            let taken = tickets.remove(ticket);
            Ok(taken
                .filter(|(_, until)| *until > Instant::now())
                .map(|(of, _)| of))
        })
    }

    fn changes(&self) -> broadcast::Receiver<Changed> {
        self.changes.subscribe()
    }

    fn ready(&self) -> Asked<'_, Vec<String>> {
        self.read(|reader| {
            reader.get("e/")?;
            Ok(Vec::new())
        })
    }
}
