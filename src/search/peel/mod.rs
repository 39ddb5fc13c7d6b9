//! Peeling: a plan that the program finds, for puzzles with many local turns.
//!
//! *Idea.* A few facelets are brought to their colors and fixed for good, and every turn that moves
//! them is dropped, with the block of turns that it is one of. What is left are fewer turns on fewer
//! facelets, and so on, from the outside inwards. A stage fixes together what would be frozen
//! together. Its question is small: which turns bring right colors to these few facelets? It is
//! answered backwards ([`stage`]): only the stage's facelets are followed. Of many ways to go on, a beam
//! keeps those that are short and leave many of the next facelets right. When few blocks are left, the rest
//! is mended by commutators that move few facelets ([`finish`]).
//!
//! *Source.* Layer-by-layer methods, as in tjjfvi's *cubular*; to follow the goal backwards is
//! regression as in planning. The choice of stages and the beam are ours.
//!
//! *Why it is sound.* It is a way to find turns and proves nothing: what it finds is replayed on the
//! puzzle by whoever asks. Where it finds none, that says nothing about the puzzle.

mod board;
mod by_sat;
mod finish;
mod frontier;
mod insert;
mod stage;
mod state;
mod words;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashSet;

use self::board::Board;
use self::by_sat::BySat;
use self::finish::{Finish, Whole};
use self::frontier::Frontier;
use self::insert::Inserter;
use self::stage::{Question, answers};
use self::state::Peeled;
use self::words::Library;
use crate::control::Control;
use crate::plan::{Peel, PeelStages};
use crate::platform::in_order;
use crate::problem::{Problem, Solution};
use crate::puzzle::TurnId;
use crate::search::Search;

/// The name under which a puzzle file or a user asks for peeling instead of a plan file.
pub const PEEL: &str = "peel";

/// How much work a round of peeling is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// How many states are kept after each stage.
    pub beam: usize,
    /// How many places for the next stage are tried from each.
    pub candidates: usize,
    /// How many of the ways found for each are kept.
    pub ways: usize,
    /// How many sets of facelets each step backwards keeps.
    pub width: usize,
    /// At least so many facelets make a stage, where so many can be had.
    pub facelets: usize,
    /// No stage takes more turns.
    pub turns: usize,
    /// Answers of a stage may take so many turns more than the shortest: what these turns do for the next facelets may be
    /// worth more.
    pub longer: usize,
    /// How many ways are kept after each word that is put into them.
    pub inserted: usize,
    /// How many states are kept after each word of the finish.
    pub finish: usize,
}

impl Effort {
    /// The effort of a round, counted from 0: the first is quick, and each of the others is about twice the
    /// work of the one before.
    #[must_use]
    pub fn of_round(round: u32) -> Self {
        let Some(later) = round.checked_sub(1) else {
            return Self {
                beam: 4,
                candidates: 2,
                ways: 8,
                width: 200,
                facelets: 4,
                turns: 10,
                longer: 0,
                inserted: 2,
                finish: 4,
            };
        };
        // One and the other doubles in turn.
        let doubled = |from: usize, times: u32, most: usize| most.min(from << times.min(16));
        Self {
            beam: doubled(4, later.div_ceil(2), 512),
            candidates: 2,
            ways: 3,
            width: doubled(1_500, later / 2, 12_000),
            facelets: 6,
            turns: 10,
            longer: 1,
            inserted: doubled(4, later.div_ceil(2), 128),
            finish: doubled(16, later.div_ceil(2), 512),
        }
    }
}

/// What a fixed facelet is worth, in turns: so many each takes on average on the cube of digits.
const FACELET: f64 = 0.66;

/// What a facelet that shows its color is worth decays with its place in the order of fixing: it falls to
/// a third every so many facelets, as what lies deep is moved again before it is fixed.
const DECAY: f64 = 15.0;

/// A stage of more facelets than this is tried only where nothing else is left.
const MOST_FACELETS: usize = 14;

/// Finds ways by peeling, round after round, each with more effort than the one before.
pub struct Peeler<'a> {
    problem: &'a Problem,
    peel: &'a Peel,
    search: Search<'a>,
    board: Board,
    /// Once it is needed.
    library: Option<Library>,
    start: Vec<u16>,
    rounds: u32,
}

impl<'a> Peeler<'a> {
    /// Prepares to solve a problem; `None` if its start or its goal is not one state, if something else is
    /// asked of a solution, or if it has more than 65,535 turns or facelets.
    #[must_use]
    pub fn new(problem: &'a Problem, peel: &'a Peel, search: &Search<'a>) -> Option<Self> {
        let start = problem.start.state().filter(|_| suits(problem))?;
        Some(Self {
            problem,
            peel,
            search: search.quietly().recipe("regression"),
            board: Board::new(problem, peel.order)?,
            library: None,
            start: start.colors().iter().map(|&color| color as u16).collect(),
            rounds: 0,
        })
    }

    /// The next round: a solution, replayed, and made shorter where its turns meet; `None` if none was
    /// found, or if the control said stop.
    pub fn round(&mut self, control: &Control) -> Option<Solution> {
        let effort = Effort::of_round(self.rounds);
        let peeling = Peeling {
            board: &self.board,
            effort: Effort {
                facelets: self.peel.positions.unwrap_or(effort.facelets),
                turns: self.peel.turns.unwrap_or(effort.turns),
                ..effort
            },
            sat: (self.peel.stages == PeelStages::Sat).then_some(BySat {
                puzzle: &self.problem.puzzle,
                metric: self.problem.metric,
                search: &self.search,
            }),
            control,
            seed: u64::from(self.rounds),
        };
        self.rounds += 1;
        let peeled = peeling.run(&self.start);
        if self.library.is_none() {
            self.library = Library::new(&self.board, control);
        }
        let library = self.library.as_ref()?;
        let finish = Finish {
            board: &self.board,
            library,
            control,
            beam: peeling.effort.finish,
        };
        let inserter = Inserter::new(
            (&self.board, library),
            &self.start,
            peeling.effort.inserted,
            control,
        );
        let turns = finish.run(inserter.run(peeled))?.into_iter();
        let turns: Vec<TurnId> = turns
            .map(|turn| self.board.ids[usize::from(turn)])
            .collect();
        let solution = Solution::replay(self.problem, turns).ok()?;
        Some(solution.shortened(self.problem))
    }
}

/// Whether a question is one for peeling: from one state to another, and nothing else is asked.
#[must_use]
pub fn suits(problem: &Problem) -> bool {
    let is_plain = problem.whole.is_none() && !problem.asks_for_more();
    is_plain && problem.start.is_state() && problem.goal.is_state()
}

/// A round.
struct Peeling<'a> {
    board: &'a Board,
    effort: Effort,
    /// Who answers the stages, where it is no beam.
    sat: Option<BySat<'a>>,
    control: &'a Control,
    seed: u64,
}

impl Peeling<'_> {
    /// The states from which the rest is best mended.
    fn run(&self, colors: &[u16]) -> Vec<Whole> {
        let mut beam = vec![Peeled {
            colors: colors.to_vec(),
            frontier: Frontier::new(self.board),
            turns: Vec::new(),
            cost: 0.0,
        }];
        let mut ends = finish::Ends::new(self.board, 2 * self.effort.inserted);
        let mut step = 0;
        while !beam.is_empty() && self.control.stop().is_none() {
            ends.offer(&beam);
            step += 1;
            let numbered: Vec<(u64, Peeled)> = (0..).zip(std::mem::take(&mut beam)).collect();
            let mut next = Vec::new();
            in_order(
                &numbered,
                self.control.jobs(),
                |(number, peeled)| self.next(peeled, step * 1000 + number),
                |_, found| {
                    next.extend(found);
                    true
                },
            );
            beam = self.best(next);
        }
        ends.into_states()
    }

    /// The best of some states, each once.
    fn best(&self, mut states: Vec<Peeled>) -> Vec<Peeled> {
        states.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        let mut seen = FxHashSet::default();
        states.retain(|state| seen.insert(state.colors.clone()));
        states.truncate(self.effort.beam);
        states
    }

    /// What a state can become by one more stage.
    fn next(&self, peeled: &Peeled, number: u64) -> Vec<Peeled> {
        let board = self.board;
        let mut random = ChaCha8Rng::seed_from_u64(self.seed << 32 | number);
        let worth = peeled.frontier.worth(board, FACELET, DECAY);
        let mut next = Vec::new();
        // Where no stage of so many facelets is solved, one of fewer may be.
        for (least, candidates) in [
            (self.effort.facelets, self.effort.candidates),
            (self.effort.facelets / 2, 4 * self.effort.candidates),
            (1, 8 * self.effort.candidates),
        ] {
            let mut seen = FxHashSet::default();
            for seed in peeled.frontier.seeds(board, &mut random) {
                if seen.len() >= candidates || self.control.stop().is_some() {
                    break;
                }
                let layer = peeled.frontier.layer(board, seed, least, &mut random);
                if layer.facelets.len() > MOST_FACELETS || !seen.insert(layer.facelets.clone()) {
                    continue;
                }
                let question = Question {
                    board,
                    colors: &peeled.colors,
                    alive: &peeled.frontier,
                    facelets: &layer.facelets,
                    width: self.effort.width,
                    ways: self.effort.ways,
                    turns: self.effort.turns,
                    longer: self.effort.longer,
                    worth: &worth,
                };
                let ways = match &self.sat {
                    Some(sat) => sat.answers(&question, self.control),
                    None => answers(&question),
                };
                for way in ways {
                    next.push(self.gone(peeled, &layer, &way));
                }
            }
            if !next.is_empty() {
                break;
            }
        }
        next
    }

    /// A state after the turns of a stage.
    fn gone(&self, peeled: &Peeled, layer: &frontier::Layer, way: &[u16]) -> Peeled {
        let board = self.board;
        let mut new = peeled.clone();
        for &turn in way {
            board.turn(&mut new.colors, turn);
        }
        new.turns.extend(way);
        new.frontier.fix(board, layer);
        let worth = new.frontier.worth(board, FACELET, DECAY);
        let right: f64 = board.right(&new.colors).map(|facelet| worth[facelet]).sum();
        new.cost = new.turns.len() as f64 - right;
        new
    }
}
