//! Finds turns from a state to a goal in which pieces may look alike.
//!
//! *Idea.* A beam search finds sequences that solve many pieces at once and leave only what 3-cycles can do
//! ([`beam_search`]). Inserted 3-cycles solve the other pieces ([`insertion`]). If this gives no solution, the fewest
//! turns that correct what 3-cycles cannot do take the place of the beam search. Identical pieces are assigned during
//! the search, not beforehand: a piece is solved if its place has the right colors.
//!
//! *Why it is sound.* The caller replays the turns on the puzzle.

mod beam_search;
mod insertion;
mod parity_goal;

use itertools::Itertools;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::three_cycles::ThreeCycles;
use crate::control::Control;
use crate::puzzle::{Pattern, State, TurnId};
use beam_search::BeamSearch;
use insertion::{Candidate, Inserter};
pub use parity_goal::Parity;
use parity_goal::{Colors, ParityGoal, colors};

/// The effort to spend on finding a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstructionEffort {
    /// The number of states kept in the beam.
    pub beam_width: usize,
    /// The number of sequences taken from the beam search.
    pub candidates: usize,
    /// The number of attempts to finish each of these sequences with 3-cycles.
    pub attempts: usize,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl ThreeCycles<'_> {
    /// Turns from a state to a state of a goal: the shortest found. `parities`, at most 64, must be even at the end, in
    /// addition to what the goal requires. `None` if no turns were found before the control stopped the search, which
    /// proves nothing, or if an argument does not fit the puzzle.
    pub fn solution(
        &self,
        start: &State,
        goal: &Pattern,
        parities: &[Parity],
        effort: ConstructionEffort,
        control: &Control,
    ) -> Option<Vec<TurnId>> {
        let parity_goal = ParityGoal::new(self, goal, parities)?;
        let start = colors(start);
        if start.len() != self.pieces.size() {
            return None;
        }
        let beam = BeamSearch::new(&parity_goal, effort.seed);
        let mut inserter = Inserter {
            parity_goal: &parity_goal,
            random: ChaCha8Rng::seed_from_u64(effort.seed),
        };
        let candidates = beam.candidates(&start, effort.beam_width, effort.candidates, control);
        let mut best = self.shortest(&candidates, &mut inserter, effort.attempts, control);
        if best.is_none() && control.stop().is_none() {
            let candidate = self.corrected(&parity_goal, &start)?;
            best = self.shortest(&[candidate], &mut inserter, effort.attempts, control);
        }
        best.map(|candidate| candidate.turns)
    }

    /// The shortest solution that finishes one of the candidates with 3-cycles, in this number of attempts each.
    fn shortest(
        &self,
        candidates: &[Candidate],
        inserter: &mut Inserter<'_>,
        attempts: usize,
        control: &Control,
    ) -> Option<Candidate> {
        let mut kinds: Vec<usize> = (0..self.tables.len()).collect();
        kinds.sort_by_key(|&kind| std::cmp::Reverse(self.pieces.kinds()[kind].len()));
        let mut best: Option<Candidate> = None;
        for (candidate, _) in candidates.iter().cartesian_product(0..attempts) {
            if control.stop().is_some() {
                break;
            }
            let turn_limit = best.as_ref().map_or(usize::MAX, |best| best.turns.len());
            best = inserter
                .finish(candidate.clone(), &kinds, turn_limit)
                .or(best);
            kinds.shuffle(&mut inserter.random);
        }
        best
    }

    /// A candidate that only corrects what 3-cycles cannot do.
    fn corrected(&self, parity_goal: &ParityGoal<'_>, start: &Colors) -> Option<Candidate> {
        self.corrections.iter().find_map(|turns| {
            let end = parity_goal.colors_after(start, turns);
            let changes = turns.iter().map(|&turn| parity_goal.changed_by(turn));
            let odd = changes.fold(parity_goal.odd_at_start(), |odd, changed| odd ^ changed);
            let turns = turns.clone();
            let is_solvable = parity_goal.is_solvable_by_3_cycles(&end, odd);
            is_solvable.then_some(Candidate { turns, end })
        })
    }
}
