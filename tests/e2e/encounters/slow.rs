//! A Redis that is far away, and hangs for a while.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::backend::Redis;
use super::faults::ALONE;
use super::table::Table;
use crate::service::{Service, send};

/// How long everything takes on its way, there and back.
const WAY: Duration = Duration::from_millis(20);

/// Passes on what it reads, after a while, and only while it may.
async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut held: watch::Receiver<bool>,
) {
    let mut chunk = [0; 64 * 1024];
    while let Ok(length @ 1..) = from.read(&mut chunk).await {
        tokio::time::sleep(WAY).await;
        held.wait_for(|held| !held).await.unwrap();
        if to.write_all(&chunk[..length]).await.is_err() {
            return;
        }
    }
}

/// The address of a Redis that is far away: nothing gets there, or back, while it is held.
async fn far_away(port: u16, held: watch::Receiver<bool>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        loop {
            let (near, _) = listener.accept().await.unwrap();
            let far = TcpStream::connect((Ipv4Addr::LOCALHOST, port))
                .await
                .unwrap();
            let ((from_near, to_near), (from_far, to_far)) = (near.into_split(), far.into_split());
            tokio::spawn(pass(from_near, to_far, held.clone()));
            tokio::spawn(pass(from_far, to_near, held.clone()));
        }
    });
    format!("redis://{address}")
}

#[tokio::test(flavor = "multi_thread")]
async fn while_redis_hangs_everybody_is_told_within_a_second_and_then_it_is_used_again() {
    let _alone = ALONE.lock().await;
    let redis = Redis::start();
    let (hold, held) = watch::channel(false);
    let service = Service::start(&["--store", &far_away(redis.port, held).await]);
    let table = Table::at_the_ford(&service).await;
    let asks = |seconds: u64| {
        let look = table.clone();
        async move {
            let mut asked = Vec::new();
            let mut every = tokio::time::interval(Duration::from_millis(5));
            for _ in 0..200 * seconds {
                every.tick().await;
                let look = look.request("gm", reqwest::Method::GET, "");
                asked.push(tokio::spawn(async move {
                    let since = Instant::now();
                    let answer = send(look).await;
                    (answer.status, since.elapsed())
                }));
            }
            let mut answers = Vec::new();
            for answer in asked {
                answers.push(answer.await.unwrap());
            }
            answers
        }
    };
    let good = |answers: &[(u16, Duration)]| answers.iter().all(|(status, _)| *status == 200);
    assert!(good(&asks(1).await));
    hold.send_replace(true);
    let refused = asks(2).await;
    for (status, after) in refused {
        assert_eq!(status, 503);
        assert!(after < Duration::from_secs(1), "{after:?}");
    }
    hold.send_replace(false);
    asks(2).await;
    assert!(good(&asks(1).await));
}
