//! Encounters in an embedded file (redb), or in memory for trials. Whoever reads does so off the web workers; one thread
//! writes.

mod check;
mod opened;
mod records;
mod sealed;
mod writer;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use redb::ReadableDatabase;
use tokio::sync::{broadcast, oneshot};

pub(crate) use self::check::check_file;
use self::opened::Opened;
use self::records::{Reader, TABLE, live, slot_of};
use self::sealed::unseal;
use self::writer::{Write, write_all};
use super::{
    Asked, Changed, Commit, Committed, Creation, Loaded, Revision, Slot, Store, StoreError, Ticket,
    TokenHash, changes,
};

/// How much of the file is kept in memory.
const CACHE_BYTES: usize = 16 * 1024 * 1024;

/// A store in an embedded file, or in memory.
pub(crate) struct Embedded {
    database: Arc<Opened>,
    writer: mpsc::Sender<Write>,
    changes: broadcast::Sender<Changed>,
    tickets: Mutex<HashMap<String, (Ticket, Instant)>>,
}

fn unavailable(error: impl std::fmt::Display) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

impl Embedded {
    /// A store in a file.
    ///
    /// # Errors
    /// A sentence that says why the file cannot be opened.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        Self::over(Opened::file(path)?)
    }

    /// A store that is forgotten when the service stops.
    ///
    /// # Errors
    /// If memory runs out.
    pub(crate) fn in_memory() -> Result<Self, String> {
        Self::over(Opened::in_memory()?)
    }

    fn over(database: Opened) -> Result<Self, String> {
        let database = Arc::new(database);
        let changes = changes();
        let (writer, waiting) = mpsc::channel();
        let (writes, wakes) = (Arc::clone(&database), changes.clone());
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write_all(&writes, &waiting, &wakes))
            .map_err(|error| error.to_string())?;
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
                database.with(|database| {
                    let table = database.begin_read().map_err(unavailable)?;
                    read(&Reader(table.open_table(TABLE).map_err(unavailable)?))
                })
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

    fn kept<'s>(&'s self, id: &'s str, slot: Slot) -> Asked<'s, Option<Vec<u8>>> {
        let key = slot_of(id, slot);
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
        Box::pin(async move {
            self.write(Write::Nothing).await?;
            Ok(Vec::new())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};

    use redb::backends::FileBackend;
    use redb::{Database, StorageBackend};

    use super::*;

    /// A disk that is full at times.
    #[derive(Debug)]
    struct Disk {
        file: FileBackend,
        full: Arc<AtomicBool>,
    }

    impl Disk {
        fn room(&self) -> io::Result<()> {
            if self.full.load(Ordering::Relaxed) {
                return Err(io::ErrorKind::StorageFull.into());
            }
            Ok(())
        }
    }

    impl StorageBackend for Disk {
        fn len(&self) -> io::Result<u64> {
            self.file.len()
        }

        fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
            self.file.read(offset, out)
        }

        fn set_len(&self, len: u64) -> io::Result<()> {
            self.room()?;
            self.file.set_len(len)
        }

        fn sync_data(&self) -> io::Result<()> {
            self.file.sync_data()
        }

        fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
            self.room()?;
            self.file.write(offset, data)
        }

        fn close(&self) -> io::Result<()> {
            self.file.close()
        }
    }

    #[tokio::test]
    async fn a_store_goes_on_by_itself_once_its_disk_has_room_again() {
        let path = std::env::temp_dir().join(format!("melee-disk-{}", std::process::id()));
        let full = Arc::new(AtomicBool::new(false));
        let opened = {
            let (path, full) = (path.clone(), Arc::clone(&full));
            Opened::by(move || {
                let file = fs_file(&path).map_err(|error| error.to_string())?;
                let file = FileBackend::new(file).map_err(|error| error.to_string())?;
                let full = Arc::clone(&full);
                let disk = Disk { file, full };
                Database::builder()
                    .create_with_backend(disk)
                    .map_err(|error| error.to_string())
            })
        };
        let store = Embedded::over(opened.unwrap()).unwrap();
        let new = || Creation {
            state: b"state".to_vec(),
            slot: 0,
            tokens: vec![("hash".to_owned(), "gm".to_owned())],
            lives_for: Duration::from_secs(60),
            at_most: 9,
        };
        store.create("before", new()).await.unwrap();
        full.store(true, Ordering::Relaxed);
        assert!(store.create("full", new()).await.is_err());
        assert!(store.ready().await.is_err());
        full.store(false, Ordering::Relaxed);
        let since = Instant::now();
        while store.ready().await.is_err() {
            assert!(since.elapsed() < Duration::from_secs(10));
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        store.create("after", new()).await.unwrap();
        for (id, is_there) in [("before", true), ("full", false), ("after", true)] {
            let loaded = store.load(id, "hash", None).await.unwrap();
            assert_eq!(loaded.is_some(), is_there, "{id}");
        }
        std::fs::remove_file(path).unwrap();
    }

    fn fs_file(path: &Path) -> io::Result<std::fs::File> {
        let mut options = std::fs::OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        options.open(path)
    }
}
