//! Compares encodings and solvers on one question: as a table, as CSV, and as a chart.

use itertools::Itertools;

use crate::encode::Recipe;
use crate::error::Error;
use crate::search::{Attempt, AttemptVerdict, Minimum};
use crate::text::{csv_line, escape_xml, with_thousands_separators};

/// The result of one recipe with one solver.
pub struct RecipeResult {
    recipe: String,
    solver: String,
    /// The formula and its verdict, or why there is no verdict.
    result: Result<Attempt, String>,
}

impl RecipeResult {
    /// The result of a search for one length.
    pub fn new(recipe: &Recipe, solver: &str, found: Result<Minimum, Error>) -> Self {
        let result = match found {
            Err(error) => Err(error.to_string()),
            Ok(found) => found.attempts.into_iter().next_back().ok_or_else(|| {
                let refuted = found.refutations.first();
                let why = refuted.map_or("not attempted", |_| "refuted without a formula");
                why.to_owned()
            }),
        };
        Self {
            recipe: recipe.name.clone(),
            solver: solver.to_owned(),
            result,
        }
    }
}

/// The message that one solver found a solution and another one answered that none exists; `None` if they agree.
pub fn disagreement(rows: &[RecipeResult]) -> Option<String> {
    let verdict = |row: &RecipeResult| row.result.as_ref().ok().map(|it| it.verdict.clone());
    let is_sat = |row: &&RecipeResult| matches!(verdict(row), Some(AttemptVerdict::Sat { .. }));
    let sat = rows.iter().find(is_sat)?;
    let is_unsat = |row: &&RecipeResult| verdict(row) == Some(AttemptVerdict::Unsat);
    let unsat = rows.iter().find(is_unsat)?;
    Some(format!(
        "{} with {} says sat, {} with {} says unsat: one of them is wrong",
        sat.recipe, sat.solver, unsat.recipe, unsat.solver
    ))
}

const COLUMN_TITLES: [&str; 7] = [
    "recipe",
    "solver",
    "variables",
    "clauses",
    "build",
    "solve",
    "verdict",
];

/// The cells of a row, with numbers and seconds written by these functions.
fn cells(
    row: &RecipeResult,
    number: impl Fn(u64) -> String,
    seconds: impl Fn(f64) -> String,
) -> [String; 7] {
    let [variables, clauses, build, solve, verdict] = match &row.result {
        Ok(it) => [
            number(it.variables.into()),
            number(it.clauses as u64),
            seconds(it.encode_seconds),
            seconds(it.solve_seconds),
            it.verdict.to_string(),
        ],
        Err(why) => ["", "", "", "", why].map(str::to_owned),
    };
    let (recipe, solver) = (row.recipe.clone(), row.solver.clone());
    [recipe, solver, variables, clauses, build, solve, verdict]
}

/// The results as human-readable text.
pub fn text(rows: &[RecipeResult]) -> String {
    let seconds = |seconds: f64| format!("{seconds:.3} s");
    let cells = |row| cells(row, with_thousands_separators, seconds);
    let mut all = vec![COLUMN_TITLES.map(str::to_owned)];
    all.extend(rows.iter().map(cells));
    let width = |column: usize| all.iter().map(|row| row[column].chars().count()).max();
    let widths: [usize; 7] = std::array::from_fn(|column| width(column).unwrap_or(0));
    let mut text = String::new();
    for row in &all {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match column {
            2..=5 => format!("{cell:>width$}"),
            _ => format!("{cell:width$}"),
        });
        let line = cells.collect_vec().join("  ");
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// The results as comma-separated values, with seconds to six decimal places.
pub fn csv(rows: &[RecipeResult]) -> String {
    let seconds = |seconds: f64| format!("{seconds:.6}");
    let line = |row| csv_line(cells(row, |number| number.to_string(), seconds));
    csv_line(COLUMN_TITLES) + &rows.iter().map(line).collect::<String>()
}

/// The size of the drawing, and the edges of the chart in it, in SVG units.
const DRAWING_SIZE: [f64; 2] = [860.0, 520.0];
const LEFT: f64 = 70.0;
const RIGHT: f64 = 660.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 470.0;

/// The exponents of two different powers of ten that enclose all values.
fn enclosing_exponents(values: impl Iterator<Item = f64>) -> [i32; 2] {
    let Some((least, greatest)) = values.minmax().into_option() else {
        return [0, 1];
    };
    let low = least.log10().floor() as i32;
    [low, (greatest.log10().ceil() as i32).max(low + 1)]
}

/// The position of a value on a logarithmic axis: 0 at the lower power of ten, 1 at the higher one.
fn position_on_axis([low, high]: [i32; 2], value: f64) -> f64 {
    (value.log10() - f64::from(low)) / f64::from(high - low)
}

/// A log-log chart of seconds by clauses, with one color per solver.
pub fn svg(rows: &[RecipeResult]) -> String {
    let points = rows
        .iter()
        .filter_map(|row| Some((row, row.result.as_ref().ok()?)));
    let points: Vec<(&RecipeResult, &Attempt)> = points.collect();
    let clauses = |it: &Attempt| it.clauses.max(1) as f64;
    let seconds = |it: &Attempt| (it.encode_seconds + it.solve_seconds).max(0.001);
    let clause_range = enclosing_exponents(points.iter().map(|(_, it)| clauses(it)));
    let second_range = enclosing_exponents(points.iter().map(|(_, it)| seconds(it)));
    let x = |clauses: f64| LEFT + position_on_axis(clause_range, clauses) * (RIGHT - LEFT);
    let y = |seconds: f64| BOTTOM - position_on_axis(second_range, seconds) * (BOTTOM - TOP);
    let line = |[x1, y1]: [f64; 2], [x2, y2]: [f64; 2]| {
        format!(
            "<line x1=\"{x1:.1}\" x2=\"{x2:.1}\" y1=\"{y1:.1}\" y2=\"{y2:.1}\" stroke=\"#ddd\"/>\n"
        )
    };
    let label = |x: f64, y: f64, anchor: &str, words: &str| {
        let words = escape_xml(words);
        format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>\n")
    };
    let solvers: Vec<&String> = rows.iter().map(|row| &row.solver).unique().collect();
    let dot = |x: f64, y: f64, solver: &String, title: &str| {
        let number = solvers.iter().position(|it| *it == solver).unwrap_or(0);
        let (hue, title) = (360 * number / solvers.len(), escape_xml(title));
        format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"hsl({hue},70%,40%)\"><title>{title}</title></circle>\n"
        )
    };
    let [width, height] = DRAWING_SIZE;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for power in second_range[0]..=second_range[1] {
        let value = 10_f64.powi(power);
        text += &line([LEFT, y(value)], [RIGHT, y(value)]);
        text += &label(LEFT - 6.0, y(value) + 4.0, "end", &format!("{value} s"));
    }
    for power in clause_range[0]..=clause_range[1] {
        let value = 10_f64.powi(power);
        text += &line([x(value), TOP], [x(value), BOTTOM]);
        text += &label(x(value), BOTTOM + 18.0, "middle", &value.to_string());
    }
    text += &label((LEFT + RIGHT) / 2.0, height - 10.0, "middle", "clauses");
    for (number, solver) in solvers.iter().enumerate() {
        let (x, y) = (width - 90.0, TOP + 20.0 * number as f64);
        text += &dot(x, y, solver, solver);
        text += &label(x + 10.0, y + 4.0, "start", solver);
    }
    for (row, it) in points {
        let (x, y) = (x(clauses(it)), y(seconds(it)));
        let title = format!("{} with {}: {}", row.recipe, row.solver, it.verdict);
        text += &dot(x, y, &row.solver, &title);
        text += &label(x + 6.0, y + 4.0, "start", &row.recipe);
    }
    text + "</svg>\n"
}
