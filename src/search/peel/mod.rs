//! Peeling: creates a plan while carrying it out, for puzzles with many local turns.
//!
//! *Idea.* Each stage solves a few facelets and fixes them permanently: every turn that moves one of them is dropped,
//! together with its cluster of similar turns. The facelets that no remaining turn moves are fixed in the same stage. So
//! fewer and fewer turns and facelets remain, from the outside inwards. Finding turns that bring right colors to the few
//! facelets of a stage is a small problem, which is solved backwards ([`stage`]). A beam search keeps the continuations
//! that are short and leave many of the next facelets right. The last quarter of the facelets is solved several times
//! with other random choices, which takes little time. From the best states, commutators that move few facelets correct
//! the facelets that are still wrong ([`insert`], [`finish`]).
//!
//! *Source.* Layer-by-layer methods, as in tjjfvi's *cubular*; working backwards from the goal is regression in
//! planning. The choice of stages and the beam search are new here.
//!
//! *Why it is sound.* Peeling only finds candidates: the caller replays every result on the puzzle. Failure proves
//! nothing.

mod effort;
mod finish;
mod frontier;
mod insert;
mod library;
mod stage;
mod turn_tables;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rustc_hash::FxHashSet;

use self::effort::RoundEffort;
use self::finish::{Candidate, Finisher};
use self::frontier::{BeamState, Frontier, PeeledLayer};
use self::library::Library;
use self::stage::{StageQuestion, solve_stage};
use self::turn_tables::TurnTables;
use crate::control::{Control, Stopwatch};
use crate::plan::Peel;
use crate::platform;
use crate::problem::{Problem, Solution};
use crate::puzzle::TurnId;

/// The cost of a wrong facelet at the end of a stage, in turns: the average on the puzzle `digits` with about forty wrong.
const STAGE_END_COST: f64 = 1.1;

/// Stages of more facelets than this are skipped.
const MAX_FACELETS: usize = 14;

/// The number of next stages tried from each state.
const NEXT_STAGES_PER_STATE: usize = 2;

/// The maximum number of turns in a stage, unless the plan says otherwise.
const MAX_STAGE_TURNS: usize = 10;

/// Different endings are tried once the unfixed facelets are at most the number of all facelets divided by this number.
const ENDGAME_FACELET_DIVISOR: usize = 4;

/// Finds solutions by peeling in rounds, each with other random choices and, if the time left suffices, with more effort
/// than the previous round.
pub(super) struct Peeler<'a> {
    problem: &'a Problem,
    peel: &'a Peel,
    tables: TurnTables,
    /// Created when first needed.
    library: Option<Library>,
    start: Vec<u16>,
    rounds: u32,
    /// The length of the shortest solution found.
    fewest: usize,
    /// The number of the last round's effort, and the seconds that the round took.
    last: Option<(u32, f64)>,
}

impl<'a> Peeler<'a> {
    /// Prepares to solve a problem; `None` if its start or goal is not a single state, if it has other constraints, or
    /// if its tables would be too large.
    pub(super) fn new(problem: &'a Problem, peel: &'a Peel) -> Option<Self> {
        let start = problem.start.state().filter(|_| suits(problem))?;
        Some(Self {
            problem,
            peel,
            tables: TurnTables::new(problem, peel.order)?,
            library: None,
            start: start.colors().iter().map(|&color| color as u16).collect(),
            rounds: 0,
            fewest: usize::MAX,
            last: None,
        })
    }

    /// Runs the next round. Returns a replayed solution without redundant turns, usually shorter than the previous ones;
    /// `None` if none was found, or if the control stopped the round.
    pub(super) fn round(&mut self, control: &Control) -> Option<Solution> {
        let watch = Stopwatch::start(control);
        let left = control.remaining().map(|left| left.as_secs_f64());
        let next_number = |(last, seconds)| effort::next_number(last, seconds, left);
        let number = self.last.map_or(0, next_number);
        let solution = self.run_round(RoundEffort::of_number(number), control);
        self.last = Some((number, watch.seconds()));
        solution
    }

    fn run_round(&mut self, effort: RoundEffort, control: &Control) -> Option<Solution> {
        let round = Round {
            tables: &self.tables,
            effort: RoundEffort {
                facelets: self.peel.positions.unwrap_or(effort.facelets),
                ..effort
            },
            max_stage_turns: self.peel.turns.unwrap_or(MAX_STAGE_TURNS),
            control,
            seed: u64::from(self.rounds),
        };
        self.rounds += 1;
        let peeled = round.run(&self.start);
        if self.library.is_none() {
            self.library = Library::new(&self.tables, control);
        }
        let library = self.library.as_ref()?;
        let finisher = Finisher {
            tables: &self.tables,
            library,
            control,
            effort: round.effort,
            start: &self.start,
            fewest: self.fewest,
        };
        let turns = finisher.append(finisher.insert(peeled))?.into_iter();
        let turns: Vec<TurnId> = turns
            .map(|turn| self.tables.ids[usize::from(turn)])
            .collect();
        let solution = Solution::replay(self.problem, turns).ok()?;
        let solution = solution.without_redundant_turns(self.problem);
        self.fewest = self.fewest.min(solution.len());
        Some(solution)
    }
}

/// Whether peeling supports a question: from one state to another, without other constraints.
pub fn suits(problem: &Problem) -> bool {
    is_plain(problem) && problem.goal.is_state()
}

/// Whether a question has a known start and no side constraints, and is not about a stage of a plan.
pub(super) fn is_plain(problem: &Problem) -> bool {
    problem.start.is_state()
        && problem.stage_context.is_none()
        && !problem.has_further_requirements()
        && !problem.canonical
}

/// The stages of one round.
struct Round<'a> {
    tables: &'a TurnTables,
    effort: RoundEffort,
    max_stage_turns: usize,
    control: &'a Control,
    seed: u64,
}

impl Round<'_> {
    /// Runs all stages. Returns the states that are cheapest to finish.
    fn run(&self, colors: &[u16]) -> Vec<Candidate> {
        let mut beam = vec![BeamState {
            colors: colors.to_vec(),
            frontier: Frontier::new(self.tables),
            turns: Vec::new(),
            cost: 0.0,
        }];
        let mut ends = Vec::new();
        self.add_ends(&mut ends, &beam);
        let late = self.tables.facelets / ENDGAME_FACELET_DIVISOR;
        let is_early = |state: &BeamState| state.frontier.unfixed_facelets().count() > late;
        let mut number = 0;
        while !beam.is_empty() && beam.iter().all(is_early) {
            number += 1;
            beam = self.step(&beam, number);
            self.add_ends(&mut ends, &beam);
        }
        for end in 1..=self.effort.endings {
            // Each ending uses different random numbers.
            let (mut beam, mut number) = (beam.clone(), (end as u64) << 16 | number);
            while !beam.is_empty() {
                number += 1;
                beam = self.step(&beam, number);
                self.add_ends(&mut ends, &beam);
            }
        }
        ends
    }

    /// Adds states to `ends`, of which only those that are cheapest to finish are kept.
    fn add_ends(&self, ends: &mut Vec<Candidate>, states: &[BeamState]) {
        ends.extend(states.iter().map(|state| Candidate {
            colors: state.colors.clone(),
            turns: state.turns.clone(),
            wrong: self.tables.wrong_count(&state.colors),
        }));
        let cost = |end: &Candidate| end.turns.len() as f64 + STAGE_END_COST * end.wrong as f64;
        ends.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
        ends.truncate(2 * self.effort.inserted);
    }

    /// The states kept after one more stage; empty once the control stops the round. `number` determines the random
    /// choices.
    fn step(&self, beam: &[BeamState], number: u64) -> Vec<BeamState> {
        let numbered: Vec<(u64, &BeamState)> = (0..).zip(beam).collect();
        let next = platform::map(&numbered, self.control.jobs(), |(at, peeled)| {
            self.next_states(peeled, number * 1000 + at)
        });
        if self.control.stop().is_some() {
            return Vec::new();
        }
        let mut states: Vec<BeamState> = next.into_iter().flatten().collect();
        states.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        let mut seen = FxHashSet::default();
        states.retain(|state| seen.insert(state.colors.clone()));
        states.truncate(self.effort.beam);
        states
    }

    /// The states after one more stage.
    fn next_states(&self, peeled: &BeamState, number: u64) -> Vec<BeamState> {
        let tables = self.tables;
        let mut random = ChaCha8Rng::seed_from_u64(self.seed << 32 | number);
        let values = peeled.frontier.facelet_values(tables);
        let mut next = Vec::new();
        // If no stage of this size is solved, a smaller one may be.
        for (min_facelets, candidates) in [
            (self.effort.facelets, NEXT_STAGES_PER_STATE),
            (self.effort.facelets / 2, 4 * NEXT_STAGES_PER_STATE),
            (1, 8 * NEXT_STAGES_PER_STATE),
        ] {
            let mut seen = FxHashSet::default();
            for first in peeled.frontier.layer_starts(tables, &mut random) {
                if seen.len() >= candidates || self.control.stop().is_some() {
                    break;
                }
                let layer = peeled
                    .frontier
                    .layer(tables, first, min_facelets, &mut random);
                if layer.facelets.len() > MAX_FACELETS || !seen.insert(layer.facelets.clone()) {
                    continue;
                }
                let question = StageQuestion {
                    tables,
                    colors: &peeled.colors,
                    frontier: &peeled.frontier,
                    facelets: &layer.facelets,
                    stage_beam: self.effort.stage_beam,
                    max_solutions: self.effort.solutions,
                    max_turns: self.max_stage_turns,
                    max_extra_turns: self.effort.max_extra_turns,
                    values: &values,
                };
                for turns in solve_stage(&question) {
                    next.push(self.after_stage(peeled, &layer, &turns));
                }
            }
            if !next.is_empty() {
                break;
            }
        }
        next
    }

    fn after_stage(&self, peeled: &BeamState, layer: &PeeledLayer, turns: &[u16]) -> BeamState {
        let tables = self.tables;
        let mut new = peeled.clone();
        for &turn in turns {
            tables.apply(&mut new.colors, turn);
        }
        new.turns.extend(turns);
        new.frontier.clone_from(&layer.after);
        let values = new.frontier.facelet_values(tables);
        let correct = tables.correct_facelets(&new.colors);
        let value: f64 = correct.map(|facelet| values[facelet]).sum();
        new.cost = new.turns.len() as f64 - value;
        new
    }
}
