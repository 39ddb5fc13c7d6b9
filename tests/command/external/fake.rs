//! A solver that does what a test tells it to.

use std::process::{Child, Command, Stdio};

use rustsat::types::Assignment;
use twistsat::control::Control;
use twistsat::encode::{Recipe, encode};
use twistsat::problem::{Budget, Problem};
use twistsat::solver::{Session, Verdict, by_name};

use super::*;

/// The start is one turn from solved, but the question is for six turns, so that
/// the formula is larger than a pipe holds.
pub const TURNS: usize = 6;

const SCRAMBLE: &str = "R";

/// A folder with a fake solver `liar`, its right answer, and room for
/// temporary files.
pub struct Fake {
    pub folder: Folder,
}

impl Fake {
    /// A solver that runs this shell script, in which `$1` is the formula,
    /// `$answer` a file with the right answer, and `$here` the folder.
    pub fn new(script: &str) -> Self {
        let folder = Folder::new();
        std::fs::create_dir(folder.path_of("tmp")).unwrap();
        folder.write("answer", model_answer(&model(Budget::Exactly(TURNS))));
        let here = folder.arg("");
        let script = format!("#!/bin/sh\nhere='{here}'\nanswer=\"$here/answer\"\n{script}\n");
        folder.script("liar", &script);
        Self { folder }
    }

    /// The command line, with a file for the formula.
    pub fn command(&self) -> String {
        format!("'{}' {{cnf}}", self.folder.arg("liar"))
    }

    /// Asks for six turns, with the formula in a file.
    pub fn solve(&self, more: impl Words) -> Run {
        self.solve_by(&self.command(), more)
    }

    /// Asks for six turns with the solver command `command`.
    pub fn solve_by(&self, command: &str, more: impl Words) -> Run {
        let turns = TURNS.to_string();
        self.run((["--solver-command", command, "--turns", &turns], more))
    }

    /// Solves, and checks that no temporary file is left.
    pub fn run(&self, line: impl Words) -> Run {
        let run = Run::of(
            twistsat()
                .args(["solve", "pocket", "--scramble", SCRAMBLE])
                .args(RECIPE)
                .args(line.words())
                .env("TMPDIR", self.folder.path_of("tmp"))
                .output()
                .unwrap(),
        );
        self.assert_clean();
        run
    }

    /// Starts a run of `solve` and does not wait for its end.
    pub fn start(&self) -> Child {
        Command::new(env!("CARGO_BIN_EXE_twistsat-tested"))
            .args(["solve", "pocket", "--scramble", SCRAMBLE])
            .args(RECIPE)
            .arg("--turns")
            .arg(TURNS.to_string())
            .args(["--solver-command", &self.command()])
            .env("TMPDIR", self.folder.path_of("tmp"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    pub fn assert_clean(&self) {
        let left = std::fs::read_dir(self.folder.path_of("tmp")).unwrap();
        let left: Vec<_> = left.map(|entry| entry.unwrap().path()).collect();
        assert!(left.is_empty(), "left behind: {left:?}");
    }
}

/// A recipe that leaves every budget to the solver.
const RECIPE: [&str; 2] = ["--recipe", "mux-idle"];

/// The problem that [`Fake::solve`] poses.
pub fn posed_problem(budget: Budget) -> Problem {
    scrambled(SCRAMBLE, budget)
}

/// A model of the formula for this budget.
pub fn model(budget: Budget) -> Assignment {
    let recipe = Recipe::built_in("mux-idle").unwrap();
    let formula = encode(&posed_problem(budget), &recipe).unwrap();
    let solver = by_name("batsat").unwrap();
    let mut session = Session::new(solver, &formula.cnf, formula.variables).unwrap();
    let Verdict::Sat(model) = session.solve(&Control::unlimited()).unwrap() else {
        panic!("no model of {budget:?}");
    };
    model
}

/// The model as a solver prints it, one literal per line.
pub fn model_answer(model: &Assignment) -> String {
    let literals = model
        .iter()
        .map(|literal| format!("v {}\n", literal.to_ipasir()));
    format!("s SATISFIABLE\n{}v 0\n", literals.collect::<String>())
}
