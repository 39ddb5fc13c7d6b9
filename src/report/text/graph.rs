//! Texts about the graph of a puzzle.

/// The message if there is no path.
pub const NO_PATH: &str = "no turns lead from one state to the other";

/// The result of `graph path`: a shortest path, the turns that solve the tips, and the length of the path, which is
/// `None` if there is no path.
pub fn shortest_path(lines: &[String], tips: Option<&str>, length: Option<String>) -> String {
    let summary = length.map(|it| format!("{it}, a shortest path"));
    with_summary(lines, tips, summary)
}

/// The result of `graph path` if all shortest paths were requested: one per line, followed as in [`shortest_path`].
pub fn all_shortest_paths(lines: &[String], tips: Option<&str>, length: Option<String>) -> String {
    let count = match lines.len() {
        1 => "there is no other shortest path".to_owned(),
        count => format!("{count} shortest paths"),
    };
    with_summary(lines, tips, length.map(|it| format!("{it}; {count}")))
}

fn with_summary(lines: &[String], tips: Option<&str>, summary: Option<String>) -> String {
    let tips = tips.filter(|_| !lines.is_empty());
    let tips = tips.map(|tips| format!("tips: {tips}"));
    let summary = summary.unwrap_or_else(|| NO_PATH.to_owned());
    let lines = lines.iter().chain(&tips).chain([&summary]);
    lines.map(|line| format!("{line}\n")).collect()
}
