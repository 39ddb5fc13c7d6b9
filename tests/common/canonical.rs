//! Decides by definition whether a sequence is canonical.

use twistsat::puzzle::TurnId;

use super::sat::POCKET;

/// Whether a sequence is canonical. Adjacent turns of opposite faces must be sorted: U before D, R before L, F before
/// B. Each run of turns of one face must be the first of the shortest runs of allowed turns with the same effect.
pub fn is_canonical(sequence: &[TurnId], allowed: &[TurnId]) -> bool {
    let in_order = sequence.windows(2).all(|pair| {
        let (a, b) = (face(pair[0]), face(pair[1]));
        a % 3 != b % 3 || a <= b
    });
    in_order
        && sequence
            .chunk_by(|&a, &b| face(a) == face(b))
            .all(|run| is_first_of_shortest(run, allowed))
}

/// The number of a turn's face in U R F D L B.
fn face(turn: TurnId) -> usize {
    let name = POCKET.turns()[turn].name();
    "URFDLB".find(&name[..1]).unwrap()
}

fn is_first_of_shortest(run: &[TurnId], allowed: &[TurnId]) -> bool {
    let end = POCKET.apply(POCKET.solved(), run);
    let of_face: Vec<TurnId> = allowed
        .iter()
        .copied()
        .filter(|&t| face(t) == face(run[0]))
        .collect();
    let mut words = vec![Vec::new()];
    for length in 0..=run.len() {
        for word in &words {
            if POCKET.apply(POCKET.solved(), word) == end {
                return word == run;
            }
        }
        if length < run.len() {
            words = words
                .iter()
                .flat_map(|word: &Vec<TurnId>| {
                    of_face
                        .iter()
                        .map(move |&turn| [&word[..], &[turn]].concat())
                })
                .collect();
        }
    }
    false
}
