//! Free turns, classes, costs, rules and sets of cases on the command line.

use crate::common::cli::{Folder, Run, run, run_in, with_enough_time};

/// Asserts that the run refuses `wrong.toml`, and that the message contains the line, the column and the reason.
fn assert_refused_at(run: &Run, place: &str, says: &str) {
    assert_eq!(run.code, Some(1), "{run:#?}");
    let place = format!("wrong.toml:{place}: ");
    assert!(run.err.contains(&place), "{}", run.err);
    assert!(run.err.contains(says), "{}", run.err);
}

/// The printed solutions, without the notes after them.
fn algs(stdout: &str) -> Vec<String> {
    let lines = stdout.lines().filter(|line| !line.contains("solution"));
    lines
        .map(|line| line.split("  (").next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn solutions_that_differ_only_in_free_turns_are_listed_once() {
    let sune = "R U2 R' U' R U' R'";
    let words = format!(r#"enumerate rubik --scramble "{sune}" --method graph --quiet"#);
    let with = |more: &str| run!("{words} --shortest --allow 'R U' {more}");
    let plain = with("");
    let free = with("--free U");
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
    // With --count-free, free turns count like all others, so the list is the same.
    let counted = with("--free U --count-free");
    assert_eq!(counted.out, plain.out);
}

#[test]
fn one_solution_of_each_class_is_printed_with_the_size_of_the_class() {
    let words = "enumerate rubik --scramble 'R L' --turns 2 --quiet";
    let all = run(words);
    assert_eq!(algs(&all.out).len(), 2, "{}", all.out);
    run!("{words} --distinct commuting").prints(&["(2 alike)", "in 1 class"]);
    let json = run!("{words} --distinct commuting --format json");
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(json["alike"], serde_json::json!([2]));
    assert_eq!(json["count"], 2);
}

#[test]
fn ranked_solutions_are_sorted_by_cost() {
    let words = r#"enumerate pocket --scramble "R U R' U'" --turns 6 --quiet"#;
    let ranked = run!("{words} --cost F=7 --cost U=2 --rank").ends(0);
    // Computes costs independently of the program.
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
    let plain = run(words);
    assert_eq!(algs(&plain.out).len(), lines.len());
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_ranked_list_with_a_limit_contains_the_cheapest_solutions() {
    let scramble = ["enumerate", "pocket", "--scramble", "R U R' U'"];
    let costs = ["--cost", "F=7", "--cost", "U=2", "--rank"];
    let words = [&scramble[..], &["--turns", "6", "--quiet"], &costs].concat();
    // All solutions, sorted by independently computed cost, then by the order of the turns in the puzzle file.
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
    let all = run((&scramble, "--turns 6 --quiet")).ends(0).out;
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
            let words = [&words[..], &["--limit", &limited], more].concat();
            let out = run(&words).ends(0).out;
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
    let json = |more: &str| -> serde_json::Value {
        let out = run((&words, format!("--format json {more}"))).ends(0).out;
        serde_json::from_str(&out).expect("JSON")
    };
    let some = json("--limit 3");
    assert_eq!(
        (&some["count"], &some["complete"]),
        (&3.into(), &false.into())
    );
    assert_eq!(some["cheapest"], true);
    let enough = json("--limit 200");
    assert_eq!(
        (&enough["count"], &enough["complete"]),
        (&75.into(), &true.into())
    );
    assert!(json("").get("cheapest").is_none());
}

#[test]
fn the_cheapest_classes_are_listed() {
    let words = r#"enumerate pocket --scramble "R U R' U'" --turns 6 --quiet --cost F=7 --cost U=2 \
                   --rank --distinct inverse,mirror,rotation"#;
    let all = run(words).ends(0).out;
    let lines: Vec<&str> = all.lines().filter(|line| line.contains("(cost")).collect();
    assert!(lines.len() > 4, "{all}");
    let some = run!("{words} --limit 3").ends(0).out;
    let (list, summary) = some.trim_end().rsplit_once('\n').expect("a list");
    assert_eq!(list.lines().collect::<Vec<_>>(), lines[..3]);
    let classes = lines.len();
    let says = format!("the 3 cheapest of 75 solutions of exactly 6 turns, in {classes} classes");
    assert_eq!(summary, says);
}

#[test]
fn a_ranked_list_cut_short_by_a_time_limit_is_not_called_the_cheapest() {
    let words = "enumerate pocket --scramble R --turns 11 --quiet --cost F=7 --rank --limit 2";
    let out = with_enough_time(0.3, |seconds| {
        let out = run!("{words} --time-limit {seconds}s").ends(30).out;
        if out.contains("(cost") {
            Ok(out)
        } else {
            Err(out)
        }
    });
    let summary = out.lines().last().unwrap_or_default();
    assert!(summary.starts_with("2 of "), "{out}");
    assert!(summary.contains("not known to be the cheapest"), "{out}");
    let report = with_enough_time(0.3, |seconds| {
        let words = format!("{words} --time-limit {seconds}s --format json");
        let report = run(words).ends(30).json();
        if report["count"] == 0 {
            Err(report)
        } else {
            Ok(report)
        }
    });
    assert_eq!(report["cheapest"], false);
}

#[test]
fn several_threads_list_the_same_solutions() {
    let sorted = |jobs: &str| {
        let listed = run!("enumerate pocket --scramble 'R U F' --turns 6 --quiet --jobs {jobs}");
        let mut algs = algs(&listed.out);
        algs.sort();
        algs
    };
    let one = sorted("1");
    assert!(one.len() > 5);
    assert_eq!(one, sorted("3"));
}

#[test]
fn wrong_rules_and_costs_are_refused_with_their_position() {
    let refused = |more: &str, says: &[&str]| {
        let refused = run!("solve pocket --scramble 'R U' {more}").says(says);
        assert!(
            [Some(1), Some(2)].contains(&refused.code),
            "{more:?}: {refused:?}"
        );
    };
    refused("--never '(R U'", &["--never", "`(`", "column 1", "closes"]);
    refused("--never 'R)'", &["`)`", "column 2", "never opened"]);
    refused("--sequence 'R Q'", &["`Q`", "column 3", "is not a turn"]);
    refused("--sequence '* R'", &["`*`", "column 1", "repeats nothing"]);
    refused("--sequence 'R**'", &["`*`", "column 3"]);
    refused("--sequence R{4,2}", &["`{4,2}`", "column 2"]);
    refused("--sequence R{2", &["column 2", "`}`"]);
    refused("--sequence '[R U'", &["column 1", "`]`"]);
    refused("--sequence '[R Q]'", &["`Q`", "column 4"]);
    refused("--sequence '(.{900}){900}'", &["more than 5000 states"]);
    refused("--always-after 'R U'", &["has no `=`"]);
    refused("--always-after R=Q", &["`Q`", "column 3"]);
    refused("--free Q", &["--free", "`Q`"]);
    refused("--count-free", &["--count-free requires"]);
    refused("--cheapest --max-turns 4", &["--cheapest requires --cost"]);
    refused("--cheapest --cost R=2", &["--turns N or --max-turns N"]);
    refused("--cost-file nothing --max-cost 9", &["unknown cost file"]);
    refused("--goal-up-to y", &["--goal-up-to"]);
}

#[test]
fn a_wrong_cost_file_is_refused_with_line_and_column() {
    let folder = Folder::new();
    let refused = |text: &str, place: &str, says: &str| {
        folder.write("wrong.toml", text);
        let words = "solve pocket --scramble 'R U' --max-cost 9 --cost-file wrong.toml";
        assert_refused_at(&run_in(folder.path(), words), place, says);
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
    // No step and no regrip starts at the grip `up`.
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
fn ranking_uses_the_pairs_and_grips_of_a_cost_file() {
    let folder = Folder::new();
    let text = "title = \"a\"\nother = 0\ngrips = [\"home\", \"away\"]\n\
        [[pair]]\nfirst = \"R\"\nthen = \"U\"\ncost = 5\n\
        [[step]]\nfrom = \"home\"\nturns = \"F1 F' F2\"\nto = \"away\"\ncost = 3\n\
        [[regrip]]\nfrom = \"away\"\nto = \"home\"\ncost = 10\n";
    folder.write("taste.toml", text);
    let words =
        "enumerate pocket --scramble 'F R U' --turns 5 --cost-file taste.toml --rank --quiet";
    let ranked = run_in(folder.path(), words).ends(0);
    // Computed from the cost file: 5 for each turn of U right after one of R; 3 for the first turn of F, 13 for each
    // later one.
    let cost = |alg: &str| {
        let turns: Vec<&str> = alg.split(' ').collect();
        let pairs = turns
            .windows(2)
            .filter(|pair| pair[0].starts_with('R') && pair[1].starts_with('U'));
        let f_turns = turns.iter().filter(|turn| turn.starts_with('F')).count();
        5 * pairs.count() + if f_turns == 0 { 0 } else { 13 * f_turns - 10 }
    };
    let mut last = 0;
    let mut count = 0;
    for line in ranked.out.lines().filter(|line| line.contains("(cost")) {
        let (alg, note) = line.split_once("  (cost ").expect("a cost");
        assert_eq!(note.trim_end_matches(')'), cost(alg).to_string(), "{line}");
        assert!(cost(alg) >= last);
        last = cost(alg);
        count += 1;
    }
    assert!(count > 2, "{}", ranked.out);
    // `solve --cheapest` finds a solution of the same cost as the first in the list.
    let cheapest = "solve pocket --scramble 'F R U' --turns 5 --cost-file taste.toml --cheapest \
                    --format json --quiet";
    let cheapest = run_in(folder.path(), cheapest);
    let json: serde_json::Value = serde_json::from_str(&cheapest.out).expect("JSON");
    let first = ranked.out.lines().next().expect("a line");
    let (_, note) = first.split_once("  (cost ").expect("a cost");
    assert_eq!(json["cost"].to_string(), note.trim_end_matches(')'));
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_set_of_cases_is_a_table_in_four_formats() {
    let folder = Folder::new();
    let text = "title = \"Two | <cases>\"\npuzzle = \"pocket\"\nfree = \"U\"\n\
        [[set]]\nname = \"RU\"\nallow = \"R U\"\nmost = 8\n\
        [[set]]\nname = \"R\"\nallow = \"R\"\nmost = 8\n\
        [[case]]\nname = \"Sune\"\nalg = \"R U R' U R U2 R'\"\n\
        [[case]]\nname = \"other\"\nalg = \"R U R'\"\n";
    folder.write("two.toml", text);
    let table = |format: &str, method: &str| {
        let words = format!("cases two.toml --format {format} --method {method} --quiet");
        let run = run_in(folder.path(), &words).ends(0);
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
fn a_wrong_file_of_cases_is_refused_with_line_and_column() {
    let folder = Folder::new();
    let head =
        "title = \"a\"\npuzzle = \"pocket\"\n[[set]]\nname = \"s\"\nallow = \"R U\"\nmost = 3\n";
    let refused = |text: &str, place: &str, says: &str| {
        folder.write("wrong.toml", text);
        assert_refused_at(&run_in!(folder.path(), "cases wrong.toml"), place, says);
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
    run_in!(folder.path(), "cases nothing").says(&["unknown set of cases"]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_documented_tables_are_what_the_cases_command_prints() {
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
        let stored = std::fs::read_to_string(folder.join(format!("{name}.md"))).expect("the table");
        let (only, set) = (cases.join(","), sets.join(","));
        let words = format!(r#"cases {name} --only "{only}" --set "{set}" --format markdown"#);
        let printed = run!("{words} --quiet").ends(0).out;
        for case in cases {
            assert_eq!(
                row(&stored, case, sets),
                row(&printed, case, sets),
                "{name} {case}"
            );
        }
    }
}

#[test]
fn certificates_of_several_goals_are_refused_before_any_work() {
    for (command, more) in [
        ("prove rubik --max-turns 2", "--goal-up-to=y"),
        ("prove rubik --max-turns 2", "--to=R"),
        ("solve rubik --certify several", "--to=R"),
        ("solve rubik --certify several", "--goal-up-to=rotation"),
    ] {
        run!("{command} --scramble 'R U F' --to solved {more}")
            .ends(2)
            .says(&["ask for each goal separately"]);
    }
}

/// The length of a sequence in a metric, computed from the definition of the metric.
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
fn the_cost_file_of_each_metric_agrees_with_the_metric() {
    for metric in ["quarter", "slice", "axial"] {
        let ranked = run!(
            r#"enumerate rubik --with slice --scramble "R M' U2 D'" --turns 5 \
               --allow 'R L M U D E' --rank --cost-file {metric} --method graph --format json \
               --quiet"#
        );
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
fn the_least_quarter_turn_cost_equals_the_shortest_length_in_quarter_turns() {
    for scramble in ["R2 U", "R2 U2 F2", "R U R' U' R' F R F'"] {
        let solve = |more: &str| {
            let words = format!(r#"solve pocket --scramble "{scramble}" --quiet --format json"#);
            run!("{words} {more}").ends(0).json()
        };
        let cheapest = solve("--cheapest --cost-file quarter --max-turns 9");
        let shortest = solve("--metric qtm");
        assert_eq!(cheapest["cost"], shortest["turns"], "{scramble}");
        let own = scored("quarter", cheapest["solution"].as_str().unwrap());
        assert_eq!(cheapest["cost"], own, "{scramble}");
    }
}
