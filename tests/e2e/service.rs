//! The service under test: started on a free port, stopped when dropped.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock};

use reqwest::header::HeaderMap;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The binary, built once from the sources as they are.
pub(crate) fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let mut build = Command::new(env!("CARGO"));
        build
            .args(["build", "--package", "melee-api"])
            .args(["--message-format", "json"])
            .current_dir(root())
            .stderr(Stdio::null());
        // What cargo says of this package would have some dependencies built again.
        let of_this_package = |name: &str| {
            let mut kinds = ["CARGO_PKG_", "CARGO_MANIFEST_"].iter();
            kinds.any(|kind| name.starts_with(kind))
        };
        for (name, _) in std::env::vars().filter(|(name, _)| of_this_package(name)) {
            build.env_remove(name);
        }
        let built = build.output().unwrap();
        assert!(built.status.success(), "the binary does not build");
        String::from_utf8(built.stdout)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .find_map(|message| message["executable"].as_str().map(PathBuf::from))
            .expect("cargo names the binary")
    })
}

/// The limits of how often one may ask.
const LIMITS: [&str; 2] = ["MELEE_CREATIONS_PER_MINUTE", "MELEE_COMMANDS_PER_SECOND"];

/// A running service.
pub(crate) struct Service {
    pub(crate) child: Child,
    pub(crate) address: String,
    pub(crate) client: Client,
    log: Arc<Mutex<String>>,
}

/// An answer, read whole.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {}", self.text))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().unwrap())
    }
}

impl Service {
    /// Starts it on a free port. Where nothing is said of a store, encounters are kept in memory.
    pub(crate) fn start(flags: &[&str]) -> Self {
        let memory: &[_] = if flags.contains(&"--store") {
            &[]
        } else {
            &["--store", "memory:"]
        };
        Self::start_at("127.0.0.1:0", root(), &[memory, flags].concat())
    }

    /// Starts it on a free port, where it trusts whom a certificate vouches for.
    pub(crate) fn start_trusting(certificate: &Path, flags: &[&str]) -> Self {
        let mut command = Command::new(binary());
        command.env("SSL_CERT_FILE", certificate);
        Self::run(command, "127.0.0.1:0", root(), flags)
    }

    /// Starts it at an address, in a folder.
    pub(crate) fn start_at(listen: &str, folder: &Path, flags: &[&str]) -> Self {
        Self::run(Command::new(binary()), listen, folder, flags)
    }

    fn run(mut command: Command, listen: &str, folder: &Path, flags: &[&str]) -> Self {
        let mut child = command
            .args(["--listen", listen])
            .args(flags)
            // Tests ask more often than people do; those of the limits say so.
            .envs(LIMITS.map(|limit| (limit, "0")).into_iter().filter(|_| {
                !flags
                    .iter()
                    .any(|flag| flag.ends_with("-per-minute") || flag.ends_with("-per-second"))
            }))
            .current_dir(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let log = Arc::new(Mutex::new(String::new()));
        let address = lines
            .by_ref()
            .map(Result::unwrap)
            .find_map(|line| {
                let (_, address) = line.split_once("listening on http://")?;
                Some(address.split(['"', ' ']).next()?.to_owned())
            })
            .expect("the service says where it listens");
        let kept = Arc::clone(&log);
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let mut log = kept.lock().unwrap();
                log.push_str(&line);
                log.push('\n');
            }
        });
        Self {
            child,
            address,
            client: Client::new(),
            log,
        }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("http://{}{path}", self.address);
        self.client.request(method, url)
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        send(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        send(self.request(Method::POST, path).json(body)).await
    }

    /// What was logged so far, once it contains `text`.
    pub(crate) async fn log_with(&self, text: &str) -> String {
        for _ in 0..200 {
            let log = self.log.lock().unwrap().clone();
            if log.contains(text) {
                return log;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("not logged: {text}\n{}", self.log.lock().unwrap())
    }

    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have stopped by itself, as some tests ask it to.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) async fn send(request: RequestBuilder) -> Answer {
    let response = request.send().await.unwrap();
    Answer {
        status: response.status().as_u16(),
        headers: response.headers().clone(),
        text: response.text().await.unwrap(),
    }
}

/// The contract's first example.
pub(crate) fn swordsman() -> Value {
    seed("futile-kingdoms/attack-flank.json")["request"].take()
}

pub(crate) fn seed(name: &str) -> Value {
    let text = std::fs::read(root().join("seeds").join(name)).unwrap();
    serde_json::from_slice(&text).unwrap()
}
