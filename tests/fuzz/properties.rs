//! Properties of every reader, on texts that proptest generates and shrinks: no text makes a reader panic, and what is
//! written is read back. A text consists of arbitrary characters, of printable ASCII, or of words of the format, which get
//! much further into the reader.

use std::sync::Arc;

use proptest::prelude::*;
use twistsat::encode::{Formula, Recipe, encode, map};
use twistsat::notation::Scheme;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Layout, Puzzle, TurnId};

use super::common::puzzles::puzzle_file;
use super::common::sat::recipes;
use super::corpus;
use super::engine::Target as Reader;
use super::results::formula_of;
use super::targets::{self, TARGETS, write_recipe};

/// Arbitrary characters, printable ASCII, or words of the format in any order.
fn texts(words: Vec<&'static str>) -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => prop::sample::select(words).prop_map(str::to_owned),
        1 => "\\PC{0,3}",
        1 => prop::sample::select(&[" ", "\n", " = ", "\"", "[", "]", "{", "}", ",", "'", "-", "0"][..]).prop_map(str::to_owned),
    ];
    prop_oneof![
        any::<String>(),
        "[ -~\n]{0,60}",
        prop::collection::vec(word, 0..30).prop_map(|words| words.concat()),
    ]
}

/// A reader, and a text for it.
fn readers_with_texts() -> impl Strategy<Value = (&'static Reader, String)> {
    let reader = (0..TARGETS.len()).prop_map(|number| &TARGETS[number]);
    reader.prop_flat_map(|reader| (Just(reader), texts(reader.words())))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256 * TARGETS.len() as u32))]

    #[test]
    fn any_text_is_read_or_refused((reader, text) in readers_with_texts()) {
        (reader.run)(&text);
    }
}

/// Random puzzles of colored beads; each turn is a cycle of two to six beads.
fn puzzles() -> impl Strategy<Value = String> {
    let beads = (3_usize..12, 1_usize..5, any::<bool>());
    beads.prop_flat_map(|(beads, colors, held)| {
        let order = Just((0..beads).collect::<Vec<_>>()).prop_shuffle();
        let turns = prop::collection::vec((order, 2..=beads.min(6)), 1..4);
        turns.prop_map(move |turns| puzzle_text(beads, colors, held, &turns))
    })
}

fn puzzle_text(beads: usize, colors: usize, held: bool, turns: &[(Vec<usize>, usize)]) -> String {
    let letter = |first: u8, number: usize| char::from(first + number as u8).to_string();
    let face = |it| {
        let color = letter(b'A', it % colors);
        (format!("F{it}"), color, format!("b{it}"))
    };
    let faces: Vec<_> = (0..beads).map(face).collect();
    let turn = |(number, (order, length)): (usize, &(Vec<usize>, usize))| {
        let cycle = order[..*length].iter().map(|bead| format!("b{bead}"));
        (letter(b'P', number), cycle.collect::<Vec<_>>().join(" "))
    };
    let turns: Vec<_> = turns.iter().enumerate().map(turn).collect();
    puzzle_file("drawn", held.then_some("b0"), &faces, &turns)
}

/// Turns by number, modulo the number of turns of the puzzle.
fn scramble(puzzle: &Puzzle, numbers: &[usize]) -> Vec<TurnId> {
    let turns = puzzle.turns().len();
    numbers.iter().map(|number| number % turns).collect()
}

proptest! {
    /// A puzzle is refused if two generators are powers of each other, or if holding the bead would lose solutions. Every
    /// other one is accepted, and passes the checks of the fuzzer's target.
    #[test]
    fn a_puzzle_file_is_read(text in puzzles()) {
        match Puzzle::from_toml("drawn", &text) {
            Err(error) => {
                let loose = "the held piece does not determine the orientation of the puzzle";
                let refused = ["is the same turn as", "moves the held piece", loose];
                prop_assert!(refused.iter().any(|it| error.reason.contains(it)), "{error}");
            }
            Ok(_) => drop(targets::puzzle(&text)),
        }
    }

    #[test]
    fn recipes_survive_a_round_trip(
        name in "[A-Za-z0-9_-]{1,12}",
        title in "[\\PC&&[^\\p{Cf}\\p{Zl}\\p{Zp}]]*",
        state in prop::sample::select(&["color-binary", "color-onehot", "placement-onehot", "regression"][..]),
        selector in prop::sample::select(&["binary", "onehot", "face-and-turn"][..]),
        transition in prop::sample::select(&["mux-flat", "mux-tree", "conditional"][..]),
        goal in prop::sample::select(&["fixed", "uniform"][..]),
        order in prop::sample::select(&["none", "no-same-face", "canonical"][..]),
        idle in prop::sample::select(&["none", "trailing"][..]),
        distinct in any::<bool>(),
        lemmas in 0..6_usize,
        coordinates in prop::sample::select(&["none", "large", "always"][..]),
    ) {
        let text = format!(
            "name = {name:?}\ntitle = \"\"\nstate = {state:?}\nselector = {selector:?}\ntransition = {transition:?}\n\
             goal = {goal:?}\norder = {order:?}\nidle = {idle:?}\ndistinct = {distinct}\nlemmas = {lemmas}\n\
             coordinates = {coordinates:?}\n"
        );
        let is_invalid = lemmas > 4
            || (selector != "binary" && transition != "conditional")
            || (goal == "uniform" && ["placement-onehot", "regression"].contains(&state))
            || (state == "regression" && (distinct || lemmas > 0 || coordinates != "none"));
        let read = Recipe::from_toml("drawn", &text);
        prop_assert_eq!(read.is_err(), is_invalid);
        let Ok(read) = read else {
            return Ok(());
        };
        let recipe = Recipe { title, ..read };
        prop_assert_eq!(&recipe.name, &name);
        let again = Recipe::from_toml("again", &write_recipe(&recipe)).unwrap();
        let sha256 = recipe.sha256.clone();
        prop_assert_eq!(Recipe { sha256, ..again }, recipe);
    }

    #[test]
    fn states_survive_a_round_trip(text in puzzles(), numbers in prop::collection::vec(0_usize..100, 0..12)) {
        let Ok(puzzle) = Puzzle::from_toml("drawn", &text) else {
            return Ok(());
        };
        let puzzle = Arc::new(puzzle);
        let state = puzzle.apply(puzzle.solved(), &scramble(&puzzle, &numbers));
        let own = Scheme::own_symbols(&puzzle);
        for layout in Layout::ALL {
            let written = own.write(&puzzle, &state, layout);
            let symbols = layout.read(&puzzle, &written).unwrap();
            prop_assert_eq!(own.state(&symbols), Ok(state.clone()));
            let problem = Problem::new(puzzle.clone(), &symbols, &Target::Solved, Budget::AtMost(1));
            prop_assert_eq!(problem.unwrap().start.pattern().clone(), state.clone());
        }
    }

    #[test]
    fn maps_survive_a_round_trip(
        puzzle in 0_usize..3,
        numbers in prop::collection::vec(0_usize..100, 0..4),
        slots in 0_usize..3,
        recipe in 0..Recipe::built_in_names().count(),
        exact in any::<bool>(),
        any in any::<bool>(),
    ) {
        let puzzle = corpus::puzzles()[puzzle].clone();
        let budget = if exact { Budget::Exactly(slots) } else { Budget::AtMost(slots) };
        let target = if any { Target::Any } else { Target::Solved };
        let turns = if any { puzzle.turns_around_held() } else { (0..puzzle.turns().len()).collect() };
        let scramble: Vec<TurnId> = numbers.iter().map(|number| turns[number % turns.len()]).collect();
        let problem = Problem::from_scramble(puzzle, &scramble, &target, budget).unwrap();
        let recipe = recipes().swap_remove(recipe);
        let Ok(formula) = encode(&problem, &recipe) else {
            return Ok(()); // A recipe with uniform faces does not support every goal.
        };
        let text = map::write(&problem, &recipe, &formula).unwrap();
        let read = map::read(&text).unwrap();
        prop_assert_eq!(&read.meaning, &formula.meaning);
        prop_assert_eq!((read.variables, read.clauses), (formula.variables, formula.cnf.len()));
        let again = Formula { cnf: formula.cnf.clone(), ..formula_of(&read, &recipe) };
        prop_assert_eq!(map::write(&read.problem, &recipe, &again).unwrap(), text);
    }
}
