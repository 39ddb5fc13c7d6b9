//! The texts tell the truth: every console example is run, and every key of
//! the file formats is described.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use twistsat::control::Control;
use twistsat::encode::{Recipe, encode, map};
use twistsat::puzzle::{Budget, Notation, Problem, Puzzle, Target, built_in};
use twistsat::solver::{Session, Verdict, by_name};

type Outcome = Result<(), Box<dyn Error>>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every text with examples, and folders of such texts.
const TEXTS: [&str; 4] = [
    "README.md",
    "encodings/README.md",
    "cnf-out/README.md",
    "docs",
];

#[test]
fn every_console_example_prints_what_it_says() -> Outcome {
    let folder = tempfile::tempdir()?;
    let cases = trycmd::TestCases::new();
    for (number, text) in texts()?.into_iter().enumerate() {
        // trycmd runs the examples of `name.md` in the folder `name.in`.
        let name = text.strip_prefix(root())?.to_string_lossy();
        let copy = folder
            .path()
            .join(format!("{number}-{}", name.replace('/', "-")));
        let text = fs::read_to_string(&text)?;
        fs::write(&copy, for_trycmd(&text))?;
        prepare(&copy.with_extension("in"), &text)?;
        cases.case(&copy);
    }
    cases.run();
    Ok(())
}

fn texts() -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut open: Vec<PathBuf> = TEXTS.iter().map(|text| root().join(text)).collect();
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

/// What the examples of a text find where they run: its own `toml` blocks that
/// begin with the name of a file, and a model of "`R U2 F'` is solved in three
/// turns", as a solver would print it.
fn prepare(folder: &Path, text: &str) -> Outcome {
    fs::create_dir(folder)?;
    for block in text.split("```toml\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        let first = block.lines().next().unwrap_or_default();
        if let Some(name) = first.strip_prefix("# ") {
            fs::write(folder.join(name), block)?;
        }
    }
    fs::write(folder.join("three.model"), model()?)?;
    Ok(())
}

fn three_turns() -> Result<Problem, Box<dyn Error>> {
    let puzzle = Arc::new(built_in("pocket").ok_or("no such puzzle")??);
    let scramble = Notation::Singmaster.read(&puzzle, "R U2 F'")?;
    let budget = Budget::Exactly(3);
    Ok(Problem::from_scramble(
        puzzle,
        &scramble,
        &Target::Any,
        budget,
    )?)
}

fn model() -> Result<String, Box<dyn Error>> {
    let recipe = Recipe::built_in("mux-idle").ok_or("no such recipe")??;
    let formula = encode(&three_turns()?, &recipe)?;
    let solver = by_name("varisat").ok_or("no such solver")?;
    let mut session = Session::new(solver, &formula.cnf, formula.variables)?;
    let Verdict::Sat(model) = session.solve(&Control::unlimited())? else {
        return Err("no solution of three turns".into());
    };
    let literals: Vec<String> = model
        .iter()
        .map(|literal| literal.to_ipasir().to_string())
        .collect();
    Ok(format!("s SATISFIABLE\nv {} 0\n", literals.join(" ")))
}

/// The text as trycmd reads it: an empty line ends the output of a command, and
/// the seconds at the end of progress lines match any.
fn for_trycmd(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut in_block = false;
    for line in text.lines() {
        let fence = line.starts_with("```");
        let after_command = lines.last().is_some_and(|last| !last.starts_with("```"));
        if in_block && after_command && (fence || line.starts_with("$ ")) {
            lines.push(String::new());
        }
        in_block = if fence {
            line == "```console"
        } else {
            in_block
        };
        let timed = line
            .strip_suffix(" s")
            .and_then(|rest| rest.rsplit_once(", "))
            .filter(|(_, seconds)| seconds.parse::<f64>().is_ok());
        lines.push(match timed {
            Some((rest, _)) if in_block => format!("{rest}, [..] s"),
            _ => line.to_owned(),
        });
    }
    lines.join("\n") + "\n"
}

#[test]
fn every_key_of_a_puzzle_file_is_described() -> Outcome {
    let pocket = fs::read_to_string(root().join("encodings/puzzles/pocket.toml"))?;
    let section = section("## The puzzle format")?;
    let refuse = |text: &str| -> Result<String, Box<dyn Error>> {
        let error = Puzzle::from_toml("test", text).err();
        Ok(error
            .ok_or("a key that does not exist was read")?
            .to_string())
    };
    // A key that no table has, at the head, in `maximum`, in a face, in a turn.
    for (before, after) in [
        ("name = \"pocket\"", "nonsense = 1\nname = \"pocket\""),
        ("any = 11", "nonsense = 11"),
        ("[[face]]\n", "[[face]]\nnonsense = 1\n"),
        ("[[turn]]\n", "[[turn]]\nnonsense = 1\n"),
    ] {
        let message = refuse(&pocket.replacen(before, after, 1))?;
        assert_described(&section, &expected(&message)?);
    }
    let message = refuse(&pocket.replacen("\"green\"", "\"nonsense\"", 1))?;
    assert_described(&section, &expected(&message)?);
    Ok(())
}

#[test]
fn every_key_and_value_of_a_recipe_is_described() -> Outcome {
    let section = section("## The recipe format")?;
    let refuse = |text: &str| -> Result<String, Box<dyn Error>> {
        let error = Recipe::from_toml("test", text).err();
        Ok(error.ok_or("nonsense was read")?.to_string())
    };
    let keys = expected(&refuse("nonsense = 1")?)?;
    assert_described(&section, &keys);
    for key in keys.iter().filter(|key| !is_text(key)) {
        let message = refuse(&format!("{key} = \"nonsense\""))?;
        if key == "distinct" {
            assert_described(&section, &["true".to_owned(), "false".to_owned()]);
        } else {
            assert_described(&section, &expected(&message)?);
        }
    }
    Ok(())
}

fn is_text(key: &str) -> bool {
    ["name", "title"].contains(&key)
}

#[test]
fn every_key_of_a_map_is_described() -> Outcome {
    let recipe = Recipe::built_in("mux").ok_or("no such recipe")??;
    let problem = three_turns()?;
    let text = map::write(&problem, &recipe, &encode(&problem, &recipe)?);
    let map: serde_json::Value = serde_json::from_str(&text)?;
    let keys: Vec<String> = map
        .as_object()
        .ok_or("not an object")?
        .keys()
        .cloned()
        .collect();
    assert!(keys.len() > 10, "{keys:?}");
    assert_described(&section("## The map")?, &keys);
    Ok(())
}

/// A section of `encodings/README.md`.
fn section(heading: &str) -> Result<String, Box<dyn Error>> {
    let text = fs::read_to_string(root().join("encodings/README.md"))?;
    let (_, rest) = text.split_once(heading).ok_or("no such section")?;
    Ok(rest.split("\n## ").next().unwrap_or_default().to_owned())
}

/// The names in backticks after "expected" in an error message.
fn expected(message: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let (_, names) = message
        .split_once("expected")
        .ok_or_else(|| format!("nothing is expected in `{message}`"))?;
    let names: Vec<String> = names
        .split('`')
        .skip(1)
        .step_by(2)
        .map(ToOwned::to_owned)
        .collect();
    assert!(!names.is_empty(), "{message}");
    Ok(names)
}

fn assert_described(section: &str, names: &[String]) {
    for name in names {
        assert!(
            section.contains(&format!("`{name}`")),
            "encodings/README.md does not describe `{name}`"
        );
    }
}
