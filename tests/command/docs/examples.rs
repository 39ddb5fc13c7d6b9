//! The programs in `examples/` print what the comment at their top says.

use std::collections::BTreeSet;
use std::env::{self, consts::EXE_SUFFIX};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::{Outcome, root};

/// A program, and what its comment says it prints.
struct Example {
    name: String,
    promise: Vec<String>,
}

fn examples() -> Result<Vec<Example>, Box<dyn std::error::Error>> {
    let mut examples = Vec::new();
    for entry in fs::read_dir(root().join("examples"))? {
        let path = entry?.path();
        let name = path.file_stem().ok_or("no name")?.to_string_lossy();
        let text = fs::read_to_string(&path)?;
        let call = format!("//!     $ cargo run --example {name}");
        let after = text.lines().skip_while(|line| *line != call).skip(1);
        let promise = after.map_while(|line| line.strip_prefix("//!     "));
        examples.push(Example {
            name: name.to_string(),
            promise: promise.map(ToOwned::to_owned).collect(),
        });
    }
    Ok(examples)
}

/// The features that this test was built with. With other features, cargo would build the whole library again.
const FEATURES: [(&str, bool); 5] = [
    ("sqlite", cfg!(feature = "sqlite")),
    ("page", cfg!(feature = "page")),
    ("cadical", cfg!(feature = "cadical")),
    ("glucose", cfg!(feature = "glucose")),
    ("minisat", cfg!(feature = "minisat")),
];

/// Builds the examples with the profile and the features of this test, and returns their folder. `.ci/run` builds them
/// beforehand together with other packages; built alone, they would compile the library again.
fn build() -> Result<PathBuf, Box<dyn std::error::Error>> {
    // TARGET/PROFILE/deps/this-test
    let this = env::current_exe()?;
    let profile = this.ancestors().nth(2).ok_or("no folder of the profile")?;
    if env::var_os("TWISTSAT_EXAMPLES_ARE_BUILT").is_some() {
        return Ok(profile.join("examples"));
    }
    let target = profile.parent().ok_or("no target folder")?;
    let name = profile.file_name().ok_or("no profile")?.to_string_lossy();
    let name = if name == "debug" { "dev" } else { &name };
    let features = FEATURES.iter().filter(|(_, is_on)| *is_on);
    let features: Vec<&str> = features.map(|(feature, _)| *feature).collect();
    let features = features.join(",");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--examples", "--quiet", "--locked", "--offline"])
        .args(["--features", &features, "--profile", name])
        .arg("--target-dir")
        .arg(target)
        .current_dir(root())
        .status()?;
    if !status.success() {
        return Err("the examples do not build".into());
    }
    Ok(profile.join("examples"))
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn every_example_prints_what_the_comment_at_its_top_says() -> Outcome {
    let folder = build()?;
    let temporary = tempfile::tempdir()?;
    for Example { name, promise } in examples()? {
        assert!(!promise.is_empty(), "{name} does not say what it prints");
        let mut program = Command::new(folder.join(format!("{name}{EXE_SUFFIX}")));
        for variable in ["TMPDIR", "TEMP", "TMP"] {
            program.env(variable, temporary.path());
        }
        let output = program.output()?;
        let printed = String::from_utf8(output.stdout)?;
        let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
        assert_eq!(printed, promise, "{name}");
        assert!(output.status.success(), "{name}");
    }
    Ok(())
}

#[test]
fn the_readme_names_every_example_and_no_other() -> Outcome {
    let readme = fs::read_to_string(root().join("README.md"))?;
    let links = readme.split("](examples/").skip(1);
    let named = links.filter_map(|rest| Some(rest.split_once(".rs)")?.0));
    let named: BTreeSet<&str> = named.collect();
    let examples = examples()?;
    let there: BTreeSet<&str> = examples.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(named, there);
    Ok(())
}
