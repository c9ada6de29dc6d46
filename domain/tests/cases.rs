//! Runs every seed, a ready-made request with its right answer, through the rules.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets the unexpected should stop there"
)]

mod supplied;

use std::fs;
use std::path::Path;

use melee_domain::odds::{MOST_BRANCHES, Odds};
use melee_domain::rulesets::futile_kingdoms::full_round::RoundRequest;
use melee_domain::rulesets::futile_kingdoms::{
    AttackRequest, EntryRequest, MeleeDefenseRequest, ReachRequest, SkillModifierRequest,
};
use melee_domain::rulesets::{gurps, karmic, momentum};
use melee_domain::{Reckoned, Rolled};
use serde_json::Value;

fn rolled<V: Rolled>(request: Value) -> Value {
    supplied::rolled::<V>(request).unwrap()
}

fn reckoned<V: Reckoned>(request: Value) -> Value {
    let request: V = serde_json::from_value(request).unwrap();
    serde_json::to_value(request.reckon().unwrap()).unwrap()
}

fn odds<V: Odds>(request: Value) -> Value {
    let request: V = serde_json::from_value(request).unwrap();
    let odds = V::odds(&request.lawful().unwrap(), MOST_BRANCHES);
    serde_json::to_value(odds.map_err(|error| format!("{error:?}")).unwrap()).unwrap()
}

fn answer(path: &str, request: Value) -> Value {
    match path {
        "/v1/futile-kingdoms/attack-roll" => rolled::<AttackRequest>(request),
        "/v1/futile-kingdoms/attack-roll/odds" => odds::<AttackRequest>(request),
        "/v1/futile-kingdoms/full-round" => rolled::<RoundRequest>(request),
        "/v1/futile-kingdoms/full-round/odds" => odds::<RoundRequest>(request),
        "/v1/futile-kingdoms/reach" => reckoned::<ReachRequest>(request),
        "/v1/futile-kingdoms/melee-defense" => reckoned::<MeleeDefenseRequest>(request),
        "/v1/futile-kingdoms/skill-modifier" => reckoned::<SkillModifierRequest>(request),
        "/v1/futile-kingdoms/close-quarters-entry" => reckoned::<EntryRequest>(request),
        "/v1/gurps/attack-roll" => rolled::<gurps::AttackRequest>(request),
        "/v1/gurps/attack-roll/odds" => odds::<gurps::AttackRequest>(request),
        "/v1/gurps/skill-modifier" => reckoned::<gurps::SkillModifierRequest>(request),
        "/v1/gurps/full-round" => rolled::<gurps::RoundRequest>(request),
        "/v1/gurps/full-round/odds" => odds::<gurps::RoundRequest>(request),
        "/v1/momentum/attack-roll" => rolled::<momentum::AttackRequest>(request),
        "/v1/momentum/attack-roll/odds" => odds::<momentum::AttackRequest>(request),
        "/v1/momentum/melee-defense" => rolled::<momentum::MeleeDefenseRequest>(request),
        "/v1/momentum/melee-defense/odds" => odds::<momentum::MeleeDefenseRequest>(request),
        "/v1/momentum/skill-modifier" => reckoned::<momentum::SkillModifierRequest>(request),
        "/v1/momentum/full-round" => rolled::<momentum::full_round::RoundRequest>(request),
        "/v1/momentum/full-round/odds" => odds::<momentum::full_round::RoundRequest>(request),
        "/v1/karmic/attack-roll" => rolled::<karmic::AttackRequest>(request),
        "/v1/karmic/attack-roll/odds" => odds::<karmic::AttackRequest>(request),
        "/v1/karmic/melee-defense" => reckoned::<karmic::MeleeDefenseRequest>(request),
        "/v1/karmic/skill-modifier" => reckoned::<karmic::SkillModifierRequest>(request),
        "/v1/karmic/skill-modifier/odds" => odds::<karmic::CheckRequest>(request),
        "/v1/karmic/full-round" => rolled::<karmic::RoundRequest>(request),
        "/v1/karmic/full-round/odds" => odds::<karmic::RoundRequest>(request),
        "/v1/karmic/initiative" => rolled::<karmic::InitiativeRequest>(request),
        "/v1/karmic/initiative/odds" => odds::<karmic::InitiativeRequest>(request),
        "/v1/karmic/hand" => rolled::<karmic::HandRequest>(request),
        "/v1/karmic/hand/odds" => odds::<karmic::HandRequest>(request),
        _ => Value::from("no such verb"),
    }
}

#[test]
fn every_seed_gives_its_answer() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../seeds");
    let mut run = 0;
    for game in fs::read_dir(seeds).unwrap() {
        for seed in fs::read_dir(game.unwrap().path()).unwrap() {
            let path = seed.unwrap().path();
            let mut seed: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            // An encounter is played over HTTP.
            if seed.get("commands").is_some() {
                continue;
            }
            let verb = seed.get("post").unwrap().as_str().unwrap().to_owned();
            let mut expected = seed.get_mut("answer").unwrap().take();
            // The dice are of the service's answer, not of the outcome.
            expected.as_object_mut().unwrap().remove("dice");
            let request = seed.get_mut("request").unwrap().take();
            assert_eq!(answer(&verb, request), expected, "{}", path.display());
            run += 1;
        }
    }
    assert!(run > 0, "no seeds were found");
}
