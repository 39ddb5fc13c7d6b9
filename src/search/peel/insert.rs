//! The last facelets: commutators inserted into the solution where they cost least.
//!
//! *Idea.* A sequence appended at the end equals its conjugate inserted earlier. So a solution has as many insertion
//! points as turns, and at each point different commutators correct the facelets that are wrong at the end. If the
//! first or last turn of a commutator can be moved next to a turn of its generator, the two merge or cancel: a
//! commutator of four turns adds zero to four. Solutions are compared only with those that have equally many wrong
//! facelets: the shortest of each number are kept, from the most wrong down to none. So the number of insertions used
//! does not matter.
//!
//! *Which commutators.* At each point, those whose first or last turn can be merged with another one; and if few
//! facelets are wrong, all that bring a right color to one of them, except those that the previous turn does not
//! affect: they were already tried before that turn.
//!
//! *Source.* Insertions, as in fewest-moves solving; A. Mazurkiewicz's traces (1977) for which turns can be merged.
//!
//! *Why it is sound.* The effect of a commutator on the end is computed facelet by facelet, and the result is replayed.

use rustc_hash::FxHashSet;

use super::finish::Candidate;
use super::library::{CandidateSequence, End, Library, PackedSequences};
use super::turn_tables::TurnTables;
use crate::control::Control;
use crate::platform;

/// The value of a corrected facelet, in turns, for comparing insertions.
const CORRECTED_FACELET_VALUE: f64 = 1.0;

/// The maximum number of turns per corrected facelet: a commutator of four turns that corrects two is inserted even if
/// nothing merges.
const MAX_TURNS: f64 = 3.0;

/// With at most this many wrong facelets, commutators without merging turns are also tried.
const FEW_WRONG: usize = 60;

/// The number of mergeable turns looked for on each side, and their maximum distance.
const MERGEABLE_TURNS: usize = 12;
const MERGE_DISTANCE: usize = 40;

/// The number of insertions kept per solution.
const MAX_INSERTIONS: usize = 4;

/// This many times more solutions are gathered than are kept, because some are equal.
const SPARE_FACTOR: usize = 8;

pub(super) struct Inserter<'a> {
    pub(super) tables: &'a TurnTables,
    pub(super) library: &'a Library,
    pub(super) control: &'a Control,
    /// The colors of the start.
    pub(super) start: &'a [u16],
    /// The number of solutions kept for each number of wrong facelets.
    pub(super) beam: usize,
    /// The length of the best known solution.
    pub(super) fewest: usize,
}

/// A commutator at an insertion point.
#[derive(Clone, Copy)]
struct Insertion {
    /// The index of the sequence in the library.
    number: u32,
    /// Before the turn with this index.
    at: usize,
    /// The indices of the turns with which its first and its last turn merge.
    before: Option<usize>,
    after: Option<usize>,
    /// The number of turns it adds, minus the value of the corrected facelets.
    cost: f64,
}

impl Inserter<'_> {
    /// The solutions with insertions: the shortest one that corrects everything, or else those that are cheapest to
    /// finish. Drops candidates that are unlikely to become shorter than the best known solution.
    pub(super) fn run(&self, solutions: Vec<Candidate>) -> Vec<Candidate> {
        let max_wrong = solutions
            .iter()
            .map(|solution| solution.wrong)
            .max()
            .unwrap_or(0);
        let mut by_wrong = vec![Vec::new(); max_wrong + 1];
        for solution in solutions {
            by_wrong[solution.wrong].push(solution);
        }
        let mut fewest = self.fewest;
        let mut ends = Vec::new();
        for wrong in (1..=max_wrong).rev() {
            if self.control.stop().is_some() {
                break;
            }
            let mut open = std::mem::take(&mut by_wrong[wrong]);
            open.retain(|solution| solution.may_be_shorter(fewest));
            self.keep_shortest(&mut open);
            for new in self.with_insertions(&open) {
                // Every insertion corrects something.
                let Some(solutions) = by_wrong[..wrong].get_mut(new.wrong) else {
                    continue;
                };
                if new.may_be_shorter(fewest) {
                    solutions.push(new);
                }
                if solutions.len() >= SPARE_FACTOR * self.beam {
                    self.keep_shortest(solutions);
                }
            }
            let solved = by_wrong[0]
                .iter()
                .map(|solution| solution.turns.len())
                .min();
            fewest = solved.map_or(fewest, |turns| turns.min(fewest));
            ends.append(&mut open);
        }
        let best = by_wrong.first_mut().and_then(|solved| {
            self.keep_shortest(solved);
            solved.drain(..).next()
        });
        if let Some(best) = best {
            return vec![best];
        }
        ends.sort_by(|a, b| a.cost().total_cmp(&b.cost()));
        ends.truncate(self.beam);
        ends
    }

    fn keep_shortest(&self, solutions: &mut Vec<Candidate>) {
        solutions.sort_by_key(|solution| solution.turns.len());
        let mut seen = FxHashSet::default();
        solutions.retain(|solution| seen.insert((solution.colors.clone(), solution.turns.len())));
        solutions.truncate(self.beam);
    }

    fn with_insertions(&self, solutions: &[Candidate]) -> Vec<Candidate> {
        let new = platform::map(solutions, self.control.jobs(), |solution| {
            let found = self.insertions(solution).into_iter();
            let new = found.map(|it| self.apply_insertion(solution, &it));
            new.collect::<Vec<_>>()
        });
        new.into_iter().flatten().collect()
    }

    fn insertions(&self, solution: &Candidate) -> Vec<Insertion> {
        let mut trial = InsertionTrial {
            inserter: self,
            solution: &solution.turns,
            at: 0,
            before: Vec::new(),
            after: Vec::new(),
            colors: self.start.to_vec(),
            goal: goal_before(self.tables, &solution.turns),
            last_trial: vec![0; self.library.len()],
            found: Vec::new(),
            max_insertions: MAX_INSERTIONS * self.beam,
            max_cost: f64::INFINITY,
        };
        for at in 0..=solution.turns.len() {
            trial.try_at(at, solution.wrong <= FEW_WRONG);
        }
        trial.keep_best();
        trial.found
    }

    fn apply_insertion(&self, solution: &Candidate, insertion: &Insertion) -> Candidate {
        let mut sequence = self.library.turns(insertion.number).to_vec();
        // Remove the later turn first, so that earlier indices stay valid.
        if let Some(number) = insertion.after {
            let both = sequence
                .pop()
                .and_then(|last| self.tables.product(last, solution.turns[number]));
            sequence.extend(both.unwrap_or_default());
        }
        if let Some(number) = insertion.before {
            let both = self
                .tables
                .product(solution.turns[number], sequence.remove(0));
            sequence.splice(0..0, both.unwrap_or_default().iter().copied());
        }
        let mut turns = Vec::with_capacity(solution.turns.len() + sequence.len());
        for (number, &turn) in solution.turns.iter().enumerate() {
            if number == insertion.at {
                turns.append(&mut sequence);
            }
            if ![insertion.before, insertion.after].contains(&Some(number)) {
                turns.push(turn);
            }
        }
        turns.append(&mut sequence);
        let mut colors = self.start.to_vec();
        for &turn in &turns {
            self.tables.turn(&mut colors, turn);
        }
        let wrong = self.tables.wrong_count(&colors);
        Candidate {
            colors,
            turns,
            wrong,
        }
    }
}

/// Commutators tried in a solution, point by point.
struct InsertionTrial<'a> {
    inserter: &'a Inserter<'a>,
    solution: &'a [u16],
    /// The insertion point: before the turn with this index.
    at: usize,
    /// The turns before and after the insertion point that can be moved there.
    before: MovableTurns,
    after: MovableTurns,
    /// The colors at the insertion point, and the colors that would be right there.
    colors: Vec<u16>,
    goal: Vec<u16>,
    /// For each commutator, the last point where it was tried, from 1.
    last_trial: Vec<usize>,
    found: Vec<Insertion>,
    /// The maximum number to keep; each costs less than `max_cost`.
    max_insertions: usize,
    max_cost: f64,
}

/// Turns that can be moved to an insertion point, with their indices.
type MovableTurns = Vec<(usize, u16)>;

impl InsertionTrial<'_> {
    /// Tries commutators before the turn with this index, then applies that turn.
    fn try_at(&mut self, at: usize, all: bool) {
        let Inserter {
            tables, library, ..
        } = self.inserter;
        let solution = self.solution;
        let numbered = |number: usize| (number, solution[number]);
        self.at = at;
        self.before = movable_turns(tables, (0..at).rev().map(numbered));
        self.after = movable_turns(tables, (at..solution.len()).map(numbered));
        // Commutators that bring nothing to a wrong facelet correct nothing.
        let is_wrong = |&to: &usize| self.colors[to] != self.goal[to];
        let wrong: Vec<usize> = (0..tables.facelets).filter(is_wrong).collect();
        let before = self.before.iter().map(|&(_, turn)| (End::First, turn));
        let after = self.after.iter().map(|&(_, turn)| (End::Last, turn));
        let ends: Vec<(End, u16)> = before.chain(after).collect();
        for (end, turn) in ends {
            let generator = tables.generators[usize::from(turn)];
            for &to in &wrong {
                let sequences = library.sequences_ending_with(end, generator, to);
                for sequence in sequences.into_iter().flat_map(PackedSequences::iter) {
                    self.try_sequence(sequence);
                }
            }
        }
        if all {
            self.try_to_wrong_facelets(&wrong);
        }
        if let Some(&turn) = solution.get(at) {
            tables.turn(&mut self.colors, turn);
            tables.turn(&mut self.goal, turn);
        }
    }

    /// Tries the commutators that bring a right color to a wrong facelet, to or from a facelet that the previous turn
    /// moved.
    fn try_to_wrong_facelets(&mut self, wrong: &[usize]) {
        let Inserter {
            tables, library, ..
        } = self.inserter;
        let before = self.at.checked_sub(1).map(|before| self.solution[before]);
        for &to in wrong {
            let brought = library.sequences_to(to);
            let is_touched = |turn: u16| usize::from(tables.sources(turn)[to]) != to;
            match before.filter(|&turn| !is_touched(turn)) {
                None => {
                    for (from, sequences) in brought {
                        self.try_from_to(*from, to, sequences);
                    }
                }
                Some(turn) => {
                    for &[from, _] in &tables.moved[usize::from(turn)] {
                        if let Ok(found) = brought.binary_search_by_key(&from, |it| it.0) {
                            self.try_from_to(from, to, &brought[found].1);
                        }
                    }
                }
            }
        }
    }

    /// Tries commutators that bring the color of one facelet to another, if it is right there.
    fn try_from_to(&mut self, from: u16, to: usize, sequences: &PackedSequences) {
        if self.colors[usize::from(from)] == self.goal[to] {
            for sequence in sequences.iter() {
                self.try_sequence(sequence);
            }
        }
    }

    fn try_sequence(&mut self, tried: CandidateSequence<'_>) {
        let gain = tried.gain(&self.colors, &self.goal);
        let is_worth = |added: f64| {
            let gain = f64::from(gain);
            added < MAX_TURNS * gain && added - CORRECTED_FACELET_VALUE * gain < self.max_cost
        };
        // Merging at both ends saves at most four turns.
        if !is_worth(tried.turns as f64 - 4.0) {
            return;
        }
        let (number, at) = (tried.number, self.at);
        if std::mem::replace(&mut self.last_trial[number as usize], at + 1) == at + 1 {
            return;
        }
        let turns = self.inserter.library.turns(number);
        let last = turns[turns.len() - 1];
        let (before, saved_before) = self.merging_turn(&self.before, |turn| (turn, turns[0]));
        let (after, saved_after) = self.merging_turn(&self.after, |turn| (last, turn));
        let added = turns.len() as f64 - f64::from(saved_before + saved_after);
        if is_worth(added) {
            self.found.push(Insertion {
                number,
                at,
                before,
                after,
                cost: added - CORRECTED_FACELET_VALUE * f64::from(gain),
            });
            if self.found.len() >= 4 * self.max_insertions {
                self.keep_best();
                self.max_cost = self.found.last().map_or(self.max_cost, |last| last.cost);
            }
        }
    }

    /// The index of the first of these turns that merges with a turn of a commutator, and the number of turns saved.
    fn merging_turn(
        &self,
        movable: &MovableTurns,
        pair: impl Fn(u16) -> (u16, u16),
    ) -> (Option<usize>, u8) {
        let merging = movable.iter().find_map(|&(number, turn)| {
            let (first, second) = pair(turn);
            let product = self.inserter.tables.product(first, second)?;
            Some((Some(number), if product.is_empty() { 2 } else { 1 }))
        });
        merging.unwrap_or((None, 0))
    }

    fn keep_best(&mut self) {
        self.found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        self.found.truncate(self.max_insertions);
    }
}

/// The colors from which some turns lead to the goal.
fn goal_before(tables: &TurnTables, turns: &[u16]) -> Vec<u16> {
    let mut colors = tables.goal.clone();
    for &turn in turns.iter().rev() {
        tables.turn(&mut colors, tables.inverses[usize::from(turn)]);
    }
    colors
}

/// The turns that can be moved to an insertion point, from a sequence that leads away from it.
fn movable_turns(tables: &TurnTables, turns: impl Iterator<Item = (usize, u16)>) -> MovableTurns {
    let mut found = Vec::new();
    let mut passed: Vec<u16> = Vec::new();
    for (number, turn) in turns.take(MERGE_DISTANCE) {
        let sources = tables.sources(turn);
        let is_apart = |other: &u16| {
            let mut moved = tables.moved[usize::from(*other)].iter().map(|[to, _]| *to);
            tables.generators[usize::from(*other)] == tables.generators[usize::from(turn)]
                || moved.all(|facelet| sources[usize::from(facelet)] == facelet)
        };
        if passed.iter().all(is_apart) {
            found.push((number, turn));
            if found.len() == MERGEABLE_TURNS {
                break;
            }
        }
        passed.push(turn);
    }
    found
}
