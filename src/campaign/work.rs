//! A worker: takes blocks, does their jobs, writes down what comes of them.
//!
//! *What a kill leaves.* A lease that somebody takes over, and a ledger that is whole up to its last line. Whoever has the
//! block then does the jobs that no ledger has.

use std::any::Any;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use super::error::CampaignError;
use super::folder::Campaign;
use super::host::{Host, now};
use super::job::Job;
use super::ledger::Writer;
use super::outcome::{Outcome, Verdict};
use super::record::Record;
use super::shard::Shard;
use super::standing::Tally;
use super::taker::{Next, Taker};
use super::token::{Holder, Lease};
use crate::control::{CancelFlag, Control};

/// How long a wait is that nobody notices.
const MOMENT: Duration = Duration::from_millis(20);

/// What does a job.
pub trait Runner: Sync {
    /// Does a job of the campaign, until the control says stop.
    fn run(&self, job: &Job, control: &Control) -> Came;
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq)]
pub enum Came {
    /// This, which is written down.
    Outcome(Outcome),
    /// The work was cancelled: nothing is written down, and somebody else does it.
    Cancelled,
    /// The machine fails, as when the disk is full: the worker must end.
    Broken(String),
}

/// How often things are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How often a worker says that it lives.
    pub beat: Duration,
    /// After how long without a sign a worker counts as dead. A machine may see files of another one late: on NFS after
    /// a minute, as a rule.
    pub stale: Duration,
    /// How often a worker looks for work that others may give back.
    pub poll: Duration,
}

impl Pace {
    /// The pace at which a worker counts as dead after this time.
    #[must_use]
    pub fn of(stale: Duration) -> Self {
        Self {
            beat: (stale / 10).clamp(Duration::from_millis(50), Duration::from_secs(30)),
            stale,
            poll: (stale / 20).clamp(Duration::from_millis(20), Duration::from_secs(5)),
        }
    }
}

/// What happens while a worker works.
#[derive(Clone, Debug)]
pub enum News<'a> {
    /// A job was done.
    Done(&'a Job, &'a Record),
    /// A block was taken over from a worker that is dead.
    TakenOver(&'a Holder),
    /// A block was taken away: it was not seen for too long that this worker lives. Its results count all the same.
    Lost(&'a Holder),
    /// There is nothing to take, and others are at work.
    Waiting(usize),
}

/// What a worker did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Its jobs.
    pub tally: Tally,
    /// Blocks that it took over from dead workers.
    pub taken_over: usize,
    /// Blocks that it gave back before they were done.
    pub given_back: usize,
    /// Blocks of its shard that are not done.
    pub left: usize,
}

/// A worker on a campaign.
pub struct Worker<'a> {
    /// What it works on.
    pub campaign: &'a Campaign,
    /// What does the jobs.
    pub runner: &'a dyn Runner,
    /// Which blocks it may take.
    pub shard: Shard,
    /// How many jobs it does at a time.
    pub jobs: NonZeroUsize,
    /// How long a job may take.
    pub time_limit: Option<Duration>,
    /// Whether it waits for blocks of others, who may die.
    pub waits: bool,
    /// How often things are done.
    pub pace: Pace,
    /// Ends the work.
    pub cancel: CancelFlag,
}

/// What all threads of a worker share.
struct Shared<'a> {
    host: Host,
    leases: Vec<Mutex<Option<Arc<Lease>>>>,
    /// How many threads work.
    busy: AtomicUsize,
    /// One of them failed, so all end.
    broken: AtomicBool,
    ended: (Mutex<bool>, Condvar),
    notify: &'a (dyn Fn(News<'_>) + Sync),
}

/// The end of a thread, however it comes: the last one ends the signs of life.
struct Ending<'a>(&'a Shared<'a>);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        let Shared {
            busy,
            broken,
            ended,
            ..
        } = self.0;
        if thread::panicking() {
            broken.store(true, Ordering::SeqCst);
        }
        if busy.fetch_sub(1, Ordering::SeqCst) == 1 {
            *lock(&ended.0) = true;
            ended.1.notify_all();
        }
    }
}

impl Worker<'_> {
    /// Works until nothing is left to take, or until it is cancelled.
    ///
    /// # Errors
    /// [`CampaignError`]: what cannot be read or written. Blocks are given back before, if that can be.
    pub fn run(&self, notify: &(dyn Fn(News<'_>) + Sync)) -> Result<Report, CampaignError> {
        let threads = self.jobs.get();
        let shared = Shared {
            host: Host::here(),
            leases: (0..threads).map(|_| Mutex::default()).collect(),
            busy: AtomicUsize::new(threads),
            broken: AtomicBool::new(false),
            ended: (Mutex::new(false), Condvar::new()),
            notify,
        };
        let done: Result<Vec<Result<Report, CampaignError>>, CampaignError> =
            thread::scope(|scope| {
                let shared = &shared;
                // Without it, others would take over what is worked on here.
                let beating = Builder::new().spawn_scoped(scope, || self.beat(shared));
                beating.map_err(CampaignError::NoThread)?;
                let work = |thread| {
                    move || {
                        let _ending = Ending(shared);
                        let done = self.work(thread, shared);
                        if done.is_err() {
                            shared.broken.store(true, Ordering::SeqCst);
                        }
                        done
                    }
                };
                // Those that the machine has no thread for are done before they begin.
                let start = |it| match Builder::new().spawn_scoped(scope, work(it)) {
                    Ok(thread) => Some(thread),
                    Err(_) => {
                        drop(Ending(shared));
                        None
                    }
                };
                let others: Vec<_> = (1..threads).filter_map(start).collect();
                let mut done = vec![work(0)()];
                let join = |thread: thread::ScopedJoinHandle<'_, _>| {
                    thread.join().unwrap_or(Err(CampaignError::Thread))
                };
                done.extend(others.into_iter().map(join));
                Ok(done)
            });
        let mut all = Report::default();
        for report in done? {
            let report = report?;
            all.tally = all.tally.and(&report.tally);
            all.taken_over += report.taken_over;
            all.given_back += report.given_back;
        }
        all.left = self.left()?;
        Ok(all)
    }

    /// How many blocks of the shard are not done.
    fn left(&self) -> Result<usize, CampaignError> {
        let all = self
            .campaign
            .blocks()
            .iter()
            .filter(|block| self.shard.has(block.number));
        let done = self.campaign.tokens().done()?;
        let done = done.into_iter().filter(|&block| self.shard.has(block));
        Ok(all.count().saturating_sub(done.count()))
    }

    /// Says again and again that the worker lives.
    fn beat(&self, shared: &Shared<'_>) {
        let mut ended = lock(&shared.ended.0);
        while !*ended {
            let waited = shared.ended.1.wait_timeout(ended, self.pace.beat);
            (ended, _) = waited.unwrap_or_else(PoisonError::into_inner);
            for lease in &shared.leases {
                if let Some(lease) = &*lock(lease) {
                    lease.beat();
                }
            }
        }
    }

    fn is_over(&self, shared: &Shared<'_>) -> bool {
        self.cancel.is_raised() || shared.broken.load(Ordering::SeqCst)
    }

    /// The work of a thread.
    fn work(&self, thread: usize, shared: &Shared<'_>) -> Result<Report, CampaignError> {
        let tokens = self.campaign.tokens();
        let mut taker = Taker::new(&tokens, &shared.host, thread, self.shard, self.pace.stale);
        let mut report = Report::default();
        while !self.is_over(shared) {
            match taker.next()? {
                Next::Lease(lease, from) => {
                    if let Some(from) = &from {
                        report.taken_over += 1;
                        (shared.notify)(News::TakenOver(from));
                    }
                    let lease = Arc::new(*lease);
                    *lock(&shared.leases[thread]) = Some(lease.clone());
                    let done = self.block(&lease, shared, &mut report);
                    *lock(&shared.leases[thread]) = None;
                    self.leave(&lease, done, shared, &mut report)?;
                }
                Next::Others(leases) if self.waits => {
                    (shared.notify)(News::Waiting(leases));
                    self.pause(shared);
                }
                Next::Again => thread::sleep(MOMENT),
                Next::Others(_) | Next::Nothing => break,
            }
        }
        Ok(report)
    }

    /// Waits for the time after which to look again, and not longer than until the end.
    fn pause(&self, shared: &Shared<'_>) {
        let begun = Instant::now();
        while begun.elapsed() < self.pace.poll && !self.is_over(shared) {
            thread::sleep(MOMENT.min(self.pace.poll));
        }
    }

    /// Gives a block out of the hand: as done, if it is.
    fn leave(
        &self,
        lease: &Lease,
        done: Result<bool, CampaignError>,
        shared: &Shared<'_>,
        report: &mut Report,
    ) -> Result<(), CampaignError> {
        let is_done = matches!(done, Ok(true));
        let left = if is_done {
            lease.finish()
        } else {
            lease.give_back()
        };
        // What went wrong first is what is told.
        done?;
        match left? {
            false => (shared.notify)(News::Lost(&lease.holder)),
            true if !is_done => report.given_back += 1,
            true => (),
        }
        Ok(())
    }

    /// Does what is to be done of a block; whether all of it is.
    fn block(
        &self,
        lease: &Lease,
        shared: &Shared<'_>,
        report: &mut Report,
    ) -> Result<bool, CampaignError> {
        let holder = &lease.holder;
        let Some(block) = self.campaign.blocks().get(holder.block) else {
            // A token of no block.
            return Ok(true);
        };
        let standing = self.campaign.of_block(block)?;
        let mut ledger = Writer::new(self.campaign.folder(), block.number, &holder.lease);
        for (job, attempt) in standing.open() {
            if self.is_over(shared) || !lease.is_held() {
                ledger.sync()?;
                return Ok(false);
            }
            let begun = Instant::now();
            let Some(outcome) = self.job(job)? else {
                ledger.sync()?;
                return Ok(false);
            };
            let record = Record {
                job: job.id,
                attempt,
                outcome,
                seconds: (begun.elapsed().as_secs_f64() * 1e6).round() / 1e6,
                at: now(),
                host: shared.host.name.clone(),
            };
            ledger.add(&record)?;
            report.tally.add(record.outcome.verdict);
            (shared.notify)(News::Done(job, &record));
        }
        ledger.sync()?;
        Ok(true)
    }

    /// Does a job; `None` if it was cancelled.
    fn job(&self, job: &Job) -> Result<Option<Outcome>, CampaignError> {
        let control = Control::new(self.cancel.clone(), self.time_limit);
        let came = catch_unwind(AssertUnwindSafe(|| self.runner.run(job, &control)));
        match came {
            Ok(Came::Outcome(outcome)) => Ok(Some(outcome)),
            Ok(Came::Cancelled) => Ok(None),
            Ok(Came::Broken(why)) => Err(CampaignError::Broken {
                job: job.id.to_string(),
                why,
            }),
            Err(panic) => {
                let why = format!("internal error: {}", said(&*panic));
                Ok(Some(Outcome::without_answer(Verdict::Failed, why)))
            }
        }
    }
}

/// What a panic said.
fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("it ended without a word")
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
