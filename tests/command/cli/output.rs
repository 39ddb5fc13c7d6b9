use super::*;

#[test]
fn a_pipe_gets_escape_sequences_only_if_forced() {
    let show = |variable: &str| {
        let mut command = twistsat();
        let output = command.args(["show", "pocket"]).env(variable, "1").output();
        Run::of(output.unwrap()).ends(0)
    };
    show("NO_COLOR").lacks(&["\u{1b}"]);
    run!("show pocket").ends(0).lacks(&["\u{1b}"]);
    run!("solve pocket --scramble R").ends(0).lacks(&["\u{1b}"]);
    show("CLICOLOR_FORCE").prints(&["\u{1b}"]);
}

#[test]
fn values_of_options_may_be_in_upper_case() {
    let run = run!("solve pocket --scramble R --method SAT --strategy Ascend --format JSON");
    assert_eq!(run.ends(0).json()["attempts"][0]["verdict"], "sat");
}

#[test]
fn solutions_are_printed_when_found_and_a_closed_pipe_is_no_error() {
    let mut child = start("enumerate pocket --scramble '' --turns 8");
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(replay(&scrambled("", Budget::Exactly(8)), &line), 8);
    }
    assert!(child.try_wait().unwrap().is_none(), "there are many more");
    drop(stdout); // As `| head -3` does.
    end_of(child).ends(0);
    // In the middle of a formula, too, and of the answers to a list, which are more than a pipe holds.
    let folder = Folder::new();
    let list = folder.write("list.txt", "R U\n".repeat(20_000));
    let batch = format!("solve pocket --turns 4 --batch {list}");
    for line in ["encode pocket --scramble R --turns 9 -o -", &batch] {
        let mut child = start(line);
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut String::new()).unwrap();
        drop(stdout);
        end_of(child).ends(0);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    for arguments in [
        "show pocket",
        "list solvers",
        "encode pocket --scramble R --turns 0 -o -",
        "encode pocket --scramble R --turns 3 -o -",
        "solve pocket --scramble '' --format json",
        "enumerate pocket --scramble R --turns 1",
    ] {
        let script = format!("\"$0\" {arguments} > /dev/full");
        run_script(Folder::new().path(), &script).ends_saying(1, &["cannot write to stdout"]);
    }
}

/// The output of a command on a terminal; `None` if `script`, which emulates one, is not installed.
#[cfg(target_os = "linux")]
fn on_a_terminal(command: &str) -> Option<String> {
    let command = format!("'{PROGRAM}' {command}");
    let output = Command::new("script")
        .args(["--quiet", "--return", "--command", &command, "/dev/null"])
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: no `script` to make a terminal with");
        return None;
    };
    Some(String::from_utf8(output.stdout).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_terminal_gets_a_progress_line_that_is_cleared_at_the_end() {
    let hard = format!("solve pocket --state {ELEVEN} --turns 10 --recipe mux");
    let live = "looking for a solution of 10 turns";
    let shown = with_enough_time(1.0, |seconds| {
        let shown = on_a_terminal(&format!("{hard} --time-limit {seconds}"));
        let times = shown.as_ref().map(|shown| shown.matches(live).count());
        if times.is_some_and(|times| times <= 2) {
            return Err(shown);
        }
        Ok(shown)
    });
    let Some(shown) = shown else {
        return;
    };
    // The line is redrawn in place, then erased before the result.
    let is_redrawn = ["\r", "\u{1b}[2K"].iter().all(|it| shown.contains(it));
    assert!(is_redrawn, "{shown:?}");
    let last = shown.rfind("variables").unwrap();
    assert!(shown[last..].contains("unknown whether"), "{shown:?}");
    // The net is in color.
    assert!(shown.contains("\u{1b}[3"), "{shown:?}");
    let quiet = on_a_terminal(&format!("{hard} --time-limit 1 --quiet")).unwrap();
    assert!(!quiet.contains(live), "{quiet:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_a_progress_bar_for_a_list() {
    let folder = Folder::new();
    let path = folder.write("list.txt", format!("R U\n{ELEVEN}\n"));
    let list = format!("solve pocket --turns 10 --recipe mux --time-limit 0.5 --batch '{path}'");
    if let Some(shown) = on_a_terminal(&list) {
        assert!(shown.contains("1/2"), "{shown:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_ten_turns_on_each_numbered_line() {
    let scramble = "R U F2 D L2 B R' U2 F L D2 B'";
    let asked = format!("solve rubik --scramble \"{scramble}\" --time-limit 1 --quiet");
    let Some(shown) = on_a_terminal(&asked) else {
        return;
    };
    let lines: Vec<&str> = shown.lines().map(str::trim_end).collect();
    let first = lines.iter().position(|line| line.starts_with(" 1  "));
    let first = first.unwrap_or_else(|| panic!("{shown:?}"));
    assert_eq!(lines[first].split_whitespace().count(), 11, "{shown:?}");
    assert!(lines[first + 1].starts_with("11  "), "{shown:?}");
}
