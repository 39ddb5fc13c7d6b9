//! Random small puzzles with repeated colors, made here: permutations of facelets, and all states that they make.

use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use twistsat::notation::Scheme;
use twistsat::puzzle::Sticker;

use super::*;

/// More answers than this are not counted.
pub const MOST: usize = 250;

/// Puzzles of more states are not followed.
const MOST_STATES: usize = 20_000;

/// A start, as colours, and turns that lead from it to the goal.
pub type Answer = (Vec<usize>, Vec<TurnId>);

/// A puzzle that is made here.
pub struct Model {
    pub solved: Vec<usize>,
    /// For each generator the facelet from which each takes its colour.
    pub generators: Vec<Vec<usize>>,
    pub puzzle: Arc<Puzzle>,
    /// The same for each turn of the puzzle.
    turns: Vec<Vec<usize>>,
    /// All states that turns make.
    states: Vec<Vec<usize>>,
}

fn after(state: &[usize], sources: &[usize]) -> Vec<usize> {
    sources.iter().map(|&source| state[source]).collect()
}

impl Model {
    /// Pieces of one kind or two, in a few colours, and turns that permute and turn them.
    pub fn random(random: &mut SmallRng) -> Option<Self> {
        let mut kinds = Vec::new();
        for _ in 0..*[1, 1, 2].choose(random)? {
            let stickers = *[1, 1, 1, 2, 3, 4].choose(random)?;
            let most = if stickers == 1 { 7 } else { 4 };
            kinds.push((stickers, random.random_range(2..=most)));
        }
        let size = kinds
            .iter()
            .map(|(stickers, pieces)| stickers * pieces)
            .sum();
        let colors = random.random_range(1..=usize::min(size, 4));
        let mut solved: Vec<usize> = (0..size).map(|_| random.random_range(0..colors)).collect();
        if random.random_bool(0.5) {
            // One color nearly everywhere.
            for color in &mut solved {
                *color = if random.random_bool(0.6) { 0 } else { *color };
            }
        }
        // One alone makes few of all arrangements.
        let count = *[1, 1, 2, 2, 3].choose(random)?;
        let generators = (0..count).map(|_| generator(&kinds, random));
        let generators = generators.collect();
        Self::of(counted(solved), generators)
    }

    /// The puzzle of these colours and turns; `None` if its file is refused, as one with a turn that moves nothing is.
    pub fn of(solved: Vec<usize>, generators: Vec<Vec<usize>>) -> Option<Self> {
        let size = solved.len();
        let names: Vec<String> = (0..size).map(|facelet| format!("f{facelet}")).collect();
        let mut text = format!(
            "name = \"open\"\ntitle = \"open\"\nmaximum = {{}}\nnet = [{:?}]\n",
            names.join(" ")
        );
        for (facelet, color) in solved.iter().enumerate() {
            let letter = char::from(b'a' + u8::try_from(*color).unwrap());
            text += &format!(
                "[[face]]\nname = \"F{facelet}\"\ncolor = \"{letter}\"\npaint = \"red\"\nfacelets = \"f{facelet}\"\n"
            );
        }
        for (number, sources) in generators.iter().enumerate() {
            let name = char::from(b'A' + u8::try_from(number).unwrap());
            text += &format!(
                "[[turn]]\nname = \"{name}\"\ncycles = {:?}\n",
                cycles(sources)
            );
        }
        let puzzle = Arc::new(Puzzle::from_toml("open.toml", &text).ok()?);
        let power = |turn: &twistsat::puzzle::Turn| {
            let number = usize::from(turn.base.as_bytes()[0] - b'A');
            let identity: Vec<usize> = (0..size).collect();
            (0..turn.power).fold(identity, |all, _| after(&all, &generators[number]))
        };
        let mut states = vec![solved.clone()];
        let mut seen: HashSet<Vec<usize>> = states.iter().cloned().collect();
        let mut next = 0;
        while next < states.len() {
            for sources in &generators {
                let state = after(&states[next], sources);
                if seen.insert(state.clone()) {
                    states.push(state);
                }
            }
            next += 1;
            if states.len() > MOST_STATES {
                return None;
            }
        }
        Some(Self {
            turns: puzzle.turns().iter().map(power).collect(),
            solved,
            generators,
            puzzle,
            states,
        })
    }

    /// A pattern that some state fits: the colours that each facelet may show.
    fn pattern(&self, random: &mut SmallRng) -> Vec<Vec<usize>> {
        let state = self.states.choose(random).unwrap();
        let mut colors = self.solved.clone();
        colors.sort_unstable();
        colors.dedup();
        let share = *[0.0, 0.3, 0.5, 0.8, 1.0].choose(random).unwrap();
        let set = |&color: &usize| {
            let mut set = vec![color];
            if random.random_bool(share) {
                let all = random.random_bool(0.5);
                let others = colors.iter().copied();
                set.extend(others.filter(|_| all || random.random_bool(0.4)));
            }
            set.sort_unstable();
            set.dedup();
            set
        };
        state.iter().map(set).collect()
    }

    /// The question as it is asked of the project.
    pub fn asked(&self, start: &[Vec<usize>], goal: &[Vec<usize>]) -> Problem {
        let scheme = Scheme::own(&self.puzzle);
        let letter = |color: &usize| char::from(b'a' + u8::try_from(*color).unwrap());
        let text = |sets: &[Vec<usize>]| -> Vec<Sticker> {
            let sticker = |set: &Vec<usize>| Sticker::OneOf(set.iter().map(letter).collect());
            sets.iter().map(sticker).collect()
        };
        let known = scheme.symbols().iter().all(char::is_ascii_lowercase);
        assert!(known, "the letters are those of the file");
        let (start, goal) = (text(start), Target::of(text(goal)));
        let asked = Problem::of_stickers(self.puzzle.clone(), &start, &goal, Budget::AtMost(0));
        asked.unwrap_or_else(|error| panic!("{error}: {}", self.puzzle.definition()))
    }

    fn fits(state: &[usize], sets: &[Vec<usize>]) -> bool {
        state
            .iter()
            .zip(sets)
            .all(|(color, set)| set.contains(color))
    }

    /// Every answer of exactly so many turns; `None` if there are too many to count.
    pub fn answers(
        &self,
        start: &[Vec<usize>],
        goal: &[Vec<usize>],
        length: usize,
    ) -> Option<BTreeSet<Answer>> {
        let starts = self.states.iter().filter(|state| Self::fits(state, start));
        let mut walks: Vec<(Vec<usize>, Answer)> = starts
            .map(|state| (state.clone(), (state.clone(), Vec::new())))
            .collect();
        for _ in 0..length {
            if walks.len() * self.turns.len() > 30_000 {
                return None;
            }
            let longer = |(state, (start, made)): &(Vec<usize>, Answer)| -> Vec<_> {
                let turned = |(turn, sources): (TurnId, &Vec<usize>)| {
                    let made = [&made[..], &[turn]].concat();
                    (after(state, sources), (start.clone(), made))
                };
                // Two turns that do the same are one turn with two names.
                let all = self.turns.iter().enumerate();
                let first = all.filter(|(turn, _)| self.puzzle.stands_for(*turn) == *turn);
                first.map(turned).collect()
            };
            walks = walks.iter().flat_map(longer).collect();
        }
        walks.retain(|(state, _)| Self::fits(state, goal));
        (walks.len() <= MOST).then(|| walks.into_iter().map(|(_, answer)| answer).collect())
    }
}

/// The same colors, counted as they come.
fn counted(mut solved: Vec<usize>) -> Vec<usize> {
    let mut known: Vec<usize> = Vec::new();
    for color in &mut solved {
        let number = known.iter().position(|known| known == color);
        *color = number.unwrap_or_else(|| {
            known.push(*color);
            known.len() - 1
        });
    }
    solved
}

/// A permutation of pieces, some of which it turns: the facelet from which each takes its color.
fn generator(kinds: &[(usize, usize)], random: &mut SmallRng) -> Vec<usize> {
    let mut sources = Vec::new();
    for &(stickers, pieces) in kinds {
        let first = sources.len();
        let mut order: Vec<usize> = (0..pieces).collect();
        order.shuffle(random);
        // Mostly a few pieces only.
        if random.random_bool(0.6) {
            let stays = random.random_range(0..pieces);
            let at = order.iter().position(|&piece| piece == stays).unwrap_or(0);
            order.swap(at, stays);
        }
        for piece in order {
            let turned = random.random_range(0..stickers);
            let from = (0..stickers).map(|sticker| (sticker + turned) % stickers);
            sources.extend(from.map(|sticker| first + stickers * piece + sticker));
        }
    }
    sources
}

/// The cycles of a permutation given by its sources: what is at the first facelet goes to the second.
fn cycles(sources: &[usize]) -> Vec<String> {
    let mut to = vec![0; sources.len()];
    for (facelet, &source) in sources.iter().enumerate() {
        to[source] = facelet;
    }
    let mut seen = vec![false; to.len()];
    let mut cycles = Vec::new();
    for first in 0..to.len() {
        let (mut at, mut cycle) = (first, Vec::new());
        while !std::mem::replace(&mut seen[at], true) {
            cycle.push(format!("f{at}"));
            at = to[at];
        }
        if cycle.len() > 1 {
            cycles.push(cycle.join(" "));
        }
    }
    cycles
}

/// A random puzzle, a start and a goal, and how many turns are asked for.
pub fn draw(random: &mut SmallRng) -> (Model, [Vec<Vec<usize>>; 2], usize) {
    loop {
        if let Some(model) = Model::random(random) {
            let ends = [(); 2].map(|()| model.pattern(random));
            return (model, ends, random.random_range(0..=3));
        }
    }
}
