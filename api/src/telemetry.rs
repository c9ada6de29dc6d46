//! Structured logs on standard error, written off the web workers.

use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::EnvFilter;

use crate::config::{Config, LogFormat};

/// Starts logging; what is logged last is written when the guard is dropped.
pub(crate) fn start(config: &Config) -> WorkerGuard {
    let (writer, guard) = tracing_appender::non_blocking(std::io::stderr());
    let log = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(&config.log))
        .with_writer(writer);
    match config.log_format {
        LogFormat::Json => log.json().flatten_event(true).init(),
        LogFormat::Text => log.with_ansi(false).init(),
    }
    guard
}
