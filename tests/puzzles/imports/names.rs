//! Names of moves, and parts of a file that are ignored.

use twistsat::Notation;
use twistsat::formats::PuzzleFormat;
use twistsat::puzzle::Puzzle;

use super::{puzzle, refusal};

/// A ring of four pieces, with two moves of the given names and with derived moves.
fn ring(names: [&str; 2], derived: &str, more: &str) -> String {
    let [turn, swap] = names;
    format!(
        r#"{{
  "$schema": "https://example.org/kpuzzle.schema.json",
  "name": "ring", {more}
  "orbits": [{{ "orbitName": "P", "numPieces": 4, "numOrientations": 2 }}, {{ "orbitName": "Q", "numPieces": 2, "numOrientations": 1 }}],
  "defaultPattern": {{
    "P": {{ "pieces": [0, 1, 2, 3], "orientation": [0, 0, 0, 0] }},
    "Q": {{ "pieces": [0, 1], "orientation": [0, 0] }}
  }},
  "moves": {{
    "{turn}": {{ "P": {{ "permutation": [1, 2, 3, 0], "orientationDelta": [1, 0, -1, 2] }} }},
    "{swap}": {{ "Q": {{ "permutation": [1, 0], "orientationDelta": [0, 0] }} }}
  }},
  "derivedMoves": {{ {derived} }}
}}"#
    )
}

/// The colors of the solved puzzle after turns.
fn after(puzzle: &Puzzle, text: &str) -> Vec<usize> {
    let turns = Notation::Singmaster.read(puzzle, text);
    let turns = turns.unwrap_or_else(|error| panic!("{error}"));
    puzzle.apply(puzzle.solved(), &turns).colors().to_vec()
}

#[test]
fn a_move_has_any_word_as_its_name_and_is_read_by_it() {
    let plain = puzzle("x.json", &ring(["F", "S"], "", ""));
    let pairs =
        "F_R 1H,-1 1,D_BR_R_Fv D_BR_R_F,R+ R-,/ U/2,R++ R--,0 00,R* R?,A1 A12,10F F10,Ü ß,R2 U3";
    for pair in pairs.split(',') {
        let (one, other) = pair.split_once(' ').unwrap();
        let names = [one, other];
        for format in [PuzzleFormat::KPuzzle, PuzzleFormat::Tws, PuzzleFormat::Toml] {
            let read = puzzle("x.json", &ring(names, "", ""));
            let read = super::round_trips::back(format, &read.write(format).expect("written"));
            let read = read.with_all_groups();
            for (text, same) in [
                ("F", names[0].to_string()),
                ("F S", format!("{} {}", names[0], names[1])),
                ("F'", format!("{}'", names[0])),
                ("(F S)3", format!("({} {})3", names[0], names[1])),
                ("[F, S]", format!("[{}, {}]", names[0], names[1])),
            ] {
                let (found, expected) = (after(read, &same), after(&plain, text));
                assert_eq!(found, expected, "{names:?} as {format}: {same}");
            }
            // The written name of each turn is read back.
            for turn in 0..read.turns().len() {
                let name = read.turns()[turn].name();
                let again = Notation::Singmaster.read(read, &name);
                assert_eq!(again.ok(), Some(vec![turn]), "{names:?}: {name}");
            }
        }
    }
}

#[test]
fn a_caret_separates_a_name_ending_in_a_digit_from_its_exponent() {
    let derived = r#""D": "A1^2 A12", "E": "A1^3'""#;
    let read = puzzle("x.json", &ring(["A1", "A12"], derived, ""));
    let square = Notation::Singmaster.read(&read, "A1^2").expect("read");
    assert_eq!(read.turns()[square[0]].name(), "A1^2");
    assert_eq!(after(&read, "D"), after(&read, "A1 A1 A12"));
    assert_eq!(after(&read, "E"), after(&read, "A1' A1' A1'"));
    assert_ne!(after(&read, "A12"), after(&read, "A1^2"));
}

#[test]
fn a_name_that_cannot_be_read_back_is_refused() {
    for name in [
        "R U", "(R)", "R'", "[R]", "R,U", "R:U", "R=U", "a//b", ".", "<R>", "R|U",
    ] {
        let said = refusal("x.json", &ring([name, "S"], "", ""));
        let says = "a turn's name must be one word";
        assert!(said.contains(says), "{name}: {said}");
    }
}

#[test]
fn unknown_fields_are_skipped_with_a_note() {
    let more = r#""experimentalPuzzleDescription": "c f 0.3", "title": { "any": [1] },"#;
    let read = puzzle("x.json", &ring(["F", "S"], "", more));
    let note = "ignored fields: $schema, experimentalPuzzleDescription, title";
    assert_eq!(read.ignored_parts(), [note]);
    assert!(read.notes().starts_with(read.ignored_parts()));
    let renamed = ring(["F", "S"], "", "").replace("$schema", "name_of_schema");
    assert!(puzzle("x.json", &renamed).notes()[0].contains("name_of_schema"));
    // An unknown field may be a missing one, misspelled.
    let misspelled = ring(["F", "S"], "", more).replace("\"moves\"", "\"Moves\"");
    let said = refusal("x.json", &misspelled);
    assert!(said.contains("missing: moves"), "{said}");
}

#[test]
fn derived_moves_of_the_whole_puzzle_are_rotations_and_identities_are_ignored() {
    let derived = r#""x": "F S", "y2": "x2 S", "Pv": "F S F", "UL": ".", "again": "UL F UL'""#;
    let read = puzzle("x.json", &ring(["F", "S"], derived, ""));
    let bases = |puzzle: &Puzzle| -> Vec<String> {
        let turns = puzzle.turns().iter().filter(|turn| turn.power == 1);
        turns.map(|turn| turn.base.clone()).collect()
    };
    assert_eq!(bases(&read), ["F", "S"]);
    assert_eq!(read.groups()[0].name, "rotation");
    assert_eq!(after(&read, "again"), after(&read, "F"));
    let all = read.with_groups(&["rotation"]).expect("rotations");
    assert_eq!(after(&all, "x"), after(&all, "F S"));
    let note = "derived moves that move nothing are left out: UL";
    let ignored = read.ignored_parts();
    assert!(ignored.contains(&note.to_owned()), "{ignored:?}");
    assert_eq!(all.ignored_parts(), read.ignored_parts());
}

#[test]
fn an_orbit_not_named_by_a_move_stays_unchanged() {
    let read = puzzle("x.json", &ring(["F", "S"], "", ""));
    let (solved, turned) = (read.solved().colors(), after(&read, "F"));
    let of_orbit = |name: &str| -> Vec<usize> {
        let facelets = 0..read.facelets().len();
        facelets
            .filter(|&at| read.facelets()[at].starts_with(name))
            .collect()
    };
    assert!(of_orbit("Q-").iter().all(|&at| turned[at] == solved[at]));
    assert!(of_orbit("P-").iter().any(|&at| turned[at] != solved[at]));
}

#[test]
fn a_square_1_is_refused_with_a_reason() {
    let said = refusal("x.json", &ring(["_SLASH_", "U_SQ_"], "", ""));
    let says = "`_SLASH_`, the slice turn of the Square-1, cannot be made in every state";
    assert!(said.contains(says), "{said}");
}
