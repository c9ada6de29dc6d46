//! The bare route that the load script compares commands with: actix-web alone, which for each request
//! does one EVALSHA that writes as much as a command does, to one of many keys.

#![expect(
    clippy::unwrap_used,
    reason = "what the load script starts should stop at the unexpected"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use actix_web::{App, HttpResponse, HttpServer, web};
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, Script};

/// A state, an entry of the log, an answer: about as large as those of two combatants.
const SIZES: [usize; 3] = [1_100, 150, 700];

const WRITE: &str = "
redis.call('HSET', KEYS[1], 'revision', ARGV[1], 'state', ARGV[2])
redis.call('XADD', KEYS[2], '*', 'e', ARGV[3])
redis.call('EXPIRE', KEYS[1], 2592000)
redis.call('EXPIRE', KEYS[2], 2592000)
redis.call('PUBLISH', 'bare', ARGV[1])
return {'done'}";

#[actix_web::main]
async fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, address, url] = arguments.as_slice() else {
        return Err(std::io::Error::other("usage: bare-evalsha ADDRESS REDIS"));
    };
    let config = ConnectionManagerConfig::new().set_pipeline_buffer_size(1024);
    let client = Client::open(url.as_str()).unwrap();
    let redis = ConnectionManager::new_with_config(client, config)
        .await
        .unwrap();
    let script = Arc::new(Script::new(WRITE));
    let count = Arc::new(AtomicU64::new(0));
    let [state, entry, answer] = SIZES.map(|size| "x".repeat(size));
    HttpServer::new(move || {
        let (redis, script, count) = (redis.clone(), Arc::clone(&script), Arc::clone(&count));
        let (state, entry, answer) = (state.clone(), entry.clone(), answer.clone());
        App::new().route(
            "/evalsha",
            web::post().to(move |_: web::Bytes| {
                let (mut redis, script) = (redis.clone(), Arc::clone(&script));
                let number = count.fetch_add(1, Ordering::Relaxed) + 1;
                let (state, entry, answer) = (state.clone(), entry.clone(), answer.clone());
                async move {
                    let key = number % 500;
                    let mut write = script.key(format!("bare:{{{key}}}:state"));
                    write
                        .key(format!("bare:{{{key}}}:log"))
                        .arg(number)
                        .arg(state)
                        .arg(entry);
                    let done: Vec<String> = write.invoke_async(&mut redis).await.unwrap();
                    assert_eq!(done, ["done"]);
                    HttpResponse::Ok()
                        .content_type("application/json")
                        .body(answer)
                }
            }),
        )
    })
    .bind(address)?
    .run()
    .await
}
