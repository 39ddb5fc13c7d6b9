//! Draws two panels of curves: seconds, on a logarithmic scale, over distance.

use std::fmt::Write;

/// The times of a recipe.
pub struct Curve {
    pub name: String,
    pub solver: String,
    /// By question and distance.
    pub seconds: [Vec<f64>; 2],
}

const PANEL: (f64, f64) = (300.0, 380.0);
const LEFT: f64 = 60.0;
const TOP: f64 = 50.0;
const GAP: f64 = 40.0;
const LEGEND: f64 = 170.0;

/// The smallest time that is drawn, in seconds.
const LEAST: f64 = 1e-3;

/// Draws the curves, the best first in the legend.
pub fn draw(curves: &[Curve], distances: &[usize], limit: f64) -> String {
    let width = LEFT + 2.0 * PANEL.0 + GAP + LEGEND;
    let height = TOP + PANEL.1 + 60.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    let solver = curves.first().map_or("", |curve| &curve.solver);
    let titles = ["refuted: one turn fewer", "found: as many turns"];
    for (panel, title) in titles.into_iter().enumerate() {
        let frame = Frame {
            left: LEFT + panel as f64 * (PANEL.0 + GAP),
            distances,
            limit,
        };
        frame.draw(&mut svg, title, panel == 0);
        for (number, curve) in curves.iter().enumerate() {
            frame.curve(
                &mut svg,
                &curve.seconds[panel],
                &style(number, curves.len()),
            );
        }
    }
    text(
        &mut svg,
        8.0,
        18.0,
        "start",
        &format!("seconds with {solver}, medians"),
    );
    for (number, curve) in curves.iter().enumerate() {
        let (x, y) = (width - LEGEND + 20.0, TOP + 8.0 + 18.0 * number as f64);
        let style = style(number, curves.len());
        line(&mut svg, (x, y), (x + 26.0, y), &style);
        text(&mut svg, x + 32.0, y + 4.0, "start", &curve.name);
    }
    svg += "</svg>\n";
    svg
}

/// One panel.
struct Frame<'a> {
    left: f64,
    distances: &'a [usize],
    limit: f64,
}

impl Frame<'_> {
    fn x(&self, column: usize) -> f64 {
        let steps = self.distances.len().saturating_sub(1).max(1);
        self.left + 15.0 + (PANEL.0 - 30.0) * column as f64 / steps as f64
    }

    fn y(&self, seconds: f64) -> f64 {
        let share = (seconds.max(LEAST) / LEAST).log10() / (self.limit / LEAST).log10();
        TOP + PANEL.1 * (1.0 - share)
    }

    fn draw(&self, svg: &mut String, title: &str, has_labels: bool) {
        let right = self.left + PANEL.0;
        text(svg, self.left + PANEL.0 / 2.0, TOP - 12.0, "middle", title);
        let powers = (0..).map(|n| LEAST * 10_f64.powi(n));
        let powers = powers.take_while(|&seconds| seconds < self.limit * 0.7);
        for seconds in powers.chain([self.limit]) {
            let y = self.y(seconds);
            line(svg, (self.left, y), (right, y), "stroke=\"#ddd\"");
            if has_labels {
                let what = if seconds == self.limit { "> " } else { "" };
                text(
                    svg,
                    self.left - 6.0,
                    y + 4.0,
                    "end",
                    &format!("{what}{seconds}"),
                );
            }
        }
        for (column, distance) in self.distances.iter().enumerate() {
            let bottom = TOP + PANEL.1;
            text(
                svg,
                self.x(column),
                bottom + 18.0,
                "middle",
                &distance.to_string(),
            );
        }
        let below = TOP + PANEL.1 + 40.0;
        text(svg, self.left + PANEL.0 / 2.0, below, "middle", "distance");
    }

    fn curve(&self, svg: &mut String, seconds: &[f64], style: &str) {
        let points: Vec<String> = seconds
            .iter()
            .enumerate()
            .map(|(column, &seconds)| format!("{:.1},{:.1}", self.x(column), self.y(seconds)))
            .collect();
        let points = points.join(" ");
        let _ = writeln!(svg, "<polyline points=\"{points}\" fill=\"none\" {style}/>");
    }
}

/// The color and the dashes of a curve.
fn style(number: usize, curves: usize) -> String {
    let hue = 360 * number / curves.max(1);
    let dash = ["none", "7 3", "2 3"][number % 3];
    format!("stroke=\"hsl({hue},70%,40%)\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"")
}

fn line(svg: &mut String, from: (f64, f64), to: (f64, f64), style: &str) {
    let _ = writeln!(
        svg,
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" {style}/>",
        from.0, from.1, to.0, to.1
    );
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, what: &str) {
    let what = what
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{what}</text>"
    );
}
