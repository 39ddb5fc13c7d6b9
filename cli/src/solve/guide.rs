//! `solve` without a state shows examples; `solve 3x3` shows how to write a state and, on a terminal, prompts for it.

use std::io::{IsTerminal, stderr, stdin};

use dialoguer::Input;
use twistsat::puzzle::{Face, Puzzle, Sticker};
use twistsat::report;

use crate::{Failure, output};

const WITHOUT_PUZZLE: &str = "\
Which puzzle, and how is it scrambled? For example:

  twistsat solve 3x3                                   shows how to write a state
  twistsat solve 3x3 --scramble \"R U F2\"               solves the puzzle after these turns
  twistsat solve pocket --state UFFURUURRFFRDBDDLDLLLBBB
  twistsat list puzzles                                lists all puzzles
  twistsat page --serve 8000                           serves a page on which you paint the state
  twistsat solve -h                                    lists the common options";

/// What the guide did about the missing state.
pub(crate) enum Guide {
    /// The guide prompted for the state face by face; these are the words of the completed command line.
    Completed(Vec<String>),
    /// The guide showed how to enter a state.
    Shown,
}

impl Guide {
    /// Runs the guide if this command line gives no state.
    pub(crate) fn run_if_no_state(words: &[String]) -> Option<Result<Self, Failure>> {
        let [_, command, puzzle @ ..] = words else {
            return None;
        };
        match (command.as_str(), puzzle) {
            ("solve", []) => {
                output::diagnose(WITHOUT_PUZZLE);
                Some(Ok(Self::Shown))
            }
            ("solve", [name]) if !name.starts_with('-') => Some(Self::of_puzzle(name)),
            _ => None,
        }
    }

    fn of_puzzle(name: &str) -> Result<Self, Failure> {
        let puzzle = Puzzle::built_in(name)?;
        output::diagnose(&report::state_guide(&puzzle, name));
        if !stdin().is_terminal() || !stderr().is_terminal() {
            return Ok(Self::Shown);
        }
        let mut state = Vec::new();
        for face in puzzle.faces() {
            state.push(format!("{}={}", face.name, prompt_face(face)?));
        }
        let state = state.join(" ");
        output::diagnose(&format!("\ntwistsat solve {name} --state \"{state}\"\n"));
        let words = ["twistsat", "solve", name, "--state", &state];
        Ok(Self::Completed(words.map(str::to_owned).to_vec()))
    }
}

/// Prompts for the stickers of a face until the count is right.
fn prompt_face(face: &Face) -> Result<String, Failure> {
    let (name, count) = (&face.name, face.facelets.len());
    let input = Input::<String>::new()
        .with_prompt(format!("{name}, {count} stickers"))
        .validate_with(|text: &String| check_count(&without_spaces(text), count));
    let text = input.interact_text().map_err(Failure::error)?;
    Ok(without_spaces(&text))
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Checks that a text has `count` stickers.
fn check_count(text: &str, count: usize) -> Result<(), String> {
    let stickers = Sticker::read_all(text).map_err(|error| error.to_string())?;
    if stickers.len() == count {
        Ok(())
    } else {
        Err(format!(
            "these are {} stickers; the face has {count}",
            stickers.len()
        ))
    }
}
