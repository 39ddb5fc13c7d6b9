//! Classes of facelets that colors alone do not distinguish, and ways to write states with them.
//!
//! *Idea.* On a cube of digits, a digit on an even cell never moves to an odd cell. So counting a color in each class finds
//! more mistakes than counting it on all facelets, and a state may be written with letters on odd cells. A family of
//! puzzles defines its classes.

use itertools::Itertools;

use super::{Color, Sticker};
use crate::text::join_names;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FaceletClasses {
    /// The class of each facelet: 0 on even cells, 1 on odd cells.
    pub(crate) class_of: Vec<usize>,
    /// The number of characters in a row of a text, if the rows are one below the other.
    pub(crate) row_width: usize,
    /// The facelets in the order of such a text.
    pub(crate) row_order: Vec<usize>,
    /// Symbols in which a state may be written instead of the puzzle's own.
    pub(crate) alternative_symbols: Vec<ClassSymbols>,
}

/// For each class, the character of each color; `?` if the class lacks the color.
pub(crate) type ClassSymbols = [Vec<char>; 2];

impl FaceletClasses {
    /// The stickers in the puzzle's own symbols, converted from the first alternative symbols that fit; unchanged if
    /// none do.
    pub(crate) fn in_own_symbols(&self, own: &[char], stickers: Vec<Sticker>) -> Vec<Sticker> {
        let own = [own.to_vec(), own.to_vec()];
        if self.convert(&own, &own, &stickers).is_some() {
            return stickers;
        }
        let mut alternatives = self.alternative_symbols.iter();
        let found = alternatives.find_map(|symbols| self.convert(symbols, &own, &stickers));
        found.unwrap_or(stickers)
    }

    /// Converts stickers from the symbols `from` to the symbols `to`; `None` for stickers with other symbols.
    fn convert(
        &self,
        from: &ClassSymbols,
        to: &ClassSymbols,
        stickers: &[Sticker],
    ) -> Option<Vec<Sticker>> {
        let translated = |(sticker, &class): (&Sticker, &usize)| {
            let symbol = |symbol: &char| {
                let color = from[class].iter().position(|known| known == symbol)?;
                to[class].get(color).copied()
            };
            match sticker {
                Sticker::Any => Some(Sticker::Any),
                Sticker::OneOf(some) => {
                    let translated: Option<Vec<char>> = some.iter().map(symbol).collect();
                    translated.map(Sticker::OneOf)
                }
            }
        };
        let stickers = stickers.iter().zip(&self.class_of);
        stickers.map(translated).collect()
    }

    /// Describes the colors with wrong counts in a class; `None` if all counts are right.
    pub(crate) fn describe_wrong_counts(
        &self,
        symbols: &[char],
        found: &[Color],
        solved: &[Color],
    ) -> Option<String> {
        let counts = |colors: &[Color]| {
            let classes = self.class_of.iter().copied();
            classes.zip(colors.iter().copied()).counts()
        };
        let (found, wanted) = (counts(found), counts(solved));
        let mut wrong = Vec::new();
        for key @ &(class, color) in found.keys().chain(wanted.keys()).unique().sorted() {
            let [found, wanted] = [&found, &wanted].map(|it| it.get(key).copied().unwrap_or(0));
            let (digit, cells) = (symbols[color], ["even", "odd"][class]);
            if found != wanted {
                wrong.push(format!(
                    "digit {digit} occurs {found} times on {cells} cells, not {wanted} times"
                ));
            }
        }
        (!wrong.is_empty()).then(|| join_names(wrong.iter(), "; "))
    }
}
