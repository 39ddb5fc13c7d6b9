//! Cubes of any size, compared with the two cubes that have puzzle files, and with published orders of groups.

use super::*;

/// A cube of the family, with its default turns.
fn cube(size: usize) -> Arc<Puzzle> {
    crate::common::puzzles::of_family("cube", size)
}

/// Names and permutations of all turns, by facelet names.
fn all_turns(puzzle: &Puzzle, groups: &[&str]) -> Vec<(String, Vec<(String, String)>)> {
    let puzzle = puzzle.with_groups(groups).unwrap();
    let name = |facelet: usize| puzzle.facelets()[facelet].clone();
    let turn = |turn: &twistsat::puzzle::Turn| {
        let sources = turn.permutation.sources().enumerate();
        let moved = sources.map(|(to, from)| (name(from), name(to)));
        (turn.name(), moved.sorted().collect())
    };
    puzzle.turns().iter().map(turn).collect()
}

#[test]
fn the_built_in_members_of_the_family_are_cubes() {
    let members = Puzzle::built_in_entries().unwrap().into_iter();
    let members = members.filter(|it| it.family.as_deref() == Some("cube"));
    let mut sizes = Vec::new();
    for member in members {
        let (size, _) = member.name.split_once('x').unwrap();
        assert_eq!(member.name, format!("{size}x{size}x{size}"));
        assert_eq!(member.also, [format!("{size}x{size}")]);
        let made = cube(size.parse().unwrap());
        let groups = made.groups().iter();
        let groups: Vec<&str> = groups.map(|group| group.name.as_str()).collect();
        let built_in = puzzle(&member.also[0]);
        assert_eq!(built_in.name(), member.name);
        assert_eq!(all_turns(&built_in, &groups), all_turns(&made, &groups));
        sizes.push(size.to_owned());
    }
    assert_eq!(sizes, ["4", "5", "6", "7"]);
}

#[test]
fn the_cubes_of_two_and_three_layers_equal_those_of_the_files() {
    let all = ["slice", "wide", "rotation"];
    for (size, name, groups) in [(2, "pocket", &[][..]), (3, "rubik", &all)] {
        let (made, file) = (cube(size), puzzle(name));
        assert_eq!(all_turns(&made, groups), all_turns(&file, groups));
        let names = |puzzle: &Puzzle, facelets: &[usize]| -> Vec<String> {
            let names = facelets.iter().map(|&f| puzzle.facelets()[f].clone());
            names.collect()
        };
        let held = |puzzle: &Puzzle| -> Vec<String> {
            names(puzzle, puzzle.held()).into_iter().sorted().collect()
        };
        assert_eq!(held(&made), held(&file));
        let net = |puzzle: &Puzzle| names(puzzle, &puzzle.net_order());
        assert_eq!(net(&made), net(&file));
        let faces = |puzzle: &Puzzle| -> Vec<(String, Vec<String>)> {
            let faces = puzzle.faces().iter();
            faces
                .map(|f| (f.name.clone(), names(puzzle, &f.facelets)))
                .collect()
        };
        assert_eq!(faces(&made), faces(&file));
    }
}

/// The order of the group of the turns that leave the held piece alone.
fn order(puzzle: &Puzzle) -> String {
    let group = puzzle.group(&puzzle.turns_around_held()).unwrap();
    group.order().to_string()
}

#[test]
fn the_groups_have_the_published_orders() {
    let megaminx = "100669616553523347122516032313645505168688116411019768627200000000000";
    for (name, states) in [
        ("pocket", "3674160"),
        ("rubik", "43252003274489856000"),
        ("domino", "241920"),
        ("pyraminx", "933120"),
        ("skewb", "3149280"),
        ("twiddle", "362880"),
        ("megaminx", megaminx),
        ("kilominx", "23563902142421896679424000"),
    ] {
        assert_eq!(order(&puzzle(name)), states, "{name}");
    }
}

#[test]
fn the_pieces_of_each_cube_are_corners_edges_and_centers() {
    for size in 2..=7 {
        let cube = cube(size);
        let count = |stickers| {
            let pieces = cube.pieces().all().iter();
            let some = pieces.filter(|piece| piece.facelets.len() == stickers);
            some.count()
        };
        let inner = size - 2;
        let right = [8, 12 * inner, 6 * inner * inner];
        assert_eq!([3, 2, 1].map(count), right, "{size}");
    }
}

/// Turning every layer, one after the other, turns the whole cube.
#[test]
fn all_layers_together_are_the_whole_cube() {
    for size in 2..=7 {
        let cube = cube(size);
        let groups = cube.groups().iter();
        let groups: Vec<&str> = groups.map(|group| group.name.as_str()).collect();
        let cube = cube.with_groups(&groups).unwrap();
        let mut layers = vec!["R".to_owned(), "L'".to_owned()];
        for layer in 2..=size / 2 {
            layers.extend([format!("{layer}R"), format!("{layer}L'")]);
        }
        if !size.is_multiple_of(2) {
            layers.push("M'".to_owned());
        }
        let together = turns(&cube, &layers.join(" "));
        let whole = turns(&cube, "x");
        let scrambled = cube.apply(cube.solved(), &turns(&cube, "U R F"));
        let found = cube.apply(&scrambled, &together);
        assert_eq!(found, cube.apply(&scrambled, &whole));
    }
}
