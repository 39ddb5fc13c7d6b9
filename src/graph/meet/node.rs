//! A node of the graph as machine words: the packed cells of a state, then its context.
//!
//! *Cost.* A turn of the 3×3×3 changes 8 cells, with 8 lookups and no branches. A node takes 100 bits, and 16 for the
//! context: two words.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::super::views::{StateCells, Step};
use super::context::CONTEXT_BITS;
use crate::group::Permutation;
use crate::problem::Symmetry;

/// A node in `N` words. In sorted lists, nodes of one state are adjacent.
///
/// *Hash.* In large puzzles, nodes near the start or goal share most words. So nodes of more than [`MAX_WITHOUT_HASH`]
/// words begin with the hash of their state, where nearly every comparison ends.
pub(super) type Node<const N: usize> = [u64; N];

/// The maximum number of words of a node that does not begin with its hash.
pub(super) const MAX_WITHOUT_HASH: usize = 4;

/// Whether a node begins with its hash.
const fn has_hash<const N: usize>() -> bool {
    N > MAX_WITHOUT_HASH
}

/// The bits of the context, in the last word.
const CONTEXT_MASK: u64 = (1 << CONTEXT_BITS) - 1;

/// The position of a cell.
#[derive(Clone, Copy, Debug)]
struct Slot {
    word: usize,
    shift: u32,
    /// The bits of the cell within its word.
    mask: u64,
}

/// The cells of a puzzle, and their positions in a node.
pub(super) struct NodeLayout {
    pub(super) cells: StateCells,
    slots: Vec<Slot>,
    words: usize,
}

impl NodeLayout {
    pub(super) fn new(cells: StateCells) -> Self {
        let (mut word, mut used) = (0, CONTEXT_BITS);
        let slot = |&size: &usize| {
            let width = usize::BITS - size.saturating_sub(1).leading_zeros();
            if used + width > u64::BITS {
                (word, used) = (word + 1, 0);
            }
            let slot = Slot {
                word,
                shift: used,
                mask: (((1_u128 << width) - 1) as u64) << used,
            };
            used += width;
            slot
        };
        let slots = cells.sizes.iter().map(slot).collect();
        Self {
            cells,
            slots,
            words: word + 1,
        }
    }

    /// The number of words of a node, including its hash.
    pub(super) fn words(&self) -> usize {
        self.words + usize::from(self.words > MAX_WITHOUT_HASH)
    }

    /// The index of a slot's word in a node of this many words. Words are stored in reverse order, so that contexts come
    /// last.
    fn word_index(slot: Slot, words: usize) -> usize {
        words - 1 - slot.word
    }

    /// The node of a state in context 0.
    pub(super) fn node<const N: usize>(&self, numbers: &[u32]) -> Node<N> {
        let mut node = [0; N];
        for (&slot, &number) in self.slots.iter().zip(numbers) {
            node[Self::word_index(slot, N)] |= u64::from(number) << slot.shift;
        }
        with_hash(node)
    }

    /// The action of a turn on nodes.
    pub(super) fn turn<const N: usize>(&self, turn: &Permutation) -> TurnAction<N> {
        self.action(self.cells.steps(turn))
    }

    /// The action on nodes of a symmetry; `None` if [`StateCells::steps_of_symmetry`] is `None`.
    pub(super) fn symmetry<const N: usize>(&self, symmetry: &Symmetry) -> Option<TurnAction<N>> {
        let steps = self.cells.steps_of_symmetry(symmetry)?;
        Some(self.action(steps))
    }

    fn action<const N: usize>(&self, steps: Vec<Step>) -> TurnAction<N> {
        let mut kept = [u64::MAX; N];
        kept[N - 1] &= !CONTEXT_MASK;
        let (actions, tables) = self.cell_actions(steps, &mut kept);
        TurnAction {
            kept,
            actions,
            tables,
        }
    }

    /// The action on each changed cell, and the tables of all actions. Clears the changed bits of `kept`, which has a word
    /// for each word of a node.
    fn cell_actions(&self, steps: Vec<Step>, kept: &mut [u64]) -> (Vec<CellAction>, Vec<u32>) {
        let words = kept.len();
        let (mut actions, mut tables) = (Vec::new(), Vec::new());
        // A table that many cells share is more often in a cache.
        let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
        for Step {
            from,
            to,
            mut table,
        } in steps
        {
            let (from, to) = (self.slots[from], self.slots[to]);
            kept[Self::word_index(to, words)] &= !to.mask;
            // The bits of a cell could represent larger numbers.
            table.resize((from.mask >> from.shift) as usize + 1, 0);
            let table = *known.entry(table).or_insert_with_key(|table| {
                tables.extend(table);
                (tables.len() - table.len()) as u32
            });
            actions.push(CellAction {
                from: Self::word_index(from, words) as u8,
                from_shift: from.shift as u8,
                to: Self::word_index(to, words) as u8,
                to_shift: to.shift as u8,
                mask: (from.mask >> from.shift) as u32,
                table,
            });
        }
        (actions, tables)
    }

    /// A test of whether every cell of a node of this many words has an admitted value.
    pub(super) fn goal_test(&self, words: usize, admitted: &[Vec<bool>]) -> GoalTest {
        let looks_at = |(slot, admitted): (&Slot, &Vec<bool>)| {
            let all = admitted.iter().all(|&it| it);
            (!all).then(|| (Self::word_index(*slot, words), *slot, admitted.clone()))
        };
        let cells = self.slots.iter().zip(admitted).filter_map(looks_at);
        GoalTest {
            cells: cells.collect(),
        }
    }
}

/// The action of a turn on one cell. It takes few bytes, because a turn of a large puzzle moves a hundred cells.
#[derive(Clone, Copy, Debug)]
struct CellAction {
    /// The word of the cell that is read.
    from: u8,
    from_shift: u8,
    /// The word of the cell that is written.
    to: u8,
    to_shift: u8,
    mask: u32,
    /// The offset of the action's table in the list of all tables.
    table: u32,
}

/// The action of a turn, or of a symmetry, on nodes of `N` words.
#[derive(Clone, Debug)]
pub(super) struct TurnAction<const N: usize> {
    /// The bits that the turn does not change.
    kept: [u64; N],
    actions: Vec<CellAction>,
    /// All tables, one after another: the new value of a cell, indexed by the old value.
    tables: Vec<u32>,
}

impl<const N: usize> TurnAction<N> {
    /// The node after the turn, in context 0.
    #[inline]
    pub(super) fn apply(&self, node: &Node<N>) -> Node<N> {
        let mut after = [0; N];
        for word in 0..N {
            after[word] = node[word] & self.kept[word];
        }
        for it in &self.actions {
            after[usize::from(it.to)] |= self.cell_after(it, node);
        }
        with_hash(after)
    }

    /// The bits of one changed cell after the turn.
    #[inline]
    fn cell_after(&self, it: &CellAction, node: &Node<N>) -> u64 {
        let cell = (node[usize::from(it.from)] >> it.from_shift) as u32 & it.mask;
        u64::from(self.tables[(it.table + cell) as usize]) << it.to_shift
    }

    /// The bits of the last changed cell, before the turn.
    #[inline]
    pub(super) fn last_cell_before(&self, node: &Node<N>) -> u64 {
        let bits = |it: &CellAction| node[usize::from(it.to)] & u64::from(it.mask) << it.to_shift;
        self.actions.last().map_or(0, bits)
    }

    /// The bits of the last changed cell, after the turn.
    #[inline]
    pub(super) fn last_cell_after(&self, node: &Node<N>) -> u64 {
        let bits = |it: &CellAction| self.cell_after(it, node);
        self.actions.last().map_or(0, bits)
    }

    pub(super) fn is_identity(&self) -> bool {
        self.actions.is_empty()
    }

    /// Whether no cell moves into the cells of a mask or out of them.
    pub(super) fn preserves(&self, mask: &Node<N>) -> bool {
        let is_among = |word: u8, shift: u8| mask[usize::from(word)] >> shift & 1 == 1;
        let mut actions = self.actions.iter();
        actions.all(|it| is_among(it.from, it.from_shift) == is_among(it.to, it.to_shift))
    }

    /// The action restricted to the cells of a mask, which must move independently of other cells.
    pub(super) fn restricted(&self, mask: &Node<N>) -> Self {
        let mut kept = self.kept;
        for (kept, mask) in kept.iter_mut().zip(mask) {
            *kept &= mask;
        }
        let is_among = |it: &&CellAction| mask[usize::from(it.to)] >> it.to_shift & 1 == 1;
        Self {
            kept,
            actions: self.actions.iter().filter(is_among).copied().collect(),
            tables: self.tables.clone(),
        }
    }

    /// Sets of cells that turns move independently of each other, as masks, the smallest set first. They contain no cell
    /// that stays unmoved.
    pub(super) fn independent_cells(turns: &[Self]) -> Vec<Node<N>> {
        let mut sets: Vec<Node<N>> = Vec::new();
        for it in turns.iter().flat_map(|turn| &turn.actions) {
            let mut set = [0; N];
            set[usize::from(it.from)] |= u64::from(it.mask) << it.from_shift;
            set[usize::from(it.to)] |= u64::from(it.mask) << it.to_shift;
            let cells = set;
            let meets = |other: &mut Node<N>| (0..N).any(|word| other[word] & cells[word] != 0);
            for other in sets.extract_if(.., meets) {
                (0..N).for_each(|word| set[word] |= other[word]);
            }
            sets.push(set);
        }
        sets.sort_by_key(|set| set.iter().map(|word| word.count_ones()).sum::<u32>());
        sets
    }
}

/// Tests whether a node belongs to a goal with many states, cell by cell.
#[derive(Clone, Debug)]
pub(super) struct GoalTest {
    /// For each tested cell: the index of its word, its slot, and whether each value is admitted.
    cells: Vec<(usize, Slot, Vec<bool>)>,
}

impl GoalTest {
    pub(super) fn admits<const N: usize>(&self, node: &Node<N>) -> bool {
        self.cells.iter().all(|(word, slot, admitted)| {
            let cell = (node[*word] & slot.mask) >> slot.shift;
            admitted.get(cell as usize) == Some(&true)
        })
    }
}

/// Compares in the standard library's order of arrays. Because the number of words is known, it is inlined.
#[inline]
pub(super) fn compare<const N: usize>(one: &Node<N>, other: &Node<N>) -> Ordering {
    let differing = (0..N).find(|&word| one[word] != other[word]);
    differing.map_or(Ordering::Equal, |word| one[word].cmp(&other[word]))
}

/// The index of a node's context.
#[inline]
pub(super) fn context<const N: usize>(node: &Node<N>) -> u32 {
    (node[N - 1] & CONTEXT_MASK) as u32
}

/// The state of a node, in context 0.
#[inline]
pub(super) fn state<const N: usize>(node: &Node<N>) -> Node<N> {
    in_context(node, 0)
}

/// The state of a node, in another context.
#[inline]
pub(super) fn in_context<const N: usize>(node: &Node<N>, context: u32) -> Node<N> {
    let mut other = *node;
    other[N - 1] = other[N - 1] & !CONTEXT_MASK | u64::from(context);
    other
}

/// The cells of a node that a mask selects, in context 0.
#[inline]
pub(super) fn masked<const N: usize>(node: &Node<N>, mask: &Node<N>) -> Node<N> {
    let mut cells = *node;
    for (cell, mask) in cells.iter_mut().zip(mask) {
        *cell &= mask;
    }
    with_hash(cells)
}

/// A hash of the state alone.
#[inline]
pub(super) fn hash<const N: usize>(node: &Node<N>) -> u64 {
    if has_hash::<N>() {
        node[0]
    } else {
        compute_hash(node)
    }
}

/// The node with its hash, if nodes of this size begin with one.
#[inline]
fn with_hash<const N: usize>(mut node: Node<N>) -> Node<N> {
    if has_hash::<N>() {
        node[0] = compute_hash(&node);
    }
    node
}

/// Computes the hash of a state.
///
/// *Idea.* Two words, each with a key of its own, are multiplied, and both halves of the product are combined (the folded
/// multiplication of *wyhash*, W. Yi). The products do not wait for each other.
#[inline]
fn compute_hash<const N: usize>(node: &Node<N>) -> u64 {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash: u64 = 0;
    for at in (0..N).step_by(2) {
        let word = |at: usize| match at {
            0 if has_hash::<N>() => 0,
            at if at >= N => 0,
            at if at == N - 1 => node[at] & !CONTEXT_MASK,
            at => node[at],
        };
        let key = |at: usize| MULTIPLIER.wrapping_mul(2 * at as u64 + 1);
        let product = u128::from(word(at) ^ key(at)) * u128::from(word(at + 1) ^ key(at + 1));
        hash ^= product as u64 ^ (product >> 64) as u64;
    }
    (hash ^ hash >> 29).wrapping_mul(MULTIPLIER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Puzzle, State};

    fn turns_act_on_nodes_as_on_states<const N: usize>(name: &str) {
        let puzzle = Puzzle::built_in(name).unwrap();
        let turns = puzzle.turns().iter().map(|turn| &turn.permutation);
        let turns: Vec<&Permutation> = turns.collect();
        let layout = NodeLayout::new(StateCells::new(puzzle.solved(), &turns));
        assert!(layout.words() <= N);
        let node = |state: &State| layout.node::<N>(&layout.cells.state_values(state).unwrap());
        let (mut state, mut made) = (puzzle.solved().clone(), node(puzzle.solved()));
        for step in 0..200 {
            let turn = step * step % turns.len();
            state = puzzle.apply(&state, &[turn]);
            made = layout.turn::<N>(turns[turn]).apply(&made);
            assert_eq!(made, node(&state), "{name}, step {step}");
            let elsewhere = in_context(&made, 77);
            assert_eq!((hash(&elsewhere), context(&elsewhere)), (hash(&made), 77));
            assert_ne!(
                hash(&made),
                hash(&node(puzzle.solved())),
                "{name}, step {step}"
            );
        }
    }

    #[test]
    fn turns_act_on_nodes_of_any_width_as_on_states() {
        turns_act_on_nodes_as_on_states::<2>("rubik");
        turns_act_on_nodes_as_on_states::<8>("megaminx");
        turns_act_on_nodes_as_on_states::<12>("5x5x5");
        turns_act_on_nodes_as_on_states::<16>("7x7x7");
    }
}
