//! How often an address may create encounters, and a seat may give commands.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::problem::Problem;

/// How often those are forgotten who have not been there for a while.
const FORGET_EVERY: u32 = 4096;

/// A limit for each of many; none where it is not limited.
pub(crate) struct Limit<K: Hash + Eq + Clone> {
    limiter: Option<DefaultKeyedRateLimiter<K>>,
    asked: AtomicU32,
}

impl<K: Hash + Eq + Clone> Limit<K> {
    fn of(quota: Option<Quota>) -> Self {
        Self {
            limiter: quota.map(RateLimiter::keyed),
            asked: AtomicU32::new(0),
        }
    }

    /// Counts one request of somebody.
    ///
    /// # Errors
    /// A problem that says when to try again, if that was one too many.
    pub(crate) fn count(&self, who: &K) -> Result<(), Problem> {
        let Some(limiter) = &self.limiter else {
            return Ok(());
        };
        if self
            .asked
            .fetch_add(1, Ordering::Relaxed)
            .is_multiple_of(FORGET_EVERY)
        {
            limiter.retain_recent();
        }
        limiter.check_key(who).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            let wait = u8::try_from(wait.as_secs() + 1);
            Problem::too_many_requests(wait.unwrap_or(u8::MAX))
        })
    }
}

/// So many encounters a minute for each address; 0 is no limit.
pub(crate) fn creations(a_minute: u32) -> Limit<IpAddr> {
    Limit::of(NonZeroU32::new(a_minute).map(Quota::per_minute))
}

/// So many commands a second for each seat of each encounter; 0 is no limit.
pub(crate) fn commands(a_second: u32) -> Limit<(String, String)> {
    Limit::of(NonZeroU32::new(a_second).map(Quota::per_second))
}
