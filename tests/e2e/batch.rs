//! Batches: many requests in one call, each answered as by itself.

use serde_json::{Value, json};

use crate::service::{Service, swordsman};

const ATTACK: &str = "/v1/futile-kingdoms/attack-roll";
const BATCH: &str = "/v1/futile-kingdoms/attack-roll/batch";

#[tokio::test]
async fn a_batch_gives_the_answers_of_its_requests_and_a_bad_one_harms_no_other() {
    let service = Service::start(&[]);
    let requests = [
        swordsman(),
        json!({"attacker": {"vigour": 1}}),
        json!(7),
        json!({"attacker": swordsman()["attacker"], "target": {"vigor": 2}, "distance": 9}),
        json!({"attacker": swordsman()["attacker"], "target": {"vigor": 2}, "dice": {"seed": "own"}}),
        json!({"attacker": swordsman()["attacker"], "target": {"vigor": 2}, "dice": {"faces": [1]}}),
    ];
    let batch = service
        .post(
            BATCH,
            &json!({"seed": "of the batch", "requests": requests}),
        )
        .await;
    assert_eq!(batch.status, 200);
    let results = batch.json()["results"].clone();
    assert_eq!(results.as_array().unwrap().len(), requests.len());
    for (request, result) in requests.iter().zip(results.as_array().unwrap()) {
        let single = service.post(ATTACK, request).await;
        let name = if single.status == 200 {
            "answer"
        } else {
            "problem"
        };
        assert_eq!(result, &json!({ name: single.json() }));
    }
}

#[tokio::test]
async fn a_request_without_dice_is_rolled_from_the_seed_of_the_batch_and_its_place() {
    let service = Service::start(&[]);
    let mut attack = swordsman();
    attack["dice"] = Value::Null;
    let request = json!({"seed": "At the ford", "requests": vec![attack; 8]});
    let batch = service.post(BATCH, &request).await;
    // The eighth: by the SHA-256 of the seed, a zero byte and "7".
    let dice = &batch.json()["results"][7]["answer"]["dice"];
    assert_eq!(dice, &json!({"source": "seed", "faces": [2, 4]}));
    assert_eq!(service.post(BATCH, &request).await.text, batch.text);
}

#[tokio::test]
async fn without_a_seed_the_service_rolls() {
    let service = Service::start(&[]);
    let mut attack = swordsman();
    attack["dice"] = Value::Null;
    let results = service
        .post(BATCH, &json!({"requests": vec![attack; 30]}))
        .await
        .json()["results"]
        .clone();
    let faces = results.as_array().unwrap().iter().map(|result| {
        assert_eq!(result["answer"]["dice"]["source"], "server");
        result["answer"]["dice"]["faces"].to_string()
    });
    assert!(faces.collect::<std::collections::BTreeSet<_>>().len() > 5);
}

#[tokio::test]
async fn a_verb_without_dice_has_batches_too() {
    let service = Service::start(&[]);
    let requests = json!({"requests": [{"defender": {"vigor": 3}}, {"defender": {}}]});
    let results = service
        .post("/v1/futile-kingdoms/melee-defense/batch", &requests)
        .await
        .json();
    assert_eq!(results["results"][0]["answer"]["melee_defense"]["total"], 3);
    assert_eq!(
        results["results"][1]["problem"]["errors"][0]["pointer"],
        "/defender/vigor"
    );
}

#[tokio::test]
async fn a_batch_has_from_1_to_1000_requests_and_no_other_fields() {
    let service = Service::start(&[]);
    let many = |count| json!({"requests": vec![json!({}); count]});
    assert_eq!(service.post(BATCH, &many(1000)).await.status, 200);
    for (bad, pointer) in [
        (many(0), "/requests"),
        (many(1001), "/requests"),
        (json!({}), "/requests"),
        (json!({"requests": {}}), "/requests"),
        (json!({"requests": [{}], "dice": {"seed": "a"}}), "/dice"),
        (json!({"requests": [{}], "seed": ""}), "/seed"),
        (json!([null, [{}]]), ""),
    ] {
        let answer = service.post(BATCH, &bad).await;
        assert_eq!(answer.status, 422, "{}", answer.text);
        assert_eq!(answer.json()["code"], "invalid_request");
        assert_eq!(
            answer.json()["errors"][0]["pointer"],
            pointer,
            "{}",
            answer.text
        );
    }
}

#[tokio::test]
async fn a_batch_may_be_larger_than_a_single_request() {
    let service = Service::start(&[]);
    let padded = |bytes: usize| {
        let padding = " ".repeat(bytes);
        service
            .request(reqwest::Method::POST, BATCH)
            .header("content-type", "application/json")
            .body(format!("{{\"requests\":[{{}}{padding}]}}"))
    };
    assert_eq!(crate::service::send(padded(4_000_000)).await.status, 200);
    let refused = crate::service::send(padded(4 * 1024 * 1024)).await;
    assert_eq!(refused.status, 413);
    assert!(refused.text.contains("4096 KiB"), "{}", refused.text);
}

#[tokio::test]
async fn there_is_no_batch_of_odds() {
    let service = Service::start(&[]);
    let answer = service
        .post("/v1/futile-kingdoms/attack-roll/odds/batch", &json!({}))
        .await;
    assert_eq!(answer.status, 404);
}
