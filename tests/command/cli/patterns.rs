//! Typical uses of patterns with every command. Each answer is compared with an exhaustive search over sequences of turns
//! on strings of colors.

use super::*;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::encode_and_decode::solve_dimacs;
use twistsat::notation::Notation;
use twistsat::puzzle::{Puzzle, Sticker, TurnId};

/// A question and its known answer.
struct Use {
    puzzle: &'static str,
    /// The option that gives the start, and its value.
    start: [&'static str; 2],
    /// The states that match the start: one, unless the start is a pattern.
    starts: Vec<&'static str>,
    to: &'static str,
    /// The number of turns of the shortest answers.
    turns: usize,
}

impl Use {
    fn puzzle(&self) -> Arc<Puzzle> {
        Puzzle::built_in(self.puzzle).unwrap()
    }

    fn read(&self, text: &str) -> Vec<Sticker> {
        let puzzle = self.puzzle();
        match text {
            "solved" => Sticker::all_known(&after(&puzzle, "")),
            text => puzzle.layout().read_stickers(&puzzle, text).unwrap(),
        }
    }

    /// All answers of exactly N turns.
    fn answers(&self, length: usize) -> BTreeSet<String> {
        let puzzle = self.puzzle();
        let goal = self.read(self.to);
        let mut found = BTreeSet::new();
        for start in &self.starts {
            let start = match start.split_once("after ") {
                Some((_, turns)) => after(&puzzle, turns),
                None => puzzle.layout().read(&puzzle, start).unwrap(),
            };
            try_all(&puzzle, &start, &goal, length, &mut Vec::new(), &mut found);
        }
        found
    }

    fn run(&self, command: &str, more: impl Words) -> Run {
        let [option, start] = self.start;
        let question = [command, self.puzzle, option, start, "--to", self.to];
        run((question, more))
    }
}

fn after(puzzle: &Puzzle, turns: &str) -> Vec<char> {
    let turns = Notation::Singmaster.read(puzzle, turns).unwrap();
    let state = puzzle.apply(puzzle.solved(), &turns);
    let symbols = puzzle.symbols();
    state.colors().iter().map(|&color| symbols[color]).collect()
}

fn try_all(
    puzzle: &Puzzle,
    state: &[char],
    goal: &[Sticker],
    left: usize,
    made: &mut Vec<TurnId>,
    found: &mut BTreeSet<String>,
) {
    if left == 0 {
        let fits = |(symbol, sticker): (&char, &Sticker)| match sticker {
            Sticker::Any => true,
            Sticker::OneOf(symbols) => symbols.contains(symbol),
        };
        if state.iter().zip(goal).all(fits) {
            found.insert(Notation::Singmaster.write_all(puzzle, made));
        }
        return;
    }
    for (turn, it) in puzzle.turns().iter().enumerate() {
        made.push(turn);
        let next = it.permutation.apply(state);
        try_all(puzzle, &next, goal, left - 1, made, found);
        made.pop();
    }
}

/// Checks the answers of `solve`, `enumerate`, `encode` with `decode`, and `prove` with `verify`.
fn check(question: &Use) {
    let expected = question.answers(question.turns);
    assert!(!expected.is_empty());
    assert!((0..question.turns).all(|length| question.answers(length).is_empty()));
    let turns = question.turns.to_string();
    let folder = Folder::new();

    let solved = question.run("solve", "--format json --quiet");
    let solved = solved.ends(0).json();
    assert_eq!(solved["turns"], json!(question.turns));
    assert_eq!(solved["minimal"], json!(true));
    assert!(expected.contains(solved["solution"].as_str().unwrap()));

    let all = question.run("enumerate", "--shortest --format json --quiet");
    let all = all.ends(0).json();
    let all = all["solutions"].as_array().unwrap().iter();
    let all: BTreeSet<String> = all.map(|it| it.as_str().unwrap().to_owned()).collect();
    assert_eq!(all, expected);

    let cnf = folder.arg("it.cnf");
    question
        .run("encode", format!(r#"--turns "{turns}" -o {cnf}"#))
        .ends(0);
    let model = solve_dimacs(&folder.read("it.cnf"));
    let model = format!("s SATISFIABLE\nv {} 0\n", model.join(" "));
    let model = folder.write("it.out", model);
    let map = folder.arg("it.cnf.map.json");
    let decoded = run!("decode {map} {model} --format alg").ends(0);
    let decoded = decoded.out.split('#').next().unwrap().trim().to_owned();
    assert!(expected.contains(&decoded), "{decoded}");

    let (fewer, prefix) = ((question.turns - 1).to_string(), folder.arg("proved"));
    question
        .run(
            "prove",
            format!(r#"--max-turns "{fewer}" -o {prefix} --quiet"#),
        )
        .ends(0);
    run!("verify {}", folder.arg("proved.json")).ends(0);
    let refused = question.run(
        "prove",
        format!(r#"--max-turns "{turns}" -o {prefix} --quiet"#),
    );
    assert!(refused.ends(1).out.contains("there is a solution"));
}

#[test]
#[ignore = "long check"]
fn the_bottom_layer_alone_is_solved_by_every_command() {
    check(&Use {
        puzzle: "pocket",
        start: ["--scramble", "R U R' F"],
        starts: vec!["after R U R' F"],
        to: ".... ..OO ..WW BBBB ..RR ..YY",
        turns: 4,
    });
    check(&Use {
        puzzle: "rubik",
        start: ["--scramble", "R U R'"],
        starts: vec!["after R U R'"],
        to: "......... ......RRR ......FFF DDDDDDDDD ......LLL ......BBB",
        turns: 3,
    });
}

#[test]
#[ignore = "long check"]
fn any_state_with_corners_oriented_is_a_goal_of_every_command() {
    check(&Use {
        puzzle: "pocket",
        start: ["--scramble", "R2 U F"],
        starts: vec!["after R2 U F"],
        to: "[GB][GB][GB][GB] ........ [GB][GB][GB][GB] ........",
        turns: 1,
    });
    check(&Use {
        puzzle: "rubik",
        start: ["--scramble", "R D F"],
        starts: vec!["after R D F"],
        to: "[UD].[UD]...[UD].[UD] ......... ......... [UD].[UD]...[UD].[UD] ......... .........",
        turns: 3,
    });
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn every_command_takes_starts_with_unknown_stickers() {
    // The visible stickers admit any orientation of one corner, but only one is a possible state.
    check(&Use {
        puzzle: "pocket",
        start: ["--state", "YRGO GYWB R.OG WRBO BYWG BOWR"],
        starts: vec!["YRGO GYWB RYOG WRBO BYWG BOWR"],
        to: "solved",
        turns: 4,
    });
}

/// A puzzle file: a row of stickers in these colors, and turns that are each one cycle.
fn row(colors: &str, turns: &[(&str, &str)]) -> String {
    let names: Vec<String> = (0..colors.len()).map(|it| format!("f{it}")).collect();
    let net = names.join(" ");
    let mut text = format!("name = \"row\"\ntitle = \"Row\"\nmaximum = {{}}\nnet = [{net:?}]\n");
    for (name, color) in names.iter().zip(colors.chars()) {
        let face = name.to_uppercase();
        text += &format!(
            "[[face]]\nname = {face:?}\ncolor = \"{color}\"\npaint = \"red\"\nfacelets = {name:?}\n"
        );
    }
    for (name, cycle) in turns {
        text += &format!("[[turn]]\nname = {name:?}\ncycles = [{cycle:?}]\n");
    }
    text
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_formula_with_unknown_stickers_and_many_equal_ones_decodes_to_a_solution() {
    let folder = Folder::new();
    let file = folder.write(
        "row.toml",
        row("2231", &[("R", "f0 f1"), ("L", "f1 f3 f2")]),
    );
    for recipe in Recipe::built_in_names() {
        if ["mux-uniform", "mux-reference"].contains(&recipe) {
            continue; // They cannot express this question.
        }
        // By exhaustive search, two turns are needed.
        let question = format!("--puzzle-file {file} --state .1.2 --to 12.3");
        let path = folder.arg("a.cnf");
        let how = ["--recipe", recipe, "-o", &path];
        run((format!("encode {question} --turns 2"), &how)).ends(0);
        let literals = solve_dimacs(&folder.read("a.cnf"));
        let answer = format!("s SATISFIABLE\nv {} 0\n", literals.join(" "));
        let answer = folder.write("answer", answer);
        let map = folder.arg("a.cnf.map.json");
        run!("decode {map} {answer}").ends(0);
        let none = run!("enumerate {question} --turns 1 --recipe {recipe}").ends(0);
        assert!(none.out.starts_with("0 solutions"), "{none:#?}");
    }
}

#[test]
fn a_few_colored_stickers_among_many_equal_ones_are_solved_quickly() {
    let folder = Folder::new();
    let ring = [
        "f0 f1 f2",
        "f2 f3 f4",
        "f4 f5 f6",
        "f6 f7 f8",
        "f8 f9 f10",
        "f10 f11 f12",
    ];
    let turns: Vec<(&str, &str)> = ["R", "L", "U", "D", "F", "B"]
        .into_iter()
        .zip(ring)
        .collect();
    let file = folder.write("ring.toml", row("ABCxxxxxxxxxxx", &turns));
    let question = format!("--puzzle-file {file} --state x...........A. --to A.............");
    for recipe in ["mux-idle", "onehot", "lemmas"] {
        // The mark passes six triples.
        run!("solve {question} --recipe {recipe} --time-limit 20 --quiet")
            .ends(0)
            .prints(&["6 turns, minimal"]);
    }
}
