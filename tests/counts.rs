//! Formulas against counting: which turn sequences they admit, and that the
//! check notices broken formulas.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use itertools::Itertools;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;
use rustsat::types::{Cl, Clause, Var};
use twistsat::circuit::{Bus, Signal};
use twistsat::clauses::Clauses;
use twistsat::control::Control;
use twistsat::encode::{
    Choice, Code, Form, Formula, GoalEncoding, Idle, Meaning, Order, Recipe, SelectorEncoding,
    StateEncoding, decode, encode, estimate, map,
};
use twistsat::puzzle::{
    Arrangement, Budget, Color, Metric, Problem, Puzzle, State, Target, TurnId,
};
use twistsat::solver::{Session, Verdict};

#[path = "common/canonical.rs"]
mod canonical;
mod common;
use canonical::is_canonical;
use common::{
    FIRST, POCKET, batsat, from_state, names, recipe, recipes, scrambled, solutions, turns, written,
};

type Colors = Vec<Color>;
type Sequence = Vec<TurnId>;

// The truth, with plain permutations.

/// Every sequence of exactly `length` of some turns, by the colours to which
/// it leads.
fn walks(start: &State, allowed: &[TurnId], length: usize) -> HashMap<Colors, Vec<Sequence>> {
    let mut layer = HashMap::from([(start.colors().to_vec(), vec![Vec::new()])]);
    for _ in 0..length {
        let mut next: HashMap<Colors, Vec<Sequence>> = HashMap::new();
        for (colors, sequences) in layer {
            for &turn in allowed {
                let sequences = sequences.iter().map(|sequence| {
                    let mut longer = sequence.clone();
                    longer.push(turn);
                    longer
                });
                next.entry(turned(&colors, turn))
                    .or_default()
                    .extend(sequences);
            }
        }
        layer = next;
    }
    layer
}

fn turned(colors: &[Color], turn: TurnId) -> Colors {
    let sources = POCKET.turns()[turn].permutation.sources();
    sources.iter().map(|&source| colors[source]).collect()
}

/// Whether a sequence passes no state twice.
fn passes_no_state_twice(start: &State, sequence: &[TurnId]) -> bool {
    let mut colors = start.colors().to_vec();
    let mut seen = HashSet::from([colors.clone()]);
    sequence.iter().all(|&turn| {
        colors = turned(&colors, turn);
        seen.insert(colors.clone())
    })
}

/// The sequences that the formula of a problem and a recipe must admit.
fn expected(problem: &Problem, recipe: &Recipe) -> BTreeSet<Sequence> {
    let (lengths, optimised) = match problem.budget {
        Budget::Exactly(turns) => (turns..=turns, false),
        Budget::AtMost(turns) if recipe.idle == Idle::Trailing => (0..=turns, true),
        Budget::AtMost(turns) => (turns..=turns, true),
    };
    let order = if problem.canonical {
        Order::Canonical
    } else if optimised {
        recipe.order
    } else {
        Order::None
    };
    assert_ne!(order, Order::NoSameFace, "no built-in recipe says that");
    let mut expected = BTreeSet::new();
    for length in lengths {
        let mut walks = walks(&problem.start, &problem.allowed, length);
        expected.extend(walks.remove(problem.goal.colors()).unwrap_or_default());
    }
    expected.retain(|sequence| {
        (order == Order::None || is_canonical(sequence, &problem.allowed))
            && !(optimised && recipe.distinct && !passes_no_state_twice(&problem.start, sequence))
    });
    expected
}

// The check.

/// Whether a formula admits just the sequences that it must, each with the
/// colours that the turns make and with no others.
fn agrees_with_truth(problem: &Problem, recipe: &Recipe, formula: &Formula) -> Result<(), String> {
    let expected = expected(problem, recipe);
    let Formula {
        cnf,
        variables,
        meaning,
        ..
    } = formula;
    let mut found = BTreeSet::new();
    let mut session = Session::new(batsat(), cnf, *variables).map_err(|e| e.to_string())?;
    loop {
        let model = match session.solve(&Control::unlimited()) {
            Ok(Verdict::Sat(model)) => model,
            Ok(Verdict::Unsat) => break,
            other => return Err(format!("{other:?}")),
        };
        let mut sequence = Vec::new();
        for slot in 0..meaning.selectors.slots().len() {
            match meaning.selectors.choice(slot, &model) {
                Choice::Code(code) => match meaning.selectors.codes()[code] {
                    Code::Turn(turn) => sequence.push(turn),
                    Code::Idle => {}
                },
                other => return Err(format!("slot {slot}: {other:?}")),
            }
        }
        let decoded = decode(problem, meaning, &model).map_err(|error| error.to_string())?;
        if decoded.turns() != sequence {
            return Err(format!("decoded as {}", names(decoded.turns())));
        }
        if !expected.contains(&sequence) {
            return Err(format!("`{}` is admitted", names(&sequence)));
        }
        if !found.insert(sequence) {
            return Err("two models of one sequence".to_owned());
        }
        // All that has a meaning is excluded, not only the turns: the same
        // turns with other colours must be no model either.
        let known = |bus: &Bus| {
            bus.iter()
                .filter_map(|signal| signal.as_lit())
                .collect::<Vec<_>>()
        };
        let clause: Clause = meaning
            .buses()
            .flat_map(known)
            .map(|lit| {
                if model.lit_value(lit).to_bool_with_def(false) {
                    !lit
                } else {
                    lit
                }
            })
            .collect();
        session
            .add_clause(clause)
            .map_err(|error| error.to_string())?;
    }
    match expected.difference(&found).next() {
        Some(missing) => Err(format!("`{}` is not admitted", names(missing))),
        None => Ok(()),
    }
}

fn check(problem: &Problem, recipe: &Recipe) {
    let formula = encode(problem, recipe).unwrap();
    check_formula(problem, recipe, &formula);
}

fn check_formula(problem: &Problem, recipe: &Recipe, formula: &Formula) {
    if let Err(reason) = agrees_with_truth(problem, recipe, formula) {
        let start = POCKET.facelets().iter().zip(problem.start.colors());
        panic!(
            "{} {:?}: {reason}; start {:?}, goal {:?}",
            recipe.name,
            problem.budget,
            start.collect::<Vec<_>>(),
            problem.goal
        );
    }
}

/// The states that up to `most` turns reach from the solved one, in a fixed
/// order.
fn near_states(allowed: &[TurnId], most: usize) -> BTreeSet<Colors> {
    let layers = (0..=most).map(|length| walks(POCKET.solved(), allowed, length));
    layers.flat_map(HashMap::into_keys).collect()
}

/// The problems that lead from the solved state to each state within so many
/// turns, or back where a recipe knows no goal but the solved state.
fn near_problems(allowed: &[TurnId], most: usize, recipe: &Recipe) -> Vec<Problem> {
    let solved = POCKET.solved();
    let (target, metric) = match allowed.len() {
        18 => (Target::Solved, Metric::HalfTurn),
        6 => (Target::Any, Metric::QuarterTurn),
        _ => (Target::Any, Metric::HalfTurn),
    };
    let problem = from_state(solved, &target, Budget::Exactly(0));
    let problem = problem.counted_in(metric).unwrap();
    assert_eq!(problem.allowed, allowed);
    let back = recipe.goal == GoalEncoding::Uniform;
    near_states(allowed, most)
        .into_iter()
        .map(State::new)
        .map(|state| {
            let (start, goal) = if back {
                (state, solved.clone())
            } else {
                (solved.clone(), state)
            };
            Problem {
                up_to_rotation: problem.up_to_rotation && goal == *solved,
                start,
                goal,
                ..problem.clone()
            }
        })
        .collect()
}

/// Whether a recipe does more for "at most" than for "exactly" so many turns.
fn optimises(recipe: &Recipe) -> bool {
    recipe.order != Order::None || recipe.idle != Idle::None || recipe.distinct
}

/// Checks every budget up to `most` on every problem within as many turns.
fn check_near(allowed: &[TurnId], most: usize, recipe: &Recipe, budget: fn(usize) -> Budget) {
    for problem in near_problems(allowed, most, recipe) {
        for turns in 0..=most {
            check(&problem.within(budget(turns)), recipe);
        }
    }
}

/// Checks every exact length up to `most` on every problem within as many
/// turns. Several recipes differ in nothing then: a formula that is, byte by
/// byte, one that was checked for the same problem is not checked again.
fn check_exact(allowed: &[TurnId], most: usize, recipes: &[Recipe]) {
    let mut checked = HashSet::new();
    for recipe in recipes {
        for problem in near_problems(allowed, most, recipe) {
            for turns in 0..=most {
                let problem = problem.within(Budget::Exactly(turns));
                let formula = encode(&problem, recipe).unwrap();
                let mut hasher = DefaultHasher::new();
                (&problem.start, &problem.goal, turns, dimacs(&formula)).hash(&mut hasher);
                format!("{:?}", formula.meaning).hash(&mut hasher);
                if checked.insert(hasher.finish()) {
                    check_formula(&problem, recipe, &formula);
                }
            }
        }
    }
}

#[test]
fn a_formula_for_an_exact_length_admits_every_solution_and_nothing_else() {
    check_exact(&POCKET.turns_around_held(), 3, &recipes());
}

#[test]
fn a_formula_for_at_most_so_many_turns_admits_what_the_recipe_says() {
    for recipe in recipes() {
        if optimises(&recipe) {
            check_near(&POCKET.turns_around_held(), 3, &recipe, Budget::AtMost);
            continue;
        }
        let problem = from_state(&scrambled("R U"), &Target::Any, Budget::AtMost(3));
        let dimacs = |budget| dimacs(&encode(&problem.within(budget), &recipe).unwrap());
        assert_eq!(dimacs(Budget::AtMost(3)), dimacs(Budget::Exactly(3)));
    }
}

#[test]
fn so_do_formulas_with_all_eighteen_turns() {
    let all: Vec<TurnId> = (0..18).collect();
    // Uniform faces cannot tell one orientation from another.
    let mut recipes = recipes();
    recipes.retain(|recipe| recipe.goal != GoalEncoding::Uniform);
    check_exact(&all, 2, &recipes);
    for recipe in recipes {
        if optimises(&recipe) {
            check_near(&all, 2, &recipe, Budget::AtMost);
        }
    }
}

#[test]
fn so_do_formulas_of_quarter_turns() {
    let quarter = turns("U U' R R' F F'");
    check_exact(&quarter, 2, &recipes());
    for recipe in recipes() {
        // Three turns are what `R R R` takes. The default stands for the other
        // recipes, which take their order from the same list of runs.
        let most = if recipe.name == "mux-idle" { 3 } else { 2 };
        if optimises(&recipe) {
            check_near(&quarter, most, &recipe, Budget::AtMost);
        }
    }
}

#[test]
fn order_constraints_forbid_only_what_the_allowed_turns_can_do_otherwise() {
    for recipe in recipes() {
        for state in ["U2", "U", "U R2 U", "U R U"] {
            let mut problem = from_state(&scrambled(state), &Target::Any, Budget::AtMost(3));
            problem.allowed = turns("U R R2 R'");
            problem.allowed.sort_unstable();
            for turns in 0..=3 {
                check(&problem.within(Budget::AtMost(turns)), &recipe);
            }
        }
    }
}

#[test]
fn canonical_sequences_are_all_that_a_canonical_problem_admits() {
    let all: Vec<TurnId> = (0..18).collect();
    for recipe in recipes() {
        if recipe.goal == GoalEncoding::Uniform {
            continue;
        }
        for problem in near_problems(&all, 2, &recipe).into_iter().step_by(5) {
            let problem = Problem {
                canonical: true,
                ..problem
            };
            for budget in [Budget::Exactly(2), Budget::AtMost(2)] {
                check(&problem.within(budget), &recipe);
            }
        }
    }
}

fn dimacs(formula: &Formula) -> Vec<u8> {
    let mut bytes = Vec::new();
    formula.write_dimacs(&[], &mut bytes).unwrap();
    bytes
}

#[test]
fn the_same_problem_gives_the_same_bytes() {
    let state = scrambled("R U2 F'");
    for recipe in recipes() {
        for budget in [Budget::Exactly(3), Budget::AtMost(5)] {
            // Two problems, read twice: nothing is carried over but the text.
            let [one, two] = [(); 2].map(|()| {
                let problem = from_state(&state, &Target::Any, budget);
                let formula = encode(&problem, &recipe).unwrap();
                (dimacs(&formula), map::write(&problem, &recipe, &formula))
            });
            assert_eq!(one, two, "{}", recipe.name);
        }
    }
}

/// Every question that order, goals and lemmas may ask, in every representation.
#[test]
fn each_recipe_says_which_color_is_where_and_which_piece_and_which_turn_is_made() {
    for recipe in recipes() {
        let problem = from_state(&scrambled("R U2 F'"), &Target::Any, Budget::Exactly(3));
        let formula = encode(&problem, &recipe).unwrap();
        let mut session = Session::new(batsat(), &formula.cnf, formula.variables).unwrap();
        let Ok(Verdict::Sat(model)) = session.solve(&Control::unlimited()) else {
            panic!("{}: no solution", recipe.name);
        };
        let solution = decode(&problem, &formula.meaning, &model).unwrap();
        let all = |signals: Vec<Signal>| signals.iter().all(|s| s.value(&model) == Some(true));
        let Meaning { selectors, states } = &formula.meaning;
        let mut state = problem.start.clone();
        for step in 0..=3 {
            for (facelet, color) in (0..24).cartesian_product(0..6) {
                let shown = all(states.shows(&POCKET, step, facelet, color));
                assert_eq!(shown, state.color(facelet) == color, "{}", recipe.name);
            }
            let symbols = problem.scheme.symbols();
            let arrangement = Arrangement::of_state(&POCKET, &state, symbols).unwrap();
            let placements = arrangement.placements(&POCKET);
            for (piece, facelet) in (0..8).cartesian_product(0..24) {
                let there = all(states.at(&POCKET, step, piece, facelet));
                assert_eq!(there, placements[piece] == facelet, "{}", recipe.name);
            }
            let Some(&made) = solution.turns().get(step) else {
                break;
            };
            for turn in 0..18 {
                let made = problem.allowed.contains(&turn).then_some(turn == made);
                assert_eq!(
                    selectors.makes(step, turn).map(all),
                    made,
                    "{}",
                    recipe.name
                );
            }
            state = POCKET.apply(&state, &[made]);
        }
    }
}

// The check notices what is broken.

/// Problems within two turns of the solved state, the near ones first.
fn small_problems(recipe: &Recipe) -> Vec<Problem> {
    let solved = near_problems(&POCKET.turns_around_held(), 2, recipe);
    let budgets = [Budget::Exactly(1), Budget::Exactly(2), Budget::AtMost(2)];
    budgets
        .into_iter()
        .flat_map(|budget| solved.iter().map(move |problem| problem.within(budget)))
        .collect()
}

/// Whether the check notices, on some small problem, what `broken` makes.
/// It makes nothing of a problem where there is nothing to break.
fn is_noticed(recipe: &Recipe, broken: impl Fn(&Problem) -> Option<Formula>) -> bool {
    small_problems(recipe).iter().any(|problem| {
        broken(problem).is_some_and(|formula| agrees_with_truth(problem, recipe, &formula).is_err())
    })
}

/// The pocket cube with two places of its file exchanged.
fn altered(from: &str, to: &str) -> Arc<Puzzle> {
    let text = POCKET.definition();
    assert_eq!(text.matches(from).count(), 1, "{from}");
    Arc::new(Puzzle::from_toml("altered", &text.replace(from, to)).unwrap())
}

#[test]
fn a_wrong_source_facelet_is_noticed() {
    // Two facelets of one cycle exchanged, in each cycle of U, R and F.
    for cycle in [
        "U1 U2 U4 U3",
        "F1 L1 B1 R1",
        "F2 L2 B2 R2",
        "R1 R2 R4 R3",
        "F2 U2 B3 D2",
        "F4 U4 B1 D4",
        "F1 F2 F4 F3",
        "U3 R1 D2 L4",
        "U4 R3 D1 L2",
    ] {
        let swapped = format!("{} {}{}", &cycle[3..5], &cycle[..2], &cycle[5..]);
        let puzzle = altered(cycle, &swapped);
        for recipe in recipes() {
            // The altered puzzle has no corners, so uniform faces do not decide
            // its goal: that is noticed before there is a formula.
            if recipe.goal == GoalEncoding::Uniform {
                assert!(!puzzle.held_decides_uniform_faces(), "{cycle}");
                continue;
            }
            let broken = |problem: &Problem| {
                let problem = Problem {
                    puzzle: puzzle.clone(),
                    ..problem.clone()
                };
                encode(&problem, &recipe).ok()
            };
            // It has other pieces, too. A state with none of them in some place is
            // refused. See the next test for a wrong source that is none.
            let refused = small_problems(&recipe)
                .iter()
                .any(|problem| broken(problem).is_none());
            if refused {
                assert_eq!(recipe.state, StateEncoding::PlacementOnehot, "{cycle}");
                continue;
            }
            assert!(is_noticed(&recipe, broken), "{} {cycle}", recipe.name);
        }
    }
}

#[test]
fn a_wrong_source_placement_is_noticed() {
    // Two corners of U, R or F exchanged, with all their stickers: all other
    // corners are still carried as they must be.
    for cycles in [
        ["U1 U2 U4 U3", "F1 L1 B1 R1", "F2 L2 B2 R2"],
        ["R1 R2 R4 R3", "F2 U2 B3 D2", "F4 U4 B1 D4"],
        ["F1 F2 F4 F3", "U3 R1 D2 L4", "U4 R3 D1 L2"],
    ] {
        let places = corners_in_order(cycles);
        let mut text = POCKET.definition().to_owned();
        for (cycle, order) in cycles.iter().zip(places) {
            assert_eq!(text.matches(cycle).count(), 1, "{cycle}");
            text = text.replace(cycle, &order);
        }
        let puzzle = Arc::new(Puzzle::from_toml("altered", &text).unwrap());
        for recipe in recipes() {
            if recipe.goal == GoalEncoding::Uniform {
                continue; // It may not decide the goal then; see above.
            }
            let broken = |problem: &Problem| {
                let problem = Problem {
                    puzzle: puzzle.clone(),
                    ..problem.clone()
                };
                Some(encode(&problem, &recipe).unwrap())
            };
            assert!(is_noticed(&recipe, broken), "{} {cycles:?}", recipe.name);
        }
    }
}

/// The cycles of a turn with two of its four corners exchanged in all of them.
fn corners_in_order(cycles: [&str; 3]) -> [String; 3] {
    let pieces = POCKET.pieces();
    let facelet = |name: &str| POCKET.facelets().iter().position(|f| f == name).unwrap();
    let corner = |name: &str| pieces.place_of(facelet(name));
    let first: Vec<&str> = cycles[0].split(' ').collect();
    let (a, b) = (corner(first[0]), corner(first[1]));
    cycles.map(|cycle| {
        let mut names: Vec<&str> = cycle.split(' ').collect();
        let at = |place| names.iter().position(|name| corner(name) == place).unwrap();
        let (a, b) = (at(a), at(b));
        names.swap(a, b);
        names.join(" ")
    })
}

#[test]
fn a_wrong_goal_is_noticed() {
    for recipe in recipes() {
        // Uniform faces know no goal but the solved state; say it in full.
        let fixed = Recipe {
            goal: GoalEncoding::Fixed,
            ..recipe.clone()
        };
        for problem in small_problems(&recipe) {
            if expected(&problem, &recipe).is_empty() {
                continue;
            }
            let wrong = Problem {
                goal: POCKET.apply(&problem.goal, &turns("R")),
                ..problem.clone()
            };
            let formula = encode(&wrong, &fixed).unwrap();
            let verdict = agrees_with_truth(&problem, &recipe, &formula);
            assert!(verdict.is_err(), "{} {:?}", recipe.name, problem.budget);
        }
    }
}

#[test]
fn a_wrong_start_is_noticed() {
    for recipe in recipes() {
        for problem in small_problems(&recipe) {
            if expected(&problem, &recipe).is_empty() {
                continue;
            }
            let wrong = Problem {
                start: POCKET.apply(&problem.start, &turns("R")),
                ..problem.clone()
            };
            let formula = encode(&wrong, &recipe).unwrap();
            let verdict = agrees_with_truth(&problem, &recipe, &formula);
            assert!(verdict.is_err(), "{} {:?}", recipe.name, problem.budget);
        }
    }
}

fn variables_of(bus: &Bus) -> HashSet<Var> {
    let literals = bus.iter().filter_map(|signal| signal.as_lit());
    literals.map(|literal| literal.var()).collect()
}

fn variables_of_states(formula: &Formula) -> BTreeSet<Var> {
    let states = formula.meaning.states.steps().iter().flatten();
    states.flat_map(variables_of).collect()
}

/// The formula with just some of its clauses.
fn with_clauses(formula: &Formula, keep: impl Fn(usize, &Cl) -> bool) -> Formula {
    let clauses = formula.cnf.iter().enumerate();
    let cnf: Clauses = clauses
        .filter(|(number, clause)| keep(*number, clause))
        .map(|(_, clause)| clause)
        .collect();
    Formula {
        cnf,
        ..formula.clone()
    }
}

#[test]
fn a_selector_code_left_open_is_noticed() {
    for recipe in recipes() {
        if recipe.form == Form::Reference {
            continue; // Its codes are open; all-ones lead nowhere.
        }
        let broken = |problem: &Problem| {
            let formula = encode(problem, &recipe).unwrap();
            let slots = formula.meaning.selectors.slots();
            let slots: Vec<_> = slots.iter().map(variables_of).collect();
            let within_a_slot = |clause: &Cl| {
                let inside = |slot: &HashSet<Var>| {
                    clause.iter().all(|literal| slot.contains(&literal.var()))
                };
                slots.iter().any(inside)
            };
            let open = with_clauses(&formula, |_, clause| !within_a_slot(clause));
            (open.cnf.len() < formula.cnf.len()).then_some(open)
        };
        assert!(is_noticed(&recipe, broken), "{}", recipe.name);
    }
}

/// What the choice of a turn excludes is implied where the two turns lead to
/// different states. It is not where nothing is left to choose between them:
/// so "two turns at once" is broken together with what ties turns to states.
#[test]
fn two_turns_at_once_are_noticed() {
    for recipe in recipes() {
        if recipe.selector == SelectorEncoding::Binary {
            continue; // A number has one value.
        }
        let broken = |problem: &Problem| {
            let formula = encode(problem, &recipe).unwrap();
            let selectors = formula.meaning.selectors.slots().iter();
            let selectors: HashSet<Var> = selectors.flat_map(variables_of).collect();
            let some_turn = |clause: &Cl| {
                let chosen = clause.iter().filter(|lit| selectors.contains(&lit.var()));
                let mut chosen = chosen.peekable();
                chosen.peek().is_some() && chosen.all(|lit| lit.is_pos())
            };
            // Nothing is left of the selectors but that some turn is made.
            let free = with_clauses(&formula, |_, clause| {
                some_turn(clause) || clause.iter().all(|lit| !selectors.contains(&lit.var()))
            });
            Some(free)
        };
        assert!(is_noticed(&recipe, broken), "{}", recipe.name);
    }
}

/// Each transition says what a turn brings, what it takes away, and that every
/// piece has one placement and every place one piece. What is said twice is no
/// hole; with nothing but what a turn brings, two pieces share a place.
#[test]
fn a_missing_permutation_constraint_is_noticed_where_nothing_else_says_it() {
    for recipe in recipes() {
        // Lemmas say again what permutation constraints say.
        if recipe.state != StateEncoding::PlacementOnehot || recipe.lemmas > 0 {
            continue;
        }
        let without = |what: &dyn Fn(&[bool; 2], &Cl) -> bool| {
            let broken = |problem: &Problem| {
                let formula = encode(problem, &recipe).unwrap();
                let states = variables_of_states(&formula);
                Some(with_clauses(&formula, |_, clause| {
                    let of_states = clause.iter().filter(|lit| states.contains(&lit.var()));
                    let signs: Vec<bool> = of_states.map(|lit| lit.is_pos()).collect();
                    let all = signs.len() == clause.len() && signs.len() > 1;
                    let some = signs.iter().any(|&positive| positive);
                    !what(&[all, some], clause)
                }))
            };
            is_noticed(&recipe, broken)
        };
        // Both kinds of "at most one", and both of "at least one": the
        // transitions carry what the start says.
        assert!(!without(&|&[all, _], _| all), "{}", recipe.name);
        // Also what a turn brings: then placements come from nowhere or vanish.
        assert!(
            without(&|&[all, some], clause| all || (some && clause.len() > 1)),
            "{}",
            recipe.name
        );
    }
}

#[test]
fn a_turn_after_an_idle_slot_is_noticed() {
    // Lemmas say that an idle slot is at the goal.
    let idle = |recipe: &&Recipe| recipe.idle == Idle::Trailing && recipe.lemmas == 0;
    for recipe in recipes().iter().filter(idle) {
        let broken = |problem: &Problem| {
            let formula = encode(problem, recipe).unwrap();
            let selectors = &formula.meaning.selectors;
            selectors.idles(1)?;
            // That the second slot is idle if the first is.
            let before = selectors.idles(0)?;
            let trailing = |clause: &Cl| {
                let literals: Vec<_> = clause.iter().copied().collect();
                let negated = before.iter().filter_map(|&signal| (!signal).as_lit());
                let now = selectors.idles(1).into_iter().flatten();
                let mut now = now.filter_map(|signal| signal.as_lit());
                negated.clone().all(|lit| literals.contains(&lit))
                    && literals.len() == negated.count() + 1
                    && now.any(|lit| literals.contains(&lit))
            };
            Some(with_clauses(&formula, |_, clause| !trailing(clause)))
        };
        assert!(is_noticed(recipe, broken), "{}", recipe.name);
    }
}

#[test]
fn a_missing_goal_is_noticed() {
    for recipe in recipes() {
        if recipe.goal == GoalEncoding::Uniform || recipe.form == Form::Reference {
            continue; // Its goal is gates, or tied to the last state by equalities.
        }
        if recipe.lemmas > 0 {
            continue; // Lemmas say where each piece must be at the end.
        }
        let broken = |problem: &Problem| {
            let formula = encode(problem, &recipe).unwrap();
            let last = formula.meaning.states.steps().last()?;
            let last: HashSet<Var> = last.iter().flat_map(variables_of).collect();
            let goal = |clause: &Cl| {
                clause.len() == 1 && clause.iter().all(|lit| last.contains(&lit.var()))
            };
            Some(with_clauses(&formula, |_, clause| !goal(clause)))
        };
        assert!(is_noticed(&recipe, broken), "{}", recipe.name);
    }
}

/// All sizes are told before anything is built: an estimate that is far off would
/// refuse what fits, or fill the memory.
#[test]
fn the_estimate_of_a_size_is_right_within_a_factor_of_two() {
    for recipe in recipes() {
        for target in [Target::Any, Target::Solved] {
            if recipe.goal == GoalEncoding::Uniform && target == Target::Solved {
                continue;
            }
            for slots in [4, 8, 11] {
                let state = scrambled("R U2 F' R2");
                let problem = from_state(&state, &target, Budget::AtMost(slots));
                let estimate = estimate(&problem, &recipe).unwrap();
                let formula = encode(&problem, &recipe).unwrap();
                // How many lemmas there are is seen when they are made. They spare
                // other clauses.
                if formula.lemmas > 0 {
                    continue;
                }
                let clauses = formula.cnf.len();
                assert!(
                    clauses <= estimate * 2 && estimate <= clauses * 2,
                    "{} {slots}: {estimate} for {clauses}",
                    recipe.name
                );
            }
        }
    }
}

#[test]
fn a_turn_forbidden_in_one_slot_is_noticed() {
    for recipe in recipes() {
        for problem in small_problems(&recipe) {
            let Some(sequence) = expected(&problem, &recipe).pop_last() else {
                continue;
            };
            for (slot, turn) in sequence.into_iter().enumerate() {
                let mut formula = encode(&problem, &recipe).unwrap();
                let chosen = formula.meaning.selectors.makes(slot, turn).unwrap();
                let forbidden = chosen.into_iter().filter_map(|signal| (!signal).as_lit());
                formula.cnf.add(forbidden.collect::<Clause>());
                let verdict = agrees_with_truth(&problem, &recipe, &formula);
                assert!(verdict.is_err(), "{} {:?}", recipe.name, problem.budget);
            }
        }
    }
}

/// Whether a formula implies a clause.
fn implies(formula: &Formula, clause: &Cl) -> bool {
    let mut session = Session::new(batsat(), &formula.cnf, formula.variables).unwrap();
    for &literal in clause {
        session.add_clause(Clause::from([!literal])).unwrap();
    }
    match session.solve(&Control::unlimited()).unwrap() {
        Verdict::Unsat => true,
        Verdict::Sat(_) => false,
        Verdict::Unknown(stop) => panic!("{stop}"),
    }
}

/// A clause that is missing is noticed, or the other clauses imply it. (Most
/// are implied: turns only move colours, so one wrong colour would still be
/// there at the end, where the goal refuses it.) Only a clause about an
/// auxiliary variable, one without a meaning, may be neither: then that
/// variable is free where nothing depends on it.
#[test]
fn a_missing_clause_is_noticed_unless_nothing_depends_on_it() {
    const SAMPLE: usize = 40;
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for recipe in recipes() {
        for budget in [Budget::Exactly(2), Budget::AtMost(3)] {
            // Its solution ends with the turn of the largest number.
            let problem = from_state(&scrambled("F R"), &Target::Any, budget);
            let formula = encode(&problem, &recipe).unwrap();
            assert_eq!(agrees_with_truth(&problem, &recipe, &formula), Ok(()));
            let meaning = &formula.meaning;
            let states: BTreeSet<Var> = variables_of_states(&formula);
            let selectors = meaning.selectors.slots().iter();
            let selectors: BTreeSet<Var> = selectors.flat_map(variables_of).collect();
            let about_turns = |clause: &Cl| {
                clause
                    .iter()
                    .all(|literal| selectors.contains(&literal.var()))
            };
            let clauses: Vec<&Cl> = formula.cnf.iter().collect();
            let (choices, others): (Vec<usize>, Vec<usize>) =
                (0..clauses.len()).partition(|&number| about_turns(clauses[number]));
            // Where turns and states exclude each other one by one, all that is
            // said once is that some turn is made.
            let all_positive = |&number: &usize| clauses[number].iter().all(|lit| lit.is_pos());
            let some_turn: Vec<usize> = choices.iter().copied().filter(all_positive).collect();
            let some_choices = choices.into_iter().sample(&mut random, SAMPLE);
            let some_others = others.into_iter().sample(&mut random, SAMPLE);
            let sample = some_turn.into_iter().chain(some_choices).chain(some_others);
            let mut noticed = 0;
            for missing in sample {
                let clause = clauses[missing];
                let broken = with_clauses(&formula, |number, _| number != missing);
                if agrees_with_truth(&problem, &recipe, &broken).is_err() {
                    noticed += 1;
                } else if !implies(&broken, clause) {
                    let meant = |var: Var| states.contains(&var) || selectors.contains(&var);
                    let auxiliary = clause.iter().any(|literal| !meant(literal.var()));
                    assert!(auxiliary, "{} {budget:?}: {clause}", recipe.name);
                }
            }
            assert!(
                noticed > 0 || recipe.form == Form::Reference,
                "{} {budget:?}",
                recipe.name
            );
        }
    }
}

#[test]
fn a_missing_gate_is_noticed() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    for recipe in recipes() {
        let problem = from_state(&scrambled("F R"), &Target::Any, Budget::Exactly(2));
        let formula = encode(&problem, &recipe).unwrap();
        let states = variables_of_states(&formula);
        for bit in states.into_iter().sample(&mut random, 40) {
            let about = |clause: &Cl| clause.iter().any(|literal| literal.var() == bit);
            let broken = with_clauses(&formula, |_, clause| !about(clause));
            let verdict = agrees_with_truth(&problem, &recipe, &broken);
            assert!(verdict.is_err(), "{}: {bit}", recipe.name);
        }
    }
}

// Sizes.

#[test]
fn the_reference_formula_has_4752_clauses_a_turn_and_168_once() {
    let problem = written(FIRST, &Target::Solved, Budget::Exactly(0));
    let reference = recipe("mux-reference");
    let size = |turns, recipe: &Recipe| {
        let formula = encode(&problem.within(Budget::Exactly(turns)), recipe).unwrap();
        (formula.cnf.len(), formula.variables)
    };
    for turns in 0..=11 {
        let (clauses, variables) = size(turns, &reference);
        assert_eq!(clauses, 4752 * turns + 168);
        let compact = size(turns, &recipe("mux"));
        assert!(
            compact.0 < clauses && compact.1 < variables,
            "{turns}: {compact:?}"
        );
    }
    assert_eq!(size(11, &reference), (52_440, 1711 + 24));
    assert_eq!(size(10, &reference).0, 47_688);
}

#[test]
fn no_code_without_a_turn_satisfies_the_default_form() {
    let problem = written(FIRST, &Target::Solved, Budget::Exactly(4));
    for recipe in recipes() {
        if recipe.goal == GoalEncoding::Uniform || recipe.form == Form::Reference {
            continue;
        }
        assert_eq!(solutions(&problem, &recipe, batsat()).unwrap().len(), 2);
        let formula = encode(&problem, &recipe).unwrap();
        let selectors = &formula.meaning.selectors;
        let codes = selectors.codes().len();
        assert_eq!(codes, 18);
        let numbers = recipe.selector == SelectorEncoding::Binary;
        for selector in selectors.slots().iter().filter(|_| numbers) {
            for code in codes..32 {
                let chosen = selector.is_value(code);
                let differs: Clause = chosen.iter().filter_map(|&s| (!s).as_lit()).collect();
                assert_eq!(differs.len(), 5);
                assert!(implies(&formula, &differs), "{} {code}", recipe.name);
            }
        }
        // That is no accident of the goal: a turn that solutions use is free.
        let used = solutions(&problem, &recipe, batsat()).unwrap()[0][0];
        let chosen = selectors.makes(0, used).unwrap();
        let differs: Clause = chosen.iter().filter_map(|&s| (!s).as_lit()).collect();
        assert!(!implies(&formula, &differs));
    }
}
