//! Tests that derivations are correct, and that unsound ones are detected.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::notation::Notation;
use crate::problem::{Budget, Target};
use crate::proof::check;
use crate::proof::check::{Mode, Outcome as Checked, Rejected};
use crate::proof::write::*;
use crate::puzzle::{Layout, Metric, Puzzle};
use crate::reach::{Backward, Items, Layers, Limit};
use crate::solver::by_name;
use finish::{as_clauses, binary};
use lemma::{Lemma, PlacementTuple};
use literal_table::LiteralTable;
use steps::Steps;

fn pocket() -> Arc<Puzzle> {
    Puzzle::built_in("pocket").expect("built in")
}

/// The problem of a scramble, up to rotation.
fn scrambled(scramble: &str, most: usize) -> Problem {
    let turns = Notation::Singmaster.read(&pocket(), scramble);
    let turns = turns.expect("turns of the puzzle");
    Problem::from_scramble(pocket(), &turns, &Target::Any, Budget::AtMost(most)).expect("possible")
}

/// The lemmas of a problem's layers about at most `max_items` items, in the literals of a formula.
fn given(problem: &Problem, formula: &Formula, max_items: usize, idle: bool) -> GivenLemmas {
    let items = Arc::new(Items::new(problem).expect("pieces that can be told apart"));
    let backward = Backward::new(items, max_items, idle, Limit::NONE).expect("small");
    let layers = Layers::new(problem, &backward, &Control::unlimited()).expect("small");
    let table = LiteralTable::new(&problem.puzzle, formula, layers.items()).expect("one-hot");
    GivenLemmas::from_layers(layers, table)
}

/// Derives every lemma, not only those that a refutation uses, and checks every clause in order. Some problems have a
/// solution: then only the final step is missing.
#[test]
fn every_derivation_follows_by_unit_propagation() {
    let quarter = |problem: Problem| problem.with_metric(Metric::QuarterTurn).expect("possible");
    let exact = |text: &str, most| {
        let start = Layout::Faces.read(&pocket(), text).expect("a state");
        let budget = Budget::AtMost(most);
        Problem::new(pocket(), &start, &Target::Solved, budget).expect("possible")
    };
    for (problem, most) in [
        (scrambled("R U2 F'", 2), 4),
        (scrambled("R U2 F'", 3), 3),
        (scrambled("R U2 F' R U", 5), 3),
        (scrambled("R U2 F' R U", 6), 2),
        (scrambled("", 3), 2),
        (quarter(scrambled("R U2 F'", 5)), 3),
        (quarter(scrambled("R U2 F'", 3)), 2),
        (exact("U=GGGG R=OOOO F=WWWW D=BBBB L=RRRR B=YYYY", 2), 2),
    ] {
        let (_, formula) = plain_formula(&problem, &Control::unlimited()).expect("encodes");
        let given = given(&problem, &formula, most, true);
        let mut steps = Steps::new(formula.cnf.len());
        let mut sizes = ProofSizes::default();
        derive::derive(&given, &given.lemmas, &formula.cnf, &mut steps, &mut sizes);
        assert!(sizes.derived >= given.lemmas.len(), "{sizes:?}");
        let clauses = as_clauses(formula.variables, &formula.cnf).expect("small");
        let proof = binary(&steps.bytes).expect("in memory");
        let mut poll = |_| ControlFlow::Continue(());
        match check::check(&clauses, proof, Mode::Forward, &mut poll).expect("readable") {
            Checked::Verified(verified) => {
                assert_eq!((verified.rat, verified.unit_deletions), (0, 0));
            }
            Checked::Rejected(Rejected {
                reason: check::Reason::NoEmptyClause,
                ..
            }) => (),
            other => panic!("{other:?}"),
        }
    }
}

fn prove_with(
    problem: &Problem,
    lemmas: &dyn Fn(&Formula) -> GivenLemmas,
    format: Format,
) -> Result<Outcome, Error> {
    let (recipe, formula) = plain_formula(problem, &Control::unlimited())?;
    let base = BaseFormula {
        given: Some(lemmas(&formula)),
        recipe,
        formula,
    };
    let (batsat, control) = (by_name("batsat")?, Control::unlimited());
    prove_base(problem, base, format, batsat, &control, &mut |_| ())
}

/// Asserts that these lemmas, with which the solver refutes a question that has a solution, are detected. Only the
/// check of the whole proof can detect them.
#[track_caller]
fn assert_detected(problem: &Problem, lemmas: &dyn Fn(&Formula) -> GivenLemmas) {
    for format in [Format::Drat, Format::Lrat] {
        let message = prove_with(problem, lemmas, format).unwrap_err().to_string();
        let start = "internal error: the proof is wrong";
        assert!(message.starts_with(start), "{message}");
    }
}

#[test]
fn with_sound_lemmas_the_same_problems_have_a_solution() {
    for problem in [solution().0, nine_quarters()] {
        let outcome = prove_with(
            &problem,
            &|formula| given(&problem, formula, 3, true),
            Format::Lrat,
        );
        assert!(matches!(outcome, Ok(Outcome::Solved(_))), "{outcome:?}");
    }
}

/// A problem with a single solution, and the placements of all pieces before and after each of its turns.
fn solution() -> (Problem, Vec<Vec<(usize, usize)>>) {
    // A published position with a single solution of eight turns.
    let problem = scrambled("R U2 F' R2 U F2 U' R F U", 8);
    let items = Items::new(&problem).expect("pieces that can be told apart");
    let back = "F R' U F R' F2 U2 R2";
    let turns = Notation::Singmaster.read(&problem.puzzle, back);
    let turns = turns.expect("turns of the puzzle");
    let states = (0..=turns.len()).map(|made| {
        let start = problem.start.pattern();
        let state = problem.puzzle.apply(start, &turns[..made]);
        let placements = items.locate(&state).expect("a state of the puzzle");
        placements.concat().into_iter().enumerate().collect()
    });
    let states = states.collect();
    (problem, states)
}

#[test]
fn one_tuple_too_many_is_noticed() {
    let (problem, states) = solution();
    for (step, size) in [(1, 1), (4, 2), (5, 3)] {
        assert_detected(&problem, &|formula| {
            let mut given = given(&problem, formula, 3, true);
            let tuple = PlacementTuple::new(states[step][..size].iter().copied());
            given.lemmas.push(Lemma { step, tuple });
            given
        });
    }
}

#[test]
fn lemmas_of_the_wrong_layer_are_noticed() {
    let (problem, _) = solution();
    for (from, to) in [(4, 5), (6, 5)] {
        assert_detected(&problem, &|formula| {
            let mut given = given(&problem, formula, 3, true);
            for lemma in given.lemmas.iter_mut().filter(|it| it.step == from) {
                lemma.step = to;
            }
            given
        });
    }
}

#[test]
fn lemmas_of_another_goal_are_noticed() {
    let (problem, _) = solution();
    let goal = problem.puzzle.apply(&problem.goal, &problem.allowed[..1]);
    let other = problem.to_pattern(goal);
    assert_detected(&problem, &|formula| given(&other, formula, 3, true));
}

/// In quarter turns a solution of eight needs an idle slot in a budget of nine.
fn nine_quarters() -> Problem {
    let problem = scrambled("R U F R U F R U", 9);
    problem.with_metric(Metric::QuarterTurn).expect("possible")
}

#[test]
fn forgotten_idle_slots_are_noticed() {
    let problem = nine_quarters();
    assert_detected(&problem, &|formula| given(&problem, formula, 3, false));
}
