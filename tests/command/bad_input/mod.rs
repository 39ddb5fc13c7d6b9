//! Bad input ends with a message that says what is wrong, with the right exit code, and never with a panic.

mod faulty_cubes;
mod files;
mod formats;
mod maps;
mod numbers;
mod options;
mod puzzle_files;
mod reasons;
mod recipe_files;
mod states;
mod turns;

use std::sync::OnceLock;

use crate::common::cli::*;
use crate::common::json::each_change;
use crate::common::sat::{answer_of, literals, model_of};
use serde_json::{Value, json};
use twistsat::encode::{Recipe, encode, map};
use twistsat::problem::Budget;

/// Runs the program and checks its exit code (2 for a wrong command line, 1 for wrong input) and its message.
#[track_caller]
fn refused(line: impl Words, code: i32, says: &[&str]) {
    let run = run(line).ends(code).says(says).prints_nothing();
    assert!(run.err.starts_with("error: "), "{run:#?}");
}

/// The map of an encoded formula, and a model of the formula.
struct Encoded {
    map: String,
    /// The literals of a model, one per variable.
    model: Vec<String>,
}

impl Encoded {
    /// The command that decodes an answer with a map.
    fn decode(&self, folder: &Folder, map: &str, answer: impl AsRef<[u8]>) -> String {
        let map = folder.write("map.json", map);
        let answer = folder.write("answer", answer);
        format!("decode {map} {answer}")
    }

    /// Asserts that `decode` refuses a map for the model.
    #[track_caller]
    fn refuses_map(&self, map: &str, says: &[&str]) {
        let folder = Folder::new();
        refused(self.decode(&folder, map, answer_of(&self.model)), 1, says);
    }

    /// Asserts that `decode` refuses an answer.
    #[track_caller]
    fn refuses_answer(&self, answer: impl AsRef<[u8]>, says: &[&str]) {
        let folder = Folder::new();
        refused(self.decode(&folder, &self.map, answer), 1, says);
    }

    /// Asserts that `decode` refuses the map after a change.
    #[track_caller]
    fn refuses_change(&self, change: impl FnOnce(&mut Value), says: &[&str]) {
        let mut map: Value = serde_json::from_str(&self.map).unwrap();
        change(&mut map);
        self.refuses_map(&map.to_string(), says);
    }

    /// Asserts that `decode` refuses the map after each change of a table (see [`each_change`]).
    fn refuses_each_change(&self, table: &str) {
        each_change(&self.map, table, |map, says| self.refuses_map(map, says));
    }
}

/// `R U2` in two turns, by `encode` and a solver.
fn encoded() -> &'static Encoded {
    static ENCODED: OnceLock<Encoded> = OnceLock::new();
    ENCODED.get_or_init(|| encoded_with("mux"))
}

/// The map and a model of `R U2` in two turns, encoded with a recipe.
fn encoded_with(recipe: &str) -> Encoded {
    let recipe = Recipe::built_in(recipe).unwrap();
    let problem = scrambled("R U2", Budget::Exactly(2));
    let formula = encode(&problem, &recipe).unwrap();
    let model = model_of(&formula.cnf, formula.variables).unwrap();
    Encoded {
        map: map::write(&problem, &recipe, &formula).unwrap(),
        model: literals(&model),
    }
}
