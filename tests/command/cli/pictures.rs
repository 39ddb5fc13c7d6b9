//! Pictures, pages that play a solution, links, and graphs for programs that draw them.

use std::collections::BTreeMap;

use itertools::Itertools;
use twistsat::notation::{Notation, Scheme};
use twistsat::picture::{Shape, scheme_rotations, shade};
use twistsat::problem::Problem;
use twistsat::puzzle::{Paint, Puzzle};

use super::*;

/// The values of an attribute, in the order of the text.
fn values<'a>(text: &'a str, element: &str, attribute: &str) -> Vec<&'a str> {
    let elements = text.split('<').filter(|it| it.starts_with(element));
    let value = |it: &'a str| {
        let (_, rest) = it.split_once(&format!(" {attribute}=\""))?;
        rest.split_once('"').map(|(value, _)| value)
    };
    elements.filter_map(value).collect()
}

/// Whether an independent XML parser accepts a text.
fn is_xml(text: &str) -> bool {
    let Ok(python) = std::env::var("TWISTSAT_PYTHON") else {
        return true;
    };
    let folder = Folder::new();
    let file = folder.write("it.xml", text);
    let read = "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])";
    let run = Command::new(python).args(["-c", read, &file]).status();
    run.unwrap().success()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_picture_of_any_puzzle_has_each_sticker_in_its_color() {
    for name in Puzzle::built_in_names() {
        let puzzle = Puzzle::built_in(name).unwrap();
        let turn = puzzle.turns()[0].name();
        let svg = run!(r#"show {name} --scramble "{turn}" --as svg"#);
        let svg = svg.ends(0).out;
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(is_xml(&svg), "{name}");
        let state = puzzle.apply(puzzle.solved(), &[0]);
        let fill = |&color: &usize| shade(puzzle.colors()[color].paint).fill;
        let fills = values(&svg, "polygon", "fill").into_iter();
        assert!(fills.eq(state.colors().iter().map(fill)), "{name}");
    }
}

#[test]
fn no_two_stickers_of_a_net_overlap() {
    /// Whether a point is strictly inside of a convex polygon.
    fn is_inside([x, y]: [f64; 2], polygon: &[[f64; 2]]) -> bool {
        let next = polygon.iter().cycle().skip(1);
        let side = |(a, b): (&[f64; 2], &[f64; 2])| {
            (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
        };
        let sides: Vec<f64> = polygon.iter().zip(next).map(side).collect();
        sides.iter().all(|it| *it > 1e-9) || sides.iter().all(|it| *it < -1e-9)
    }
    for name in Puzzle::built_in_names() {
        let shape = Shape::of(&Puzzle::built_in(name).unwrap());
        for (one, cell) in shape.cells.iter().enumerate() {
            assert!(cell.len() > 2, "{name}: facelet {one} is nowhere");
            assert!(is_inside(shape.middles[one], cell), "{name}: {one}");
            for (other, middle) in shape.middles.iter().enumerate() {
                let is_apart = one == other || !is_inside(*middle, cell);
                assert!(is_apart, "{name}: {one} {other}");
            }
            let fits = |point: &[f64; 2]| {
                (0.0..=shape.width).contains(&point[0]) && (0.0..=shape.height).contains(&point[1])
            };
            assert!(cell.iter().all(fits), "{name}: {one} is cut");
        }
    }
}

#[test]
fn unknown_stickers_have_a_dot_in_a_picture() {
    let svg = run!("show pocket --state UUUURLRL.FBFDDDDL.LRFBFB --as svg");
    let svg = svg.ends(0).out;
    assert_eq!(svg.matches(">.</text>").count(), 2);
}

#[test]
fn a_solution_is_drawn_turn_by_turn() {
    let folder = Folder::new();
    let svg = folder.arg("turns.svg");
    let run = run!("solve pocket --state {THREE} --svg {svg}").ends(0);
    let svg = folder.read("turns.svg");
    assert!(is_xml(&svg));
    // The start, and three turns.
    assert_eq!(svg.matches("<polygon").count(), 4 * 24);
    for turn in run.out.lines().nth(7).unwrap().split(' ') {
        let label = format!(">{turn}</text>");
        assert!(svg.contains(&label), "{turn}: {}", run.out);
    }
    // At the end each face is of one color.
    let fills = values(&svg, "polygon", "fill");
    let mut last = fills[3 * 24..].chunks(4);
    assert!(last.all(|face| face.iter().all_equal()));
}

/// The data of a page that plays a solution.
fn played(page: &str) -> Value {
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    serde_json::from_str(data).unwrap()
}

/// The state after all steps, from the data alone: one color per facelet.
fn end_of_page(data: &Value) -> Vec<u64> {
    let numbers = |value: &Value| -> Vec<u64> {
        let all = value.as_array().unwrap().iter();
        all.map(|it| it.as_u64().unwrap()).collect()
    };
    let mut state = numbers(&data["start"]);
    for step in numbers(&data["steps"]) {
        let before = state.clone();
        for pair in data["turns"][step as usize]["moves"].as_array().unwrap() {
            let [from, to] = numbers(pair)[..] else {
                panic!()
            };
            state[to as usize] = before[from as usize];
        }
    }
    state
}

#[test]
#[ignore = "long check"]
fn a_page_plays_the_solution_of_any_puzzle_to_its_end() {
    let folder = Folder::new();
    let page = folder.arg("page.html");
    for (name, scramble) in [
        ("pocket", "R U2 F'"),
        ("pyraminx", "R U' B"),
        ("domino", "R2 U F2"),
        ("megaminx", "R U'"),
        ("digits", "174X"),
    ] {
        // For large puzzles any solution will do.
        let call = format!(r#"solve {name} --scramble "{scramble}" --html {page}"#);
        run!("{call} --good-enough 3 --quiet").ends(0);
        let page = folder.read("page.html");
        let puzzle = Puzzle::built_in(name).unwrap();
        let end = end_of_page(&played(&page));
        let mut held = puzzle.rotations().iter();
        let is_solved = held.any(|rotation| {
            let solved = puzzle.solved().after(&rotation.facelets);
            let colors = solved.colors().iter().map(|&color| color as u64);
            colors.eq(end.iter().copied())
        });
        assert!(is_solved, "{name}: {end:?}");
        // The page requests nothing from other hosts.
        assert!(page.contains("default-src 'none'"), "{name}");
        let mut addresses = page.split("://").skip(1);
        let is_own = |it: &str| it.starts_with("www.w3.org/2000/svg");
        assert!(addresses.all(is_own), "{name}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_page_shows_the_stages_of_a_plan_with_their_titles() {
    let folder = Folder::new();
    let (page, svg) = (folder.arg("page.html"), folder.arg("turns.svg"));
    let call = format!(
        r#"solve rubik --scramble "R U F2 D' L" --plan thistlethwaite --quiet --html {page} \
           --svg {svg}"#
    );
    run(&call).ends(0);
    let page = folder.read("page.html");
    let data = played(&page);
    let titles = data["titles"].as_array().unwrap();
    assert_eq!(titles.len(), 4);
    assert!(titles[0][1].as_str().unwrap().starts_with("Stage 1: "));
    let solved = Puzzle::built_in("rubik").unwrap();
    let solved = solved.solved().colors().iter().map(|color| *color as u64);
    assert!(end_of_page(&data).into_iter().eq(solved));
    assert!(is_xml(&folder.read("turns.svg")));
}

#[test]
fn a_puzzle_title_cannot_inject_markup_into_the_page() {
    let folder = Folder::new();
    let text = data("encodings/puzzles/twiddle.toml");
    let text = text.replace("Twiddle (3×3 board, 2×2 blocks)", "</script><b>&");
    let (file, page) = (folder.write("evil.toml", text), folder.arg("page.html"));
    run!("solve --puzzle-file {file} --scramble A --html {page}").ends(0);
    let page = folder.read("page.html");
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<b>"));
}

#[test]
fn without_a_solution_nothing_is_drawn() {
    let folder = Folder::new();
    let svg = folder.arg("turns.svg");
    let call = format!("solve pocket --state {THREE} --max-turns 2 --svg {svg}");
    run(&call).ends_saying(20, &["--svg: no solution"]);
    assert!(folder.names().is_empty());
}

#[test]
fn a_missing_folder_is_reported_before_the_search() {
    for option in ["--svg", "--html", "--certify"] {
        run!("solve pocket --scramble 'R U' {option} nowhere/it")
            .ends_saying(1, &["cannot write nowhere/it: no such file or folder"])
            .prints_nothing();
    }
}

#[test]
fn a_picture_never_overwrites_an_input_file() {
    let folder = Folder::new();
    let text = data("encodings/puzzles/twiddle.toml");
    folder.write("mine.toml", &text);
    for option in ["--svg", "--html"] {
        let solve = "solve --puzzle-file mine.toml --scramble A";
        run_in!(&folder, "{solve} {option} mine.toml").ends(2);
        run_in!(&folder, "{solve} {option} -").ends(2);
    }
    assert_eq!(folder.read("mine.toml"), text);
}

#[test]
fn links_lead_from_the_solved_puzzle_to_the_start_and_back() {
    let links = "\
https://alg.cubing.net/?puzzle=2x2x2&setup=x_y2_R_U2_F-&alg=F_U2_R-&view=playback
https://alpha.twizzle.net/edit/?puzzle=2x2x2&setup-alg=x+y2+R+U2+F%27&alg=F+U2+R%27
";
    run!(r#"solve pocket --scramble "R U2 F'" --link"#).ends_printing(0, &[links]);
    let domino = run!("solve domino --scramble R2 --link").ends(0);
    domino.says(&["--link"]).lacks(&["http"]);
}

#[test]
fn the_orientation_of_a_cube_is_reported_as_whole_cube_turns() {
    let puzzle = Puzzle::built_in("rubik").unwrap();
    let puzzle = std::sync::Arc::new(puzzle.with_groups(&["rotation"]).unwrap());
    let plain = Puzzle::built_in("rubik").unwrap();
    for words in ["", "x", "y", "z", "x2 y", "x y'", "z' x", "y2 z"] {
        let turns = Notation::Singmaster.read(&puzzle, words).unwrap();
        let held = puzzle.apply(puzzle.solved(), &turns);
        let text = Scheme::own_symbols(&plain).state_characters(&held);
        let text: String = text.iter().collect();
        let problem = Problem::of_state(&plain, &text).unwrap();
        let report = scheme_rotations(&plain, &problem.scheme).unwrap();
        let again = Notation::Singmaster.read(&puzzle, &report).unwrap();
        let again = puzzle.apply(puzzle.solved(), &again);
        assert_eq!(again, held, "{words}: {report}");
    }
}

// Graphs for other programs.

/// Half turns of three faces of the pocket cube: 24 states at distances 0 to 4.
const HALVES: &str = "graph export pocket --allow 'R2 U2 F2'";

#[test]
fn graphviz_reads_the_graph_with_its_distances_and_turns() {
    if Command::new("gvpr").arg("-V").output().is_err() {
        let required = std::env::var("TWISTSAT_PYTHON").is_ok();
        assert!(!required, "gvpr, of Graphviz, is not installed");
        eprintln!("skipped: gvpr, of Graphviz, is not installed");
        return;
    }
    let folder = Folder::new();
    let place = folder.arg("it.dot");
    let report = run!("{HALVES} --to dot {place} --format json").ends(0);
    let program = r#"N { printf("%s %s\n", $.name, $.distance); } E { printf("%s %s %s\n", $.tail.name, $.head.name, $.label); }"#;
    let read = Command::new("gvpr").args([program, &place]).output();
    let out = Run::of(read.unwrap()).ends(0).out;
    let lines = out.lines().map(|line| line.split(' ').collect_vec());
    let (nodes, edges): (Vec<_>, Vec<_>) = lines.partition(|line| line.len() == 2);
    report.reports(json!({"nodes": nodes.len(), "edges": edges.len()}));
    let distances = nodes.iter().map(|node| (node[0], node[1].parse().unwrap()));
    let distances: BTreeMap<&str, i32> = distances.collect();
    assert_eq!(distances.len(), nodes.len());
    for edge in edges {
        let [from, to, turn] = edge[..] else {
            panic!("{edge:?}")
        };
        assert!((distances[from] - distances[to]).abs() <= 1, "{edge:?}");
        assert!(["R2", "U2", "F2"].contains(&turn));
    }
}

#[test]
fn networkx_reads_the_graph_and_finds_the_same_distances() {
    let Ok(python) = std::env::var("TWISTSAT_PYTHON") else {
        eprintln!("skipped: TWISTSAT_PYTHON names no Python with networkx");
        return;
    };
    let folder = Folder::new();
    let place = folder.arg("it.graphml");
    run!("{HALVES} --to graphml {place}").ends(0);
    let script = Path::new(env!("TWISTSAT_ROOT")).join("tests/engines/graphml.py");
    let read = Command::new(python).arg(script).arg(&place).output();
    let out = Run::of(read.unwrap()).ends(0).out;
    let numbers = out.split_whitespace().map(|it| it.parse().unwrap());
    let numbers: Vec<usize> = numbers.collect();
    let distances = run!("graph distances pocket --allow 'R2 U2 F2' --format json");
    // Three half turns lead from each state, and each edge joins two states.
    assert_eq!(numbers[1], numbers[0] * 3 / 2);
    let keys = json!({"states": numbers[0], "distribution": numbers[2..]});
    distances.ends(0).reports(keys);
}

// The page.

#[test]
#[cfg(not(feature = "page"))]
fn without_the_page_the_command_says_how_to_get_it() {
    run!("page").ends_saying(1, &["--features page"]);
}

#[cfg(feature = "page")]
mod page {
    use std::io::Write;
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn page_is_written_from_the_binary() {
        let folder = Folder::new();
        let ran = run_in!(&folder, "page").ends(0);
        assert_eq!(ran.out, "twistsat.html\n");
        let page = folder.read("twistsat.html");
        assert!(page.starts_with("<!doctype html>"));
        assert_eq!(run!("page -o -").ends(0).out, page);
    }

    #[test]
    fn page_is_served_to_this_machine_only() {
        let mut child = start("page --serve 0");
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.next().unwrap().unwrap();
        let address = address.strip_prefix("http://").unwrap();
        let address = address.trim_end_matches('/');
        assert!(address.starts_with("127.0.0.1:"));
        let ask = |request: &str| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer
        };
        let answer = ask("GET / HTTP/1.1\r\nHost: here\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"));
        assert!(answer.trim_end().ends_with("</html>"));
        assert!(ask("GET /other HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
        assert!(ask("POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

/// The contrast of two colors according to the Web Content Accessibility Guidelines.
fn contrast(a: &str, b: &str) -> f64 {
    let luminance = |color: &str| {
        let part = |at: usize| {
            let value = u8::from_str_radix(&color[at..at + 2], 16).unwrap();
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn letters_are_legible_on_every_paint() {
    for paint in Paint::ALL {
        let shade = shade(paint);
        let contrast = contrast(shade.fill, shade.ink);
        assert!(contrast >= 4.5, "{paint}: {contrast}");
    }
}
