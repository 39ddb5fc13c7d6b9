use super::*;
use crate::common::each;
use crate::common::puzzles::puzzle_file;

/// `puzzle check` of a text on stdin.
fn check(text: &str) -> Run {
    run_with_stdin("puzzle check -", text.as_bytes())
}

#[test]
fn puzzle_show_prints_what_follows_from_the_turns() {
    run!("puzzle show rubik").ends(0).prints(&[
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
    ]);
    run!("puzzle show rubik --with slice,rotation")
        .ends(0)
        .prints(&[
            "U R F D L B M E S x y z, quarter",
            "M E S (enabled: group slice)",
            "6 facelets: U5 R5",
        ]);
    let folder = Folder::new();
    let file = folder.write("four.toml", FOUR);
    let identical = ["24 centers; some look alike", "fewer can be distinguished"];
    run!("puzzle show --puzzle-file {file}").ends_printing(0, &identical);
}

#[test]
fn puzzle_show_also_prints_json() {
    for (name, turns, order, kinds) in [
        ("pyraminx", 8, "933120", 5),
        ("skewb", 8, "3149280", 6),
        ("domino", 10, "967680", 2),
        ("rubik", 18, "43252003274489856000", 8),
    ] {
        let keys = json!({"puzzle": name, "turn_count": turns, "group_order": order});
        let show = run!("puzzle show {name} --format json").ends(0);
        let json = show.reports(keys).json();
        let list = |value: &Value| value.as_array().unwrap().clone();
        let (facelets, pieces) = (list(&json["facelets"]).len(), list(&json["pieces"]));
        assert_eq!(pieces.len(), kinds, "{name}");
        // Every facelet is in one piece and in one orbit.
        let pieces = pieces.iter().flat_map(|kind| list(&kind["pieces"]));
        let stickers = pieces.map(|piece| piece.as_str().unwrap().split(' ').count());
        assert_eq!(stickers.sum::<usize>(), facelets);
        let orbits = list(&json["orbits"]).into_iter();
        let sizes = orbits.map(|orbit| list(&orbit).len());
        assert_eq!(sizes.sum::<usize>(), facelets);
    }
}

const FOUR: &str =
    "name = \"four\"\ntitle = \"4×4×4\"\nmaximum = {}\nfamily = \"cube\"\nsize = 4\n";

#[test]
fn puzzle_check_explains_every_mistake_in_the_order_of_the_file() {
    let bad = "name = \"a b\"
title = \"Bad\"
maximum.htm = { exact = 6 }
net = [\"a b c d d\"]
face = [
  { name = \"A\", color = \"1\", paint = \"red\", facelets = \"a\" },
  { name = \"B\", color = \"12\", paint = \"orange\", facelets = \"b\" },
  { name = \"C\", color = \"3\", paint = \"white\", facelets = \"c\" },
  { name = \"C\", color = \"4\", paint = \"green\", facelets = \"d\" },
]
turn = [
  { name = \"L\", cycles = [\"a b c\"], group = \"x y\" },
  { name = \"R2\", cycles = [\"c d b\"] },
  { name = \"R\", cycles = [\"c d c\"] },
]
";
    let expected = [
        (":1:", "a name must consist of letters, digits"),
        (":4:", "facelet `d` appears twice in the net"),
        (":7:", "a color is one character"),
        (":9:", "face `C` appears twice"),
        (":12:", "the name of a group must consist of"),
        (":14:", "turn `R` is not a permutation"),
        (": ", "6 mistakes"),
    ];
    let run = check(bad).ends(1);
    assert_eq!(run.err, "");
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), expected.len(), "{}", run.out);
    for (line, (place, says)) in lines.iter().zip(expected) {
        let is_there = line.starts_with(&format!("stdin{place}")) && line.contains(says);
        assert!(is_there, "{line}: {place} {says}");
    }
}

/// One mistake causes no further messages.
#[test]
fn the_keys_of_a_family_are_checked() {
    each(
        r#"
size = 4 » size = 1 » the size of a cube must be from 2 to 7
size = 4 » size = 8 » the size of a cube must be from 2 to 7
size = 4 » size = "4" » invalid type
size = 4 »  » needs a `size`
family = "cube" »  » `size` requires `family`
"cube" » "cub" » unknown variant `cub`
size = 4 » size = 4⏎net = [] » cannot be combined with `net`, `face` or `turn`
size = 4 » size = 4⏎with = ["wide"] » unknown group of turns `wide`; expected one of: slice, rotation
size = 4 » size = 4⏎layout = "nett" » unknown variant `nett`
size = 4 » size = 4⏎held = "D13 Q" » unknown facelet `Q`
"#,
        |[from, to], says| {
            let text = FOUR.replace(from, to);
            check_one_mistake(&text, says);
            // Other commands that use the file report it, too.
            run_with_stdin("show --puzzle-file -", text.as_bytes()).ends_saying(1, &["stdin"]);
        },
    );
    each(
        r#"
["a c", "b d"] » 3 » invalid type: integer `3`
turn = [⏎  { name = "L", cycles = ["a c", "b d"] },⏎] » turn = 3⏎with = [] » invalid type: integer `3`, expected a sequence
facelets = "a b" » facelet = "a b" » unknown field `facelet`
"#,
        |[from, to], says| check_one_mistake(&RINGS.replace(from, to), says),
    );
}

#[track_caller]
fn check_one_mistake(text: &str, says: &[&str]) {
    let run = check(text).ends_printing(1, says);
    assert!(run.out.ends_with("stdin: 1 mistake\n"), "{text}: {run:#?}");
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
    let good = format!("{RINGS}[[alias]]\nname = \"Left\"\nturn = \"L\"\n");
    assert!(check(&good).ends(0).out.ends_with("stdin: no mistakes\n"));
    each(
        r#"
"Left" » "L" » :13:8: » `L` is already the name of a turn
turn = "L" » turn = "Q" » :14:8: » unknown turn `Q`; the turns are L
turn = "L" » turn = "L'" » :14:8: » unknown turn `L'`; the turns are L
"Left" » "1,2" » :13:8: » a turn's name must be one word without brackets
"Left" » "a b" » :13:8: » a turn's name must be one word without brackets
"Left" » "a'" » :13:8: » a turn's name must be one word without brackets
"Left" » "[a" » :13:8: » a turn's name must be one word without brackets
"Left" » "half" » :13:8: » `half` stands for every half
"Left" » "half2" » :13:8: » `half` stands for every half
"Left" » "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" » :13:8: » at most 40 characters
"Left" » "a‹202e›" » :13:8: » a character that cannot be seen
turn = "L" » turn = "L"⏎[[alias]]⏎name = "Left"⏎turn = "L" » :16:8: » the other name `Left` appears twice
turn = "L" » turns = "L" » :14:1: » unknown field `turns`
"b d"] » "b q"] » :10:34: » unknown facelet `q`
"#,
        |[from, to, place], says| {
            let text = good.replace(from, to);
            check_one_mistake(&text, says);
            let run = check(&text);
            assert!(run.out.starts_with(&format!("stdin{place} ")), "{run:#?}");
        },
    );
    let alias = |n: u32| format!("[[alias]]\nname = \"a{n}\"\nturn = \"L\"\n");
    let many: String = (0..1001).map(alias).collect();
    let says = ["turns have more than 1000 other names"];
    check(&format!("{RINGS}{many}")).ends_printing(1, &says);
}

#[test]
fn a_piece_is_called_a_corner_only_if_its_stickers_are_on_different_faces() {
    let three = RINGS
        .replace("[\"a c\", \"b d\"]", "[\"a b e\"]")
        .replace("a b\"", "a b e\"")
        .replace("a b c d", "a b e c d");
    run_with_stdin("puzzle show --puzzle-file -", three.as_bytes())
        .ends_printing(0, &["pieces    1 piece in 3 orientations"]);
}

#[test]
fn puzzle_check_notes_what_may_be_unintended() {
    let faces = [("A", "1", "a b"), ("C", "3", "c d e f")];
    let turns = [("L", "a c / b d"), ("R", "c e / d f"), ("M", "a e / b f")];
    let rings = puzzle_file("rings", None, &faces, &turns);
    let run = run_with_stdin("puzzle check - --format json", rings.as_bytes());
    run.ends(0).reports(json!({"valid": true})).prints(&[
        "look alike, so a state does not show which of them is where",
        "have the same `paint`",
        "`maximum.htm.exact` is not known",
    ]);
    let pocket = data("encodings/puzzles/pocket.toml");
    let two = pocket
        .replace("D3 B4 L3", "D3 B4")
        .replace("any = 11, ", "");
    check(&two).ends(0).prints(&[
        "the held facelets, D3 B4, are not one whole piece; the piece at D3 is",
        "`maximum.htm.any` is not known",
    ]);
    let run = check(&pocket).ends(0);
    assert!(run.out.ends_with("stdin: no mistakes\n"), "{run:#?}");
}

#[test]
fn puzzle_check_verifies_the_maximum_of_a_small_puzzle() {
    let truth = data("tests/data/alike-maximum.toml");
    check(&truth).ends(0).lacks(&["maximum.htm.exact` is too"]);
    for (exact, what) in [("1", "too small: it is 1"), ("7", "too large: it is 7")] {
        let text = truth.replace("exact = 2", &format!("exact = {exact}"));
        let says = "but the farthest of 10 states takes 2 turns";
        let note = format!("`maximum.htm.exact` is {what}, {says}");
        check(&text).ends_printing(0, &[note]);
    }
    let claim = "maximum = { htm = { any = 2, exact = 4 }, qtm = { any = 3, exact = 4 } }";
    let slab = data("tests/data/slab.toml").replace("maximum = {}", claim);
    let says =
        "`maximum.htm.any` is too small: it is 2, but the farthest of 6 states takes 3 turns";
    check(&slab)
        .ends_printing(0, &[says])
        .lacks(&["qtm", "exact"]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn groups_of_turns_are_enabled_on_request() {
    let alg = |arguments: &str| run!("solve rubik --format alg --quiet --max-turns 3 {arguments}");
    for (arguments, turns) in [
        ("--with slice --scramble 'M E'", "E' M'\n"),
        // Up to rotation, `L` has the same effect as `Rw` and precedes it in the order of turns.
        ("--with wide --scramble 'r U'", "U' L'\n"),
        ("--with wide --scramble 'r U' --to solved", "U' Rw'\n"),
        ("--with rotation --scramble 'x y'", "\n"),
    ] {
        assert_eq!(alg(arguments).ends(0).out, turns, "{arguments}");
    }
    let exact = alg("--with rotation --scramble 'x y' --to solved").ends(0);
    assert_eq!(exact.out.split_whitespace().count(), 2);
    let groups = "expected one of: slice, wide, rotation";
    for (arguments, says) in [
        (r#"--scramble R --allow "R M2'""#, "group `slice`"),
        ("--scramble R --allow 'R r'", "group `wide`"),
        ("--with slices --scramble R", groups),
    ] {
        alg(arguments).ends_saying(1, &[says]);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_refutation_up_to_rotation_counts_its_goals() {
    let folder = Folder::new();
    let prove = "prove rubik --with wide --scramble 'Uw R' --max-turns 1 -o c";
    run_in(&folder, prove).ends(0);
    run_in!(&folder, "verify c.json").ends(0).prints(&[
        "no solution of at most 1 turn leads from the start to the goal, or any of 23 others\n",
        "B=BBBBBBBBB, or any of 23 others\n",
    ]);
}

#[test]
fn encoding_and_decoding_use_the_same_group() {
    let folder = Folder::new();
    let encode = "encode rubik --with slice --scramble M --turns 1 -o m.cnf";
    run_in(&folder, encode).ends(0);
    let map = folder.read("m.cnf.map.json");
    assert!(map.contains("\"with\": [\"slice\"]"), "{map}");
    folder.write("answer", "s UNSATISFIABLE\n");
    let decoded = run_in!(&folder, "decode m.cnf.map.json answer").ends(20);
    // No note is printed: this is the built-in puzzle with a group of its turns enabled.
    assert_eq!(decoded.err, "");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn proving_and_verifying_use_the_same_group() {
    let folder = Folder::new();
    let prove = "prove rubik --with slice --scramble 'M E' --max-turns 1 -o p";
    run_in(&folder, prove).ends(0);
    assert!(folder.read("p.json").contains("\"slice\""));
    run_in!(&folder, "verify p.json").ends(0);
    let without = folder.read("p.json").replace("\"slice\"", "");
    folder.write("p.json", without);
    run_in!(&folder, "verify p.json").ends(1);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn puzzle_check_reports_many_mistakes_quickly() {
    let unknown: String = (0..60_000).map(|n| format!("x{n} = 1\n")).collect();
    let turn = |n: usize| format!("{{ name = \"L{n}\", cycles = [\"q r\"] }},\n");
    let turns: String = (0..20_000).map(turn).collect();
    for (text, count) in [
        ("[[turn]]\nx = 1\n".repeat(50_000), "1 mistake"),
        ("x = \n".repeat(100_000), "1 mistake"),
        (FOUR.to_owned() + &unknown, "1 mistake"),
        (
            RINGS.replace("turn = [\n", &format!("turn = [\n{turns}")),
            "100 mistakes or more",
        ),
    ] {
        let before = Instant::now();
        let out = check(&text).ends(1).out;
        let took = before.elapsed();
        assert!(out.ends_with(&format!("stdin: {count}\n")), "{}", out.len());
        assert!(took < Duration::from_secs(10), "{took:?}");
    }
}

#[test]
fn puzzle_check_reads_the_definitions_of_other_programs() {
    let folder = Folder::new();
    let swap =
        "Name Swap\n\nSet PIECES 2 1\n\nSolved\nPIECES\n1 2\nEnd\n\nMove A\nPIECES\n2 1\nEnd\n";
    let wrong = "Name Swap\n\nSet PIECES two 1\n";
    for (text, code, says) in [
        (swap, 0, ["swap.tws", ": no mistakes\n"]),
        (wrong, 1, ["swap.tws:3:12: `two`", ": 1 mistake\n"]),
    ] {
        let file = folder.write("swap.tws", text);
        run!("puzzle check {file}").ends_printing(code, &says);
    }
}

#[test]
fn puzzle_show_draws_what_each_turn_moves() {
    let drawing = "what each turn moves (#):\n\nA     B     C     D\n##.   .##   ...   ...\n##.   .##   ##.   .##\n...   ...   ##.   .##\n";
    run!("puzzle show twiddle").ends_printing(0, &[drawing]);
    let clockwise = "\nF  clockwise, looking at the face F\n";
    run!("puzzle show pocket").ends_printing(0, &[clockwise]);
    // Too many turns to draw.
    let large = run!("puzzle show 7x7x7").ends(0);
    large.lacks(&["what each turn moves"]);
}
