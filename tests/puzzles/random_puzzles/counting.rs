//! Reference answers to questions, by counting: sequences of turns are extended layer by layer, and sequences
//! with the same possible continuations are counted together.
//!
//! This gives the exact number of solutions of each length, however large the puzzle's group
//! is. Nothing here comes from the crate under test.

use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};

use super::costs::{Costs, Paid};
use super::free::Free;
use super::model::{Colors, Model, Move, colors_after, then};
use super::question::{Question, Sets, fits};
use super::rules::Automaton;

/// The distance of each state from the nearest of some states; `None` if there are more than `most` states.
pub fn distances(
    from: &[Colors],
    moves: &[&Move],
    most: usize,
) -> Option<FxHashMap<Colors, usize>> {
    let mut seen = FxHashMap::default();
    let mut layer: FxHashSet<Colors> = from.iter().cloned().collect();
    let mut distance = 0;
    while !layer.is_empty() {
        seen.extend(layer.iter().map(|colors| (colors.clone(), distance)));
        if seen.len() > most {
            return None;
        }
        let after = |colors: &Colors| {
            moves
                .iter()
                .map(|it| colors_after(colors, &it.from))
                .collect_vec()
        };
        let next = layer.iter().flat_map(after);
        layer = next.filter(|colors| !seen.contains_key(colors)).collect();
        distance += 1;
    }
    Some(seen)
}

/// All states of a puzzle with their distances from the solved one; `None` if there are more than `most`.
pub fn states(model: &Model, moves: &[Move], most: usize) -> Option<FxHashMap<Colors, usize>> {
    distances(&[model.solved()], &moves.iter().collect::<Vec<_>>(), most)
}

/// The part of a sequence on which its continuations depend.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Prefix {
    /// The states after the turns, one for each start that free turns allow.
    colors: Vec<Colors>,
    counts: Vec<usize>,
    paid: Paid,
    /// The last turn, if it matters for the next one.
    last: Option<usize>,
    /// The states of the automata of the rules.
    rules: Vec<usize>,
    /// The last turns, at most as many as the question prescribes at the end.
    tail: Vec<usize>,
    /// The turns of one face at the end, if only canonical sequences count.
    run: Vec<usize>,
}

/// A question with its words resolved to turns.
#[derive(Clone)]
pub struct Count<'a> {
    pub moves: &'a [Move],
    /// The turns that may be made, in increasing order.
    pub allowed: Vec<usize>,
    pub starts: Vec<Colors>,
    pub goals: Vec<Sets>,
    pub free: Free,
    /// The goals of the question; `goals` are the states from which final free turns lead there.
    pub typed_goals: Vec<Sets>,
    limits: Vec<(Vec<usize>, usize)>,
    pub costs: Costs,
    /// Whether costs matter.
    counts_cost: bool,
    max_cost: usize,
    rules: Vec<Automaton>,
    starts_with: Vec<usize>,
    ends_with: Vec<usize>,
    min_turns: usize,
    canonical: bool,
}

impl<'a> Count<'a> {
    /// `starts`: the possible states of the start; `goals`: the alternative goals; `held`: the
    /// facelets that no turn may move.
    pub fn new(
        question: &Question,
        moves: &'a [Move],
        starts: Vec<Colors>,
        goals: Vec<Sets>,
        held: &[usize],
    ) -> Self {
        let model = &question.model;
        let sets = |words: &[String]| model.sets(moves, words);
        let turns = |words: &[String]| -> Vec<usize> {
            let turn = |word: &String| model.turn(moves, word).expect("a turn");
            words.iter().map(turn).collect()
        };
        let (allow, forbid) = (sets(&question.allow), sets(&question.forbid));
        let allowed = (0..moves.len()).filter(|&it| {
            (!question.quarter_turns || moves[it].is_quarter())
                && moves[it].leaves(held)
                && (question.allow.is_empty() || allow.contains(&it))
                && !forbid.contains(&it)
        });
        let costs = question.costs.clone();
        let mut costs = costs.unwrap_or_else(|| Costs::plain(moves.len(), 1));
        for (words, weight) in &question.cost {
            let turns = sets(words).into_iter();
            turns.for_each(|it| costs.weights[it] = *weight);
        }
        let rules = question.rules.iter();
        let rules = rules.map(|rule| rule.automaton(moves.len()).expect("a small automaton"));
        let free = Free::of(question, moves);
        let limits = question.at_most.iter();
        let limits = limits.map(|(words, most)| (sets(words), *most));
        Self {
            moves,
            allowed: allowed.collect(),
            starts,
            goals: free.goals(&goals),
            typed_goals: goals,
            free,
            limits: limits.collect(),
            costs,
            counts_cost: question.max_cost.is_some(),
            max_cost: question.max_cost.unwrap_or(usize::MAX),
            rules: rules.collect(),
            starts_with: turns(&question.starts_with),
            ends_with: turns(&question.ends_with),
            min_turns: question.min_turns,
            canonical: question.canonical,
        }
    }

    /// The cost of a turn sequence.
    pub fn cost(&self, turns: &[usize]) -> usize {
        self.costs.cost(turns).expect("a regrip is always possible")
    }

    /// Whether turns lead from a state to a goal and satisfy all constraints.
    pub fn is_answer(&self, start: &[u8], turns: &[usize]) -> bool {
        let mut prefix = self.begin(start);
        for (made, &turn) in turns.iter().enumerate() {
            match self.extended_by(&prefix, made, turn) {
                Some(next) if self.allowed.contains(&turn) => prefix = next,
                _ => return false,
            }
        }
        self.is_complete(&prefix, turns.len())
    }

    /// The number of solutions of each length up to `most`.
    pub fn counts(&self, most: usize) -> Vec<u64> {
        let mut counts = Vec::new();
        self.follow(&mut |length, layer| {
            let ends = layer.iter();
            let ends = ends.filter(|(prefix, _)| self.is_complete(prefix, length));
            counts.push(ends.map(|(_, count)| count).sum());
            length < most
        });
        counts.resize(most + 1, 0);
        counts
    }

    /// The length of a shortest solution, or `Some(None)` if none exists; `None` if more than `most` prefixes must be
    /// distinguished.
    pub fn shortest_among(&self, most: usize) -> Option<Option<usize>> {
        let mut seen = FxHashSet::default();
        // From this length on, a repeated prefix can be dropped. (The first turn must not be a free one.)
        let is_free = usize::from(!self.free.before.is_empty());
        let free = self.min_turns.max(self.starts_with.len()).max(is_free);
        let mut layer: FxHashSet<Prefix> = self.starts.iter().map(|it| self.begin(it)).collect();
        for length in 0.. {
            if layer.iter().any(|prefix| self.is_complete(prefix, length)) {
                return Some(Some(length));
            }
            if length >= free {
                layer.retain(|prefix| seen.insert(prefix.clone()));
            }
            if layer.is_empty() {
                return Some(None);
            }
            let longer = layer.iter().flat_map(|prefix| {
                let turns = self.allowed.iter();
                turns.filter_map(move |&turn| self.extended_by(prefix, length, turn))
            });
            layer = longer.collect();
            if seen.len() + layer.len() > most {
                return None;
            }
        }
        unreachable!("layers end")
    }

    /// The cost of the cheapest solution with a length in a range; `None` without a solution.
    pub fn cheapest(&self, least: usize, most: usize) -> Option<usize> {
        let costs = (least..=most).filter_map(|turns| self.costs(turns).first().copied());
        costs.min()
    }

    /// The costs of all solutions of a length, in increasing order.
    pub fn costs(&self, turns: usize) -> Vec<usize> {
        let mut priced = self.clone();
        priced.counts_cost = true;
        let mut costs = Vec::new();
        priced.follow(&mut |length, layer| {
            if length == turns {
                let ends = layer.iter();
                for (prefix, count) in ends.filter(|(it, _)| priced.is_complete(it, length)) {
                    let cost = prefix.paid.iter().flatten().min();
                    let cost = cost.expect("something is paid");
                    costs.extend((0..*count).map(|_| *cost));
                }
            }
            length < turns
        });
        costs.sort_unstable();
        costs
    }

    /// Visits the lengths while `visit` returns true; ends when no sequence can be continued.
    fn follow(&self, visit: &mut dyn FnMut(usize, &FxHashMap<Prefix, u64>) -> bool) {
        let begin = self.starts.iter().map(|start| self.begin(start));
        let mut layer: FxHashMap<Prefix, u64> = FxHashMap::default();
        begin.for_each(|prefix| *layer.entry(prefix).or_default() += 1);
        let mut length = 0;
        while !layer.is_empty() && visit(length, &layer) {
            let mut next: FxHashMap<Prefix, u64> = FxHashMap::default();
            for (prefix, count) in &layer {
                for &turn in &self.allowed {
                    if let Some(prefix) = self.extended_by(prefix, length, turn) {
                        *next.entry(prefix).or_default() += count;
                    }
                }
            }
            layer = next;
            length += 1;
        }
    }

    fn begin(&self, start: &[u8]) -> Prefix {
        Prefix {
            colors: self.free.starts(start),
            counts: vec![0; self.limits.len()],
            paid: if self.counts_cost {
                self.costs.nothing()
            } else {
                Paid::new()
            },
            last: None,
            rules: vec![0; self.rules.len()],
            tail: Vec::new(),
            run: Vec::new(),
        }
    }

    fn is_complete(&self, prefix: &Prefix, length: usize) -> bool {
        let is_free = |turn: usize| self.free.after.contains(&turn);
        let mut rules = self.rules.iter().zip(&prefix.rules);
        length >= self.min_turns.max(self.starts_with.len())
            && prefix.tail == self.ends_with
            && !prefix.last.is_some_and(is_free)
            && rules.all(|(rule, &at)| rule.accepts(at))
            && self.is_goal(&prefix.colors)
    }

    fn is_goal(&self, colors: &[Colors]) -> bool {
        let is_one = |colors: &Colors| self.goals.iter().any(|goal| fits(goal, colors));
        colors.iter().any(is_one)
    }

    /// The prefix after one more turn; `None` if it violates a constraint.
    fn extended_by(&self, prefix: &Prefix, made: usize, turn: usize) -> Option<Prefix> {
        let asked = self.starts_with.get(made);
        if asked.is_some_and(|&asked| asked != turn) {
            return None;
        }
        // Such a turn is counted among the free turns before the solution.
        if made == 0 && self.free.before.contains(&turn) {
            return None;
        }
        let mut next = prefix.clone();
        for ((set, most), count) in self.limits.iter().zip(&mut next.counts) {
            *count += usize::from(set.contains(&turn));
            if *count > *most {
                return None;
            }
        }
        if self.counts_cost {
            next.paid = self.costs.after(&prefix.paid, prefix.last, turn);
            for paid in &mut next.paid {
                *paid = paid.filter(|&it| it <= self.max_cost);
            }
            if next.paid.iter().all(Option::is_none) {
                return None;
            }
        }
        let last_matters =
            self.counts_cost && self.costs.has_pairs() || !self.free.after.is_empty();
        next.last = last_matters.then_some(turn);
        for (rule, at) in self.rules.iter().zip(&mut next.rules) {
            *at = rule.after(*at, turn)?;
        }
        next.tail.push(turn);
        if next.tail.len() > self.ends_with.len() {
            next.tail.remove(0);
        }
        if self.canonical {
            next.run = self.canonical_run(&prefix.run, turn)?;
        }
        let from = &self.moves[turn].from;
        for colors in &mut next.colors {
            *colors = colors_after(colors, from);
        }
        next.colors.sort_unstable();
        Some(next)
    }

    /// The run of turns of one face at the end, after one more turn; `None` if the sequence is
    /// not canonical. A run must be the first among the shortest with its effect, and commuting
    /// turns must be in the order of the puzzle file.
    fn canonical_run(&self, run: &[usize], turn: usize) -> Option<Vec<usize>> {
        let face = |turn: usize| self.moves[turn].generator;
        let Some(&last) = run.last() else {
            return Some(vec![turn]);
        };
        if face(last) != face(turn) {
            let (a, b) = (&self.moves[last].from, &self.moves[turn].from);
            let swapped = face(last) > face(turn) && then(a, b) == then(b, a);
            return (!swapped).then(|| vec![turn]);
        }
        let longer: Vec<usize> = run.iter().copied().chain([turn]).collect();
        let order = self.moves[turn].order;
        let power =
            |run: &[usize]| run.iter().map(|&it| self.moves[it].power).sum::<usize>() % order;
        let turns = self.allowed.iter().copied();
        let turns: Vec<usize> = turns.filter(|&it| face(it) == face(turn)).collect();
        // Runs in order of length, then of turns, at most one for each power.
        let mut first: Vec<Vec<usize>> = vec![Vec::new()];
        let mut next = 0;
        while next < first.len() {
            for &turn in &turns {
                let run: Vec<usize> = first[next].iter().copied().chain([turn]).collect();
                if !first.iter().any(|known| power(known) == power(&run)) {
                    first.push(run);
                }
            }
            next += 1;
        }
        first.contains(&longer).then_some(longer)
    }
}
