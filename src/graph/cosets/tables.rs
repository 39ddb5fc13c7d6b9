//! The tables of a puzzle and its turns, which serve all starts and goals.

use std::sync::Arc;

use itertools::Itertools;

use super::super::order::Order;
use super::classes::Classes;
use super::fill::Distances;
use super::nearer::Nearer;
use super::walk::{Follows, Ground, Table};
use crate::control::{Control, Stop};
use crate::group::Permutation;
use crate::problem::{Family, Problem, Symmetry};
use crate::puzzle::{Pattern, TurnId};

/// Turns are the bits of a number.
const MOST_TURNS: usize = u32::BITS as usize;

/// The tables, and what they were made of.
pub(super) struct Tables {
    allowed: Vec<TurnId>,
    /// A family of fewer joint values would not have been used.
    least: u64,
    pub(super) family: Arc<Family>,
    pub(super) symmetries: Vec<Symmetry>,
    pub(super) ground: Ground,
    bytes: u64,
}

impl Tables {
    /// The tables for a problem that has the solved state as its goal, by a family of at least `least` joint values; `None` if the puzzle
    /// has no such family, or if the tables take more than `memory` bytes. The last ones are kept.
    pub(super) fn of(
        problem: &Problem,
        least: u64,
        memory: u64,
        control: &Control,
    ) -> Result<Option<Arc<Self>>, Stop> {
        let kept = problem.puzzle.kept();
        let fits = |it: &Arc<Self>| {
            (&it.allowed, it.least) == (&problem.allowed, least) && it.bytes <= memory
        };
        if let Some(known) = kept.find(fits) {
            return Ok(Some(known));
        }
        // The last ones make room. No lock is held while tables are made, which asks whether to stop.
        kept.clear::<Arc<Self>>();
        let new = Self::new(problem, least, memory, control)?.map(Arc::new);
        if let Some(new) = &new {
            kept.keep(1, new.clone());
        }
        Ok(new)
    }

    fn new(
        problem: &Problem,
        least: u64,
        memory: u64,
        control: &Control,
    ) -> Result<Option<Self>, Stop> {
        let allowed = &problem.allowed;
        let turns = Turns::of(problem);
        if allowed.len() > MOST_TURNS || !turns.have_inverses() {
            return Ok(None);
        }
        let families = problem.coordinates(least).map(|it| it.families);
        let Some((family, _)) = families.unwrap_or_default().into_iter().next() else {
            return Ok(None);
        };
        let symmetries = Symmetry::all(problem);
        let position = |turn: TurnId| allowed.iter().position(|&it| it == turn);
        let renamed = |symmetry: &Symmetry| {
            let turns = allowed.iter().map(|&turn| position(symmetry.turn(turn)));
            let turns = turns.collect::<Option<Vec<usize>>>();
            // Of turns that do the same one may stand for both.
            turns.filter(|turns| turns.iter().all_unique())
        };
        let Some(frames) = symmetries.iter().map(renamed).collect() else {
            return Ok(None);
        };
        let most = isize::try_from(memory).map_or(isize::MAX as usize, isize::unsigned_abs);
        let classes = Classes::new(&family, allowed.len(), frames, most, control)?;
        let fits = |it: &Classes| it.entries() <= most;
        let Some(classes) = classes.filter(fits) else {
            return Ok(None);
        };
        // Turns may lead to far fewer values than the coordinates have.
        let reaches = |it: &Distances| it.counts.iter().sum::<u64>() >= least;
        let Some(distances) = Distances::new(&classes, control)?.filter(reaches) else {
            return Ok(None);
        };
        let mut bytes = classes.entries() as u64;
        let mut nearer = None;
        if bytes + Nearer::bytes(&classes) <= most as u64 {
            nearer = Nearer::new(&classes, &distances, &turns.together(), control)?;
        }
        let table = match nearer {
            Some(table) => {
                bytes = Nearer::bytes(&classes);
                Table::Nearer(table)
            }
            None => Table::Distances(distances),
        };
        let stays = |turn| {
            classes.axes.iter().any(|&axis| {
                let there = classes.spot(0, axis).map(|goal| classes.turned(goal, turn));
                there.is_some_and(|there| classes.place(there) == 0)
            })
        };
        Ok(Some(Self {
            allowed: allowed.clone(),
            least,
            family,
            symmetries,
            bytes,
            ground: Ground {
                one_more: (0..allowed.len()).all(stays),
                follows: Follows::new(&Order::canonical(&problem.puzzle, allowed), allowed.len()),
                table,
                classes,
            },
        }))
    }
}

/// The allowed turns as permutations.
struct Turns<'a> {
    all: Vec<&'a Permutation>,
    faces: Vec<usize>,
}

impl<'a> Turns<'a> {
    fn of(problem: &'a Problem) -> Self {
        let turns = problem
            .allowed
            .iter()
            .map(|&turn| &problem.puzzle.turns()[turn]);
        let (all, faces) = turns.map(|turn| (&turn.permutation, turn.face)).unzip();
        Self { all, faces }
    }

    /// Whether distances from the goal are those to it.
    fn have_inverses(&self) -> bool {
        self.all
            .iter()
            .all(|turn| self.all.contains(&&turn.inverse()))
    }

    /// The turns in lists: those of a list are one turn apart.
    fn together(&self) -> Vec<Vec<usize>> {
        let mut lists: Vec<Vec<usize>> = Vec::new();
        for turn in 0..self.all.len() {
            let is_near = |&other: &usize| {
                let between = self.all[other].inverse().then(self.all[turn]);
                self.faces[other] == self.faces[turn] && self.all.contains(&&between)
            };
            match lists.iter_mut().find(|list| list.iter().all(is_near)) {
                Some(list) => list.push(turn),
                None => lists.push(vec![turn]),
            }
        }
        lists
    }
}

/// A problem with the solved state as its goal, to which the states between its start and its goal are as they were between the
/// two.
pub(super) fn to_solved(problem: &Problem) -> Problem {
    Problem {
        goal: Pattern::from(problem.puzzle.solved()),
        goals: Vec::new(),
        ..problem.clone()
    }
}
