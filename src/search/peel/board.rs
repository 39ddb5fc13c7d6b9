//! The turns of a puzzle as tables, where thousands of them are tried on a state in a moment.

use crate::plan::PeelOrder;
use crate::problem::Problem;
use crate::puzzle::TurnId;

/// Two turns are of one block if they have more than this part of the facelets that they move in
/// common: of four.
const ALIKE: usize = 3;

/// No more turns times facelets than this: where each color comes from is looked up.
const MOST_SOURCES: usize = 100_000_000;

/// How often the weights of the facelets are passed on.
const PASSES: usize = 60;

/// How large a difference in depth counts: against the blocks that a facelet is in.
const DEPTH: f64 = 400.0;

/// The allowed turns of a problem, and its goal.
pub(super) struct Board {
    /// How many facelets there are.
    pub(super) facelets: usize,
    /// The puzzle's turns; on the board a turn is its number here.
    pub(super) ids: Vec<TurnId>,
    /// For each turn the facelets that it moves, each with where its color comes from.
    pub(super) moved: Vec<Vec<[u16; 2]>>,
    /// For each turn, one after the other, where the color of each facelet comes from.
    sources: Vec<u16>,
    /// For each facelet the turns that move it, each with where its color comes from then.
    pub(super) turns_of: Vec<Vec<[u16; 2]>>,
    /// For each turn the one that undoes it.
    pub(super) inverses: Vec<u16>,
    /// For each turn, by another one of its generator, what both do: a turn, or nothing.
    products: Vec<Vec<(u16, Option<u16>)>>,
    /// For each turn the number of its generator.
    pub(super) faces: Vec<usize>,
    /// The color of each facelet in the goal.
    pub(super) goal: Vec<u16>,
    /// Turns that move nearly the same facelets, and these facelets.
    pub(super) blocks: Vec<Block>,
    /// For each facelet the blocks that move it.
    pub(super) blocks_of: Vec<Vec<u16>>,
    /// The less the earlier a facelet is fixed: the farther outside it is, or inside.
    pub(super) depths: Vec<i64>,
}

/// Turns that move nearly the same facelets.
pub(super) struct Block {
    pub(super) turns: Vec<u16>,
    pub(super) facelets: Vec<u16>,
}

impl Board {
    /// The board of a problem; `None` if its goal is not one state, or if it is too large.
    pub(super) fn new(problem: &Problem, order: PeelOrder) -> Option<Self> {
        let puzzle = &problem.puzzle;
        let ids = problem.allowed.clone();
        let facelets = puzzle.facelets().len();
        u16::try_from(ids.len().max(facelets).max(puzzle.colors().len())).ok()?;
        if ids.len().saturating_mul(facelets) > MOST_SOURCES {
            return None;
        }
        let number = |id: TurnId| ids.binary_search(&id).ok().map(|number| number as u16);
        let goal = problem.goal.state()?;
        let permutation = |&id: &TurnId| &puzzle.turns()[id].permutation;
        let moved: Vec<Vec<[u16; 2]>> = ids
            .iter()
            .map(|id| {
                let pair = |to: usize| [to as u16, permutation(id).source(to) as u16];
                permutation(id).moved().map(pair).collect()
            })
            .collect();
        let product = |id: TurnId, other: TurnId| {
            let both = match puzzle.product(id, other) {
                None => None,
                Some(both) => Some(number(both)?),
            };
            Some((number(other)?, both))
        };
        // The turns of a face stand in a row.
        let faces = ids.chunk_by(|&a, &b| puzzle.turns()[a].face == puzzle.turns()[b].face);
        let pairs = faces.flat_map(|of_face| of_face.iter().map(move |&id| (id, of_face)));
        let products = pairs.map(|(id, of_face)| {
            let others = of_face.iter().filter_map(|&other| product(id, other));
            others.collect()
        });
        let inverses = ids.iter().map(|&id| number(puzzle.inverse(id)));
        let sources = ids.iter().flat_map(|id| permutation(id).sources());
        let mut turns_of = vec![Vec::new(); facelets];
        for (turn, moved) in (0..).zip(&moved) {
            for &[to, from] in moved {
                turns_of[to as usize].push([turn, from]);
            }
        }
        let mut board = Self {
            facelets,
            sources: sources.map(|source| source as u16).collect(),
            inverses: inverses.collect::<Option<_>>()?,
            products: products.collect(),
            faces: ids.iter().map(|&id| puzzle.turns()[id].face).collect(),
            goal: goal.colors().iter().map(|&color| color as u16).collect(),
            depths: depths(facelets, &moved, order),
            blocks: Vec::new(),
            blocks_of: vec![Vec::new(); facelets],
            ids,
            moved,
            turns_of,
        };
        board.find_blocks();
        Some(board)
    }

    /// Where a turn takes the colors of all facelets from.
    pub(super) fn sources(&self, turn: u16) -> &[u16] {
        let first = usize::from(turn) * self.facelets;
        &self.sources[first..first + self.facelets]
    }

    /// What a turn and another one are as one, if they are of one generator and that is a turn, too; or nothing.
    pub(super) fn product(&self, turn: u16, other: u16) -> Option<Option<u16>> {
        let products = &self.products[usize::from(turn)];
        let found = products.iter().find(|(with, _)| *with == other);
        found.map(|&(_, both)| both)
    }

    /// Makes a turn.
    pub(super) fn turn(&self, colors: &mut [u16], turn: u16) {
        let moved = &self.moved[usize::from(turn)];
        let new: Vec<u16> = moved
            .iter()
            .map(|&[_, from]| colors[usize::from(from)])
            .collect();
        for ([to, _], color) in moved.iter().zip(new) {
            colors[usize::from(*to)] = color;
        }
    }

    /// The facelets that show the goal's color.
    pub(super) fn right(&self, colors: &[u16]) -> impl Iterator<Item = usize> {
        let pairs = colors.iter().zip(&self.goal).enumerate();
        pairs.filter_map(|(facelet, (color, goal))| (color == goal).then_some(facelet))
    }

    /// How many facelets do not.
    pub(super) fn wrong(&self, colors: &[u16]) -> usize {
        self.facelets - self.right(colors).count()
    }

    fn find_blocks(&mut self) {
        let mut of_first: Vec<Vec<usize>> = vec![Vec::new(); self.facelets];
        for turn in 0..self.moved.len() as u16 {
            let moved = &self.moved[usize::from(turn)];
            let alike = |&block: &usize| {
                let first = self.blocks[block].turns[0];
                let sources = self.sources(first);
                let common = moved
                    .iter()
                    .filter(|[to, _]| sources[usize::from(*to)] != *to);
                let least = moved.len().min(self.moved[usize::from(first)].len());
                common.count() * 4 > least * ALIKE
            };
            let near = moved.iter().flat_map(|[to, _]| &of_first[usize::from(*to)]);
            match near.copied().find(alike) {
                Some(block) => self.blocks[block].turns.push(turn),
                None => {
                    for [to, _] in moved {
                        of_first[usize::from(*to)].push(self.blocks.len());
                    }
                    let (turns, facelets) = (vec![turn], Vec::new());
                    self.blocks.push(Block { turns, facelets });
                }
            }
        }
        for (number, block) in (0..).zip(&mut self.blocks) {
            let moved = block
                .turns
                .iter()
                .flat_map(|&turn| &self.moved[usize::from(turn)]);
            block.facelets = moved.map(|[to, _]| *to).collect();
            block.facelets.sort_unstable();
            block.facelets.dedup();
            for &facelet in &block.facelets {
                self.blocks_of[usize::from(facelet)].push(number);
            }
        }
    }
}

/// How deep inside each facelet is: the logarithm of its weight, where each gets the weights of all
/// that turns move with it, again and again (the leading eigenvector of who moves with whom).
fn depths(facelets: usize, moved: &[Vec<[u16; 2]>], order: PeelOrder) -> Vec<i64> {
    let mut weights = vec![1.0_f64; facelets];
    for _ in 0..PASSES {
        let mut next = vec![f64::MIN_POSITIVE; facelets];
        for moved in moved {
            let sum: f64 = moved.iter().map(|[to, _]| weights[usize::from(*to)]).sum();
            for [to, _] in moved {
                next[usize::from(*to)] += sum;
            }
        }
        let most = next.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        weights = next.into_iter().map(|weight| weight / most).collect();
    }
    weights
        .into_iter()
        .map(|weight| (weight.ln() * DEPTH) as i64)
        .map(|depth| match order {
            PeelOrder::Inwards => depth,
            PeelOrder::Outwards => -depth,
        })
        .collect()
}

/// A puzzle's board, and what is shown after some random turns: for tests.
#[cfg(test)]
pub(super) fn scrambled(name: &str, turns: usize) -> (Board, Vec<u16>) {
    use rand::SeedableRng;

    let puzzle = crate::puzzle::Puzzle::built_in(name).unwrap();
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let scramble = puzzle.scramble(&puzzle.turns_around_held(), turns, &mut random);
    let solved = crate::problem::Target::Solved;
    let budget = crate::problem::Budget::AtMost(turns);
    let problem = Problem::from_scramble(puzzle, &scramble, &solved, budget).unwrap();
    let state = problem.start.state().unwrap();
    let colors = state.colors().iter().map(|&color| color as u16).collect();
    (Board::new(&problem, PeelOrder::Inwards).unwrap(), colors)
}
