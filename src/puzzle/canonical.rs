//! Canonical turn sequences: one representative of many with the same effect.
//!
//! *Idea.* Successive turns of one face, a *run*, have the effect of one power of the face. Of all runs of allowed turns
//! with the same effect, the canonical run is the shortest and, of several shortest ones, the first in the order of turns.
//! With all powers allowed, the canonical run is a single turn; in the quarter-turn metric `R R` is canonical, too, but
//! neither `R R'` nor `R' R'` nor `R R R`. In a canonical sequence, commuting turns of different faces that follow each
//! other are in the order of the puzzle file.
//!
//! *Why some shortest solution is canonical.* Of the shortest solutions, take the first in the order of turns. If it
//! contained a run that is not canonical, an earlier or shorter run could replace that run; if it contained two commuting
//! turns in the wrong order, swapping them would give an earlier solution.
//!
//! *Source.* Automata for canonical sequences, as in Rokicki's twsearch, where a run is a single turn.

use std::collections::VecDeque;

use itertools::Itertools;

use super::TurnId;
use super::assembly::Puzzle;

impl Puzzle {
    /// The shortest runs that no canonical sequence of these turns contains: each is not canonical, but becomes so without
    /// its first or its last turn. `allowed` must be in ascending order.
    pub fn forbidden_runs(&self, allowed: &[TurnId]) -> Vec<Vec<TurnId>> {
        allowed
            .chunk_by(|&a, &b| self.turns()[a].face == self.turns()[b].face)
            .flat_map(|turns| Runs::new(self, turns).forbidden(self))
            .collect()
    }

    /// The pairs of turns that commute and are in the wrong order.
    pub fn forbidden_swaps(&self, allowed: &[TurnId]) -> Vec<[TurnId; 2]> {
        let pairs = allowed.iter().cartesian_product(allowed);
        let pairs = pairs.map(|(&first, &second)| [first, second]);
        let pairs = pairs.filter(|&[first, second]| self.is_wrong_order(first, second));
        pairs.collect()
    }

    /// Whether a sequence of allowed turns is canonical.
    pub fn is_canonical(&self, turns: &[TurnId], allowed: &[TurnId]) -> bool {
        let contains = |run: &Vec<TurnId>| turns.windows(run.len()).any(|window| window == run);
        let mut pairs = turns.iter().tuple_windows();
        pairs.all(|(&first, &second)| !self.is_wrong_order(first, second))
            && !self.forbidden_runs(allowed).iter().any(contains)
    }

    /// The canonical run with the effect of these turns of one face; `turns` itself if no allowed run has that effect.
    pub(crate) fn canonical_run(&self, turns: &[TurnId], allowed: &[TurnId]) -> Vec<TurnId> {
        let Some(&first) = turns.first() else {
            return Vec::new();
        };
        let face = self.turns()[first].face;
        let is_of_face = |turn: &TurnId| self.turns()[*turn].face == face;
        let of_face: Vec<TurnId> = allowed.iter().copied().filter(is_of_face).collect();
        let mut runs = Runs::new(self, &of_face);
        let exponent = runs.total_exponent(self, turns);
        let canonical = runs.by_exponent.swap_remove(exponent);
        canonical.unwrap_or_else(|| turns.to_vec())
    }

    /// Whether two turns of different faces commute and are in the wrong order.
    pub fn is_wrong_order(&self, first: TurnId, second: TurnId) -> bool {
        self.turns()[first].face > self.turns()[second].face && self.commute(first, second)
    }
}

/// The canonical runs of one face.
struct Runs<'a> {
    /// The allowed turns of the face, in ascending order.
    turns: &'a [TurnId],
    /// For each exponent, the canonical run with the effect of that power of the face; `None` if no allowed run has it.
    by_exponent: Vec<Option<Vec<TurnId>>>,
}

impl<'a> Runs<'a> {
    /// Searches the exponents breadth-first, in the order of the turns. So the run that reaches an exponent is the shortest
    /// one and, of several shortest ones, the first.
    fn new(puzzle: &Puzzle, turns: &'a [TurnId]) -> Self {
        let first = turns.first();
        let modulus = first.map_or(1, |&turn| puzzle.turns()[turn].face_modulus);
        let by_exponent = vec![None; modulus];
        let mut runs = Self { turns, by_exponent };
        runs.by_exponent[0] = Some(Vec::new());
        let mut queue = VecDeque::from([Vec::new()]);
        while let Some(shorter) = queue.pop_front() {
            for &turn in turns {
                let run = [&shorter[..], &[turn]].concat();
                let exponent = runs.total_exponent(puzzle, &run);
                if runs.by_exponent[exponent].is_none() {
                    runs.by_exponent[exponent] = Some(run.clone());
                    queue.push_back(run);
                }
            }
        }
        runs
    }

    /// The exponent of the power of the face that has the effect of a run.
    fn total_exponent(&self, puzzle: &Puzzle, run: &[TurnId]) -> usize {
        let exponents = run.iter().map(|&turn| puzzle.turns()[turn].face_exponent);
        exponents.sum::<usize>() % self.by_exponent.len()
    }

    fn is_canonical(&self, puzzle: &Puzzle, run: &[TurnId]) -> bool {
        self.by_exponent[self.total_exponent(puzzle, run)].as_deref() == Some(run)
    }

    fn forbidden(&self, puzzle: &Puzzle) -> Vec<Vec<TurnId>> {
        let canonical = self.by_exponent.iter().flatten();
        canonical
            .cartesian_product(self.turns)
            .map(|(run, &turn)| [&run[..], &[turn]].concat())
            .filter(|run| !self.is_canonical(puzzle, run) && self.is_canonical(puzzle, &run[1..]))
            .sorted()
            .collect()
    }
}
