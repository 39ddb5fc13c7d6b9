//! Plans on the command line.

use twistsat::answer::{Engine, Method, Task};
use twistsat::problem::Question;
use twistsat::report::{net, text};

use super::truth::STAGES;
use super::*;
use crate::common::cli::{Folder, data, run, run_in};
use crate::common::rows;
use crate::common::sat::answer_to;

#[test]
fn impossible_cubes_are_refused_with_the_reason_before_anything_is_solved() {
    // Solved except for a flipped edge, a twisted corner, or two swapped edges.
    for [state, says] in rows(
        "
UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB » one edge is flipped in its place, the one at UF
UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB » one corner is twisted in its place, the one at URF
UUUUUUUUURFRRRRRRRFRFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB » swapped
",
    ) {
        for more in ["--plan thistlethwaite", "--plan kociemba --stage 1"] {
            let result = run!("solve rubik --state {state} {more}").ends(1);
            let result = result.says(&[says]).prints_nothing();
            // Nothing was solved.
            assert!(!result.err.contains("budget"), "{result:#?}");
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_plan_ends_with_the_solved_cube_and_reports_each_stage() {
    let scramble = "R2 D' B U2 L F' R D2 B' U";
    let plan = format!(r#"solve rubik --scramble "{scramble}" --plan thistlethwaite --quiet"#);
    let report = run!("{plan} --format json").ends(0).json();
    let start = RUBIK.apply(RUBIK.solved(), &turns(scramble));
    let solution = turns(report["solution"].as_str().unwrap());
    assert_eq!(RUBIK.apply(&start, &solution), *RUBIK.solved());
    assert_eq!(report["turns"], solution.len());
    let mut state = start;
    for (stage, truth) in report["stages"].as_array().unwrap().iter().zip(&STAGES) {
        let found = turns(stage["solution"].as_str().unwrap());
        assert_eq!(Some(found.len()), truth.distance(&state));
        assert_eq!(stage["minimal"], true);
        state = RUBIK.apply(&state, &found);
        assert!(truth.is_done(&state));
    }
}

#[test]
fn the_format_alg_prints_the_turns_of_all_stages_on_one_line() {
    let plan = "solve rubik --scramble 'R U' --plan thistlethwaite --quiet --format";
    let report = run!("{plan} json").ends(0).json();
    let alg = run!("{plan} alg").ends(0);
    assert_eq!(alg.out.trim_end(), report["solution"].as_str().unwrap());
}

/// Counts the sequences of `left` turns that complete the first stage by trying each. Skips only states that are too far away
/// according to the table.
fn count_sequences(state: &State, left: usize, all: &[TurnId]) -> usize {
    match (STAGES[0].distance(state), left) {
        (Some(distance), left) if distance > left => 0,
        (_, 0) => 1,
        (_, left) => all
            .iter()
            .map(|&turn| count_sequences(&RUBIK.apply(state, &[turn]), left - 1, all))
            .sum(),
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_stage_with_too_small_a_maximum_is_still_solved() {
    let folder = Folder::new();
    let plan = data("encodings/plans/thistlethwaite.toml");
    let plan = folder.write("plan.toml", plan.replacen("maximum = 7", "maximum = 1", 1));
    let solved = run!(r#"solve rubik --scramble "F U B R2 F'" --plan-file {plan}"#)
        .ends(0)
        .says(&["the `maximum` of 1 is too small"]);
    let mut lines = solved.out.lines();
    let first = lines.find(|line| line.starts_with("stage 1")).unwrap();
    assert!(first.ends_with("turns, minimal"), "{solved:#?}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn enumerate_lists_all_shortest_ways_to_orient_the_edges() {
    let all: Vec<TurnId> = (0..RUBIK.turns().len()).collect();
    for scramble in ["F", "R U F", "R F U B", "F R B L U F"] {
        let start = RUBIK.apply(RUBIK.solved(), &turns(scramble));
        let length = STAGES[0].distance(&start).unwrap();
        let enumerate = format!("enumerate rubik --scramble '{scramble}' --plan thistlethwaite");
        let report = run!("{enumerate} --stage 1 --shortest --quiet --format json");
        let report = report.ends(0).json();
        assert_eq!(report["turns"], length, "{scramble}");
        assert_eq!(report["stage"]["plan"], "thistlethwaite");
        assert_eq!(report["stage"]["number"], 1);
        let count = count_sequences(&start, length, &all);
        assert_eq!(report["count"], count, "{scramble}");
        for solution in report["solutions"].as_array().unwrap() {
            let end = RUBIK.apply(&start, &turns(solution.as_str().unwrap()));
            assert!(STAGES[0].is_done(&end), "{solution}");
        }
    }
}

#[test]
fn the_model_of_a_stage_is_decoded_with_its_map_alone() {
    let folder = Folder::new();
    let start = RUBIK.apply(RUBIK.solved(), &turns("R F U B"));
    let encode = "encode rubik --scramble 'R F U B' --plan thistlethwaite --stage 1";
    run_in!(folder.path(), "{encode} --turns 3 -o three.cnf").ends(0);
    let formula = folder.read("three.cnf");
    assert!(formula.contains("(3×3×3), reduced to what the goal distinguishes\n"));
    assert!(formula.contains("c goal stage 1 of plan `thistlethwaite`"));
    folder.write("three.model", answer_to(&formula));
    let decode = "decode three.cnf.map.json three.model";
    let alg = run_in!(folder.path(), "{decode} --format alg").ends(0);
    let found = turns(&alg.out);
    assert_eq!(found.len(), 3);
    assert!(STAGES[0].is_done(&RUBIK.apply(&start, &found)));
    // The reduced puzzle is a row of thousands of facelets, and is not drawn.
    let text = run_in(folder.path(), decode).ends(0);
    assert!(text.out.lines().all(|line| line.len() < 100), "{text:#?}");
}

/// Tables solve the puzzle, whatever the last stage says.
#[test]
fn tables_refuse_a_plan_that_does_not_end_with_the_solved_puzzle() {
    let folder = Folder::new();
    let stage = &ONE_FACE[ONE_FACE.find("[[stage]]").unwrap()..];
    let plan = format!("{ONE_FACE}{stage}");
    folder.write("face.toml", plan);
    let solve = "solve pocket --scramble R --plan-file face.toml";
    run_in!(folder.path(), "{solve}").ends(0);
    run_in!(folder.path(), "{solve} --method table")
        .ends(2)
        .says(&["a plan that ends with the solved puzzle"])
        .prints_nothing();
}

#[test]
fn options_incompatible_with_a_plan_are_refused() {
    for [more, code, says] in rows(
        r#"
--stage 1 » 2 » --plan
--plan thistlethwait » 2 » thistlethwaite
--plan thistlethwaite --stage 0 » 2 » 0
--plan thistlethwaite --stage 5 » 1 » has no stage 5
--plan thistlethwaite --plan-file x.toml » 2 » --plan-file
--plan thistlethwaite --to 'R U' » 2 » --to
--plan thistlethwaite --stage 1 --metric qtm » 2 » --metric qtm cannot be combined with --stage
--plan thistlethwaite --stage 1 --axis all » 2 » --axis
--plan thistlethwaite --turns 3 » 2 » --turns
--plan thistlethwaite --strategy descend » 2 » --strategy
--plan thistlethwaite --method table » 2 » --method
--plan thistlethwaite --allow R » 2 » side constraints
--plan thistlethwaite --min-turns 3 » 2 » side constraints
"#,
    ) {
        let run = run!("solve rubik --scramble R {more}").says(&[says]);
        run.ends(code.parse().unwrap()).prints_nothing();
    }
    run!("solve pocket --scramble R --plan thistlethwaite")
        .ends(1)
        .says(&["for puzzle `rubik`, not for `pocket`"]);
    for command in ["encode --turns", "enumerate --turns", "prove --max-turns"] {
        let run = run!("{command} 1 rubik --scramble R --plan kociemba");
        run.ends(2).says(&["--stage"]);
    }
}

#[test]
fn the_plans_are_listed_with_their_puzzles() {
    let listed = run!("list plans").ends(0).out;
    for name in Plan::built_in_names() {
        let mut lines = listed.lines();
        assert!(lines.any(|line| line.starts_with(name)), "{listed}");
    }
    assert!(listed.contains("(rubik)"));
}

/// A plan with one stage, which brings the stickers of U to the face U and ignores the others.
const ONE_FACE: &str = "name = \"face\"\ntitle = \"One face\"\npuzzle = \"pocket\"\n[[stage]]\n\
                        title = \"the upper face has one color\"\nallow = \"U R F D L B\"\n\
                        recoloring = \"uuuu .... .... .... .... ....\"\n";

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_plan_reports_whether_its_final_state_is_solved() {
    let folder = Folder::new();
    folder.write("face.toml", ONE_FACE);
    let solve = "solve pocket --plan-file face.toml --quiet";
    let unsolved =
        "the puzzle is not solved: the plan ends with stage 1, the upper face has one color\n";
    // The last scramble rotates the whole puzzle.
    let far = "R U F R D2 L' B U2";
    for scramble in [far, "R", "F2", "U D'"] {
        let is_solved = scramble != far;
        let solve = format!(r#"{solve} --scramble "{scramble}""#);
        let ask = |format| run_in!(folder.path(), "{solve} --format {format}").ends(0);
        let json = ask("json").json();
        assert_eq!(json["solved"], is_solved, "{json}");
        assert_eq!(json["reached"], "the upper face has one color");
        let text = ask("text");
        assert_eq!(text.out.ends_with(unsolved), !is_solved, "{text:#?}");
        let what = ["way there", "solution"][usize::from(is_solved)];
        let ends = format!("need not be the shortest {what}\n");
        assert!(text.out.replace(unsolved, "").ends_with(&ends), "{text:#?}");
        let alg = ask("alg");
        assert_eq!(alg.err, if is_solved { "" } else { unsolved });
        assert_eq!(alg.out, format!("{}\n", json["solution"].as_str().unwrap()));
    }
    let whole = "solve rubik --scramble R2 --plan thistlethwaite";
    let json = run!("{whole} --format json --quiet").ends(0).json();
    assert_eq!(json["solved"], true);
    assert_eq!(json["reached"], "solved");
}

#[test]
fn the_state_shown_after_each_stage_is_where_its_turns_lead() {
    let question = Question {
        puzzle: Some("rubik".to_owned()),
        scramble: Some("R U F".to_owned()),
        plan: Some("thistlethwaite".to_owned()),
        ..Question::default()
    };
    let problem = question.problem().unwrap();
    let method = Method {
        engine: Engine::Sat,
        ..Method::default()
    };
    let task = Task::new(question, method, &problem.puzzle).unwrap();
    let control = Control::default();
    let answer = task.carry_out(&problem, &control, &|_| ()).unwrap();
    let seen = text::after_stages(&problem, &answer);
    let stages = &answer.staged.stages;
    assert_eq!(seen.len(), stages.len());
    let shown = |state: &State| net(&problem.puzzle, &problem.scheme, state);
    let mut state = answer.start.clone();
    for (stage, seen) in stages.iter().zip(&seen) {
        state = problem.puzzle.apply(&state, stage.turns.as_ref().unwrap());
        assert_eq!(*seen, shown(&state));
    }
    assert_eq!(seen.last(), Some(&shown(problem.puzzle.solved())));
    // The report shows each state below the turns of its stage, and only on request.
    let report = text::plan(&problem, Notation::Singmaster, &answer, &seen);
    assert!(seen.iter().all(|seen| report.contains(seen)), "{report}");
    let short = text::plan(&problem, Notation::Singmaster, &answer, &[]);
    assert!(!short.contains(&shown(problem.puzzle.solved())), "{short}");
}
