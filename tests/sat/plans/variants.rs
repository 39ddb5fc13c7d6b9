//! Variants of a plan, and how they shorten solutions.

use std::time::Duration;

use itertools::Itertools;
use num_bigint::BigUint;
use twistsat::search::{Search, Stages, Variant, improve, shortest_variant};

use super::*;
use crate::common::puzzles::colored_beads;

fn all() -> Vec<TurnId> {
    (0..RUBIK.turns().len()).collect()
}

/// The faces whose quarter turns a stage allows, as sorted letters.
fn quarter_turn_faces(turns: &[TurnId]) -> String {
    let turns = turns.iter().map(|&turn| &RUBIK.turns()[turn]);
    let quarters = turns.filter(|turn| turn.power == 1);
    quarters.map(|turn| turn.base.as_str()).sorted().collect()
}

#[test]
fn the_variants_of_thistlethwaites_chain_take_the_axes_in_all_six_orders() {
    let chain = plan("thistlethwaite");
    let holds = chain.orientations();
    let orders = holds.iter().map(|hold| {
        let allowed = |stage: usize| hold.in_usual_orientation(&chain.stages[stage].allowed);
        let [second, third] = [1, 2].map(|stage| quarter_turn_faces(&allowed(stage)));
        format!("{second} {third}")
    });
    let expected = [
        "BDFU BF", "BDFU DU", "BFLR BF", "BFLR LR", "DLRU DU", "DLRU LR",
    ];
    assert_eq!(orders.sorted().collect_vec(), expected);
    assert_eq!(plan("kociemba").orientations().len(), 3);
}

/// The turns of some faces.
fn of_faces(faces: &str) -> Vec<TurnId> {
    let mut turns = all();
    turns.retain(|&turn| faces.contains(RUBIK.turns()[turn].base.as_str()));
    turns
}

#[test]
fn without_a_face_the_plan_is_rotated_to_keep_its_groups() {
    let plan = plan("kociemba");
    for without in "RLUDFB".chars() {
        let faces: String = "RLUDFB".chars().filter(|&it| it != without).collect();
        let allowed = of_faces(&faces);
        let restricted = plan.restricted_to(&allowed).expect("a plan");
        let stages = &restricted.stages;
        assert_eq!(stages[0].goal, plan.stages[0].goal, "{faces}");
        assert_eq!(quarter_turn_faces(&stages[1].allowed), "DU", "{faces}");
        let holds = restricted.orientations();
        assert_eq!(holds.len(), 2, "{faces}");
        for (hold, stage) in holds.iter().cartesian_product(stages) {
            let turns = hold.in_usual_orientation(&stage.allowed);
            assert!(turns.iter().all(|it| allowed.contains(it)), "{faces}");
        }
    }
}

/// Each number of cosets is the quotient of two group orders, computed by SymPy.
#[test]
fn with_few_faces_the_first_stage_reaches_the_group_of_the_second() {
    for (faces, cosets) in [
        ("RLUDF", 2_217_093_120_u64),
        ("RLUD", 6_495_390),
        ("RUFL", 369_515_520),
        ("LBDF", 369_515_520),
    ] {
        let restricted = plan("kociemba").restricted_to(&of_faces(faces));
        let first = Reduction::new(&restricted.expect("a plan"), 1).expect("a stage");
        let index = first.quotient().index.as_ref();
        assert_eq!(index, Some(&BigUint::from(cosets)), "{faces}");
    }
    // Half turns alone never leave the group of the first stage.
    let half = all().into_iter();
    let half: Vec<TurnId> = half.filter(|&it| RUBIK.turns()[it].power == 2).collect();
    assert!(plan("kociemba").restricted_to(&half).is_none());
}

#[test]
#[ignore = "long check"]
fn every_variant_solves_the_state_and_the_shortest_wins() {
    let start = random_state(&RUBIK, &all(), 5);
    let variants = Variant::all(Stages::new(plan("thistlethwaite")).unwrap(), &start).unwrap();
    assert_eq!(variants.iter().filter(|variant| variant.inverse).count(), 6);
    let search = Search::default();
    let mut lengths = Vec::new();
    for variant in &variants[..4] {
        let solve = |start| variant.stages.solve(start, &search);
        let turns = variant.to_original_turns(&solve(&variant.start).unwrap().turns.unwrap());
        assert_eq!(RUBIK.apply(&start, &turns), *RUBIK.solved());
        lengths.push(turns.len());
    }
    let (_, best) = shortest_variant(&variants[..4], &search).unwrap();
    let best = best.turns.map(|turns| turns.len());
    assert_eq!(best, lengths.into_iter().min());
}

#[test]
fn a_stage_that_runs_out_of_time_uses_its_intermediate_group() {
    let start = random_state(&RUBIK, &all(), 3);
    let stages = Stages::new(plan("kociemba")).unwrap();
    let soon = Search::default().stage_time_limit(Some(Duration::from_millis(1)));
    let staged = stages.solve(&start, &soon).unwrap();
    assert!(!staged.is_minimal_in_stages());
    assert!(staged.stop.is_some());
    let turns = staged
        .turns
        .expect("a solution by way of the intermediate group");
    assert_eq!(RUBIK.apply(&start, &turns), *RUBIK.solved());
}

#[test]
fn a_plan_that_ends_unsolved_has_a_single_variant() {
    let text = r#"
        name = "edges"
        title = "edges"
        puzzle = "rubik"
        [[stage]]
        title = "the edges are oriented"
        allow = "U D L R F B"
        group = "U D L R F2 B2"
    "#;
    let plan = Plan::from_toml("edges.toml", text, &RUBIK).unwrap();
    let start = RUBIK.apply(RUBIK.solved(), &turns("F R U B' L"));
    let variants = Variant::all(Stages::new(plan.clone()).unwrap(), &start).unwrap();
    assert_eq!(variants.len(), 1);
    assert!(!variants[0].inverse);
}

#[test]
fn a_window_is_replaced_by_turns_that_do_the_same_to_every_state() {
    // A moves only identical beads, so it is invisible on the solved ring.
    let ring = colored_beads(&[("x", "abc"), ("y", "de")], &["a b c", "c d e"]);
    let plan = r#"
        name = "whole"
        title = "whole"
        puzzle = "beads"
        [[stage]]
        title = "all"
        allow = "A B"
        recoloring = "xxxyy"
    "#;
    let plan = Plan::from_toml("whole.toml", plan, &ring).unwrap();
    let written = |text: &str| Notation::Singmaster.read(&ring, text).unwrap();
    for scramble in ["B", "B A B", "B A B' A", "B A' B A B"] {
        let start = ring.apply(ring.solved(), &written(scramble));
        let variants = Variant::all(Stages::new(plan.clone()).unwrap(), &start).unwrap();
        assert_eq!(variants.len(), 1);
        let control = Control::unlimited().with_time_limit(Duration::from_secs(2));
        let long = [written("A A A"), ring.inverse_sequence(&written(scramble))].concat();
        let search = Search::default().control(control);
        let better = improve(&variants, &long, &search, &mut |_| ()).unwrap();
        assert_eq!(ring.apply(&start, &better), *ring.solved(), "{scramble}");
    }
}

#[test]
fn a_broken_chain_and_an_intermediate_group_outside_it_are_refused() {
    let text = |second: &str, intermediate: &str| {
        format!(
            r#"
            name = "two"
            title = "two"
            puzzle = "rubik"
            [[stage]]
            title = "first"
            allow = "U D L R F B"
            group = "U D L R F2 B2"
            [[stage]]
            title = "second"
            allow = "{second}"
            group = "U2 D2 L2 R2 F2 B2"
            {intermediate}
            "#
        )
    };
    let made = |second: &str, intermediate: &str| {
        let plan = Plan::from_toml("two.toml", &text(second, intermediate), &RUBIK).unwrap();
        plan.check()
    };
    let all = "U D L R F2 B2";
    let between = "intermediate_group = \"U D L2 R2 F2 B2\"";
    assert_eq!(made(all, between), Ok(()));
    let broken = made("U D L2 R2 F2 B2", "").unwrap_err().to_string();
    let expected =
        "stage 1 of plan `two`: its goal contains states in which the next stage cannot start";
    assert_eq!(broken, expected);
    for intermediate in ["U2 D2 L2 R2 F2 B2", "U D L R F2 B2", "R U"] {
        let refused = made(all, &format!("intermediate_group = \"{intermediate}\""));
        let refused = refused.unwrap_err().to_string();
        let start =
            "stage 2 of plan `two`: the group of `intermediate_group` must lie strictly between";
        assert!(refused.starts_with(start), "{refused}");
    }
}
