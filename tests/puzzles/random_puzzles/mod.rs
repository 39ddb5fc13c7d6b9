//! Random puzzles, solved through the library and the command, and compared with counting that shares no code with them:
//! a separate model makes the puzzle, writes its file, and follows all turns.

mod alike;
mod ask;
mod canonical;
mod combinations;
mod costs;
mod counting;
mod free;
mod generate;
mod harness;
mod held;
mod model;
mod plans;
mod proofs;
mod question;
mod rotation;
mod rules;
mod weighted;

/// The questions that `cargo test` also asks, but many more of them.
#[test]
#[ignore = "long check"]
fn many_more_questions_about_random_puzzles_are_answered_correctly() {
    alike::SMALL.holds(40_000);
    held::PROPERTY.holds(12_000);
    weighted::PROPERTY.holds(12_000);
    proofs::PROPERTY.holds(10_000);
    combinations::COMBINED.holds(65_000);
    combinations::MODELS.holds(18_000);
}
