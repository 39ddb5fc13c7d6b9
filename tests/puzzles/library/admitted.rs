//! Which turn sequences formulas of the 3×3×3 admit, for each target state.

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

/// Whether a sequence is canonical: it has no face twice in a row, and of two
/// opposite faces, U comes before D, R before L, and F before B. On the cube, this
/// is the complete definition.
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
    let mut seen = std::collections::HashSet::new();
    let mut states = Vec::new();
    for (length, layer) in layers.iter().enumerate() {
        let mut targets: Vec<&State> = layer.keys().collect();
        targets.sort_by(|a, b| a.colors().cmp(b.colors()));
        let new = targets
            .iter()
            .filter(|state| seen.insert(state.colors().to_vec()));
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
        in_order(&targets, two(), ask, |_, count| {
            sum += count;
            true
        });
        canonical.push(sum);
    }
    (canonical, states)
}

fn two() -> std::num::NonZeroUsize {
    std::num::NonZeroUsize::MIN.saturating_add(1)
}

#[test]
#[ignore = "long check"]
fn formulas_of_the_cube_admit_exactly_the_true_sequences() {
    for name in ["lemmas", "faces", "onehot", "mux"] {
        let recipe = Recipe::built_in(name).unwrap();
        let (_, states) = compare_with_all(&recipe, [1, 2, 30, 600]);
        // Distances as in https://oeis.org/A080601.
        assert_eq!(states, [1, 18, 243, 3240]);
    }
}

#[test]
#[ignore = "long check: a formula for each of 3,700 target states"]
fn formulas_of_the_cube_admit_exactly_the_true_sequences_for_every_target() {
    for name in ["lemmas", "onehot"] {
        let recipe = Recipe::built_in(name).unwrap();
        let (canonical, states) = compare_with_all(&recipe, [1; 4]);
        assert_eq!(states, [1, 18, 243, 3240]);
        assert_eq!(canonical, [1, 18, 243, 3240]);
    }
}
