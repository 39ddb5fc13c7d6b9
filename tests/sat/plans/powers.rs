//! Stages that allow single powers of turns, and stages to which different turns do the same:
//! random ones against following all turns through all states.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use twistsat::puzzle::{Color, Metric};
use twistsat::quotient::QuotientError;

use super::*;
use crate::common::cli::{Folder, run_in};
use crate::common::puzzles::beads;

/// Turns of order two to ten, alone and side by side.
fn puzzles() -> Vec<Arc<Puzzle>> {
    vec![
        beads("abcdef", &["a b c d e f"]),
        beads("abcde", &["a b c d e", "a b c"]),
        beads("abcdef", &["a b c d e f", "a b"]),
        beads("abcdef", &["a b c d e", "b d f"]),
        beads("abcdefgh", &["a b c/d e", "c d", "f g h/a d"]),
        // Without h and i, twice A is three times B.
        beads("abcdefghi", &["a b c d", "a c/b d/e f g/h i", "h i"]),
        // Without d to h, A and B are one turn, C and D its inverse.
        beads(
            "abcdefgh",
            &["a b c/d e", "a b c/e f g", "a c b/e g h", "a c b/d h f"],
        ),
        beads("abcdefghij", &["a b c d e f g h i j"]),
        beads("abcdefghijk", &["a b c d e f g h i", "j k/a d g"]),
        beads("abcdefgh", &["a b c d e f", "g h/a d/b e/c f", "a c e/g h"]),
    ]
}

/// All states, as colours, that turns lead to from the solved one, each with the turns that
/// lead on; nothing of what the library knows of stages.
struct Truth {
    distances: HashMap<Vec<Color>, usize>,
    turns: Vec<TurnId>,
    puzzle: Arc<Puzzle>,
}

fn closure(puzzle: &Puzzle, turns: &[TurnId]) -> Vec<Vec<Color>> {
    let mut all = vec![puzzle.solved().colors().to_vec()];
    let mut seen: BTreeSet<Vec<Color>> = all.iter().cloned().collect();
    let mut next = 0;
    while next < all.len() {
        for &turn in turns {
            let after = puzzle.turns()[turn].permutation.apply(&all[next]);
            if seen.insert(after.clone()) {
                all.push(after);
            }
        }
        next += 1;
        assert!(all.len() < 20_000, "too many states for this judge");
    }
    all
}

impl Truth {
    /// How many of these turns lead to a goal, from each state that they lead to.
    fn new(puzzle: &Arc<Puzzle>, turns: &[TurnId], is_goal: impl Fn(&[Color]) -> bool) -> Self {
        let states = closure(puzzle, turns);
        let mut distances = HashMap::new();
        let mut layer: Vec<Vec<Color>> =
            states.into_iter().filter(|state| is_goal(state)).collect();
        let mut distance = 0;
        while !layer.is_empty() {
            layer.retain(|state| !distances.contains_key(state));
            distances.extend(layer.iter().map(|state| (state.clone(), distance)));
            let before = |state: &Vec<Color>, turn: TurnId| {
                let back = puzzle.turns()[turn].permutation.inverse();
                back.apply(state)
            };
            layer = layer
                .iter()
                .flat_map(|state| turns.iter().map(move |&turn| before(state, turn)))
                .collect();
            distance += 1;
        }
        Self {
            distances,
            turns: turns.to_vec(),
            puzzle: puzzle.clone(),
        }
    }

    /// How many sequences of just so many turns lead to the goal.
    fn ways(&self, state: &[Color], length: usize) -> usize {
        match (self.distances[state], length) {
            (distance, length) if distance > length => 0,
            (_, 0) => 1,
            (_, length) => {
                let after = |&turn: &TurnId| self.puzzle.turns()[turn].permutation.apply(state);
                let ways = self
                    .turns
                    .iter()
                    .map(|turn| self.ways(&after(turn), length - 1));
                ways.sum()
            }
        }
    }
}

fn names(puzzle: &Puzzle, turns: &[TurnId]) -> String {
    Notation::Singmaster.write_all(puzzle, turns)
}

/// A random stage, and its truth.
fn stage(puzzle: &Arc<Puzzle>, random: &mut SmallRng) -> (Vec<TurnId>, String, Truth) {
    let all = 0..puzzle.turns().len();
    let share = *[0.2, 0.5, 0.9].choose(random).unwrap();
    let mut allowed: Vec<TurnId> = all.clone().filter(|_| random.random_bool(share)).collect();
    if allowed.is_empty() {
        allowed.push(random.random_range(all.clone()));
    }
    let solved = puzzle.solved().colors();
    if random.random_bool(0.3) {
        let letters = ["x", "y", "."];
        let recoloring: Vec<&str> = solved
            .iter()
            .map(|_| *letters.choose(random).unwrap())
            .collect();
        let shown = |state: &[Color]| {
            state
                .iter()
                .map(|&color| recoloring[color])
                .eq(recoloring.iter().copied())
        };
        let truth = Truth::new(puzzle, &allowed, shown);
        return (
            allowed,
            format!("recoloring = \"{}\"", recoloring.concat()),
            truth,
        );
    }
    let reached: BTreeSet<Vec<Color>> = closure(puzzle, &allowed).into_iter().collect();
    let lies_in =
        |turn: &TurnId| reached.contains(&puzzle.turns()[*turn].permutation.apply(solved));
    let group: Vec<TurnId> = all
        .filter(lies_in)
        .filter(|_| random.random_bool(0.25))
        .collect();
    let goal: BTreeSet<Vec<Color>> = closure(puzzle, &group).into_iter().collect();
    let truth = Truth::new(puzzle, &allowed, |state| goal.contains(state));
    let group = format!("group = \"{}\"", powers(puzzle, &group));
    (allowed, group, truth)
}

/// Turns as a plan file takes them: `R1` is the turn, where `R` is its face.
fn powers(puzzle: &Puzzle, turns: &[TurnId]) -> String {
    let word = |&turn: &TurnId| match puzzle.turns()[turn].power {
        1 => format!("{}1", puzzle.turns()[turn].base),
        _ => puzzle.turns()[turn].name(),
    };
    let words: Vec<String> = turns.iter().map(word).collect();
    words.join(" ")
}

/// How many stages were solved, and how many of these have turns that do the same.
fn ask(seed: u64, cases: usize) -> (usize, usize) {
    let mut random = SmallRng::seed_from_u64(seed);
    let puzzles = puzzles();
    let (mut solved, mut alike) = (0, 0);
    for _ in 0..cases {
        let puzzle = puzzles.choose(&mut random).unwrap();
        let (allowed, goal, truth) = stage(puzzle, &mut random);
        let allow = powers(puzzle, &allowed);
        let text = format!(
            "name = \"p\"\ntitle = \"P\"\npuzzle = \"beads\"\n\
             [[stage]]\ntitle = \"one\"\nallow = \"{allow}\"\n{goal}\n"
        );
        let plan = Plan::from_toml("p.toml", &text, puzzle).unwrap();
        assert_eq!(plan.stages[0].allowed, allowed);
        let nothing = truth.distances.values().all(|&distance| distance == 0);
        let what = format!("{}\n{text}", puzzle.definition());
        let reduction = match Reduction::new(&plan, 1) {
            Ok(reduction) => reduction,
            Err(StageError::Quotient { error, .. }) => {
                assert!(
                    nothing && error == QuotientError::Nothing,
                    "{error}: {what}"
                );
                continue;
            }
            Err(error) => panic!("{error}: {what}"),
        };
        assert!(!nothing, "{what}");
        let mut states: Vec<&Vec<Color>> = truth.distances.keys().collect();
        states.sort();
        for _ in 0..3 {
            let colors = *states.choose(&mut random).unwrap();
            let state = State::new(colors.clone());
            let turns = super::solved(&reduction, &state);
            let told = names(puzzle, &turns);
            assert_eq!(turns.len(), truth.distances[colors], "{told} {what}");
            assert!(
                turns.iter().all(|turn| allowed.contains(turn)),
                "{told} {what}"
            );
            let end = puzzle.apply(&state, &turns);
            assert_eq!(truth.distances[end.colors()], 0, "{told} {what}");
            if reduction.tells_turns_apart() && turns.len() < 5 {
                let budget = Budget::Exactly(turns.len());
                let problem = reduction.problem(&state, budget).unwrap();
                let mut found = BTreeSet::new();
                let note = |solution: &_| {
                    if found.insert(reduction.lift(solution)) {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                };
                let recipe = recipe();
                let search = Search::default().recipe(&recipe).solver(batsat());
                search.enumerate(&problem, note).unwrap();
                assert_eq!(found.len(), truth.ways(colors, turns.len()), "{what}");
            }
        }
        solved += 1;
        alike += usize::from(!reduction.tells_turns_apart());
    }
    (solved, alike)
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn stages_with_powers_of_turns_are_solved_as_fast_as_can_be() {
    let (solved, alike) = ask(21, 400);
    assert!(solved > 200 && alike > 50, "{solved} {alike}");
}

#[test]
#[ignore = "long check"]
fn so_are_many_more() {
    ask(22, 20_000);
}

/// A puzzle file of one turn that moves so many beads in a circle.
fn circle(turn: &str, beads: u8) -> String {
    let names: Vec<String> = (0..beads)
        .map(|n| char::from(b'a' + n).to_string())
        .collect();
    let face = |name: &String| {
        let upper = name.to_uppercase();
        format!(
            "{{ name = \"{upper}\", color = \"{upper}\", paint = \"red\", facelets = \"{name}\" }}"
        )
    };
    let faces: Vec<String> = names.iter().map(face).collect();
    format!(
        "name = \"circle\"\ntitle = \"Circle\"\nmaximum = {{}}\nnet = [\"{0}\"]\nface = [{1}]\n\
         turn = [{{ name = \"{turn}\", cycles = [\"{0}\"] }}]\n",
        names.join(" "),
        faces.join(", ")
    )
}

fn stages(stages: &[(&str, &str)]) -> String {
    let stage = |(allow, group): &(&str, &str)| {
        format!("[[stage]]\ntitle = \"t\"\nallow = \"{allow}\"\ngroup = \"{group}\"\n")
    };
    let stages: String = stages.iter().map(stage).collect();
    format!("name = \"powers\"\ntitle = \"Powers\"\npuzzle = \"circle\"\n{stages}")
}

#[test]
fn turns_of_a_stage_have_the_names_that_the_puzzle_gives_them() {
    for (turn, beads, allow, scramble, expected) in [
        ("D", 6, "D2", "D2", "D2 D2"),
        ("D", 6, "D2'", "D2", "D2'"),
        ("D", 6, "D3", "D3", "D3"),
        ("D", 10, "D4", "D2", "D4 D4"),
        ("D", 10, "D4 D4'", "D4", "D4'"),
        ("Rw", 9, "Rw4'", "Rw4", "Rw4'"),
        ("Rw", 9, "r3", "Rw3", "Rw3 Rw3"),
        ("Rw", 9, "r3 Rw3'", "Rw3", "Rw3'"),
    ] {
        let folder = Folder::new();
        folder.write("circle.toml", circle(turn, beads));
        folder.write("plan.toml", stages(&[(allow, "")]));
        let start = ["--puzzle-file", "circle.toml", "--scramble", scramble];
        let stage = ["--plan-file", "plan.toml", "--stage", "1"];
        let ask = |command: &str, more: &[&str]| {
            run_in(
                folder.path(),
                &[&[command], &start[..], &stage, more].concat(),
            )
        };
        let solved = ask("solve", &["--format", "alg", "--quiet"]).ends(0);
        let solved = solved.out.trim_end();
        // There is no other way of so few turns.
        assert_eq!(solved, expected);
        let length = expected.split(' ').count();
        let puzzle = Puzzle::from_toml("circle.toml", &folder.read("circle.toml")).unwrap();
        let read = |text: &str| Notation::Singmaster.read(&puzzle, text).unwrap();
        let start = puzzle.apply(puzzle.solved(), &read(scramble));
        let turns = length.to_string();
        ask("encode", &["--turns", &turns, "-o", "a.cnf"]).ends(0);
        folder.write("a.model", super::command::model(&folder.read("a.cnf")));
        let decode = ["decode", "a.cnf.map.json", "a.model", "--format", "alg"];
        let decoded = run_in(folder.path(), &decode).ends(0);
        assert_eq!(decoded.out.trim_end(), expected);
        let end = puzzle.apply(&start, &read(expected));
        assert_eq!(end, *puzzle.solved(), "{expected}");
        let shorter = (length - 1).to_string();
        ask("prove", &["--max-turns", &shorter, "-o", "p"]).ends(0);
        let verify = ["verify", "p.json", "--puzzle-file", "circle.toml"];
        let plan = ["--plan-file", "plan.toml"];
        run_in(folder.path(), &[&verify[..], &plan].concat()).ends(0);
    }
}

#[test]
fn a_plan_may_go_through_the_powers_of_one_turn() {
    let folder = Folder::new();
    folder.write("circle.toml", circle("D", 6));
    folder.write("plan.toml", stages(&[("D", "D2"), ("D2", "")]));
    let solve = [
        "solve",
        "--puzzle-file",
        "circle.toml",
        "--plan-file",
        "plan.toml",
    ];
    for (scramble, turns) in [("D", 1), ("D2", 1), ("D3", 1), ("D2'", 1), ("", 0)] {
        let more = ["--scramble", scramble, "--format", "json", "--quiet"];
        let json = run_in(folder.path(), &[&solve[..], &more].concat())
            .ends(0)
            .json();
        assert_eq!(json["turns"], turns, "{json}");
    }
}

/// To whom D3 does not matter, D and D2' are one turn, and so are D2 and D'. Only D and D' count one
/// in quarter turns.
#[test]
fn of_turns_that_do_the_same_one_stays_that_counts_in_each_metric() {
    let puzzle = Arc::new(Puzzle::from_toml("circle.toml", &circle("D", 6)).unwrap());
    let plan = Plan::from_toml("plan.toml", &stages(&[("D", "D3")]), &puzzle).unwrap();
    let reduction = Reduction::new(&plan, 1).unwrap();
    assert!(!reduction.tells_turns_apart());
    let read = |text: &str| Notation::Singmaster.read(&puzzle, text).unwrap();
    let state = puzzle.apply(puzzle.solved(), &read("D"));
    for metric in Metric::ALL {
        let problem = reduction.problem(&state, Budget::AtMost(2)).unwrap();
        let problem = problem.counted_in(metric).unwrap();
        let mut kept: Vec<String> = problem
            .allowed
            .iter()
            .map(|&turn| problem.puzzle.turns()[turn].name())
            .collect();
        kept.sort();
        assert_eq!(kept, ["D", "D'"], "{metric}");
    }
}
