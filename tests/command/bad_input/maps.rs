//! Maps and models that do not belong together, damaged maps, and well-formed but malicious ones.

use super::*;
use crate::common::each;

#[test]
fn the_unchanged_maps_and_models_are_accepted() {
    for recipe in Recipe::built_in_names() {
        let (encoded, folder) = (encoded_with(recipe), Folder::new());
        let decode = encoded.decode(&folder, &encoded.map, answer_of(&encoded.model));
        let run = run!("{decode} --format alg").ends(0);
        assert_eq!(run.out, "U2 R'\n", "{recipe}");
    }
}

/// Changes of a good map, and the expected messages.
const REFUSED: &str = r#"
/format = "twistsat-map-2" » twistsat-map-2 » twistsat-map-3 » create it again
/selectors/0/0 = 1000000 » literal 1000000
/selectors/0/0 = -2147483648 » literal
/selectors/0/0 = 0 » literal 0
/selectors/0/0 = 1099511627776 » not a map
/selectors/0/0 = "1" » not a map
/selectors/0 = [] » 0 bits where 4 are needed
/selectors/0 = [1, 1, 1, 1, 1, 1, 1, 1, 1] » 9 bits where 4 are needed
/selectors/1 = » selectors
/states/2 = » states
/states/1/23 = » facelets
/states/0/0/0 = null » not a map
/variables = 10000001 » 10000001 variables
/variables = 4294967296 » not a map » a whole number from 0 to 4294967295
/variables = 1 » with 1 variables
/variables = -1 » not a map
// Ranges of variables that occur in no clause: one that does not exist, two out of order, two that overlap, a number.
/free = [[0, 1]] » `free` must list ranges
/free = [[1, 1000000]] » `free` must list ranges
/free = [[2, 2], [1, 1]] » `free` must list ranges
/free = [[1, 2], [2, 3]] » `free` must list ranges
/free = [1] » not a map written by
/codes/0 = "X2" » no turn `X2`
/codes/0 = "L" » not allowed
/codes/0 = "\u001b[31mR" » no turn `\u{1b}[31mR`
/codes/1 = "U" » two codes stand for `U`
/codes/- = "idle" » idle slot » budget is exact
/question/turns = » /question/max_turns = 2 » /codes/- = "idle" » /codes/- = "idle" » two codes stand for `idle`
/question/allow = "U R F L" » turn `L` moves the held piece
/question/allow = "R F" » not allowed
/question/allow = "X2" » damaged » X2
/question/forbid = "U R F" » `allow` and `forbid` leave no turn to use
/question/puzzle = "megaminx" » its `puzzle_sha256` is not that of its puzzle `megaminx`
/question/puzzle = » /question/puzzle_file = {"name": "my.toml", "text": "name = 1"} » damaged » my.toml:1:8
/question/to = "QQQQQQQQQQQQQQQQQQQQQQQQ" » damaged » `Q`
/question/to = "R" » do not lead from the start
/question/state = "GO" » damaged » 24
/question/state = » damaged » give a start
/question/turns = 18446744073709551615 » is too large » 1000000
/question/turns = -1 » not a map » -1
/question/turns = 1.5 » not a map » 1.5
/question/turns = » /question/max_turns = 1000001 » 1000001 is too large; at most 1000000
/question/min_turns = 1000001 » at most 1000000
/question/max_turns = 2 » `turns` cannot be combined with `max_turns`
/question/metric = "stm" » unknown metric `stm` » `htm`
/question/metric = "qtm" » which is not allowed
/question/surplus = 1 » unknown field `surplus`
/question = » `question`
/surplus = 1 » unknown field `surplus`
/puzzle_sha256 = "0" » damaged » `puzzle_sha256` is not that of its puzzle `pocket`
/selector = "onehot" » 4 bits where 9 are needed
/selector = "unary" » not a map » `face-and-turn`
/state = "color-onehot" » 3 bits where 6 are needed
/state = "placement-onehot" » pieces and placements
/pieces/- = "U1" » not a map
/placements = [["U1"]] » pieces and placements
"#;

/// Changes of the puzzle in a map: a part of its file, what replaces it, and the expected messages.
const EDITED: &str = r#"
Pocket cube » \u001b]0;owned\u0007 » title » cannot be seen
name = "B"⏎cycles » name = "idle"⏎cycles » cannot be named `idle`
"U1 U2 U3 U4" » "X1 U2 U3 U4" » damaged
D3 B4 L3 » D3 D3 D3 » `D3` is held twice
"#;

/// Gives a map a puzzle of its own in place of the built-in one.
fn define(map: &mut Value, text: &str) {
    drop(map["question"].as_object_mut().unwrap().remove("puzzle"));
    map["question"]["puzzle_file"] = json!({ "name": "pocket.toml", "text": text });
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn each_hostile_map_is_refused_with_its_reason() {
    encoded().refuses_each_change(REFUSED);
    let pocket = data("encodings/puzzles/pocket.toml");
    each(EDITED, |[from, to], says| {
        assert!(pocket.contains(from));
        let text = pocket.replacen(from, to, 1);
        encoded().refuses_change(|map| define(map, &text), says);
    });
    for (place, part, times, says) in [
        ("/codes/0", "x", 1 << 20, ["no turn `xxxx", "…`"]),
        ("/question/state", "\u{1b}", 24, ["damaged", "\\u{1b}"]),
        ("/question/state", "G", 1 << 20, ["damaged", "1048576"]),
    ] {
        let long = json!(part.repeat(times));
        let set = |map: &mut Value| *map.pointer_mut(place).unwrap() = long;
        encoded().refuses_change(set, &says);
    }
    let wide = |map: &mut Value| map["states"][0][0] = json!(vec![true; 64]);
    encoded().refuses_change(wide, &["64 bits where 3 are needed"]);
    let mirrored_corner = |map: &mut Value| {
        let state = map["question"]["state"].as_str().unwrap();
        let mut state: Vec<char> = state.chars().collect();
        state.swap(5, 11);
        map["question"]["state"] = state.into_iter().collect::<String>().into();
    };
    encoded().refuses_change(mirrored_corner, &["damaged"]);
    let large = |map: &mut Value| define(map, &"#".repeat(5 << 20));
    encoded().refuses_change(large, &["the limit is 4194304"]);
    encoded_with("placements").refuses_each_change(
        r#"
/pieces/6 = » pieces and placements
/pieces/0/0 = "X1" » pieces and placements
/placements/0/0 = "X1" » pieces and placements
/states/1/6 = » facelets or pieces
/states/1/0/- = 1 » 22 bits where 21 are needed
/state = "color-onehot" » pieces and placements
"#,
    );
}

/// Exchanges of two members of a list in a map: the recipe, the list, the members, and the expected messages.
const EXCHANGED: &str = "
mux » /codes » 0 » 1
mux » /selectors » 0 » 1 » at step 1
mux » /states » 1 » 2 » at step 1
mux » /states » 0 » 2
mux » /states/1 » 0 » 23 » at step 1, the color of facelet U1
placements » /states/1 » 0 » 1 » at step 1, the placement of the piece from
placements » /selectors » 0 » 1 » at step 1
faces » /selectors » 0 » 1 » at step 1
";

/// Values of selectors: the recipe, the change, and the expected messages.
const SELECTORS: &str = "
mux » /selectors/0 = [true, true, true, true] » choice for turn 1 does not stand for a turn
placements » /selectors/0 = [true, true, true, true, true, true, true, true, true] » two turns at once, as turn 1
placements » /selectors/0 = [false, false, false, false, false, false, false, false, false] » does not stand for a turn
// Two faces, and a face without a power.
faces » /selectors/0 = [true, true, true, true, true, true] » two turns at once, as turn 1
faces » /selectors/0 = [true, false, false, false, false, false] » choice for turn 1 does not stand for a turn
";

/// These maps are well-formed, but the model does not satisfy them.
#[test]
fn a_model_with_another_meaning_is_refused() {
    let no_model = "not a model of the formula";
    each(EXCHANGED, |[recipe, list, one, other], says| {
        let exchange = |map: &mut Value| {
            let list = map.pointer_mut(list).unwrap().as_array_mut().unwrap();
            list.swap(one.parse().unwrap(), other.parse().unwrap());
        };
        let says = [&[no_model], says].concat();
        encoded_with(recipe).refuses_change(exchange, &says);
    });
    each(SELECTORS, |[recipe, change, says], _| {
        encoded_with(recipe).refuses_each_change(&format!("{change} » {no_model} » {says}"));
    });
    let copied = |map: &mut Value| map["selectors"][1] = map["selectors"][0].clone();
    encoded().refuses_change(copied, &[no_model, "step 2"]);
    let negated = |map: &mut Value| {
        for bit in map["selectors"][0].as_array_mut().unwrap() {
            *bit = json!(-bit.as_i64().unwrap());
        }
    };
    encoded().refuses_change(negated, &[no_model, "does not stand for a turn"]);
    let everywhere = |map: &mut Value| map["states"][2][0] = [true; 21].into();
    let says = "step 2, the placement of the piece from";
    encoded_with("placements").refuses_change(everywhere, &[no_model, says]);
}

/// Texts that are not JSON, and JSON that is not a map.
#[test]
fn lookalikes_of_maps_are_refused() {
    let good = encoded().map.trim_end();
    let long = "k".repeat(1 << 20);
    for text in "|nonsense|[]|{}|null|{\"format\": 1}|p cnf 1 1\n1 0\n".split('|') {
        let says = ["map.json", "not a map written by `twistsat encode`"];
        encoded().refuses_map(text, &says);
    }
    let newer = r#"{"format":"twistsat-map-9","new":[]}"#;
    encoded().refuses_map(newer, &["twistsat-map-9"]);
    encoded().refuses_map(&"[".repeat(100_000), &["not a map"]);
    let says = ["not a map", "trailing characters"];
    encoded().refuses_map(&format!("{good}{good}"), &says);
    for (from, to, says) in [
        ("[", &*"[".repeat(100_000), ""),
        (
            "\"question\": {",
            "\"question\":{\"state\":\"\",",
            "duplicate field `state`",
        ),
        ("\"recipe\": \"", "\"recipe\": \"\\ud800", "escape"),
        ("\"recipe\": \"", "\"recipe\": \"\u{1}", "control character"),
        ("\"variables\": ", "\"variables\": NaN,\"x\":", ""),
        (
            "\"variables\": ",
            &format!("\"variables\": {}", "9".repeat(1 << 20)),
            "",
        ),
        ("{", &format!("{{\"{long}\":1,"), "unknown field"),
        ("{", &format!("{{\"{long}\":1,"), " … "),
    ] {
        encoded().refuses_map(&good.replacen(from, to, 1), &["not a map", says]);
    }
    // Truncated anywhere.
    for part in 0..12 {
        let end = good.floor_char_boundary(good.len() * part / 12);
        encoded().refuses_map(&good[..end], &["map.json", "not a map"]);
    }
    encoded().refuses_map(&good[..good.len() - 1], &["map.json", "not a map"]);
}

#[test]
fn a_model_of_another_formula_is_refused() {
    let model = &encoded().model;
    let next = model.len() + 1;
    let variables = model.len();
    let says = format!("literal -{next}, but the formula has {variables} variables");
    let foreign = [&model[..], &[format!("-{next}")]].concat();
    encoded().refuses_answer(answer_of(&foreign), &["answer: line 2", &says]);
    let short = &model[..model.len() - 3];
    encoded().refuses_answer(answer_of(short), &["too short", "variables"]);
}

#[test]
fn a_model_with_any_wrong_selector_bit_is_refused() {
    let map: Value = serde_json::from_str(&encoded().map).unwrap();
    let selectors = map["selectors"].as_array().unwrap().iter();
    let bits = selectors.flat_map(|selector| selector.as_array().unwrap());
    for bit in bits.clone() {
        let variable = bit.as_i64().unwrap().unsigned_abs() as usize;
        let mut model = encoded().model.clone();
        model[variable - 1] = match model[variable - 1].strip_prefix('-') {
            Some(positive) => positive.to_owned(),
            None => format!("-{variable}"),
        };
        encoded().refuses_answer(answer_of(&model), &["this is not a model of the formula"]);
    }
    assert_eq!(bits.count(), 8, "two turns out of nine");
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
    folder.write("model", "UNSAT\n");
    for (file, same) in [(pocket.clone() + "# mine\n", true), (forged, false)] {
        folder.write("a.toml", file);
        let encode = "encode --puzzle-file a.toml --scramble R --turns 1 -o a.cnf";
        run_in(folder.path(), encode).ends(0);
        let decode = "decode a.cnf.map.json model --format json";
        let given = run_in!(folder.path(), "{decode} --puzzle-file a.toml");
        given.ends(20).reports(json!({"built_in": same}));
        let alone = run_in(folder.path(), decode);
        if same {
            alone.ends(20).reports(json!({"built_in": true}));
        } else {
            let says = "its puzzle `pocket` is not the built-in puzzle of that name";
            alone.ends(1).says(&[says]);
        }
    }
}

/// `decode` refuses such a notation, as do the commands that read the puzzle file.
#[test]
fn a_notation_in_which_two_turns_have_one_name_is_refused() {
    let folder = Folder::new();
    let text = data("encodings/puzzles/pocket.toml")
        .replace("name = \"pocket\"", "name = \"mine\"")
        .replace("name = \"L\"\ncycles", "name = \"r\"\ncycles");
    folder.write("a.toml", text);
    folder.write("model", "UNSAT\n");
    let puzzle = "--puzzle-file a.toml";
    let encode = format!("encode {puzzle} --scramble R --turns 1 -o a.cnf");
    run_in(folder.path(), encode).ends(0);
    let says = ["lowercase notation", "`r` is the name of two turns"];
    let says = [&says[..], &["--notation"]].concat();
    for command in [
        "decode a.cnf.map.json model".to_owned(),
        format!("solve {puzzle} --scramble R --max-turns 1"),
        format!("show {puzzle}"),
    ] {
        let run = run_in!(folder.path(), "{command} --notation lowercase").ends(2);
        run.says(&says).prints_nothing();
    }
    run_in(folder.path(), "decode a.cnf.map.json model").ends(20);
}
