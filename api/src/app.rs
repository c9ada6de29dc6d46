//! The application: built once, from its configuration, the same way in production and in tests.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use actix_cors::Cors;
use actix_web::dev::Server;
use actix_web::middleware::from_fn;
use actix_web::{HttpServer, web};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tracing::info;

use crate::body::BodyTimeout;
use crate::config::Config;
use crate::edge::{self, Edge};
use crate::encounters::Encounters;
use crate::routes;

/// The service, bound to its port and ready to run.
pub(crate) struct App {
    server: Server,
    addresses: Vec<SocketAddr>,
}

impl App {
    /// Binds the port.
    ///
    /// # Errors
    /// If the port cannot be bound.
    pub(crate) async fn build(config: &Config) -> io::Result<Self> {
        let body_timeout = BodyTimeout(Duration::from_secs(config.body_timeout_seconds));
        let edge = Edge {
            access_log: config.access_log,
            any_origin: config.allow_origin.is_empty(),
        };
        let (stopping, stop) = watch::channel(false);
        let encounters = Encounters::new(config, stop);
        if config.store.is_some() {
            encounters.begin().await.map_err(io::Error::other)?;
        }
        let encounters = web::Data::new(encounters);
        actix_web::rt::spawn(end_streams(stopping));
        let settings = config.clone();
        let mut server = HttpServer::new(move || {
            actix_web::App::new()
                .app_data(body_timeout)
                .app_data(edge)
                .app_data(encounters.clone())
                .configure(routes::all)
                .wrap(cors(&settings))
                .wrap(from_fn(edge::edge))
        })
        .shutdown_timeout(config.shutdown_timeout_seconds)
        .bind(config.listen)
        .map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("cannot listen on {}: {error}", config.listen),
            )
        })?;
        if let Some(workers) = config.workers {
            server = server.workers(workers.into());
        }
        let addresses = server.addrs();
        Ok(Self {
            server: server.run(),
            addresses,
        })
    }

    /// Serves until told to stop.
    ///
    /// # Errors
    /// If the server cannot go on.
    pub(crate) async fn run(self) -> io::Result<()> {
        for address in &self.addresses {
            info!(%address, "listening on http://{address}");
        }
        self.server.await
    }
}

/// Ends the open streams when the service is told to stop, which would else wait for them.
async fn end_streams(stopping: watch::Sender<bool>) {
    if let Ok(mut terminated) = signal(SignalKind::terminate()) {
        tokio::select! {
            _ = terminated.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    }
    stopping.send_replace(true);
}

/// Any origin by default, never credentials. The headers are listed, since browsers want them so.
fn cors(config: &Config) -> Cors {
    let cors = Cors::default()
        .allowed_methods(["GET", "HEAD", "POST", "DELETE"])
        .allowed_headers([
            "authorization",
            "content-type",
            "idempotency-key",
            "if-match",
            "if-none-match",
            "last-event-id",
            "x-request-id",
        ])
        .allowed_headers(&config.allow_header)
        .expose_headers(["allow", "etag", "location", "retry-after", "x-request-id"])
        .max_age(86400);
    if config.allow_origin.is_empty() {
        cors.allow_any_origin().send_wildcard()
    } else {
        config
            .allow_origin
            .iter()
            .fold(cors, |cors, origin| cors.allowed_origin(origin))
    }
}
