//! The SAT road against outside truth: breadth-first tables and published
//! figures.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use twistsat::control::{CancelFlag, Control, Stop};
use twistsat::encode::{GoalEncoding, Order, Recipe};
use twistsat::graph::DistanceTable;
use twistsat::puzzle::{Budget, Notation, Problem, Solution, State, Target, TurnId};
use twistsat::search::{
    Attempt, AttemptVerdict, Event, Halt, Minimum, Strategy, enumerate, exactly, minimum,
};
use twistsat::solver::{self, Backend};

mod common;
mod common_programs;
use common::{
    FIRST, POCKET, batsat, from_state, names, recipe, recipes, scrambled, solutions, turns, written,
};
use common_programs::all_installed;

const SECOND: &str = "F=RORW U=BRBB D=GOOR R=WYGY L=OWYW B=BYGG";

/// It has a canonical solution of 6 turns and none of 7.
const GAP: &str = "xSayaSXx7y7y7x7aSaxXXySX";

const BOTH: [Strategy; 2] = [Strategy::Descend, Strategy::Ascend];

/// The pocket cube with one corner held, half turns counted as one.
static TABLE: LazyLock<DistanceTable> =
    LazyLock::new(|| DistanceTable::build(&POCKET, &POCKET.turns_around_held()).unwrap());

/// The indices of the states at each distance.
static BY_DISTANCE: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
    let mut indices = vec![Vec::new(); TABLE.distribution().len()];
    for index in 0..TABLE.indices() {
        if let Some(distance) = TABLE.distance_at(index) {
            indices[distance].push(index);
        }
    }
    indices
});

/// As many random states at a distance; the same ones every time.
fn random_states(distance: usize, count: usize, seed: u64) -> Vec<State> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let indices = &BY_DISTANCE[distance];
    (0..count)
        .map(|_| indices[random.random_range(0..indices.len())])
        .map(|index| TABLE.state(index).unwrap())
        .collect()
}

fn default_recipe() -> Recipe {
    recipe(Recipe::built_in_names().next().unwrap())
}

fn run(
    problem: &Problem,
    recipe: &Recipe,
    backend: &dyn Backend,
    strategy: Strategy,
) -> Result<Minimum, String> {
    let control = Control::unlimited();
    minimum(problem, recipe, backend, strategy, &control, &mut |_| ())
        .map_err(|error| error.to_string())
}

/// The lengths that a result calls refuted.
fn covered(result: &Minimum) -> BTreeSet<usize> {
    result
        .refutations
        .iter()
        .flat_map(|refutation| refutation.covers.lengths.clone())
        .collect()
}

/// Whether a result proves that the shortest solution has `distance` turns.
fn proves(problem: &Problem, result: &Minimum, distance: usize) -> Result<(), String> {
    let solution = result.solution.as_ref().ok_or("no solution")?;
    if POCKET.apply(&problem.start, solution.turns()) != problem.goal {
        return Err(format!("{} leads elsewhere", names(solution.turns())));
    }
    if solution.len() != distance || !result.is_minimal() || result.stop.is_some() {
        return Err(format!(
            "{} is no proved minimum of {distance}: {result:?}",
            names(solution.turns())
        ));
    }
    let covered = covered(result);
    if let Some(open) = (0..distance).find(|length| !covered.contains(length)) {
        return Err(format!("{open} turns were not refuted: {covered:?}"));
    }
    if distance > 0 && result.attempts.is_empty() {
        return Err("no attempt".to_owned());
    }
    let unknown = |attempt: &Attempt| matches!(attempt.verdict, AttemptVerdict::Unknown(_));
    if result.attempts.iter().any(unknown) {
        return Err(format!("an attempt was stopped: {result:?}"));
    }
    Ok(())
}

fn assert_minimum(problem: &Problem, recipe: &Recipe, strategy: Strategy, distance: usize) {
    let result = run(problem, recipe, batsat(), strategy).unwrap();
    if let Err(reason) = proves(problem, &result, distance) {
        panic!("{} {strategy:?}: {reason}", recipe.name);
    }
}

/// The number of solutions of exactly so many turns. By varisat: it takes half
/// the time of the others where there are many.
fn count(problem: &Problem, turns: usize) -> usize {
    let problem = problem.within(Budget::Exactly(turns));
    solutions(
        &problem,
        &default_recipe(),
        solver::by_name("varisat").unwrap(),
    )
    .unwrap()
    .len()
}

/// The same with canonical sequences only.
fn canonical_count(problem: &Problem, turns: usize) -> usize {
    let problem = Problem {
        canonical: true,
        ..problem.clone()
    };
    count(&problem, turns)
}

// Every recipe with every solver.

/// Which questions are asked about a state.
#[derive(Clone, Copy)]
struct Questions {
    /// The budget from which the search for the minimum starts.
    budget: usize,
    /// Whether all shortest solutions are listed without the help of an order.
    plain: bool,
}

/// Asks one recipe and one solver about one state.
fn compare(
    state: &State,
    recipe: &Recipe,
    backend: &dyn Backend,
    questions: Questions,
) -> Result<(), String> {
    let distance = TABLE.distance(state).ok_or("not in the table")?;
    let problem = from_state(state, &Target::Any, Budget::AtMost(questions.budget));
    for strategy in BOTH {
        let result = run(&problem, recipe, backend, strategy)?;
        proves(&problem, &result, distance).map_err(|reason| format!("{strategy:?}: {reason}"))?;
        // Longer sequences may be refuted in passing, but only if there are
        // none but those that an order leaves out.
        let wrong = covered(&result)
            .into_iter()
            .find(|&length| TABLE.count_solutions(state, length, true) > 0);
        if let Some(length) = wrong {
            return Err(format!("{strategy:?}: {length} turns refuted"));
        }
    }
    for canonical in [true, false] {
        if !canonical && !questions.plain {
            continue;
        }
        let problem = Problem {
            canonical,
            ..problem.within(Budget::Exactly(distance))
        };
        let found = solutions(&problem, recipe, backend)?;
        if found != TABLE.solutions(state, distance, canonical) {
            return Err(format!(
                "{} shortest solutions, canonical: {canonical}",
                found.len()
            ));
        }
    }
    Ok(())
}

/// Does `work` on every recipe with every solver that is built in, two at a time.
fn for_all_pairs(work: impl Fn(&Recipe, &dyn Backend) -> Result<(), String> + Sync) {
    for_all_pairs_with(solver::all(), work);
}

/// Does `work` on every recipe with every one of these solvers, two at a time.
fn for_all_pairs_with(
    backends: &[&'static dyn Backend],
    work: impl Fn(&Recipe, &dyn Backend) -> Result<(), String> + Sync,
) {
    let pairs: Vec<(Recipe, &'static dyn Backend)> = recipes()
        .into_iter()
        .flat_map(|recipe| backends.iter().map(move |&s| (recipe.clone(), s)))
        .collect();
    let next = AtomicUsize::new(0);
    let errors = Mutex::new(Vec::new());
    let worker = || {
        while let Some((recipe, backend)) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(reason) = work(recipe, *backend) {
                let error = format!("{} with {}: {reason}", recipe.name, backend.name());
                errors.lock().unwrap().push(error);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(worker);
        }
    });
    let errors = errors.into_inner().unwrap();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn every_recipe_with_every_solver_agrees_with_the_breadth_first_table() {
    for_all_pairs(|recipe, backend| {
        for distance in 0..=7 {
            let (states, budget) = match distance {
                0..=3 => (3, distance + 2),
                4 => (2, distance + 2),
                5 => (1, distance + 1),
                _ => (1, distance),
            };
            let plain = distance < 6;
            for state in random_states(distance, states, 1) {
                compare(&state, recipe, backend, Questions { budget, plain })
                    .map_err(|reason| format!("distance {distance}: {reason}"))?;
            }
        }
        Ok(())
    });
}

/// Few states: each question starts a program a dozen times.
#[test]
fn every_recipe_with_every_installed_program_agrees_with_the_breadth_first_table() {
    let programs = all_installed().into_iter();
    let programs: Vec<&dyn Backend> = programs.map(|program| program as &dyn Backend).collect();
    for_all_pairs_with(&programs, |recipe, backend| {
        for distance in [0, 2, 4] {
            let state = &random_states(distance, 1, 4)[0];
            let questions = Questions {
                budget: distance + 1,
                plain: distance < 4,
            };
            compare(state, recipe, backend, questions)
                .map_err(|reason| format!("distance {distance}: {reason}"))?;
        }
        Ok(())
    });
}

#[test]
#[ignore = "long check"]
fn every_recipe_with_every_solver_agrees_on_more_states() {
    for_all_pairs(|recipe, backend| {
        for distance in 1..=7 {
            for state in random_states(distance, if distance < 7 { 3 } else { 1 }, 2) {
                let questions = Questions {
                    budget: distance + 1,
                    plain: true,
                };
                compare(&state, recipe, backend, questions)
                    .map_err(|reason| format!("distance {distance}: {reason}"))?;
            }
        }
        Ok(())
    });
}

#[test]
fn from_the_largest_distance_down_the_minimum_is_the_same() {
    for (name, distance) in [("batsat", 0), ("batsat", 5), ("varisat", 1)] {
        let backend = solver::by_name(name).unwrap();
        let state = &random_states(distance, 1, 1)[0];
        let questions = Questions {
            budget: 11,
            plain: true,
        };
        compare(state, &default_recipe(), backend, questions).unwrap();
    }
}

#[test]
fn a_search_without_time_proves_nothing() {
    let raised = CancelFlag::default();
    raised.raise();
    for (control, stop) in [
        (
            Control::new(CancelFlag::default(), Some(Duration::ZERO)),
            Stop::TimeLimit,
        ),
        (Control::new(raised, None), Stop::Cancelled),
    ] {
        for_all_pairs(|recipe, backend| {
            let problem = from_state(&scrambled("R U F"), &Target::Any, Budget::AtMost(5));
            for strategy in BOTH {
                let result = minimum(&problem, recipe, backend, strategy, &control, &mut |_| ())
                    .map_err(|error| error.to_string())?;
                // That no turn does nothing needs no solver.
                if result.complete
                    || result.is_minimal()
                    || result.solution.is_some()
                    || result.stop != Some(Halt::Stopped(stop))
                    || !covered(&result).into_iter().eq([0])
                    || result.attempts.len() != 1
                    || result.attempts[0].verdict != AttemptVerdict::Unknown(Halt::Stopped(stop))
                {
                    return Err(format!("{strategy:?}: {result:?}"));
                }
            }
            let result = enumerate(&problem, recipe, backend, None, &control, &mut |_| true)
                .map_err(|error| error.to_string())?;
            if result.complete || result.count > 0 || result.stop != Some(Halt::Stopped(stop)) {
                return Err(format!("{result:?}"));
            }
            let result = exactly(&problem, recipe, backend, &control, &mut |_| ())
                .map_err(|error| error.to_string())?;
            if result.complete
                || !result.refutations.is_empty()
                || result.stop != Some(Halt::Stopped(stop))
            {
                return Err(format!("{result:?}"));
            }
            Ok(())
        });
    }
}

#[test]
fn a_search_cancelled_on_the_way_keeps_its_solution_but_does_not_call_it_shortest() {
    for_all_pairs(|recipe, backend| {
        let problem = from_state(&scrambled("R U F"), &Target::Any, Budget::AtMost(3));
        let control = Control::unlimited();
        let mut notify = |event: &Event<'_>| {
            if matches!(event, Event::Improved(_)) {
                control.cancel_flag().raise();
            }
        };
        let strategy = Strategy::Descend;
        let result = minimum(&problem, recipe, backend, strategy, &control, &mut notify)
            .map_err(|error| error.to_string())?;
        if recipe.lemmas > 0 && result.is_minimal() {
            return Ok(()); // What the pieces alone refute takes no search.
        }
        if result.solution.is_none()
            || result.complete
            || result.is_minimal()
            || result.stop != Some(Halt::Stopped(Stop::Cancelled))
        {
            return Err(format!("{result:?}"));
        }
        Ok(())
    });
}

#[test]
fn with_too_small_a_budget_there_is_no_solution_and_no_minimum() {
    for_all_pairs(|recipe, backend| {
        let problem = from_state(&scrambled("R U F"), &Target::Any, Budget::AtMost(2));
        for strategy in BOTH {
            let result = run(&problem, recipe, backend, strategy)?;
            if result.solution.is_some()
                || !result.complete
                || result.is_minimal()
                || !covered(&result).into_iter().eq([0, 1, 2])
            {
                return Err(format!("{strategy:?}: {result:?}"));
            }
        }
        Ok(())
    });
}

// Published positions.

/// Positions (net) with their distances and numbers of shortest solutions.
const PUBLISHED: [(&str, usize, usize); 11] = [
    ("UUUULRBFRLFBLRBFRLFBDDDD", 3, 2),
    ("UDUDLLFRFFLBLBRRFRBBUUDD", 3, 1),
    ("DDUURRBFRRFBLLBFLLFBUUDD", 4, 3),
    ("UUUURLFBLRBFLRBFRLFBDDDD", 4, 4),
    ("UDDULBRFRFLBLBRFRFLBUDDU", 5, 2),
    ("DUUDLLFBRRBFLRFFRLBBUDDU", 9, 8),
    ("FFFUDDRFRULLLDRRUULBBBDB", 10, 18),
    ("DDDUFFLFRBRRLFLLBBRBUUDU", 10, 8),
    ("UFFULDRFRULBLLFRURBBDBDD", 10, 45),
    ("UUUDLLFRFRBBLLFRFRBBDUDD", 11, 196),
    ("UUUURLFBLRBFLLFFRRBBDDDD", 11, 24),
];

#[test]
fn the_near_published_positions_have_these_distances_and_numbers_of_solutions() {
    for (text, distance, number) in PUBLISHED {
        if distance > 5 {
            continue;
        }
        let problem = written(text, &Target::Any, Budget::AtMost(distance + 1));
        for recipe in recipes() {
            for strategy in BOTH {
                assert_minimum(&problem, &recipe, strategy, distance);
            }
        }
        assert_eq!(count(&problem, distance), number, "{text}");
    }
}

#[test]
fn a_far_published_position_takes_9_turns() {
    let (text, distance, _) = PUBLISHED[5];
    let problem = written(text, &Target::Any, Budget::AtMost(distance));
    assert_minimum(&problem, &default_recipe(), Strategy::Descend, distance);
}

/// A test a far position, so that each shows for itself how long it takes.
macro_rules! far_published_positions {
    ($($name:ident: $row:literal,)*) => {$(
        #[test]
        #[ignore = "long check"]
        fn $name() {
            let (text, distance, number) = PUBLISHED[$row];
            let problem = written(text, &Target::Any, Budget::AtMost(distance));
            assert_minimum(&problem, &default_recipe(), Strategy::Descend, distance);
            assert_eq!(canonical_count(&problem, distance), number, "{text}");
        }
    )*};
}

far_published_positions! {
    a_published_position_has_8_shortest_solutions_of_9_turns: 5,
    a_published_position_has_18_shortest_solutions_of_10_turns: 6,
    a_published_position_has_8_shortest_solutions_of_10_turns: 7,
    a_published_position_has_45_shortest_solutions_of_10_turns: 8,
    a_published_position_has_196_shortest_solutions_of_11_turns: 9,
    a_published_position_has_24_shortest_solutions_of_11_turns: 10,
}

#[test]
fn a_random_state_8_turns_away_is_solved_in_so_many() {
    let state = &random_states(8, 1, 1)[0];
    let problem = from_state(state, &Target::Any, Budget::AtMost(8));
    assert_minimum(&problem, &default_recipe(), Strategy::Ascend, 8);
}

#[test]
#[ignore = "long check"]
fn random_states_8_to_11_turns_away_are_solved_in_so_many() {
    for (distance, count) in [(8, 3), (9, 3), (10, 2), (11, 1)] {
        for state in random_states(distance, count, 3) {
            let problem = from_state(&state, &Target::Any, Budget::AtMost(11));
            assert_minimum(&problem, &default_recipe(), Strategy::Descend, distance);
        }
    }
}

#[test]
fn this_scramble_of_ten_turns_has_one_shortest_way_back_of_8() {
    let state = scrambled("R U2 F' R2 U F2 U' R F U");
    let problem = from_state(&state, &Target::Any, Budget::Exactly(8));
    let canonical = Problem {
        canonical: true,
        ..problem.clone()
    };
    assert_eq!(
        solutions(&canonical, &default_recipe(), batsat()).unwrap(),
        [turns("F R' U F R' F2 U2 R2")]
    );
    let problem = problem.within(Budget::AtMost(8));
    assert_minimum(&problem, &default_recipe(), Strategy::Descend, 8);
}

#[test]
fn the_first_position_takes_3_turns_up_to_rotation() {
    let problem = written(FIRST, &Target::Any, Budget::AtMost(5));
    for recipe in recipes() {
        for strategy in BOTH {
            assert_minimum(&problem, &recipe, strategy, 3);
        }
    }
    assert_eq!(count(&problem, 3), 1);
    let counts: Vec<usize> = (2..=8).map(|n| canonical_count(&problem, n)).collect();
    assert_eq!(counts, [0, 1, 0, 0, 6, 12, 18]);
}

#[test]
fn the_first_position_takes_4_turns_in_its_exact_orientation() {
    let problem = written(FIRST, &Target::Solved, Budget::AtMost(4));
    for recipe in recipes() {
        if recipe.goal == GoalEncoding::Uniform {
            let refused = run(&problem, &recipe, batsat(), Strategy::Descend);
            assert!(refused.unwrap_err().contains("uniform faces"));
            continue;
        }
        for strategy in BOTH {
            assert_minimum(&problem, &recipe, strategy, 4);
        }
        let found: Vec<Vec<Vec<TurnId>>> = (0..=4)
            .map(|n| solutions(&problem.within(Budget::Exactly(n)), &recipe, batsat()).unwrap())
            .collect();
        let [none @ .., shortest] = &found[..] else {
            unreachable!()
        };
        assert!(none.iter().all(Vec::is_empty), "{}", recipe.name);
        let [a, b] = &shortest[..] else {
            panic!("{} has {} solutions", recipe.name, shortest.len())
        };
        // They differ by swapping two commuting turns.
        let at = (0..4).find(|&at| a[at] != b[at]).unwrap();
        let mut swapped = a.clone();
        swapped.swap(at, at + 1);
        assert_eq!(&swapped, b);
        assert!(POCKET.commute(a[at], a[at + 1]));
        assert_eq!(canonical_count(&problem, 4), 1);
    }
}

#[test]
fn the_second_position_takes_9_turns_up_to_rotation() {
    let problem = written(SECOND, &Target::Any, Budget::AtMost(9));
    assert_minimum(&problem, &default_recipe(), Strategy::Descend, 9);
}

#[test]
#[ignore = "long check"]
fn the_second_position_has_one_shortest_solution_up_to_rotation() {
    let problem = written(SECOND, &Target::Any, Budget::AtMost(9));
    assert_eq!(canonical_count(&problem, 9), 1);
}

/// Up to rotation it takes 9 turns, so to one orientation it takes no fewer.
/// (Finding one by SAT took more than 45 minutes with these recipes. The long
/// check's table of all orientations has the distance too.)
#[test]
fn the_second_position_has_a_solution_of_9_turns_in_its_exact_orientation() {
    let problem = written(SECOND, &Target::Solved, Budget::AtMost(9));
    let published = Notation::Cw
        .read(&POCKET, "LH FCCW RCW DCCW LH DCW FH DCW RCCW")
        .unwrap();
    assert!(Solution::replay(&problem, published).is_ok());
}

#[test]
fn a_position_of_6_turns_is_solved_in_6_though_no_canonical_7_solve_it() {
    let problem = written(GAP, &Target::Any, Budget::AtMost(7));
    for recipe in recipes() {
        for strategy in BOTH {
            assert_minimum(&problem, &recipe, strategy, 6);
        }
    }
    let counts: Vec<usize> = (4..=8).map(|n| canonical_count(&problem, n)).collect();
    assert_eq!(counts, [0, 0, 1, 0, 3]);
}

#[test]
fn a_loop_from_8_down_does_not_stop_at_8() {
    let problem = written(GAP, &Target::Any, Budget::AtMost(8));
    let ordered = recipes().into_iter().filter(|r| r.order != Order::None);
    for recipe in ordered {
        assert_minimum(&problem, &recipe, Strategy::Descend, 6);
    }
}

#[test]
#[ignore = "long check"]
fn the_same_position_has_14_and_55_canonical_solutions_of_9_and_10_turns() {
    let problem = written(GAP, &Target::Any, Budget::AtMost(11));
    let counts: Vec<usize> = (9..=10).map(|n| canonical_count(&problem, n)).collect();
    assert_eq!(counts, [14, 55]);
}

#[test]
#[ignore = "long check"]
fn the_same_position_has_302_canonical_solutions_of_11_turns() {
    let problem = written(GAP, &Target::Any, Budget::AtMost(11));
    assert_eq!(canonical_count(&problem, 11), 302);
}

#[test]
fn the_graph_database_example_takes_7_turns() {
    let problem = written("002140534352524214031513", &Target::Any, Budget::AtMost(8));
    for strategy in BOTH {
        assert_minimum(&problem, &default_recipe(), strategy, 7);
    }
    assert_eq!(count(&problem, 7), 1);
}
