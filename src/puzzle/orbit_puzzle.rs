//! A puzzle as orbits of pieces: the model of both imported formats, KPuzzle and twsearch.
//!
//! An orbit has *n* places and *n* pieces, each in one of *k* orientations. A move gives, for each place, the place from
//! which its piece comes and the twist of the piece on the way, as in KPuzzle. A `Move` in a twsearch file lists the twists
//! by the places from which the pieces come, so the reader reorders them.

use num_integer::lcm;

/// Places that pieces can reach from each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Orbit {
    pub(crate) name: String,
    pub(crate) pieces: usize,
    pub(crate) orientations: usize,
}

/// The contents of an orbit's places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contents {
    /// The piece in each place. Pieces with equal numbers look alike.
    pub(crate) pieces: Vec<usize>,
    pub(crate) orientations: Vec<usize>,
    /// For each place, the number modulo which its orientation is visible: the number of orientations or a divisor of
    /// that number; 1 if the orientation is invisible.
    pub(crate) moduli: Vec<usize>,
}

/// The effect of a move on an orbit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    /// The place from which each place gets its piece.
    pub(crate) from: Vec<usize>,
    /// The twist of that piece.
    pub(crate) turned: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) name: String,
    /// The effect on each orbit.
    pub(crate) effects: Vec<Effect>,
    /// The position of its name in the file, as a byte offset.
    pub(crate) at: usize,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct OrbitPuzzle {
    pub(crate) name: String,
    pub(crate) orbits: Vec<Orbit>,
    /// The contents of each orbit.
    pub(crate) solved: Vec<Contents>,
    pub(crate) moves: Vec<Move>,
    /// The ignored parts of the file, in sentences.
    pub(crate) notes: Vec<String>,
}

impl Orbit {
    /// Each piece at home.
    pub(crate) fn identity(&self) -> Effect {
        Effect {
            from: (0..self.pieces).collect(),
            turned: vec![0; self.pieces],
        }
    }

    /// The effect of two moves in succession.
    fn then(&self, first: &Effect, second: &Effect) -> Effect {
        let steps = second.from.iter().zip(&second.turned);
        // The first move has twisted the piece in the intermediate place.
        let steps = steps.map(|(&via, &turned)| (first.from[via], first.turned[via] + turned));
        let steps = steps.map(|(from, by)| (from, by % self.orientations));
        let (from, turned) = steps.unzip();
        Effect { from, turned }
    }

    /// The effect of the inverse of a move.
    fn inverse(&self, effect: &Effect) -> Effect {
        let mut inverse = self.identity();
        for (place, (&from, &turned)) in effect.from.iter().zip(&effect.turned).enumerate() {
            inverse.from[from] = place;
            inverse.turned[from] = (self.orientations - turned) % self.orientations;
        }
        inverse
    }
}

impl Effect {
    /// Whether the effect moves or twists a piece.
    pub(crate) fn moves(&self) -> bool {
        let is_elsewhere = |(place, &from): (usize, &usize)| place != from;
        self.from.iter().enumerate().any(is_elsewhere) || self.turned.iter().any(|&by| by > 0)
    }
}

impl Contents {
    /// Each piece at home, with different pieces: the default start state of an orbit.
    pub(crate) fn identity(orbit: &Orbit) -> Self {
        Self {
            pieces: (0..orbit.pieces).collect(),
            orientations: vec![0; orbit.pieces],
            moduli: vec![orbit.orientations; orbit.pieces],
        }
    }

    /// The least common multiple of the moduli, which is the number of facelets per place.
    pub(crate) fn facelets(&self) -> usize {
        self.moduli.iter().copied().fold(1, lcm)
    }
}

/// The index of a move, and its exponent, possibly negative.
pub(crate) type Power = (usize, i64);

impl OrbitPuzzle {
    pub(crate) fn product(&self, powers: &[Power]) -> Vec<Effect> {
        let product = |(number, orbit): (usize, &Orbit)| {
            let mut product = orbit.identity();
            for &(index, power) in powers.iter().filter(|(_, power)| *power != 0) {
                let effect = &self.moves[index].effects[number];
                let back = orbit.inverse(effect);
                let step = if power < 0 { &back } else { effect };
                for _ in 0..power.unsigned_abs() {
                    product = orbit.then(&product, step);
                }
            }
            product
        };
        self.orbits.iter().enumerate().map(product).collect()
    }

    pub(crate) fn places(&self) -> usize {
        self.orbits.iter().map(|orbit| orbit.pieces).sum()
    }
}
