use super::*;

/// `puzzle check` of a text on stdin.
fn check(text: &str) -> Run {
    run_with_stdin("puzzle check -", text.as_bytes())
}

#[test]
fn puzzle_show_prints_what_follows_from_the_turns() {
    let out = run!("puzzle show rubik").ends(0).out;
    for line in [
        "facelets  54 in 6 colors",
        "turns     U R F D L B, quarter turns",
        "M E S (requires group slice)",
        "pieces    8 corners in 3 orientations",
        "12 edges in 2 orientations",
        "6 centers, which stay where they are",
        "never moved: U5 R5 F5 D5 L5 B5",
        "commute   U D, R L, F B",
        "states    43,252,003,274,489,856,000\n",
        "most htm  20\n",
        " L  L  L  F  F  F  R  R  R  B  B  B ",
    ] {
        assert!(out.contains(line), "no `{line}` in {out}");
    }
    let out = run!("puzzle show rubik --with slice,rotation").ends(0).out;
    for line in [
        "U R F D L B M E S x y z, quarter",
        "M E S (enabled: group slice)",
        "6 facelets: U5 R5",
    ] {
        assert!(out.contains(line), "no `{line}` in {out}");
    }
}

#[test]
fn puzzle_show_also_prints_json() {
    for (name, turns, order, kinds) in [
        ("pyraminx", 8, "933120", 5),
        ("skewb", 8, "3149280", 6),
        ("domino", 10, "967680", 2),
        ("rubik", 18, "43252003274489856000", 8),
    ] {
        let json = run!("puzzle show {name} --format json").ends(0).json();
        assert_eq!(json["puzzle"], name);
        assert_eq!(json["turn_count"], turns);
        assert_eq!(json["group_order"], order);
        assert_eq!(json["pieces"].as_array().unwrap().len(), kinds, "{name}");
        // Every facelet is in one piece and in one orbit.
        let facelets = json["facelets"].as_array().unwrap().len();
        let pieces = json["pieces"].as_array().unwrap().iter();
        let pieces = pieces.flat_map(|kind| kind["pieces"].as_array().unwrap());
        let stickers = pieces.map(|piece| piece.as_str().unwrap().split(' ').count());
        assert_eq!(stickers.sum::<usize>(), facelets);
        let orbits = json["orbits"].as_array().unwrap().iter();
        let orbits = orbits.map(|orbit| orbit.as_array().unwrap().len());
        assert_eq!(orbits.sum::<usize>(), facelets);
    }
}

#[test]
fn identical_pieces_are_reported() {
    let folder = Folder::new();
    let file = folder.write("four.toml", FOUR);
    let out = run!("puzzle show --puzzle-file {file}").ends(0).out;
    assert!(out.contains("24 centers; some look alike"), "{out}");
    assert!(out.contains("fewer can be distinguished"), "{out}");
}

const FOUR: &str =
    "name = \"four\"\ntitle = \"4×4×4\"\nmaximum = {}\nfamily = \"cube\"\nsize = 4\n";

#[test]
fn puzzle_check_explains_every_mistake_in_the_order_of_the_file() {
    let folder = Folder::new();
    let file = folder.write(
        "bad.toml",
        "nam = \"x\"
title = \"Bad\"
maximum.htm = { exakt = 6 }
net = [\"a b c d d\"]
face = [
  { name = \"A\", color = \"1\", paint = \"reddish\", facelets = \"a\" },
  { name = \"B\", color = \"12\", paint = \"orange\", facelets = \"b\" },
  { name = \"C\", color = \"3\", paint = \"white\", facelets = \"c\" },
  { name = \"C\", color = \"4\", paint = \"green\", facelets = \"d\" },
]
turn = [
  { name = \"L\", cycles = [\"a b c\"], grup = \"x\" },
  { name = \"R2\", cycles = [\"c d b\"] },
  { name = \"R\", cycles = [\"c d c\"] },
]
",
    );
    let run = run!("puzzle check {file}").ends(1);
    assert_eq!(run.err, "");
    let expected = [
        (1, "unknown field `nam`"),
        (1, "missing field `name`"),
        (3, "unknown field `exakt`"),
        (4, "facelet `d` appears twice in the net"),
        (6, "unknown variant `reddish`"),
        (7, "a color is one character"),
        (9, "face `C` appears twice"),
        (12, "unknown field `grup`"),
        (14, "turn `R` is not a permutation"),
    ];
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), expected.len() + 1, "{}", run.out);
    for (line, (number, says)) in lines.iter().zip(expected) {
        assert!(line.starts_with(&format!("{file}:{number}:")), "{line}");
        assert!(line.contains(says), "{line} does not say {says}");
    }
    assert_eq!(lines[expected.len()], format!("{file}: 9 mistakes"));
}

#[test]
fn the_keys_of_a_family_are_checked() {
    for (from, to, says) in [
        (
            "size = 4",
            "size = 1",
            "the size of a cube must be from 2 to 7",
        ),
        (
            "size = 4",
            "size = 8",
            "the size of a cube must be from 2 to 7",
        ),
        ("size = 4", "", "needs a `size`"),
        ("family = \"cube\"", "", "`size` requires `family`"),
        ("\"cube\"", "\"cub\"", "unknown variant `cub`"),
        (
            "size = 4",
            "size = 4\nnet = []",
            "cannot be combined with `net`, `face` or `turn`",
        ),
        (
            "size = 4",
            "size = 4\nwith = [\"wide\"]",
            "unknown group of turns `wide`; expected one of: slice, rotation",
        ),
        (
            "size = 4",
            "size = 4\nlayout = \"nett\"",
            "unknown variant `nett`",
        ),
        (
            "size = 4",
            "size = 4\nheld = \"D13 Q\"",
            "unknown facelet `Q`",
        ),
    ] {
        let text = FOUR.replace(from, to);
        check(&text).ends(1).prints(&[says]);
        // Other commands that use the file report it, too.
        run_with_stdin("show --puzzle-file -", text.as_bytes())
            .ends(1)
            .says(&["stdin"]);
    }
}

#[test]
fn a_mistake_causes_no_further_messages() {
    for (text, says) in [
        (
            FOUR.replace("size = 4", "size = 9"),
            "the size of a cube must be from 2 to 7",
        ),
        (FOUR.replace("size = 4", "size = \"4\""), "invalid type"),
        (FOUR.replace("size = 4", ""), "needs a `size`"),
        (FOUR.replace("\"cube\"", "\"cub\""), "unknown variant `cub`"),
        (FOUR.replace("family = \"cube\"", ""), "`size` requires"),
        (
            RINGS.replace("[\"a c\", \"b d\"]", "3"),
            "invalid type: integer `3`",
        ),
        (
            RINGS
                .replace("turn = [", "turn = 3\nwith = [")
                .replace("{ name = \"L\", cycles = [\"a c\", \"b d\"] },", ""),
            "this must be a list of tables",
        ),
        (
            RINGS.replace("facelets = \"a b\"", "facelet = \"a b\""),
            "unknown field `facelet`",
        ),
    ] {
        let run = check(&text).ends(1).prints(&[says]);
        assert!(run.out.ends_with("stdin: 1 mistake\n"), "{text}: {run:#?}");
    }
}

const RINGS: &str = "name = \"rings\"
title = \"Rings\"
maximum = {}
net = [\"a b c d\"]
face = [
  { name = \"A\", color = \"1\", paint = \"red\", facelets = \"a b\" },
  { name = \"C\", color = \"3\", paint = \"blue\", facelets = \"c d\" },
]
turn = [
  { name = \"L\", cycles = [\"a c\", \"b d\"] },
]
";

#[test]
fn aliases_of_turns_are_checked() {
    let alias = |name: &str, turn: &str| {
        format!("{RINGS}[[alias]]\nname = \"{name}\"\nturn = \"{turn}\"\n")
    };
    let good = alias("Left", "L");
    assert!(check(&good).ends(0).out.ends_with("stdin: no mistakes\n"));
    for (text, place, says) in [
        (alias("L", "L"), "13:8", "`L` is already the name of a turn"),
        (
            alias("Left", "Q"),
            "14:8",
            "unknown turn `Q`; the turns are L",
        ),
        (
            alias("Left", "L'"),
            "14:8",
            "unknown turn `L'`; the turns are L",
        ),
        (
            alias("1,2", "L"),
            "13:8",
            "a turn's name must be one word without brackets",
        ),
        (
            alias("a b", "L"),
            "13:8",
            "a turn's name must be one word without brackets",
        ),
        (
            alias("a'", "L"),
            "13:8",
            "a turn's name must be one word without brackets",
        ),
        (alias("half", "L"), "13:8", "`half` stands for every half"),
        (alias("half2", "L"), "13:8", "`half` stands for every half"),
        (
            alias("[a", "L"),
            "13:8",
            "a turn's name must be one word without brackets",
        ),
        (alias(&"a".repeat(41), "L"), "13:8", "at most 40 characters"),
        (
            alias("a\u{202e}", "L"),
            "13:8",
            "a character that cannot be seen",
        ),
        (
            good.clone() + "[[alias]]\nname = \"Left\"\nturn = \"L\"\n",
            "16:8",
            "the other name `Left` appears twice",
        ),
        (
            alias("Left", "Q").replace("\"b d\"]", "\"b q\"]"),
            "10:34",
            "unknown facelet `q`",
        ),
        (
            good.replace("turn = \"L\"", "turns = \"L\""),
            "14:1",
            "unknown field `turns`",
        ),
    ] {
        let run = check(&text).ends(1);
        let begin = format!("stdin:{place}: ");
        assert!(
            run.out.starts_with(&begin) && run.out.contains(says),
            "{text}: {run:#?}"
        );
        assert!(run.out.ends_with("stdin: 1 mistake\n"), "{text}: {run:#?}");
    }
    let many: String = (0..1001_u32)
        .map(|n| format!("[[alias]]\nname = \"a{n}\"\nturn = \"L\"\n"))
        .collect();
    check(&format!("{RINGS}{many}"))
        .ends(1)
        .prints(&["turns have more than 1000 other names"]);
}

#[test]
fn a_piece_is_called_a_corner_only_if_its_stickers_are_on_different_faces() {
    let three = RINGS
        .replace("[\"a c\", \"b d\"]", "[\"a b e\"]")
        .replace("a b\"", "a b e\"")
        .replace("a b c d", "a b e c d");
    run_with_stdin("puzzle show --puzzle-file -", three.as_bytes())
        .ends(0)
        .prints(&["pieces    1 piece in 3 orientations"]);
}

#[test]
fn puzzle_check_notes_what_may_be_unintended() {
    let rings = "name = \"rings\"
title = \"Rings\"
maximum = {}
net = [\"a b c d e f\"]
face = [
  { name = \"A\", color = \"1\", paint = \"red\", facelets = \"a b\" },
  { name = \"C\", color = \"3\", paint = \"red\", facelets = \"c d e f\" },
]
turn = [
  { name = \"L\", cycles = [\"a c\", \"b d\"] },
  { name = \"R\", cycles = [\"c e\", \"d e\"] },
  { name = \"M\", cycles = [\"a c\"] },
]
";
    check(rings).ends(1).prints(&["not a permutation"]);
    let rings = rings.replace("\"d e\"", "\"d f\"").replace("{ name = \"M\", cycles = [\"a c\"] }", "{ name = \"M\", cycles = [\"a e\", \"b f\"] },\n  { name = \"W\", cycles = [\"a c e\", \"b d f\"] }");
    let run = run_with_stdin("puzzle check - --format json", rings.as_bytes());
    let json = run.ends(0).json();
    assert_eq!(json["valid"], true);
    let notes = json["notes"].to_string();
    for says in [
        "look alike, so a state does not show which of them is where",
        "have the same `paint`",
        "`maximum.htm.exact` is not known",
        "turn W has the same effect as",
    ] {
        assert!(notes.contains(says), "no `{says}` in {notes}");
    }
    let pocket = data("encodings/puzzles/pocket.toml");
    let two = pocket
        .replace("D3 B4 L3", "D3 B4")
        .replace("any = 11, ", "");
    check(&two).ends(0).prints(&[
        "the held facelets, D3 B4, are not one whole piece; the piece at D3 is",
        "`maximum.htm.any` is not known",
    ]);
    let good = Path::new(env!("TWISTSAT_ROOT")).join("encodings/puzzles/pocket.toml");
    let run = run!("puzzle check {}", good.to_str().unwrap()).ends(0);
    assert!(run.out.ends_with("pocket.toml: no mistakes\n"), "{run:#?}");
}

#[test]
fn puzzle_check_verifies_the_maximum_of_a_small_puzzle() {
    let file = "tests/data/alike-maximum.toml";
    let truth = data(file);
    assert!(
        !check(&truth)
            .ends(0)
            .out
            .contains("maximum.htm.exact` is too")
    );
    for (says, what) in [("1", "too small: it is 1"), ("7", "too large: it is 7")] {
        let text = truth.replace("exact = 2", &format!("exact = {says}"));
        let run = check(&text).ends(0);
        let note =
            format!("`maximum.htm.exact` is {what}, but the farthest of 10 states takes 2 turns");
        assert!(run.out.contains(&note), "{run:#?}");
    }
    let slab = data("tests/data/slab.toml");
    let claim = "maximum = { htm = { any = 2, exact = 4 }, qtm = { any = 3, exact = 4 } }";
    let run = check(&slab.replace("maximum = {}", claim))
        .ends(0)
        .prints(&[
            "`maximum.htm.any` is too small: it is 2, but the farthest of 6 states takes 3 turns",
        ]);
    assert!(
        !run.out.contains("qtm") && !run.out.contains("exact"),
        "{run:#?}"
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn groups_of_turns_are_enabled_on_request() {
    let alg = |arguments: &str| run!("solve rubik --format alg --quiet --max-turns 3 {arguments}");
    let slice = alg("--with slice --scramble 'M E'").ends(0).out;
    assert_eq!(slice, "E' M'\n");
    let wide = alg("--with wide --scramble 'r U'").ends(0).out;
    // Up to rotation, `L` has the same effect as `Rw` and precedes it in the order of turns.
    assert_eq!(wide, "U' L'\n");
    let wide = "--with wide --scramble 'r U' --to solved";
    assert_eq!(alg(wide).ends(0).out, "U' Rw'\n");
    let rotated = "--with rotation --scramble 'x y'";
    assert_eq!(alg(rotated).ends(0).out, "\n");
    let exact = alg(&format!("{rotated} --to solved")).ends(0).out;
    assert_eq!(exact.split_whitespace().count(), 2);
    alg(r#"--scramble R --allow "R M2'""#)
        .ends(1)
        .says(&["group `slice`"]);
    alg("--scramble R --allow 'R r'")
        .ends(1)
        .says(&["group `wide`"]);
    alg("--with slices --scramble R")
        .ends(1)
        .says(&["expected one of: slice, wide, rotation"]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_refutation_up_to_rotation_counts_its_goals() {
    let folder = Folder::new();
    let prove = "prove rubik --with wide --scramble 'Uw R'";
    let proved = run_in!(folder.path(), "{prove} --max-turns 1 -o c");
    proved.ends(0);
    let verified = run_in!(folder.path(), "verify c.json").ends(0);
    let claim =
        "no solution of at most 1 turn leads from the start to the goal, or any of 23 others\n";
    assert!(verified.out.contains(claim), "{verified:#?}");
    assert!(
        verified.out.contains("B=BBBBBBBBB, or any of 23 others\n"),
        "{verified:#?}"
    );
}

#[test]
fn encoding_and_decoding_use_the_same_group() {
    let folder = Folder::new();
    run_in!(
        folder.path(),
        "encode rubik --with slice --scramble M --turns 1 -o m.cnf"
    )
    .ends(0);
    let map = folder.read("m.cnf.map.json");
    assert!(map.contains("\"with\": [\"slice\"]"), "{map}");
    folder.write("answer", "s UNSATISFIABLE\n");
    let decoded = run_in!(folder.path(), "decode m.cnf.map.json answer").ends(20);
    // No note is printed: this is the built-in puzzle with a group of its turns enabled.
    assert_eq!(decoded.err, "");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn proving_and_verifying_use_the_same_group() {
    let folder = Folder::new();
    run_in!(
        folder.path(),
        "prove rubik --with slice --scramble 'M E' --max-turns 1 -o p"
    )
    .ends(0);
    assert!(folder.read("p.json").contains("\"slice\""));
    run_in!(folder.path(), "verify p.json").ends(0);
    let without = folder.read("p.json").replace("\"slice\"", "");
    folder.write("p.json", without);
    run_in!(folder.path(), "verify p.json").ends(1);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn puzzle_check_reports_many_mistakes_quickly() {
    for text in [
        "[[turn]]\nx = 1\n".repeat(50_000),
        "x = \n".repeat(100_000),
        FOUR.to_owned()
            + &(0..60_000)
                .map(|n| format!("x{n} = 1\n"))
                .collect::<String>(),
    ] {
        let before = Instant::now();
        let run = check(&text).ends(1);
        assert!(
            run.out.ends_with("stdin: 100 mistakes or more\n"),
            "{}",
            run.out.len()
        );
        assert!(
            before.elapsed() < Duration::from_secs(10),
            "{:?}",
            before.elapsed()
        );
    }
}

#[test]
fn puzzle_check_reads_the_definitions_of_other_programs() {
    let folder = Folder::new();
    let good = folder.write(
        "swap.tws",
        "Name Swap\n\nSet PIECES 2 1\n\nSolved\nPIECES\n1 2\nEnd\n\nMove A\nPIECES\n2 1\nEnd\n",
    );
    let out = run!("puzzle check {good}").ends(0).out;
    assert!(out.ends_with("swap.tws: no mistakes\n"), "{out}");
    let bad = folder.write("bad.tws", "Name Swap\n\nSet PIECES two 1\n");
    let out = run!("puzzle check {bad}").ends(1).out;
    assert!(
        out.contains("bad.tws:3:12: `two`") && out.ends_with(": 3 mistakes\n"),
        "{out}"
    );
}

#[test]
fn puzzle_show_draws_what_each_turn_moves() {
    let board = run!("puzzle show twiddle").ends(0).out;
    let drawing = "what each turn moves (#):\n\nA     B     C     D\n##.   .##   ...   ...\n##.   .##   ##.   .##\n...   ...   ##.   .##\n";
    assert!(board.contains(drawing), "{board}");
    let pocket = run!("puzzle show pocket").ends(0).out;
    assert!(
        pocket.contains("\nF  clockwise, looking at the face F\n"),
        "{pocket}"
    );
    // Too many turns to draw.
    let large = run!("puzzle show 7x7x7").ends(0).out;
    assert!(!large.contains("what each turn moves"), "{large}");
}
