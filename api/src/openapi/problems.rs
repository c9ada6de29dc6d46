//! The problems that each operation can have, for the document.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::operations;
use crate::problem::{Code, MEDIA_TYPE};

/// Every operation can fail, and all errors have one shape.
pub(super) fn add_problems(document: &mut Value) {
    for (path, operation) in operations(document) {
        let mut responses = BTreeMap::new();
        for code in codes(path, operation) {
            let titles: &mut Vec<String> = responses.entry(code.status()).or_default();
            titles.push(format!("{} (`{}`).", code.title(), code.slug()));
        }
        let Some(documented) = operation
            .get_mut("responses")
            .and_then(Value::as_object_mut)
        else {
            continue;
        };
        for (status, titles) in responses {
            let schema = json!({"schema": {"$ref": "#/components/schemas/Problem"}});
            let mut response =
                json!({"description": titles.join(" "), "content": {MEDIA_TYPE: schema}});
            if let Some(headers) = problem_headers(status)
                && let Some(response) = response.as_object_mut()
            {
                response.insert("headers".to_owned(), headers);
            }
            documented.insert(status.to_string(), response);
        }
    }
}

/// The headers that come with a problem of a status.
fn problem_headers(status: u16) -> Option<Value> {
    match status {
        401 => Some(json!({"WWW-Authenticate": {"description": "`Bearer`.",
            "schema": {"type": "string", "maxLength": 100}}})),
        429 | 503 => Some(
            json!({"Retry-After": {"description": "After how many seconds to try again.",
            "schema": {"type": "integer", "minimum": 1, "maximum": 3600}}}),
        ),
        _ => None,
    }
}

/// The problems that every body can have.
const OF_A_BODY: [Code; 6] = [
    Code::NotJson,
    Code::RequestTimeout,
    Code::BodyTooLarge,
    Code::UnsupportedMediaType,
    Code::InvalidRequest,
    Code::TooDeep,
];

/// The problems that an operation can have.
fn codes(path: &str, operation: &Value) -> Vec<Code> {
    let mut codes = vec![Code::BadRequest];
    if path.contains("/encounters") {
        codes.extend(encounter_codes(path, operation));
        return codes;
    }
    if operation.get("requestBody").is_none() {
        codes.extend(path.contains('{').then_some(Code::NotFound));
        return codes;
    }
    codes.extend(OF_A_BODY);
    let is_rolled = operation
        .pointer("/responses/200/content/application~1json/schema/$ref")
        .and_then(Value::as_str)
        .is_some_and(|answer| answer.ends_with("Roll"));
    if !path.ends_with("/batch") {
        codes.push(Code::AgainstTheRules);
    }
    if path.ends_with("/odds") {
        codes.push(Code::TooManyOutcomes);
    } else if is_rolled {
        codes.extend([Code::MoreDiceNeeded, Code::TooManyDice]);
        if path.starts_with("/v1/karmic/") {
            codes.push(Code::NoSuchCard);
        } else {
            codes.push(Code::NoSuchFace);
        }
    }
    match path {
        "/v1/karmic/attack-roll" | "/v1/karmic/full-round" | "/v1/karmic/melee-defense" => {
            codes.push(Code::RulingNeeded);
        }
        "/v1/karmic/initiative" => codes.extend([Code::RulingNeeded, Code::Undecided]),
        _ => {}
    }
    codes
}

/// The problems that an operation on encounters can have.
fn encounter_codes(path: &str, operation: &Value) -> Vec<Code> {
    let mut codes = vec![Code::StoreUnavailable];
    if operation.get("requestBody").is_some() {
        codes.extend(OF_A_BODY);
        codes.push(Code::AgainstTheRules);
    }
    if path.ends_with("/encounters") {
        codes.extend([
            Code::Unauthorized,
            Code::TooManyEncounters,
            Code::TooManyRequests,
        ]);
        return codes;
    }
    codes.extend([Code::Unauthorized, Code::NotFound]);
    match path.rsplit('/').next() {
        Some("commands") => codes.extend([
            Code::Forbidden,
            Code::OutOfTurn,
            Code::Conflict,
            Code::EncounterClosed,
            Code::NothingToUndo,
            Code::LogFull,
            Code::StaleRevision,
            Code::IdempotencyKeyReused,
            Code::TooManyRequests,
        ]),
        Some("token") => codes.extend([
            Code::Forbidden,
            Code::Conflict,
            Code::EncounterClosed,
            Code::LogFull,
            Code::TooManyRequests,
        ]),
        Some("proof") => codes.push(Code::NotClosed),
        Some("events") => codes.push(Code::InvalidRequest),
        Some("stream") => codes.extend([Code::InvalidRequest, Code::StaleRevision]),
        Some("{id}") => codes.push(Code::Forbidden),
        Some(_) | None => {}
    }
    match path {
        "/v1/karmic/encounters/{id}/commands" => {
            codes.extend([Code::RulingNeeded, Code::Undecided]);
        }
        _ if path.ends_with("/commands") => {
            codes.extend([Code::MoreDiceNeeded, Code::TooManyDice, Code::NoSuchFace]);
        }
        _ => {}
    }
    codes
}
