//! Imports go one way, as CONTRIBUTING says.

use std::collections::BTreeSet;
use std::fs;

use super::{Outcome, root};

/// Every room, and the rooms that it may import, lowest first. `src/clauses.rs`, `src/control.rs`,
/// `src/sys.rs` and `src/text.rs` are for all.
const ROOMS: [(&str, &[&str]); 11] = [
    ("circuit", &[]),
    ("puzzle", &[]),
    ("graph", &["puzzle"]),
    ("reach", &["puzzle"]),
    ("plan", &["puzzle"]),
    ("encode", &["circuit", "puzzle", "reach"]),
    ("solver", &[]),
    ("search", &["circuit", "puzzle", "plan", "encode", "solver"]),
    (
        "proof",
        &[
            "circuit", "puzzle", "reach", "plan", "encode", "solver", "search",
        ],
    ),
    ("report", &["puzzle", "plan", "encode", "search", "proof"]),
    (
        "cli",
        &[
            "circuit", "puzzle", "graph", "reach", "plan", "encode", "solver", "search", "proof",
            "report",
        ],
    ),
];

/// Like these files, this room is for all, and imports nothing of ours.
const GROUND: &str = "platform";

/// The rooms that the sources of one import: what follows `crate::`, outside of comments.
fn imported(folder: &str) -> Result<BTreeSet<String>, Box<dyn std::error::Error>> {
    let mut rooms = BTreeSet::new();
    for path in super::names::files(folder, &[".rs"])? {
        let text = fs::read_to_string(path)?;
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let code: String = code.collect();
        for after in code.split("crate::").skip(1) {
            let list = after
                .strip_prefix('{')
                .map_or(after, |list| list.split('}').next().unwrap_or_default());
            let is_list = list.len() < after.len();
            let count = if is_list { usize::MAX } else { 1 };
            let names = list
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .filter(|name| !name.is_empty());
            rooms.extend(names.take(count).map(str::to_owned));
        }
    }
    Ok(rooms)
}

#[test]
fn a_room_imports_only_what_is_below_it() -> Outcome {
    let known: BTreeSet<&str> = ROOMS.iter().map(|(room, _)| *room).collect();
    let imported_by_ground = imported(&format!("src/{GROUND}"))?;
    assert!(imported_by_ground.is_empty(), "{imported_by_ground:?}");
    for (at, (room, below)) in ROOMS.iter().enumerate() {
        let earlier = &ROOMS[..at];
        assert!(
            below
                .iter()
                .all(|below| earlier.iter().any(|(room, _)| room == below)),
            "a circle at {room}"
        );
        for other in imported(&format!("src/{room}"))? {
            let is_room = known.contains(other.as_str()) && other != *room;
            assert!(
                !is_room || below.contains(&other.as_str()),
                "{room} imports {other}"
            );
        }
    }
    let rooms = fs::read_dir(root().join("src"))?;
    for entry in rooms {
        let path = entry?.path();
        let name = path
            .file_name()
            .ok_or("no name")?
            .to_string_lossy()
            .into_owned();
        assert!(
            !path.is_dir() || name == GROUND || known.contains(name.as_str()),
            "nothing says what src/{name} may import"
        );
    }
    Ok(())
}

#[test]
fn the_checker_of_proofs_imports_nothing_of_ours() -> Outcome {
    let imported = imported("src/proof/check")?;
    assert!(imported.is_empty(), "src/proof/check imports {imported:?}");
    Ok(())
}
