//! The command line: flags, their environment variables, and what they refuse.

use std::process::{Command, Output};

use crate::service::{Service, binary, root};

fn run(arguments: &[&str]) -> Output {
    Command::new(binary()).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn help_names_every_flag_with_its_environment_variable() {
    let help = run(&["--help"]);
    assert!(help.status.success());
    let help = stdout(&help);
    for (flag, variable) in [
        ("--listen", "MELEE_LISTEN"),
        ("--workers", "MELEE_WORKERS"),
        ("--allow-origin", "MELEE_ALLOW_ORIGIN"),
        ("--allow-header", "MELEE_ALLOW_HEADER"),
        ("--body-timeout-seconds", "MELEE_BODY_TIMEOUT_SECONDS"),
        (
            "--shutdown-timeout-seconds",
            "MELEE_SHUTDOWN_TIMEOUT_SECONDS",
        ),
        ("--store", "MELEE_STORE"),
        ("--max-encounters", "MELEE_MAX_ENCOUNTERS"),
        ("--create-token", "MELEE_CREATE_TOKEN"),
        ("--creations-per-minute", "MELEE_CREATIONS_PER_MINUTE"),
        ("--commands-per-second", "MELEE_COMMANDS_PER_SECOND"),
        ("--access-log", "MELEE_ACCESS_LOG"),
        ("--log-format", "MELEE_LOG_FORMAT"),
        ("--log", "MELEE_LOG"),
    ] {
        assert!(
            help.contains(flag) && help.contains(variable),
            "{flag}: {help}"
        );
    }
    let flags = help.matches("\n      --").count();
    assert_eq!(flags, 14, "a flag is not in this test's list:\n{help}");
}

#[test]
fn an_environment_variable_does_what_its_flag_does() {
    let refused = Command::new(binary())
        .env("MELEE_LISTEN", "nowhere")
        .output()
        .unwrap();
    assert!(!refused.status.success());
    let says = String::from_utf8(refused.stderr).unwrap();
    assert!(
        says.contains("nowhere") && says.contains("--listen"),
        "{says}"
    );
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    for arguments in [
        ["--workers", "0"],
        ["--allow-origin", "vtt.example"],
        ["--allow-origin", "https://vtt.example/page"],
        ["--allow-header", "a header"],
        ["--log", "loud,,="],
        ["--body-timeout-seconds", "0"],
        ["--create-token", ""],
        ["--store", "melee.redb"],
    ] {
        let refused = run(&arguments);
        assert!(!refused.status.success(), "{arguments:?}");
        let says = String::from_utf8(refused.stderr).unwrap();
        assert!(says.contains(arguments[0]), "{says}");
    }
}

#[test]
fn a_store_that_cannot_be_is_refused_without_its_password() {
    for store in [
        "Redis://melee:hunter2@host",
        "redis:/melee:hunter2@host",
        " redis://melee:hunter2@host",
        "postgres://melee:hunter2@host",
        "redis://melee:hunter2@host:port",
        "redis+sentinel://melee:hunter2@host",
        "redis://melee:hunter2@one,two",
        "redis://melee:hunter2/3@host",
    ] {
        let refused = run(&["--listen", "127.0.0.1:0", "--store", store]);
        assert!(!refused.status.success(), "{store}");
        let says = format!(
            "{}{}",
            stdout(&refused),
            String::from_utf8_lossy(&refused.stderr)
        );
        assert!(
            !says.contains("hunter2") && !says.is_empty(),
            "{store}: {says}"
        );
    }
}

#[test]
fn a_port_in_use_is_said_so() {
    let service = Service::start(&[]);
    let refused = run(&["--listen", &service.address]);
    assert!(!refused.status.success());
    let says = String::from_utf8(refused.stderr).unwrap();
    assert!(
        says.contains(&format!("cannot listen on {}", service.address)),
        "{says}"
    );
}

#[test]
fn the_document_printed_is_the_one_checked_in() {
    let printed = run(&["openapi"]);
    assert!(printed.status.success());
    let checked_in = std::fs::read_to_string(root().join("openapi/openapi.json")).unwrap();
    assert!(
        stdout(&printed) == checked_in,
        "openapi/openapi.json is out of date; run: cargo run -- openapi > openapi/openapi.json"
    );
}
