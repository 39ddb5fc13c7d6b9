//! Names of turns in several notations.

use itertools::Itertools;

use super::error::TurnError;
use super::name_index::NameIndex;
use crate::names::{named, serde_as_text};
use crate::puzzle::{Puzzle, TipTurn, Turn, TurnId, power_name, with_exponent};
use crate::text::join_names;

/// How turns are spelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// Singmaster's: `R R2 R'`.
    #[default]
    Singmaster,
    /// Letters for the direction, as in Yurichev's text: `RCW RH RCCW`.
    Cw,
    /// Lowercase is counter-clockwise, as in Quassnoi's text: `R R2 r`.
    Lowercase,
    /// An `i` for inverse, as in the Neo4j article: `R R2 Ri`.
    Inverse,
    /// The power is always written as a number, as in tjjfvi's *cubular*: `174X1 174X2 174X3`.
    Numbered,
    /// Like `Numbered`, but in the coordinates of the question that *cubular* answers: the second and the third coordinate
    /// are exchanged, and turns about these two axes have the other direction: `147X1`, `147Y3`.
    Exchanged,
}

named!(
    Notation,
    "notation",
    Singmaster = "singmaster",
    Cw = "cw",
    Lowercase = "lowercase",
    Inverse = "inverse",
    Numbered = "numbered",
    Exchanged = "exchanged",
);

serde_as_text!(Notation);

impl Notation {
    /// Writes a turn.
    #[must_use]
    pub fn write(self, turn: &Turn) -> String {
        self.power_name(&turn.base, turn.power, turn.order)
    }

    /// Writes a power of a generator of some order.
    fn power_name(self, base: &str, power: usize, order: usize) -> String {
        let is_inverse = order == power + 1 && order > 2;
        let name = || power_name(base, power, order);
        match self {
            Notation::Singmaster => name(),
            // Names without a capital letter, such as x, have no lowercase form.
            Notation::Lowercase if is_inverse && base.to_lowercase() != base => base.to_lowercase(),
            Notation::Inverse => name().replace('\'', "i"),
            Notation::Lowercase => name(),
            Notation::Numbered => with_exponent(base, power),
            Notation::Exchanged => match exchange_coordinates(base) {
                Some((base, true)) => with_exponent(&base, order - power),
                Some((base, false)) => with_exponent(&base, power),
                None => with_exponent(base, power),
            },
            Notation::Cw => match power {
                1 if base.ends_with('2') && order == 2 => {
                    format!("{}H", base.trim_end_matches('2'))
                }
                1 => format!("{base}CW"),
                _ if power * 2 == order => format!("{base}H"),
                _ if is_inverse => format!("{base}CCW"),
                power => format!("{base}CW{power}"),
            },
        }
    }

    /// Writes a turn sequence, with a space between turns.
    #[must_use]
    pub fn write_all(self, puzzle: &Puzzle, turns: &[TurnId]) -> String {
        let mut names = turns.iter().map(|&turn| self.write(&puzzle.turns()[turn]));
        names.join(" ")
    }

    /// Writes turns of tips, with a space between them.
    #[must_use]
    pub fn write_tips(self, puzzle: &Puzzle, turns: &[TipTurn]) -> String {
        let mut names = turns.iter().map(|turn| {
            let tip = &puzzle.tips()[turn.tip];
            self.power_name(&tip.name, turn.power, tip.order)
        });
        names.join(" ")
    }

    /// Every accepted spelling of the turns of tips. Empty if a spelling also means another turn, as `u` does in lowercase
    /// notation.
    pub(super) fn tip_names(self, puzzle: &Puzzle) -> Vec<(String, TipTurn)> {
        let mut names = Vec::new();
        for (number, tip) in puzzle.tips().iter().enumerate() {
            for power in 1..tip.order {
                let turn = TipTurn { tip: number, power };
                let spellings = self.spellings(&tip.name, power, tip.order).into_iter();
                names.extend(spellings.map(|name| (name, turn)));
            }
        }
        if !names.is_empty() {
            let turns = self.accepted_names(puzzle);
            if names.iter().any(|(name, _)| turns.contains(name)) {
                names.clear();
            }
        }
        names
    }

    /// An index of every accepted spelling of every turn.
    pub(super) fn accepted_names(self, puzzle: &Puzzle) -> NameIndex<TurnId> {
        self.name_index(self.names(puzzle))
    }

    /// An index of names. In Singmaster's notation, the index also finds powers of names.
    pub(super) fn name_index<T: Copy>(self, names: Vec<(String, T)>) -> NameIndex<T> {
        NameIndex::new(names, self == Notation::Singmaster)
    }

    /// Every accepted spelling of every turn. Of entries with the same spelling, the last one counts.
    pub(super) fn names(self, puzzle: &Puzzle) -> Vec<(String, TurnId)> {
        let mut names = Vec::new();
        let mut add = |base: &str, power: usize, order: usize, id: TurnId| {
            let spellings = self.spellings(base, power, order).into_iter();
            names.extend(spellings.map(|name| (name, puzzle.representative_turn(id))));
        };
        // Aliases come first: a turn with the same name overrides them.
        for alias in puzzle.aliases() {
            let order = alias.powers().count() + 1;
            let bases = [Some(alias.name.clone()), self.wide_name(&alias.name)];
            for base in bases.iter().flatten() {
                for (power, id) in puzzle.powers_of_alias(alias) {
                    add(base, power, order, id);
                }
            }
        }
        let turns = || puzzle.turns().iter().enumerate();
        for (id, turn) in turns() {
            if let Some(base) = self.wide_name(&turn.base) {
                add(&base, turn.power, turn.order, id);
            }
        }
        for (id, turn) in turns() {
            add(&turn.base, turn.power, turn.order, id);
        }
        // `A2` is the turn with that name, even if `A2` is also a spelling of `A'`.
        for alias in puzzle.aliases() {
            let first = puzzle.powers_of_alias(alias).find(|&(power, _)| power == 1);
            names.extend(first.map(|(_, id)| (alias.name.clone(), id)));
        }
        names.extend(turns().map(|(id, turn)| (self.write(turn), puzzle.representative_turn(id))));
        names
    }

    /// The alternative name of a wide turn in this notation, if any: `r` for `Rw`.
    pub(super) fn wide_name(self, base: &str) -> Option<String> {
        wide_alias(base).filter(|_| self == Notation::Singmaster)
    }

    /// Every accepted spelling of a power of a generator.
    pub(super) fn spellings(self, base: &str, power: usize, order: usize) -> Vec<String> {
        let mut names = vec![self.power_name(base, power, order)];
        if self == Notation::Singmaster {
            // `R2'` is `R2` if both are the same turn; `R3` is `R'`.
            if power * 2 == order {
                names.push(format!("{}'", names[0]));
            }
            if power > 1 {
                names.push(with_exponent(base, power));
            }
        }
        names
    }

    /// A name that two turns of a puzzle share in this notation, if any: a puzzle may have turns `R` and `r`.
    #[must_use]
    pub fn ambiguous_name(self, puzzle: &Puzzle) -> Option<String> {
        let names: Vec<String> = puzzle.turns().iter().map(|turn| self.write(turn)).collect();
        names.iter().duplicates().next().cloned()
    }

    pub(super) fn unknown_name_error(self, puzzle: &Puzzle, text: &[char], at: usize) -> TurnError {
        if text[at] == '.' {
            return TurnError::at(text, at, "is a pause only between spaces");
        }
        let begins = |c: &char| c.is_whitespace() || "()[],:|*+?}.".contains(*c);
        let before = text[..at].iter().rposition(begins);
        let start = before.map_or(0, |end| end + 1);
        let ends = |c: &char| c.is_whitespace() || ")],:|*+?{.".contains(*c);
        let length = text[start..].iter().take_while(|c| !ends(c)).count();
        // The token includes the character at `at`, even if that character ends a token: `R+`.
        let end = (start + length).max(at + 1).min(text.len());
        let token: String = text[start..end].iter().collect();
        let reason = self.unknown_name_reason(puzzle, &token);
        let column = start + 1;
        TurnError {
            token,
            column,
            reason,
        }
    }

    fn unknown_name_reason(self, puzzle: &Puzzle, token: &str) -> String {
        if self.tip_names(puzzle).iter().any(|(name, _)| name == token) {
            return "turns a tip and moves nothing else, so it is allowed only in the scramble of a question"
                .to_owned();
        }
        let is_name_in =
            |other: Notation| other.names(puzzle).iter().any(|(name, _)| name == token);
        let mut others = Notation::ALL.into_iter();
        let other = others.find(|&other| other != self && is_name_in(other));
        let group = self.group_of(puzzle, token);
        let reason = match (other, group) {
            (Some(Notation::Lowercase), _) => {
                let enable = |group| format!("; if it is the wide turn, enable group `{group}`");
                format!(
                    "a lowercase letter means counter-clockwise to some and a wide \
                     turn to others; if it is counter-clockwise here, use notation `lowercase`{}",
                    group.map(enable).unwrap_or_default()
                )
            }
            (Some(other), _) => format!("it is one in another notation; use notation `{other}`"),
            (None, Some(group)) => {
                format!("it is in group `{group}` of turns, which must be enabled (`with`)")
            }
            (None, None) => {
                let known = puzzle.turns().iter().map(|turn| self.write(turn));
                let tips = puzzle.tips().iter();
                let tips = tips.map(|tip| self.power_name(&tip.name, 1, tip.order));
                let tips = match tips.len() {
                    0 => String::new(),
                    _ => format!(", those of the tips {}", join_names(tips, " ")),
                };
                format!("the {self} names are {}{tips}", join_names(known, " "))
            }
        };
        format!("is not a turn: {reason}")
    }

    /// The disabled group that contains the turn that a token names, or one of several turns that the token stands for.
    fn group_of<'a>(self, puzzle: &'a Puzzle, token: &str) -> Option<&'a str> {
        let disabled = || puzzle.groups().iter().filter(|group| !group.enabled);
        let base =
            token.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '\'' | '’' | '′'));
        let alias = puzzle.aliases().iter().find(|alias| alias.name == base);
        let base = alias.map_or(base, |alias| alias.base.as_str());
        let is_meant = |turn: &String| turn == base || wide_alias(turn).as_deref() == Some(base);
        let of_turn = disabled().find(|group| group.turns.iter().any(is_meant));
        let of_several = || {
            let whole = puzzle.with_all_groups();
            let mut names = self.combined_names(whole).into_iter();
            let (_, combined) = names.find(|(name, _)| name == token)?;
            let mut bases = combined.turns().map(|turn| &whole.turns()[turn].base);
            bases.find_map(|base| disabled().find(|group| group.turns.contains(base)))
        };
        Some(&*of_turn.or_else(of_several)?.name)
    }
}

/// The name of a sub-cube's turn with the second and the third coordinate exchanged, and whether its direction is reversed;
/// `None` for other names.
fn exchange_coordinates(base: &str) -> Option<(String, bool)> {
    let letters: Vec<char> = base.chars().collect();
    let [x, y, z, axis] = letters[..] else {
        return None;
    };
    let (other, is_reversed) = match axis {
        'X' => ('X', false),
        'Y' => ('Z', true),
        'Z' => ('Y', true),
        _ => return None,
    };
    let are_digits = letters[..3].iter().all(char::is_ascii_digit);
    are_digits.then(|| (format!("{x}{z}{y}{other}"), is_reversed))
}

/// The alternative name of a wide turn: `r` for `Rw`, `3r` for `3Rw`.
fn wide_alias(base: &str) -> Option<String> {
    let face = base.strip_suffix('w')?;
    let letter = face.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_face = letter.chars().count() == 1 && letter.chars().all(char::is_uppercase);
    is_face.then(|| face.to_lowercase())
}
