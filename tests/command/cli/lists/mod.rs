//! Lists: one question per line, files of answers, and one table at the end.

mod answers;
#[cfg(unix)]
mod engines;
mod faults;
mod identity;
mod makers;
#[cfg(unix)]
mod slurm;
mod speed;

use std::borrow::Borrow;
use std::fs;

use super::*;

/// A folder for lists and their answers.
struct ListFolder(Folder);

impl ListFolder {
    fn new() -> Self {
        Self(Folder::new())
    }

    /// The path of a file, as an argument.
    fn path_argument(&self, name: &str) -> String {
        self.0.arg(name)
    }

    /// Writes a list and returns its path.
    fn list(&self, lines: &[impl Borrow<str>]) -> String {
        self.0.write("list.txt", lines.join("\n") + "\n")
    }

    /// The arguments that answer a list and write the answers to a file.
    fn words(&self, lines: &[impl Borrow<str>], to: &str, command: impl Words) -> Vec<String> {
        let (list, to) = (self.list(lines), self.path_argument(to));
        (command, ["--batch", &list, "--resume", &to, "-q"]).words()
    }

    /// Answers a list and returns the path of the answer file.
    #[track_caller]
    fn answered(&self, lines: &[impl Borrow<str>], to: &str, command: impl Words) -> String {
        run(self.words(lines, to, command)).prints_nothing();
        self.path_argument(to)
    }
}

fn run_words(words: &[String]) -> Run {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    run(&words)
}

/// The table that `merge` makes from answer files, without seconds.
#[track_caller]
fn table(files: impl Words) -> String {
    run(("merge --format csv --no-seconds -q", files))
        .ends(0)
        .out
}

/// Asserts that `merge` refuses these files with this message.
#[track_caller]
fn refused(files: impl Words, says: &str) {
    run(("merge -q", files))
        .ends(1)
        .says(&[says])
        .prints_nothing();
}

/// An answer as a line of an answer file, with its hash.
fn with_hash(object: &Value) -> String {
    use sha2::{Digest, Sha256};
    let text = object.to_string();
    let hash = Sha256::digest(text.as_bytes());
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let open = text.strip_suffix('}').unwrap();
    format!("{open},\"sha256\":\"{hash}\"}}\n")
}

/// The answers in an answer file, without their hashes.
fn records(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    let records = text.lines().skip(1).map(|line| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        record.as_object_mut().unwrap().remove("sha256").unwrap();
        record
    });
    records.collect()
}

/// The first line of an answer file, with its line ending.
fn head(file: &str) -> String {
    let text = fs::read_to_string(file).unwrap();
    text.split_inclusive('\n').next().unwrap().to_owned()
}

/// States with the length of their shortest solutions, as published (see `tests/common/cli.rs`).
const KNOWN: [(&str, usize); 5] = [
    ("UUUULRRLFBBFDDDDRLLRBFFB", 4),
    (THREE, 3),
    (FIRST, 3),
    (FIVE, 5),
    (NINE, 9),
];

/// Distinct random scrambles of this number of turns.
fn scrambles(count: usize, turns: usize) -> Vec<String> {
    let (turns, count) = (turns.to_string(), count.to_string());
    let made = ["scramble", "pocket", "--seed", "22", "--turns", &turns];
    let made = run((&made, format!("--count {count}"))).ends(0).out;
    made.lines().map(str::to_owned).collect()
}
