//! The check notices formulas of turns that bring the wrong facelets.

use std::cell::Cell;

use twistsat::problem::Start;

use super::*;

/// The pocket cube's file without `held`: with wrong turns no piece may be held.
fn without_held() -> String {
    let lines = POCKET.definition().lines();
    let kept = lines.filter(|line| !line.starts_with("held"));
    kept.map(|line| format!("{line}\n")).collect()
}

/// The pocket cube with two places of its file exchanged.
fn altered(from: &str, to: &str) -> Arc<Puzzle> {
    let text = without_held();
    assert_eq!(text.matches(from).count(), 1, "{from}");
    Arc::new(Puzzle::from_toml("altered", &text.replace(from, to)).unwrap())
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_wrong_source_facelet_is_noticed() {
    // Two facelets of one cycle exchanged, in each cycle of U, R and F.
    for cycle in [
        "U1 U2 U4 U3",
        "F1 L1 B1 R1",
        "F2 L2 B2 R2",
        "R1 R2 R4 R3",
        "F2 U2 B3 D2",
        "F4 U4 B1 D4",
        "F1 F2 F4 F3",
        "U3 R1 D2 L4",
        "U4 R3 D1 L2",
    ] {
        let swapped = format!("{} {}{}", &cycle[3..5], &cycle[..2], &cycle[5..]);
        let puzzle = altered(cycle, &swapped);
        for recipe in recipes() {
            // The altered puzzle has no corners, so uniform faces do not decide
            // its goal: that is noticed before there is a formula.
            if recipe.goal == GoalEncoding::Uniform {
                assert!(!puzzle.held_decides_uniform_faces(), "{cycle}");
                continue;
            }
            // It has other pieces, too: a state with none of them in some place is
            // refused. See the next test for a wrong source that is none.
            let refused = Cell::new(false);
            let may_refuse = matches!(
                recipe.state,
                StateEncoding::PlacementOnehot | StateEncoding::Regression
            );
            let broken = |problem: &Problem| {
                let pattern = problem.start.pattern().clone();
                let start = match Start::new(&puzzle, &problem.scheme, pattern) {
                    Ok(start) => start,
                    // Who follows colors does not ask for pieces.
                    Err(_) if !may_refuse => problem.start.clone(),
                    Err(_) => {
                        refused.set(true);
                        return None;
                    }
                };
                let problem = Problem {
                    puzzle: puzzle.clone(),
                    start,
                    ..problem.clone()
                };
                let formula = encode(&problem, &recipe).ok();
                refused.set(refused.get() || formula.is_none());
                formula
            };
            let noticed = is_noticed(&recipe, broken);
            assert!(may_refuse || !refused.get(), "{} {cycle}", recipe.name);
            assert!(noticed || refused.get(), "{} {cycle}", recipe.name);
        }
    }
}

#[test]
fn a_wrong_source_placement_is_noticed() {
    // Two corners of U, R or F exchanged, with all their stickers: all other
    // corners are still carried as they must be.
    for cycles in [
        ["U1 U2 U4 U3", "F1 L1 B1 R1", "F2 L2 B2 R2"],
        ["R1 R2 R4 R3", "F2 U2 B3 D2", "F4 U4 B1 D4"],
        ["F1 F2 F4 F3", "U3 R1 D2 L4", "U4 R3 D1 L2"],
    ] {
        let places = corners_in_order(cycles);
        let mut text = without_held();
        for (cycle, order) in cycles.iter().zip(places) {
            assert_eq!(text.matches(cycle).count(), 1, "{cycle}");
            text = text.replace(cycle, &order);
        }
        let puzzle = Arc::new(Puzzle::from_toml("altered", &text).unwrap());
        for recipe in recipes() {
            if recipe.goal == GoalEncoding::Uniform {
                continue; // It may not decide the goal then; see above.
            }
            let broken = |problem: &Problem| {
                let problem = Problem {
                    puzzle: puzzle.clone(),
                    ..problem.clone()
                };
                Some(encode(&problem, &recipe).unwrap())
            };
            assert!(is_noticed(&recipe, broken), "{} {cycles:?}", recipe.name);
        }
    }
}

/// The cycles of a turn with two of its four corners exchanged in all of them.
fn corners_in_order(cycles: [&str; 3]) -> [String; 3] {
    let pieces = POCKET.pieces();
    let facelet = |name: &str| POCKET.facelets().iter().position(|f| f == name).unwrap();
    let corner = |name: &str| pieces.place_of(facelet(name));
    let first: Vec<&str> = cycles[0].split(' ').collect();
    let (a, b) = (corner(first[0]), corner(first[1]));
    cycles.map(|cycle| {
        let mut names: Vec<&str> = cycle.split(' ').collect();
        let at = |place| names.iter().position(|name| corner(name) == place).unwrap();
        let (a, b) = (at(a), at(b));
        names.swap(a, b);
        names.join(" ")
    })
}
