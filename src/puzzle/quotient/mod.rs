//! A puzzle as far as a goal sees it: what does not matter to the goal is forgotten, and
//! what is left is a smaller puzzle.
//!
//! *Idea.* Whether a state is one of a subgroup is a question of its coset alone, and turns lead from
//! coset to coset. A coset is told by a few *dials*, each with a few values. A dial becomes
//! a row of facelets with one marked sticker: where that is, there the dial stands. So the
//! cosets are the states of a puzzle like any other, with a puzzle file of its own, and
//! everything that is known of puzzles holds for it. Where the goal is about colours, the stickers
//! get those colours, and the same is true.
//!
//! *Source.* Cosets as stages are M. Thistlethwaite's (1981). To recolour stickers is the painter's
//! tape of Quassnoi's *Rubik's Cube in SQL*. To derive dials from generators is ours.
//!
//! *Why sound.* A dial is the same for all states of a coset. That the dials together forget no more
//! is shown by their joint states, which are as many as the subgroup has cosets (`joint`).
//! Whoever solves a puzzle by what is seen still asks [`Quotient::contains`] in the end, which
//! looks at the puzzle itself.

mod choose;
mod dial;
mod joint;
mod row;
mod write;

use std::sync::Arc;

use num_bigint::BigUint;

use super::{
    Arrangement, Budget, Color, Constraints, FileError, Group, Metric, Pattern, Permutation,
    Problem, Puzzle, Scheme, State, Sticker, TooLarge, Turn, TurnId,
};
use choose::{Choice, MOST_VALUES};
use dial::{Dial, View};
use row::{BLANK, MARK, Row};
use write::Seen;

/// A colour that a tape calls `.` is called so in the puzzle that is seen.
const UNNAMED: char = '_';

/// Why a puzzle cannot be seen through a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuotientError {
    /// The turns make a group that is too large to look at.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// What is seen makes no puzzle file.
    #[error("what the goal sees is no puzzle: {0}")]
    Seen(#[from] FileError),
    /// Pieces look alike.
    #[error(
        "pieces of {0} look alike, so a group does not tell which goes where; give a tape, a color for each sticker, instead"
    )]
    Alike(String),
    /// Pieces look alike that the tape tells apart.
    #[error("the tape tells pieces of {0} apart that look alike")]
    AlikeOnTape(String),
    /// The subgroup is not one.
    #[error("turn {0} of the goal's group leads out of the group of the allowed turns")]
    NoSubgroup(String),
    /// Nothing is left to do.
    #[error("the allowed turns never leave the goal: there is nothing to solve")]
    Nothing,
    /// The cosets are not told apart by small dials.
    #[error(
        "the group of the goal has {index} cosets; dials of at most {MOST_VALUES} values tell only {found} of them apart"
    )]
    Undecided {
        /// Cosets that are told apart.
        found: BigUint,
        /// All cosets.
        index: BigUint,
    },
    /// Several patterns, and too many colourings to list them.
    #[error(
        "several patterns are a goal where the tape has at most {MOST_VALUES} colorings under the allowed turns; here it has more"
    )]
    ManyColorings,
    /// No colouring is a goal.
    #[error("the allowed turns lead from the solved puzzle to none of the patterns")]
    NoPattern,
}

/// How a state is judged, on the puzzle itself.
#[derive(Clone, Debug)]
enum Judge {
    Group(Box<Group>),
    /// The colour of each sticker, and what the facelets may show.
    Tape(Vec<char>, Vec<Vec<Sticker>>),
}

/// A puzzle as far as a goal sees it.
#[derive(Clone, Debug)]
pub struct Quotient {
    puzzle: Arc<Puzzle>,
    seen: Arc<Puzzle>,
    goal: Pattern,
    judge: Judge,
    rows: Vec<Row>,
    index: Option<BigUint>,
    /// For each turn of the puzzle that is seen the allowed turn that it stands for, if there is one.
    turns: Vec<Option<TurnId>>,
}

impl Quotient {
    /// Sees a puzzle, with some allowed turns, through the group that some turns generate; none
    /// generate the group that has the solved state only. `name` becomes the name of the
    /// puzzle that is seen.
    ///
    /// # Errors
    /// [`QuotientError`].
    pub fn by_group(
        puzzle: &Arc<Puzzle>,
        name: &str,
        allowed: &[TurnId],
        subgroup: &[TurnId],
    ) -> Result<Self, QuotientError> {
        let mut kinds = 0..puzzle.pieces().kinds().len();
        if !kinds.all(|kind| puzzle.tells_apart(kind)) {
            return Err(QuotientError::Alike(puzzle.title().to_owned()));
        }
        let group = puzzle.group(allowed)?;
        let small = puzzle.group(subgroup)?;
        let outside = |turn: &&TurnId| !group.contains(&puzzle.turns()[**turn].permutation);
        if let Some(&turn) = subgroup.iter().find(outside) {
            return Err(QuotientError::NoSubgroup(puzzle.turns()[turn].name()));
        }
        let index = group.order() / small.order();
        if index == BigUint::from(1_u32) {
            return Err(QuotientError::Nothing);
        }
        let wide = with_generators(puzzle, allowed);
        let turns = permutations(puzzle, &wide);
        let dials = Choice {
            pieces: puzzle.pieces(),
            turns: &turns,
            subgroup: &permutations(puzzle, subgroup),
            group: &group,
            index: &index,
        }
        .dials()?;
        let rows: Vec<Row> = dials.into_iter().map(Row::Values).collect();
        let (seen, turns) = Seen {
            puzzle,
            name,
            turns: &wide,
            allowed,
            rows: &rows,
            symbols: &['x', 'o'],
        }
        .puzzle()?;
        Ok(Self {
            puzzle: puzzle.clone(),
            goal: seen.solved().into(),
            seen: Arc::new(seen),
            judge: Judge::Group(Box::new(small)),
            rows,
            index: Some(index),
            turns,
        })
    }

    /// Sees a puzzle, with some allowed turns, in other colours: `tape` gives each sticker one,
    /// by the facelet where it is at home. The goal is one of the patterns, or the tape at home if there are
    /// none.
    ///
    /// # Errors
    /// [`QuotientError`].
    pub fn by_tape(
        puzzle: &Arc<Puzzle>,
        name: &str,
        allowed: &[TurnId],
        tape: &[char],
        patterns: &[Vec<Sticker>],
    ) -> Result<Self, QuotientError> {
        let wide = with_generators(puzzle, allowed);
        let turns = permutations(puzzle, &wide);
        let moved = |&at: &usize| turns.iter().any(|turn| turn.source(at) != at);
        let (moved, still): (Vec<usize>, Vec<usize>) = (0..tape.len()).partition(moved);
        let mut symbols = symbols(moved.iter().chain(&still).map(|&at| tape[at]));
        let number = |&c: &char| symbols.iter().position(|&symbol| symbol == named(c));
        let colors: Vec<Color> = tape.iter().filter_map(number).collect();
        if !tells_no_more(puzzle, &colors) {
            return Err(QuotientError::AlikeOnTape(puzzle.title().to_owned()));
        }
        let dial = Dial::new(View::Tape(colors.clone()), &turns, &[], MOST_VALUES)?;
        let admits = |shown: &[u16]| {
            let shown: Vec<char> = shown
                .iter()
                .map(|&color| symbols[usize::from(color)])
                .collect();
            patterns.iter().any(|pattern| shows(&shown, pattern))
        };
        let (row, goal) = match dial {
            Some(dial) if dial.len() == 1 => return Err(QuotientError::Nothing),
            Some(dial) => {
                let is_goal = |&value: &usize| match patterns {
                    [] => value == 0,
                    _ => admits(dial.standing_for(value)),
                };
                let goals: Vec<usize> = (0..dial.len()).filter(is_goal).collect();
                let goal = values_as_pattern(dial.len(), &goals);
                (Row::Values(dial), goal.ok_or(QuotientError::NoPattern)?)
            }
            None if patterns.len() > 1 => return Err(QuotientError::ManyColorings),
            None => {
                let shown: Vec<Color> = moved.iter().map(|&at| colors[at]).collect();
                symbols.truncate(shown.iter().max().map_or(0, |&last| last + 1));
                let facelets = moved;
                let row = Row::Tape { facelets, colors };
                let goal = row.pattern(patterns.first().map(Vec::as_slice), &symbols);
                (row, goal)
            }
        };
        let symbols = match &row {
            Row::Values(_) => vec!['x', 'o'],
            Row::Tape { .. } => symbols,
        };
        let rows = vec![row];
        let (seen, turns) = Seen {
            puzzle,
            name,
            turns: &wide,
            allowed,
            rows: &rows,
            symbols: &symbols,
        }
        .puzzle()?;
        Ok(Self {
            puzzle: puzzle.clone(),
            seen: Arc::new(seen),
            goal,
            judge: Judge::Tape(tape.iter().map(|&c| named(c)).collect(), patterns.to_vec()),
            rows,
            index: None,
            turns,
        })
    }

    /// The puzzle that is seen.
    #[must_use]
    pub fn seen(&self) -> &Arc<Puzzle> {
        &self.seen
    }

    /// The goal on the puzzle that is seen.
    #[must_use]
    pub fn goal(&self) -> &Pattern {
        &self.goal
    }

    /// How many cosets there are, which are the states of the puzzle that is seen; `None` where the
    /// goal is about colours.
    #[must_use]
    pub fn index(&self) -> Option<&BigUint> {
        self.index.as_ref()
    }

    /// How many facelets each row of what is seen has.
    pub fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        self.rows.iter().map(Row::len)
    }

    /// For each turn of the puzzle that is seen the turn that it stands for; `None` where that is
    /// not allowed.
    #[must_use]
    pub fn turns(&self) -> &[Option<TurnId>] {
        &self.turns
    }

    /// Whether a state is at the goal: asked of the puzzle itself, not of what is seen.
    #[must_use]
    pub fn contains(&self, state: &State) -> bool {
        let Some(arrangement) = self.arrangement(state) else {
            return false;
        };
        match &self.judge {
            Judge::Group(group) => group.contains(&arrangement),
            Judge::Tape(tape, patterns) => {
                let shown = arrangement.apply(tape);
                match &patterns[..] {
                    [] => shown == *tape,
                    patterns => patterns.iter().any(|pattern| shows(&shown, pattern)),
                }
            }
        }
    }

    /// What is seen of a state; `None` if the allowed turns do not lead to it from the solved
    /// state, as far as what is seen tells.
    #[must_use]
    pub fn see(&self, state: &State) -> Option<State> {
        let arrangement = self.arrangement(state)?;
        let colors = self.rows.iter().map(|row| row.colors(&arrangement));
        let colors: Vec<Vec<Color>> = colors.collect::<Option<_>>()?;
        Some(State::new(colors.concat()))
    }

    /// The question how a state gets to the goal, on the puzzle that is seen; `None` as for
    /// [`Self::see`].
    #[must_use]
    pub fn problem(&self, state: &State, budget: Budget) -> Option<Problem> {
        let turns = self.turns.iter().enumerate();
        Some(Problem {
            puzzle: self.seen.clone(),
            start: self.see(state)?.into(),
            goal: self.goal.clone(),
            up_to_rotation: false,
            scheme: Scheme::own(&self.seen),
            allowed: turns.filter_map(|(id, turn)| turn.map(|_| id)).collect(),
            metric: Metric::HalfTurn,
            canonical: false,
            constraints: Constraints::default(),
            budget,
        })
    }

    fn arrangement(&self, state: &State) -> Option<Permutation> {
        let symbols = self.puzzle.symbols();
        let arrangement = Arrangement::of_state(&self.puzzle, state, &symbols).ok()?;
        Some(arrangement.permutation(self.puzzle.pieces()))
    }
}

fn permutations(puzzle: &Puzzle, turns: &[TurnId]) -> Vec<Permutation> {
    let turns = turns.iter().map(|&turn| &puzzle.turns()[turn].permutation);
    turns.cloned().collect()
}

/// The allowed turns and, where they are powers of another turn of their face, that one:
/// their greatest common divisor, which they generate.
fn with_generators(puzzle: &Puzzle, allowed: &[TurnId]) -> Vec<TurnId> {
    let mut all = allowed.to_vec();
    for &turn in allowed {
        let Turn {
            face, power, order, ..
        } = puzzle.turns()[turn];
        let same = allowed.iter().map(|&other| &puzzle.turns()[other]);
        let powers: Vec<usize> = { same.filter(|other| other.face == face) }
            .map(|other| other.power)
            .collect();
        let divides = |n: &usize| order % n == 0 && powers.iter().all(|power| power % n == 0);
        let divisor = (1..order).rev().find(divides).unwrap_or(1);
        all.push(turn + divisor - power);
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// What a colour of a tape is called in the puzzle that is seen.
fn named(symbol: char) -> char {
    match symbol {
        '.' => UNNAMED,
        symbol => symbol,
    }
}

/// The colours of a tape in the order of their first stickers.
fn symbols(tape: impl Iterator<Item = char>) -> Vec<char> {
    let mut symbols = Vec::new();
    for symbol in tape.map(named) {
        if !symbols.contains(&symbol) {
            symbols.push(symbol);
        }
    }
    symbols
}

/// Whether a tape has the same colours wherever stickers of the puzzle look alike.
fn tells_no_more(puzzle: &Puzzle, colors: &[Color]) -> bool {
    let pieces = puzzle.pieces();
    let solved = puzzle.solved();
    pieces.kinds().iter().all(|kind| {
        let facelets = || kind.clone().flat_map(|place| pieces.orientations(place));
        let looks = |facelet: usize, by: &dyn Fn(usize) -> Color| -> Vec<Color> {
            pieces.frame(facelet).iter().map(|&f| by(f)).collect()
        };
        let solved = |facelet| looks(facelet, &|f| solved.color(f));
        let taped = |facelet| looks(facelet, &|f| colors[f]);
        let mut known = std::collections::HashMap::new();
        facelets().all(|facelet| {
            *known.entry(solved(facelet)).or_insert(taped(facelet)) == taped(facelet)
        })
    })
}

/// Whether facelets show what a pattern says.
fn shows(shown: &[char], pattern: &[Sticker]) -> bool {
    shown
        .iter()
        .zip(pattern)
        .all(|(shown, sticker)| match sticker {
            Sticker::Any => true,
            Sticker::OneOf(some) => some.contains(shown),
        })
}

/// The pattern of a row in which one of some values is marked; `None` without any.
fn values_as_pattern(values: usize, goals: &[usize]) -> Option<Pattern> {
    let set = |value: usize| match goals {
        [only] if *only == value => vec![MARK],
        goals if goals.len() > 1 && goals.contains(&value) => vec![MARK, BLANK],
        _ => vec![BLANK],
    };
    (!goals.is_empty()).then(|| Pattern::new((0..values).map(set).collect()))
}
