//! What the OpenAPI document promises, beyond what the public validators check.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::service::{Service, root};

fn spec() -> Value {
    let text = std::fs::read(root().join("openapi/openapi.json")).unwrap();
    serde_json::from_slice(&text).unwrap()
}

/// Calls `visit` with every schema in the document, and where it is. Examples are no schemas.
fn each_schema(value: &Value, place: &str, visit: &mut impl FnMut(&Value, &str)) {
    match value {
        Value::Object(fields) => {
            if fields.contains_key("type") || fields.contains_key("oneOf") {
                visit(value, place);
            }
            for (name, field) in fields {
                if name != "examples" && name != "example" {
                    each_schema(field, &format!("{place}/{name}"), visit);
                }
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                each_schema(item, &format!("{place}/{index}"), visit);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn is_of_type(schema: &Value, kind: &str) -> bool {
    let types = &schema["type"];
    types == kind
        || types
            .as_array()
            .is_some_and(|types| types.contains(&kind.into()))
}

/// The component schemas that the request bodies are made of.
fn request_components(spec: &Value) -> BTreeSet<String> {
    let mut open: Vec<Value> = Vec::new();
    for item in spec["paths"].as_object().unwrap().values() {
        open.extend(
            item.as_object()
                .unwrap()
                .values()
                .map(|operation| operation["requestBody"].clone()),
        );
    }
    let mut found = BTreeSet::new();
    while let Some(value) = open.pop() {
        match value {
            Value::Object(fields) => {
                if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
                    let name = reference.rsplit('/').next().unwrap();
                    if found.insert(name.to_owned()) {
                        open.push(spec["components"]["schemas"][name].clone());
                    }
                }
                open.extend(
                    fields
                        .into_iter()
                        .filter(|(name, _)| name != "examples")
                        .map(|(_, field)| field),
                );
            }
            Value::Array(items) => open.extend(items),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    found
}

#[tokio::test]
async fn the_document_served_is_the_one_checked_in() {
    let served = Service::start(&[]).get("/openapi.json").await;
    assert_eq!(served.header("content-type"), "application/json");
    assert!(served.json() == spec(), "another document is served");
}

#[test]
fn every_request_object_is_closed() {
    let spec = spec();
    let components = request_components(&spec);
    assert!(components.len() > 10, "{components:?}");
    let mut objects = 0;
    for name in components {
        each_schema(
            &spec["components"]["schemas"][&name],
            &name,
            &mut |schema, place| {
                if is_of_type(schema, "object") {
                    assert_eq!(schema["additionalProperties"], false, "{place}");
                    objects += 1;
                }
            },
        );
    }
    assert!(objects > 5);
}

#[test]
fn every_integer_has_both_bounds_and_every_text_and_list_a_maximum() {
    each_schema(&spec(), "", &mut |schema, place| {
        if is_of_type(schema, "integer") {
            assert!(
                schema["minimum"].is_i64() && schema["maximum"].is_i64(),
                "{place}"
            );
        }
        if is_of_type(schema, "string") && schema.get("enum").is_none() {
            assert!(schema["maxLength"].is_u64(), "{place}");
        }
        if is_of_type(schema, "array") {
            assert!(schema["maxItems"].is_u64(), "{place}");
            assert!(schema.get("prefixItems").is_none(), "{place}: a tuple");
        }
    });
}

#[test]
fn every_property_and_every_component_has_a_description() {
    let spec = spec();
    for (name, schema) in spec["components"]["schemas"].as_object().unwrap() {
        assert!(schema["description"].is_string(), "{name}");
        for (property, schema) in schema["properties"].as_object().into_iter().flatten() {
            assert!(schema["description"].is_string(), "{name}.{property}");
        }
    }
}

#[test]
fn every_operation_is_described_with_examples_and_every_error_is_a_problem() {
    let spec = spec();
    let mut ids = BTreeSet::new();
    for (path, item) in spec["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            assert!(
                ids.insert(operation["operationId"].as_str().unwrap().to_owned()),
                "{path}"
            );
            for field in ["summary", "description"] {
                assert!(operation[field].is_string(), "{path}: {field}");
            }
            if let Some(body) = operation.get("requestBody") {
                assert!(
                    !body["content"]["application/json"]["examples"]
                        .as_object()
                        .unwrap()
                        .is_empty()
                );
            }
            for (status, response) in operation["responses"].as_object().unwrap() {
                assert!(
                    !response["description"].as_str().unwrap().is_empty(),
                    "{path} {status}"
                );
                let status: u16 = status.parse().unwrap();
                if status < 400 {
                    // What an encounter answers has tokens and times in it; its commands are examples.
                    let content = &response["content"]["application/json"];
                    let is_stored = path.contains("/encounters");
                    assert!(
                        is_stored || !content["examples"].as_object().unwrap().is_empty(),
                        "{path}"
                    );
                } else {
                    let schema = &response["content"]["application/problem+json"]["schema"];
                    assert_eq!(
                        schema["$ref"], "#/components/schemas/Problem",
                        "{path} {status}"
                    );
                }
            }
        }
    }
}

#[test]
fn names_of_games_stand_before_the_names_of_their_types() {
    let shared = [
        "BatchProblem",
        "Card",
        "Cards",
        "ClientDice",
        "Deal",
        "Dealt",
        "Dice",
        "Draw",
        "EncounterProof",
        "Face",
        "Faces",
        "FieldError",
        "Id",
        "Label",
        "Limit",
        "Line",
        "Modifier",
        "ModifierEntry",
        "Modifiers",
        "Name",
        "Probability",
        "Problem",
        "ProblemCode",
        "Range",
        "Rating",
        "RulesetId",
        "RulesetId",
        "RuleEntry",
        "Maneuver",
        "ManeuverKind",
        "OnSuccess",
        "Ruleset",
        "RulesetEntry",
        "RulesetList",
        "Seed",
        "SeededDeal",
        "SeededDice",
        "Source",
        "StreamTicket",
        "Sum",
        "SumName",
        "SuppliedDeal",
        "SuppliedDice",
        "TableDice",
        "Thrown",
        "TokenAnswer",
        "TurnNumber",
        "VerbEntry",
    ];
    for name in spec()["components"]["schemas"].as_object().unwrap().keys() {
        let games = ["futile_kingdoms.", "gurps.", "momentum.", "karmic."];
        let of_a_game = games.iter().any(|game| name.starts_with(game));
        assert!(of_a_game || shared.contains(&name.as_str()), "{name}");
    }
}

#[tokio::test]
async fn every_example_of_a_request_gives_the_example_of_its_answer() {
    let service = Service::start(&[]);
    let spec = spec();
    let mut posted = 0;
    let paths = spec["paths"].as_object().unwrap().iter();
    // Encounters are played as stories.
    for (path, item) in paths.filter(|(path, _)| !path.contains("/encounters")) {
        let content = |of: &str| {
            let examples = item["post"]
                .pointer(of)
                .and_then(|content| content.get("examples"));
            examples
                .and_then(Value::as_object)
                .cloned()
                .unwrap_or_default()
        };
        let answers = content("/responses/200/content/application~1json");
        for (name, example) in content("/requestBody/content/application~1json") {
            let answer = service.post(path, &example["value"]).await;
            assert_eq!(answer.status, 200, "{path} {name}: {}", answer.text);
            assert_eq!(answer.json(), answers[&name]["value"], "{path} {name}");
            posted += 1;
        }
    }
    assert!(posted > 15, "{posted}");
}
