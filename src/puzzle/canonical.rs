//! Canonical turn sequences: one representative of many with the same effect.
//!
//! *Idea.* Successive turns of one face, a *run*, have the effect of one power of the face. A run is canonical if
//! it is the first, in the order of length, then of turns, among all runs of allowed turns with the same effect. With all
//! powers allowed that is a single turn; in the quarter-turn metric also `R R`, but neither `R R'` nor `R' R'` nor `R R R`.
//! In a canonical sequence, commuting turns of different faces that follow each other are in the order of the puzzle file.
//!
//! *Why some shortest solution is canonical.* Of the shortest solutions, take the first in the order of turns. A run in
//! it that is not canonical could be replaced by an earlier or a shorter one; two commuting turns in the wrong order
//! could be swapped, which gives an earlier one. (Known from automata for canonical sequences, as in Rokicki's
//! twsearch, where a run is a single turn.)

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
        pairs
            .map(|(&first, &second)| [first, second])
            .filter(|&[first, second]| self.is_wrong_order(first, second))
            .collect()
    }

    /// Whether a sequence of allowed turns is canonical.
    pub fn is_canonical(&self, turns: &[TurnId], allowed: &[TurnId]) -> bool {
        let contains = |part: &[TurnId]| turns.windows(part.len()).any(|window| window == part);
        turns
            .windows(2)
            .all(|pair| !self.is_wrong_order(pair[0], pair[1]))
            && !self.forbidden_runs(allowed).iter().any(|run| contains(run))
    }

    /// The canonical run with the effect of these turns of one face.
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
    /// For each exponent of the face, its canonical run; `None` if the allowed turns cannot make that power.
    by_exponent: Vec<Option<Vec<TurnId>>>,
}

impl<'a> Runs<'a> {
    /// Breadth-first over the exponents, in the order of the turns: the first run to reach one is the first of the
    /// shortest.
    fn new(puzzle: &Puzzle, turns: &'a [TurnId]) -> Self {
        let modulus = turns
            .first()
            .map_or(1, |&turn| puzzle.turns()[turn].face_modulus);
        let mut runs = Self {
            turns,
            by_exponent: vec![None; modulus],
        };
        runs.by_exponent[0] = Some(Vec::new());
        let mut queue = vec![Vec::new()];
        let mut next = 0;
        while next < queue.len() {
            for &turn in turns {
                let run = [&queue[next][..], &[turn]].concat();
                let exponent = runs.total_exponent(puzzle, &run);
                if runs.by_exponent[exponent].is_none() {
                    runs.by_exponent[exponent] = Some(run.clone());
                    queue.push(run);
                }
            }
            next += 1;
        }
        runs
    }

    /// The exponent of the power of the face that a run makes.
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
