//! Twistsat as WebAssembly: a question in JSON, the answer in JSON.
//!
//! `twistsat.mjs` next to this folder loads the module and is the interface for JavaScript. The keys of a
//! [`Request`](twistsat::ask::Request) are the options of `twistsat solve`; the answer is the output of `twistsat solve
//! --format json`. Errors are an object with `error`, of the schema `twistsat.error/1`; `docs/json.md` describes both.
//!
//! # How texts are passed
//!
//! JavaScript calls [`room`] and writes the request there, calls [`solve`], and reads part 0 ([`part`],
//! [`part_length`]). The module imports three functions from JavaScript: one returns the time, one receives the message
//! of a panic (a panic does not return), one receives progress.
//!
//! Pointers are passed out and never dereferenced here, so there is no unsafe code except the names by which JavaScript and
//! the module refer to each other's functions.
//!
//! The page asks further questions with [`ask`]; the files of an answer are its further parts.
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

/// Errors, with the messages of the library.
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
        pub(crate) safe fn told(news: *const u8, length: usize);
    }
}

thread_local! {
    /// The request, later the answer to it and its files.
    static PARTS: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

/// Allocates memory for a request and returns its address.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    PARTS.set(vec![vec![0; bytes]]);
    PARTS.with_borrow_mut(|parts| parts[0].as_mut_ptr())
}

/// Answers the request.
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
    let tell = |news: String| host::told(news.as_ptr(), news.len());
    respond(|question, control| page::ask(question, control, &tell));
}

/// Replaces the request by its answer. A search can be stopped only by ending the module.
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

/// The address of a part of the answer: its text, then its files.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn part(number: usize) -> *const u8 {
    PARTS.with_borrow(|parts| parts.get(number).map_or(std::ptr::null(), |it| it.as_ptr()))
}

/// The size of a part of the answer.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn part_length(number: usize) -> usize {
    PARTS.with_borrow(|parts| parts.get(number).map_or(0, Vec::len))
}
