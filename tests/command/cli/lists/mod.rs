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
struct Lists(Folder);

impl Lists {
    fn new() -> Self {
        Self(Folder::new())
    }

    /// A file, as an argument.
    fn path_argument(&self, name: &str) -> String {
        self.0.arg(name)
    }

    /// A list of lines.
    fn list(&self, lines: &[impl Borrow<str>]) -> String {
        self.0.write("list.txt", lines.join("\n") + "\n")
    }

    /// The words that answer a list into a file.
    fn words(&self, lines: &[impl Borrow<str>], to: &str, command: &[&str]) -> Vec<String> {
        let (list, to) = (self.list(lines), self.path_argument(to));
        let more = ["--batch", &list, "--resume", &to, "-q"];
        command
            .iter()
            .chain(&more)
            .map(|&word| word.to_owned())
            .collect()
    }

    /// Answers a list into a file, whose path it returns.
    #[track_caller]
    fn answered(&self, lines: &[impl Borrow<str>], to: &str, command: &[&str]) -> String {
        let run = run_words(&self.words(lines, to, command));
        assert_eq!(run.out, "", "{run:#?}");
        self.path_argument(to)
    }
}

fn run_words(words: &[String]) -> Run {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    run(&words)
}

/// The table of files of answers, without seconds.
#[track_caller]
fn table(files: &[&str]) -> String {
    let merge = [
        &["merge"],
        files,
        &["--format", "csv", "--no-seconds", "-q"],
    ]
    .concat();
    run(&merge).ends(0).out
}

/// What `merge` says is wrong, if there is no table.
#[track_caller]
fn refused(files: &[&str], says: &str) {
    let refused = run(&[&["merge", "-q"], files].concat()).ends(1);
    assert!(refused.err.contains(says), "{says}: {refused:#?}");
    assert_eq!(refused.out, "");
}

/// An answer with another value, and its hash.
fn with_hash(object: &Value) -> String {
    use sha2::{Digest, Sha256};
    let text = object.to_string();
    let hash = Sha256::digest(text.as_bytes());
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let open = text.strip_suffix('}').unwrap();
    format!("{open},\"sha256\":\"{hash}\"}}\n")
}

/// The answers of a file, without their hashes.
fn records(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    let records = text.lines().skip(1).map(|line| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        record.as_object_mut().unwrap().remove("sha256").unwrap();
        record
    });
    records.collect()
}

/// The head of a file of answers, with its end.
fn head(file: &str) -> String {
    let text = fs::read_to_string(file).unwrap();
    text.split_inclusive('\n').next().unwrap().to_owned()
}

/// States with the length of their shortest solutions, as published (see `tests/common/cli.rs`).
const KNOWN: [(&str, usize); 5] = [
    ("UUUULRRLFBBFDDDDRLLRBFFB", 4),
    (THREE, 3),
    (FIRST, 3),
    ("UDDURFRFRFRFUDDULBLBLBLB", 5),
    (NINE, 9),
];

/// Distinct scrambles of some turns.
fn scrambles(count: usize, turns: usize) -> Vec<String> {
    let (turns, count) = (turns.to_string(), count.to_string());
    let made = ["scramble", "pocket", "--seed", "22", "--turns", &turns];
    let made = run(&[&made[..], &["--count", &count]].concat()).ends(0).out;
    made.lines().map(str::to_owned).collect()
}
