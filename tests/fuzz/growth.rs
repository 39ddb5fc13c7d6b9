//! Large inputs: an input eight times as large may take at most 28 times as long.
//! (Linear time would give 8, quadratic time 64.)

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use twistsat::ErrorKind;
use twistsat::control::{CancelFlag, Control};
use twistsat::encode::{Recipe, encode_controlled, map};
use twistsat::notation::Notation;
use twistsat::problem::{Budget, Problem, Target};
use twistsat::puzzle::{Puzzle, TurnId};
use twistsat::solver::Answer;

use super::large::{letters, pairs, puzzle_file, read, ring, swaps};
use super::thread_time::ThreadTime;
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
    let fixed = puzzle_file(5000, 1, 1, &[("S".into(), "\"f0x0 f1x0\"".into())]);
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
    let cycle = |from: usize| {
        let names: Vec<String> = (from..from + 4).map(name).collect();
        format!("\"{}\"", names.join(" "))
    };
    let turns: Vec<(String, String)> = (0..turns)
        .map(|at| {
            let cycles = [cycle(at), cycle(at + 4), cycle(at + 8)];
            (letters(at), cycles.join(", "))
        })
        .collect();
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

#[test]
fn puzzles_of_many_turns_are_read_quickly() {
    let file = |size: usize| puzzle_file(80, 1, 3, &swaps(80, size));
    grows_slowly("turns", 390, file, |text| drop(read(text)));
}

/// Definitions of other programs with many moves: given as permutations, as sequences of earlier moves, as sequences of
/// later moves, as cyclic definitions, and with mistakes.
#[test]
fn definitions_of_many_moves_are_read_quickly() {
    let head = |places: usize| {
        let row: Vec<String> = (1..=places).map(|at| at.to_string()).collect();
        format!("Set P {places} 1\nSolved\nP\n{}\nEnd\n", row.join(" "))
    };
    // A swap of places `a` and `b`, counted from 0.
    let row = |places: usize, a: usize, b: usize| {
        let mut row: Vec<usize> = (1..=places).collect();
        row.swap(a, b);
        let row: Vec<String> = row.iter().map(ToString::to_string).collect();
        row.join(" ")
    };
    let read = |text: &String| drop(Puzzle::from_file("big.tws", text).unwrap());
    // Products of three random swaps: nearly all different. Inverses are left out:
    // they would be aliases, of which a puzzle may have no more than a thousand.
    let moves = |size: usize| {
        let mut text = head(12);
        let mut seen = HashSet::new();
        let mut drawn = 1_u64;
        while seen.len() < size {
            let mut made: Vec<usize> = (1..=12).collect();
            for _ in 0..3 {
                drawn = drawn
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                made.swap((drawn >> 33) as usize % 12, (drawn >> 43) as usize % 12);
            }
            let mut back = vec![0; 12];
            made.iter()
                .enumerate()
                .for_each(|(at, &to)| back[to - 1] = at + 1);
            let moved = made.iter().enumerate().any(|(at, &to)| to != at + 1);
            if moved && !seen.contains(&back) && seen.insert(made.clone()) {
                let made: Vec<String> = made.iter().map(ToString::to_string).collect();
                let name = letters(seen.len());
                writeln!(text, "Move {name}\nP\n{}\nEnd", made.join(" ")).unwrap();
            }
        }
        text
    };
    grows_slowly("moves", 500, moves, |text| {
        // Some moves are powers of others and thus aliases. With too many, the file is refused.
        drop(Puzzle::from_file("big.tws", text));
    });
    let chain = |forwards: bool| {
        move |size: usize| {
            let mut text = head(3) + "Move A\nP\n2 3 1\nEnd\nMove B\nP\n2 1 3\nEnd\n";
            let sequence =
                |at: usize| format!("MoveSequence {} {}\n", letters(at + 30), letters(at + 29));
            let first = format!("MoveSequence {} A\n", letters(30));
            let mut lines: Vec<String> =
                [first].into_iter().chain((1..size).map(sequence)).collect();
            if !forwards {
                lines.reverse();
            }
            text += &lines.concat();
            text
        }
    };
    let refused = |text: &String| drop(Puzzle::from_file("big.tws", text));
    grows_slowly("sequences", 2000, chain(true), refused);
    grows_slowly("sequences from behind", 2000, chain(false), refused);
    let cyclic = |size: usize| {
        let mut text = head(3) + "Move A\nP\n2 3 1\nEnd\n";
        for at in (0..size).map(|at| 2 * at + 30) {
            let (one, other) = (letters(at), letters(at + 1));
            writeln!(
                text,
                "MoveSequence {one} {other}\nMoveSequence {other} {one}"
            )
            .unwrap();
        }
        text
    };
    grows_slowly("cyclic", 1000, cyclic, |text| {
        assert!(Puzzle::from_file("big.tws", text).is_err());
    });
    let wrong = |size: usize| {
        let moves = (0..size).map(|at| format!("\"{}\": 1", letters(at)));
        let moves: Vec<String> = moves.collect();
        format!(
            "{{\"name\": \"big\", \"orbits\": [{{\"orbitName\": \"P\", \"numPieces\": 3, \"numOrientations\": 1}}], \
             \"defaultPattern\": {{\"P\": {{\"pieces\": [0, 1, 2], \"orientation\": [0, 0, 0]}}}}, \"moves\": {{{}}}}}",
            moves.join(",\n")
        )
    };
    grows_slowly("wrong moves", 4000, wrong, |text| {
        assert!(Puzzle::from_file("big.json", text).is_err());
    });
    let swap = format!("{}Move A\nP\n{}\nEnd\n", head(2000), row(2000, 0, 1));
    read(&swap);
}

/// A puzzle that would be too large is refused before it is built: with moves of a few pieces among many, with many
/// orientations of each place, or with a puzzle file longer than the maximum.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn definitions_beyond_the_limits_are_refused_quickly() {
    let sets = |sets: &[(&str, usize, usize)]| {
        let mut text = String::new();
        for (name, pieces, orientations) in sets {
            writeln!(text, "Set {name} {pieces} {orientations}").unwrap();
        }
        text + "Solved\nEnd\n"
    };
    let mut random = 1_u64;
    let mut shuffled = |places: usize| {
        let mut row: Vec<usize> = (1..=places).collect();
        for at in (1..places).rev() {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            row.swap(at, (random >> 33) as usize % (at + 1));
        }
        // An involution, so that its order is small.
        let mut swaps: Vec<usize> = (1..=places).collect();
        for pair in row.chunks_exact(2) {
            swaps.swap(pair[0] - 1, pair[1] - 1);
        }
        swaps
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    // As many different moves as requested, rather than many names of few turns.
    let mut many = |mut text: String, place: &str, count: usize| {
        for at in 0..count {
            writeln!(text, "Move {}\n{place}\n{}\nEnd", letters(at), shuffled(16)).unwrap();
        }
        text
    };
    for (what, text, says) in [
        (
            "much that does not move",
            many(sets(&[("P", 16, 1), ("Q", 4900, 1)]), "P", 8_000),
            "the puzzle is too large: with 4916 places or facelets, it can have",
        ),
        (
            "many orientations",
            many(sets(&[("P", 16, 1), ("Q", 98, 50)]), "P", 15_000),
            "the puzzle is too large: with 4916 places or facelets, it can have",
        ),
        (
            "a long text",
            many(sets(&[("Place", 16, 1)]), "Place", 50_000),
            "the puzzle is too large: written as facelets, the part up to this move takes more than 4194304 bytes",
        ),
    ] {
        let _alone = ALONE.lock();
        let begun = ThreadTime::now();
        let error = Puzzle::from_file("big.tws", &text).unwrap_err().to_string();
        let took = begun.elapsed();
        println!("{what}: {took:?}, {error}");
        assert!(error.contains(says), "{error}");
        assert!(took < MAX_TIME / 4, "{what}: {took:?}");
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
        let at = (from..from + length).map(|at| at % 20_000);
        let names: Vec<String> = at.map(|at| format!("f{at}x0")).collect();
        format!("\"{}\"", names.join(" "))
    };
    let of_twelve = |from: usize| [cycle(from, 3), cycle(from + 3, 4), cycle(from + 7, 5)];
    let powers: Vec<(String, String)> = (0..2_400)
        .map(|at| {
            let cycles = (0..5).flat_map(|number| of_twelve(8 * at + 12 * number));
            (letters(at), cycles.collect::<Vec<_>>().join(", "))
        })
        .collect();
    let all: Vec<(String, String)> = (1..45)
        .map(|shift| (letters(shift), pairs(2000, shift)))
        .collect();
    for (file, says) in [
        (
            puzzle_file(25_001, 1, 1, &[("S".into(), "\"f0x0 f1x0\"".into())]),
            "more than 25000 facelets",
        ),
        (
            puzzle_file(20_000, 1, 1, &powers),
            "stickers or more; at most 8000000 are allowed",
        ),
        (
            puzzle_file(2000, 1, 1, &all),
            "steps, and at most 150000000 are allowed",
        ),
        ("#".repeat(4 * 1024 * 1024 + 1), "the limit is 4194304"),
    ] {
        let _alone = ALONE.lock();
        let begun = ThreadTime::now();
        let error = Puzzle::from_toml("big", &file).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
        assert!(
            begun.elapsed() < MAX_TIME / 4,
            "{says}: {:?}",
            begun.elapsed()
        );
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
            let mut symbols: Vec<char> = puzzle
                .solved()
                .colors()
                .iter()
                .map(|&c| puzzle.colors()[c].symbol)
                .collect();
            symbols.rotate_left(1);
            (puzzle, symbols)
        }
    };
    let judge = |(puzzle, symbols): &(Arc<Puzzle>, Vec<char>)| {
        let others: Vec<char> = symbols
            .iter()
            .map(|&c| char::from_u32(c as u32 + 7000).unwrap())
            .collect();
        for symbols in [symbols, &others] {
            for target in [Target::Any, Target::Solved, Target::state(symbols)] {
                let _ = Problem::new(puzzle.clone(), symbols, &target, Budget::AtMost(1));
            }
        }
    };
    grows_slowly("equal stickers", 8, puzzle(1), judge);
    grows_slowly("two colors", 8, puzzle(2), judge);
    grows_slowly("six colors", 8, puzzle(6), judge);
}

/// As many colors as facelets: there are too many schemes to try them all.
#[test]
#[ignore = "long check"]
fn the_search_for_a_scheme_of_many_colors_ends_quickly() {
    let _alone = ALONE.lock();
    for (facelets, colors) in [(20, 20), (300, 300), (2000, 2000), (2000, 1000), (2000, 6)] {
        let swaps: Vec<(String, String)> = (1..facelets)
            .map(|at| (letters(at), format!("\"f{}x0 f{at}x0\"", at - 1)))
            .collect();
        let puzzle = read(&puzzle_file(facelets, 1, colors, &swaps));
        let symbols: Vec<char> = (0..facelets)
            .map(|at| char::from_u32(0x5e00 + (at % colors) as u32).unwrap())
            .collect();
        for target in [Target::Any, Target::state(&symbols)] {
            let begun = ThreadTime::now();
            let result = Problem::new(puzzle.clone(), &symbols, &target, Budget::AtMost(1));
            println!(
                "{facelets} facelets, {colors} colors: {:?}, {:?}",
                begun.elapsed(),
                result.err()
            );
            assert!(
                begun.elapsed() < MAX_TIME,
                "{colors} colors: {:?}",
                begun.elapsed()
            );
        }
    }
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
        let swaps: Vec<(String, String)> = (1..size)
            .map(|at| (letters(at), format!("\"f{}x0 f{at}x0\"", at - 1)))
            .collect();
        let names: Vec<String> = swaps.iter().map(|swap| swap.0.clone()).collect();
        (
            read(&puzzle_file(size, 1, 2, &swaps)),
            names.join(" ").repeat(40),
        )
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
        assert_eq!(
            pocket.apply(pocket.solved(), &short),
            pocket.apply(pocket.solved(), turns)
        );
    });
}

fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut map: Value = serde_json::from_str(&corpus::encoded()[0].map).unwrap();
    change(&mut map);
    map.to_string()
}

#[test]
fn large_maps_are_read_quickly() {
    let longer = |name: &'static str, part: Value| {
        move |size: usize| {
            changed(|map| {
                map.pointer_mut(name)
                    .unwrap()
                    .as_array_mut()
                    .unwrap()
                    .extend(vec![part.clone(); size])
            })
        }
    };
    let refused = |text: &String| assert!(map::read(text).is_err());
    let allowed =
        |size: usize| changed(|map| map["question"]["allow"] = json!("R X ".repeat(size)));
    grows_slowly("allowed", 20_000, allowed, refused);
    grows_slowly("codes", 20_000, longer("/codes", json!("R")), refused);
    grows_slowly(
        "goals",
        20_000,
        longer("/question/to", json!("Q".repeat(24))),
        refused,
    );
    grows_slowly(
        "selectors",
        20_000,
        longer("/selectors", json!([1, 2, 3])),
        refused,
    );
    grows_slowly(
        "states",
        20_000,
        longer("/states", json!([[1, 2], []])),
        refused,
    );
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
