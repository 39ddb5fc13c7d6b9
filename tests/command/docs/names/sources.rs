//! The names in the sources, found line by line. This relies on the layout of rustfmt.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::{files, within_project};

/// Where sources are.
pub const FOLDERS: [&str; 5] = ["src", "checker", "tests", "benches", "examples"];

/// The names in the sources.
#[derive(Default)]
pub struct Sources {
    /// Every word that is not in a comment.
    words: BTreeSet<String>,
    /// The types and traits of the library, and its modules.
    owners: BTreeSet<String>,
    /// The members of each of these.
    members: BTreeMap<String, BTreeSet<String>>,
}

impl Sources {
    pub fn read() -> Result<Self, Box<dyn std::error::Error>> {
        let mut sources = Self::default();
        let others = ["encodings", "build.rs", "Cargo.toml", ".ci"];
        for folder in FOLDERS.iter().chain(&others) {
            for path in files(folder, &[".rs", ".toml", ".py", "run", ".json", ".tws"])? {
                let text = fs::read_to_string(&path)?;
                sources.add_words(&text);
                let file = within_project(&path)?;
                let in_crate = file.strip_prefix("checker/").unwrap_or(&file);
                if let Some(module) = in_crate.strip_prefix("src/") {
                    let module = module.trim_end_matches(".rs").trim_end_matches("/mod");
                    sources.add_members(module.rsplit('/').next().unwrap_or_default(), &text);
                }
            }
        }
        Ok(sources)
    }

    fn add_words(&mut self, text: &str) {
        let lines = text.lines();
        for line in lines.filter(|line| !line.trim_start().starts_with("//")) {
            self.words.extend(words(line).map(str::to_owned));
        }
    }

    fn add_members(&mut self, module: &str, text: &str) {
        self.owners.insert(module.to_owned());
        // The open body: its indentation and its owner.
        let mut open: Option<(usize, String)> = None;
        let mut in_use = false;
        for line in text.lines() {
            let code = line.trim_start();
            let depth = line.len() - code.len();
            if code.is_empty() || code.starts_with("//") {
                continue;
            }
            open = open.filter(|(indent, _)| *indent < depth);
            // `pub use` makes an item a member of the module.
            let starts_use = ["pub use ", "use ", "inner!(use "];
            in_use |= depth == 0 && starts_use.iter().any(|start| code.starts_with(start));
            if in_use {
                self.add(module, words(code));
                in_use = !code.ends_with(';');
                continue;
            }
            let declared = declared(code);
            let is_member = |indent: usize| indent + 4 == depth;
            match &open {
                None if depth == 0 => self.add(module, declared.map(|(_, name)| name)),
                Some((indent, owner)) if is_member(*indent) => {
                    let owner = owner.clone();
                    // A variant or a field is declared by its name alone.
                    let name = declared.map(|(_, name)| name).or_else(|| first_name(code));
                    self.add(&owner, name);
                }
                _ => (),
            }
            let has_body = line.ends_with('{');
            match declared {
                Some(("enum" | "struct" | "trait" | "type", name)) => {
                    self.owners.insert(name.to_owned());
                    open = has_body.then(|| (depth, name.to_owned())).or(open);
                }
                _ if code.starts_with("impl") && has_body => {
                    open = implemented(code).map(|name| (depth, name)).or(open);
                }
                _ => (),
            }
        }
    }

    fn add<'a>(&mut self, owner: &str, names: impl IntoIterator<Item = &'a str>) {
        let members = self.members.entry(owner.to_owned()).or_default();
        members.extend(names.into_iter().map(str::to_owned));
    }

    /// Whether a word occurs in the sources outside of comments.
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// What is missing for the name of a type, a function or a key to exist.
    pub fn lacks(&self, name: &str) -> Option<String> {
        let name = name.trim_end_matches("()").trim_end_matches('!');
        let parts: Vec<&str> = name.split("::").collect();
        if !parts.iter().all(|part| is_name(part)) {
            return None;
        }
        for pair in parts.windows(2) {
            let [owner, member] = pair else { continue };
            if !self.words.contains(*owner) {
                return Some(format!("nothing is called {owner}"));
            }
            // Members of other crates are not checked.
            if !self.owners.contains(*owner) {
                return None;
            }
            if !self
                .members
                .get(*owner)
                .is_some_and(|members| members.contains(*member))
            {
                return Some(format!("{owner} has no {member}"));
            }
        }
        let last = parts.last()?;
        let humps = last.chars().filter(char::is_ascii_uppercase).count();
        let is_type = humps > 1 && last.chars().any(|c| c.is_ascii_lowercase());
        let is_code = last.contains('_') || is_type;
        (is_code && !self.words.contains(*last)).then(|| format!("nothing is called {last}"))
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
}

fn is_name(text: &str) -> bool {
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Words that may precede a declaration.
const BEFORE: [&str; 8] = [
    "", "pub", "crate", "super", "in", "async", "unsafe", "default",
];

fn first_name(code: &str) -> Option<&str> {
    words(code).find(|word| !BEFORE.contains(word))
}

/// What a line declares: its kind and its name.
fn declared(code: &str) -> Option<(&str, &str)> {
    let kinds = [
        "fn",
        "struct",
        "enum",
        "trait",
        "type",
        "const",
        "static",
        "mod",
        "macro_rules",
    ];
    let mut words = words(code).filter(|word| !BEFORE.contains(word));
    let kind = words.next().filter(|word| kinds.contains(word))?;
    // In `const fn`, the name is the third word.
    let name = words.find(|word| *word != "fn")?;
    Some((kind, name))
}

/// The type of an `impl` block.
fn implemented(code: &str) -> Option<String> {
    let mut depth = 0_usize;
    // Without the text in angle brackets.
    let bare: String = code
        .strip_prefix("impl")?
        .chars()
        .filter(|&c| {
            match c {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                _ => return depth == 0,
            }
            false
        })
        .collect();
    let of = bare.rsplit(" for ").next()?.trim_end_matches('{').trim();
    let name = of.rsplit([':', '&', ' ']).next()?;
    is_name(name).then(|| name.to_owned())
}
