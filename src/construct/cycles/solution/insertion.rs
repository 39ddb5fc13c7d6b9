//! Inserts 3-cycles between the turns of a candidate until all pieces are solved.
//!
//! *Idea.* A 3-cycle inserted before the last turns of a sequence has the effect of its conjugate by those turns at the
//! end. So a 3-cycle wanted at the end can be inserted anywhere, as the corresponding conjugate. It is inserted where
//! it adds the fewest turns, after cancellations. If pieces look alike, each 3-cycle that solves one of them is tried.
//!
//! *Source.* Insertions, as in fewest-moves solving; see R. Bruchem, *Fewest moves tips and techniques*.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::super::table::Table;
use super::super::twists::{apply_cycle, untwist_first};
use super::parity_goal::{Colors, ParityGoal};
use crate::construct::TurnMerger;
use crate::puzzle::TurnId;

/// The maximum number of insertions that are tried, the most promising first.
const MAX_TRIED_INSERTIONS: usize = 24;

/// The maximum number of times, per kind of piece, that a 3-cycle moves solved pieces away because no other 3-cycle
/// helps.
const MAX_OPENINGS: usize = 6;

/// The number of turns before and after an inserted sequence that may cancel.
const CANCEL_DISTANCE: usize = 8;

/// A sequence to finish with 3-cycles, and the state to which it leads.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) turns: Vec<TurnId>,
    pub(super) end: Colors,
}

/// A 3-cycle wanted at the end of a candidate, and the number of additional pieces that it solves; 1 for cycles that
/// only prepare others.
#[derive(Clone, Copy)]
struct Choice {
    cycle: [usize; 3],
    gain: u32,
}

/// Inserts 3-cycles into candidates.
pub(super) struct Inserter<'a> {
    pub(super) parity_goal: &'a ParityGoal<'a>,
    /// Breaks ties at random.
    pub(super) random: ChaCha8Rng,
}

impl Inserter<'_> {
    /// Inserts 3-cycles into a candidate until it reaches the goal; `None` if 3-cycles are not sufficient, or if the
    /// candidate would have `turn_limit` turns or more.
    pub(super) fn finish(
        &mut self,
        mut candidate: Candidate,
        kinds: &[usize],
        turn_limit: usize,
    ) -> Option<Candidate> {
        for &kind in kinds {
            if let Some(table) = &self.parity_goal.cycles.tables[kind] {
                self.solve_kind(&mut candidate, table, turn_limit)?;
            }
        }
        (candidate.turns.len() < turn_limit && self.parity_goal.is_reached(&candidate.end))
            .then_some(candidate)
    }

    /// Inserts 3-cycles until all pieces of a kind are solved; `None` as for [`Self::finish`].
    fn solve_kind(&mut self, candidate: &mut Candidate, table: &Table, limit: usize) -> Option<()> {
        let mut openings = 0..MAX_OPENINGS;
        while candidate.turns.len() < limit {
            let mut choices = self.solving_cycles(table, &candidate.end, false);
            if choices.is_empty() {
                choices = self.solving_cycles(table, &candidate.end, true);
            }
            if !choices.is_empty() {
                self.insert_best(candidate, table, &choices)?;
                continue;
            }
            let twisted = self.twisted_pieces(table, &candidate.end);
            if twisted.as_ref().is_some_and(Vec::is_empty) {
                return Some(());
            }
            let pieces = &self.parity_goal.cycles.pieces;
            if let Some(cycles) = twisted.and_then(|it| untwist_first(pieces, table, &it)) {
                for cycle in cycles {
                    self.insert_best(candidate, table, &[Choice { cycle, gain: 1 }])?;
                }
            } else {
                openings.next()?;
                choices = self.opening_cycles(table, &candidate.end);
                self.insert_best(candidate, table, &choices)?;
            }
        }
        None
    }

    /// The 3-cycles that increase the number of solved pieces; empty if all pieces are solved. The piece at the first
    /// place of a cycle may be solved only if `moves_solved` is set, the piece at the second place must be unsolved,
    /// and the piece at the third place may be either.
    fn solving_cycles(&self, table: &Table, state: &Colors, moves_solved: bool) -> Vec<Choice> {
        let (parity_goal, pieces) = (self.parity_goal, &self.parity_goal.cycles.pieces);
        let places = pieces.kinds()[table.kind].clone();
        let is_solved = |place| parity_goal.has_required_colors(state, place);
        let solved: Vec<bool> = places.clone().map(is_solved).collect();
        let is_solved = |facelet: usize| solved[pieces.place_of(facelet) - places.start];
        let same_place = |a: usize, b: usize| pieces.place_of(a) == pieces.place_of(b);
        let references = &table.references;
        let count = references.len();
        let fits: Vec<bool> = references
            .iter()
            .flat_map(|&x| {
                references
                    .iter()
                    .map(move |&y| parity_goal.admits_move(state, x, y))
            })
            .collect();
        let mut choices: Vec<Choice> = Vec::new();
        let mut best = 1;
        for (i, &x) in references.iter().enumerate() {
            // Starting from another sticker of the same piece gives the same cycle.
            if is_solved(x) && !moves_solved || pieces.all()[pieces.place_of(x)].facelets[0] != x {
                continue;
            }
            for (j, &y) in references.iter().enumerate() {
                if !fits[i * count + j] || is_solved(y) || same_place(x, y) {
                    continue;
                }
                for (k, &z) in references.iter().enumerate() {
                    if same_place(x, z) || same_place(y, z) {
                        continue;
                    }
                    let fitting =
                        1 + u32::from(fits[j * count + k]) + u32::from(fits[k * count + i]);
                    let lost = u32::from(is_solved(z)) + u32::from(is_solved(x));
                    let gain = fitting.saturating_sub(lost);
                    if gain > 0 && gain + 1 >= best {
                        best = best.max(gain);
                        choices.push(Choice {
                            cycle: [x, y, z],
                            gain,
                        });
                    }
                }
            }
        }
        // The 3-cycles that solve the most additional pieces, or one fewer.
        choices.retain(|choice| choice.gain + 1 >= best);
        choices
    }

    /// The 3-cycles that move an unsolved piece to the place of a solved piece, and the solved piece to the place of
    /// another solved piece, where it also fits. These 3-cycles do not increase the number of solved pieces, but make
    /// twisted or swapped pieces solvable with the help of identical pieces.
    fn opening_cycles(&self, table: &Table, state: &Colors) -> Vec<Choice> {
        let pieces = &self.parity_goal.cycles.pieces;
        let is_solved = |facelet: usize| {
            self.parity_goal
                .has_required_colors(state, pieces.place_of(facelet))
        };
        let is_first =
            |facelet: usize| pieces.all()[pieces.place_of(facelet)].facelets[0] == facelet;
        let (solved, unsolved): (Vec<usize>, Vec<usize>) = table
            .references
            .iter()
            .partition(|&&facelet| is_solved(facelet));
        let mut openings = Vec::new();
        for x in unsolved.into_iter().filter(|&x| is_first(x)) {
            for &y in solved.iter().filter(|&&y| is_first(y)) {
                for &z in &solved {
                    if pieces.place_of(y) != pieces.place_of(z)
                        && self.parity_goal.admits_move(state, y, z)
                    {
                        let cycle = [x, y, z];
                        openings.push(Choice { cycle, gain: 1 });
                    }
                }
            }
        }
        openings
    }

    /// Inserts one of the 3-cycles at one position. Both are chosen to add the fewest turns per solved piece.
    fn insert_best(
        &mut self,
        candidate: &mut Candidate,
        table: &Table,
        choices: &[Choice],
    ) -> Option<()> {
        let cycles = self.parity_goal.cycles;
        let promising = self.most_promising(candidate, table, choices).into_iter();
        let scored = promising.filter_map(|(choice, at, cycle)| {
            let sequence = cycles.sequence(table, cycle)?;
            let more = added_turn_count(&cycles.merger, &candidate.turns, at, &sequence);
            let tie_breaker: u32 = self.random.random();
            // Turns per solved piece, times 6, which is divisible by all gains: 1 to 3.
            let score = (more * 6 / choice.gain as usize, tie_breaker);
            Some((score, choice, at, sequence))
        });
        let (_, choice, at, sequence) = scored.min_by_key(|(score, ..)| *score)?;
        let (before, after) = candidate.turns.split_at(at);
        candidate.turns = cycles.merger.concatenate(&[before, &sequence, after]);
        apply_cycle(&cycles.pieces, &mut candidate.end, choice.cycle);
        Some(())
    }

    /// The most promising insertions, by the lengths of their sequences: the choice, the position, and the conjugate of
    /// the 3-cycle to insert there.
    fn most_promising(
        &self,
        candidate: &Candidate,
        table: &Table,
        choices: &[Choice],
    ) -> Vec<(Choice, usize, [usize; 3])> {
        let cycles = &self.parity_goal.cycles;
        let mut likely: Vec<(u32, Choice, usize, [usize; 3])> = Vec::new();
        let mut worst = u32::MAX;
        // For each facelet, the facelet where the sticker that ends there lies before turn `at`.
        let mut back: Vec<usize> = (0..cycles.pieces.size()).collect();
        for at in (0..=candidate.turns.len()).rev() {
            for &choice in choices {
                let there = choice.cycle.map(|facelet| back[facelet]);
                let Some(length) = table.length(there) else {
                    continue;
                };
                // 6 is divisible by all gains: 1 to 3.
                let score = length * 6 / choice.gain;
                if score < worst {
                    likely.push((score, choice, at, there));
                }
            }
            if likely.len() > 20 * MAX_TRIED_INSERTIONS {
                likely.select_nth_unstable_by_key(MAX_TRIED_INSERTIONS, |it| it.0);
                likely.truncate(MAX_TRIED_INSERTIONS);
                worst = likely.iter().map(|it| it.0).max().unwrap_or(worst) + 1;
            }
            let Some(turn) = at.checked_sub(1).map(|at| candidate.turns[at]) else {
                break;
            };
            let from = &cycles.effect_of(turn).from;
            for &facelet in &table.references {
                back[facelet] = from[back[facelet]] as usize;
            }
        }
        likely.sort_by_key(|it| it.0);
        likely.truncate(MAX_TRIED_INSERTIONS);
        likely
            .into_iter()
            .map(|(_, choice, at, there)| (choice, at, there))
            .collect()
    }

    /// The unsolved pieces of a kind, if each only needs a twist: the first facelet of its place, and the facelet to
    /// which the sticker there must go.
    fn twisted_pieces(&self, table: &Table, state: &Colors) -> Option<Vec<[usize; 2]>> {
        let (parity_goal, pieces) = (self.parity_goal, &self.parity_goal.cycles.pieces);
        let places = pieces.kinds()[table.kind].clone();
        let unsolved = places.filter(|&place| !parity_goal.has_required_colors(state, place));
        let twisted = unsolved.map(|place| {
            let from = pieces.all()[place].facelets[0];
            let mut orientations = pieces.orientations(place);
            let to = orientations.find(|&to| parity_goal.admits_move(state, from, to))?;
            Some([from, to])
        });
        twisted.collect()
    }
}

/// The number of turns that inserting a sequence adds.
fn added_turn_count(
    merger: &TurnMerger<'_>,
    turns: &[TurnId],
    at: usize,
    sequence: &[TurnId],
) -> usize {
    let before = &turns[at.saturating_sub(CANCEL_DISTANCE)..at];
    let after = &turns[at..(at + CANCEL_DISTANCE).min(turns.len())];
    let merged = merger.concatenate(&[before, sequence, after]);
    merged.len().saturating_sub(before.len() + after.len())
}
