//! Checks the documentation: every console example is run, every name exists, and every key of the file formats is
//! described.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use twistsat::encode::{Recipe, encode, map};
use twistsat::graph::DistanceTable;
use twistsat::notation::Notation;
use twistsat::plan::Plan;
use twistsat::problem::{Budget, Constraints, Problem, Question, Target};
use twistsat::proof::certificate::Certificate;
use twistsat::puzzle::Puzzle;

use crate::common::cli::{Folder, run_in};
use crate::common::rows;

mod callers;
mod console;
mod examples;
mod figures;
mod json;
mod lists;
pub mod names;
mod packages;
mod rooms;
mod sizes;
mod words;

type Outcome = Result<(), Box<dyn Error>>;

fn root() -> &'static Path {
    Path::new(env!("TWISTSAT_ROOT"))
}

/// Every text with examples, and folders of such texts.
const TEXTS: &str = "README.md CHANGELOG.md CONTRIBUTING.md checker/README.md encodings/README.md cnf-out/README.md docs";

fn texts() -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let open = TEXTS.split(' ').map(|text| root().join(text));
    let mut open: Vec<PathBuf> = open.collect();
    let mut texts = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(path)? {
                open.push(entry?.path());
            }
        } else if path.extension().is_some_and(|extension| extension == "md") {
            texts.push(path);
        }
    }
    texts.sort();
    Ok(texts)
}

fn three_turns() -> Result<Problem, Box<dyn Error>> {
    let puzzle = Puzzle::built_in("pocket")?;
    let scramble = Notation::Singmaster.read(&puzzle, "R U2 F'")?;
    let budget = Budget::Exactly(3);
    let problem = Problem::from_scramble(puzzle, &scramble, &Target::Any, budget);
    Ok(problem?)
}

#[test]
fn every_key_of_puzzle_files_plans_and_recipes_is_described() -> Outcome {
    let pocket = fs::read_to_string(root().join("encodings/puzzles/pocket.toml"))?;
    let plan = fs::read_to_string(root().join("encodings/plans/thistlethwaite.toml"))?;
    let rubik = Puzzle::built_in("rubik")?;
    let refuse = |format: &str, before: &str, after: &str| {
        let error = match format {
            "puzzle" => Puzzle::from_toml("test", &pocket.replacen(before, after, 1)).err(),
            "plan" => Plan::from_toml("test", &plan.replacen(before, after, 1), &rubik).err(),
            _ => Recipe::from_toml("test", after).err(),
        };
        expected(&error.ok_or("nonsense was read")?.to_string())
    };
    for [format, heading, before, after] in rows(
        "
puzzle » key » name = » nonsense = 1⏎name =
puzzle » key of `maximum` » maximum.htm » maximum.nonsense
puzzle » key of `htm` and `qtm` » any = 11 » nonsense = 11
puzzle » key of `face` » [[face]] » [[face]]⏎nonsense = 1
puzzle » key of `turn` » [[turn]] » [[turn]]⏎nonsense = 1
puzzle » key of `alias` » [[turn]] » [[alias]]⏎nonsense = 1⏎[[turn]]
puzzle » key of `orbit` » [[turn]] » [[orbit]]⏎nonsense = 1⏎[[turn]]
plan » key » name = » nonsense = 1⏎name =
plan » key of `stage` » [[stage]] » [[stage]]⏎nonsense = 1
plan » key of `peel` » [[stage]] » [peel]⏎nonsense = 1⏎[[stage]]
recipe » key »  » nonsense = 1
",
    ) {
        let section = section(&format!("## The {format} format"))?;
        for key in refuse(format, before, after)? {
            assert_described(table(&section, heading)?, &format!("\n| `{key}` |"));
            if format == "recipe" && !["name", "title", "distinct"].contains(&&*key) {
                // Its values are a fixed set of words.
                for value in refuse(format, "", &format!("{key} = \"nonsense\""))? {
                    let described = format!("\n| `{key} = \"{value}\"` |");
                    assert_described(table(&section, "value")?, &described);
                }
            }
        }
    }
    let section = section("## The puzzle format")?;
    for paint in refuse("puzzle", "\"green\"", "\"nonsense\"")? {
        assert_described(table(&section, "key of `face`")?, &format!("`{paint}`"));
    }
    Ok(())
}

/// The error for a JSON object with a key `nonsense` at any depth.
fn with_nonsense(
    text: &str,
    within: &str,
    read: impl Fn(&str) -> Result<(), String>,
) -> Result<String, Box<dyn Error>> {
    let mut object: serde_json::Value = serde_json::from_str(text)?;
    let inner = object.pointer_mut(within);
    inner.ok_or("no such key")?["nonsense"] = 1.into();
    let error = read(&object.to_string()).err();
    Ok(error.ok_or("nonsense was read")?)
}

#[test]
fn every_key_of_a_map_is_described() -> Outcome {
    let recipe = Recipe::built_in("mux")?;
    let constraints = Constraints {
        min_turns: 1,
        ..Constraints::default()
    };
    let problem = three_turns()?.constrained(constraints)?;
    let text = map::write(&problem, &recipe, &encode(&problem, &recipe)?)?;
    let read = |text: &str| map::read(text).map_err(|error| error.to_string()).map(drop);
    let map = section("## The map")?;
    for key in expected(&with_nonsense(&text, "", read)?)? {
        assert_described(table(&map, "key")?, &format!("\n| `{key}` |"));
    }
    // The keys of its question are those of a question file.
    let error = with_nonsense(&text, "/question", read)?;
    let question = Question::from_text("test", r#"{"nonsense": 1}"#).err();
    let question = question.ok_or("nonsense was read")?.to_string();
    assert_eq!(expected(&error)?, expected(&question)?);
    Ok(())
}

#[test]
fn every_key_of_a_certificate_is_described() -> Outcome {
    let folder = Folder::new();
    let prove = "prove pocket --scramble 'R U' --max-turns 1 -o p";
    run_in(folder.path(), prove).ends(0);
    let read = |text: &str| {
        let certificate = Certificate::read(text);
        certificate.map_err(|error| error.to_string()).map(drop)
    };
    let section = section("## The certificate")?;
    for key in expected(&with_nonsense(&folder.read("p.json"), "", read)?)? {
        assert_described(table(&section, "key")?, &format!("\n| `{key}` |"));
    }
    Ok(())
}

#[test]
fn the_puzzle_of_the_walk_through_is_one_short_file() -> Outcome {
    let text = fs::read_to_string(root().join("docs/own-puzzle.md"))?;
    let (_, rest) = text
        .split_once("```toml\n# floppy.toml\n")
        .ok_or("no file")?;
    let (file, rest) = rest.split_once("```").ok_or("no end")?;
    assert!(file.lines().count() <= 40);
    let call = "```console\n$ twistsat solve --puzzle-file floppy.toml";
    assert!(rest.trim_start().starts_with(call));
    // As many states at each distance as published: https://oeis.org/A080615.
    let puzzle = Puzzle::from_toml("floppy.toml", file)?;
    let all: Vec<usize> = (0..puzzle.turns().len()).collect();
    let table = DistanceTable::build(&puzzle, &all)?;
    assert_eq!(table.distribution(), [1, 4, 10, 24, 53, 64, 31, 4, 1]);
    assert!(Puzzle::mistakes("floppy.toml", file).is_empty());
    Ok(())
}

/// A section of `encodings/README.md`.
fn section(heading: &str) -> Result<String, Box<dyn Error>> {
    let text = fs::read_to_string(root().join("encodings/README.md"))?;
    let (_, rest) = text.split_once(heading).ok_or("no such section")?;
    Ok(rest.split("\n## ").next().unwrap_or_default().to_owned())
}

/// The table of a section whose first column has a heading.
fn table<'a>(section: &'a str, heading: &str) -> Result<&'a str, Box<dyn Error>> {
    let rest = section.split_once(&format!("\n| {heading} |"));
    let (_, rest) = rest.ok_or_else(|| format!("no table of {heading}"))?;
    Ok(rest.split("\n\n").next().unwrap_or_default())
}

/// The names in backticks after "expected" in an error message.
fn expected(message: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let names = message.split_once("expected");
    let (_, names) = names.ok_or_else(|| format!("no \"expected\" in `{message}`"))?;
    let names = names.split('`').skip(1).step_by(2);
    Ok(names.map(ToOwned::to_owned).collect())
}

fn assert_described(table: &str, what: &str) {
    assert!(table.contains(what), "nothing describes {what}");
}
