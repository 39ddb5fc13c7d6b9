//! Random questions about small puzzles, and the answers that a recipe finds.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use twistsat::ErrorKind;
use twistsat::encode::Recipe;
use twistsat::notation::Scheme;
use twistsat::problem::{AtMost, Budget, Constraints, Cost, Problem, Target};
use twistsat::puzzle::{Layout, Metric, Pattern, Puzzle, Sticker, TurnId};
use twistsat::search::Search;
use twistsat::solver;

use crate::common::constraints;
use crate::common::exhaustive::Answer;
use crate::common::puzzles::{beads, colored_beads, colored_rows};
use crate::common::sat::recipes;

/// Small puzzles with odd properties: few states, turns of order two, three and four,
/// pieces of two and three stickers, pieces that look alike.
pub fn puzzles() -> Vec<Arc<Puzzle>> {
    let mut puzzles = vec![
        beads("abcde", &["a b c", "c d e"]),
        beads("abcd", &["a b", "b c d"]),
        // Three pieces of two stickers, which turns swap and flip.
        beads("abcdef", &["a c/b d", "a d e/b c f"]),
        // Corners of three stickers, which turns twist.
        beads("abcdefghi", &["a d g/b e h/c f i", "a e/b f/c d"]),
    ];
    puzzles.extend(colored_rows(
        "
x=abc y=def » a b c d » d e f
x=ab y=cd z=e » a b c » c d e
// A ring in which identical beads stay neighbors; and turns that separate identical beads.
x=ab y=cd z=ef » a b c d e f
x=abc y=def » a b c d e » a f/c d
// One mark among blanks, which are not tracked; two such rows; two marks in one row.
x=a o=bcde » a b c d e » b c
x=a o=bcd x=e o=fg » a b c d/e f g » a b/e f » c d/e g
x=a y=b o=cde » a b c » c d e
// Blanks of two stickers, whose orientation does not show; and a marked piece whose other sticker is blank.
x=a y=b o=cdef » a c e/b d f » a d/b c
x=a o=bcdef » a c e/b d f » a d/b c
",
    ));
    // Turns that never exchange beads between two halves.
    puzzles.push(beads("abcdef", &["a b c", "d e f", "d e"]));
    // One color: all states look the same.
    puzzles.push(colored_beads(&[("x", "abc")], &["a b", "a b c"]));
    puzzles
}

fn open(pattern: &Pattern, colors: usize, random: &mut impl Rng) -> Vec<Vec<usize>> {
    let share = random.random_range(1..=9);
    let open = |set: &Vec<usize>| {
        let mut set = set.clone();
        if random.random_range(0..10) < share {
            set.extend((0..colors).filter(|_| random.random_bool(0.5)));
        }
        set
    };
    pattern.sets().iter().map(open).collect()
}

/// A random question, and its number of turns.
pub fn question(puzzle: &Arc<Puzzle>, random: &mut SmallRng) -> Option<(Problem, usize)> {
    let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
    let walk = |random: &mut SmallRng| {
        let length = random.random_range(0..6);
        let turns: Vec<TurnId> = (0..length).map(|_| *all.choose(random).unwrap()).collect();
        Pattern::from(puzzle.apply(puzzle.solved(), &turns))
    };
    let (mut start, mut goal) = (walk(random), walk(random));
    let colors = puzzle.colors().len();
    let which = random.random_range(0..4);
    if which & 1 == 1 {
        start = Pattern::new(open(&start, colors, random));
    }
    if which & 2 == 2 {
        goal = Pattern::new(open(&goal, colors, random));
    }
    let own = Scheme::own_symbols(puzzle);
    let text = |pattern: &Pattern| {
        // Converts the pattern to text and back, as if a user had entered it.
        let text = own.write_pattern(puzzle, pattern, Layout::Net);
        Layout::Net.read_stickers(puzzle, &text).unwrap()
    };
    let (start, goal): (Vec<Sticker>, Vec<Sticker>) = (text(&start), text(&goal));
    let target = Target::Pattern(goal);
    let problem = Problem::of_stickers(puzzle.clone(), &start, &target, Budget::AtMost(0)).ok()?;
    let metric = *[Metric::HalfTurn, Metric::HalfTurn, Metric::QuarterTurn].choose(random)?;
    let mut problem = problem.with_metric(metric).ok()?;
    match random.random_range(0..10) {
        0..3 => {
            let mut allowed = problem.allowed.clone();
            allowed.retain(|_| random.random_bool(0.7));
            problem = problem.allowing(&allowed).ok()?;
        }
        // Only one turn is allowed.
        3 => {
            let only = *problem.allowed.choose(random)?;
            problem = problem.allowing(&[only]).ok()?;
        }
        _ => (),
    }
    if random.random_bool(0.15) {
        let other = walk(random);
        problem = problem.to_one_of(vec![problem.goal.clone(), other]).ok()?;
    }
    if random.random_bool(0.5) {
        let constraints = constraints(&problem, random);
        problem = problem.constrained(constraints).unwrap();
    }
    Some((problem, random.random_range(0..=4)))
}

fn constraints(problem: &Problem, random: &mut SmallRng) -> Constraints {
    let mut constraints = Constraints::default();
    let allowed = &problem.allowed;
    let some = |most: usize, random: &mut SmallRng| -> Vec<TurnId> {
        let length = random.random_range(0..=most);
        (0..length)
            .map(|_| *allowed.choose(random).unwrap())
            .collect()
    };
    match random.random_range(0..9) {
        0 => constraints.starts_with = some(2, random),
        1 => constraints.ends_with = some(3, random),
        2 => constraints.min_turns = random.random_range(0..4),
        3 => {
            let mut turns = some(3, random);
            turns.sort_unstable();
            turns.dedup();
            let max_count = random.random_range(0..3);
            constraints.at_most = vec![AtMost { turns, max_count }];
        }
        4 => {
            let scale = *[1, 1, 60].choose(random).unwrap();
            let weight = |_| random.random_range(0..4) * scale;
            let weights = (0..problem.puzzle.turns().len()).map(weight).collect();
            let most = Some(random.random_range(0..10) * scale);
            constraints.cost = Some(Cost::of_turns(weights, most));
        }
        5 => constraints.rules = constraints::sequences(&problem.puzzle, allowed, random),
        6 => {
            let most = Some(random.random_range(0..12));
            constraints.cost = Some(constraints::costs(&problem.puzzle, most, random));
        }
        7 => {
            constraints.rules = constraints::sequences(&problem.puzzle, allowed, random);
            constraints.ends_with = some(1, random);
            let most = Some(random.random_range(0..12));
            constraints.cost = Some(constraints::costs(&problem.puzzle, most, random));
        }
        _ => {
            constraints.starts_with = some(1, random);
            constraints.ends_with = some(2, random);
            let (turns, max_count) = (vec![allowed[0]], 1);
            constraints.at_most = vec![AtMost { turns, max_count }];
        }
    }
    constraints
}

/// Every answer of exactly N turns; `None` if the recipe refuses.
pub fn found(
    problem: &Problem,
    recipe: &Recipe,
    solver: &str,
    length: usize,
) -> Option<BTreeSet<Answer>> {
    let problem = problem.within(Budget::Exactly(length));
    let mut found = BTreeSet::new();
    let backend = solver::by_name(solver).unwrap();
    let search = Search::default().recipe(recipe).solver(backend);
    let end = search.enumerate(&problem, |solution| {
        let start = solution.start().colors().to_vec();
        let is_new = found.insert((start, solution.turns().to_vec()));
        assert!(is_new, "{}: an answer was found twice", recipe.name);
        ControlFlow::Continue(())
    });
    match end {
        Err(error) if error.kind() == ErrorKind::Unsupported => return None,
        end => assert!(end.unwrap().complete),
    }
    Some(found)
}

#[test]
fn without_visible_stickers_every_sequence_is_a_solution() {
    let puzzle = colored_beads(&[("x", "abc")], &["a b", "a b c"]);
    for recipe in recipes().iter().filter(|it| it.name != "mux-uniform") {
        for length in 0..=2 {
            let budget = Budget::Exactly(length);
            let problem = Problem::from_scramble(puzzle.clone(), &[0], &Target::Any, budget);
            let found = found(&problem.unwrap(), recipe, "batsat", length).unwrap();
            let three_turns = 3_usize.pow(length.try_into().unwrap());
            assert_eq!(found.len(), three_turns, "{} {length}", recipe.name);
        }
    }
}
