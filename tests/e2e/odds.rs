//! Odds over HTTP.

use serde_json::{Value, json};

use crate::service::{Service, swordsman};

const ODDS: &str = "/v1/futile-kingdoms/attack-roll/odds";

#[tokio::test]
async fn odds_take_the_very_same_body_without_dice() {
    let service = Service::start(&[]);
    let mut request = swordsman();
    let refused = service.post(ODDS, &request).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json()["errors"][0]["pointer"], "/dice");
    request["dice"] = Value::Null;
    let odds = service.post(ODDS, &request).await.json();
    // A hit from a deviation of -1 on: 36 - 4 - 3 - 2 - 1 ways.
    assert_eq!(odds["outcomes"][0]["probability"]["numerator"], 26);
}

#[tokio::test]
async fn heavy_odds_are_counted_too() {
    let service = Service::start(&[]);
    let mut request = swordsman();
    request["dice"] = Value::Null;
    request["roll_damage"] = json!(true);
    request["explode"] = json!("always");
    request["explode_damage"] = json!("always");
    let odds = service.post(ODDS, &request).await;
    assert_eq!(odds.status, 200, "{}", odds.text);
    assert!(odds.json()["remainder"]["decimal"].as_f64().unwrap() < 1e-5);
}

#[tokio::test]
async fn too_many_outcomes_are_refused_with_both_figures() {
    let service = Service::start(&[]);
    let mut request = swordsman();
    request["dice"] = Value::Null;
    request["roll_damage"] = json!(true);
    request["explode"] = json!("always");
    request["explode_damage"] = json!("always");
    request["attacker"]["weapon"]["reach"] = json!(2);
    request["distance"] = json!(2);
    request["sidelined"] = json!([{"occupant": {"vigor": 2}}, {}, {}]);
    let refused = service.post(ODDS, &request).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json()["code"], "too_many_outcomes");
    // 36 to the power of 10, and a choice of three.
    assert!(
        refused.text.contains("10968475320188928"),
        "{}",
        refused.text
    );
    assert!(refused.text.contains("1000000"), "{}", refused.text);
}

#[tokio::test]
async fn odds_refuse_what_the_verb_refuses() {
    let service = Service::start(&[]);
    let mut request = swordsman();
    request["dice"] = Value::Null;
    request["distance"] = json!(7);
    let refused = service.post(ODDS, &request).await;
    assert_eq!(refused.json()["errors"][0]["rule"], "FK-12");
}
