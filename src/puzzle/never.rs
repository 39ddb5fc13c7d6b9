//! Questions that have no answer of any length, told without a search.
//!
//! *Idea.* What turns conserve, start and goal must share; and each place that the goal
//! speaks of needs a piece of its own that the turns can bring there. Where start and goal
//! are known, the group of the turns has the last word. Only the allowed turns count. All of it takes milliseconds. Where none of it says no, there may
//! still be no answer.

use std::fmt;

use super::legality::check_invariants;
use super::{Pattern, Permutation, Problem, Puzzle, StateError, TurnId};

/// Why there is no solution of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Never {
    /// The allowed turns permute pieces otherwise.
    Parity,
    /// The allowed turns do not change the sum of some twists.
    Twist,
    /// The allowed turns do not bring enough fitting pieces to the places of the
    /// goal.
    Pieces,
    /// What leads from the start to the goal is not in the group of the allowed turns.
    Group,
    /// Another turn must begin or end a solution than is allowed, or more turns are asked
    /// for than may be.
    Contradiction,
}

impl fmt::Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Never::Parity => "the allowed turns never swap just the pieces that must be swapped (parity)",
            Never::Twist => "the allowed turns never change the sum of the twists of some pieces",
            Never::Pieces => {
                "the allowed turns do not bring enough pieces of the right colors to the places of the goal"
            }
            Never::Group => {
                "what leads from the start to the goal is not in the group that the allowed turns generate"
            }
            Never::Contradiction => "what is asked of a solution contradicts itself",
        })
    }
}

impl Problem {
    /// Why there is no solution, of whatever length; `None` if nothing says that
    /// at once.
    #[must_use]
    pub fn never(&self) -> Option<Never> {
        if self.contradicts_itself() {
            return Some(Never::Contradiction);
        }
        let usable = self.usable();
        match check_invariants(&self.puzzle, &usable, &self.start, &self.goal) {
            Err(StateError::Parity { .. }) => return Some(Never::Parity),
            Err(_) => return Some(Never::Twist),
            Ok(()) => (),
        }
        if !self.pieces_suffice(&usable) {
            return Some(Never::Pieces);
        }
        let joined = self.puzzle.joined_by(&usable, &self.start, &self.goal);
        (joined == Some(false)).then_some(Never::Group)
    }

    /// The allowed turns but those of which there are to be none, or that alone cost too
    /// much.
    fn usable(&self) -> Vec<TurnId> {
        let affordable = |turn: &TurnId| {
            let cost = self.constraints.cost.as_ref();
            cost.is_none_or(|cost| cost.most.is_none_or(|most| cost.weights[*turn] <= most))
        };
        let none = self
            .constraints
            .at_most
            .iter()
            .filter(|limit| limit.most == 0);
        let none: Vec<TurnId> = none.flat_map(|limit| limit.turns.iter().copied()).collect();
        let allowed = self.allowed.iter().copied();
        { allowed.filter(|turn| !none.contains(turn)) }
            .filter(affordable)
            .collect()
    }

    fn contradicts_itself(&self) -> bool {
        let constraints = &self.constraints;
        let allowed = |turn: &TurnId| self.allowed.contains(turn);
        let ends = [&constraints.starts_with, &constraints.ends_with];
        let breaks = |turns: &[TurnId]| {
            let count = |set: &[TurnId]| turns.iter().filter(|turn| set.contains(turn)).count();
            let limits = constraints.at_most.iter();
            let cost =
                { constraints.cost.iter() }.filter_map(|cost| Some(cost.of(turns) > cost.most?));
            { limits }.any(|limit| count(&limit.turns) > limit.most)
                || cost.into_iter().any(|over| over)
        };
        ends.into_iter()
            .any(|turns| !turns.iter().all(allowed) || breaks(turns))
    }

    /// Whether each place can have a piece of its own at the goal: a matching of
    /// pieces and places, found by augmenting paths (Kuhn).
    fn pieces_suffice(&self, usable: &[TurnId]) -> bool {
        let orbits = self.orbits(usable);
        let pieces = self.puzzle.pieces();
        let (start, goal) = (
            self.start.placements(&self.puzzle),
            self.goal.placements(&self.puzzle),
        );
        // The places where each piece may end.
        let ends: Vec<Vec<usize>> = { start.iter().zip(&goal) }
            .map(|(start, goal)| {
                let comes = |to: &&usize| start.iter().any(|&from| orbits[from] == orbits[**to]);
                let places = goal
                    .iter()
                    .filter(comes)
                    .map(|&facelet| pieces.place_of(facelet));
                let mut places: Vec<usize> = places.collect();
                places.dedup();
                places
            })
            .collect();
        let mut taken: Vec<Option<usize>> = vec![None; ends.len()];
        (0..ends.len()).all(|piece| {
            let mut seen = vec![false; ends.len()];
            find_place(piece, &ends, &mut taken, &mut seen)
        })
    }

    /// For each facelet the number of its orbit under these turns.
    fn orbits(&self, usable: &[TurnId]) -> Vec<usize> {
        let size = self.puzzle.facelets().len();
        let mut orbits = vec![usize::MAX; size];
        for start in 0..size {
            let mut queue = vec![start];
            while let Some(facelet) = queue.pop() {
                if orbits[facelet] == usize::MAX {
                    orbits[facelet] = start;
                    let turns = usable.iter().map(|&turn| &self.puzzle.turns()[turn]);
                    queue.extend(turns.map(|turn| turn.permutation.source(facelet)));
                }
            }
        }
        orbits
    }
}

impl Puzzle {
    /// Whether turns lead from one state to another: whether the permutation that does is
    /// in their group. `None` if a pattern is no single state, if pieces look alike, so that
    /// nobody knows the permutation, or if the group takes more than a moment.
    pub(super) fn joined_by(&self, turns: &[TurnId], from: &Pattern, to: &Pattern) -> Option<bool> {
        let permutation = |pattern: &Pattern| {
            let mut sources = vec![0; self.facelets().len()];
            for (piece, at) in self.pieces().all().iter().zip(pattern.placements(self)) {
                let [facelet] = at[..] else {
                    return None;
                };
                for (&to, &home) in self.pieces().frame(facelet).iter().zip(&piece.facelets) {
                    sources[to] = home;
                }
            }
            Some(Permutation::from_sources(sources))
        };
        let way = permutation(from)?.inverse().then(&permutation(to)?);
        Some(self.group_in_a_moment(turns)?.contains(&way))
    }
}

/// Finds a place for a piece, where others may have to move to another one.
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
