//! Every seed, posted, gives its answer to the letter.

use std::fs;

use serde_json::{Value, json};

use crate::service::{Service, root, swordsman};

#[tokio::test]
async fn every_seed_gives_its_answer() {
    let service = Service::start(&[]);
    let mut posted = 0;
    for game in fs::read_dir(root().join("seeds")).unwrap() {
        for path in fs::read_dir(game.unwrap().path()).unwrap() {
            let path = path.unwrap().path();
            let seed: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            // An encounter is a story of its own.
            if seed.get("commands").is_some() {
                continue;
            }
            let answer = service
                .post(seed["post"].as_str().unwrap(), &seed["request"])
                .await;
            assert_eq!(answer.status, 200, "{}: {}", path.display(), answer.text);
            assert_eq!(answer.json(), seed["answer"], "{}", path.display());
            posted += 1;
        }
    }
    assert!(posted > 0, "no seeds were found");
}

const ATTACK: &str = "/v1/futile-kingdoms/attack-roll";

#[tokio::test]
async fn the_service_rolls_when_no_dice_are_sent_and_its_faces_replay_the_answer() {
    let service = Service::start(&[]);
    let mut request = swordsman();
    request.as_object_mut().unwrap().remove("dice");
    request["explode"] = json!("always");
    let mut rolled = service.post(ATTACK, &request).await.json();
    assert_eq!(rolled["dice"]["source"], "server");

    request["dice"] = json!({"faces": rolled["dice"]["faces"]});
    let replayed = service.post(ATTACK, &request).await.json();
    rolled["dice"]["source"] = json!("supplied");
    assert_eq!(replayed, rolled);
}

#[tokio::test]
async fn rolls_of_the_service_differ() {
    let service = Service::start(&[]);
    let mut request = swordsman();
    request["dice"] = Value::Null;
    let mut faces = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let rolled = service.post(ATTACK, &request).await.json();
        faces.insert(rolled["dice"]["faces"].to_string());
    }
    // 40 throws out of 36 equally likely ones: fewer than 10 different ones do not happen by chance.
    assert!(faces.len() >= 10, "{faces:?}");
}

#[tokio::test]
async fn the_same_seed_gives_the_same_answer_on_another_service() {
    let mut request = swordsman();
    request["dice"] = json!({"seed": "At the ford"});
    let one = Service::start(&["--workers", "1"])
        .post(ATTACK, &request)
        .await;
    let other = Service::start(&["--workers", "2"])
        .post(ATTACK, &request)
        .await;
    assert_eq!(one.text, other.text);
    // The first two dice of this seed, by the published derivation.
    assert_eq!(
        one.json()["dice"],
        json!({"source": "seed", "faces": [1, 2]})
    );
}

#[tokio::test]
async fn null_means_absent() {
    let service = Service::start(&[]);
    let mut request = swordsman();
    let bare = service.post(ATTACK, &request).await;
    for field in [
        "explode",
        "roll_damage",
        "sidelined",
        "close_quarters_with",
        "other_modifiers",
    ] {
        request[field] = Value::Null;
    }
    request["target"]["shield"] = Value::Null;
    request["target"]["armor"] = Value::Null;
    assert_eq!(service.post(ATTACK, &request).await.text, bare.text);
}
