//! The one thread that writes: it takes whatever waits, writes it in one transaction, and answers once that is on the
//! disk.

use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use redb::{Database, ReadableTable};
use tokio::sync::{broadcast, oneshot};

use super::super::{Changed, Commit, Committed, Creation, MOST_ANSWERS, StoreError};
use super::records::{Head, TABLE, Writing, expiry, get, live, now, put, remove};
use super::sealed::unseal;
use super::unavailable;

/// The record of how many encounters there are.
const COUNT: &str = "n";

/// How many commits are written in one transaction at most.
const MOST_AT_ONCE: usize = 256;

/// How often expired encounters are looked for.
const SWEEP: Duration = Duration::from_secs(60);

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

/// Writes all that is asked, for ever.
pub(super) fn write_all(
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

/// How many encounters there are.
fn count(table: &Writing<'_>) -> Result<u64, StoreError> {
    let Some(record) = get(table, COUNT)? else {
        return Ok(0);
    };
    let count = record.first_chunk().copied().map(u64::from_be_bytes);
    count.ok_or_else(|| StoreError::Damaged(format!("the record {COUNT} is too short")))
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
        let others = count(table)?.saturating_sub(1);
        put(table, COUNT, &others.to_be_bytes())?;
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
