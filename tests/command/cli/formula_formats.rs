//! Formulas for SAT, MaxSAT, pseudo-Boolean, SMT and circuit solvers, solved by third-party programs.
//!
//! `tests/engines/formats.py` runs them with the Python interpreter that `TWISTSAT_PYTHON` names.

use twistsat::graph::DistanceTable;
use twistsat::notation::Notation;

use itertools::Itertools;

use super::*;
use crate::common::programs::installed;
use crate::common::{each, fewer_in_check};

/// The output of a third-party program for a formula; `None` if `TWISTSAT_PYTHON` is not set.
fn tool(name: &str, path: &str) -> Option<String> {
    let Ok(python) = std::env::var("TWISTSAT_PYTHON") else {
        eprintln!("skipped: TWISTSAT_PYTHON is not set to a Python with solvers");
        return None;
    };
    let root = Path::new(env!("TWISTSAT_ROOT"));
    let mut command = Command::new(python);
    command.arg(root.join("tests/engines/formats.py"));
    let run = Run::of(command.args([name, path]).output().unwrap());
    Some(run.ends(0).out)
}

/// A format, a recipe that suits it, and programs that read it.
const FORMATS: &[(&str, &str, &[&str])] = &[
    ("cnf", "lemmas", &["cadical153", "glucose4"]),
    ("wcnf", "onehot", &["rc2", "fm"]),
    ("opb", "placements", &["exact"]),
    ("opb", "onehot", &["exact"]),
    ("smt2", "mux", &["z3"]),
    ("smt2", "mux-tree", &["z3"]),
    ("aag", "mux", &["aiger"]),
    ("aag", "placements", &["aiger"]),
];

/// Encodes a question, lets a third-party program solve the formula, and decodes its answer; `None` if
/// `TWISTSAT_PYTHON` is not set.
fn solved_by(name: &str, question: impl Words, format: &str, recipe: &str) -> Option<Run> {
    let folder = Folder::new();
    let path = folder.arg(&format!("a.{format}"));
    let how = format!(r#"--format "{format}" --recipe {recipe} -o {path}"#);
    run(("encode", &question, &how)).ends(0);
    let answer = folder.write("answer", tool(name, &path)?);
    let map = folder.arg(&format!("a.{format}.map.json"));
    Some(run!("decode {map} {answer} --format alg"))
}

/// All programs agree with the table of all distances. When this test is run by name, they solve 200 states.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn solvers_of_every_format_agree_with_the_table() {
    let (states, most) = (fewer_in_check(1, 200), fewer_in_check(4, 6));
    let puzzle = pocket();
    let read = |alg: &str| Notation::Singmaster.read(&puzzle, alg).unwrap();
    let table = DistanceTable::build(&puzzle, &read("R R2 R' U U2 U' F F2 F'")).unwrap();
    for number in 0..states {
        let distance = 1 + number % most;
        let draw = run!("scramble pocket --distance {distance} --seed {number}");
        let scramble = draw.ends(0).out;
        let scramble = scramble.trim();
        let state = puzzle.apply(puzzle.solved(), &read(scramble));
        let distance = table.distance(&state).unwrap();
        let tools = FORMATS.iter().flat_map(|(format, recipe, tools)| {
            tools.iter().map(move |tool| (*tool, *format, *recipe))
        });
        for ((tool, format, recipe), turns) in tools.cartesian_product([distance, distance - 1]) {
            let question = format!(r#"pocket --scramble "{scramble}" --turns {turns}"#);
            let Some(answer) = solved_by(tool, &question, format, recipe) else {
                return;
            };
            if turns < distance {
                answer.ends(20);
                continue;
            }
            let solution = read(answer.ends(0).out.trim());
            assert_eq!(solution.len(), distance, "{tool} {format}: {scramble}");
            assert_eq!(&puzzle.apply(&state, &solution), puzzle.solved());
        }
    }
}

#[test]
fn side_constraints_have_the_same_effect_in_every_format() {
    let constraints = [
        "--turns 2 --at-most R=1 --at-most half=1",
        "--turns 3 --cost half=3 --max-cost 4",
        "--turns 4 --never 'R U' --starts-with F",
        r#"--turns 5 --to "R U2 F' R" --min-turns 2"#,
    ];
    for asked in constraints.iter().step_by(fewer_in_check(2, 1)) {
        let question = format!(r#"pocket --scramble "R U2 F'" {asked}"#);
        let graph = run!("solve {question} --method graph --quiet");
        for (format, recipe, tools) in FORMATS.iter().filter(|(format, ..)| *format != "wcnf") {
            let Some(answer) = solved_by(tools[0], &question, format, recipe) else {
                return;
            };
            assert_eq!(answer.code, graph.code, "{format} {recipe} {question}");
        }
    }
}

#[test]
fn every_format_supports_idle_slots_and_unknown_stickers() {
    for (question, code) in [
        ("pocket --scramble 'R U2' --max-turns 4", 0),
        (r#"pocket --scramble "R U2 F'" --max-turns 2"#, 20),
        // One sticker is unknown, and only one corner fits there.
        ("pocket --state UUUURRRRFFFFDD.DLLLLBBBB --max-turns 1", 0),
    ] {
        for (format, recipe, tool) in [
            ("opb", "lemmas", "exact"),
            ("smt2", "mux-idle", "z3"),
            ("aag", "mux-idle", "aiger"),
            ("aag", "lemmas", "aiger"),
        ] {
            if let Some(answer) = solved_by(tool, question, format, recipe) {
                answer.ends(code);
            }
        }
    }
}

#[test]
fn the_cheapest_solution_costs_the_same_for_pseudo_boolean_and_maxsat_solvers() {
    let folder = Folder::new();
    let mut costs = Vec::new();
    for (format, tools) in [("wcnf", &["rc2", "fm"][..]), ("opb", &["exact"])] {
        let path = folder.arg(&format!("a.{format}"));
        let question = "encode pocket --scramble 'R2 U2' --max-turns 4";
        run!("{question} --cost half=5 --format {format} --recipe onehot -o {path}").ends(0);
        for name in tools {
            let Some(answer) = tool(name, &path) else {
                return;
            };
            let cost = answer.lines().find_map(|line| line.strip_prefix("o "));
            costs.push(cost.unwrap().to_owned());
        }
    }
    // Four quarter turns are cheaper than two half turns.
    assert_eq!(costs, ["4", "4", "4"]);
}

#[test]
fn the_projected_model_count_is_the_number_of_solutions() {
    let folder = Folder::new();
    for (recipe, turns, solutions) in [("mux", "4", 6), ("lemmas", "4", 6), ("onehot", "3", 1)] {
        let path = folder.arg("a.cnf");
        let question = format!(r#"pocket --scramble "R U2 F'" --turns {turns}"#);
        run!("encode {question} --recipe {recipe} -o {path}").ends(0);
        let listed = run!("enumerate {question} --format alg").ends(0);
        assert_eq!(listed.out.lines().count(), solutions, "{listed:?}");
        if let Some(count) = tool("count", &path) {
            assert_eq!(count.trim(), solutions.to_string(), "{recipe}");
        }
    }
}

#[test]
fn each_cardinality_constraint_is_one_line_in_opb() {
    let question = r#"encode pocket --scramble "R U2 F'" --turns 3"#;
    let one = "\n+1 x1 +1 x2 +1 x3 +1 x4 +1 x5 +1 x6 +1 x7 +1 x8 +1 x9 = 1 ;\n";
    let run = run!("{question} --at-most R=1 --format opb --recipe onehot -o -").ends(0);
    // No pair of turns is excluded by a clause.
    let text = run.prints(&[one]).lacks(&["-1 x1 -1 x2 >= -1 ;"]).out;
    let constraints = text.lines().filter(|line| line.ends_with(';')).count();
    let header = text.lines().next().unwrap();
    let says = format!("#constraint= {constraints}");
    assert!(header.ends_with(&says), "{header}");
}

#[test]
fn cadical_solves_under_each_cube_of_an_icnf_file() {
    let Some(cadical) = installed("cadical") else {
        return;
    };
    let folder = Folder::new();
    let path = folder.arg("a.icnf");
    // `F` is number 7 of nine turns, and the only solution begins with it.
    for (cubes, code, turns) in [
        ("a 7 0\na -7 0\n", 0, "F U2 R'\n"),
        ("c no F\n-7 1 0\n\na -7 -1 0\n", 20, ""),
    ] {
        let cubes = folder.write("cubes", cubes);
        let question = r#"encode pocket --scramble "R U2 F'" --turns 3"#;
        run!("{question} --format icnf --recipe onehot --cubes {cubes} -o {path}").ends(0);
        let mut command = Command::new(cadical.find_executable().unwrap());
        let solved = command.args(["-q", &path]).output().unwrap();
        let answer = folder.write("answer", &solved.stdout);
        let decoded = run!("decode {path}.map.json {answer} --format alg");
        assert_eq!(decoded.ends(code).out, turns);
    }
}

#[test]
fn a_format_that_cannot_express_the_formula_is_refused_with_what_it_requires() {
    each(
        "
--format icnf » requires --cubes
--cubes x » requires --format icnf
--format smt2 --recipe lemmas » another state » mux or mux-idle
--format smt2 --recipe mux-reference » form `reference` » mux or mux-idle
--format smt2 --recipe onehot » another state » mux or mux-idle
",
        |[how], says| drop(run((encode_one("-"), how)).ends_saying(2, says)),
    );
}

#[test]
fn models_in_the_syntax_of_other_smt_solvers_are_decoded() {
    let folder = Folder::new();
    let path = folder.arg("a.smt2");
    let question = r#"encode pocket --scramble "R U2 F'" --turns 3"#;
    run!("{question} --format smt2 --recipe mux -o {path}").ends(0);
    for answer in [
        "sat\n((t1 #b0110) (t2 #x1) (t3 (_ bv5 4)))\n",
        "sat\n(model\n  (define-fun t1 () (_ BitVec 4) #b0110)\n  (define-fun |t2| () (_ BitVec 4) #b0001)\n  (define-fun v9 () Bool true)\n  (define-fun t3 () (_ BitVec 4) #x5) ; a comment\n)\n",
    ] {
        let answer = folder.write("answer", answer);
        let decoded = run!(
            "decode {} {answer} --format alg",
            folder.arg("a.smt2.map.json")
        );
        assert_eq!(decoded.ends(0).out, "F U2 R'\n");
    }
    for (answer, code) in [("unsat\n(error \"no model\")\n", 20), ("unknown\n", 30)] {
        let answer = folder.write("answer", answer);
        run!("decode {} {answer}", folder.arg("a.smt2.map.json")).ends(code);
    }
}
