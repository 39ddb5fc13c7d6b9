//! Splits a question: at states, or into cubes by look-ahead. Both kinds of parts are proved, listed and printed in the
//! same way.

use super::cover::{Cut, Exploration, OuterTurns, SymmetricParts, explore, part_question};
use super::cube::Cube;
use super::divide::{AUTHOR, Division, divide};
use crate::control::Control;
use crate::error::Error;
use crate::problem::{Problem, Question, Solution};
use crate::proof::certificate::{Certificate, File, Part, Refuted};
use crate::proof::check::Format;
use crate::proof::write::Refutation;
use crate::puzzle::{Layout, TurnId};

/// How a question is split.
#[derive(Clone, Copy, Debug)]
pub enum SplitMethod {
    /// At states.
    States(Cut),
    /// Into at least this many cubes.
    Cubes(usize),
}

impl SplitMethod {
    /// How to split a part that takes too long.
    #[must_use]
    pub fn for_subparts(self) -> Self {
        match self {
            Self::States(_) => Self::States(Cut::after(1)),
            cubes @ Self::Cubes(_) => cubes,
        }
    }
}

/// The result of splitting a question.
pub enum Split {
    /// The states at which it is cut.
    States(Cut, Vec<SymmetricParts>),
    /// Its cubes.
    Cubes(Box<Division>),
    /// A solution shorter than the cut.
    Solved(Solution),
    /// No choices are left.
    Nothing,
}

/// Splits a question.
///
/// # Errors
/// [`Error`] if it cannot be split in this way, or the work was stopped.
pub fn split(problem: &Problem, how: SplitMethod, control: &Control) -> Result<Split, Error> {
    match how {
        SplitMethod::States(cut) => match explore(problem, cut, control)? {
            // No state is so far from the start, so there are no parts to join.
            Exploration::Parts(classes) if classes.is_empty() => Ok(Split::Nothing),
            Exploration::Parts(classes) => Ok(Split::States(cut, classes)),
            Exploration::Goal(word) => Ok(Split::Solved(replay(problem, word)?)),
        },
        SplitMethod::Cubes(count) => {
            let division = divide(problem, count, control)?;
            Ok(if division.is_undivided() {
                Split::Nothing
            } else {
                Split::Cubes(Box::new(division))
            })
        }
    }
}

/// Replays turns that must be a solution.
fn replay(problem: &Problem, turns: Vec<TurnId>) -> Result<Solution, Error> {
    let solution = Solution::replay(problem, turns);
    solution.map_err(Error::internal)
}

/// The error for a part without a question.
fn not_question_error() -> Error {
    Error::internal("a part has no question")
}

/// The parts of a question, each proved separately.
pub enum SplitParts {
    /// Between states.
    States(Vec<OuterTurns>),
    /// Cubes, with the proof that they cover everything.
    Cubes(Box<Refutation>, Vec<Cube>),
}

impl SplitParts {
    /// The states at which a question was cut, or its cubes with the proof that they cover everything; `None` if it was not
    /// split.
    ///
    /// # Errors
    /// [`Error`] if the proof that the cubes cover everything is wrong, or the work was stopped.
    pub fn of(split: Split, format: Format, control: &Control) -> Result<Option<Self>, Error> {
        Ok(match split {
            Split::States(_, classes) => {
                let outer = classes.into_iter().map(|class| class.outer);
                Some(Self::States(outer.collect()))
            }
            Split::Cubes(division) => {
                let (cubes, cover) = division.cover(format, control)?;
                Some(Self::Cubes(Box::new(cover), cubes))
            }
            Split::Solved(_) | Split::Nothing => None,
        })
    }

    /// The proof that the parts cover everything, if that takes one.
    pub fn cover(&self) -> Option<&Refutation> {
        match self {
            Self::States(..) => None,
            Self::Cubes(cover, _) => Some(cover),
        }
    }

    /// The parts, each with its description and its question.
    ///
    /// # Errors
    /// [`Error`] if a part has no question, which is an error of this program.
    pub fn questions(&self, problem: &Problem) -> Result<Vec<(String, Problem)>, Error> {
        let questions: Option<_> = match self {
            Self::States(all) => all
                .iter()
                .map(|outer| {
                    let description = format!("after {}", outer.describe(&problem.puzzle));
                    Some((description, part_question(problem, outer)?))
                })
                .collect(),
            Self::Cubes(_, all) => all
                .iter()
                .map(|cube| Some((cube.describe(problem), cube.question(problem).ok()?)))
                .collect(),
        };
        questions.ok_or_else(not_question_error)
    }

    /// Converts a solution of the part with this 0-based index to one of the whole question.
    ///
    /// # Errors
    /// [`Error`] if the turns are not a solution, which is an error of this program.
    pub fn solution(
        &self,
        problem: &Problem,
        part: usize,
        solution: Solution,
    ) -> Result<Solution, Error> {
        match self {
            Self::States(all) => {
                let OuterTurns { first, last } = &all[part];
                let turns = [first, solution.turns(), last].concat();
                replay(problem, turns)
            }
            Self::Cubes(..) => Ok(solution),
        }
    }

    /// The certificate, as text, that lists the certificates of the parts, given in order, and the files of [the
    /// proof](Self::cover).
    ///
    /// # Errors
    /// [`Error`] for problems that a certificate cannot express.
    pub fn document(
        &self,
        problem: &Problem,
        cover: Option<(File, File)>,
        files: Vec<File>,
    ) -> Result<String, Error> {
        let puzzle = &problem.puzzle;
        let parts: Vec<Part> = match self {
            Self::States(all) => all
                .iter()
                .zip(files)
                .map(|(outer, certificate)| {
                    let [first, last] = outer.texts(puzzle);
                    Part {
                        first,
                        last,
                        at_most: None,
                        certificate,
                    }
                })
                .collect(),
            Self::Cubes(_, all) => all
                .iter()
                .zip(files)
                .map(|(cube, certificate)| Part {
                    first: cube.text(puzzle),
                    last: String::new(),
                    at_most: cube.max_turns(),
                    certificate,
                })
                .collect(),
        };
        let refuted =
            |(cover, (formula, proof))| Refuted::new(problem, AUTHOR, cover, formula, proof);
        let refuted = self.cover().zip(cover).map(refuted).transpose()?;
        Certificate::with_parts(problem, refuted, parts)?.write()
    }
}

impl Split {
    /// The parts as questions like this one, for a list; empty if it was not split.
    ///
    /// # Errors
    /// [`Error`] if a part has no question, which is an error of this program.
    pub fn part_questions(
        &self,
        question: &Question,
        problem: &Problem,
    ) -> Result<Vec<Question>, Error> {
        let questions: Option<_> = match self {
            Self::States(_, classes) => classes
                .iter()
                .map(|class| question_between(question, problem, &class.outer))
                .collect(),
            Self::Cubes(division) => (division.found.cubes.iter())
                .map(|cube| question_in_cube(question, problem, cube))
                .collect(),
            Self::Solved(_) | Self::Nothing => Some(Vec::new()),
        };
        questions.ok_or_else(not_question_error)
    }
}

fn question_between(
    question: &Question,
    problem: &Problem,
    outer: &OuterTurns,
) -> Option<Question> {
    let restated = part_question(problem, outer)?;
    let (puzzle, start) = (&restated.puzzle, restated.start.state()?);
    let state = restated.scheme.write(puzzle, &start, Layout::Faces);
    let mut part = Question {
        scramble: None,
        from: None,
        state: Some(state),
        layout: None,
        max_turns: Some(restated.budget.slots()),
        ..question.clone()
    };
    if !outer.last.is_empty() {
        let goal = (restated.scheme).write_pattern(puzzle, &restated.goal, Layout::Faces);
        part.to = vec![goal];
        // With a goal other than the solved state, the default set of turns would differ.
        let allowed = &problem.allowed;
        part.allow = Some(question.notation.write_all(puzzle, allowed));
        part.forbid = None;
    }
    Some(part)
}

fn question_in_cube(question: &Question, problem: &Problem, cube: &Cube) -> Option<Question> {
    let left = cube.question(problem).ok()?;
    let mut part = Question {
        max_turns: Some(left.budget.slots()),
        ..question.clone()
    };
    if let Some(expression) = cube.sequence_expression() {
        let expression = question
            .notation
            .write_sequence(&problem.puzzle, &expression);
        part.sequence.push(expression);
    }
    Some(part)
}
