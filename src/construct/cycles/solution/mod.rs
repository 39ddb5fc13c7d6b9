//! Finds turns from a state to a goal in which pieces may look alike.
//!
//! *Idea.* A beam search finds turns that solve many pieces at once and leave only what 3-cycles can do
//! ([`beam_search`]); inserted 3-cycles do the rest ([`insertion`]). If that fails, the fewest turns that correct what
//! 3-cycles cannot do take the place of the beam search. Identical pieces are assigned during the search, not
//! beforehand: a piece is solved if it has the right colors. Several candidates are tried, and the shortest is kept.
//!
//! *Why it is sound.* Nothing here is trusted: the caller replays the turns on the puzzle.

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
    /// The number of candidates.
    pub candidates: usize,
    /// The number of attempts to finish each of them with 3-cycles.
    pub attempts: usize,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl ThreeCycles<'_> {
    /// Turns from a state to one of a goal: the shortest of several candidates. Additional parities, at most 64, must be
    /// even at the end although the goal does not determine them. `None` if no turns were found, which proves nothing, or if
    /// the control stopped it.
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
        let best = self.shortest(candidates, &mut inserter, effort.attempts, control);
        let corrected_solution = || {
            if control.stop().is_some() {
                return None;
            }
            let candidate = self.corrected(&parity_goal, &start)?;
            self.shortest(vec![candidate], &mut inserter, effort.attempts, control)
        };
        best.or_else(corrected_solution)
            .map(|candidate| candidate.turns)
    }

    /// The shortest solution that finishes one of the candidates with 3-cycles.
    fn shortest(
        &self,
        candidates: Vec<Candidate>,
        inserter: &mut Inserter<'_>,
        tries: usize,
        control: &Control,
    ) -> Option<Candidate> {
        let mut kinds: Vec<usize> = (0..self.tables.len()).collect();
        kinds.sort_by_key(|&kind| std::cmp::Reverse(self.pieces.kinds()[kind].len()));
        let mut best: Option<Candidate> = None;
        for (candidate, _) in candidates.iter().cartesian_product(0..tries) {
            if control.stop().is_some() {
                break;
            }
            let most = best.as_ref().map_or(usize::MAX, |best| best.turns.len());
            best = inserter.finish(candidate.clone(), &kinds, most).or(best);
            kinds.shuffle(&mut inserter.random);
        }
        best
    }

    /// A candidate that only corrects what 3-cycles cannot do.
    fn corrected(&self, parity_goal: &ParityGoal<'_>, start: &Colors) -> Option<Candidate> {
        let mut corrections = self.corrections.iter().map(|turns| Candidate {
            turns: turns.clone(),
            end: parity_goal.colors_after(start, turns),
        });
        let odd = |turns: &[TurnId]| {
            let changes = turns.iter().map(|&turn| parity_goal.changed_by(turn));
            changes.fold(parity_goal.odd_at_start(), |odd, changed| odd ^ changed)
        };
        corrections.find(|candidate| {
            parity_goal.is_solvable_by_3_cycles(&candidate.end, odd(&candidate.turns))
        })
    }
}
