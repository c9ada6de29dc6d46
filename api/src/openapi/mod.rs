//! The OpenAPI document: generated from the types, completed by what the types cannot say, and checked in.

mod problems;

use std::collections::BTreeSet;
use std::io::{self, Write};

use include_dir::{Dir, include_dir};
use melee_domain::schema::NEVER_NULL;
use serde_json::{Map, Value, json};
use utoipa::OpenApi;

use self::problems::add_problems;
use crate::problem::Problem;
use crate::routes::rulesets::{RULESETS, RulesetList};
use crate::routes::{futile_kingdoms, gurps, karmic, momentum, rulesets};

/// Ready-made requests with their right answers: each is an example in the document.
static SEEDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../seeds");

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Melee",
        description = "Tabletop melee combat by the book: every number is a sum of cited lines, with \
                       your own dice, the service's, or a replayable seed. In requests, `null` means \
                       absent; in answers, what is absent is left out. Unknown fields are refused.",
        license(name = "MIT", identifier = "MIT"),
    ),
    servers((url = "/", description = "This service.")),
    components(schemas(Problem)),
)]
struct Api;

/// The parts of the document: each is a file of routes.
fn parts() -> [utoipa::openapi::OpenApi; 5] {
    [
        rulesets::Spec::openapi(),
        futile_kingdoms::Spec::openapi(),
        gurps::Spec::openapi(),
        karmic::Spec::openapi(),
        momentum::Spec::openapi(),
    ]
}

/// Puts the parts together.
///
/// # Errors
/// If two of them mean different things by one component name: utoipa would keep one of the two
/// without a word.
fn merged(
    parts: impl IntoIterator<Item = utoipa::openapi::OpenApi>,
) -> io::Result<utoipa::openapi::OpenApi> {
    let mut whole = Api::openapi();
    for part in parts {
        let known = whole.components.get_or_insert_default();
        for (name, schema) in part.components.iter().flat_map(|known| &known.schemas) {
            if known.schemas.get(name).is_some_and(|other| other != schema) {
                return Err(io::Error::other(format!("two schemas are called {name}")));
            }
        }
        whole.merge(part);
    }
    Ok(whole)
}

/// The OpenAPI document, as served: the one checked in, so that nothing is generated at the start.
pub(crate) const DOCUMENT: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../openapi/openapi.json"
));

/// Generates the document.
///
/// # Errors
/// If a seed cannot be read as JSON; a test holds that none is so.
fn generate() -> io::Result<Vec<u8>> {
    let mut document = serde_json::to_value(merged(parts())?)?;
    // Only encounters ask who is calling, and say so at each operation.
    if let Some(document) = document.as_object_mut() {
        document.insert("security".into(), json!([]));
    }
    if let Some(components) = document.pointer_mut("/components")
        && let Some(components) = components.as_object_mut()
    {
        let token = json!({"type": "http", "scheme": "bearer", "description":
            "A token of the encounter: the GM's or a seat's."});
        components.insert("securitySchemes".into(), json!({"token": token}));
    }
    describe_choices(&mut document);
    bound_texts(&mut document);
    null_is_absent(&mut document);
    add_problems(&mut document);
    add_seeds(&mut document)?;
    add_batches(&mut document);
    add_catalogue(&mut document)?;
    let mut text = serde_json::to_vec_pretty(&document)?;
    text.push(b'\n');
    Ok(text)
}

/// Prints the document, as it is to be checked in.
pub(crate) fn print() -> io::Result<()> {
    io::stdout().write_all(&generate()?)
}

/// The operations of the document, each with its path.
fn operations(document: &mut Value) -> impl Iterator<Item = (&String, &mut Value)> {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    paths.into_iter().flatten().flat_map(|(path, item)| {
        let operations = item.as_object_mut();
        operations
            .into_iter()
            .flatten()
            .map(move |(_, operation)| (path, operation))
    })
}

/// utoipa describes an optional component inside the choice; the place is beside it.
fn describe_choices(document: &mut Value) {
    let schemas = document.pointer_mut("/components/schemas");
    let schemas = schemas.and_then(Value::as_object_mut).into_iter().flatten();
    let properties = schemas.filter_map(|(_, schema)| schema.get_mut("properties"));
    for (_, property) in properties.filter_map(Value::as_object_mut).flatten() {
        let Some(fields) = property.as_object_mut() else {
            continue;
        };
        if let Some(description) = fields
            .get_mut("oneOf")
            .and_then(|choice| choice.get_mut(0))
            .and_then(Value::as_object_mut)
            .and_then(|component| component.remove("description"))
        {
            fields.insert("description".into(), description);
        }
    }
}

/// Headers and streams are texts too: utoipa has no bounds for them.
fn bound_texts(document: &mut Value) {
    for (_, operation) in operations(document) {
        let responses = operation
            .get_mut("responses")
            .and_then(Value::as_object_mut);
        for (_, response) in responses.into_iter().flatten() {
            let headers = response.get_mut("headers").and_then(Value::as_object_mut);
            for (_, header) in headers.into_iter().flatten() {
                bound(header.get_mut("schema"), 200);
            }
            bound(
                response.pointer_mut("/content/text~1event-stream/schema"),
                i32::MAX,
            );
        }
    }
}

fn bound(text: Option<&mut Value>, most: i32) {
    if let Some(text) = text.and_then(Value::as_object_mut) {
        text.insert("maxLength".into(), json!(most));
    }
}

/// In requests `null` means absent: every optional property of what a request is made of says so.
fn null_is_absent(document: &mut Value) {
    let mut open: Vec<String> = Vec::new();
    for (_, operation) in operations(document) {
        references(
            operation.get("requestBody").unwrap_or(&Value::Null),
            &mut open,
        );
    }
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        let Some(schema) = document.pointer_mut(&format!("/components/schemas/{name}")) else {
            continue;
        };
        if seen.insert(name) {
            references(schema, &mut open);
            make_optional_properties_nullable(schema);
        }
    }
}

/// The names of the components that a schema refers to.
fn references(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            let reference = fields.get("$ref").and_then(Value::as_str);
            let name = reference.and_then(|name| name.strip_prefix("#/components/schemas/"));
            found.extend(name.map(str::to_owned));
            fields.values().for_each(|field| references(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn make_optional_properties_nullable(schema: &mut Value) {
    let required = schema.get("required").cloned();
    let never_null = schema
        .as_object_mut()
        .and_then(|fields| fields.remove(NEVER_NULL));
    let is_required = |name: &str| {
        let lists = [&required, &never_null].into_iter().flatten();
        let mut fields = lists.filter_map(Value::as_array).flatten();
        fields.any(|field| field == name)
    };
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, property) in properties.into_iter().flatten() {
        if is_required(name) {
            continue;
        }
        let Some(fields) = property.as_object_mut() else {
            continue;
        };
        if let Some(reference) = fields.remove("$ref") {
            fields.insert(
                "oneOf".into(),
                json!([{"type": "null"}, {"$ref": reference}]),
            );
        } else if let Some(Value::String(kind)) = fields.get("type").cloned()
            && kind != "null"
        {
            fields.insert("type".into(), json!([kind, "null"]));
        }
    }
}

/// Makes each seed an example of its operation: the request and the answer.
fn add_seeds(document: &mut Value) -> io::Result<()> {
    let games = SEEDS.dirs().flat_map(Dir::files);
    for file in games {
        let seed: Value = serde_json::from_slice(file.contents())?;
        let field = |name: &str| seed.get(name).cloned().unwrap_or_default();
        let path = field("post");
        let name = file.path().file_stem().and_then(|name| name.to_str());
        let (Some(name), Some(path)) = (name, path.as_str()) else {
            continue;
        };
        if let Some(commands) = seed.get("commands").and_then(Value::as_array) {
            add_encounter(document, name, path, &seed, commands);
            continue;
        }
        let place = format!("/paths/{}/post", path.replace('/', "~1"));
        let Some(operation) = document.pointer_mut(&place) else {
            return Err(io::Error::other(format!("{name}: no operation at {path}")));
        };
        for (content, value) in [
            ("/requestBody/content/application~1json", "request"),
            ("/responses/200/content/application~1json", "answer"),
        ] {
            add_example(
                operation.pointer_mut(content),
                name,
                &field("summary"),
                field(value),
            );
        }
    }
    Ok(())
}

/// Makes an encounter's set-up, and each of its commands, examples.
fn add_encounter(document: &mut Value, name: &str, path: &str, seed: &Value, commands: &[Value]) {
    const BODY: &str = "/post/requestBody/content/application~1json";

    let create = format!("/paths/{}{BODY}", path.replace('/', "~1"));
    let set_up = seed.get("request").cloned().unwrap_or_default();
    let summary = seed.get("summary").cloned().unwrap_or_default();
    add_example(document.pointer_mut(&create), name, &summary, set_up);
    let command = format!("/paths/{}~1{{id}}~1commands{BODY}", path.replace('/', "~1"));
    for (place, given) in commands.iter().enumerate() {
        let request = given.get("request").cloned().unwrap_or_default();
        let by = given.get("by").and_then(Value::as_str).unwrap_or_default();
        let summary = json!(format!("Command {} of {name}, by {by}.", place + 1));
        let name = format!("{name}-{}", place + 1);
        add_example(document.pointer_mut(&command), &name, &summary, request);
    }
}

/// The example of a batch is all examples of its verb.
fn add_batches(document: &mut Value) {
    let contents = [
        "/requestBody/content/application~1json",
        "/responses/200/content/application~1json",
    ];
    let verbs: Vec<(String, [Vec<Value>; 2])> = operations(document)
        .map(|(path, operation)| {
            let values = contents.map(|content| {
                let examples = operation.pointer(&format!("{content}/examples"));
                let examples = examples.and_then(Value::as_object).into_iter().flatten();
                examples
                    .filter_map(|(_, example)| example.get("value").cloned())
                    .collect()
            });
            (path.clone(), values)
        })
        .collect();
    for (path, [requests, answers]) in verbs {
        let batch = format!("/paths/{}~1batch/post", path.replace('/', "~1"));
        let Some(batch) = document.pointer_mut(&batch) else {
            continue;
        };
        let answers: Vec<_> = answers
            .into_iter()
            .map(|answer| json!({"answer": answer}))
            .collect();
        let summary = json!("All examples of the verb, in one call.");
        for (content, value) in contents
            .into_iter()
            .zip([json!({"requests": requests}), json!({"results": answers})])
        {
            add_example(batch.pointer_mut(content), "all-examples", &summary, value);
        }
    }
}

/// The catalogue is an example of itself.
fn add_catalogue(document: &mut Value) -> io::Result<()> {
    let list = serde_json::to_value(RulesetList::of(RULESETS))?;
    let content = "/get/responses/200/content/application~1json";
    let place = format!("/paths/~1v1~1rulesets{content}");
    add_example(
        document.pointer_mut(&place),
        "rulesets",
        &json!("The games."),
        list,
    );
    let place = format!("/paths/~1v1~1rulesets~1{{ruleset}}{content}");
    for ruleset in RULESETS {
        add_example(
            document.pointer_mut(&place),
            ruleset.id,
            &json!(ruleset.name),
            serde_json::to_value(ruleset)?,
        );
    }
    Ok(())
}

fn add_example(content: Option<&mut Value>, name: &str, summary: &Value, value: Value) {
    let Some(content) = content.and_then(Value::as_object_mut) else {
        return;
    };
    let examples = content
        .entry("examples")
        .or_insert_with(|| Map::new().into());
    if let Some(examples) = examples.as_object_mut() {
        examples.insert(name.into(), json!({"summary": summary, "value": value}));
    }
}

#[cfg(test)]
mod tests {
    use utoipa::openapi::{ComponentsBuilder, ObjectBuilder, OpenApiBuilder};

    use super::*;

    fn part(description: &str) -> utoipa::openapi::OpenApi {
        let schema = ObjectBuilder::new().description(Some(description));
        let components = ComponentsBuilder::new().schema("Fighter", schema);
        OpenApiBuilder::new()
            .components(Some(components.build()))
            .build()
    }

    #[test]
    fn two_parts_that_mean_different_things_by_one_name_are_refused() {
        assert!(merged([part("of one game"), part("of one game")]).is_ok());
        let refused = merged([part("of one game"), part("of another")]);
        let refusal = refused.err().unwrap();
        assert_eq!(refusal.to_string(), "two schemas are called Fighter");
    }
}
