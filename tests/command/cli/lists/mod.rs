//! Lists: a question per line, files of answers, and a table at the end. Each test has a folder with the file `list`.

mod answers;
#[cfg(unix)]
mod engines;
mod faults;
mod identity;
mod makers;
#[cfg(unix)]
mod slurm;
mod speed;

use twistsat::text::sha256;

use super::*;

/// The arguments that answer the list and write the answers to a file.
fn words(command: impl Words, to: &str) -> Vec<String> {
    (command, ["--batch", "list", "--resume", to, "-q"]).words()
}

/// Writes the list, answers it, and returns the answers in the file.
#[track_caller]
fn answered(folder: &Folder, list: &str, to: &str, command: impl Words) -> Vec<Value> {
    folder.write("list", list);
    run_in(folder, words(command, to)).prints_nothing();
    records(folder, to)
}

/// The table that `merge` makes from answer files, without seconds.
#[track_caller]
fn table(folder: &Folder, files: impl Words) -> String {
    let merge = ("merge --format csv --no-seconds -q", files);
    run_in(folder, merge).ends(0).out
}

/// Asserts that `merge` refuses these files with this message.
#[track_caller]
fn refused(folder: &Folder, files: impl Words, says: &str) {
    let run = run_in(folder, ("merge -q", files));
    run.ends_saying(1, &[says]).prints_nothing();
}

/// An answer as a line of an answer file, with its hash.
fn with_hash(object: &Value) -> String {
    let text = object.to_string();
    let hash = sha256(text.as_bytes());
    let open = text.strip_suffix('}').unwrap();
    format!("{open},\"sha256\":\"{hash}\"}}\n")
}

/// Writes an answer file with the present header, whose only answer is this one with changes.
fn write_changed(folder: &Folder, file: &str, answer: &Value, changes: Value) {
    let mut answer = answer.clone();
    for (key, value) in changes.as_object().unwrap() {
        answer[key] = value.clone();
    }
    folder.write(file, head(folder, file) + &with_hash(&answer));
}

/// The answers in an answer file, without their hashes.
fn records(folder: &Folder, file: &str) -> Vec<Value> {
    let text = folder.read(file);
    let (_, answers) = text.split_once('\n').unwrap_or_default();
    let mut records = json_lines(answers);
    for record in &mut records {
        record.as_object_mut().unwrap().remove("sha256").unwrap();
    }
    records
}

/// The outcomes of answers, or of the rows of a table.
fn outcomes(answers: &[Value]) -> Vec<&str> {
    let outcomes = answers.iter().map(|answer| answer["outcome"].as_str());
    outcomes.map(Option::unwrap).collect()
}

/// The first line of an answer file, with its line ending.
fn head(folder: &Folder, file: &str) -> String {
    let text = folder.read(file);
    text.split_inclusive('\n').next().unwrap().to_owned()
}

/// A list of distinct random scrambles of this number of turns.
fn scrambles(count: usize, turns: usize) -> String {
    let made = run!("scramble pocket --seed 22 --turns {turns} --count {count}");
    made.ends(0).out
}

/// Waits until a condition holds, with a time limit.
#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
