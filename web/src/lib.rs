//! Twistsat as WebAssembly: a question in JSON, the answer in JSON.
//!
//! `twistsat.mjs` next to this folder loads the module and is the interface for JavaScript. The keys of a
//! [`Request`](request::Request) are the options of `twistsat solve`; the answer is the output of `twistsat solve --format
//! json`. Errors are an object with `error`, of the schema `twistsat.error/1`; `docs/json.md` describes both.
//!
//! # How texts come and go
//!
//! JavaScript calls [`room`] and writes the request there, calls [`solve`], and reads [`answer`]. The module needs two
//! functions of JavaScript: the time, and one that receives the message of a panic, because a panic does not return.
//!
//! Pointers are passed out and never dereferenced here, so there is no unsafe code except the names by which JavaScript and
//! the module refer to each other's functions.
//!
//! The page has further questions ([`ask`]): answers with files, and progress, for which there is a third function of
//! JavaScript.
#![deny(unsafe_code, missing_docs)]

mod page;
mod request;
mod solve;

use std::cell::RefCell;
use std::panic;
use std::sync::Once;
use std::time::Duration;

use twistsat::control::Control;

/// The functions provided by JavaScript.
#[allow(unsafe_code)] // A promise that there are such functions.
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
    /// The request, later the answer to it.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The files of the answer.
    static FILES: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

/// Allocates memory for a request and returns its address.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(bytes, 0);
        text.as_mut_ptr()
    })
}

/// Answers the request and returns the size of the answer.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn solve() -> usize {
    say(solve::answer(&TEXT.take(), &control()))
}

/// Answers a question of the page and returns the size of the answer.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let tell = |news: &str| host::told(news.as_ptr(), news.len());
    let answer = page::answer(&TEXT.take(), &control(), tell);
    FILES.set(answer.files);
    say(answer.text)
}

/// The control of a search: only a clock. To stop a search, end the module.
fn control() -> Control {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        panic::set_hook(Box::new(|panic| {
            let message = panic.to_string();
            host::panicked(message.as_ptr(), message.len());
        }));
    });
    Control::with_clock(|| Duration::from_secs_f64(host::now().max(0.0) / 1000.0))
}

/// Stores an answer and returns its size.
fn say(answer: String) -> usize {
    let bytes = answer.len();
    TEXT.set(answer.into_bytes());
    bytes
}

/// The address of a file of the answer.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn file(number: usize) -> *const u8 {
    FILES.with_borrow(|files| files.get(number).map_or(std::ptr::null(), |it| it.as_ptr()))
}

/// The size of a file of the answer.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn file_length(number: usize) -> usize {
    FILES.with_borrow(|files| files.get(number).map_or(0, Vec::len))
}

/// The address of the answer.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}
