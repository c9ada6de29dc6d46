//! The one thread that writes: it takes whatever waits, writes it in one transaction, and answers once that is on the
//! disk.

use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use redb::ReadableTable;
use tokio::sync::{broadcast, oneshot};

use super::super::{Beside, Changed, Commit, Committed, Creation, MOST_ANSWERS, StoreError, now};
use super::opened::Opened;
use super::records::{Head, TABLE, Writing, expiry, get, live, put, remove, slot_of};
use super::sealed::unseal;
use super::unavailable;

/// The record of how many encounters there are.
const COUNT: &str = "n";

/// How many commits are written in one transaction at most.
const MOST_AT_ONCE: usize = 256;

/// How often expired encounters are looked for.
const SWEEP: Duration = Duration::from_secs(60);

/// How soon after a failure the file is opened again.
const AGAIN: Duration = Duration::from_secs(1);

/// How many expired encounters are removed at once.
const MOST_SWEPT: usize = 100;

/// What the writer is asked.
pub(super) enum Write {
    Create(Arc<str>, Creation, oneshot::Sender<Result<(), StoreError>>),
    Commit(
        Arc<str>,
        Commit,
        oneshot::Sender<Result<Committed, StoreError>>,
    ),
    Delete(Arc<str>, oneshot::Sender<Result<(), StoreError>>),
    /// Nothing, but on the disk: whether it can.
    Nothing(oneshot::Sender<Result<(), StoreError>>),
}

/// What the writer answers once all is on the disk.
enum Written {
    Commit(
        Arc<str>,
        oneshot::Sender<Result<Committed, StoreError>>,
        Result<Committed, StoreError>,
    ),
    /// Something else, and the encounter of which it is told, if any.
    Other(
        Option<Arc<str>>,
        oneshot::Sender<Result<(), StoreError>>,
        Result<(), StoreError>,
    ),
}

/// Writes all that is asked, for ever, and removes what has expired.
pub(super) fn write_all(
    database: &Opened,
    waiting: &mpsc::Receiver<Write>,
    changes: &broadcast::Sender<Changed>,
) {
    let mut next_sweep = Instant::now() + SWEEP;
    let mut failed: Option<Instant> = None;
    loop {
        match waiting.recv_timeout(next_sweep.saturating_duration_since(Instant::now())) {
            Ok(first) => {
                if failed.is_some_and(|at| at.elapsed() >= AGAIN) {
                    database.open_again();
                    failed = None;
                }
                let others = waiting.try_iter().take(MOST_AT_ONCE - 1);
                let batch = std::iter::once(first).chain(others).collect();
                match write_batch(database, batch, changes) {
                    Ok(()) => failed = None,
                    Err(_) => failed = failed.or_else(|| Some(Instant::now())),
                }
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => return,
        }
        if next_sweep <= Instant::now() {
            let swept = sweep(database).unwrap_or_else(|error| {
                tracing::error!(%error, "the store could not remove what has expired");
                0
            });
            // Where more have expired, whoever waits to write goes between.
            let pause = if swept == MOST_SWEPT {
                Duration::ZERO
            } else {
                SWEEP
            };
            next_sweep = Instant::now() + pause;
        }
    }
}

fn write_batch(
    database: &Opened,
    batch: Vec<Write>,
    changes: &broadcast::Sender<Changed>,
) -> Result<(), StoreError> {
    let mut written = Vec::new();
    let done = within(database, |table| {
        for ask in batch {
            written.push(match ask {
                Write::Create(id, new, answer) => {
                    Written::Other(None, answer, create(table, &id, &new))
                }
                Write::Commit(id, asked, answer) => {
                    let result = commit(table, &id, &asked);
                    Written::Commit(id, answer, result)
                }
                Write::Delete(id, answer) => {
                    let result = delete(table, &id);
                    Written::Other(Some(id), answer, result)
                }
                Write::Nothing(answer) => Written::Other(None, answer, recount(table)),
            });
        }
        Ok(())
    });
    // Nobody is told of anything before it is on the disk; nobody waits for an answer given up.
    for one in written {
        match one {
            Written::Commit(id, answer, result) => {
                if done.is_ok() && matches!(result, Ok(Committed::Done)) {
                    changes.send(Changed::Encounter(id)).ok();
                }
                answer.send(done.clone().and(result)).ok();
            }
            Written::Other(told, answer, result) => {
                if let Some(id) = told {
                    changes.send(Changed::Encounter(id)).ok();
                }
                answer.send(done.clone().and(result)).ok();
            }
        }
    }
    done.inspect_err(|error| tracing::error!(%error, "the store could not write"))
}

/// Does something to the table in one transaction: all of it is on the disk, or none.
fn within<T>(
    database: &Opened,
    write: impl FnOnce(&mut Writing<'_>) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    database.with(|database| {
        let transaction = database.begin_write().map_err(unavailable)?;
        let mut table = transaction.open_table(TABLE).map_err(unavailable)?;
        let done = write(&mut table)?;
        drop(table);
        transaction.commit().map_err(unavailable)?;
        Ok(done)
    })
}

/// How many encounters there are.
fn count(table: &Writing<'_>) -> Result<u64, StoreError> {
    let Some(record) = get(table, COUNT)? else {
        return Ok(0);
    };
    let count = record.first_chunk().copied().map(u64::from_be_bytes);
    count.ok_or_else(|| StoreError::Damaged(format!("the record {COUNT} is too short")))
}

/// Writes down how many encounters there are, as it is.
fn recount(table: &mut Writing<'_>) -> Result<(), StoreError> {
    let count = count(table)?;
    put(table, COUNT, &count.to_be_bytes())
}

fn create(table: &mut Writing<'_>, id: &str, new: &Creation) -> Result<(), StoreError> {
    let count = count(table)?;
    if count >= new.at_most {
        return Err(StoreError::Full);
    }
    put(table, COUNT, &(count + 1).to_be_bytes())?;
    let head = Head {
        revision: 1,
        expires: now() + new.lives_for.as_secs(),
        answers: 0,
    };
    put(table, &format!("e/{id}"), &head.with(&new.state))?;
    put(table, &slot_of(id, new.slot), &new.state)?;
    for (hash, seat) in &new.tokens {
        put(table, &format!("t/{id}/{hash}"), seat.as_bytes())?;
    }
    put(table, &expiry(head, id), &[])
}

fn commit(table: &mut Writing<'_>, id: &str, asked: &Commit) -> Result<Committed, StoreError> {
    let Some((mut head, _)) = live(table, id)? else {
        return Ok(Committed::Gone);
    };
    let place = |seat: &str, key: &str| format!("a/{id}/{seat}/{key}");
    if let Beside::Answer { seat, key, .. } = &asked.beside
        && let Some(answer) = get(table, &place(seat, key))?
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
    let old_tokens = match &asked.beside {
        Beside::Token { seat, .. } => tokens_of(table, id, seat)?,
        Beside::Nothing | Beside::Answer { .. } => Vec::new(),
    };
    head.revision += 1;
    if let Some(lives_for) = asked.lives_for {
        remove(table, &expiry(head, id))?;
        head.expires = now() + lives_for.as_secs();
        put(table, &expiry(head, id), &[])?;
    }
    match &asked.beside {
        Beside::Nothing => {}
        Beside::Answer { seat, key, answer } => {
            let place = place(seat, key);
            put(table, &place, answer)?;
            put(table, &order(head.answers), place.as_bytes())?;
            if let (Some(oldest), Some(place)) = (oldest, oldest_place) {
                remove(table, &String::from_utf8_lossy(&place))?;
                remove(table, &oldest)?;
            }
            head.answers += 1;
        }
        Beside::Token { seat, hash } => {
            old_tokens.iter().try_for_each(|old| remove(table, old))?;
            put(table, &format!("t/{id}/{hash}"), seat.as_bytes())?;
        }
    }
    put(
        table,
        &format!("l/{id}/{:020}", head.revision),
        &asked.entry,
    )?;
    put(table, &slot_of(id, asked.slot), &asked.state)?;
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

/// Forgets an encounter, even one whose record is damaged.
fn delete(table: &mut Writing<'_>, id: &str) -> Result<(), StoreError> {
    let others = count(table)?.saturating_sub(1);
    let place = format!("e/{id}");
    let head = match get(table, &place) {
        Ok(None) => return Ok(()),
        Ok(Some(record)) => Head::split(&record).map(|(head, _)| head),
        Err(StoreError::Damaged(_)) => None,
        Err(error) => return Err(error),
    };
    if let Some(head) = head {
        remove(table, &expiry(head, id))?;
    }
    put(table, COUNT, &others.to_be_bytes())?;
    remove(table, &place)?;
    for kind in ["t", "l", "a", "o", "u"] {
        let (from, to) = (format!("{kind}/{id}/"), format!("{kind}/{id}0"));
        table
            .retain_in(from.as_str()..to.as_str(), |_, _| false)
            .map_err(unavailable)?;
    }
    Ok(())
}

/// Removes encounters that have expired, and says how many.
fn sweep(database: &Opened) -> Result<usize, StoreError> {
    within(database, |table| {
        let until = format!("x/{:020}/", now());
        let mut expired = Vec::new();
        let range = table.range("x/"..until.as_str()).map_err(unavailable)?;
        for entry in range.take(MOST_SWEPT) {
            let (key, _) = entry.map_err(unavailable)?;
            expired.push(key.value().to_owned());
        }
        for key in &expired {
            remove(table, key)?;
            if let Some((_, id)) = key.rsplit_once('/') {
                delete(table, id)?;
            }
        }
        Ok(expired.len())
    })
}

#[cfg(test)]
mod tests {
    use redb::ReadableTableMetadata;

    use super::*;

    #[test]
    fn what_has_expired_is_removed_whole_even_where_it_is_damaged() {
        let database = Opened::in_memory().unwrap();
        let new = |lives_for| Creation {
            state: b"state".to_vec(),
            slot: 0,
            tokens: vec![("hash".to_owned(), "gm".to_owned())],
            lives_for: Duration::from_secs(lives_for),
            at_most: 3,
        };
        within(&database, |table| {
            create(table, "over", &new(0))?;
            create(table, "damaged", &new(0))?;
            create(table, "live", &new(1000))?;
            let full = create(table, "fourth", &new(1000));
            assert!(matches!(full, Err(StoreError::Full)));
            table.insert("e/damaged", b"flipped".as_slice()).unwrap();
            Ok(())
        })
        .unwrap();
        std::thread::sleep(Duration::from_millis(1100));
        assert_eq!(sweep(&database).unwrap(), 2);
        within(&database, |table| {
            assert_eq!(count(table)?, 1);
            create(table, "fourth", &new(1000))
        })
        .unwrap();
        // How many there are, and of each of the two its state, as it is and to go back to, its token and its expiry.
        let records = within(&database, |table| Ok(table.len().unwrap()));
        assert_eq!(records.unwrap(), 1 + 2 * 4);
    }
}
