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

use twistsat::proof::certificate::sha256;

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

/// The table that `merge` makes from answer files, without seconds.
#[track_caller]
fn table(files: impl Words) -> String {
    let merged = run(("merge --format csv --no-seconds -q", files));
    merged.ends(0).out
}

/// Asserts that `merge` refuses these files with this message.
#[track_caller]
fn refused(files: impl Words, says: &str) {
    run(("merge -q", files))
        .ends_saying(1, &[says])
        .prints_nothing();
}

/// An answer as a line of an answer file, with its hash.
fn with_hash(object: &Value) -> String {
    let text = object.to_string();
    let hash = sha256(text.as_bytes());
    let open = text.strip_suffix('}').unwrap();
    format!("{open},\"sha256\":\"{hash}\"}}\n")
}

/// Writes an answer file with the header of another one and with these answers.
fn write_answers(file: &str, answers: &[Value]) {
    let lines = answers.iter().map(with_hash);
    fs::write(file, head(file) + &lines.collect::<String>()).unwrap();
}

/// Writes an answer file whose only answer is this one with changes.
fn write_changed(file: &str, answer: &Value, changes: Value) {
    let mut answer = answer.clone();
    for (key, value) in changes.as_object().unwrap() {
        answer[key] = value.clone();
    }
    write_answers(file, &[answer]);
}

/// Asserts that `merge` refuses an answer with these changes.
#[track_caller]
fn change_refused(file: &str, answer: &Value, changes: Value, says: &str) {
    write_changed(file, answer, changes);
    refused(file, says);
}

/// The answers in an answer file, without their hashes.
fn records(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    let (_, answers) = text.split_once('\n').unwrap_or_default();
    let mut records = json_lines(answers);
    for record in &mut records {
        record.as_object_mut().unwrap().remove("sha256").unwrap();
    }
    records
}

/// The first line of an answer file, with its line ending.
fn head(file: &str) -> String {
    let text = fs::read_to_string(file).unwrap();
    text.split_inclusive('\n').next().unwrap().to_owned()
}

/// Distinct random scrambles of this number of turns.
fn scrambles(count: usize, turns: usize) -> Vec<String> {
    let made = run!("scramble pocket --seed 22 --turns {turns} --count {count}");
    made.ends(0).out.lines().map(str::to_owned).collect()
}
