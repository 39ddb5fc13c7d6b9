"""Writes the puzzle files of the Megaminx and the Kilominx, from the geometry of the dodecahedron.

    python3 encodings/dodecahedron.py megaminx > encodings/puzzles/megaminx.toml
    python3 encodings/dodecahedron.py kilominx > encodings/puzzles/kilominx.toml

A face is represented by its outward direction, and a piece by the set of faces on which it has a sticker: three
adjacent faces are a corner, two an edge, one a center. A turn of a face rotates the pieces that have a sticker on it
by a fifth, clockwise as seen from outside.
"""

import math
import sys
from itertools import combinations

HEAD = {
    "megaminx": """\
# The Megaminx: a dodecahedron whose twelve faces turn.
#
# Made by encodings/dodecahedron.py. Facelets are numbered clockwise on each face, from the top corner, or the
# left one of two top corners: corners are odd, edges even, 11 is the center. U is seen from above with F
# below it, D from below with F's side at the top, the others upright. Around U, from F to the right, are
# F R BR BL L; below and between them FR DR B DL FL; D is opposite U.
#
# 100,669,616,553,523,347,122,516,032,313,645,505,168,688,116,411,019,768,627,200,000,000,000 states
# (20! / 2 × 3^19 × 30! / 2 × 2^29; https://www.jaapsch.net/puzzles/megaminx.htm). The maximum number of turns
# is unknown.

name = "megaminx"
title = "Megaminx"
also = ["mega", "minx"]
maximum = {}
""",
    "kilominx": """\
# The Kilominx: a dodecahedron with only corners, as the pocket cube is a cube with only corners.
#
# Made by encodings/dodecahedron.py. Facelets are numbered clockwise on each face, from the top corner, or the
# left one of two top corners. U is seen from above with F below it, D from below with F's side at the top, the
# others upright. Around U, from F to the right, are F R BR BL L; below and between them FR DR B DL FL; D is
# opposite U.
#
# Uw turns all but the face opposite U. A corner is held: a turn of a face that moves it equals a rotation of the
# whole puzzle and a turn of all but that face, which also counts as one turn.
#
# 23,563,902,142,421,896,679,424,000 states (20! / 2 × 3^19 / 60;
# https://www.jaapsch.net/puzzles/megaminx.htm, its corners up to 60 rotations). The maximum number of turns is
# unknown.

name = "kilominx"
title = "Kilominx"
also = ["kilo"]
maximum = {}
""",
}

COLORS = [
    ("U", "W", "white"),
    ("F", "G", "green"),
    ("R", "R", "red"),
    ("BR", "B", "blue"),
    ("BL", "Y", "yellow"),
    ("L", "P", "purple"),
    ("FR", "E", "cream"),
    ("DR", "I", "pink"),
    ("B", "L", "lime"),
    ("DL", "O", "orange"),
    ("FL", "C", "cyan"),
    ("D", "A", "gray"),
]
NET = [["", "U", "", "", ""], ["L", "F", "R", "BR", "BL"], ["FL", "FR", "DR", "B", "DL"], ["", "D", "", "", ""]]
UPPER = ["F", "R", "BR", "BL", "L"]
LOWER = ["FR", "DR", "B", "DL", "FL"]

# Where the facelets are drawn: with a corner above, and with an edge above.
SHAPES = {
    "megaminx": (
        [". . 1 . .", ". 10 . 2 .", "9 . 11 . 3", ". 8 . 4 .", ". 7 6 5 ."],
        [". 1 2 3 .", ". 10 . 4 .", "9 . 11 . 5", ". 8 . 6 .", ". . 7 . ."],
    ),
    "kilominx": (
        [". . 1 . .", "5 . . . 2", ". 4 . 3 ."],
        [". 1 . 2 .", "5 . . . 3", ". . 4 . ."],
    ),
}


def directions():
    """The direction of each face: x to the right, y up, z to the front."""
    tilt = math.atan(2)
    found = {"U": (0, 1, 0), "D": (0, -1, 0)}
    for number in range(5):
        for names, angle, sign in ((UPPER, 72 * number, 1), (LOWER, 72 * number + 36, -1)):
            azimuth = math.radians(angle)
            radius = math.sin(tilt)
            found[names[number]] = (radius * math.sin(azimuth), sign * math.cos(tilt), radius * math.cos(azimuth))
    return found


FACES = directions()


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def rotated(axis, v, part=5):
    """A vector after 1/part of a turn, clockwise as seen from the tip of the axis."""
    angle = -2 * math.pi / part
    cos, sin = math.cos(angle), math.sin(angle)
    along, perpendicular = dot(axis, v), cross(axis, v)
    return tuple(v[i] * cos + perpendicular[i] * sin + axis[i] * along * (1 - cos) for i in range(3))


def nearest(v):
    return max(FACES, key=lambda face: dot(FACES[face], v))


def pieces(puzzle):
    are_adjacent = lambda a, b: dot(FACES[a], FACES[b]) > 0.4
    sizes = {"megaminx": (1, 2, 3), "kilominx": (3,)}[puzzle]
    sets = (c for size in sizes for c in combinations(FACES, size))
    return [frozenset(c) for c in sets if all(are_adjacent(a, b) for a, b in combinations(c, 2))]


def stickers(puzzle):
    """The name of each sticker, by its face and its piece."""
    names = {}
    for face, out in FACES.items():
        # U is drawn with F below it, D with F's side at the top.
        up = {"U": (0, 0, -1), "D": (0, 0, 1)}.get(face, (0, 1, 0))
        up = tuple(u - dot(up, out) * o for u, o in zip(up, out))
        right = cross(up, out)

        def angle(piece):
            """The piece's angle in degrees, clockwise from the top corner, or the left one of two top corners."""
            at = [sum(FACES[f][i] for f in piece) for i in range(3)]
            start = 36 if face in UPPER else 0
            return (math.degrees(math.atan2(dot(at, right), dot(at, up))) + start + 1) % 360

        around = sorted((p for p in pieces(puzzle) if face in p and len(p) > 1), key=angle)
        center = [p for p in pieces(puzzle) if p == {face}]
        for number, piece in enumerate(around + center, 1):
            names[face, piece] = f"{face}{number}"
    return names


def cycles(names, axis, moves, part=5):
    """The cycles of stickers by 1/part of a turn about an axis. `moves`: whether the turn moves a piece."""
    target = {face: nearest(rotated(axis, out, part)) for face, out in FACES.items()}
    seen, found = set(), []
    for start in names:
        cycle, at = [], start
        while at not in seen and moves(at[1]):
            seen.add(at)
            cycle.append(names[at])
            at = (target[at[0]], frozenset(target[f] for f in at[1]))
        if len(cycle) > 1:
            found.append(" ".join(cycle))
    return found


def turn_entry(name, cycles, group=""):
    rows = "".join(f'  "{cycle}",\n' for cycle in cycles)
    return f'\n[[turn]]\nname = "{name}"\n{group}cycles = [\n{rows}]\n'


def rotations(puzzle, names, opposite):
    """The entries for rotations of the whole puzzle."""
    group = 'group = "rotation"\n'
    text = "\n# Rotations of the whole puzzle, which scrambles may contain: Uv turns with U, and so on.\n"
    for face in ["U"] + UPPER:
        text += turn_entry(f"{face}v", cycles(names, FACES[face], lambda piece: True), group)
    # Only the Megaminx has a half turn of the whole puzzle: of the 15, the one about the axis to the right.
    if puzzle == "megaminx":
        text += "\n# A half turn of the whole puzzle about the axis to the right."
        text += turn_entry("x2", cycles(names, (1, 0, 0), lambda piece: True, 2), group)
    text += '\n[[alias]]\nname = "y"\nturn = "Uv"\n'
    for face in ["U"] + UPPER:
        text += f'\n[[alias]]\nname = "{opposite[face]}v"\nturn = "{face}v\'"\n'
    return text


def main(puzzle):
    names = stickers(puzzle)
    text = HEAD[puzzle]
    opposite = {face: min(FACES, key=lambda f: dot(FACES[f], FACES[face])) for face in FACES}
    if puzzle == "kilominx":
        held = frozenset(("D", "B", "DL"))
        text += 'held = "' + " ".join(names[f, held] for f in ("D", "B", "DL")) + '"\n'
    text += "\nnet = [\n"
    for row in NET:
        for line in range(len(SHAPES[puzzle][0])):
            cells = []
            for face in row:
                shape = SHAPES[puzzle][1 if face in UPPER else 0][line].split()
                cells += [f"{face}{cell}" if face and cell != "." else "." for cell in shape]
            text += '  "' + " ".join(f"{cell:<4}" for cell in cells).rstrip() + '",\n'
    text += "]\n\n# The colors of the solved puzzle, and what a terminal shows for each.\n"
    count = len(names) // 12
    for face, color, paint in COLORS:
        facelets = " ".join(f"{face}{number}" for number in range(1, count + 1))
        text += f'[[face]]\nname = "{face}"\ncolor = "{color}"\npaint = "{paint}"\nfacelets = "{facelets}"\n\n'
    text += "# Fifths of a turn, clockwise. In a cycle, the sticker at each facelet moves to the next facelet."
    text += "\n"
    for face, _, _ in COLORS:
        text += turn_entry(face, cycles(names, FACES[face], lambda piece: face in piece))
    if puzzle == "kilominx":
        for face, _, _ in COLORS:
            text += turn_entry(f"{face}w", cycles(names, FACES[face], lambda piece: opposite[face] not in piece))
    text += rotations(puzzle, names, opposite)
    print(text, end="")


main(sys.argv[1])
