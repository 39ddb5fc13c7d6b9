//! Every recipe with every solver on every puzzle, compared with counting by
//! permutations alone.

use std::num::NonZeroUsize;

use super::*;

/// The built-in puzzles, also with all groups of turns enabled, and the quotients that the stages of plans solve.
fn puzzles() -> Vec<Arc<Puzzle>> {
    let mut puzzles = crate::common::puzzles::built_in();
    let all_turns = puzzles.iter().filter_map(|puzzle| {
        let groups = puzzle.groups().iter();
        let groups: Vec<&str> = groups.map(|group| group.name.as_str()).collect();
        (!groups.is_empty()).then(|| Arc::new(puzzle.with_groups(&groups).unwrap()))
    });
    let mut more: Vec<_> = all_turns.collect();
    more.extend(quotients_of_plans(&puzzles));
    puzzles.extend(more);
    puzzles
}

/// The maximum number of facelets of a quotient. With more facelets, some recipes take minutes.
const MAX_FACELETS: usize = 300;

/// The quotients of puzzles that the stages of built-in plans solve.
fn quotients_of_plans(puzzles: &[Arc<Puzzle>]) -> Vec<Arc<Puzzle>> {
    let mut quotients = Vec::new();
    for name in Plan::built_in_names() {
        let (puzzle, _) = Plan::puzzle_and_title(name).unwrap();
        // Of each family, `puzzles` has only the smallest puzzle.
        let Some(puzzle) = puzzles.iter().find(|it| it.name() == puzzle) else {
            continue;
        };
        let plan = Plan::built_in(name, puzzle).unwrap();
        let questions = (1..).zip(&plan.stages);
        let questions = questions.filter(|(_, stage)| stage.is_question());
        for (number, _) in questions {
            let stage = Reduction::new(&plan, number).unwrap();
            quotients.push(stage.quotient().image.clone());
        }
    }
    quotients.retain(|puzzle| puzzle.facelets().len() <= MAX_FACELETS);
    assert!(!quotients.is_empty());
    quotients
}

/// One question for all recipes and solvers.
struct Question {
    problem: Problem,
    /// The number of solutions of each length.
    counts: Vec<u64>,
}

impl Question {
    /// A question that starts at the end of a random walk of `walk` turns.
    fn new(puzzle: &Arc<Puzzle>, walk: usize) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(walk as u64);
        let turns = puzzle.scramble(&puzzle.turns_around_held(), walk, &mut random);
        let state = puzzle.apply(puzzle.solved(), &turns);
        let problem = problem(puzzle, &state, Budget::AtMost(2));
        let count = |length| {
            let start = problem.start.state().unwrap();
            let goals = problem.each_goal();
            let goals = goals.iter().map(|goal| goal.state().unwrap());
            let count = |goal| brute::count(puzzle, &start, &goal, &problem.allowed, length, false);
            goals.map(count).sum()
        };
        Self {
            counts: (0..=2).map(count).collect(),
            problem,
        }
    }

    fn shortest(&self) -> Option<usize> {
        self.counts.iter().position(|&count| count > 0)
    }

    fn check_minimum(&self, recipe: &Recipe, backend: &dyn Backend, strategy: Strategy) -> bool {
        let search = Search::default().recipe(recipe).solver(backend);
        let found = search.strategy(strategy).minimum(&self.problem);
        let found = match found {
            Err(error) if error.kind() == ErrorKind::Unsupported => {
                // One recipe does not apply if the held piece does not determine the colors of the faces; one supports only
                // a single goal.
                let is_uniform = error.to_string().contains("only requires uniform faces");
                assert!(is_uniform || !self.problem.goals.is_empty(), "{error}");
                return false;
            }
            found => found.unwrap(),
        };
        let length = found.solution.as_ref().map(|solution| solution.len());
        let what = self.describe(recipe, backend);
        assert_eq!(length, self.shortest(), "{what}");
        assert!(found.complete, "{what}");
        true
    }

    fn check_counts(&self, recipe: &Recipe, backend: &dyn Backend) {
        for (length, &count) in self.counts.iter().enumerate() {
            let exactly = self.problem.within(Budget::Exactly(length));
            let found = solutions(&exactly, recipe, backend).unwrap().len();
            let what = self.describe(recipe, backend);
            assert_eq!(found as u64, count, "{what}, {length} turns");
        }
    }

    fn describe(&self, recipe: &Recipe, backend: &dyn Backend) -> String {
        let (puzzle, start) = (&self.problem.puzzle, &self.problem.start);
        let start = start.state().unwrap();
        let state = Scheme::own_symbols(puzzle).write(puzzle, &start, Layout::Net);
        let (recipe, puzzle) = (&recipe.name, puzzle.name());
        format!("{recipe} with {} on {puzzle} from {state}", backend.name())
    }
}

/// Asks for solutions of at most two turns after a walk of two turns, when one exists, and after a walk of four, when
/// perhaps none does. Uses each recipe on one in `one_in` of the puzzles, with `solvers` of the solvers in rotation.
fn check_every_puzzle(solvers: usize, one_in: usize) {
    let mut work = Vec::new();
    for (number, puzzle) in puzzles().into_iter().enumerate() {
        let questions = Arc::new([2, 4].map(|walk| Question::new(&puzzle, walk)));
        let recipes = recipes().into_iter();
        for recipe in recipes.skip(number % one_in).step_by(one_in) {
            work.push((work.len(), questions.clone(), recipe));
        }
    }
    let two = NonZeroUsize::MIN.saturating_add(1);
    let mut asked = 0;
    let ask = |(number, questions, recipe): &(usize, Arc<[Question; 2]>, Recipe)| {
        let mut asked = 0;
        let [near, far] = &**questions;
        let built_in = solver::built_in().iter().cycle();
        for backend in built_in.skip(*number).take(solvers) {
            if !near.check_minimum(recipe, *backend, Strategy::Ascend) {
                return 0;
            }
            far.check_minimum(recipe, *backend, Strategy::Descend);
            asked += 2;
        }
        // The clauses are the same for all; one solver is enough to count.
        near.check_counts(recipe, solver::by_name("batsat").unwrap());
        asked
    };
    in_order(&work, two, ask, |_, questions| {
        asked += questions;
        true
    });
    let all = work.len() * solvers * 2;
    // Only the two recipes described in `check_minimum` may leave out puzzles.
    assert!(asked * 17 >= all * 16, "{asked} of {all}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn every_recipe_is_right_on_one_puzzle_in_twelve() {
    check_every_puzzle(1, 12);
}

#[test]
#[ignore = "long check"]
fn every_recipe_with_every_solver_is_right_on_every_puzzle() {
    check_every_puzzle(solver::built_in().len(), 1);
}
