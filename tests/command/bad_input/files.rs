//! Paths to missing, unreadable and unusual files, for every kind of file that is read.

use super::*;

/// Asserts that the path is refused by a command for each option or argument that names a file to read.
#[track_caller]
fn refused_everywhere(path: &str, says: &[&str]) {
    let folder = Folder::new();
    let map = folder.write("map.json", &encoded().map);
    let says = [&["cannot read", path], says].concat();
    for command in [
        format!("show --puzzle-file {path}"),
        format!("solve pocket --scramble R --recipe-file {path}"),
        format!("solve pocket --batch {path}"),
        format!("verify {path}"),
        format!("decode {path} {map}"),
        format!("decode {map} {path}"),
    ] {
        refused(command, 1, &says);
    }
}

#[test]
#[cfg(unix)]
fn a_path_that_leads_to_no_text_is_named() {
    let folder = Folder::new();
    refused_everywhere(&folder.arg("missing"), &["No such file"]);
    refused_everywhere(&folder.arg("."), &["folder"]);
    let below = folder.write("file", "");
    refused_everywhere(&format!("{below}/below"), &["ot a directory"]);
    refused_everywhere(&folder.arg(&"x".repeat(300)), &["too long"]);
    refused_everywhere("/dev/zero", &["larger than", "MiB"]);
    for text in [
        b"\xff\xfen\x00a\x00m\x00e\x00",
        b"\xfe\xff\x00n\x00a\x00m\x00e",
    ] {
        let utf16 = folder.write("utf16", text);
        refused_everywhere(&utf16, &["UTF-16", "save it as UTF-8"]);
    }
    let latin = folder.write("latin", b"name = 1\n# caf\xe9\n");
    refused_everywhere(&latin, &["not UTF-8 text: byte 15 (line 2)"]);
}

#[test]
fn the_size_limit_also_applies_to_stdin() {
    let large = "R ".repeat(3 << 20);
    let [scramble, state] = ["solve pocket --scramble -", "solve pocket --state -"];
    for command in [scramble, state, "show pocket --apply -"] {
        let run = run_with_stdin(command, large.as_bytes());
        run.ends(1)
            .says(&["cannot read stdin: it is larger than 4 MiB"]);
    }
    let run = run_with_stdin("show --puzzle-file -", &vec![b'#'; (4 << 20) + 1]);
    let says = "stdin: the file has 4194305 bytes; the limit is 4194304";
    run.ends(1).says(&[says]);
}

/// Editors on some systems write a mark at the beginning of a file and two characters at the end of each line.
#[test]
fn a_byte_order_mark_and_windows_line_endings_are_accepted() {
    let folder = Folder::new();
    let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let puzzle = folder.write("a.toml", windows(&data("encodings/puzzles/pocket.toml")));
    run!("show --puzzle-file {puzzle}").ends(0);
    let recipe = folder.write("b.toml", windows(&data("encodings/recipes/mux-idle.toml")));
    run!("solve pocket --scramble R --max-turns 1 --recipe-file {recipe}").ends(0);
    let answer = windows(&answer_of(&encoded().model));
    let decode = encoded().decode(&folder, &windows(&encoded().map), answer);
    assert_eq!(run!("{decode} --format alg").ends(0).out, "U2 R'\n");
    let state = windows("UU\nUU\nLLFFRRBB\nLLFFRRBB\nDD\nDD\n");
    run_with_stdin("show pocket --state -", state.as_bytes()).ends(0);
    run_with_stdin("show pocket --apply -", windows("R\nU2\n").as_bytes()).ends(0);
    // The mark is accepted only at the beginning.
    let twice = folder.write("c.toml", format!("\u{feff}{}", windows("")));
    refused(format!("show --puzzle-file {twice}"), 1, &[&twice]);
}

#[test]
#[cfg(unix)]
fn a_pipe_is_read_like_a_file() {
    let folder = Folder::new();
    let pipe = folder.pipe("pipe");
    let good = data("encodings/puzzles/pocket.toml");
    for (content, code) in [(&*good, 0), ("nonsense", 1)] {
        std::thread::scope(|scope| {
            scope.spawn(|| std::fs::write(&pipe, content).unwrap());
            run!("show --puzzle-file {pipe}").ends(code);
        });
    }
}

/// Bytes that stop C programs, in the middle of otherwise good files.
#[test]
fn a_zero_byte_is_refused_with_its_position() {
    let folder = Folder::new();
    let puzzle = data("encodings/puzzles/pocket.toml").replacen("title", "\0title", 1);
    let puzzle = folder.write("a.toml", puzzle);
    refused(format!("show --puzzle-file {puzzle}"), 1, &["a.toml:8:"]);
    let recipe = folder.write("b.toml", data("encodings/recipes/mux-idle.toml") + "\0");
    let solve = format!("solve pocket --scramble R --recipe-file {recipe}");
    refused(&solve, 1, &["b.toml:"]);
    let map = encoded().map.replacen(',', ",\0", 1);
    encoded().refuses_map(&map, &["not a map", "line 2 column"]);
    let answer = answer_of(&encoded().model).replacen(' ', "\0", 2);
    encoded().refuses_answer(answer, &["line 1", "\\0"]);
    let state = SOLVED.replacen('U', "\0", 1);
    let says = "character \\u{0} cannot stand for a color";
    let run = run_with_stdin("show pocket --state -", state.as_bytes());
    run.ends(1).says(&[says]);
    let run = run_with_stdin("show pocket --apply -", b"R \0 U");
    run.ends(1).says(&["`\\0` at column 3 is not a turn"]);
}
