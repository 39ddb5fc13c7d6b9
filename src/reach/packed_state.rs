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

use super::Items;
use super::items::Direction;
use super::list::{GoalList, MAX_LISTED};
use super::lists_from_both_ends::{Balance, ListsFromBothEnds};
use super::monotone_cache::MonotoneCache;
use super::product::{Product, Quantity};
use crate::problem::Problem;

/// The maximum number of goals whose lists are cached.
const KEPT_AT_ONCE: usize = 4;

type CachedList = (Arc<PackedState>, MonotoneCache<GoalList>);

/// The maximum number of bits of items that are looked up together.
const MAX_TOGETHER: u32 = 12;

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
            let of = |turn| {
                (0..=mask(bits))
                    .map(|value| moved(direction, turn, value))
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
            let fits = |it: &&Field| it.first_bit + it.bits - from <= MAX_TOGETHER;
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

    /// The placement of an item; `None` if it is not among the packed ones.
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
    /// The lists of all items of a problem; `None` if start or goal is impossible or allows several placements of one, or
    /// there are too many. Nothing is listed yet.
    pub fn of_all_pieces(problem: &Problem) -> Option<Self> {
        let kept = &problem.cache;
        let fits = |(packed_state, _): &CachedList| packed_state.items.fit_problem(problem);
        let known = match kept.find(fits) {
            Some(known) => known,
            None => {
                let items = Items::new(problem).ok()?;
                let all = 0..items.len();
                let new = with_goal_list(PackedState::new(Arc::new(items), all)?);
                kept.find_or_keep(KEPT_AT_ONCE, fits, || new)
            }
        };
        Self::of_start(problem, known, Balance::Goal)
    }

    /// The lists of as many pieces as fit into a number, those of the largest kind first, but never of all. `None` as for
    /// [`Self::of_all_pieces`], or if all are of one kind. Nothing is listed yet.
    pub fn of_some_pieces(problem: &Problem) -> Option<Self> {
        let items = Arc::new(Items::new(problem).ok()?);
        let chosen = as_many_as_fit(&items)?;
        let new = with_goal_list(PackedState::new(items, chosen)?);
        Self::of_start(problem, new, Balance::Even)
    }

    fn of_start(
        problem: &Problem,
        (packed_state, goal_list): CachedList,
        balance: Balance,
    ) -> Option<Self> {
        let start = packed_state.items.read(problem.start.pattern()).ok()?;
        let start = [packed(&packed_state.fields, &start)?];
        let quantities = Product::new(vec![packed_state])?;
        let goal_lists = vec![goal_list];
        Some(Self::with_goal_lists(
            quantities, start, MAX_LISTED, goal_lists, balance,
        ))
    }
}

fn with_goal_list(packed_state: PackedState) -> CachedList {
    let goal_list = GoalList::new(&packed_state, MAX_LISTED);
    (Arc::new(packed_state), MonotoneCache::new(goal_list))
}
