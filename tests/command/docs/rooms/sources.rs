//! The imports of all source files: `use` lines and paths in code, followed through re-exports to the file where the
//! item is defined.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;

use super::super::names::{files, within_project};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMacro, ItemMod, ItemUse, UseTree, Visibility};

/// A module or item by its path from the root of the crate.
type Name = Vec<String>;

/// One file names an item of another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Import {
    /// The file, from the folder `src`.
    pub from: String,
    /// The file that defines the item.
    pub to: String,
    /// The item, or the module if it is one.
    pub item: String,
}

impl fmt::Display for Import {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} imports {} of {}", self.from, self.item, self.to)
    }
}

/// The imports of one file.
#[derive(Default)]
struct Found {
    /// Items that are defined here.
    defined: BTreeSet<String>,
    /// The names that `use` imports: the local name, and the original one.
    imported: BTreeMap<String, Name>,
    /// All paths, and whether each is only a re-export (`pub use`).
    paths: Vec<(Name, bool)>,
}

/// All source files.
pub struct Sources {
    /// The number of lines of each file.
    lines: BTreeMap<String, usize>,
    imports: Vec<Import>,
}

impl Sources {
    /// Reads the sources of the library, and those of the command as its module `cli`.
    pub fn read() -> Self {
        let mut texts = sources("src");
        for (file, text) in sources("cli/src") {
            let file = match &*file {
                "lib.rs" => "cli/mod.rs".to_owned(),
                "main.rs" => continue,
                file => format!("cli/{file}"),
            };
            let inside = text.replace("crate::", "crate::cli::");
            texts.insert(file, inside.replace("twistsat::", "crate::"));
        }
        Self::of(&texts)
    }

    /// Files by their names from the folder `src`, with their texts.
    fn of(texts: &BTreeMap<String, String>) -> Self {
        let modules = texts.keys().map(|file| (module(file), file.as_str()));
        let modules: BTreeMap<Name, &str> = modules.collect();
        let find = |(module, file): (&Name, &&str)| {
            let parsed = syn::parse_file(&texts[*file]).expect("the sources compile");
            (module.clone(), Finder::find(module, &modules, &parsed))
        };
        let found: BTreeMap<Name, Found> = modules.iter().map(find).collect();
        let mut imports = BTreeSet::new();
        for (module, here) in &found {
            let from = modules[module];
            let is_front = module.is_empty() || from.ends_with("mod.rs");
            for (path, passed_on) in &here.paths {
                // A re-export in `lib.rs` or a `mod.rs` does not count as an import.
                if is_front && *passed_on {
                    continue;
                }
                if let Some((of, item)) = resolve(path, &modules, &found, 0) {
                    let [from, to] = [from, modules[&of]].map(str::to_owned);
                    if to != from {
                        imports.insert(Import { from, to, item });
                    }
                }
            }
        }
        let lines = texts.iter();
        let lines = lines.map(|(file, text)| (file.clone(), text.lines().count()));
        Self {
            lines: lines.collect(),
            imports: imports.into_iter().collect(),
        }
    }

    /// The files, from the folder `src`.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.lines.keys().map(String::as_str)
    }

    /// How many lines a file has.
    pub fn lines(&self, file: &str) -> usize {
        self.lines[file]
    }

    /// All imports except those of tests.
    pub fn imports(&self) -> &[Import] {
        &self.imports
    }

    /// The top-level module of a file: its first folder in `src`, or the file itself.
    pub fn room<'a>(&self, file: &'a str) -> &'a str {
        let first = file.split('/').next().unwrap_or(file);
        first.trim_end_matches(".rs")
    }
}

/// The sources in a folder, by their names from there. Tests next to the code may import what they compare with.
fn sources(folder: &str) -> BTreeMap<String, String> {
    let paths = files(folder, &[".rs"]).expect("the sources are there");
    let texts = paths.iter().filter_map(|path| {
        let file = within_project(path).expect("plain names");
        let file = file.strip_prefix(folder)?.strip_prefix('/')?.to_owned();
        let is_test = file.ends_with("/tests.rs") || file.contains("/tests/");
        (!is_test).then(|| (file, fs::read_to_string(path).expect("a source is text")))
    });
    texts.collect()
}

/// The module of a file.
fn module(file: &str) -> Name {
    let path = file.trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    match path {
        "lib" => Vec::new(),
        path => path.split('/').map(str::to_owned).collect(),
    }
}

/// The module that defines the item of a path, and the name of the item there.
fn resolve(
    path: &[String],
    modules: &BTreeMap<Name, &str>,
    found: &BTreeMap<Name, Found>,
    depth: usize,
) -> Option<(Name, String)> {
    let mut at = Name::new();
    for (number, segment) in path.iter().enumerate() {
        let inner: Name = at.iter().chain([segment]).cloned().collect();
        if modules.contains_key(&inner) {
            at = inner;
            continue;
        }
        let here = &found[&at];
        if here.defined.contains(segment) {
            return Some((at, segment.clone()));
        }
        let imported = here.imported.get(segment)?;
        if depth > 20 {
            return None;
        }
        let rest = path[number + 1..].iter();
        let whole: Name = imported.iter().chain(rest).cloned().collect();
        return resolve(&whole, modules, found, depth + 1);
    }
    let item = at.last().cloned().unwrap_or_default();
    Some((at, item))
}

/// Walks through a file.
struct Finder<'a> {
    module: &'a Name,
    /// The number of inline modules around the current item.
    depth: usize,
    modules: &'a BTreeMap<Name, &'a str>,
    found: Found,
}

impl<'a> Finder<'a> {
    fn find(module: &'a Name, modules: &'a BTreeMap<Name, &'a str>, file: &syn::File) -> Found {
        let mut finder = Self {
            module,
            depth: 0,
            modules,
            found: Found::default(),
        };
        for item in &file.items {
            if let Some(name) = defined(item) {
                finder.found.defined.insert(name);
            }
        }
        finder.visit_file(file);
        finder.found
    }

    /// The path from the root of the crate; `None` for an item of another crate.
    fn absolute(&self, path: &[String]) -> Option<Name> {
        let mut base = self.module.clone();
        let mut depth = self.depth;
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => return Some(path[1..].to_vec()),
            "super" | "self" => {
                while let Some(word @ ("super" | "self")) = rest.first().map(String::as_str) {
                    match word {
                        "super" if depth > 0 => depth -= 1,
                        "super" => drop(base.pop()),
                        _ => (),
                    }
                    rest = &rest[1..];
                }
            }
            first => {
                let child: Name = base.iter().cloned().chain([first.to_owned()]).collect();
                if !self.modules.contains_key(&child) {
                    return None;
                }
            }
        }
        Some(base.into_iter().chain(rest.iter().cloned()).collect())
    }

    fn add_tree(&mut self, tree: &UseTree, before: &[String], passed_on: bool) {
        let with = |name: &syn::Ident| -> Name {
            before.iter().cloned().chain([name.to_string()]).collect()
        };
        let (name, path) = match tree {
            UseTree::Path(path) => return self.add_tree(&path.tree, &with(&path.ident), passed_on),
            UseTree::Group(group) => {
                let trees = group.items.iter();
                return trees.for_each(|tree| self.add_tree(tree, before, passed_on));
            }
            UseTree::Glob(_) => (None, before.to_vec()),
            UseTree::Name(name) if name.ident == "self" => {
                (before.last().cloned(), before.to_vec())
            }
            UseTree::Name(name) => (Some(name.ident.to_string()), with(&name.ident)),
            UseTree::Rename(rename) => (Some(rename.rename.to_string()), with(&rename.ident)),
        };
        if let Some(path) = self.absolute(&path) {
            if let Some(name) = name {
                self.found.imported.insert(name, path.clone());
            }
            self.found.paths.push((path, passed_on));
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if !is_test(&module.attrs) {
            self.depth += 1;
            visit::visit_item_mod(self, module);
            self.depth -= 1;
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !is_test(&item.attrs) {
            let passed_on = !matches!(item.vis, Visibility::Inherited);
            self.add_tree(&item.tree, &[], passed_on);
        }
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        if let Some(imported) = inner_use(item) {
            self.add_tree(&imported.tree, &[], true);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path.segments.iter();
        let names: Name = segments.map(|it| it.ident.to_string()).collect();
        if names.len() > 1
            && let Some(path) = self.absolute(&names)
        {
            self.found.paths.push((path, false));
        }
        visit::visit_path(self, path);
    }
}

/// `internal!(use …)` is a `pub use`.
pub fn inner_use(item: &ItemMacro) -> Option<ItemUse> {
    let is_one = item.mac.path.is_ident("internal");
    let parse = || syn::parse_str(&format!("{};", item.mac.tokens));
    is_one.then(|| parse().expect("it is a `use`"))
}

fn is_test(attributes: &[Attribute]) -> bool {
    let is_test = |attribute: &Attribute| {
        let names = attribute.parse_args::<syn::Path>();
        attribute.path().is_ident("cfg") && names.is_ok_and(|path| path.is_ident("test"))
    };
    attributes.iter().any(is_test)
}

/// The name that an item defines.
pub fn defined(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        _ => return None,
    };
    Some(name.to_string())
}
