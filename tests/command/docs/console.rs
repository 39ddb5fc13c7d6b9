//! Runs the console examples and compares their output with the text.
//!
//! In a block marked `console`, each command follows `$ `. The next line may give its exit code after `? `, where
//! `failed` is any code except 0; without that line the code is 0. The output follows, stdout and stderr together. A
//! line `...` stands for any lines, `…` within a line for any text, and the seconds at the end of a progress line may
//! differ. The commands of one text run in order in one folder.

use std::io::{Read, pipe};
use std::process::{Command, Stdio};

use super::*;
use crate::common::cli::PROGRAM;
use crate::common::sat::{answer_of, literals, model_of};

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn every_console_example_prints_what_the_text_shows() -> Outcome {
    let cache = tempfile::tempdir()?;
    let mut wrong = String::new();
    for text in texts()? {
        let folder = tempfile::tempdir()?;
        let name = text.strip_prefix(root())?.to_string_lossy();
        let text = fs::read_to_string(&text)?;
        prepare(folder.path(), &text)?;
        for example in examples(&text) {
            let (ended, printed) = example.run(folder.path(), cache.path())?;
            if ended != example.ends || !output_matches(&example.prints, &printed) {
                let (line, command, ends) = (example.line, example.command, example.ends);
                let prints = example.prints.join("\n");
                wrong += &format!("{name}:{line}: $ {command}\n? {ends}\n{prints}\n");
                wrong += &format!("=== but it printed\n? {ended}\n{printed}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    Ok(())
}

/// A command, its exit code and its output, as the text shows them.
struct Example {
    /// The line number of the command, from 1.
    line: usize,
    command: String,
    ends: String,
    prints: Vec<String>,
}

/// The examples of a text. With the feature `page`, leaves out the example of a command without that feature.
fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut is_inside = false;
    for (line, number) in text.lines().zip(1..) {
        if line.starts_with("```") {
            is_inside = line == "```console";
        } else if !is_inside {
            continue;
        } else if let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example {
                line: number,
                command: command.to_owned(),
                ends: "0".to_owned(),
                prints: Vec::new(),
            });
        } else if let Some(example) = examples.last_mut() {
            match line.strip_prefix("? ") {
                Some(ends) if example.prints.is_empty() => ends.clone_into(&mut example.ends),
                _ => example.prints.push(line.to_owned()),
            }
        }
    }
    let is_without_page = |line: &String| line.contains("built without the page");
    examples.retain(|it| !(cfg!(feature = "page") && it.prints.iter().any(is_without_page)));
    examples
}

impl Example {
    /// Runs the command. Returns its exit code and its output.
    fn run(&self, folder: &Path, cache: &Path) -> Result<(String, String), Box<dyn Error>> {
        let words = shlex::split(&self.command).ok_or("a quote without its end")?;
        let (name, arguments) = words.split_first().ok_or("no command")?;
        let program = if name == "twistsat" { PROGRAM } else { name };
        let (mut reader, writer) = pipe()?;
        let mut command = Command::new(program);
        command.args(arguments).current_dir(folder);
        command.env("XDG_CACHE_HOME", cache).stdin(Stdio::null());
        command.stdout(writer.try_clone()?).stderr(writer);
        let mut child = command.spawn()?;
        // `command` holds the write ends of the pipe. Until they are closed, reading does not end.
        drop(command);
        let mut printed = String::new();
        reader.read_to_string(&mut printed)?;
        let code = child.wait()?.code();
        let ended = match code {
            Some(code) if self.ends != "failed" || code == 0 => code.to_string(),
            _ => "failed".to_owned(),
        };
        Ok((ended, printed))
    }
}

/// Whether the output is as the text shows, apart from placeholders.
fn output_matches(text: &[String], printed: &str) -> bool {
    let printed: Vec<&str> = printed.lines().collect();
    let text: Vec<&str> = text.iter().map(String::as_str).collect();
    lines_match(without_end(&text), without_end(&printed))
}

/// The lines without trailing empty lines.
fn without_end<'a, 'b>(lines: &'b [&'a str]) -> &'b [&'a str] {
    let last = lines.iter().rposition(|line| !line.trim().is_empty());
    &lines[..last.map_or(0, |last| last + 1)]
}

fn lines_match(text: &[&str], printed: &[&str]) -> bool {
    match text.split_first() {
        None => printed.is_empty(),
        Some((&"...", text)) => (0..=printed.len()).any(|from| lines_match(text, &printed[from..])),
        Some((line, text)) => {
            let first = printed.split_first();
            first.is_some_and(|(is, printed)| line_matches(line, is) && lines_match(text, printed))
        }
    }
}

fn line_matches(line: &str, printed: &str) -> bool {
    let timed = line.strip_suffix(" s").and_then(|it| it.rsplit_once(", "));
    match timed.filter(|(_, seconds)| seconds.parse::<f64>().is_ok()) {
        Some((rest, _)) => fits(&format!("{rest}, … s"), printed),
        None => fits(line, printed),
    }
}

/// Whether a printed line matches a line in which each `…` stands for any text.
fn fits(line: &str, printed: &str) -> bool {
    let Some((before, after)) = line.split_once('…') else {
        return line == printed;
    };
    let Some(rest) = printed.strip_prefix(before) else {
        return false;
    };
    let mut ends = rest.char_indices().map(|(at, _)| &rest[at..]).chain([""]);
    ends.any(|rest| fits(after, rest))
}

#[test]
fn an_example_may_only_differ_at_its_placeholders() {
    let like = |text: &[&str], printed: &[&str]| lines_match(text, printed);
    assert!(like(&["a", "...", "d"], &["a", "b", "c", "d"]) && like(&["a", "..."], &["a"]));
    assert!(!like(&["a", "...", "d"], &["a", "b"]) && !like(&["a"], &["a", "b"]));
    assert!(like(&["…b, 0.1 s"], &["ab, 23.45 s"]) && !like(&["b, 0.1 s"], &["ab, 0.1 s"]));
    assert!(!like(&["2 turns"], &["3 turns"]) && !like(&["a", "b"], &["a"]));
    let text = "```console\n$ one\n? 3\nx\n\n$ two\n```\n```sh\n$ three\n```\n";
    let found = examples(text)
        .into_iter()
        .map(|it| (it.line, it.command, it.ends, it.prints.len()));
    let (one, two) = ("one".to_owned(), "two".to_owned());
    let expected = [(2, one, "3".to_owned(), 2), (6, two, "0".to_owned(), 0)];
    assert!(found.eq(expected));
}

/// Writes the files that the examples of a text use: the blocks of the text that begin with a file name (`toml`,
/// `text`, formulas and proofs), and a solver's answer that solves `R U2 F'` in three turns.
fn prepare(folder: &Path, text: &str) -> Outcome {
    for kind in ["```toml\n", "```text\n"] {
        for block in text.split(kind).skip(1) {
            let block = block.split("```").next().unwrap_or_default();
            let first = block.lines().next().unwrap_or_default();
            if let Some(name) = first.strip_prefix("# ") {
                fs::write(folder.join(name), block)?;
            }
        }
    }
    // Formulas and proofs have their name in a comment, too.
    for kind in ["cnf", "drat", "lrat"] {
        for block in text.split(&format!("```{kind}\nc ")).skip(1) {
            let block = block.split("```").next().unwrap_or_default();
            let name = block.lines().next().unwrap_or_default();
            fs::write(folder.join(name), format!("c {block}"))?;
        }
    }
    fs::write(folder.join("three.model"), model()?)?;
    Ok(())
}

fn model() -> Result<String, Box<dyn Error>> {
    let formula = encode(&three_turns()?, &Recipe::built_in("mux-idle")?)?;
    let model = model_of(&formula.cnf, formula.variables).ok_or("no solution")?;
    Ok(answer_of(&literals(&model)))
}
