//! Large inputs: an input eight times as large may take at most 28 times as long. (Linear time would give 8, quadratic time 64.)

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use itertools::Itertools;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use serde_json::{Value, json};
use twistsat::ErrorKind;
use twistsat::control::{CancelFlag, Control};
use twistsat::encode::{Recipe, encode_controlled, map};
use twistsat::notation::{Notation, Scheme};
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Puzzle, TurnId};
use twistsat::solver::Answer;

use super::common::thread_time::ThreadTime;
use super::large::{letters, pairs, puzzle_file, read, ring, swaps};
use super::{ALONE, corpus};

/// Eight times the size: linear is 8, quadratic 64.
const MAX_GROWTH: u32 = 28;

/// Times below this are noise.
const FLOOR: Duration = Duration::from_millis(4);

/// The time limit for each input, even on a slow and busy machine.
const MAX_TIME: Duration = Duration::from_secs(20);

/// Compares the times for an input of this size and for one of eight times the size.
#[track_caller]
fn grows_slowly<T>(what: &str, size: usize, make: impl Fn(usize) -> T, run: impl Fn(&T)) {
    let _alone = ALONE.lock();
    let (small, large) = (make(size), make(size * 8));
    let time = |input: &T| {
        let begun = ThreadTime::now();
        run(input);
        begun.elapsed()
    };
    let mut times = Vec::new();
    for _ in 0..4 {
        let pair = (time(&small).max(FLOOR), time(&large));
        times.push(pair);
        if pair.1 < pair.0 * MAX_GROWTH && pair.1 < MAX_TIME {
            println!("{what}: {pair:?}");
            return;
        }
    }
    panic!("{what}: {times:?} for {size} and {} parts", size * 8);
}

/// Puzzles as large as the limits allow. Reading them compares all pairs of
/// facelets, so the time is not linear, but the limits keep it small.
#[test]
fn the_largest_puzzles_are_read_quickly() {
    let fixed = puzzle_file(5000, 1, 1, &swaps(2, 1));
    assert_read_quickly("facelets that never move", &fixed);
    let one_kind = puzzle_file(4, 500, 2, &ring(4, 500));
    assert_read_quickly("facelets of one kind", &one_kind);
    assert_read_quickly("swaps", &puzzle_file(80, 1, 3, &swaps(80, 3160)));
    let mut moved = "cycles of many".to_owned();
    for (facelets, turns) in [(5000, 6), (2000, 12), (1000, 50), (200, 190)] {
        let turns: Vec<(String, String)> = (1..=turns)
            .map(|shift| (letters(shift), pairs(facelets, shift)))
            .collect();
        moved += &format!(", {facelets} by {}", turns.len());
        assert_read_quickly(&moved, &puzzle_file(facelets, 1, 6, &turns));
    }
}

#[track_caller]
fn assert_read_quickly(what: &str, file: &str) {
    let _alone = ALONE.lock();
    let begun = ThreadTime::now();
    let puzzle = read(file);
    let read = begun.elapsed();
    let solved = Problem::from_scramble(puzzle, &[0], &Target::Solved, Budget::AtMost(1));
    solved.unwrap();
    println!("{what}: {read:?}, then {:?}", begun.elapsed() - read);
    assert!(begun.elapsed() < MAX_TIME, "{what}: {:?}", begun.elapsed());
}

/// The facelets form a ring; each turn moves twelve adjacent facelets.
fn around(facelets: usize, faces: usize, turns: usize) -> String {
    let each = facelets / faces;
    let name = |at: usize| format!("f{}x{}", at % facelets / each, at % facelets % each);
    let cycle = |from: usize| (from..from + 4).map(name).join(" ");
    let turn = |at: usize| (letters(at), [at, at + 4, at + 8].map(cycle).join(" / "));
    let turns: Vec<(String, String)> = (0..turns).map(turn).collect();
    puzzle_file(faces, each, 6, &turns)
}

#[test]
fn a_puzzle_of_20_000_facelets_and_20_000_turns_is_read_within_five_seconds() {
    let file = around(20_000, 200, 20_000);
    let _alone = ALONE.lock();
    let begun = ThreadTime::now();
    let puzzle = read(&file);
    let took = begun.elapsed();
    println!("{took:?}");
    assert_eq!(puzzle.facelets().len(), 20_000);
    assert_eq!(puzzle.turns().len(), 3 * 20_000);
    assert!(took < Duration::from_secs(5), "{took:?}");
}

#[test]
fn large_puzzles_are_read_in_linear_time() {
    let file = |size: usize| around(size, size / 100, size);
    grows_slowly("facelets and turns", 2_000, file, |text| drop(read(text)));
}

/// Definitions of other programs with many moves: given as permutations, as sequences of earlier moves, as sequences of
/// later moves, as cyclic definitions, and with mistakes.
#[test]
fn definitions_of_many_moves_are_read_quickly() {
    let head = |places: usize| {
        let row = (1..=places).join(" ");
        format!("Set P {places} 1\nSolved\nP\n{row}\nEnd\n")
    };
    // Each move swaps two of 91 places.
    let moves = |size: usize| {
        let mut text = head(91);
        for (at, [one, other]) in (0..91).array_combinations().take(size).enumerate() {
            let mut row: Vec<usize> = (1..=91).collect();
            row.swap(one, other);
            let (name, row) = (letters(at), row.iter().join(" "));
            writeln!(text, "Move {name}\nP\n{row}\nEnd").unwrap();
        }
        text
    };
    grows_slowly("moves", 500, moves, |text| {
        drop(Puzzle::from_file("big.tws", text).unwrap());
    });
    let three = head(3) + "Move A\nP\n2 3 1\nEnd\n";
    let chain = |forwards: bool, size: usize| {
        let sequence = |at: usize| {
            let from = if at == 0 {
                "A".to_owned()
            } else {
                letters(at + 29)
            };
            format!("MoveSequence {} {from}\n", letters(at + 30))
        };
        let mut lines: Vec<String> = (0..size).map(sequence).collect();
        if !forwards {
            lines.reverse();
        }
        format!("{three}Move B\nP\n2 1 3\nEnd\n{}", lines.concat())
    };
    // Too many of these sequences are other names of one turn.
    let refused = |text: &String| assert!(Puzzle::from_file("big.tws", text).is_err());
    grows_slowly("sequences", 2000, |size| chain(true, size), refused);
    let backwards = |size| chain(false, size);
    grows_slowly("sequences from behind", 2000, backwards, refused);
    let cyclic = |size: usize| {
        let pairs = (0..size).map(|at| {
            let (one, other) = (letters(2 * at + 30), letters(2 * at + 31));
            format!("MoveSequence {one} {other}\nMoveSequence {other} {one}\n")
        });
        format!("{three}{}", pairs.collect::<String>())
    };
    grows_slowly("cyclic", 1000, cyclic, refused);
    let wrong = |size: usize| {
        let mut moves = (0..size).map(|at| format!("\"{}\": 1", letters(at)));
        let moves = moves.join(",\n");
        format!(
            "{{\"name\": \"big\", \"orbits\": [{{\"orbitName\": \"P\", \"numPieces\": 3, \"numOrientations\": 1}}], \
             \"defaultPattern\": {{\"P\": {{\"pieces\": [0, 1, 2], \"orientation\": [0, 0, 0]}}}}, \"moves\": {{{moves}}}}}"
        )
    };
    grows_slowly("wrong moves", 4000, wrong, |text| {
        assert!(Puzzle::from_file("big.json", text).is_err());
    });
}

/// Reading a definition fails with this message before a puzzle is built.
#[track_caller]
fn is_refused_quickly(file: &str, text: &str, says: &str) {
    let _alone = ALONE.lock();
    let begun = ThreadTime::now();
    let error = Puzzle::from_file(file, text).unwrap_err().to_string();
    let took = begun.elapsed();
    assert!(error.contains(says), "{error}");
    assert!(took < MAX_TIME / 4, "{says}: {took:?}");
}

/// A puzzle that would be too large is refused before it is built: with moves of a few pieces among many, with many
/// orientations of each place, or with a puzzle file longer than the maximum.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn definitions_beyond_the_limits_are_refused_quickly() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    // An involution, so that its order is small. Nearly all moves are different.
    let mut involution = || {
        let mut row: Vec<usize> = (0..16).collect();
        row.shuffle(&mut random);
        let mut swaps: Vec<usize> = (1..=16).collect();
        for pair in row.chunks_exact(2) {
            swaps.swap(pair[0], pair[1]);
        }
        swaps.iter().join(" ")
    };
    let places = "the puzzle is too large: with 4916 places or facelets, it can have";
    let length = "the puzzle is too large: written as facelets, the part up to this move takes more than 4194304 bytes";
    for (set, more, count, says) in [
        ("P", "Set Q 4900 1\n", 8_000, places),
        ("P", "Set Q 98 50\n", 15_000, places),
        ("Place", "", 50_000, length),
    ] {
        let mut text = format!("Set {set} 16 1\n{more}Solved\nEnd\n");
        for at in 0..count {
            writeln!(text, "Move {}\n{set}\n{}\nEnd", letters(at), involution()).unwrap();
        }
        is_refused_quickly("big.tws", &text, says);
    }
}

/// With thousands of turns, the size of a formula is computed before it is built, and all work
/// can be stopped.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn questions_about_puzzles_of_many_turns_end_in_time() {
    // 2,900 swaps of 80 different stickers: 135 KB.
    let puzzle = read(&puzzle_file(80, 1, 80, &swaps(80, 2900)));
    let ask = |recipe: &str, budget, limit| {
        let _alone = ALONE.lock();
        let problem =
            Problem::from_scramble(puzzle.clone(), &[0, 7], &Target::Solved, budget).unwrap();
        let recipe = Recipe::built_in(recipe).unwrap();
        let control = Control::new(CancelFlag::default(), limit);
        let begun = ThreadTime::now();
        let made = encode_controlled(&problem, &recipe, &control);
        let took = begun.elapsed();
        (made.map(|formula| formula.cnf.len()), took)
    };
    let recipes = ["lemmas", "mux-idle", "onehot", "faces", "mux-canonical"];
    // All of them in the long check.
    let count = if cfg!(all_tests) { 2 } else { 5 };
    for recipe in &recipes[..count] {
        for slots in [1, 2, 20] {
            let (made, took) = ask(recipe, Budget::AtMost(slots), None);
            println!("{recipe} {slots}: {made:?}, {took:?}");
            assert!(took < MAX_TIME / 2, "{recipe} {slots}: {took:?}");
            if slots == 20 {
                let made = made.unwrap_err();
                assert_eq!(made.kind(), ErrorKind::TooLarge, "{made}");
            }
        }
        let limit = Duration::from_millis(50);
        let (_, took) = ask(recipe, Budget::AtMost(1), Some(limit));
        assert!(took < Duration::from_secs(4), "{recipe}: {took:?}");
    }
}

/// A limit is enforced before the excess takes memory or time.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn puzzles_beyond_the_limits_are_refused_quickly() {
    // The facelets form a ring; each turn moves sixty adjacent facelets and has order 60.
    let cycle = |from: usize, length: usize| {
        let mut names = (from..from + length).map(|at| format!("f{}x0", at % 20_000));
        names.join(" ")
    };
    let of_twelve = |from: usize| [cycle(from, 3), cycle(from + 3, 4), cycle(from + 7, 5)];
    let powers = (0..2_400).map(|at| {
        let mut cycles = (0..5).flat_map(|number| of_twelve(8 * at + 12 * number));
        (letters(at), cycles.join(" / "))
    });
    let powers = puzzle_file(20_000, 1, 1, &powers.collect::<Vec<_>>());
    let all = (1..45).map(|shift| (letters(shift), pairs(2000, shift)));
    let all = puzzle_file(2000, 1, 1, &all.collect::<Vec<_>>());
    let facelets = puzzle_file(25_001, 1, 1, &swaps(2, 1));
    let long = "#".repeat(4 * 1024 * 1024 + 1);
    for (text, says) in [
        (facelets, "more than 25000 facelets"),
        (powers, "stickers or more; at most 8000000 are allowed"),
        (all, "steps, and at most 150000000 are allowed"),
        (long, "the limit is 4194304"),
    ] {
        is_refused_quickly("big.toml", &text, says);
    }
}

#[test]
fn hostile_toml_is_refused_quickly() {
    let refused = |text: &String| {
        assert!(Puzzle::from_toml("big", text).is_err());
        assert!(Recipe::from_toml("big", text).is_err());
    };
    for (what, begin, part, end) in [
        ("open arrays", "net = ", "[", ""),
        ("open tables", "net = ", "{a=", ""),
        ("arrays in arrays", "net = ", "[", "]"),
        ("dotted keys", "a", ".a", " = 1"),
        ("headers", "", "[[face]]\n", ""),
        ("other headers", "", "[face]\n", ""),
        ("comments", "", "# é\n", "?"),
        ("quotes", "name = \"\"\"", "\"\"x", ""),
        ("escapes", "name = \"", "\\u00e9", "\""),
        ("strings", "net = [", "\"\",", "]"),
        ("numbers", "net = [", "0,", "]"),
        ("underscores", "net = 1", "_1", ""),
        ("keys", "", "\"\" = 1\n", ""),
    ] {
        let text = |size: usize| format!("{begin}{}{end}", part.repeat(size));
        grows_slowly(what, 10_000, text, refused);
    }
}

/// States written with the symbols of the puzzle, and with other symbols.
#[test]
fn states_of_many_facelets_are_judged_quickly() {
    let puzzle = |colors: usize| {
        move |size: usize| {
            let puzzle = read(&puzzle_file(6, size, colors, &ring(6, size)));
            let mut symbols = Scheme::own_symbols(&puzzle).state_characters(puzzle.solved());
            symbols.rotate_left(1);
            (puzzle, symbols)
        }
    };
    let judge = |(puzzle, symbols): &(Arc<Puzzle>, Vec<char>)| {
        let others = symbols.iter();
        let others = others.map(|&c| char::from_u32(c as u32 + 7000).unwrap());
        for symbols in [symbols, &others.collect()] {
            for target in [Target::Any, Target::Solved, Target::state(symbols)] {
                let _ = Problem::new(puzzle.clone(), symbols, &target, Budget::AtMost(1));
            }
        }
    };
    grows_slowly("equal stickers", 8, puzzle(1), judge);
    grows_slowly("two colors", 8, puzzle(2), judge);
    grows_slowly("six colors", 8, puzzle(6), judge);
}

#[test]
fn long_turn_texts_are_read_quickly() {
    let pocket = &corpus::puzzles()[0];
    let text = |size: usize| "R U2 F' ".repeat(size);
    grows_slowly("turns", 20_000, text, |text| {
        let turns = Notation::Singmaster.read(pocket, text).unwrap();
        let state = pocket.apply(pocket.solved(), &turns);
        assert_eq!(state.colors().len(), 24);
    });
    let unspaced = |size: usize| "RU2F'".repeat(size) + "?";
    grows_slowly("turns without spaces", 20_000, unspaced, |text| {
        let error = Notation::Singmaster.read(pocket, text).unwrap_err();
        assert!(error.to_string().len() < 1000, "the token is cut");
    });
    let many = |size: usize| {
        let swaps = swaps(size, size);
        let names = swaps.iter().map(|swap| &swap.0).join(" ");
        (read(&puzzle_file(size, 1, 2, &swaps)), names.repeat(40))
    };
    grows_slowly("turns of many names", 90, many, |(puzzle, text)| {
        assert!(Notation::Singmaster.read(puzzle, text).is_ok());
        assert!(Notation::Cw.read(puzzle, text).is_err());
    });
}

#[test]
fn long_turn_sequences_are_shortened_quickly() {
    let pocket = &corpus::puzzles()[0];
    let all: Vec<TurnId> = (0..18).collect();
    // A walk that rarely returns to a state, with some turns that can be merged.
    let turns =
        |size: usize| -> Vec<TurnId> { (0..size).map(|at| (at * at / 3 + at / 7) % 18).collect() };
    grows_slowly("turns to shorten", 500, turns, |turns| {
        let short = pocket.shorten(pocket.solved(), turns, &all);
        let found = pocket.apply(pocket.solved(), &short);
        assert_eq!(found, pocket.apply(pocket.solved(), turns));
    });
}

fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut map: Value = serde_json::from_str(&corpus::encoded()[0].map).unwrap();
    change(&mut map);
    map.to_string()
}

#[test]
fn large_maps_are_read_quickly() {
    let refused = |text: &String| assert!(map::read(text).is_err());
    let allowed =
        |size: usize| changed(|map| map["question"]["allow"] = json!("R X ".repeat(size)));
    grows_slowly("allowed", 20_000, allowed, refused);
    for (list, part) in [
        ("/codes", json!("R")),
        ("/question/to", json!("Q".repeat(24))),
        ("/selectors", json!([1, 2, 3])),
        ("/states", json!([[1, 2], []])),
    ] {
        let longer = |size: usize| {
            changed(|map| {
                let list = map.pointer_mut(list).unwrap().as_array_mut().unwrap();
                list.extend(vec![part.clone(); size]);
            })
        };
        grows_slowly(list, 20_000, longer, refused);
    }
    let start = |size: usize| changed(|map| map["question"]["state"] = json!("G".repeat(size)));
    grows_slowly("start", 100_000, start, |text: &String| {
        let error = map::read(text).err().unwrap().to_string();
        assert!(error.len() < 1000, "the state is cut");
    });
    let nested =
        |size: usize| changed(|map| map["name"] = json!("@")).replace("\"@\"", &"[".repeat(size));
    grows_slowly("nesting", 100_000, nested, refused);
    // Maps with as many slots as their budget requires.
    let slots = |size: usize| {
        changed(|map| {
            drop(map["question"].as_object_mut().unwrap().remove("turns"));
            map["question"]["max_turns"] = json!(size);
            let step = map["states"][0].clone();
            map["states"] = json!(vec![step; size + 1]);
            map["selectors"] = json!(vec![json!([1, 2, 3, 4]); size]);
        })
    };
    grows_slowly("slots", 1_000, slots, |text: &String| {
        drop(map::read(text).unwrap())
    });
}

#[test]
fn long_answers_are_read_quickly() {
    let model = |size: usize| {
        let mut text = "s SATISFIABLE\n".to_owned();
        (1..=size).for_each(|variable| writeln!(text, "v -{variable}").unwrap());
        (text + "v 0\n", u32::try_from(size).unwrap())
    };
    grows_slowly("model", 50_000, model, |(text, variables)| {
        assert!(matches!(Answer::read(text, *variables), Ok(Answer::Sat(_))));
    });
    let one_word = |size: usize| "x".repeat(size);
    grows_slowly("one word", 500_000, one_word, |text: &String| {
        assert!(Answer::read(text, 3).unwrap_err().to_string().len() < 1000);
    });
    let verdict = |size: usize| format!("s {}", "x".repeat(size));
    grows_slowly("verdict", 500_000, verdict, |text: &String| {
        assert!(Answer::read(text, 3).unwrap_err().to_string().len() < 1000);
    });
}
