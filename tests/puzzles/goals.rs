//! Named goals and cycles of pieces, compared with masks written by hand, counts from the literature, and simulators of the
//! cube.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use twistsat::notation::Scheme;
use twistsat::problem::{NamedGoal, Question};
use twistsat::puzzle::{Pattern, Puzzle, State};

use crate::common::puzzles::counts_from;
use crate::common::rows;
use crate::common::simulator::{SOLVED, after, place, with_colors};

fn patterns(puzzle: &str, goal: &str) -> Vec<Pattern> {
    let puzzle = Puzzle::built_in(puzzle).unwrap();
    let found = NamedGoal::find(&puzzle, goal).unwrap();
    found.unwrap_or_else(|| panic!("no goal {goal}")).patterns
}

/// The only mask of a goal: a character per sticker, in the order of the faces.
fn mask(puzzle: &str, goal: &str) -> String {
    let all = patterns(puzzle, goal);
    assert_eq!(all.len(), 1, "{goal}");
    Scheme::own_symbols(&Puzzle::built_in(puzzle).unwrap()).text(&all[0])
}

/// A state of the 3×3×3 in its own letters.
fn state(text: &str) -> State {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    Scheme::own_symbols(&puzzle)
        .state(&text.chars().collect::<Vec<_>>())
        .unwrap()
}

#[test]
fn masks_match_hand_written_ones() {
    for [puzzle, goal, by_hand] in rows(
        r#"
rubik » cross » ....U.... ....R..R. ....F..F. .D.DDD.D. ....L..L. ....B..B.
rubik » f2l » ....U.... ...RRRRRR ...FFFFFF DDDDDDDDD ...LLLLLL ...BBBBBB
rubik » layer » ....U.... ....R.RRR ....F.FFF DDDDDDDDD ....L.LLL ....B.BBB
rubik » oll » UUUUUUUUU ...RRRRRR ...FFFFFF DDDDDDDDD ...LLLLLL ...BBBBBB
rubik » edges-oriented » .U.UUU.U. ...RRRRRR ...FFFFFF DDDDDDDDD ...LLLLLL ...BBBBBB
rubik » corners-oriented » U.U.U.U.U ...RRRRRR ...FFFFFF DDDDDDDDD ...LLLLLL ...BBBBBB
rubik » corners-last » U.U.U.U.U R.RRRRRRR F.FFFFFFF DDDDDDDDD L.LLLLLLL B.BBBBBBB
rubik » cmll » U.U...U.U R.RRRRRRR F.FF.FF.F D.DD.DD.D L.LLLLLLL B.BB.BB.B
rubik » lse » U.U.U.U.U R.RRRRRRR F.FFFFF.F D.DDDDD.D L.LLLLLLL B.BBBBB.B
rubik » roux-1 » ......... ....R.... ...F..F.. D..D..D.. ...LLLLLL .....B..B
rubik » roux-2 » ......... ...RRRRRR ...F.FF.F D.DD.DD.D ...LLLLLL ...B.BB.B
rubik » block-222 » ....U.... ....R.... ....F.... ...DD.DD. ...LL.LL. ....BB.BB
rubik » block-223 » ....U.... ....RR.RR ....F.... ...DDDDDD ...LL.LL. ...BBBBBB
pocket » layer » .... ..OO ..WW BBBB ..RR ..YY
pocket » ortega » GGGG .... .... BBBB .... ....
pyraminx » centers » .G.G.G .R.R.R .B.B.B Y.Y.Y.
skewb » layer » UUUUU RR... FF... ..... LL... BB...
"#,
    ) {
        let by_hand = by_hand.replace(' ', "");
        assert_eq!(mask(puzzle, goal), by_hand, "{puzzle} {goal}");
    }
}

#[test]
fn a_cross_has_190080_states_at_most_8_turns_away() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let required = |(at, c): (usize, char)| (c != '.' && at % 9 != 4).then_some(at);
    // The stickers that the mask requires, except centers.
    let cross = mask("rubik", "cross");
    let stickers: Vec<_> = cross.char_indices().map(required).collect();
    let counts = counts_from(&puzzle, stickers, usize::MAX);
    assert_eq!(counts.iter().sum::<u64>(), 190_080);
    assert_eq!(counts, [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102]);
}

#[test]
fn goals_up_to_rotation_are_counted_correctly() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    assert_eq!(patterns("rubik", "f2l-1").len(), 4);
    assert_eq!(patterns("rubik", "f2l-2").len(), 6);
    assert_eq!(patterns("rubik", "f2l-3").len(), 4);
    for (goal, sides) in [
        ("cross", 6),
        ("f2l-1", 24),
        ("eo", 3),
        ("domino", 3),
        // The centers around the block are free, so it has four orientations.
        ("roux-1", 96),
        ("oll", 6),
        ("block-222", 8),
    ] {
        let question = Question {
            from: Some("solved".to_owned()),
            to: vec![goal.to_owned()],
            goal_up_to: Some("rotation".to_owned()),
            ..Question::default()
        };
        let problem = question.problem_of(&puzzle).unwrap();
        assert_eq!(problem.goals.len(), sides, "{goal}");
    }
}

/// The stickers of each edge. If an edge is not flipped, a color of U or D is at the first one; an edge without these colors
/// has that of F or B there.
const EDGES: &str = "U6R2 U8F2 U4L2 U2B2 D6R8 D2F8 D4L8 D8B8 F6R4 F4L6 B6L4 B4R6";

/// Whether a state of the cube is at a goal, by the definition of the goal.
fn is_at_goal(goal: &str, state: &str) -> bool {
    let shows = |sticker: &str, colors: &str| colors.contains(&state[place(sticker)..][..1]);
    let mut edges = EDGES.split(' ').map(|edge| edge.split_at(2));
    let flips = edges.any(|(first, second)| shows(second, "UD") || shows(first, "LR"));
    let mut up_and_down = "U1 U3 U7 U9 D1 D3 D7 D9".split(' ');
    let is_oriented = !flips && up_and_down.all(|sticker| shows(sticker, "UD"));
    let solved = |stickers: &str| stickers.split(' ').all(|it| shows(it, &it[..1]));
    let bottom = "D2 D4 D6 D8 F8 L8 R8 B8";
    let middle = "F4 F6 R4 R6 L4 L6 B4 B6";
    let corners = "D1 D3 D7 D9 F7 F9 R7 R9 L7 L9 B7 B9";
    match goal {
        "eo" => !flips,
        "orientation" => is_oriented,
        "domino" => is_oriented && middle.split(' ').all(|it| !shows(it, "UD")),
        "cross" => solved(bottom),
        "eo-cross" => !flips && solved(bottom),
        "eo-line" => !flips && solved("D2 F8 D8 B8"),
        "oll" => is_oriented && [bottom, middle, corners].into_iter().all(solved),
        "cmll" => {
            let upper = "U1 U3 U7 U9 F1 F3 R1 R3 L1 L3 B1 B3";
            let all = ["D4 L8 D6 R8", middle, corners, upper];
            all.into_iter().all(solved)
        }
        _ => panic!("{goal}"),
    }
}

#[test]
fn goals_agree_with_their_definitions() {
    let mut random = SmallRng::seed_from_u64(45);
    // Sequences that often lead to each goal, but not always, so that both answers occur.
    for [goal, sequences] in rows(
        r#"
eo » U, D', R, L2, F2, B2, F, R'
orientation » U, D', R2, L2, F2, B2, R, F
domino » U, D', R2, L2, F2, B2, R, F
cross » U, R U R', L' U L, F, D
eo-cross » U, R U R', L' U L, F U F', D
eo-line » U, R, L', F2, D2
oll » U, R U R' U R U2 R', F R U R' U' F', R U R' F' R U R' U' R' F R2 U' R', R U R'
cmll » U2, R U' R U R U R U' R' U' R2, R U R' U R U2 R', F R U R' U' F', R2 L2
"#,
    ) {
        let sequences: Vec<&str> = sequences.split(", ").collect();
        let (mut yes, mut no) = (0, 0);
        let mask = &patterns("rubik", goal)[0];
        for _ in 0..80 {
            let length = 1 + yes % 5;
            let turns = (0..length).map(|_| *sequences.choose(&mut random).unwrap());
            let turns = turns.collect::<Vec<_>>().join(" ");
            let shown = after(SOLVED, &turns);
            let is_there = is_at_goal(goal, &shown);
            let is_admitted = mask.admits(&state(&shown));
            assert_eq!(is_admitted, is_there, "{goal}: {turns}");
            *if is_there { &mut yes } else { &mut no } += 1;
        }
        assert!(yes > 2 && no > 2, "{goal}: {yes} {no}");
    }
}

/// The goal of a question with a single goal state or pattern.
fn goal(puzzle: &Arc<Puzzle>, to: &str, keep: &[&str]) -> Result<String, String> {
    let question = Question {
        from: Some("solved".to_owned()),
        to: vec![to.to_owned()],
        keep: keep.iter().map(|&it| it.to_owned()).collect(),
        ..Question::default()
    };
    let problem = question.problem_of(puzzle);
    let problem = problem.map_err(|error| error.to_string())?;
    assert!(problem.goals.is_empty(), "{to}");
    Ok(Scheme::own_symbols(puzzle).text(&problem.goal))
}

#[test]
fn cycles_move_stickers_like_hand_written_ones() {
    let rubik = Puzzle::built_in("rubik").unwrap();
    for [cycles, stickers] in rows(
        r#"
(UF UR UL) » R2=F L2=R F2=L
(uf,ur,ul) » R2=F L2=R F2=L
(UF RU LU) » R2=U U6=F L2=R F2=U U8=L
(UF UR)(UB UL) » R2=F F2=R L2=B B2=L
(UF+)(UB+) » U8=F F2=U U2=B B2=U
(UF)+ (UB)- » U8=F F2=U U2=B B2=U
(UFR UBR UBL) » R3=F B1=R B3=R L1=B F3=B R1=L
// Clockwise: the sticker at the top moves to the right.
(UFR+)(UBL-) » R1=U F3=R U9=F B3=U L1=B U1=L
(RUF)+ (DFR)- » R1=U F3=R U9=F R7=D F9=R D3=F
"#,
    ) {
        let found = goal(&rubik, cycles, &[]).unwrap();
        assert_eq!(found, with_colors(SOLVED, stickers), "{cycles}");
    }
    let cycle = |keep: &[&str]| goal(&rubik, "(UF UR UL)", keep).unwrap();
    let corners = "U.UU.UUUU RFR...R.R FLF...F.F D.D...D.D LRL...L.L B.B...B.B";
    assert_eq!(cycle(&["corners"]), corners.replace(' ', ""));
    let some = ".U.U.U.U. .F....R.. .L.....FF .DD...... .R....... .B.......";
    assert_eq!(cycle(&["UB DF,DFR"]), some.replace(' ', ""));
}

#[test]
fn impossible_cycles_and_kept_pieces_are_refused_with_a_reason() {
    let rubik = Puzzle::built_in("rubik").unwrap();
    for [cycles, keep, reason] in rows(
        r#"
(UF UR) »  » two pieces are swapped
(UF+) »  » flipped
(UF UFR) »  » cannot bring these pieces to each other's places
(UF UR)(UF UL) »  » named twice
(UF UR UL)' »  » write cycles of pieces
(UF UR UL) » wings » expected `corners`
R U » edges » takes a named goal
"#,
    ) {
        let keep: Vec<&str> = keep.split_whitespace().collect();
        let error = goal(&rubik, cycles, &keep).unwrap_err();
        assert!(error.contains(reason), "{cycles}: {error}");
    }
}

#[test]
fn every_named_goal_holds_on_the_solved_puzzle() {
    for name in NamedGoal::puzzles() {
        let puzzle = Puzzle::built_in(name).unwrap();
        let goals = NamedGoal::named_goals_of(&puzzle).unwrap();
        assert!(goals.len() > 3, "{name}");
        for goal in goals {
            for pattern in &goal.patterns {
                assert!(pattern.admits(puzzle.solved()), "{name}: {}", goal.name);
                assert!(!pattern.is_state(), "{name}: {}", goal.name);
            }
            let leaves_goal = |&turn: &usize| {
                let moved = puzzle.reached_by(&[turn]);
                !goal.patterns.iter().any(|pattern| pattern.admits(&moved))
            };
            let leaves = puzzle.all_turns().iter().any(leaves_goal);
            assert!(leaves, "{name}: {}", goal.name);
        }
    }
}
