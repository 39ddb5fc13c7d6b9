//! Which turn sequences formulas of the 3×3×3 admit, for each target state.

use std::collections::HashSet;

use super::*;

/// All sequences of exactly N turns, by the state to which they lead.
type Layer = HashMap<State, Vec<Vec<TurnId>>>;

/// The sequences of 0, 1, … turns from the solved cube.
fn layers(cube: &Puzzle, most: usize) -> Vec<Layer> {
    let mut layers = vec![Layer::from([(cube.solved().clone(), vec![Vec::new()])])];
    for length in 0..most {
        let mut next = Layer::new();
        for (state, sequences) in &layers[length] {
            for (turn, what) in cube.turns().iter().enumerate() {
                let longer = sequences.iter().map(|it| [&it[..], &[turn]].concat());
                let there = next.entry(state.after(&what.permutation)).or_default();
                there.extend(longer);
            }
        }
        layers.push(next);
    }
    layers
}

/// Whether a sequence is canonical: it has no face twice in a row, and of two opposite faces, U comes before D, R before L, and F
/// before B. On the cube, this is the complete definition.
fn is_canonical(cube: &Puzzle, sequence: &[TurnId]) -> bool {
    let face = |turn: TurnId| cube.turns()[turn].base.as_str();
    sequence.iter().tuple_windows().all(|(&a, &b)| {
        let opposite = matches!((face(a), face(b)), ("D", "U") | ("L", "R") | ("B", "F"));
        face(a) != face(b) && !opposite
    })
}

/// Compares the sequences that a recipe admits with all that exist, for every `strides[length]`-th target state of each
/// length. Returns the number of admitted canonical sequences, and the number of states at each distance.
fn compare_with_all(recipe: &Recipe, strides: [usize; 4]) -> (Vec<usize>, Vec<usize>) {
    let cube = puzzle("rubik");
    let layers = layers(&cube, 3);
    let batsat = by_name("batsat").unwrap();
    let mut canonical = Vec::new();
    let mut seen = HashSet::new();
    let mut states = Vec::new();
    for (length, layer) in layers.iter().enumerate() {
        let targets = layer.keys().sorted_by_key(|state| state.colors());
        let targets: Vec<&State> = targets.collect();
        let new = targets.iter().filter(|&&state| seen.insert(state.clone()));
        states.push(new.count());
        let ask = |state: &&State| {
            let problem = problem(&cube, cube.solved(), Budget::Exactly(length));
            let problem = problem.to_one_of(vec![(*state).clone().into()]).unwrap();
            let found = solutions(&problem, recipe, batsat).unwrap();
            let mut expected = layer[*state].clone();
            expected.sort();
            assert_eq!(found, expected, "{} {length} {state:?}", recipe.name);
            found.iter().filter(|it| is_canonical(&cube, it)).count()
        };
        let targets: Vec<&State> = targets.into_iter().step_by(strides[length]).collect();
        let mut sum = 0;
        let two = std::num::NonZeroUsize::MIN.saturating_add(1);
        in_order(&targets, two, ask, |_, count| {
            sum += count;
            true
        });
        canonical.push(sum);
    }
    (canonical, states)
}

#[test]
#[ignore = "long check: formulas for each of 3,700 target states"]
fn formulas_of_the_cube_admit_exactly_the_true_sequences() {
    // The numbers of canonical sequences, and of states at each distance (https://oeis.org/A080601).
    let known = [1, 18, 243, 3240];
    for name in ["lemmas", "onehot"] {
        let (canonical, states) = compare_with_all(&recipe(name), [1; 4]);
        assert_eq!((&canonical[..], &states[..]), (&known[..], &known[..]));
    }
    for name in ["faces", "mux"] {
        let (_, states) = compare_with_all(&recipe(name), [1, 2, 30, 600]);
        assert_eq!(states, known);
    }
}
