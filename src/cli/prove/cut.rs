//! Splits a question for `prove`, and joins its parts.

use super::asked::{Args, How};
use crate::cli::Failure;
use crate::cli::certificate::{Places, name};
use crate::control::{CancelFlag, Control};
use crate::files::drafts::Draft;
use crate::problem::{Problem, Solution};
use crate::proof::certificate::File;
use crate::proof::parts::Parts;
use crate::proof::parts::cover::{CoverError, Cut, Ends, Reached, part, reached};
use crate::proof::parts::cube::Cube;
use crate::proof::parts::cubes::Cubes;
use crate::proof::parts::divide::divide;
use crate::proof::write::{Interruption, Refutation};
use crate::search::UnknownReason;

/// The result of splitting.
pub(super) enum Found {
    Parts(Box<Divided>),
    /// A solution shorter than the cut.
    Goal(Solution),
    /// No choices are left.
    Nothing,
    Unknown(UnknownReason),
}

/// A question that was split.
pub(super) enum Divided {
    States(Cut, Vec<Ends>),
    /// Cubes, with the proof that they cover everything.
    Cubes(Box<Refutation>, Vec<Cube>),
}

impl Divided {
    /// Splits a question.
    pub(super) fn cut(
        problem: &Problem,
        how: How,
        args: &Args,
        control: &Control,
    ) -> Result<Found, Failure> {
        match how {
            How::States(cut) => at_states(problem, cut, control),
            How::Cubes(count) => cubes(problem, count, args, control).or_else(interrupted),
        }
    }

    /// The number of proofs besides those of the parts.
    pub(super) fn proofs(&self) -> usize {
        match self {
            Self::States(..) => 0,
            Self::Cubes(..) => 1,
        }
    }

    /// The parts, each with its description and its question.
    pub(super) fn questions(&self, problem: &Problem) -> Option<Vec<(String, Problem)>> {
        match self {
            Self::States(_, all) => all
                .iter()
                .map(|ends| {
                    let said = format!("after {}", ends.written(&problem.puzzle));
                    Some((said, part(problem, ends)?))
                })
                .collect(),
            Self::Cubes(_, all) => all
                .iter()
                .map(|cube| Some((cube.written(problem), cube.question(problem).ok()?)))
                .collect(),
        }
    }

    /// Converts a solution of the part with this 0-based index to one of the whole question.
    pub(super) fn solution(
        &self,
        problem: &Problem,
        part: usize,
        solution: Solution,
    ) -> Result<Solution, Failure> {
        match self {
            Self::States(_, all) => {
                let Ends { first, last } = &all[part];
                let turns = [first, solution.turns(), last].concat();
                Solution::replay(problem, turns).map_err(Failure::error)
            }
            Self::Cubes(..) => Ok(solution),
        }
    }

    /// Writes the file that joins the certificates of the parts, given in order.
    pub(super) fn join(
        self,
        problem: &Problem,
        args: &Args,
        places: &Places,
        files: Vec<File>,
        cancel: &CancelFlag,
    ) -> Result<File, Failure> {
        let path = &places.certificate;
        let text = match self {
            Self::States(cut, ends) => {
                let parts = Parts::new(problem, cut, ends.into_iter().zip(files));
                let text = parts.and_then(|parts| parts.write());
                let text = text.map_err(Failure::error)?;
                let draft = Draft::write(path, cancel, |writer| writer.write_all(text.as_bytes()))?;
                draft.sync()?;
                draft.publish()?;
                text
            }
            Self::Cubes(cover, cubes) => {
                let tell = |proof| {
                    let cubes = cubes.into_iter().zip(files);
                    Cubes::new(problem, (&cover, proof), cubes)?.write()
                };
                places.write_with(problem, &cover, args.form(), cancel, tell)?
            }
        };
        Ok(File::of(name(path)?, text.as_bytes()))
    }
}

fn at_states(problem: &Problem, cut: Cut, control: &Control) -> Result<Found, Failure> {
    match reached(problem, cut, control) {
        Ok(Reached::Parts(classes)) => {
            let ends = classes.into_iter().map(|class| class.ends).collect();
            Ok(Found::Parts(Box::new(Divided::States(cut, ends))))
        }
        Ok(Reached::Goal(word)) => {
            let solution = Solution::replay(problem, word).map_err(Failure::error)?;
            Ok(Found::Goal(solution))
        }
        Err(CoverError::Stopped(stop)) => Ok(Found::Unknown(UnknownReason::Stopped(stop))),
        Err(error) => Err(Failure::error(error)),
    }
}

fn cubes(
    problem: &Problem,
    count: usize,
    args: &Args,
    control: &Control,
) -> Result<Found, Interruption> {
    let division = divide(problem, count, control)?;
    if division.is_undivided() {
        return Ok(Found::Nothing);
    }
    let (cubes, cover) = division.cover(args.proof_format.into(), control, &mut |_| ())?;
    Ok(Found::Parts(Box::new(Divided::Cubes(
        Box::new(cover),
        cubes,
    ))))
}

fn interrupted(why: Interruption) -> Result<Found, Failure> {
    match why {
        Interruption::Stopped(stop) => Ok(Found::Unknown(UnknownReason::Stopped(stop))),
        Interruption::Undecided(why) => Ok(Found::Unknown(UnknownReason::Undecided(why))),
        Interruption::Failed(error) => Err(Failure::error(error)),
    }
}
