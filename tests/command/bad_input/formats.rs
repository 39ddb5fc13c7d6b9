//! Bad inputs in each format of formulas, proofs, cubes and answers: each is rejected with its file and position, what
//! is wrong there, and what is expected instead.

use super::*;
use crate::common::each;

/// Asserts that a command refuses a file with each content of a table, and writes nothing. A row has a content and
/// parts of the expected message.
#[track_caller]
fn each_refused(folder: &Folder, file: &str, command: &str, table: &str) {
    folder.write(file, "");
    let before = folder.names();
    each(table, |[content], says| {
        folder.write(file, content);
        refused(command, 1, &[&[file], says].concat());
        assert_eq!(folder.names(), before);
    });
}

/// Asserts that `decode` refuses each answer of a table to a formula for `R U2 F'` in three turns, in this format.
fn each_answer_refused(format: &str, recipe: &str, table: &str) {
    let folder = Folder::new();
    let path = folder.arg(&format!("a.{format}"));
    let question = r#"encode pocket --scramble "R U2 F'" --turns 3"#;
    run!("{question} --format {format} --recipe {recipe} -o {path}").ends(0);
    let decode = format!("decode {path}.map.json {}", folder.arg("answer"));
    each_refused(&folder, "answer", &decode, table);
}

const SQUARE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

/// The readers' messages are tested in `checker/tests`; the command adds the name of the file.
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
    let encode = encode_one(&format!("{to} --format icnf --cubes {cubes}"));
    each_refused(
        &folder,
        "cubes",
        &encode,
        "
 » there is no cube: expected lines such as `a 1 -2 0`
a 1 2⏎ » line 1: the cube does not end with 0
a 1 0⏎a 1 x 0⏎ » line 2: `x` is not a literal » such as 3 or -3
a 1000000 0⏎ » line 1: literal 1000000, but the formula has
a 1 -1 0⏎ » line 1: variable 1 appears twice
a 1 0 2⏎ » line 1: `2` comes after the 0
p inccnf⏎ » line 1: `p` is not a literal
",
    );
}

/// `src/solver/answer.rs` tests malformed answers in more detail.
#[test]
fn damaged_answers_of_sat_solvers_are_refused_with_their_line() {
    each_answer_refused(
        "cnf",
        "mux",
        "
 » there is no verdict: expected `s SATISFIABLE`
s MAYBE⏎ » line 1: `MAYBE` is not a verdict » expected SATISFIABLE
s SATISFIABLE⏎s UNSATISFIABLE⏎ » line 2: a second verdict contradicts the first
s SATISFIABLE⏎v 1 two 0⏎ » line 2: `two` is not a literal » such as 3 or -3
s SATISFIABLE⏎v 1 99999999999999999999 0⏎ » line 2 » not a literal
s SATISFIABLE⏎v 9999999 0⏎ » line 2: literal 9999999, but the formula has
s SATISFIABLE⏎v 1 -2 0⏎ » the model is too short » not to variable 3
s SATISFIABLE⏎v 1 0⏎v 2 0⏎ » line 3 » after the 0
Killed⏎ » line 1: `Killed` cannot begin a line » expected `s`, `v`
p cnf 1 1⏎1 0⏎ » line 1 » `p`
‹0›‹0› » line 1
SAT⏎1 two 0⏎ » line 2: `two` is not a literal » such as 3 or -3
SAT⏎1 -1 0⏎ » line 2: variable 1 is given both values
SAT⏎1 0 2⏎ » line 2: `2` comes after the 0
SAT⏎UNSAT⏎ » line 2: a second verdict contradicts the first
UNSAT⏎1 -2 0⏎ » line 2: `1` cannot begin a line
",
    );
}

#[test]
fn damaged_answers_of_maxsat_and_pseudo_boolean_solvers_are_refused_with_their_line() {
    each_answer_refused(
        "wcnf",
        "onehot",
        "
s OPTIMUM FOUND⏎v 01021⏎ » line 2: literal 1021
s OPTIMUM⏎v 1⏎ » line 1: `OPTIMUM` is not a verdict » OPTIMUM FOUND
o 3⏎ » there is no verdict
s OPTIMUM FOUND⏎v one⏎ » line 2: `one` is not a literal » such as 3 or -3
",
    );
    each_answer_refused(
        "opb",
        "onehot",
        "
s SATISFIABLE⏎v x1 -x1⏎ » line 2: variable 1 is given both values
s SATISFIABLE⏎v x9999999⏎ » line 2: literal 9999999, but the formula has
v x1 -x2⏎ » there is no verdict
",
    );
}

#[test]
fn damaged_answers_of_smt_solvers_are_refused_with_their_line() {
    each_answer_refused(
        "smt2",
        "mux",
        "
sat⏎((t1 #b0110)⏎ (t2 #b0001))⏎ » line 3 » no value to `t3`
sat⏎((t1 #b0110) (t2 #b0001) (t3 #b01⏎ » line 2: `(` is not closed
sat⏎((t1 #b01))⏎ » line 2: the value of `t1` must be a bit-vector of 4 bits, such as `#b0000`
sat⏎((t1 true))⏎ » line 2 » must be a bit-vector
sat⏎((t1 #b1111) (t2 #b0001) (t3 #b0101))⏎ » choice for turn 1 does not stand for a turn
sat⏎((t1 #b0000) (t2 #b0001) (t3 #b0101))⏎ » this is not a model
sat⏎((t1))⏎ » line 2: expected a name and its value, such as `(t1 #b0010)`
sat⏎)⏎ » line 2: `)` closes nothing
sat⏎t1⏎ » line 2: `t1` is not a model » such as `((t1 #b0010))`
satisfied⏎ » line 1: `satisfied` cannot begin a line
",
    );
}

#[test]
fn damaged_witnesses_of_circuits_are_refused_with_their_line() {
    each_answer_refused(
        "aag",
        "mux",
        "
1⏎b0⏎⏎0110⏎.⏎ » line 4: 4 values of inputs, but the circuit has 12
1⏎b0⏎⏎011010001012⏎.⏎ » line 4: `2` is not a value of an input; expected 0, 1 or x
1⏎b0⏎⏎011010001010⏎ » line 4: the witness does not end with `.`
1⏎b0⏎⏎011010001010⏎0⏎.⏎ » line 5: `0` is one line too many: the values of the inputs (12) are one line, and the next is `.`
1⏎b0⏎ » line 2: there are no values of the inputs: expected a line of 12
1⏎b0⏎⏎111110001010⏎.⏎ » choice for turn 1 does not stand for a turn
1⏎b0⏎⏎000010001010⏎.⏎ » this is not a model
",
    );
}
