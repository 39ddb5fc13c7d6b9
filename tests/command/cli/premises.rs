//! The premises of a verdict are checked or reported: numbers and pieces that a puzzle file claims, and rotations of
//! the whole puzzle.

use std::collections::{BTreeSet, HashSet};

use crate::common::puzzles::{self, distances};
use twistsat::puzzle::{Color, Puzzle};

use super::*;

/// The path of a puzzle file in `tests/data`.
fn puzzle_file(name: &str) -> String {
    let path = Path::new(env!("TWISTSAT_ROOT")).join("tests/data");
    path.join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_maximum_to_the_solved_state_is_not_used_for_other_goals() {
    let file = puzzle_file("alike-maximum.toml");
    let start = format!("solve --puzzle-file {file} --state ABAAB --quiet");
    run!("{start} --to ABBAA").ends_printing(0, &["3 turns, minimal"]);
    // For the solved state as the goal, the maximum in the file applies.
    let solved = run!("{start} --to solved").ends(0);
    assert!(solved.out.contains("turns, minimal") || solved.out.contains("turn, minimal"));
    run!("{start} --to ABBAA --strategy descend")
        .ends_saying(2, &["no maximum is known for this problem"]);
}

#[test]
fn a_maximum_that_is_too_small_is_noticed_and_hides_no_solution() {
    let folder = Folder::new();
    let text = data("encodings/puzzles/pocket.toml");
    let file = folder.write("pocket.toml", text.replace("any = 11", "any = 2"));
    let start = format!(r#"--puzzle-file {file} --scramble "R U2 F' R""#);
    for how in [
        "--strategy ascend",
        "--strategy descend",
        "--free F --method auto",
        "--free F --method sat",
    ] {
        run!("solve {start} {how}")
            .ends_printing(0, &["4 turns, minimal: length"])
            .says(&["the `maximum` of 2 is too small"]);
    }
    run!("enumerate --shortest {start}").ends_printing(0, &["of exactly 4 turns"]);
    let batch = folder.write("list.txt", "R\nR U2 F' R\n");
    run!("solve --puzzle-file {file} --batch {batch} --quiet")
        .ends_printing(0, &["(4 turns, minimal)"]);
    // With `--max-turns`, the search ends.
    run!("solve {start} --max-turns 2").ends_printing(20, &["no solution of at most 2 turns\n"]);
}

/// The two rings turn 1,503 more beads, all alike, and the group is too large to analyze. The state after a scramble is
/// known to be possible and solvable; for a state given by its stickers, this is unknown.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_maximum_refutes_nothing_about_undecided_states() {
    let folder = Folder::new();
    let beads: Vec<String> = (0..1503).map(|n| format!("s{n}")).collect();
    let cycles = |from: usize| {
        let cycles = beads[from..].chunks_exact(3).map(|it| it.join(" "));
        cycles.collect::<Vec<_>>().join("\", \"")
    };
    let all = beads.join(" ");
    let text = include_str!("../../data/rings-held.toml")
        .replace("held = \"a\"\n", "")
        .replace("maximum = {}", "maximum.htm = { exact = 1 }")
        .replace("[\"a b c d e\"]", &format!("[\"a b c d e {all}\"]"))
        .replace("facelets = \"e\"", &format!("facelets = \"e {all}\""))
        .replace("\"a b c\"", &format!("\"a b c\", \"{}\"", cycles(0)))
        .replace("\"c d e\"", &format!("\"c d e\", \"{}\"", cycles(1)));
    let file = folder.write("many.toml", text);
    let ask = |start: &str| run!("solve --puzzle-file {file} --quiet {start}");
    ask("--scramble 'L R'").ends_printing(0, &["R' L'\n2 turns, minimal"]);
    // A longer solution would decide it, but none is searched for.
    let state = format!("24153{}", "5".repeat(1503));
    let unknown = ask(&format!(r#"--state "{state}" --max-turns 1"#)).ends(30);
    let says = "unknown whether there is a solution of at most 1 turn \
                (it is not known whether the puzzle can have this state";
    assert!(unknown.out.contains(says), "{unknown:#?}");
}

#[test]
fn a_piece_is_held_only_where_that_loses_no_solution() {
    let file = puzzle_file("rings-held.toml");
    for line in [
        format!(r#"prove --puzzle-file {file} --scramble "L R L'" --max-turns 3"#),
        format!("puzzle check {file}"),
        format!("solve --puzzle-file {file} --scramble L"),
    ] {
        let refused = run(line).ends(1);
        let says = "rings-held.toml:4:8: turn L moves the held piece";
        assert!((refused.out + &refused.err).contains(says));
    }
}

#[test]
#[ignore = "long check"]
fn the_held_piece_may_have_an_unknown_sticker() {
    let solve = |state: &str| run!(r#"solve pocket --state "{state}" --quiet"#);
    solve("UUUURRRRFFFF....LLLLBBBB").ends_printing(0, &["0 turns, minimal"]);
    // The position at distance 9, without its held corner, whose colors follow from the other corners.
    let without = |facelets: &[usize]| -> String {
        let state = NINE.chars().enumerate();
        let hidden = |(at, c)| if facelets.contains(&at) { '.' } else { c };
        state.map(hidden).collect()
    };
    let from = "from U=DUUD R=RRRL F=FBFF D=UDDU L=LLLR B=BFBB";
    // D3 is at position 14, L3 at 18 and B4 at 23.
    for hidden in [&[14, 18, 23][..], &[18], &[18, 23]] {
        solve(&without(hidden)).ends_printing(0, &["9 turns, minimal", from]);
    }
    let folder = Folder::new();
    // Two corners, held or not, leave six possibilities.
    let two = without(&[14, 18, 23, 10, 12, 19]);
    let prove = format!("prove pocket --state {two} --max-turns 4 -o two --quiet");
    run_in(&folder, prove).ends(0);
    let says = [
        "up to rotation of the whole puzzle",
        "the orientations: the start leaves the orientation of the puzzle open",
    ];
    run_in!(&folder, "verify two.json").ends_printing(0, &says);
}

#[test]
fn shortest_with_canonical_means_the_shortest_canonical_solutions() {
    let ask = "enumerate pocket --shortest --canonical --scramble R";
    for recipe in ["lemmas", "mux", "plain", "faces"] {
        let more = format!("--starts-with R --max-turns 9 --recipe {recipe} --quiet");
        let found = run!("{ask} {more}").ends(0).out;
        let summary = found.lines().last().unwrap();
        let says = "2 canonical solutions of exactly 6 turns, starting with R";
        assert_eq!(summary, says, "{found}");
        let turns = found.lines().filter(|line| line.starts_with("R "));
        assert_eq!(turns.count() + 1, found.lines().count(), "{found}");
    }
    run!("{ask} --starts-with 'R R'").prints(&["the side constraints contradict each other"]);
}

#[test]
fn nodes_of_a_graph_of_orientations_have_names_of_their_own() {
    let folder = Folder::new();
    let place = folder.arg("fixed");
    let export = format!("graph export pocket --fixed --allow 'R L' --to neo4j {place}");
    run(&export).ends(0);
    let nodes = folder.read("fixed/nodes.csv");
    let names = nodes.lines().skip(1).map(|it| it.split(',').next());
    assert_eq!(names.collect::<BTreeSet<_>>().len(), 16);
    // A half turn of the whole puzzle about one axis changes no color.
    let slab = data("tests/data/slab.toml");
    let slab = [("R", "L"), ("B", "F")].iter().fold(slab, recolored);
    let file = folder.write("slab.toml", slab);
    let place = folder.arg("slab");
    let export = format!("graph export --puzzle-file {file} --to neo4j {place}");
    run(&export).ends_saying(1, &["several nodes would have the same name"]);
    run!("{export} --fixed").ends(0);
}

/// The text of a puzzle file with one color of its faces replaced by another.
fn recolored(text: String, (from, to): &(&str, &str)) -> String {
    text.replace(&format!("color = \"{from}\""), &format!("color = \"{to}\""))
}

/// If other pieces look like the held one, the goal may have several orientations; the nearest counts.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_path_up_to_rotation_leads_to_the_nearest_end() {
    let folder = Folder::new();
    // A pocket cube of three colors: each corner looks like three others.
    let text = data("encodings/puzzles/pocket.toml");
    let text = [("B", "G"), ("R", "O"), ("Y", "W")]
        .iter()
        .fold(text, recolored);
    let file = folder.write("pocket.toml", &text);
    let puzzle = Puzzle::from_toml("pocket.toml", &text).unwrap();
    let around = puzzle.turns_around_held();
    let notation = twistsat::notation::Notation::Singmaster;
    let state = |turns: &str| {
        let turns = notation.read(&puzzle, turns).unwrap();
        puzzle.apply(puzzle.solved(), &turns).colors().to_vec()
    };
    let mut several = 0;
    for from in ["R", "R U F"] {
        for to in ["F", "U R'", "R U2 F", "U F R2 U"] {
            let far = distances(&puzzle, &around, [state(from)], usize::MAX);
            let ends = puzzle.rotations().iter();
            let ends = ends.map(|rotation| rotation.facelets.apply(&state(to)));
            let ends: HashSet<Vec<Color>> = ends.filter(|end| far.contains_key(end)).collect();
            several += usize::from(ends.len() > 1);
            let nearest = ends.iter().map(|end| far[end]).min();
            let path =
                format!(r#"graph path --puzzle-file {file} '{from}' "{to}" --format json --all"#);
            let report = run(&path).ends(0).json();
            assert_eq!(report["turns"], json!(nearest), "{from} to {to}");
            let paths = report["paths"].as_array().unwrap();
            assert!(!paths.is_empty());
            for path in paths.iter().map(|path| path.as_str().unwrap()) {
                let there = state(&format!("{from} {path}"));
                assert!(ends.contains(&there), "{from} to {to}: {path}");
            }
        }
    }
    assert!(several > 0);
}

#[test]
fn a_piece_that_looks_the_same_in_some_of_its_orientations_is_named() {
    let folder = Folder::new();
    let faces = [("X", "X", "a c"), ("Y", "Y", "b d"), ("Z", "Z", "e f g h")];
    let turns = [("A", "a b c d"), ("B", "e f g h")];
    let text = puzzles::puzzle_file("one", None, &faces, &turns);
    let file = folder.write("one.toml", text);
    let says = "the piece at facelet a looks the same in some of its orientations";
    let run = run!("graph distances --puzzle-file {file}").ends(1);
    run.says(&[says]).lacks(&["of its kind"]);
}
