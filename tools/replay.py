#!/usr/bin/env python3
"""Replays turns on a large puzzle that it makes itself, from what the turns' names mean, and says whether it is solved.

    python3 tools/replay.py 5x5x5 < lines

Each line is a sequence of turns; all are made one after the other, from solved. So the lines may be a scramble and
its solution. It knows 2x2x2 to 9x9x9, megaminx and digits, and reads no file of the program.
"""
import itertools, math, re, sys


class Wrong(Exception):
    """The turns are not turns, or the puzzle is not solved."""


class Cube:
    """Stickers are a cubie's middle and the direction that the sticker looks to, in half cubies from the middle: x to
    the right, y up, z to who looks. kXw turns the k layers next to face X, as seen from outside clockwise."""

    FACES = {"U": (1, 1), "D": (1, -1), "R": (0, 1), "L": (0, -1), "F": (2, 1), "B": (2, -1)}

    def __init__(self, size):
        self.size, ends = size, (1 - size, size - 1)
        self.colors = {}
        for place in itertools.product(range(1 - size, size, 2), repeat=3):
            for axis in range(3):
                if place[axis] in ends:
                    way = tuple(math.copysign(1, place[i]) * (i == axis) for i in range(3))
                    self.colors[place, way] = way

    def turn(self, text):
        found = re.fullmatch(r"([2-9](?=[URFDLB]w))?([URFDLB])(w)?(2|')?", text)
        layers = int(found[1] or 2) if found and found[3] else 1
        if not found or layers >= self.size:
            raise Wrong(f"{text} is no turn of a cube of {self.size} layers")
        axis, side = self.FACES[found[2]]
        least = self.size - 1 - 2 * (layers - 1)
        # Clockwise about +x takes y to -z: (x, y, z) goes to (x, z, -y); about the others alike, and back for -x.
        a, b = (axis + 1) % 3, (axis + 2) % 3

        def turned(vector):
            to = list(vector)
            to[a], to[b] = side * vector[b], -side * vector[a]
            return tuple(to)

        for _ in range({None: 1, "2": 2, "'": 3}[found[4]]):
            moved = {
                (turned(place), turned(way)): color
                for (place, way), color in self.colors.items()
                if side * place[axis] >= least
            }
            self.colors.update(moved)

    def wrong(self):
        """How many stickers differ from what most show on their face."""
        faces = {}
        for (_, way), color in self.colors.items():
            faces.setdefault(way, []).append(color)
        return sum(len(shown) - max(map(shown.count, shown)) for shown in faces.values())


class Megaminx:
    """A sticker is the set of faces that its piece belongs to, and the one that it is on. Around U, from F to the right,
    are F R BR BL L; below and between them FR DR B DL FL; D is opposite U."""

    def __init__(self):
        golden = (1 + 5**0.5) / 2
        signs = list(itertools.product((1, -1), repeat=2))
        faces = [tuple((0, a, b * golden)[i - turn] for i in range(3)) for turn in range(3) for a, b in signs]
        up = faces[0]
        front = next(face for face in faces if 0 < dot(face, up) < dot(up, up) - 0.1)
        # Seen from above they go against the clock, with F below.
        ring = [nearest(faces, rotated(front, up, 72 * i)) for i in range(5)]
        near = lambda a, b: 0 < dot(a, b) < dot(a, a) - 0.1
        below = lambda a, b: next(face for face in faces if face != up and near(face, a) and near(face, b))
        low = [below(a, b) for a, b in zip(ring, ring[1:] + ring[:1])]
        self.faces = dict(zip("U F R BR BL L FR DR B DL FL D".split(), [up, *ring, *low, minus(up)]))
        pieces = [set(pair) for pair in itertools.combinations(faces, 2) if near(*pair)]
        pieces += [
            set(three)
            for three in itertools.combinations(faces, 3)
            if all(near(*pair) for pair in itertools.combinations(three, 2))
        ]
        self.all = faces
        self.colors = {(frozenset(piece), face): face for piece in pieces for face in piece}

    def turn(self, text):
        found = re.fullmatch(r"([A-Z]{1,2})(2)?(')?", text)
        if not found or found[1] not in self.faces:
            raise Wrong(f"{text} is no turn of a Megaminx")
        about = self.faces[found[1]]
        times = int(found[2] or 1) * (-1 if found[3] else 1)
        to = {face: nearest(self.all, rotated(face, about, -72 * times)) for face in self.all}
        moved = {
            (frozenset(to[face] for face in piece), to[on]): color
            for (piece, on), color in self.colors.items()
            if about in piece
        }
        self.colors.update(moved)

    def wrong(self):
        return sum(on != color for (_, on), color in self.colors.items())


class Digits:
    """The cube of digits of tjjfvi's cubular, in its coordinates: x from left to right, y from top to bottom, z from front to
    back. It is solved when cell (x, y, z), counted from 0, holds x + y + z mod 9. A turn names the first cell of a sub-cube of
    3×3×3 cells, counted from 1, and its axis: clockwise as one looks along it."""

    def __init__(self):
        self.cells = {cell: sum(cell) % 9 for cell in itertools.product(range(9), repeat=3)}

    def turn(self, text):
        found = re.fullmatch(r"([1-7])([1-7])([1-7])([XYZ])(['123])?", text)
        if not found:
            raise Wrong(f"{text} is no turn of the cube of digits")
        first = [int(found[i]) - 1 for i in (1, 2, 3)]
        axis = "XYZ".index(found[4])
        # X1 takes y to z, as the picture there shows; so it goes on, in the order x, y, z, x.
        a, b = (axis + 1) % 3, (axis + 2) % 3
        for _ in range({None: 1, "'": 3}.get(found[5]) or int(found[5])):
            moved = {}
            for cell in itertools.product(range(3), repeat=3):
                to = list(cell)
                to[a], to[b] = 2 - cell[b], cell[a]
                place = lambda cell: tuple(low + at for low, at in zip(first, cell))
                moved[place(to)] = self.cells[place(cell)]
            self.cells.update(moved)

    def wrong(self):
        return sum(sum(cell) % 9 != digit for cell, digit in self.cells.items())


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def minus(a):
    return tuple(-x for x in a)


def nearest(faces, vector):
    return max(faces, key=lambda face: dot(face, vector))


def rotated(vector, about, degrees):
    """Against the clock as seen from where `about` points to."""
    length = dot(about, about) ** 0.5
    axis, angle = [x / length for x in about], math.radians(degrees)
    cross = [axis[i - 2] * vector[i - 1] - axis[i - 1] * vector[i - 2] for i in range(3)]
    along = dot(axis, vector) * (1 - math.cos(angle))
    return tuple(math.cos(angle) * v + math.sin(angle) * c + along * x for v, c, x in zip(vector, cross, axis))


def solved(puzzle):
    """A puzzle of that name."""
    if found := re.fullmatch(r"([2-9])x\1x\1", puzzle):
        return Cube(int(found[1]))
    if puzzle not in ("megaminx", "digits"):
        raise Wrong(f"{puzzle} is none of 2x2x2 to 9x9x9, megaminx and digits")
    return Megaminx() if puzzle == "megaminx" else Digits()


def replay(puzzle, lines):
    """Makes the turns of some lines; how many stickers or cells are wrong in the end."""
    it, turns = solved(puzzle), " ".join(lines).split()
    if not turns:
        raise Wrong("there are no turns")
    for turn in turns:
        it.turn(turn)
    return it.wrong()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        if wrong := replay(sys.argv[1], sys.stdin):
            raise Wrong(f"not solved: {wrong} are wrong")
    except Wrong as error:
        sys.exit(str(error))
    print("solved")
