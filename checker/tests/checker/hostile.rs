//! For any input: no panic, no hang, and memory and time in proportion to its size.

use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;

use super::formulas::*;
use super::thread_time::ThreadTime;
use super::*;

/// Texts that resemble formulas and proofs.
fn lookalikes() -> impl Strategy<Value = String> {
    let words = "p cnf c d 0 1 -1 2 -2 3 -3 2147483647 -2147483647 2147483648 a % é";
    let words: Vec<&str> = words.split(' ').chain(["\n"; 2]).collect();
    let words = prop::sample::select(words);
    vec(words, 0..40).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes_are_parsed_or_refused(cnf: Vec<u8>, proof: Vec<u8>, begin: bool) {
        let cnf = if begin { [b"p cnf 3 1\n", &cnf[..]].concat() } else { cnf };
        let _ = Formula::read(&cnf[..]);
        for proof in [proof.clone(), [b"a", &proof[..]].concat()] {
            for form in [None, Some(Encoding::Text), Some(Encoding::Binary)] {
                // Bytes that begin like a gzip file are refused at once.
                if let Ok(mut proof) = Proof::new(&proof[..], form) {
                    while let Ok(Some(_)) = proof.step() {}
                }
            }
        }
    }

    #[test]
    fn text_that_resembles_a_proof_refutes_no_satisfiable_formula(
        clauses in vec(vec(prop::sample::select(vec![1, 2, 3, -1, -2, -3]), 0..4), 0..12),
        cnf in lookalikes(),
        proof in lookalikes(),
    ) {
        let _ = Formula::read(cnf.as_bytes());
        for mode in [Mode::Forward, Mode::Backward] {
            if is_verified(&dimacs(&clauses), proof.as_bytes(), mode) {
                prop_assert!(!is_satisfiable(&clauses));
            }
        }
    }
}

/// A table with an entry for each number up to the largest would take 8 GiB or more.
#[test]
fn large_numbers_in_small_files_take_no_memory() {
    let begun = ThreadTime::now();
    for _ in 0..2000 {
        let cnf = "p cnf 2147483647 3\n2147483647 0\n-2147483647 2147483646 0\n-2147483645 0\n";
        assert!(!is_verified(
            cnf,
            b"4194304 4194303 0\nd 2147483647 0\n",
            Mode::Backward
        ));
        let huge = "p cnf 2147483647 2147483647\n1 0\n";
        assert!(Formula::read(huge.as_bytes()).is_err());
    }
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
}

/// Compares the times for an input and for one of eight times its size. The ratio is about 8 for linear growth and 64
/// for quadratic growth.
#[track_caller]
fn check_growth(what: &str, size: usize, make: impl Fn(usize) -> (String, String)) {
    let (small, large) = (make(size), make(8 * size));
    let time = |(cnf, proof): &(String, String)| {
        let begun = ThreadTime::now();
        for mode in [Mode::Forward, Mode::Backward] {
            let _ = checked(cnf, proof.as_bytes(), mode);
        }
        // LRAT is not DRAT and is refused at once, and vice versa.
        let _ = replayed(cnf, proof.as_bytes());
        begun.elapsed()
    };
    let mut times = Vec::new();
    for _ in 0..4 {
        let pair = (time(&small).max(Duration::from_millis(4)), time(&large));
        if pair.1 < pair.0 * 28 {
            println!("{what}: {pair:?}");
            return;
        }
        times.push(pair);
    }
    panic!("{what}: {times:?}");
}

#[test]
fn large_formulas_and_proofs_are_read_in_linear_time() {
    let cnf = |clauses: &[String]| format!("p cnf 2000000 {}\n{}", clauses.len(), clauses.concat());
    let alone = |text: String| (text, String::new());
    let square = "p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n";
    check_growth("clauses", 20_000, |size| {
        let clauses: Vec<_> = (1..size)
            .map(|at| format!("{at} -{} 0\n", at + 1))
            .collect();
        alone(cnf(&clauses))
    });
    check_growth("one clause", 50_000, |size| {
        let clause: String = (1..size).map(|at| format!("{at} ")).collect();
        alone(format!("p cnf 2000000 1\n{clause}0\n"))
    });
    check_growth("one literal", 50_000, |size| {
        alone(cnf(&["1 ".repeat(size) + "0\n"]))
    });
    check_growth("one comment", 500_000, |size| {
        alone("c".repeat(size) + "\np cnf 0 0\n")
    });
    check_growth("comments", 100_000, |size| {
        alone("c\n".repeat(size) + "p cnf 0 0\n")
    });
    check_growth("one word", 500_000, |size| alone("x".repeat(size)));
    check_growth("lines", 500_000, |size| alone("\n".repeat(size)));
    check_growth("a chain", 20_000, |size| {
        let mut clauses: Vec<_> = (1..size)
            .map(|at| format!("-{at} {} 0\n", at + 1))
            .collect();
        clauses.extend(["1 0\n".to_owned(), format!("-{size} 0\n")]);
        alone(cnf(&clauses))
    });
    check_growth("a chain backwards", 20_000, |size| {
        let mut clauses: Vec<_> = (1..size)
            .rev()
            .map(|at| format!("-{at} {} 0\n", at + 1))
            .collect();
        clauses.insert(0, "1 0\n".to_owned());
        alone(cnf(&clauses))
    });
    for (what, step) in [
        ("copies", "1 2 0\n"),
        ("deletions of nothing", "d 7 8 0\n"),
        ("copies and deletions", "1 2 0\nd 1 2 0\n"),
        ("units", "1 0\n"),
        ("deletions of a unit", "1 0\nd 1 0\n"),
        ("tautologies", "1 -1 0\n"),
        ("deletions of the formula", "d 1 2 0\n2 1 0\n"),
    ] {
        check_growth(what, 20_000, |size| (square.to_owned(), step.repeat(size)));
    }
    check_growth("all copies, then all deleted", 20_000, |size| {
        (
            square.to_owned(),
            "1 2 0\n".repeat(size) + &"d 2 1 0\n".repeat(size),
        )
    });
    check_growth("new variables", 20_000, |size| {
        let steps = (3..size).map(|at| format!("{at} 1 0\n"));
        (square.to_owned(), steps.collect())
    });
}

#[test]
fn large_proofs_with_hints_are_read_in_linear_time() {
    let grows = |what: &str, step: fn(usize) -> String| {
        check_growth(what, 20_000, |size| {
            let steps = (5..size + 5).map(step).collect::<String>();
            (
                SQUARE.to_owned(),
                format!("{steps}{} 0 5 3 4 0\n", size + 5),
            )
        });
    };
    grows("additions with hints", |at| format!("{at} 1 0 1 2 0\n"));
    grows("additions and deletions with hints", |at| {
        let deletes = if at > 5 { at } else { 0 };
        format!("{at} 1 0 1 2 0\n{at} d {deletes} 0\n").replace("d 0 0", "d 0")
    });
    grows("new variables with hints", |at| {
        format!("{at} {at} 1 0 0\n")
    });
    check_growth("hints", 100_000, |size| {
        let hints = "1 2 ".repeat(size);
        (SQUARE.to_owned(), format!("5 1 0 {hints}0\n6 0 5 3 4 0\n"))
    });
    check_growth("deleted numbers", 100_000, |size| {
        let numbers = "1 2 3 ".repeat(size);
        (
            SQUARE.to_owned(),
            format!("5 1 0 1 2 0\n5 d {numbers}0\n6 0 5 0\n"),
        )
    });
    // A RAT step that names every clause of its variable.
    check_growth("resolution", 2_000, |size| {
        let clauses: Vec<String> = (0..size).map(|at| format!("3 {} 0\n", at + 4)).collect();
        let cnf = format!("p cnf 2000000 {size}\n{}", clauses.concat());
        let hints: String = (1..=size).map(|at| format!("-{at} ")).collect();
        (cnf, format!("{} -3 0 {hints}0\n", size + 1))
    });
}

#[test]
fn a_check_can_be_stopped() {
    let clauses = pigeonhole(6);
    let proof = varisat(&clauses, varisat::ProofFormat::Drat).unwrap();
    let formula = Formula::read(dimacs(&clauses).as_bytes()).unwrap();
    for mode in [Mode::Forward, Mode::Backward] {
        let run = |most: u32| {
            let mut calls = 0;
            let mut poll = |_| {
                calls += 1;
                if calls > most {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let proof = Proof::new(&proof[..], None).unwrap();
            (check(&formula, proof, mode, &mut poll).unwrap(), calls)
        };
        let (Outcome::Verified(_), calls) = run(u32::MAX) else {
            panic!();
        };
        assert!(calls > 1, "{mode:?}: {calls}");
        for most in 0..calls {
            assert_eq!(run(most), (Outcome::Stopped, most + 1));
        }
    }
}
