//! The names in the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use syn::{Ident, ImplItem, Item, TraitItem, Type, UseTree};

use super::super::rooms::sources::{defined, inner_use};
use super::{files, within_project};

/// Where sources are.
pub const FOLDERS: [&str; 6] = ["src", "cli", "checker", "tests", "benches", "examples"];

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
                let mut crates = ["checker/", "cli/"].into_iter();
                let in_crate = crates.find_map(|it| file.strip_prefix(it));
                let in_crate = in_crate.unwrap_or(&file);
                if let Some(module) = in_crate.strip_prefix("src/") {
                    let module = module.trim_end_matches(".rs").trim_end_matches("/mod");
                    let module = module.rsplit('/').next().unwrap_or_default();
                    sources.owners.insert(module.to_owned());
                    for item in syn::parse_file(&text)?.items {
                        sources.add_item(module, &item);
                    }
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

    /// Adds an item to the members of its module, and its own members.
    fn add_item(&mut self, module: &str, item: &Item) {
        let name = defined(item);
        self.add(module, name.clone());
        let members: Vec<&Ident> = match item {
            Item::Enum(item) => item.variants.iter().map(|it| &it.ident).collect(),
            Item::Struct(item) => item.fields.iter().flat_map(|it| &it.ident).collect(),
            Item::Trait(item) => item.items.iter().filter_map(of_trait).collect(),
            Item::Type(_) => Vec::new(),
            Item::Impl(item) => {
                if let Some(owner) = type_name(&item.self_ty) {
                    let members = item.items.iter().filter_map(of_impl);
                    self.add(&owner, members.map(ToString::to_string));
                }
                return;
            }
            // `pub use` makes an item a member of the module.
            Item::Use(item) => return self.add(module, used(&item.tree)),
            Item::Macro(item) => {
                return self.add(module, inner_use(item).iter().flat_map(|it| used(&it.tree)));
            }
            Item::Mod(item) => return self.add(module, [item.ident.to_string()]),
            _ => return,
        };
        let owner = name.unwrap_or_default();
        self.add(&owner, members.into_iter().map(ToString::to_string));
        self.owners.insert(owner);
    }

    fn add(&mut self, owner: &str, names: impl IntoIterator<Item = String>) {
        let members = self.members.entry(owner.to_owned()).or_default();
        members.extend(names);
    }

    /// Whether a word occurs in the sources outside of comments.
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// Why the name of a type, a function or a key does not exist; `None` if it does, or if the text is not such a
    /// name.
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
            let members = self.members.get(*owner);
            if !members.is_some_and(|members| members.contains(*member)) {
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

fn of_trait(item: &TraitItem) -> Option<&Ident> {
    match item {
        TraitItem::Const(item) => Some(&item.ident),
        TraitItem::Fn(item) => Some(&item.sig.ident),
        TraitItem::Type(item) => Some(&item.ident),
        _ => None,
    }
}

fn of_impl(item: &ImplItem) -> Option<&Ident> {
    match item {
        ImplItem::Const(item) => Some(&item.ident),
        ImplItem::Fn(item) => Some(&item.sig.ident),
        ImplItem::Type(item) => Some(&item.ident),
        _ => None,
    }
}

fn type_name(of: &Type) -> Option<String> {
    match of {
        Type::Path(of) => of.path.segments.last().map(|it| it.ident.to_string()),
        Type::Reference(of) => type_name(&of.elem),
        _ => None,
    }
}

/// The names that a `use` brings.
fn used(tree: &UseTree) -> Vec<String> {
    match tree {
        UseTree::Path(path) => used(&path.tree),
        UseTree::Group(group) => group.items.iter().flat_map(used).collect(),
        UseTree::Name(name) => vec![name.ident.to_string()],
        UseTree::Rename(rename) => vec![rename.rename.to_string()],
        UseTree::Glob(_) => Vec::new(),
    }
}
