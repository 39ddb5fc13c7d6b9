//! Splits a question: at states, or into cubes by look-ahead. Both kinds of parts are proved, listed and printed in the
//! same way.

use super::cover::{Cut, Exploration, OuterTurns, SymmetricParts, explore, part_question};
use super::cube::Cube;
use super::cube_split::{AUTHOR, CubeSplit, split_into_cubes};
use crate::control::Control;
use crate::error::Error;
use crate::problem::{Problem, Question, Solution};
use crate::proof::certificate::{Certificate, File, Part, Refuted};
use crate::proof::check::Format;
use crate::proof::write::Refutation;
use crate::puzzle::TurnId;

/// How a question is split.
#[derive(Clone, Copy, Debug)]
pub enum SplitMethod {
    /// At states.
    States(Cut),
    /// Into at least this many cubes.
    Cubes(usize),
}

/// The result of splitting a question.
pub enum Split {
    /// The states at which it is split.
    States(Cut, Vec<SymmetricParts>),
    /// Its cubes.
    Cubes(Box<CubeSplit>),
    /// A solution that was found instead, within the turns of the cut.
    Solved(Solution),
    /// Nothing: the question has at most one part.
    Nothing,
}

/// Splits a question.
pub fn split(problem: &Problem, how: SplitMethod, control: &Control) -> Result<Split, Error> {
    match how {
        SplitMethod::States(cut) => match explore(problem, cut, control)? {
            // No state is as far from the start as the cut.
            Exploration::Parts(classes) if classes.is_empty() => Ok(Split::Nothing),
            Exploration::Parts(classes) => Ok(Split::States(cut, classes)),
            Exploration::Goal(word) => Ok(Split::Solved(replay(problem, word)?)),
        },
        SplitMethod::Cubes(count) => {
            let cube_split = split_into_cubes(problem, count, control)?;
            // An empty cube is the whole question.
            if cube_split.found.cubes.iter().any(Cube::is_empty) {
                return Ok(Split::Nothing);
            }
            Ok(Split::Cubes(Box::new(cube_split)))
        }
    }
}

/// Replays turns that must be a solution.
fn replay(problem: &Problem, turns: Vec<TurnId>) -> Result<Solution, Error> {
    Solution::replay(problem, turns).map_err(Error::internal)
}

enum SplitPart {
    /// Between states.
    Between(OuterTurns),
    /// The solutions that match a cube.
    Cube(Cube),
}

impl SplitPart {
    fn describe(&self, problem: &Problem) -> String {
        match self {
            Self::Between(outer) => format!("after {}", outer.describe(&problem.puzzle)),
            Self::Cube(cube) => cube.describe(problem),
        }
    }

    fn question(&self, problem: &Problem) -> Result<Problem, Error> {
        let question = match self {
            Self::Between(outer) => part_question(problem, outer),
            Self::Cube(cube) => cube.question(problem).ok(),
        };
        question.ok_or_else(|| Error::internal("a part has no question"))
    }

    /// The entry for its certificate.
    fn entry(&self, problem: &Problem, certificate: File) -> Part {
        let ([first, last], at_most) = match self {
            Self::Between(outer) => (outer.texts(&problem.puzzle), None),
            Self::Cube(cube) => {
                let turns = [cube.text(&problem.puzzle), String::new()];
                (turns, cube.max_turns())
            }
        };
        Part {
            first,
            last,
            at_most,
            certificate,
        }
    }
}

/// The parts of a question, to be proved separately.
pub struct SplitParts {
    parts: Vec<SplitPart>,
    /// The proof that the parts cover everything; `None` for parts between states, which need no such proof.
    pub cover: Option<Refutation>,
}

impl SplitParts {
    /// The parts between the states at which a question was split, or its cubes with the proof that they cover
    /// everything; `None` if it was not split.
    pub fn of(split: Split, format: Format, control: &Control) -> Result<Option<Self>, Error> {
        let parts = split.parts();
        let cover = match split {
            Split::States(..) => None,
            Split::Cubes(cube_split) => Some(cube_split.cover(format, control)?),
            Split::Solved(_) | Split::Nothing => return Ok(None),
        };
        Ok(Some(Self { parts, cover }))
    }

    /// The parts, each with its description and its question.
    pub fn questions(&self, problem: &Problem) -> Result<Vec<(String, Problem)>, Error> {
        let question = |part: &SplitPart| Ok((part.describe(problem), part.question(problem)?));
        self.parts.iter().map(question).collect()
    }

    /// Converts a solution of the part with this 0-based index to one of the whole question.
    pub fn solution(
        &self,
        problem: &Problem,
        part: usize,
        solution: Solution,
    ) -> Result<Solution, Error> {
        match &self.parts[part] {
            SplitPart::Between(OuterTurns { first, last }) => {
                replay(problem, [first, solution.turns(), last].concat())
            }
            SplitPart::Cube(_) => Ok(solution),
        }
    }

    /// The certificate, as text, that lists the certificates of the parts in order, with the formula and the proof of
    /// the [cover](Self::cover).
    ///
    /// # Errors
    /// [`Error`] for problems that a certificate cannot express.
    pub fn document(
        &self,
        problem: &Problem,
        cover: Option<(File, File)>,
        files: Vec<File>,
    ) -> Result<String, Error> {
        let parts = self.parts.iter().zip(files);
        let parts = parts.map(|(part, certificate)| part.entry(problem, certificate));
        let refuted =
            |(cover, (formula, proof))| Refuted::new(problem, AUTHOR, cover, formula, proof);
        let refuted = self.cover.as_ref().zip(cover).map(refuted).transpose()?;
        Certificate::with_parts(problem, refuted, parts.collect())?.write()
    }
}

impl Split {
    /// The parts; empty if it was not split.
    fn parts(&self) -> Vec<SplitPart> {
        match self {
            Self::States(_, classes) => {
                let outer = classes.iter().map(|class| class.outer.clone());
                outer.map(SplitPart::Between).collect()
            }
            Self::Cubes(cube_split) => {
                let cubes = cube_split.found.cubes.iter().cloned();
                cubes.map(SplitPart::Cube).collect()
            }
            Self::Solved(_) | Self::Nothing => Vec::new(),
        }
    }

    /// The parts as questions for a list, as in their certificates; empty if it was not split.
    pub fn part_questions(&self, problem: &Problem) -> Result<Vec<Question>, Error> {
        let parts = self.parts().into_iter();
        let question = |part: SplitPart| {
            let question = Question::of(&part.question(problem)?);
            question.ok_or_else(|| Error::internal("a part cannot be written as a question"))
        };
        parts.map(question).collect()
    }
}
