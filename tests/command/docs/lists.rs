//! If a text lists all items of a kind, the list is complete.

use std::collections::BTreeSet;

use twistsat::encode::Recipe;
use twistsat::notation::Notation;
use twistsat::puzzle::Layout;
use twistsat::solver::{Backend, built_in, known_programs};

use crate::common::cli::data;

#[track_caller]
fn assert_says(name: &str, said: &str) {
    assert!(data(name).contains(said), "{name} does not say: {said}");
}

/// `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn program_names() -> Vec<&'static str> {
    known_programs().iter().map(Backend::name).collect()
}

#[test]
fn the_texts_list_the_known_solvers_and_those_that_write_proofs() {
    let names: Vec<&str> = built_in().iter().map(|solver| solver.name()).collect();
    let others = listed(&names[1..]);
    let with_default = format!("{} (the default), {others}", names[0]);
    assert_says("docs/solvers.md", &with_default);
    let by_name = format!("{} are known by name", listed(&program_names()));
    assert_says("README.md", &by_name);
    let programs = known_programs().iter().map(|it| it as &dyn Backend);
    let provers = built_in().iter().copied().chain(programs);
    let provers = provers.filter(|solver| solver.writes_proofs());
    let provers: Vec<&str> = provers.map(Backend::name).collect();
    let write_proofs = format!("{} write proofs", listed(&provers));
    assert_says("docs/proofs.md", &write_proofs);
    for solver in built_in() {
        let said = solver.description().contains("writes proofs");
        assert_eq!(said, solver.writes_proofs(), "{}", solver.description());
    }
}

#[test]
fn each_known_program_is_run_with_the_documented_command() {
    let solvers = data("docs/solvers.md");
    let sources = data("src/solver/external/known.rs");
    let (_, table) = solvers.split_once("| name | what is run |").unwrap();
    let rows = table.lines().skip(2);
    let named = rows.map_while(|row| {
        let mut cells = row.strip_prefix('|')?.split('|');
        let mut cell = || cells.next().unwrap().trim().trim_matches('`');
        let (name, command) = (cell(), cell());
        let end = format!(": {command}");
        let mut lines = sources.lines();
        let is_run = lines.any(|line| line.trim_end_matches(" {proof}").ends_with(&end));
        assert!(is_run, "{name} is not run as `{command}`");
        Some(name)
    });
    assert_eq!(named.collect::<Vec<_>>(), program_names());
}

#[test]
fn the_counts_in_the_changelog_are_right() {
    let words = "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
                 seventeen eighteen nineteen twenty";
    let words: Vec<&str> = words.split(' ').collect();
    let changelog = data("CHANGELOG.md").to_lowercase();
    for (count, what) in [
        (Recipe::built_in_names().count(), "recipes:"),
        (built_in().len(), "solvers inside"),
        (known_programs().len(), "known programs"),
        (Notation::ALL.len(), "notations for turns"),
        (Layout::ALL.len(), "layouts for states"),
    ] {
        let said = format!("{} {what}", words[count]);
        let is_said = changelog.contains(&said);
        assert!(is_said, "CHANGELOG.md does not say: {said}");
    }
}

#[test]
fn the_text_lists_all_fuzz_targets() {
    let testing = data("docs/testing.md");
    let begin = "| `TWISTSAT_FUZZ_TARGETS` | some of `";
    let (_, row) = testing.split_once(begin).unwrap();
    let said: BTreeSet<&str> = row.split('`').next().unwrap().split(',').collect();
    let sources = data("tests/fuzz/targets.rs");
    let calls = sources.split("reader(").skip(1);
    let names = calls.filter_map(|call| call.trim_start().strip_prefix('"')?.split('"').next());
    assert_eq!(said, names.collect());
}
