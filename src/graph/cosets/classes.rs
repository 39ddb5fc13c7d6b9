//! Classes of joint coordinate values under the symmetries of a puzzle, and what turns do to them.
//!
//! *Idea.* The coordinates are split into two parts. The values of the first part are reduced to one value per class: on
//! the 3×3×3, the flips of the edges and the places of the middle layer's edges have 1,013,760 joint values, in 64,430
//! classes under 16 symmetries. The second part, such as the 2,187 twists of the corners, is carried along unreduced.
//!
//! *Source.* H. Kociemba's symmetry coordinates (*Cube Explorer*). Their derivation from the turns is ours.

use std::ops::Range;

use itertools::Itertools;

use super::super::cells::CELL_BITS;
use super::joint_values::{JointValues, combinations};
use crate::control::{Control, Stop};
use crate::group::add_images;
use crate::platform::U32Table;
use crate::problem::Family;

/// The maximum number of values that are reduced to classes.
const MAX_CLASSED: usize = 1 << 21;

/// The maximum number of values that are carried along: a value takes 16 bits.
const MAX_CARRIED: usize = 1 << 16;

/// The maximum number of images of a family that are used.
pub(super) const MAX_IMAGES: usize = 4;

/// The maximum number of symmetries: a number takes 16 bits.
const MAX_SYMMETRIES: usize = 1 << 16;

/// The maximum number of coordinates of a family: with more, there are too many splits.
const MAX_COORDINATES: usize = 6;

/// The joint value of a state under a symmetry, reduced to its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReducedValue {
    /// The class of the part that is reduced.
    pub(super) class: u32,
    /// The value of the part that is carried along.
    pub(super) carried: u16,
    /// The symmetry that maps the state to the first of its class. It also renames turns.
    pub(super) symmetry: u16,
}

/// The classes of a family, with all tables that turns need.
pub(super) struct Classes {
    /// The number of values of each coordinate.
    sizes: Vec<usize>,
    /// The coordinates that are reduced.
    reduced: JointValues,
    /// The coordinates that are carried along.
    carried: JointValues,
    pub(super) turns: usize,
    /// The number of values of the part that is carried along.
    pub(super) width: usize,
    /// The number of values in each class.
    pub(super) class_sizes: Vec<u32>,
    /// By class: the symmetries of the family that fix its first value, a bit each.
    pub(super) stabilizers: Vec<u64>,
    /// The code of each value: its class and, in the lowest byte, the symmetry of the family that maps the value to the
    /// first of its class.
    codes: Vec<u32>,
    /// By class and turn: the image of the first value of the class, in the format of `codes`.
    after: U32Table,
    /// By turn and value: the carried value after the turn.
    pub(super) carried_after: Vec<u16>,
    /// By symmetry of the family and value: the image of the carried value.
    pub(super) carried_image: Vec<u16>,
    /// By symmetry and turn: the renamed turn.
    pub(super) renamed: Vec<u8>,
    /// By symmetry and symmetry of the family: their product.
    pub(super) products: Vec<u16>,
    /// The symmetries that act on the family.
    pub(super) own: Vec<usize>,
    /// One symmetry for each image of the family: the three axes of the 3×3×3. If there are many images, only some.
    pub(super) axes: Vec<usize>,
    /// Whether every turn belongs to one of the used images of the subgroup. In that case, the last turn of a solution
    /// does not change the value in some image. So if the distance is the same in all images and not 0, one more turn is
    /// needed.
    pub(super) ties_need_one_more: bool,
}

impl Classes {
    /// The classes of a family under the symmetries with these renamings of turns, the first of which is the identity.
    /// `None` if no split of the coordinates fits into the tables' number formats and into `memory` bytes.
    pub(super) fn new(
        family: &Family,
        turns: usize,
        renamings: Vec<Vec<usize>>,
        memory: usize,
        control: &Control,
    ) -> Result<Option<Self>, Stop> {
        let sizes: Vec<usize> = family.sizes().collect();
        if sizes.len() > MAX_COORDINATES || turns == 0 || renamings.len() > MAX_SYMMETRIES {
            return Ok(None);
        }
        let acting_alone = |at: usize| {
            let values = JointValues::new(family, turns, &[at], MAX_CLASSED)?;
            let acts = renamings.iter().map(|renamed| values.has_symmetry(renamed));
            Some(acts.collect::<Vec<bool>>())
        };
        let alone = (0..sizes.len()).map(acting_alone);
        let Some(alone) = alone.collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        let kept = undetermined_coordinates(family, turns);
        let max_entries = memory.saturating_mul((u8::BITS / CELL_BITS) as usize);
        // The values after each turn, and at most seven more numbers for each value.
        let most_classed = MAX_CLASSED.min(memory / (size_of::<u32>() * (turns + 7)));
        let splits = kept.iter().copied().powerset();
        let splits = splits.filter(|chosen| !chosen.is_empty());
        let splits = splits.filter_map(|chosen| {
            let rest = kept.iter().copied().filter(|at| !chosen.contains(at));
            let rest: Vec<usize> = rest.collect();
            let carried = JointValues::new(family, turns, &rest, MAX_CARRIED)?;
            let possible = |symmetry: &usize| rest.iter().all(|&at| alone[at][*symmetry]);
            let possible: Vec<usize> = (0..renamings.len()).filter(possible).collect();
            // An upper bound, because some combinations may not be joint values. An exact count would take too long.
            let combinations = combinations(chosen.iter().map(|&at| sizes[at]));
            let expected = combinations.saturating_mul(carried.len()) / possible.len();
            Some(((expected, combinations), chosen, carried, possible))
        });
        for (_, chosen, carried, possible) in splits.sorted_by_key(|&(expected, ..)| expected) {
            control.check()?;
            let Some(reduced) = JointValues::new(family, turns, &chosen, most_classed) else {
                continue;
            };
            let own = acting_symmetries(&reduced, &renamings, &possible, |symmetry| {
                chosen.iter().all(|&at| alone[at][symmetry])
            });
            let classes = reduced.len().div_ceil(own.len());
            if classes.saturating_mul(carried.len()) <= max_entries {
                return Ok(Self::split(
                    [reduced, carried],
                    own,
                    sizes,
                    turns,
                    renamings,
                ));
            }
        }
        Ok(None)
    }

    /// The classes of the first joint values under the symmetries `own`, which act on both.
    fn split(
        [mut reduced, mut carried]: [JointValues; 2],
        own: Vec<usize>,
        sizes: Vec<usize>,
        turns: usize,
        renamings: Vec<Vec<usize>>,
    ) -> Option<Self> {
        if own.len() > u64::BITS as usize {
            return None;
        }
        let size = reduced.len();
        // By value: the least of its images, later its code; the symmetry that maps the value to the least image; and the
        // symmetries that fix the value.
        let mut codes: Vec<u32> = (0..size as u32).collect();
        let (mut makes, mut fixes) = (vec![0_u8; size], vec![0_u64; size]);
        for (number, &symmetry) in (0_u8..).zip(&own) {
            let image = reduced.image(&renamings[symmetry]);
            for (value, &there) in image.iter().enumerate() {
                if there < codes[value] {
                    (codes[value], makes[value]) = (there, number);
                }
                fixes[value] |= u64::from(there as usize == value) << number;
            }
        }
        let (mut first, mut class_sizes, mut stabilizers) = (Vec::new(), Vec::new(), Vec::new());
        for value in 0..size {
            let least = codes[value] as usize;
            if least == value {
                // Fits into 24 bits, as there are at most `MAX_CLASSED` values.
                codes[value] = (first.len() as u32) << 8;
                first.push(value);
                class_sizes.push(0);
                stabilizers.push(fixes[value]);
            }
            let class = codes[least] >> 8;
            class_sizes[class as usize] += 1;
            codes[value] = class << 8 | u32::from(makes[value]);
        }
        drop((makes, fixes));
        let after = first.iter().flat_map(|&value| reduced.row(value));
        let after = after.map(|&there| codes[there as usize]);
        let after = U32Table::from_values(first.len() * turns, after)?;
        let width = carried.len();
        let carried_image = own.iter().flat_map(|&it| carried.image(&renamings[it]));
        let carried_image: Vec<u16> = carried_image.map(|it| it as u16).collect();
        let by_turn = (0..turns).cartesian_product(0..width);
        let carried_after = by_turn
            .map(|(turn, value)| carried.row(value)[turn] as u16)
            .collect();
        let pairs = (0..renamings.len()).cartesian_product(&own);
        let products =
            pairs.map(|(symmetry, &own)| Some(product(&renamings, symmetry, own)? as u16));
        let products = products.collect::<Option<Vec<u16>>>()?;
        let mut axes: Vec<usize> = Vec::new();
        for (symmetry, images) in products.chunks_exact(own.len()).enumerate() {
            if !axes.iter().any(|&axis| images.contains(&(axis as u16))) {
                axes.push(symmetry);
            }
        }
        axes.truncate(MAX_IMAGES);
        reduced.keep_numbers();
        carried.keep_numbers();
        let renamed = renamings.iter().flatten().map(|&turn| turn as u8).collect();
        Some(Self {
            reduced,
            carried,
            sizes,
            turns,
            width,
            class_sizes,
            stabilizers,
            codes,
            after,
            carried_after,
            carried_image,
            renamed,
            products,
            own,
            axes,
            ties_need_one_more: false,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.class_sizes.len()
    }

    /// The approximate number of bytes.
    pub(super) fn bytes(&self) -> u64 {
        let all = 4 * (self.codes.len() + self.len() * self.turns)
            + 2 * (self.carried_after.len() + self.carried_image.len())
            + 12 * self.len();
        all as u64
    }

    /// The number of pairs of a class and a carried value: one entry of a table for each.
    pub(super) fn entries(&self) -> usize {
        self.len().saturating_mul(self.width)
    }

    /// The reduced value of a state, given by a symmetry and the joint value of the state's image under it. `None` if
    /// no turns lead there.
    pub(super) fn reduced(&self, mut value: u64, symmetry: usize) -> Option<ReducedValue> {
        let mut digits = Vec::new();
        for &size in &self.sizes {
            digits.push((value % size as u64) as usize);
            value /= size as u64;
        }
        let code = self.codes[self.reduced.number(&digits)?];
        Some(self.decode(code, self.carried.number(&digits)?, symmetry))
    }

    #[inline(always)]
    fn decode(&self, code: u32, carried: usize, symmetry: usize) -> ReducedValue {
        let own = (code & 0xff) as usize;
        ReducedValue {
            class: code >> 8,
            carried: self.carried_image[own * self.width + carried],
            symmetry: self.products[symmetry * self.own.len() + own],
        }
    }

    /// The reduced value after a turn of the state.
    pub(super) fn after_turn(&self, reduced: ReducedValue, turn: usize) -> ReducedValue {
        let code = self.class_image_at(self.turn_index(reduced, turn));
        self.reduced_after(reduced, turn, code)
    }

    /// The index with which [`Self::class_image_at`] looks up the image of a reduced value's class under a turn.
    #[inline(always)]
    pub(super) fn turn_index(&self, reduced: ReducedValue, turn: usize) -> usize {
        reduced.class as usize * self.turns + self.renamed_turn(reduced, turn)
    }

    /// The image of a class under a turn, both given by the [index](Self::turn_index), in the format of `codes`.
    #[inline(always)]
    pub(super) fn class_image_at(&self, turn_index: usize) -> u32 {
        self.after.get(turn_index)
    }

    /// The class of the image of a class under a turn, and the symmetry of the family that maps the image of the first
    /// value to the first value there.
    #[inline(always)]
    pub(super) fn class_image(&self, class: usize, turn: usize) -> (usize, usize) {
        let code = self.after.get(class * self.turns + turn);
        ((code >> 8) as usize, (code & 0xff) as usize)
    }

    /// The reduced value after a turn, given the image of its class in the format of `codes`.
    #[inline(always)]
    pub(super) fn reduced_after(
        &self,
        reduced: ReducedValue,
        turn: usize,
        code: u32,
    ) -> ReducedValue {
        let turn = self.renamed_turn(reduced, turn);
        let carried = self.carried_after[turn * self.width + reduced.carried as usize];
        self.decode(code, carried.into(), reduced.symmetry.into())
    }

    #[inline(always)]
    fn renamed_turn(&self, reduced: ReducedValue, turn: usize) -> usize {
        usize::from(self.renamed[usize::from(reduced.symmetry) * self.turns + turn])
    }

    /// The indices of the entries of a class.
    #[inline(always)]
    pub(super) fn row(&self, class: usize) -> Range<usize> {
        class * self.width..(class + 1) * self.width
    }

    /// The index of a reduced value's entry in a table.
    #[inline(always)]
    pub(super) fn entry_index(&self, reduced: ReducedValue) -> usize {
        reduced.class as usize * self.width + reduced.carried as usize
    }
}

/// The coordinates of a family that are not functions of another coordinate.
fn undetermined_coordinates(family: &Family, turns: usize) -> Vec<usize> {
    let sizes: Vec<usize> = family.sizes().collect();
    let mut kept: Vec<usize> = (0..sizes.len()).collect();
    for at in 0..sizes.len() {
        let determines = |&other: &usize| {
            let both = || JointValues::new(family, turns, &[at, other], sizes[other]);
            other != at && sizes[other] >= sizes[at] && both().is_some()
        };
        if kept.iter().any(determines) {
            kept.retain(|&it| it != at);
        }
    }
    kept
}

/// The symmetries among `possible` that act on joint values. A symmetry that passes the quick test `certainly_acts` is
/// one of them; others are checked.
fn acting_symmetries(
    joint: &JointValues,
    renamings: &[Vec<usize>],
    possible: &[usize],
    certainly_acts: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut own = possible.to_vec();
    own.retain(|&it| certainly_acts(it));
    let mut generators = own.clone();
    for &symmetry in possible {
        if own.contains(&symmetry) || !joint.has_symmetry(&renamings[symmetry]) {
            continue;
        }
        generators.push(symmetry);
        own.push(symmetry);
        // The products of symmetries that act also act.
        add_images(&mut own, usize::MAX, |&it| {
            let products = generators.iter().map(|&by| product(renamings, it, by));
            products.flatten().collect()
        });
    }
    own.sort_unstable();
    own
}

/// The symmetry that renames turns like a symmetry followed by another one.
fn product(renamings: &[Vec<usize>], first: usize, second: usize) -> Option<usize> {
    let both = renamings[first].iter().map(|&turn| renamings[second][turn]);
    let mut all = renamings.iter();
    all.position(|renamed| both.clone().eq(renamed.iter().copied()))
}
