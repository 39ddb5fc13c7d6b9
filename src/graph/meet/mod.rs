//! Breadth-first search from both ends: shortest solutions of puzzles whose states are far too many for
//! a table.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use twistsat::control::Control;
//! use twistsat::graph::meet::{Meet, Outcome};
//! use twistsat::{Problem, Puzzle};
//!
//! let puzzle = Puzzle::built_in("rubik")?;
//! let problem = Problem::scrambled(&puzzle, "R U F' D2")?;
//! let search = Meet::new(&problem, 1 << 30, &Control::unlimited());
//! let mut solutions = Vec::new();
//! let found = search.run(&mut |turns| {
//!     solutions.push(turns.to_vec());
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(found.outcome, Outcome::Found(4));
//! assert_eq!(solutions.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! *Idea.* See `engine`: the last layers of both sides meet where a solution passes. What side constraints ask is
//! kept in the nodes (`context`); turns that a solution must begin or end with are made before the search.
//! Where a goal stands for several states, the search goes back from all of them if they can be
//! listed; else it goes forward only.
//!
//! *What it shares.* Nothing with the SAT method but the question itself.

pub(super) mod cells;
mod context;
mod engine;
mod layer;
mod node;
pub(super) mod order;
mod side;
mod ways;

use std::ops::ControlFlow;

use crate::control::{Control, Stop};
use crate::group::Permutation;
use crate::problem::{Budget, Problem};
use crate::puzzle::{Pattern, State, TurnId, Turned};
use cells::Cells;
use context::{Contexts, Rules, TooMany, Way};
use engine::{Engine, Goal, Reached};
use layer::{Layer, Memory};
use node::{Layout, Node, Turning};
use side::{Means, Side};

/// A goal of more states than this is not listed.
const MOST_GOALS: usize = 1 << 20;

/// The goals that are listed take at most this part of the memory.
const SHARE_OF_GOALS: u64 = 8;

/// What cannot be searched from both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeetError {
    /// The start stands for several states.
    #[error("the start has unknown stickers")]
    UnknownStart,
    /// A state takes too many words.
    #[error("a state of it takes {0} words of 64 bits, more than {MOST_WORDS}")]
    TooWide(usize),
}

/// The most words of a state.
const MOST_WORDS: usize = 32;

/// Why a search ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It was stopped.
    Stopped(Stop),
    /// There was no room for more states.
    Memory,
    /// What the side constraints leave to tell apart is too much.
    Constraints,
}

impl From<TooMany> for Halt {
    fn from(_: TooMany) -> Self {
        Halt::Constraints
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With solutions of so many turns.
    Found(usize),
    /// No length of the budget has a solution.
    None,
    /// No length at all has one.
    Never,
    /// It is not known.
    Halted(Halt),
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// How it ended.
    pub outcome: Outcome,
    /// Every length below this one has no solution; if one length was asked for, this says nothing.
    pub refuted_below: usize,
    /// Why not all solutions were told, if they were not and more were wanted.
    pub cut: Option<Halt>,
}

/// Is told how many turns are looked at, and how many states are stored.
type Notify<'a> = &'a (dyn Fn(usize, u64) + Sync);

/// Is called with a solution, and says whether it wants more.
type Tell<'a> = &'a mut dyn FnMut(&[TurnId]) -> ControlFlow<()>;

/// A search from both ends of a problem.
pub struct Meet<'a> {
    problem: &'a Problem,
    memory: u64,
    control: &'a Control,
    notify: Notify<'a>,
}

impl<'a> Meet<'a> {
    /// For a problem, with so many bytes for states, on as many threads as the control has.
    #[must_use]
    pub fn new(problem: &'a Problem, memory: u64, control: &'a Control) -> Self {
        Self {
            problem,
            memory,
            control,
            notify: &|_, _| (),
        }
    }

    /// With this function told again and again how many turns are looked at, and how many states are
    /// stored.
    #[must_use]
    pub fn notify(self, notify: Notify<'a>) -> Self {
        Self { notify, ..self }
    }

    /// Looks for solutions: the shortest of [at most](Budget::AtMost) so many turns, or all of
    /// [exactly](Budget::Exactly) so many. `found` is called with each of them, in lexicographic order, as long
    /// as it wants more.
    ///
    /// # Errors
    /// [`MeetError`] if this search cannot ask the question.
    pub fn run(&self, found: Tell<'_>) -> Result<Met, MeetError> {
        let start = self.problem.start.state().ok_or(MeetError::UnknownStart)?;
        let turns = |&turn: &TurnId| &self.problem.puzzle.turns()[turn].permutation;
        let turns: Vec<&Permutation> = self.problem.allowed.iter().map(turns).collect();
        let seen = Seen::new(&start, &turns);
        Ok(match seen.layout.words() {
            1 => self.search::<1>(&seen, found),
            2 => self.search::<2>(&seen, found),
            3 => self.search::<3>(&seen, found),
            4 => self.search::<4>(&seen, found),
            5..=8 => self.search::<8>(&seen, found),
            9..=16 => self.search::<16>(&seen, found),
            17..=MOST_WORDS => self.search::<MOST_WORDS>(&seen, found),
            words => return Err(MeetError::TooWide(words)),
        })
    }

    fn search<const N: usize>(&self, seen: &Seen<'_>, found: Tell<'_>) -> Met {
        let rules = Rules::of(self.problem);
        let memory = Memory::new(self.memory);
        let constraints = &self.problem.constraints;
        let exactly = matches!(self.problem.budget, Budget::Exactly(_));
        let means = Means {
            rules: &rules,
            memory: &memory,
            control: self.control,
            exact: exactly || constraints.min_turns > 0,
        };
        match self.engine::<N>(seen, means) {
            Some(mut engine) => Lengths::new(self.problem).run(&mut engine, found),
            None => Met::never(),
        }
    }

    /// Both sides, each at its end; `None` if what is asked contradicts itself.
    fn engine<'b, const N: usize>(
        &'b self,
        seen: &Seen<'_>,
        means: Means<'b>,
    ) -> Option<Engine<'b, N>> {
        let constraints = &self.problem.constraints;
        let (starts, ends) = (
            self.positions(&constraints.starts_with)?,
            self.positions(&constraints.ends_with)?,
        );
        let rules = means.rules;
        let count = seen.turns.len();
        let backwards: Vec<usize> = ends.iter().rev().copied().collect();
        let contexts = (
            Contexts::new(rules, Way::Ahead, count, &starts)?,
            Contexts::new(rules, Way::Back, count, &backwards)?,
        );
        let turning = |turn: &Permutation| seen.layout.turn::<N>(&seen.cells, turn);
        let made: Vec<Turning<N>> = seen.turns.iter().map(|turn| turning(turn)).collect();
        let undone: Vec<Turning<N>> = seen.turns.iter().map(|it| turning(&it.inverse())).collect();
        let start = seen.layout.node(&seen.cells.of_start());
        let start = starts
            .iter()
            .fold(start, |node, &turn| made[turn].apply(&node));
        let (goal, goals) = self.goal::<N>(seen, &ends, &undone);
        let side = |nodes: Vec<Node<N>>, contexts, turns, full| {
            let layer = Layer::of(nodes);
            means.memory.take(layer.bytes());
            Side {
                layers: vec![layer],
                contexts,
                turns,
                full,
                period: None,
            }
        };
        let is_test = matches!(goal, Goal::Test(_));
        let sides = (
            side(vec![start], contexts.0, made, false),
            side(goals, contexts.1, undone.clone(), is_test),
        );
        Some(Engine::new(
            self.problem,
            means,
            sides,
            undone,
            goal,
            self.notify,
        ))
    }

    /// The goal before the turns that a solution must end with.
    fn goal<const N: usize>(
        &self,
        seen: &Seen<'_>,
        ends: &[usize],
        undone: &[Turning<N>],
    ) -> (Goal<N>, Vec<Node<N>>) {
        let room = self.memory / SHARE_OF_GOALS / size_of::<Node<N>>() as u64;
        let most = MOST_GOALS
            .min(usize::try_from(room).unwrap_or(MOST_GOALS))
            .max(1);
        let before = |node: Node<N>| {
            ends.iter()
                .rev()
                .fold(node, |it, &turn| undone[turn].apply(&it))
        };
        let nodes = |pattern: &Pattern| {
            let all = seen.cells.of(pattern, most)?;
            Some(all.into_iter().map(|it| before(seen.layout.node(&it))))
        };
        let patterns: Vec<Pattern> = match &self.problem.orientations[..] {
            [] => vec![self.problem.goal.clone()],
            states => states.iter().map(Pattern::from).collect(),
        };
        let listed: Option<Vec<_>> = patterns.iter().map(nodes).collect();
        if let Some(listed) = listed {
            return (Goal::Listed, listed.into_iter().flatten().collect());
        }
        let undo = |pattern: Pattern, &turn: &usize| pattern.after(&seen.turns[turn].inverse());
        let pattern = ends.iter().rev().fold(self.problem.goal.clone(), undo);
        match seen.cells.admitted(&pattern) {
            Some(admitted) => (Goal::Test(seen.layout.admitted::<N>(&admitted)), Vec::new()),
            None => (Goal::Listed, Vec::new()),
        }
    }

    /// Turns by their position among the allowed ones; `None` if one is not allowed.
    fn positions(&self, turns: &[TurnId]) -> Option<Vec<usize>> {
        let position = |turn| self.problem.allowed.iter().position(|it| it == turn);
        turns.iter().map(position).collect()
    }
}

/// A puzzle as cells.
struct Seen<'a> {
    turns: &'a [&'a Permutation],
    cells: Cells,
    layout: Layout,
}

impl<'a> Seen<'a> {
    fn new(start: &State, turns: &'a [&'a Permutation]) -> Self {
        let cells = Cells::new(start, turns);
        Self {
            turns,
            layout: Layout::of(&cells),
            cells,
        }
    }
}

impl Met {
    fn never() -> Self {
        Self {
            outcome: Outcome::Never,
            refuted_below: 0,
            cut: None,
        }
    }
}

/// The lengths of a problem, one after the other.
struct Lengths<'a> {
    problem: &'a Problem,
    least: usize,
    most: usize,
}

impl<'a> Lengths<'a> {
    fn new(problem: &'a Problem) -> Self {
        let (least, most) = match problem.budget {
            Budget::Exactly(turns) => (turns, turns),
            Budget::AtMost(turns) => (problem.constraints.shortest(), turns),
        };
        Self {
            problem,
            least,
            most,
        }
    }

    fn run<const N: usize>(&self, engine: &mut Engine<'_, N>, found: Tell<'_>) -> Met {
        let met = |outcome, refuted_below| Met {
            outcome,
            refuted_below,
            cut: None,
        };
        if let Budget::Exactly(turns) = self.problem.budget
            && turns < self.problem.constraints.shortest()
        {
            return met(Outcome::None, 0);
        }
        let mut refuted = 0;
        for length in self.least..=self.most {
            let Some(between) = length.checked_sub(engine.fixed) else {
                if let Some(turns) = self.overlapping(length) {
                    let _ = found(&turns);
                    return met(Outcome::Found(length), length);
                }
                continue;
            };
            match engine.reach(between, refuted) {
                Ok(Reached::Known(_, meeting)) if meeting.is_empty() => refuted += 1,
                Ok(Reached::Known(split, meeting)) => {
                    let told = engine.ways(split, meeting, &mut |path| found(&self.whole(path)));
                    return Met {
                        cut: told.err(),
                        ..met(Outcome::Found(length), length)
                    };
                }
                Ok(Reached::Ended) => return met(self.ended(), length),
                Err(halt) => return met(Outcome::Halted(halt), length),
            }
        }
        met(Outcome::None, self.most.saturating_add(1))
    }

    /// What it means that no length from some one on has a solution.
    fn ended(&self) -> Outcome {
        match self.problem.budget {
            Budget::Exactly(_) => Outcome::None,
            Budget::AtMost(_) => Outcome::Never,
        }
    }

    /// A path with the turns before and behind it.
    fn whole(&self, path: &[usize]) -> Vec<TurnId> {
        let constraints = &self.problem.constraints;
        let path: Vec<TurnId> = path
            .iter()
            .map(|&turn| self.problem.allowed[turn])
            .collect();
        [&constraints.starts_with[..], &path, &constraints.ends_with].concat()
    }

    /// The solution of a length at which the turns at the beginning and those at the end overlap, so that they
    /// leave no choice.
    fn overlapping(&self, length: usize) -> Option<Vec<TurnId>> {
        let Problem {
            puzzle,
            constraints,
            ..
        } = self.problem;
        let (starts, ends) = (&constraints.starts_with, &constraints.ends_with);
        let shared = (starts.len() + ends.len()).checked_sub(length)?;
        let turns = [&starts[..], ends.get(shared..)?].concat();
        let end = puzzle.apply(&self.problem.start.state()?, &turns);
        let is_solution = turns.len() == length
            && constraints.broken_by(puzzle, &turns).is_none()
            && self.problem.admits_end(&end)
            && (!self.problem.canonical || puzzle.is_canonical(&turns, &self.problem.allowed));
        is_solution.then_some(turns)
    }
}
