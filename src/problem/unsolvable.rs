//! Questions without a solution of any length, detected without a search.
//!
//! *Idea.* Start and goal must agree in all invariants of the turns, and each place in the goal needs a piece of its
//! own that the turns can bring there. If start or goal is a state, membership in the group of the turns decides. Only
//! the allowed turns count. With side constraints, all turn sequences are explored if they reach few states. These tests
//! usually take milliseconds. If no test rules out a solution, there may still be no solution.

use itertools::Itertools;

use super::checked::Problem;
use super::cost::Cost;
use super::exploration::MAX_COMBINATIONS;
use crate::group::Orbits;
use crate::puzzle::{BrokenInvariant, TurnId, broken_invariant};

/// Why there is no solution of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolvable {
    /// The goal requires a parity that the allowed turns cannot produce.
    #[error("the allowed turns never swap only the pieces that must be swapped (parity)")]
    Parity,
    /// The goal requires a sum of twists that the allowed turns cannot produce.
    #[error("the allowed turns never change the sum of the twists of some pieces")]
    Twist,
    /// The allowed turns cannot bring enough fitting pieces to the places of the goal.
    #[error(
        "the allowed turns do not bring enough pieces of the right colors to the places of the goal"
    )]
    Pieces,
    /// The permutation from the start to the goal is not in the group of the allowed turns.
    #[error(
        "no permutation from the start to the goal is in the group that the allowed turns generate"
    )]
    Group,
    /// No sequence that satisfies the side constraints leads to the goal.
    #[error("no turns that satisfy the side constraints lead to the goal: all of them were tried")]
    SideConstraints,
    /// The constraints are contradictory: required turns are not allowed or violate another constraint, or no sequence
    /// satisfies a rule.
    #[error("the side constraints contradict each other")]
    Contradiction,
    /// Each start or goal is ruled out, but for different reasons.
    #[error("each of the possible starts and goals is ruled out, for different reasons")]
    CaseByCase,
}

impl Unsolvable {
    /// The common reason of several cases, or [`Self::CaseByCase`]. `None` if there is no case.
    pub fn common_reason(reasons: &[Self]) -> Option<Self> {
        let first = *reasons.first()?;
        let is_shared = reasons.iter().all(|reason| *reason == first);
        Some(if is_shared { first } else { Self::CaseByCase })
    }
}

impl Problem {
    /// Why no solution of any length exists; `None` if no fast test rules out a solution.
    pub fn unsolvable(&self) -> Option<Unsolvable> {
        if self.goals.is_empty() {
            return self.solvability()?.err();
        }
        let each: Option<Vec<Unsolvable>> = self.by_goal().map(|it| it.unsolvable()).collect();
        Unsolvable::common_reason(&each?)
    }

    /// Whether a solution of some length exists; `None` if no fast test decides this.
    pub fn is_solvable(&self) -> Option<bool> {
        if self.goals.is_empty() {
            return Some(self.solvability()?.is_ok());
        }
        let mut each = self.by_goal();
        if each.any(|it| it.is_solvable() == Some(true)) {
            return Some(true);
        }
        self.unsolvable().map(|_| false)
    }

    /// Whether a solution to the only goal exists; `None` if no fast test decides this.
    fn solvability(&self) -> Option<Result<(), Unsolvable>> {
        if self.contradicts_itself() {
            return Some(Err(Unsolvable::Contradiction));
        }
        let usable = self.usable_turns();
        match broken_invariant(&self.puzzle, &usable, &self.start, &self.goal) {
            Some(BrokenInvariant::Parity(_)) => return Some(Err(Unsolvable::Parity)),
            Some(BrokenInvariant::Twist(_)) => return Some(Err(Unsolvable::Twist)),
            None => (),
        }
        if !self.pieces_suffice(&usable) {
            return Some(Err(Unsolvable::Pieces));
        }
        let connected = self.puzzle.turns_connect(&usable, &self.start, &self.goal);
        if connected == Ok(false) {
            return Some(Err(Unsolvable::Group));
        }
        if self.limits_turns() {
            let limit = MAX_COMBINATIONS as u64;
            let is_small = self.puzzle.reaches_at_most(limit, &usable)?;
            let exists = is_small.then(|| self.has_solution()).flatten()?;
            return Some(exists.then_some(()).ok_or(Unsolvable::SideConstraints));
        }
        // Turns required at the beginning or the end are in the group, so they do not change the answer.
        connected.ok().map(|_| Ok(()))
    }

    /// Whether a constraint restricts how turns are combined, so that membership in their group does not decide.
    fn limits_turns(&self) -> bool {
        let constraints = &self.constraints;
        let cost = constraints.cost.as_ref();
        !constraints.at_most.is_empty()
            || !constraints.rules.is_empty()
            || cost.is_some_and(|cost| cost.constraining_costs().is_some())
            || self.canonical && !constraints.is_empty()
    }

    /// The allowed turns except turns whose number is limited to zero or whose cost alone exceeds the limit.
    fn usable_turns(&self) -> Vec<TurnId> {
        let limits = self.constraints.at_most.iter();
        let forbidden = limits.filter(|limit| limit.max_count == 0);
        let is_forbidden =
            |turn: &TurnId| forbidden.clone().any(|limit| limit.turns.contains(turn));
        let cost = self.constraints.cost.as_ref();
        let limit = cost.and_then(|cost| Some((&cost.weights, cost.max_total?)));
        let is_affordable =
            |&turn: &TurnId| limit.is_none_or(|(weights, most)| weights[turn] <= most);
        let mut usable = self.allowed.clone();
        usable.retain(|turn| !is_forbidden(turn) && is_affordable(turn));
        usable
    }

    fn contradicts_itself(&self) -> bool {
        let constraints = &self.constraints;
        let allowed = |turn: &TurnId| self.allowed.contains(turn);
        let ends = [&constraints.starts_with, &constraints.ends_with];
        let violate = |turns: &[TurnId]| {
            let count = |set: &[TurnId]| turns.iter().filter(|turn| set.contains(turn)).count();
            let mut limits = constraints.at_most.iter();
            let mut costs = constraints.cost.iter();
            let is_over = |cost: &Cost, most| cost.cost_lower_bound(turns) > most;
            limits.any(|limit| count(&limit.turns) > limit.max_count)
                || costs.any(|cost| cost.max_total.is_some_and(|most| is_over(cost, most)))
                || self.canonical && !self.puzzle.is_canonical(turns, &self.allowed)
        };
        let mut rules = constraints.rules.iter();
        rules.any(|it| it.automaton().distance_to_acceptance(0).is_none())
            || ends
                .into_iter()
                .any(|turns| !turns.iter().all(allowed) || violate(turns))
    }

    /// Whether turns can bring a different piece to each place of the goal: a matching of pieces and places, found by
    /// augmenting paths (Kuhn).
    fn pieces_suffice(&self, usable: &[TurnId]) -> bool {
        let size = self.puzzle.facelets().len();
        let turns = usable
            .iter()
            .map(|&turn| &self.puzzle.turns()[turn].permutation);
        let mut orbits = Orbits::generated_by(size, turns);
        let orbits: Vec<usize> = (0..size).map(|facelet| orbits.root(facelet)).collect();
        let pieces = self.puzzle.pieces();
        let start = self.start.placements(&self.puzzle);
        let goal = self.goal.placements(&self.puzzle);
        // The places where each piece may end.
        let ends = start.iter().zip(&goal).map(|(start, goal)| {
            let is_reachable = |to: &&usize| start.iter().any(|&from| orbits[from] == orbits[**to]);
            let ends = goal.iter().filter(is_reachable);
            let places = ends.map(|&facelet| pieces.place_of(facelet));
            places.dedup().collect()
        });
        let ends: Vec<Vec<usize>> = ends.collect();
        let mut taken: Vec<Option<usize>> = vec![None; ends.len()];
        let mut tracked = (0..ends.len()).filter(|&piece| !self.puzzle.is_background(piece));
        tracked.all(|piece| {
            let mut seen = vec![false; ends.len()];
            find_place(piece, &ends, &mut taken, &mut seen)
        })
    }
}

/// Finds a place for a piece, possibly moving other pieces to other places.
fn find_place(
    piece: usize,
    ends: &[Vec<usize>],
    taken: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    if let Some(&free) = ends[piece].iter().find(|&&place| taken[place].is_none()) {
        taken[free] = Some(piece);
        return true;
    }
    for &place in &ends[piece] {
        if std::mem::replace(&mut seen[place], true) {
            continue;
        }
        if taken[place].is_none_or(|other| find_place(other, ends, taken, seen)) {
            taken[place] = Some(piece);
            return true;
        }
    }
    false
}
