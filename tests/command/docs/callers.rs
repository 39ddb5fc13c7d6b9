//! Every item of an internal module has a caller.
//!
//! The compiler reports unused private items, but internal modules are public for the command and the tests. So this test
//! counts names: one that the sources define as often as they mention it has no caller.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use itertools::Itertools;

use super::Outcome;
use super::names::{files, within_project};

/// The words by which Rust defines a name.
const DEFINING: [&str; 7] = ["fn", "struct", "enum", "trait", "type", "const", "static"];

/// Members of traits of other crates, which those call.
const OF_TRAITS: &str = "Output begin_array begin_array_value begin_object begin_object_key begin_object_value \
                         end_array end_object extend_clauses size_hint visit_map";

/// The modules that are public with the feature `internals` alone, as paths without an ending: `src/group`.
fn inner_modules(sources: &[(String, String)]) -> BTreeSet<String> {
    let mut modules = BTreeSet::new();
    for (file, text) in sources {
        let mut endings = ["/mod.rs", "/lib.rs", ".rs"].into_iter();
        let folder = endings.find_map(|end| file.strip_suffix(end));
        let folder = folder.unwrap_or(file);
        for part in text.split("feature = \"internals\"").skip(1) {
            let next = part.lines().nth(1).unwrap_or_default();
            if let Some(name) = next.strip_prefix("pub mod ") {
                modules.insert(format!("{folder}/{}", name.trim_end_matches(';')));
            }
        }
    }
    modules
}

/// The code of a source: without comments, imports, and the tests at its end.
fn code(text: &str) -> String {
    let (code, _) = text
        .split_once("#[cfg(test)]\nmod tests {")
        .unwrap_or((text, ""));
    let mut kept = String::new();
    let mut in_import = false;
    for line in code.lines().map(str::trim_start) {
        let mut starts = "use |pub use |pub(crate) use |pub(super) use |internal!(use ".split('|');
        in_import |= starts.any(|start| line.starts_with(start));
        if !in_import && !line.starts_with("//") {
            kept += line;
            kept.push('\n');
        }
        in_import &= !line.ends_with(';');
    }
    kept
}

/// Each name of `texts`: how often it is mentioned, and how often that is its definition.
fn count<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, (usize, usize)> {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    for text in texts {
        for word in text.split(|c| !is_of_name(c)).filter(|it| !it.is_empty()) {
            counts.entry(word).or_default().0 += 1;
        }
        for (keyword, name) in text.split_whitespace().tuple_windows() {
            let name = name.split(|c| !is_of_name(c)).next().unwrap_or_default();
            if DEFINING.contains(&keyword) && !name.is_empty() {
                counts.entry(name).or_default().1 += 1;
            }
        }
    }
    counts
}

#[test]
fn every_inner_item_has_a_caller() -> Outcome {
    let mut sources = Vec::new();
    for folder in "src cli/src python/src web/src benches examples".split(' ') {
        for path in files(folder, &[".rs"])? {
            let file = within_project(&path)?;
            if !file.ends_with("/tests.rs") && !file.contains("/tests/") {
                sources.push((file, code(&fs::read_to_string(&path)?)));
            }
        }
    }
    let counts = count(sources.iter().map(|(_, text)| &**text));
    let inner = inner_modules(&sources);
    let has_some = inner.contains("src/group") && inner.contains("src/graph/meet");
    assert!(has_some, "{inner:?}");
    let is_inner = |file: &str| {
        let rests = inner.iter().map(|module| file.strip_prefix(&**module));
        rests.flatten().any(|rest| rest.starts_with(['/', '.']))
    };
    let mut uncalled = Vec::new();
    for (file, text) in sources.iter().filter(|(file, _)| is_inner(file)) {
        for (name, (_, defined)) in count([&**text].into_iter()) {
            let (mentions, definitions) = counts[name];
            let is_of_trait = || OF_TRAITS.split(' ').any(|it| it == name);
            if defined > 0 && mentions == definitions && !is_of_trait() {
                uncalled.push(format!("{file}: {name}"));
            }
        }
    }
    assert!(uncalled.is_empty(), "no caller:\n{}", uncalled.join("\n"));
    Ok(())
}

#[test]
fn an_item_without_a_caller_is_noticed() {
    let text = code("use a::lost;\n// lost\nfn lost() {\n    found();\n}\nfn found() {}\n");
    let counts = count([&*text].into_iter());
    assert_eq!((counts["lost"], counts["found"]), ((1, 1), (2, 1)));
}
