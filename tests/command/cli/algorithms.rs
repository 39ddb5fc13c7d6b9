//! Free turns, classes, costs, rules and sets of cases on the command line.

use serde_json::{Value, json};

use crate::common::cli::{Folder, data, run, run_in, with_enough_time};
use crate::common::each;

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
    let with = |more: &str| run!("{words} --shortest --allow 'R U' {more}").ends(0).out;
    let free = with("--free U");
    for line in algs(&free) {
        let counted = line.split(' ').filter(|it| !it.contains(['(', ')']));
        let core: Vec<&str> = counted.collect();
        for turn in [core.first(), core.last()] {
            assert!(turn.is_some_and(|turn| !turn.starts_with('U')), "{line}");
        }
    }
    assert!(free.contains("R U R' U R U2 R'"), "{free}");
    // With --count-free, free turns count like all others, so the list is the same.
    assert_eq!(with("--free U --count-free"), with(""));
}

#[test]
fn one_solution_of_each_class_is_printed_with_the_size_of_the_class() {
    let words = "enumerate rubik --scramble 'R L' --turns 2 --quiet";
    let all = run(words);
    assert_eq!(algs(&all.out).len(), 2, "{}", all.out);
    run!("{words} --distinct commuting").prints(&["(2 alike)", "in 1 class"]);
    let json = run!("{words} --distinct commuting --format json");
    json.reports(json!({"alike": [2], "count": 2}));
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_ranked_list_with_a_limit_contains_the_cheapest_solutions() {
    let words = r#"enumerate pocket --scramble "R U R' U'" --turns 6 --quiet"#;
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
    let mut all = algs(&run(words).ends(0).out);
    assert_eq!(all.len(), 75);
    all.sort_by_key(key);
    let line = |alg: &String| format!("{alg}  (cost {})", key(alg).0);
    let lines: Vec<String> = all.iter().map(line).collect();
    let words = format!("{words} --cost F=7 --cost U=2 --rank");
    for limit in [1, 2, 5, 40, 74] {
        for more in ["--method graph", "--jobs 2", "--recipe plain"] {
            let out = run!("{words} --limit {limit} {more}").ends(0).out;
            let mut found: Vec<&str> = out.lines().collect();
            let summary = found.pop().unwrap();
            assert_eq!(found, lines[..limit], "{limit}, {more}");
            let says = format!("the {limit} cheapest of 75 solutions of exactly 6 turns");
            assert_eq!(summary, says);
        }
    }
    let json = |more: &str| run!("{words} --format json {more}").ends(0);
    json("--limit 3").reports(json!({"count": 3, "complete": false, "cheapest": true}));
    json("--limit 200").reports(json!({"count": 75, "complete": true}));
    assert!(json("").json().get("cheapest").is_none());
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
        let run = run!("{words} --time-limit {seconds}s").ends(30);
        let is_found = run.out.contains("(cost");
        is_found.then_some(run.out).ok_or("nothing was found")
    });
    let summary = out.lines().last().unwrap_or_default();
    assert!(summary.starts_with("2 of "), "{out}");
    assert!(summary.contains("not known to be the cheapest"), "{out}");
    let report = with_enough_time(0.3, |seconds| {
        let run = run!("{words} --time-limit {seconds}s --format json");
        let report = run.ends(30).json();
        let is_found = report["count"] != 0;
        is_found.then_some(report).ok_or("nothing was found")
    });
    assert_eq!(report["cheapest"], false);
}

#[test]
fn wrong_rules_and_costs_are_refused_with_their_position() {
    each(
        "
--never '(R U' » --never » `(` » column 1 » closes
--never 'R)' » `)` » column 2 » never opened
--sequence 'R Q' » `Q` » column 3 » is not a turn
--sequence '* R' » `*` » column 1 » repeats nothing
--sequence 'R**' » `*` » column 3
--sequence R{4,2} » `{4,2}` » column 2
--sequence R{2 » column 2 » `}`
--sequence '[R U' » column 1 » `]`
--sequence '[R Q]' » `Q` » column 4
--sequence '(.{900}){900}' » more than 5000 states
--always-after 'R U' » has no `=`
--always-after R=Q » `Q` » column 3
--free Q » --free » `Q`
--count-free » --count-free requires
--cheapest --max-turns 4 » --cheapest requires --cost
--cheapest --cost R=2 » --turns N or --max-turns N
--cost-file nothing --max-cost 9 » unknown cost file
--goal-up-to y » --goal-up-to
",
        |[more], says| {
            let run = run!("solve pocket --scramble 'R U' {more}").says(says);
            assert!(matches!(run.code, Some(1 | 2)), "{run:?}");
        },
    );
}

#[test]
fn a_wrong_cost_file_is_refused_with_line_and_column() {
    let folder = Folder::new();
    each(
        r#"
title = "a"⏎[[turn]]⏎turns = "R"⏎cost = -1⏎ » 4:8 » 0 to 1000, not -1
title = "a"⏎[[turn]]⏎turns = "R"⏎cost = 1001⏎ » 4:8 » 0 to 1000
title = "a"⏎grips = ["x", "y"]⏎[[step]]⏎from = "z"⏎turns = "R1"⏎to = "y"⏎cost = 0⏎ » 4:8 » there is no grip `z`
title = "a"⏎grips = ["x", "y"]⏎[[step]]⏎from = "x"⏎turns = "R1"⏎to = "z"⏎cost = 0⏎ » 6:6 » there is no grip `z`
// No step and no regrip starts at the grip `y`.
title = "a"⏎grips = ["x", "y"]⏎[[step]]⏎from = "x"⏎turns = "R1"⏎to = "y"⏎cost = 0⏎ » 5:9 » but not in `y`, and no regrip leads
title = "a"⏎[[step]]⏎from = "a"⏎turns = "R"⏎to = "a"⏎cost = 0⏎ » 3:8 » there are no grips
title = "a"⏎nonsense = 1⏎ » 2:1 » unknown field
"#,
        |[text, place], says| {
            folder.write("wrong.toml", text);
            let words = "solve pocket --scramble 'R U' --max-cost 9 --cost-file wrong.toml";
            let run = run_in(&folder, words).ends_saying(1, says);
            run.says(&[format!("wrong.toml:{place}: ")]);
        },
    );
}

#[test]
fn ranking_uses_the_pairs_and_grips_of_a_cost_file() {
    let folder = Folder::new();
    let text = "title = \"a\"\nother = 0\ngrips = [\"home\", \"away\"]\n\
        [[pair]]\nfirst = \"R\"\nthen = \"U\"\ncost = 5\n\
        [[step]]\nfrom = \"home\"\nturns = \"F1 F' F2\"\nto = \"away\"\ncost = 3\n\
        [[regrip]]\nfrom = \"away\"\nto = \"home\"\ncost = 10\n";
    folder.write("taste.toml", text);
    let asked = "pocket --scramble 'F R U' --turns 5 --cost-file taste.toml --quiet";
    let ranked = run_in!(&folder, "enumerate {asked} --rank").ends(0).out;
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
    let mut costs = Vec::new();
    for line in ranked.lines().filter(|line| line.contains("(cost")) {
        let (alg, note) = line.split_once("  (cost ").expect("a cost");
        assert_eq!(note.trim_end_matches(')'), cost(alg).to_string(), "{line}");
        costs.push(cost(alg));
    }
    assert!(costs.len() > 2 && costs.is_sorted(), "{ranked}");
    // `solve --cheapest` finds a solution of the same cost as the first in the list.
    let cheapest = run_in!(&folder, "solve {asked} --cheapest --format json");
    cheapest.reports(json!({"cost": costs[0]}));
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_set_of_cases_is_a_table_in_four_formats() {
    let folder = Folder::new();
    let text = "title = \"Two | <cases>\"\npuzzle = \"pocket\"\nfree = \"U\"\n\
        [[set]]\nname = \"RU\"\nallow = \"R U\"\nmax_turns = 8\n\
        [[set]]\nname = \"R\"\nallow = \"R\"\nmax_turns = 8\n\
        [[case]]\nname = \"Sune\"\nalg = \"R U R' U R U2 R'\"\n\
        [[case]]\nname = \"other\"\nalg = \"R U R'\"\n";
    folder.write("two.toml", text);
    let table = |format: &str, method: &str| {
        let cases = format!("cases two.toml --format {format} --method {method} --quiet");
        run_in(&folder, &cases).ends(0)
    };
    for method in ["graph", "sat"] {
        let found_by = format!("Found by the method {method}");
        table("text", method).prints(&["(7)", &found_by]);
        let json = table("json", method).json();
        let answers = json["answers"].as_array().expect("answers").iter();
        let lengths: Vec<&Value> = answers.map(|it| &it["turns"]).collect();
        assert_eq!(json!(lengths), json!([7, null, 3, null]));
    }
    table("markdown", "graph").prints(&["## Two \\| <cases>\n", "| case | RU | R |"]);
    let html = table("html", "graph").prints(&["Two | &lt;cases&gt;"]);
    assert_eq!(html.out.matches("<svg").count(), 2);
}

#[test]
fn a_wrong_file_of_cases_is_refused_with_line_and_column() {
    let folder = Folder::new();
    let good = "title = \"a\"\npuzzle = \"pocket\"\n[[set]]\nname = \"s\"\nallow = \"R U\"\nmax_turns = 3\n\
        [[case]]\nname = \"c\"\nalg = \"R\"\n";
    each(
        r#"
alg = "R"⏎ »  » 8:8 » either `alg`
alg = "R"⏎ » alg = "R Q"⏎ » 9:7 » `Q`
alg = "R"⏎ » state = "WWW"⏎ » 9:9 » 24
alg = "R"⏎ » alg = "U"⏎[[case]]⏎name = "c"⏎alg = "R"⏎ » 11:8 » two cases `c`
"pocket" » "nothing" » 2:10 » unknown puzzle
max_turns = 3 » max_turns = 300 » 6:13 » at most 100
"#,
        |[from, to, place], says| {
            folder.write("wrong.toml", good.replace(from, to));
            let run = run_in!(&folder, "cases wrong.toml").ends_saying(1, says);
            run.says(&[format!("wrong.toml:{place}: ")]);
        },
    );
    run!("cases nothing").says(&["unknown set of cases"]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_documented_tables_are_what_the_cases_command_prints() {
    let row = |table: &str, case: &str, sets: &str| -> Vec<String> {
        let rows = table.lines().filter(|line| line.starts_with('|'));
        let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect();
        let rows: Vec<Vec<String>> = rows.map(cells).collect();
        let of_case = rows.iter().find(|row| row[1] == case).expect("a row");
        let column = |set: &str| rows[0].iter().position(|it| it == set);
        let sets = sets.split(',');
        sets.map(|set| of_case[column(set).expect("a column")].clone())
            .collect()
    };
    for (name, cases, sets) in [
        ("pll", "T,Ua,Aa", "RU,MU"),
        ("pll", "Y", "RUF"),
        ("oll", "1,27,57", "RU,MU"),
        ("oll", "33", "RUF"),
        ("cll", "Sune 2,H 1,O 2", "RU,RUF"),
    ] {
        let stored = data(&format!("docs/cases/{name}.md"));
        let words = format!(r#"cases {name} --only "{cases}" --set "{sets}" --format markdown"#);
        let printed = run!("{words} --quiet").ends(0).out;
        for case in cases.split(',') {
            let (stored, printed) = (row(&stored, case, sets), row(&printed, case, sets));
            assert_eq!(stored, printed, "{name} {case}");
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
            .ends_saying(2, &["ask for each goal separately"]);
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
        let words = format!(r#"solve pocket --scramble "{scramble}" --quiet --format json"#);
        let cheapest = run!("{words} --cheapest --cost-file quarter --max-turns 9");
        let cheapest = cheapest.ends(0).json();
        let own = scored("quarter", cheapest["solution"].as_str().unwrap());
        assert_eq!(cheapest["cost"], own, "{scramble}");
        let shortest = run!("{words} --metric qtm").ends(0);
        shortest.reports(json!({"turns": own}));
    }
}
