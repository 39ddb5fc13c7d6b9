//! A stage: turns that bring right colors to a few facelets, found backwards.
//!
//! *Idea.* The facelets of the stage are followed from the end to the start: before the last turn, what
//! will lie at them lies where that turn takes it from. If each of these places shows the right color
//! at the start, the turns are an answer. Which of alike pieces comes is nowhere said. A beam
//! keeps the sets of places that show the most right colors.

use rustc_hash::FxHashSet;

use super::board::Board;
use super::frontier::Frontier;

/// Of so many answers of one length the best are taken.
const MOST_ANSWERS: usize = 3_000;

/// Which turns bring right colors to some facelets?
pub(super) struct Question<'a> {
    pub(super) board: &'a Board,
    /// What is shown at the start.
    pub(super) colors: &'a [u16],
    /// Which turns are left.
    pub(super) alive: &'a Frontier,
    pub(super) facelets: &'a [u16],
    /// How many sets of places are kept.
    pub(super) width: usize,
    /// No more turns than this.
    pub(super) turns: usize,
    /// How many turns more than the shortest answers others may take.
    pub(super) longer: usize,
    /// How many answers are wanted.
    pub(super) ways: usize,
    /// What it is worth that each facelet shows its color afterwards.
    pub(super) worth: &'a [f64],
}

/// Where what will lie at the facelets of a stage lies some turns before.
struct Node {
    places: Vec<u16>,
    /// The node that this one comes before, and the turn between; `None` at the end.
    next: Option<Step>,
    /// How many of the places show the right color.
    hits: i32,
}

/// The best answers of the smallest length that the beam finds any of, and of little more.
pub(super) fn answers(question: &Question<'_>) -> Vec<Vec<u16>> {
    let hits = question.hits(question.facelets);
    if hits == question.facelets.len() {
        return vec![Vec::new()];
    }
    let mut backwards = Backwards {
        question,
        nodes: vec![Node {
            places: question.facelets.to_vec(),
            next: None,
            hits: hits as i32,
        }],
        seen: FxHashSet::from_iter([question.facelets.to_vec()]),
        tried: vec![(0, 0); question.board.ids.len()],
        trial: 0,
        turns_of: vec![None; question.board.facelets],
    };
    let mut layer = vec![0];
    let mut ways = Vec::new();
    let (mut turns, mut most) = (0, question.turns);
    while turns < most {
        turns += 1;
        let (found, steps) = backwards.steps(&layer);
        if ways.is_empty() && !found.is_empty() {
            most = most.min(turns + question.longer);
        }
        ways.extend(backwards.ways(&found));
        layer = backwards.keep(steps);
    }
    ways.sort_by(|a, b| a.0.total_cmp(&b.0));
    ways.truncate(question.ways);
    ways.into_iter().map(|(_, way)| way).collect()
}

impl Question<'_> {
    /// How many of some places show what is wanted at the facelets.
    pub(super) fn hits(&self, places: &[u16]) -> usize {
        let pairs = places.iter().zip(self.facelets);
        let right = |(place, facelet): &(&u16, &u16)| {
            self.colors[usize::from(**place)] == self.board.goal[usize::from(**facelet)]
        };
        pairs.filter(right).count()
    }

    /// What the colors are worth after some turns more than before, counted as a cost.
    pub(super) fn cost(&self, turns: &[u16], colors: &mut Vec<u16>) -> f64 {
        colors.clear();
        colors.extend_from_slice(self.colors);
        let worth = |colors: &[u16], moved: &[[u16; 2]]| -> f64 {
            let facelets = moved.iter().map(|[to, _]| usize::from(*to));
            let right = facelets.filter(|&facelet| colors[facelet] == self.board.goal[facelet]);
            right.map(|facelet| self.worth[facelet]).sum()
        };
        let mut cost = 0.0;
        for &turn in turns {
            let moved = &self.board.moved[usize::from(turn)];
            cost += worth(colors, moved);
            self.board.turn(colors, turn);
            cost -= worth(colors, moved);
        }
        cost
    }
}

/// A node, by its number, and a turn before it.
type Step = (u32, u16);

/// Steps with fewer hits are not noted once there are so many times more than are kept, as some lead to the same places and
/// fall away.
const ENOUGH: usize = 3;

struct Backwards<'a> {
    question: &'a Question<'a>,
    nodes: Vec<Node>,
    seen: FxHashSet<Vec<u16>>,
    /// For each turn the last trial in which it was looked at, and how many places are right before it.
    tried: Vec<(u32, i32)>,
    trial: u32,
    /// For each facelet the turns left that move it, with where they take it from; once they are needed.
    turns_of: Vec<Option<Vec<[u16; 2]>>>,
}

impl Backwards<'_> {
    /// The steps before some nodes that are answers, and by their hits those that are not.
    fn steps(&mut self, layer: &[u32]) -> (Vec<Step>, Vec<Vec<Step>>) {
        let Question {
            board,
            colors,
            facelets,
            alive,
            ..
        } = *self.question;
        let wanted: Vec<u16> = facelets
            .iter()
            .map(|&f| board.goal[usize::from(f)])
            .collect();
        let mut found = Vec::new();
        let mut by_hits = vec![Vec::new(); facelets.len() + 1];
        let mut turns = Vec::new();
        // Steps with fewer hits are not kept.
        let mut least = 0;
        for &number in layer {
            self.trial += 1;
            let Node { places, next, hits } = &self.nodes[number as usize];
            let face = next.map(|(_, turn)| board.faces[usize::from(turn)]);
            for (&place, &wanted) in places.iter().zip(&wanted) {
                let is_right = |place: u16| i32::from(colors[usize::from(place)] == wanted);
                let before = is_right(place);
                let turns_of = self.turns_of[usize::from(place)].get_or_insert_with(|| {
                    let all = board.turns_of[usize::from(place)].iter();
                    all.filter(|[turn, _]| alive.has(*turn)).copied().collect()
                });
                for &[turn, from] in turns_of.iter() {
                    let tried = &mut self.tried[usize::from(turn)];
                    if tried.0 != self.trial {
                        *tried = (self.trial, *hits);
                        turns.push(turn);
                    }
                    tried.1 += is_right(from) - before;
                }
            }
            for turn in turns.drain(..) {
                let at = usize::from(turn);
                let hits = self.tried[at].1 as usize;
                if hits < least || face == Some(board.faces[at]) {
                    continue;
                }
                match hits == facelets.len() {
                    true => found.push((number, turn)),
                    false => by_hits[hits].push((number, turn)),
                }
            }
            let more: usize = by_hits[least + 1..].iter().map(Vec::len).sum();
            if more >= ENOUGH * self.question.width {
                by_hits[least].clear();
                least += 1;
            }
        }
        (found, by_hits)
    }

    /// Keeps the steps with the most hits, spread over those with equally many.
    fn keep(&mut self, by_hits: Vec<Vec<Step>>) -> Vec<u32> {
        let board = self.question.board;
        let mut kept = Vec::new();
        for (hits, steps) in by_hits.into_iter().enumerate().rev() {
            let left = self.question.width - kept.len();
            if left == 0 {
                break;
            }
            let every = steps.len().div_ceil(left).max(1);
            for (number, turn) in steps.into_iter().step_by(every) {
                let sources = board.sources(turn);
                let places = self.nodes[number as usize].places.iter();
                let places: Vec<u16> = places.map(|&place| sources[usize::from(place)]).collect();
                if self.seen.insert(places.clone()) {
                    kept.push(self.nodes.len() as u32);
                    let next = Some((number, turn));
                    self.nodes.push(Node {
                        places,
                        next,
                        hits: hits as i32,
                    });
                }
            }
        }
        kept
    }

    /// Some answers as turns from the start, each with what it costs: its turns, less what they do for others.
    fn ways(&self, found: &[Step]) -> Vec<(f64, Vec<u16>)> {
        let every = found.len().div_ceil(MOST_ANSWERS).max(1);
        let mut colors = Vec::new();
        let ways = found.iter().step_by(every).map(|&(number, turn)| {
            let next = |number: u32| self.nodes[number as usize].next;
            let after = std::iter::successors(next(number), |&(number, _)| next(number));
            let mut way = vec![turn];
            way.extend(after.map(|(_, turn)| turn));
            let cost = way.len() as f64 + self.question.cost(&way, &mut colors);
            (cost, way)
        });
        ways.collect()
    }
}
