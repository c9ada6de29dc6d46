//! Cards over HTTP: dealt by the service, by a seed, or at the table; and jokers that wait for a ruling.

use serde_json::{Value, json};

use crate::service::Service;

const ATTACK: &str = "/v1/karmic/attack-roll";
const HAND: &str = "/v1/karmic/hand";

/// A king, for which cards are drawn.
fn king() -> Value {
    json!({
        "range": 1,
        "attacker": {"id": "a", "hand": ["KS"], "weapon": {"range": 1, "maximum_maneuvers": 1, "maximum_damage": 20},
            "declarations": [{"maneuver": "attack", "card": "KS", "hit": "always"}]},
        "defender": {"id": "b", "weapon": {"range": 1, "maximum_maneuvers": 1, "maximum_damage": 6}},
    })
}

#[tokio::test]
async fn the_service_deals_when_no_cards_are_sent_and_its_cards_replay_the_answer() {
    let service = Service::start(&[]);
    let mut dealt = service.post(HAND, &json!({"skill": 5})).await.json();
    assert_eq!(dealt["dice"]["source"], "server");
    assert_eq!(dealt["dice"]["cards"], dealt["hand"]);
    let request = json!({"skill": 5, "dice": {"cards": dealt["dice"]["cards"]}});
    dealt["dice"]["source"] = json!("supplied");
    assert_eq!(service.post(HAND, &request).await.json(), dealt);
}

#[tokio::test]
async fn a_seed_deals_the_published_cards() {
    let request = json!({"skill": 3, "dice": {"seed": "At the ford"}});
    let dealt = Service::start(&[]).post(HAND, &request).await.json();
    // The first three of this seed, by the published derivation.
    assert_eq!(
        dealt["dice"],
        json!({"source": "seed", "cards": ["3S", "QS", "JOKER_RED"]})
    );
}

#[tokio::test]
async fn cards_that_do_not_fit_are_named_with_their_place() {
    let service = Service::start(&[]);
    for (cards, code, pointer, asked_for) in [
        (
            json!([]),
            "more_dice_needed",
            "/dice/cards",
            "card drawn for a hit card, of a",
        ),
        (
            json!(["QC", "KS"]),
            "no_such_card",
            "/dice/cards/1",
            "card drawn for a hit card, of a",
        ),
        (json!(["5S", "5C"]), "too_many_dice", "/dice/cards/1", ""),
    ] {
        let mut request = king();
        request["dice"] = json!({"cards": cards});
        let refused = service.post(ATTACK, &request).await;
        assert_eq!(refused.status, 422, "{}", refused.text);
        let problem = refused.json();
        assert_eq!(
            (problem["code"].as_str(), &problem["errors"][0]["pointer"]),
            (Some(code), &json!(pointer))
        );
        assert_eq!(problem["asked_for"].as_str().unwrap_or_default(), asked_for);
    }
}

#[tokio::test]
async fn a_joker_asks_for_a_ruling_and_the_cards_dealt_go_on_with_it() {
    let service = Service::start(&[]);
    let mut request = king();
    request["attacker"]["deck"] = json!({"cards": ["KS", "QC", "JOKER_RED"]});
    // Whichever comes first: the queen and then the joker, or the joker.
    let refused = service.post(ATTACK, &request).await;
    assert_eq!(refused.status, 422);
    let problem = refused.json();
    assert_eq!(problem["code"], "ruling_needed");
    assert_eq!(
        problem["errors"][0]["pointer"],
        "/attacker/declarations/0/ruling"
    );
    assert_eq!(problem["errors"][0]["rule"], "K-3");
    request["attacker"]["declarations"][0]["ruling"] = json!(4);
    request["dice"] = json!({"cards": problem["dealt"]});
    let resolved = service.post(ATTACK, &request).await.json();
    assert_eq!(resolved["attacker"]["hits"], problem["dealt"]);
}

#[tokio::test]
async fn a_batch_deals_each_request_from_the_seed_and_its_place() {
    let service = Service::start(&[]);
    let requests =
        json!({"seed": "At the ford", "requests": [{"skill": 2}, {"skill": 2}, {"skill": 99}]});
    let batch = format!("{HAND}/batch");
    let dealt = service.post(&batch, &requests).await;
    assert_eq!(service.post(&batch, &requests).await.text, dealt.text);
    let results = &dealt.json()["results"];
    assert_ne!(results[0]["answer"]["hand"], results[1]["answer"]["hand"]);
    assert_eq!(results[2]["problem"]["errors"][0]["rule"], "K-4");
}

#[tokio::test]
async fn the_catalogue_lists_the_named_maneuvers_as_a_request_brings_its_own() {
    let service = Service::start(&[]);
    let catalogue = service.get("/v1/rulesets/karmic").await.json();
    let maneuvers = catalogue["maneuvers"].as_array().unwrap();
    let names: Vec<_> = maneuvers
        .iter()
        .map(|maneuver| maneuver["id"].as_str().unwrap())
        .collect();
    let named = [
        "attack",
        "parry",
        "block",
        "melee_dodge",
        "offensive_disengage",
        "lunge",
        "disarm",
    ];
    assert_eq!(names, named);
    // Under an id of its own each is one that a request may bring, and resolves alike.
    let mut request = king();
    request["attacker"]["declarations"][0]["hit"] = Value::Null;
    let named = service.post(ATTACK, &request).await.json();
    let mut own = maneuvers[0].clone();
    own["id"] = json!("strike");
    request["maneuvers"] = json!([own]);
    request["attacker"]["declarations"][0]["maneuver"] = json!("strike");
    let brought = service.post(ATTACK, &request).await.json();
    assert_eq!(brought["attacker"]["mt"], named["attacker"]["mt"]);
}
