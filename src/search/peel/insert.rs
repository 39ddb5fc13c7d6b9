//! Corrects the last facelets: inserts commutators into the turns where they cost least.
//!
//! *Idea.* A sequence inserted among the turns has the effect of a conjugate appended at the end. So at each insertion
//! point, different commutators correct the facelets that are wrong at the end. If the first or last turn of a commutator
//! can be moved next to a turn of its face, the two merge or cancel, so a commutator of four turns adds zero to four turns.
//! Candidates are compared only if they have equally many wrong facelets. The shortest are kept for each number of wrong
//! facelets, from the greatest number down to zero. So the number of insertions does not matter.
//!
//! *Which commutators.* At each point, commutators are tried whose first or last turn can be merged with a turn of the
//! candidate. If few facelets are wrong, all commutators are tried that bring a right color to a wrong facelet, except
//! those that the previous turn does not affect, because they were already tried before that turn.
//!
//! *Source.* Insertions, as in fewest-moves solving; A. Mazurkiewicz's traces (1977) for which turns can be merged.
//!
//! *Why it is sound.* The effect of a commutator on the end is computed facelet by facelet, and the result is replayed.

use rustc_hash::FxHashSet;

use super::finish::{Candidate, Finisher};
use super::library::{CandidateSequence, End, PackedSequences};
use super::turn_tables::TurnTables;
use crate::platform;

/// The value of a corrected facelet, in turns, for comparing insertions.
const CORRECTED_FACELET_VALUE: f64 = 1.0;

/// The maximum number of turns per corrected facelet: a commutator of four turns that corrects two is inserted even if
/// nothing merges.
const MAX_TURNS_PER_FACELET: f64 = 3.0;

/// With at most this many wrong facelets, commutators without merging turns are also tried.
const FEW_WRONG: usize = 60;

/// On each side of an insertion point, up to this many turns that can be moved there are found, within this distance.
const MOVABLE_TURNS: usize = 12;
const MERGE_DISTANCE: usize = 40;

/// For each candidate, this many times [`RoundEffort::inserted`](super::effort::RoundEffort) insertions are kept.
const INSERTIONS_FACTOR: usize = 4;

/// This many times as many candidates are gathered as are kept, because some are equal.
const SPARE_FACTOR: usize = 8;

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

impl Finisher<'_> {
    /// Inserts commutators into candidates. Returns the shortest candidate without wrong facelets, or else the candidates
    /// that are cheapest to finish. Drops candidates that are unlikely to become shorter than the best known solution.
    pub(super) fn insert(&self, candidates: Vec<Candidate>) -> Vec<Candidate> {
        let max_wrong = candidates.iter().map(|it| it.wrong).max().unwrap_or(0);
        let mut by_wrong = vec![Vec::new(); max_wrong + 1];
        for candidate in candidates {
            by_wrong[candidate.wrong].push(candidate);
        }
        let mut fewest = self.fewest;
        let mut ends = Vec::new();
        for wrong in (1..=max_wrong).rev() {
            if self.control.stop().is_some() {
                break;
            }
            let mut open = std::mem::take(&mut by_wrong[wrong]);
            open.retain(|candidate| candidate.may_be_shorter(fewest));
            self.keep_shortest(&mut open);
            for new in self.with_insertions(&open) {
                // Every insertion corrects a facelet.
                let Some(candidates) = by_wrong[..wrong].get_mut(new.wrong) else {
                    continue;
                };
                if new.may_be_shorter(fewest) {
                    candidates.push(new);
                }
                if candidates.len() >= SPARE_FACTOR * self.effort.inserted {
                    self.keep_shortest(candidates);
                }
            }
            let solved = by_wrong[0].iter().map(|solution| solution.turns.len());
            fewest = solved.fold(fewest, usize::min);
            ends.append(&mut open);
        }
        let solved = by_wrong.swap_remove(0).into_iter();
        if let Some(best) = solved.min_by_key(|solution| solution.turns.len()) {
            return vec![best];
        }
        ends.sort_by(|a, b| a.cost().total_cmp(&b.cost()));
        ends.truncate(self.effort.inserted);
        ends
    }

    fn keep_shortest(&self, candidates: &mut Vec<Candidate>) {
        candidates.sort_by_key(|candidate| candidate.turns.len());
        let mut seen = FxHashSet::default();
        candidates.retain(|it| seen.insert((it.colors.clone(), it.turns.len())));
        candidates.truncate(self.effort.inserted);
    }

    fn with_insertions(&self, candidates: &[Candidate]) -> Vec<Candidate> {
        let new = platform::map(candidates, self.control.jobs(), |candidate| {
            let found = self.insertions(candidate).into_iter();
            let new = found.map(|it| self.apply_insertion(candidate, &it));
            new.collect::<Vec<_>>()
        });
        new.into_iter().flatten().collect()
    }

    fn insertions(&self, candidate: &Candidate) -> Vec<Insertion> {
        let mut trial = InsertionTrial {
            finisher: self,
            turns: &candidate.turns,
            at: 0,
            before: Vec::new(),
            after: Vec::new(),
            colors: self.start.to_vec(),
            goal: goal_before(self.tables, &candidate.turns),
            last_trial: vec![0; self.library.len()],
            found: Vec::new(),
            max_insertions: INSERTIONS_FACTOR * self.effort.inserted,
            max_cost: f64::INFINITY,
        };
        for at in 0..=candidate.turns.len() {
            trial.try_at(at, candidate.wrong <= FEW_WRONG);
        }
        trial.keep_best();
        trial.found
    }

    fn apply_insertion(&self, candidate: &Candidate, insertion: &Insertion) -> Candidate {
        let merged = |first: u16, second: u16| self.tables.merged(first, second).flatten();
        let mut sequence = self.library.turns(insertion.number).to_vec();
        // Remove the later turn first, so that earlier indices stay valid.
        if let Some(number) = insertion.after {
            let last = sequence.pop();
            sequence.extend(last.and_then(|last| merged(last, candidate.turns[number])));
        }
        if let Some(number) = insertion.before {
            let first = sequence.remove(0);
            sequence.splice(0..0, merged(candidate.turns[number], first));
        }
        let mut turns = Vec::with_capacity(candidate.turns.len() + sequence.len());
        for (number, &turn) in candidate.turns.iter().enumerate() {
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
            self.tables.apply(&mut colors, turn);
        }
        let wrong = self.tables.wrong_count(&colors);
        Candidate {
            colors,
            turns,
            wrong,
        }
    }
}

/// Commutators tried in a candidate, point by point.
struct InsertionTrial<'a> {
    finisher: &'a Finisher<'a>,
    turns: &'a [u16],
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
        let Finisher {
            tables, library, ..
        } = self.finisher;
        let turns = self.turns;
        let numbered = |number: usize| (number, turns[number]);
        self.at = at;
        self.before = movable_turns(tables, (0..at).rev().map(numbered));
        self.after = movable_turns(tables, (at..turns.len()).map(numbered));
        // Commutators that bring no color to a wrong facelet correct nothing.
        let is_wrong = |&to: &usize| self.colors[to] != self.goal[to];
        let wrong: Vec<usize> = (0..tables.facelets).filter(is_wrong).collect();
        let before = self.before.iter().map(|&(_, turn)| (End::First, turn));
        let after = self.after.iter().map(|&(_, turn)| (End::Last, turn));
        let ends: Vec<(End, u16)> = before.chain(after).collect();
        for (end, turn) in ends {
            let face = tables.faces[usize::from(turn)];
            for &to in &wrong {
                let sequences = library.sequences_with_end(end, face, to);
                for sequence in sequences.into_iter().flat_map(PackedSequences::iter) {
                    self.try_sequence(sequence);
                }
            }
        }
        if all {
            self.try_to_wrong_facelets(&wrong);
        }
        if let Some(&turn) = turns.get(at) {
            tables.apply(&mut self.colors, turn);
            tables.apply(&mut self.goal, turn);
        }
    }

    /// Tries the commutators that bring a right color to a wrong facelet, to or from a facelet that the previous turn
    /// moved.
    fn try_to_wrong_facelets(&mut self, wrong: &[usize]) {
        let Finisher {
            tables, library, ..
        } = self.finisher;
        let before = self.at.checked_sub(1).map(|before| self.turns[before]);
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
                        if let Some(sequences) = brought.get(&from) {
                            self.try_from_to(from, to, sequences);
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
            added < MAX_TURNS_PER_FACELET * gain
                && added - CORRECTED_FACELET_VALUE * gain < self.max_cost
        };
        // Merging at both ends saves at most four turns.
        if !is_worth(tried.turns as f64 - 4.0) {
            return;
        }
        let (number, at) = (tried.number, self.at);
        if std::mem::replace(&mut self.last_trial[number as usize], at + 1) == at + 1 {
            return;
        }
        let turns = self.finisher.library.turns(number);
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

    /// The index of the first movable turn that merges with a turn of a commutator, and the number of turns saved.
    fn merging_turn(
        &self,
        movable: &MovableTurns,
        pair: impl Fn(u16) -> (u16, u16),
    ) -> (Option<usize>, u8) {
        let merging = movable.iter().find_map(|&(number, turn)| {
            let (first, second) = pair(turn);
            let merged = self.finisher.tables.merged(first, second)?;
            Some((Some(number), if merged.is_none() { 2 } else { 1 }))
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
        tables.apply(&mut colors, tables.inverses[usize::from(turn)]);
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
            tables.faces[usize::from(*other)] == tables.faces[usize::from(turn)]
                || moved.all(|facelet| sources[usize::from(facelet)] == facelet)
        };
        if passed.iter().all(is_apart) {
            found.push((number, turn));
            if found.len() == MOVABLE_TURNS {
                break;
            }
        }
        passed.push(turn);
    }
    found
}
