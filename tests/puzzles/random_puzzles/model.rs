//! The reference model of a puzzle: turns are lists of numbers, states are strings of colors.
//!
//! Nothing here comes from the crate under test. Facelets are numbered in the order of the net,
//! so a state equals its text.

use std::fmt::Write;

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
#[derive(Clone, Debug)]
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
    pub name: String,
    pub generator: usize,
    pub power: usize,
    pub order: usize,
    pub from: Vec<usize>,
}

impl Move {
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
    let (count, mark) = match order - power {
        back if power <= back => (power, ""),
        back => (back, "'"),
    };
    let count = if count == 1 {
        String::new()
    } else {
        count.to_string()
    };
    format!("{base}{count}{mark}")
}

/// The other name of a wide turn: `r` of `Rw`, `3r` of `3Rw`.
pub fn wide(base: &str) -> Option<String> {
    let face = base.strip_suffix('w')?;
    let letter = face.trim_start_matches(|c: char| c.is_ascii_digit());
    (letter.len() == 1 && letter == letter.to_uppercase()).then(|| face.to_lowercase())
}

/// The name of a facelet.
pub fn facelet(number: usize) -> String {
    format!("f{number}")
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
        let mut palette: Vec<u8> = self.faces.iter().map(|face| face.color).collect();
        palette.sort_unstable();
        palette.dedup();
        palette
    }

    /// All turns, in the order of the file.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (generator, entry) in self.generators.iter().enumerate() {
            let order = order(&entry.from);
            let mut from = entry.from.clone();
            for power in 1..order {
                moves.push(Move {
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

    /// The turns that a word stands for in a set of turns, as documented: a face for all its turns, `R1` for only the
    /// smallest, `half` for all half turns. An alias of a face stands for the face, an alias of a power for only that
    /// turn.
    pub fn set(&self, moves: &[Move], word: &str) -> Option<Vec<usize>> {
        let of = |generator: usize, powers: &dyn Fn(usize) -> bool| -> Vec<usize> {
            let fits = |it: &Move| it.generator == generator && powers(it.power);
            (0..moves.len()).filter(|&it| fits(&moves[it])).collect()
        };
        let named = |word: &str| {
            let is = |it: &Generator| {
                it.name == word
                    || it.name.strip_suffix('2') == Some(word)
                    || wide(&it.name).as_deref() == Some(word)
            };
            self.generators.iter().position(is)
        };
        let alias = |word: &str| {
            let alias = self.aliases.iter().find(|alias| alias.name == word)?;
            moves.iter().find(|it| it.name == alias.turn)
        };
        if word == "half" {
            let halves = (0..moves.len()).filter(|&it| moves[it].power * 2 == moves[it].order);
            return Some(halves.collect()).filter(|set: &Vec<usize>| !set.is_empty());
        }
        // An alias of a higher power means that power, not a face.
        let face = |word: &str| {
            named(word).or(alias(word)
                .filter(|it| it.power == 1)
                .map(|it| it.generator))
        };
        if let Some(generator) = face(word) {
            return Some(of(generator, &|_| true));
        }
        if let Some(generator) = word.strip_suffix('1').and_then(face) {
            return Some(of(generator, &|power| power == 1));
        }
        self.turn(moves, word).map(|turn| vec![turn])
    }

    /// The turn that a word stands for in a sequence.
    pub fn turn(&self, moves: &[Move], word: &str) -> Option<usize> {
        let by_name = |word: &str| moves.iter().position(|it| it.name == word);
        if let Some(turn) = by_name(word) {
            return Some(turn);
        }
        for (turn, it) in moves.iter().enumerate() {
            let base = wide(&self.generators[it.generator].name);
            if base.is_some_and(|base| name(&base, it.power, it.order) == word) {
                return Some(turn);
            }
        }
        for alias in &self.aliases {
            let it = &moves[by_name(&alias.turn)?];
            let order = it.order / gcd(it.order, it.power);
            let power = (1..order).find(|&power| name(&alias.name, power, order) == word);
            if let Some(power) = power {
                let power = power * it.power % it.order;
                let same = |other: &Move| other.generator == it.generator && other.power == power;
                return moves.iter().position(same);
            }
        }
        None
    }

    /// The puzzle file.
    pub fn toml(&self) -> String {
        let mut file = String::from("name = \"random\"\ntitle = \"Random\"\n");
        let [any, exact, quarter_any, quarter_exact] = self.maximum;
        for (metric, any, exact) in [("htm", any, exact), ("qtm", quarter_any, quarter_exact)] {
            let key = |name: &str, it: Option<usize>| it.map(|it| format!("{name} = {it}"));
            let keys = [key("any", any), key("exact", exact)].into_iter().flatten();
            let keys: Vec<String> = keys.collect();
            let _ = writeln!(file, "maximum.{metric} = {{ {} }}", keys.join(", "));
        }
        let names = |facelets: &[usize]| {
            let names: Vec<String> = facelets.iter().map(|&it| facelet(it)).collect();
            names.join(" ")
        };
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
            let cycles: Vec<String> = cycles(from)
                .iter()
                .map(|cycle| format!("{:?}", names(cycle)))
                .collect();
            let _ = writeln!(
                file,
                "[[turn]]\nname = \"{name}\"\ncycles = [{}]",
                cycles.join(", ")
            );
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
    let mut seen = vec![false; from.len()];
    let mut cycles = Vec::new();
    for first in 0..from.len() {
        let mut cycle = Vec::new();
        let mut at = first;
        while !std::mem::replace(&mut seen[at], true) {
            cycle.push(at);
            at = to[at];
        }
        if cycle.len() > 1 {
            cycles.push(cycle);
        }
    }
    cycles
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
