//! Classes of joint coordinate values under the symmetries of a puzzle, and what turns do to them.
//!
//! *Idea.* The coordinates are split in two parts: the values of one are reduced to one value per class (flips and middle layer of the
//! 3×3×3: 64,430 classes of 1,013,760 values under 16 symmetries), the values of the other are carried along (its 2,187 corner
//! twists).
//!
//! *Source.* H. Kociemba's symmetry coordinates (*Cube Explorer*); that they are derived from the turns is ours.

use itertools::Itertools;

use super::joint::{Joint, Tree, acts, image};
use crate::control::{Control, Stop};
use crate::problem::Family;

/// The most values that are reduced to classes.
const MOST_CLASSED: usize = 1 << 21;

/// The most values that are carried along: a value takes 16 bits.
const MOST_CARRIED: usize = 1 << 16;

/// Symmetries are numbered by 16 bits.
const MOST_FRAMES: usize = 1 << 16;

/// A family of more coordinates is not split: there would be too many ways to do it.
const MOST_COORDINATES: usize = 6;

/// The joint value of a state, seen through a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// The class of the part that is reduced.
    pub(super) class: u32,
    /// The value of the part that is carried along.
    pub(super) carried: u16,
    /// The symmetry that carries the state to the one that represents its class. It renames turns, too.
    pub(super) frame: u16,
}

/// The classes of a family, with all tables that turns need.
pub(super) struct Classes {
    /// The coordinates that are reduced, and those that are carried along.
    split: [Vec<usize>; 2],
    sizes: Vec<usize>,
    /// The number of turns.
    pub(super) turns: usize,
    /// The number of values that can be carried along.
    pub(super) width: usize,
    /// The number of values in each class.
    pub(super) orbits: Vec<u32>,
    /// The symmetries of the family that fix the first value of each class, one bit each.
    pub(super) still: Vec<u64>,
    /// The class of each value; in the lowest byte the symmetry of the family that carries the value to the first of its class.
    numbers: Vec<u32>,
    /// By class and turn: what the turn makes of the first value of the class, written like `numbers`.
    pub(super) after: Vec<u32>,
    /// By turn and value: the carried value after the turn.
    pub(super) carried_after: Vec<u16>,
    /// By symmetry of the family and value: the image of the carried value.
    pub(super) carried_image: Vec<u16>,
    /// By symmetry and turn: the renamed turn.
    pub(super) renamed: Vec<u8>,
    /// By symmetry and symmetry of the family: the first followed by the second.
    pub(super) then: Vec<u16>,
    /// The symmetries that act on the family.
    pub(super) own: Vec<usize>,
    /// Symmetries that carry the family to its different images, one each: the three axes of the 3×3×3.
    pub(super) axes: Vec<usize>,
}

impl Classes {
    /// The classes of a family under the symmetries that rename turns like this; the first renames nothing. `None` if
    /// the family is too large or too small for it.
    pub(super) fn new(
        family: &Family,
        turns: usize,
        frames: Vec<Vec<usize>>,
        control: &Control,
    ) -> Result<Option<Self>, Stop> {
        let sizes: Vec<usize> = family.sizes().collect();
        if sizes.len() > MOST_COORDINATES || turns == 0 || frames.len() > MOST_FRAMES {
            return Ok(None);
        }
        let mut best: Option<(Vec<usize>, Vec<usize>)> = None;
        let alone = |at: usize| {
            let after = Joint::new(family, turns, &[at]).listed(turns);
            let tree = Tree::of(&after, turns)?;
            let acts = frames.iter().map(|it| acts(&after, turns, &tree, it));
            Some(acts.collect::<Vec<bool>>())
        };
        let Some(alone) = (0..sizes.len()).map(alone).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        for chosen in (0..sizes.len()).powerset().filter(|it| !it.is_empty()) {
            if let Some(stop) = control.stop() {
                return Err(stop);
            }
            let size = |at: &mut dyn Iterator<Item = usize>| {
                at.fold(1_usize, |all, at| all.saturating_mul(sizes[at]))
            };
            let rest = (0..sizes.len()).filter(|at| !chosen.contains(at));
            if size(&mut chosen.iter().copied()) > MOST_CLASSED
                || size(&mut rest.clone()) > MOST_CARRIED
            {
                continue;
            }
            let could = |frame: &usize| rest.clone().all(|at| alone[at][*frame]);
            let could: Vec<usize> = (0..frames.len()).filter(could).collect();
            let most = best.as_ref().map_or(0, |(_, own)| own.len());
            if could.len() <= most {
                continue;
            }
            let own = acting(family, turns, &frames, (&chosen, &could), &alone);
            if own.len() > most {
                best = Some((chosen, own));
            }
        }
        let Some((chosen, own)) = best else {
            return Ok(None);
        };
        Ok(Self::split(family, turns, frames, chosen, own))
    }

    fn split(
        family: &Family,
        turns: usize,
        frames: Vec<Vec<usize>>,
        chosen: Vec<usize>,
        own: Vec<usize>,
    ) -> Option<Self> {
        let sizes: Vec<usize> = family.sizes().collect();
        let rest: Vec<usize> = (0..sizes.len()).filter(|at| !chosen.contains(at)).collect();
        if own.len() > u64::BITS as usize {
            return None;
        }
        let whole = Joint::new(family, turns, &chosen).listed(turns);
        let tree = Tree::of(&whole, turns)?;
        let images: Vec<Vec<u32>> = own
            .iter()
            .map(|&frame| image(&whole, turns, &tree, &frames[frame]))
            .collect();
        let size = whole.len() / turns;
        const NONE: u32 = u32::MAX;
        let mut numbers = vec![NONE; size];
        let (mut first, mut orbits, mut still) = (Vec::new(), Vec::new(), Vec::new());
        let frame_of = |renamed: &[usize]| frames.iter().position(|it| it == renamed);
        let composed = |first: usize, second: usize| -> Vec<usize> {
            frames[first]
                .iter()
                .map(|&turn| frames[second][turn])
                .collect()
        };
        // For each of the family's symmetries the number of its inverse.
        let undoing = |&frame: &usize| {
            own.iter().position(|&other| {
                composed(frame, other)
                    .iter()
                    .enumerate()
                    .all(|(n, &it)| n == it)
            })
        };
        let undoing: Vec<usize> = own.iter().map(undoing).collect::<Option<_>>()?;
        for value in 0..size {
            if numbers[value] != NONE {
                continue;
            }
            let class = first.len() as u32;
            if class >= 1 << 24 {
                return None;
            }
            let (mut orbit, mut fixed) = (0, 0);
            for (number, image) in images.iter().enumerate() {
                let there = image[value] as usize;
                if there == value {
                    fixed |= 1 << number;
                }
                if numbers[there] == NONE {
                    numbers[there] = class << 8 | undoing[number] as u32;
                    orbit += 1;
                }
            }
            first.push(value);
            orbits.push(orbit);
            still.push(fixed);
        }
        let after = first
            .iter()
            .flat_map(|&value| &whole[value * turns..][..turns]);
        let after: Vec<u32> = after.map(|&there| numbers[there as usize]).collect();
        let carried = Joint::new(family, turns, &rest);
        let listed = carried.listed(turns);
        let width = carried.size;
        let tree = Tree::of(&listed, turns)?;
        let mut carried_image = Vec::with_capacity(own.len() * width);
        for &frame in &own {
            let image = image(&listed, turns, &tree, &frames[frame]);
            carried_image.extend(image.iter().map(|&it| it as u16));
        }
        let by_turn = (0..turns).cartesian_product(0..width);
        let carried_after = by_turn.map(|(turn, value)| listed[value * turns + turn] as u16);
        let then = (0..frames.len()).cartesian_product(&own);
        let then = then.map(|(frame, &own)| Some(frame_of(&composed(frame, own))? as u16));
        let then = then.collect::<Option<Vec<u16>>>()?;
        let mut axes: Vec<usize> = Vec::new();
        for frame in 0..frames.len() {
            let images = &then[frame * own.len()..][..own.len()];
            if !axes.iter().any(|&axis| images.contains(&(axis as u16))) {
                axes.push(frame);
            }
        }
        let renamed = frames.iter().flatten().map(|&turn| turn as u8).collect();
        Some(Self {
            split: [chosen, rest],
            sizes,
            turns,
            width,
            orbits,
            still,
            numbers,
            after,
            carried_after: carried_after.collect(),
            carried_image,
            renamed,
            then,
            own,
            axes,
        })
    }

    /// The number of classes.
    pub(super) fn len(&self) -> usize {
        self.orbits.len()
    }

    /// The number of pairs of a class and a carried value: one entry of a table for each.
    pub(super) fn entries(&self) -> usize {
        self.len() * self.width
    }

    /// The spot of a state, given by the symmetry through which it is seen and the joint value that its image has.
    pub(super) fn spot(&self, mut value: u64, frame: usize) -> Spot {
        let mut digits = Vec::new();
        for &size in &self.sizes {
            digits.push((value % size as u64) as usize);
            value /= size as u64;
        }
        let joint = |chosen: &[usize]| {
            let (mut all, mut radix) = (0, 1);
            for &at in chosen {
                all += radix * digits[at];
                radix *= self.sizes[at];
            }
            all
        };
        let number = self.numbers[joint(&self.split[0])];
        self.seen(number, joint(&self.split[1]), frame)
    }

    #[inline(always)]
    fn seen(&self, number: u32, carried: usize, frame: usize) -> Spot {
        let own = (number & 0xff) as usize;
        Spot {
            class: number >> 8,
            carried: self.carried_image[own * self.width + carried],
            frame: self.then[frame * self.own.len() + own],
        }
    }

    /// The spot after a turn of the state.
    #[inline(always)]
    pub(super) fn turned(&self, spot: Spot, turn: usize) -> Spot {
        let turn = usize::from(self.renamed[usize::from(spot.frame) * self.turns + turn]);
        let number = self.after[spot.class as usize * self.turns + turn];
        let carried = self.carried_after[turn * self.width + spot.carried as usize];
        self.seen(number, carried.into(), spot.frame.into())
    }

    /// The index of a spot's entry in a table.
    #[inline(always)]
    pub(super) fn place(&self, spot: Spot) -> usize {
        spot.class as usize * self.width + spot.carried as usize
    }
}

/// Those of the symmetries `could` that act on the chosen coordinates together.
fn acting(
    family: &Family,
    turns: usize,
    frames: &[Vec<usize>],
    (chosen, could): (&[usize], &[usize]),
    alone: &[Vec<bool>],
) -> Vec<usize> {
    let acts_alone = |frame: usize| chosen.iter().all(|&at| alone[at][frame]);
    let mut own: Vec<usize> = could.iter().copied().filter(|&it| acts_alone(it)).collect();
    if own.len() == could.len() {
        return own;
    }
    let whole = Joint::new(family, turns, chosen).listed(turns);
    let Some(tree) = Tree::of(&whole, turns) else {
        return Vec::new();
    };
    for &frame in could {
        if !own.contains(&frame) && acts(&whole, turns, &tree, &frames[frame]) {
            own.push(frame);
            // Then so do all products.
            let mut at = 0;
            while at < own.len() {
                for other in 0..own.len() {
                    let both: Vec<usize> = frames[own[at]]
                        .iter()
                        .map(|&it| frames[own[other]][it])
                        .collect();
                    let both = could.iter().find(|&&it| frames[it] == both);
                    own.extend(both.filter(|it| !own.contains(it)).copied());
                }
                at += 1;
            }
        }
    }
    own.sort_unstable();
    own
}
