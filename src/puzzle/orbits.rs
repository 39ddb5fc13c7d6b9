//! A puzzle as orbits of pieces: the model of both foreign formats.
//!
//! An orbit has *n* places and as many pieces, each in one of *k*
//! orientations. A move says of each place which place its piece comes from
//! and by how much the piece is turned on the way. That is how KPuzzle says it.
//! A `Move` of twsearch says the same but for the orientations, which it lists
//! by the places that the pieces come from; the reader puts them in order.

use num_integer::lcm;

/// Places that pieces can reach from each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Orbit {
    pub(crate) name: String,
    pub(crate) pieces: usize,
    pub(crate) orientations: usize,
}

/// What lies in the places of an orbit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contents {
    /// The piece in each place. Pieces with one number look alike.
    pub(crate) pieces: Vec<usize>,
    /// How each is turned.
    pub(crate) orientations: Vec<usize>,
    /// Modulo what that can be seen: the number of orientations, or a divisor
    /// of it; 1 if it cannot be seen at all.
    pub(crate) moduli: Vec<usize>,
}

/// What a move does to an orbit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    /// The place from which each place gets its piece.
    pub(crate) from: Vec<usize>,
    /// By how much that piece is turned.
    pub(crate) turned: Vec<usize>,
}

/// A move of a definition.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) name: String,
    /// One an orbit.
    pub(crate) effects: Vec<Effect>,
    /// Where the file names it: a byte offset.
    pub(crate) at: usize,
}

/// A definition.
#[derive(Clone, Debug)]
pub(crate) struct Orbits {
    pub(crate) name: String,
    pub(crate) orbits: Vec<Orbit>,
    /// One an orbit.
    pub(crate) solved: Vec<Contents>,
    pub(crate) moves: Vec<Move>,
    /// What was left out when it was read, in sentences.
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

    /// One move followed by another.
    pub(super) fn then(&self, first: &Effect, second: &Effect) -> Effect {
        let via = || second.from.iter();
        let turned = via().zip(&second.turned).map(|(&via, &turned)| {
            // Where the piece was in between, the first move had turned it.
            (first.turned[via] + turned) % self.orientations
        });
        Effect {
            from: via().map(|&via| first.from[via]).collect(),
            turned: turned.collect(),
        }
    }

    /// The move that undoes a move.
    pub(super) fn inverse(&self, effect: &Effect) -> Effect {
        let mut inverse = self.identity();
        for (place, (&from, &turned)) in effect.from.iter().zip(&effect.turned).enumerate() {
            inverse.from[from] = place;
            inverse.turned[from] = (self.orientations - turned) % self.orientations;
        }
        inverse
    }
}

impl Effect {
    /// Whether anything is elsewhere or turned afterwards.
    pub(crate) fn moves(&self) -> bool {
        let is_elsewhere = |(place, &from): (usize, &usize)| place != from;
        self.from.iter().enumerate().any(is_elsewhere) || self.turned.iter().any(|&by| by != 0)
    }
}

impl Contents {
    /// Each piece at home, all different, as a start state that says nothing
    /// of an orbit has it.
    pub(crate) fn identity(orbit: &Orbit) -> Self {
        Self {
            pieces: (0..orbit.pieces).collect(),
            orientations: vec![0; orbit.pieces],
            moduli: vec![orbit.orientations; orbit.pieces],
        }
    }

    /// Modulo what any piece of the orbit shows its orientation: so many
    /// facelets has each place.
    pub(crate) fn facelets(&self) -> usize {
        self.moduli.iter().copied().fold(1, lcm)
    }
}

/// A move, made so often; backwards if the number is negative.
pub(crate) type Power = (usize, i64);

impl Orbits {
    /// A sequence of powers of moves, as one.
    pub(crate) fn product(&self, powers: &[Power]) -> Vec<Effect> {
        let product = |(number, orbit): (usize, &Orbit)| {
            let mut product = orbit.identity();
            for &(made, power) in powers.iter().filter(|(_, power)| *power != 0) {
                let effect = &self.moves[made].effects[number];
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

    /// How many places there are.
    pub(crate) fn places(&self) -> usize {
        self.orbits.iter().map(|orbit| orbit.pieces).sum()
    }
}
