//! Quantities: functions of the state whose values turns permute, single and combined.

use std::sync::Arc;

/// A function of the state. Its values are numbers, which turns permute.
pub trait Quantity {
    /// The number of turns that act on values.
    fn turns(&self) -> usize;

    /// The value of the goal.
    fn goal(&self) -> u64;

    /// The value after a turn, given by its index among the allowed turns.
    fn after(&self, value: u64, turn: usize) -> u64;

    /// The value before a turn.
    fn before(&self, value: u64, turn: usize) -> u64;

    /// Appends the value after each turn.
    fn add_after_each(&self, value: u64, to: &mut Vec<u64>) {
        to.extend((0..self.turns()).map(|turn| self.after(value, turn)));
    }

    /// Appends the value before each turn.
    fn add_before_each(&self, value: u64, to: &mut Vec<u64>) {
        to.extend((0..self.turns()).map(|turn| self.before(value, turn)));
    }
}

/// For each step, the joint values that a solution can have there.
pub type Steps<const K: usize> = Vec<Vec<[u64; K]>>;

/// One to `K` quantities. A joint value contains the value of each quantity, then zeros.
#[derive(Debug)]
pub struct Product<F, const K: usize>(pub(super) Vec<Arc<F>>);

impl<F: Quantity, const K: usize> Product<F, K> {
    /// One of the quantities.
    pub fn part(&self, number: usize) -> &F {
        &self.0[number]
    }

    /// The quantities.
    pub fn parts(&self) -> impl Iterator<Item = &F> {
        self.0.iter().map(|it| &**it)
    }

    /// The number of turns that act on values.
    pub fn turns(&self) -> usize {
        self.part(0).turns()
    }

    /// The value of the goal.
    pub fn goal(&self) -> [u64; K] {
        self.map_each(&[0; K], |part, _| part.goal())
    }

    /// The value after a turn, given by its index among the allowed turns.
    pub fn after(&self, value: &[u64; K], turn: usize) -> [u64; K] {
        self.map_each(value, |part, value| part.after(value, turn))
    }

    /// The value before a turn.
    pub fn before(&self, value: &[u64; K], turn: usize) -> [u64; K] {
        self.map_each(value, |part, value| part.before(value, turn))
    }

    /// Appends the value after each turn. `part` is a reusable buffer.
    pub(super) fn add_after_each(
        &self,
        value: &[u64; K],
        part: &mut Vec<u64>,
        to: &mut Vec<[u64; K]>,
    ) {
        let first = to.len();
        to.resize(first + self.turns(), [0; K]);
        for (number, (quantity, &value)) in self.0.iter().zip(value).enumerate() {
            part.clear();
            quantity.add_after_each(value, part);
            for (to, &value) in to[first..].iter_mut().zip(&*part) {
                to[number] = value;
            }
        }
    }

    fn map_each(&self, value: &[u64; K], of: impl Fn(&F, u64) -> u64) -> [u64; K] {
        let mut all = [0; K];
        for ((to, part), &value) in all.iter_mut().zip(&self.0).zip(value) {
            *to = of(part, value);
        }
        all
    }
}
