//! A solver that does what a test tells it to.

use std::process::{Child, Command};

use twistsat::encode::{Recipe, encode};
use twistsat::problem::{Budget, Problem};

use super::*;
use crate::common::sat::{literals, model_of};

/// The start is one turn from solved, but the question is for six turns, so that the formula is larger than a pipe
/// holds.
pub const TURNS: usize = 6;

const SCRAMBLE: &str = "R";

/// A folder with a fake solver `liar`, the right answer, and a folder for temporary files.
pub struct Fake {
    pub folder: Folder,
}

impl Fake {
    /// A solver that runs this shell script, in which `$1` is the formula, `$answer` a file with the right answer, and
    /// `$here` the folder.
    pub fn new(script: &str) -> Self {
        let folder = Folder::new();
        std::fs::create_dir(folder.path_of("tmp")).unwrap();
        folder.write("answer", right_answer(Budget::Exactly(TURNS)));
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
        let run = Run::of(self.solving(line).output().unwrap());
        self.assert_clean();
        run
    }

    /// Starts a run that asks for six turns, and does not wait for its end.
    pub fn start(&self) -> Child {
        let (turns, command) = (TURNS.to_string(), self.command());
        start_piped(&mut self.solving(["--turns", &turns, "--solver-command", &command]))
    }

    fn solving(&self, line: impl Words) -> Command {
        let mut command = twistsat();
        command.args(["solve", "pocket", "--scramble", SCRAMBLE]);
        command.args(RECIPE).args(line.words());
        command.env("TMPDIR", self.folder.path_of("tmp"));
        command
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

/// The answer with a model of the formula for this budget.
pub fn right_answer(budget: Budget) -> String {
    let recipe = Recipe::built_in("mux-idle").unwrap();
    let formula = encode(&posed_problem(budget), &recipe).unwrap();
    let model = model_of(&formula.cnf, formula.variables).unwrap();
    let literals = literals(&model).into_iter();
    // One literal per line.
    let lines: String = literals.map(|literal| format!("v {literal}\n")).collect();
    format!("s SATISFIABLE\n{lines}v 0\n")
}
