//! What the texts name exists: files, commands, options, types and functions, tests.
//!
//! A name is a text in backticks in a document or in a comment of a source, or in a `sh` block. No test can decide
//! whether a sentence about it is true, but a sentence about something that no longer exists is false.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use super::{Outcome, root, texts};

mod commands;
mod sources;
mod suites;

use sources::Sources;

/// Something that a text names, and where.
struct Named {
    /// The file, from the root of the project.
    file: String,
    line: usize,
    name: String,
}

impl Named {
    /// The message about a name that does not exist.
    fn message(&self, what: &str) -> String {
        format!("{}:{}: `{}`: {what}", self.file, self.line, self.name)
    }

    fn folder(&self) -> PathBuf {
        let file = root().join(&self.file);
        file.parent().map_or(root().to_owned(), Path::to_owned)
    }
}

/// Fails if names are missing, and lists them all.
fn none_is_missing(missing: &[String]) -> Outcome {
    let all = missing.join("\n");
    assert!(all.is_empty(), "named, but it does not exist:\n{all}");
    Ok(())
}

/// The files below a folder of the project whose names end in one of these ways.
pub fn files(folder: &str, endings: &[&str]) -> Result<Vec<PathBuf>, Box<dyn std::error::Error>> {
    let mut open = vec![root().join(folder)];
    let mut files = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(path)? {
                open.push(entry?.path());
            }
        } else {
            files.push(path);
        }
    }
    let is_one = |name: &str| endings.iter().any(|end| name.ends_with(end));
    files.retain(|path| is_one(&path.to_string_lossy()));
    files.sort();
    Ok(files)
}

pub fn within_project(path: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let path = path.strip_prefix(root())?.to_string_lossy();
    Ok(path.replace('\\', "/"))
}

static SOURCES: LazyLock<Sources> = LazyLock::new(|| Sources::read().expect("sources are text"));

/// The names in backticks in the texts and in the comments of the sources, except in code blocks.
fn names() -> Result<Vec<Named>, Box<dyn std::error::Error>> {
    let mut names = Vec::new();
    for path in texts()? {
        let text = fs::read_to_string(&path)?;
        let lines = text.lines().enumerate();
        collect(&within_project(&path)?, lines, &mut names);
    }
    for folder in sources::FOLDERS {
        for path in files(folder, &[".rs"])? {
            let text = fs::read_to_string(&path)?;
            let comments = text.lines().enumerate().filter_map(|(at, line)| {
                let line = line.trim_start();
                let mut marks = ["//!", "///", "// "].into_iter();
                let comment = marks.find_map(|mark| line.strip_prefix(mark))?;
                Some((at, comment.strip_prefix(' ').unwrap_or(comment)))
            });
            collect(&within_project(&path)?, comments, &mut names);
        }
    }
    Ok(names)
}

/// Collects the names in backticks. If a line ends within backticks, the name continues on the next line.
fn collect<'a>(file: &str, lines: impl Iterator<Item = (usize, &'a str)>, names: &mut Vec<Named>) {
    let (mut in_block, mut indented) = (false, false);
    let mut open: Option<(usize, String)> = None;
    let mut before: Option<(usize, bool)> = None;
    for (at, line) in lines {
        let fence = line.trim_start().starts_with("```");
        in_block ^= fence;
        // After a blank line or a gap, a new paragraph begins.
        let begins = before.is_none_or(|(last, was_blank)| was_blank || last + 1 != at);
        before = Some((at, line.trim().is_empty()));
        // A paragraph that is indented is code.
        indented = line.starts_with("    ") && (begins || indented);
        if fence || in_block || indented || begins {
            open = None;
        }
        if fence || in_block || indented {
            continue;
        }
        for (number, part) in line.split('`').enumerate() {
            if number > 0 {
                open = match open {
                    None => Some((at, String::new())),
                    Some((line, name)) => {
                        let (file, line) = (file.to_owned(), line + 1);
                        names.push(Named { file, line, name });
                        None
                    }
                };
            }
            if let Some((_, name)) = &mut open {
                if number == 0 {
                    name.push(' ');
                }
                name.push_str(part);
            }
        }
    }
}

#[test]
fn every_file_named_in_the_docs_exists() -> Outcome {
    let folders = "src cli checker tests tools docs benches examples encodings .ci cnf-out";
    let folders = folders.split(' ').map(|folder| format!("{folder}/"));
    let folders: Vec<String> = folders.collect();
    let mut ours = BTreeSet::from(["build.rs".to_owned()]);
    for folder in &folders {
        let files = files(folder.trim_end_matches('/'), &[".rs", ".md", ".py"])?;
        let names = files.iter().filter_map(|path| path.file_name());
        ours.extend(names.map(|name| name.to_string_lossy().into_owned()));
    }
    let mut missing = Vec::new();
    for named in names()? {
        for word in named.name.split_whitespace() {
            let word = word.trim_end_matches([',', ';', ':', '.']);
            let path = word.split(['#', '*']).next().unwrap_or_default();
            // Placeholders are in capitals: `encodings/puzzles/NAME.toml`.
            let is_name = |part: &&str| {
                !part.starts_with(|c: char| c.is_ascii_uppercase()) || part.contains(".md")
            };
            let path: PathBuf = path.split('/').take_while(is_name).collect();
            let is_path = folders.iter().any(|folder| word.starts_with(&**folder));
            if is_path && !root().join(&path).exists() && !named.folder().join(&path).exists() {
                missing.push(named.message("there is no such file"));
            }
            let is_source =
                !word.contains(['/', '*', '{']) && word.len() > 3 && word.ends_with(".rs");
            if is_source && !ours.contains(word) {
                missing.push(named.message("no source has this name"));
            }
        }
    }
    // Texts that are named without backticks.
    for path in texts()? {
        for (at, line) in fs::read_to_string(&path)?.lines().enumerate() {
            let words = line.split(|c: char| !c.is_alphanumeric() && !"./-_".contains(c));
            for word in words.filter(|word| word.ends_with(".md") && !word.contains('/')) {
                if !ours.contains(word) && !root().join(word).exists() {
                    let place = format!("{}:{}", within_project(&path)?, at + 1);
                    missing.push(format!("{place}: {word}: there is no such text"));
                }
            }
        }
    }
    none_is_missing(&missing)
}

#[test]
fn every_type_function_and_key_named_in_the_docs_exists() -> Outcome {
    let sources = &SOURCES;
    let names = names()?;
    let missing: Vec<String> = names
        .iter()
        .filter_map(|named| Some(named.message(&sources.lacks(&named.name)?)))
        .collect();
    none_is_missing(&missing)
}

#[test]
fn every_command_and_option_in_the_docs_exists() -> Outcome {
    let command = twistsat_cli::definition();
    let mut missing = Vec::new();
    for named in names()? {
        missing.extend(commands::mistake(&command, &named.name).map(|what| named.message(&what)));
    }
    for path in texts()? {
        let text = fs::read_to_string(&path)?;
        for (line, call) in commands::in_blocks(&text) {
            if let Some(what) = commands::refusal(&command, &call) {
                missing.push(format!("{}:{line}: {what}", within_project(&path)?));
            }
        }
    }
    none_is_missing(&missing)
}

#[test]
fn every_option_in_a_message_exists() -> Outcome {
    let command = twistsat_cli::definition();
    let mut missing = Vec::new();
    for path in [files("src", &[".rs"])?, files("cli/src", &[".rs"])?].concat() {
        let file = within_project(&path)?;
        // Commands of other programs, which have options of their own.
        if file.starts_with("src/solver/external/") {
            continue;
        }
        for (at, line) in fs::read_to_string(&path)?.lines().enumerate() {
            for option in commands::options_in(line) {
                if !commands::is_option(&command, option) {
                    let line = at + 1;
                    missing.push(format!("{file}:{line}: there is no option {option}"));
                }
            }
        }
    }
    none_is_missing(&missing)
}

#[test]
fn every_environment_variable_in_the_docs_is_read() -> Outcome {
    let sources = &SOURCES;
    let mut missing = Vec::new();
    for path in texts()? {
        for (at, line) in fs::read_to_string(&path)?.lines().enumerate() {
            for word in line.split(|c: char| !c.is_alphanumeric() && c != '_') {
                if word.starts_with("TWISTSAT_") && !sources.has(word) {
                    missing.push(format!("{}:{}: {word}", within_project(&path)?, at + 1));
                }
            }
        }
    }
    none_is_missing(&missing)
}

#[test]
fn every_text_can_be_reached_from_the_readme() -> Outcome {
    let texts = texts()?;
    let mut open = vec![root().join("README.md")];
    let mut found = BTreeSet::new();
    while let Some(path) = open.pop() {
        let text = fs::read_to_string(&path)?;
        let folder = path.parent().ok_or("no folder")?;
        if !found.insert(path.canonicalize()?) {
            continue;
        }
        for link in text.split("](").skip(1) {
            let target = folder.join(link.split([')', '#']).next().unwrap_or_default());
            if target.is_dir() {
                let entries = fs::read_dir(target)?;
                let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
                open.extend(paths.filter(|path| path.is_file()));
            } else if target.extension().is_some_and(|ending| ending == "md") && target.exists() {
                open.push(target);
            }
        }
    }
    for text in texts {
        let is_found = found.contains(&text.canonicalize()?);
        assert!(is_found, "no link leads to {}", text.display());
    }
    Ok(())
}

/// `[a section](file.md#its-heading)`.
#[test]
fn every_link_leads_to_a_file_and_a_heading() -> Outcome {
    let mut missing = Vec::new();
    for path in texts()? {
        let text = fs::read_to_string(&path)?;
        let folder = path.parent().ok_or("no folder")?;
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().unwrap_or_default();
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            if file.contains("://") {
                continue;
            }
            let is_here = file.is_empty();
            let target = if is_here { &path } else { &folder.join(file) };
            let is_there = target.exists()
                && (anchor.is_empty() || anchors(&fs::read_to_string(target)?).contains(anchor));
            if !is_there {
                missing.push(format!("{} links to {link}", within_project(&path)?));
            }
        }
    }
    none_is_missing(&missing)
}

/// The anchors of the headings of a text, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut in_block = false;
    let mut anchors = BTreeSet::new();
    for line in text.lines() {
        in_block ^= line.starts_with("```");
        if in_block || !line.starts_with('#') {
            continue;
        }
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.replace(|c: char| !c.is_alphanumeric() && !" -_".contains(c), "");
        anchors.insert(kept.replace(' ', "-"));
    }
    anchors
}
