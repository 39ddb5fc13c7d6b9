#!/usr/bin/env python3
"""The plain formula of a certificate, made a second time, from the puzzle file and the question alone.

    python3 tools/plain_formula.py encodings/puzzles/pocket.toml three.json > three.cnf

Of the certificate it reads the question: start, goal, allowed turns, and how many (N). It shares nothing with
the program but the numbering of the variables: for each slot 1..N one for each allowed turn and one for
"idle"; then for each step 1..N and each piece one for each facelet where its first sticker can be. Step 0 is
known. docs/proofs.md says why there is a model exactly if there is a solution. Where the question is cut into
cubes, it knows those, too, and what is asked under each.
"""
import hashlib, itertools, json, math, pathlib, sys, tomllib

TRUE, FALSE = math.inf, -math.inf  # constants are stored like literals, and negated in the same way


KNOWN = {"puzzle", "state", "to", "metric", "allow", "max_turns", "sequence"}  # the keys of a question


def main(puzzle_file, certificate_file):
    puzzle = tomllib.loads(pathlib.Path(puzzle_file).read_text(encoding="utf-8"))
    certificate = json.loads(pathlib.Path(certificate_file).read_bytes())
    question = certificate["question"]
    if "turn" not in puzzle:
        sys.exit(f"{puzzle_file} has no turns of its own; this script does not know families")
    if certificate["puzzle_sha256"] != meaning(puzzle):
        sys.exit(f"{puzzle_file} is not the puzzle that {certificate_file} is about")
    for key in set(question) - KNOWN:
        sys.exit(f"{certificate_file} has the key `{key}`, which this script does not know")
    forms = [form.split() for form in question.get("sequence", [])]
    if any(not form or form[-1] != ".*" for form in forms):
        sys.exit(f"{certificate_file} has the key `sequence`, of which this script knows turns in slots alone")
    clauses, variables = formula(puzzle, question, [form[:-1] for form in forms], certificate.get("parts", []))
    print("p cnf", variables, len(clauses))
    for clause in clauses:
        print(*clause, 0)


def meaning(puzzle):
    """The hash of what a puzzle is: its faces, the held piece, and for each turn where the stickers come from."""
    _, _, turns, held = read(puzzle)
    lines, facelets = [], itertools.count()
    for face in puzzle["face"]:
        places = [next(facelets) for _ in face["facelets"].split()]
        lines.append(["face", face["name"], face["color"], *places])
    lines.append(["held", *held] if held else ["held", ""])
    lines += [["turn", name, *turn] for name, turn in turns.items()]
    text = "".join(" ".join(map(str, line)) + "\n" for line in lines)
    return hashlib.sha256(text.encode()).hexdigest()


def read(puzzle):
    """The number of facelets, their colors when solved, for each turn where the sticker at each facelet comes from, and the
    facelets of the piece that is held."""
    facelets = [name for face in puzzle["face"] for name in face["facelets"].split()]
    colors = [face["color"] for face in puzzle["face"] for _ in face["facelets"].split()]
    number = {name: facelet for facelet, name in enumerate(facelets)}
    still, turns = list(range(len(facelets))), {}
    for turn in puzzle["turn"]:
        if "group" in turn:
            continue
        once = still[:]
        for cycle in turn["cycles"]:
            places = [number[name] for name in cycle.split()]
            for before, after in zip(places, places[1:] + places[:1]):
                once[after] = before
        powers = [once]
        while (power := [powers[-1][facelet] for facelet in once]) != still:
            powers.append(power)
        for times, power in enumerate(powers, 1):  # R, R2, R': as often forwards, or as often backwards
            count, mark = min((times, ""), (len(powers) + 1 - times, "'"), key=lambda way: way[0])
            turns[turn["name"] + (str(count) if count > 1 else "") + mark] = power
    return len(facelets), colors, turns, [number[name] for name in puzzle.get("held", "").split()]


def orbit(start, turns):
    """Where turns can bring some facelets together."""
    reached, seen = [tuple(start)], {tuple(start)}
    for facelets in reached:
        new = {tuple(turn[facelet] for facelet in facelets) for turn in turns} - seen
        reached += new
        seen |= new
    return reached


def pieces_of(size, turns):
    """The pieces, one kind after the other: each as the facelets of its stickers at home, first the one that names it, and
    all that these can become. Two facelets are of one piece if the place of one sticker determines that of the other,
    and the other way round."""
    ways = [len(orbit([facelet], turns)) for facelet in range(size)]
    pieces, taken = [], set()
    for first in range(size):
        if first not in taken:
            rest = range(first + 1, size) if ways[first] > 1 else ()
            together = [other for other in rest if ways[other] == ways[first] == len(orbit([first, other], turns))]
            frames = sorted(orbit([first, *together], turns))
            for frame in frames:
                if frame[0] not in taken:
                    taken |= set(frame)
                    pieces.append((frame, frames))
    return pieces


def state_of(puzzle, text):
    """The letter at each facelet, of a text such as `U=GGGG R=OOOO`."""
    shown = dict(face.split("=") for face in text.split())
    return "".join(shown[face["name"]] for face in puzzle["face"])


def solved_in(state, colors, pieces, held):
    """The solved state in the letters of a state: the puzzle's own if they fit, else those in which each piece is there once and
    the held one in its solved place and orientation."""
    names, fits = list(dict.fromkeys(colors)), []
    for letters in itertools.chain([names], itertools.permutations(set(state))):
        solved = [dict(zip(names, letters))[color] for color in colors]
        shows = lambda shown, frame: [shown[facelet] for facelet in frame]
        is_once = lambda home, frames: sum(shows(state, frame) == shows(solved, home) for frame in frames) == 1
        if shows(solved, held) == shows(state, held) and all(is_once(*piece) for piece in pieces):
            fits.append(solved)
            break
    if not fits:
        sys.exit("pieces look alike, or not all of the start is known: this script knows neither")
    return fits[0]


def usual(turns, metric, still):
    """The turns of a metric, each once, that leave some facelets alone."""
    turns = {turn: name for name, turn in reversed([(name, tuple(turn)) for name, turn in turns.items()])}
    return {
        name: turn
        for turn, name in reversed(turns.items())
        if all(turn[facelet] == facelet for facelet in still) and (metric == "htm" or not name.strip("'")[-1].isdigit())
    }


def formula(puzzle, question, forms, cubes):
    """The clauses, and the number of variables. `forms`: what the turns are, from the first on, if they are given. `cubes`:
    those whose negations are added to the formula."""
    size, colors, turns, held = read(puzzle)
    pieces = pieces_of(size, turns.values())
    start, [to] = state_of(puzzle, question["state"]), question["to"]
    held = held if to == "any" else []
    solved = solved_in(start, colors, pieces, held)
    goal = solved if to in ("any", "solved") else state_of(puzzle, to)
    turns = usual(turns, question.get("metric", "htm"), held)
    if "allow" in question:  # `R1` is the turn R alone
        asked = [word.removesuffix("1") for word in question["allow"].split()]
        turns = {name: turn for name, turn in turns.items() if name in asked}
    names, allowed = [*turns], [*turns.values()]
    moves = [*allowed, range(size)]  # the last one is idle
    shows = lambda state, frame: [state[facelet] for facelet in frame]
    where = []  # for each piece the facelets where the allowed turns can bring its first sticker
    step = []  # for each piece the literal of each of these facelets: it is there now
    for home, frames in pieces:
        at = [frame[0] for frame in frames if shows(start, frame) == shows(solved, home)]
        if len(at) != 1:
            sys.exit("pieces look alike, or not all of the start is known: this script knows neither")
        where.append(sorted(facelet for facelet, in orbit(at, allowed)))
        step.append({facelet: TRUE if facelet == at[0] else FALSE for facelet in where[-1]})
    count, clauses = itertools.count(1), []

    def add(*literals):
        if TRUE not in literals:
            clauses.append([literal for literal in literals if literal != FALSE])

    def exactly_one(literals):
        """One of them, and no two: pair by pair, or where they are many each says its own number in binary."""
        if len(literals) > 1:
            add(*literals)
        if len(literals) <= 40:
            clauses.extend([-a, -b] for a, b in itertools.combinations(literals, 2))
        else:
            bits = [next(count) for _ in range((len(literals) - 1).bit_length())]
            clauses.extend([-a, bit if i >> k & 1 else -bit] for i, a in enumerate(literals) for k, bit in enumerate(bits))

    slots = [[next(count) for _ in moves] for _ in range(question["max_turns"])]
    for slot in slots:
        exactly_one(slot)
    for slot in slots:
        after = [{f: next(count) for f in places} if len(places) > 1 else {places[0]: TRUE} for places in where]
        for now, then in zip(step, after):
            for facelet, there in then.items():
                for made, move in zip(slot, moves):  # a turn was made: it is here exactly if it was where that takes it from
                    add(-made, -now[move[facelet]], there)
                    add(-made, now[move[facelet]], -there)
        for then in after:
            exactly_one([*then.values()])
        first_stickers = {frame[0] for _, frames in pieces for frame in frames}
        for home, frames in pieces:  # the place where a piece is at home
            here = [facelet for facelet in home if facelet in first_stickers]
            exactly_one([then[f] for then, (_, of) in zip(after, pieces) if of is frames for f in here if f in then])
        step = after
    for before, now in itertools.pairwise(slots):
        add(-before[-1], now[-1])
    for form in forms:
        if len(form) > len(slots) or not set(form) <= {".", *names}:
            sys.exit("a form has too many turns, or one that is not allowed: this script knows turns in slots alone")
        for slot, word in zip(slots, form):
            for made, name in zip(slot, [*names, None]):
                if name is None or word not in (".", name):
                    add(-made)
    for cube in cubes:
        turns = enumerate(cube.get("first", "").split())
        made = [slots[number][names.index(name)] for number, name in turns if name != "."]
        idle = [slots[cube["at_most"]][-1]] if "at_most" in cube else []
        add(*(-literal for literal in made + idle))
    for now, (home, frames) in zip(step, pieces):
        for frame in frames:
            if frame[0] in now and shows(goal, frame) != shows(solved, home):
                add(-now[frame[0]])
    if [] in clauses:  # no slots, and the start is not the goal: an empty clause is written as two
        never = next(count)
        clauses = [clause for clause in clauses if clause] + [[never], [-never]]
    return clauses, next(count) - 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: plain_formula.py PUZZLE_FILE CERTIFICATE")
    main(*sys.argv[1:])
