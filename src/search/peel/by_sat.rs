//! A stage answered by SAT.
//!
//! *Idea.* The turns that can matter soon are those that are left near the stage's facelets: what these
//! turns move, and what moves that, as long as there are few. What they touch is a window ([`Window`]), a small
//! puzzle; its goal names the stage's facelets only, and recipe `regression` follows just these, backwards.
//! The beam's answers ([`answers`]) say how many turns are enough. Smaller numbers are asked about, and what is
//! found is taken instead; where nothing is, the beam's answers stand, and mostly they are refuted to be longer
//! than need be.
//!
//! *Why it is sound.* An answer in the window is one of the puzzle. "None" is none in the window.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use super::board::Board;
use super::stage::{Question, answers};
use crate::control::Control;
use crate::problem::{Budget, Window};
use crate::puzzle::{Metric, Puzzle, State, TurnId};
use crate::search::Search;

/// Turns near the stage are added as long as there are no more than this.
const MOST_TURNS: usize = 300;

/// A stage is given up after this time.
const STAGE_LIMIT: Duration = Duration::from_secs(1);

/// So many turns fewer than the beam takes are asked about at most.
const FEWER: usize = 2;

/// Of so many answers for each that is wanted the best are taken.
const ANSWERS: usize = 6;

/// Answers stages.
pub(super) struct BySat<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) metric: Metric,
    pub(super) search: &'a Search<'a>,
}

impl BySat<'_> {
    /// The best answers found of the smallest length that has any.
    pub(super) fn answers(&self, question: &Question<'_>, control: &Control) -> Vec<Vec<u16>> {
        let known = answers(question);
        let shortest = known.iter().map(Vec::len).min();
        let most = shortest.unwrap_or(question.turns + 1);
        match most {
            0 => known,
            _ => self.shorter(question, most, control).unwrap_or(known),
        }
    }

    /// The best answers of fewer turns; `None` if none were found.
    fn shorter(
        &self,
        question: &Question<'_>,
        most: usize,
        control: &Control,
    ) -> Option<Vec<Vec<u16>>> {
        let Question {
            board, facelets, ..
        } = *question;
        let near: Vec<TurnId> = near(question)
            .into_iter()
            .map(|turn| board.ids[usize::from(turn)])
            .collect();
        if near.is_empty() {
            return None;
        }
        let colors = question.colors.iter().map(|&color| usize::from(color));
        let window = Window::new(
            self.puzzle,
            &near,
            self.metric,
            &State::new(colors.collect()),
        );
        let wanted = |facelet: usize| {
            let is_of_stage = facelets.contains(&(facelet as u16));
            is_of_stage.then(|| usize::from(board.goal[facelet]))
        };
        let control = control.within(STAGE_LIMIT).with_jobs(NonZeroUsize::MIN);
        let search = self.search.clone().control(control.clone());
        for length in most.saturating_sub(FEWER).max(1)..most {
            let problem = window.question(wanted, Budget::Exactly(length))?;
            let mut found = Vec::new();
            // What stops it or goes wrong leaves the stage without an answer, or with fewer.
            let _ = search.enumerate(&problem, |solution| {
                found.extend(on_board(board, &window.lift(solution)));
                if found.len() < ANSWERS * question.ways {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            if !found.is_empty() {
                return Some(best(question, found));
            }
            if control.stop().is_some() {
                break;
            }
        }
        None
    }
}

/// Turns by their numbers on the board.
fn on_board(board: &Board, turns: &[TurnId]) -> Option<Vec<u16>> {
    let number = |turn: &TurnId| board.ids.binary_search(turn).ok().map(|it| it as u16);
    turns.iter().map(number).collect()
}

fn best(question: &Question<'_>, found: Vec<Vec<u16>>) -> Vec<Vec<u16>> {
    let mut colors = Vec::new();
    let ways = found
        .into_iter()
        .map(|way| (question.cost(&way, &mut colors), way));
    let mut ways: Vec<(f64, Vec<u16>)> = ways.collect();
    ways.sort_by(|a, b| a.0.total_cmp(&b.0));
    ways.truncate(question.ways);
    ways.into_iter().map(|(_, way)| way).collect()
}

/// The turns that are left near the stage, in increasing order: at least those that move its facelets.
fn near(question: &Question<'_>) -> Vec<u16> {
    let Question { board, alive, .. } = *question;
    let mut region = vec![false; board.facelets];
    question
        .facelets
        .iter()
        .for_each(|&it| region[usize::from(it)] = true);
    let mut turns: Vec<u16> = Vec::new();
    loop {
        let mut wider = region.clone();
        let meets = |&turn: &u16| {
            let mut moved = board.moved[usize::from(turn)].iter();
            moved.any(|[to, _]| region[usize::from(*to)])
        };
        let alive = || (0..board.ids.len() as u16).filter(|&turn| alive.has(turn));
        for turn in alive().filter(meets) {
            for [to, _] in &board.moved[usize::from(turn)] {
                wider[usize::from(*to)] = true;
            }
        }
        let stays = |&turn: &u16| {
            let mut moved = board.moved[usize::from(turn)].iter();
            moved.all(|[to, _]| wider[usize::from(*to)])
        };
        let next: Vec<u16> = alive().filter(stays).collect();
        if next.len() == turns.len() || !turns.is_empty() && next.len() > MOST_TURNS {
            return turns;
        }
        (turns, region) = (next, wider);
    }
}
