//! Layers of all items at once, as lists.
//!
//! *Idea.* A stage of a plan is a puzzle with few pieces. Their joint placement is the whole state, and fits into one
//! number. So [lists from both ends](super::lists_from_both_ends) contain exactly the states that a solution of a given
//! length can pass. The goal's list serves all questions about the stage: it is computed once, as far as its maximum
//! size permits, and from each start only the remaining turns are explored.
//!
//! *Why it is sound.* The joint placement of the items is a function of the state.
//!
//! *Cost.* Each item takes a few bits of the number. Tables give the image of a few items at a time under a turn. The
//! stages of Kociemba's plan have 1.1 and 0.9 million values within six and seven turns of their goals; listing them
//! takes a few tenths of a second each, once. After that, a first stage is refuted at 10 turns, or a second stage at
//! 12, in a few milliseconds.

use std::sync::Arc;

use super::Items;
use super::items::Direction;
use super::list::{MAX_LISTED, WithGoalList, with_goal_list};
use super::lists_from_both_ends::{ListDepths, ListsFromBothEnds};
use super::product::Quantity;
use crate::problem::Problem;

/// The maximum number of goals whose lists are cached.
const MAX_CACHED_GOALS: usize = 4;

/// The maximum number of bits of items that are looked up together, unless a single item has more.
const MAX_GROUP_BITS: u32 = 12;

/// The placements of all or some items, packed into one number.
#[derive(Debug)]
pub struct PackedState {
    items: Arc<Items>,
    fields: Vec<Field>,
    groups: Vec<Group>,
    goal: u64,
}

/// The bits of one item's placement.
#[derive(Debug)]
struct Field {
    item: usize,
    first_bit: u32,
    bits: u32,
}

/// Items whose images are looked up together.
#[derive(Debug)]
struct Group {
    first_bit: u32,
    bits: u32,
    /// For each turn and each value of these bits, the packed placements after the turn; in `before`, those before it.
    after: Vec<Vec<u64>>,
    before: Vec<Vec<u64>>,
}

impl Group {
    /// The group of some successive fields.
    fn new(items: &Items, fields: &[Field]) -> Self {
        let first_bit = fields[0].first_bit;
        let bits = fields.iter().map(|field| field.bits).sum();
        let moved = |direction, turn: usize, value: u64| -> u64 {
            let moved = fields.iter().map(|field| {
                let placement = value >> (field.first_bit - first_bit) & mask(field.bits);
                let (placement, size) = (placement as usize, items.size(field.item));
                // Not all bit patterns are placements.
                let image = if placement < size {
                    items.table(field.item, direction).images[turn * size + placement]
                } else {
                    0
                };
                u64::from(image) << field.first_bit
            });
            moved.sum()
        };
        let table = |direction| -> Vec<Vec<u64>> {
            let values = 0..=mask(bits);
            let of = |turn| {
                values
                    .clone()
                    .map(|it| moved(direction, turn, it))
                    .collect()
            };
            (0..items.turns().len()).map(of).collect()
        };
        Self {
            first_bit,
            bits,
            after: table(Direction::FromStart),
            before: table(Direction::FromGoal),
        }
    }

    /// The bits of these items in `value`, as an index.
    fn index(&self, value: u64) -> usize {
        (value >> self.first_bit & mask(self.bits)) as usize
    }
}

/// The number whose lowest `bits` bits are 1.
fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

impl PackedState {
    /// Packs some items of a problem; `None` if they do not fit into a number, or if the goal allows an item several
    /// placements.
    fn new(items: Arc<Items>, chosen: impl IntoIterator<Item = usize>) -> Option<Self> {
        let mut fields = Vec::new();
        let mut end: u32 = 0;
        for item in chosen {
            let bits = bits(&items, item);
            fields.push(Field {
                item,
                first_bit: end,
                bits,
            });
            end += bits;
        }
        if end >= u64::BITS || end == 0 {
            return None;
        }
        let mut new = Self {
            goal: packed(&fields, items.goal())?,
            items,
            groups: Vec::new(),
            fields,
        };
        let mut rest = &new.fields[..];
        while let Some(first) = rest.first() {
            let from = first.first_bit;
            let fits = |it: &&Field| it.first_bit + it.bits - from <= MAX_GROUP_BITS;
            let together = rest.iter().take_while(fits).count().max(1);
            new.groups.push(Group::new(&new.items, &rest[..together]));
            rest = &rest[together..];
        }
        Some(new)
    }

    /// The items.
    pub fn items(&self) -> &Arc<Items> {
        &self.items
    }

    /// The placement of an item; `None` if the item is not packed.
    pub fn placement(&self, value: u64, item: usize) -> Option<usize> {
        let field = self.fields.iter().find(|field| field.item == item)?;
        Some((value >> field.first_bit & mask(field.bits)) as usize)
    }
}

/// The packed number of placements, if each packed item has exactly one.
fn packed(fields: &[Field], placements: &[Vec<usize>]) -> Option<u64> {
    fields
        .iter()
        .map(|field| match placements[field.item][..] {
            [at] => Some((at as u64) << field.first_bit),
            _ => None,
        })
        .sum()
}

/// As many items as fit into a number; if all fit, all but the smallest kind. `None` if fewer than two are left.
fn items_that_fit(items: &Items) -> Option<Vec<usize>> {
    let mut kinds = items.kinds();
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.len()));
    let (mut chosen, mut end) = (Vec::new(), 0);
    for &item in kinds.iter().flatten() {
        end += bits(items, item);
        if end >= u64::BITS {
            break;
        }
        chosen.push(item);
    }
    if chosen.len() == items.len() {
        let smallest = kinds.last().filter(|_| kinds.len() > 1)?;
        chosen.truncate(items.len() - smallest.len());
    }
    (chosen.len() > 1).then_some(chosen)
}

/// The number of bits for an item's placement.
fn bits(items: &Items, item: usize) -> u32 {
    items.size(item).next_power_of_two().trailing_zeros()
}

impl Quantity for PackedState {
    fn turns(&self) -> usize {
        self.items.turns().len()
    }

    fn goal(&self) -> u64 {
        self.goal
    }

    fn after(&self, value: u64, turn: usize) -> u64 {
        let groups = self.groups.iter();
        groups.map(|it| it.after[turn][it.index(value)]).sum()
    }

    fn before(&self, value: u64, turn: usize) -> u64 {
        let groups = self.groups.iter();
        groups.map(|it| it.before[turn][it.index(value)]).sum()
    }
}

impl ListsFromBothEnds<PackedState, 1> {
    /// The lists of all items of a problem; `None` if the items do not fit into a number, if start or goal is
    /// impossible, or if either allows an item several placements. Nothing is listed yet.
    pub fn of_all_pieces(problem: &Problem) -> Option<Self> {
        let cache = &problem.cache;
        let fits = |(known, _): &WithGoalList<PackedState>| known.items.fit_problem(problem);
        let known = match cache.find(fits) {
            Some(known) => known,
            None => {
                let items = Items::new(problem).ok()?;
                let all = 0..items.len();
                let new = Arc::new(PackedState::new(Arc::new(items), all)?);
                cache.find_or_keep(MAX_CACHED_GOALS, fits, || with_goal_list(new, MAX_LISTED))
            }
        };
        Self::of_start(problem, known, ListDepths::DeeperFromGoal)
    }

    /// The lists of as many pieces as fit into a number, those of the largest kind first, but never of all. `None` as
    /// for [`Self::of_all_pieces`], or if fewer than two pieces would remain. Nothing is listed yet.
    pub fn of_some_pieces(problem: &Problem) -> Option<Self> {
        let items = Arc::new(Items::new(problem).ok()?);
        let chosen = items_that_fit(&items)?;
        let new = Arc::new(PackedState::new(items, chosen)?);
        Self::of_start(problem, with_goal_list(new, MAX_LISTED), ListDepths::Equal)
    }

    fn of_start(
        problem: &Problem,
        packed_state: WithGoalList<PackedState>,
        depths: ListDepths,
    ) -> Option<Self> {
        let start = packed_state.0.items.locate(problem.start.pattern()).ok()?;
        let start = [packed(&packed_state.0.fields, &start)?];
        Some(Self::with_goal_lists(
            vec![packed_state],
            start,
            MAX_LISTED,
            depths,
        ))
    }
}
