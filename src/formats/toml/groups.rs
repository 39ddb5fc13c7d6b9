//! Optional groups of turns.

use super::definition::TurnEntry;
use crate::puzzle::{Turn, TurnGroup};
use crate::text::{excerpt, join_names};

/// The enabled turns, and all groups of turns.
pub(super) fn choose_enabled(
    entries: &[TurnEntry],
    turns: Vec<Vec<Turn>>,
    enabled: &[String],
) -> (Vec<Turn>, Vec<TurnGroup>) {
    let mut groups: Vec<TurnGroup> = Vec::new();
    let mut chosen = Vec::new();
    let mut faces = 0;
    for (entry, powers) in entries.iter().zip(turns) {
        let mut is_enabled = true;
        if let Some(name) = &entry.group {
            let name = name.get_ref();
            is_enabled = enabled.contains(name);
            let known = groups.iter().position(|group| group.name == *name);
            let number = known.unwrap_or(groups.len());
            if known.is_none() {
                groups.push(TurnGroup {
                    name: name.clone(),
                    turns: Vec::new(),
                    enabled: is_enabled,
                });
            }
            groups[number].turns.push(entry.name.get_ref().clone());
        }
        if is_enabled {
            let face = faces;
            faces += 1;
            chosen.extend(powers.into_iter().map(|turn| Turn { face, ..turn }));
        }
    }
    (chosen, groups)
}

/// Why a group of turns is rejected.
pub(super) fn unknown_group<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known = join_names(known, ", ");
    let known = if known.is_empty() {
        "no turn of this puzzle is in a group".to_owned()
    } else {
        format!("expected one of: {known}")
    };
    format!("unknown group of turns `{}`; {known}", excerpt(name))
}
