//! Twistsat as a WebAssembly module that takes a question as JSON and returns the answer as JSON.
//!
//! `twistsat.mjs` in the parent folder of `src` loads the module and is the interface for JavaScript. The keys of a
//! [`Request`](twistsat::ask::Request) are the options of `twistsat solve`; the answer is the output of `twistsat solve
//! --format json`. An error is an object with the key `error` and the schema `twistsat.error/1`; see `docs/json.md`.
//!
//! # How texts are passed
//!
//! JavaScript calls [`allocate`] and writes the request to the memory, calls [`solve`], and reads part 0 of the answer
//! ([`part`], [`part_length`]). The module imports three functions from JavaScript: one returns the time, one receives
//! the message of a panic, which ends the call, and one receives progress.
//!
//! Pointers are passed to JavaScript and never dereferenced here, so the only unsafe code is the declaration of the
//! functions that the module imports and exports.
//!
//! The page asks further questions with [`ask`]. An answer may have files, which are its parts from number 1 on.
#![deny(unsafe_code, missing_docs)]

mod page;
mod painted;
mod puzzle;
mod solution;

use std::cell::RefCell;
use std::panic;
use std::sync::Once;
use std::time::Duration;

use twistsat::ask::{Answer, Ask};
use twistsat::control::Control;
use twistsat::report::json::request_error;

/// A result whose error has a message of the library.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The functions provided by JavaScript.
#[allow(unsafe_code)] // JavaScript must provide these functions.
mod host {
    #[link(wasm_import_module = "twistsat")]
    unsafe extern "C" {
        /// Milliseconds since a fixed moment.
        pub(crate) safe fn now() -> f64;
        /// Receives the message of a panic: `length` bytes of UTF-8.
        pub(crate) safe fn panicked(message: *const u8, length: usize);
        /// Receives progress of a search: `length` bytes of UTF-8.
        pub(crate) safe fn progress(event: *const u8, length: usize);
    }
}

thread_local! {
    /// The request; later the answer and its files.
    static PARTS: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

/// Allocates memory for a request and returns its address.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(bytes: usize) -> *mut u8 {
    PARTS.set(vec![vec![0; bytes]]);
    PARTS.with_borrow_mut(|parts| parts[0].as_mut_ptr())
}

/// Answers the request as `twistsat solve` does.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn solve() {
    respond(|request, control| {
        let request = serde_json::from_slice(request);
        let request = request.map_err(|error| format!("the request: {error}"))?;
        page::answer(&Ask::Solve, &request, control, &|_| ())
    });
}

/// Answers a question of the page.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    let notify = |event: String| host::progress(event.as_ptr(), event.len());
    respond(|question, control| page::ask(question, control, &notify));
}

/// Replaces the request with its answer. A search can be stopped only by ending the worker or process of the module.
fn respond(answer: impl FnOnce(&[u8], &Control) -> Result<Answer>) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        panic::set_hook(Box::new(|panic| {
            let message = panic.to_string();
            host::panicked(message.as_ptr(), message.len());
        }));
    });
    let control = Control::with_clock(|| Duration::from_secs_f64(host::now().max(0.0) / 1000.0));
    let request = PARTS.take().concat();
    let Answer { text, files } = answer(&request, &control).unwrap_or_else(|error| {
        let text = serde_json::to_string(&request_error(&error.to_string()));
        Answer {
            text: text.unwrap_or_default(),
            ..Answer::default()
        }
    });
    let files = files.into_iter().map(|(_, content)| content);
    PARTS.set([text.into_bytes()].into_iter().chain(files).collect());
}

/// The address of a part of the answer: 0 is the text, the others are the files. Null if there is no such part.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn part(number: usize) -> *const u8 {
    PARTS.with_borrow(|parts| parts.get(number).map_or(std::ptr::null(), |it| it.as_ptr()))
}

/// The size of a part of the answer in bytes, 0 if there is no such part.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn part_length(number: usize) -> usize {
    PARTS.with_borrow(|parts| parts.get(number).map_or(0, Vec::len))
}
