//! What people and programs read: text and JSON.

mod distances;
pub mod json;
mod net;

pub use distances::{bars, distribution};
pub use net::{net, start};
