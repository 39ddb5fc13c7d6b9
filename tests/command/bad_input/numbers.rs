//! Each number of a map, a puzzle, a plan and a recipe is replaced by absurd ones: no number determines a size before it
//! has been checked.

use std::time::Duration;

use twistsat::encode::decode;
use twistsat::plan::Plan;
use twistsat::puzzle::Puzzle;
use twistsat::solver::Answer;

use super::*;
use crate::common::thread_time::ThreadTime;

/// Zero, more than a budget can be, more than fits into 16, 31, 32 and 63 bits, and the largest number of 64 bits.
const ABSURD: [u64; 9] = [
    0,
    65_536,
    1_000_001,
    1_000_000_000,
    1 << 31,
    1 << 32,
    (1 << 63) - 1,
    1 << 63,
    u64::MAX,
];

/// The ranges of the numbers in a text that do not follow a letter: at most `most` of them, evenly distributed.
fn numbers(text: &str, most: usize) -> Vec<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let mut all = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let length = bytes[at..]
            .iter()
            .take_while(|it| it.is_ascii_digit())
            .count();
        let in_a_word = at > 0 && bytes[at - 1].is_ascii_alphanumeric();
        if length > 0 && !in_a_word {
            all.push(at..at + length);
        }
        at += length.max(1);
    }
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step).collect()
}

/// Reads a text with each of its numbers made absurd. Nothing may panic or take long.
#[track_caller]
fn withstands(what: &str, text: &str, read: &dyn Fn(&str)) -> usize {
    let places = numbers(text, 60);
    for place in &places {
        for absurd in ABSURD
            .map(|number| number.to_string())
            .iter()
            .chain([&"9".repeat(30)])
        {
            let changed = [&text[..place.start], absurd, &text[place.end..]].concat();
            let begun = ThreadTime::now();
            read(&changed);
            let took = begun.elapsed();
            let line = text[..place.start].lines().count();
            assert!(
                took < Duration::from_secs(5),
                "{what}, line {line}, {absurd}: {took:?}"
            );
        }
    }
    places.len()
}

#[test]
fn no_number_of_a_map_is_trusted() {
    let folder = Folder::new();
    let map = folder.arg("map.json");
    let more = format!("--cost U2=3 --max-cost 5 -o - --map {map}");
    let formula = run(constrained("encode", &more)).ends(0).out;
    let map = folder.read("map.json");
    let good = map::read(&map).unwrap();
    let answer = {
        let cnf = folder.write("a.cnf", formula);
        let reader = std::io::BufReader::new(std::fs::File::open(cnf).unwrap());
        let cnf: rustsat::instances::SatInstance =
            rustsat::instances::SatInstance::from_dimacs(&mut { reader }).unwrap();
        let cnf = twistsat::sat::Clauses::from(&cnf.into_cnf().0);
        let backend = by_name("batsat").unwrap();
        let mut session = Session::new(backend, &cnf, good.variables).unwrap();
        session.solve(&Control::unlimited()).unwrap()
    };
    let Verdict::Sat(model) = answer else {
        panic!("{answer:?}");
    };
    let model: Vec<i64> = model.iter().map(|it| it.to_ipasir().into()).collect();
    let read = |text: &str| {
        let Ok(map) = map::read(text) else { return };
        let lines = competition_lines(&model);
        if let Ok(Answer::Sat(model)) = Answer::read(&lines, map.variables) {
            // Whatever it says by now, what is decoded was replayed.
            let _ = decode(&map.problem, &map.meaning, &model);
        }
    };
    read(&map);
    assert!(withstands("the map", &map, &read) > 50);
    // The numbers by name, whichever the table above has drawn.
    let json: Value = serde_json::from_str(&map).unwrap();
    for key in [
        "/variables",
        "/clauses",
        "/question/max_turns",
        "/question/max_cost",
        "/question/min_turns",
    ] {
        for absurd in ABSURD {
            let mut changed = json.clone();
            *changed.pointer_mut(key).unwrap() = json!(absurd);
            read(&changed.to_string());
        }
    }
    // Limits and weights are numbers in words.
    for key in ["at_most", "cost"] {
        let words = json["question"][key][0].as_str().unwrap();
        let (turns, _) = words.split_once('=').unwrap();
        for absurd in ABSURD {
            let mut changed = json.clone();
            changed["question"][key][0] = json!(format!("{turns}={absurd}"));
            read(&changed.to_string());
        }
    }
}

#[test]
fn a_map_with_absurd_limits_is_refused() {
    let folder = Folder::new();
    let map = folder.arg("map.json");
    run(constrained("encode", &format!("-o - --map {map}"))).ends(0);
    let json = folder.json("map.json");
    for (key, says) in [
        (
            "/question/max_turns",
            "1000001 turns are too many; at most 1000000",
        ),
        ("/question/min_turns", "at most 1000000"),
    ] {
        let mut changed = json.clone();
        *changed.pointer_mut(key).unwrap() = json!(1_000_001);
        let error = map::read(&changed.to_string()).err().unwrap().to_string();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
#[ignore = "long check"]
fn no_number_of_a_puzzle_is_trusted() {
    for path in [
        "encodings/puzzles/pocket.toml",
        "encodings/puzzles/rubik.toml",
        "encodings/puzzles/twiddle.toml",
        "tests/data/tws/cube.tws",
        "tests/data/tws/oriented.tws",
        "tests/data/tws/identical.tws",
        "tests/data/tws/pocket-zero.tws",
        "tests/data/kpuzzle/cube.json",
        "tests/data/kpuzzle/dials.json",
        "tests/data/kpuzzle/old.json",
    ] {
        let read = |text: &str| {
            drop(Puzzle::from_file(path, text));
            drop(Puzzle::mistakes(path, text));
        };
        assert!(withstands(path, &data(path), &read) > 0, "{path}");
    }
    // What `puzzle convert` writes keeps orbits of pieces, with numbers of their own.
    let tws = data("tests/data/tws/oriented.tws");
    let puzzle = Puzzle::from_file("oriented.tws", &tws).unwrap();
    let written = puzzle.definition().to_owned();
    assert!(written.contains("[[orbit]]"));
    withstands("orbits", &written, &|text| {
        drop(Puzzle::from_toml("orbits", text));
    });
}

#[test]
fn no_number_of_a_plan_or_a_recipe_is_trusted() {
    let rubik = Puzzle::built_in("rubik").unwrap();
    for name in ["kociemba", "thistlethwaite"] {
        let text = data(&format!("encodings/plans/{name}.toml"));
        let read = |text: &str| drop(Plan::from_toml(name, text, &rubik));
        withstands(name, &text, &read);
    }
    for name in Recipe::built_in_names() {
        let text = data(&format!("encodings/recipes/{name}.toml"));
        withstands(name, &text, &|text| drop(Recipe::from_toml(name, text)));
    }
}
