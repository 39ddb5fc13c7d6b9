//! Looks up many nodes in the tables at once.
//!
//! *Order of lookups.* For each image of the subgroup, an entry also says which successors have no turn to spare. If
//! [ties need one more turn](Classes::ties_need_one_more), a successor without a turn to spare in all images is dropped.
//! For any other successor, the images without a turn to spare are looked up first: such an image admits few further
//! turns, and two together usually admit none. On the 3×3×3, this order takes 0.6 times the lookups of a fixed order.

use super::classes::{Classes, MAX_IMAGES, ReducedValue};
use super::direction_table::DirectionTable;
use super::fill::Distances;
use super::tables::LowerBoundTable;
use super::turn_automaton::TurnAutomaton;

/// A node of the search, given by its predecessor and a turn.
#[derive(Clone, Copy)]
pub(super) struct Node<const K: usize> {
    /// The values of the predecessor. A lookup first applies the turn to them.
    reduced_values: [ReducedValue; K],
    /// The index of the predecessor in the previous level.
    pub(super) parent: u32,
    automaton_state: u16,
    pub(super) turn: u8,
    /// The order in which the images of the subgroup are looked up, two bits each: first the images without a turn to
    /// spare.
    lookup_order: u8,
}

/// The results for nodes that are looked up together.
#[derive(Default)]
pub(super) struct Lookups<const K: usize> {
    /// The nodes that the previous images did not exclude, each with an index or an entry of a table.
    pub(super) alive: Vec<(u32, u32)>,
    /// By node: the turns that may follow, a bit each.
    turns: Vec<u32>,
    /// By node and image: the turns after which there is no turn to spare. With distances alone, all turns or none.
    tight: Vec<[u32; K]>,
    /// The number of entries read.
    pub(super) lookup_count: u64,
}

impl<const K: usize> Node<K> {
    /// The node of a state, given by its value in each image of the subgroup, and its successors.
    pub(super) fn root_and_successors(
        automaton: &TurnAutomaton,
        reduced_values: [ReducedValue; K],
    ) -> (Self, Vec<Self>) {
        let root = Node {
            reduced_values,
            parent: 0,
            automaton_state: 0,
            turn: 0,
            lookup_order: LOOKUP_ORDERS[0],
        };
        let turned = |turn| Node {
            automaton_state: automaton.next(0, turn),
            turn: turn as u8,
            ..root
        };
        let turns = bits(automaton.allowed[0]);
        (root, turns.map(turned).collect())
    }
}

impl<const K: usize> Lookups<K> {
    /// Looks up nodes from which `left` turns should lead to the goal.
    pub(super) fn look_up(
        &mut self,
        classes: &Classes,
        automaton: &TurnAutomaton,
        table: &LowerBoundTable,
        nodes: &mut [Node<K>],
        left: usize,
    ) {
        self.reset(automaton, nodes);
        match table {
            LowerBoundTable::Directions(table) => self.by_directions(classes, table, nodes, left),
            LowerBoundTable::Distances(table) => self.by_distances(classes, table, nodes, left),
        }
    }

    /// Clears the results: before the first lookup, no node is excluded.
    pub(super) fn reset(&mut self, automaton: &TurnAutomaton, nodes: &[Node<K>]) {
        let turns = |node: &Node<K>| automaton.allowed[usize::from(node.automaton_state)];
        self.turns.clear();
        self.turns.extend(nodes.iter().map(turns));
        self.tight.clear();
        self.tight.resize(nodes.len(), [0; K]);
        self.alive.clear();
        self.alive.extend((0..nodes.len() as u32).map(|n| (n, 0)));
    }

    fn by_directions(
        &mut self,
        classes: &Classes,
        table: &DirectionTable,
        nodes: &mut [Node<K>],
        left: usize,
    ) {
        for position in 0..K {
            self.read_entries(classes, nodes, position, |place| table.get(place));
            let mut kept = 0;
            for at in 0..self.alive.len() {
                let (n, entry) = self.alive[at];
                let n = n as usize;
                let image = image(nodes[n].lookup_order, position);
                let symmetry = nodes[n].reduced_values[image].symmetry;
                let [turns_within, tight] = table.turns_within(entry, symmetry, left);
                self.turns[n] &= turns_within;
                self.tight[n][image] = tight;
                self.alive[kept] = self.alive[at];
                kept += usize::from(self.turns[n] != 0);
            }
            self.alive.truncate(kept);
        }
        if classes.ties_need_one_more && left > 1 {
            for &(n, _) in &self.alive {
                let n = n as usize;
                self.turns[n] &= !self.tight[n].iter().fold(u32::MAX, |all, it| all & it);
            }
        }
    }

    fn by_distances(
        &mut self,
        classes: &Classes,
        table: &Distances,
        nodes: &mut [Node<K>],
        left: usize,
    ) {
        let unreached_bound = table.unreached_bound();
        for position in 0..K {
            self.read_entries(classes, nodes, position, |place| {
                table.get_or(place, unreached_bound).into()
            });
            let mut kept = 0;
            for at in 0..self.alive.len() {
                let (n, distance) = self.alive[at];
                let (n, distance) = (n as usize, distance as usize);
                if distance == left {
                    self.tight[n][image(nodes[n].lookup_order, position)] = u32::MAX;
                }
                self.alive[kept] = self.alive[at];
                kept += usize::from(distance <= left);
            }
            self.alive.truncate(kept);
        }
        if classes.ties_need_one_more && left > 0 {
            let has_spare = |&(n, _): &(u32, u32)| self.tight[n as usize].contains(&0);
            self.alive.retain(has_spare);
        }
    }

    /// Applies the turn of each node to its value in the next image, and reads the entries. Each loop reads one table.
    #[inline(always)]
    fn read_entries(
        &mut self,
        classes: &Classes,
        nodes: &mut [Node<K>],
        position: usize,
        get: impl Fn(usize) -> u32,
    ) {
        self.lookup_count += self.alive.len() as u64;
        for (n, step) in &mut self.alive {
            let node = &nodes[*n as usize];
            let reduced = node.reduced_values[image(node.lookup_order, position)];
            *step = classes.turn_index(reduced, node.turn.into()) as u32;
        }
        for (_, number) in &mut self.alive {
            *number = classes.class_image_at(*number as usize);
        }
        for (n, entry) in &mut self.alive {
            let node = &mut nodes[*n as usize];
            let reduced = &mut node.reduced_values[image(node.lookup_order, position)];
            *reduced = classes.reduced_after(*reduced, node.turn.into(), *entry);
            *entry = classes.entry_index(*reduced) as u32;
        }
        for (_, entry) in &mut self.alive {
            *entry = get(*entry as usize);
        }
    }

    /// Adds the successors of the nodes that were not excluded.
    pub(super) fn push_successors(
        &self,
        automaton: &TurnAutomaton,
        nodes: &[Node<K>],
        first: usize,
        next: &mut Vec<Node<K>>,
    ) {
        for &(n, _) in &self.alive {
            let n = n as usize;
            let node = &nodes[n];
            for turn in bits(self.turns[n]) {
                let tight = self.tight[n].iter().zip(0..);
                let tight = tight.fold(0, |all, (tight, image)| all | (tight >> turn & 1) << image);
                next.push(Node {
                    parent: (first + n) as u32,
                    automaton_state: automaton.next(node.automaton_state, turn),
                    turn: turn as u8,
                    lookup_order: LOOKUP_ORDERS[tight as usize],
                    ..*node
                });
            }
        }
    }
}

/// By set of images, one bit each: the lookup order that begins with these images.
const LOOKUP_ORDERS: [u8; 1 << MAX_IMAGES] = lookup_orders();

const fn lookup_orders() -> [u8; 1 << MAX_IMAGES] {
    let mut all = [0; 1 << MAX_IMAGES];
    let mut set = 0;
    while set < all.len() {
        let (mut order, mut count, mut at) = (0, 0, 0);
        while at < 2 * MAX_IMAGES {
            let image = at % MAX_IMAGES;
            if (set >> image & 1 == 1) == (at < MAX_IMAGES) {
                order |= image << (2 * count);
                count += 1;
            }
            at += 1;
        }
        all[set] = order as u8;
        set += 1;
    }
    all
}

/// The image at a position in an order of lookups.
#[inline(always)]
fn image(order: u8, position: usize) -> usize {
    usize::from(order >> (2 * position)) % MAX_IMAGES
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
