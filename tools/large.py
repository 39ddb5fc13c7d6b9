#!/usr/bin/env python3
"""Solves random states of large puzzles, replays the solutions, and reports turns and seconds.

    python3 tools/large.py runs.tsv 4x4x4 megaminx --states 20 --seconds 60 --at-once 2 > table.md

A state is `scramble --random-state --seed N`, of digits `--turns 3000`. Each is solved again in each way: `first` without any
time to make it shorter, `plan` by the step-by-step plan of the puzzle's name if there is one, `after` a number of
seconds (again for each of several --seconds). tools/replay.py, which is independent of the program, makes scramble and solution. Each
run is a line of runs.tsv; what stands there already is not done again, so the file must be of one program, run in one way.
A run that fails is no line.
"""
import argparse, concurrent.futures, pathlib, re, statistics, subprocess, sys, threading, time

import replay


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", type=pathlib.Path)
    parser.add_argument("puzzles", nargs="+")
    parser.add_argument("--twistsat", default="target/release/twistsat")
    parser.add_argument("--states", type=int, default=20)
    parser.add_argument("--seconds", type=int, action="append", default=[])
    parser.add_argument("--jobs", type=int, default=1, help="threads of each run")
    parser.add_argument("--at-once", type=int, default=1, help="runs at the same time")
    args = parser.parse_args()
    for puzzle in args.puzzles:
        replay.solved(puzzle)
    plans = re.findall(r"^(\w+) .*\(\1\)$", printed(args.twistsat, "list", "plans"), re.M)
    ways = {puzzle: ways_of(puzzle, puzzle in plans, args.seconds) for puzzle in args.puzzles}
    tasks = [(p, seed, way) for p in args.puzzles for way in ways[p] for seed in range(1, args.states + 1)]
    known, lock = read(args.runs), threading.Lock()

    def work(task):
        if task in known:
            return
        try:
            run = measured(args, *task, ways[task[0]][task[2]])
        except subprocess.CalledProcessError as error:
            print(*task, error, error.stderr, file=sys.stderr)
            return
        with lock, args.runs.open("a") as file:
            print(*task, *run, sep="\t", file=file)

    with concurrent.futures.ThreadPoolExecutor(args.at_once) as pool:
        list(pool.map(work, tasks))
    runs = {task: run for task, run in read(args.runs).items() if task in tasks}
    table(runs, ways)
    if len(runs) < len(tasks) or any(turns == "wrong" for turns, _ in runs.values()):
        sys.exit("not every state was solved")


def ways_of(puzzle, by_hand, seconds):
    """The ways to solve a puzzle, and what each is on the command line."""
    after = {f"after {time} s": ["--improve", f"{time}s"] for time in seconds}
    if puzzle == "digits":  # its first way takes most of the first round
        return {name: ["--time-limit", options[1]] for name, options in after.items()}
    plan = {"plan": ["--plan", puzzle]} if by_hand else {}
    return {"first": ["--improve", "0s"], **plan, **after}


def printed(*command):
    """What a command prints, if it says that it found something: 30 is a solution of which nothing more is proved."""
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode not in (0, 30):
        raise subprocess.CalledProcessError(run.returncode, command[1], run.stdout, run.stderr)
    return run.stdout


def measured(args, puzzle, seed, _, options):
    """Turns and seconds of a run whose solution is right."""
    state = ["--turns", "3000"] if puzzle == "digits" else ["--random-state"]
    scramble = printed(args.twistsat, "scramble", puzzle, *state, "--seed", str(seed)).split("#")[-1].strip()
    begin = time.monotonic()
    options = [*options, "--jobs", str(args.jobs), "--format", "alg"]
    solution = printed(args.twistsat, "solve", puzzle, "--scramble", scramble, *options).strip()
    seconds = time.monotonic() - begin
    try:
        is_right = replay.replay(puzzle, [scramble, solution]) == 0
    except replay.Wrong:
        is_right = False
    return len(solution.split()) if is_right else "wrong", f"{seconds:.2f}"


def read(path):
    lines = path.read_text().splitlines() if path.exists() else []
    rows = [line.split("\t") for line in lines]
    return {(puzzle, int(seed), way): (turns, float(seconds)) for puzzle, seed, way, turns, seconds in rows}


def table(runs, ways):
    """Least, mean and most turns of what was solved, and the median and most seconds, of each puzzle and way."""
    print("| puzzle | way | states | turns | mean | s, half | s, all |\n|---|---|---|---|---|---|---|")
    for puzzle in ways:
        for way in ways[puzzle]:
            of_way = [run for (p, _, w), run in runs.items() if (p, w) == (puzzle, way)]
            solved = [(int(turns), seconds) for turns, seconds in of_way if turns != "wrong"]
            row = [puzzle, way, f"{len(solved)} of {len(of_way)}"]
            if solved:
                turns, seconds = zip(*solved)
                row += [f"{min(turns)} to {max(turns)}", f"{statistics.mean(turns):.1f}"]
                row += [f"{statistics.median(seconds):.1f}", f"{max(seconds):.1f}"]
            print("|", " | ".join(row + [""] * (7 - len(row))), "|")


if __name__ == "__main__":
    try:
        main()
    except replay.Wrong as error:
        sys.exit(str(error))
