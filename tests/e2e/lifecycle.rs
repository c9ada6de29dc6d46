//! Request ids, logs, health, start and stop.

use std::process::Command;
use std::time::{Duration, Instant};

use reqwest::Method;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::service::{Service, send, swordsman};

const ATTACK: &str = "/v1/futile-kingdoms/attack-roll";

#[tokio::test]
async fn a_request_id_comes_back_and_one_that_is_not_safe_is_replaced() {
    let service = Service::start(&[]);
    let with = |id: &str| {
        send(
            service
                .request(Method::GET, "/healthz")
                .header("x-request-id", id),
        )
    };
    assert_eq!(
        with("table-7.round_3").await.header("x-request-id"),
        "table-7.round_3"
    );
    for unsafe_id in ["", "a b", "<script>", "ä", &"x".repeat(65)] {
        let id = with(unsafe_id).await.header("x-request-id").to_owned();
        assert_eq!(id.len(), 32, "{unsafe_id}: {id}");
    }
    let ids = [service.get("/healthz").await, service.get("/healthz").await];
    assert_ne!(ids[0].header("x-request-id"), ids[1].header("x-request-id"));
}

#[tokio::test]
async fn the_access_log_is_off_by_default_and_one_json_line_a_request_when_on() {
    let quiet = Service::start(&[]);
    quiet.get("/healthz").await;
    let loud = Service::start(&["--access-log"]);
    send(
        loud.request(Method::POST, ATTACK)
            .header("x-request-id", "r1")
            .json(&swordsman()),
    )
    .await;
    let log = loud.log_with("\"r1\"").await;
    let line = log.lines().find(|line| line.contains("\"r1\"")).unwrap();
    let line: serde_json::Value = serde_json::from_str(line).unwrap();
    assert_eq!(line["method"], "POST");
    assert_eq!(line["path"], ATTACK);
    assert_eq!(line["status"], 200);
    assert!(!quiet.log().contains("/healthz"), "{}", quiet.log());
}

#[tokio::test]
async fn the_log_can_be_text() {
    let service = Service::start(&["--log-format", "text", "--access-log"]);
    service.get("/healthz").await;
    let log = service.log_with("/healthz").await;
    assert!(log.contains("status=200"), "{log}");
}

#[tokio::test]
async fn healthz_says_ok_and_the_healthcheck_believes_it() {
    let service = Service::start(&[]);
    assert_eq!(service.get("/healthz").await.text, r#"{"status":"ok"}"#);
    let check = |address: &str| {
        Command::new(crate::service::binary())
            .args(["healthcheck", "--listen", address])
            .output()
            .unwrap()
    };
    assert!(check(&service.address).status.success());
    let address = service.address.clone();
    drop(service);
    assert!(!check(&address).status.success());
}

#[tokio::test]
async fn sigterm_lets_an_open_request_finish_and_stops() {
    let mut service = Service::start(&[]);
    let body = swordsman().to_string();
    let (start, rest) = body.split_at(10);
    let mut stream = TcpStream::connect(&service.address).await.unwrap();
    let head = format!(
        "POST {ATTACK} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{start}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;

    let asked = Instant::now();
    let pid = service.child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &pid])
            .status()
            .unwrap()
            .success()
    );
    tokio::time::sleep(Duration::from_millis(200)).await;
    stream.write_all(rest.as_bytes()).await.unwrap();
    let mut answer = vec![0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, b"HTTP/1.1 200");
    drop(stream);

    let status = tokio::task::spawn_blocking(move || service.child.wait().unwrap())
        .await
        .unwrap();
    assert!(status.success());
    assert!(asked.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn the_landing_page_points_at_the_rest() {
    let service = Service::start(&[]);
    let page = service.get("/").await;
    assert_eq!(page.status, 200);
    for link in ["/swagger-ui/", "/openapi.json", "/v1/rulesets", "/healthz"] {
        assert!(page.text.contains(&format!("href=\"{link}\"")), "{link}");
        assert_eq!(service.get(link).await.status, 200, "{link}");
    }
    // Without its slash too.
    assert_eq!(service.get("/swagger-ui").await.status, 200);
}
