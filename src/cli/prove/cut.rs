//! How a question is cut for `prove`, and what joins its parts.

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

/// What became of the cut.
pub(super) enum Found {
    Parts(Box<Divided>),
    /// There is a solution, shorter than what is cut off.
    Goal(Solution),
    /// Nothing is left to choose.
    Nothing,
    Unknown(UnknownReason),
}

/// A question that is cut.
pub(super) enum Divided {
    States(Cut, Vec<Ends>),
    /// With the proof that there are no others.
    Cubes(Box<Refutation>, Vec<Cube>),
}

impl Divided {
    /// Cuts a question.
    pub(super) fn cut(
        problem: &Problem,
        (how, args): (How, &Args),
        control: &Control,
    ) -> Result<Found, Failure> {
        match how {
            How::States(cut) => at_states(problem, cut, control),
            How::Cubes(count) => cubes(problem, (count, args), control).or_else(interrupted),
        }
    }

    /// How many proofs there are beside those of the parts.
    pub(super) fn proofs(&self) -> usize {
        match self {
            Self::States(..) => 0,
            Self::Cubes(..) => 1,
        }
    }

    /// The parts: what is said of each, and what is asked.
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

    /// The solution of the whole that one of a part, from 0, is.
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

    /// Writes what joins the certificates of the parts, which come in their order.
    pub(super) fn join(
        self,
        (problem, args): (&Problem, &Args),
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
                places.write_with(problem, (&cover, args.form()), cancel, tell)?
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
    (count, args): (usize, &Args),
    control: &Control,
) -> Result<Found, Interruption> {
    let division = divide(problem, count, control)?;
    if division.is_whole() {
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
