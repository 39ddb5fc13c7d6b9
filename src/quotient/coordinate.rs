//! Coset coordinates: functions of a few pieces that a subgroup does not change.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::group::{Group, Permutation, TooLarge};
use crate::puzzle::Color;

/// The stickers on which a coordinate depends, and their properties that determine its value. Stickers are named by
/// their home facelets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Observation {
    /// The set of places of some stickers.
    Set(Vec<usize>),
    /// The place of each of some stickers, up to relabeling by the subgroup.
    Joint(Vec<usize>),
    /// The color of each facelet after the stickers are recolored.
    Recoloring(Vec<Color>),
}

impl Observation {
    /// The stickers of a set or joint observation; none for a recoloring, which depends on all stickers.
    pub(super) fn stickers(&self) -> &[usize] {
        match self {
            Observation::Set(stickers) | Observation::Joint(stickers) => stickers,
            Observation::Recoloring(_) => &[],
        }
    }

    /// The representation of an arrangement's value, before normalization.
    fn representation(&self, arrangement: &Permutation) -> Vec<u16> {
        match self {
            Observation::Set(stickers) | Observation::Joint(stickers) => {
                let to = arrangement.inverse();
                stickers.iter().map(|&at| to.source(at) as u16).collect()
            }
            Observation::Recoloring(colors) => (0..colors.len())
                .map(|at| colors[arrangement.source(at)] as u16)
                .collect(),
        }
    }

    /// Writes the representation of a value after turns to `to`. `inverse` is the inverse of the turns.
    fn representation_after(
        &self,
        value: &[u16],
        turns: &Permutation,
        inverse: &Permutation,
        to: &mut Vec<u16>,
    ) {
        to.clear();
        match self {
            Observation::Set(_) | Observation::Joint(_) => {
                let after = |&at: &u16| inverse.source(at.into()) as u16;
                to.extend(value.iter().map(after));
            }
            Observation::Recoloring(_) => to.extend(turns.sources().map(|from| value[from])),
        }
    }
}

/// An observation with all its values and the action of turns on them. The solved puzzle has the value 0.
#[derive(Clone, Debug)]
pub(crate) struct Coordinate {
    pub(super) observation: Observation,
    /// How the subgroup permutes the stickers of a joint observation; `None` for other observations.
    relabel: Option<Group>,
    /// The representation of each value: the positions of the stickers, or the colors of a recoloring.
    values: Vec<Box<[u16]>>,
    numbers: HashMap<Box<[u16]>, u32, FxBuildHasher>,
    /// For each turn: the value after it, indexed by the value before.
    pub(crate) after: Vec<Vec<u32>>,
}

impl Coordinate {
    /// The coordinate of an observation, if it has at most `most` values. `turns` are the allowed turns, and `subgroup`
    /// generates the subgroup.
    pub(super) fn new(
        observation: Observation,
        turns: &[Permutation],
        subgroup: &[Permutation],
        most: usize,
    ) -> Result<Option<Self>, TooLarge> {
        let relabel = match &observation {
            Observation::Joint(stickers) => {
                let restricted = subgroup.iter().map(|it| it.restricted_to(stickers));
                let restricted: Vec<Permutation> = restricted.collect();
                let generators: Vec<&Permutation> = restricted.iter().collect();
                Some(Group::generated_by(stickers.len(), &generators)?)
            }
            _ => None,
        };
        let mut coordinate = Self {
            observation,
            relabel,
            values: Vec::new(),
            numbers: HashMap::default(),
            after: vec![Vec::new(); turns.len()],
        };
        let inverses: Vec<Permutation> = turns.iter().map(Permutation::inverse).collect();
        let size = turns.first().map_or(0, Permutation::size);
        let mut home = coordinate
            .observation
            .representation(&Permutation::identity(size));
        let mut spare = Vec::new();
        coordinate.normalize(&mut home, &mut spare);
        coordinate.find_or_add(&home);
        let mut next = 0;
        let mut positions = Vec::new();
        while next < coordinate.values.len() {
            for (turn, inverse) in inverses.iter().enumerate() {
                let (observation, value) = (&coordinate.observation, &coordinate.values[next]);
                observation.representation_after(value, &turns[turn], inverse, &mut positions);
                coordinate.normalize(&mut positions, &mut spare);
                let number = coordinate.find_or_add(&positions);
                coordinate.after[turn].push(number);
            }
            if coordinate.values.len() > most {
                return Ok(None);
            }
            next += 1;
        }
        Ok(Some(coordinate))
    }

    /// This coordinate with other numbers for its values, so that turn `renaming[t]` acts on the new numbers as turn
    /// `t` acts on those of `other`. `None` if there is no such numbering.
    pub(crate) fn renumbered_like(&self, other: &Self, renaming: &[usize]) -> Option<Self> {
        if self.len() != other.len() {
            return None;
        }
        // For each value of `other`, the corresponding value of this coordinate, as far as known.
        let mut same: Vec<Option<u32>> = vec![None; other.len()];
        same[0] = Some(0);
        let mut open = vec![(0, 0)];
        while let Some((theirs, own)) = open.pop() {
            for (turn, &renamed) in renaming.iter().enumerate() {
                let theirs = other.after[turn][theirs as usize];
                let own = self.after[renamed][own as usize];
                match same[theirs as usize].replace(own) {
                    None => open.push((theirs, own)),
                    Some(known) if known == own => {}
                    Some(_) => return None,
                }
            }
        }
        let same: Vec<u32> = same.into_iter().collect::<Option<_>>()?;
        let values = same.iter().map(|&own| self.values[own as usize].clone());
        let values: Vec<Box<[u16]>> = values.collect();
        let mut after = self.after.clone();
        for (turn, &renamed) in renaming.iter().enumerate() {
            after[renamed].clone_from(&other.after[turn]);
        }
        Some(Self {
            observation: self.observation.clone(),
            relabel: self.relabel.clone(),
            numbers: values.iter().cloned().zip(0..).collect(),
            values,
            after,
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// The value of an arrangement; `None` if turns lead from the solved puzzle to no arrangement of this value.
    pub(crate) fn value(&self, arrangement: &Permutation) -> Option<usize> {
        self.number_of(self.observation.representation(arrangement))
    }

    /// The value to which turns map a value; `None` if the allowed turns do not reach it.
    pub(super) fn value_after(&self, value: usize, turns: &Permutation) -> Option<usize> {
        let mut moved = Vec::new();
        let value = &self.values[value];
        self.observation
            .representation_after(value, turns, &turns.inverse(), &mut moved);
        self.number_of(moved)
    }

    /// Whether a value is a set of places that contains a facelet.
    pub(crate) fn contains_place(&self, value: usize, facelet: usize) -> bool {
        let facelet = u16::try_from(facelet);
        let contains = |facelet| self.values[value].binary_search(&facelet).is_ok();
        matches!(self.observation, Observation::Set(_)) && facelet.is_ok_and(contains)
    }

    /// The colors that represent a value of a recoloring.
    pub(super) fn colors_of_value(&self, value: usize) -> &[u16] {
        &self.values[value]
    }

    fn number_of(&self, mut positions: Vec<u16>) -> Option<usize> {
        self.normalize(&mut positions, &mut Vec::new());
        self.numbers
            .get(&positions[..])
            .map(|&number| number as usize)
    }

    /// Replaces a representation by the canonical one of the same value.
    #[inline]
    fn normalize(&self, positions: &mut [u16], spare: &mut Vec<u16>) {
        match &self.relabel {
            None if matches!(self.observation, Observation::Set(_)) => positions.sort_unstable(),
            None => {}
            Some(group) => group.smallest_of_coset(positions, spare),
        }
    }

    fn find_or_add(&mut self, positions: &[u16]) -> u32 {
        if let Some(&known) = self.numbers.get(positions) {
            return known;
        }
        let new = self.values.len() as u32;
        self.values.push(positions.into());
        self.numbers.insert(positions.into(), new);
        new
    }
}
