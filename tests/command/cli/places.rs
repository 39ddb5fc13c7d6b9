//! No output of a command is one of its inputs, or another output; files that belong together appear together.

use super::*;
use crate::common::each;

/// Writes a puzzle file whose puzzle is not built in.
fn write_custom_puzzle(folder: &Folder, name: &str) {
    let text = data("encodings/puzzles/pocket.toml");
    folder.write(name, text.replace("name = \"pocket\"", "name = \"mine\""));
}

/// Runs a command that must be refused, and checks that no file has changed.
#[track_caller]
fn refused(folder: &Folder, line: impl Words, says: &[&str]) {
    let words = line.words();
    let content = || -> Vec<(String, Option<Vec<u8>>)> {
        let names = folder.names().into_iter();
        let read = |name: String| (name.clone(), std::fs::read(folder.path_of(&name)).ok());
        names.map(read).collect()
    };
    let before = content();
    run_in(folder, &words)
        .ends_saying(2, says)
        .says(&["are the same file"])
        .prints_nothing();
    assert!(content() == before, "{words:?} changed a file");
}

#[test]
fn no_command_overwrites_its_input() {
    let folder = Folder::new();
    folder.write("a.json", data("tests/data/kpuzzle/pocket.json"));
    write_custom_puzzle(&folder, "a.cnf");
    write_custom_puzzle(&folder, "b.toml");
    folder.write("recipe", data("encodings/recipes/mux-idle.toml"));
    folder.write("plan.lrat", data("encodings/plans/thistlethwaite.toml"));
    folder.write("state", FIRST);
    each(
        "
prove --puzzle-file a.json --scramble R --max-turns 2 -o a » --puzzle-file a.json » -o a.json
prove --puzzle-file a.cnf --scramble R --max-turns 2 -o ./a » --puzzle-file a.cnf » -o ./a.cnf
solve --puzzle-file a.json --scramble R --certify a » --puzzle-file a.json » --certify a.json
encode --puzzle-file b.toml --scramble R --turns 2 -o b.toml » --puzzle-file b.toml » -o b.toml
encode --puzzle-file b.toml --scramble R --turns 2 -o - --map b.toml » --puzzle-file b.toml » --map b.toml
encode pocket --scramble R --recipe-file recipe --turns 2 -o recipe » --recipe-file recipe » -o recipe
encode pocket --scramble R --turns 2 -o x --map x » -o x » --map x » both would be written
prove rubik --scramble R --plan-file plan.lrat --stage 1 --max-turns 1 -o plan » --plan-file plan.lrat » -o plan.lrat
prove pocket --scramble R --max-turns 2 -o p --solver-command 'cadical -q {cnf} p.lrat' --proof p.lrat » --proof p.lrat » -o p.lrat
prove --puzzle-file b.toml --scramble R --max-turns 1 -o p --solver-command 'a {cnf}' --proof b.toml » --puzzle-file b.toml » --proof b.toml
solve pocket --scramble R --svg p.cnf --certify p » --svg p.cnf » --certify p.cnf » both would be written
solve pocket --scramble R --html p.json --certify p » --html p.json » --certify p.json
solve rubik --scramble R --plan thistlethwaite --svg p-2.lrat --certify p » --svg p-2.lrat » --certify p-2.lrat
encode pocket --state @state --turns 2 -o state » --state state » -o state
encode pocket --scramble R --to @state --turns 2 -o x --map state » --to state » --map state
puzzle convert b.toml -o b.toml » b.toml » -o
puzzle convert b.toml -o ./b.toml » b.toml » -o
",
        |[line], says| refused(&folder, line, says),
    );
}

#[cfg(unix)]
#[test]
fn links_to_inputs_are_resolved() {
    let folder = Folder::new();
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, folder.path_of(name)).unwrap();
    write_custom_puzzle(&folder, "b.toml");
    link("b.toml", "soft");
    std::fs::hard_link(folder.path_of("b.toml"), folder.path_of("hard")).unwrap();
    link("p.cnf", "p.json");
    link("same", "same2");
    let encode = "encode --puzzle-file b.toml --scramble R --turns 1 -o";
    link("soft", "softer");
    std::fs::create_dir(folder.path_of("sub")).unwrap();
    link("sub", "folder");
    link(&folder.arg("sub/new"), "absolute");
    for output in ["soft", "softer", "hard", "sub/../b.toml"] {
        refused(&folder, format!("{encode} {output}"), &["-o"]);
    }
    for (one, other) in [("sub/new", "folder/new"), ("folder/new", "absolute")] {
        let both = encode_one(&format!("{one} --map {other}"));
        refused(&folder, both, &["-o", "--map"]);
    }
    let soft = "encode --puzzle-file soft --scramble R --turns 1 -o";
    refused(&folder, format!("{soft} b.toml"), &["-o b.toml"]);
    // A dangling link and its target are the same file.
    let both = encode_one("same --map");
    refused(&folder, (&both, "same2"), &["-o same", "--map same2"]);
    let prove = "prove pocket --scramble 'R U' --max-turns 1 -o p";
    refused(&folder, prove, &["-o p.cnf", "-o p.json"]);
    let man = Folder::new();
    std::os::unix::fs::symlink("twistsat-solve.1", man.path_of("twistsat.1")).unwrap();
    refused(&man, "man .", &["twistsat.1", "twistsat-solve.1"]);
}

/// `-o x < x`, and `> x` with `--map x`.
#[cfg(unix)]
#[test]
fn files_opened_by_the_shell_are_checked() {
    let folder = Folder::new();
    folder.write("state", FIRST);
    for line in [
        "encode pocket --state - --turns 2 -o state < state",
        "encode pocket --scramble R --turns 2 -o - --map map > map",
        "encode pocket --state @/dev/stdin --turns 2 -o state < state",
        "puzzle convert - -o state < state",
    ] {
        let run = run_script(&folder, &format!("\"$0\" {line}"));
        run.ends_saying(2, &["are the same file"]);
        assert_eq!(folder.read("state"), FIRST);
    }
    // Different files are accepted.
    let line = "\"$0\" encode pocket --state - --turns 2 -o - --map map < state > formula";
    run_script(&folder, line).ends(0);
    assert!(folder.read("formula").contains("p cnf"));
}

/// An older certificate survives whole if a file of the new one cannot be moved.
#[test]
fn if_one_file_cannot_be_written_all_old_files_are_kept() {
    let folder = Folder::new();
    let old = r#"prove pocket --scramble "R U2 F'" --max-turns 2 -o p"#;
    run_in(&folder, old).ends(0);
    let names = ["p.cnf", "p.json", "p.lrat"];
    let content = || names.map(|name| std::fs::read(folder.path_of(name)).ok());
    let before = content();
    for name in names {
        std::fs::remove_file(folder.path_of(name)).unwrap();
        std::fs::create_dir(folder.path_of(name)).unwrap();
        let new = "prove pocket --scramble 'R U2' --max-turns 1 -o p";
        run_in(&folder, new).ends_saying(1, &["it is a folder"]);
        std::fs::remove_dir(folder.path_of(name)).unwrap();
        let number = names.iter().position(|&other| other == name).unwrap();
        folder.write(name, before[number].as_ref().unwrap());
        assert!(content() == before);
        assert_eq!(folder.names(), names);
        run_in!(&folder, "verify p.json").ends(0);
    }
}
