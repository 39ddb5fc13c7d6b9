//! Other properties of formulas: reproducible bytes, signals for each step, sizes, and no codes without a turn.

use super::*;
use crate::common::fewer_in_check;

pub fn dimacs(formula: &Formula) -> Vec<u8> {
    let mut bytes = Vec::new();
    formula.write_dimacs(&[], &mut bytes).unwrap();
    bytes
}

#[test]
fn the_same_problem_gives_the_same_bytes() {
    let state = scrambled("R U2 F'");
    for recipe in recipes() {
        for budget in [Budget::Exactly(3), Budget::AtMost(5)] {
            // The problem is built twice, so that the two formulas share nothing but the state.
            let [one, two] = [(); 2].map(|()| {
                let problem = from_state(&state, &Target::Any, budget);
                let formula = encode(&problem, &recipe).unwrap();
                let map = map::write(&problem, &recipe, &formula).unwrap();
                (dimacs(&formula), map)
            });
            assert_eq!(one, two, "{}", recipe.name);
        }
    }
}

/// Checks every signal that order constraints, goals and lemmas can use, in every encoding.
#[test]
fn each_recipe_gives_the_colors_pieces_and_turn_of_every_step() {
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
        let mut state = problem.start.state().unwrap();
        for step in 0..=3 {
            for (facelet, color) in (0..24).cartesian_product(0..6) {
                let shown = all(states.shows(&POCKET, step, facelet, color));
                assert_eq!(shown, state.color(facelet) == color, "{}", recipe.name);
            }
            let symbols = problem.scheme.symbols();
            let arrangement = Arrangement::of_state(&POCKET, &state, symbols).unwrap();
            let placements = arrangement.placements(&POCKET);
            for (piece, facelet) in (0..8).cartesian_product(0..24) {
                let there = all(states.piece_at(&POCKET, step, piece, facelet));
                assert_eq!(there, placements[piece] == facelet, "{}", recipe.name);
            }
            let Some(&made) = solution.turns().get(step) else {
                break;
            };
            for turn in 0..18 {
                let made = problem.allowed.contains(&turn).then_some(turn == made);
                let shown = selectors.turn_signals(step, turn).map(all);
                assert_eq!(shown, made, "{}", recipe.name);
            }
            state = POCKET.apply(&state, &[made]);
        }
    }
}

/// All sizes are estimated before anything is built: a bad estimate would reject formulas that fit, or exhaust the
/// memory.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn estimated_sizes_are_right_within_a_factor_of_two() {
    for recipe in recipes() {
        for target in [Target::Any, Target::Solved] {
            if recipe.goal == GoalEncoding::Uniform && target == Target::Solved {
                continue;
            }
            for &slots in &[4, 8, 11][..fewer_in_check(1, 3)] {
                let state = scrambled("R U2 F' R2");
                let problem = from_state(&state, &target, Budget::AtMost(slots));
                let estimate = twistsat::encode::estimate(&problem, &recipe).unwrap();
                let formula = encode(&problem, &recipe).unwrap();
                // The number of lemmas is known only when they are made. They replace other clauses.
                if formula.lemmas > 0 {
                    continue;
                }
                let (clauses, name) = (formula.cnf.len(), &recipe.name);
                let is_near = clauses <= estimate * 2 && estimate <= clauses * 2;
                assert!(is_near, "{name} {slots}: {estimate} for {clauses}");
            }
        }
    }
}

#[test]
fn the_reference_formula_has_4752_clauses_per_turn_and_168_more() {
    let problem = problem(FIRST, &Target::Solved, Budget::Exactly(0));
    let reference = recipe("mux-reference");
    let size = |turns, recipe: &Recipe| {
        let formula = encode(&problem.within(Budget::Exactly(turns)), recipe).unwrap();
        (formula.cnf.len(), formula.variables)
    };
    for turns in 0..=11 {
        let (clauses, variables) = size(turns, &reference);
        assert_eq!(clauses, 4752 * turns + 168);
        let compact = size(turns, &recipe("mux"));
        let is_smaller = compact.0 < clauses && compact.1 < variables;
        assert!(is_smaller, "{turns}: {compact:?}");
    }
    assert_eq!(size(11, &reference), (52_440, 1711 + 24));
    assert_eq!(size(10, &reference).0, 47_688);
}
