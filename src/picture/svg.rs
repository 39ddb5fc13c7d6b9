//! Pictures as SVG: a net, or a row of nets along a solution.
//!
//! A picture has a white background, so it looks the same on every page. Numbers have at most two decimal places, so
//! the same state gives the same bytes.

use super::net_positions::Point;
use super::paint::shade;
use super::playback::Playback;
use super::shape::Shape;
use super::svg_parts::{MARGIN, decimal, sticker, sticker_group, svg_header, text};
use super::thumbnail::Thumbnail;
use crate::notation::Scheme;
use crate::puzzle::{Metric, Pattern, Puzzle};

/// The size of a unit of the net, in pixels.
const UNIT: f64 = 24.0;

/// The size of a unit in a row of nets and in small pictures, in pixels.
const SMALL_UNIT: f64 = 11.0;

/// The maximum width of a row of nets, in pixels.
const MAX_WIDTH: f64 = 1100.0;

/// The minimum font size, in pixels: smaller letters are left out.
const SMALLEST_LETTER: f64 = 7.0;

/// An SVG group that draws a net with its upper left corner at this point.
fn net(
    puzzle: &Puzzle,
    scheme: &Scheme,
    pattern: &Pattern,
    shape: &Shape,
    [left, top]: Point,
    unit: f64,
) -> String {
    let mut net = sticker_group(left, top, (unit / 16.0).max(0.6));
    let size = shape.letter * 2.0 * unit;
    let paints = scheme.paints(puzzle);
    for (facelet, cell) in shape.cells.iter().enumerate() {
        let color = pattern.color(facelet);
        let fill = color.map_or("#ffffff", |color| shade(paints[color]).fill);
        net += &sticker(cell, unit, fill, &puzzle.facelets()[facelet]);
        if size < SMALLEST_LETTER {
            continue;
        }
        let (letter, ink) = match color {
            Some(color) => (scheme.symbols()[color], shade(paints[color]).ink),
            None if pattern.sets()[facelet].len() == scheme.symbols().len() => ('.', "#14171a"),
            None => ('?', "#14171a"),
        };
        let [x, y] = shape.middles[facelet];
        let size = decimal(size);
        let style = format!("font-size=\"{size}\" fill=\"{ink}\" stroke=\"none\"");
        net += &text(x * unit, y * unit, &style, &letter.to_string());
    }
    net + "</g>\n"
}

/// A state or a pattern as a picture of its net.
pub fn svg(puzzle: &Puzzle, scheme: &Scheme, pattern: &Pattern) -> String {
    thumbnail_of_size(puzzle, scheme, pattern, UNIT).standalone()
}

/// A picture small enough for a cell of a table.
pub fn small_thumbnail(puzzle: &Puzzle, scheme: &Scheme, pattern: &Pattern) -> Thumbnail {
    thumbnail_of_size(puzzle, scheme, pattern, SMALL_UNIT)
}

fn thumbnail_of_size(puzzle: &Puzzle, scheme: &Scheme, pattern: &Pattern, unit: f64) -> Thumbnail {
    let shape = Shape::of(puzzle);
    Thumbnail {
        title: puzzle.title().to_owned(),
        width: shape.width * unit + 2.0 * MARGIN,
        height: shape.height * unit + 2.0 * MARGIN,
        body: net(puzzle, scheme, pattern, &shape, [MARGIN, MARGIN], unit),
    }
}

/// A solution as a picture: the net before the first turn and after each turn, with the name of the turn above it, in
/// rows as wide as a page.
pub fn solution_svg(play: &Playback<'_>) -> String {
    const HEADING_HEIGHT: f64 = 26.0;
    const GAP: f64 = 22.0;
    let shape = Shape::of(play.puzzle);
    let (width, height) = (shape.width * SMALL_UNIT, shape.height * SMALL_UNIT);
    let patterns = play.patterns();
    let in_row = ((MAX_WIDTH - 2.0 * MARGIN + GAP) / (width + GAP)).floor();
    let in_row = (in_row as usize).clamp(1, patterns.len());
    let rows = patterns.len().div_ceil(in_row);
    let title_height = if play.titles.is_empty() { 0.0 } else { 16.0 };
    let row_height = HEADING_HEIGHT + title_height + height;
    let length = Metric::HalfTurn.count(play.turns.len());
    let mut svg = svg_header(
        in_row as f64 * (width + GAP) - GAP + 2.0 * MARGIN,
        rows as f64 * (row_height + GAP) - GAP + 2.0 * MARGIN,
        &format!("{}, {length}", play.puzzle.title()),
    );
    for (step, pattern) in patterns.iter().enumerate() {
        let x = MARGIN + (step % in_row) as f64 * (width + GAP);
        let y = MARGIN + (step / in_row) as f64 * (row_height + GAP);
        let head = match step.checked_sub(1) {
            None => "start".to_owned(),
            Some(turn) => play.notation.write(&play.puzzle.turns()[play.turns[turn]]),
        };
        let stage = play.titles.iter().filter(|(from, _)| *from == step);
        for (_, title) in stage {
            let style = "font-size=\"12\" fill=\"#454b50\" style=\"text-anchor:start\"";
            svg += &text(x, y + 6.0, style, title);
        }
        let middle = y + title_height + HEADING_HEIGHT / 2.0 - 2.0;
        let style = "font-size=\"16\" font-weight=\"bold\" fill=\"#14171a\"";
        svg += &text(x + width / 2.0, middle, style, &head);
        let corner = [x, y + title_height + HEADING_HEIGHT];
        svg += &net(
            play.puzzle,
            play.scheme,
            pattern,
            &shape,
            corner,
            SMALL_UNIT,
        );
    }
    svg + "</svg>\n"
}
