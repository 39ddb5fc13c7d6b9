//! Refutations in parts: the states a few turns from the start, each with a certificate of its own.

use std::collections::HashMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use twistsat::control::Control;
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Problem, Solution, Symmetry, Target};
use twistsat::proof::certificate::{Certificate, sha256};
use twistsat::proof::parts::cover::{
    Cut, Exploration, OuterTurns, SymmetricParts, explore, part_question,
};
use twistsat::proof::verify::{RefutationFiles, verify};
use twistsat::puzzle::{Color, Metric, Puzzle, State};

use super::{Formula, cubes_in, has_model, refused, replace_first_part};
use crate::common::cli::*;
use crate::common::json::each_change_refused;
use crate::common::puzzles::distances;
use crate::common::{fewer_in_check, rows};

/// The superflip: all edges of the cube are flipped, so it looks the same from all sides.
const SUPERFLIP: &str = "R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U";

fn superflip() -> Problem {
    let cube = Puzzle::built_in("rubik").unwrap();
    let turns = Notation::Singmaster.read(&cube, SUPERFLIP).unwrap();
    Problem::from_scramble(cube, &turns, &Target::Solved, Budget::AtMost(15)).unwrap()
}

/// The parts of a question; `None` if a goal is near.
fn parts(problem: &Problem, cut: Cut) -> Option<Vec<SymmetricParts>> {
    match explore(problem, cut, &Control::unlimited()).unwrap() {
        Exploration::Parts(classes) => Some(classes),
        Exploration::Goal(_) => None,
    }
}

/// The published numbers of states at each distance, up to the 48 symmetries of the cube (known since 2010).
#[test]
fn the_parts_of_the_superflip_are_as_many_as_the_published_states_up_to_symmetry() {
    let problem = superflip();
    assert_eq!(Symmetry::all(&problem).len(), 48);
    // The superflip commutes with everything, so as many states are at each distance from it as from the solved state.
    for (metric, known) in [
        (Metric::HalfTurn, &[2, 9, 75][..]),
        (Metric::QuarterTurn, &[1, 5, 25][..]),
    ] {
        let problem = problem.with_metric(metric).unwrap();
        for (turns, &known) in (1..).zip(known) {
            let classes = parts(&problem, Cut::after(turns)).expect("no goal is near");
            assert_eq!(classes.len(), known, "{metric} {turns}");
        }
    }
}

/// Three turns, each of which swaps two facelets. Each color is on two facelets, which different turns move. Not all
/// symmetries of this puzzle are found.
const PAIRS: &str = r#"name = "pairs"
title = "Pairs"
maximum.htm = { exact = 3 }
maximum.qtm = { exact = 3 }
net = ["a b c", "d e f"]
face = [
  { name = "c", color = "1", paint = "red", facelets = "c e" },
  { name = "b", color = "2", paint = "green", facelets = "b d" },
  { name = "a", color = "3", paint = "blue", facelets = "a f" },
]
turn = [
  { name = "A", cycles = ["a b"] },
  { name = "B", cycles = ["c d"] },
  { name = "C", cycles = ["e f"] },
]
"#;

#[test]
fn each_state_at_the_cut_is_a_part_or_symmetric_to_one() {
    let puzzle = Arc::new(Puzzle::from_file("pairs.toml", PAIRS).unwrap());
    for scramble in ["", "A", "B", "C", "A B", "A C", "B C", "A B C"] {
        let word = Notation::Singmaster.read(&puzzle, scramble).unwrap();
        let (target, budget) = (Target::Solved, Budget::AtMost(3));
        let problem = Problem::from_scramble(puzzle.clone(), &word, &target, budget).unwrap();
        let Some(classes) = parts(&problem, Cut::after(1)) else {
            continue;
        };
        let others: usize = classes.iter().map(|class| class.others.len()).sum();
        assert_eq!(classes.len() + others, 3, "{scramble}");
        let state = |ends: &OuterTurns| {
            let part = part_question(&problem, ends).unwrap();
            part.start.state().unwrap()
        };
        for class in &classes {
            for (ends, by) in &class.others {
                assert_eq!(by.image(&state(ends)), state(&class.outer), "{scramble}");
            }
        }
    }
}

/// All states within `most` allowed turns of a state, with their distances.
fn states_within(most: usize, problem: &Problem, from: &State) -> FxHashMap<Vec<Color>, usize> {
    let from = from.colors().to_vec();
    distances(&problem.puzzle, &problem.allowed, [from], most)
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_parts_are_unsolvable_exactly_if_the_whole_is() {
    let mut seen = [0, 0];
    for scramble in [
        "R U",
        "R U2 F'",
        "R U F2 R'",
        "U R2 F U2 R'",
        "R U' R' F R2 U'",
    ] {
        let whole = scrambled(scramble, Budget::AtMost(9));
        let goal = whole.shown_goal().state().unwrap();
        let table = states_within(6, &whole, &goal);
        let distance = |problem: &Problem| {
            let start = problem.start.state().unwrap();
            // A part that is cut at both ends has a goal of its own.
            let own = (problem.goal != whole.goal).then(|| {
                let goal = problem.goal.state().unwrap();
                states_within(problem.budget.slots(), problem, &goal)
            });
            let table = own.as_ref().unwrap_or(&table);
            table.get(start.colors()).copied().unwrap_or(usize::MAX)
        };
        for most in 1..=6 {
            let problem = whole.within(Budget::AtMost(most));
            let solvable = distance(&problem) <= most;
            for (first, last) in [(1, 0), (2, 0), (1, 1), (2, 1), (1, 2)] {
                if first + last > most {
                    continue;
                }
                let cut = Cut { first, last };
                let found = match explore(&problem, cut, &Control::unlimited()).unwrap() {
                    Exploration::Goal(word) => {
                        assert_eq!(word.len(), distance(&problem));
                        let exactly = problem.within(Budget::Exactly(word.len()));
                        Solution::replay(&exactly, word).unwrap();
                        true
                    }
                    Exploration::Parts(classes) => classes.iter().any(|class| {
                        let part = part_question(&problem, &class.outer).unwrap();
                        assert_eq!(part.budget.slots(), most - first - last);
                        distance(&part) <= part.budget.slots()
                    }),
                };
                assert_eq!(found, solvable, "{scramble} {most} {cut:?}");
                seen[usize::from(found)] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

#[test]
fn a_question_that_cannot_be_cut_into_parts_is_refused() {
    let problem = scrambled(FIVE, Budget::AtMost(12));
    for (first, last) in [(0, 0), (13, 0), (6, 7)] {
        let error = explore(&problem, Cut { first, last }, &Control::unlimited()).unwrap_err();
        let turns = first + last;
        let says = format!("{turns} turns cannot be cut off a budget of 12 turns, only 1 to 12");
        assert_eq!(error.to_string(), says);
    }
    let folder = Folder::new();
    for [more, says] in rows(
        r#"
--scramble "R U2 F' R" --ends-with U » this question also has constraints on the turns
--from 'U=.GGG R=OOOO F=WWWW D=BBBB L=RRRR B=YYYY' --to solved » the start is partly unknown
--scramble "R U2 F' R" --split 4 » cannot be used multiple times
--scramble R --to 'U=.GGG R=OOOO F=WWWW D=BBBB L=RRRR B=YYYY' --split-last 1 » with one state as its goal can be cut before its last
"#,
    ) {
        let prove = "prove pocket --max-turns 3 --split 1 -o p";
        run_in!(folder.path(), "{prove} {more}").says(&[says]);
    }
    assert!(folder.names().is_empty());
}

/// A proof in nine parts that [`FIVE`] has no solution of four turns.
fn proved() -> Folder {
    let folder = Folder::new();
    let jobs = "--jobs 2";
    let run = run_in(folder.path(), (&question("4", "1", "p"), &jobs))
        .ends(0)
        .says(&["of 9, after U: refuted"]);
    let says = "no solution of at most 4 turns: 9 proofs were checked\np.json\n";
    assert_eq!(run.out, says);
    folder
}

/// A scramble that takes five turns to solve, and whose state no symmetry fixes.
const FIVE: &str = "R U2 F' R U'";

/// The command for a proof in parts that [`FIVE`] has no solution of `most` turns.
fn question(most: &str, split: &str, to: &str) -> String {
    let asked = format!(r#"prove pocket --scramble "{FIVE}" --max-turns {most}"#);
    format!("{asked} --split {split} -o {to}")
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn proofs_in_parts_are_verified_and_counted() {
    let folder = proved();
    // `verify` for a single proof refuses it, because it contains none.
    let whole = Certificate::read(&folder.read("p.json")).unwrap();
    let control = Control::unlimited();
    let nothing = RefutationFiles {
        formula: &[],
        proof: &[],
    };
    let alone = verify(&whole, pocket(), nothing, &control, &mut |_| ());
    let alone = alone.unwrap_err().to_string();
    assert!(alone.contains("its proof is in parts"), "{alone}");
    run_in!(folder.path(), "verify p.json").ends(0).prints(&[
        "\nparts  9\n",
        "rests  on the parts: a shortest solution passes",
    ]);
    let json = run_in!(folder.path(), "verify p.json --format json");
    let json = json.ends(0).json();
    assert_eq!(json["verdict"], "verified");
    assert_eq!(json["proofs"], 9);
}

#[test]
fn existing_parts_are_reused_and_missing_ones_proved() {
    let folder = proved();
    let whole = folder.read("p.json");
    std::fs::remove_file(folder.path_of("p.json")).unwrap();
    std::fs::remove_file(folder.path_of("p-3.json")).unwrap();
    folder.write("p-4.lrat", "0");
    let run = run_in(folder.path(), question("4", "1", "p")).ends(0);
    for (part, kept) in [(1, true), (2, true), (3, false), (4, false), (9, true)] {
        let line = run.err.lines().nth(part - 1).unwrap();
        assert_eq!(line.contains("kept"), kept, "{line}");
    }
    assert_eq!(folder.read("p.json"), whole);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn certificates_in_the_folder_are_reused_for_parts_under_any_name() {
    let folder = proved();
    std::fs::remove_file(folder.path_of("p.json")).unwrap();
    for extension in ["json", "cnf", "lrat"] {
        let name = |prefix: &str| folder.path_of(&format!("{prefix}.{extension}"));
        std::fs::rename(name("p-7"), name("from-afar")).unwrap();
    }
    // The certificate names its files.
    folder.alter("from-afar.json", |json| {
        json["refutation"]["formula"]["name"] = json!("from-afar.cnf");
        json["refutation"]["proof"]["name"] = json!("from-afar.lrat");
    });
    let run = run_in(folder.path(), question("4", "1", "p")).ends(0);
    assert!(!run.err.contains("refuted ("), "{run:#?}");
    assert!(folder.read("p.json").contains("from-afar.json"));
    assert!(!folder.names().contains(&"p-7.json".to_owned()));
    run_in!(folder.path(), "verify p.json").ends(0);
}

/// Nested lists: the only part of each list is the next list, and that of the last list is a single proof.
fn nested_lists(depth: usize) -> Folder {
    let folder = Folder::new();
    folder.write("pairs.toml", PAIRS);
    let name = |level: usize| "p".to_owned() + &"-1".repeat(level);
    let most = |level: usize| depth + 3 - level;
    for level in (0..=depth).rev() {
        // Every second list differs only in numbers and in the certificate that it names.
        if level + 3 <= depth {
            let file = |level: usize| name(level) + ".json";
            let mut list: Value = serde_json::from_str(&folder.read(&file(level + 2))).unwrap();
            let turns = |level: usize| format!("at most {} turns", most(level));
            let claim = list["claim"].as_str().unwrap();
            list["claim"] = json!(claim.replace(&turns(level + 2), &turns(level)));
            list["question"]["max_turns"] = json!(most(level));
            let hash = sha256(folder.read(&file(level + 1)).as_bytes());
            list["parts"][0]["certificate"] = json!({ "name": file(level + 1), "sha256": hash });
            folder.write(&file(level), list.to_string());
            continue;
        }
        // The only turn allowed leads from one state to the other and back.
        let scramble = ["B", "A B"][level % 2];
        let to = format!(r#"--allow A --to solved --max-turns "{}""#, most(level));
        let question = format!(r#"prove --puzzle-file pairs.toml --scramble "{scramble}""#);
        let split = if level < depth { "--split 1" } else { "" };
        run_in!(folder.path(), "{question} {to} {split} -o {}", name(level)).ends(0);
    }
    folder
}

#[test]
fn nested_lists_are_verified_up_to_a_depth() {
    let folder = nested_lists(66);
    let name = |level: usize| format!("p{}.json", "-1".repeat(level));
    assert!(folder.read(&name(65)).contains(&name(66)));
    let verify = "verify --puzzle-file pairs.toml";
    run_in!(folder.path(), "{verify} {}", name(1)).ends(0);
    let run = run_in!(folder.path(), "{verify} {}", name(0)).ends(1);
    run.says(&["certificates with parts are nested more than 64 deep"]);
}

/// The only allowed turn reaches only two states, so no state is two turns away. A list without parts would prove nothing.
#[test]
fn a_cut_beyond_all_states_splits_nothing() {
    let folder = Folder::new();
    folder.write("pairs.toml", PAIRS);
    let question = "prove --puzzle-file pairs.toml --scramble B";
    let more = "--allow A --to solved --max-turns 3";
    let split = "--split 2 -o p";
    let says = "there is nothing to split into several parts; leave out --split";
    let run = run_in!(folder.path(), "{question} {more} {split}").ends(1);
    let run = run.says(&[says]);
    assert!(!folder.names().contains(&"p.json".to_owned()), "{run:#?}");
    run_in!(folder.path(), "{question} {more} -o p").ends(0);
}

/// A question in parts about [`FIVE`] is answered with a solution of at most `most` turns.
fn assert_solved(most: &str, split: &str) {
    let folder = Folder::new();
    let question = (question(most, split, "p"), "--format json");
    let json = run_in(folder.path(), question).ends(1).json();
    assert_eq!(json["verdict"], "solved");
    let problem = scrambled(FIVE, Budget::AtMost(7));
    let turns = json["solution"].as_str().unwrap();
    assert!(replay(&problem, turns) <= most.parse().unwrap());
}

#[test]
fn a_solution_of_a_part_is_reported_as_one_of_the_whole() {
    assert_solved("5", "1");
    assert_solved("6", "5");
    assert_solved("7", "2");
}

#[test]
#[ignore = "long check"]
fn a_solution_between_first_and_last_turns_is_reported_as_one_of_the_whole() {
    assert_solved("5", "1 --split-last 2");
    assert_solved("6", "1 --split-last 2");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn incomplete_parts_are_refused() {
    const CHANGES: &str = r#"
/parts/5 = » there is no part for the state after R'
/parts/0/first = "U2" » /parts/1/first = "U" » part 1, `U2`: the `state` of its certificate
/parts/1/first = "U U2" » `first` must list 1 turn and `last` 0 turns; every turn must be allowed
/parts/1/first = "." » `.`:
/parts/0/at_most = 3 » it cannot have `at_most`
/parts = [] » neither a `refutation` nor `parts`
/question/max_turns = 9 » the `max_turns` of its certificate
/parts/0/first = "U R U R U" » 5 turns cannot be cut off a budget of 4 turns, only 1 to 4
/more = 1 » unknown field
/parts/0/certificate/sha256 = "00" » its SHA-256 is
/parts/0/certificate/name = "../p-1.json" » is not the name of a file next to it
"#;
    each_change_refused(&proved(), "p.json", "verify p.json", CHANGES);
}

/// All turns of one kind are symmetric, so there are two parts: after a quarter turn and after a half turn.
#[test]
fn a_missing_part_that_stands_for_symmetric_ones_is_noticed() {
    let folder = Folder::new();
    let prove = format!(r#"prove rubik --scramble "{SUPERFLIP}" --max-turns 2 --split 1 -o p"#);
    run_in(folder.path(), prove).ends(0);
    const CHANGES: &str = r#"
/parts/0 = » there is no part for the state after U, nor for one that is the same up to symmetry
/parts/1 = » there is no part for the state after U2, nor for one that is the same up to symmetry
"#;
    each_change_refused(&folder, "p.json", "verify p.json", CHANGES);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_part_that_proves_less_is_refused_though_its_hash_fits() {
    let folder = proved();
    run_in(folder.path(), question("3", "1", "less")).ends(0);
    replace_first_part(&folder, "less-1.json");
    let says = "part 1, `U`: the `max_turns` of its certificate differs";
    refused(&folder, says);
    // A damaged part is refused with the same message as on its own.
    let folder = proved();
    let proof = std::fs::read(folder.path_of("p-2.lrat")).unwrap();
    folder.write("p-2.lrat", &proof[..proof.len() - 2]);
    let says = "p-2.json: p-2.lrat is not the file of the certificate";
    refused(&folder, says);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_part_may_have_parts_itself() {
    let folder = proved();
    let start = &folder.json("p-1.json")["question"]["state"];
    let deeper = "--max-turns 3 --split 1 -o deeper";
    run_in!(folder.path(), "prove pocket --state {start} {deeper}").ends(0);
    replace_first_part(&folder, "deeper.json");
    let json = run_in!(folder.path(), "verify p.json --format json");
    assert_eq!(json.ends(0).json()["proofs"], 8 + 9);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_slow_part_is_split_again_until_it_cannot_be_split() {
    let cubes = super::cubes::question("8", "5", "p");
    let questions = [question("2", "1", "p"), cubes];
    for question in &questions[..fewer_in_check(1, 2)] {
        let folder = Folder::new();
        let question = format!("{question} --part-limit 0");
        let run = run_in(folder.path(), &question).ends(0);
        let run = run.says(&["takes too long, and is split again"]);
        let json = run_in!(folder.path(), "verify p.json --format json");
        let proofs = json.ends(0).json()["proofs"].clone();
        // The second run reuses every part.
        let again = run_in(folder.path(), &question).ends(0);
        assert_eq!(run.out, again.out);
        run.prints(&[format!(": {proofs} proofs were checked")]);
        assert!(!again.err.contains("refuted ("), "{again:#?}");
    }
}

/// A proof in 81 parts, cut at both ends, that [`FIVE`] has no solution of four turns.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn proofs_between_first_and_last_turns_are_verified() {
    let folder = Folder::new();
    let last = "--split-last 1";
    let run = run_in(folder.path(), (&question("4", "1", "p"), &last)).ends(0);
    // Nine turns leave the start, nine lead to the goal, and all states differ.
    assert!(run.out.contains(": 81 proofs were checked"), "{run:#?}");
    assert!(run.err.contains("of 81, after U … U: refuted"), "{run:#?}");
    run_in!(folder.path(), "verify p.json").ends(0).prints(&[
        "\nparts  81\n",
        "a state 1 turn from the start and one 1 turn from the goal, and each such pair has",
    ]);
    const CHANGES: &str = r#"
/parts/1 = » there is no part for the state after U … U2
/parts/0/last = "U2" » /parts/1/last = "U" » the `to` of its certificate differs
/parts/1/last = "U U" » `first` must list 1 turn and `last` 1 turn; every turn must be allowed
/parts/0/last = "" » `first` must list 1 turn and `last` 0 turns; every turn must be allowed
"#;
    each_change_refused(&folder, "p.json", "verify p.json", CHANGES);
}

/// The superflip commutes with everything. So cutting off first and last turns is equivalent to cutting off all of them
/// at the start: a part has a solution exactly when the corresponding part has one.
#[test]
fn symmetric_pairs_of_ends_are_one_part() {
    let problem = superflip();
    let classes = parts(&problem, Cut { first: 1, last: 1 }).expect("no goal is near");
    let all: usize = classes.iter().map(|class| 1 + class.others.len()).sum();
    assert_eq!(all, 18 * 18);
    // Burnside's lemma: the number of orbits of pairs of turns under the 48 symmetries of the cube.
    let symmetries = Symmetry::all(&problem);
    let fixed = |symmetry: &Symmetry| (0..18).filter(|&it| symmetry.turn(it) == it).count();
    let orbits: usize = symmetries.iter().map(|it| fixed(it).pow(2)).sum();
    assert_eq!(classes.len(), orbits / symmetries.len());
    for class in &classes {
        for (OuterTurns { first, last }, by) in &class.others {
            assert_eq!(by.turn(first[0]), class.outer.first[0]);
            assert_eq!(by.turn(last[0]), class.outer.last[0]);
        }
    }
}

/// The formula of a question about [`FIVE`], and its cubes.
fn cubes(most: &str, more: &str) -> (Formula, Vec<Vec<i32>>) {
    let question = format!(r#"pocket --scramble "{FIVE}" --max-turns {most}"#);
    let cubes = run!("cubes {question} {more}").ends(0).out;
    let formula = run!("encode -o - --recipe plain {question}").ends(0);
    let formula = Formula::read(formula.out.as_bytes()).unwrap();
    (formula, cubes_in(&cubes))
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn cubes_cover_everything_and_a_solver_refutes_each() {
    // With cuts at both ends, nine more cubes contain the shorter solutions.
    let both = ("--split 1 --split-last 1", 81 + 9);
    for (split, count) in [("--split 1", 9), ("--split 2", 54), both] {
        let (formula, cubes) = cubes("4", split);
        assert_eq!(cubes.len(), count);
        for cube in cubes {
            assert!(!has_model(&formula, &cube), "{cube:?}");
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_cubes_of_a_solvable_question_contain_solutions_of_each_length() {
    for most in ["5", "6"] {
        for split in ["--split 1", "--split 1 --split-last 1"] {
            let (formula, cubes) = cubes(most, split);
            let some = cubes.iter().any(|cube| has_model(&formula, cube));
            assert!(some, "{most} {split:?}");
        }
    }
    // Solutions of five turns are in the nine cubes in which the last of the six slots is idle.
    let (formula, cubes) = cubes("6", "--split 1 --split-last 1");
    let with: Vec<bool> = cubes.iter().map(|cube| has_model(&formula, cube)).collect();
    assert!(with[81..].contains(&true), "{with:?}");
}

#[test]
fn omitted_cubes_are_reported_with_the_cubes_that_replace_them() {
    let question = format!(r#"cubes rubik --scramble "{SUPERFLIP}" --max-turns 9 --split 2"#);
    let cubes = run(&question).ends(0).out;
    assert_eq!(cubes_in(&cubes).len(), 9);
    assert!(cubes.starts_with("c 9 of 243: "), "{cubes}");
    let lines = cubes.lines();
    let left: Vec<&str> = lines.filter(|line| line.contains(", by ")).collect();
    assert_eq!(left.len(), 243 - 9);
    // The symmetry given after `by` maps each word to the first one, up to the order of commuting turns.
    let cube = Puzzle::built_in("rubik").unwrap();
    let state = |word: &str| cube.reached_by(&Notation::Singmaster.read(&cube, word).unwrap());
    for line in left.into_iter().step_by(7) {
        let (word, rest) = line["c ".len()..].split_once(": as ").unwrap();
        let (first, by) = rest.split_once(", by ").unwrap();
        let pairs = by.split(", ").map(|it| it.split_once(" to ").unwrap());
        let by: HashMap<&str, &str> = pairs.collect();
        let carried = word.split(' ').map(|turn| {
            let quarter = by[&turn[..1]];
            let (face, is_back) = (&quarter[..1], quarter.ends_with('\''));
            match (&turn[1..], is_back) {
                ("2", _) => format!("{face}2"),
                ("", false) | ("'", true) => face.to_owned(),
                _ => format!("{face}'"),
            }
        });
        let carried = carried.collect::<Vec<_>>().join(" ");
        assert_eq!(state(&carried), state(first), "{line}");
    }
    let every = run!("{question} --every").ends(0).out;
    assert_eq!(cubes_in(&every).len(), 243);
}
