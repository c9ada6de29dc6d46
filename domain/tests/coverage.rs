//! Every rule of a catalogue is cited in the code and named by a test, and the code cites no other.

#![expect(
    clippy::unwrap_used,
    reason = "a test that meets the unexpected should stop there"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use melee_domain::Ruleset;
use melee_domain::rulesets::{futile_kingdoms, gurps, karmic, momentum};

/// The text of the Rust files at or below a path.
fn source(path: &Path, except: &str) -> String {
    if path.is_dir() {
        let entries = fs::read_dir(path)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        entries.map(|entry| source(&entry, except)).collect()
    } else if path.ends_with(except) {
        String::new()
    } else {
        fs::read_to_string(path).unwrap()
    }
}

/// The rule ids with this prefix that a text cites.
fn cited(text: &str, prefix: &str) -> BTreeSet<String> {
    text.match_indices(prefix)
        .map(|(start, _)| {
            let number = text.get(start + prefix.len()..).unwrap_or_default();
            let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
            format!("{prefix}{digits}")
        })
        .filter(|id| id != prefix)
        .collect()
}

fn every_rule_is_in_code_catalogue_and_tests(ruleset: &Ruleset, folder: &str, prefix: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let code = source(&root.join("src/rulesets").join(folder), "rules.rs");
    let tests = source(&root.join("tests"), "coverage.rs") + &code;
    let catalogue: BTreeSet<_> = ruleset
        .rules
        .iter()
        .map(|rule| rule.id.to_owned())
        .collect();
    assert_eq!(catalogue.len(), ruleset.rules.len(), "an id stands twice");
    assert_eq!(cited(&code, prefix), catalogue);
    for id in &catalogue {
        // One test may be named after several rules.
        let name = format!("{}_", id.to_lowercase().replace('-', "_"));
        let named = tests
            .lines()
            .any(|line| line.trim().starts_with("fn ") && line.contains(&name));
        assert!(named, "no test is named after {id}");
    }
    for term in ruleset.modifiers {
        assert!(
            catalogue.contains(term.rule),
            "{} cites {}",
            term.id,
            term.rule
        );
    }
}

#[test]
fn every_rule_of_futile_kingdoms_is_in_code_catalogue_and_tests() {
    every_rule_is_in_code_catalogue_and_tests(&futile_kingdoms::RULESET, "futile_kingdoms", "FK-");
}

#[test]
fn every_rule_of_gurps_is_in_code_catalogue_and_tests() {
    every_rule_is_in_code_catalogue_and_tests(&gurps::RULESET, "gurps", "G-");
}

#[test]
fn every_rule_of_momentum_is_in_code_catalogue_and_tests() {
    every_rule_is_in_code_catalogue_and_tests(&momentum::RULESET, "momentum", "M-");
}

#[test]
fn every_rule_of_karmic_is_in_code_catalogue_and_tests() {
    every_rule_is_in_code_catalogue_and_tests(&karmic::RULESET, "karmic", "K-");
}

/// The names that a text gives to components of the document: by a schema's name, and by a macro that is told
/// its game.
fn component_names(text: &str) -> Vec<String> {
    let name = |text: &str| -> String {
        let is_part = |letter: &char| letter.is_alphanumeric() || *letter == '_' || *letter == ':';
        text.chars().take_while(is_part).collect()
    };
    let mut names: Vec<_> = text
        .match_indices("schema(as = ")
        .map(|(start, found)| name(&text[start + found.len()..]).replace("::", "."))
        // A macro's own parameter is no name.
        .filter(|name| !name.is_empty() && !name.ends_with('.'))
        .collect();
    for line in text.lines().filter(|line| line.contains(" struct ")) {
        let declared = line.split(" struct ").nth(1).unwrap();
        let game = line.split(") in \"").nth(1);
        let game = game.and_then(|game| game.strip_suffix("\";"));
        names.extend(game.map(|game| format!("{game}.{}", name(declared))));
    }
    names
}

#[test]
fn no_two_types_have_one_name_in_the_document() {
    // Of two components with one name utoipa keeps the last, and says nothing.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = component_names(&source(&root.join("src"), "none.rs"));
    let mut seen = BTreeSet::new();
    let twice: Vec<_> = names.iter().filter(|name| !seen.insert(*name)).collect();
    assert!(twice.is_empty(), "{twice:?}");
    assert!(seen.contains(&"karmic.DamageTaken".to_owned()));
    assert!(seen.contains(&"karmic.DamageThisTurn".to_owned()));
}
