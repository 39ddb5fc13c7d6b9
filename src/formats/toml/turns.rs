//! The turns of a puzzle file: generators, their powers, and optional groups.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use toml::Spanned;

use super::definition::{AliasEntry, TurnEntry};
use super::reader::{Reader, is_safe_name};
use crate::group::Permutation;
use crate::puzzle::{Alias, MAX_TURN_ENTRIES, Turn, TurnGroup, limits};
use crate::text::{excerpt, join_names};

impl Reader<'_> {
    /// The permutation of each entry, or `None` for an invalid entry. `None` instead of the list if there are no turns or
    /// too many.
    pub(super) fn generators(
        &mut self,
        entries: &[TurnEntry],
        at: Range<usize>,
    ) -> Option<Vec<Option<Permutation>>> {
        if entries.is_empty() {
            self.report(at, "a puzzle needs at least one [[turn]]");
            return None;
        }
        let generators: Vec<Option<Permutation>> =
            entries.iter().map(|entry| self.generator(entry)).collect();
        let check = limits::check_derivation_steps(self.names.len(), generators.iter().flatten());
        check.map_err(|reason| self.report(at, reason)).ok()?;
        Some(generators)
    }

    fn generator(&mut self, entry: &TurnEntry) -> Option<Permutation> {
        if let Err(error) = limits::check_turn_name(entry.name.get_ref()) {
            self.report(entry.name.span(), error);
        }
        let name = excerpt(entry.name.get_ref());
        let mut is_permutation = true;
        let mut seen: HashSet<usize> = HashSet::new();
        let mut cycles = Vec::new();
        for text in &entry.cycles {
            let cycle = self.facelets(text);
            is_permutation &= cycle.len() == text.get_ref().split_whitespace().count();
            for &facelet in &cycle {
                if !seen.insert(facelet) {
                    let facelet = excerpt(&self.names[facelet]);
                    let reason = format!(
                        "turn `{name}` is not a permutation: it moves facelet `{facelet}` twice"
                    );
                    self.report(text.span(), reason);
                    is_permutation = false;
                }
            }
            if is_permutation && cycle.len() < 2 {
                let reason = format!("a cycle of turn `{name}` needs at least two facelets");
                self.report(text.span(), reason);
                is_permutation = false;
            }
            cycles.push(cycle);
        }
        if cycles.is_empty() {
            self.report(entry.name.span(), format!("turn `{name}` moves nothing"));
            is_permutation = false;
        }
        is_permutation.then(|| Permutation::from_cycles(self.names.len(), &cycles))
    }

    /// All powers of each entry's generator, whether or not its group is enabled; `None` if there are too many.
    pub(super) fn turns(
        &mut self,
        entries: &[TurnEntry],
        generators: &[Option<Permutation>],
    ) -> Option<Vec<Vec<Turn>>> {
        let mut turns: Vec<Vec<Turn>> = Vec::new();
        let mut moved = 0;
        let mut bases = HashSet::new();
        for (face, (entry, generator)) in entries.iter().zip(generators).enumerate() {
            let base = entry.name.get_ref();
            turns.push(Vec::new());
            if !bases.insert(base) {
                let reason = format!("turn `{}` appears twice", excerpt(base));
                self.report(entry.name.span(), reason);
                continue;
            }
            let Some(generator) = generator else {
                continue;
            };
            let order = generator.order();
            let entries = (order - 1).saturating_mul(generator.moved().count());
            if entries > MAX_TURN_ENTRIES {
                let reason = format!(
                    "turn `{}` must be repeated {order} times to move nothing, and all its powers are turns; \
                     together they may move {MAX_TURN_ENTRIES} stickers, not {entries}",
                    excerpt(base)
                );
                self.report(entry.name.span(), reason);
                continue;
            }
            moved += entries;
            let check = limits::check_entries(moved);
            check
                .map_err(|reason| self.report(entry.name.span(), reason))
                .ok()?;
            let powers = (1..).zip(generator.powers());
            turns[face].extend(powers.map(|(power, permutation)| Turn {
                base: base.clone(),
                face,
                power,
                order,
                face_exponent: power,
                face_modulus: order,
                permutation,
            }));
        }
        self.check_distinct(entries, &turns);
        Some(turns)
    }

    /// Checks that no two turns have the same name, and that no generator or its inverse equals another turn. Other powers
    /// may be equal, see `equal_turns`.
    fn check_distinct(&mut self, entries: &[TurnEntry], turns: &[Vec<Turn>]) {
        let mut names = HashSet::new();
        let mut known: HashMap<&Permutation, &Turn> = HashMap::new();
        for (entry, powers) in entries.iter().zip(turns) {
            for turn in powers {
                let same = known.get(&turn.permutation);
                if let Some(same) = same.filter(|it| turn.is_quarter() || it.is_quarter()) {
                    let (base, same) = (&turn.base, same.name());
                    let reason = format!("a power of turn `{base}` is the same turn as {same}");
                    self.report(entry.name.span(), reason);
                    break;
                }
                known.entry(&turn.permutation).or_insert(turn);
                if !names.insert(turn.name()) {
                    let reason = format!("two turns would be written `{}`", turn.name());
                    self.report(entry.name.span(), reason);
                }
            }
        }
    }

    /// Alternative names of turns, whether or not their groups are enabled.
    pub(super) fn aliases(&mut self, entries: &[AliasEntry], all: &[Vec<Turn>]) -> Vec<Alias> {
        let turns = || all.iter().flatten();
        let by_name: HashMap<String, &Turn> = turns().map(|turn| (turn.name(), turn)).collect();
        if let Some(entry) = entries.get(limits::MAX_ALIASES) {
            let most = limits::MAX_ALIASES;
            let reason = format!("turns have more than {most} other names in total");
            self.report(entry.name.span(), reason);
        }
        let mut aliases: Vec<Alias> = Vec::new();
        for entry in entries.iter().take(limits::MAX_ALIASES) {
            let name = entry.name.get_ref();
            let check = limits::check_turn_name(name).and_then(|()| {
                if by_name.contains_key(name.as_str()) {
                    Err(format!("`{}` is already the name of a turn", excerpt(name)))
                } else if aliases.iter().any(|alias| alias.name == *name) {
                    Err(format!("the other name `{}` appears twice", excerpt(name)))
                } else {
                    Ok(())
                }
            });
            if let Err(reason) = check {
                self.report(entry.name.span(), reason);
                continue;
            }
            match by_name.get(entry.turn.get_ref().as_str()) {
                Some(turn) => aliases.push(Alias {
                    name: name.clone(),
                    base: turn.base.clone(),
                    power: turn.power,
                    order: turn.order,
                }),
                // The alias may mean a turn whose own entry is invalid.
                None if all.iter().any(Vec::is_empty) => (),
                None => {
                    let known = join_names(turns().map(Turn::name), " ");
                    let turn = excerpt(entry.turn.get_ref());
                    let reason = format!("unknown turn `{turn}`; the turns are {known}");
                    self.report(entry.turn.span(), reason);
                }
            }
        }
        aliases
    }

    /// The optional groups of turns. Those that `with` names are enabled.
    pub(super) fn groups(
        &mut self,
        with: Option<&Spanned<Vec<Spanned<String>>>>,
        entries: &[TurnEntry],
    ) -> Vec<TurnGroup> {
        let mut groups: Vec<TurnGroup> = Vec::new();
        for entry in entries {
            let Some(group) = &entry.group else { continue };
            if !is_safe_name(group.get_ref()) {
                let reason = "the name of a group must consist of letters, digits, `-` and `_`";
                self.report(group.span(), reason);
            }
            let mut known = groups.iter_mut();
            let turn = entry.name.get_ref().clone();
            match known.find(|known| known.name == *group.get_ref()) {
                Some(known) => known.turns.push(turn),
                None => groups.push(TurnGroup {
                    name: group.get_ref().clone(),
                    turns: vec![turn],
                    enabled: false,
                }),
            }
        }
        for name in with.into_iter().flat_map(|with| with.get_ref()) {
            let mut known = groups.iter_mut();
            if let Some(group) = known.find(|group| group.name == *name.get_ref()) {
                group.enabled = true;
            } else {
                let known = groups.iter().map(|group| group.name.as_str());
                self.report(name.span(), unknown_group(name.get_ref(), known));
            }
        }
        groups
    }
}

/// The message about a group of turns that does not exist.
pub(super) fn unknown_group<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known = join_names(known, ", ");
    let known = if known.is_empty() {
        "no turn of this puzzle is in a group".to_owned()
    } else {
        format!("expected one of: {known}")
    };
    format!("unknown group of turns `{}`; {known}", excerpt(name))
}
