//! The short help of `solve`: the common options, grouped by task, each with its use. All others appear only in `--help`.

use clap::{Arg, Command};

/// The options of each task, in display order: its name, and its help line.
const TASKS: &str = "\
The puzzle in your hand
  scramble You know the turns that mixed it
  state You see its stickers: type them (`solve PUZZLE` alone says how)
  batch You have many: one scramble or state per line; `-` is stdin
  puzzle_file It is not built in: a puzzle file, .tws or KPuzzle
  with Slices, wide turns or rotations may be used, such as slice,wide
Where it should get
  to Not to solved: `cross`, `(UF UR UL)`, a state, turns
  keep What the cycles of --to leave alone: corners, UB, f2l
  goal_up_to On whichever side: `rotation` for the cross on any face
  plan By stages, as people do: thistlethwaite, kociemba, 4x4x4
By which turns
  allow Only these, such as \"<R,U,F>\"
  forbid All but these
  free Turns before and after that you do not count, such as U
  metric Count a half turn as one (htm) or as two (qtm)
  cost_file Some are awkward: what each costs (hands)
  cheapest The one that costs least, not the shortest
How good, how long
  good_enough You want any solution this short, soon
  max_turns Longer ones are of no use to you
  turns Exactly this many
  time_limit Stop then, with the best so far: 90s, 2m
  improve Look for shorter ones this long after the first
  jobs Use this many cores; 0 is all
  method How: formulas (sat), no formulas (graph, table)
  certify Others should be able to check that nothing is shorter
What you get
  format `alg`: the turns alone; `json`: for programs
  html A page that plays the solution
  svg A picture of each turn
  link Links to players on the web
  quiet No progress";

/// The task, the place and the help line of an option.
fn help_line(id: &str) -> Option<(&'static str, usize, &'static str)> {
    let mut task = "";
    for (number, line) in TASKS.lines().enumerate() {
        match line.trim_start().split_once(' ') {
            Some((known, when)) if line.starts_with(' ') && known == id => {
                return Some((task, number, when));
            }
            _ if !line.starts_with(' ') => task = line,
            _ => (),
        }
    }
    None
}

/// The command with its short help. Deferred until `solve` is parsed, since other commands do not need it.
pub(super) fn arranged(command: Command) -> Command {
    command.mut_args(arrange)
}

/// Sets the `-h` text and position of an option of `solve`, or hides it from `-h`. `--help` shows every option in full.
fn arrange(arg: Arg) -> Arg {
    let id = arg.get_id().as_str().to_owned();
    let Some((task, number, when)) = help_line(&id) else {
        let is_hidden = !["puzzle", "help"].contains(&&*id);
        return arg.hide_short_help(is_hidden);
    };
    let whole = arg
        .get_long_help()
        .or(arg.get_help())
        .cloned()
        .unwrap_or_default();
    let arg = arg
        .help(when)
        .long_help(whole)
        .help_heading(task)
        .display_order(number);
    match id.as_str() {
        "to" => arg.value_name("GOAL").hide_default_value(true),
        _ => arg,
    }
}
