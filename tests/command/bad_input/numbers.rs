//! Each number of a map, a plan and a recipe is replaced by absurd ones: no number determines a size before it has been
//! checked. (`tests/fuzz/` puts such numbers into puzzles.)

use std::time::Duration;

use twistsat::encode::decode;
use twistsat::plan::Plan;
use twistsat::puzzle::Puzzle;
use twistsat::solver::Answer;

use super::*;
use crate::common::sat::answer_to;
use crate::common::thread_time::ThreadTime;

/// Zero, more than a budget can be, and more than fits into 16, 31, 32, 63, 64 and any number of bits.
const ABSURD: &str = "0 65536 1000001 2147483648 4294967296 9223372036854775807 9223372036854775808 \
                      18446744073709551615 999999999999999999999999999999";

/// The ranges of the numbers in a text that do not follow a letter.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let is_digit = |at: usize| text.as_bytes()[at].is_ascii_digit();
    let starts = (0..text.len()).filter(|&at| {
        let is_after_word = at > 0 && text.as_bytes()[at - 1].is_ascii_alphanumeric();
        is_digit(at) && !is_after_word
    });
    let end = |at: usize| (at..text.len()).find(|&end| !is_digit(end));
    starts.map(|at| at..end(at).unwrap_or(text.len())).collect()
}

/// Replaces one number of a text after another by absurd ones, and reads the text: the first `most` numbers, and some
/// of the others. Nothing may panic or take long.
#[track_caller]
fn withstands(what: &str, text: &str, most: usize, read: &dyn Fn(&str)) {
    let mut places = numbers(text);
    let others = places.split_off(most.min(places.len()));
    places.extend(others.iter().step_by(others.len() / 60 + 1).cloned());
    for place in &places {
        for absurd in ABSURD.split(' ') {
            let changed = [&text[..place.start], absurd, &text[place.end..]].concat();
            let begun = ThreadTime::now();
            read(&changed);
            let took = begun.elapsed();
            let is_quick = took < Duration::from_secs(5);
            assert!(is_quick, "{what}, {place:?}, {absurd}: {took:?}");
        }
    }
    assert!(!places.is_empty(), "{what}");
}

#[test]
fn no_number_of_a_map_is_trusted() {
    let folder = Folder::new();
    let map = folder.arg("map.json");
    let more = format!("--cost U2=3 --max-cost 5 -o - --map {map}");
    let formula = run(constrained("encode", &more)).ends(0).out;
    let answer = answer_to(&formula);
    // The question, in which each number counts, comes before the many numbers of variables.
    let map = folder.read("map.json");
    let many = numbers(map.split("\"selectors\"").next().unwrap()).len();
    assert!(many > 5, "{map}");
    withstands("the map", &map, many, &|text| {
        let Ok(map) = map::read(text) else { return };
        if let Ok(Answer::Sat(model)) = Answer::read(&answer, map.variables) {
            // Whatever the map says, `decode` replays the solution that it returns.
            let _ = decode(&map.problem, &map.meaning, &model);
        }
    });
}

#[test]
fn no_number_of_a_plan_or_a_recipe_is_trusted() {
    let rubik = Puzzle::built_in("rubik").unwrap();
    for name in ["kociemba", "thistlethwaite"] {
        let text = data(&format!("encodings/plans/{name}.toml"));
        withstands(name, &text, 0, &|text| {
            drop(Plan::from_toml(name, text, &rubik))
        });
    }
    for name in Recipe::built_in_names() {
        let text = data(&format!("encodings/recipes/{name}.toml"));
        let has_number = text.contains("lemmas = ");
        let text = text + if has_number { "" } else { "lemmas = 3\n" };
        withstands(name, &text, 0, &|text| drop(Recipe::from_toml(name, text)));
    }
}
