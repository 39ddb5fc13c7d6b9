//! A puzzle as orbits of pieces: the model of both foreign formats.
//!
//! An orbit has *n* places and as many pieces, each in one of *k*
//! orientations. A move says of each place which place its piece comes from
//! and by how much the piece is turned on the way. That is how KPuzzle says it.
//! A `Move` of twsearch says the same but for the orientations, which it lists
//! by the places that the pieces come from; the reader puts them in order.

/// Places that pieces can reach from each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Orbit {
    pub(super) name: String,
    pub(super) pieces: usize,
    pub(super) orientations: usize,
}

/// What lies in the places of an orbit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contents {
    /// The piece in each place. Pieces with one number look alike.
    pub(super) pieces: Vec<usize>,
    /// How each is turned.
    pub(super) orientations: Vec<usize>,
    /// Modulo what that can be seen: the number of orientations, or a divisor
    /// of it; 1 if it cannot be seen at all.
    pub(super) moduli: Vec<usize>,
}

/// What a move does to an orbit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Effect {
    /// The place from which each place gets its piece.
    pub(super) from: Vec<usize>,
    /// By how much that piece is turned.
    pub(super) turned: Vec<usize>,
}

/// A move of a definition.
#[derive(Clone, Debug)]
pub(super) struct Move {
    pub(super) name: String,
    /// One an orbit.
    pub(super) effects: Vec<Effect>,
    /// Where the file names it: a byte offset.
    pub(super) at: usize,
}

/// A definition.
#[derive(Clone, Debug)]
pub(in crate::puzzle) struct Orbits {
    pub(super) name: String,
    pub(super) orbits: Vec<Orbit>,
    /// One an orbit.
    pub(super) solved: Vec<Contents>,
    pub(super) moves: Vec<Move>,
}

impl Orbit {
    /// Each piece at home.
    pub(super) fn identity(&self) -> Effect {
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
    pub(super) fn moves(&self) -> bool {
        let is_elsewhere = |(place, &from): (usize, &usize)| place != from;
        self.from.iter().enumerate().any(is_elsewhere) || self.turned.iter().any(|&by| by != 0)
    }
}

impl Contents {
    /// Each piece at home, all different, as a start state that says nothing
    /// of an orbit has it.
    pub(super) fn identity(orbit: &Orbit) -> Self {
        Self {
            pieces: (0..orbit.pieces).collect(),
            orientations: vec![0; orbit.pieces],
            moduli: vec![orbit.orientations; orbit.pieces],
        }
    }

    /// Modulo what any piece of the orbit shows its orientation: so many
    /// facelets has each place.
    pub(super) fn facelets(&self) -> usize {
        self.moduli.iter().copied().fold(1, least_common_multiple)
    }
}

/// A move, made so often; backwards if the number is negative.
pub(super) type Power = (usize, i64);

impl Orbits {
    /// A sequence of powers of moves, as one.
    pub(super) fn product(&self, powers: &[Power]) -> Vec<Effect> {
        let product = |(number, orbit): (usize, &Orbit)| {
            let mut product = orbit.identity();
            for &(made, power) in powers {
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
    pub(super) fn places(&self) -> usize {
        self.orbits.iter().map(|orbit| orbit.pieces).sum()
    }
}

fn least_common_multiple(a: usize, b: usize) -> usize {
    let gcd = |mut a: usize, mut b: usize| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    a / gcd(a, b) * b
}
