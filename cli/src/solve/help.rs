//! The short help of `solve`: the common options in sections. All others appear only in `--help`.

use clap::{Arg, Command};

/// The options of each section, in display order: the name and the help line of each.
const SECTIONS: &str = "\
Start
  scramble The turns that scrambled the puzzle
  state Its stickers; `solve PUZZLE` alone shows how to type them
  batch A file with one scramble or state per line; `-` is stdin
  puzzle_file A puzzle that is not built in: a puzzle file, .tws or KPuzzle
  with Allow slices, wide turns or rotations, too: slice,wide
Goal
  to The goal, if not solved: `cross`, `(UF UR UL)`, a state, turns
  keep Pieces that must be solved, too: corners, UB, f2l
  goal_up_to Also accept the rotated goal: `rotation` for any face
  plan Solve in stages: thistlethwaite, kociemba, 4x4x4
Turns
  allow Use only these turns, such as \"<R,U,F>\"
  forbid Do not use these turns
  free Do not count these turns before and after a solution
  metric Count a half turn as one turn (htm) or two (qtm)
  cost_file What each turn costs: `hands`, or a file
  cheapest Find the cheapest solution, not the shortest
Search
  good_enough Stop at a solution of N turns or fewer
  max_turns Find a solution of at most N turns
  turns Find a solution of exactly N turns
  time_limit Stop after this time with the best so far: 90s, 2m
  improve Look for shorter solutions this long after the first
  jobs Use N threads; 0 means one per core
  method Use formulas (sat), or no formulas (graph, table)
  certify Also write a proof that no solution is shorter
Output
  format `alg`: only the turns; `json`: for programs
  html Write a page that plays the solution
  svg Draw each turn
  link Print links to players on the web
  quiet Print no progress";

/// The section, the place and the help line of an option.
fn help_line(id: &str) -> Option<(&'static str, usize, &'static str)> {
    let mut section = "";
    for (number, line) in SECTIONS.lines().enumerate() {
        match line.trim_start().split_once(' ') {
            Some((known, help)) if line.starts_with(' ') && known == id => {
                return Some((section, number, help));
            }
            _ if !line.starts_with(' ') => section = line,
            _ => (),
        }
    }
    None
}

/// The command with its short help. clap calls this function only when it needs the arguments of `solve`.
pub(super) fn arranged(command: Command) -> Command {
    command.mut_args(arrange)
}

/// Sets the `-h` text and position of an option of `solve`, or hides it from `-h`. `--help` shows every option in full.
fn arrange(arg: Arg) -> Arg {
    let id = arg.get_id().as_str().to_owned();
    let Some((section, number, help)) = help_line(&id) else {
        let is_hidden = !["puzzle", "help"].contains(&&*id);
        return arg.hide_short_help(is_hidden);
    };
    let whole = arg
        .get_long_help()
        .or(arg.get_help())
        .cloned()
        .unwrap_or_default();
    let arg = arg
        .help(help)
        .long_help(whole)
        .help_heading(section)
        .display_order(number);
    match id.as_str() {
        "to" => arg.value_name("GOAL").hide_default_value(true),
        _ => arg,
    }
}
