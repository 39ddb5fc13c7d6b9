//! Twistsat as WebAssembly: a question in JSON, the answer in JSON.
//!
//! `twistsat.mjs` beside this folder loads the module and is what JavaScript calls. The
//! [`Request`](request::Request) has the words of the options of `twistsat solve`; the
//! answer is what `twistsat solve --format json` prints. What goes wrong is an object with
//! `error`, of the schema `twistsat.error/1`; `docs/json.md` describes both.
//!
//! # How texts come and go
//!
//! JavaScript asks for [`room`] and writes the request there, calls [`solve`], and reads
//! [`answer`]. The module wants two functions of JavaScript: the time, and somewhere to
//! tell what a panic said, as nothing comes back from one.
//!
//! Pointers go out and are never followed here, so there is no unsafe code but the names
//! by which JavaScript and the module know each other's functions.
//!
//! The page asks more ([`ask`]): answers with files, and news while it works, for which there
//! is a third function of JavaScript's.
#![deny(unsafe_code, missing_docs)]

mod page;
mod request;
mod solve;

use std::cell::RefCell;
use std::panic;
use std::sync::Once;
use std::time::Duration;

use twistsat::control::Control;

/// What JavaScript brings.
#[allow(unsafe_code)] // A promise that there are such functions.
mod host {
    #[link(wasm_import_module = "twistsat")]
    unsafe extern "C" {
        /// Milliseconds since some moment.
        pub(crate) safe fn now() -> f64;
        /// Takes the message of a panic: so many bytes of UTF-8 from there.
        pub(crate) safe fn panicked(message: *const u8, length: usize);
        /// Takes news of a search: so many bytes of UTF-8 from there.
        pub(crate) safe fn told(news: *const u8, length: usize);
    }
}

thread_local! {
    /// The request, then the answer to it.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The files of the answer.
    static FILES: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of so many bytes, and says where.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(bytes, 0);
        text.as_mut_ptr()
    })
}

/// Answers the request, and says how many bytes the answer has.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn solve() -> usize {
    say(solve::answer(&TEXT.take(), &control()))
}

/// Answers a question of the page, and says how many bytes the answer has.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let tell = |news: &str| host::told(news.as_ptr(), news.len());
    let answer = page::answer(&TEXT.take(), &control(), tell);
    FILES.set(answer.files);
    say(answer.text)
}

/// What a search is controlled by: a clock. Whoever has enough of it ends the module.
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

/// Keeps an answer, and says how many bytes it has.
fn say(answer: String) -> usize {
    let bytes = answer.len();
    TEXT.set(answer.into_bytes());
    bytes
}

/// Says where a file of the answer is.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn file(number: usize) -> *const u8 {
    FILES.with_borrow(|files| files.get(number).map_or(std::ptr::null(), |it| it.as_ptr()))
}

/// Says how many bytes a file of the answer has.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn file_length(number: usize) -> usize {
    FILES.with_borrow(|files| files.get(number).map_or(0, Vec::len))
}

/// Says where the answer is.
#[allow(unsafe_code)] // No other function has this name.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    TEXT.with_borrow(|text| text.as_ptr())
}
