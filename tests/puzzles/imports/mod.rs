//! Puzzles of other programs: the samples in `tests/data/tws` and `tests/data/kpuzzle`. They are compared with a model
//! of pieces in places (`model.rs`), which follows the formats' own terms without facelets, and with published counts.

use std::path::{Path, PathBuf};

use itertools::Itertools;
use twistsat::formats::PuzzleFormat;
use twistsat::puzzle::Puzzle;

mod counts;
mod kpuzzle_errors;
mod model;
mod names;
mod powers;
mod round_trips;
mod scrambles;
mod turn_sets;
mod tws_errors;

fn folder(name: &str) -> PathBuf {
    let data = Path::new(env!("TWISTSAT_ROOT")).join("tests/data");
    data.join(name)
}

/// All samples, sorted by name in each folder.
fn samples() -> Vec<PathBuf> {
    let all = ["tws", "kpuzzle"].into_iter().flat_map(|name| {
        let entries = std::fs::read_dir(folder(name)).expect("the folder");
        let paths = entries.map(|entry| entry.expect("readable").path());
        paths.sorted()
    });
    all.collect()
}

fn sample(name: &str) -> PathBuf {
    let is_tws = name.ends_with(".tws");
    folder(if is_tws { "tws" } else { "kpuzzle" }).join(name)
}

/// The path of a sample as an argument.
fn sample_arg(name: &str) -> String {
    sample(name).to_str().expect("UTF-8").to_owned()
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("readable")
}

fn read(path: &Path) -> Puzzle {
    let name = path.file_name().expect("a name").to_str().expect("UTF-8");
    puzzle(name, &text(path))
}

/// The puzzle of a text without mistakes.
#[track_caller]
fn puzzle(name: &str, text: &str) -> Puzzle {
    Puzzle::from_file(name, text).unwrap_or_else(|error| panic!("{error}"))
}

/// The error of a text, without the name of the file.
#[track_caller]
fn refusal(name: &str, text: &str) -> String {
    match Puzzle::from_file(name, text) {
        Err(error) => error.to_string().replacen(&format!("{name}:"), "", 1),
        Ok(_) => panic!("accepted:\n{text}"),
    }
}

/// Damages a valid text in one place at a time. Each time, reading the puzzle must report the mistake.
#[track_caller]
fn each_mistake_is_reported(name: &str, text: &str, damages: &[[&str; 3]]) {
    puzzle(name, text);
    let mut wrong = String::new();
    for [from, to, expected] in damages {
        let message = refusal(name, &with_replaced(text, from, to));
        if !message.starts_with(expected) {
            wrong += &format!("{from} -> {to}:\n  {message}\n  should be: {expected}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A text with the first occurrence of `from` replaced; there must be one.
#[track_caller]
fn with_replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "no `{from}` in the sample");
    text.replacen(from, to, 1)
}

#[test]
fn a_file_without_an_extension_is_recognized_by_its_text() {
    use PuzzleFormat::{KPuzzle, Toml, Tws};
    for (name, text, format) in [
        ("puzzle", " {\"name\": \"x\"}", KPuzzle),
        ("puzzle", "# of twsearch\n\nName x\n", Tws),
        ("puzzle", "Set CORNERS 8 3\n", Tws),
        ("puzzle", "name = \"x\"\n", Toml),
        ("puzzle", "Name = 1\n", Toml),
        ("x.TWS", "{}", Tws),
        ("x.toml", "{}", Toml),
        ("x.json", "Name x\n", KPuzzle),
    ] {
        assert_eq!(PuzzleFormat::guess(name, text), format, "{name} {text}");
    }
}
