//! Many questions in a folder, for as many workers as there are, on as many machines.
//!
//! *Idea.* A campaign is a folder. It has a list of jobs, each a line as it could be typed behind `twistsat`.
//! The list is cut into *blocks*, and of each block there is one small file, its *token*, which lies in one of three
//! folders: `open`, `leased` or `done`. Whoever moves it from `open` to `leased` has the block; moving a file is one step,
//! so two cannot. What comes of a job is a line in a *ledger* that one lease alone writes. There is no
//! server, and nothing that a dead worker keeps.
//!
//! *What counts.* The ledgers, and nothing else: where a token lies says who should work, not what is done. A
//! token that is lost, or there twice, costs work, never a result.
//!
//! *What is relied on* of the file system: to move a file within it is one step; a file that is made anew under a name
//! of its own is made by one; changes are seen by others within the time after which a lease counts as dead
//! ([`Pace::stale`]). No two clocks are compared, and no two processes write to one file.
//!
//! Here are jobs, tokens, ledgers and what they come to. What a job does is [`Runner`]'s to know.

mod blocks;
mod error;
mod folder;
mod host;
mod inputs;
mod job;
mod ledger;
mod outcome;
mod question;
mod record;
mod retry;
mod script;
mod shard;
mod standing;
mod taker;
mod token;
mod watch;
mod work;

pub use blocks::{Block, block_size};
pub use error::CampaignError;
pub use folder::{Campaign, Draft, Made};
pub use job::{Id, Job};
pub use ledger::{Entry, Mistake};
pub use outcome::{Outcome, Verdict};
pub use question::{Input, Question};
pub use record::{MistakeKind, Record};
pub use retry::{Reopened, Which};
pub use script::{Engine, Start};
pub use shard::{NoShard, Shard};
pub use standing::{Contradiction, Counts, OfBlock, Tally};
pub use token::{Holder, Tokens};
pub use work::{Came, News, Pace, Report, Runner, Worker};
