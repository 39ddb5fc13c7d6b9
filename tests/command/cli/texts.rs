use twistsat::puzzle::{Layout, Puzzle};

use super::*;

#[test]
fn the_same_state_is_read_in_three_layouts() {
    for (layout, text) in [
        ("net", "YRGOBYRYGYBOWGOGWBWRWRBO"),
        ("urfdlb", "YRGOGYWBRYOGWRBOBYWGBOWR"),
        ("faces", "U=YRGO R=GYWB F=RYOG D=WRBO L=BYWG B=BOWR"),
    ] {
        let shown = run!("show pocket --state '{FIRST}' --as {layout}").ends(0);
        assert_eq!(shown.out.trim_end(), text);
        let solve = format!("solve pocket --state '{text}' --layout {layout} --to solved");
        run!("{solve} --max-turns 4 --format json").ends_reporting(0, json!({"turns": 4}));
    }
}

#[test]
fn layouts_are_recognized_and_plain_characters_list_faces() {
    for text in [
        "YRGO GYWB RYOG WRBO BYWG BOWR",
        "YRGOGYWBRYOGWRBOBYWGBOWR",
        "  YR\n  GO\nBYRYGYBO\nWGOGWBWR\n  WR\n  BO\n",
        // One face per row, not the rows of the net.
        "YRGO\nGYWB\nRYOG\nWRBO\nBYWG\nBOWR\n",
        FIRST,
    ] {
        let run = run!("show pocket --state '{text}' --as urfdlb").ends(0);
        assert_eq!(run.out, "YRGOGYWBRYOGWRBOBYWGBOWR\n");
    }
}

#[test]
fn the_output_of_show_is_read_back() {
    for (puzzle, turns) in [
        ("pocket", "R U2 F'"),
        ("rubik", "R U2 F'"),
        ("5x5x5", "R Uw2 F'"),
        ("skewb", "R U'"),
        ("twiddle", "A B'"),
    ] {
        let turned = run!(r#"show {puzzle} --apply "{turns}""#).ends(0).out;
        let show = format!("show {puzzle} --as faces");
        let back = run_with_stdin(format!("{show} --state -"), turned.as_bytes());
        let same = run!(r#"{show} --apply "{turns}""#).ends(0).out;
        assert_eq!(back.ends(0).out, same, "{puzzle}");
    }
}

#[test]
fn all_cubes_have_one_default_order_of_faces() {
    let mut cubes = 0;
    for name in Puzzle::built_in_names() {
        let puzzle = Puzzle::built_in(name).unwrap();
        let faces: Vec<&str> = puzzle.faces().iter().map(|face| &*face.name).collect();
        if faces == ["U", "R", "F", "D", "L", "B"] {
            cubes += 1;
            let shown = run!("show {name} --as urfdlb").ends(0).out;
            let read = run!(r#"show {name} --state "{}" --as urfdlb"#, shown.trim());
            assert_eq!(read.ends(0).out, shown, "{name}");
            assert_eq!(puzzle.layout(), Layout::Urfdlb, "{name}");
        }
    }
    assert!(cubes >= 8, "{cubes}");
}

#[test]
fn a_dash_reads_stdin() {
    let solve = "solve pocket --max-turns 3 --format alg -q";
    let scramble = run_with_stdin(format!("{solve} --scramble -"), b"R U2\nF'\n");
    assert_eq!(scramble.ends(0).out, "F U2 R'\n");
    for state in [THREE.to_owned(), format!("{THREE}\r\n")] {
        let state = run_with_stdin(format!("{solve} --state -"), state.as_bytes());
        let problem = problem(THREE, &Target::Any, Budget::Exactly(3));
        assert_eq!(replay(&problem, &state.ends(0).out), 3);
    }
}

#[test]
fn turns_are_read_and_written_in_all_four_notations() {
    let same = run(r#"show pocket --apply "R U2 F'" --as net"#).ends(0).out;
    for (notation, scramble, solution) in [
        ("singmaster", "R U2 F'", "F U2 R'\n"),
        ("cw", "RCW UH FCCW", "FCW UH RCCW\n"),
        ("lowercase", "R U2 f", "F U2 r\n"),
        ("inverse", "R U2 Fi", "F U2 Ri\n"),
    ] {
        let how = format!("--notation {notation}");
        for spaced in [scramble.to_owned(), scramble.replace(' ', "")] {
            let solve = format!(r#"solve pocket --scramble "{spaced}" {how}"#);
            assert_eq!(run!("{solve} --format alg").ends(0).out, solution);
        }
        let shown = run!(r#"show pocket --apply "{scramble}" {how} --as net"#);
        assert_eq!(shown.ends(0).out, same);
    }
}

#[test]
fn the_target_is_a_text_in_the_layout_and_symbols_of_the_start() {
    // From solved to R U2, in symbols that are not the puzzle's.
    let after = |turns: &str| {
        let show = format!(r#"show pocket --state {SOLVED} --as urfdlb --apply "{turns}""#);
        run(&show).ends(0).out.trim_end().to_owned()
    };
    let to = after("R U2");
    let solve = format!("solve pocket --state {SOLVED} --to {to} --max-turns 3 --format json");
    let keys = json!({"to": to, "turns": 2, "minimal": true});
    let json = run(&solve).ends(0).reports(keys).json();
    assert_eq!(after(json["solution"].as_str().unwrap()), to);
    // Turns of the held corner may be needed.
    let to = run!("show pocket --apply L --as faces").ends(0).out;
    let solve = format!("solve pocket --scramble '' --to '{}'", to.trim_end());
    let run = run!("{solve} --max-turns 2 --format alg").ends(0);
    assert_eq!(run.out, "L\n");
}
