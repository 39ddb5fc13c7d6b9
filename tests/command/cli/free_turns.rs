//! Questions with free turns. An answer combines the answers from all starts to which the free turns lead.

use itertools::Itertools;

use crate::common::cli::*;
use crate::common::each;
use crate::common::puzzles::row;

/// A puzzle of four pieces with three turns.
fn puzzle_of_four_pieces() -> String {
    let turns = [("P2", "a b"), ("Q", "a b c d"), ("T", "b c d")];
    row("row", 4, &turns)
}

/// A puzzle of nine pieces with two turns. With D2 free and only C2 allowed, each start is unsolvable for a different
/// reason.
fn puzzle_of_nine_pieces() -> String {
    row("two", 9, &[("D2", "f i"), ("C", "a b d / f g / h i")])
}

/// A command about the scramble `T P2`. T is allowed, and P2 is free before a solution: `(P2) T'` solves it, and turns
/// of T alone do not.
fn with_free_turns(command: &str, more: &str) -> String {
    let about = "--puzzle-file row.toml --scramble 'T P2' --to solved";
    format!("{command} {about} --allow T --before P2 {more}")
}

#[test]
fn one_unsolvable_start_does_not_refute_the_others() {
    let folder = Folder::new();
    folder.write("row.toml", puzzle_of_four_pieces());
    each(
        r#"
solve » --max-turns 0 » 20 » no solution of at most 0 turns
enumerate » --max-turns 0 --shortest » 0 » 0 solutions of at most 0 turns
enumerate » --turns 0 » 0 » 0 solutions of exactly 0 turns
solve » --max-turns 1 » 0 » (P2) T'⏎1 turn, minimal
solve » --max-turns 0 --format json » 20 » "at_least": 1,
"#,
        |[command, more, code], says| {
            for method in ["sat", "graph"] {
                let line = with_free_turns(command, &format!("{more} --method {method}"));
                let run = run_in(&folder, line).ends(code.parse().unwrap());
                run.prints(says).lacks(&["every length"]);
            }
        },
    );
}

#[test]
fn a_case_unsolved_within_the_budget_is_not_reported_as_unsolvable() {
    let folder = Folder::new();
    let file = r#"
title = "Half turns"
puzzle = "rubik"
to = "solved"
free = "U"
[[set]]
name = "two"
allow = "R2 L2 F2 B2 D2"
max_turns = 2
[[set]]
name = "six"
allow = "R2 L2 F2 B2 D2"
max_turns = 6
[[set]]
name = "quarter"
allow = "R L"
max_turns = 3
[[case]]
name = "case"
alg = "U F2 R2 D2 L2 B2"
"#;
    folder.write("half.toml", file);
    for method in ["sat", "graph"] {
        run_in!(&folder, "cases half.toml --quiet --method {method}")
            .ends(0)
            .prints(&[
                "two      none of at most 2 turns\n",
                "six      (U) F2 R2 D2 L2 B2 (5)\n",
                "quarter  none\n",
            ]);
    }
}

#[test]
fn a_question_whose_starts_are_all_unsolvable_is_answered_at_once() {
    let folder = Folder::new();
    folder.write("two.toml", puzzle_of_nine_pieces());
    let about = r#"--puzzle-file two.toml --scramble "C' C2'""#;
    let turns = "--allow C2 --before D2 --time-limit 5";
    for method in ["sat", "graph"] {
        run_in!(&folder, "solve {about} {turns} --method {method}")
            .ends_printing(20, &["no solution of any length"]);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn an_enumeration_on_several_threads_reports_only_common_reasons() {
    let about = "pocket --scramble 'R U R U R U' --to solved --allow 'R U F'";
    let limits = "--at-most F=0 --turns 3";
    for jobs in ["1", "2"] {
        let none = format!("enumerate {about} {limits} --jobs {jobs}");
        let none = run(&none).ends_printing(0, &["0 solutions of exactly 3 turns"]);
        assert!(!none.out.contains("every length"), "{none:#?}");
    }
}

/// Whether a turn of U can be moved past turns of D to the beginning of a sequence.
fn begins_with_free(turns: &[&str]) -> bool {
    let rest = turns.iter().skip_while(|turn| turn.starts_with('D'));
    rest.take(1).any(|turn| turn.starts_with('U'))
}

#[test]
fn solutions_that_cancel_with_free_turns_are_left_out_and_counted() {
    let rubik = twistsat::puzzle::Puzzle::built_in("rubik").unwrap();
    let notation = twistsat::notation::Notation::Singmaster;
    let read = |text: &str| notation.read(&rubik, text).unwrap();
    let scramble = "R2 D";
    let start = rubik.apply(rubik.solved(), &read(scramble));
    let names = ["U", "U2", "U'", "D", "D2", "D'", "R", "R2", "R'"];
    let free_turns = ["", "U", "U2", "U'"];
    let (mut listed, mut left_out, mut plain_count) = (Vec::new(), 0, 0);
    for turns in (0..3).map(|_| names).multi_cartesian_product() {
        let end = rubik.apply(&start, &read(&turns.join(" ")));
        plain_count += usize::from(end == *rubik.solved());
        let all = itertools::iproduct!(free_turns, free_turns);
        let solves = all.into_iter().any(|(before, after)| {
            let sequence = format!("{before} {} {after}", turns.join(" "));
            rubik.apply(&start, &read(&sequence)) == *rubik.solved()
        });
        let reversed: Vec<&str> = turns.iter().rev().copied().collect();
        if !solves || turns[0].starts_with('U') || reversed[0].starts_with('U') {
            continue;
        }
        if begins_with_free(&turns) || begins_with_free(&reversed) {
            left_out += 1;
        } else {
            listed.push(turns.join(" "));
        }
    }
    assert!(left_out > 0 && !listed.is_empty());
    for method in ["sat", "graph"] {
        let words = format!(r#"enumerate rubik --scramble "{scramble}" --turns 3"#);
        let words = format!("{words} --allow 'U D R' --method {method}");
        let free = run!("{words} --free U --quiet").ends(0);
        let mut lines: Vec<&str> = free.out.lines().collect();
        let last = lines.pop().unwrap();
        let count = format!("{} solutions of exactly 3 turns; left out", listed.len());
        assert!(last.starts_with(&count), "{last}");
        assert!(last.ends_with(&format!(": {left_out}")), "{last}");
        let plain = |line: &&str| {
            let words = line.split(' ').filter(|word| !word.starts_with('('));
            words.collect::<Vec<_>>().join(" ")
        };
        let found: Vec<String> = lines.iter().map(plain).sorted().collect();
        assert_eq!(found, listed.iter().cloned().sorted().collect::<Vec<_>>());
        let json = run!("{words} --free U --format json --quiet").ends(0);
        assert_eq!(json.json()["cancelling"], left_out);
        // Without free turns, every solution is counted.
        let all =
            run!("{words} --quiet").ends_printing(0, &[&format!("{plain_count} solutions of")]);
        assert!(!all.out.contains("left out"), "{all:?}");
    }
}

/// The rule accepts only sequences of one turn, so the search ends, although no option limits the length.
#[test]
fn impossible_lengths_are_skipped() {
    for method in ["graph", "auto"] {
        let solve = r#"solve pocket --scramble "R U2 F'" --before U --sequence [R] --quiet"#;
        run!("{solve} --time-limit 20s --method {method}").ends_printing(20, &["no solution"]);
    }
}
