//! Maps from strangers: well-formed, but malicious.

use super::*;

type Change = fn(&mut Value);

/// Changes of a good map, and the expected messages.
const REFUSED: &str = r#"
// Ranges of variables that occur in no clause: one that does not exist, two out of order, two that overlap, a number.
/free = [[0, 1]] » `free` must list ranges
/free = [[1, 1000000]] » `free` must list ranges
/free = [[2, 2], [1, 1]] » `free` must list ranges
/free = [[1, 2], [2, 3]] » `free` must list ranges
/free = [1] » not a map written by
/codes/1 = "U" » two codes stand for `U`
/codes/- = "idle" » idle slot » budget is exact
/question/turns = » /question/max_turns = 2 » /codes/- = "idle" » /codes/- = "idle" » two codes stand for `idle`
/question/allow = "U R F L" » turn `L` moves the held piece
/question/forbid = "U R F" » `allow` and `forbid` leave no turn to use
/codes/0 = "\u001b[31mR" » no turn `\u{1b}[31mR`
/question/puzzle = "megaminx" » its `puzzle_sha256` is not that of its puzzle `megaminx`
/question/to = "QQQQQQQQQQQQQQQQQQQQQQQQ" » damaged » `Q`
/variables = 10000001 » 10000001 variables
/variables = 4294967296 » not a map » a whole number from 0 to 4294967295
/question/turns = 1000000000 » too many » 1000000
/question/max_turns = 2 » `turns` cannot be combined with `max_turns`
/question/turns = -1 » not a map » -1
/question/turns = 1.5 » not a map » 1.5
/selectors/0/0 = "1" » not a map
/states/0/0/0 = null » not a map
/selectors/0 = [] » 0 bits where 4 are needed
/selector = "onehot" » 4 bits where 9 are needed
/selector = "unary" » not a map » `face-and-turn`
/state = "color-onehot" » 3 bits where 6 are needed
/state = "placement-onehot" » pieces and placements
/pieces/- = "U1" » not a map
/placements = [["U1"]] » pieces and placements
"#;

/// Changes for which a table is too narrow.
const REFUSED_TOO: [(&str, Change, &[&str]); 10] = [
    (
        "a code that is a megabyte long",
        |map| map["codes"][0] = json!("x".repeat(1 << 20)),
        &["no turn `xxxx", "…`"],
    ),
    (
        "a start with a mirrored corner",
        |map| swap(&mut map["question"], "state", 5, 11),
        &["damaged"],
    ),
    (
        "an escape as a color",
        |map| map["question"]["state"] = json!("\u{1b}".repeat(24)),
        &["damaged", "\\u{1b}"],
    ),
    (
        "a state of a megabyte",
        |map| map["question"]["state"] = json!("G".repeat(1 << 20)),
        &["damaged", "1048576"],
    ),
    (
        "a bit of its own 64 bits",
        |map| map["states"][0][0] = json!(vec![true; 64]),
        &["64 bits where 3 are needed"],
    ),
    (
        "a puzzle file of five megabytes",
        |map| define(map, |file| file.to_owned() + &"#".repeat(5 << 20)),
        &["the limit is 4194304"],
    ),
    (
        "escapes in the puzzle's title",
        |map| edit(map, "Pocket cube", "\\u001b]0;owned\\u0007"),
        &["title", "cannot be seen"],
    ),
    (
        "a turn of the puzzle named idle",
        |map| edit(map, "name = \"B\"\ncycles", "name = \"idle\"\ncycles"),
        &["cannot be named `idle`"],
    ),
    (
        "a puzzle with other facelets",
        |map| edit(map, "\"U1 U2 U3 U4\"", "\"X1 U2 U3 U4\""),
        &["damaged"],
    ),
    (
        "a held facelet held twice",
        |map| edit(map, "D3 B4 L3", "D3 D3 D3"),
        &["`D3` is held twice"],
    ),
];

fn swap(map: &mut Value, state: &str, a: usize, b: usize) {
    let mut text: Vec<char> = map[state].as_str().unwrap().chars().collect();
    text.swap(a, b);
    map[state] = text.into_iter().collect::<String>().into();
}

/// Gives a map the definition of its puzzle, with one thing changed.
fn define(map: &mut Value, change: impl FnOnce(&str) -> String) {
    let file = include_str!("../../../encodings/puzzles/pocket.toml");
    drop(map["question"].as_object_mut().unwrap().remove("puzzle"));
    map["question"]["puzzle_file"] = json!({ "name": "pocket.toml", "text": change(file) });
}

fn edit(map: &mut Value, from: &str, to: &str) {
    define(map, |file| {
        assert!(file.contains(from));
        file.replacen(from, to, 1)
    });
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn each_hostile_map_is_refused_with_its_reason() {
    encoded().refuses_each_change(REFUSED);
    for (name, change, says) in REFUSED_TOO {
        println!("{name}");
        encoded().refuses_change(change, says);
    }
}

/// These are well-formed, but the model does not satisfy them.
const NO_MODEL: [(&str, Change, &[&str]); 5] = [
    (
        "one selector for both slots",
        |map| map["selectors"][1] = map["selectors"][0].clone(),
        &["step 2"],
    ),
    (
        "negated selectors",
        |map| negate(&mut map["selectors"][0]),
        &["choice for turn 1 does not stand for a turn"],
    ),
    (
        "colors of two facelets exchanged",
        |map| map["states"][1].as_array_mut().unwrap().swap(0, 23),
        &["step 1", "color of facelet U1"],
    ),
    (
        "colors of two steps exchanged",
        |map| map["states"].as_array_mut().unwrap().swap(1, 2),
        &["step 1"],
    ),
    (
        "constants for a selector",
        |map| map["selectors"][0] = json!([true, true, true, true]),
        &["choice for turn 1 does not stand for a turn"],
    ),
];

fn negate(bus: &mut Value) {
    for bit in bus.as_array_mut().unwrap() {
        *bit = json!(-bit.as_i64().unwrap());
    }
}

#[test]
fn a_model_with_another_meaning_is_refused() {
    for (name, change, says) in NO_MODEL {
        println!("{name}");
        encoded().refuses_change(change, &[&["not a model of the formula"], says].concat());
    }
}

/// Texts that are no JSON, or not quite.
#[test]
fn lookalikes_of_maps_are_refused() {
    let good = encoded().map.trim_end();
    let cases: [(&str, String, &[&str]); 9] = [
        (
            "a hundred thousand open brackets",
            "[".repeat(100_000),
            &["not a map"],
        ),
        (
            "brackets as deep inside",
            good.replacen("[", &"[".repeat(100_000), 1),
            &["not a map"],
        ),
        (
            "two objects",
            format!("{good}{good}"),
            &["not a map", "trailing characters"],
        ),
        (
            "a key twice",
            good.replacen("\"question\": {", "\"question\":{\"state\":\"\",", 1),
            &["not a map", "duplicate field `state`"],
        ),
        (
            "half a pair of surrogates",
            good.replacen("\"recipe\": \"", "\"recipe\": \"\\ud800", 1),
            &["not a map", "escape"],
        ),
        (
            "a control character",
            good.replacen("\"recipe\": \"", "\"recipe\": \"\u{1}", 1),
            &["not a map", "control character"],
        ),
        (
            "a number that is none",
            good.replacen("\"variables\": ", "\"variables\": NaN,\"x\":", 1),
            &["not a map"],
        ),
        (
            "a key of a megabyte",
            good.replacen("{", &format!("{{\"{}\":1,", "k".repeat(1 << 20)), 1),
            &["not a map", "unknown field", " … "],
        ),
        (
            "a number of a megabyte",
            good.replacen(
                "\"variables\": ",
                &format!("\"variables\": {}", "9".repeat(1 << 20)),
                1,
            ),
            &["not a map"],
        ),
    ];
    for (name, text, says) in cases {
        println!("{name}");
        encoded().refuses_map(&text, says);
    }
}

/// A map may bring a puzzle that only bears the name of a known one. The turns are right for that puzzle, and the
/// report says that it is not the built-in one.
#[test]
fn a_puzzle_with_a_built_in_name_is_distinguished_from_the_built_in_one() {
    let folder = Folder::new();
    let pocket = data("encodings/puzzles/pocket.toml");
    let forged = pocket.replace(
        "\"U1 U2 U4 U3\", \"F1 L1 B1 R1\", \"F2 L2 B2 R2\"",
        "\"U3 U4 U2 U1\", \"R1 B1 L1 F1\", \"R2 B2 L2 F2\"",
    );
    for (file, same) in [(pocket.clone() + "# mine\n", true), (forged, false)] {
        let file = folder.write("a.toml", file);
        let path = folder.arg("a.cnf");
        run!("encode --puzzle-file {file} --scramble R --turns 1 -o {path}").ends(0);
        let map = folder.arg("a.cnf.map.json");
        let unsat = folder.write("a.model", "UNSAT\n");
        let decode = format!("decode {map} {unsat} --format json");
        assert_eq!(
            run!("{decode} --puzzle-file {file}").ends(20).json()["built_in"],
            same
        );
        if same {
            assert_eq!(run(&decode).ends(20).json()["built_in"], true);
        } else {
            let refused = run(&decode).ends(1);
            let says = "its puzzle `pocket` is not the built-in puzzle of that name";
            assert!(refused.err.contains(says), "{refused:#?}");
        }
    }
}

/// The other commands refuse such a notation when they read the puzzle.
#[test]
fn a_notation_in_which_two_turns_have_one_name_is_refused() {
    let folder = Folder::new();
    let text = data("encodings/puzzles/pocket.toml")
        .replace("name = \"pocket\"", "name = \"mine\"")
        .replace("name = \"L\"\ncycles", "name = \"r\"\ncycles");
    let puzzle = folder.write("a.toml", text);
    let path = folder.arg("a.cnf");
    let start = format!("--puzzle-file {puzzle} --scramble R");
    run!("encode {start} --turns 1 -o {path}").ends(0);
    let map = folder.arg("a.cnf.map.json");
    let model = folder.write("a.model", "UNSAT\n");
    let says = [
        "lowercase notation",
        "`r` is the name of two turns",
        "--notation",
    ];
    refused(
        format!("decode {map} {model} --notation lowercase"),
        2,
        &says,
    );
    let solve = "--max-turns 1 --notation lowercase";
    refused(format!("solve {start} {solve}"), 2, &says);
    refused(
        format!("show --puzzle-file {puzzle} --notation lowercase"),
        2,
        &says,
    );
    run!("decode {map} {model}").ends(20);
}
