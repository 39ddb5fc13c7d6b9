//! What a path can lead to, for every kind of file that is read.

use super::*;

/// Each option or argument that names a file, in a command that reads it.
#[track_caller]
fn refused_everywhere(path: &str, says: &[&str]) {
    let folder = Folder::new();
    let map = folder.write("map.json", &encoded().map);
    let says = [&["cannot read", path], says].concat();
    refused(format!("show --puzzle-file {path}"), 1, &says);
    let solve = format!("solve pocket --scramble R --recipe-file {path}");
    refused(&solve, 1, &says);
    refused(format!("decode {path} {map}"), 1, &says);
    refused(format!("decode {map} {path}"), 1, &says);
}

#[test]
#[cfg(unix)]
fn a_path_without_a_text_is_named() {
    let folder = Folder::new();
    refused_everywhere(&folder.arg("missing"), &["No such file"]);
    refused_everywhere(&folder.arg("."), &["folder"]);
    let below = folder.write("file", "");
    refused_everywhere(&format!("{below}/below"), &["ot a directory"]);
    refused_everywhere(&folder.arg(&"x".repeat(300)), &["too long"]);
    let utf16 = folder.write("utf16", b"\xff\xfen\x00a\x00m\x00e\x00");
    refused_everywhere(&utf16, &["UTF-16", "save it as UTF-8"]);
    let utf16 = folder.write("utf16", b"\xfe\xff\x00n\x00a\x00m\x00e");
    refused_everywhere(&utf16, &["UTF-16", "save it as UTF-8"]);
    let latin = folder.write("latin", b"name = 1\n# caf\xe9\n");
    refused_everywhere(&latin, &["not UTF-8 text: byte 15 (line 2)"]);
}

#[test]
#[cfg(unix)]
fn an_endless_device_is_cut_off() {
    let folder = Folder::new();
    let model = folder.write("model", "UNSAT\n");
    let zero = "/dev/zero";
    refused(
        format!("show --puzzle-file {zero}"),
        1,
        &["cannot read /dev/zero", "larger than 16 MiB"],
    );
    let solve = format!("solve pocket --scramble R --recipe-file {zero}");
    refused(&solve, 1, &["cannot read /dev/zero", "larger than 16 MiB"]);
    refused(
        format!("decode {zero} {model}"),
        1,
        &["cannot read /dev/zero", "larger than 64 MiB"],
    );
    refused(
        "show --puzzle-file /dev/null",
        1,
        &["/dev/null", "missing field `name`"],
    );
    refused(
        format!("decode /dev/null {model}"),
        1,
        &["/dev/null", "not a map"],
    );
}

#[test]
fn the_size_limit_also_applies_to_stdin() {
    let large = "R ".repeat(3 << 20);
    for arguments in [
        "solve pocket --scramble -",
        "solve pocket --state -",
        "show pocket --apply -",
    ] {
        run_with_stdin(arguments, large.as_bytes())
            .ends(1)
            .says(&["cannot read stdin: it is larger than 4 MiB"]);
    }
    run_with_stdin("show --puzzle-file -", &vec![b'#'; (4 << 20) + 1])
        .ends(1)
        .says(&["stdin: the file has 4194305 bytes; the limit is 4194304"]);
}

/// A million turns are read without trouble.
#[test]
#[ignore = "long check"]
fn a_scramble_of_a_million_turns_is_made() {
    let turns = "R U2 F' ".repeat(350_000);
    let show = "show pocket --apply - --as net";
    let run = run_with_stdin(show, turns.as_bytes()).ends(0);
    assert_eq!(run.out.trim_end().len(), 24);
}

/// Editors on some systems write a mark at the beginning and two characters at
/// the end of a line.
#[test]
fn a_byte_order_mark_and_windows_line_endings_are_accepted() {
    let folder = Folder::new();
    let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let puzzle = folder.write("a.toml", windows(&data("encodings/puzzles/pocket.toml")));
    run!("show --puzzle-file {puzzle}").ends(0);
    let recipe = folder.write("b.toml", windows(&data("encodings/recipes/mux-idle.toml")));
    run!("solve pocket --scramble R --max-turns 1 --recipe-file {recipe}").ends(0);
    let map = folder.write("map.json", windows(&encoded().map));
    let model = folder.write("model", windows(&competition_lines(&encoded().model)));
    let decoded = run!("decode {map} {model} --format alg").ends(0);
    assert_eq!(decoded.out, "U2 R'\n");
    let state = windows("UU\nUU\nLLFFRRBB\nLLFFRRBB\nDD\nDD\n");
    run_with_stdin("show pocket --state -", state.as_bytes()).ends(0);
    let shown = run_with_stdin("show pocket --apply -", windows("R\nU2\n").as_bytes());
    shown.ends(0);
    // Only at the beginning.
    let twice = folder.write("c.toml", format!("\u{feff}{}", windows("")));
    refused(format!("show --puzzle-file {twice}"), 1, &[&twice]);
}

#[test]
#[cfg(unix)]
fn a_pipe_is_read_like_a_file() {
    let folder = Folder::new();
    let pipe = folder.arg("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        return; // No such command here.
    }
    for (content, code) in [
        (data("encodings/puzzles/pocket.toml"), 0),
        ("nonsense".to_owned(), 1),
    ] {
        let to = pipe.clone();
        let writer = std::thread::spawn(move || std::fs::write(to, content));
        run!("show --puzzle-file {pipe}").ends(code);
        writer.join().unwrap().unwrap();
    }
}

/// Bytes that stop C programs, in the middle of otherwise good files.
#[test]
fn a_zero_byte_is_refused_with_its_position() {
    let folder = Folder::new();
    let puzzle = data("encodings/puzzles/pocket.toml").replacen("title", "\0title", 1);
    let puzzle = folder.write("a.toml", puzzle);
    refused(format!("show --puzzle-file {puzzle}"), 1, &["a.toml:8:"]);
    let recipe = data("encodings/recipes/mux-idle.toml") + "\0";
    let recipe = folder.write("b.toml", recipe);
    let solve = format!("solve pocket --scramble R --recipe-file {recipe}");
    refused(&solve, 1, &["b.toml:"]);
    let map = folder.write("map.json", encoded().map.replacen(',', ",\0", 1));
    let model = folder.write("model", competition_lines(&encoded().model));
    refused(
        format!("decode {map} {model}"),
        1,
        &["not a map", "line 2 column"],
    );
    let map = folder.write("map.json", &encoded().map);
    let model = folder.write(
        "model",
        competition_lines(&encoded().model).replacen(' ', "\0", 2),
    );
    refused(format!("decode {map} {model}"), 1, &["line 1", "\\0"]);
    let state = run_with_stdin(
        "show pocket --state -",
        SOLVED.replacen('U', "\0", 1).as_bytes(),
    );
    assert!(
        state
            .ends(1)
            .err
            .contains("character \\u{0} cannot stand for a color")
    );
    let turns = run_with_stdin("show pocket --apply -", b"R \0 U");
    assert!(
        turns
            .ends(1)
            .err
            .contains("`\\0` at column 3 is not a turn")
    );
}
