//! Texts about the graph of a puzzle.

/// The message if there is no path.
pub const NO_PATH: &str = "no turns lead from one state to the other";

/// The result of `graph path`: the shortest paths, one per line, then the turns that solve the tips, and the number and
/// length of the paths. `all` says whether all shortest paths were requested.
pub fn paths(lines: &[String], tips: Option<&str>, length: Option<String>, all: bool) -> String {
    let tips = tips.filter(|_| !lines.is_empty());
    let tips = tips.map(|tips| format!("tips: {tips}"));
    let summary = match length {
        None => NO_PATH.to_owned(),
        Some(length) => match (all, lines.len()) {
            (true, 1) => format!("{length}; there is no other shortest path"),
            (true, count) => format!("{length}; {count} shortest paths"),
            (false, _) => format!("{length}, a shortest path"),
        },
    };
    let lines = lines.iter().chain(&tips).chain([&summary]);
    lines.map(|line| format!("{line}\n")).collect()
}
