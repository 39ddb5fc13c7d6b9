//! Reading the answers of solvers. `tests/command/bad_input/` and `tests/command/external/` read more wrong ones.

use twistsat::solver::Answer;

use crate::common::rows;

/// The model, as a digit for each variable, or the error.
fn read(text: &str, variables: u32, may_be_omitted: &dyn Fn(usize) -> bool) -> String {
    match Answer::read_partial(text, variables, may_be_omitted) {
        Ok(Answer::Sat(model)) => model.to_string(),
        Ok(other) => format!("{other:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn answers_in_every_format_are_read() {
    for [text, result] in rows(
        "
c hello⏎s SATISFIABLE⏎v 1 -2⏎v 3 0⏎ » 101
v 1 -2 3 0⏎s SATISFIABLE⏎ » 101
s UNSATISFIABLE⏎ » Unsat
s UNKNOWN⏎ » Unknown
// Of MaxSAT and pseudo-boolean solvers.
o 4⏎o 2⏎s OPTIMUM FOUND⏎v 101⏎ » 101
s OPTIMUM FOUND⏎v 1 -2 3⏎ » 101
s OPTIMUM FOUND⏎v 1 -2 3 0⏎ » 101
s OPTIMUM FOUND⏎v 011⏎ » 011
s SATISFIABLE⏎v x1 -x2⏎v x3⏎ » 101
o -3⏎s OPTIMUM FOUND⏎v -x2 x1 x3⏎ » 101
// Result files of minisat.
SAT⏎1 -2 3 0⏎ » 101
SAT‹d›⏎‹9› 1 -2 3 0 ‹d›⏎ » 101
UNSAT⏎ » Unsat
INDET⏎ » Unknown
",
    ) {
        assert_eq!(read(text, 3, &|_| false), result, "{text}");
    }
    for text in ["s SATISFIABLE\nv 0\n", "s SATISFIABLE\n"] {
        assert_eq!(read(text, 0, &|_| false), "", "{text}");
    }
}

#[test]
fn malformed_models_are_refused() {
    for [text, says] in rows(
        "
s OPTIMUM FOUND⏎v 10⏎ » literal 10,
s OPTIMUM FOUND⏎v 1011⏎ » literal 1011,
s OPTIMUM FOUND⏎v 1 -2⏎ » not to variable 3
s SATISFIABLE⏎v x1 -x2⏎ » not to variable 3
s SATISFIABLE⏎v x1 -x2 x4⏎ » literal 4,
s SATISFIABLE⏎v x1 -x2 y3⏎ » `y3` is not a literal
s SATISFIABLE⏎v x1 -x2 x-3⏎ » `x-3` is not a literal
s SATISFIABLE⏎v x1 -x2 x+3⏎ » `x+3` is not a literal
s SATISFIABLE⏎v x1 -x2 x⏎ » `x` is not a literal
s SATISFIABLE⏎v 101⏎v 1 0⏎ » after the 0
s SATISFIABLE⏎v 1 -1 2 3 0⏎ » both values
s SATISFIABLE⏎v 1 -9223372036854775808 0⏎ » literal -9223372036854775808,
s UNSATISFIABLE⏎v 1 2 3 0⏎ » not satisfiable
v 1 2 3 0⏎ » no verdict
",
    ) {
        let error = read(text, 3, &|_| false);
        assert!(error.contains(says), "{text}: {error}");
    }
}

#[test]
fn a_model_may_omit_only_variables_that_occur_in_no_clause() {
    for [text, result] in rows(
        "
SAT⏎2 0⏎ » 010
s SATISFIABLE⏎v 2 0⏎ » 010
SAT⏎-1 2 0⏎ » 010
SAT⏎2 3 0⏎ » 011
SAT⏎1 3 0⏎ » not to variable 2
SAT⏎0⏎ » not to variable 2
SAT⏎ » cut short
SAT⏎1 2⏎ » cut short
SAT⏎2 4 0⏎ » literal 4,
",
    ) {
        let read = read(text, 3, &|variable| variable != 2);
        assert!(read.contains(result), "{text}: {read}");
    }
    for [text, result] in rows(
        "
s SATISFIABLE⏎ » 0
SAT⏎ 0⏎ » 0
SAT⏎1⏎ » the model does not end with 0: it is cut short
",
    ) {
        assert_eq!(read(text, 1, &|_| true), result, "{text}");
    }
}
