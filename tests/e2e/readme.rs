//! The README tells the truth: each `curl` in it, run as printed, gives the answer printed below it.

use std::process::Command;

use serde_json::Value;

use crate::encounters::{Backend, Folder};
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

/// The section that is a story: each of its blocks goes on where the one before has ended.
const STORY: &str = "## A fight on two screens";

fn readme() -> [String; 2] {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (before, story) = readme.split_once(STORY).unwrap();
    let (story, after) = story.split_once("\n## ").unwrap();
    [format!("{before}\n{after}"), story.to_owned()]
}

fn run(script: &str, service: &Service) -> String {
    let script = script.replace("127.0.0.1:8080", &service.address);
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn every_curl_of_the_readme_gives_the_answer_below_it() {
    let service = Service::start(&[]);
    let [readme, _] = readme();
    let blocks = blocks(&readme);
    let mut compared = 0;
    for pair in blocks.windows(2) {
        let [(language, command), (answer_language, answer)] = pair else {
            continue;
        };
        if language != "sh" || !command.contains("curl") || answer_language != "json" {
            continue;
        }
        assert_eq!(parsed(&run(command, &service)), parsed(answer), "{command}");
        compared += 1;
    }
    assert!(compared >= 5, "only {compared} examples were found");
}

fn tell_the_story(service: &Service) {
    let [_, story] = readme();
    let (mut script, mut compared) = (String::new(), 0);
    for (language, text) in blocks(&story) {
        match language.as_str() {
            "sh" => {
                // Only what the last command answers is looked at.
                script = format!("{{ :\n{script}\n}} > /dev/null\n{text}");
            }
            "json" => {
                assert_eq!(parsed(&run(&script, service)), parsed(&text), "{script}");
                compared += 1;
            }
            other => assert_eq!(other, "js"),
        }
    }
    assert_eq!(compared, 5);
}

#[test]
fn the_fight_on_two_screens_goes_as_printed_on_the_default_store() {
    let folder = Folder::new();
    tell_the_story(&Service::start_at("127.0.0.1:0", folder.path(), &[]));
}

#[test]
fn the_fight_on_two_screens_goes_as_printed_on_redis() {
    let backend = Backend::redis();
    tell_the_story(&Service::start(&["--store", &backend.url()]));
}
