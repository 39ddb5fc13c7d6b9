//! The complete graph of a small puzzle, arranged by distance: the goal in the center, and a ring for each distance around
//! it.
//!
//! *Idea.* In each ring a state is at the average angle of its neighbors in the ring before; states at equal positions keep
//! their order. So edges are short.

use std::f64::consts::TAU;
use std::fmt::Write;

use super::marks::{begin, number};
use crate::text::xml;

/// The maximum number of states in a picture.
pub const MOST_STATES: usize = 1000;

/// The data of the drawing: numbers, names and edges.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// Its title.
    pub title: String,
    /// The name of each state, and its distance.
    pub states: Vec<(String, usize)>,
    /// Pairs of states, by their indices, with the index of the face that joins them.
    pub edges: Vec<(usize, usize, usize)>,
    /// The names of the faces.
    pub faces: Vec<String>,
}

/// The colors of the faces' edges, which people with color blindness can distinguish.
const LINES: &[&str] = &[
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#6b4c9a", "#333333",
];

/// The margin of the picture.
const MARGIN: f64 = 30.0;

/// The radius of a dot; two dots of a ring are at least one dot apart.
const DOT: f64 = 5.0;

/// Draws the graph. The picture has a title for each state, which browsers show.
#[must_use]
pub fn layers(graph: &Drawn) -> String {
    let rings = rings(graph);
    let radii = radii(&rings);
    let middle = radii.last().copied().unwrap_or(0.0) + MARGIN;
    let mut places = vec![[middle, middle]; graph.states.len()];
    let angles = angles(graph, &rings);
    for (ring, radius) in rings.iter().zip(&radii) {
        for &state in ring {
            let angle = angles[state];
            places[state] = [middle + radius * angle.sin(), middle - radius * angle.cos()];
        }
    }
    let legend = 24.0 * graph.faces.len().div_ceil(4) as f64 + 8.0;
    let size = (2.0 * middle).max(240.0);
    let shift = (size - 2.0 * middle) / 2.0;
    let mut text = begin(size, size + legend, &graph.title);
    let _ = writeln!(
        text,
        "<g transform=\"translate({} {})\">",
        number(shift),
        number(shift)
    );
    for radius in radii.iter().filter(|radius| **radius > 0.0) {
        let (at, radius) = (number(middle), number(*radius));
        let _ = writeln!(
            text,
            "<circle cx=\"{at}\" cy=\"{at}\" r=\"{radius}\" fill=\"none\" stroke=\"#e3e6e8\"/>"
        );
    }
    for &(from, to, face) in &graph.edges {
        let ([x1, y1], [x2, y2]) = (places[from], places[to]);
        let color = LINES[face % LINES.len()];
        let _ = writeln!(
            text,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{color}\" stroke-opacity=\"0.55\"/>",
            number(x1),
            number(y1),
            number(x2),
            number(y2)
        );
    }
    for ((name, distance), [x, y]) in graph.states.iter().zip(&places) {
        let _ = writeln!(
            text,
            "<circle class=\"state\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"><title>{}, distance {distance}</title></circle>",
            number(*x),
            number(*y),
            number(if *distance == 0 { DOT + 2.0 } else { DOT - 1.0 }),
            if *distance == 0 { "#c8102e" } else { "#14171a" },
            xml(name)
        );
    }
    text.push_str("</g>\n");
    for (at, face) in graph.faces.iter().enumerate() {
        let (x, y) = (
            12.0 + (at % 4) as f64 * size / 4.0,
            size + 12.0 + (at / 4) as f64 * 24.0,
        );
        let _ = writeln!(
            text,
            "<rect x=\"{}\" y=\"{}\" width=\"18\" height=\"4\" fill=\"{}\"/><text x=\"{}\" y=\"{}\" font-size=\"13\" style=\"text-anchor:start\">{}</text>",
            number(x),
            number(y - 2.0),
            LINES[at % LINES.len()],
            number(x + 24.0),
            number(y),
            xml(face)
        );
    }
    text + "</svg>\n"
}

/// The states of each distance.
fn rings(graph: &Drawn) -> Vec<Vec<usize>> {
    let most = graph.states.iter().map(|state| state.1).max();
    let mut rings = vec![Vec::new(); most.map_or(0, |most| most + 1)];
    for (number, (_, distance)) in graph.states.iter().enumerate() {
        rings[*distance].push(number);
    }
    rings
}

/// The radii of the rings: each has space for its states, and is outside the one before.
fn radii(rings: &[Vec<usize>]) -> Vec<f64> {
    let mut radii: Vec<f64> = Vec::new();
    for ring in rings {
        let room = ring.len() as f64 * 2.2 * DOT / TAU;
        radii.push(match radii.last() {
            None if ring.len() == 1 => 0.0,
            None => room,
            Some(before) => room.max(before + 42.0),
        });
    }
    radii
}

/// The angle of each state on its ring.
fn angles(graph: &Drawn, rings: &[Vec<usize>]) -> Vec<f64> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); graph.states.len()];
    for &(a, b, _) in &graph.edges {
        for (from, to) in [(a, b), (b, a)] {
            if graph.states[from].1 < graph.states[to].1 {
                before[to].push(from);
            }
        }
    }
    let mut angles = vec![0.0; graph.states.len()];
    for ring in rings {
        let wanted = |state: usize| -> f64 {
            let (mut x, mut y) = (0.0, 0.0);
            for &it in &before[state] {
                let angle: f64 = angles[it];
                x += angle.sin();
                y += angle.cos();
            }
            x.atan2(y).rem_euclid(TAU)
        };
        let mut order: Vec<(f64, usize)> = ring.iter().map(|&it| (wanted(it), it)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        // Evenly spaced, rotated to the average preferred angle.
        let step = TAU / order.len().max(1) as f64;
        let (mut x, mut y) = (0.0_f64, 0.0_f64);
        for (at, (angle, _)) in order.iter().enumerate() {
            let off = angle - at as f64 * step;
            x += off.sin();
            y += off.cos();
        }
        let first = x.atan2(y);
        for (at, (_, state)) in order.iter().enumerate() {
            angles[*state] = first + at as f64 * step;
        }
    }
    angles
}
