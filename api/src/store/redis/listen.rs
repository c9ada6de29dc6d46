//! Listening: one subscription a process, which wakes whoever watches.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use redis::RedisResult;
use tokio::sync::{Notify, broadcast};

use super::super::Changed;
use super::server::Server;
use super::{CHANNEL, PATIENCE};

/// How soon a lost subscription is tried again.
const AGAIN: Duration = Duration::from_millis(250);

/// Tells the watchers of this process what changes, for ever. While there are none it listens to nothing, which
/// spares Redis and this process a message for each command.
pub(super) async fn listen(
    server: Arc<Server>,
    changes: broadcast::Sender<Changed>,
    watching: Arc<Notify>,
) {
    'watched: loop {
        while changes.receiver_count() == 0 {
            watching.notified().await;
        }
        let subscribed = async {
            let mut pubsub = server.listen_to().await?.get_async_pubsub().await?;
            pubsub.subscribe(CHANNEL).await?;
            RedisResult::Ok(pubsub)
        };
        if let Ok(Ok(pubsub)) = tokio::time::timeout(PATIENCE, subscribed).await {
            // What changed until now was not heard.
            changes.send(Changed::Perhaps).ok();
            let mut messages = pubsub.into_on_message();
            loop {
                let message = tokio::select! {
                    message = messages.next() => message,
                    () = server.moved() => None,
                };
                let Some(message) = message else { break };
                if changes.receiver_count() == 0 {
                    continue 'watched;
                }
                if let Ok(id) = message.get_payload::<String>() {
                    changes.send(Changed::Encounter(id.into())).ok();
                }
            }
        }
        tokio::time::sleep(AGAIN).await;
    }
}
