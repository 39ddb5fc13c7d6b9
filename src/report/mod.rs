//! What people and programs read: text and JSON.

pub mod json;
mod net;

pub use net::{net, start};
