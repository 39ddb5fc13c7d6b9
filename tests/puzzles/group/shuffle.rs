//! Random states of puzzles whose group is too large for a stabilizer chain, compared with the chain for smaller puzzles.

use std::collections::HashSet;

use twistsat::construct::Shuffle;
use twistsat::puzzle::State;

use super::*;

fn all(puzzle: &Puzzle) -> Vec<TurnId> {
    (0..puzzle.turns().len()).collect()
}

#[test]
#[ignore = "long check"]
fn facelets_are_shuffled_only_if_the_group_has_all_even_permutations() {
    let mut puzzles: Vec<Arc<Puzzle>> = vec![of_family("digits", 6)];
    let names = Puzzle::built_in_names().filter(|name| *name != "digits");
    puzzles.extend(names.map(|name| Puzzle::built_in(name).unwrap()));
    // In `digits`, blocks of three share single cells on both colors of the chessboard only from size 6 on.
    let mut found = 0;
    for puzzle in puzzles {
        let turns = all(&puzzle);
        if Shuffle::new(&puzzle, &turns).is_none() {
            continue;
        }
        found += 1;
        // The turns determine the orbits; the stabilizer chain gives the order of the group.
        let size = puzzle.facelets().len();
        let mut orbit: Vec<usize> = (0..size).collect();
        loop {
            let before = orbit.clone();
            for turn in puzzle.turns() {
                for to in 0..size {
                    let least = orbit[to].min(orbit[turn.permutation.source(to)]);
                    orbit[to] = least;
                    orbit[turn.permutation.source(to)] = least;
                }
            }
            if orbit == before {
                break;
            }
        }
        let sizes = orbit.iter().counts().into_values();
        let even = sizes.map(|count| (3..=count).map(BigUint::from).product::<BigUint>());
        let even: BigUint = even.product();
        let order = puzzle.group(&turns).unwrap().order();
        assert_eq!(&order % &even, BigUint::from(0_u32), "{}", puzzle.name());
    }
    assert!(found > 0);
}

/// Two 3-cycles with a common facelet generate all even permutations of five facelets. An odd permutation may be drawn only if
/// it looks like an even one.
#[test]
fn facelets_are_shuffled_only_if_two_of_each_orbit_look_alike() {
    for (alike, colors) in [(true, "a b c d d"), (false, "a b c d e")] {
        let faces = colors.split(' ').zip(1..).into_group_map();
        let face = |(color, facelets): (&str, Vec<usize>)| {
            let facelets = facelets.iter().map(|it| format!("f{it}")).join(" ");
            format!(
                "{{ name = \"{color}\", color = \"{color}\", paint = \"red\", facelets = \"{facelets}\" }}"
            )
        };
        let faces = faces.into_iter().sorted().map(face).join(", ");
        let text = format!(
            "name = \"ring\"\ntitle = \"Ring\"\nmaximum = {{}}\nnet = [\"f1 f2 f3 f4 f5\"]\nface = [{faces}]\n\
             turn = [{{ name = \"L\", cycles = [\"f1 f2 f3\"] }}, {{ name = \"R\", cycles = [\"f3 f4 f5\"] }}]\n"
        );
        let puzzle = Puzzle::from_toml("ring.toml", &text).unwrap();
        assert_eq!(Shuffle::new(&puzzle, &all(&puzzle)).is_some(), alike);
    }
}

#[test]
fn facelets_of_one_piece_are_never_shuffled() {
    for name in ["pocket", "rubik", "megaminx", "5x5x5"] {
        let puzzle = Puzzle::built_in(name).unwrap();
        assert!(Shuffle::new(&puzzle, &all(&puzzle)).is_none(), "{name}");
    }
}

#[test]
fn random_states_of_the_digits_have_the_right_counts_on_each_color_of_the_chessboard() {
    let puzzle = Puzzle::built_in("digits").unwrap();
    let shuffle = Shuffle::new(&puzzle, &all(&puzzle)).expect("a shuffle");
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let parity = |name: &str| name.bytes().map(usize::from).sum::<usize>() % 2;
    let counts = |state: &State| {
        let facelets = puzzle.facelets().iter().enumerate();
        let shown = facelets.map(|(facelet, name)| (parity(name), state.color(facelet)));
        shown.counts()
    };
    let drawn: Vec<State> = (0..20).map(|_| shuffle.sample(&mut random)).collect();
    for state in &drawn {
        assert_eq!(counts(state), counts(puzzle.solved()));
    }
    assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), 20);
    // At least eight of the nine digits occur at one corner.
    let corners = (0..300).map(|_| shuffle.sample(&mut random).color(0));
    let corner: HashSet<usize> = corners.collect();
    assert!(corner.len() >= 8, "{corner:?}");
}
