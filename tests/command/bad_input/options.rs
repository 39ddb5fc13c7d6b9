use super::*;
use crate::common::each;
use crate::common::puzzles::puzzle_file;

#[test]
fn an_unknown_name_is_refused_with_the_known_ones() {
    each(
        "
nonsense » nonsense
solve gearcube --scramble R » `gearcube` » pocket
solve pocket --scramble R --recipe nonsense » mux-tree
solve pocket --scramble R --solver nonsense » unknown solver `nonsense`; expected one of: batsat, varisat, splr, minisat, picosat
solve pocket --scramble R --layout nonsense » net, faces, urfdlb
solve pocket --scramble R --notation nonsense » singmaster, cw, lowercase, inverse
solve pocket --scramble R --metric nonsense » expected one of: htm, qtm
solve pocket --scramble R --strategy nonsense » ascend, descend
solve pocket --scramble R --format nonsense » text, json, alg
list nonsense » puzzles, recipes, plans, costs, cases, goals, solvers
show pocket --as nonsense » net, faces, urfdlb » svg
completions nonsense » bash » elvish » fish » powershell » zsh
// With suggestions.
solve rubick --scramble R » unknown puzzle `rubick`; did you mean `rubik`?
solve 5x5x6 --scramble R » unknown puzzle `5x5x6`; did you mean `5x5x5`?
solve icosahedron --scramble R » unknown puzzle `icosahedron`; expected one of: 4x4x4,
solve pocket --scramble R --recipe lemma » unknown recipe `lemma`; did you mean `lemmas`?
solve pocket --scramble R --solver cadicla » unknown solver `cadicla`; did you mean `cadical`?
solve rubik --scramble R --plan kociemb » unknown plan `kociemb`; did you mean `kociemba`?
",
        |[line], says| refused(line, 2, says),
    );
}

#[test]
fn one_start_one_puzzle_and_at_most_one_budget_are_required() {
    each(
        "
encode pocket --turns 1 » --scramble <TURNS>
enumerate pocket --turns 1 » --scramble <TURNS>
solve pocket --scramble R --state UUUURRRRFFFFDDDDLLLLBBBB » --scramble » --state
solve --scramble R » PUZZLE
solve pocket --puzzle-file x.toml --scramble R » --puzzle-file
decode - - » stdin
// Turns without their option.
solve pocket 'R U2' » 'R U2' » --scramble \"R U2\" » --state
prove --max-turns 1 pocket 'R U2' » 'R U2' » --scramble \"R U2\" » --state
enumerate --shortest pocket 'R U2' » 'R U2' » --scramble \"R U2\" » --state
// Exactly one budget, if there is no default.
solve pocket --scramble R --turns 1 --max-turns 2 » --turns » --max-turns
encode pocket --scramble R --turns 1 --max-turns 2 » --turns » --max-turns
enumerate pocket --scramble R --turns 1 --max-turns 2 » --turns » --max-turns
encode pocket --scramble R » --turns
enumerate pocket --scramble R » --turns » --shortest
enumerate pocket --scramble R --turns 1 --shortest » --turns » --shortest
enumerate pocket --scramble R --turns 1 --limit x » --limit
enumerate pocket --scramble R --turns 1 --limit 0 » 1 or more
",
        |[line], says| refused(line, 2, says),
    );
    run!("verify one.json two.json")
        .ends(2)
        .lacks(&["--scramble"]);
}

#[test]
fn a_number_of_turns_is_a_whole_number_within_reason() {
    for (subcommand, option) in [
        ("solve", "--turns"),
        ("solve", "--max-turns"),
        ("encode", "--turns"),
        ("enumerate", "--turns"),
    ] {
        let start = format!("{subcommand} pocket --scramble R");
        for (number, says) in [
            ("-1", "-1"),
            ("1e3", "whole number"),
            ("0x10", "whole number"),
            ("NaN", "whole number"),
            ("1 ", "whole number"),
            ("٣", "whole number"),
            ("1.5", "whole number"),
            ("", "turns"),
            ("three", "whole number"),
            ("99999999999", "at most"),
            ("99999999999999999999999999", "at most"),
        ] {
            let argument = format!("{option}={number}");
            refused(format!(r#"{start} "{argument}""#), 2, &[option, says]);
        }
        // Refused with an estimate, before anything is built.
        let says = ["1000000 turns", "clauses", "at most"];
        let is_most = option == "--max-turns";
        let down = if is_most { "--strategy descend" } else { "" };
        refused(format!("{start} {option} 1000000 {down}"), 1, &says);
    }
    let distinct = "--max-turns 5000 --recipe mux-distinct --strategy descend";
    let solve = "solve pocket --scramble R";
    refused(format!("{solve} {distinct}"), 1, &["5000 turns", "clauses"]);
}

#[test]
fn the_budget_limit_also_applies_to_a_puzzle_of_one_color() {
    let folder = Folder::new();
    let beads: String = (0..200).map(|bead| format!("b{bead} ")).collect();
    let text = puzzle_file("gray", None, &[("A", "G", beads.trim())], &[("T", "b0 b1")]);
    let puzzle = folder.write("gray.toml", text);
    for subcommand in ["solve", "enumerate"] {
        let start = format!("{subcommand} --puzzle-file {puzzle} --scramble T --turns");
        refused(format!("{start} 1000000"), 1, &["1000000 turns", "at most"]);
        run!("{start} 3").ends(0);
    }
}

#[test]
fn a_time_limit_is_a_length_of_time() {
    let wrong =
        "|-1|-0.1|-inf|soon|5 lightyears|nan|inf|1e300|1e|0x10|1,5|99999999999999999999999h";
    for limit in wrong.split('|') {
        let solve = format!(r#"solve pocket --scramble R "--time-limit={limit}""#);
        refused(&solve, 2, &["--time-limit", "90s"]);
    }
}

#[test]
fn a_goal_of_uniform_faces_leaves_orientations_open() {
    let solve = "solve pocket --scramble R --recipe mux-uniform --to solved --turns 1";
    refused(solve, 1, &["`mux-uniform`", "goal `any`"]);
}

#[test]
#[cfg(unix)]
fn an_argument_that_is_not_text_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let bytes = std::ffi::OsStr::from_bytes(b"R\xff");
    for option in "--scramble --state --to --turns --recipe --time-limit".split(' ') {
        let mut solve = twistsat();
        solve.args(["solve", "pocket", option]).arg(bytes);
        let run = Run::of(solve.output().unwrap());
        run.ends(2).says(&["invalid UTF-8"]);
    }
}

#[test]
fn options_of_another_method_are_refused() {
    let solve = "solve pocket --scramble 'R U'";
    let descend = "--strategy descend --max-turns 3";
    for formula in ["--recipe mux", "--solver batsat", descend] {
        let name = formula.split(' ').next().unwrap();
        for by in ["graph", "table"] {
            let solve = format!("{solve} {formula} --method {by}");
            refused(solve, 2, &[name, "--method"]);
        }
    }
    for option in ["--improve 1s", "--good-enough 3"] {
        let name = option.split(' ').next().unwrap();
        refused(format!("{solve} {option} --turns 3"), 2, &[name, "--turns"]);
        for other in ["--strategy descend", "--method table", "--method graph"] {
            let says = format!("{name} cannot be combined with {other}");
            refused(format!("{solve} {option} {other}"), 2, &[&says]);
        }
    }
}
