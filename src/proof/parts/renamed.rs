//! What a symmetry makes of the clauses of a formula.
//!
//! *Idea.* Parts that a symmetry makes of each other are shown to be so by their states ([`cover`](super::cover)). That is an argument
//! about turns; here the same is looked at in the clauses. A symmetry renames literals: a turn in a slot becomes the turn
//! that it makes of it, and a piece that is somewhere the piece that it makes of it, where it makes it be. The clauses that speak of
//! nothing but what lies between the cuts must become each other.
//!
//! *Why it says the same.* The formula of a part is these clauses, with what is known where it begins put in. So
//! the renaming makes the formula of a part of that of another, if it makes the one's start of the other's, which is looked at
//! facelet by facelet; a goal is either among the clauses or, where last turns are cut off, looked at in the same way.
//!
//! *Limit.* Of many literals one is chosen with the help of more variables, which a renaming does not carry to each other one by
//! one. Formulas that have such are not compared.

use std::collections::HashSet;
use std::ops::Range;

use rustsat::types::Lit;

use super::cover::Cut;
use crate::circuit::Signal;
use crate::encode::Formula;
use crate::problem::{Problem, Symmetry};
use crate::puzzle::{Pieces, Puzzle, TurnId};

/// What a literal says.
#[derive(Clone, Copy, Debug)]
enum Fact {
    /// This turn is made in a slot; `None`: no turn.
    Made(usize, Option<TurnId>),
    /// After so many turns the reference sticker of a piece is at a facelet.
    At(usize, usize, usize),
}

/// The clauses of a formula that speak of what lies between the cuts.
#[derive(Clone, Debug)]
pub struct Between<'a> {
    puzzle: &'a Puzzle,
    formula: &'a Formula,
    facts: Vec<Fact>,
    /// Each in increasing order.
    clauses: HashSet<Vec<Lit>>,
}

impl<'a> Between<'a> {
    /// Those of the plain formula of a problem. `None` if it has variables that say nothing by themselves.
    #[must_use]
    pub fn new(problem: &'a Problem, formula: &'a Formula, cut: Cut) -> Option<Self> {
        let slots = problem.budget.slots();
        let between = cut.first..slots.checked_sub(cut.last)?;
        let mut own = Self {
            puzzle: &problem.puzzle,
            formula,
            facts: facts(problem, 0..slots),
            clauses: HashSet::new(),
        };
        let says = own.speaks();
        own.facts = facts(problem, between);
        let is_between = own.speaks();
        for clause in &formula.cnf {
            let all = |of: &[bool]| clause.iter().all(|literal| of[literal.vidx()]);
            if !all(&says) {
                return None;
            }
            if all(&is_between) {
                let mut clause: Vec<Lit> = clause.iter().copied().collect();
                clause.sort_unstable();
                own.clauses.insert(clause);
            }
        }
        Some(own)
    }

    /// How many clauses there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// Whether a symmetry makes each of these clauses another one, and no two the same.
    #[must_use]
    pub fn is_kept_by(&self, symmetry: &Symmetry) -> bool {
        let Some(renamed) = self.renamed(symmetry) else {
            return false;
        };
        let mut image = Vec::new();
        self.clauses.iter().all(|clause| {
            image.clear();
            // Each of its variables says something between the cuts, so it has a new name.
            let of = |&literal: &Lit| Some(signed(renamed[literal.vidx()]?, literal.is_neg()));
            image.extend(clause.iter().filter_map(of));
            image.sort_unstable();
            image.len() == clause.len() && self.clauses.contains(&image)
        })
    }

    /// For each variable the literal that it becomes; `None` if a symmetry does not say, or makes two the same.
    fn renamed(&self, symmetry: &Symmetry) -> Option<Vec<Option<Lit>>> {
        let mut renamed = vec![None; self.formula.variables as usize];
        let mut taken = vec![false; renamed.len()];
        for &fact in &self.facts {
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
            *place = Some(signed(to, from.is_neg()));
        }
        Some(renamed)
    }

    /// What a symmetry makes of what a literal says.
    fn image(&self, fact: Fact, symmetry: &Symmetry) -> Option<Fact> {
        match fact {
            Fact::Made(slot, turn) => Some(Fact::Made(slot, turn.map(|it| symmetry.turn(it)))),
            Fact::At(step, piece, facelet) => {
                let pieces = self.puzzle.pieces();
                let home = &pieces.all()[piece].facelets;
                let becomes = pieces.place_of(symmetry.facelet(home[0]));
                // Its reference sticker may be another one of these.
                let reference = pieces.all()[becomes].facelets[0];
                let mut stickers = home.iter().zip(pieces.frame(facelet));
                let (_, &at) = stickers.find(|&(&it, _)| symmetry.facelet(it) == reference)?;
                Some(Fact::At(step, becomes, symmetry.facelet(at)))
            }
        }
    }

    fn signal(&self, fact: Fact) -> Signal {
        let meaning = &self.formula.meaning;
        let signals = match fact {
            Fact::Made(slot, Some(turn)) => meaning.selectors.makes(slot, turn),
            Fact::Made(slot, None) => meaning.selectors.idles(slot),
            Fact::At(step, piece, facelet) => {
                Some(meaning.states.at(self.puzzle, step, piece, facelet))
            }
        };
        match signals.as_deref() {
            Some(&[signal]) => signal,
            _ => Signal::FALSE,
        }
    }

    /// For each variable whether it says one of the facts.
    fn speaks(&self) -> Vec<bool> {
        let mut speaks = vec![false; self.formula.variables as usize];
        let signals = self.facts.iter().map(|&fact| self.signal(fact));
        for literal in signals.filter_map(Signal::as_lit) {
            speaks[literal.vidx()] = true;
        }
        speaks
    }
}

/// A literal, or its opposite.
fn signed(literal: Lit, is_negative: bool) -> Lit {
    if is_negative { !literal } else { literal }
}

/// What literals of some slots, and of the steps around them, can say.
fn facts(problem: &Problem, slots: Range<usize>) -> Vec<Fact> {
    let pieces = problem.puzzle.pieces();
    let steps = slots.start..=slots.end;
    let turns = problem.allowed.iter().copied().map(Some);
    let turns: Vec<_> = turns.chain([None]).collect();
    let made = slots.flat_map(|slot| turns.iter().map(move |&turn| Fact::Made(slot, turn)));
    let at = steps.flat_map(|step| {
        let lies = move |(piece, facelet)| Fact::At(step, piece, facelet);
        places(pieces).map(lies)
    });
    made.chain(at).collect()
}

/// The pieces, each with the facelets where its reference sticker might be.
fn places(pieces: &Pieces) -> impl Iterator<Item = (usize, usize)> + '_ {
    pieces.all().iter().enumerate().flat_map(|(number, piece)| {
        let places = pieces.kinds()[piece.kind].clone();
        let facelets = places.flat_map(|place| pieces.orientations(place));
        facelets.map(move |facelet| (number, facelet))
    })
}
