//! The texts and `Cargo.toml` agree on packages and features.

use std::collections::BTreeSet;
use std::fs;

use super::{Outcome, root};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn manifest(path: &str) -> Result<toml::Table> {
    Ok(fs::read_to_string(root().join(path))?.parse()?)
}

#[test]
fn the_texts_name_the_oldest_rust_of_the_manifest() -> Outcome {
    let workspace = manifest("Cargo.toml")?;
    let oldest = workspace["workspace"]["package"]["rust-version"].as_str();
    let oldest = oldest.ok_or("Cargo.toml names no oldest Rust")?;
    let members = workspace["workspace"]["members"].as_array();
    let members = members.ok_or("Cargo.toml has no members")?;
    let mut paths = vec!["Cargo.toml".to_owned()];
    // A replacement for a foreign crate has no oldest Rust.
    let members = members.iter().filter_map(toml::Value::as_str);
    let members = members.filter(|it| *it != "web/no-clock");
    paths.extend(members.map(|it| format!("{it}/Cargo.toml")));
    for path in paths {
        let package = &manifest(&path)?["package"];
        for key in ["version", "rust-version"] {
            let inherits = package[key].get("workspace");
            assert_eq!(inherits, Some(&toml::Value::Boolean(true)), "{path}: {key}");
        }
    }
    for (path, says) in [
        ("README.md", format!("You need Rust {oldest} or newer")),
        ("docs/packaging.md", format!("Rust {oldest} is the oldest")),
    ] {
        let text = fs::read_to_string(root().join(path))?;
        assert!(text.contains(&says), "{path} does not say: {says}");
    }
    Ok(())
}

#[test]
fn every_feature_is_described_for_packagers() -> Outcome {
    let (library, command) = (manifest("Cargo.toml")?, manifest("cli/Cargo.toml")?);
    let features = library["features"].as_table().ok_or("no features")?;
    let default = features["default"].as_array().ok_or("no default")?;
    let text = fs::read_to_string(root().join("docs/packaging.md"))?;
    let described = text
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` | "))
        .filter_map(|(name, rest)| Some((name, rest.split_once(" | ")?.0)))
        .filter(|(_, by_default)| ["yes", "no"].contains(by_default));
    let described: Vec<(&str, &str)> = described.collect();
    let names: BTreeSet<&str> = described.iter().map(|(name, _)| *name).collect();
    let of_command = command["features"].as_table().ok_or("no features")?;
    let right = features.keys().chain(of_command.keys());
    let right: BTreeSet<&str> = right.map(String::as_str).collect();
    assert_eq!(names, &right - &BTreeSet::from(["default"]));
    for (name, by_default) in described {
        let is_default = default.iter().any(|it| it.as_str() == Some(name));
        assert_eq!(by_default == "yes", is_default, "{name}");
    }
    Ok(())
}
