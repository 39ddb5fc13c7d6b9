//! Who was not heard of for too long.
//!
//! *Idea.* A worker touches its tokens again and again. Whoever waits remembers when it saw, by its own stopwatch, that a
//! token had changed. So no two clocks are compared: one that is an hour off does no harm.

use std::collections::HashMap;
use std::time::{Duration, Instant, SystemTime};

use super::token::{Holder, Tokens};

/// What was seen of leases.
#[derive(Debug, Default)]
pub(super) struct Watch {
    seen: HashMap<String, (SystemTime, Instant)>,
}

impl Watch {
    /// Those leases that did not change for so long. Leases that are gone are forgotten.
    pub(super) fn silent<'a>(
        &mut self,
        tokens: &Tokens,
        leases: &'a [Holder],
        limit: Duration,
    ) -> Vec<&'a Holder> {
        let mut seen = HashMap::new();
        let mut silent = Vec::new();
        for lease in leases {
            let Some(beaten) = tokens.beaten(lease) else {
                continue;
            };
            let file = lease.file();
            let since = match self.seen.get(&file) {
                Some((before, since)) if *before == beaten => *since,
                _ => Instant::now(),
            };
            if since.elapsed() >= limit {
                silent.push(lease);
            }
            seen.insert(file, (beaten, since));
        }
        self.seen = seen;
        silent
    }
}
