//! The configuration: flags, each also an environment variable.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{NonEmptyStringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Parser, Subcommand, ValueEnum};

use crate::store::{self, Store};

/// Tabletop melee combat by the book, over HTTP: Futile Kingdoms, GURPS, Momentum, Karmic.
///
/// Serves the API, its OpenAPI document at /openapi.json and Swagger UI at /swagger-ui/.
/// Stops gracefully on SIGTERM and on Ctrl-C.
#[derive(Clone, Debug, Parser)]
#[command(version)]
pub(crate) struct Config {
    /// What to do instead of serving.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// The address and port to listen on. Port 0 takes a free one and says which in the log.
    #[arg(
        long,
        env = "MELEE_LISTEN",
        default_value = "127.0.0.1:8080",
        global = true
    )]
    pub(crate) listen: SocketAddr,

    /// The number of worker threads. By default, one for each core.
    #[arg(long, env = "MELEE_WORKERS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) workers: Option<u16>,

    /// An origin whose pages may call the API from a browser, like `https://vtt.example`. May be
    /// given several times, or as a list with commas. By default, any origin may. Credentials are
    /// never allowed.
    #[arg(long, env = "MELEE_ALLOW_ORIGIN", value_delimiter = ',', value_parser = origin)]
    pub(crate) allow_origin: Vec<String>,

    /// A request header that browsers may send, beside those that the API reads. May be given
    /// several times, or as a list with commas.
    #[arg(long, env = "MELEE_ALLOW_HEADER", value_delimiter = ',', value_parser = header)]
    pub(crate) allow_header: Vec<String>,

    /// How many seconds a client may take to send the body of a request.
    #[arg(long, env = "MELEE_BODY_TIMEOUT_SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) body_timeout_seconds: u64,

    /// How many seconds open requests may take to finish after SIGTERM.
    #[arg(long, env = "MELEE_SHUTDOWN_TIMEOUT_SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(0..=3600))]
    pub(crate) shutdown_timeout_seconds: u64,

    /// Where encounters are kept: `embedded:PATH`, `memory:`, `redis://HOST`,
    /// `redis+cluster://HOST,HOST` or `redis+sentinel://HOST,HOST/MASTER`, with `rediss` for `redis` over TLS and
    /// `USER:PASSWORD@` before the first host. By default `embedded:melee.redb`, opened with the first
    /// encounter; one that is given is opened at the start.
    #[arg(long, env = "MELEE_STORE", hide_env_values = true, value_parser = StoreUrlParser)]
    pub(crate) store: Option<StoreUrl>,

    /// How many encounters there may be at once.
    #[arg(long, env = "MELEE_MAX_ENCOUNTERS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(0..=10_000_000))]
    pub(crate) max_encounters: u64,

    /// A token that creating an encounter takes. By default, everybody may.
    #[arg(long, env = "MELEE_CREATE_TOKEN", hide_env_values = true, value_parser = NonEmptyStringValueParser::new())]
    pub(crate) create_token: Option<String>,

    /// How many encounters an address may create in a minute; 0 is no limit.
    #[arg(long, env = "MELEE_CREATIONS_PER_MINUTE", default_value_t = 600)]
    pub(crate) creations_per_minute: u32,

    /// How many commands a seat may give in a second; 0 is no limit.
    #[arg(long, env = "MELEE_COMMANDS_PER_SECOND", default_value_t = 200)]
    pub(crate) commands_per_second: u32,

    /// Log one line for each request.
    #[arg(long, env = "MELEE_ACCESS_LOG")]
    pub(crate) access_log: bool,

    /// How the log, on standard error, is written.
    #[arg(long, env = "MELEE_LOG_FORMAT", value_enum, default_value_t = LogFormat::Json)]
    pub(crate) log_format: LogFormat,

    /// What is logged: a level (error, warn, info, debug, trace), or a list of them by module. By
    /// default, malformed HTTP is not: that is its sender's fault.
    #[arg(long, env = "MELEE_LOG", default_value = "info,actix_http=off", value_parser = filter)]
    pub(crate) log: String,
}

/// What to do instead of serving.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the OpenAPI document and exit.
    Openapi,
    /// Ask the service at --listen whether it is healthy, and exit with 0 if it is.
    Healthcheck,
    /// Check the file of an embedded store whole, and exit with 0 if it is sound.
    CheckStore {
        /// The file, or `embedded:PATH` as for --store.
        #[arg(value_parser = store_file)]
        path: PathBuf,
    },
}

/// Where encounters are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StoreUrl {
    /// In a file of this service alone.
    Embedded(PathBuf),
    /// In memory, for trials.
    Memory,
    /// In Redis, at this address.
    Redis(String),
}

impl Default for StoreUrl {
    fn default() -> Self {
        Self::Embedded("melee.redb".into())
    }
}

/// Reads a [`StoreUrl`]. It may have a password in it, so that no error shows what was given.
#[derive(Clone, Debug)]
struct StoreUrlParser;

impl TypedValueParser for StoreUrlParser {
    type Value = StoreUrl;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<StoreUrl, clap::Error> {
        let url = value.to_str().ok_or("it is not UTF-8".to_owned());
        url.and_then(StoreUrl::parse).map_err(|why| {
            clap::Error::raw(ErrorKind::ValueValidation, format!("--store: {why}\n"))
                .with_cmd(command)
        })
    }
}

impl StoreUrl {
    fn parse(url: &str) -> Result<Self, String> {
        const REDIS: [&str; 3] = ["", "+cluster", "+sentinel"];

        let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
        let kind = scheme
            .strip_prefix("rediss")
            .or_else(|| scheme.strip_prefix("redis"));
        match url.strip_prefix("embedded:") {
            Some("") => Err("name the file, as in embedded:melee.redb".to_owned()),
            Some(path) => Ok(Self::Embedded(path.into())),
            None if url == "memory:" => Ok(Self::Memory),
            None if kind.is_some_and(|kind| REDIS.contains(&kind)) => {
                Ok(Self::Redis(url.to_owned()))
            }
            None => Err(
                "a store is embedded:PATH, memory:, redis://…, redis+cluster://… or \
                 redis+sentinel://…, with rediss for redis over TLS"
                    .to_owned(),
            ),
        }
    }

    /// Opens the store.
    ///
    /// # Errors
    /// A sentence that says why it cannot be opened.
    pub(crate) fn open(&self) -> Result<Arc<dyn Store>, String> {
        Ok(match self {
            Self::Embedded(path) => Arc::new(store::Embedded::open(path)?),
            Self::Memory => Arc::new(store::Embedded::in_memory()?),
            Self::Redis(url) => Arc::new(store::Redis::at(url)?),
        })
    }
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// One JSON object a line.
    Json,
    /// A line of text.
    Text,
}

impl Config {
    /// Asks the service at `listen` for `/healthz`.
    pub(crate) fn healthcheck(&self) -> io::Result<()> {
        let timeout = Duration::from_secs(2);
        let mut stream = TcpStream::connect_timeout(&self.listen, timeout)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", self.listen)))?;
        stream.set_read_timeout(Some(timeout))?;
        stream.set_write_timeout(Some(timeout))?;
        stream.write_all(
            b"GET /healthz HTTP/1.1\r\nhost: healthcheck\r\nconnection: close\r\n\r\n",
        )?;
        let mut answer = String::new();
        stream.take(4096).read_to_string(&mut answer)?;
        if answer.starts_with("HTTP/1.1 200 ") {
            Ok(())
        } else {
            Err(io::Error::other("the service is not healthy"))
        }
    }
}

fn store_file(path: &str) -> Result<PathBuf, String> {
    let path = path.strip_prefix("embedded:").unwrap_or(path);
    Ok(path.into())
}

/// An origin as browsers send it: a scheme and a host, and nothing behind them.
fn origin(text: &str) -> Result<String, String> {
    let host = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '*', ' ']) => Ok(text.to_owned()),
        Some(_) | None => Err("an origin is a scheme and a host, like https://vtt.example".into()),
    }
}

fn header(text: &str) -> Result<String, String> {
    actix_web::http::header::HeaderName::from_bytes(text.as_bytes())
        .map(|name| name.to_string())
        .map_err(|_| "not the name of a header".into())
}

fn filter(text: &str) -> Result<String, String> {
    tracing_subscriber::EnvFilter::try_new(text)
        .map(|_| text.to_owned())
        .map_err(|error| error.to_string())
}
