//! Layers of all items at once, as lists.
//!
//! *Idea.* A stage of a plan is a puzzle with few coordinates. Their joint placement is the whole state, and fits into
//! one number. So its [lists](super::lists_from_both_ends) contain exactly the states that a solution of a given length
//! can pass. The goal's list serves all questions about the stage: it is computed once, as far as lists go, and from
//! each start only the remaining turns are explored.
//!
//! *Why it is sound.* The joint placement of the items is a function of the state.
//!
//! *Cost.* The placement of an item takes some bits of the number, and a turn is looked up for a few items at a time. The
//! stages of Kociemba's chain have 1.1 and 0.9 million values within six and seven turns of their goals, a few tenths of a
//! second each, once. After that a first stage is refuted at 10 turns, and a second one at 12, in some milliseconds.

use std::sync::Arc;

use super::items::Direction;
use super::list::{GoalList, MAX_LISTED};
use super::lists_from_both_ends::{Balance, ListsFromBothEnds};
use super::monotone_cache::MonotoneCache;
use super::product::{Product, Quantity};
use super::{Items, ReachError};
use crate::problem::Problem;

/// The maximum number of goals whose lists are cached.
const KEPT_AT_ONCE: usize = 4;

type CachedList = (Arc<PackedState>, Arc<MonotoneCache<GoalList>>);

/// The maximum number of bits of items that are looked up together.
const MAX_TOGETHER: u32 = 12;

/// The placements of all or some items, packed into one number.
#[derive(Debug)]
pub struct PackedState {
    items: Arc<Items>,
    /// The selected items.
    chosen: Vec<usize>,
    /// For each of them, its first bit and its number of bits.
    fields: Vec<(u32, u32)>,
    /// The field of each item.
    field_of: Vec<Option<usize>>,
    groups: Vec<Group>,
    goal: u64,
}

/// Items that are looked up together.
#[derive(Debug)]
struct Group {
    /// The first of their bits, and the number of their bits.
    first_bit: u32,
    bits: u32,
    /// The image of their bits under each turn, and under its inverse.
    after: Vec<Vec<u64>>,
    before: Vec<Vec<u64>>,
}

impl Group {
    fn image(&self, value: u64, images: &[u64]) -> u64 {
        images[(value >> self.first_bit & mask(self.bits)) as usize]
    }
}

fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

impl PackedState {
    /// Packs some items of a problem; `None` if they do not fit into a number, or if the goal allows several placements
    /// of one.
    fn new(items: Arc<Items>, chosen: Vec<usize>) -> Option<Self> {
        let mut fields = Vec::new();
        let mut end: u32 = 0;
        for &item in &chosen {
            let bits = bits(&items, item);
            fields.push((end, bits));
            end += bits;
        }
        if end >= u64::BITS || end == 0 {
            return None;
        }
        let goal = packed(&fields, &chosen, &items.goal())?;
        let mut field_of = vec![None; items.len()];
        for (field, &item) in chosen.iter().enumerate() {
            field_of[item] = Some(field);
        }
        let mut new = Self {
            items,
            chosen,
            field_of,
            fields,
            groups: Vec::new(),
            goal,
        };
        let mut first = 0;
        while first < new.fields.len() {
            let from = new.fields[first].0;
            let fits = |&&(at, bits): &&(u32, u32)| at + bits - from <= MAX_TOGETHER;
            let together = new.fields[first..].iter().take_while(fits).count().max(1);
            new.groups.push(new.group(first..first + together));
            first += together;
        }
        Some(new)
    }

    /// The group of some fields.
    fn group(&self, fields: std::ops::Range<usize>) -> Group {
        let from = self.fields[fields.start].0;
        let (last, bits) = self.fields[fields.end - 1];
        let bits = last + bits - from;
        let turns = 0..self.items.turns().len();
        let moved = |direction, turn: usize, value: u64| -> u64 {
            let moved = fields.clone().map(|field| {
                let ((at, bits), item) = (self.fields[field], self.chosen[field]);
                let placement = (value >> (at - from) & mask(bits)) as usize;
                let size = self.items.size(item);
                // Not all bit patterns are placements.
                let image = self
                    .items
                    .table(item, direction)
                    .get(turn * size + placement);
                let image = image.filter(|_| placement < size);
                u64::from(image.copied().unwrap_or(0)) << at
            });
            moved.sum()
        };
        let table = |direction| -> Vec<Vec<u64>> {
            let of = |turn| {
                (0..=mask(bits))
                    .map(|value| moved(direction, turn, value))
                    .collect()
            };
            turns.clone().map(of).collect()
        };
        Group {
            first_bit: from,
            bits,
            after: table(Direction::FromStart),
            before: table(Direction::FromGoal),
        }
    }

    /// The items.
    pub fn items(&self) -> &Items {
        &self.items
    }

    /// The placement of an item; `None` if it is not among the packed ones.
    pub fn placement(&self, value: u64, item: usize) -> Option<usize> {
        let (from, bits) = self.fields[self.field_of[item]?];
        Some((value >> from & mask(bits)) as usize)
    }
}

/// The packed number of placements, if each chosen item has exactly one.
fn packed(fields: &[(u32, u32)], chosen: &[usize], placements: &[Vec<usize>]) -> Option<u64> {
    let fields = fields.iter().zip(chosen);
    fields
        .map(|((from, _), &item)| match placements[item][..] {
            [at] => Some((at as u64) << from),
            _ => None,
        })
        .sum()
}

/// As many items as fit into a number. If all fit, those of the smallest kind are left out.
fn as_many_as_fit(items: &Items) -> Option<Vec<usize>> {
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
        groups
            .map(|group| group.image(value, &group.after[turn]))
            .sum()
    }

    fn before(&self, value: u64, turn: usize) -> u64 {
        let groups = self.groups.iter();
        groups
            .map(|group| group.image(value, &group.before[turn]))
            .sum()
    }
}

impl ListsFromBothEnds<PackedState, 1> {
    /// The lists of all items of a problem; `None` if start or goal allows several placements of one, or there are too
    /// many. Nothing is listed yet.
    ///
    /// # Errors
    /// As [`Items::new`] and [`Items::read`].
    pub fn of_all_pieces(problem: &Problem) -> Result<Option<Self>, ReachError> {
        let kept = &problem.cache;
        let fits = |(packed_state, _): &CachedList| packed_state.items.fit_problem(problem);
        let (packed_state, goal_list) = match kept.find(fits) {
            Some(found) => found,
            None => {
                let items = Items::new(problem)?;
                let all = (0..items.len()).collect();
                let Some(packed_state) = PackedState::new(Arc::new(items), all) else {
                    return Ok(None);
                };
                let goal_list =
                    Arc::new(MonotoneCache::new(GoalList::new(&packed_state, MAX_LISTED)));
                let new = (Arc::new(packed_state), goal_list);
                kept.find_or_keep(KEPT_AT_ONCE, fits, || new)
            }
        };
        Self::with_goal_list(problem, packed_state, goal_list, Balance::Goal)
    }

    /// The lists of as many pieces as fit into a number, those of the largest kind first, but never of all. `None` if
    /// start or goal allows several placements of one, or if all are of one kind. Nothing is listed yet.
    ///
    /// # Errors
    /// As [`Items::new`] and [`Items::read`].
    pub fn of_some_pieces(problem: &Problem) -> Result<Option<Self>, ReachError> {
        let items = Arc::new(Items::new(problem)?);
        let Some(chosen) = as_many_as_fit(&items) else {
            return Ok(None);
        };
        let Some(packed_state) = PackedState::new(items, chosen) else {
            return Ok(None);
        };
        let goal_list = Arc::new(MonotoneCache::new(GoalList::new(&packed_state, MAX_LISTED)));
        Self::with_goal_list(problem, Arc::new(packed_state), goal_list, Balance::Even)
    }

    fn with_goal_list(
        problem: &Problem,
        packed_state: Arc<PackedState>,
        goal_list: Arc<MonotoneCache<GoalList>>,
        balance: Balance,
    ) -> Result<Option<Self>, ReachError> {
        let start = packed_state.items.read(problem.start.pattern())?;
        let start = packed(&packed_state.fields, &packed_state.chosen, &start);
        let quantities = Product::new(vec![packed_state]);
        let lists = start.zip(quantities);
        Ok(lists.map(|(start, quantities)| {
            Self::with_goal_lists(quantities, [start], MAX_LISTED, vec![goal_list], balance)
        }))
    }
}
