//! Asking again: jobs without an answer, and whatever was lost.

use std::collections::BTreeSet;

use super::error::CampaignError;
use super::folder::Campaign;
use super::host::{Host, Names};
use super::job::Id;
use super::ledger::ask_again;
use super::outcome::Verdict;

/// Which jobs are asked for again, beside those that have no result at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Which {
    /// Those that were not found out.
    pub unknown: bool,
    /// Those that failed.
    pub failed: bool,
}

/// What was asked for again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reopened {
    /// Jobs without an answer.
    pub jobs: usize,
    /// Jobs that were given out as done and have no result.
    pub lost: usize,
    /// Blocks that are open now and were not.
    pub blocks: usize,
}

impl Campaign {
    /// Asks for jobs again that have no answer. A block that lost its token, or results, is opened again, too.
    ///
    /// # Errors
    /// [`CampaignError`].
    pub fn retry(&self, which: Which) -> Result<Reopened, CampaignError> {
        let mut names = Names::new(&Host::here(), 0);
        let mut reopened = Reopened::default();
        let tokens = self.tokens();
        // Looked at before the ledgers are: what is leased or open now is somebody's to do.
        let open: BTreeSet<usize> = tokens.open()?.into_iter().collect();
        let leased = tokens.leased()?;
        let leased: BTreeSet<usize> = leased.iter().map(|holder| holder.block).collect();
        for block in self.blocks() {
            let standing = self.of_block(block)?;
            let lost = standing.open().count();
            let failed: Vec<Id> = standing
                .results()
                .filter(|(_, entry)| match entry.record.outcome.verdict {
                    Verdict::Unknown => which.unknown,
                    Verdict::Failed => which.failed,
                    _ => false,
                })
                .map(|(job, _)| job.id)
                .collect();
            // Those that are asked for again already are among the open ones.
            let asked: BTreeSet<Id> = standing.open().map(|(job, _)| job.id).collect();
            let failed: Vec<Id> = failed
                .into_iter()
                .filter(|id| !asked.contains(id))
                .collect();
            if !failed.is_empty() {
                ask_again(self.folder(), block.number, &names.next(), &failed)?;
                reopened.jobs += failed.len();
            }
            let is_idle = !open.contains(&block.number) && !leased.contains(&block.number);
            if is_idle && lost + failed.len() > 0 {
                tokens.reopen(block.number)?;
                reopened.blocks += 1;
                reopened.lost += lost;
            }
        }
        Ok(reopened)
    }
}
