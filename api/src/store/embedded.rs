//! Encounters in an embedded file (redb), or in memory for trials.
//!
//! All is in one table, by keys that begin with what they are of: `e/ID` the state, `t/ID/HASH` the seat of
//! a token, `l/ID/REVISION` the log, `a/ID/SEAT/KEY` an answer, `o/ID/COUNT` the order of the answers,
//! `u/ID/REVISION` a state to go back to, `x/SECONDS/ID` when an encounter expires. One thread writes: it takes
//! whatever waits, writes it in one transaction, and answers once that is on the disk.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use redb::backends::InMemoryBackend;
use redb::{Database, DatabaseError, ReadableDatabase, ReadableTable, Table, TableDefinition};
use tokio::sync::{broadcast, oneshot};

use super::sealed::{seal, unseal};
use super::{
    Asked, Changed, Commit, Committed, Creation, Loaded, MOST_ANSWERS, Revision, Store, StoreError,
    Ticket, TokenHash, changes,
};

const TABLE: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("melee");

/// How much of the file is kept in memory.
const CACHE_BYTES: usize = 16 * 1024 * 1024;

/// How many commits are written in one transaction at most.
const MOST_AT_ONCE: usize = 256;

/// How often expired encounters are looked for.
const SWEEP: Duration = Duration::from_secs(60);

/// How many expired encounters are removed at once.
const MOST_SWEPT: usize = 100;

/// A store in an embedded file, or in memory.
pub(crate) struct Embedded {
    database: Arc<Database>,
    writer: mpsc::Sender<Write>,
    changes: broadcast::Sender<Changed>,
    tickets: Mutex<HashMap<String, (Ticket, Instant)>>,
}

/// What the writer is asked.
enum Write {
    Create(Arc<str>, Creation, oneshot::Sender<Result<(), StoreError>>),
    Commit(
        Arc<str>,
        Commit,
        oneshot::Sender<Result<Committed, StoreError>>,
    ),
    Delete(Arc<str>, oneshot::Sender<Result<(), StoreError>>),
}

/// What the writer answers once all is on the disk.
enum Written {
    Create(
        oneshot::Sender<Result<(), StoreError>>,
        Result<(), StoreError>,
    ),
    Commit(
        Arc<str>,
        oneshot::Sender<Result<Committed, StoreError>>,
        Result<Committed, StoreError>,
    ),
    Delete(Arc<str>, oneshot::Sender<Result<(), StoreError>>),
}

fn unavailable(error: impl std::fmt::Display) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

/// The seconds of the clock.
fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs())
}

/// The head of an encounter's record, before its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    revision: Revision,
    expires: u64,
    /// How many answers were kept under keys so far.
    answers: u64,
}

impl Head {
    const LENGTH: usize = 24;

    fn with(self, state: &[u8]) -> Vec<u8> {
        let mut record = Vec::with_capacity(Self::LENGTH + state.len());
        for number in [self.revision, self.expires, self.answers] {
            record.extend_from_slice(&number.to_be_bytes());
        }
        record.extend_from_slice(state);
        record
    }

    fn split(record: &[u8]) -> Option<(Self, &[u8])> {
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

fn expiry(head: Head, id: &str) -> String {
    format!("x/{:020}/{id}", head.expires)
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

/// The table, to be read.
struct Reader(redb::ReadOnlyTable<&'static str, &'static [u8]>);

impl Reader {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        get(&self.0, key)
    }
}

fn get(
    table: &impl ReadableTable<&'static str, &'static [u8]>,
    key: &str,
) -> Result<Option<Vec<u8>>, StoreError> {
    let sealed = table.get(key).map_err(unavailable)?;
    let record = sealed.map(|sealed| unseal(key, sealed.value()).map(<[u8]>::to_vec));
    record.transpose()
}

/// An encounter that has not expired, and its state.
fn live(
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

type Writing<'t> = Table<'t, &'static str, &'static [u8]>;

fn put(table: &mut Writing<'_>, key: &str, record: &[u8]) -> Result<(), StoreError> {
    table
        .insert(key, seal(key, record).as_slice())
        .map_err(unavailable)?;
    Ok(())
}

fn remove(table: &mut Writing<'_>, key: &str) -> Result<(), StoreError> {
    table.remove(key).map_err(unavailable)?;
    Ok(())
}

/// Writes all that is asked, for ever.
fn write_all(
    database: &Database,
    waiting: &mpsc::Receiver<Write>,
    changes: &broadcast::Sender<Changed>,
) {
    let mut swept = Instant::now();
    loop {
        let first = match waiting.recv_timeout(SWEEP) {
            Ok(first) => Some(first),
            Err(mpsc::RecvTimeoutError::Timeout) => None,
            Err(mpsc::RecvTimeoutError::Disconnected) => return,
        };
        let batch: Vec<_> = first
            .into_iter()
            .chain(waiting.try_iter())
            .take(MOST_AT_ONCE)
            .collect();
        let sweep = swept.elapsed() >= SWEEP;
        if sweep {
            swept = Instant::now();
        }
        write_batch(database, batch, sweep, changes);
    }
}

fn write_batch(
    database: &Database,
    batch: Vec<Write>,
    sweep: bool,
    changes: &broadcast::Sender<Changed>,
) {
    let mut written = Vec::with_capacity(batch.len());
    let done = (|| {
        let transaction = database.begin_write().map_err(unavailable)?;
        {
            let mut table = transaction.open_table(TABLE).map_err(unavailable)?;
            for ask in batch {
                written.push(match ask {
                    Write::Create(id, new, answer) => {
                        Written::Create(answer, create(&mut table, &id, &new))
                    }
                    Write::Commit(id, asked, answer) => {
                        let result = commit(&mut table, &id, &asked);
                        Written::Commit(id, answer, result)
                    }
                    Write::Delete(id, answer) => {
                        delete(&mut table, &id)?;
                        Written::Delete(id, answer)
                    }
                });
            }
            if sweep {
                remove_expired(&mut table)?;
            }
        }
        transaction.commit().map_err(unavailable)
    })();
    // Nobody is told of anything before it is on the disk; nobody waits for an answer given up.
    for one in written {
        match one {
            Written::Create(answer, result) => {
                answer.send(done.clone().and(result)).ok();
            }
            Written::Commit(id, answer, result) => {
                if done.is_ok() && matches!(result, Ok(Committed::Done)) {
                    changes.send(Changed::Encounter(id)).ok();
                }
                answer.send(done.clone().and(result)).ok();
            }
            Written::Delete(id, answer) => {
                changes.send(Changed::Encounter(id)).ok();
                answer.send(done.clone()).ok();
            }
        }
    }
    if let Err(error) = done {
        tracing::error!(%error, "the store could not write");
    }
}

fn create(table: &mut Writing<'_>, id: &str, new: &Creation) -> Result<(), StoreError> {
    let mut count = 0;
    for entry in table.range("e/".."e0").map_err(unavailable)? {
        entry.map_err(unavailable)?;
        count += 1;
    }
    if count >= new.at_most {
        return Err(StoreError::Full);
    }
    let head = Head {
        revision: 1,
        expires: now() + new.lives_for.as_secs(),
        answers: 0,
    };
    put(table, &format!("e/{id}"), &head.with(&new.state))?;
    for (hash, seat) in &new.tokens {
        put(table, &format!("t/{id}/{hash}"), seat.as_bytes())?;
    }
    put(table, &expiry(head, id), &[])
}

fn commit(table: &mut Writing<'_>, id: &str, asked: &Commit) -> Result<Committed, StoreError> {
    let Some((mut head, before)) = live(table, id)? else {
        return Ok(Committed::Gone);
    };
    let place = asked
        .answer
        .as_ref()
        .map(|(seat, key, _)| format!("a/{id}/{seat}/{key}"));
    if let Some(place) = &place
        && let Some(answer) = get(table, place)?
    {
        return Ok(Committed::Answered(answer));
    }
    if head.revision != asked.on {
        return Ok(Committed::Stale);
    }
    // What is read is read before anything is written, so that a damaged record leaves nothing half done.
    let order = |count: u64| format!("o/{id}/{count:020}");
    let oldest = head.answers.checked_sub(MOST_ANSWERS).map(order);
    let oldest_place = match &oldest {
        Some(oldest) => get(table, oldest)?,
        None => None,
    };
    let old_tokens = match &asked.token {
        Some((seat, _)) => tokens_of(table, id, seat)?,
        None => Vec::new(),
    };
    remove(table, &expiry(head, id))?;
    head.revision += 1;
    head.expires = now() + asked.lives_for.as_secs();
    if let (Some(place), Some((_, _, answer))) = (&place, &asked.answer) {
        put(table, place, answer)?;
        put(table, &order(head.answers), place.as_bytes())?;
        if let (Some(oldest), Some(place)) = (oldest, oldest_place) {
            remove(table, &String::from_utf8_lossy(&place))?;
            remove(table, &oldest)?;
        }
        head.answers += 1;
    }
    if asked.keep {
        put(table, &format!("u/{id}/{:020}", asked.on), &before)?;
    }
    for revision in &asked.drop {
        remove(table, &format!("u/{id}/{revision:020}"))?;
    }
    if let Some((seat, new)) = &asked.token {
        old_tokens.iter().try_for_each(|old| remove(table, old))?;
        put(table, &format!("t/{id}/{new}"), seat.as_bytes())?;
    }
    put(
        table,
        &format!("l/{id}/{:020}", head.revision),
        &asked.entry,
    )?;
    put(table, &expiry(head, id), &[])?;
    put(table, &format!("e/{id}"), &head.with(&asked.state))?;
    Ok(Committed::Done)
}

/// The keys of a seat's tokens: it has one.
fn tokens_of(table: &Writing<'_>, id: &str, seat: &str) -> Result<Vec<String>, StoreError> {
    let (from, to) = (format!("t/{id}/"), format!("t/{id}0"));
    let mut keys = Vec::new();
    for entry in table
        .range(from.as_str()..to.as_str())
        .map_err(unavailable)?
    {
        let (key, sealed) = entry.map_err(unavailable)?;
        if unseal(key.value(), sealed.value())? == seat.as_bytes() {
            keys.push(key.value().to_owned());
        }
    }
    Ok(keys)
}

fn delete(table: &mut Writing<'_>, id: &str) -> Result<(), StoreError> {
    if let Some(record) = get(table, &format!("e/{id}"))?
        && let Some((head, _)) = Head::split(&record)
    {
        remove(table, &expiry(head, id))?;
    }
    remove(table, &format!("e/{id}"))?;
    for kind in ["t", "l", "a", "o", "u"] {
        let (from, to) = (format!("{kind}/{id}/"), format!("{kind}/{id}0"));
        table
            .retain_in(from.as_str()..to.as_str(), |_, _| false)
            .map_err(unavailable)?;
    }
    Ok(())
}

fn remove_expired(table: &mut Writing<'_>) -> Result<(), StoreError> {
    let until = format!("x/{:020}/", now());
    let mut expired = Vec::new();
    for entry in table.range("x/"..until.as_str()).map_err(unavailable)? {
        let (key, _) = entry.map_err(unavailable)?;
        expired.extend(key.value().rsplit('/').next().map(str::to_owned));
        if expired.len() == MOST_SWEPT {
            break;
        }
    }
    expired.iter().try_for_each(|id| delete(table, id))
}

/// Checks a whole file: its pages, and each record's checksum.
fn check(database: &mut Database) -> Result<u64, String> {
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
