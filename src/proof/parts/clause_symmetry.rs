//! The action of a symmetry on the clauses of a formula.
//!
//! *Idea.* [`cover`](super::cover) compares states to recognize symmetric parts. That argument is about turns; this
//! module confirms it on the clauses. A symmetry renames literals: a turn in a slot becomes its image, and a piece at a
//! facelet becomes the image of the piece at the image of the facelet. The renaming must map the set of clauses
//! *between the cuts*, that is, about the slots and steps of the parts, onto itself.
//!
//! *Why this is the same argument.* The formula of a part consists of these clauses, with the known start substituted.
//! So the renaming maps the formula of one part to the formula of another if it maps the start of the first to the
//! start of the second, which is checked facelet by facelet. The goal is either among the clauses or, if last turns are
//! cut off, checked in the same way.
//!
//! *Limit.* The encoding of "exactly one of many literals" has auxiliary variables, and a renaming does not map these
//! one to one. Formulas with such variables are not compared.

use std::collections::HashSet;
use std::ops::Range;

use itertools::Itertools;
use rustsat::types::Lit;

use super::cover::Cut;
use crate::circuit::Signal;
use crate::encode::Formula;
use crate::problem::{Problem, Symmetry};
use crate::puzzle::{Pieces, Puzzle, TurnId};

/// The meaning of a literal.
#[derive(Clone, Copy, Debug)]
enum LiteralMeaning {
    /// A turn is made in a slot; `None`: no turn.
    Made(usize, Option<TurnId>),
    /// At a step, the reference sticker of a piece is at a facelet.
    At(usize, usize, usize),
}

/// The clauses of a formula about the slots and steps after the first turns and before the last turns that are cut off.
#[derive(Clone, Debug)]
pub struct ClausesBetweenCuts<'a> {
    puzzle: &'a Puzzle,
    formula: &'a Formula,
    meanings: Vec<LiteralMeaning>,
    /// The clauses, each in ascending order.
    clauses: HashSet<Vec<Lit>>,
}

impl<'a> ClausesBetweenCuts<'a> {
    /// The clauses of the plain formula of a problem. `None` if the formula has auxiliary variables.
    pub fn new(problem: &'a Problem, formula: &'a Formula, cut: Cut) -> Option<Self> {
        let slots = problem.budget.slots();
        let between = cut.first..slots.checked_sub(cut.last)?;
        let mut own = Self {
            puzzle: &problem.puzzle,
            formula,
            meanings: meanings(problem, 0..slots),
            clauses: HashSet::new(),
        };
        let has_meaning = own.has_meaning();
        own.meanings = meanings(problem, between);
        let is_between = own.has_meaning();
        for clause in &formula.cnf {
            let all = |of: &[bool]| clause.iter().all(|literal| of[literal.vidx()]);
            if !all(&has_meaning) {
                return None;
            }
            if all(&is_between) {
                let clause = clause.iter().copied();
                own.clauses.insert(clause.sorted_unstable().collect());
            }
        }
        Some(own)
    }

    /// The number of clauses.
    pub fn clause_count(&self) -> usize {
        self.clauses.len()
    }

    /// Whether a symmetry permutes these clauses.
    pub fn is_invariant_under(&self, symmetry: &Symmetry) -> bool {
        let Some(renamed) = self.renamed(symmetry) else {
            return false;
        };
        let mut image = Vec::new();
        self.clauses.iter().all(|clause| {
            image.clear();
            // Each variable of the clause has a meaning between the cuts, and so an image.
            let of = |&literal: &Lit| Some(with_sign(renamed[literal.vidx()]?, literal.is_neg()));
            image.extend(clause.iter().filter_map(of));
            image.sort_unstable();
            image.len() == clause.len() && self.clauses.contains(&image)
        })
    }

    /// The image of each variable, if it has one; `None` if the symmetry does not map the meanings one to one.
    fn renamed(&self, symmetry: &Symmetry) -> Option<Vec<Option<Lit>>> {
        let mut renamed = vec![None; self.formula.variables as usize];
        let mut taken = vec![false; renamed.len()];
        for &fact in &self.meanings {
            let (from, to) = (self.signal(fact), self.signal(self.image(fact, symmetry)?));
            let (Signal::Lit(from), Signal::Lit(to)) = (from, to) else {
                if from != to {
                    return None;
                }
                continue;
            };
            let place = &mut renamed[from.vidx()];
            if place.is_some() || std::mem::replace(&mut taken[to.vidx()], true) {
                return None;
            }
            *place = Some(with_sign(to, from.is_neg()));
        }
        Some(renamed)
    }

    /// The image of a literal's meaning under a symmetry.
    fn image(&self, fact: LiteralMeaning, symmetry: &Symmetry) -> Option<LiteralMeaning> {
        match fact {
            LiteralMeaning::Made(slot, turn) => {
                Some(LiteralMeaning::Made(slot, turn.map(|it| symmetry.turn(it))))
            }
            LiteralMeaning::At(step, piece, facelet) => {
                let pieces = self.puzzle.pieces();
                let home = &pieces.all()[piece].facelets;
                let image = pieces.place_of(symmetry.facelet(home[0]));
                // The image of the reference sticker need not be the reference sticker of the image.
                let reference = pieces.all()[image].facelets[0];
                let mut stickers = home.iter().zip(pieces.frame(facelet));
                let (_, &at) = stickers.find(|&(&it, _)| symmetry.facelet(it) == reference)?;
                Some(LiteralMeaning::At(step, image, symmetry.facelet(at)))
            }
        }
    }

    fn signal(&self, fact: LiteralMeaning) -> Signal {
        let meaning = &self.formula.meaning;
        let signals = match fact {
            LiteralMeaning::Made(slot, Some(turn)) => meaning.selectors.turn_signals(slot, turn),
            LiteralMeaning::Made(slot, None) => meaning.selectors.idle_signals(slot),
            LiteralMeaning::At(step, piece, facelet) => {
                Some(meaning.states.piece_at(self.puzzle, step, piece, facelet))
            }
        };
        match signals.as_deref() {
            Some(&[signal]) => signal,
            _ => Signal::FALSE,
        }
    }

    /// For each variable, whether it has one of the current `meanings`.
    fn has_meaning(&self) -> Vec<bool> {
        let mut has_meaning = vec![false; self.formula.variables as usize];
        let signals = self.meanings.iter().map(|&fact| self.signal(fact));
        for literal in signals.filter_map(Signal::as_lit) {
            has_meaning[literal.vidx()] = true;
        }
        has_meaning
    }
}

/// A literal, or its negation if `is_negative`.
fn with_sign(literal: Lit, is_negative: bool) -> Lit {
    if is_negative { !literal } else { literal }
}

/// The possible meanings of literals of some slots, and of the steps around them.
fn meanings(problem: &Problem, slots: Range<usize>) -> Vec<LiteralMeaning> {
    let pieces = problem.puzzle.pieces();
    let steps = slots.start..=slots.end;
    let turns = problem.allowed.iter().copied().map(Some);
    let made = slots.cartesian_product(turns.chain([None]));
    let made = made.map(|(slot, turn)| LiteralMeaning::Made(slot, turn));
    let at = steps.flat_map(|step| {
        let at = move |(piece, facelet)| LiteralMeaning::At(step, piece, facelet);
        places(pieces).map(at)
    });
    made.chain(at).collect()
}

/// The pieces, each with the possible facelets of its reference sticker.
fn places(pieces: &Pieces) -> impl Iterator<Item = (usize, usize)> + '_ {
    pieces.all().iter().enumerate().flat_map(|(number, piece)| {
        let places = pieces.kinds()[piece.kind].clone();
        let facelets = places.flat_map(|place| pieces.orientations(place));
        facelets.map(move |facelet| (number, facelet))
    })
}
