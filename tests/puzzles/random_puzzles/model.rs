//! The reference model of a puzzle: turns are lists of numbers, states are strings of colors.
//!
//! Nothing here comes from the crate under test. Facelets are numbered in the order of the net,
//! so a state equals its text.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

use itertools::Itertools;

/// The color of each facelet, in the order of the net, as an ASCII letter or digit.
pub type Colors = Vec<u8>;

/// A face: facelets of one color.
#[derive(Clone, Debug)]
pub struct Face {
    pub color: u8,
    pub facelets: Vec<usize>,
}

/// The smallest turn of a face. Afterwards facelet `i` shows what `from[i]` showed.
#[derive(Clone, Debug)]
pub struct Generator {
    pub name: String,
    pub from: Vec<usize>,
}

/// Another name of a turn.
#[derive(Clone, Debug)]
pub struct Alias {
    pub name: String,
    pub turn: String,
}

/// A puzzle.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub faces: Vec<Face>,
    pub generators: Vec<Generator>,
    pub aliases: Vec<Alias>,
    pub held: Vec<usize>,
    /// The maximum distances in the file: `htm.any`, `htm.exact`, `qtm.any` and `qtm.exact`.
    pub maximum: [Option<usize>; 4],
}

/// A power of a generator.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its place in the list of all turns.
    pub number: usize,
    pub name: String,
    pub generator: usize,
    pub power: usize,
    pub order: usize,
    pub from: Vec<usize>,
}

impl Move {
    /// The turns that its name stands for in a set of turns: that of a face stands for all its powers.
    pub fn set(&self) -> Range<usize> {
        let powers = if self.power == 1 { self.order - 1 } else { 1 };
        self.number..self.number + powers
    }

    /// Whether it counts as one turn in the quarter-turn metric.
    pub fn is_quarter(&self) -> bool {
        self.power == 1 || self.power + 1 == self.order
    }

    /// Whether it moves none of these facelets.
    pub fn leaves(&self, facelets: &[usize]) -> bool {
        facelets
            .iter()
            .all(|&facelet| self.from[facelet] == facelet)
    }
}

/// The colors after a turn.
pub fn colors_after<T: Copy>(colors: &[T], from: &[usize]) -> Vec<T> {
    from.iter().map(|&from| colors[from]).collect()
}

/// The product of two turns: `first`, then `second`.
pub fn then(first: &[usize], second: &[usize]) -> Vec<usize> {
    colors_after(first, second)
}

pub fn inverse(from: &[usize]) -> Vec<usize> {
    let mut to = vec![0; from.len()];
    for (at, &from) in from.iter().enumerate() {
        to[from] = at;
    }
    to
}

pub fn is_identity(from: &[usize]) -> bool {
    from.iter().enumerate().all(|(at, &from)| at == from)
}

/// All that `next` leads to from a first one, in the order found; stops soon after `most`.
pub fn closure<T: Clone + Ord>(first: T, most: usize, next: impl Fn(&T) -> Vec<T>) -> Vec<T> {
    let mut seen = BTreeSet::from([first.clone()]);
    let mut all = vec![first];
    let mut at = 0;
    while at < all.len() && all.len() <= most {
        for other in next(&all[at]) {
            if seen.insert(other.clone()) {
                all.push(other);
            }
        }
        at += 1;
    }
    all
}

/// The order of a turn: the smallest number of repetitions that restores every state.
pub fn order(from: &[usize]) -> usize {
    let mut made = from.to_vec();
    let mut order = 1;
    while !is_identity(&made) {
        made = then(&made, from);
        order += 1;
    }
    order
}

/// The documented name of a power: `R`, `R2`, and above half the order `R2'`, `R'`.
fn name(base: &str, power: usize, order: usize) -> String {
    let mark = if power * 2 <= order { "" } else { "'" };
    match power.min(order - power) {
        1 => format!("{base}{mark}"),
        count => format!("{base}{count}{mark}"),
    }
}

/// The colors as text.
pub fn text(colors: &[u8]) -> String {
    colors.iter().map(|&color| char::from(color)).collect()
}

impl Model {
    /// The number of facelets.
    pub fn size(&self) -> usize {
        self.faces.iter().map(|face| face.facelets.len()).sum()
    }

    pub fn solved(&self) -> Colors {
        let mut solved = vec![0; self.size()];
        for face in &self.faces {
            for &facelet in &face.facelets {
                solved[facelet] = face.color;
            }
        }
        solved
    }

    /// The colors, each once.
    pub fn palette(&self) -> Vec<u8> {
        let palette: BTreeSet<u8> = self.faces.iter().map(|face| face.color).collect();
        palette.into_iter().collect()
    }

    /// All turns, in the order of the file.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (generator, entry) in self.generators.iter().enumerate() {
            let order = order(&entry.from);
            let mut from = entry.from.clone();
            for power in 1..order {
                moves.push(Move {
                    number: moves.len(),
                    name: name(&entry.name, power, order),
                    generator,
                    power,
                    order,
                    from: from.clone(),
                });
                from = then(&from, &entry.from);
            }
        }
        moves
    }

    /// The turns that words stand for as sets of turns.
    pub fn sets(&self, moves: &[Move], words: &[String]) -> Vec<usize> {
        let turn = |word: &String| &moves[self.turn(moves, word).expect("a turn")];
        words.iter().flat_map(|word| turn(word).set()).collect()
    }

    /// The turn that a word stands for in a sequence.
    pub fn turn(&self, moves: &[Move], word: &str) -> Option<usize> {
        moves.iter().position(|it| it.name == word)
    }

    /// The puzzle file.
    pub fn toml(&self) -> String {
        let mut file = String::from("name = \"random\"\ntitle = \"Random\"\n");
        let [any, exact, quarter_any, quarter_exact] = self.maximum;
        for (metric, any, exact) in [("htm", any, exact), ("qtm", quarter_any, quarter_exact)] {
            let key = |name: &str, it: Option<usize>| it.map(|it| format!("{name} = {it}"));
            let keys = [key("any", any), key("exact", exact)].into_iter().flatten();
            let _ = writeln!(file, "maximum.{metric} = {{ {} }}", keys.format(", "));
        }
        let names = |facelets: &[usize]| facelets.iter().map(|it| format!("f{it}")).join(" ");
        if !self.held.is_empty() {
            let _ = writeln!(file, "held = \"{}\"", names(&self.held));
        }
        let net: Vec<usize> = (0..self.size()).collect();
        let _ = writeln!(file, "layout = \"net\"\nnet = [\"{}\"]", names(&net));
        for (number, face) in self.faces.iter().enumerate() {
            let (color, facelets) = (char::from(face.color), names(&face.facelets));
            let _ = writeln!(
                file,
                "[[face]]\nname = \"P{number}\"\ncolor = \"{color}\"\npaint = \"red\"\nfacelets = \"{facelets}\""
            );
        }
        for Generator { name, from } in &self.generators {
            let cycles = cycles(from).into_iter();
            let cycles = cycles
                .map(|cycle| format!("{:?}", names(&cycle)))
                .join(", ");
            let _ = writeln!(file, "[[turn]]\nname = \"{name}\"\ncycles = [{cycles}]");
        }
        for Alias { name, turn } in &self.aliases {
            let _ = writeln!(file, "[[alias]]\nname = \"{name}\"\nturn = \"{turn}\"");
        }
        file
    }
}

/// The cycles of a turn: the sticker at each facelet goes to the next.
fn cycles(from: &[usize]) -> Vec<Vec<usize>> {
    let to = inverse(from);
    let cycles = (0..from.len()).map(|first| closure(first, usize::MAX, |&at| vec![to[at]]));
    let is_one = |cycle: &Vec<usize>| cycle.len() > 1 && cycle.iter().min() == cycle.first();
    cycles.filter(is_one).collect()
}
