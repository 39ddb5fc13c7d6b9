//! Whether a question has an answer of any length: what is reported without a search, compared with following the allowed
//! turns through all states.

use std::collections::HashSet;
use std::sync::Arc;

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use twistsat::Error;
use twistsat::notation::Scheme;
use twistsat::problem::{Budget, Constraints, Problem, Target, Unsolvable};
use twistsat::puzzle::{Color, Layout, Puzzle, Sticker};
use twistsat::search::Search;

use super::random::{puzzles, question};
use crate::common::exhaustive;
use crate::common::puzzles::of_family;
use crate::common::sat::batsat;

/// Whether any number of allowed turns leads from some start to the goal.
fn is_reachable(problem: &Problem) -> bool {
    let mut queue = exhaustive::starts(problem);
    let mut seen: HashSet<Vec<Color>> = queue.iter().cloned().collect();
    while let Some(state) = queue.pop() {
        if exhaustive::is_goal(problem, &state) {
            return true;
        }
        for &turn in &problem.allowed {
            let next = problem.puzzle.turns()[turn].permutation.apply(&state);
            if seen.insert(next.clone()) {
                queue.push(next);
            }
        }
    }
    false
}

/// No question with an answer is reported as unsolvable. Without side constraints, every question without an answer is, unless
/// start and goal are both open and turns are forbidden.
#[test]
fn unsolvable_questions_are_reported_at_once() {
    let mut random = SmallRng::seed_from_u64(11);
    let puzzles = puzzles();
    let (mut never, mut by_group, mut undecided) = (0, 0, 0);
    for _ in 0..4000 {
        let puzzle = puzzles.choose(&mut random).unwrap();
        let Some((mut problem, _)) = question(puzzle, &mut random) else {
            continue;
        };
        problem = problem.constrained(Constraints::default()).unwrap();
        if random.random_bool(0.5) {
            let face = puzzle.turns()[problem.allowed[0]].face;
            let mut allowed = problem.allowed.clone();
            allowed.retain(|&turn| puzzle.turns()[turn].face == face);
            problem = problem.allowing(&allowed).unwrap();
        }
        let reachable = is_reachable(&problem);
        let says = problem.unsolvable();
        let (start, goal, allowed) = (&problem.start, &problem.goal, &problem.allowed);
        let what = format!("{start:?} to {goal:?} by {allowed:?}");
        assert!(!(reachable && says.is_some()), "{says:?}: {what}");
        assert!(problem.is_solvable() != Some(!reachable), "{what}");
        if reachable {
            continue;
        }
        let open = !problem.start.is_state() && !problem.goal.is_state();
        match says {
            None if open && problem.allowed.len() < puzzle.turns().len() => undecided += 1,
            None => panic!("not reported: {what}"),
            Some(Unsolvable::Group) => (never, by_group) = (never + 1, by_group + 1),
            Some(_) => never += 1,
        }
    }
    let enough = never > 200 && by_group > 10;
    assert!(enough, "{never} {by_group} {undecided}");
}

/// Also with side constraints, every search ends: it finds a solution, or the question is reported as unsolvable. A question
/// with a short solution is never reported as unsolvable.
#[test]
fn with_few_states_every_search_ends() {
    let mut random = SmallRng::seed_from_u64(12);
    let puzzles = puzzles();
    let (mut never, mut solved, mut followed) = (0, 0, 0);
    while never + solved < 300 {
        let puzzle = puzzles.choose(&mut random).unwrap();
        let Some((problem, _)) = question(puzzle, &mut random) else {
            continue;
        };
        let constraints = &problem.constraints;
        let ends = !constraints.starts_with.is_empty() || !constraints.ends_with.is_empty();
        if constraints.is_empty() || ends || !problem.start.is_state() {
            continue;
        }
        let says = problem.unsolvable();
        if says.is_some() {
            let short = (0..=5).map(|length| exhaustive::answers(&problem, length).len());
            assert_eq!(short.sum::<usize>(), 0, "{says:?}: {problem:?}");
            never += 1;
            followed += usize::from(says == Some(Unsolvable::SideConstraints));
            continue;
        }
        let most = problem.known_maximum().unwrap_or(60);
        let problem = problem.within(Budget::AtMost(most));
        let search = Search::default().recipe("lemmas").solver(batsat());
        let found = search.minimum(&problem);
        assert!(found.unwrap().is_minimal(), "{problem:?}");
        solved += 1;
    }
    assert!(followed > 3, "{never} {followed} {solved}");
}

/// The problem that leads from the solved state to a pattern.
fn to_pattern(puzzle: &Arc<Puzzle>, stickers: &[Sticker]) -> Result<Problem, Error> {
    let solved = Scheme::own_symbols(puzzle).state_characters(puzzle.solved());
    let target = Target::Pattern(stickers.to_vec());
    Problem::new(puzzle.clone(), &solved, &target, Budget::AtMost(0))
}

/// The goals give the orientation of each corner, but not which corner it is. A goal that the puzzle cannot have is an error,
/// regardless of the allowed turns.
#[test]
fn a_single_twisted_corner_is_reported_without_a_search() {
    let rubik = Puzzle::built_in("rubik").unwrap();
    let oriented =
        "[UD].[UD]...[UD].[UD] ......... ......... [UD].[UD]...[UD].[UD] ......... .........";
    let twisted =
        "[UD].[UD]...[UD].. [UD]........ ......... [UD].[UD]...[UD].[UD] ......... .........";
    let read = |text: &str| Layout::Urfdlb.read_stickers(&rubik, text).unwrap();
    let found = to_pattern(&rubik, &read(oriented)).unwrap().unsolvable();
    assert_eq!(found, None);
    let error = to_pattern(&rubik, &read(twisted)).unwrap_err().to_string();
    let says = "the target: one corner is twisted in its place";
    assert!(error.starts_with(says), "{error}");
}

/// The centers of one color on a 4×4×4 are identical. All turns together reach every arrangement of the centers; turns of
/// outer layers alone do not.
#[test]
fn the_group_also_decides_for_identical_pieces() {
    let four = of_family("cube", 4);
    let at = |name: &str| four.facelets().iter().position(|it| it == name).unwrap();
    let swapped = |pairs: &[(&str, &str)]| {
        let mut symbols = Scheme::own_symbols(&four).state_characters(four.solved());
        for &(one, other) in pairs {
            symbols.swap(at(one), at(other));
        }
        symbols
    };
    // A single swap of centers of different colors: swaps of identical centers correct the parity, so it is possible.
    let one_swap = Sticker::all_known(&swapped(&[("U6", "F6")]));
    let centers = to_pattern(&four, &one_swap).unwrap();
    assert_eq!(centers.unsolvable(), None);
    let mut allowed = centers.allowed.clone();
    allowed.retain(|&turn| {
        let base = &four.turns()[turn].base;
        ["U", "R", "F", "D", "L", "B"].contains(&base.as_str())
    });
    let outer = centers.allowing(&allowed).unwrap();
    assert!(outer.unsolvable().is_some());
    // Outer turns only rotate the four centers of a face, so the pattern of two colors on a face can only be rotated.
    let mixed = swapped(&[("U6", "F6"), ("U11", "F11")]);
    let adjacent = swapped(&[("U6", "F6"), ("U11", "F11"), ("U7", "U11")]);
    let target = Target::state(&adjacent);
    let problem = Problem::new(four.clone(), &mixed, &target, Budget::AtMost(0)).unwrap();
    assert_eq!(problem.unsolvable(), None);
    let outer = problem.allowing(&outer.allowed).unwrap();
    assert_eq!(outer.unsolvable(), Some(Unsolvable::Group));
}
