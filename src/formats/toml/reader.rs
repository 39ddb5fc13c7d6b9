//! Interprets the keys of a puzzle file. The methods for turns and tips are in `turns.rs` and `tips.rs`.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use itertools::Itertools;
use toml::Spanned;

use super::super::import::restore::{NamedTurn, restore};
use super::definition::{Definition, FaceEntry, Family, TurnEntry};
use super::{cube, digits};
use crate::group::Permutation;
use crate::puzzle::{
    ColorName, Face, HeldPiece, MAX_FACELETS_IN_FILE, OrbitPuzzle, Puzzle, PuzzleData, State, Turn,
    TurnGroup, puzzle_data, turn,
};
use crate::source::{FileError, Source};
use crate::text::{check_visible, excerpt};

/// The maximum number of mistakes that are collected: finding the line of each takes time.
const MAX_MISTAKES: usize = 100;

/// Generates the net, faces and turns of a family's puzzle of some size. Mistakes in these are reported at the given range.
type Generate = fn(&mut Definition, usize, &Range<usize>);

/// Reads a definition and collects its mistakes.
pub(super) struct Reader<'a> {
    source: Source<'a>,
    /// The names of the facelets, in the order of the faces.
    pub(super) names: Vec<String>,
    /// The index of each facelet in `names`.
    numbers: HashMap<String, usize>,
    mistakes: Vec<FileError>,
}

impl<'a> Reader<'a> {
    /// The puzzle of a file, or the mistakes in the order of discovery.
    pub(super) fn puzzle(source: Source<'a>) -> Result<Puzzle, Vec<FileError>> {
        let mut definition = source.read().map_err(|mistake| vec![mistake])?;
        let mut reader = Self {
            source,
            names: Vec::new(),
            numbers: HashMap::new(),
            mistakes: Vec::new(),
        };
        match reader.read(&mut definition) {
            Some(puzzle) if reader.mistakes.is_empty() => Ok(puzzle),
            _ => Err(reader.mistakes),
        }
    }

    /// Reports a mistake at a part of the text.
    pub(super) fn report(&mut self, at: Range<usize>, reason: impl Into<String>) {
        if self.mistakes.len() < MAX_MISTAKES {
            self.mistakes.push(self.source.error(at, reason));
        }
    }

    /// The puzzle, or `None` after a mistake. After a mistake in `orbit` alone, a puzzle without orbits.
    fn read(&mut self, definition: &mut Definition) -> Option<Puzzle> {
        self.check_name(&definition.name);
        for name in definition.also.iter().flat_map(|also| also.get_ref()) {
            self.check_name(name);
        }
        self.check_visible("the title", &definition.title);
        let plan = self.plan(definition.plan.as_ref());
        self.expand_family(definition)?;
        let faces = definition.face.take().unwrap_or_default();
        self.collect_facelet_names(&faces, definition.name.span())?;
        let (colors, faces) = self.faces(&faces);
        let turns = definition.turn.take().unwrap_or_default();
        let groups = self.groups(definition.with.as_ref(), &turns);
        let generators = self.generators(&turns, definition.name.span())?;
        let all = self.turns(&turns, &generators)?;
        let aliases = self.aliases(definition.alias.as_deref().unwrap_or_default(), &all);
        let tips = self.tips(
            definition.tip.as_deref().unwrap_or_default(),
            &all,
            &aliases,
        );
        let with_tips = self.with_tips(definition.with_tips.as_deref(), &tips);
        let net = self.net(definition);
        let held = self.held_facelets(definition);
        let solved = puzzle_data::solved(self.names.len(), &faces);
        if !self.mistakes.is_empty() {
            return None;
        }
        let symbols: Vec<char> = solved.iter().map(|&color| colors[color].symbol).collect();
        let orbits = self.orbits(definition, &symbols, &turns, &generators);
        let turns = enabled_turns(&turns, all, &groups);
        if turns.is_empty() {
            self.report(
                definition.name.span(),
                "every turn is in a group; `with` must name one of the groups",
            );
            return None;
        }
        let held_at = definition.held.as_ref().map(Spanned::span);
        let held = HeldPiece::new(held, &turns, &State::new(solved));
        let held = held.map_err(|reason| self.report(held_at.unwrap_or_default(), reason));
        let parts = PuzzleData {
            name: definition.name.get_ref().clone(),
            title: definition.title.get_ref().clone(),
            definition: self.source.text.to_owned(),
            facelets: std::mem::take(&mut self.names),
            colors,
            faces,
            net,
            layout: definition.layout.unwrap_or_default(),
            held: held.ok()?,
            equal_turns: turn::equal_turns(&turns),
            turns,
            groups,
            aliases,
            tips,
            with_tips,
            maximum: definition.maximum,
            plan,
            orbits: orbits.map(Arc::new),
            classes: definition.classes.take().map(Arc::new),
        };
        Some(Puzzle::assemble(parts))
    }

    /// The orbits of pieces, if the file has any.
    fn orbits(
        &mut self,
        definition: &Definition,
        solved: &[char],
        turns: &[TurnEntry],
        generators: &[Option<Permutation>],
    ) -> Option<OrbitPuzzle> {
        let entries = definition.orbit.as_ref()?;
        let names = turns.iter().map(|entry| &entry.name);
        let turns: Vec<NamedTurn<'_>> = names.zip(generators.iter().flatten()).collect();
        let title = definition.title.get_ref();
        restore(title, entries, &self.names, solved, &turns)
            .map_err(|(at, reason)| self.report(at, reason))
            .ok()
    }

    /// The name of the plan. Whether the plan exists is not checked here: plans are separate files.
    fn plan(&mut self, plan: Option<&Spanned<String>>) -> Option<String> {
        let plan = plan?;
        if !is_safe_name(plan.get_ref()) {
            let reason =
                "`plan` must be the name of a plan, which consists of letters, digits, `-` and `_`";
            self.report(plan.span(), reason);
        }
        Some(plan.get_ref().clone())
    }

    fn check_name(&mut self, name: &Spanned<String>) {
        if !is_safe_name(name.get_ref()) {
            self.report(
                name.span(),
                "a name must consist of letters, digits, `-` and `_`: it becomes part of file names",
            );
        }
    }

    fn check_visible(&mut self, what: &str, text: &Spanned<String>) {
        if let Err(reason) = check_visible(what, text.get_ref()) {
            self.report(text.span(), reason);
        }
    }

    /// Generates the net, faces and turns if the file names a family; otherwise reports which of the three are missing.
    /// `None` if there are no faces or no turns.
    fn expand_family(&mut self, definition: &mut Definition) -> Option<()> {
        let keys = [
            ("net", definition.net.is_some()),
            ("face", definition.face.is_some()),
            ("turn", definition.turn.is_some()),
        ];
        match (&definition.family, &definition.size) {
            (Some(family), _) if keys.iter().any(|&(_, is_given)| is_given) => self.report(
                family.span(),
                "`family` cannot be combined with `net`, `face` or `turn`, which it generates",
            ),
            (Some(family), None) => {
                self.report(family.span(), "a family needs a `size`, such as `size = 4`");
            }
            (Some(family), Some(size)) => {
                let (sizes, word, generate): (_, _, Generate) = match family.get_ref() {
                    Family::Cube => (cube::SIZES, "cube", cube::cube),
                    Family::Digits => (digits::SIZES, "cube of digits", digits::digits),
                };
                if sizes.contains(size.get_ref()) {
                    let (at, size) = (family.span(), *size.get_ref());
                    generate(definition, size, &at);
                } else {
                    let (least, most) = sizes.into_inner();
                    let reason = format!("the size of a {word} must be from {least} to {most}");
                    self.report(size.span(), reason);
                }
            }
            (None, Some(size)) => {
                self.report(size.span(), "`size` requires `family`, which is missing");
            }
            (None, None) => {
                for (key, _) in keys.into_iter().filter(|&(_, is_given)| !is_given) {
                    let reason = format!("missing field `{key}`, and no `family` generates it");
                    self.report(definition.name.span(), reason);
                }
            }
        }
        (definition.face.is_some() && definition.turn.is_some()).then_some(())
    }

    /// Collects the names of the facelets; `None` if there are too many.
    fn collect_facelet_names(&mut self, faces: &[FaceEntry], at: Range<usize>) -> Option<()> {
        for face in faces {
            self.check_visible("a face's name", &face.name);
            for facelet in face.facelets.get_ref().split_whitespace() {
                if let Err(reason) = check_visible("a facelet's name", facelet) {
                    self.report(face.facelets.span(), reason);
                }
                let number = self.names.len();
                if self.numbers.insert(facelet.to_owned(), number).is_some() {
                    let reason = format!("facelet `{}` appears twice", excerpt(facelet));
                    self.report(face.facelets.span(), reason);
                }
                self.names.push(facelet.to_owned());
            }
        }
        if self.names.len() > MAX_FACELETS_IN_FILE {
            self.report(at, format!("more than {MAX_FACELETS_IN_FILE} facelets"));
            return None;
        }
        Some(())
    }

    /// The index of the facelet with this name. If no facelet has the name, reports an error at `text`, with a hint.
    pub(super) fn facelet(
        &mut self,
        text: &Spanned<String>,
        name: &str,
        hint: &str,
    ) -> Option<usize> {
        let number = self.numbers.get(name).copied();
        if number.is_none() {
            let reason = format!("unknown facelet `{}`; {hint}", excerpt(name));
            self.report(text.span(), reason);
        }
        number
    }

    /// The indices of the facelets that a text names.
    pub(super) fn facelets(&mut self, text: &Spanned<String>) -> Vec<usize> {
        let names = text.get_ref().split_whitespace();
        let hint = "the faces name the facelets";
        names
            .filter_map(|name| self.facelet(text, name, hint))
            .collect()
    }

    fn faces(&mut self, entries: &[FaceEntry]) -> (Vec<ColorName>, Vec<Face>) {
        let mut colors: Vec<ColorName> = Vec::new();
        let mut numbers: HashMap<char, usize> = HashMap::new();
        let mut faces: Vec<Face> = Vec::new();
        let mut named = HashSet::new();
        for entry in entries {
            let name = entry.name.get_ref();
            if !named.insert(name) {
                let reason = format!("face `{}` appears twice", excerpt(name));
                self.report(entry.name.span(), reason);
            }
            if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == '=') {
                let reason = "a face needs a name without spaces or `=`";
                self.report(entry.name.span(), reason);
            }
            let facelets = self.facelets(&entry.facelets);
            if facelets.is_empty() {
                let reason = format!("face `{}` has no facelets", excerpt(name));
                self.report(entry.facelets.span(), reason);
            }
            let Some(symbol) = self.symbol(&entry.color) else {
                continue;
            };
            let color = *numbers.entry(symbol).or_insert(colors.len());
            if color == colors.len() {
                let paint = entry.paint;
                colors.push(ColorName { symbol, paint });
            }
            faces.push(Face {
                name: name.clone(),
                color,
                facelets,
            });
        }
        (colors, faces)
    }

    fn symbol(&mut self, color: &Spanned<String>) -> Option<char> {
        let symbol = color.get_ref().chars().exactly_one().ok();
        let symbol = symbol.filter(|c| !c.is_whitespace() && !matches!(c, '=' | '.' | '[' | ']'));
        let wrong = "a color is one character, not a space, `=`, `.` or a bracket";
        let symbol = check_visible("a color", color.get_ref())
            .and_then(|()| symbol.ok_or_else(|| wrong.to_owned()));
        symbol
            .map_err(|reason| self.report(color.span(), reason))
            .ok()
    }

    fn net(&mut self, definition: &mut Definition) -> Vec<Vec<Option<usize>>> {
        let mut seen = vec![false; self.names.len()];
        let mut rows = Vec::new();
        let Some(net) = definition.net.take() else {
            return rows;
        };
        for text in &net {
            let mut row = Vec::new();
            for name in text.get_ref().split_whitespace() {
                if name == "." {
                    row.push(None);
                    continue;
                }
                let hint = "`.` stands for an empty place of the net";
                let Some(facelet) = self.facelet(text, name, hint) else {
                    continue;
                };
                if std::mem::replace(&mut seen[facelet], true) {
                    let reason = format!("facelet `{}` appears twice in the net", excerpt(name));
                    self.report(text.span(), reason);
                }
                row.push(Some(facelet));
            }
            rows.push(row);
        }
        let missing = seen.iter().positions(|&seen| !seen).collect_vec();
        for facelet in missing {
            let reason = format!(
                "facelet `{}` is missing from the net",
                excerpt(&self.names[facelet])
            );
            self.report(definition.name.span(), reason);
        }
        rows
    }

    fn held_facelets(&mut self, definition: &Definition) -> Vec<usize> {
        let Some(text) = &definition.held else {
            return Vec::new();
        };
        let held = self.facelets(text);
        if let Some(&twice) = held.iter().duplicates().next() {
            let reason = format!("facelet `{}` is held twice", excerpt(&self.names[twice]));
            self.report(text.span(), reason);
        }
        held
    }
}

/// The turns that are in no group, or in an enabled one.
fn enabled_turns(entries: &[TurnEntry], turns: Vec<Vec<Turn>>, groups: &[TurnGroup]) -> Vec<Turn> {
    let is_enabled = |entry: &TurnEntry| {
        let name = entry.group.as_ref().map(|name| name.get_ref());
        (groups.iter()).all(|group| group.enabled || Some(&group.name) != name)
    };
    let faces = entries.iter().zip(turns);
    let faces = faces.filter(|(entry, _)| is_enabled(entry)).enumerate();
    let turns = faces.flat_map(|(face, (_, powers))| {
        let powers = powers.into_iter();
        powers.map(move |turn| Turn { face, ..turn })
    });
    turns.collect()
}

/// Whether a name can be part of a file name and of a comma-separated list.
pub(super) fn is_safe_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !name.is_empty() && name.chars().all(is_plain)
}
