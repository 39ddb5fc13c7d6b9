//! Bad inputs in each format of formulas, proofs, cubes and answers: each is rejected with its file and position, what is
//! wrong there, and what is expected instead.

use super::*;
use crate::common::each;

/// The content of a file, and the parts of its error message.
type Bad = (&'static str, &'static [&'static str]);

/// The minimum number of bad inputs per format.
const LEAST: usize = 5;

/// Refuses each content of a file, which a command reads; nothing else is written.
#[track_caller]
fn each_refused(folder: &Folder, file: &str, command: impl Words, bad: &[Bad]) {
    assert!(bad.len() >= LEAST, "{file}");
    let others = || {
        let mut names = folder.names();
        names.retain(|name| name != file);
        names
    };
    let before = others();
    for (content, says) in bad {
        folder.write(file, content);
        refused(&command, 1, &[&[file], *says].concat());
    }
    assert_eq!(others(), before);
}

/// A formula of `R U2 F'` in three turns, in some format; then answers to it, as `decode` reads them.
fn each_answer_refused(format: &str, recipe: &str, bad: &[Bad]) {
    let folder = Folder::new();
    let path = folder.arg(&format!("a.{format}"));
    let question = r#"encode pocket --scramble "R U2 F'" --turns 3"#;
    run!("{question} --format {format} --recipe {recipe} -o {path}").ends(0);
    let map = folder.arg(&format!("a.{format}.map.json"));
    let answer = folder.arg("answer");
    each_refused(&folder, "answer", format!("decode {map} {answer}"), bad);
}

const SQUARE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

/// What is wrong in these files is tested with the readers, in `checker/tests`; the command adds the file.
#[test]
fn damaged_formulas_and_proofs_are_refused_with_their_file_and_place() {
    let folder = Folder::new();
    let check = |formula, proof, options| {
        let files = [folder.write("a.cnf", formula), folder.write("proof", proof)];
        format!("check {} {options}", files.join(" "))
    };
    let says = "a.cnf: line 2, column 3: `x` is not a literal";
    refused(check("p cnf 1 1\n1 x 0\n", "0\n", ""), 1, &[says]);
    each(
        "
--proof-format drat --text » 1 2 0⏎2 x 0⏎ » proof: line 2, column 3: `x` is not a literal
--proof-format drat --binary » b‹2›‹0› » proof: byte 0: a step must begin with `a` or `d`
--proof-format lrat --text » 5 x 0 1 2 0⏎ » proof: line 1, column 3: `x` is not a literal
--proof-format lrat --binary » a‹0›‹0›‹0› » proof: byte 1: no clause has this number
",
        |[options, proof], says| refused(check(SQUARE, proof, options), 1, says),
    );
    assert_eq!(folder.names(), ["a.cnf", "proof"]);
}

#[test]
fn damaged_files_of_cubes_are_refused_with_their_line() {
    let folder = Folder::new();
    let (to, cubes) = (folder.arg("a.icnf"), folder.arg("cubes"));
    let how = format!("{to} --format icnf --cubes {cubes}");
    let bad: &[Bad] = &[
        ("", &["there is no cube: expected lines such as `a 1 -2 0`"]),
        ("a 1 2\n", &["line 1: the cube does not end with 0"]),
        (
            "a 1 0\na 1 x 0\n",
            &["line 2: `x` is not a literal", "such as 3 or -3"],
        ),
        (
            "a 1000000 0\n",
            &["line 1: literal 1000000, but the formula has"],
        ),
        ("a 1 -1 0\n", &["line 1: variable 1 appears twice"]),
        ("a 1 0 2\n", &["line 1: `2` comes after the 0"]),
        ("p inccnf\n", &["line 1: `p` is not a literal"]),
    ];
    each_refused(&folder, "cubes", encode_one(&how), bad);
}

#[test]
fn damaged_answers_of_sat_solvers_are_refused_with_their_line() {
    let competition: &[Bad] = &[
        (
            "v 1 -2 0\n",
            &["there is no verdict: expected `s SATISFIABLE`"],
        ),
        (
            "s MAYBE\n",
            &["line 1: `MAYBE` is not a verdict", "expected SATISFIABLE"],
        ),
        (
            "s SATISFIABLE\nv 1 two 0\n",
            &["line 2: `two` is not a literal", "such as 3 or -3"],
        ),
        (
            "s SATISFIABLE\nv 1 -1 0\n",
            &["line 2: variable 1 is given both values"],
        ),
        (
            "s SATISFIABLE\nv 9999999 0\n",
            &["line 2: literal 9999999, but the formula has"],
        ),
        (
            "s SATISFIABLE\nv 1 -2\n",
            &["the model does not end with 0: it is cut short"],
        ),
        (
            "s SATISFIABLE\nv 1 -2 0\n",
            &["the model is too short", "not to variable 3"],
        ),
        (
            "Killed\n",
            &["line 1: `Killed` cannot begin a line", "expected `s`, `v`"],
        ),
    ];
    each_answer_refused("cnf", "mux", competition);
    let minisat: &[Bad] = &[
        (
            "SAT\n1 two 0\n",
            &["line 2: `two` is not a literal", "such as 3 or -3"],
        ),
        (
            "SAT\n1 -1 0\n",
            &["line 2: variable 1 is given both values"],
        ),
        (
            "SAT\n1 -2\n",
            &["the model does not end with 0: it is cut short"],
        ),
        ("SAT\n1 0 2\n", &["line 2: `2` comes after the 0"]),
        (
            "SAT\nUNSAT\n",
            &["line 2: a second verdict contradicts the first"],
        ),
        ("UNSAT\n1 -2 0\n", &["line 2: `1` cannot begin a line"]),
    ];
    each_answer_refused("cnf", "mux", minisat);
}

#[test]
fn damaged_answers_of_maxsat_and_pseudo_boolean_solvers_are_refused_with_their_line() {
    let maxsat: &[Bad] = &[
        (
            "s OPTIMUM FOUND\nv 1 -2\n",
            &["too short", "not to variable 3"],
        ),
        ("s OPTIMUM FOUND\nv 01021\n", &["line 2: literal 1021"]),
        (
            "s OPTIMUM\nv 1\n",
            &["line 1: `OPTIMUM` is not a verdict", "OPTIMUM FOUND"],
        ),
        ("o 3\n", &["there is no verdict"]),
        (
            "s OPTIMUM FOUND\nv one\n",
            &["line 2: `one` is not a literal", "such as 3 or -3"],
        ),
    ];
    each_answer_refused("wcnf", "onehot", maxsat);
    let pseudo_boolean: &[Bad] = &[
        (
            "s SATISFIABLE\nv x1 -x2\n",
            &["too short", "not to variable 3"],
        ),
        (
            "s SATISFIABLE\nv x1 y2\n",
            &["line 2: `y2` is not a literal"],
        ),
        (
            "s SATISFIABLE\nv x1 -x1\n",
            &["line 2: variable 1 is given both values"],
        ),
        (
            "s SATISFIABLE\nv x9999999\n",
            &["line 2: literal 9999999, but the formula has"],
        ),
        ("v x1 -x2\n", &["there is no verdict"]),
    ];
    each_answer_refused("opb", "onehot", pseudo_boolean);
}

#[test]
fn damaged_answers_of_smt_solvers_are_refused_with_their_line() {
    let bad: &[Bad] = &[
        (
            "sat\n((t1 #b0110)\n (t2 #b0001))\n",
            &["line 3", "no value to `t3`"],
        ),
        (
            "sat\n((t1 #b0110) (t2 #b0001) (t3 #b01\n",
            &["line 2: `(` is not closed"],
        ),
        (
            "sat\n((t1 #b01))\n",
            &["line 2: the value of `t1` must be a bit-vector of 4 bits, such as `#b0000`"],
        ),
        ("sat\n((t1 true))\n", &["line 2", "must be a bit-vector"]),
        (
            "sat\n((t1 #b1111) (t2 #b0001) (t3 #b0101))\n",
            &["choice for turn 1 does not stand for a turn"],
        ),
        (
            "sat\n((t1 #b0000) (t2 #b0001) (t3 #b0101))\n",
            &["this is not a model"],
        ),
        (
            "sat\n((t1))\n",
            &["line 2: expected a name and its value, such as `(t1 #b0010)`"],
        ),
        ("sat\n)\n", &["line 2: `)` closes nothing"]),
        (
            "sat\nt1\n",
            &["line 2: `t1` is not a model", "such as `((t1 #b0010))`"],
        ),
        ("satisfied\n", &["line 1: `satisfied` cannot begin a line"]),
    ];
    each_answer_refused("smt2", "mux", bad);
}

#[test]
fn damaged_witnesses_of_circuits_are_refused_with_their_line() {
    let bad: &[Bad] = &[
        (
            "1\nb0\n\n0110\n.\n",
            &["line 4: 4 values of inputs, but the circuit has 12"],
        ),
        (
            "1\nb0\n\n011010001012\n.\n",
            &["line 4: `2` is not a value of an input; expected 0, 1 or x"],
        ),
        (
            "1\nb0\n\n011010001010\n",
            &["line 4: the witness does not end with `.`"],
        ),
        (
            "1\nb0\n\n011010001010\n0\n.\n",
            &[
                "line 5: `0` is one line too many: the values of the inputs (12) are one line, and the next is `.`",
            ],
        ),
        (
            "1\nb0\n",
            &["line 2: there are no values of the inputs: expected a line of 12"],
        ),
        (
            "1\nb0\n\n111110001010\n.\n",
            &["choice for turn 1 does not stand for a turn"],
        ),
        ("1\nb0\n\n000010001010\n.\n", &["this is not a model"]),
    ];
    each_answer_refused("aag", "mux", bad);
}
