//! Helpers for tests of the command line.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use tempfile::TempDir;
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Problem, Solution, Target};
use twistsat::puzzle::{Layout, Puzzle};

/// The first position of Yurichev's text. To its exact orientation it has two shortest solutions, of 4 turns; up to
/// rotation it has one, of 3 turns.
pub const FIRST: &str = "F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR";

/// Three turns from solved, with two shortest solutions.
pub const THREE: &str = "UUUURLRLBFBFDDDDLRLRFBFB";

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

/// The program, without the environment variables that control colors.
pub fn twistsat() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_twistsat-tested"));
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
    let command = command.stdin(Stdio::piped());
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
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
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    pub fn of(output: Output) -> Self {
        let run = Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        };
        assert!(!run.err.contains("panicked"), "{run:#?}");
        run
    }

    /// Asserts the exit code.
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// The one JSON object on stdout.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        let value: serde_json::Value = serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("stdout is not JSON: {error}: {self:#?}"));
        assert!(value.is_object(), "{self:#?}");
        value
    }
}

/// Runs the program with these arguments.
pub fn run(arguments: &[&str]) -> Run {
    Run::of(twistsat().args(arguments).output().unwrap())
}

/// Runs the program with this text on stdin.
pub fn run_with_stdin(arguments: &[&str], stdin: &[u8]) -> Run {
    Run::of(output_with_stdin(twistsat().args(arguments), stdin))
}

/// Runs the program in a folder.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    let mut command = twistsat();
    Run::of(
        command
            .args(arguments)
            .current_dir(folder)
            .output()
            .unwrap(),
    )
}

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

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path_of(name)).unwrap()
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

/// Arguments that encode the question whether one turn solves the scramble `R`. `to` follows `-o`.
pub fn encode_one<'a>(to: &[&'a str]) -> Vec<&'a str> {
    let one = ["encode", "pocket", "--scramble", "R", "--turns", "1", "-o"];
    [&one, to].concat()
}

/// Arguments with one constraint of each kind that takes a number, except costs.
pub fn constrained<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let question = [
        command,
        "pocket",
        "--scramble",
        "R U2 F'",
        "--max-turns",
        "3",
    ];
    let limits = ["--at-most", "R=1", "--min-turns", "2"];
    [&question[..], &limits, more].concat()
}
