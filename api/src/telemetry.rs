//! Structured logs on standard error, written off the web workers.

use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;

use crate::config::{Config, LogFormat};

/// How many lines may wait to be written. Where more would, they are dropped rather than the service held up.
const MOST_LINES: usize = 8192;

/// Starts logging; what is logged last is written when the guard is dropped.
pub(crate) fn start(config: &Config) -> WorkerGuard {
    let (writer, guard) = NonBlockingBuilder::default()
        .buffered_lines_limit(MOST_LINES)
        .finish(std::io::stderr());
    let log = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(&config.log))
        .with_writer(writer);
    match config.log_format {
        LogFormat::Json => log.json().flatten_event(true).init(),
        LogFormat::Text => log.with_ansi(false).init(),
    }
    guard
}
