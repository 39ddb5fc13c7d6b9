//! The order of the top-level modules, called *rooms*: which one may import which, no import cycles, no room too large.
//!
//! The imports are read from the sources, so the order in `src/lib.rs` stays true. Each import counts as an import from
//! the file that defines the item, even through re-exports.

pub mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use super::names::files;
use sources::{Import, Sources};

/// The base modules, which every module may import.
const BASE_MODULES: &[&str] = &[
    "text", "control", "clauses", "source", "names", "built_in", "error", "sys", "platform",
];

/// Each room and its permitted imports besides the base modules. A room imports only rooms earlier in this list.
/// `docs/decisions/0014-rooms.md` says why.
const ROOMS: &str = "
text:
control:
clauses:
source:
names:
built_in:
error:
sat:
sys:
platform:
group:
circuit:
automaton:
puzzle: group
notation: puzzle group automaton
construct: puzzle group
formats: notation puzzle group
quotient: puzzle group
plan: quotient notation puzzle group
problem: plan quotient notation puzzle group automaton
reach: problem puzzle group
graph: problem notation puzzle group automaton
encode: reach circuit automaton problem notation puzzle group
solver:
search: encode circuit solver plan problem quotient construct puzzle group
proof: search encode circuit solver plan reach problem notation puzzle automaton
benchmark: proof graph encode solver problem notation puzzle
answer: proof search graph encode solver plan problem puzzle
picture: problem notation puzzle group
list: answer proof search problem notation puzzle
report: list picture answer proof search encode problem notation puzzle
ask: report answer proof search encode solver notation problem
cli: benchmark picture report list answer proof search encode solver plan graph problem construct formats notation puzzle
";

/// The rooms of the table above, each with its permitted imports.
fn rooms() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let lines = ROOMS.trim().lines();
    lines.map(|line| {
        let (room, imports) = line.split_once(':').unwrap();
        (room, imports.split_whitespace().collect())
    })
}

/// The sources, read once for all tests here.
static SOURCES: LazyLock<Sources> = LazyLock::new(Sources::read);

/// The largest share of all lines, in percent, that a module may have.
const MAX_PER_CENT: usize = 15;

#[test]
fn the_order_of_modules_has_no_cycle() {
    let mut earlier: BTreeSet<&str> = BTreeSet::new();
    for (room, imports) in rooms() {
        for import in imports {
            let is_earlier = earlier.contains(import);
            assert!(
                is_earlier,
                "{room} imports {import}, which is not earlier in the list"
            );
        }
        earlier.insert(room);
    }
}

#[test]
fn every_module_imports_only_what_the_list_permits() {
    let sources = &SOURCES;
    let rooms: BTreeMap<&str, Vec<&str>> = rooms().collect();
    let mut wrong = Vec::new();
    for import in sources.imports() {
        let (from, to) = (sources.room(&import.from), sources.room(&import.to));
        let Some(allowed) = rooms.get(from) else {
            continue; // `lib.rs`, which is not in the order.
        };
        if from != to && !BASE_MODULES.contains(&to) && !allowed.contains(&to) {
            wrong.push(import.to_string());
        }
    }
    assert!(wrong.is_empty(), "against the order: {wrong:#?}");
}

#[test]
fn every_module_is_in_the_order() {
    let known: BTreeSet<&str> = rooms().map(|(room, _)| room).collect();
    let found = SOURCES.files().map(|file| SOURCES.room(file));
    let found: BTreeSet<&str> = found.filter(|room| *room != "lib").collect();
    assert_eq!(found, known);
}

#[test]
fn no_files_import_each_other_in_a_cycle() {
    let in_cycles = in_cycles(SOURCES.imports());
    assert!(in_cycles.is_empty(), "{in_cycles:#?}");
}

#[test]
fn no_module_exceeds_its_share_of_the_code() {
    let sources = &SOURCES;
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    for file in sources.files() {
        *lines.entry(sources.room(file)).or_default() += sources.lines(file);
    }
    // The checker, which is a package of its own.
    let files = files("checker/src", &[".rs"]).unwrap().into_iter();
    let texts = files.map(|path| fs::read_to_string(path).unwrap());
    lines.insert("checker", texts.map(|text| text.lines().count()).sum());
    let all: usize = lines.values().sum();
    for (room, lines) in lines {
        let is_small = lines * 100 <= all * MAX_PER_CENT;
        assert!(
            is_small,
            "{room} has {lines} of {all} lines, more than {MAX_PER_CENT} %"
        );
    }
}

#[test]
fn an_import_cycle_is_noticed() {
    let import = |from: &str, to: &str| Import {
        from: from.to_owned(),
        to: to.to_owned(),
        item: "Item".to_owned(),
    };
    let straight = [
        import("a.rs", "b.rs"),
        import("b.rs", "c.rs"),
        import("a.rs", "c.rs"),
    ];
    assert!(in_cycles(&straight).is_empty());
    let round = [
        import("a.rs", "b.rs"),
        import("b.rs", "c.rs"),
        import("c.rs", "a.rs"),
    ];
    assert_eq!(in_cycles(&round).len(), 3);
}

/// The imports that are part of a cycle: through others, the imported file imports the file itself.
fn in_cycles(imports: &[Import]) -> Vec<String> {
    let mut next: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for Import { from, to, .. } in imports {
        next.entry(from).or_default().insert(to);
    }
    let reached = |start: &'_ str| {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut queue: Vec<&str> = next.get(start).into_iter().flatten().copied().collect();
        while let Some(file) = queue.pop() {
            if seen.insert(file) {
                queue.extend(next.get(file).into_iter().flatten());
            }
        }
        seen
    };
    let files = next.keys().map(|file| (*file, reached(file)));
    let reached: BTreeMap<&str, BTreeSet<&str>> = files.collect();
    let is_in_cycle = |import: &&Import| {
        let behind = reached.get(&*import.to);
        behind.is_some_and(|behind| behind.contains(&*import.from))
    };
    let imports = imports.iter().filter(is_in_cycle);
    imports.map(ToString::to_string).collect()
}
