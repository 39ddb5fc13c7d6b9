//! Refutations of any question in cubes: each cube has its own certificate, and a proof shows that they cover everything.

use std::sync::OnceLock;

use itertools::Itertools;
use twistsat::control::Control;
use twistsat::problem::{Budget, Target};
use twistsat::proof::check::Split;
use twistsat::proof::parts::cube::Cube;
use twistsat::proof::parts::cube_split::split_into_cubes;
use twistsat::proof::parts::lookahead::look_ahead;
use twistsat::puzzle::TurnId;

use super::*;
use crate::common::cli::*;
use crate::common::json::each_change_refused;
use crate::common::{fewer_in_check, rows};

/// The command that proves in cubes that [`NINE`] has no solution of N turns. For nearer states, lemmas refute every cube.
pub fn question(most: &str, count: &str, to: &str) -> String {
    format!("prove pocket --state {NINE} --max-turns {most} --look-ahead {count} -o {to}")
}

/// The proof in nine cubes that there is no solution of eight turns: made once, and copied for each test.
fn proved() -> Folder {
    static PROVED: OnceLock<Folder> = OnceLock::new();
    let proved = PROVED.get_or_init(|| {
        let folder = Folder::new();
        let run = run_in(folder.path(), question("8", "5", "p")).ends(0);
        let says = "no solution of at most 8 turns: 10 proofs were checked\np.json\n";
        assert_eq!(run.out, says);
        run.says(&["part 2 of 9, . . . . . . U2: refuted ("]);
        folder
    });
    let copy = Folder::new();
    for name in proved.names() {
        std::fs::copy(proved.path_of(&name), copy.path_of(&name)).unwrap();
    }
    copy
}

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    std::fs::read(folder.path_of(name)).unwrap()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn proofs_in_cubes_are_verified_and_counted() {
    let folder = proved();
    run_in!(folder.path(), "verify p.json").ends(0).prints(&[
        "\nparts  9\n",
        "on the cubes: the first proof shows that a solution makes the turns of one of them",
    ]);
    let json = run_in!(folder.path(), "verify p.json --format json");
    assert_eq!(json.ends(0).json()["proofs"], 9 + 1);
    // Any checker accepts the proof for the two files.
    run_in!(folder.path(), "check p.cnf p.lrat").ends(0);
}

/// All kinds of questions for `prove`; other tests prove them without cubes.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn every_kind_of_question_is_provable_in_cubes_exactly_if_it_is_as_a_whole() {
    let mut seen = [0, 0];
    let questions = rows(
        r#"
pocket --scramble "R U' F2 R" --metric qtm --max-turns 4
pocket --scramble "R U' F2 R" --metric qtm --max-turns 5
// Side constraints.
pocket --scramble "R U2 F'" --ends-with U --max-turns 3
pocket --scramble "R U2 F'" --starts-with F --max-turns 3
pocket --scramble "R U2 F'" --at-most half=0 --max-turns 3
pocket --scramble "R U2 F'" --at-most half=0 --max-turns 4
pocket --scramble "R U2 F'" --never "F U2" --max-turns 3
pocket --scramble "R U2 F'" --min-turns 3 --max-turns 4
pocket --scramble "R U2 F'" --sequence "(R | U2 | F' | R2 | F)*" --max-turns 4
// A partly open goal, and a partly unknown start.
pocket --scramble "R U2 F' R" --to "U=GGGG R=.... F=.... D=.... L=.... B=...." --max-turns 2
pocket --scramble "R U2 F' R" --to "U=GGGG R=.... F=.... D=.... L=.... B=...." --max-turns 4
pocket --state UDDURFRFRFRFUDDUL.LBLBLB --max-turns 3
// A stage, also with turns of equal effect.
rubik --scramble "R F U B" --plan thistlethwaite --stage 1 --max-turns 2
rubik --scramble "R F U B" --plan thistlethwaite --stage 1 --max-turns 4
// Identical pieces.
twiddle --scramble "A B" --max-turns 1
twiddle --scramble "A B" --max-turns 2
// The long check adds the following.
pocket --state UDDURFR.RF.F.D.ULB..LBL. --max-turns 1
pocket --state "U=.GGG R=OOOO F=WWWW D=BBBB L=RRRR B=YYYY" --to solved --max-turns 1
rubik --scramble "R U F" --plan kociemba --stage 1 --max-turns 1
rubik --scramble "R2 U2 F2 U2" --plan thistlethwaite --stage 4 --max-turns 2
pocket --scramble "R U F2" --to "R F" --max-turns 1
pocket --scramble "R U2 F'" --allow "R U" --max-turns 4
pyraminx --scramble "R U L B'" --max-turns 3
pyraminx --scramble "R U L B'" --max-turns 4
skewb --scramble "R U L B'" --max-turns 3
"#,
    );
    for [question] in &questions[..fewer_in_check(16, 25)] {
        let folder = Folder::new();
        let prove = format!("prove --quiet {question}");
        let whole = run_in!(folder.path(), "{prove} -o whole");
        let cubes = run_in!(folder.path(), "{prove} -o p --look-ahead 8");
        assert_eq!(cubes.code, whole.code, "{cubes:#?}");
        let solvable = cubes.code == Some(1);
        seen[usize::from(solvable)] += 1;
        if solvable {
            let has_solution = |run: &Run| run.out.contains(": there is a solution of ");
            let is_uncut = cubes.err.contains("there is nothing to split");
            assert!(has_solution(&whole), "{whole:#?}");
            assert!(has_solution(&cubes) || is_uncut, "{cubes:#?}");
        } else {
            assert_eq!(cubes.code, Some(0), "{cubes:#?}");
            run_in!(folder.path(), "verify p.json").ends(0);
        }
    }
    assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
}

#[test]
fn lemmas_refute_cubes_that_propagation_alone_leaves() {
    let problem = problem(NINE, &Target::Any, Budget::AtMost(8));
    let control = Control::unlimited();
    let with = split_into_cubes(&problem, 60, &control).unwrap();
    let formula = &with.base.formula;
    let without = look_ahead(&problem, formula, &formula.cnf, 60, &control).unwrap();
    assert!(with.base.lemma_count() > 0);
    let (with, without) = (with.found.refuted, without.refuted);
    assert!(with > 2 * without, "{with} {without}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_list_of_cubes_may_be_larger_than_any_certificate() {
    let folder = proved();
    let wide = " ".repeat(3 * 1024 * 1024) + &folder.read("p.json");
    folder.write("p.json", wide);
    run_in!(folder.path(), "verify p.json").ends(0);
}

/// The cover, checked by the part of the checker that is independent of puzzles.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_cover_refutes_the_formula_with_negated_cubes() {
    let folder = proved();
    let asked = format!("pocket --state {NINE} --max-turns 8");
    let cubes = "cubes --look-ahead 5 --cover cover";
    let cubes = run_in!(folder.path(), "{cubes} {asked}").ends(0);
    run_in!(folder.path(), "encode --recipe plain -o plain.cnf {asked}").ends(0);
    let cubes = cubes_in(&cubes.out);
    let plain = Formula::read(folder.read("plain.cnf").as_bytes()).unwrap();
    let must = Split::new(&plain, &cubes).unwrap().cover().unwrap();
    let is = Formula::read(folder.read("cover.cnf").as_bytes()).unwrap();
    assert!(is.iter().eq(must.iter()));
    // `prove` makes the same cubes.
    assert_eq!(folder.read("p.cnf"), folder.read("cover.cnf"));
    assert!(bytes(&folder, "p.lrat") == bytes(&folder, "cover.lrat"));
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn incomplete_cubes_are_refused() {
    const CHANGES: &str = r#"
// A cube is missing or altered.
/parts/3 = » p.cnf is not the formula of this problem: line
/parts/0/first = ". . . . . . U U" » p.cnf is not the formula of this problem: line
/parts/0/at_most = 3 » p.cnf is not the formula of this problem: line
/parts/0/first = ". . . . . . . . U" » it is not a part of a question with 8 slots
/parts/0/at_most = 8 » it is not a part of a question with 8 slots
/parts/0/first = ". ." » it fixes nothing, so it is the whole question again
/parts/0/first = "D" » a part names turns or slots that the question does not have
/parts/0/first = "R X" » part `R X`:
/parts/0/last = "U" » part `. . . . . . U … U`: with a refutation
// Without the proof that they cover everything, the parts are read as states.
/refutation = » part 1, `. . . . . . U`: the `state` of its certificate
/parts/0/certificate/sha256 = "00" » its SHA-256 is
"#;
    let folder = proved();
    each_change_refused(&folder, "p.json", "verify p.json", CHANGES);
    // The certificate of another cube.
    folder.alter("p.json", |json| {
        let other = json["parts"][1]["certificate"].clone();
        json["parts"][0]["certificate"] = other;
    });
    refused(&folder, "of its certificate differs");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn an_altered_cover_is_refused_although_its_hash_fits() {
    let folder = proved();
    let proof = bytes(&folder, "p.lrat");
    let formula = folder.read("p.cnf");
    // Truncated within a clause, and at the end of one.
    replace(&folder, "proof", &proof[..proof.len() / 2]);
    refused(&folder, "p.lrat: ");
    replace(&folder, "proof", b"");
    let says = "p.lrat: the proof is wrong: the proof has no steps";
    refused(&folder, says);
    replace(&folder, "proof", &proof);
    // An additional clause that contradicts another one.
    let more = counted_again(&(formula.clone() + "-1 0\n"));
    replace(&folder, "formula", more);
    refused(&folder, "p.cnf is not the formula of this problem: line ");
    replace(&folder, "formula", &formula);
    run_in!(folder.path(), "verify p.json").ends(0);
    // With a wrong hash.
    folder.write("p.lrat", &proof[..proof.len() / 2]);
    let says = "p.lrat is not the file of the certificate: its SHA-256 is";
    refused(&folder, says);
}

/// A cube is omitted everywhere, and a proof is written for the rest.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_cover_of_fewer_cubes_is_not_proved() {
    let folder = proved();
    let formula = folder.read("p.cnf");
    let last = formula.trim_end().rfind('\n').unwrap();
    replace(&folder, "formula", counted_again(&formula[..=last]));
    folder.alter("p.json", |json| {
        json["parts"].as_array_mut().unwrap().pop();
    });
    // The formula now matches the document.
    refused(&folder, "p.lrat: the proof is wrong: ");
}

#[test]
fn an_impossible_cut_is_reported_and_nothing_is_written() {
    let folder = Folder::new();
    for [more, says] in rows(
        "
--look-ahead 1 -o p » it must be a whole number, 2 or more
--split 1 --look-ahead 3 » cannot be used with
--jobs 2 » required
",
    ) {
        let prove = "prove pocket --scramble R --max-turns 2";
        let run = run_in!(folder.path(), "{prove} {more}");
        assert!(run.code != Some(0));
        run.says(&[says]);
    }
    assert!(folder.names().is_empty());
}

#[test]
fn a_question_refuted_by_propagation_is_proved_without_cubes() {
    let folder = Folder::new();
    run_in(folder.path(), question("7", "9", "p"))
        .ends(0)
        .prints(&[": 1 proof was checked\n"]);
    run_in!(folder.path(), "verify p.json").ends(0);
    let document = folder.json("p.json");
    assert_eq!(document["refutation"]["solver"], "look-ahead");
    assert_eq!(document.get("parts"), None);
}

/// The question of a cube admits exactly the sequences that match the cube.
#[test]
fn a_cube_admits_exactly_the_sequences_with_its_turns_in_their_slots() {
    let problem = scrambled("R U2 F' R U'", Budget::AtMost(4));
    let puzzle = &problem.puzzle;
    let without = ["R", "R . F2", "U . . R"].map(|text| (text, None));
    let with = [(". U", Some(3)), ("", Some(2))];
    for (text, most) in without.into_iter().chain(with) {
        let cube = Cube::read(puzzle, text, most).unwrap();
        assert_eq!(cube.text(puzzle), text);
        assert_eq!(cube.max_turns(), most);
        let question = cube.question(&problem).unwrap();
        let slots: Vec<&str> = text.split_whitespace().collect();
        for length in 0..=4 {
            let words = std::iter::repeat_n(&problem.allowed, length).multi_cartesian_product();
            for word in words.map(|word| word.into_iter().copied().collect::<Vec<TurnId>>()) {
                let turn = |slot: usize| word.get(slot).map(|&turn| puzzle.turns()[turn].name());
                let mut slots = slots.iter().enumerate();
                let fits =
                    slots.all(|(slot, &name)| name == "." || turn(slot).as_deref() == Some(name));
                let must = fits && length <= most.unwrap_or(4);
                let violation = question.constraints.first_violation(puzzle, &word);
                let asked = length <= question.budget.slots() && violation.is_none();
                assert_eq!(asked, must, "{text} {word:?}");
            }
        }
    }
}
