//! If a text lists all items of a kind, the list is complete.

use std::collections::BTreeSet;
use std::fs;

use twistsat::encode::Recipe;
use twistsat::notation::Notation;
use twistsat::puzzle::Layout;
use twistsat::solver::{Backend, all, external};

use super::{Outcome, root};

fn text(name: &str) -> Result<String, std::io::Error> {
    fs::read_to_string(root().join(name))
}

#[track_caller]
fn assert_says(name: &str, said: &str) -> Outcome {
    assert!(text(name)?.contains(said), "{name} does not say: {said}");
    Ok(())
}

/// `a, b and c`.
fn listed(names: &[&str]) -> String {
    match names {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn known_programs() -> Vec<&'static str> {
    external().iter().map(Backend::name).collect()
}

#[test]
fn the_texts_list_the_known_solvers_and_those_that_write_proofs() -> Outcome {
    let names: Vec<&str> = all().iter().map(|solver| solver.name()).collect();
    let [default, others @ ..] = &names[..] else {
        return Err("no solver is built in".into());
    };
    let built_in = format!("{default} (the default), {}", listed(others));
    assert_says("docs/solvers.md", &built_in)?;
    let by_name = format!("{} are known by name", listed(&known_programs()));
    assert_says("README.md", &by_name)?;
    let programs = external().iter().map(|program| program as &dyn Backend);
    let provers = all().iter().copied().chain(programs);
    let provers = provers.filter(|solver| solver.writes_proofs());
    let provers: Vec<&str> = provers.map(Backend::name).collect();
    let write_proofs = format!("{} write proofs", listed(&provers));
    assert_says("docs/proofs.md", &write_proofs)?;
    for solver in all() {
        let said = solver.description().contains("writes proofs");
        assert_eq!(said, solver.writes_proofs(), "{}", solver.description());
    }
    Ok(())
}

#[test]
fn each_known_program_is_run_with_the_documented_command() -> Outcome {
    let solvers = text("docs/solvers.md")?;
    let sources = text("src/solver/external/known.rs")?;
    let (_, table) = solvers
        .split_once("| name | what is run |")
        .ok_or("no table")?;
    let mut named = Vec::new();
    let rows = table.lines().skip(2);
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells = row.split('|').map(|cell| cell.trim().trim_matches('`'));
        let cells: Vec<&str> = cells.collect();
        let [_, name, command, ..] = cells[..] else {
            return Err(format!("no row: {row}").into());
        };
        let is_run = sources.contains(&format!("\"{command}\""));
        assert!(is_run, "{name} is not run as `{command}`");
        named.push(name);
    }
    assert_eq!(named, known_programs());
    Ok(())
}

#[test]
fn the_counts_in_the_changelog_are_right() -> Outcome {
    let words = "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
                 seventeen eighteen nineteen twenty";
    let words: Vec<&str> = words.split(' ').collect();
    let changelog = text("CHANGELOG.md")?.to_lowercase();
    for (count, what) in [
        (Recipe::built_in_names().count(), "recipes:"),
        (all().len(), "solvers inside"),
        (external().len(), "known programs"),
        (Notation::ALL.len(), "notations for turns"),
        (Layout::ALL.len(), "layouts for states"),
    ] {
        let said = format!("{} {what}", words[count]);
        let is_said = changelog.contains(&said);
        assert!(is_said, "CHANGELOG.md does not say: {said}");
    }
    Ok(())
}

#[test]
fn the_text_lists_all_fuzz_targets() -> Outcome {
    let testing = text("docs/testing.md")?;
    let (_, row) = testing
        .split_once("| `TWISTSAT_FUZZ_TARGETS` | some of `")
        .ok_or("no row")?;
    let (said, _) = row.split_once('`').ok_or("no end")?;
    let said: BTreeSet<&str> = said.split(',').collect();
    let sources = text("tests/fuzz/targets.rs")?;
    let calls = sources.split("reader(").skip(1);
    let names = calls.filter_map(|call| call.trim_start().strip_prefix('"')?.split('"').next());
    let defined: BTreeSet<&str> = names.collect();
    assert_eq!(said, defined);
    Ok(())
}
