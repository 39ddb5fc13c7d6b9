//! Which block a thread of a worker takes next.

use std::time::Duration;

use super::error::CampaignError;
use super::host::{Host, Names};
use super::shard::Shard;
use super::token::{Holder, Lease, Tokens};
use super::watch::Watch;

/// What there is to do next.
pub(super) enum Next {
    /// This block. It may have been taken from a worker that gave no sign of life.
    Lease(Box<Lease>, Option<Holder>),
    /// Nothing, but so many blocks are in the hands of others.
    Others(usize),
    /// An open block was being taken by somebody else, and by now may be in anybody's hands.
    Again,
    /// Nothing is open, and nothing is in anybody's hands.
    Nothing,
}

/// Looks for work, for one thread.
pub(super) struct Taker<'a> {
    tokens: &'a Tokens,
    host: &'a Host,
    shard: Shard,
    names: Names,
    watch: Watch,
    stale: Duration,
}

impl<'a> Taker<'a> {
    /// For a thread of this number. Whoever gives no sign of life for `stale` loses what it has.
    pub(super) fn new(
        tokens: &'a Tokens,
        host: &'a Host,
        thread: usize,
        shard: Shard,
        stale: Duration,
    ) -> Self {
        Self {
            tokens,
            host,
            shard,
            names: Names::new(host, thread),
            watch: Watch::default(),
            stale,
        }
    }

    fn holder(&mut self, block: usize) -> Holder {
        Holder::new(block, self.host, self.names.next())
    }

    /// # Errors
    /// [`CampaignError::Io`].
    pub(super) fn next(&mut self) -> Result<Next, CampaignError> {
        let mut open = self.tokens.open()?;
        open.retain(|&block| self.shard.has(block));
        let were_open = !open.is_empty();
        // In the order of the list; but where somebody else was faster, somewhere else, as many may come at once.
        let mut at = 0;
        while !open.is_empty() {
            let holder = self.holder(open.remove(at));
            let jump = usize::from_str_radix(&holder.lease[..8], 16).unwrap_or(0);
            if let Some(lease) = self.tokens.take(holder)? {
                return Ok(Next::Lease(Box::new(lease), None));
            }
            at = jump % open.len().max(1);
        }
        let mut leased = self.tokens.leased()?;
        leased.retain(|holder| self.shard.has(holder.block));
        for dead in leased.iter().filter(|it| it.is_on(self.host)) {
            let holder = self.holder(dead.block);
            if let Some(lease) = self.tokens.take_from_dead(dead, holder)? {
                return Ok(Next::Lease(Box::new(lease), Some(dead.clone())));
            }
        }
        let silent = self.watch.silent(self.tokens, &leased, self.stale);
        for silent in silent {
            let holder = self.holder(silent.block);
            if let Some(lease) = self.tokens.take_from_silent(silent, holder)? {
                return Ok(Next::Lease(Box::new(lease), Some(silent.clone())));
            }
        }
        // Whoever takes a block first locks its token, then moves it: in between it is open and cannot be taken.
        match leased.len() {
            0 if were_open => Ok(Next::Again),
            0 => Ok(Next::Nothing),
            leases => Ok(Next::Others(leases)),
        }
    }
}
