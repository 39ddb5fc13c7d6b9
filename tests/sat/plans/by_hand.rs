//! Plans that solve large puzzles as people do: a few pieces at a time, then paired pieces, then the smaller puzzle that they form.

use itertools::Itertools;
use twistsat::puzzle::Arrangement;
use twistsat::search::{PlanResult, StageMethod, Stages, StepwiseResult, UnknownReason};

use super::*;
use crate::common::cli::{Folder, run, run_in};
use crate::common::rows;

fn plan_of(name: &str) -> Plan {
    let (puzzle, _) = Plan::puzzle_and_title(name).unwrap();
    let puzzle = Puzzle::built_in(&puzzle).unwrap();
    Plan::built_in(name, &puzzle).unwrap()
}

fn after_random_turns(puzzle: &Puzzle, count: usize, seed: u64) -> State {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
    let turns = puzzle.scramble(&all, count, &mut random);
    puzzle.apply(puzzle.solved(), &turns)
}

fn solved_by(plan: &Plan, start: &State) -> PlanResult {
    let stages = Stages::new(plan.clone()).unwrap();
    let staged = stages.solve(start, &Search::default()).unwrap();
    assert_eq!(staged.stop, None);
    staged
}

#[test]
#[ignore = "long check"]
fn the_plans_of_large_puzzles_solve_random_states() {
    for (name, most) in [
        ("4x4x4", 120),
        ("5x5x5", 250),
        ("6x6x6", 450),
        ("7x7x7", 650),
        ("megaminx", 220),
    ] {
        let plan = plan_of(name);
        let start = after_random_turns(&plan.puzzle, 300, 1);
        let staged = solved_by(&plan, &start);
        assert_eq!(staged.stages.len(), plan.stages.len());
        let mut minima = staged.stages.iter().map(|stage| &stage.minimum);
        assert!(minima.all(|minimum| !minimum.is_minimal()));
        let turns = staged.turns.unwrap();
        assert_eq!(plan.puzzle.apply(&start, &turns), *plan.puzzle.solved());
        assert!(turns.len() <= most, "{name}: {} turns", turns.len());
    }
}

/// The plan of the 4×4×4 with these stages, by their numbers.
fn plan_with(stages: &[usize]) -> Plan {
    let mut plan = plan_of("4x4x4");
    let stages = stages.iter().map(|&at| plan.stages[at - 1].clone());
    plan.stages = stages.collect();
    plan
}

/// Whether the permutation of the wings of a 4×4×4 is odd, by counting its inversions.
fn wings_are_odd(puzzle: &Puzzle, state: &State) -> bool {
    let arrangement = Arrangement::of_state(puzzle, state, &puzzle.symbols()).unwrap();
    let made = arrangement.permutation(puzzle.pieces());
    let pieces = puzzle.pieces();
    let wings = pieces.all().iter().filter(|it| it.facelets.len() == 2);
    let firsts: Vec<usize> = wings.map(|place| place.facelets[0]).collect();
    assert_eq!(firsts.len(), 24);
    let place = |facelet: usize| pieces.place_of(facelet);
    let comes = firsts.iter().map(|&to| place(made.source(to)));
    let pairs = comes.array_combinations();
    pairs.filter(|[one, other]| one > other).count() % 2 == 1
}

#[test]
fn odd_wings_become_even_and_even_wings_need_no_turn() {
    let mut plan = plan_with(&[2]);
    // Only the parity is required.
    plan.stages[0].goal = twistsat::quotient::Goal::Recoloring {
        recoloring: vec!['.'; 96],
        patterns: Vec::new(),
    };
    let mut seen = [false; 2];
    for seed in 0..12 {
        let start = after_random_turns(&plan.puzzle, 30, seed);
        let is_odd = wings_are_odd(&plan.puzzle, &start);
        let turns = solved_by(&plan, &start).turns.unwrap();
        let end = plan.puzzle.apply(&start, &turns);
        assert!(!wings_are_odd(&plan.puzzle, &end), "seed {seed}");
        assert_eq!(turns.len(), usize::from(is_odd), "seed {seed}");
        seen[usize::from(is_odd)] = true;
    }
    assert_eq!(seen, [true; 2]);
}

#[test]
fn a_stopped_stage_says_so_and_returns_no_turns() {
    let plan = plan_of("4x4x4");
    let start = after_random_turns(&plan.puzzle, 300, 1);
    let control = Control::unlimited();
    control.cancel_flag().raise();
    let stages = Stages::new(plan).unwrap();
    let search = Search::default().control(control);
    let staged = stages.solve(&start, &search).unwrap();
    assert!(matches!(staged.stop, Some(UnknownReason::Stopped(_))));
    assert_eq!(staged.turns, None);
    assert!(matches!(staged.stages[0].method, StageMethod::Steps(_)));
}

#[test]
fn a_stage_on_the_smaller_puzzle_names_itself_where_it_cannot_start() {
    let plan = plan_with(&[4]);
    let start = after_random_turns(&plan.puzzle, 300, 1);
    let stages = Stages::new(plan).unwrap();
    let error = stages.solve(&start, &Search::default()).unwrap_err();
    let says = "stage 1 of plan `4x4x4`: the blocks of this state do not form a state of the smaller puzzle";
    assert_eq!(error.to_string(), says);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn odd_wings_become_even_in_steps_of_one_turn() {
    let text = include_str!("../../../encodings/plans/4x4x4.toml");
    let puzzle = Puzzle::built_in("4x4x4").unwrap();
    let (head, stages) = text.split_once("[[stage]]").unwrap();
    let centers = stages.split("[[stage]]").nth(1).unwrap();
    let centers = centers.replace("turns = 5", "turns = 1");
    // The centers of U and D are not solved yet.
    let centers = centers.replace("Rw2 Lw2 Fw2 Bw2", "Rw Lw Fw Bw");
    let text = format!("{head}[[stage]]{centers}");
    let plan = Plan::from_toml("mine.toml", &text, &puzzle).unwrap();
    let mut odd = 0;
    for seed in 0..4 {
        let start = after_random_turns(&puzzle, 300, seed);
        odd += usize::from(wings_are_odd(&puzzle, &start));
        let staged = solved_by(&plan, &start);
        let end = puzzle.apply(&start, &staged.turns.unwrap());
        assert!(!wings_are_odd(&puzzle, &end), "seed {seed}");
    }
    assert!((1..4).contains(&odd), "{odd} of 4");
}

/// Carries out a stage of the pocket cube, one piece and at most one turn in each step, without 3-cycles.
fn one_at_a_time(allow: &str, recoloring: &str, scramble: &str) -> StepwiseResult {
    let text = format!(
        "name = \"mine\"\ntitle = \"Mine\"\npuzzle = \"pocket\"\n[[stage]]\ntitle = \"one\"\n\
         allow = \"{allow}\"\nrecoloring = \"{recoloring}\"\npieces = 1\nturns = 1\n"
    );
    let pocket = Puzzle::built_in("pocket").unwrap();
    let plan = Plan::from_toml("mine.toml", &text, &pocket).unwrap();
    let turns = Notation::Singmaster.read(&pocket, scramble).unwrap();
    let start = pocket.apply(pocket.solved(), &turns);
    let staged = Stages::new(plan).unwrap();
    let staged = staged.solve(&start, &Search::default()).unwrap();
    let StageMethod::Steps(stepped) = staged.stages[0].method.clone() else {
        panic!("{staged:?}");
    };
    stepped
}

#[test]
fn an_immovable_piece_counts_as_solved_or_ends_the_steps() {
    // The pieces are UFR, and DBL, which is held; and then DFR, which U does not move, and UFL, which U brings home.
    let held = one_at_a_time("U R F", "...u r... .f.. ..d. ..l. ...b", "U R");
    let unsolved = one_at_a_time("U", "..u. ..r. f..f .d.. .l.. ....", "R U");
    for (stepped, stop) in [(held, None), (unsolved, Some(UnknownReason::Exhausted))] {
        assert_eq!((stepped.steps, stepped.turns.len()), (1, 1));
        assert_eq!(stepped.stop, stop);
    }
}

/// A plan in which the smaller puzzle of the pocket cube is the pocket cube itself.
const GOOD: &str = r#"name = "mine"
title = "My plan"
puzzle = "pocket"

[smaller]
puzzle = "pocket"
small = "abcd efgh ijkl mnop qrst uvwx"
large = "abcd efgh ijkl mnop qrst uvwx"

[[stage]]
title = "first"
allow = "U R F"
recoloring = "uuuu .... .... .... .... ...."
pieces = 2
turns = 4
finish_with_3_cycles = true

[[stage]]
title = "second"
allow = "U R F"
pair_blocks = true

[[stage]]
title = "third"
allow = "U R F"
smaller_plan = "thistlethwaite"
"#;

#[test]
fn wrong_or_useless_keys_are_refused_with_place_and_reason() {
    let pocket = Puzzle::built_in("pocket").unwrap();
    assert!(Plan::from_toml("good.toml", GOOD, &pocket).is_ok());
    let refused = |text: &str, says: &str| {
        let error = Plan::from_toml("bad.toml", text, &pocket).unwrap_err();
        assert!(error.to_string().contains(says), "no `{says}` in: {error}");
    };
    for [from, to, says] in rows(
        r#"
pieces = 2 » pieces = 0 » bad.toml:14:10: `pieces` must be from 1 to 24
turns = 4 » turns = 21 » bad.toml:15:9: `turns` must be from 1 to 20
cycles = true » cycles = false » bad.toml:16:24: `finish_with_3_cycles` can only be true; leave it out
pieces = 2⏎ »  » bad.toml:14:9: a stage without `pieces` cannot have `turns`
recoloring = "uuuu .... .... .... .... ...." » group = "" » bad.toml:13:9: a stage with `pieces` cannot have `group`
pieces = 2 » pieces = 2⏎maximum = 3 » a stage with `pieces` cannot have `maximum`
pair_blocks = true » pair_blocks = true⏎group = "" » a stage with `pair_blocks` cannot have `group`
smaller_plan = » finish_with_3_cycles = true⏎smaller_plan = » a stage with `smaller_plan` cannot have `finish_with_3_cycles`
pair_blocks = true » group = "" » the stage before must have `pair_blocks`
large = "abcd » large = "abca » no turn of the larger puzzle carries the blocks
large = "abcd » large = "abce » must belong to one color of the smaller one
small = "abcd » small = "abca » `a` names two facelets
large = "abcd » large = "abc1 » no facelet of the smaller puzzle is called `1`
large = "abcd » large = "abc. » a letter or digit for each facelet
"#,
    ) {
        assert!(GOOD.contains(from), "{from}");
        refused(&GOOD.replacen(from, to, 1), says);
    }
    let smaller = GOOD.find("[smaller]").unwrap()..GOOD.find("[[stage]]").unwrap();
    let says = "`pair_blocks` is about a smaller puzzle; add the table `[smaller]`";
    refused(&GOOD.replace(&GOOD[smaller], ""), says);
    let head = GOOD.split("[[stage]]").next().unwrap();
    let unused = format!("{head}[[stage]]\ntitle = \"a\"\nallow = \"U R F\"\ngroup = \"\"\n");
    refused(&unused, "the smaller puzzle is unused");
    let plan = Plan::from_toml("good.toml", GOOD, &pocket).unwrap();
    let error = Stages::new(plan).unwrap_err().to_string();
    let (place, why) = (
        "stage 3 of plan `mine`",
        "this is a plan for puzzle `rubik`",
    );
    assert!(error.contains(place) && error.contains(why), "{error}");
}

/// The smaller puzzle is again the 4×4×4, whose plan has steps.
#[test]
fn the_plan_of_the_smaller_puzzle_may_not_have_steps() {
    let puzzle = Puzzle::built_in("4x4x4").unwrap();
    let letters: String = ('Ā'..).take(puzzle.facelets().len()).collect();
    let text = GOOD.replace("abcd efgh ijkl mnop qrst uvwx", &letters);
    let text = text.replace("pocket", "4x4x4");
    let text = text.replace("thistlethwaite", "4x4x4");
    let stages: Vec<&str> = text.split("[[stage]]").collect();
    // Without the first stage.
    let text = [stages[0], stages[2], stages[3]].join("[[stage]]");
    let plan = Plan::from_toml("mine.toml", &text, &puzzle).unwrap();
    let error = Stages::new(plan).unwrap_err().to_string();
    let says = "the stages of plan `4x4x4` are not all single questions";
    assert!(error.contains(says), "{error}");
}

/// Arguments that solve a scramble of three turns with a plan; the format follows.
const NEAR: &str = r#"solve 4x4x4 --scramble "Uw R2 Uw'" --plan 4x4x4 --quiet --format"#;

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_report_says_how_each_stage_was_done() {
    let result = run!("{NEAR} json").ends(0).json();
    assert_eq!(result["solved"], true);
    assert_eq!(result["minimal_in_stages"], false);
    let stages = result["stages"].as_array().unwrap();
    assert_eq!(stages.len(), 4);
    assert!(stages[0]["steps"].is_u64());
    assert!(stages[2]["by_cycles"].is_u64());
    assert_eq!(stages[3]["by_plan"], "thistlethwaite");
    assert!(stages.iter().all(|stage| stage["minimal"] == false));
    let text = run!("{NEAR} text").ends(0).lacks(&["no solution"]);
    text.prints(&[
        "their number is not proved minimal",
        "by plan thistlethwaite on the smaller puzzle",
        "solved a few pieces at a time, so not proved minimal",
    ]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn options_that_need_single_questions_are_refused_with_a_plan_of_steps() {
    let folder = Folder::new();
    folder.write("list.txt", "U\n");
    for [more, says] in rows(
        r#"
--batch list.txt » --batch cannot be combined with plan 4x4x4
--scramble U --certify c » --certify cannot be combined with plan 4x4x4
--scramble U --stage 3 » is not a single question
--scramble "Uw R2 Uw' F" --recipe regression » cannot express what other facelets show
"#,
    ) {
        run_in!(folder.path(), "solve 4x4x4 --plan 4x4x4 {more}").says(&[says]);
    }
}
