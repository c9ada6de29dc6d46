//! Bad input: each gets a problem document that names the field, the rule and the cure.

use std::time::Duration;

use reqwest::Method;
use std::collections::BTreeSet;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::service::{Answer, Service, send, swordsman};

const ATTACK: &str = "/v1/futile-kingdoms/attack-roll";

/// What holds for every error.
fn assert_problem(answer: &Answer, status: u16, code: &str) {
    assert_eq!(answer.status, status, "{}", answer.text);
    assert_eq!(answer.header("content-type"), "application/problem+json");
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert!(!answer.header("x-request-id").is_empty());
    let problem = answer.json();
    assert_eq!(problem["code"], code, "{problem}");
    assert_eq!(problem["status"], status);
    assert_eq!(problem["type"], format!("/problems/{code}"));
    assert!(!problem["title"].as_str().unwrap().is_empty());
    assert!(!problem["detail"].as_str().unwrap().is_empty());
}

async fn post_text(service: &Service, body: impl Into<String>) -> Answer {
    let request = service
        .request(Method::POST, ATTACK)
        .header("origin", "https://vtt.example")
        .header("content-type", "application/json")
        .body(body.into());
    send(request).await
}

/// Posts the swordsman's attack with one field set.
async fn post_with(service: &Service, pointer: &str, value: Value) -> Answer {
    let mut request = swordsman();
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    request.pointer_mut(parent).unwrap()[field] = value;
    post_text(service, request.to_string()).await
}

#[tokio::test]
async fn what_is_not_json_is_a_400() {
    let service = Service::start(&[]);
    for body in [
        "",
        "{",
        "attack!",
        "{} {}",
        "{\"attacker\":}",
        "\u{feff}{}",
        "{\"attacker\": 1,}",
        "\"\u{1}\"",
    ] {
        assert_problem(&post_text(&service, body).await, 400, "not_json");
    }
    let request = service
        .request(Method::POST, ATTACK)
        .header("origin", "https://vtt.example")
        .header("content-type", "application/json")
        .body(vec![b'"', 0xff, b'"']);
    assert_problem(&send(request).await, 400, "not_json");
}

#[tokio::test]
async fn what_the_schema_refuses_is_a_422_that_names_the_place() {
    let service = Service::start(&[]);
    for (pointer, value, says) in [
        ("/attacker/vigour", json!(3), "unknown field `vigour`"),
        ("/attacker/vigor", json!(100), "an integer from -99 to 99"),
        ("/attacker/vigor", json!(-100), "an integer from -99 to 99"),
        ("/attacker/vigor", json!(1.5), "an integer from -99 to 99"),
        ("/attacker/vigor", json!("3"), "an integer from -99 to 99"),
        ("/attacker/vigor", Value::Null, "an integer from -99 to 99"),
        (
            "/attacker/weapon/name",
            json!("x".repeat(65)),
            "a text of 0 to 64 characters",
        ),
        (
            "/attacker/shield",
            json!([null, null]),
            "invalid type: array, expected an object of name",
        ),
        ("/attacker/conditions", json!(["dazed", "dazed"]), "once"),
        ("/arc", json!("above"), "expected one of front, flank, rear"),
        (
            "/arc",
            json!({"flank": null}),
            "invalid type: object, expected one of front, flank, rear",
        ),
        ("/arc", json!(5), "expected one of front, flank, rear"),
        (
            "/explode",
            json!(true),
            "expected one of never, when_failing, always",
        ),
        (
            "/attacker/conditions",
            json!([{"dazed": null}]),
            "expected one of wounded, ",
        ),
        ("/attacker/vi`gor", json!(1), "unknown field `vi`gor`"),
        (
            "/incoming_attack_number",
            json!(0),
            "an integer from 1 to 99",
        ),
        ("/distance", json!(101), "an integer from 0 to 100"),
        (
            "/sidelined",
            json!([{}, {}, {}, {}, {}]),
            "a list of 0 to 4 items",
        ),
        (
            "/other_modifiers",
            json!(vec![json!({"label": "x", "value": 1}); 21]),
            "a list of 0 to 20 items",
        ),
        (
            "/other_modifiers",
            json!([["x", 1]]),
            "invalid type: array, expected an object of label, value",
        ),
        ("/dice", json!({}), "one of seed, faces is needed"),
        (
            "/dice",
            json!({"seed": "a", "faces": [1]}),
            "only one of seed, faces can be given",
        ),
        ("/dice", json!({"seed": ""}), "a text of 1 to 64 characters"),
        (
            "/dice",
            json!({"faces": [0, 1]}),
            "an integer from 1 to 100",
        ),
        ("/dice", json!({"cards": ["AS"]}), "unknown field `cards`"),
    ] {
        let answer = post_with(&service, pointer, value.clone()).await;
        assert_problem(&answer, 422, "invalid_request");
        let error = &answer.json()["errors"][0];
        let place = error["pointer"].as_str().unwrap();
        assert!(place.starts_with(pointer), "{pointer} {value}: {error}");
        assert!(
            error["detail"].as_str().unwrap().contains(says),
            "{pointer} {value}: {error}"
        );
    }
}

#[tokio::test]
async fn a_missing_field_is_named_with_its_place() {
    let service = Service::start(&[]);
    let answer = post_text(&service, r#"{"attacker":{"weapon":{}},"target":{}}"#).await;
    assert_problem(&answer, 422, "invalid_request");
    assert_eq!(answer.json()["errors"][0]["pointer"], "/attacker/vigor");
    let answer = post_text(&service, "[]").await;
    assert!(
        answer
            .text
            .contains("invalid type: array, expected an object of attacker, target")
    );
    for body in ["[]", "7", "null", "\"attack\""] {
        assert_problem(&post_text(&service, body).await, 422, "invalid_request");
    }
}

#[tokio::test]
async fn a_field_given_twice_is_refused() {
    let answer = post_text(
        &Service::start(&[]),
        r#"{"attacker":{"vigor":1,"vigor":2}}"#,
    )
    .await;
    assert_problem(&answer, 422, "invalid_request");
    assert!(
        answer.text.contains("duplicate field `vigor`"),
        "{}",
        answer.text
    );
}

#[tokio::test]
async fn what_is_quoted_is_shortened() {
    let service = Service::start(&[]);
    let long = "k".repeat(100_000);
    for body in [
        format!("{{\"{long}\":1}}"),
        format!("{{\"attacker\":{{\"vigor\":\"{long}\"}}}}"),
    ] {
        let answer = post_text(&service, body).await;
        assert_problem(&answer, 422, "invalid_request");
        let problem = answer.json();
        assert!(problem["detail"].as_str().unwrap().chars().count() <= 2000);
        let error = &problem["errors"][0];
        assert!(error["detail"].as_str().unwrap().chars().count() <= 1000);
        assert!(error["pointer"].as_str().unwrap().chars().count() <= 1000);
    }
}

#[tokio::test]
async fn out_of_reach_names_field_rule_and_cure() {
    let answer = post_with(&Service::start(&[]), "/distance", json!(3)).await;
    assert_problem(&answer, 422, "against_the_rules");
    let error = &answer.json()["errors"][0];
    assert_eq!(error["pointer"], "/distance");
    assert_eq!(error["rule"], "FK-12");
    assert!(
        error["detail"]
            .as_str()
            .unwrap()
            .contains("at a distance of 2 at most")
    );
}

#[tokio::test]
async fn all_faults_against_the_rules_come_at_once() {
    let service = Service::start(&[]);
    let mut request = swordsman();
    request["distance"] = json!(5);
    request["attacker"]["conditions"] = json!(["downed"]);
    let answer = post_text(&service, request.to_string()).await;
    assert_problem(&answer, 422, "against_the_rules");
    assert_eq!(answer.json()["errors"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn too_few_dice_are_asked_for_by_name() {
    let service = Service::start(&[]);
    for (faces, next) in [
        (json!([]), "red die of the attack"),
        (json!([6]), "white die of the attack"),
    ] {
        let answer = post_with(&service, "/dice", json!({"faces": faces})).await;
        assert_problem(&answer, 422, "more_dice_needed");
        assert_eq!(answer.json()["asked_for"], next);
        assert_eq!(answer.json()["errors"][0]["pointer"], "/dice/faces");
    }
}

#[tokio::test]
async fn in_a_round_the_die_is_asked_for_with_whose_it_is() {
    let service = Service::start(&[]);
    let round = json!({
        "combatants": [{"id": "a", "health": 5}, {"id": "b", "health": 5}], "engagements": [["a", "b"]],
        "declarations": [{"combatant": "a", "target": "b"}, {"combatant": "b", "target": "a"}],
        "dice": {"faces": [6, 5, 4]}
    });
    let answer = service.post("/v1/momentum/full-round", &round).await;
    assert_problem(&answer, 422, "more_dice_needed");
    assert_eq!(answer.json()["asked_for"], "second die of the clash, of b");
}

#[tokio::test]
async fn too_many_dice_and_faces_that_a_die_does_not_have_are_refused() {
    let service = Service::start(&[]);
    let answer = post_with(&service, "/dice", json!({"faces": [6, 3, 1]})).await;
    assert_problem(&answer, 422, "too_many_dice");
    assert_eq!(answer.json()["errors"][0]["pointer"], "/dice/faces/2");

    // A d6 has no 7.
    let answer = post_with(&service, "/dice", json!({"faces": [6, 7]})).await;
    assert_problem(&answer, 422, "no_such_face");
    assert_eq!(answer.json()["errors"][0]["pointer"], "/dice/faces/1");

    // A choice among two sidelined hexes is a die of two faces.
    let mut request =
        crate::service::seed("futile-kingdoms/attack-past-a-sidelined-hex.json")["request"].take();
    request["dice"] = json!({"faces": [3, 4, 3]});
    let answer = post_text(&service, request.to_string()).await;
    assert_problem(&answer, 422, "no_such_face");
    assert_eq!(answer.json()["errors"][0]["pointer"], "/dice/faces/2");
    assert_eq!(
        answer.json()["asked_for"],
        "choice among the sidelined hexes"
    );
}

#[tokio::test]
async fn a_body_that_is_not_declared_as_plain_json_is_a_415() {
    let service = Service::start(&[]);
    let post = || {
        service
            .request(Method::POST, ATTACK)
            .header("origin", "https://vtt.example")
    };
    let body = swordsman().to_string();
    assert_problem(
        &send(post().body(body.clone())).await,
        415,
        "unsupported_media_type",
    );
    let text = post()
        .header("content-type", "text/plain")
        .body(body.clone());
    assert_problem(&send(text).await, 415, "unsupported_media_type");
    let zipped = post()
        .header("content-type", "application/json")
        .header("content-encoding", "gzip");
    assert_problem(
        &send(zipped.body(body.clone())).await,
        415,
        "unsupported_media_type",
    );
    let charset = post()
        .header("content-type", "application/json; charset=utf-8")
        .body(body);
    assert_eq!(send(charset).await.status, 200);
}

#[tokio::test]
async fn a_body_too_large_is_a_413_and_the_connection_is_of_use_after_it() {
    let service = Service::start(&[]);
    let answer = post_text(&service, format!("{}{{}}", " ".repeat(256 * 1024))).await;
    assert_problem(&answer, 413, "body_too_large");
    let largest = format!("{}{}", " ".repeat(256 * 1024 - 2), "[]");
    assert_problem(&post_text(&service, largest).await, 422, "invalid_request");
    assert_eq!(service.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn a_large_body_without_a_length_is_a_413_too() {
    let service = Service::start(&[]);
    let mut stream = TcpStream::connect(&service.address).await.unwrap();
    let head = format!(
        "POST {ATTACK} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    for _ in 0..5 {
        // The service may have answered and closed before the last one.
        if stream.write_all(chunk.as_bytes()).await.is_err() {
            break;
        }
    }
    let mut answer = vec![0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, b"HTTP/1.1 413");
}

#[tokio::test]
async fn a_body_nested_too_deeply_is_refused() {
    let service = Service::start(&[]);
    for body in [
        format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("{}1{}", "{\"attacker\":".repeat(200), "}".repeat(200)),
    ] {
        assert_problem(&post_text(&service, body).await, 422, "too_deep");
    }
}

#[tokio::test]
async fn a_body_that_does_not_arrive_is_a_408() {
    let service = Service::start(&["--body-timeout-seconds", "1"]);
    let mut stream = TcpStream::connect(&service.address).await.unwrap();
    let head = format!(
        "POST {ATTACK} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{{"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = vec![0; 12];
    let read = stream.read_exact(&mut answer);
    tokio::time::timeout(Duration::from_secs(5), read)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(answer, b"HTTP/1.1 408");
}

#[tokio::test]
async fn an_unknown_route_is_a_404() {
    let service = Service::start(&[]);
    for path in [
        "/nowhere",
        "/v1",
        "/v1/chess/attack-roll",
        "/v1/futile-kingdoms/attack-roll/",
    ] {
        for method in [Method::GET, Method::POST, Method::DELETE] {
            let request = service
                .request(method, path)
                .header("origin", "https://vtt.example");
            assert_problem(&send(request).await, 404, "not_found");
        }
    }
    let asset = |method| {
        let request = service.request(method, "/swagger-ui/nothing.js");
        request.header("origin", "https://vtt.example")
    };
    assert_problem(&send(asset(Method::GET)).await, 404, "not_found");
    assert_problem(&send(asset(Method::POST)).await, 405, "method_not_allowed");
}

#[tokio::test]
async fn a_wrong_method_is_a_405_with_allow_on_every_path_of_the_spec() {
    let service = Service::start(&[]);
    let spec = service.get("/openapi.json").await.json();
    for (path, item) in spec["paths"].as_object().unwrap() {
        let path = path.replace("{ruleset}", "futile-kingdoms");
        let reads = item.get("get").is_some();
        for method in [
            "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE",
        ] {
            let known = item.get(method.to_lowercase()).is_some() || reads && method == "HEAD";
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            let request = service
                .request(method.clone(), &path)
                .header("origin", "https://vtt.example");
            let answer = send(request).await;
            if known {
                assert_ne!(answer.status, 405, "{method} {path}");
            } else {
                assert_eq!(answer.status, 405, "{method} {path}");
                let allowed: BTreeSet<_> = answer.header("allow").split(", ").collect();
                let mut known: BTreeSet<_> = ["GET", "POST", "DELETE"]
                    .into_iter()
                    .filter(|method| item.get(method.to_lowercase()).is_some())
                    .collect();
                if reads {
                    known.insert("HEAD");
                }
                assert_eq!(allowed, known, "{method} {path}");
                if method != Method::HEAD {
                    assert_problem(&answer, 405, "method_not_allowed");
                }
            }
        }
    }
}

#[tokio::test]
async fn every_code_has_its_page() {
    let service = Service::start(&[]);
    let spec = service.get("/openapi.json").await.json();
    let codes = spec["components"]["schemas"]["ProblemCode"]["enum"]
        .as_array()
        .unwrap()
        .clone();
    assert!(codes.len() > 10);
    for code in codes {
        let page = service
            .get(&format!("/problems/{}", code.as_str().unwrap()))
            .await;
        assert_eq!(page.status, 200, "{code}");
        assert!(page.text.contains(code.as_str().unwrap()));
    }
    assert_eq!(service.get("/problems/none").await.status, 404);
}
