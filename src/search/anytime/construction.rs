//! Constructs solutions from the group of the turns, for puzzles without a plan.
//!
//! *Idea.* [`ThreeCycles::solution`] constructs a solution quickly, and a shorter one with a wider beam. So it is called
//! repeatedly, from the start and from intermediate states, and with a wider beam when the solution gets no shorter.

use std::time::Duration;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::milestone::FoundBy;
use super::relaxed::Relaxed;
use crate::construct::{ConstructionEffort, ThreeCycles};
use crate::control::{Control, Stopwatch};
use crate::error::Error;
use crate::platform;
use crate::problem::{Problem, Solution};
use crate::puzzle::{Pattern, State, TurnId};
use crate::search::improve::WindowShortener;
use crate::search::{ImprovementMethod, Search};

/// The beam width, in states, for a solution within milliseconds.
const QUICK_WIDTH: usize = 20;

/// The beam widths for the first and the second solution of a longer search.
const FIRST_WIDTH: usize = 100;
const SECOND_WIDTH: usize = 1_000;

/// The factor by which the beam is widened when the solution gets no shorter.
const WIDTH_FACTOR: usize = 3;

/// The maximum beam width in states, and the maximum number of facelets of all its states together.
const MAX_WIDTH: usize = 30_000;
const MAX_FACELETS: usize = 20_000_000;

/// The number of failed attempts after which the beam is widened.
const MAX_FAILED_ATTEMPTS: usize = 60;

/// The time for shortening windows is the time spent on constructions divided by this number.
const WINDOW_TIME_DIVISOR: f64 = 5.0;

/// The number of attempts to finish each sequence with 3-cycles.
const ATTEMPTS_PER_SEQUENCE: usize = 8;

/// A solution that takes milliseconds to construct and may be several times as long as a shortest solution; `None` if the
/// start is unknown or is the goal, or if 3-cycles yield no solution of the question.
pub fn quick_solution(problem: &Problem, control: &Control) -> Option<Solution> {
    let relaxed = Relaxed::of(problem);
    let start = relaxed.problem.start.state()?;
    let mut construction = Construction::new(&relaxed.problem, &start, control);
    construction.goals.truncate(1);
    let turns = construction.construct(&start, QUICK_WIDTH, 0, control)?;
    let solution = relaxed.to_original_solution(problem, &turns);
    // If the start is the goal, the search itself says so.
    solution.filter(|it| !it.is_empty())
}

pub(super) struct Construction<'a> {
    problem: &'a Problem,
    start: &'a State,
    goals: Vec<Pattern>,
    cycles: Option<ThreeCycles<'a>>,
    max_width: usize,
}

impl<'a> Construction<'a> {
    pub(super) fn new(problem: &'a Problem, start: &'a State, control: &Control) -> Self {
        let facelets = problem.puzzle.facelets().len().max(1);
        Self {
            problem,
            start,
            goals: problem.each_goal(),
            cycles: ThreeCycles::find(&problem.puzzle, &problem.allowed, control),
            max_width: MAX_WIDTH.min(MAX_FACELETS / facelets).max(1),
        }
    }

    /// Finds a first solution quickly; `None` if none was found or the control stopped it.
    pub(super) fn first_solution(&self, control: &Control) -> Option<Vec<TurnId>> {
        self.construct(self.start, FIRST_WIDTH, 0, control)
    }

    /// Reports solutions shorter than `first`, each shorter than the previous solution, until the control stops the search
    /// or the widest beam finds no more.
    pub(super) fn improve(
        &self,
        first: Vec<TurnId>,
        search: &Search<'_>,
        mut found: impl FnMut(&[TurnId], FoundBy),
    ) -> Result<(), Error> {
        let control = &search.control;
        let mut shortener = WindowShortener::new(
            &self.problem.puzzle,
            &self.problem.allowed,
            self.problem.metric,
        );
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut best = first;
        if let Some(turns) = self.construct(self.start, SECOND_WIDTH, 1, control)
            && turns.len() < best.len()
        {
            found(&turns, FoundBy::Construction);
            best = turns;
        }
        let mut watch = Stopwatch::start(control);
        let (mut beam_width, mut failed_attempts) = (FIRST_WIDTH, 0);
        while control.stop().is_none() && !best.is_empty() {
            if failed_attempts >= MAX_FAILED_ATTEMPTS {
                if beam_width >= self.max_width {
                    break;
                }
                // A fraction of the time is enough, because windows rarely help. Known windows are not tried again.
                let time = Duration::from_secs_f64(watch.seconds() / WINDOW_TIME_DIVISOR);
                let limited = search.within(Some(time));
                best = self.shorten_windows(&mut shortener, best, &limited, &mut found)?;
                watch = Stopwatch::start(control);
                (beam_width, failed_attempts) = (beam_width * WIDTH_FACTOR, 0);
            }
            let turns = self.rebuild_suffix(&best, beam_width, &mut random, control);
            failed_attempts += 1;
            let Some(turns) = turns.filter(|turns| turns.len() <= best.len()) else {
                continue;
            };
            // A different solution of equal length may lead to a shorter solution.
            if turns.len() < best.len() {
                found(
                    &turns,
                    FoundBy::Improvement(ImprovementMethod::RebuildSuffix),
                );
                failed_attempts = 0;
            }
            best = turns;
        }
        self.shorten_windows(&mut shortener, best, search, &mut found)?;
        Ok(())
    }

    fn shorten_windows(
        &self,
        shortener: &mut WindowShortener<'_>,
        turns: Vec<TurnId>,
        search: &Search<'_>,
        found: &mut impl FnMut(&[TurnId], FoundBy),
    ) -> Result<Vec<TurnId>, Error> {
        shortener.shorten(self.start, turns, search, |turns, size| {
            found(turns, FoundBy::Improvement(ImprovementMethod::Window(size)));
        })
    }

    /// Keeps the first turns and constructs a new ending, on each thread from another point. Returns the best solution.
    fn rebuild_suffix(
        &self,
        turns: &[TurnId],
        beam_width: usize,
        random: &mut ChaCha8Rng,
        control: &Control,
    ) -> Option<Vec<TurnId>> {
        let jobs = control.jobs().get();
        let cuts: Vec<(usize, u64)> = (0..jobs)
            .map(|_| (random.random_range(0..turns.len()), random.random()))
            .collect();
        let found = platform::in_parallel(jobs, |job| {
            let (cut, seed) = cuts[job];
            let kept = &turns[..cut];
            let state = self.problem.puzzle.apply(self.start, kept);
            let rest = self.construct(&state, beam_width, seed, control)?;
            Some([kept, &rest].concat())
        });
        found.into_iter().flatten().min_by_key(Vec::len)
    }

    fn construct(
        &self,
        start: &State,
        beam_width: usize,
        seed: u64,
        control: &Control,
    ) -> Option<Vec<TurnId>> {
        let cycles = self.cycles.as_ref()?;
        let beam_width = beam_width.min(self.max_width);
        let effort = ConstructionEffort {
            beam_width,
            // If the beam took long, finishing more of its sequences is worthwhile.
            candidates: beam_width.ilog2() as usize / 2 + 1,
            attempts: ATTEMPTS_PER_SEQUENCE,
            seed,
        };
        // Each seed begins with another goal; trying all goals would take too long.
        let first = seed as usize % self.goals.len().max(1);
        let (before, after) = self.goals.split_at(first);
        let mut goals = after.iter().chain(before);
        goals.find_map(|goal| cycles.solution(start, goal, &[], effort, control))
    }
}
