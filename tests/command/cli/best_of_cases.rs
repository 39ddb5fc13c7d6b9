//! The best algorithms of a case: `cases --allow`, `--top`, `--cost-file`, `--rank`, `--format csv`, and `cases show`;
//! and the pictures of cases.

use std::collections::BTreeSet;

use itertools::Itertools;

use super::*;

/// The rows that `cases` prints for one case as CSV.
fn rows(more: &str) -> Vec<Vec<String>> {
    let cases = "cases cll --only 'Sune 1' --allow '<R,U>' --format csv --quiet";
    let csv = run!("{cases} {more}").ends(0).out;
    let mut lines = csv.lines();
    let header = "case,set,algorithm,turns,cost,minimal,none,complete";
    assert_eq!(lines.next(), Some(header));
    let cells = |line: &str| {
        // The name of the set contains a comma.
        let line = line.replacen("\"<R,U>\"", "RU", 1);
        line.split(',').map(str::to_owned).collect()
    };
    lines.map(cells).collect()
}

/// The solutions of a length that `enumerate` lists for this case.
fn listed(turns: &str) -> BTreeSet<String> {
    let scramble = "R U2 R' U' R U' R'";
    let enumerate = format!(
        r#"enumerate pocket --scramble "{scramble}" --allow 'R U' --free U --turns "{turns}" \
           --quiet"#
    );
    let run = run(&enumerate);
    let solutions = run.out.lines().filter(|line| !line.contains("solution"));
    solutions.map(str::to_owned).collect()
}

#[test]
fn the_best_algorithms_are_the_shortest_that_enumerate_lists() {
    let best = rows("--top 6");
    assert_eq!(best.len(), 6);
    let lengths: Vec<usize> = best.iter().map(|row| row[3].parse().unwrap()).collect();
    assert!(lengths.is_sorted(), "{lengths:?}");
    assert!(best.iter().map(|row| &row[2]).all_unique(), "{best:?}");
    for row in &best {
        assert!(listed(&row[3]).contains(&row[2]), "{row:?}");
        assert_eq!(row[5] == "true", row[3] == best[0][3], "{row:?}");
    }
    let shortest = best.iter().filter(|row| row[3] == best[0][3]).count();
    assert_eq!(shortest, listed(&best[0][3]).len().min(6));
    // Without --top, only the first algorithm is printed.
    let one = rows("");
    assert_eq!((one.len(), &one[0][3]), (1, &best[0][3]));
}

#[test]
fn with_rank_the_cheapest_algorithms_come_first() {
    let cost = |row: &Vec<String>| row[4].parse::<usize>().unwrap();
    let ranked = rows("--top 4 --cost-file hands --rank");
    assert!(ranked.iter().map(cost).is_sorted(), "{ranked:?}");
    let all = rows("--top 4 --cost-file hands");
    let least = |rows: &[Vec<String>]| rows.iter().map(cost).min();
    assert!(least(&ranked) <= least(&all));
    run!("cases cll --rank --top 2").ends_saying(2, &["--cost-file"]);
}

#[test]
fn algorithms_cut_short_by_a_time_limit_are_not_called_complete() {
    let cases = "cases cll --only 'Sune 1' --allow '<R,U>' --top 1000 --max-turns 14 --format csv";
    let csv = with_enough_time(0.1, |seconds| {
        let out = run!("{cases} --quiet --time-limit {seconds}s").ends(30).out;
        let has_shortest = out.contains(",7,,true,,");
        has_shortest.then_some(out).ok_or("too little time")
    });
    let mut rows = csv.lines().skip(1);
    assert!(rows.all(|row| row.ends_with(",false")), "{csv}");
}

#[test]
fn cases_show_prints_the_file_of_a_built_in_set() {
    let shown = run!("cases show cll").ends(0).out;
    assert_eq!(shown, data("encodings/cases/cll.toml"));
    run!("cases cll pll").ends(2);
    run!("cases show nothing").ends(2);
}

/// The number of stickers of each color in the picture of a case, in descending order, and the number of gray stickers,
/// which do not matter.
fn stickers(set: &str, case: &str, turns: &str) -> (Vec<usize>, usize) {
    const GRAY: &str = "#c9cdd1";
    let words =
        format!("cases {set} --only '{case}' --set {turns} --max-turns 1 --format html --quiet");
    let html = run(&words).out;
    assert_eq!(html.matches("<svg").count(), 1, "{html}");
    assert!(html.contains(" answers. The number after"), "{html}");
    let polygons = html.lines().filter(|line| line.starts_with("<polygon"));
    let fills = polygons.map(|line| {
        let (_, fill) = line.split_once("fill=\"").unwrap();
        fill.split('"').next().unwrap().to_owned()
    });
    let mut counts = fills.counts();
    let rest = counts.remove(GRAY).unwrap_or(0);
    let counts = counts.into_values().sorted_by(|a, b| b.cmp(a));
    (counts.collect(), rest)
}

#[test]
fn cases_are_drawn_from_above_with_the_relevant_stickers() {
    // Nine stickers above and three on each of four sides. All pieces of the last layer and the center are shown
    // completely.
    assert_eq!(stickers("pll", "T", "RU"), (vec![9, 3, 3, 3, 3], 0));
    // Only the nine stickers of the upper color, wherever they are.
    assert_eq!(stickers("oll", "27", "RU"), (vec![9], 12));
    assert_eq!(stickers("eoll", "L", "MU"), (vec![5], 16));
    assert_eq!(stickers("ocll", "H", "RU"), (vec![9], 12));
    // The corners, and the upper color of the edges.
    assert_eq!(stickers("cpll", "Diagonal", "RU"), (vec![9, 2, 2, 2, 2], 4));
    // Three stickers of each of four corners.
    assert_eq!(stickers("cmll", "Sune 1", "RU"), (vec![4, 2, 2, 2, 2], 9));
    // The slot contains a corner and an edge of the last layer; the pair that belongs there is above.
    assert_eq!(stickers("wv", "Sune 1", "RU"), (vec![7, 2, 2, 1], 9));
    // Eleven stickers above and three on each of five sides.
    let megaminx = stickers("megaminx-pll", "Both 1", "RU");
    assert_eq!(megaminx, (vec![11, 3, 3, 3, 3, 3], 0));
    // Four stickers above and two on each side.
    assert_eq!(stickers("cll", "Sune 1", "RU"), (vec![4, 2, 2, 2, 2], 0));
}

#[test]
fn a_set_of_cases_is_drawn_as_one_picture() {
    let lines = [
        "EOLL: ",
        ">Line<",
        ">L<",
        ">Dot<",
        ">MU: none of at most 1 turn<",
    ];
    let svg = run!("cases eoll --set MU --max-turns 1 --format svg --quiet");
    let svg = svg.prints(&lines).out;
    let is_whole = svg.starts_with("<svg ") && svg.ends_with("</svg>\n");
    assert!(is_whole && svg.matches("<svg").count() == 1, "{svg}");
    assert_eq!(svg.matches("<polygon").count(), 3 * 21);
}
