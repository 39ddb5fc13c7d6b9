//! Information about a puzzle: its turns, its pieces, and properties derived from them.

use std::cmp::Reverse;
use std::fmt::Write;

use itertools::Itertools;
use serde::Serialize;

use super::json::{Object, about};
use crate::puzzle::{MaxDistance, Metric, Puzzle, Tip, TurnGroup, TurnId};
use crate::text::{join_names, with_thousands_separators};

/// The result of `puzzle show`; `docs/twistsat.schema.json` describes the keys.
#[derive(Debug, Serialize)]
pub struct PuzzleReport {
    #[serde(flatten)]
    about: Object,
    title: String,
    facelets: Vec<String>,
    colors: Vec<char>,
    layout: String,
    turns: Vec<Generator>,
    turn_count: usize,
    groups: Vec<TurnGroup>,
    aliases: Vec<TurnAlias>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tips: Vec<Tip>,
    pieces: Vec<PieceKind>,
    orbits: Vec<Vec<String>>,
    /// `None` if there are more than 500 generators, which have too many pairs.
    commuting: Option<Vec<[String; 2]>>,
    /// In decimal; `None` if that would take long to compute.
    group_order: Option<String>,
    held: Vec<String>,
    group_order_held: Option<String>,
    maximum: Vec<KnownMaximum>,
    net: Vec<Vec<Option<String>>>,
}

/// A generator of turns.
#[derive(Debug, Serialize)]
struct Generator {
    name: String,
    order: usize,
    /// The number of stickers that it moves.
    moves: usize,
}

#[derive(Debug, Serialize)]
struct TurnAlias {
    name: String,
    turn: String,
}

/// A kind of pieces: pieces that can reach each other's places.
#[derive(Debug, Serialize)]
struct PieceKind {
    /// Corner, edge, …
    word: &'static str,
    /// The facelets of each piece at home.
    pieces: Vec<String>,
    /// The number of orientations of a piece in a place.
    orientations: usize,
    /// Whether colors distinguish all pieces of the kind, in all orientations.
    told_apart: bool,
}

/// The maximum distance of a state from the solved puzzle, in any and in one exact orientation; `None` if unknown.
#[derive(Debug, Serialize)]
struct KnownMaximum {
    metric: Metric,
    any: Option<usize>,
    exact: Option<usize>,
}

impl PuzzleReport {
    /// The report on a puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        let name = |&facelet: &usize| puzzle.facelets()[facelet].clone();
        let all = puzzle.all_turns();
        let order = |turns: &[TurnId]| {
            let group = puzzle.group(turns).ok()?;
            Some(group.order().to_string())
        };
        let is_held = !puzzle.held().is_empty();
        Self {
            about: about("twistsat.puzzle-show/1", puzzle),
            title: puzzle.title().to_owned(),
            facelets: puzzle.facelets().to_vec(),
            colors: puzzle.symbols(),
            layout: puzzle.layout().to_string(),
            turns: generators(puzzle).map(|id| generator(puzzle, id)).collect(),
            turn_count: all.len(),
            groups: puzzle.groups().to_vec(),
            aliases: puzzle
                .aliases()
                .iter()
                .map(|alias| TurnAlias {
                    name: alias.name.clone(),
                    turn: alias.turn(),
                })
                .collect(),
            tips: puzzle.tips().to_vec(),
            pieces: kinds(puzzle),
            orbits: puzzle
                .orbits(&all)
                .into_iter()
                .map(|orbit| orbit.iter().map(name).collect())
                .collect(),
            commuting: commuting_turns(puzzle),
            group_order: order(&all),
            held: puzzle.held().iter().map(name).collect(),
            group_order_held: is_held
                .then(|| order(&puzzle.turns_around_held()))
                .flatten(),
            maximum: Metric::ALL
                .iter()
                .map(|&metric| {
                    let MaxDistance { any, exact } = puzzle.maximum().in_metric(metric);
                    KnownMaximum { metric, any, exact }
                })
                .collect(),
            net: puzzle
                .net()
                .iter()
                .map(|row| row.iter().map(|cell| cell.as_ref().map(name)).collect())
                .collect(),
        }
    }

    /// The report as human-readable text, without the net.
    pub fn text(&self) -> String {
        let orders = self.turns.iter().map(|turn| turn.order);
        let turns = orders.unique().sorted().map(|order| {
            let names = self.turns.iter().filter(|turn| turn.order == order);
            let names = join_names(names.map(|turn| &turn.name), " ");
            format!("{names}, {}", angle_in_words(order))
        });
        let groups = self.groups.iter().map(|group| {
            let names = join_names(group.turns.iter(), " ");
            let how = if group.enabled {
                "enabled:"
            } else {
                "requires"
            };
            format!("{names} ({how} group {})", group.name)
        });
        let aliases = self.aliases.iter();
        let aliases = aliases.map(|it| format!("{} is {}", it.name, it.turn));
        let aliases = join_names(aliases, ", ");
        let tips = join_names(self.tips.iter().map(|tip| &tip.name), " ");
        let kinds = self.pieces.iter();
        let kinds = kinds.dedup_by_with_count(|one, other| one.is_like(other));
        let (fixed, moved): (Vec<_>, Vec<_>) =
            self.orbits.iter().partition(|orbit| orbit.len() == 1);
        let moved = moved.into_iter().map(|orbit| {
            let names = join_names(orbit.iter(), " ");
            format!("{} facelets: {names}", orbit.len())
        });
        let fixed = join_names(fixed.into_iter().flatten(), " ");
        let fixed = (!fixed.is_empty()).then(|| format!("never moved: {fixed}"));
        let commuting = match self.commuting.as_deref() {
            None => "not computed: too many pairs of turns".to_owned(),
            Some([]) => "none".to_owned(),
            Some(pairs) => join_names(pairs.iter().map(|[a, b]| format!("{a} {b}")), ", "),
        };
        let mut text = format!("{}\n", self.title);
        let mut add = |head: &str, rows: Vec<String>| {
            for (at, row) in rows.iter().enumerate() {
                let head = if at == 0 { head } else { "" };
                // Writing to a string does not fail.
                let _ = writeln!(text, "{head:10}{row}");
            }
        };
        let (facelets, colors) = (self.facelets.len(), self.colors.len());
        add("facelets", vec![format!("{facelets} in {colors} colors")]);
        add("turns", turns.chain(groups).collect());
        if !aliases.is_empty() {
            add("aliases", vec![aliases]);
        }
        if !tips.is_empty() {
            add("tips", vec![format!("{tips}, solved separately")]);
        }
        let kinds = kinds.map(|(count, kind)| kind.words(count));
        add("pieces", kinds.collect());
        add("orbits", moved.chain(fixed).collect());
        add("commute", vec![commuting]);
        add("states", vec![self.states()]);
        for known in &self.maximum {
            let head = format!("most {}", known.metric);
            add(&head, vec![known.words(self.held.is_empty())]);
        }
        text
    }

    fn states(&self) -> String {
        let count = |order: &Option<String>| match order {
            Some(order) => with_thousands_separators(order),
            None => "too many to count quickly".to_owned(),
        };
        let mut text = count(&self.group_order);
        if !self.held.is_empty() {
            let held = join_names(self.held.iter(), " ");
            text = format!("{text}; {} with {held} held", count(&self.group_order_held));
        }
        if !self.pieces.iter().all(|kind| kind.told_apart) {
            text += "; fewer can be distinguished";
        }
        text
    }
}

impl PieceKind {
    /// Whether kinds are listed on one line.
    fn is_like(&self, other: &Self) -> bool {
        let properties = |it: &Self| (it.word, it.pieces.len(), it.orientations, it.told_apart);
        properties(self) == properties(other)
    }

    /// `8 corners in 3 orientations`: all pieces of `kinds` kinds like this one.
    fn words(&self, kinds: usize) -> String {
        let places = self.pieces.len();
        let count = kinds * places;
        let plural = if count == 1 { "" } else { "s" };
        let mut text = format!("{count} {}{plural}", self.word);
        if self.orientations > 1 {
            text += &format!(" in {} orientations", self.orientations);
        }
        text += match (places, self.orientations) {
            (1, 1) if count == 1 => ", which stays where it is",
            (1, 1) => ", which stay where they are",
            (1, _) if count == 1 => ", which turns in place",
            (1, _) => ", which turn in place",
            _ if kinds > 1 => ", of which some never reach the places of others",
            _ => "",
        };
        if !self.told_apart {
            text += "; some look alike";
        }
        text
    }
}

impl KnownMaximum {
    fn words(&self, without_held: bool) -> String {
        let number = |number: Option<usize>| number.map_or("unknown".to_owned(), |n| n.to_string());
        if without_held {
            return number(self.exact);
        }
        format!(
            "{} up to rotation, {} to one orientation",
            number(self.any),
            number(self.exact)
        )
    }
}

fn angle_in_words(order: usize) -> String {
    match order {
        2 => "half turns".to_owned(),
        3 => "thirds of a turn".to_owned(),
        4 => "quarter turns".to_owned(),
        _ => format!("of order {order}"),
    }
}

/// The first powers of all generators.
fn generators(puzzle: &Puzzle) -> impl Iterator<Item = TurnId> + '_ {
    (0..puzzle.turns().len()).filter(|&turn| puzzle.turns()[turn].power == 1)
}

fn generator(puzzle: &Puzzle, turn: TurnId) -> Generator {
    let turn = &puzzle.turns()[turn];
    Generator {
        name: turn.name(),
        order: turn.order,
        moves: turn.permutation.moved().count(),
    }
}

fn kinds(puzzle: &Puzzle) -> Vec<PieceKind> {
    let pieces = puzzle.pieces();
    let kind = |number: usize| {
        let all = pieces.kinds()[number].clone();
        let names = |piece: usize| {
            let facelets = pieces.all()[piece].facelets.iter();
            facelets.map(|&f| puzzle.facelets()[f].as_str()).join(" ")
        };
        PieceKind {
            word: pieces.all()[all.start].word,
            orientations: pieces.orientations(all.start).count(),
            pieces: all.map(names).collect(),
            told_apart: puzzle.tells_apart(number),
        }
    };
    let kinds = (0..pieces.kinds().len()).map(kind);
    // Corners before edges before centers, otherwise in the order of the file.
    let stickers = |kind: &PieceKind| Reverse(kind.pieces[0].split(' ').count());
    kinds.sorted_by_key(stickers).collect()
}

/// The maximum number of generators whose pairs are listed.
const MAX_PAIRWISE: usize = 500;

fn commuting_turns(puzzle: &Puzzle) -> Option<Vec<[String; 2]>> {
    let generators: Vec<TurnId> = generators(puzzle).collect();
    if generators.len() > MAX_PAIRWISE {
        return None;
    }
    let pairs = generators.into_iter().array_combinations();
    let pairs = pairs.filter(|&[a, b]| puzzle.commute(a, b));
    let name = |turn: TurnId| puzzle.turns()[turn].name();
    Some(pairs.map(|pair| pair.map(name)).collect())
}
