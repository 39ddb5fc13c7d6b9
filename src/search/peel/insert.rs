//! The last facelets: words put into the way where they cost least.
//!
//! *Idea.* A word at the end of a way can as well be made earlier, as the one that the turns behind it carry to it. So a way has
//! as many places for words as turns, and at each of them other words mend the facelets that are wrong in the end. Where the first turn
//! of a word meets one of its generator before it, or the last turn one behind it, they are made as one turn, or are none: of
//! four turns that a word has, it adds four to none. Ways are compared with those only in which as many facelets are wrong: from
//! the most wrong down to none, the shortest ways of each number are kept. So it does not matter in how many words something was mended.
//!
//! *Which words.* At each place those that begin or end with a turn which can be made as one with another; and where few
//! facelets are wrong all those that bring a right color to one of them. Of these, such as the turn before does not touch
//! were tried before that turn.
//!
//! *Source.* Insertions, as known from solving in the fewest moves; and A. Mazurkiewicz's traces (1977) for which turns meet.
//!
//! *Why it is sound.* What a word does to the end of the way is followed facelet by facelet, and the result is replayed.

use rustc_hash::FxHashSet;

use super::board::Board;
use super::finish::Whole;
use super::words::{End, Library, Packed, Tried};
use crate::control::Control;
use crate::platform::in_order;

/// What a mended facelet is worth, in turns, where words are compared.
const MENDED: f64 = 1.0;

/// A facelet is mended for fewer turns than so many: a word of four that mends two is made though nothing meets it.
const MOST_TURNS: f64 = 3.0;

/// With so few wrong facelets, words are tried that meet no turn, too.
const FEW: usize = 60;

/// So many turns that can be moved to a place are looked for on each side, so far away.
const MEETING: usize = 12;
const FAR: usize = 40;

/// So many words are kept of each way, for each way that is kept.
const WORDS: usize = 4;

/// So many times more ways are gathered than are kept, as some come to the same.
const ENOUGH: usize = 8;

/// Puts words into ways.
pub(super) struct Inserter<'a> {
    board: &'a Board,
    library: &'a Library,
    control: &'a Control,
    /// What the ways start from.
    start: &'a [u16],
    /// How many ways are kept with each number of wrong facelets.
    beam: usize,
    /// How many turns a solution has that is there already.
    fewest: usize,
}

/// A word in a place of a way.
#[derive(Clone, Copy)]
struct Insertion {
    word: u32,
    /// Before the turn of this number.
    at: usize,
    /// The numbers of the turns that its first and its last turn meet.
    before: Option<usize>,
    behind: Option<usize>,
    /// How many turns it adds, less what is mended.
    cost: f64,
}

impl<'a> Inserter<'a> {
    pub(super) fn new(
        (board, library): (&'a Board, &'a Library),
        start: &'a [u16],
        (beam, fewest): (usize, usize),
        control: &'a Control,
    ) -> Self {
        Self {
            board,
            library,
            control,
            start,
            beam,
            fewest,
        }
    }

    /// The ways with words in them: one that mends everything and has the fewest turns, or else those from
    /// which the rest is best mended. Ways that are likely to end longer than a solution that is there are dropped.
    pub(super) fn run(&self, ways: Vec<Whole>) -> Vec<Whole> {
        let most = ways.iter().map(|way| way.wrong).max().unwrap_or(0);
        let mut by_wrong = vec![Vec::new(); most + 1];
        for way in ways {
            by_wrong[way.wrong].push(way);
        }
        let mut fewest = self.fewest;
        let mut ends = Vec::new();
        for wrong in (1..=most).rev() {
            if self.control.stop().is_some() {
                break;
            }
            let mut open = std::mem::take(&mut by_wrong[wrong]);
            open.retain(|way| way.may_be_shorter(fewest));
            self.shortest(&mut open);
            for new in self.with_words(&open) {
                // A word that is put in mends something.
                let Some(ways) = by_wrong[..wrong].get_mut(new.wrong) else {
                    continue;
                };
                if new.may_be_shorter(fewest) {
                    ways.push(new);
                }
                if ways.len() >= ENOUGH * self.beam {
                    self.shortest(ways);
                }
            }
            let solved = by_wrong[0].iter().map(|way| way.turns.len()).min();
            fewest = solved.map_or(fewest, |turns| turns.min(fewest));
            ends.append(&mut open);
        }
        let best = by_wrong.first_mut().and_then(|solved| {
            self.shortest(solved);
            solved.drain(..).next()
        });
        if let Some(best) = best {
            return vec![best];
        }
        ends.sort_by(|a, b| a.cost().total_cmp(&b.cost()));
        ends.truncate(self.beam);
        ends
    }

    /// Keeps the shortest of some ways, each once.
    fn shortest(&self, ways: &mut Vec<Whole>) {
        ways.sort_by_key(|way| way.turns.len());
        let mut seen = FxHashSet::default();
        ways.retain(|way| seen.insert((way.colors.clone(), way.turns.len())));
        ways.truncate(self.beam);
    }

    /// What some ways become with one word more.
    fn with_words(&self, ways: &[Whole]) -> Vec<Whole> {
        let mut new = Vec::new();
        in_order(
            ways,
            self.control.jobs(),
            |way| {
                let found = self.insertions(way);
                found.iter().map(|it| self.made(way, it)).collect()
            },
            |_, made: Vec<Whole>| {
                new.extend(made);
                true
            },
        );
        new
    }

    /// The words that cost least in a way.
    fn insertions(&self, way: &Whole) -> Vec<Insertion> {
        let board = self.board;
        let mut goal = board.goal.clone();
        for &turn in way.turns.iter().rev() {
            board.turn(&mut goal, board.inverses[usize::from(turn)]);
        }
        let mut trial = Trial {
            inserter: self,
            way: &way.turns,
            colors: self.start.to_vec(),
            goal,
            tried: vec![0; self.library.len()],
            found: Vec::new(),
            most: WORDS * self.beam,
            bar: f64::INFINITY,
        };
        for at in 0..=way.turns.len() {
            trial.at(at, way.wrong <= FEW);
        }
        trial.sift();
        trial.found
    }

    /// A way with a word in it.
    fn made(&self, way: &Whole, insertion: &Insertion) -> Whole {
        let mut word = self.library.turns(insertion.word).to_vec();
        // The last one first, which moves none before it.
        if let Some(number) = insertion.behind {
            let both = word
                .pop()
                .and_then(|last| self.board.product(last, way.turns[number]));
            word.extend(both.flatten());
        }
        if let Some(number) = insertion.before {
            let both = self.board.product(way.turns[number], word.remove(0));
            word.splice(0..0, both.flatten());
        }
        let mut turns = Vec::with_capacity(way.turns.len() + word.len());
        for (number, &turn) in way.turns.iter().enumerate() {
            if number == insertion.at {
                turns.append(&mut word);
            }
            if ![insertion.before, insertion.behind].contains(&Some(number)) {
                turns.push(turn);
            }
        }
        turns.append(&mut word);
        let mut colors = self.start.to_vec();
        for &turn in &turns {
            self.board.turn(&mut colors, turn);
        }
        let wrong = self.board.wrong(&colors);
        Whole {
            colors,
            turns,
            wrong,
        }
    }
}

/// Words tried in a way, place by place.
struct Trial<'a> {
    inserter: &'a Inserter<'a>,
    way: &'a [u16],
    /// What is shown at the place, and what would have to be.
    colors: Vec<u16>,
    goal: Vec<u16>,
    /// For each word the last place at which it was tried, from 1.
    tried: Vec<usize>,
    found: Vec<Insertion>,
    /// So many are kept, each of which costs less than the bar.
    most: usize,
    bar: f64,
}

/// Turns that can be moved to a place, each with its number.
type Meeting = Vec<(usize, u16)>;

impl Trial<'_> {
    /// Tries words before the turn of a number, and makes that turn.
    fn at(&mut self, at: usize, all: bool) {
        let Inserter { board, library, .. } = self.inserter;
        let numbered = |number: usize| (number, self.way[number]);
        let before = meeting(board, (0..at).rev().map(numbered));
        let behind = meeting(board, (at..self.way.len()).map(numbered));
        // Others mend nothing.
        let is_wrong = |&to: &usize| self.colors[to] != self.goal[to];
        let wrong: Vec<usize> = (0..board.facelets).filter(is_wrong).collect();
        for (end, meeting) in [(End::First, &before), (End::Last, &behind)] {
            for &(_, turn) in meeting {
                let generator = board.faces[usize::from(turn)];
                for &to in &wrong {
                    for word in library
                        .ending(end, generator, to)
                        .into_iter()
                        .flat_map(Packed::iter)
                    {
                        self.try_word(word, at, (&before, &behind));
                    }
                }
            }
        }
        if all {
            self.bringing(&wrong, at, (&before, &behind));
        }
        if let Some(&turn) = self.way.get(at) {
            board.turn(&mut self.colors, turn);
            board.turn(&mut self.goal, turn);
        }
    }

    /// Tries the words that bring a right color to a wrong facelet, to or from where the turn before touched something.
    fn bringing(&mut self, wrong: &[usize], at: usize, meeting: (&Meeting, &Meeting)) {
        let Inserter { board, library, .. } = self.inserter;
        let before = at.checked_sub(1).map(|before| self.way[before]);
        for &to in wrong {
            let brought = library.bringing(to);
            let is_touched = |turn: u16| usize::from(board.sources(turn)[to]) != to;
            match before.filter(|&turn| !is_touched(turn)) {
                None => brought.iter().for_each(|(from, words)| {
                    self.from(usize::from(*from), to, words, at, meeting)
                }),
                Some(turn) => {
                    for &[from, _] in &board.moved[usize::from(turn)] {
                        if let Ok(found) = brought.binary_search_by_key(&from, |it| it.0) {
                            self.from(usize::from(from), to, &brought[found].1, at, meeting);
                        }
                    }
                }
            }
        }
    }

    /// Tries words that bring the color of one facelet to another, if that is right.
    fn from(
        &mut self,
        from: usize,
        to: usize,
        words: &Packed,
        at: usize,
        meeting: (&Meeting, &Meeting),
    ) {
        if self.colors[from] == self.goal[to] {
            words
                .iter()
                .for_each(|word| self.try_word(word, at, meeting));
        }
    }

    fn try_word(&mut self, tried: Tried<'_>, at: usize, (before, behind): (&Meeting, &Meeting)) {
        let gain = tried.gain(&self.colors, &self.goal);
        let is_worth = |added: f64| {
            let gain = f64::from(gain);
            added < MOST_TURNS * gain && added - MENDED * gain < self.bar
        };
        // Its two ends save two turns each at best.
        if !is_worth(tried.turns as f64 - 4.0) {
            return;
        }
        let word = tried.word;
        if std::mem::replace(&mut self.tried[word as usize], at + 1) == at + 1 {
            return;
        }
        let turns = self.inserter.library.turns(word);
        let (before, saved) = self.met(before, |turn| (turn, turns[0]));
        let (behind, also) = self.met(behind, |turn| (turns[turns.len() - 1], turn));
        let added = turns.len() as f64 - f64::from(saved + also);
        if is_worth(added) {
            let cost = added - MENDED * f64::from(gain);
            self.found.push(Insertion {
                word,
                at,
                before,
                behind,
                cost,
            });
            if self.found.len() >= 4 * self.most {
                self.sift();
                self.bar = self.found.last().map_or(self.bar, |last| last.cost);
            }
        }
    }

    /// The number of the turn that can be made as one with a turn of a word, and how many turns that saves.
    fn met(&self, meeting: &Meeting, pair: impl Fn(u16) -> (u16, u16)) -> (Option<usize>, u8) {
        let met = meeting.iter().find_map(|&(number, turn)| {
            let (first, second) = pair(turn);
            let product = self.inserter.board.product(first, second)?;
            Some((Some(number), if product.is_none() { 2 } else { 1 }))
        });
        met.unwrap_or((None, 0))
    }

    /// Keeps the best.
    fn sift(&mut self) {
        self.found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        self.found.truncate(self.most);
    }
}

/// Of turns that lead away from a place, those that nothing keeps from being made there.
fn meeting(board: &Board, turns: impl Iterator<Item = (usize, u16)>) -> Meeting {
    let mut found = Vec::new();
    let mut passed: Vec<u16> = Vec::new();
    for (number, turn) in turns.take(FAR) {
        let sources = board.sources(turn);
        let is_apart = |other: &u16| {
            let mut moved = board.moved[usize::from(*other)].iter().map(|[to, _]| *to);
            board.faces[usize::from(*other)] == board.faces[usize::from(turn)]
                || moved.all(|facelet| sources[usize::from(facelet)] == facelet)
        };
        if passed.iter().all(is_apart) {
            found.push((number, turn));
            if found.len() == MEETING {
                break;
            }
        }
        passed.push(turn);
    }
    found
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::super::board::scrambled;
    use super::*;

    /// What leads to the goal by some turns.
    fn start_of(board: &Board, turns: &[u16]) -> Vec<u16> {
        let mut colors = board.goal.clone();
        for &turn in turns.iter().rev() {
            board.turn(&mut colors, board.inverses[usize::from(turn)]);
        }
        colors
    }

    fn whole(board: &Board, start: &[u16], turns: &[u16]) -> Whole {
        let mut colors = start.to_vec();
        turns.iter().for_each(|&turn| board.turn(&mut colors, turn));
        let (turns, wrong) = (turns.to_vec(), board.wrong(&colors));
        Whole {
            colors,
            turns,
            wrong,
        }
    }

    #[test]
    fn a_word_that_a_way_lacks_is_found_and_does_what_was_reckoned() {
        let (board, _) = scrambled("digits", 1);
        let library = Library::new(&board, &Control::unlimited()).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut met = 0;
        for _ in 0..20 {
            let random_turn = |_| random.random_range(0..board.ids.len() as u16);
            let turns: Vec<u16> = (0..30).map(random_turn).collect();
            let word = library.turns(random.random_range(0..library.len() as u32));
            let start = start_of(&board, &[&turns[..15], word, &turns[15..]].concat());
            let way = whole(&board, &start, &turns);
            let control = Control::unlimited();
            let inserter = Inserter::new((&board, &library), &start, (16, usize::MAX), &control);
            for it in inserter.insertions(&way) {
                let made = inserter.made(&way, &it);
                let added = made.turns.len() as f64 - way.turns.len() as f64;
                let mended = way.wrong as f64 - made.wrong as f64;
                assert_eq!(it.cost, added - MENDED * mended);
                met += usize::from(it.before.is_some() || it.behind.is_some());
            }
            let found = inserter.run(vec![way]);
            assert_eq!(found[0].wrong, 0);
            assert!(found[0].turns.len() <= 30 + word.len());
        }
        assert!(met > 5, "{met}");
    }
}
