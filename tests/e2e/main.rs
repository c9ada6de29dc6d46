//! End-to-end tests: the real binary, over HTTP.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected should stop there"
)]

mod batch;
mod cards;
mod catalogue;
mod command_line;
mod cors;
mod encounters;
mod fights;
mod lifecycle;
mod odds;
mod problems;
mod readme;
mod seeds;
mod service;
mod spec;
