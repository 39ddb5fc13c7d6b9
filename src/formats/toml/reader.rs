//! Interprets the keys of a puzzle file: names, faces, the net.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use itertools::Itertools;
use toml::Spanned;

use super::super::import::restore::{OtherParts, restore};
use super::definition::{Definition, FaceEntry, ReadableParts, TurnEntry};
use super::groups::choose_enabled;
use crate::group::Permutation;
use crate::puzzle::{
    ColorName, EqualTurns, Face, HeldPiece, MAX_FACELETS_IN_FILE, OrbitPuzzle, Parts, Puzzle,
    State, parts,
};
use crate::source::{Mistakes, Source};
use crate::text::excerpt;

/// Reads a definition and collects its mistakes.
pub(super) struct Reader<'a> {
    pub(super) source: Source<'a>,
    /// Facelet names, in the order of the faces.
    pub(super) names: Vec<String>,
    numbers: HashMap<String, usize>,
    /// Which parts could be read; nothing is reported that depends on other parts.
    pub(super) readable: ReadableParts,
    mistakes: Mistakes<'a>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(source: Source<'a>, readable: ReadableParts) -> Self {
        Self {
            source,
            names: Vec::new(),
            numbers: HashMap::new(),
            readable,
            mistakes: Mistakes::new(source),
        }
    }

    /// The puzzle, or the mistakes.
    pub(super) fn puzzle(mut self, mut definition: Definition) -> Result<Puzzle, Mistakes<'a>> {
        match self.read(&mut definition) {
            Some(puzzle) if self.mistakes.is_empty() => Ok(puzzle),
            _ => Err(self.mistakes),
        }
    }

    /// Reports a mistake at a part of the text.
    pub(super) fn report(&mut self, at: Range<usize>, reason: impl Into<String>) {
        self.mistakes.add_at(at, reason);
    }

    /// The puzzle; `None` after mistakes that leave nothing more to check.
    fn read(&mut self, definition: &mut Definition) -> Option<Puzzle> {
        self.check_name(&definition.name);
        for name in definition.also.iter().flat_map(|also| also.get_ref()) {
            self.check_name(name);
        }
        self.check_visible("the title", &definition.title);
        let maximum = definition.maximum.read(&self.source);
        let maximum = maximum.map_err(|mistake| self.mistakes.add(mistake));
        let plan = self.plan(definition.plan.as_ref());
        self.expand_family(definition)?;
        let faces = definition.face.take().unwrap_or_default();
        self.facelet_names(&faces, definition.name.span())?;
        let (colors, faces) = self.faces(&faces);
        let turns = definition.turn.take().unwrap_or_default();
        let enabled = self.enabled_groups(definition.with.as_ref(), &turns);
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
        let solved = parts::solved(self.names.len(), &faces);
        let symbols: Vec<char> = solved.iter().map(|&color| colors[color].symbol).collect();
        let orbits = self.orbits(definition, &symbols, &turns, &generators);
        let is_whole = self.mistakes.is_empty() && self.readable == ReadableParts::ALL;
        let (Ok(maximum), true) = (maximum, is_whole) else {
            return None;
        };
        let (turns, groups) = choose_enabled(&turns, all, &enabled);
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
        let parts = Parts {
            name: definition.name.get_ref().clone(),
            title: definition.title.get_ref().clone(),
            definition: self.source.text.to_owned(),
            facelets: std::mem::take(&mut self.names),
            colors,
            faces,
            net,
            layout: definition.layout.unwrap_or_default(),
            held: held.ok()?,
            equal_turns: EqualTurns::find(&turns),
            turns,
            groups,
            aliases,
            tips,
            with_tips,
            maximum,
            plan,
            orbits: orbits.map(Arc::new),
            classes: definition.classes.take().map(Arc::new),
        };
        Some(Puzzle::assemble(parts))
    }

    /// The orbits of pieces, if the file has any and everything else is valid.
    fn orbits(
        &mut self,
        definition: &Definition,
        solved: &[char],
        turns: &[TurnEntry],
        generators: &[Option<Permutation>],
    ) -> Option<OrbitPuzzle> {
        let entries = definition.orbit.as_ref()?;
        if !self.mistakes.is_empty() || self.readable != ReadableParts::ALL {
            return None;
        }
        let turns = turns.iter().zip(generators);
        let turns = turns.filter_map(|(entry, generator)| {
            let name = &entry.name;
            Some((name.get_ref().as_str(), generator.as_ref()?, name.span()))
        });
        let rest = OtherParts {
            title: definition.title.get_ref(),
            facelets: &self.names,
            solved,
            turns: turns.collect(),
        };
        let restored = restore(entries, &rest);
        restored
            .map_err(|(at, reason)| self.report(at, reason))
            .ok()
    }

    /// The name of the plan. Its existence is not checked: it is a separate file.
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

    pub(super) fn check_visible(&mut self, what: &str, text: &Spanned<String>) {
        if let Err(mistake) = self.source.check_visible(what, text) {
            self.mistakes.add(mistake);
        }
    }

    /// Generates the net, faces and turns of a family, and reports them as missing in a file without one. `None` without
    /// faces or turns.
    fn expand_family(&mut self, definition: &mut Definition) -> Option<()> {
        let before = self.mistakes.count();
        match (&definition.family, &definition.size) {
            (Some(family), size) => {
                let span = family.span();
                let size = size.as_ref().map(|size| (*size.get_ref(), size.span()));
                let (net, face, turn) = (&definition.net, &definition.face, &definition.turn);
                let given = net.is_some() || face.is_some() || turn.is_some();
                if given {
                    self.report(
                        span.clone(),
                        "`family` cannot be combined with `net`, `face` or `turn`, which it generates",
                    );
                }
                match size {
                    None if !self.readable.family => (),
                    None => self.report(span, "a family needs a `size`, such as `size = 4`"),
                    Some((size, at)) if !family.get_ref().sizes().contains(&size) => {
                        let (sizes, word) = (family.get_ref().sizes(), family.get_ref().word());
                        let (least, most) = sizes.into_inner();
                        let reason = format!("the size of a {word} must be from {least} to {most}");
                        self.report(at, reason);
                    }
                    Some((size, _)) if !given => {
                        let family = *family.get_ref();
                        family.expand(definition, size, &span);
                    }
                    Some(_) => (),
                }
            }
            _ if !self.readable.family => (),
            (None, Some(size)) => {
                self.report(size.span(), "`size` requires `family`, which is missing");
            }
            (None, None) => {
                let missing = [
                    ("net", definition.net.is_none()),
                    ("face", definition.face.is_none()),
                    ("turn", definition.turn.is_none()),
                ];
                for (key, _) in missing.into_iter().filter(|&(_, missing)| missing) {
                    let reason = format!("missing field `{key}`; or use a `family`");
                    self.report(definition.name.span(), reason);
                }
            }
        }
        let is_whole = definition.face.is_some() && definition.turn.is_some();
        (is_whole || (self.readable.family && self.mistakes.count() == before)).then_some(())
    }

    /// Collects the names of the facelets; `None` if there are too many.
    fn facelet_names(&mut self, faces: &[FaceEntry], at: Range<usize>) -> Option<()> {
        for face in faces {
            self.check_visible("a face's name", &face.name);
            for facelet in face.facelets.get_ref().split_whitespace() {
                if let Err(reason) = crate::text::check_visible("a facelet's name", facelet) {
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

    /// The index of a facelet, if the name exists.
    pub(super) fn facelet(
        &mut self,
        text: &Spanned<String>,
        name: &str,
        hint: &str,
    ) -> Option<usize> {
        let number = self.numbers.get(name).copied();
        if number.is_none() && self.readable.all_faces {
            let reason = format!("unknown facelet `{}`; {hint}", excerpt(name));
            self.report(text.span(), reason);
        }
        number
    }

    /// The indices of the facelets named in a string.
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
        let before = self.mistakes.count();
        self.check_visible("a color", color);
        if self.mistakes.count() > before {
            return None;
        }
        let symbol = color.get_ref().chars().exactly_one().ok();
        let symbol = symbol.filter(|c| !c.is_whitespace() && !matches!(c, '=' | '.' | '[' | ']'));
        if symbol.is_none() {
            let reason = "a color is one character, not a space, `=`, `.` or a bracket";
            self.report(color.span(), reason);
        }
        symbol
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

/// Whether a name is safe everywhere: in file names, and between commas.
pub(super) fn is_safe_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !name.is_empty() && name.chars().all(plain)
}
