//! The number of states at each distance: as a table and as a bar chart.

use std::fmt::Write;

use crate::text::{escape_invisible, escape_xml, with_thousands_separators};

/// The sizes of the chart, in pixels.
const BAR_WIDTH: usize = 56;
const GAP_WIDTH: usize = 8;
const MAX_BAR_HEIGHT: usize = 240;
const MARGIN: usize = 24;
const SPACE_ABOVE: usize = 56;
const SPACE_BELOW: usize = 44;

/// A table with one row per distance, and the total.
pub fn distribution(counts: &[u64]) -> String {
    let total = with_thousands_separators(counts.iter().sum::<u64>());
    let width = total.len().max("states".len());
    let mut text = format!("distance  {:>width$}\n", "states");
    for (distance, &count) in counts.iter().enumerate() {
        let count = with_thousands_separators(count);
        text += &format!("{distance:>8}  {count:>width$}\n");
    }
    text + &format!("{:>8}  {total:>width$}\n", "all")
}

/// A bar chart, as an SVG document.
pub fn bar_chart(title: &str, counts: &[u64]) -> String {
    let width = 2 * MARGIN + counts.len() * (BAR_WIDTH + GAP_WIDTH) - GAP_WIDTH;
    let width = width.max(2 * MARGIN + 8 * title.chars().count());
    let height = SPACE_ABOVE + MAX_BAR_HEIGHT + SPACE_BELOW;
    let largest_count = counts.iter().copied().max().unwrap_or(1).max(1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"24\" font-size=\"15\">{}</text>\n",
        escape_xml(&escape_invisible(title))
    );
    for (distance, &count) in counts.iter().enumerate() {
        let left = MARGIN + distance * (BAR_WIDTH + GAP_WIDTH);
        let middle = left + BAR_WIDTH / 2;
        // At least one pixel, so that a few states remain visible.
        let bar_height = (count as f64 / largest_count as f64 * MAX_BAR_HEIGHT as f64).max(1.0);
        let top = (SPACE_ABOVE + MAX_BAR_HEIGHT) as f64 - bar_height;
        let (label, foot) = (top - 4.0, SPACE_ABOVE + MAX_BAR_HEIGHT + 16);
        // Writing to a string does not fail.
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top:.1}\" width=\"{BAR_WIDTH}\" height=\"{bar_height:.1}\" fill=\"#3b6ea8\">\
             <title>distance {distance}: {count}</title></rect>\n\
             <text x=\"{middle}\" y=\"{label:.1}\" text-anchor=\"middle\">{}</text>\n\
             <text x=\"{middle}\" y=\"{foot}\" text-anchor=\"middle\">{distance}</text>",
            with_thousands_separators(count)
        );
    }
    let foot = height - 10;
    svg + &format!(
        "<text x=\"{MARGIN}\" y=\"{foot}\">distance in turns; {} states in all</text>\n</svg>\n",
        with_thousands_separators(counts.iter().sum::<u64>())
    )
}
