//! Tests that a part is omitted only if a symmetry of the question justifies it.

use super::*;
use crate::problem::{Budget, Symmetry, Target};
use crate::puzzle::Puzzle;
use cover::{Cut, OuterTurns, SymmetricParts};
use states::checked_symmetries;

#[test]
fn omitting_a_part_without_a_symmetry_is_an_error() {
    let puzzle = Puzzle::built_in("pocket").expect("built in");
    let budget = Budget::AtMost(3);
    let all = Problem::from_scramble(puzzle, &[0, 8], &Target::Any, budget).expect("a problem");
    // Without one of the turns, some symmetries are lost.
    let fewer = all.allowing(&all.allowed[1..]).expect("turns");
    let (cut, control) = (Cut::after(1), Control::unlimited());
    let own = Symmetry::all(&fewer);
    let omitted_by = |symmetry: &Symmetry| {
        let outer = |turn| OuterTurns::after(vec![turn]);
        let class = SymmetricParts {
            outer: outer(1),
            others: vec![(outer(2), symmetry.clone())],
        };
        checked_symmetries(&fewer, cut, &[class], &control)
    };
    let symmetries = Symmetry::all(&all);
    assert!(own.len() < symmetries.len());
    for symmetry in &symmetries {
        let is_own = own.contains(symmetry);
        match omitted_by(symmetry) {
            Ok(words) if words.contains("(1 of them, ") => assert!(is_own),
            Err(error) if error.to_string().contains("a symmetry of the turns") => assert!(!is_own),
            other => panic!("{other:?}"),
        }
    }
}
