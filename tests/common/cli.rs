//! Helpers for tests of the command line.

use std::fs;
use std::io::Write;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;

use serde_json::Value;
use tempfile::TempDir;
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Problem, Solution, Target};
use twistsat::puzzle::{Layout, Puzzle};

use super::stopwatch::{Stopwatch, Took};

/// The first position of Yurichev's text. To its exact orientation it has two shortest solutions, of 4 turns; up to
/// rotation it has one, of 3 turns.
pub const FIRST: &str = "F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR";

/// The second position of Yurichev's text. Up to rotation it takes nine turns.
pub const SECOND: &str = "F=RORW U=BRBB D=GOOR R=WYGY L=OWYW B=BYGG";

/// The example of an article on the pocket cube in a graph database, as a net.
pub const EXAMPLE: &str = "00\n21\n40534352\n52421403\n15\n13";

/// A position with a canonical solution of 6 turns and none of 7, as a net.
pub const GAP: &str = "xS\nay\naSXx7y7y\n7x7aSaxX\nXy\nSX";

/// Three turns from solved, with two shortest solutions.
pub const THREE: &str = "UUUURLRLBFBFDDDDLRLRFBFB";

/// Five turns from solved.
pub const FIVE: &str = "UDDURFRFRFRFUDDULBLBLBLB";

/// Nine turns from solved. Refuting eight turns takes seconds.
pub const NINE: &str = "DUUDRRRLFBFFUDDULLLRBFBB";

/// Eleven turns from solved. Refuting ten turns takes much longer than any test waits.
pub const ELEVEN: &str = "UUUULRRRFBFFDDDDRLLLBFBB";

/// Solved.
pub const SOLVED: &str = "UUUURRRRFFFFDDDDLLLLBBBB";

/// The solvers that are built in.
pub const SOLVERS: &[&str] = &[
    "batsat",
    "varisat",
    "splr",
    #[cfg(feature = "cadical")]
    "cadical-lib",
    #[cfg(feature = "glucose")]
    "glucose-lib",
    #[cfg(feature = "minisat")]
    "minisat-lib",
];

/// The solvers that are external programs, installed or not.
pub const PROGRAMS: [&str; 6] = [
    "minisat",
    "picosat",
    "cadical",
    "kissat",
    "cryptominisat5",
    "clasp",
];

/// The path of the program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_twistsat-tested");

/// The program, without the environment variables that control colors.
pub fn twistsat() -> Command {
    let mut command = Command::new(PROGRAM);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"] {
        command.env_remove(variable);
    }
    // No cache unless a test sets a folder for it: /dev/null is not a folder.
    command.env("XDG_CACHE_HOME", "/dev/null");
    command.stdin(Stdio::null());
    command
}

/// Runs a program with this text on stdin, of which it may read only a part.
pub fn output_with_stdin(command: &mut Command, stdin: impl AsRef<[u8]>) -> Output {
    let mut child = start_piped(command.stdin(Stdio::piped()));
    let mut to = child.stdin.take().unwrap();
    let stdin = stdin.as_ref();
    std::thread::scope(|scope| {
        // The program may print before it has read everything.
        scope.spawn(move || drop(to.write_all(stdin)));
        child.wait_with_output().unwrap()
    })
}

/// The result of a run of the program.
#[derive(Debug)]
pub struct Run {
    /// The command line; empty if it was not recorded.
    pub line: String,
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    pub fn of(output: Output) -> Self {
        let run = Run {
            line: String::new(),
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        };
        assert!(!run.err.contains("panicked"), "{run:#?}");
        run
    }

    fn after(words: &[String], command: &mut Command) -> Self {
        let line = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
        let output = command.args(words).output().unwrap();
        Run {
            line,
            ..Run::of(output)
        }
    }

    /// Asserts the exit code.
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// Asserts that stdout contains each of these texts.
    #[track_caller]
    pub fn prints(self, texts: &[impl AsRef<str>]) -> Self {
        for text in texts.iter().map(AsRef::as_ref) {
            assert!(self.out.contains(text), "no `{text}` on stdout: {self:#?}");
        }
        self
    }

    /// Asserts that stdout is empty.
    #[track_caller]
    pub fn prints_nothing(self) -> Self {
        assert_eq!(self.out, "", "{self:#?}");
        self
    }

    /// Asserts that stderr contains each of these texts.
    #[track_caller]
    pub fn says(self, texts: &[impl AsRef<str>]) -> Self {
        for text in texts.iter().map(AsRef::as_ref) {
            assert!(self.err.contains(text), "no `{text}` on stderr: {self:#?}");
        }
        self
    }

    /// Asserts the exit code, and that stdout contains each of these texts.
    #[track_caller]
    pub fn ends_printing(self, code: i32, texts: &[impl AsRef<str>]) -> Self {
        self.ends(code).prints(texts)
    }

    /// Asserts the exit code, and that stderr contains each of these texts.
    #[track_caller]
    pub fn ends_saying(self, code: i32, texts: &[impl AsRef<str>]) -> Self {
        self.ends(code).says(texts)
    }

    /// Asserts that neither stdout nor stderr contains any of these texts.
    #[track_caller]
    pub fn lacks(self, texts: &[impl AsRef<str>]) -> Self {
        for text in texts.iter().map(AsRef::as_ref) {
            let is_there = self.out.contains(text) || self.err.contains(text);
            assert!(!is_there, "`{text}` in {self:#?}");
        }
        self
    }

    /// Asserts that the JSON object on stdout has these keys and values, among others.
    #[track_caller]
    pub fn reports(self, keys: Value) -> Self {
        assert_keys(&self.json(), keys);
        self
    }

    /// Asserts the exit code, and that the JSON object on stdout has these keys and values, among others.
    #[track_caller]
    pub fn ends_reporting(self, code: i32, keys: Value) -> Self {
        self.ends(code).reports(keys)
    }

    /// The JSON objects on stdout, one per line.
    #[track_caller]
    pub fn rows(&self) -> Vec<Value> {
        json_lines(&self.out)
    }

    /// The one JSON object on stdout.
    #[track_caller]
    pub fn json(&self) -> Value {
        let value: Value = serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("stdout is not JSON: {error}: {self:#?}"));
        assert!(value.is_object(), "{self:#?}");
        value
    }
}

/// Asserts that a JSON object has these keys and values, among others. A key that is missing is `null`.
#[track_caller]
pub fn assert_keys(object: &Value, keys: Value) {
    for (key, value) in keys.as_object().unwrap() {
        assert_eq!(&object[key], value, "`{key}` of {object:#}");
    }
}

/// The JSON values of a text, one per line.
#[track_caller]
pub fn json_lines(text: &str) -> Vec<Value> {
    let lines = text.lines().map(serde_json::from_str);
    lines.map(Result::unwrap).collect()
}

/// A command line without the name of the program: one text as a user types it, or its words.
pub trait Words {
    fn words(&self) -> Vec<String>;
}

impl Words for str {
    /// Splits the text as a shell does.
    #[track_caller]
    fn words(&self) -> Vec<String> {
        // A backslash at the end of a line continues it.
        let line = self.replace("\\\n", " ");
        shlex::split(&line).unwrap_or_else(|| panic!("an open quote in `{self}`"))
    }
}

impl Words for String {
    #[track_caller]
    fn words(&self) -> Vec<String> {
        self.as_str().words()
    }
}

impl<T: AsRef<str>> Words for [T] {
    fn words(&self) -> Vec<String> {
        self.iter().map(|word| word.as_ref().to_owned()).collect()
    }
}

impl<T: AsRef<str>, const N: usize> Words for [T; N] {
    fn words(&self) -> Vec<String> {
        self.as_slice().words()
    }
}

impl<T: AsRef<str>> Words for Vec<T> {
    fn words(&self) -> Vec<String> {
        self.as_slice().words()
    }
}

/// One after the other.
impl<A: Words, B: Words> Words for (A, B) {
    #[track_caller]
    fn words(&self) -> Vec<String> {
        [self.0.words(), self.1.words()].concat()
    }
}

impl<A: Words, B: Words, C: Words> Words for (A, B, C) {
    #[track_caller]
    fn words(&self) -> Vec<String> {
        [self.0.words(), self.1.words(), self.2.words()].concat()
    }
}

impl<T: Words + ?Sized> Words for &T {
    #[track_caller]
    fn words(&self) -> Vec<String> {
        (**self).words()
    }
}

/// Runs the program with this command line.
#[track_caller]
pub fn run(line: impl Words) -> Run {
    Run::after(&line.words(), &mut twistsat())
}

/// Runs the program with this command line, and measures it.
#[track_caller]
pub fn run_timed(line: impl Words) -> (Run, Took) {
    let (output, took) = Stopwatch::start(start(line)).end();
    (Run::of(output), took)
}

/// Calls `attempt` with this time limit in seconds, and with longer ones as long as it fails: a slow or busy machine
/// needs more time for the same work. What does not depend on the time limit is asserted by `attempt`.
#[track_caller]
pub fn with_enough_time<T, E: std::fmt::Debug>(
    seconds: f64,
    attempt: impl Fn(f64) -> Result<T, E>,
) -> T {
    for factor in [1.0, 4.0, 16.0] {
        if let Ok(result) = attempt(factor * seconds) {
            return result;
        }
    }
    attempt(64.0 * seconds).expect("64 times the usual time is enough")
}

/// Runs the program with this text on stdin.
#[track_caller]
pub fn run_with_stdin(line: impl Words, stdin: &[u8]) -> Run {
    Run::of(output_with_stdin(twistsat().args(line.words()), stdin))
}

/// Runs the program in a folder.
#[track_caller]
pub fn run_in(folder: &Path, line: impl Words) -> Run {
    Run::after(&line.words(), twistsat().current_dir(folder))
}

/// Runs a shell script in a folder. `"$0"` is the program.
#[track_caller]
pub fn run_script(folder: &Path, script: &str) -> Run {
    let mut command = Command::new("sh");
    command.args(["-c", script, PROGRAM]).current_dir(folder);
    Run::of(command.output().unwrap())
}

/// Starts the program without waiting for it.
pub fn start(line: impl Words) -> Child {
    start_piped(twistsat().args(line.words()))
}

/// Starts the program in a folder without waiting for it.
pub fn start_in(folder: &Path, line: impl Words) -> Child {
    start_piped(twistsat().current_dir(folder).args(line.words()))
}

/// Starts a command whose output will be read.
pub fn start_piped(command: &mut Command) -> Child {
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits for the end of a run that was started.
#[track_caller]
pub fn end_of(child: Child) -> Run {
    Run::of(child.wait_with_output().unwrap())
}

/// Sends a signal such as `-INT` to a process, which may have ended already.
pub fn send(child: &Child, signal: &str) {
    let mut kill = Command::new("kill");
    kill.args([signal, &child.id().to_string()]);
    let _ = kill.stderr(Stdio::null()).status();
}

/// Runs the program with a command line that is formatted like the text of `println!`. Quote what may contain blanks:
/// `'{state}'`, or `"{turns}"` if it may contain apostrophes.
macro_rules! run_formatted {
    ($($line:tt)+) => {
        $crate::common::cli::run(format!($($line)+))
    };
}

/// Runs the program in a folder, with a command line as in [`run!`].
macro_rules! run_formatted_in {
    ($folder:expr, $($line:tt)+) => {
        $crate::common::cli::run_in($folder, format!($($line)+))
    };
}

pub(crate) use {run_formatted as run, run_formatted_in as run_in};

/// A temporary folder, deleted when dropped.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Folder(TempDir::new().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn path_of(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The path of a file as an argument.
    pub fn arg(&self, name: &str) -> String {
        self.path_of(name).to_str().unwrap().to_owned()
    }

    /// Writes a file and returns its path as an argument.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.path_of(name), content).unwrap();
        self.arg(name)
    }

    /// Makes a named pipe and returns its path as an argument.
    pub fn pipe(&self, name: &str) -> String {
        let made = Command::new("mkfifo").arg(self.path_of(name)).status();
        assert!(made.unwrap().success());
        self.arg(name)
    }

    /// Writes an executable script and returns its path. A child process copies it into place: if this process had the
    /// file open for writing, a program that another test starts meanwhile would inherit it, and the script could not
    /// be run.
    pub fn script(&self, name: &str, script: &str) -> String {
        let draft = self.write(&format!("{name}.draft"), script);
        let path = self.arg(name);
        let copy = [r#"cp "$1" "$2" && chmod 755 "$2""#, "sh", &draft, &path];
        let copied = Command::new("sh").arg("-c").args(copy).status();
        assert!(copied.unwrap().success());
        path
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path_of(name)).unwrap()
    }

    /// The JSON document in a file.
    pub fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }

    /// Changes the JSON document in a file.
    pub fn alter(&self, name: &str, change: impl FnOnce(&mut Value)) {
        let mut json = self.json(name);
        change(&mut json);
        self.write(name, json.to_string());
    }

    /// The names of all files in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        self.path()
    }
}

/// A data file of the repository.
pub fn data(path: &str) -> String {
    fs::read_to_string(Path::new(env!("TWISTSAT_ROOT")).join(path)).unwrap()
}

pub fn pocket() -> Arc<Puzzle> {
    Puzzle::built_in("pocket").unwrap()
}

/// The problem of solving a state, given as text in any layout.
pub fn problem(state: &str, target: &Target, budget: Budget) -> Problem {
    let puzzle = pocket();
    let start = Layout::guess(&puzzle, state).read(&puzzle, state).unwrap();
    Problem::new(puzzle, &start, target, budget).unwrap()
}

/// The problem of solving a scramble in Singmaster's notation, up to rotation.
pub fn scrambled(scramble: &str, budget: Budget) -> Problem {
    let puzzle = pocket();
    let turns = Notation::Singmaster.read(&puzzle, scramble).unwrap();
    Problem::from_scramble(puzzle, &turns, &Target::Any, budget).unwrap()
}

/// Replays turns in Singmaster's notation and returns how many there are.
#[track_caller]
pub fn replay(problem: &Problem, turns: &str) -> usize {
    let turns = Notation::Singmaster.read(&problem.puzzle, turns).unwrap();
    let length = turns.len();
    Solution::replay(&problem.within(Budget::Exactly(length)), turns).unwrap();
    length
}

/// The line that encodes the question whether one turn solves the scramble `R`. `to` follows `-o`.
pub fn encode_one(to: &str) -> String {
    format!("encode pocket --scramble R --turns 1 -o {to}")
}

/// A line with one constraint of each kind that takes a number, except costs.
pub fn constrained(command: &str, more: &str) -> String {
    let question = r#"pocket --scramble "R U2 F'" --max-turns 3"#;
    format!("{command} {question} --at-most R=1 --min-turns 2 {more}")
}
