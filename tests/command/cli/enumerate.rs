//! `enumerate`: lists of all solutions.

use super::*;

fn solutions_of(run: &Run) -> Vec<&str> {
    let lines: Vec<&str> = run.out.lines().collect();
    lines[..lines.len() - 1].to_vec()
}

#[test]
fn every_solution_is_on_its_own_line_and_the_count_is_last() {
    let run = run!("enumerate pocket --state '{FIRST}' --to solved --turns 4").ends(0);
    let solutions = solutions_of(&run);
    assert_eq!(solutions.len(), 2);
    assert_ne!(solutions[0], solutions[1]);
    let problem = problem(FIRST, &Target::Solved, Budget::Exactly(4));
    for solution in solutions {
        assert_eq!(replay(&problem, solution), 4);
    }
    run.prints(&["\n2 solutions of exactly 4 turns\n"]);
}

#[test]
fn solutions_need_not_be_canonical_unless_that_is_required() {
    // There is one solution of 3 turns, and each of its turns can be replaced by two turns in two ways. Recipes that
    // restrict the order of turns list these solutions, too.
    let arguments = format!("enumerate pocket --state '{FIRST}' --turns 4");
    for recipe in "mux mux-tree mux-canonical mux-idle mux-distinct".split(' ') {
        let all = run!("{arguments} --recipe {recipe}");
        all.ends_printing(0, &["\n6 solutions of exactly 4 turns\n"]);
    }
    let canonical = run!("{arguments} --canonical").ends(0).out;
    let says = "0 canonical solutions of exactly 4 turns\n";
    assert!(canonical.starts_with(says), "{canonical}");
}

#[test]
fn shortest_can_be_used_instead_of_turns() {
    let found = run!("enumerate pocket --state {THREE} --shortest --max-turns 4 --format json");
    let found = found.ends(0);
    let found = found.reports(json!({"turns": 3, "count": 2, "complete": true}));
    let json = found.json();
    let solutions = json["solutions"].as_array().unwrap();
    assert_eq!(solutions.len(), 2);
    for solution in solutions {
        let problem = problem(THREE, &Target::Any, Budget::Exactly(3));
        assert_eq!(replay(&problem, solution.as_str().unwrap()), 3);
    }
}

#[test]
fn enumerating_no_solutions_is_a_success() {
    let none = run!("enumerate pocket --state {THREE} --turns 2").ends(0);
    let out = "0 solutions of exactly 2 turns\nrefuted: length 2: none by breadth-first search from both ends\n";
    assert_eq!(none.out, out);
    let none = run!("enumerate pocket --state {THREE} --shortest --max-turns 2 --format json");
    let keys = json!({"turns": null, "count": 0, "complete": true, "solutions": []});
    none.ends(0).reports(keys);
}

#[test]
fn a_solved_cube_has_one_solution_of_no_turns() {
    let run = run!("enumerate pocket --scramble '' --shortest").ends(0);
    assert_eq!(run.out, "\n1 solution of exactly 0 turns\n");
}

#[test]
fn a_limited_list_says_that_there_may_be_more_solutions() {
    let arguments = format!("enumerate pocket --state '{FIRST}' --turns 4 --limit 2");
    let text = run(&arguments).ends(0);
    assert_eq!(solutions_of(&text).len(), 2);
    let says = "found, there may be more (stopped at the limit)\n";
    assert!(text.out.ends_with(says), "{text:#?}");
    let json = run!("{arguments} --format json").ends(0);
    let json = json.reports(json!({"count": 2, "complete": false})).json();
    assert_eq!(json["solutions"].as_array().unwrap().len(), 2);
}

#[test]
fn every_solver_lists_the_same_solutions() {
    let solutions = |solver| {
        let run = run!("enumerate pocket --state '{FIRST}' --turns 4 --solver {solver} -q").ends(0);
        assert_eq!(run.err, "");
        let mut lines: Vec<String> = run.out.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    for &solver in SOLVERS {
        assert_eq!(solutions(solver), solutions("batsat"), "{solver}");
    }
}

#[test]
fn alg_prints_nothing_but_turns() {
    let run =
        run!("enumerate pocket --state '{FIRST}' --turns 3 --format alg --notation cw").ends(0);
    assert_eq!(run.out.lines().count(), 1);
    assert!(run.out.contains("CW") || run.out.contains('H'), "{run:#?}");
    run.says(&["1 solution of exactly 3 turns\n"]);
}
