//! The search beneath the tables.
//!
//! *Idea.* Depth first, but up to [`TOGETHER`] nodes at a time: all of them are looked up before any is followed, so that the
//! processor waits for many places in memory at once. The nodes of a depth stay in the order of their sequences of turns, and so do the
//! solutions.

use std::ops::Range;

use super::super::order::Order;
use super::classes::{Classes, Spot};
use super::fill::Distances;
use super::nearer::Nearer;
use crate::control::{Control, Stop};

/// How many nodes are followed together.
const TOGETHER: usize = 256;

/// How many chunks of nodes are followed between two looks at the clock.
const CHUNKS_PER_LOOK: u32 = 1 << 6;

/// What tells how far a node is.
pub(super) enum Table {
    Distances(Distances),
    Nearer(Nearer),
}

/// Which turn may follow which, as the automaton of canonical sequences says.
pub(super) struct Follows {
    /// By state: the turns that may follow, a bit each.
    allowed: Vec<u32>,
    /// By state and turn: the next state.
    next: Vec<u16>,
}

/// All that the search beneath the tables reads.
pub(super) struct Ground {
    pub(super) classes: Classes,
    pub(super) table: Table,
    pub(super) follows: Follows,
    /// Whether every turn lies in one of the images of the subgroup that are looked at. Then so does the last turn of a solution, and where all
    /// images are equally far, but not at the goal, one more turn is needed.
    pub(super) one_more: bool,
}

/// A node of the search.
#[derive(Clone, Copy)]
pub(super) struct Node<const K: usize> {
    spots: [Spot; K],
    /// Its predecessor, by the number in the level before.
    parent: u32,
    turn: u16,
    /// The state of the automaton.
    order: u16,
}

/// A search under way. Its levels are the nodes that are open, by depth.
pub(super) struct Walk<'a, const K: usize> {
    ground: &'a Ground,
    control: &'a Control,
    levels: Vec<Vec<Node<K>>>,
    chunks: u32,
}

impl Table {
    /// The distance of a spot; `None` if no turns lead to the goal.
    pub(super) fn distance(&self, classes: &Classes, spot: Spot) -> Option<usize> {
        let place = classes.place(spot);
        match self {
            Table::Distances(table) => table.reached(place),
            Table::Nearer(table) => table.reached(place),
        }
    }
}

impl Follows {
    pub(super) fn new(order: &Order, turns: usize) -> Self {
        let states = order.ahead.states();
        let next = |state, turn| order.ahead.next(state, turn);
        let may = |state: u32| {
            let turns = (0..turns).filter(|&turn| next(state, turn).is_some());
            turns.fold(0, |all, turn| all | 1 << turn)
        };
        let states = 0..states as u32;
        let rows = states
            .clone()
            .flat_map(|state| (0..turns).map(move |turn| (state, turn)));
        Self {
            allowed: states.map(may).collect(),
            next: rows
                .map(|(state, turn)| next(state, turn).unwrap_or(0) as u16)
                .collect(),
        }
    }
}

impl<'a, const K: usize> Walk<'a, K> {
    /// From a state, seen by each image of the subgroup.
    pub(super) fn from_start(ground: &'a Ground, spots: [Spot; K], control: &'a Control) -> Self {
        let root = Node {
            spots,
            parent: 0,
            turn: 0,
            order: 0,
        };
        Self::from_nodes(ground, vec![root], control)
    }

    /// From some nodes of another search.
    pub(super) fn from_nodes(
        ground: &'a Ground,
        nodes: Vec<Node<K>>,
        control: &'a Control,
    ) -> Self {
        Self {
            ground,
            control,
            levels: vec![nodes],
            chunks: 0,
        }
    }

    /// The nodes of a level.
    pub(super) fn nodes(&self, level: usize) -> &[Node<K>] {
        &self.levels[level]
    }

    /// The turns that lead from the first level to a node of another one, and where they began.
    pub(super) fn path(&self, level: usize, mut at: usize) -> (usize, Vec<usize>) {
        let mut path = Vec::with_capacity(level);
        for nodes in self.levels[1..=level].iter().rev() {
            path.push(nodes[at].turn.into());
            at = nodes[at].parent as usize;
        }
        path.reverse();
        (at, path)
    }

    /// Follows all nodes of the last level by one turn; `left` turns lead from them to the goal.
    pub(super) fn deepen(&mut self, left: usize) {
        let level = self.levels.len() - 1;
        let mut all = Vec::new();
        let mut first = 0;
        while first < self.levels[level].len() {
            let last = self.levels[level].len().min(first + TOGETHER);
            self.expand(level, first..last, left);
            all.append(&mut self.levels[level + 1]);
            first = last;
        }
        self.levels.truncate(level + 1);
        self.levels.push(all);
    }

    /// Follows all sequences of exactly `left` turns from the nodes of a level. `arrive` gets those that lead to where all distances are 0: the
    /// node of the first level where each began, and its turns.
    pub(super) fn go(
        &mut self,
        level: usize,
        left: usize,
        arrive: &mut dyn FnMut(usize, Vec<usize>),
    ) -> Result<(), Stop> {
        let count = self.levels[level].len();
        if left == 0 {
            for at in 0..count {
                let (from, path) = self.path(level, at);
                arrive(from, path);
            }
            return Ok(());
        }
        for first in (0..count).step_by(TOGETHER) {
            if self.chunks.is_multiple_of(CHUNKS_PER_LOOK)
                && let Some(stop) = self.control.stop()
            {
                return Err(stop);
            }
            self.chunks = self.chunks.wrapping_add(1);
            self.expand(level, first..count.min(first + TOGETHER), left);
            if !self.levels[level + 1].is_empty() {
                self.go(level + 1, left - 1, arrive)?;
            }
        }
        Ok(())
    }

    /// Makes the successors of some nodes the next level.
    fn expand(&mut self, level: usize, nodes: Range<usize>, left: usize) {
        if self.levels.len() == level + 1 {
            self.levels.push(Vec::new());
        }
        let mut next = std::mem::take(&mut self.levels[level + 1]);
        next.clear();
        let first = nodes.start;
        let from = &self.levels[level][nodes];
        match &self.ground.table {
            Table::Nearer(table) => self.by_masks(table, (from, first), left, &mut next),
            Table::Distances(table) => self.by_distances(table, (from, first), left, &mut next),
        }
        self.levels[level + 1] = next;
    }

    fn by_masks(
        &self,
        table: &Nearer,
        (from, first): (&[Node<K>], usize),
        left: usize,
        next: &mut Vec<Node<K>>,
    ) {
        let classes = &self.ground.classes;
        let mut turns = [0_u32; TOGETHER];
        for (turns, node) in turns.iter_mut().zip(from) {
            *turns = self.ground.follows.allowed[usize::from(node.order)];
        }
        let mut tight = [self.ground.one_more; TOGETHER];
        // The nodes that go on, as far as the images before tell.
        let mut alive: [u16; TOGETHER] = std::array::from_fn(|n| n as u16);
        let mut count = from.len();
        for axis in 0..K {
            let mut entries = [0_u32; TOGETHER];
            for (entry, &n) in entries.iter_mut().zip(&alive[..count]) {
                *entry = table.get(classes.place(from[usize::from(n)].spots[axis]));
            }
            let mut kept = 0;
            for at in 0..count {
                let (n, entry) = (usize::from(alive[at]), entries[at]);
                turns[n] &= table.leading(entry, from[n].spots[axis].frame, left - 1);
                tight[n] &= Nearer::distance(entry) == left;
                if turns[n] != 0 && !(tight[n] && axis + 1 == K) {
                    alive[kept] = n as u16;
                    kept += 1;
                }
            }
            count = kept;
        }
        for &n in &alive[..count] {
            let n = usize::from(n);
            let node = &from[n];
            for turn in bits(turns[n]) {
                let mut spots = node.spots;
                for spot in &mut spots {
                    *spot = classes.turned(*spot, turn);
                }
                next.push(Node {
                    spots,
                    parent: (first + n) as u32,
                    turn: turn as u16,
                    order: self.next_order(node, turn),
                });
            }
        }
    }

    /// Looks all successors up by one image of the subgroup, then those that are left by the next one.
    fn by_distances(
        &self,
        table: &Distances,
        (from, first): (&[Node<K>], usize),
        left: usize,
        next: &mut Vec<Node<K>>,
    ) {
        let classes = &self.ground.classes;
        let within = left - 1;
        for (n, node) in from.iter().enumerate() {
            for turn in bits(self.ground.follows.allowed[usize::from(node.order)]) {
                next.push(Node {
                    parent: (first + n) as u32,
                    turn: turn as u16,
                    order: self.next_order(node, turn),
                    ..*node
                });
            }
        }
        // Whether all images so far say that no turn is to spare.
        let mut tight = vec![self.ground.one_more && within > 0; next.len()];
        for axis in 0..K {
            for node in next.iter_mut() {
                node.spots[axis] = classes.turned(node.spots[axis], node.turn.into());
            }
            let far = next
                .iter()
                .map(|node| table.get(classes.place(node.spots[axis])));
            let far: Vec<u8> = far.collect();
            let mut kept = 0;
            for (at, &far) in far.iter().enumerate() {
                let is_tight = tight[at] && usize::from(far) == within;
                if usize::from(far) <= within && !(is_tight && axis + 1 == K) {
                    (next[kept], tight[kept]) = (next[at], is_tight);
                    kept += 1;
                }
            }
            next.truncate(kept);
        }
    }

    #[inline(always)]
    fn next_order(&self, node: &Node<K>, turn: usize) -> u16 {
        self.ground.follows.next[usize::from(node.order) * self.ground.classes.turns + turn]
    }
}

/// The positions of the bits of a number, the lowest first.
#[inline(always)]
fn bits(mut all: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = all.trailing_zeros();
        all &= all.wrapping_sub(1);
        (bit < u32::BITS).then_some(bit as usize)
    })
}
