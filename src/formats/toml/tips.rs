//! The tips of a puzzle file: parts that turn independently.

use std::collections::HashSet;

use itertools::Itertools;
use toml::Spanned;

use super::definition::TipEntry;
use super::reader::Reader;
use crate::puzzle::{Alias, Tip, TipCell, Turn, limits, power_name};
use crate::text::excerpt;

/// The maximum number of tips.
const MAX_TIPS: usize = 100;

/// The maximum order of a tip.
const MAX_ORDER: usize = 64;

impl Reader<'_> {
    /// The tips. A turn of a tip must not have the name of another turn.
    pub(super) fn tips(
        &mut self,
        entries: &[TipEntry],
        all: &[Vec<Turn>],
        aliases: &[Alias],
    ) -> Vec<Tip> {
        if let Some(entry) = entries.get(MAX_TIPS) {
            let reason = format!("a puzzle has at most {MAX_TIPS} tips");
            self.report(entry.name.span(), reason);
        }
        let mut taken: HashSet<String> = all.iter().flatten().map(Turn::name).collect();
        for alias in aliases {
            let order = alias.powers().count() + 1;
            taken.extend((1..order).map(|power| power_name(&alias.name, power, order)));
        }
        let mut tips: Vec<Tip> = Vec::new();
        for entry in entries.iter().take(MAX_TIPS) {
            let (name, order) = (entry.name.get_ref().clone(), *entry.order.get_ref());
            if let Err(reason) = limits::check_turn_name(&name) {
                self.report(entry.name.span(), reason);
                continue;
            }
            if !(2..=MAX_ORDER).contains(&order) {
                let reason = format!(
                    "the order of tip `{}` must be from 2 to {MAX_ORDER}: it is the number of turns after which the tip is back",
                    excerpt(&name)
                );
                self.report(entry.order.span(), reason);
                continue;
            }
            let names = (1..order).map(|power| power_name(&name, power, order));
            let twice = names.filter(|name| !taken.insert(name.clone())).last();
            match twice.map(|it| format!("`{}` is already the name of a turn", excerpt(&it))) {
                Some(reason) => self.report(entry.name.span(), reason),
                None => tips.push(Tip { name, order }),
            }
        }
        tips
    }

    /// The order in which a state with tips lists the stickers. `u:F2` is the sticker of tip `u` next to `F2`.
    pub(super) fn with_tips(
        &mut self,
        rows: Option<&[Spanned<String>]>,
        tips: &[Tip],
    ) -> Vec<TipCell> {
        let mut cells = Vec::new();
        let rows = rows.unwrap_or_default();
        for row in rows {
            for word in row.get_ref().split_whitespace() {
                let (tip, name) = match word.split_once(':') {
                    None => (None, word),
                    Some((tip, name)) => (Some(tip), name),
                };
                let hint = "the sticker of a tip is written as in `u:F2`";
                let Some(neighbor) = self.facelet(row, name, hint) else {
                    continue;
                };
                let Some(tip) = tip else {
                    cells.push(TipCell::Facelet(neighbor));
                    continue;
                };
                match tips.iter().position(|it| it.name == tip) {
                    Some(tip) => cells.push(TipCell::Tip { tip, neighbor }),
                    None => self.report(row.span(), format!("there is no tip `{}`", excerpt(tip))),
                }
            }
        }
        if let Some(first) = rows.first() {
            self.check_cells(first, &cells, tips);
        }
        cells
    }

    /// Requires each facelet once and at least one sticker of each tip, and forbids duplicates.
    fn check_cells(&mut self, at: &Spanned<String>, cells: &[TipCell], tips: &[Tip]) {
        let twice = cells.iter().duplicates().next();
        if let Some(
            TipCell::Facelet(facelet)
            | TipCell::Tip {
                neighbor: facelet, ..
            },
        ) = twice
        {
            let reason = format!("`{}` appears twice", excerpt(&self.names[*facelet]));
            self.report(at.span(), reason);
        }
        let is_listed = |facelet: usize| cells.contains(&TipCell::Facelet(facelet));
        if let Some(missing) = (0..self.names.len()).find(|&facelet| !is_listed(facelet)) {
            let reason = format!("facelet `{}` is missing", excerpt(&self.names[missing]));
            self.report(at.span(), reason);
        }
        for (number, missing) in tips.iter().enumerate() {
            let shows = |cell: &TipCell| matches!(cell, TipCell::Tip { tip, .. } if *tip == number);
            if !cells.iter().any(shows) {
                let reason = format!("tip `{}` is missing", excerpt(&missing.name));
                self.report(at.span(), reason);
            }
        }
    }
}
