//! The tables of computed cases: every algorithm in them is applied to the puzzle.

use itertools::Itertools;
use twistsat::notation::Notation;
use twistsat::puzzle::Puzzle;

use crate::common::cli::data;

/// The cells of a Markdown table, without the line below its header.
fn rows(name: &str) -> Vec<Vec<String>> {
    let text = data(&format!("docs/cases/{name}.md"));
    let rows = text.lines().filter(|line| line.starts_with('|'));
    let mut rows: Vec<Vec<String>> = rows
        .map(|line| {
            let cells = line.trim_matches('|').split('|');
            cells.map(|cell| cell.trim().to_owned()).collect()
        })
        .collect();
    rows.remove(1);
    rows
}

/// Whether the cube is at the goal of a file; `any` is the solved cube in any orientation.
fn is_goal(puzzle: &Puzzle, goal: &str, shown: &[usize]) -> bool {
    let own = puzzle.solved().colors();
    let goal: Vec<char> = goal.chars().collect();
    match goal.len() {
        3 => puzzle.faces().iter().all(|face| {
            let mut colors = face.facelets.iter().map(|&it| shown[it]);
            colors.all_equal()
        }),
        6 => shown == own,
        _ => (0..shown.len()).all(|it| goal[it] == '.' || shown[it] == own[it]),
    }
}

fn check(name: &str, sets: usize, cases: usize) {
    let file = data(&format!("encodings/cases/{name}.toml"));
    let file: toml::Table = file.parse().unwrap();
    let list = |key: &str| file[key].as_array().unwrap().clone();
    let puzzle = Puzzle::built_in(file["puzzle"].as_str().unwrap()).unwrap();
    let puzzle = if file.contains_key("with") {
        puzzle.with_groups(&["slice", "wide"]).unwrap()
    } else {
        Puzzle::clone(&puzzle)
    };
    let read = |text: &str| Notation::Singmaster.read(&puzzle, text).unwrap();
    let below = data(&format!("docs/cases/{name}.md"));
    let long = |line: &&str| !line.starts_with('|') && line.chars().count() > 140;
    assert_eq!(below.lines().find(long), None);
    let rows = rows(name);
    assert_eq!((rows.len(), rows[0].len()), (cases + 1, sets + 1));
    let sets = list("set");
    let names = sets.iter().map(|it| it["name"].as_str().unwrap());
    assert!(names.eq(rows[0][1..].iter()));
    for (row, case) in rows[1..].iter().zip(list("case")) {
        assert_eq!(row[0], case["name"].as_str().unwrap());
        let alg = read(case["alg"].as_str().unwrap());
        let start = puzzle.apply(puzzle.solved(), &puzzle.inverse_sequence(&alg));
        for (cell, set) in row[1..].iter().zip(&sets) {
            let most = set["max_turns"].as_integer().unwrap() as usize;
            if cell.starts_with("none") {
                let limit = format!("none of at most {most} turns");
                assert!(cell == "none" || *cell == limit, "{cell}");
                continue;
            }
            let (alg, turns) = cell.rsplit_once(" (").unwrap();
            let turns: usize = turns.trim_end_matches(')').parse().unwrap();
            let free = |word: &&str| word.starts_with('(');
            let counted = alg.split(' ').filter(|word| !free(word));
            assert_eq!(counted.clone().count(), turns, "{cell}");
            assert!(turns <= most);
            let allowed = set["allow"].as_str().unwrap();
            for word in counted {
                assert!(allowed.contains(&word[..1]), "{cell}");
            }
            assert!(alg.split(' ').filter(free).all(|it| it.starts_with("(U")));
            let end = puzzle.apply(&start, &read(&alg.replace(['(', ')'], "")));
            let goal = file["to"].as_str().unwrap();
            let is_solved = is_goal(&puzzle, goal, end.colors());
            assert!(is_solved, "{name} {}: {cell}", row[0]);
        }
    }
}

#[test]
fn every_algorithm_of_the_tables_solves_its_case_with_the_allowed_turns() {
    check("pll", 5, 21);
    check("oll", 5, 57);
    check("cll", 2, 42);
}
