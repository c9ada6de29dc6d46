//! The games, side by side, in the same shape. They never import each other.

pub mod futile_kingdoms;
pub mod gurps;
pub mod karmic;
pub mod momentum;
