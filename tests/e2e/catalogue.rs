//! The catalogue: enough to build a menu, and one valid request for each entry.

use serde_json::Value;

use crate::service::Service;

/// Every sum in an answer that goes by this name.
fn lines_of<'a>(answer: &'a Value, sum: &str) -> &'a [Value] {
    answer[sum]["lines"].as_array().map_or(&[], Vec::as_slice)
}

#[tokio::test]
async fn the_example_of_each_entry_shows_one_line_with_its_value() {
    let service = Service::start(&[]);
    let list = service.get("/v1/rulesets").await.json();
    let mut seen = 0;
    for ruleset in list["rulesets"].as_array().unwrap() {
        let ruleset = service.get(ruleset["href"].as_str().unwrap()).await.json();
        for entry in ruleset["modifiers"].as_array().unwrap() {
            let verbs = ruleset["verbs"].as_array().unwrap();
            let verb = verbs
                .iter()
                .find(|verb| verb["verb"] == entry["verb"])
                .unwrap();
            let request = &entry["example"];
            let field = entry["field"].as_str().unwrap();
            let is_set = request.pointer(field).is_some();
            assert!(is_set, "{entry}: the example does not set its field");
            let answer = service.post(verb["path"].as_str().unwrap(), request).await;
            assert_eq!(answer.status, 200, "{entry}: {}", answer.text);

            let answer = answer.json();
            let sum = entry["applies_to"][0].as_str().unwrap();
            let shown: Vec<_> = lines_of(&answer, sum)
                .iter()
                .filter(|line| line["id"] == entry["id"])
                .collect();
            assert_eq!(shown.len(), 1, "{entry}");
            assert_eq!(shown[0]["value"], entry["shows"], "{entry}");
            assert_eq!(shown[0]["label"], entry["label"]);
            assert_eq!(shown[0]["rule"], entry["rule"]);
            if let Some(value) = entry.get("value") {
                assert_eq!(value, &entry["shows"], "{entry}");
            } else {
                let range = &entry["range"];
                let shows = entry["shows"].as_i64();
                assert!(shows >= range["minimum"].as_i64() && shows <= range["maximum"].as_i64());
            }
            seen += 1;
        }
    }
    assert!(seen > 0, "the catalogue is empty");
}

#[tokio::test]
async fn the_example_of_each_verb_is_valid_and_its_path_is_in_the_spec() {
    let service = Service::start(&[]);
    let spec = service.get("/openapi.json").await.json();
    let list = service.get("/v1/rulesets").await.json();
    for ruleset in list["rulesets"].as_array().unwrap() {
        let ruleset = service.get(ruleset["href"].as_str().unwrap()).await.json();
        for verb in ruleset["verbs"].as_array().unwrap() {
            let path = verb["path"].as_str().unwrap();
            assert!(spec["paths"][path]["post"].is_object(), "{path}");
            let answer = service.post(path, &verb["example"]).await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        }
    }
}

#[tokio::test]
async fn an_unknown_ruleset_is_not_found_and_the_known_ones_are_named() {
    let answer = Service::start(&[]).get("/v1/rulesets/chess").await;
    assert_eq!(answer.status, 404);
    assert_eq!(answer.json()["code"], "not_found");
    assert!(answer.text.contains("futile-kingdoms"), "{}", answer.text);
}
