//! Plans that shorten a known solution.

use std::time::Duration;

use twistsat::control::CancelFlag;
use twistsat::graph::DistanceTable;
use twistsat::search::{Improvement, Search, Stages, Variant, improve};

use super::*;

const TWO: &str = r#"
    name = "two"
    title = "two"
    puzzle = "pocket"
    [[stage]]
    title = "first"
    allow = "U R F"
    group = "U R2 F2"
    [[stage]]
    title = "second"
    allow = "U R2 F2"
    group = ""
"#;

#[test]
#[ignore = "long check"]
fn a_plan_of_two_stages_shortens_pocket_cube_solutions_to_nearly_shortest_ones() {
    let pocket = Puzzle::built_in("pocket").unwrap();
    let plan = Plan::from_toml("two.toml", TWO, &pocket).unwrap();
    let all = plan.stages[0].allowed.clone();
    let table = DistanceTable::build(&pocket, &all).unwrap();
    let mut excess = 0;
    for seed in 1..=2 {
        let start = random_state(&pocket, &all, seed);
        let shortest = table.shortest_solutions(&start).remove(0);
        // A detour of nine turns and back, then a shortest solution.
        let away: Vec<TurnId> = all.iter().copied().cycle().step_by(4).take(9).collect();
        let long = [&away[..], &pocket.inverse_sequence(&away), &shortest].concat();
        let variants = Variant::all(Stages::new(plan.clone()).unwrap(), &start).unwrap();
        let mut reported: Vec<Improvement> = Vec::new();
        // It ends by itself, in some seconds.
        let control = Control::unlimited().with_time_limit(Duration::from_secs(600));
        let search = Search::default().control(control);
        let mut notify = |improvement: &Improvement| reported.push(improvement.clone());
        let best = improve(&variants, &long, &search, &mut notify).unwrap();
        for improvement in &reported {
            assert_eq!(pocket.apply(&start, &improvement.turns), *pocket.solved());
        }
        let lengths = reported.iter().map(|improvement| improvement.turns.len());
        assert!(lengths.is_sorted_by(|a, b| a > b), "{reported:?}");
        assert_eq!(reported.last().map(|last| &last.turns), Some(&best));
        excess += best.len() - shortest.len();
    }
    assert!(excess <= 1, "{excess}");
}

#[test]
#[ignore = "long check"]
fn a_cancelled_improvement_returns_the_last_reported_solution() {
    let start = random_state(&RUBIK, &(0..RUBIK.turns().len()).collect::<Vec<_>>(), 2);
    let search = Search::default();
    let variants = Variant::all(Stages::new(plan("thistlethwaite")).unwrap(), &start).unwrap();
    let first = variants[0].stages.solve(&start, &search).unwrap();
    let first = first.turns.unwrap();
    for milliseconds in [0, 1, 10, 100, 500, 1500, 3000] {
        let control = Control::unlimited().with_cancel_flag(CancelFlag::default());
        let flag = control.cancel_flag().clone();
        let mut reported = vec![first.clone()];
        let best = std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(milliseconds));
                flag.raise();
            });
            let mut notify = |shorter: &Improvement| reported.push(shorter.turns.clone());
            let search = search.clone().control(control);
            improve(&variants, &first, &search, &mut notify).unwrap()
        });
        assert_eq!(RUBIK.apply(&start, &best), *RUBIK.solved());
        assert_eq!(reported.last(), Some(&best));
    }
}
