//! `melee-api`: tabletop melee combat by the book, over HTTP.

mod app;
mod batch;
mod body;
mod config;
mod edge;
mod encounters;
mod odds;
mod openapi;
mod play;
mod problem;
mod routes;
mod store;
mod telemetry;

use std::process::ExitCode;

use clap::Parser;

use crate::app::App;
use crate::config::{Command, Config};

/// An answer is made of many small pieces, for which this allocator needs less time than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[actix_web::main]
async fn main() -> ExitCode {
    let config = Config::parse();
    let outcome = match &config.command {
        Some(Command::Openapi) => openapi::print(),
        Some(Command::Healthcheck) => config.healthcheck(),
        Some(Command::CheckStore { path }) => check_store(path),
        None => serve(&config).await,
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("melee-api: {error}");
            ExitCode::FAILURE
        }
    }
}

fn check_store(path: &std::path::Path) -> std::io::Result<()> {
    let records = store::check_file(path).map_err(std::io::Error::other)?;
    eprintln!("{} is sound, with {records} records", path.display());
    Ok(())
}

async fn serve(config: &Config) -> std::io::Result<()> {
    let _flush_at_exit = telemetry::start(config);
    App::build(config).await?.run().await
}
