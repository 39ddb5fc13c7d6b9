//! The order constraint that remains if a question has rules about the order of turns.

use twistsat::encode::{Recipe, SoundOptions, TurnOrder};
use twistsat::notation::Notation;
use twistsat::problem::{CompiledRule, Constraints, Problem, Rule};
use twistsat::puzzle::Puzzle;

#[test]
fn rules_invariant_under_exchanges_keep_the_order() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let recipe = Recipe {
        order: TurnOrder::Canonical,
        ..Recipe::built_in(Recipe::DEFAULT).unwrap()
    };
    let problem = Problem::scrambled(&puzzle, "R U").unwrap().at_most(4);
    // Sequences that the whole solution must match, a sequence that never occurs, and the order constraint.
    let cases: [(&[&str], Option<&str>, TurnOrder); 9] = [
        (&[], None, TurnOrder::Canonical),
        // Turns of some faces only.
        (&[], Some("[F B]"), TurnOrder::Canonical),
        (&["([R U D L])*"], None, TurnOrder::Canonical),
        // No half turn, which a run may become.
        (&[], Some("R2"), TurnOrder::None),
        // Turns of R only after those of L: runs may be merged, but swaps would put L last.
        (&["[L]* [R]*"], None, TurnOrder::NoSameFace),
        (&["[R]* [L]*"], None, TurnOrder::Canonical),
        (&["[U]* [D]*", "[D]* [U]*"], None, TurnOrder::NoSameFace),
        (&[], Some("R L"), TurnOrder::None),
        (&[".{3}"], None, TurnOrder::None),
    ];
    for (whole, never, order) in cases {
        let read = |text: &&str| Notation::Singmaster.read_sequence(&puzzle, text).unwrap();
        let whole_rules = whole.iter().map(|text| Rule::Whole(read(text)));
        let rules = whole_rules.chain(never.iter().map(|text| Rule::Never(read(text))));
        let sequences = rules.map(|rule| CompiledRule::new(&puzzle, rule).unwrap());
        let constraints = Constraints {
            rules: sequences.collect(),
            ..Constraints::default()
        };
        let problem = problem.clone().constrained(constraints).unwrap();
        let kept = SoundOptions::new(&problem, &recipe).order;
        assert_eq!(kept, order, "{whole:?}, never {never:?}");
    }
}
