//! Replaces the crate `web-time` in the builds of this workspace.
//!
//! RustSAT can measure time, though Twistsat never uses that. For browsers it depends on `web-time`, which would
//! require the tool `wasm-bindgen` after linking, and add some hundred functions that are never called. This crate
//! exports what RustSAT needs from std instead, as `web-time` itself does on other platforms. In WebAssembly, reading
//! std's clock panics.

pub use std::time::*;
