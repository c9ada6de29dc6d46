//! The README tells the truth: each `curl` in it, run as printed, gives the answer printed below it.

use std::process::Command;

use serde_json::Value;

use crate::service::{Service, root};

/// The blocks of the README: the language and the text of each.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut parts = text.split("\n```").skip(1);
    let mut blocks = Vec::new();
    while let (Some(block), Some(_)) = (parts.next(), parts.next()) {
        let (language, text) = block.split_once('\n').unwrap();
        blocks.push((language.to_owned(), text.to_owned()));
    }
    blocks
}

#[test]
fn every_curl_of_the_readme_gives_the_answer_below_it() {
    let service = Service::start(&[]);
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let blocks = blocks(&readme);
    let mut run = 0;
    for pair in blocks.windows(2) {
        let [(language, command), (answer_language, answer)] = pair else {
            continue;
        };
        if language != "sh" || !command.contains("curl") || answer_language != "json" {
            continue;
        }
        let command = command.replace("127.0.0.1:8080", &service.address);
        let output = Command::new("bash")
            .args(["-c", &command])
            .output()
            .unwrap();
        let printed: Value =
            serde_json::from_str(answer).unwrap_or_else(|error| panic!("{error}: {answer}"));
        let given: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {command}"));
        assert_eq!(given, printed, "{command}");
        run += 1;
    }
    assert!(run >= 5, "only {run} examples were found");
}
