//! The test suites: each one named in a text exists, each one that exists is described, and all are in a few binaries.

use std::fs;

use super::super::{Outcome, root, texts};
use super::{files, none_is_missing, within_project};

/// `--test NAME`, `--bench NAME` and `--example NAME` in the texts.
#[test]
fn every_test_and_benchmark_named_in_the_docs_exists() -> Outcome {
    let kinds = [
        ("--test", "tests"),
        ("--bench", "benches"),
        ("--example", "examples"),
    ];
    let mut missing = Vec::new();
    let justfile = root().join("justfile");
    let check = "check:\n    .ci/run\n";
    assert!(fs::read_to_string(&justfile)?.contains(check) && root().join(".ci/run").exists());
    for path in texts()?.into_iter().chain([justfile]) {
        for (at, line) in fs::read_to_string(&path)?.lines().enumerate() {
            let words: Vec<&str> = line.split([' ', '`']).collect();
            for pair in words.windows(2) {
                let Some((_, folder)) = kinds.iter().find(|(option, _)| *option == pair[0]) else {
                    continue;
                };
                let there = |path: String| root().join(folder).join(path).exists();
                let name = pair[1].trim_end_matches([',', '.', '\\']);
                let is_name =
                    name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.is_empty();
                if is_name && !there(format!("{name}.rs")) && !there(format!("{name}/main.rs")) {
                    let place = format!("{}:{}", within_project(&path)?, at + 1);
                    missing.push(format!("{place}: {} {name}", pair[0]));
                }
            }
        }
    }
    none_is_missing(&missing)
}

/// A binary whose `main.rs` has tests is a suite; in the others each module is one.
fn suites() -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let mut suites = Vec::new();
    for path in files("tests", &["/main.rs"])? {
        let folder = path.parent().ok_or("no folder")?;
        if fs::read_to_string(&path)?.contains("#[test]") {
            suites.push(format!("{}/", within_project(folder)?));
            continue;
        }
        for entry in fs::read_dir(folder)? {
            let entry = entry?.path();
            let name = within_project(&entry)?;
            if entry.join("mod.rs").exists() {
                suites.push(format!("{name}/"));
            } else if name.ends_with(".rs") && entry != path {
                suites.push(name);
            }
        }
    }
    Ok(suites)
}

#[test]
fn every_suite_of_tests_is_described() -> Outcome {
    let text = fs::read_to_string(root().join("docs/testing.md"))?;
    let suites = suites()?;
    let has_all = suites.contains(&"tests/fuzz/".to_owned()) && suites.len() > 20;
    assert!(has_all, "{suites:?}");
    for suite in suites {
        let is_described = text.contains(&format!("`{suite}`"));
        assert!(is_described, "docs/testing.md does not describe {suite}");
    }
    Ok(())
}

/// Each binary is linked separately.
#[test]
fn no_suite_has_its_own_binary() -> Outcome {
    let package: toml::Table = fs::read_to_string(root().join("tests/Cargo.toml"))?.parse()?;
    let binaries = package["test"].as_array().ok_or("no list")?;
    let names: Vec<Option<&str>> = binaries.iter().map(|it| it["name"].as_str()).collect();
    assert_eq!(names, ["command", "fuzz", "puzzles", "sat"].map(Some));
    Ok(())
}
