//! Encounters over HTTP, on every store.

mod access;
mod backend;
mod connections;
mod faults;
mod futile_kingdoms;
mod gurps;
mod karmic;
mod leaks;
mod losses;
mod momentum;
mod stories;
mod stream;
mod table;

pub(crate) use backend::{Backend, Folder};
pub(crate) use table::Table;
