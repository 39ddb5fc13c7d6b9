//! Who works: a process of a machine.

use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};

use crate::sys;
use crate::text::hex;

/// The longest part of a host's name that is kept, so that no file name gets too long.
const MOST_NAME: usize = 40;

/// This machine, since it was started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Host {
    /// Its name, letters, digits and hyphens.
    pub(super) name: String,
    /// What tells it from others of that name, and from itself before it was started anew.
    pub(super) boot: String,
}

impl Host {
    pub(super) fn here() -> Self {
        let (name, boot) = sys::host();
        let plain = |text: &str| -> String {
            let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
            text.chars().map(plain).take(MOST_NAME).collect()
        };
        let name = match plain(&name) {
            name if name.is_empty() => "host".to_owned(),
            name => name,
        };
        let boot: String = boot
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .take(8)
            .collect();
        let boot = if boot.is_empty() {
            "0".to_owned()
        } else {
            boot
        };
        Self { name, boot }
    }
}

/// Seconds since 1970, by the clock of this machine.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// Names that nobody else gives: they come from the machine, the process, the time and a count.
pub(super) struct Names {
    seed: String,
    given: usize,
}

impl Names {
    /// `part` tells one thread of a process from another.
    pub(super) fn new(host: &Host, part: usize) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let nanos = since.map_or(0, |since| since.as_nanos());
        let Host { name, boot } = host;
        Self {
            seed: format!("{name} {boot} {} {part} {nanos}", process::id()),
            given: 0,
        }
    }

    /// Twelve digits.
    pub(super) fn next(&mut self) -> String {
        self.given += 1;
        let hash = Sha256::digest(format!("{} {}", self.seed, self.given).as_bytes());
        hex(&hash[..6])
    }
}
