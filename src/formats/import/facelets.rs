//! Converts orbits of pieces to a puzzle file of facelets.
//!
//! *Idea.* A place where a piece has *k* visible orientations gets *k* facelets. A piece is a letter on one of these
//! facelets and a blank, `_`, on the others; a twist moves the letter to the next facelet. So in the state `A__ _B_`, piece
//! A is correctly oriented and piece B is twisted by one. Pieces with equal numbers have equal letters. A piece whose
//! orientation is visible only modulo *m* has its letter on every *m*-th facelet; if its orientation is invisible, on all.
//! The resulting puzzle file is read like any other: no other part of the program depends on its origin.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::LazyLock;

use itertools::Itertools;

use crate::group::Permutation;
use crate::puzzle::{
    Contents, Effect, MAX_FACELETS, MAX_TURN_ENTRIES, Move, OrbitPuzzle, Puzzle, limits, turn,
};
use crate::source::{FileError, Source};
use crate::text::is_invisible;

/// The maximum size of an imported puzzle when it is written as facelets, in bytes.
const MAX_WRITTEN_BYTES: usize = 4 * 1024 * 1024;

/// The symbol of a facelet without the piece's letter.
pub(super) const BLANK: char = '_';

/// The paints of pieces, used cyclically.
const PAINTS: [&str; 11] = [
    "white", "yellow", "red", "orange", "blue", "green", "purple", "pink", "cyan", "brown", "black",
];

/// The numbering of the facelets of all orbits.
pub(super) struct Facelets {
    /// The facelets of each orbit, place by place. Each place of an orbit has the same number of them.
    pub(super) ranges: Vec<Range<usize>>,
    pub(super) count: usize,
}

impl Facelets {
    pub(super) fn of(orbits: &OrbitPuzzle) -> Self {
        let mut count = 0;
        let range = |contents: &Contents| {
            let begin = count;
            count += contents.pieces.len() * contents.facelets();
            begin..count
        };
        let ranges = orbits.solved.iter().map(range).collect();
        Self { ranges, count }
    }

    /// The permutation of the facelets by a move with these effects on the orbits.
    pub(super) fn permutation(&self, effects: &[Effect]) -> Permutation {
        let mut sources: Vec<usize> = (0..self.count).collect();
        for (range, effect) in self.ranges.iter().zip(effects) {
            let (begin, per_place) = (range.start, range.len() / effect.from.len());
            for (place, (&from, &turned)) in effect.from.iter().zip(&effect.turned).enumerate() {
                for facelet in 0..per_place {
                    let to = begin + place * per_place + (facelet + turned) % per_place;
                    sources[to] = begin + from * per_place + facelet;
                }
            }
        }
        Permutation::from_sources(sources)
    }

    /// The letter or blank of each facelet if the places have these contents.
    pub(super) fn characters(&self, orbits: &OrbitPuzzle, contents: &[Contents]) -> Vec<char> {
        let mut shown = Vec::with_capacity(self.count);
        let letters = pieces_by_letter(orbits);
        for ((range, contents), letters) in self.ranges.iter().zip(contents).zip(letters) {
            let per_place = range.len() / contents.pieces.len();
            for (place, piece) in contents.pieces.iter().enumerate() {
                let letter = letters.binary_search(piece).map_or(BLANK, nth_letter);
                let modulus = contents.moduli[place];
                let turned = contents.orientations[place] % modulus;
                let shows = |facelet: usize| facelet % modulus == turned;
                shown.extend((0..per_place).map(|it| if shows(it) { letter } else { BLANK }));
            }
        }
        shown
    }
}

/// The numbers of the pieces of each orbit, in ascending order: the first is A.
pub(super) fn pieces_by_letter(orbits: &OrbitPuzzle) -> Vec<Vec<usize>> {
    let numbers = |contents: &Contents| {
        let numbers: BTreeSet<usize> = contents.pieces.iter().copied().collect();
        numbers.into_iter().collect()
    };
    orbits.solved.iter().map(numbers).collect()
}

/// A to Z, a to z, 0 to 9, then letters of other alphabets. The list is computed once, because finding a letter by its
/// number requires all letters before it.
static LETTERS: LazyLock<Vec<char>> = LazyLock::new(|| {
    let plain = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    let more = ('À'..='\u{ffff}').filter(|c| c.is_alphabetic() && !is_invisible(*c));
    plain.chain(more).collect()
});

fn nth_letter(number: usize) -> char {
    LETTERS.get(number).copied().unwrap_or(BLANK)
}

/// Converts orbits to a puzzle. `source` is the file from which they were read.
pub(super) fn convert(source: Source<'_>, orbits: &OrbitPuzzle) -> Result<Puzzle, FileError> {
    let facelets = Facelets::of(orbits);
    if facelets.count > MAX_FACELETS {
        let reason = format!(
            "the pieces would have {} facelets, one for each orientation of each; at most {MAX_FACELETS} are allowed",
            facelets.count
        );
        return Err(source.error(0..0, reason));
    }
    if let Some(first) = orbits.moves.first()
        && let Err(reason) = limits::check_moves(facelets.count, orbits.moves.len())
    {
        return Err(source.error(first.at..first.at, reason));
    }
    let file = File::write(orbits, &facelets).map_err(|at| {
        let reason = format!(
            "the puzzle is too large: written as facelets, the part up to this move takes more than {MAX_WRITTEN_BYTES} bytes"
        );
        source.error(at..at, reason)
    })?;
    Puzzle::from_toml(source.name, &file.text).map_err(|mistake| {
        let line = mistake.place.map_or(0, |(line, _)| line);
        let lines = file.text.split_inclusive('\n').take(line);
        let end: usize = lines.map(str::len).sum();
        let of_line = file.moves.iter().rfind(|&&(begin, _)| begin < end);
        let at = of_line.map_or(0, |&(_, at)| at);
        source.error(at..at, mistake.reason)
    })
}

/// A puzzle file, and the origin of its moves.
#[derive(Default)]
struct File {
    text: String,
    /// Where each move begins in `text`, and in the imported file.
    moves: Vec<(usize, usize)>,
}

impl File {
    /// Writes the file. If it becomes too large, the error is the position, in the imported file, of the move reached.
    fn write(orbits: &OrbitPuzzle, facelets: &Facelets) -> Result<Self, usize> {
        let mut file = Self::default();
        let names = facelet_names(orbits, facelets);
        file.write_header(orbits, facelets, &names);
        file.write_faces(orbits, facelets, &names);
        file.write_orbits(orbits);
        file.write_turns(orbits, facelets, &names)?;
        Ok(file)
    }

    fn add_line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn write_header(&mut self, orbits: &OrbitPuzzle, facelets: &Facelets, names: &[String]) {
        let is_special = |c: char| !c.is_ascii_alphanumeric() && c != '_';
        let name = orbits.name.replace(is_special, "-");
        self.add_line("# Made from orbits of pieces. A piece is a letter on one of the facelets of its place:");
        self.add_line("# that facelet shows the orientation of the piece.");
        self.add_line(&format!("name = {}", toml_string(&name)));
        self.add_line(&format!("title = {}", toml_string(&orbits.name)));
        self.add_line("maximum = {}");
        // The faces of this file are colors, not sides.
        self.add_line("layout = \"net\"");
        self.add_line("net = [");
        for (range, orbit) in facelets.ranges.iter().zip(&orbits.orbits) {
            let per_place = range.len() / orbit.pieces;
            let places = names[range.clone()].chunks(per_place);
            // A gap separates places of several facelets.
            let gap = if per_place > 1 { " . " } else { " " };
            let row = places.map(|place| place.join(" ")).join(gap);
            self.add_line(&format!("  {},", toml_string(&row)));
        }
        self.add_line("]");
    }

    fn write_faces(&mut self, orbits: &OrbitPuzzle, facelets: &Facelets, names: &[String]) {
        let shown = facelets.characters(orbits, &orbits.solved);
        for (orbit, range) in orbits.orbits.iter().zip(&facelets.ranges) {
            for (number, color) in shown[range.clone()].iter().unique().enumerate() {
                let of_color = range.clone().filter(|&facelet| shown[facelet] == *color);
                let of_color = of_color.map(|facelet| &names[facelet]).join(" ");
                let paint = match *color {
                    BLANK => "gray",
                    _ => PAINTS[number % PAINTS.len()],
                };
                self.add_line("\n[[face]]");
                let name = toml_string(&format!("{}:{color}", orbit.name));
                self.add_line(&format!("name = {name}"));
                self.add_line(&format!("color = {}", toml_string(&color.to_string())));
                self.add_line(&format!("paint = \"{paint}\""));
                self.add_line(&format!("facelets = {}", toml_string(&of_color)));
            }
        }
    }

    fn write_turns(
        &mut self,
        orbits: &OrbitPuzzle,
        facelets: &Facelets,
        names: &[String],
    ) -> Result<(), usize> {
        let moves = orbits.moves.iter();
        let permutations = moves.map(|mv| facelets.permutation(&mv.effects));
        let permutations: Vec<Permutation> = permutations.collect();
        let turns = turns_of_aliases(&orbits.moves, &permutations);
        let is_rotation = |mv: &Move| is_rotation(mv, &orbits.moves);
        // If all moves are rotations, they become ordinary turns.
        let has_others = !orbits.moves.iter().all(is_rotation);
        let all = || orbits.moves.iter().zip(&permutations).zip(&turns);
        for ((mv, permutation), _) in all().filter(|(_, turn)| turn.is_none()) {
            if self.text.len() > MAX_WRITTEN_BYTES {
                return Err(mv.at);
            }
            self.begin_table("turn", mv);
            if has_others && is_rotation(mv) {
                self.add_line("group = \"rotation\"");
            }
            let cycles = permutation.cycles().into_iter();
            let mut cycles = cycles
                .map(|cycle| toml_string(&cycle.iter().map(|&facelet| &names[facelet]).join(" ")));
            self.add_line(&format!("cycles = [{}]", cycles.join(", ")));
        }
        for ((mv, _), turn) in all() {
            if let Some(turn) = turn.as_ref().filter(|turn| **turn != mv.name) {
                self.begin_table("alias", mv);
                self.add_line(&format!("turn = {}", toml_string(turn)));
            }
        }
        Ok(())
    }

    fn begin_table(&mut self, table: &str, mv: &Move) {
        self.moves.push((self.text.len(), mv.at));
        self.add_line(&format!("\n[[{table}]]"));
        self.add_line(&format!("name = {}", toml_string(&mv.name)));
    }

    /// Adds what the facelets do not determine about the orbits.
    fn write_orbits(&mut self, orbits: &OrbitPuzzle) {
        for (orbit, contents) in orbits.orbits.iter().zip(&orbits.solved) {
            let list = |numbers: &[usize]| format!("[{}]", numbers.iter().join(", "));
            self.add_line("\n[[orbit]]");
            self.add_line(&format!("name = {}", toml_string(&orbit.name)));
            self.add_line(&format!("orientations = {}", orbit.orientations));
            self.add_line(&format!("pieces = {}", list(&contents.pieces)));
            let seen = contents.orientations.iter().zip(&contents.moduli);
            let seen: Vec<usize> = seen.map(|(turned, modulus)| turned % modulus).collect();
            if seen.iter().any(|&turned| turned != 0) {
                self.add_line(&format!("orientation = {}", list(&seen)));
            }
            let mut moduli = contents.moduli.iter();
            if moduli.any(|&modulus| modulus != orbit.orientations) {
                self.add_line(&format!("modulus = {}", list(&contents.moduli)));
            }
        }
    }
}

/// The name of each facelet: the name of the orbit, the number of the place and, if the place has several facelets, the
/// orientation in which the piece has its letter there.
pub(super) fn facelet_names(orbits: &OrbitPuzzle, facelets: &Facelets) -> Vec<String> {
    let mut names = Vec::with_capacity(facelets.count);
    for (orbit, range) in orbits.orbits.iter().zip(&facelets.ranges) {
        let per_place = range.len() / orbit.pieces;
        for place in 1..=orbit.pieces {
            for facelet in 0..per_place {
                let name = format!("{}-{place}", orbit.name);
                names.push(match per_place {
                    1 => name,
                    _ => format!("{name}.{facelet}"),
                });
            }
        }
    }
    names
}

/// For each move that becomes an alias, the name of its turn; `None` for a move that becomes a turn itself. Of moves that
/// are powers of each other, the one with the most powers becomes a turn.
fn turns_of_aliases(moves: &[Move], permutations: &[Permutation]) -> Vec<Option<String>> {
    let mut total: usize = 0;
    let powers = permutations.iter().map(|it| {
        let entries = (it.order() - 1).saturating_mul(it.moved().count());
        total = total.saturating_add(entries);
        // A puzzle with more entries is rejected later.
        if total > MAX_TURN_ENTRIES {
            Vec::new()
        } else {
            it.powers().collect()
        }
    });
    let powers: Vec<Vec<Permutation>> = powers.collect();
    let rank = |&number: &usize| {
        let has_bad_name = limits::check_turn_name(&moves[number].name).is_err();
        (Reverse(powers[number].len()), has_bad_name, number)
    };
    let mut known: HashMap<&Permutation, (usize, usize)> = HashMap::new();
    let mut turns = vec![None; moves.len()];
    for number in (0..moves.len()).sorted_by_key(rank) {
        if let Some(&(turn, power)) = known.get(&permutations[number]) {
            let order = powers[turn].len() + 1;
            turns[number] = Some(turn::power_name(&moves[turn].name, power, order));
            continue;
        }
        for (power, permutation) in powers[number].iter().enumerate() {
            known.entry(permutation).or_insert((number, power + 1));
        }
    }
    turns
}

/// Whether a move rotates the whole puzzle, judged by its name: `x`, `y2`, or a turn's name with a `v`, such as `Uv` and
/// `D_BR_R_Fv`, or `rv` if there is an `r`. SiGN notation, cubing.js and twsearch write rotations in this way.
pub(super) fn is_rotation(mv: &Move, all: &[Move]) -> bool {
    let name = mv.name.trim_end_matches(['2', '\'']);
    let is_axis = |axis: &str| {
        let are_faces = axis.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        let is_corner = || axis.len() == 1 && all.iter().any(|other| other.name == axis);
        !axis.is_empty() && (are_faces || is_corner())
    };
    matches!(name, "x" | "y" | "z") || name.strip_suffix('v').is_some_and(is_axis)
}

fn toml_string(text: &str) -> String {
    toml::Value::from(text).to_string()
}
