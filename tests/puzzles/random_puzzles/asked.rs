//! Questions with how they are asked: in this process or by the command, for one solution or all.

use std::fmt;

use rand::RngExt;
use rand::seq::IndexedRandom;
use twistsat::encode::Recipe;

use super::ask;
use super::ask::Told;
use super::harness::{Case, Chance, Verdict};
use super::question::Question;
use super::truth::Truth;

/// How a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// For a shortest solution.
    Solve,
    SolveByCommand,
    /// For all solutions of so many turns.
    All(usize),
    /// For all solutions of the least number of turns that has any.
    EnumerateByCommand,
    /// For its weighted formula.
    Encode,
    EncodeByCommand,
    /// For a proof that there is no solution, and whether that is verified.
    Prove,
    ProveByCommand,
}

/// A question and how it is asked.
#[derive(Clone, Debug)]
pub struct Asked {
    pub question: Question,
    pub how: How,
}

/// More solutions are counted, but not listed.
const MOST_LISTED: u64 = 300;

impl Asked {
    /// With any recipe, any built-in solver and any strategy.
    pub fn somehow(mut question: Question, how: How, chance: &mut Chance) -> Self {
        let recipes: Vec<&'static str> = Recipe::built_in_names().collect();
        if chance.random_bool(0.7) {
            question.recipe = recipes.choose(chance).unwrap();
        }
        question.solver = ["batsat", "batsat", "varisat", "splr"]
            .choose(chance)
            .unwrap();
        question.descend = chance.random_bool(0.3);
        Self { question, how }
    }

    /// What is told.
    pub fn told(&self) -> Told {
        match self.how {
            How::Solve => ask::solve(&self.question),
            How::SolveByCommand => ask::solve_by_command(&self.question),
            How::All(length) => ask::all(&self.question, length),
            How::EnumerateByCommand => ask::enumerate_by_command(&self.question),
            other => unreachable!("{other:?} is no search"),
        }
    }

    /// Whether it is true.
    pub fn judged(&self, truth: &Truth<'_>) -> Verdict {
        let question = &self.question;
        let counted = match self.how {
            How::All(length) => Some(length),
            How::EnumerateByCommand => truth.shortest,
            _ => None,
        };
        let counts = counted.map(|length| truth.count.counts(length)[length]);
        if counts > Some(MOST_LISTED) {
            return Ok("too many");
        }
        match (self.how, self.told()) {
            (How::All(length), Told::All(all)) if !truth.is_impossible => {
                truth.judge_all(question, &all, length)
            }
            (_, told) => truth.judge(question, &told),
        }
    }
}

impl Case for Asked {
    fn smaller(&self) -> Vec<Self> {
        let questions = self.question.smaller().into_iter();
        let how = self.how;
        questions.map(|question| Self { question, how }).collect()
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (command, more) = match self.how {
            How::Solve | How::SolveByCommand => ("solve", String::new()),
            How::All(length) => ("enumerate", format!(" --turns {length}")),
            How::EnumerateByCommand => ("enumerate", " --shortest".to_owned()),
            How::Encode | How::EncodeByCommand => ("encode", " --format wcnf -o -".to_owned()),
            How::Prove | How::ProveByCommand => ("prove", " -o proof".to_owned()),
        };
        let text = self.question.to_string();
        write!(
            f,
            "{}{more}",
            text.replacen("twistsat solve", &format!("twistsat {command}"), 1)
        )?;
        if command == "enumerate" && self.question.canonical {
            f.write_str(" --canonical")
        } else {
            Ok(())
        }
    }
}
