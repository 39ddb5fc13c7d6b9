//! Stands in for the crate `web-time` in the builds of this workspace.
//!
//! RustSAT can measure time, which Twistsat never asks it to. In a browser it would do so by `web-time`, and whatever
//! is linked with that needs the tool of wasm-bindgen afterwards, and adds some hundred functions that are never
//! called. So what RustSAT needs of it is taken from std, as `web-time` itself does elsewhere. There is no clock in std
//! for WebAssembly: reading it panics.

pub use std::time::*;
