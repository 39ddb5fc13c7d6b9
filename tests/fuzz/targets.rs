//! The readers, and what each promises for any text: it ends soon, it does not
//! panic, its errors name places that exist, and an accepted text is sound and
//! survives being written and read again.

use std::collections::HashSet;
use std::sync::Arc;

use twistsat::encode::{Recipe, encode};
use twistsat::formats::PuzzleFormat;
use twistsat::notation::{Notation, Scheme};
use twistsat::plan::Plan;
use twistsat::problem::{
    Budget, Problem, Reduction, Target as Goal, describe_misread, possible_state, proposal,
};
use twistsat::puzzle::{Layout, Puzzle, Sticker, TurnId};
use twistsat::report;
use twistsat::source::FileError;

use super::common::sat::{POCKET, recipe as named_recipe};
use super::engine::{Target, plain};
use super::{corpus, results};

// Words of the formats.
const PUZZLE: &str = "name » title » maximum » held » net » face » turn » cycles » color » paint » facelets » \
                      [[turn]] » [[face]] » any » exact » idle » \"\"\"";
const TWS: &str = "Name » Set » Solved » StartState » Move » MoveTransformation » MoveAlias » MoveSequence » End » \
                   ? » Illegal » 0 » 1 » 2 » 255 » '";
const KPUZZLE: &str = "name » orbits » orbitName » numPieces » numOrientations » defaultPattern » pieces » \
                       orientation » orientationMod » moves » permutation » orientationDelta » derivedMoves » [ » \
                       ] » { » } » : » , » null » 0 » 3 » 1e9 » [U: R]";
const SCR: &str = "Scramble » ScrambleState » ScrambleAlg » CPOS » CORNERS » End » ? » 0 » 8 » R'";
const RECIPE: &str = "name » title » state » selector » transition » goal » order » idle » distinct » form » \
                      true » trailing » canonical » uniform » reference » mux-tree » conditional » \
                      placement-onehot » regression » face-and-turn";
const PLAN: &str = "name » title » puzzle » pocket » [[stage]] » allow » group » recoloring » patterns » maximum » \
                    [ab] » . » _ » U R » U2";
const TURNS: &str = "R » 2 » ' » i » CW » CCW » H » Hold » l » ’";
const MAP: &str = "idle » true » false » null » exactly » at-most » htm » [] » {} » \\u0000 » \\n » R' » U2 » 1e3";
const ANSWER: &str = "s » v » c » 0 » SAT » UNSAT » INDET » SATISFIABLE » UNKNOWN";
const DIMACS: &str = "p cnf 1 1 » c » 0 » %";

pub const TARGETS: [Target; 11] = [
    reader("puzzle", corpus::puzzle_files, puzzle, PUZZLE),
    reader("tws", corpus::tws_files, tws, TWS),
    reader("kpuzzle", corpus::kpuzzle_files, kpuzzle, KPUZZLE),
    reader("scr", corpus::scr_files, scr, SCR),
    reader("recipe", corpus::recipe_files, recipe, RECIPE),
    reader("plan", corpus::plan_files, plan, PLAN),
    reader("state", corpus::states, state, "U= » F= » A= » = »  "),
    reader("turns", corpus::turns, turns, TURNS),
    reader("map", corpus::maps, results::map, MAP),
    reader("answer", corpus::answers, results::answer, ANSWER),
    reader("dimacs", corpus::comments, results::dimacs, DIMACS),
];

/// A reader with its good inputs and the words of its format.
const fn reader(
    name: &'static str,
    corpus: fn() -> Vec<String>,
    run: fn(&str) -> String,
    words: &'static str,
) -> Target {
    Target {
        name,
        corpus,
        words,
        run,
    }
}

/// Checks the place in an error: the line exists, and the column is at most one
/// past its end.
fn check_place(error: &FileError, text: &str) {
    let Some((line, column)) = error.place else {
        return;
    };
    let lines: Vec<&str> = text.split('\n').collect();
    assert!((1..=lines.len()).contains(&line), "no line {line}: {error}");
    let length = lines[line - 1].chars().count();
    let exists = (1..=length + 1).contains(&column);
    assert!(exists, "no column {column} in line {line}: {error}");
}

fn tws(text: &str) -> String {
    foreign("fuzz.tws", text)
}

fn kpuzzle(text: &str) -> String {
    foreign("fuzz.json", text)
}

/// A puzzle definition of another program: an accepted definition becomes a puzzle
/// file, and each format that can express the puzzle keeps its turns.
fn foreign(name: &str, text: &str) -> String {
    let puzzle = match Puzzle::from_file(name, text) {
        Ok(puzzle) => Arc::new(puzzle),
        Err(error) => {
            check_place(&error, text);
            return plain(&error.reason);
        }
    };
    check_puzzle(&puzzle);
    let again = Puzzle::from_toml("again", puzzle.definition()).unwrap();
    assert_eq!(again.facelets(), puzzle.facelets());
    let orders = |puzzle: &Puzzle| -> Vec<(String, usize)> {
        let turns = puzzle.turns().iter();
        turns.map(|turn| (turn.name(), turn.order)).collect()
    };
    for (format, name) in [
        (PuzzleFormat::Tws, "a.tws"),
        (PuzzleFormat::KPuzzle, "a.json"),
    ] {
        match puzzle.write(format) {
            Ok(written) => {
                let back = Puzzle::from_file(name, &written).unwrap();
                assert_eq!(orders(&back), orders(&puzzle), "{written}");
            }
            Err(reason) => return plain(&reason.to_string()),
        }
    }
    "accepted".to_owned()
}

fn scr(text: &str) -> String {
    let puzzle = corpus::foreign_puzzle();
    match puzzle.read_scrambles("fuzz.scr", text) {
        Ok(scrambles) => {
            for scramble in &scrambles {
                assert_eq!(scramble.state.len(), puzzle.facelets().len());
                let symbols = puzzle.symbols();
                assert!(scramble.state.iter().all(|c| symbols.contains(c)));
            }
            format!("accepted {}", scrambles.len().min(3))
        }
        Err(error) => {
            check_place(&error, text);
            plain(&error.reason)
        }
    }
}

pub fn puzzle(text: &str) -> String {
    let mistakes = Puzzle::mistakes("fuzz", text);
    for mistake in &mistakes {
        check_place(mistake, text);
    }
    let puzzle = match Puzzle::from_toml("fuzz", text) {
        Ok(puzzle) => {
            assert!(mistakes.is_empty(), "{mistakes:?}");
            let _ = (puzzle.notes(), report::PuzzleReport::new(&puzzle).text());
            Arc::new(puzzle)
        }
        Err(error) => {
            assert!(!mistakes.is_empty(), "{error}");
            check_place(&error, text);
            return plain(&error.reason);
        }
    };
    check_puzzle(&puzzle);
    let again = Puzzle::from_toml("again", puzzle.definition()).unwrap();
    assert_eq!(again.facelets(), puzzle.facelets());
    assert_eq!(again.pieces().all(), puzzle.pieces().all());
    let mut outcome = "accepted".to_owned();
    for goal in [Goal::Any, Goal::Solved] {
        let mut scramble: Vec<TurnId> = match goal {
            Goal::Any => puzzle.turns_around_held(),
            _ => (0..puzzle.turns().len()).collect(),
        };
        scramble.truncate(7);
        match Problem::from_scramble(puzzle.clone(), &scramble, &goal, Budget::Exactly(1)) {
            Ok(problem) => {
                let _ = report::start(&problem);
                for recipe in ["mux-idle", "faces"] {
                    if let Err(error) = encode(&problem, &named_recipe(recipe)) {
                        outcome += &plain(&error.to_string());
                    }
                }
            }
            // Turns lead here, so it is possible: a refusal would be wrong.
            Err(error) => {
                let said = error.to_string();
                let reasons = ["so there is no turn to use", "more than one way"];
                let is_known = reasons.iter().any(|it| said.contains(it));
                assert!(is_known, "{said}");
                outcome += &plain(&said);
            }
        }
    }
    outcome
}

pub fn check_puzzle(puzzle: &Puzzle) {
    let size = puzzle.facelets().len();
    let all: Vec<usize> = (0..size).collect();
    let sorted = |mut list: Vec<usize>| {
        list.sort_unstable();
        list
    };
    assert_eq!(sorted(puzzle.net_order()), all);
    let pieces = puzzle.pieces().all().iter();
    let of_pieces = pieces.flat_map(|piece| piece.facelets.clone()).collect();
    assert_eq!(sorted(of_pieces), all);
    assert_eq!(puzzle.solved().colors().len(), size);
    assert!(puzzle.held().iter().all(|&facelet| facelet < size));
    let names: HashSet<String> = puzzle.turns().iter().map(|turn| turn.name()).collect();
    let expected = puzzle.turns().len();
    assert_eq!(names.len(), expected, "each turn has a name of its own");
    assert!(!names.contains("idle"), "maps use this word");
    for (id, turn) in puzzle.turns().iter().enumerate().take(200) {
        assert_eq!(sorted(turn.permutation.sources().collect()), all);
        assert!(!turn.permutation.is_identity());
        let inverse = &puzzle.turns()[puzzle.inverse(id)].permutation;
        assert!(turn.permutation.then(inverse).is_identity());
    }
    for notation in Notation::ALL {
        if notation.ambiguous_name(puzzle).is_none() {
            let turns: Vec<TurnId> = (0..puzzle.turns().len().min(200)).collect();
            let text = notation.write_all(puzzle, &turns);
            // Turns with the same effect are all read as one representative.
            let same = |turn: TurnId| puzzle.representative_turn(turn);
            let read = notation.read(puzzle, &text);
            assert_eq!(read, Ok(turns.into_iter().map(same).collect()), "{text}");
        }
    }
    let solved = Scheme::own_symbols(puzzle).state_characters(puzzle.solved());
    for layout in Layout::ALL {
        let text = layout.write(puzzle, &solved);
        assert_eq!(layout.read(puzzle, &text).as_ref(), Ok(&solved), "{text}");
    }
}

fn recipe(text: &str) -> String {
    match Recipe::from_toml("fuzz", text) {
        Ok(recipe) => {
            let again = Recipe::from_toml("again", &write_recipe(&recipe)).unwrap();
            // Equal except for the text they were read from.
            let sha256 = recipe.sha256.clone();
            assert_eq!(Recipe { sha256, ..again }, recipe);
            let parts = (recipe.goal, recipe.order, recipe.idle, recipe.form);
            format!("accepted {parts:?}")
        }
        Err(error) => {
            check_place(&error, text);
            plain(&error.reason)
        }
    }
}

/// A plan: each stage of an accepted plan is either reduced to a smaller puzzle or refused. The solved state meets the goal
/// of the reduced problem exactly when it meets the goal of the stage.
fn plan(text: &str) -> String {
    let puzzle = &*POCKET;
    let plan = match Plan::from_toml("fuzz", text, puzzle) {
        Ok(plan) => plan,
        Err(error) => {
            check_place(&error, text);
            return plain(&error.reason);
        }
    };
    let mut outcome = "accepted ".to_owned();
    for number in 1..=plan.stages.len().min(2) {
        match Reduction::new(&plan, number) {
            Ok(stage) => {
                let image = &stage.quotient().image;
                let again = Puzzle::from_toml("again", image.definition()).unwrap();
                assert_eq!(again.facelets(), image.facelets());
                let problem = stage.problem(puzzle.solved(), Budget::AtMost(1)).unwrap();
                let is_goal = problem.goal.admits(&problem.start.state().unwrap());
                assert_eq!(is_goal, stage.reaches(puzzle.solved(), &[]));
            }
            Err(error) => outcome += &plain(&error.to_string()),
        }
    }
    outcome
}

/// A recipe as a file. The names of values are those of the enums, in
/// kebab-case.
pub fn write_recipe(recipe: &Recipe) -> String {
    let kebab = |value: &dyn std::fmt::Debug| {
        let mut name = String::new();
        for c in format!("{value:?}").chars() {
            if c.is_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.extend(c.to_lowercase());
        }
        name
    };
    // JSON strings are TOML strings, except that TOML requires DEL to be escaped.
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    let string = |text: &str| quoted(text).replace('\u{7f}', "\\u007f");
    format!(
        "name = {}\ntitle = {}\nstate = \"{}\"\nselector = \"{}\"\ntransition = \"{}\"\ngoal = \"{}\"\n\
         order = \"{}\"\nidle = \"{}\"\ndistinct = {}\nlemmas = {}\ncoordinates = \"{}\"\nsymmetry = \"{}\"\nform = \"{}\"\n",
        string(&recipe.name),
        string(&recipe.title),
        kebab(&recipe.state),
        kebab(&recipe.selector),
        kebab(&recipe.transition),
        kebab(&recipe.goal),
        kebab(&recipe.order),
        kebab(&recipe.idle),
        recipe.distinct,
        recipe.lemmas,
        kebab(&recipe.coordinates),
        kebab(&recipe.symmetry),
        kebab(&recipe.form),
    )
}

fn state(text: &str) -> String {
    let mut outcome = String::new();
    for puzzle in corpus::puzzles() {
        for layout in Layout::ALL {
            let symbols = match layout.read(puzzle, text) {
                Ok(symbols) => symbols,
                Err(error) => {
                    outcome += &plain(&error.to_string());
                    continue;
                }
            };
            assert_eq!(symbols.len(), puzzle.facelets().len());
            let written = layout.write(puzzle, &symbols);
            let found = layout.read(puzzle, &written);
            assert_eq!(found.as_ref(), Ok(&symbols), "{written}");
            let solved = Scheme::own_symbols(puzzle).state_characters(puzzle.solved());
            let states = [&symbols, &solved].map(|it| Goal::state(it));
            for goal in [Goal::Any, Goal::Solved].into_iter().chain(states) {
                match Problem::new(puzzle.clone(), &symbols, &goal, Budget::AtMost(1)) {
                    Ok(problem) => {
                        outcome += "accepted ";
                        check_problem(&problem, &symbols, &goal);
                    }
                    Err(error) => {
                        outcome += &plain(&error.to_string());
                        let stickers = Sticker::all_known(&symbols);
                        let _ = describe_misread(puzzle, &stickers);
                        if let Some(proposal) = proposal(puzzle, text, &stickers) {
                            let meant = proposal.stickers;
                            assert!(possible_state(puzzle, &meant).is_ok(), "{text}");
                        }
                    }
                }
            }
        }
    }
    outcome
}

fn check_problem(problem: &Problem, symbols: &[char], goal: &Goal) {
    let puzzle = &problem.puzzle;
    assert_eq!(problem.start.sets().len(), puzzle.facelets().len());
    assert_eq!(problem.goal.sets().len(), puzzle.facelets().len());
    let start = problem.start.state().unwrap();
    assert_eq!(problem.scheme.state_characters(&start), symbols);
    assert!(problem.allowed.is_sorted_by(|a, b| a < b));
    assert!(!problem.allowed.is_empty());
    // A turn of a possible state gives a possible state.
    for &turn in problem.allowed.iter().take(3) {
        let next = puzzle.apply(problem.start.pattern(), &[turn]);
        let next = problem.scheme.state_characters(&next.state().unwrap());
        Problem::new(puzzle.clone(), &next, goal, problem.budget).unwrap();
    }
    for recipe in ["mux-idle", "placements"] {
        encode(problem, &named_recipe(recipe)).unwrap();
    }
}

fn turns(text: &str) -> String {
    let mut outcome = String::new();
    for puzzle in corpus::puzzles() {
        for notation in Notation::ALL {
            if notation.ambiguous_name(puzzle).is_some() {
                continue;
            }
            match notation.read(puzzle, text) {
                Ok(turns) => {
                    outcome += "accepted ";
                    let written = notation.write_all(puzzle, &turns);
                    let found = notation.read(puzzle, &written);
                    assert_eq!(found.as_ref(), Ok(&turns), "{written}");
                    let state = puzzle.apply(puzzle.solved(), &turns);
                    assert_eq!(state.colors().len(), puzzle.facelets().len());
                }
                Err(error) => {
                    let here: Vec<char> = text.chars().skip(error.column - 1).collect();
                    let token: Vec<char> = error.token.chars().collect();
                    assert!(!token.is_empty() && here.starts_with(&token), "{error}");
                    outcome += &plain(&error.reason);
                }
            }
        }
    }
    outcome
}
