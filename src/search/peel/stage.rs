//! Solves a stage: finds turns that bring right colors to a few facelets, working backwards.
//!
//! *Idea.* The facelets of the stage are traced from the end to the start: the color at a facelet after the last turn
//! comes from the place from which that turn brings it, and so on. If all traced places have the right colors at the
//! start, the turns are a solution. Identical pieces need not be assigned beforehand. A beam search keeps the sets of
//! places with the most *hits*, places that have the right color at the start.

use std::hash::BuildHasher;
use std::ops::Range;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::frontier::Frontier;
use super::turn_tables::TurnTables;

/// The maximum number of solutions of one length from which the best are chosen.
const MAX_COMPARED_SOLUTIONS: usize = 3_000;

/// The problem of a stage: find turns that bring right colors to some facelets.
pub(super) struct StageQuestion<'a> {
    pub(super) tables: &'a TurnTables,
    /// The colors at the start.
    pub(super) colors: &'a [u16],
    pub(super) frontier: &'a Frontier,
    pub(super) facelets: &'a [u16],
    /// The number of sets of places kept.
    pub(super) stage_beam: usize,
    pub(super) max_turns: usize,
    /// The maximum number of turns by which a solution may exceed the shortest one.
    pub(super) max_extra_turns: usize,
    pub(super) max_solutions: usize,
    /// The value of a correct color after the stage, by facelet.
    pub(super) values: &'a [f64],
}

/// The best of the shortest solutions that the beam search finds, and of slightly longer solutions.
pub(super) fn solve_stage(question: &StageQuestion<'_>) -> Vec<Vec<u16>> {
    let hits = question.correct_places(question.facelets);
    if hits == question.facelets.len() {
        return vec![Vec::new()];
    }
    let mut backwards = BackwardSearch::new(question, hits);
    let mut layer = 0..1;
    let mut solutions = Vec::new();
    let (mut turns, mut max_turns) = (0, question.max_turns);
    while turns < max_turns {
        turns += 1;
        let (found, steps) = backwards.steps(layer);
        if solutions.is_empty() && !found.is_empty() {
            max_turns = max_turns.min(turns + question.max_extra_turns);
        }
        solutions.extend(backwards.stage_solutions(&found));
        layer = backwards.keep_best_steps(steps);
    }
    solutions.sort_by(|a, b| a.0.total_cmp(&b.0));
    solutions.truncate(question.max_solutions);
    solutions
        .into_iter()
        .map(|(_, solution)| solution)
        .collect()
}

impl StageQuestion<'_> {
    /// The number of places that have the color wanted at their facelet.
    pub(super) fn correct_places(&self, places: &[u16]) -> usize {
        let pairs = places.iter().zip(self.facelets);
        let right = |(place, facelet): &(&u16, &u16)| {
            self.colors[usize::from(**place)] == self.tables.goal[usize::from(**facelet)]
        };
        pairs.filter(right).count()
    }

    /// The value of the correct colors that some turns destroy, minus that of those they create.
    pub(super) fn lost_value(&self, turns: &[u16], colors: &mut Vec<u16>) -> f64 {
        colors.clear();
        colors.extend_from_slice(self.colors);
        let worth = |colors: &[u16], moved: &[[u16; 2]]| -> f64 {
            let facelets = moved.iter().map(|[to, _]| usize::from(*to));
            let right = facelets.filter(|&facelet| colors[facelet] == self.tables.goal[facelet]);
            right.map(|facelet| self.values[facelet]).sum()
        };
        let mut cost = 0.0;
        for &turn in turns {
            let moved = &self.tables.moved[usize::from(turn)];
            cost += worth(colors, moved);
            self.tables.apply(colors, turn);
            cost -= worth(colors, moved);
        }
        cost
    }
}

/// A set of places from which some turns bring colors to the stage's facelets. The places are in [`BackwardSearch::places`].
struct Node {
    /// The next node and the turn that leads to it; `None` at the end of the stage.
    next: Option<Step>,
    hits: usize,
}

/// A node, by its index, and a turn before it.
type Step = (u32, u16);

/// Once there are this many times as many steps as are kept, steps with fewer hits are skipped. The surplus makes up for
/// duplicates.
const SPARE_FACTOR: usize = 3;

/// The search from the end of a stage to its start.
struct BackwardSearch<'a> {
    question: &'a StageQuestion<'a>,
    /// The color wanted at each facelet of the stage.
    wanted_colors: Vec<u16>,
    nodes: Vec<Node>,
    /// The places of all nodes, concatenated, each in the order of the stage's facelets.
    places: Vec<u16>,
    /// The hashes of all sets of places. With a collision, a set would be missed.
    seen: FxHashSet<u64>,
    /// For each turn, its last trial, and how many more places it corrects than it spoils.
    last_trial: Vec<(u32, i32)>,
    trial: u32,
    /// For each facelet, the remaining turns that move it, with the sources; created when first needed.
    moving: Vec<Option<Box<[[u16; 2]]>>>,
    /// For each facelet and color, the remaining turns that bring that color there; created when first needed.
    turns_bringing: FxHashMap<(u16, u16), Box<[u16]>>,
}

impl<'a> BackwardSearch<'a> {
    fn new(question: &'a StageQuestion<'a>, hits: usize) -> Self {
        let goal = |&facelet: &u16| question.tables.goal[usize::from(facelet)];
        Self {
            question,
            wanted_colors: question.facelets.iter().map(goal).collect(),
            nodes: vec![Node { next: None, hits }],
            places: question.facelets.to_vec(),
            seen: FxHashSet::from_iter([FxBuildHasher.hash_one(question.facelets)]),
            last_trial: vec![(0, 0); question.tables.ids.len()],
            trial: 0,
            moving: vec![None; question.tables.facelets],
            turns_bringing: FxHashMap::default(),
        }
    }

    /// The steps before some nodes: the solutions, and the other steps grouped by hits.
    fn steps(&mut self, layer: Range<u32>) -> (Vec<Step>, Vec<Vec<Step>>) {
        let tables = self.question.tables;
        let all = self.wanted_colors.len();
        let mut found = Vec::new();
        let mut by_hits = vec![Vec::new(); all + 1];
        let mut gains = Vec::new();
        // Steps with fewer hits are not kept.
        let mut least = 0;
        for number in layer {
            let Node { next, hits } = self.nodes[number as usize];
            if hits < least {
                self.correcting_turns(number, &mut gains)
            } else {
                self.all_gains(number, &mut gains)
            }
            let face = next.map(|(_, turn)| tables.faces[usize::from(turn)]);
            for (turn, gain) in gains.drain(..) {
                let hits = hits.saturating_add_signed(gain as isize);
                if hits < least || face == Some(tables.faces[usize::from(turn)]) {
                    continue;
                }
                if hits == all {
                    found.push((number, turn))
                } else {
                    by_hits[hits].push((number, turn))
                }
            }
            let more: usize = by_hits[least + 1..].iter().map(Vec::len).sum();
            if more >= SPARE_FACTOR * self.question.stage_beam {
                by_hits[least].clear();
                least += 1;
            }
        }
        (found, by_hits)
    }

    /// All turns before a node, each with its gain: how many more places it corrects than it spoils.
    fn all_gains(&mut self, number: u32, gains: &mut Vec<(u16, i32)>) {
        let colors = self.question.colors;
        self.trial += 1;
        for (place, wanted) in places(&self.places, &self.wanted_colors, number) {
            let is_right = |place: u16| i32::from(colors[usize::from(place)] == wanted);
            let before = is_right(place);
            let moving = turns_moving(&mut self.moving[usize::from(place)], self.question, place);
            for &[turn, from] in moving {
                let tried = &mut self.last_trial[usize::from(turn)];
                if tried.0 != self.trial {
                    *tried = (self.trial, 0);
                    gains.push((turn, 0));
                }
                tried.1 += is_right(from) - before;
            }
        }
        for (turn, gain) in gains {
            *gain = self.last_trial[usize::from(*turn)].1;
        }
    }

    /// The turns before a node with a positive gain. Most turns correct no place and are not visited.
    fn correcting_turns(&mut self, number: u32, gains: &mut Vec<(u16, i32)>) {
        let StageQuestion { tables, colors, .. } = *self.question;
        self.trial += 1;
        let pairs = places(&self.places, &self.wanted_colors, number);
        let is_right = |&(place, wanted): &(u16, u16)| colors[usize::from(place)] == wanted;
        for (place, wanted) in pairs.clone().filter(|pair| !is_right(pair)) {
            let key = (place, wanted);
            let bringing = self.turns_bringing.entry(key).or_insert_with(|| {
                let moving =
                    turns_moving(&mut self.moving[usize::from(place)], self.question, place);
                let right = moving.iter().filter(|[_, from]| is_right(&(*from, wanted)));
                right.map(|[turn, _]| *turn).collect()
            });
            for &turn in bringing.iter() {
                let tried = &mut self.last_trial[usize::from(turn)];
                if tried.0 != self.trial {
                    *tried = (self.trial, 0);
                    gains.push((turn, 0));
                }
                tried.1 += 1;
            }
        }
        gains.retain_mut(|(turn, gain)| {
            let sources = tables.sources(*turn);
            let spoiled = pairs
                .clone()
                .filter(is_right)
                .filter(|&(place, wanted)| !is_right(&(sources[usize::from(place)], wanted)));
            *gain = self.last_trial[usize::from(*turn)].1 - spoiled.count() as i32;
            *gain > 0
        });
    }

    /// Keeps the steps with the most hits. Of steps with equally many hits, those that are kept are evenly spaced.
    fn keep_best_steps(&mut self, by_hits: Vec<Vec<Step>>) -> Range<u32> {
        let first = self.nodes.len();
        let mut before = Vec::with_capacity(self.wanted_colors.len());
        for (hits, steps) in by_hits.into_iter().enumerate().rev() {
            let left = self.question.stage_beam - (self.nodes.len() - first);
            if left == 0 {
                break;
            }
            let every = steps.len().div_ceil(left).max(1);
            for (number, turn) in steps.into_iter().step_by(every) {
                let sources = self.question.tables.sources(turn);
                before.clear();
                before.extend(
                    places(&self.places, &self.wanted_colors, number)
                        .map(|(place, _)| sources[usize::from(place)]),
                );
                if self.seen.insert(FxBuildHasher.hash_one(&before[..])) {
                    self.places.extend(&before);
                    let next = Some((number, turn));
                    self.nodes.push(Node { next, hits });
                }
            }
        }
        first as u32..self.nodes.len() as u32
    }

    /// Some solutions as turns from the start, each with its cost: the number of turns, plus the value of the correct
    /// colors that they destroy.
    fn stage_solutions(&self, found: &[Step]) -> Vec<(f64, Vec<u16>)> {
        let every = found.len().div_ceil(MAX_COMPARED_SOLUTIONS).max(1);
        let mut colors = Vec::new();
        let solutions = found.iter().step_by(every).map(|&(number, turn)| {
            let next = |number: u32| self.nodes[number as usize].next;
            let after = std::iter::successors(next(number), |&(number, _)| next(number));
            let mut solution = vec![turn];
            solution.extend(after.map(|(_, turn)| turn));
            let cost = solution.len() as f64 + self.question.lost_value(&solution, &mut colors);
            (cost, solution)
        });
        solutions.collect()
    }
}

/// The places of a node, each with the color wanted there. `all` are the places of all nodes.
fn places<'m>(
    all: &'m [u16],
    wanted_colors: &'m [u16],
    number: u32,
) -> impl Iterator<Item = (u16, u16)> + Clone {
    let first = number as usize * wanted_colors.len();
    let places = &all[first..first + wanted_colors.len()];
    places.iter().copied().zip(wanted_colors.iter().copied())
}

/// The remaining turns that move a facelet, with the sources; computed once.
fn turns_moving<'m>(
    known: &'m mut Option<Box<[[u16; 2]]>>,
    question: &StageQuestion<'_>,
    place: u16,
) -> &'m [[u16; 2]] {
    known.get_or_insert_with(|| {
        let all = question.tables.turns_of[usize::from(place)].iter();
        all.filter(|[turn, _]| question.frontier.is_remaining(*turn))
            .copied()
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::super::turn_tables::scrambled;
    use super::*;

    #[test]
    fn all_correcting_turns_are_found_directly() {
        let (tables, colors) = scrambled("digits", 1_000);
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let frontier = Frontier::new(&tables);
        // Drop some turns, so that the search must not use them.
        let frontier = frontier.layer(&tables, 0, 6, &mut random).after;
        let mut better = 0;
        for _ in 0..50 {
            let facelets: Vec<u16> = (0..7).map(|_| random.random_range(0..729)).collect();
            let question = StageQuestion {
                tables: &tables,
                colors: &colors,
                frontier: &frontier,
                facelets: &facelets,
                stage_beam: 1,
                max_turns: 1,
                max_extra_turns: 0,
                max_solutions: 1,
                values: &[0.0; 729],
            };
            let hits = question.correct_places(&facelets);
            let mut backwards = BackwardSearch::new(&question, hits);
            let (mut gaining, mut all) = (Vec::new(), Vec::new());
            backwards.correcting_turns(0, &mut gaining);
            backwards.all_gains(0, &mut all);
            for &(turn, gain) in &all {
                let before = |&facelet: &u16| tables.sources(turn)[usize::from(facelet)];
                let places: Vec<u16> = facelets.iter().map(before).collect();
                assert_eq!(question.correct_places(&places) as i32 - hits as i32, gain);
                assert!(frontier.is_remaining(turn));
            }
            all.retain(|&(_, gain)| gain > 0);
            gaining.sort_unstable();
            all.sort_unstable();
            assert_eq!(gaining, all);
            better += all.len();
        }
        assert!(better > 500, "{better}");
    }
}
