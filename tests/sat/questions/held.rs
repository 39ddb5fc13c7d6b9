//! Checks which puzzles may have a held piece, and that holding a piece loses no solution. The answers are compared
//! with a search that makes all turns on all states and counts every rotation of the solved state as solved.
//! (`tests/puzzles/random_puzzles/held.rs` compares the distances of known states.)

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use itertools::Itertools;
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use twistsat::control::Control;
use twistsat::encode::{Recipe, encode, map};
use twistsat::group::Permutation;
use twistsat::notation::{Notation, Scheme};
use twistsat::problem::{Budget, Problem, Target};
use twistsat::proof::check::Format;
use twistsat::proof::write::{Outcome, prove};
use twistsat::puzzle::{Color, Metric, Puzzle, State, Sticker, TurnId};
use twistsat::search::{Search, Strategy};

use crate::common::exhaustive::{self, Answer};
use crate::common::puzzles::{of_family, puzzle_file};
use crate::common::sat::{batsat, recipes};
use crate::common::{fewer_in_check, rows};

fn read(text: &str) -> Result<Arc<Puzzle>, String> {
    let puzzle = Puzzle::from_toml("held.toml", text);
    puzzle.map(Arc::new).map_err(|error| error.to_string())
}

/// A puzzle file of stacked rings of `beads` beads, with one color for each column. A turn shifts the rings of these numbers. The
/// first bead of the last ring is held.
fn rings(beads: usize, rings: usize, turns: &[&str]) -> String {
    let letter = |n: usize| char::from(b'A' + u8::try_from(n).unwrap());
    let bead = |ring: usize, n: usize| format!("{}{}", letter(ring).to_lowercase(), n % beads);
    let column = |n: usize| -> Vec<String> { (0..rings).map(|ring| bead(ring, n)).collect() };
    let faces: Vec<_> = (0..beads)
        .map(|n| (format!("F{n}"), letter(n).to_string(), column(n).join(" ")))
        .collect();
    let cycle = |ring: char| {
        let ring = ring.to_digit(10).unwrap() as usize;
        (0..beads).map(|n| bead(ring, n)).join(" ")
    };
    let turn = |(number, shifted): (usize, &&str)| {
        let cycles = shifted.chars().map(cycle).join(" / ");
        (letter(number).to_string(), cycles)
    };
    let turns: Vec<_> = turns.iter().enumerate().map(turn).collect();
    puzzle_file("held", Some(&bead(rings - 1, 0)), &faces, &turns)
}

/// A puzzle file of a 2×2×1 cuboid with these colors of the faces U, D, L, R, F, B.
fn slab(colors: &str) -> String {
    let recolored = |text: String, (name, color)| {
        let [name, color] = [name, color].map(|it: char| format!("color = \"{it}\""));
        text.replace(&name, &color)
    };
    let text = include_str!("../../data/slab.toml").to_owned();
    "UDLRFB".chars().zip(colors.chars()).fold(text, recolored)
}

/// Puzzles with a held piece.
fn puzzles() -> Vec<Arc<Puzzle>> {
    let files = [
        rings(3, 2, &["0", "1"]),
        rings(4, 2, &["0", "1"]),
        rings(3, 3, &["0", "1", "01", "2"]),
        rings(4, 3, &["0", "01", "12", "2"]),
        rings(5, 2, &["0", "1", "01"]),
        slab("UDLRFB"),
        slab("UDLLFF"),
    ];
    files.iter().map(|text| read(text).unwrap()).collect()
}

/// The solved state in all its rotations.
fn solved_up_to_rotation(puzzle: &Puzzle) -> HashSet<Vec<Color>> {
    let solved = puzzle.solved().colors();
    let rotations = puzzle.rotations().iter();
    rotations.map(|it| it.facelets.apply(solved)).collect()
}

#[test]
fn a_piece_is_held_only_where_no_solution_is_lost() {
    let refused = |text: &str, place: &str, why: &str| {
        let error = read(text).unwrap_err();
        let says = format!("held.toml:{place}: ");
        assert!(error.starts_with(&says), "{error}");
        assert!(error.contains(why), "{error}");
        let all = Puzzle::mistakes("held.toml", text);
        assert_eq!(all.len(), 1, "{all:?}");
        assert_eq!(all[0].to_string(), error);
    };
    // Two rings of three beads that share one: without `L`, solutions need one more turn.
    let rings_that_cross = include_str!("../../data/rings-held.toml");
    refused(rings_that_cross, "4:8", "turn L moves the held piece");
    // B equals A2 and a rotation. In half turns, allowing only A loses nothing; in quarter turns, A2 counts as two turns.
    let by_two = rings(5, 2, &["0", "1"]).replace("a0 a1 a2 a3 a4", "a0 a2 a4 a1 a3");
    refused(&by_two, "4:8", "turn B moves the held piece");
    // C equals a rotation and two other turns; no single turn replaces it.
    let one = rings(3, 3, &["0", "1", "2"]);
    refused(&one, "4:8", "turn C moves the held piece");
    // A rotation about the axis through the center leaves the center in place.
    let rubik = Puzzle::built_in("rubik").unwrap();
    let center = rubik.definition();
    let center = center.replacen("plan =", "held = \"U5\"\nplan =", 1);
    let puzzle = Puzzle::from_toml("rubik.toml", &center).unwrap();
    let error = puzzle.with_groups(&["rotation"]).unwrap_err();
    let says = "leaves the held piece where it is";
    assert!(error.reason.contains(says), "{error}");
    // A single sticker of a corner has the same color in four orientations.
    let pocket = Puzzle::built_in("pocket").unwrap();
    let hold = |held: &str| read(&pocket.definition().replace("D3 B4 L3", held));
    let error = hold("D3").unwrap_err();
    let says = "held.toml:18:8: two rotations of the whole puzzle";
    assert!(error.contains(says), "{error}");
    assert_eq!(hold("D3 B4").unwrap().rotations().len(), 24);
    let error = hold("D3 B4 L3 D2 R4 B3").unwrap_err();
    assert!(error.contains("moves the held piece"), "{error}");
}

#[test]
fn the_held_piece_of_every_built_in_puzzle_is_admissible() {
    let mut held = 0;
    for name in Puzzle::built_in_names() {
        let puzzle = Puzzle::built_in(name).unwrap();
        let groups: Vec<&str> = puzzle.groups().iter().map(|it| &*it.name).collect();
        held += usize::from(!puzzle.with_groups(&groups).unwrap().held().is_empty());
    }
    // The pocket cube, the domino, the Kilominx, and two cubes without centers.
    assert_eq!(held, 5);
    for size in [2, 4, 6] {
        let cube = of_family("cube", size);
        let text = cube.definition();
        let mut groups: Vec<&str> = cube.groups().iter().map(|it| &*it.name).collect();
        while !groups.is_empty() {
            let cube = cube.with_groups(&groups).unwrap();
            assert_eq!((cube.held().len(), cube.rotations().len()), (3, 24));
            groups.pop();
        }
        assert_eq!((cube.held().len(), cube.rotations().len()), (3, 24));
        // Another corner may be held, too.
        let (row, all) = (size * (size - 1) + 1, size * size);
        let other = format!("{text}held = \"D{size} F{all} R{row}\"\n");
        assert!(read(&other).is_ok());
    }
}

/// The pieces of this puzzle do not determine which of its 24 colors is which. A scramble does not need to know.
#[test]
fn a_scramble_of_a_puzzle_with_many_colors_needs_no_guess_at_colors() {
    let puzzle = read(&rings(24, 2, &["0", "1"])).unwrap();
    assert_eq!(puzzle.colors().len(), 24);
    for [scramble, length] in rows("A » 1\nB » 1\nB A » 0\nB2 A' » 1\nB3 A B5 A2 » 1") {
        let turns = Notation::Singmaster.read(&puzzle, scramble).unwrap();
        let budget = Budget::AtMost(2);
        let problem = Problem::from_scramble(puzzle.clone(), &turns, &Target::Any, budget).unwrap();
        // That state in the puzzle's own colors.
        let state = puzzle.apply(puzzle.solved(), &turns);
        let typed = Scheme::own_symbols(&puzzle).state_characters(&state);
        let typed = Problem::new(puzzle.clone(), &typed, &Target::Any, budget).unwrap();
        assert_eq!(problem.start, typed.start);
        assert_eq!(problem.scheme, typed.scheme);
        let found = Search::default().solver(batsat()).minimum(&problem);
        let found = found.unwrap().solution.unwrap().len();
        assert_eq!(found.to_string(), length, "{scramble}");
    }
    // In the puzzle's own colors, the error is about the state and not about the colors.
    let mut twice = Scheme::own_symbols(&puzzle).state_characters(puzzle.solved());
    twice.swap(0, 2);
    let error = Problem::new(puzzle, &twice, &Target::Any, Budget::AtMost(2)).unwrap_err();
    let says = "which color is which";
    assert!(!error.to_string().contains(says), "{error}");
}

/// A random, partly unknown start: the possible colors of each facelet, in the puzzle's own colors.
fn open(puzzle: &Puzzle, random: &mut SmallRng) -> Vec<Vec<Color>> {
    let length = random.random_range(0..8);
    let turns = (0..length).map(|_| random.random_range(0..puzzle.turns().len()));
    let state = puzzle.reached_by(&turns.collect_vec());
    let colors = puzzle.colors().len();
    let share = random.random_range(0.1..0.8);
    let hide_held = random.random_bool(0.7);
    let facelets = state.colors().iter().enumerate();
    facelets
        .map(|(facelet, &color)| {
            let hidden = random.random_bool(share) || hide_held && puzzle.held().contains(&facelet);
            match (hidden, random.random_bool(0.8)) {
                (true, true) => (0..colors).collect(),
                (true, false) => (0..colors)
                    .filter(|&other| other == color || random.random_bool(0.5))
                    .collect(),
                (false, _) => vec![color],
            }
        })
        .collect()
}

/// All answers of N turns: each possible start, in the puzzle's own colors, with allowed turns that lead from it to a rotation
/// of the solved state.
fn answers(
    puzzle: &Puzzle,
    sets: &[Vec<Color>],
    allowed: &[TurnId],
    length: usize,
) -> BTreeSet<Answer> {
    let goals = solved_up_to_rotation(puzzle);
    let mut starts = exhaustive::states(puzzle);
    let fits = |state: &Vec<Color>| sets.iter().zip(state).all(|(set, it)| set.contains(it));
    starts.retain(fits);
    let sequences = std::iter::repeat_n(allowed, length).multi_cartesian_product();
    let sequences = sequences.map(|turns| turns.into_iter().copied().collect::<Vec<TurnId>>());
    let mut answers: BTreeSet<Answer> = starts.into_iter().cartesian_product(sequences).collect();
    answers.retain(|(start, turns)| {
        let turned =
            |state: Vec<Color>, &turn: &TurnId| puzzle.turns()[turn].permutation.apply(&state);
        goals.contains(&turns.iter().fold(start.clone(), turned))
    });
    answers
}

/// The answers that a recipe finds, in the colors that the letters stand for.
fn found(problem: &Problem, recipe: &Recipe, length: usize, letters: &[char]) -> BTreeSet<Answer> {
    let color = |c: char| letters.iter().position(|&letter| letter == c).unwrap();
    let all = super::random::found(problem, recipe, "batsat", length).unwrap();
    let own = |(start, turns): Answer| {
        let start = problem.scheme.state_characters(&State::new(start));
        (start.into_iter().map(color).collect(), turns)
    };
    all.into_iter().map(own).collect()
}

/// Compares the answers to random, partly unknown starts with those of exhaustive search.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn stickers_of_the_held_piece_need_not_be_known() {
    let cases = fewer_in_check(300, 20_000);
    let mut random = SmallRng::seed_from_u64(7);
    let puzzles = puzzles();
    let refuse = ["mux-reference", "mux-uniform"];
    let mut recipes = recipes();
    recipes.retain(|recipe| !refuse.contains(&recipe.name.as_str()));
    let (mut several, mut foreign, mut checked) = (0, 0, 0);
    while checked < cases {
        let puzzle = puzzles.choose(&mut random).unwrap();
        let sets = open(puzzle, &mut random);
        if sets.iter().all(|set| set.len() == 1) {
            continue;
        }
        // In the puzzle's own letters, or in others.
        let own = Scheme::own_symbols(puzzle).symbols().to_vec();
        let mut letters = own.clone();
        let others = random.random_bool(0.3);
        if others {
            letters = ('a'..='z').take(own.len()).collect();
            letters.shuffle(&mut random);
        }
        let sticker = |set: &Vec<Color>| match set.len() {
            all if all == letters.len() => Sticker::Any,
            _ => Sticker::OneOf(set.iter().map(|&color| letters[color]).collect()),
        };
        let stickers: Vec<Sticker> = sets.iter().map(sticker).collect();
        let (any, none) = (Target::Any, Budget::AtMost(0));
        let problem = match Problem::of_stickers(puzzle.clone(), &stickers, &any, none) {
            // Other letters may have several readings.
            Err(_) if others => continue,
            problem => problem.unwrap(),
        };
        let metric = *Metric::ALL.choose(&mut random).unwrap();
        let problem = problem.with_metric(metric).unwrap();
        // The program may choose letters that the user did not type.
        if !problem.scheme.symbols().iter().all(|c| letters.contains(c)) {
            continue;
        }
        checked += 1;
        several += usize::from(problem.goals.len() > 1);
        foreign += usize::from(others);
        let recipe = recipes.choose(&mut random).unwrap();
        let (name, definition) = (&recipe.name, puzzle.definition());
        let what = format!("{name} {stickers:?} {metric}\n{definition}");
        let most = random.random_range(0..=2);
        let answers = |n| answers(puzzle, &sets, &problem.allowed, n);
        let counts: Vec<_> = (0..=most).map(answers).collect();
        let shown = found(&problem, recipe, most, &letters);
        assert_eq!(shown, counts[most], "{what}");
        let shortest = counts.iter().position(|answers| !answers.is_empty());
        let bounded = problem.within(Budget::AtMost(most));
        let strategy = [Strategy::Ascend, Strategy::Descend][random.random_range(0..2)];
        let search = Search::default().recipe(recipe).solver(batsat());
        let result = search.strategy(strategy).minimum(&bounded).unwrap();
        assert!(result.complete);
        assert_eq!(result.solution.map(|it| it.len()), shortest, "{what}");
        assert_ne!(problem.is_solvable(), Some(false), "{what}");
        if random.random_bool(0.3) {
            let control = Control::unlimited();
            let proved = prove(&bounded, Format::Lrat, batsat(), &control, &mut |_| ());
            let refuted = matches!(proved.unwrap(), Outcome::Refuted(_));
            assert_eq!(refuted, shortest.is_none(), "{what}");
            let formula = encode(&bounded, recipe).unwrap();
            let text = map::write(&bounded, recipe, &formula).unwrap();
            let again = map::read(&text).unwrap();
            assert_eq!(again.problem.goals, bounded.goals);
            assert_eq!(again.meaning, formula.meaning);
        }
    }
    // Enough leave the orientation open, and enough are in other letters.
    let enough = several * 10 > cases && foreign * 20 > cases;
    assert!(enough, "{several} {foreign}");
}

/// Every permutation called a rotation must be one by definition, however it was found.
#[test]
fn turns_named_as_rotations_are_rotations() {
    let mut all = puzzles();
    all.extend(["pocket", "domino"].map(|name| Puzzle::built_in(name).unwrap()));
    for puzzle in all {
        let turns: HashSet<&Permutation> =
            puzzle.turns().iter().map(|it| &it.permutation).collect();
        let solved = puzzle.solved().colors();
        for rotation in puzzle.rotations() {
            let back = rotation.facelets.inverse();
            for turn in puzzle.turns() {
                let carried = back.then(&turn.permutation).then(&rotation.facelets);
                assert!(turns.contains(&carried));
            }
            let renamed: Vec<Color> = solved.iter().map(|&color| rotation.colors[color]).collect();
            assert_eq!(rotation.facelets.apply(solved), renamed);
            let others = puzzle.rotations().iter();
            let moves = |it: &&twistsat::puzzle::Rotation| {
                let mut held = puzzle.held().iter();
                held.all(|&f| it.facelets.source(f) == rotation.facelets.source(f))
            };
            assert_eq!(others.filter(moves).count(), 1);
        }
    }
}
