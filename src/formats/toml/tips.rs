//! The tips of a puzzle file: parts that turn by themselves.

use std::collections::HashSet;

use super::definition::TipEntry;
use super::reader::Reader;
use crate::puzzle::{Alias, Tip, Turn, limits, power_name};
use crate::text::shown;

/// No puzzle has more of them.
const MOST_TIPS: usize = 100;

/// The order of a tip beyond which it is surely a mistake.
const MOST_ORDER: usize = 64;

impl Reader<'_> {
    /// The tips. None of their turns may be written as another turn is.
    pub(super) fn tips(
        &mut self,
        entries: &[TipEntry],
        all: &[Vec<Turn>],
        aliases: &[Alias],
    ) -> Vec<Tip> {
        if let Some(entry) = entries.get(MOST_TIPS) {
            let reason = format!("a puzzle has at most {MOST_TIPS} tips");
            self.mistake(entry.name.span(), reason);
        }
        let mut taken: HashSet<String> = all.iter().flatten().map(Turn::name).collect();
        for alias in aliases {
            let order = alias.powers().count() + 1;
            taken.extend((1..order).map(|power| power_name(&alias.name, power, order)));
        }
        let mut tips: Vec<Tip> = Vec::new();
        for entry in entries.iter().take(MOST_TIPS) {
            let (name, order) = (entry.name.get_ref(), *entry.order.get_ref());
            if let Err(error) = limits::check_turn_name(name) {
                self.mistake(entry.name.span(), error);
                continue;
            }
            if !(2..=MOST_ORDER).contains(&order) {
                let reason = format!(
                    "the order of tip `{}` must be from 2 to {MOST_ORDER}: so often it must be turned to be where it was",
                    shown(name)
                );
                self.mistake(entry.order.span(), reason);
                continue;
            }
            let names = (1..order).map(|power| power_name(name, power, order));
            let twice = names.filter(|name| !taken.insert(name.clone())).last();
            match twice {
                Some(twice) => {
                    let reason = format!("`{}` is already the name of a turn", shown(&twice));
                    self.mistake(entry.name.span(), reason);
                }
                None => tips.push(Tip {
                    name: name.clone(),
                    order,
                }),
            }
        }
        tips
    }
}
