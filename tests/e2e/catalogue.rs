//! The catalogue: enough to build a menu, and one valid request for each entry.

use serde_json::Value;

use crate::service::Service;

/// The sums of an answer that have this name.
fn sums<'a>(answer: &'a Value, name: &str) -> Vec<&'a Value> {
    match answer {
        Value::Object(fields) => {
            let named = |(field, value): (&String, &'a Value)| {
                let is_sum = field == name && value.get("lines").is_some();
                if is_sum {
                    vec![value]
                } else {
                    sums(value, name)
                }
            };
            fields.iter().flat_map(named).collect()
        }
        Value::Array(items) => items.iter().flat_map(|item| sums(item, name)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

/// The lines, or the limits, of a sum that have this id.
fn with_id<'a>(sum: &'a Value, list: &str, id: &Value) -> Vec<&'a Value> {
    let listed = sum[list].as_array().into_iter().flatten();
    listed.filter(|line| line["id"] == *id).collect()
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
            let limits = entry.get("limits_to").or(entry.get("limits_within"));
            let (list, number) = match limits {
                None => ("lines", "value"),
                Some(_) => ("limits", "to"),
            };
            let mut shown = sums(&answer, sum)
                .into_iter()
                .map(|sum| with_id(sum, list, &entry["id"]));
            let shown = shown.find(|lines| !lines.is_empty()).unwrap_or_default();
            assert_eq!(shown.len(), 1, "{entry}");
            assert_eq!(shown[0][number], entry["shows"], "{entry}");
            assert_eq!(shown[0]["label"], entry["label"]);
            assert_eq!(shown[0]["rule"], entry["rule"]);
            if let Some(value) = entry.get("value").or(entry.get("limits_to")) {
                assert_eq!(value, &entry["shows"], "{entry}");
            } else {
                let range = entry.get("range").unwrap_or(&entry["limits_within"]);
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

#[tokio::test]
async fn an_entry_that_brings_a_limit_names_one_of_the_catalogue_and_brings_it() {
    let service = Service::start(&[]);
    let ruleset = service.get("/v1/rulesets/gurps").await.json();
    let entries = ruleset["modifiers"].as_array().unwrap();
    let mut brought = 0;
    for entry in entries.iter().filter(|entry| entry.get("brings").is_some()) {
        let limit = entries
            .iter()
            .find(|limit| limit["id"] == entry["brings"] && limit.get("limits_to").is_some());
        assert!(limit.is_some(), "{entry}");
        // At a skill high enough it takes effect.
        let mut request = entry["example"].clone();
        request["skill"] = 30.into();
        let answer = service.post("/v1/gurps/skill-modifier", &request).await;
        let limits = &answer.json()["effective_skill"]["limits"];
        assert_eq!(limits[0]["id"], entry["brings"], "{entry}");
        brought += 1;
    }
    assert_eq!(brought, 6);
}
