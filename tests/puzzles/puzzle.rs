//! Puzzles are data: turns, pieces and states follow from the puzzle file, and agree with published tables.

use itertools::Itertools;
use proptest::prelude::*;
use twistsat::notation::Notation;
use twistsat::problem::{AtMost, Constraints, Cost, Problem};
use twistsat::puzzle::{Layout, Metric, Pattern, TurnId};

use crate::common::cli::pocket;
use crate::common::puzzles::colored_beads;

/// For each facelet, where its new color comes from under F, F2, F', U, …, B'
/// (Yurichev, *SAT/SMT by Example*).
const SOURCES: &str = "
F1: F3 F4 F2 R1 B1 L1 F1 F1 F1 F1 F1 F1 U1 B4 D1 F1 F1 F1
F2: F1 F3 F4 R2 B2 L2 F2 F2 F2 D2 B3 U2 F2 F2 F2 F2 F2 F2
F3: F4 F2 F1 F3 F3 F3 L3 B3 R3 F3 F3 F3 U3 B2 D3 F3 F3 F3
F4: F2 F1 F3 F4 F4 F4 L4 B4 R4 D4 B1 U4 F4 F4 F4 F4 F4 F4
U1: U1 U1 U1 U3 U4 U2 U1 U1 U1 U1 U1 U1 B4 D1 F1 R2 D4 L3
U2: U2 U2 U2 U1 U3 U4 U2 U2 U2 F2 D2 B3 U2 U2 U2 R4 D3 L1
U3: L4 D2 R1 U4 U2 U1 U3 U3 U3 U3 U3 U3 B2 D3 F3 U3 U3 U3
U4: L2 D1 R3 U2 U1 U3 U4 U4 U4 F4 D4 B1 U4 U4 U4 U4 U4 U4
D1: R3 U4 L2 D1 D1 D1 D3 D4 D2 D1 D1 D1 F1 U1 B4 D1 D1 D1
D2: R1 U3 L4 D2 D2 D2 D1 D3 D4 B3 U2 F2 D2 D2 D2 D2 D2 D2
D3: D3 D3 D3 D3 D3 D3 D4 D2 D1 D3 D3 D3 F3 U3 B2 L1 U2 R4
D4: D4 D4 D4 D4 D4 D4 D2 D1 D3 B1 U4 F4 D4 D4 D4 L3 U1 R2
R1: U3 L4 D2 B1 L1 F1 R1 R1 R1 R3 R4 R2 R1 R1 R1 R1 R1 R1
R2: R2 R2 R2 B2 L2 F2 R2 R2 R2 R1 R3 R4 R2 R2 R2 D4 L3 U1
R3: U4 L2 D1 R3 R3 R3 F3 L3 B3 R4 R2 R1 R3 R3 R3 R3 R3 R3
R4: R4 R4 R4 R4 R4 R4 F4 L4 B4 R2 R1 R3 R4 R4 R4 D3 L1 U2
L1: L1 L1 L1 F1 R1 B1 L1 L1 L1 L1 L1 L1 L3 L4 L2 U2 R4 D3
L2: D1 R3 U4 F2 R2 B2 L2 L2 L2 L2 L2 L2 L1 L3 L4 L2 L2 L2
L3: L3 L3 L3 L3 L3 L3 B3 R3 F3 L3 L3 L3 L4 L2 L1 U1 R2 D4
L4: D2 R1 U3 L4 L4 L4 B4 R4 F4 L4 L4 L4 L2 L1 L3 L4 L4 L4
B1: B1 B1 B1 L1 F1 R1 B1 B1 B1 U4 F4 D4 B1 B1 B1 B3 B4 B2
B2: B2 B2 B2 L2 F2 R2 B2 B2 B2 B2 B2 B2 D3 F3 U3 B1 B3 B4
B3: B3 B3 B3 B3 B3 B3 R3 F3 L3 U2 F2 D2 B3 B3 B3 B4 B2 B1
B4: B4 B4 B4 B4 B4 B4 R4 F4 L4 B4 B4 B4 D1 F1 U1 B2 B1 B3";

#[test]
fn every_turn_moves_every_facelet_as_published() {
    let puzzle = pocket();
    let number = |name: &str| puzzle.facelets().iter().position(|f| f == name).unwrap();
    let names = "FCW FH FCCW UCW UH UCCW DCW DH DCCW RCW RH RCCW LCW LH LCCW BCW BH BCCW";
    let columns = Notation::Cw.read(&puzzle, names).unwrap();
    let mut checked = 0;
    for row in SOURCES.trim().lines() {
        let (facelet, sources) = row.split_once(": ").unwrap();
        for (&turn, source) in columns.iter().zip(sources.split(' ')) {
            let permutation = &puzzle.turns()[turn].permutation;
            let found = permutation.source(number(facelet));
            assert_eq!(found, number(source), "{facelet} {turn}");
            checked += 1;
        }
    }
    assert_eq!(checked, 24 * 18);
}

#[test]
fn the_pocket_cube_has_eight_corners_of_three_orientations() {
    let puzzle = pocket();
    let corners = "B1 R2 U2,B2 L1 U1,B3 D4 R4,B4 D3 L3,D1 F3 L4,D2 F4 R3,F1 L2 U3,F2 R1 U4";
    let pieces = puzzle.pieces();
    let mut found: Vec<String> = Vec::new();
    for (place, piece) in pieces.all().iter().enumerate() {
        assert_eq!((piece.word, piece.kind), ("corner", 0));
        assert_eq!(pieces.orientations(place).count(), 3);
        let facelets = piece.facelets.iter();
        let names = facelets.map(|&facelet| &puzzle.facelets()[facelet]);
        found.push(names.sorted().join(" "));
    }
    found.sort();
    assert_eq!(found.join(","), corners);
}

#[test]
fn opposite_faces_commute_and_adjacent_faces_do_not() {
    let puzzle = pocket();
    let read = |text| Notation::Singmaster.read(&puzzle, text).unwrap()[0];
    assert!(puzzle.commute(read("U"), read("D'")));
    assert!(puzzle.commute(read("R2"), read("L")));
    assert!(puzzle.commute(read("R2"), read("R")));
    assert!(!puzzle.commute(read("U"), read("R")));
    assert!(!puzzle.commute(read("F2"), read("R2")));
}

/// The numbers of canonical sequences of 1, 2, … turns of a metric, all faces allowed.
fn canonical_sequences(metric: Metric, most: usize) -> Vec<usize> {
    let puzzle = pocket();
    let admitted = |&turn: &TurnId| metric.admits(&puzzle.turns()[turn]);
    let allowed: Vec<TurnId> = (0..18).filter(admitted).collect();
    let mut sequences: Vec<Vec<TurnId>> = vec![Vec::new()];
    let mut counts = Vec::new();
    for _ in 0..most {
        let pairs = sequences.iter().cartesian_product(&allowed);
        let longer = pairs.map(|(start, &turn)| [&start[..], &[turn]].concat());
        let canonical = longer.filter(|it| puzzle.is_canonical(it, &allowed));
        sequences = canonical.collect();
        counts.push(sequences.len());
    }
    counts
}

#[test]
fn canonical_sequences_are_counted_as_published_for_opposite_faces() {
    // The counts known for the 3×3×3 also hold here, since the same turns
    // commute. Those of quarter turns are also the coefficients of
    // g / (3 - 2g), where g = (1 + t)^4 counts one axis.
    assert_eq!(canonical_sequences(Metric::HalfTurn, 3), [18, 243, 3240]);
    let quarter = canonical_sequences(Metric::QuarterTurn, 4);
    assert_eq!(quarter, [12, 114, 1068, 10011]);
}

#[test]
fn a_run_of_quarter_turns_is_canonical_if_nothing_shorter_or_earlier_does_the_same() {
    let puzzle = pocket();
    let read = |text| Notation::Singmaster.read(&puzzle, text).unwrap();
    let allowed = read("U U' R R'");
    for (text, canonical) in [
        ("", true),
        ("R", true),
        ("R'", true),
        ("R R", true),
        ("R' R'", false),
        ("R R'", false),
        ("R' R", false),
        ("R R R", false),
        ("U R R U'", true),
        ("U R R R U'", false),
    ] {
        let is_canonical = puzzle.is_canonical(&read(text), &allowed);
        assert_eq!(is_canonical, canonical, "{text}");
    }
}

#[test]
fn quarter_turn_solutions_are_shortened_without_half_turns() {
    let puzzle = pocket();
    let read = |text| Notation::Singmaster.read(&puzzle, text).unwrap();
    let allowed = read("U U' R R' D D'");
    for (long, short) in [
        ("R R", "R R"),
        ("R R R", "R'"),
        ("U R R R U", "U R' U"),
        ("U D U U", "D U'"),
        ("U D U' D'", ""),
    ] {
        let shortened = puzzle.shorten(puzzle.solved(), &read(long), &allowed);
        assert_eq!(shortened, read(short), "{long}");
    }
}

#[test]
fn the_turns_of_u_r_and_f_keep_the_held_corner() {
    let puzzle = pocket();
    let held = Notation::Singmaster.write_all(&puzzle, &puzzle.turns_around_held());
    assert_eq!(held, "U U2 U' R R2 R' F F2 F'");
}

#[test]
fn a_state_is_read_back_from_each_layout() {
    let puzzle = pocket();
    let symbols: Vec<char> = "abcdefghijklmnopqrstuvwx".chars().collect();
    for layout in Layout::ALL {
        let text = layout.write(&puzzle, &symbols);
        assert_eq!(layout.read(&puzzle, &text).unwrap(), symbols, "{layout}");
    }
    let net = Layout::Net.write(&puzzle, &symbols);
    assert_eq!(net, "abcdqrijefuvstklghwxmnop");
}

#[test]
fn named_faces_may_come_in_any_order() {
    let puzzle = pocket();
    let read = |text| Layout::Faces.read(&puzzle, text).unwrap();
    let one = read("F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR");
    assert_eq!(one, read("B=BOWR L=BYWG U=YRGO D=WRBO F=RYOG R=GYWB"));
}

#[test]
fn a_problem_refuses_changes_that_would_break_it() {
    let puzzle = pocket();
    let problem = Problem::scrambled(&puzzle, "R U2 F'").unwrap();
    assert!(problem.allowing(&[]).is_err());
    assert!(problem.allowing(&[puzzle.turns().len()]).is_err());
    let half = puzzle.turns().iter().position(|it| it.is_half()).unwrap();
    assert!(problem.allowing(&[half]).is_ok());
    let quarter = problem.with_metric(Metric::QuarterTurn).unwrap();
    assert!(quarter.allowing(&[half]).is_err());
    // The list may be in any order, and name a turn twice.
    let (first, second) = (problem.allowed[0], problem.allowed[1]);
    let two = problem.allowing(&[second, first, second]).unwrap();
    assert_eq!(two.allowed, [first, second]);
    let other = problem.allowed[2];
    let starts_with = Constraints {
        starts_with: vec![other],
        ..Constraints::default()
    };
    let limited = Constraints {
        at_most: vec![AtMost {
            turns: vec![puzzle.turns().len()],
            max_count: 1,
        }],
        ..Constraints::default()
    };
    let costs = Constraints {
        cost: Some(Cost::of_turns(vec![1; 3], Some(3))),
        ..Constraints::default()
    };
    for constraints in [starts_with.clone(), limited, costs] {
        assert!(two.clone().constrained(constraints).is_err());
    }
    let restricted = problem.clone().constrained(starts_with).unwrap();
    assert!(restricted.allowing(&[first, second]).is_err());
    assert!(restricted.allowing(&[first, other]).is_ok());
    for sets in [vec![vec![0]; 3], vec![vec![0]; 24]] {
        assert!(problem.starting_at(Pattern::new(sets.clone())).is_err());
        assert!(problem.to_one_of(vec![Pattern::new(sets)]).is_err());
    }
    assert!(problem.to_one_of(Vec::new()).is_err());
}

#[test]
fn renaming_the_colors_by_a_rotation_changes_nothing_up_to_rotation() {
    let puzzle = pocket();
    let start = |text| Problem::scrambled(&puzzle, text).unwrap().start.clone();
    // R L' turns the whole pocket cube; a rotated solved cube is a solved cube.
    assert_eq!(start("F U2 R'"), start("R L' F U2 R'"));
    assert_eq!(start("F U2 R'"), start("R L' U D' F B' F U2 R'"));
    assert_ne!(start("F U2 R'"), start("F U2 R' R"));
}

fn turns(most: usize) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..18_usize, 0..most)
}

proptest! {
    #[test]
    fn shortening_keeps_the_final_state_and_never_lengthens(turns in turns(14)) {
        let puzzle = pocket();
        let allowed: Vec<usize> = (0..18).collect();
        let short = puzzle.shorten(puzzle.solved(), &turns, &allowed);
        prop_assert!(short.len() <= turns.len());
        prop_assert_eq!(puzzle.apply(puzzle.solved(), &short), puzzle.apply(puzzle.solved(), &turns));
        let again = puzzle.shorten(puzzle.solved(), &short, &allowed);
        prop_assert_eq!(again, short);
    }
}

#[test]
fn a_color_of_a_single_piece_is_no_background() {
    let background = |blank| {
        let colors = [("1", "a"), ("2", "b"), (blank, "c"), ("o", "defgh")];
        let puzzle = colored_beads(&colors, &["a b c/e f g", "b c d/f g h"]);
        let pieces = 0..puzzle.pieces().all().len();
        pieces.filter(|&piece| puzzle.is_background(piece)).count()
    };
    assert_eq!(background("3"), 0);
    assert_eq!(background("o"), 2);
}
