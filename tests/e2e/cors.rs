//! Calls from browsers: any origin by default, never credentials.

use reqwest::Method;

use crate::service::{Answer, Service, send, swordsman};

const ATTACK: &str = "/v1/futile-kingdoms/attack-roll";
const ORIGIN: &str = "https://vtt.example";

async fn preflight(service: &Service, method: &str, headers: &str) -> Answer {
    let request = service
        .request(Method::OPTIONS, ATTACK)
        .header("origin", ORIGIN)
        .header("access-control-request-method", method)
        .header("access-control-request-headers", headers);
    send(request).await
}

#[tokio::test]
async fn a_preflight_from_any_origin_is_answered_with_the_listed_headers() {
    let answer = preflight(&Service::start(&[]), "POST", "content-type,x-request-id").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert!(
        answer
            .header("access-control-allow-methods")
            .contains("POST")
    );
    let allowed = answer.header("access-control-allow-headers");
    assert!(
        allowed.contains("content-type") && allowed.contains("x-request-id"),
        "{allowed}"
    );
    assert_eq!(answer.header("access-control-allow-credentials"), "");
}

#[tokio::test]
async fn a_refused_preflight_is_a_problem_that_a_page_may_read() {
    let service = Service::start(&[]);
    for (method, headers) in [("PUT", "content-type"), ("POST", "x-unlisted")] {
        let answer = preflight(&service, method, headers).await;
        assert_eq!(answer.status, 400);
        assert_eq!(answer.header("content-type"), "application/problem+json");
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        assert_eq!(answer.json()["code"], "preflight_refused");
    }
}

#[tokio::test]
async fn answers_expose_the_request_id_and_allow() {
    let service = Service::start(&[]);
    let request = service
        .request(Method::POST, ATTACK)
        .header("origin", ORIGIN);
    let answer = send(request.json(&swordsman())).await;
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    let exposed = answer.header("access-control-expose-headers");
    assert!(
        exposed.contains("x-request-id") && exposed.contains("allow"),
        "{exposed}"
    );
}

#[tokio::test]
async fn configured_origins_and_headers_are_the_only_ones() {
    let service = Service::start(&["--allow-origin", ORIGIN, "--allow-header", "x-campaign"]);
    let answer = preflight(&service, "POST", "x-campaign").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-origin"), ORIGIN);

    let other = service
        .request(Method::GET, "/healthz")
        .header("origin", "https://evil.example");
    assert_eq!(send(other).await.header("access-control-allow-origin"), "");
    let other = service
        .request(Method::GET, "/nowhere")
        .header("origin", "https://evil.example");
    assert_eq!(send(other).await.header("access-control-allow-origin"), "");
}
