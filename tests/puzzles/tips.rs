//! Tips, compared with a Pyraminx that has them as stickers and turns.

use std::sync::Arc;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use twistsat::notation::Notation;
use twistsat::puzzle::{Puzzle, State};
use twistsat::{Problem, Search};

/// A Pyraminx with tips: the usual turns move the tips along, and further turns move single tips. It is derived from the
/// built-in file.
fn tipped() -> Puzzle {
    let plain = Puzzle::built_in("pyraminx").unwrap();
    let text = plain.definition().split("[[tip]]").next().unwrap();
    let mut text = text.replacen("title", "# title", 1);
    // Here the tips are facelets.
    let (before, rest) = text.split_once("with_tips = [").unwrap();
    text = format!("{before}{}", rest.split_once("]\n").unwrap().1);
    text = text.replace("name = \"pyraminx\"", "name = \"tips\"\ntitle = \"Tips\"");
    for (face, tips) in [
        ("F", "Fu Fl Fr"),
        ("L", "Lu Ll Lb"),
        ("R", "Ru Rr Rb"),
        ("D", "Dl Dr Db"),
    ] {
        let last = format!("{face}6\"\n");
        text = text.replace(&last, &format!("{face}6 {tips}\"\n"));
    }
    let net = "net = [ \"Fu Fl Fr Lu Ll Lb Ru Rr Rb Dl Dr Db\",";
    text = text.replace("net = [", net);
    // Each tip turns like the piece next to it.
    for (neighbor, tip, name) in [
        ("\"F2 L2 R2\"", "\"Fu Lu Ru\"", "u"),
        ("\"F4 D1 L6\"", "\"Fl Dl Ll\"", "l"),
        ("\"F6 R4 D3\"", "\"Fr Rr Dr\"", "r"),
        ("\"L4 D5 R6\"", "\"Lb Db Rb\"", "b"),
    ] {
        assert!(text.contains(neighbor));
        text = text.replace(neighbor, &format!("{neighbor}, {tip}"));
        text += &format!("\n[[turn]]\nname = \"{name}\"\ncycles = [{tip}]\n");
    }
    Puzzle::from_toml("tips.toml", &text).unwrap()
}

/// A shortest solution, and the turns of the tips.
fn solved(problem: &Problem) -> [String; 2] {
    let found = Search::default().minimum(problem).unwrap();
    let solution = found.solution.expect("a solution");
    let tips = Notation::Singmaster.write_tips(&problem.puzzle, &problem.tips_solution());
    [solution.write(Notation::Singmaster), tips]
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_solution_and_turns_of_tips_together_solve_an_official_scramble() {
    let (plain, tipped) = (Puzzle::built_in("pyraminx").unwrap(), tipped());
    let apply = |state: &State, text: &str| {
        let turns = Notation::Singmaster.read(&tipped, text).unwrap();
        tipped.apply(state, &turns)
    };
    let mut random = ChaCha8Rng::seed_from_u64(19);
    let turns = ["U", "U'", "L", "L'", "R", "R'", "B", "B'"];
    let tips = ["u", "u'", "l", "l'", "r", "r'", "b", "b'"];
    for round in 0..60 {
        let mut words = Vec::new();
        // In official scrambles tips come last, but they may be anywhere.
        for _ in 0..8 {
            words.push(turns[random.random_range(0..8)]);
            if round % 2 == 1 && random.random_range(0..3) == 0 {
                words.push(tips[random.random_range(0..8)]);
            }
        }
        let tips = tips.chunks(2);
        words.extend(tips.filter_map(|tip| tip.get(random.random_range(0..3)).copied()));
        let scramble = words.join(" ");
        let [solution, tips] = solved(&Problem::scrambled(&plain, &scramble).unwrap());
        let start = apply(tipped.solved(), &scramble);
        for in_order in [format!("{solution} {tips}"), format!("{tips} {solution}")] {
            assert_eq!(apply(&start, &in_order), *tipped.solved());
        }
    }
}

/// The stickers with tips in the order of a text: face by face, each row by row.
const WRITTEN: &str = "Fu F1 F2 F3 Fl F4 F5 F6 Fr  Lu L1 L2 L3 Lb L4 L5 L6 Ll  Ru R1 R2 R3 Rr R4 R5 R6 Rb  \
                       Dl D1 D2 D3 Dr D4 D5 D6 Db";

/// A state of the Pyraminx with tips as text, one letter for each of its four colors.
fn state_with_tips(tipped: &Puzzle, state: &State, letters: &str) -> String {
    let facelet = |name| tipped.facelets().iter().position(|it| it == name).unwrap();
    let colors = WRITTEN.split_whitespace();
    let colors = colors.map(|name| state.color(facelet(name)));
    colors.map(|color| &letters[color..=color]).collect()
}

#[test]
fn a_state_that_includes_the_stickers_of_tips_is_solved_with_its_tips() {
    let (plain, tipped) = (Puzzle::built_in("pyraminx").unwrap(), tipped());
    let mut random = ChaCha8Rng::seed_from_u64(20);
    for round in 0..40 {
        let turns = (0..12).map(|_| random.random_range(0..tipped.turns().len()));
        let turns: Vec<usize> = turns.collect();
        let start = tipped.apply(tipped.solved(), &turns);
        // Its own letters, those of another orientation (a third of a turn about U), and others.
        let letters = ["GRBY", "BGRY", "1234"];
        let text = state_with_tips(&tipped, &start, letters[round % 3]);
        let all = solved(&Problem::of_state(&plain, &text).unwrap()).join(" ");
        let turns = Notation::Singmaster.read(&tipped, &all).unwrap();
        let end = tipped.apply(&start, &turns);
        assert_eq!(end, *tipped.solved(), "{text}: {all}");
    }
}

#[test]
fn impossible_stickers_of_tips_are_refused() {
    let (plain, tipped) = (Puzzle::built_in("pyraminx").unwrap(), tipped());
    let text = state_with_tips(&tipped, tipped.solved(), "GRBY");
    let with = |changes: &[(usize, char)]| {
        let mut text: Vec<char> = text.chars().collect();
        changes.iter().for_each(|&(at, symbol)| text[at] = symbol);
        text.into_iter().collect::<String>()
    };
    let wrong = |text: &str| Problem::of_state(&plain, text).unwrap_err().to_string();
    // Two stickers of `u` exchanged.
    let error = wrong(&with(&[(0, 'R'), (9, 'G')]));
    assert!(error.contains("the tip `u` shows R G B"), "{error}");
    assert!(error.contains("F2 L2 R2, which show G R B"), "{error}");
    let error = wrong(&with(&[(4, '.'), (17, '.'), (27, '.')]));
    let says = "the tip `l` fits in several orientations";
    assert!(error.contains(says), "{error}");
    // One known sticker of a tip is sufficient.
    let one = with(&[(4, '.'), (17, '.')]);
    assert!(Problem::of_state(&plain, &one).unwrap().tips.are_solved());
    let error = wrong(&text[1..]);
    assert!(error.contains("35 facelets"), "{error}");
}

#[test]
fn groups_of_turns_may_turn_tips() {
    let plain = Puzzle::built_in("pyraminx").unwrap();
    let solution = |text: &str| {
        let reader = Notation::Singmaster.scramble_reader(&plain);
        let (turns, tips) = reader.read(text).unwrap();
        let problem = Problem::scrambled(&plain, text).unwrap();
        assert_eq!(problem.tips, tips);
        let tips = Notation::Singmaster.write_tips(&plain, &problem.tips_solution());
        (turns.len(), tips)
    };
    let is = |turns: usize, tips: &str| (turns, tips.to_owned());
    assert_eq!(solution("(U u)2"), is(2, "u"));
    assert_eq!(solution("(U u l')'"), is(1, "u l'"));
    assert_eq!(solution("[U u, L]"), is(4, ""));
    assert_eq!(solution("u u u"), is(0, ""));
    assert_eq!(solution("b2 r'"), is(0, "r b"));
}

#[test]
fn tips_are_written_as_other_turns_are() {
    let plain = Puzzle::built_in("pyraminx").unwrap();
    for (notation, scramble, tips) in [
        (Notation::Cw, "UCW uCW", "uCCW"),
        (Notation::Inverse, "Ui ui b", "u bi"),
    ] {
        let (_, read) = notation.scramble_reader(&plain).read(scramble).unwrap();
        assert_eq!(notation.write_tips(&plain, &read.solution(&plain)), tips);
    }
    // In this notation, `u` is the counter-clockwise turn of U, and no name denotes a tip.
    let lowercase = Notation::Lowercase;
    let (turns, read) = lowercase.scramble_reader(&plain).read("U u").unwrap();
    assert_eq!((turns.len(), read.are_solved()), (2, true));
    assert!(lowercase.scramble_reader(&plain).read("U u'").is_err());
}

#[test]
fn turns_of_tips_are_not_turns_of_the_puzzle() {
    let plain: Arc<Puzzle> = Puzzle::built_in("pyraminx").unwrap();
    let error = Notation::Singmaster.read(&plain, "U L u'").unwrap_err();
    assert_eq!((error.column, error.token.as_str()), (5, "u'"));
    assert!(error.reason.contains("turns a tip"), "{error}");
    let reader = Notation::Singmaster.scramble_reader(&plain);
    let error = reader.read("U u x").unwrap_err();
    assert_eq!((error.column, error.token.as_str()), (5, "x"));
    let says = "those of the tips u l r b";
    assert!(error.reason.contains(says), "{error}");
}
