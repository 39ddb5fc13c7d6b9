//! A library of words that move few facelets: commutators of two turns that have few facelets in common.
//!
//! *Idea.* What `A B A' B'` moves are the facelets that `A` and `B` have in common, and where these go and
//! come from. So two turns that meet in one facelet make a cycle of three. They are kept as
//! what they do to these few facelets, and found by what they bring where.
//!
//! *Source.* D. Singmaster, *Notes on Rubik's Magic Cube*, 1981.

use rustc_hash::FxHashSet;

use super::board::Board;
use crate::control::Control;

/// A word moves at most so many facelets.
pub(super) const MOST_MOVED: usize = 9;

/// A word has at least so many turns.
pub(super) const LEAST_TURNS: usize = 4;

/// Where blocks of turns have more facelets than this in common, their commutators move too many.
const MOST_COMMON: usize = 3;

/// So many words are kept.
const MOST_WORDS: usize = 1_000_000;

/// Up to so many turns, all pairs of them are tried, and turns with another one around them.
const FEW_TURNS: usize = 100;

/// Words, by what they do.
pub(super) struct Library {
    words: Vec<Word>,
    /// What all words move, one after the other: a facelet, and where its color comes from.
    moved: Vec<[u16; 2]>,
    /// For each facelet, by where its color comes from, the words.
    to: Vec<Vec<(u16, Vec<u32>)>>,
}

struct Word {
    turns: Vec<u16>,
    first: usize,
    count: usize,
}

impl Library {
    /// The words of a board; `None` if the control said stop before.
    pub(super) fn new(board: &Board, control: &Control) -> Option<Self> {
        let mut library = Self {
            words: Vec::new(),
            moved: Vec::new(),
            to: vec![Vec::new(); board.facelets],
        };
        for (number, block) in board.blocks.iter().enumerate() {
            if control.stop().is_some() {
                return None;
            }
            let mut common = vec![0; board.blocks.len()];
            for &facelet in &block.facelets {
                for &other in &board.blocks_of[usize::from(facelet)] {
                    common[usize::from(other)] += 1;
                }
            }
            for (other, &common) in common.iter().enumerate() {
                if other != number && (1..=MOST_COMMON).contains(&common) {
                    library.commutators(board, &block.turns, &board.blocks[other].turns);
                }
            }
        }
        if board.ids.len() <= FEW_TURNS {
            library.all(board);
        }
        library.index();
        Some(library)
    }

    fn commutators(&mut self, board: &Board, first: &[u16], second: &[u16]) {
        for &a in first {
            for &b in second {
                let inverse = |turn: u16| board.inverses[usize::from(turn)];
                self.offer(board, vec![a, b, inverse(a), inverse(b)]);
            }
        }
    }

    /// All commutators of two turns, and of a turn and one with another around it.
    fn all(&mut self, board: &Board) {
        let inverse = |turn: u16| board.inverses[usize::from(turn)];
        let turns = || 0..board.ids.len() as u16;
        for a in turns() {
            for b in turns() {
                self.offer(board, vec![a, b, inverse(a), inverse(b)]);
                for x in turns().filter(|&x| x != a) {
                    let around = [x, b, inverse(x)];
                    let back = [x, inverse(b), inverse(x)];
                    let word = [&[a][..], &around, &[inverse(a)], &back].concat();
                    self.offer(board, word.clone());
                    let undone = word.iter().rev().map(|&turn| inverse(turn));
                    self.offer(board, undone.collect());
                }
            }
        }
    }

    /// Keeps a word, if it moves few facelets.
    fn offer(&mut self, board: &Board, turns: Vec<u16>) {
        if self.words.len() >= MOST_WORDS {
            return;
        }
        let first = self.moved.len();
        let mut seen = FxHashSet::default();
        for &turn in &turns {
            for &[to, _] in &board.moved[usize::from(turn)] {
                if !seen.insert(to) {
                    continue;
                }
                let back = turns.iter().rev();
                let from = back.fold(to, |at, &turn| board.sources(turn)[usize::from(at)]);
                if from != to {
                    self.moved.push([to, from]);
                }
                if self.moved.len() > first + MOST_MOVED {
                    self.moved.truncate(first);
                    return;
                }
            }
        }
        let count = self.moved.len() - first;
        if count > 0 {
            self.words.push(Word {
                turns,
                first,
                count,
            });
        }
    }

    fn index(&mut self) {
        let mut pairs: Vec<(u16, u16, u32)> = Vec::with_capacity(self.moved.len());
        for (number, word) in (0..).zip(&self.words) {
            let moved = &self.moved[word.first..word.first + word.count];
            pairs.extend(moved.iter().map(|&[to, from]| (to, from, number)));
        }
        pairs.sort_unstable();
        for of_pair in pairs.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (to, from, _) = of_pair[0];
            let words = of_pair.iter().map(|&(_, _, word)| word).collect();
            self.to[usize::from(to)].push((from, words));
        }
    }

    /// How many words there are.
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// The turns of a word.
    pub(super) fn turns(&self, word: u32) -> &[u16] {
        &self.words[word as usize].turns
    }

    /// What a word moves: facelets, each with where its color comes from.
    pub(super) fn moved(&self, word: u32) -> &[[u16; 2]] {
        let word = &self.words[word as usize];
        &self.moved[word.first..word.first + word.count]
    }

    /// By where they take it from, the words that bring a color to a facelet.
    pub(super) fn bringing(&self, to: usize) -> &[(u16, Vec<u32>)] {
        &self.to[to]
    }
}
