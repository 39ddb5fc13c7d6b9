//! Free turns, classes, costs, rules and sets of cases on the command line.

use crate::common::cli::{Folder, Run, run, run_in};

/// A file `wrong.toml` is refused, with a place in it and a reason.
fn refused_at(run: &Run, place: &str, says: &str) {
    assert_eq!(run.code, Some(1), "{run:#?}");
    let place = format!("wrong.toml:{place}: ");
    assert!(run.err.contains(&place), "{}", run.err);
    assert!(run.err.contains(says), "{}", run.err);
}

/// Lines that begin like solutions, without their notes.
fn algs(stdout: &str) -> Vec<String> {
    let lines = stdout.lines().filter(|line| !line.contains("solution"));
    lines
        .map(|line| line.split("  (").next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn solutions_that_differ_by_free_turns_are_one() {
    let sune = "R U2 R' U' R U' R'";
    let asked = [
        "enumerate",
        "rubik",
        "--scramble",
        sune,
        "--method",
        "graph",
        "--quiet",
    ];
    let with = |more: &[&str]| run(&[&asked[..], &["--shortest", "--allow", "R U"], more].concat());
    let plain = with(&[]);
    let free = with(&["--free", "U"]);
    assert_eq!((plain.code, free.code), (Some(0), Some(0)), "{}", free.err);
    for line in algs(&free.out) {
        let core: Vec<&str> = line
            .split(' ')
            .filter(|it| !it.contains(['(', ')']))
            .collect();
        assert!(
            core.first().is_some_and(|turn| !turn.starts_with('U')),
            "{line}"
        );
        assert!(
            core.last().is_some_and(|turn| !turn.starts_with('U')),
            "{line}"
        );
    }
    assert!(free.out.contains("R U R' U R U2 R'"), "{}", free.out);
    // If free turns are counted, they change nothing.
    let counted = with(&["--free", "U", "--count-free"]);
    assert_eq!(counted.out, plain.out);
}

#[test]
fn one_of_each_class_is_printed_with_its_size() {
    let asked = [
        "enumerate",
        "rubik",
        "--scramble",
        "R L",
        "--turns",
        "2",
        "--quiet",
    ];
    let all = run(&asked);
    assert_eq!(algs(&all.out).len(), 2, "{}", all.out);
    let classes = run(&[&asked[..], &["--distinct", "commuting"]].concat());
    assert!(classes.out.contains("(2 alike)"), "{}", classes.out);
    assert!(classes.out.contains("in 1 class"), "{}", classes.out);
    let json = run(&[&asked[..], &["--distinct", "commuting", "--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(json["alike"], serde_json::json!([2]));
    assert_eq!(json["count"], 2);
}

#[test]
fn ranked_solutions_are_sorted_by_cost() {
    let asked = [
        "enumerate",
        "pocket",
        "--scramble",
        "R U R' U'",
        "--turns",
        "6",
        "--quiet",
    ];
    let ranked = run(&[&asked[..], &["--cost", "F=7", "--cost", "U=2", "--rank"]].concat());
    assert_eq!(ranked.code, Some(0), "{}", ranked.err);
    // An independent scorer.
    let cost = |alg: &str| -> usize {
        let one = |turn: &str| match &turn[..1] {
            "F" => 7,
            "U" => 2,
            _ => 1,
        };
        alg.split(' ').map(one).sum()
    };
    let lines: Vec<&str> = ranked
        .out
        .lines()
        .filter(|it| it.contains("(cost"))
        .collect();
    assert!(lines.len() > 3, "{}", ranked.out);
    let costs: Vec<usize> = lines
        .iter()
        .map(|line| {
            let (alg, note) = line.split_once("  (cost ").expect("a cost");
            assert_eq!(note.trim_end_matches(')'), cost(alg).to_string(), "{line}");
            cost(alg)
        })
        .collect();
    assert!(costs.is_sorted(), "{costs:?}");
    let plain = run(&asked);
    assert_eq!(algs(&plain.out).len(), lines.len());
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_ranked_list_with_a_limit_has_the_cheapest_of_all() {
    let scramble = ["enumerate", "pocket", "--scramble", "R U R' U'"];
    let costs = ["--cost", "F=7", "--cost", "U=2", "--rank"];
    let asked = [&scramble[..], &["--turns", "6", "--quiet"], &costs].concat();
    // All solutions, sorted by what an independent scorer says, then by turns as the puzzle file has them.
    let order = ["U", "U2", "U'", "R", "R2", "R'", "F", "F2", "F'"];
    let key = |alg: &String| {
        let cost = |turn: &str| match &turn[..1] {
            "F" => 7,
            "U" => 2,
            _ => 1,
        };
        let place = |turn| order.iter().position(|it| *it == turn);
        let cost: usize = alg.split(' ').map(cost).sum();
        (cost, alg.split(' ').map(place).collect::<Vec<_>>())
    };
    let all = run(&[&scramble[..], &["--turns", "6", "--quiet"]].concat())
        .ends(0)
        .out;
    let mut all = algs(&all);
    assert_eq!(all.len(), 75);
    all.sort_by_key(key);
    let line = |alg: &String| format!("{alg}  (cost {})", key(alg).0);
    let lines: Vec<String> = all.iter().map(line).collect();
    for limit in [1, 2, 5, 40, 74] {
        for more in [
            &["--method", "graph"][..],
            &["--jobs", "2"],
            &["--recipe", "plain"],
        ] {
            let limited = limit.to_string();
            let asked = [&asked[..], &["--limit", &limited], more].concat();
            let out = run(&asked).ends(0).out;
            let (list, summary) = out.trim_end().rsplit_once('\n').expect("a list");
            assert_eq!(
                list.lines().collect::<Vec<_>>(),
                lines[..limit],
                "{limit}, {more:?}"
            );
            assert_eq!(
                summary,
                format!("the {limit} cheapest of 75 solutions of exactly 6 turns")
            );
        }
    }
    let json = |more: &[&str]| -> serde_json::Value {
        let out = run(&[&asked[..], &["--format", "json"], more].concat())
            .ends(0)
            .out;
        serde_json::from_str(&out).expect("JSON")
    };
    let some = json(&["--limit", "3"]);
    assert_eq!(
        (&some["count"], &some["complete"]),
        (&3.into(), &false.into())
    );
    assert_eq!(some["cheapest"], true);
    let enough = json(&["--limit", "200"]);
    assert_eq!(
        (&enough["count"], &enough["complete"]),
        (&75.into(), &true.into())
    );
    assert!(json(&[]).get("cheapest").is_none());
}

#[test]
fn the_cheapest_classes_are_listed() {
    let asked = [
        "enumerate",
        "pocket",
        "--scramble",
        "R U R' U'",
        "--turns",
        "6",
        "--quiet",
        "--cost",
        "F=7",
        "--cost",
        "U=2",
        "--rank",
        "--distinct",
        "inverse,mirror,rotation",
    ];
    let all = run(&asked).ends(0).out;
    let lines: Vec<&str> = all.lines().filter(|line| line.contains("(cost")).collect();
    assert!(lines.len() > 4, "{all}");
    let some = run(&[&asked[..], &["--limit", "3"]].concat()).ends(0).out;
    let (list, summary) = some.trim_end().rsplit_once('\n').expect("a list");
    assert_eq!(list.lines().collect::<Vec<_>>(), lines[..3]);
    let classes = lines.len();
    let says = format!("the 3 cheapest of 75 solutions of exactly 6 turns, in {classes} classes");
    assert_eq!(summary, says);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_ranked_list_that_a_time_limit_ends_is_not_called_the_cheapest() {
    let asked = [
        "enumerate",
        "pocket",
        "--scramble",
        "R",
        "--turns",
        "11",
        "--quiet",
        "--cost",
        "F=7",
        "--rank",
        "--limit",
        "2",
        "--time-limit",
        "1.5s",
    ];
    let out = run(&asked).ends(30).out;
    let says = "2 of ";
    let summary = out.lines().last().unwrap_or_default();
    assert!(summary.starts_with(says), "{out}");
    assert!(summary.contains("not known to be the cheapest"), "{out}");
    let json = run(&[&asked[..], &["--format", "json"]].concat())
        .ends(30)
        .out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["cheapest"], false);
}

#[test]
fn several_threads_list_the_same_solutions() {
    let asked = [
        "enumerate",
        "pocket",
        "--scramble",
        "R U F",
        "--turns",
        "6",
        "--quiet",
    ];
    let sorted = |jobs: &str| {
        let listed = run(&[&asked[..], &["--jobs", jobs]].concat());
        let mut algs = algs(&listed.out);
        algs.sort();
        algs
    };
    let one = sorted("1");
    assert!(one.len() > 5);
    assert_eq!(one, sorted("3"));
}

#[test]
fn rules_and_costs_that_are_wrong_are_refused_with_their_place() {
    let asked = ["solve", "pocket", "--scramble", "R U"];
    let refused = |more: &[&str], says: &[&str]| {
        let refused = run(&[&asked[..], more].concat());
        assert!(
            [Some(1), Some(2)].contains(&refused.code),
            "{more:?}: {refused:?}"
        );
        for word in says {
            assert!(refused.err.contains(word), "{more:?}: {}", refused.err);
        }
    };
    refused(
        &["--never", "(R U"],
        &["--never", "`(`", "column 1", "closes"],
    );
    refused(&["--never", "R)"], &["`)`", "column 2", "never opened"]);
    refused(
        &["--sequence", "R Q"],
        &["`Q`", "column 3", "is not a turn"],
    );
    refused(
        &["--sequence", "* R"],
        &["`*`", "column 1", "repeats nothing"],
    );
    refused(&["--sequence", "R**"], &["`*`", "column 3"]);
    refused(&["--sequence", "R{4,2}"], &["`{4,2}`", "column 2"]);
    refused(&["--sequence", "R{2"], &["column 2", "`}`"]);
    refused(&["--sequence", "[R U"], &["column 1", "`]`"]);
    refused(&["--sequence", "[R Q]"], &["`Q`", "column 4"]);
    refused(&["--sequence", "(.{900}){900}"], &["more than 5000 states"]);
    refused(&["--always-after", "R U"], &["has no `=`"]);
    refused(&["--always-after", "R=Q"], &["`Q`", "column 3"]);
    refused(&["--free", "Q"], &["--free", "`Q`"]);
    refused(&["--count-free"], &["--count-free requires"]);
    refused(
        &["--cheapest", "--max-turns", "4"],
        &["--cheapest requires --cost"],
    );
    refused(
        &["--cheapest", "--cost", "R=2"],
        &["--turns N or --max-turns N"],
    );
    refused(
        &["--cost-file", "nothing", "--max-cost", "9"],
        &["unknown cost file"],
    );
    refused(&["--goal-up-to", "y"], &["--goal-up-to"]);
}

#[test]
fn a_cost_file_that_is_wrong_is_refused_with_its_place() {
    let folder = Folder::new();
    let refused = |text: &str, place: &str, says: &str| {
        folder.write("wrong.toml", text);
        let asked = [
            "solve",
            "pocket",
            "--scramble",
            "R U",
            "--max-cost",
            "9",
            "--cost-file",
            "wrong.toml",
        ];
        refused_at(&run_in(folder.path(), &asked), place, says);
    };
    let turn = |cost: &str| format!("title = \"a\"\n[[turn]]\nturns = \"R\"\ncost = {cost}\n");
    refused(&turn("-1"), "4:8", "cannot be negative");
    refused(&turn("1001"), "4:8", "0 to 1000");
    let grips = "title = \"a\"\ngrips = [\"home\", \"up\"]\n";
    let step = |from: &str, to: &str| {
        format!("{grips}[[step]]\nfrom = \"{from}\"\nturns = \"R1\"\nto = \"{to}\"\ncost = 0\n")
    };
    refused(&step("hom", "up"), "4:8", "there is no grip `hom`");
    refused(&step("home", "down"), "6:6", "there is no grip `down`");
    // From the grip `up`, `R` cannot be made again.
    refused(
        &step("home", "up"),
        "5:9",
        "in `up` neither that nor a regrip",
    );
    refused(
        "title = \"a\"\n[[step]]\nfrom = \"a\"\nturns = \"R\"\nto = \"a\"\ncost = 0\n",
        "3:8",
        "there are no grips",
    );
    refused("title = \"a\"\nnonsense = 1\n", "2:1", "unknown field");
}

#[test]
fn a_cost_file_ranks_with_pairs_and_grips() {
    let folder = Folder::new();
    let text = "title = \"a\"\nother = 0\ngrips = [\"home\", \"away\"]\n\
        [[pair]]\nfirst = \"R\"\nthen = \"U\"\ncost = 5\n\
        [[step]]\nfrom = \"home\"\nturns = \"F1 F' F2\"\nto = \"away\"\ncost = 3\n\
        [[regrip]]\nfrom = \"away\"\nto = \"home\"\ncost = 10\n";
    folder.write("taste.toml", text);
    let asked = [
        "enumerate",
        "pocket",
        "--scramble",
        "F R U",
        "--turns",
        "5",
        "--cost-file",
        "taste.toml",
        "--rank",
        "--quiet",
    ];
    let ranked = run_in(folder.path(), &asked);
    assert_eq!(ranked.code, Some(0), "{}", ranked.err);
    // By the definition: 5 for each turn of U right after one of R; 3 for the first turn of F, 13 for each other one.
    let cost = |alg: &str| {
        let turns: Vec<&str> = alg.split(' ').collect();
        let pairs = turns
            .windows(2)
            .filter(|pair| pair[0].starts_with('R') && pair[1].starts_with('U'));
        let through = turns.iter().filter(|turn| turn.starts_with('F')).count();
        5 * pairs.count() + if through == 0 { 0 } else { 13 * through - 10 }
    };
    let mut last = 0;
    let mut told = 0;
    for line in ranked.out.lines().filter(|line| line.contains("(cost")) {
        let (alg, note) = line.split_once("  (cost ").expect("a cost");
        assert_eq!(note.trim_end_matches(')'), cost(alg).to_string(), "{line}");
        assert!(cost(alg) >= last);
        last = cost(alg);
        told += 1;
    }
    assert!(told > 2, "{}", ranked.out);
    // The cheapest of them is the first.
    let cheapest = [
        "solve",
        "pocket",
        "--scramble",
        "F R U",
        "--turns",
        "5",
        "--cost-file",
        "taste.toml",
        "--cheapest",
        "--format",
        "json",
        "--quiet",
    ];
    let cheapest = run_in(folder.path(), &cheapest);
    let json: serde_json::Value = serde_json::from_str(&cheapest.out).expect("JSON");
    let first = ranked.out.lines().next().expect("a line");
    let (_, note) = first.split_once("  (cost ").expect("a cost");
    assert_eq!(json["cost"].to_string(), note.trim_end_matches(')'));
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn a_set_of_cases_is_a_table_in_four_formats() {
    let folder = Folder::new();
    let text = "title = \"Two | <cases>\"\npuzzle = \"pocket\"\nfree = \"U\"\n\
        [[set]]\nname = \"RU\"\nallow = \"R U\"\nmost = 8\n\
        [[set]]\nname = \"R\"\nallow = \"R\"\nmost = 8\n\
        [[case]]\nname = \"Sune\"\nalg = \"R U R' U R U2 R'\"\n\
        [[case]]\nname = \"other\"\nalg = \"R U R'\"\n";
    folder.write("two.toml", text);
    let table = |format: &str, method: &str| {
        let asked = [
            "cases", "two.toml", "--format", format, "--method", method, "--quiet",
        ];
        let run = run_in(folder.path(), &asked);
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out
    };
    for method in ["graph", "sat"] {
        let text = table("text", method);
        assert!(text.contains("(7)"), "{text}");
        assert!(
            text.contains(&format!("Found by the method {method}")),
            "{text}"
        );
        let json: serde_json::Value = serde_json::from_str(&table("json", method)).expect("JSON");
        let lengths: Vec<_> = json["answers"]
            .as_array()
            .expect("answers")
            .iter()
            .map(|it| it["turns"].clone())
            .collect();
        assert_eq!(
            serde_json::json!(lengths),
            serde_json::json!([7, null, 3, null])
        );
    }
    let markdown = table("markdown", "graph");
    assert!(markdown.contains("## Two \\| <cases>\n"), "{markdown}");
    assert!(markdown.contains("| case | RU | R |"), "{markdown}");
    let html = table("html", "graph");
    assert!(html.contains("Two | &lt;cases&gt;"), "{html}");
    assert_eq!(html.matches("<svg").count(), 2);
}

#[test]
fn a_wrong_file_of_cases_is_refused_with_its_place() {
    let folder = Folder::new();
    let head =
        "title = \"a\"\npuzzle = \"pocket\"\n[[set]]\nname = \"s\"\nallow = \"R U\"\nmost = 3\n";
    let refused = |text: &str, place: &str, says: &str| {
        folder.write("wrong.toml", text);
        refused_at(
            &run_in(folder.path(), &["cases", "wrong.toml"]),
            place,
            says,
        );
    };
    let case = |rest: &str| format!("{head}[[case]]\nname = \"c\"\n{rest}\n");
    refused(&case(""), "8:8", "either `alg`");
    refused(&case("alg = \"R Q\""), "9:7", "`Q`");
    refused(&case("state = \"WWW\""), "9:9", "24");
    refused(
        &format!(
            "{}[[case]]\nname = \"c\"\nalg = \"R\"\n",
            case("alg = \"U\"")
        ),
        "11:8",
        "two cases `c`",
    );
    refused(
        &case("alg = \"R\"").replace("\"pocket\"", "\"nothing\""),
        "2:10",
        "unknown puzzle",
    );
    refused(
        &case("alg = \"R\"").replace("most = 3", "most = 300"),
        "6:8",
        "at most 100",
    );
    let missing = run_in(folder.path(), &["cases", "nothing"]);
    assert!(
        missing.err.contains("unknown set of cases"),
        "{}",
        missing.err
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run asks for it")]
fn the_tables_of_cases_are_what_cases_prints() {
    let row = |table: &str, case: &str, sets: &[&str]| -> Vec<String> {
        let rows = table.lines().filter(|line| line.starts_with('|'));
        let rows: Vec<Vec<&str>> = rows.map(|line| line.split('|').collect()).collect();
        let of_case = rows
            .iter()
            .find(|row| row[1].trim() == case)
            .expect("a row");
        let column = |set: &&str| rows[0].iter().position(|it| it.trim() == *set);
        let cells = sets
            .iter()
            .map(|set| of_case[column(set).expect("a column")]);
        cells.map(|cell| cell.trim().to_owned()).collect()
    };
    for (name, cases, sets) in [
        ("pll", &["T", "Ua", "Aa"][..], &["RU", "MU"][..]),
        ("pll", &["Y"], &["RUF"]),
        ("oll", &["1", "27", "57"], &["RU", "MU"]),
        ("oll", &["33"], &["RUF"]),
        ("cll", &["Sune 2", "H 1", "O 2"], &["RU", "RUF"]),
    ] {
        let folder = std::path::Path::new(env!("TWISTSAT_ROOT")).join("docs/cases");
        let kept = std::fs::read_to_string(folder.join(format!("{name}.md"))).expect("the table");
        let (only, set) = (cases.join(","), sets.join(","));
        let asked = [
            "cases", name, "--only", &only, "--set", &set, "--format", "markdown",
        ];
        let printed = run(&[&asked[..], &["--quiet"]].concat()).ends(0).out;
        for case in cases {
            assert_eq!(
                row(&kept, case, sets),
                row(&printed, case, sets),
                "{name} {case}"
            );
        }
    }
}

#[test]
fn certificates_of_several_goals_are_refused_before_any_work() {
    let asked = ["--scramble", "R U F", "--to", "solved"];
    for (command, more) in [
        (
            &["prove", "rubik", "--max-turns", "2"][..],
            "--goal-up-to=y",
        ),
        (&["prove", "rubik", "--max-turns", "2"], "--to=R"),
        (&["solve", "rubik", "--certify", "several"], "--to=R"),
        (
            &["solve", "rubik", "--certify", "several"],
            "--goal-up-to=rotation",
        ),
    ] {
        let refused = run(&[command, &asked, &[more]].concat());
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(
            refused.err.contains("ask for each goal separately"),
            "{refused:?}"
        );
    }
}

/// What a sequence takes in each metric, by its definition.
fn scored(metric: &str, alg: &str) -> usize {
    let axis = |turn: &str| match turn.trim_end_matches(['2', '\'']) {
        "U" | "D" | "E" => 'y',
        "R" | "L" | "M" => 'x',
        _ => 'z',
    };
    let turns: Vec<&str> = alg.split(' ').collect();
    match metric {
        "quarter" => turns.len() + turns.iter().filter(|it| it.ends_with('2')).count(),
        "slice" => turns.len(),
        _ => {
            1 + turns
                .windows(2)
                .filter(|it| axis(it[0]) != axis(it[1]))
                .count()
        }
    }
}

#[test]
fn metrics_as_cost_files_cost_what_the_metrics_say() {
    for metric in ["quarter", "slice", "axial"] {
        let ranked = run(&[
            "enumerate",
            "rubik",
            "--with",
            "slice",
            "--scramble",
            "R M' U2 D'",
            "--turns",
            "5",
            "--allow",
            "R L M U D E",
            "--rank",
            "--cost-file",
            metric,
            "--method",
            "graph",
            "--format",
            "json",
            "--quiet",
        ]);
        let json = ranked.ends(0).json();
        let algs = json["solutions"].as_array().expect("solutions").iter();
        let costs = json["costs"].as_array().expect("costs").iter();
        let costs: Vec<usize> = costs.map(|it| it.as_u64().unwrap() as usize).collect();
        let scores: Vec<usize> = algs
            .map(|it| scored(metric, it.as_str().unwrap()))
            .collect();
        assert!(scores.len() > 40, "{metric}: {}", scores.len());
        assert_eq!(scores, costs, "{metric}");
        assert!(costs.is_sorted());
    }
}

#[test]
fn the_cheapest_in_quarter_turns_is_as_long_as_the_shortest_in_quarter_turns() {
    for scramble in ["R2 U", "R2 U2 F2", "R U R' U' R' F R F'"] {
        let solve = |more: &[&str]| {
            let asked = [
                "solve",
                "pocket",
                "--scramble",
                scramble,
                "--quiet",
                "--format",
                "json",
            ];
            run(&[&asked[..], more].concat()).ends(0).json()
        };
        let cheapest = solve(&["--cheapest", "--cost-file", "quarter", "--max-turns", "9"]);
        let shortest = solve(&["--metric", "qtm"]);
        assert_eq!(cheapest["cost"], shortest["turns"], "{scramble}");
        let own = scored("quarter", cheapest["solution"].as_str().unwrap());
        assert_eq!(cheapest["cost"], own, "{scramble}");
    }
}
