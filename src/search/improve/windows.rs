//! Replaces windows of a solution by fewer turns.
//!
//! *Idea.* A *window* is a set of turns of the solution. First, commuting turns are reordered so that
//! the window is connected: each of its turns shares facelets with another one ([`ConnectedWindow`]). The question is
//! restricted to the facelets that the window moves ([`Window`]) and to the turns that move no other facelets. Only the
//! final colors of these facelets matter, so identical pieces may be exchanged. A window that cannot be shortened is
//! remembered, with the colors before it.
//!
//! *Why it is sound.* The new turns lead to the same state as the window. Reordering commuting turns has no effect.
//!
//! *Source.* Peephole optimization; the partial order of turns is A. Mazurkiewicz's trace (1977).

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::num::NonZeroUsize;
use std::time::Duration;

use rustc_hash::FxHasher;

use super::connected::{ConnectedWindow, WindowSize};
use crate::construct::TurnMerger;
use crate::error::Error;
use crate::platform;
use crate::problem::{Budget, Window};
use crate::puzzle::{Metric, Puzzle, State, TurnId};
use crate::search::{Event, ImprovementMethod, Search, Strategy};

const WINDOW_TIME_LIMIT: Duration = Duration::from_secs(2);

/// The maximum numbers of turns and faces of windows, tried in this order. Few faces make long windows feasible.
const WINDOW_SIZES: [WindowSize; 3] = [
    WindowSize { turns: 8, faces: 3 },
    WindowSize { turns: 7, faces: 5 },
    WindowSize {
        turns: 12,
        faces: 3,
    },
];

/// Windows with fewer turns are skipped.
const MIN_WINDOW_TURNS: usize = 4;

/// The number of windows per thread that are tried before the next windows are chosen.
const WINDOWS_PER_THREAD: usize = 2;

/// Replaces windows by shorter sequences with the same effect.
pub(in crate::search) struct WindowShortener<'a> {
    puzzle: &'a Puzzle,
    allowed: Vec<TurnId>,
    metric: Metric,
    merger: TurnMerger<'a>,
    /// The keys of windows that could not be shortened.
    known: HashSet<u64>,
}

impl<'a> WindowShortener<'a> {
    pub(in crate::search) fn new(puzzle: &'a Puzzle, allowed: &[TurnId], metric: Metric) -> Self {
        Self {
            puzzle,
            allowed: allowed.to_vec(),
            metric,
            merger: TurnMerger::new(puzzle, allowed),
            known: HashSet::new(),
        }
    }

    /// Shortens windows until none can be shortened or the search is stopped. `found` is called with each shorter sequence
    /// and the size of the window.
    pub(in crate::search) fn shorten(
        &mut self,
        start: &State,
        mut turns: Vec<TurnId>,
        search: &Search<'_>,
        mut found: impl FnMut(&[TurnId], usize),
    ) -> Result<Vec<TurnId>, Error> {
        for size in WINDOW_SIZES {
            search.report(&Event::Trying(ImprovementMethod::Window(size.turns)));
            let mut at = 0;
            while at < turns.len() {
                let (windows, next) = self.next_windows(size, start, &turns, at, search);
                if search.control.stop().is_some() {
                    return Ok(turns);
                }
                let answers = platform::in_parallel(windows.len(), |number| {
                    let (window, state, _) = &windows[number];
                    self.shorten_window(state, &window.turns, search)
                });
                at = next;
                for ((window, _, key), shorter) in windows.iter().zip(answers) {
                    let Some(shorter) = shorter? else {
                        self.known.insert(*key);
                        continue;
                    };
                    let before = &turns[..window.first];
                    turns = self.merger.concatenate(&[before, &shorter, &window.others]);
                    found(&turns, window.turns.len());
                    // Earlier turns may now connect with the new turns.
                    at = window.first.saturating_sub(size.turns);
                    break;
                }
            }
        }
        Ok(turns)
    }

    /// The next untried windows from the turn `at` on, each with the state before it and its key, and the turn from which
    /// to continue.
    fn next_windows(
        &self,
        size: WindowSize,
        start: &State,
        turns: &[TurnId],
        mut at: usize,
        search: &Search<'_>,
    ) -> (Vec<(ConnectedWindow, State, u64)>, usize) {
        let puzzle = self.puzzle;
        let max_windows = WINDOWS_PER_THREAD * search.control.jobs().get();
        let mut windows: Vec<(ConnectedWindow, State, u64)> = Vec::new();
        let mut state = puzzle.apply(start, &turns[..at]);
        while at < turns.len() && windows.len() < max_windows {
            let window = size.connected_window(puzzle, &self.merger, turns, at);
            if window.turns.len() >= MIN_WINDOW_TURNS {
                let key = self.window_key(&window.turns, &state);
                let is_new = windows.iter().all(|(_, _, known)| *known != key);
                if is_new && !self.known.contains(&key) {
                    windows.push((window, state.clone(), key));
                }
            }
            state = puzzle.apply(&state, &turns[at..=at]);
            at += 1;
        }
        (windows, at)
    }

    /// The key of a window: a hash of its turns and of the colors, before it, of the facelets that they move.
    fn window_key(&self, window: &[TurnId], state: &State) -> u64 {
        let hasher = BuildHasherDefault::<FxHasher>::default();
        let shown = window.iter().flat_map(|&turn| {
            let moved = self.puzzle.turns()[turn].permutation.moved();
            moved.map(|facelet| state.color(facelet))
        });
        hasher.hash_one((window, shown.collect::<Vec<_>>()))
    }

    /// Fewer turns that lead from a state to the same state as a window, and move only facelets that the window moves;
    /// `None` if none are found in time.
    fn shorten_window(
        &self,
        from: &State,
        window: &[TurnId],
        search: &Search<'_>,
    ) -> Result<Option<Vec<TurnId>>, Error> {
        let puzzle = self.puzzle;
        let mut touched = vec![false; puzzle.facelets().len()];
        for &turn in window {
            let moved = puzzle.turns()[turn].permutation.moved();
            moved.for_each(|facelet| touched[facelet] = true);
        }
        let stays_inside = |turn: &TurnId| {
            let mut moved = puzzle.turns()[*turn].permutation.moved();
            moved.all(|facelet| touched[facelet])
        };
        let allowed: Vec<TurnId> = self.allowed.iter().copied().filter(stays_inside).collect();
        let to = puzzle.apply(from, window);
        let small = Window::new(puzzle, &allowed, self.metric, from);
        let budget = Budget::AtMost(window.len().saturating_sub(1));
        let Some(question) = small.question(|facelet| Some(to.color(facelet)), budget) else {
            return Ok(None);
        };
        let control = search.control.with_time_limit(WINDOW_TIME_LIMIT);
        let control = control.with_jobs(NonZeroUsize::MIN);
        let limited = search
            .without_events()
            .strategy(Strategy::Descend)
            .control(control);
        let shorter = limited.minimum(&question)?.solution;
        let shorter = shorter.map(|it| small.lift(&it));
        Ok(shorter
            .filter(|shorter| shorter.len() < window.len() && puzzle.apply(from, shorter) == to))
    }
}
