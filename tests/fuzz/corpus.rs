//! Valid inputs: files of the repository, and texts that the program itself writes.

use std::sync::{Arc, LazyLock};

use twistsat::control::Control;
use twistsat::encode::{Formula, Recipe, encode, map};
use twistsat::plan::Plan;
use twistsat::problem::{Budget, Problem, Reduction, Target};
use twistsat::puzzle::Puzzle;
use twistsat::solver::{Session, Verdict};

use super::common::cli::data;
use super::common::puzzles::row;
use super::common::sat::{POCKET, batsat, recipe};

/// Two rings of three that share one bead.
fn rings() -> String {
    row("rings", 5, &[("L", "a b c"), ("R", "c d e")])
}

/// Equal stickers, a held one, a gap in the net, turns `L`, `l` and one of
/// order six.
const BEADS: &str = r#"name = "beads"
title = "Beads"
maximum = {}
held = "h"
net = ["h . a", "b c d e f"]
turn = [
  { name = "L", cycles = ["a b c d"] },
  { name = "l", cycles = ["c d e", "a b"] },
  { name = "Hold", cycles = ["e f"] },
]
[[face]]
name = "H"
color = "0"
paint = "black"
facelets = "h"
[[face]]
name = "A"
color = "é"
paint = "gray"
facelets = "a b"
[[face]]
name = "B"
color = "2"
paint = "pink"
facelets = """
c d
e f
"""
"#;

/// Plans for the pocket cube.
pub fn plan_files() -> Vec<String> {
    let head = "name = \"mine\"\ntitle = \"My plan\"\npuzzle = \"pocket\"\n";
    let groups = "[[stage]]\ntitle = \"one\"\nallow = \"U R F\"\ngroup = \"U2 R2 F2\"\n\
                  [[stage]]\ntitle = \"two\"\nallow = \"U2 R2 F2\"\ngroup = \"\"\nmaximum = 4\n";
    let recoloring = "[[stage]]\ntitle = \"up\"\nallow = \"U R F\"\n\
                recoloring = \"aabb .... .... .... .... ....\"\n\
                patterns = [\"aa[ab]. .... .... .... .... ....\", \"bbaa .... .... .... .... ....\"]\n";
    vec![format!("{head}{groups}"), format!("{head}{recoloring}")]
}

pub fn tws_files() -> Vec<String> {
    let names = "pocket-fixed pyraminx oriented sequences unnamed".split(' ');
    let files = names.map(|name| data(&format!("tests/data/tws/{name}.tws")));
    files.collect()
}

pub fn kpuzzle_files() -> Vec<String> {
    let names = ["pocket", "dials", "old"].into_iter();
    let files = names.map(|name| data(&format!("tests/data/kpuzzle/{name}.json")));
    files.collect()
}

pub fn scr_files() -> Vec<String> {
    let state = "CORNERS\n5 2 1 4 7 6 3 8\n2 0 1 0 1 0 2 0\nEnd\n";
    vec![
        format!("# a remark\nScramble a\n{state}"),
        "ScrambleState b\nCORNERS\n4 1 0 3 6 5 2 7\nEnd\nCPOS E319JF8L\n".to_owned(),
        "ScrambleAlg c\nR U (R U')2\n[R, U]\nEnd\n".to_owned(),
    ]
}

/// The puzzle to which the scrambles belong.
pub fn foreign_puzzle() -> &'static Puzzle {
    static PUZZLE: LazyLock<Puzzle> = LazyLock::new(|| {
        let text = data("tests/data/tws/pocket-fixed.tws");
        Puzzle::from_file("pocket.tws", &text).unwrap()
    });
    &PUZZLE
}

pub fn puzzle_files() -> Vec<String> {
    let pocket = data("encodings/puzzles/pocket.toml");
    let windows = rings().replace('\n', "\r\n");
    // Imported puzzles have aliases of turns and orbits of pieces.
    let imported = ["sequences", "oriented"].map(|name| {
        let text = data(&format!("tests/data/tws/{name}.tws"));
        let puzzle = Puzzle::from_file("corpus.tws", &text).unwrap();
        puzzle.definition().to_owned()
    });
    let own = [pocket, rings(), BEADS.to_owned(), windows];
    [&own[..], &imported].concat()
}

/// The puzzles whose states and turns are read.
pub fn puzzles() -> &'static [Arc<Puzzle>] {
    static PUZZLES: LazyLock<Vec<Arc<Puzzle>>> = LazyLock::new(|| {
        let read = |text| Arc::new(Puzzle::from_toml("corpus", text).unwrap());
        vec![POCKET.clone(), read(&rings()), read(BEADS)]
    });
    &PUZZLES
}

pub fn recipe_files() -> Vec<String> {
    Recipe::built_in_names()
        .map(|name| data(&format!("encodings/recipes/{name}.toml")))
        .collect()
}

pub fn states() -> Vec<String> {
    let states = [
        "F=RYOG U=YRGO D=WRBO R=GYWB L=BYWG B=BOWR",
        "U=GGGG R=OOOO F=WWWW D=BBBB L=RRRR B=YYYY",
        "UUUURLRLBFBFDDDDLRLRFBFB",
        "UUUU RRRR FFFF DDDD LLLL BBBB",
        "YRGOGYWBRYOGWRBOBYWGBOWR",
        "🟩🟩🟩🟩🟥🟥⬜⬜🟧🟧🟨🟨🟥🟥⬜⬜🟧🟧🟨🟨🟦🟦🟦🟦",
        "45123",
        "A=4 B=5 C=1 D=2 E=3",
        "0éé2222",
        "0é2é222",
        "H=0 A=é2 B=2é22",
    ];
    states.map(str::to_owned).into()
}

pub fn turns() -> Vec<String> {
    let turns = "R U2 F' D L B2|R U2' F3 D’ L′ B|RCW UH FCCW|R U2 f d|R U2 Fi|RU2F'D|L R' L' R|\
                 L l l2 l3 l2' l' l5 Hold|";
    turns.split('|').map(str::to_owned).collect()
}

/// Formulas with their problems and recipes, and a model of each.
pub struct Encoded {
    pub map: String,
    pub variables: u32,
    /// The literals of a model, one per variable.
    pub model: Vec<i64>,
}

pub fn encoded() -> &'static [Encoded] {
    static ENCODED: LazyLock<Vec<Encoded>> = LazyLock::new(|| {
        let cases = [
            (0, &[3, 1][..], Target::Any, Budget::Exactly(2), "mux"),
            (0, &[3], Target::Any, Budget::AtMost(2), "mux-idle"),
            (0, &[3], Target::Solved, Budget::Exactly(1), "mux-tree"),
            (1, &[0, 2], Target::Any, Budget::AtMost(3), "mux-idle"),
            (1, &[0], Target::Solved, Budget::Exactly(1), "mux-reference"),
            (2, &[1], Target::Any, Budget::Exactly(1), "mux"),
            (2, &[], Target::Solved, Budget::Exactly(0), "mux"),
            (0, &[3, 1], Target::Any, Budget::Exactly(2), "placements"),
            (1, &[0, 2], Target::Any, Budget::AtMost(3), "faces"),
            (2, &[1], Target::Any, Budget::AtMost(2), "onehot"),
            (2, &[2, 1], Target::Solved, Budget::AtMost(2), "faces"),
        ];
        let encoded = cases.map(|(puzzle, scramble, target, budget, name)| {
            let puzzle = puzzles()[puzzle].clone();
            let problem = Problem::from_scramble(puzzle, scramble, &target, budget).unwrap();
            Encoded::new(&problem, &recipe(name))
        });
        encoded.into_iter().chain(stages()).collect()
    });
    &ENCODED
}

/// Stages of plans for the pocket cube: one whose goal is a group, one whose goal is a recoloring.
fn stages() -> impl Iterator<Item = Encoded> {
    let face = "name = \"face\"\ntitle = \"One face\"\npuzzle = \"pocket\"\n[[stage]]\ntitle = \"up\"\n\
                allow = \"U R F\"\nrecoloring = \"uuuu .... .... .... .... ....\"\n";
    let stages = [
        (plan_files().swap_remove(0), 2, &[1][..], "mux-idle"),
        (face.to_owned(), 1, &[3], "onehot"),
    ];
    stages.into_iter().map(|(text, stage, scramble, name)| {
        let plan = Plan::from_toml("plan", &text, &POCKET).unwrap();
        let start = POCKET.apply(POCKET.solved(), scramble);
        let reduction = Reduction::new(&plan, stage).unwrap();
        let problem = reduction.problem(&start, Budget::AtMost(2)).unwrap();
        Encoded::new(&problem, &recipe(name))
    })
}

impl Encoded {
    fn new(problem: &Problem, recipe: &Recipe) -> Self {
        let formula = encode(problem, recipe).unwrap();
        Self {
            map: map::write(problem, recipe, &formula).unwrap(),
            variables: formula.variables,
            model: model(&formula),
        }
    }
}

fn model(formula: &Formula) -> Vec<i64> {
    let mut session = Session::new(batsat(), &formula.cnf, formula.variables).unwrap();
    let Verdict::Sat(model) = session.solve(&Control::unlimited()).unwrap() else {
        panic!("no model of a satisfiable formula");
    };
    let literals = model.iter().map(|literal| i64::from(literal.to_ipasir()));
    literals.collect()
}

pub fn maps() -> Vec<String> {
    let encoded = encoded().iter();
    encoded.map(|encoded| encoded.map.clone()).collect()
}

pub fn answers() -> Vec<String> {
    let answers = "s UNSATISFIABLE\n|s UNKNOWN\n|UNSAT\n|INDET\n|s SATISFIABLE\nv 0\n|SAT\n1 -2 3 0\n|\
                   c hello\r\ns SATISFIABLE\r\nv 1 -2 3\r\nv 0\r\n";
    let mut answers: Vec<String> = answers.split('|').map(str::to_owned).collect();
    for encoded in &encoded()[..2] {
        let literals: Vec<String> = encoded.model.iter().map(ToString::to_string).collect();
        answers.push(format!("s SATISFIABLE\nv {} 0\n", literals.join(" ")));
        answers.push(format!("SAT\n{} 0\n", literals.join(" ")));
    }
    answers
}

pub fn comments() -> Vec<String> {
    let comments = [
        "Pocket cube",
        "two\nlines",
        "p cnf 1 1\n1 0\n",
        "c\r1 0\r\n%\n0\n",
    ];
    comments.map(str::to_owned).into()
}
