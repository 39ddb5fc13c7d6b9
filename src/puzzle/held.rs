//! The held piece, and the rotations of the whole puzzle that justify holding it.
//!
//! *Idea.* On a pocket cube `L` equals `R` up to a rotation of the whole cube. So if the final orientation of the cube does
//! not matter, all turns that move one corner are unnecessary: that corner is *held*. A puzzle file names the piece. When
//! the file is read, the code here checks that no solution is lost by holding it.
//!
//! *Definitions.* T is the set of turns, x the solved state, and h are the held facelets. Permutations are composed from
//! left to right. A *rotation* is a permutation r of the facelets such that
//!
//! 1. r⁻¹·t·r is in T for each t in T, and a quarter turn if t is one: a turn stays a turn, of the same length in every
//!    metric, in any orientation of the puzzle;
//! 2. x turned by r is x with its colors renamed; r(c) is the new name of c.
//!
//! *What is checked.* Rotations are not declared in the file. They are the quotients of turns.
//!
//! * (a) Each t in T that moves h equals u·r, where u is empty or a turn that does not move h (a quarter turn if t is one),
//!   and r is a rotation. R is the group of all such r.
//! * (b) Only the identity in R fixes h. So R acts regularly on the placements of the held piece: that it reaches all of
//!   them follows from (a), because t = u·r has the same effect on h as r.
//! * (c) Every element of R that preserves the colors of x at h preserves all colors of x.
//!
//! *Why that is sufficient.* Call a state *solved up to rotation* if it is x turned by an r in R, which by 2 is x with its
//! colors renamed by R.
//!
//! *Turns.* Take any turns w = t₁…tₙ. By (a), t₁ is u₁·r₁ or does not move h; then r₁·t₂ = t₂'·r₁ where t₂' is a turn by 1,
//! and so on to the end: w = u₁…uₖ·r with r in R and k ≤ n; counted in quarter turns, it is not longer either. For any
//! state s, s·u·r is solved up to rotation exactly when s·u is. So with turns around h only, no solution is lost, and none
//! gets longer.
//!
//! *Colors.* Renaming the colors of a state x·g by r gives r(x)·g, which is x·(r·g) by 2: another reachable state, because
//! r is a product of turns. Renaming does not affect turns, so both states have the same solutions. By (b) there is exactly
//! one r in R for which r·g fixes h: under these names the piece at h is the held one. Turns around h never change the
//! colors at h. So every state that they reach from x·(r·g) agrees with x at h; if it is x renamed by R, it is x itself by
//! (c). That is the problem that is solved: from the state with its colors renamed, with turns around h, to x.
//!
//! *Colors alone.* If a state is given by its colors, g need not be known, and with identical pieces it is not unique. The
//! renaming is still unique: it must map the colors at h to those of x there, and two renamings that do differ by one that
//! preserves x at h, so by (c) they are equal.
//!
//! *Cost.* For each turn that moves h and each that does not, a comparison of a few colors; if these could be a rotation's,
//! a comparison of all turns.

use std::collections::{HashMap, HashSet};

use itertools::Itertools;

use super::{Color, State, Turn};
use crate::group::{Permutation, add_products};

/// An upper limit, above the number of rotations of any solid other than prisms.
const MAX_ROTATIONS: usize = 1000;

/// The maximum number of facelets compared in the search for rotations: half a second.
const MAX_STEPS: usize = 100_000_000;

/// The cost of a comparison in addition to the facelets.
const STEPS_PER_COMPARISON: usize = 8;

/// A rotation of the whole puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rotation {
    /// Its permutation of the facelets.
    pub facelets: Permutation,
    /// The new name of each color of the solved puzzle.
    pub colors: Vec<Color>,
}

/// The held piece.
#[derive(Clone, Debug)]
pub(crate) struct HeldPiece {
    pub(super) facelets: Vec<usize>,
    /// The identity first.
    pub(super) rotations: Vec<Rotation>,
}

impl HeldPiece {
    /// No held piece, and the identity as the only rotation.
    pub(crate) fn none(facelets: usize, colors: usize) -> Self {
        Self {
            facelets: Vec::new(),
            rotations: vec![Rotation {
                facelets: Permutation::identity(facelets),
                colors: (0..colors).collect(),
            }],
        }
    }

    /// Holds these facelets, if that loses no solutions; otherwise returns the reason.
    pub(crate) fn new(
        facelets: Vec<usize>,
        turns: &[Turn],
        solved: &State,
    ) -> Result<Self, String> {
        let mut held = Self::none(solved.colors().len(), solved.color_count());
        if facelets.is_empty() {
            return Ok(held);
        }
        let generators = RotationSearch::new(&facelets, turns, solved).generators()?;
        let all = closure(&held.rotations[0].facelets, generators)
            .ok_or_else(|| format!("the whole puzzle has more than {MAX_ROTATIONS} rotations"))?;
        let all = all.into_iter();
        let rotations = all.filter_map(|it| Rotation::with_renamed_colors(it, solved));
        held.rotations = rotations.collect();
        held.facelets = facelets;
        held.check(solved)?;
        Ok(held)
    }

    /// Checks (b) and (c): the held piece determines the orientation of the puzzle.
    fn check(&self, solved: &State) -> Result<(), String> {
        let unlike_the_first = || self.rotations.iter().skip(1);
        let moves = |rotation: &Rotation| moves_held(&rotation.facelets, &self.facelets);
        if !unlike_the_first().all(moves) {
            return Err(
                "a rotation of the whole puzzle leaves the held piece where it is, so the held piece does not determine \
                 the orientation of the puzzle"
                    .to_owned(),
            );
        }
        let shows_the_same = |rotation: &Rotation| {
            let mut held = self.facelets.iter().map(|&facelet| solved.color(facelet));
            held.all(|color| rotation.colors[color] == color)
        };
        let names_the_same =
            |rotation: &Rotation| rotation.colors.iter().copied().eq(0..rotation.colors.len());
        if unlike_the_first().any(|it| shows_the_same(it) && !names_the_same(it)) {
            return Err(
                "two rotations of the whole puzzle show the same colors at the held facelets, and others elsewhere, \
                 so these colors do not determine the orientation of the puzzle"
                    .to_owned(),
            );
        }
        Ok(())
    }
}

impl Rotation {
    /// A permutation of the facelets as a rotation, if it renames the colors of the solved state.
    pub(crate) fn with_renamed_colors(facelets: Permutation, solved: &State) -> Option<Self> {
        let source = |facelet| facelets.source(facelet);
        let colors = color_renaming(solved, solved.color_count(), source)?;
        Some(Self { facelets, colors })
    }

    /// A permutation of the facelets as a rotation that keeps the names of colors.
    pub(crate) fn with_unchanged_colors(facelets: Permutation, solved: &State) -> Self {
        let colors = (0..solved.color_count()).collect();
        Self { facelets, colors }
    }

    /// The inverse renaming of colors.
    pub(crate) fn inverse_colors(&self) -> Vec<Color> {
        let mut back = vec![0; self.colors.len()];
        for (color, &name) in self.colors.iter().enumerate() {
            back[name] = color;
        }
        back
    }
}

/// The renaming of colors in which facelet `f` gets the color of `source(f)`; `None` if that is inconsistent.
fn color_renaming(
    solved: &State,
    colors: usize,
    mut source: impl FnMut(usize) -> usize,
) -> Option<Vec<Color>> {
    let mut names: Vec<Option<Color>> = vec![None; colors];
    for (facelet, &color) in solved.colors().iter().enumerate() {
        let shown = solved.color(source(facelet));
        if *names[color].get_or_insert(shown) != shown {
            return None;
        }
    }
    // All colors still occur, so the renaming is injective.
    names.into_iter().collect()
}

struct RotationSearch<'a> {
    turns: &'a [Turn],
    solved: &'a State,
    colors: usize,
    held: &'a [usize],
    /// For each turn, whether it is a quarter turn.
    quarter: HashMap<&'a Permutation, bool>,
    steps: usize,
}

impl<'a> RotationSearch<'a> {
    fn new(held: &'a [usize], turns: &'a [Turn], solved: &'a State) -> Self {
        let quarter = turns
            .iter()
            .map(|turn| (&turn.permutation, turn.is_quarter()));
        Self {
            turns,
            solved,
            colors: solved.color_count(),
            held,
            quarter: quarter.collect(),
            steps: 0,
        }
    }

    /// The rotations r in (a), for all turns that move the held piece; an error if (a) fails for one of them.
    fn generators(&mut self) -> Result<HashSet<Permutation>, String> {
        let none = Permutation::identity(self.solved.colors().len());
        let (moving, around): (Vec<&Turn>, Vec<&Turn>) = self
            .turns
            .iter()
            .partition(|turn| moves_held(&turn.permutation, self.held));
        let around = around.iter();
        let around = around.map(|turn| (turn.permutation.inverse(), turn.is_quarter()));
        let around: Vec<(Permutation, bool)> = around.chain([(none, true)]).collect();
        let mut found = HashSet::new();
        for turn in moving {
            let mut is_one = false;
            for (back, is_quarter) in &around {
                if turn.is_quarter() && !is_quarter {
                    continue;
                }
                if let Some(rotation) = self.rotation(back, &turn.permutation) {
                    is_one = true;
                    found.insert(rotation);
                }
                if self.steps > MAX_STEPS {
                    return Err(
                        "the puzzle is too large for a held piece: it takes too long to find its rotations".to_owned(),
                    );
                }
            }
            if !is_one {
                return Err(format!(
                    "turn {} moves the held piece, and does not equal a turn that leaves it in place followed by a rotation of the whole puzzle: solutions would be lost; leave `held` out",
                    turn.name()
                ));
            }
        }
        Ok(found)
    }

    /// The product of two permutations, if it is a rotation.
    fn rotation(&mut self, first: &Permutation, then: &Permutation) -> Option<Permutation> {
        let mut looked_at = 0;
        let names = color_renaming(self.solved, self.colors, |facelet| {
            // A few facelets rule out most products.
            looked_at = facelet;
            first.source(then.source(facelet))
        });
        self.steps += looked_at + STEPS_PER_COMPARISON;
        names?;
        let rotation = first.then(then);
        let back = rotation.inverse();
        let generators = self.turns.iter().filter(|turn| turn.power == 1);
        for turn in generators {
            self.steps += 3 * rotation.size();
            // Powers of the result are turns, too.
            let becomes = back.then(&turn.permutation).then(&rotation);
            if self.quarter.get(&becomes) != Some(&true) {
                return None;
            }
        }
        Some(rotation)
    }
}

pub(super) fn moves_held(permutation: &Permutation, held: &[usize]) -> bool {
    held.iter()
        .any(|&facelet| permutation.source(facelet) != facelet)
}

/// All products of some permutations, the identity first; `None` if there are too many.
fn closure(identity: &Permutation, generators: HashSet<Permutation>) -> Option<Vec<Permutation>> {
    let mut all = vec![identity.clone()];
    let mut needed: Vec<Permutation> = Vec::new();
    let generators = generators.into_iter();
    for generator in generators.sorted_by(|a, b| a.sources().cmp(b.sources())) {
        if !all.contains(&generator) {
            needed.push(generator);
            add_products(&mut all, &needed, MAX_ROTATIONS)?;
        }
    }
    Some(all)
}
