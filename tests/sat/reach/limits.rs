//! Problems that are refused, limits that are enforced, and data that threads share.

use std::sync::Arc;

use twistsat::control::{CancelFlag, Control, Stop};
use twistsat::notation::Notation;
use twistsat::problem::Problem;
use twistsat::puzzle::{Metric, State};
use twistsat::reach::{Backward, Items, Layers, LemmaCounts, Limit, MAX_BYTES, ReachError};

use super::{POCKET, layers, problem_of_state, scrambled, table};
use crate::common::puzzles::{beads, colored_beads, cube};

fn backward(problem: &Problem, most: usize) -> Result<Backward, ReachError> {
    Backward::new(Arc::new(Items::new(problem)?), most, false, Limit::NONE)
}

#[test]
fn a_puzzle_in_which_every_piece_has_a_twin_is_refused() {
    let faces = [("1", "a"), ("2", "b"), ("1", "c"), ("2", "d")];
    let puzzle = colored_beads(&faces, &["a b", "b c", "c d"]);
    let refused = Items::new(&scrambled(&puzzle, &[0], 3)).unwrap_err();
    assert_eq!(refused, ReachError::Untrackable);
}

#[test]
fn identical_pieces_are_not_tracked_individually() {
    let faces = [("1", "a"), ("2", "b"), ("1", "c"), ("3", "d"), ("3", "e")];
    let puzzle = colored_beads(&faces, &["a b", "b c d", "d e"]);
    let items = Items::new(&scrambled(&puzzle, &[0], 3)).unwrap();
    assert_eq!(items.len(), 1);
    assert_eq!(items.piece(0), 1);
    assert_eq!(items.placements(0), [0, 1, 2, 3, 4]);
}

#[test]
fn pieces_that_are_never_moved_may_look_alike() {
    let faces = [("1", "a"), ("2", "b"), ("3", "c"), ("4", "de")];
    let puzzle = colored_beads(&faces, &["a b", "b c"]);
    let items = Items::new(&scrambled(&puzzle, &[0], 3)).unwrap();
    assert_eq!(items.len(), 3);
    assert_eq!(items.goal().concat(), [0, 1, 2]);
    assert_eq!([0, 1, 2].map(|p| items.after(0, p, 0)), [1, 0, 2]);
}

#[test]
fn a_held_corner_is_no_item_and_the_others_have_21_placements() {
    let items = Items::new(&problem_of_state(POCKET.solved(), Metric::HalfTurn, 0)).unwrap();
    assert_eq!((items.len(), items.turns().len()), (7, 9));
    for item in 0..7 {
        let placements = items.placements(item);
        assert_eq!(placements.len(), 21);
        let piece = &POCKET.pieces().all()[items.piece(item)];
        assert_eq!(placements[items.goal().concat()[item]], piece.facelets[0]);
        assert!(placements.iter().all(|f| !POCKET.held().contains(f)));
    }
}

#[test]
fn a_start_from_which_the_turns_do_not_lead_to_the_goal_is_refused() {
    let turns = |text| Notation::Singmaster.read(&POCKET, text).unwrap();
    let state = POCKET.reached_by(&turns("U"));
    let problem = problem_of_state(&state, Metric::HalfTurn, 4);
    let problem = problem.allowing(&turns("R R2 R'")).unwrap();
    let backward = backward(&problem, 2).unwrap();
    assert_eq!(backward.items().len(), 4);
    let refused = Layers::new(&problem, &backward, &Control::unlimited()).unwrap_err();
    assert_eq!(refused, ReachError::Unreachable);
    let foreign = State::new(vec![0; 24]);
    let refused = backward.items().locate(&foreign).unwrap_err();
    assert!(matches!(
        refused,
        ReachError::Unreachable | ReachError::Untrackable
    ));
}

#[test]
fn on_the_3x3x3_four_pieces_at_a_time_take_too_much_memory_and_three_do_not() {
    let cube = Arc::new(cube());
    let scramble = Notation::Singmaster.read(&cube, "R U F").unwrap();
    let problem = scrambled(&cube, &scramble, 2);
    let items = Items::new(&problem).unwrap();
    assert_eq!(items.len(), 20);
    assert!(items.layer_bytes(4) > MAX_BYTES && items.layer_bytes(3) < MAX_BYTES / 40);
    let refused = backward(&problem, 4);
    assert!(matches!(refused, Err(ReachError::TooLarge)));
    let counts = layers(&problem, 3, true).lemma_counts();
    assert!(counts[2] > 0, "{counts:?}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn more_steps_than_fit_into_memory_are_refused() {
    // The ring turns in one direction only: no two layers are equal for 36 steps.
    let names: String = ('a'..='z').chain('A'..='J').collect();
    let ring: Vec<String> = names.chars().map(|c| c.to_string()).collect();
    let puzzle = beads(&names, &[&ring.join(" "), "a b"]);
    let problem = scrambled(&puzzle, &[0], 1_000_000).allowing(&[0]).unwrap();
    let backward = backward(&problem, 2).unwrap();
    let refused = Layers::new(&problem, &backward, &Control::unlimited());
    assert!(matches!(refused, Err(ReachError::TooLarge)));
}

#[test]
fn cancelled_work_says_so_and_can_be_resumed() {
    let state = table(Metric::HalfTurn).states_at(5).next().unwrap();
    let problem = problem_of_state(&state, Metric::HalfTurn, 5);
    let backward = backward(&problem, 2).unwrap();
    let flag = CancelFlag::default();
    flag.raise();
    let control = Control::new(flag, None);
    let stopped = Some(ReachError::Stopped(Stop::Cancelled));
    assert_eq!(backward.prepare(5, &control).err(), stopped);
    assert_eq!(Layers::new(&problem, &backward, &control).err(), stopped);
    let resumed = Layers::new(&problem, &backward, &Control::unlimited()).unwrap();
    assert_eq!(
        resumed.lemma_counts(),
        layers(&problem, 2, false).lemma_counts()
    );
}

#[test]
fn threads_share_the_backward_layers() {
    let states = table(Metric::HalfTurn).states_at(6).zip([3, 7, 5, 9, 6, 8]);
    let problem =
        |(state, slots): (State, usize)| problem_of_state(&state, Metric::HalfTurn, slots);
    let problems: Vec<Problem> = states.map(problem).collect();
    let backward = backward(&problems[0], 3).unwrap();
    let counts = |problem: &Problem| -> LemmaCounts {
        let layers = Layers::new(problem, &backward, &Control::unlimited()).unwrap();
        layers.lemma_counts()
    };
    let shared: Vec<LemmaCounts> = std::thread::scope(|scope| {
        let counts = &counts;
        let threads = problems.iter().map(|it| scope.spawn(move || counts(it)));
        let threads: Vec<_> = threads.collect();
        threads.into_iter().map(|it| it.join().unwrap()).collect()
    });
    for (problem, shared) in problems.iter().zip(shared) {
        assert_eq!(layers(problem, 3, false).lemma_counts(), shared);
    }
}

#[test]
fn untracked_sets_have_no_answer() {
    let problem = problem_of_state(POCKET.solved(), Metric::HalfTurn, 2);
    let layers = layers(&problem, 2, false);
    assert_eq!(layers.last_step(), 2);
    let goal = layers.items().goal().concat();
    assert_eq!(layers.reached_from_start(0, &[(0, goal[0])]), Some(true));
    let three = [(0, 0), (1, 0), (2, 0)];
    for tuple in [&[][..], &[(7, 0)], &[(0, 21)], &[(1, 0), (0, 0)], &three] {
        assert_eq!(layers.reached_from_start(0, tuple), None, "{tuple:?}");
    }
    assert_eq!(layers.reaches_goal(3, &[(0, 0)]), None);
    layers.visit_lemmas_at(3, |_, _| panic!("there is no step 3"));
}
