//! Mistakes at every key of a KPuzzle.

use super::{refusal, with_replaced};
use crate::common::rows;

const GOOD: &str = r#"{
  "name": "good",
  "orbits": [
    { "orbitName": "A", "numPieces": 3, "numOrientations": 4 },
    { "orbitName": "B", "numPieces": 2, "numOrientations": 1 }
  ],
  "defaultPattern": {
    "A": { "pieces": [0, 1, 2], "orientation": [0, 1, 3], "orientationMod": [1, 2, 0] },
    "B": { "pieces": [0, 0], "orientation": [0, 0] }
  },
  "moves": {
    "T": { "A": { "permutation": [1, 2, 0], "orientationDelta": [0, 0, 3] } }
  },
  "derivedMoves": { "S": "[T, W]", "W": "T2" }
}
"#;

/// The definition with a second move, from which others are derived.
fn good() -> String {
    with_replaced(
        GOOD,
        "\n  },\n  \"derivedMoves\"",
        ",\n    \"V\": { \"A\": { \"permutation\": [1, 0, 2], \"orientationDelta\": [0, 0, 0] } }\n  },\n  \"derivedMoves\"",
    )
    .replace("[T, W]", "[V, W]")
}

#[test]
fn every_mistake_is_reported_with_its_place_and_a_remedy() {
    let damages = rows(
        r#"
{⏎  "name" » {⏎  name » 2:3: key must be a string
"name": "good", »  » 1:1: missing field `name`
"name": "good" » "name": 3 » 2:11: invalid type: integer `3`, expected a string
"name": "good" » "name": "good", "name": "bad" » 2:27: `name` appears twice
"orbits": [ » "orbit": [ » 3:12: unknown field `orbit`; expected one of: name, orbits, defaultPattern, moves, derivedMoves, orbitOrdering; missing: orbits
"orbitName": "A" » "orbitName": 1 » 4:20: invalid type: integer `1`, expected a string
"orbitName": "A" » "orbitName": "A B" » 4:20: a name must be text without spaces or `=`
"orbitName": "B" » "orbitName": "A" » 5:20: orbit `A` appears twice
"orbitName": "A",  »  » 4:
"numPieces": 3 » "numPieces": 0 » 4:38: `0` is not a whole number from 1 to 10000
"numPieces": 3 » "numPieces": 3.5 » 4:38: `3.5` is not a whole number
"numPieces": 2 » "numPieces": 9999 » 5:38: the orbits have 10002 pieces
"numOrientations": 4 » "numOrientations": 1e9 » 4:60: `1e9` is not a whole number
"numOrientations": 4 » "numTwists": 4 » 4:54: unknown field `numTwists`; expected one of: orbitName, numPieces, numOrientations; missing: numOrientations
"defaultPattern" » "solved" » 7:13: unknown field `solved`
    "B": { "pieces" »     "C": { "pieces" » 9:10: unknown orbit `C`; expected one of: A, B
"A": { "pieces" » "B": { "pieces" » 9:10: `B` appears twice
,⏎    "B": { "pieces": [0, 0], "orientation": [0, 0] } »  » 7:21: orbit `B` is missing from the default pattern
"pieces": [0, 1, 2] » "pieces": [0, 1] » 8:22: expected 3 numbers, found 2
"pieces": [0, 1, 2] » "pieces": [0, 1, 3] » 8:29: `3` is not a whole number from 0 to 2
"pieces": [0, 1, 2] » "pieces": [0, 1, -2] » 8:29: `-2` is not a whole number
"pieces": [0, 1, 2] » "pieces": {} » 8:22: invalid type: map, expected a sequence
"pieces": [0, 1, 2],  »  » 8:
"orientation": [0, 1, 3] » "orientation": [0, 1, 4] » 8:55: `4` is not a whole number from 0 to 3
"orientation": [0, 1, 3] » "orientation": [0, 2, 3] » 8:48: an orientation that is known modulo 2 must be below 2, not 2
"orientationMod": [1, 2, 0] » "orientationMod": [1, 3, 0] » 8:77: an orientation is known modulo 0 (meaning fully) or modulo a smaller divisor of 4
"orientationMod": [1, 2, 0] » "orientationMod": [1] » 8:77: expected 3 numbers, found 1
"moves": { » "turns": { » 11:12: unknown field `turns`
"T": { "A" » "T:": { "A" » 12:11: a turn's name must be one word without brackets
"T": { "A" » "half": { "A" » 12:13: a turn cannot be named `half`
"T": { "A" » "T": { "X" » 12:17: unknown orbit `X`; expected one of: A, B
"permutation": [1, 2, 0] » "permutation": [1, 2, 1] » 12:34: this is not a permutation: 1 appears twice
"permutation": [1, 2, 0] » "permutation": [1, 2, 3] » 12:41: `3` is not a whole number from 0 to 2
"orientationDelta": [0, 0, 3] » "orientationDelta": [0, 0, 0.5] » 12:72: `0.5` is not a whole number
"orientationDelta": [0, 0, 3] » "delta": [0, 0, 3] » 12:54: unknown field `delta`
"W": "T2" » "W": "Q" » 15:41: `Q` at column 1 is not a move: `Q` is neither a known move
"W": "T2" » "W": "S" » 15:26: move `S` is defined in terms of itself
"W": "T2" » "W": "(T" » 15:41: `(` at column 1 opens a group that no `)` closes
"W": "T2" » "W": 2 » 15:41: invalid type: integer `2`, expected a string
"W": "T2" » "W": "(T)1000001" » 15:41: `1` at column 4 repeats a group too often
"W": "T2" » "W": "(T)999999 T" » 15:41: the moves defined by other moves are too long
"W": "T2" » "T": "V" » 15:41: move `T` appears twice
}⏎}⏎ » }⏎ » 16:1: EOF while parsing
"#,
    );
    super::each_mistake_is_reported("x.json", &good(), &damages);
}

#[test]
fn older_keys_are_read_but_must_not_be_mixed_with_newer_ones() {
    let puzzle = |text: &str| twistsat::puzzle::Puzzle::from_file("old.json", text);
    let old = good()
        .replace("defaultPattern", "startStateData")
        .replace("derivedMoves", "experimentalDerivedMoves")
        .replace("orientationDelta", "orientation_delta");
    let [old, new] = [old, good()].map(|text| puzzle(&text).unwrap());
    assert_eq!(old.definition(), new.definition());
    let both = with_replaced(&good(), "\"moves\"", "\"startState\": {}, \"moves\"");
    assert!(refusal("x.json", &both).contains("repeats the field `defaultPattern`"));
}

#[test]
fn a_text_of_brackets_is_parsed_quickly() {
    for brackets in ["[".repeat(500_000), "{\"orbits\":".repeat(100_000)] {
        assert!(refusal("x.json", &brackets).contains("EOF"));
    }
    assert!(refusal("x.json", &" ".repeat(17 << 20)).contains("the limit is 16777216"));
}
