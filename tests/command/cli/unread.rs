//! The outcome of a run does not depend on whether its output is read.

use super::*;

/// A pipe whose reader has ended.
fn unread() -> Stdio {
    let mut ended = Command::new("true").stdin(Stdio::piped()).spawn().unwrap();
    let pipe = ended.stdin.take().unwrap();
    ended.wait().unwrap();
    pipe.into()
}

/// Runs in a folder and reads nothing from stdout.
fn run_unread(folder: &Folder, line: impl Words) -> Run {
    let mut command = twistsat();
    command.args(line.words()).current_dir(folder.path());
    Run::of(command.stdout(unread()).output().unwrap())
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_exit_code_does_not_depend_on_the_reader() {
    let folder = Folder::new();
    folder.write("one", "R U F\n");
    folder.write("bad.cnf", "p cnf 1 1\n1 0\n");
    folder.write("bad.drat", "0\n");
    // The codes are those of the table in the README: R U F is three turns from solved.
    let one_turn = "solve pocket --scramble 'R U F' -q --max-turns 1";
    for (line, code) in [
        (one_turn, 20),
        (&*format!("{one_turn} --format json"), 20),
        (&*format!("{one_turn} --free F"), 20),
        ("solve pocket --scramble 'R U F' -q --max-turns 3", 0),
        ("solve pocket --scramble 'R U F' -q --turns 2", 20),
        ("solve pocket --batch one --max-turns 2 -q", 20),
        ("prove pocket --scramble 'R U F' --max-turns 3 -q", 1),
        ("prove pocket --scramble 'R U F' --max-turns 2 -q -o two", 0),
        ("verify two.json -q", 0),
        ("check bad.cnf bad.drat -q", 1),
        ("show pocket --scramble R", 0),
    ] {
        let read = run_in(&folder, line).ends(code);
        assert!(!read.out.is_empty(), "{line}");
        let unread = run_unread(&folder, line).ends(code);
        assert!(!unread.err.contains("stdout"), "{unread:#?}");
    }
}

#[test]
fn a_picture_is_written_even_if_the_result_is_not_read() {
    let folder = Folder::new();
    let solve = "solve pocket --scramble 'R U F' -q --svg a.svg";
    run_unread(&folder, solve).ends(0);
    assert!(folder.read("a.svg").contains("<svg"));
}
