//! The graph of all states: distances, names, paths, and solving by its table.

use std::collections::BTreeSet;

use itertools::Itertools;

use super::*;
use crate::common::puzzles::{POCKET_DISTANCES, POCKET_QUARTER_DISTANCES, PUBLISHED, puzzle_file};

#[test]
fn the_distances_of_the_pocket_cube_are_the_published_ones() {
    let both = [
        ("htm", &POCKET_DISTANCES[..]),
        ("qtm", &POCKET_QUARTER_DISTANCES),
    ];
    for (metric, expected) in both {
        let distances = format!("graph distances pocket --metric {metric}");
        let table = run(&distances).ends(0).out;
        let count = |line: &str| line.split_whitespace().nth(1).unwrap().replace(',', "");
        let counts = table
            .lines()
            .skip(1)
            .map(|line| count(line).parse::<u64>().unwrap());
        let sum: u64 = expected.iter().sum();
        assert!(counts.eq([expected, &[sum]].concat()), "{table}");
        let report = run!("{distances} --format json --farthest 5").ends(0);
        let keys = json!({"distribution": expected, "states": sum, "maximum": expected.len() - 1});
        let farthest = report.reports(keys).json()["farthest"].clone();
        let farthest: Vec<String> = serde_json::from_value(farthest).unwrap();
        assert!(farthest.len() == 5 && farthest.iter().all(|it| it.len() == 24));
    }
}

#[test]
fn every_farthest_state_is_printed_if_no_number_is_given() {
    let run = run("graph distances pocket --allow 'R U' --farthest").ends(0);
    let states: BTreeSet<&str> = run.out.lines().skip(17).collect();
    assert_eq!(states.len(), 22);
}

#[test]
fn the_bar_chart_has_a_bar_for_each_distance() {
    let svg = run!("graph distances pocket --format svg").ends(0).out;
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    for (distance, count) in POCKET_DISTANCES.iter().enumerate() {
        let title = format!("<title>distance {distance}: {count}</title>");
        assert_eq!(svg.matches(&title).count(), 1, "{title}");
    }
    // Every element is closed.
    let count = |text: &str| svg.matches(text).count();
    assert_eq!(count("<"), 2 * count("</") + count("/>"));
}

#[test]
fn graphs_too_large_for_memory_are_refused_with_an_estimate() {
    run!("graph distances pocket --fixed --max-memory 40")
        .ends(1)
        .says(&[
            "up to 88,179,840 states, a table of 47.88 MiB",
            "the limit is 40 MiB (--max-memory)",
        ]);
    // The table takes 2.15 MiB.
    let pocket = "graph distances pocket --max-memory";
    run!("{pocket} 2").ends(1);
    run!("{pocket} 3").ends(0);
}

/// A puzzle file: one turn moves N different beads around a ring, and the other swaps two of them.
fn ring(beads: u8) -> String {
    let letters: Vec<String> = (b'a'..b'a' + beads)
        .map(|it| char::from(it).into())
        .collect();
    let face = |letter: &String| (letter.to_uppercase(), letter.to_uppercase(), letter.clone());
    let faces: Vec<_> = letters.iter().map(face).collect();
    let turns = [("R", &*letters.join(" ")), ("S", "a b")];
    let turns = turns.map(|(name, cycle)| (name.to_owned(), cycle.to_owned()));
    puzzle_file("ring", None, &faces, &turns)
}

#[test]
fn graphs_too_large_for_any_table_are_refused_at_once() {
    let folder = Folder::new();
    let file = folder.write("ring.toml", ring(13));
    let beads = format!("graph distances --puzzle-file {file}");
    let room = "a table has room for 4,294,967,295 states";
    let large = ["up to 6,227,020,800 states", "a table of 2.90 GiB", room];
    // A larger limit does not start a long search, either.
    for (line, says) in [
        (&*beads, &large[..]),
        (&format!("{beads} --max-memory 1000000"), &large),
        ("graph distances rubik", &[room]),
    ] {
        let (run, took) = run_timed(line);
        // Nothing is allocated or searched first.
        assert!(took.is_below(Duration::from_secs(1)), "{line}: {took:?}");
        run.ends_saying(1, says);
    }
}

#[test]
fn a_refused_turn_is_reported_with_the_turns_that_can_be_allowed() {
    for (allow, why) in [
        ("R D", "D moves the held piece"),
        ("R X", "`X` at column 1"),
    ] {
        run!("graph distances pocket --allow '{allow}'").ends_saying(1, &[why, "U U2 U'"]);
    }
}

// Names.

/// The name of the solved state, as the article on the pocket cube in Neo4j prints it.
const SOLVED_NAME: &str = "000022443355224433551111";

/// Pairs of names from the article. The states of each pair are one quarter turn apart.
const QUARTER_TURN_PAIRS: [(&str, &str); 9] = [
    ("000022443355224433551111", "004441330522413305225511"),
    ("000244351522343052411351", "004441330522330522415151"),
    ("000533512244312501344215", "000533512244343125011452"),
    ("000433502524343522411151", "002234051524305312413451"),
    ("004550212433143501341225", "021425330515430423125014"),
    ("000233551524341423112054", "001232540524305123113454"),
    ("021425330405130211235544", "031225351045130414235240"),
    ("002341441432535535011022", "024552131053404523412130"),
    ("001142542432013435355120", "002341441432015355352120"),
];

fn name_of(state: &str) -> String {
    let out = run!("graph name pocket '{state}'").ends(0).out;
    out.trim_end().to_owned()
}

#[test]
fn the_published_names_are_reproduced() {
    for solved in [
        "000044335522443355221111",
        "000033552244335522441111",
        SOLVED,
        "",
    ] {
        assert_eq!(name_of(solved), SOLVED_NAME, "{solved}");
    }
    for (a, b) in QUARTER_TURN_PAIRS {
        assert_eq!(name_of(a), a);
        assert_eq!(name_of(b), b);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_published_edges_are_paths_of_one_quarter_turn() {
    for (a, b) in QUARTER_TURN_PAIRS {
        let path = format!("graph path pocket {a} {b} --metric qtm --format json");
        assert_eq!(run(&path).ends(0).json()["turns"], json!(1), "{a} {b}");
    }
}

#[test]
fn naming_a_state_requires_known_colors() {
    let says = "with one of these sets of symbols: BGORWY, 012345, BDFLRU";
    run!("graph name pocket xSay7ySaXx7aXySXaS7x7yxX").ends_saying(1, &[says]);
    run!("graph name pocket 000022443355224433551112")
        .ends_saying(1, &["no corner has the colors"]);
    run!("graph name pocket").ends(2);
    run!("graph name nothing {SOLVED}").ends(2);
}

// Paths.

/// Runs the program with its own cache folder.
fn cached(folder: &Folder, line: impl Words) -> Run {
    let mut command = twistsat();
    command.env("XDG_CACHE_HOME", folder.path());
    Run::of(command.args(line.words()).output().unwrap())
}

const EXAMPLE: &str = "graph path pocket 002140534352524214031513";

#[test]
fn the_published_example_is_7_half_turns_and_8_quarter_turns_away() {
    let path = |more: &str| {
        let report = run!("{EXAMPLE} --all --format json {more}").ends(0).json();
        let paths = report["paths"].as_array().unwrap().len();
        (report["turns"].clone(), paths)
    };
    assert_eq!(path(""), (json!(7), 1));
    assert_eq!(path(SOLVED_NAME), (json!(7), 1));
    assert_eq!(path("--metric qtm").0, json!(8));
    let both = run!("graph path pocket R2 --metric qtm --all --format alg --quiet").ends(0);
    assert_eq!(both.out, "R R\nR' R'\n");
}

#[test]
fn an_unreachable_state_has_exit_code_20() {
    let call = "graph path pocket R U --allow R";
    let says = "no turns lead from one state to the other";
    run(call).ends_printing(20, &[says]);
    let report = run!("{call} --format json").ends(20);
    report.reports(json!({"turns": null, "paths": []}));
}

/// Two runs may build the table at once.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_next_path_uses_the_stored_table_of_the_first() {
    let folder = Folder::new();
    let start = || {
        let mut command = twistsat();
        command.env("XDG_CACHE_HOME", folder.path());
        start_piped(command.args(EXAMPLE.words()))
    };
    let [first, second] = [start(), start()].map(|child| end_of(child).ends(0));
    assert_eq!(first.out, second.out);
    assert_eq!((&*first.err, &*second.err), ("", ""));
    assert_eq!(Folder::names(&folder), ["twistsat"]);
    let kept = std::fs::read_dir(folder.path_of("twistsat")).unwrap();
    let kept: Vec<_> = kept.map(|it| it.unwrap().path()).collect();
    let [table] = &kept[..] else {
        panic!("{kept:?}")
    };
    let whole = std::fs::read(table).unwrap();
    let third = cached(&folder, EXAMPLE).ends(0);
    assert_eq!((&third.out, third.err.as_str()), (&first.out, ""));
    // A damaged table is detected and rebuilt.
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    for (why, bytes) in [
        ("checksum", flipped(900_000)),
        ("checksum", [&whole[..], &[0]].concat()),
        ("not a table of this graph", flipped(0)),
        ("it is cut short", whole[..1_000_000].to_vec()),
        ("it is cut short", whole[..60].to_vec()),
        ("it is cut short", Vec::new()),
    ] {
        std::fs::write(table, bytes).unwrap();
        let again = cached(&folder, EXAMPLE).ends(0);
        assert_eq!(again.out, first.out);
        again.says(&["is rebuilt", why]);
        assert_eq!(std::fs::read(table).unwrap(), whole, "{why}");
    }
}

/// Measures the promised times for whole processes on one core.
#[test]
#[ignore = "long check: a release build on a machine with nothing else to do"]
fn the_promised_times_and_memory_are_kept() {
    let folder = Folder::new();
    for metric in ["htm", "qtm"] {
        // The address space is limited to 200 MB, which is stricter than 200 MB of memory.
        let distances = format!("graph distances pocket --metric {metric} --jobs 1");
        let begin = Instant::now();
        run_script(
            folder.path(),
            &format!("ulimit -v 200000; exec \"$0\" {distances}"),
        )
        .ends(0);
        let time = begin.elapsed();
        assert!(time < Duration::from_millis(500), "{metric}: {time:?}");
    }
    cached(&folder, EXAMPLE).ends(0);
    let begin = Instant::now();
    cached(&folder, EXAMPLE).ends(0);
    let time = begin.elapsed();
    assert!(time < Duration::from_millis(50), "{time:?}");
}

#[test]
fn a_table_that_cannot_be_stored_is_still_used() {
    let folder = Folder::new();
    folder.write("twistsat", "a file where the folder should be");
    let run = cached(&folder, EXAMPLE)
        .ends_saying(0, &["the table is not kept"])
        .prints(&["7 turns, a shortest path"]);
    let quiet = cached(&folder, (EXAMPLE, "--quiet")).ends(0);
    assert_eq!((quiet.err.as_str(), quiet.out), ("", run.out));
}

// Solving by the table.

const TABLE: &str = "solve pocket --method table --format alg --state";

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_table_answers_the_code_golf_question_and_prints_nothing_else() {
    let folder = Folder::new();
    // Any six symbols: the question's own, and others.
    let renamed = |text: &str| -> String {
        let symbol = |c| "UDLRFB".find(c).map(|at| "#0zq?é".chars().nth(at).unwrap());
        text.chars().map(|c| symbol(c).unwrap()).collect()
    };
    let solved = [(SOLVED, 0, 1)];
    for (position, distance, _) in solved.into_iter().chain(PUBLISHED) {
        for text in [position.to_owned(), renamed(position)] {
            let answer = cached(&folder, format!(r#"{TABLE} "{text}""#)).ends(0);
            assert_eq!((answer.out.lines().count(), answer.err.as_str()), (1, ""));
            let turns: Vec<&str> = answer.out.split_whitespace().collect();
            assert_eq!(answer.out, turns.join(" ") + "\n");
            assert_eq!(turns.len(), distance);
            let face = |turn: &str| turn.chars().next().unwrap();
            let mut faces = turns.iter().map(|turn| face(turn)).tuple_windows();
            assert!(faces.all(|(a, b)| a != b), "{turns:?}");
            assert!(turns.iter().all(|it| "RUF".contains(face(it))), "{turns:?}");
            let problem = problem(position, &Target::Any, Budget::AtMost(11));
            assert_eq!(replay(&problem, &answer.out), distance);
        }
    }
}

#[test]
fn the_report_says_that_a_table_answered() {
    let state = PUBLISHED[8].0;
    let call = format!(r#"solve pocket --method table --state "{state}""#);
    let by = "lengths 0 to 9: none by the table of all 3,674,160 states";
    run!("{call} --format json --quiet").ends(0).reports(json!({
        "turns": 10, "minimal": true, "solver": "table", "recipe": null, "minimal_by": by
    }));
    let says = format!("10 turns, minimal: {by}\n");
    run(&call).ends_printing(0, &[says]);
    run!("{call} --max-turns 9").ends_printing(20, &["no solution of at most 9 turns"]);
    run!("{call} --time-limit 0").ends_printing(30, &["time limit reached"]);
}

#[test]
fn questions_that_a_table_cannot_answer_are_refused() {
    let no_proof = "--method table, which produces no proof";
    for (question, code, why) in [
        ("pocket --turns 5", 2, "which finds only shortest solutions"),
        ("pocket --certify x", 2, no_proof),
        ("rubik", 1, "--method sat"),
    ] {
        run!("solve {question} --scramble 'R U' --method table").ends_saying(code, &[why]);
    }
    run!("graph distances domino --format svg --farthest")
        .ends(2)
        .prints_nothing()
        .says(&["--farthest"]);
}
