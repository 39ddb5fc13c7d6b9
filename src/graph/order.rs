//! Canonical sequences as an automaton, read from either end.
//!
//! *Idea.* A sequence is canonical if it contains none of a finite list of short words. The automaton of Aho and
//! Corasick (1975), which reads turns one by one, remembers the longest suffix of its input that is a prefix of some
//! word. Equivalent states are merged (E. F. Moore, 1956): for the 3×3×3, one state per face and one for the beginning
//! remain.
//!
//! *Both ends.* Backward reading uses the automaton of the reversed words. Where both halves meet, a word may cross the
//! seam; what the states remember determines which pairs of states are compatible.

use std::collections::{HashMap, HashSet};

use itertools::Itertools;

use crate::puzzle::{Puzzle, TurnId};

/// The automaton in one direction.
pub(in crate::graph) struct Automaton {
    /// For each state and turn, the next state; `None` if a word would be complete.
    after: Vec<Vec<Option<u32>>>,
    /// The suffix that each state remembers, in reading order.
    memory: Vec<Vec<usize>>,
}

/// Both automata, and the compatible pairs of their states.
pub(in crate::graph) struct Order {
    pub(in crate::graph) forward: Automaton,
    pub(in crate::graph) backward: Automaton,
    fits: Vec<Vec<bool>>,
}

impl Order {
    /// The automata for the canonical sequences of some turns; they read positions in this list.
    pub(in crate::graph) fn canonical(puzzle: &Puzzle, turns: &[TurnId]) -> Self {
        let position = |turn: &TurnId| turns.iter().position(|it| it == turn).unwrap_or_default();
        let runs = puzzle.forbidden_runs(turns).into_iter();
        let swaps = puzzle.forbidden_swaps(turns).into_iter().map(Vec::from);
        let words = runs.chain(swaps);
        let words: Vec<Vec<usize>> = words
            .map(|word| word.iter().map(position).collect())
            .collect();
        let reversed: Vec<Vec<usize>> = words
            .iter()
            .map(|word| word.iter().rev().copied().collect())
            .collect();
        let (forward, backward) = (
            Automaton::new(&words, turns.len()),
            Automaton::new(&reversed, turns.len()),
        );
        let forbidden: HashSet<&[usize]> = words.iter().map(Vec::as_slice).collect();
        let longest = words.iter().map(Vec::len).max().unwrap_or(0);
        let fits = |(first, second): (&Vec<usize>, &Vec<usize>)| {
            let joined: Vec<usize> = first.iter().chain(second.iter().rev()).copied().collect();
            let mut parts = (1..=longest).flat_map(|length| joined.windows(length));
            !parts.any(|part| forbidden.contains(part))
        };
        let row = |first| backward.memory.iter().map(|it| fits((first, it))).collect();
        Self {
            fits: forward.memory.iter().map(row).collect(),
            forward,
            backward,
        }
    }

    /// Whether a half read forwards may be followed by one read backwards.
    pub(in crate::graph) fn fits(&self, forward: u32, backward: u32) -> bool {
        self.fits[forward as usize][backward as usize]
    }
}

impl Automaton {
    fn new(words: &[Vec<usize>], turns: usize) -> Self {
        let forbidden: HashSet<&[usize]> = words.iter().map(Vec::as_slice).collect();
        let beginnings = words
            .iter()
            .flat_map(|word| (0..word.len()).map(|n| &word[..n]));
        let empty: &[usize] = &[];
        let states: Vec<&[usize]> = [empty].into_iter().chain(beginnings).unique().collect();
        let numbers: HashMap<&[usize], u32> = states.iter().copied().zip(0..).collect();
        let next = |state: &[usize], turn: usize| {
            let read: Vec<usize> = state.iter().copied().chain([turn]).collect();
            let ends = || (0..=read.len()).map(|first| &read[first..]);
            if ends().any(|end| forbidden.contains(end)) {
                None
            } else {
                ends().find_map(|end| numbers.get(end).copied())
            }
        };
        let row = |state: &&[usize]| (0..turns).map(|turn| next(state, turn)).collect();
        let after: Vec<Vec<Option<u32>>> = states.iter().map(row).collect();
        merged(&after, &states)
    }

    /// The number of states.
    pub(in crate::graph) fn states(&self) -> usize {
        self.after.len()
    }

    /// The state after a turn; the first state is 0.
    pub(in crate::graph) fn next(&self, state: u32, turn: usize) -> Option<u32> {
        self.after[state as usize][turn]
    }
}

/// The automaton with equivalent states merged.
fn merged(after: &[Vec<Option<u32>>], states: &[&[usize]]) -> Automaton {
    let mut class = vec![0_u32; states.len()];
    let mut classes = 1;
    loop {
        let mut known: HashMap<(u32, Vec<Option<u32>>), u32> = HashMap::new();
        let finer: Vec<u32> = after
            .iter()
            .zip(&class)
            .map(|(row, &own)| {
                let row = row.iter().map(|next| next.map(|it| class[it as usize]));
                let new = known.len() as u32;
                *known.entry((own, row.collect())).or_insert(new)
            })
            .collect();
        let found = known.len();
        class = finer;
        if found == classes {
            break;
        }
        classes = found;
    }
    // Classes are numbered in order of appearance, so the class of the empty word is the first.
    let first = |of: usize| class.iter().position(|&it| it as usize == of);
    let representatives: Vec<usize> = (0..classes).filter_map(first).collect();
    let row = |&state: &usize| {
        let next = after[state].iter();
        next.map(|next| next.map(|it| class[it as usize])).collect()
    };
    Automaton {
        after: representatives.iter().map(row).collect(),
        memory: representatives
            .iter()
            .map(|&state| states[state].to_vec())
            .collect(),
    }
}
