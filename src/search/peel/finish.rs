//! Corrects the last facelets: appends commutators that move few facelets to the turns, chosen by a beam search.
//!
//! *Idea.* Each step appends a commutator, or its conjugate by one turn. Its *gain* is how many more facelets it corrects
//! than it spoils. A beam keeps the states of the lowest cost: the turns so far plus a fixed cost per wrong facelet.

use std::collections::HashSet;

use super::effort::RoundEffort;
use super::library::{Library, PackedSequences};
use super::turn_tables::TurnTables;
use crate::control::Control;
use crate::platform;

/// The cost of a wrong facelet, in turns.
const WRONG_FACELET_COST: f64 = 2.2;

/// Conjugates by one turn are tried if at most `LAST_WRONG` facelets are wrong, or at most `FEW_WRONG` and no
/// commutator alone has a gain of `LARGE_GAIN`.
const FEW_WRONG: usize = 24;
const LARGE_GAIN: usize = 3;
const LAST_WRONG: usize = 10;

/// The maximum number of steps with neutral commutators, whose gain is 0.
const MAX_NEUTRAL: usize = 8;

/// After a step with neutral commutators, at least this many states are kept, because all of them look equally good.
const NEUTRAL_BEAM: usize = 200;

/// Nearly every solution takes at least this many turns per wrong facelet.
const MIN_TURNS_PER_FACELET: f64 = 0.7;

/// A state in the search, with the turns that lead to it.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) colors: Vec<u16>,
    pub(super) turns: Vec<u16>,
    pub(super) wrong: usize,
}

impl Candidate {
    pub(super) fn cost(&self) -> f64 {
        self.turns.len() as f64 + WRONG_FACELET_COST * self.wrong as f64
    }

    /// Whether a solution from here may have fewer than `turns` turns.
    pub(super) fn may_be_shorter(&self, turns: usize) -> bool {
        self.turns.len() as f64 + MIN_TURNS_PER_FACELET * (self.wrong as f64) < turns as f64
    }
}

/// Solves the last facelets: by commutators [inserted](Self::insert) into the turns so far, then by commutators
/// [appended](Self::append) to them.
pub(super) struct Finisher<'a> {
    pub(super) tables: &'a TurnTables,
    pub(super) library: &'a Library,
    pub(super) control: &'a Control,
    pub(super) effort: RoundEffort,
    /// The colors of the start.
    pub(super) start: &'a [u16],
    /// The length of the best known solution.
    pub(super) fewest: usize,
}

/// A commutator to append.
struct Step {
    /// The turn that conjugates it.
    conjugated_by: Option<u16>,
    /// Its index in the library.
    number: u32,
    gain: usize,
    /// The number of turns, including the conjugating ones.
    turns: usize,
}

impl Finisher<'_> {
    /// The shortest solution found that passes through one of the states; it includes the turns that lead there.
    pub(super) fn append(&self, states: Vec<Candidate>) -> Option<Vec<u16>> {
        let mut best: Option<Vec<u16>> = None;
        let mut beam = states;
        let mut seen = HashSet::new();
        let mut neutral_left = MAX_NEUTRAL;
        while !beam.is_empty() && self.control.stop().is_none() {
            let (done, mut open): (Vec<Candidate>, Vec<Candidate>) =
                beam.into_iter().partition(|state| state.wrong == 0);
            let solutions = best
                .into_iter()
                .chain(done.into_iter().map(|state| state.turns));
            best = solutions.min_by_key(Vec::len);
            let fewest = best.as_ref().map_or(self.fewest, Vec::len);
            open.retain(|state| state.may_be_shorter(fewest));
            beam = self.best_successors(&open, 1, &mut seen);
            // If no commutator makes progress, a neutral one may lead to a state in which another does.
            if beam.is_empty() && best.is_none() && neutral_left > 0 {
                neutral_left -= 1;
                beam = self.best_successors(&open, 0, &mut seen);
            }
        }
        best
    }

    /// The best unseen states after one commutator with a gain of at least `min_gain`.
    fn best_successors(
        &self,
        open: &[Candidate],
        min_gain: i32,
        seen: &mut HashSet<Vec<u16>>,
    ) -> Vec<Candidate> {
        let steps = platform::map(open, self.control.jobs(), |state| {
            self.steps(state, min_gain)
        });
        let mut next: Vec<(f64, &Candidate, Step)> = Vec::new();
        for (state, steps) in open.iter().zip(steps) {
            let cost = |step: &Step| {
                let wrong = state.wrong.saturating_sub(step.gain);
                (state.turns.len() + step.turns) as f64 + WRONG_FACELET_COST * wrong as f64
            };
            next.extend(steps.into_iter().map(|step| (cost(&step), state, step)));
        }
        next.sort_by(|a, b| a.0.total_cmp(&b.0));
        let states = next
            .into_iter()
            .map(|(_, state, step)| self.apply_step(state, &step));
        let new = states.filter(|state| seen.insert(state.colors.clone()));
        new.take(self.states_to_keep(min_gain)).collect()
    }

    /// The number of states kept after commutators with a gain of at least `min_gain`.
    fn states_to_keep(&self, min_gain: i32) -> usize {
        match min_gain {
            0 => self.effort.finish_states.max(NEUTRAL_BEAM),
            _ => self.effort.finish_states,
        }
    }

    fn apply_step(&self, state: &Candidate, step: &Step) -> Candidate {
        let mut new = state.clone();
        let undone = step
            .conjugated_by
            .map(|turn| self.tables.inverses[usize::from(turn)]);
        let sequence = self.library.turns(step.number).iter().copied();
        for turn in step.conjugated_by.into_iter().chain(sequence).chain(undone) {
            self.tables.apply(&mut new.colors, turn);
            new.turns.push(turn);
        }
        new.wrong = self.tables.wrong_count(&new.colors);
        new
    }

    /// The best steps from a state with a gain of at least `min_gain`.
    fn steps(&self, state: &Candidate, min_gain: i32) -> Vec<Step> {
        let tables = self.tables;
        let mut trial = CommutatorTrial {
            library: self.library,
            last_trial: vec![0; self.library.len()],
            number: 0,
            min_gain,
            steps: Vec::new(),
        };
        trial.try_commutators(&state.colors, &tables.goal, None);
        // There are many conjugates, so they are tried only if few facelets are wrong and commutators alone gain little.
        let has_large_gain = trial.steps.iter().any(|step| step.gain >= LARGE_GAIN);
        if state.wrong <= LAST_WRONG || state.wrong <= FEW_WRONG && !has_large_gain {
            // To try a conjugate by a turn, the turn is applied to the colors and to the goal.
            let (mut colors, mut goal) = (state.colors.clone(), tables.goal.clone());
            let mut touched = vec![false; tables.facelets];
            let is_wrong = |facelet: u16| {
                let facelet = usize::from(facelet);
                state.colors[facelet] != tables.goal[facelet]
            };
            for turn in 0..tables.ids.len() as u16 {
                let moved = &tables.moved[usize::from(turn)];
                if !moved.iter().any(|&[to, _]| is_wrong(to)) {
                    continue;
                }
                tables.apply(&mut colors, turn);
                tables.apply(&mut goal, turn);
                for &[to, _] in moved {
                    touched[usize::from(to)] = true;
                }
                trial.try_commutators(&colors, &goal, Some((turn, &touched)));
                for &[to, _] in moved {
                    let to = usize::from(to);
                    touched[to] = false;
                    colors[to] = state.colors[to];
                    goal[to] = tables.goal[to];
                }
            }
        }
        let mut steps = trial.steps;
        let worth = |step: &Step| step.turns as f64 - WRONG_FACELET_COST * step.gain as f64;
        steps.sort_by(|a, b| worth(a).total_cmp(&worth(b)));
        steps.truncate(2 * self.states_to_keep(min_gain).max(FEW_WRONG));
        steps
    }
}

/// Commutators tried in a state, and in its conjugates by one turn.
struct CommutatorTrial<'a> {
    library: &'a Library,
    /// For each commutator, the number of its last trial.
    last_trial: Vec<u32>,
    /// The number of the current trial: the state, or one of its conjugates.
    number: u32,
    min_gain: i32,
    steps: Vec<Step>,
}

impl CommutatorTrial<'_> {
    /// Tries the commutators that bring the right color to a wrong facelet. `conjugate` is the conjugating turn and whether
    /// it moves each facelet. Then only commutators that bring a color to or from such a facelet are tried, because the
    /// others do the same without the turn.
    fn try_commutators(&mut self, colors: &[u16], goal: &[u16], conjugate: Option<(u16, &[bool])>) {
        self.number += 1;
        let library = self.library;
        let is_touched = |facelet: usize| conjugate.is_none_or(|(_, touched)| touched[facelet]);
        let wrong = (0..colors.len()).filter(|&facelet| colors[facelet] != goal[facelet]);
        for to in wrong {
            let is_to_touched = is_touched(to);
            let right = |(from, _): &(&u16, &PackedSequences)| {
                let from = usize::from(**from);
                colors[from] == goal[to] && (is_to_touched || is_touched(from))
            };
            let bringing = library.sequences_to(to).iter().filter(right);
            for tried in bringing.flat_map(|(_, sequences)| sequences.iter()) {
                let number = tried.number;
                if std::mem::replace(&mut self.last_trial[number as usize], self.number)
                    == self.number
                {
                    continue;
                }
                let gain = tried.gain(colors, goal);
                if gain >= self.min_gain {
                    let turns = tried.turns + 2 * usize::from(conjugate.is_some());
                    self.steps.push(Step {
                        conjugated_by: conjugate.map(|(turn, _)| turn),
                        number,
                        gain: gain.unsigned_abs() as usize,
                        turns,
                    });
                }
            }
        }
    }
}
