"""The pocket cube as permutations of its 24 facelets, from the puzzle file: turns, rotations, symmetries, classes.

A permutation is 24 bytes, filled up to 256 so that `bytes.translate` makes one after the other: `p[f]` is where
the sticker at facelet f comes from. A position is what turns have made of the solved cube.
"""
import pathlib
import re
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
PUZZLE = ROOT / "encodings/puzzles/pocket.toml"
STILL = bytes(range(256))


def after(first, then):
    """First the one, then the other."""
    return then.translate(first)


def inverse(permutation):
    back = bytearray(256)
    for to, come_from in enumerate(permutation):
        back[come_from] = to
    return bytes(back)


def read():
    puzzle = tomllib.loads(PUZZLE.read_text())
    facelets = [name for face in puzzle["face"] for name in face["facelets"].split()]
    colors = "".join(face["color"] for face in puzzle["face"] for _ in face["facelets"].split())
    turns = {}
    for turn in puzzle["turn"]:
        quarter = bytearray(STILL)
        for cycle in turn["cycles"]:
            places = [facelets.index(name) for name in cycle.split()]
            for before, to in zip(places, places[1:] + places[:1]):
                quarter[to] = before
        quarter = bytes(quarter)
        half = after(quarter, quarter)
        turns |= {turn["name"]: quarter, turn["name"] + "2": half, turn["name"] + "'": after(half, quarter)}
    return facelets, colors, turns


def closure(generators):
    """Everything that some permutations make."""
    made = [STILL]
    for one in made:
        made += {after(one, generator) for generator in generators}.difference(made)
    return made


FACELETS, COLORS, TURNS = read()
# Two opposite faces turned together, all layers there are, turn the whole cube.
ROTATIONS = closure([after(TURNS[a], TURNS[b + "'"]) for a, b in ("UD", "RL", "FB")])
# Left and right exchanged.
MIRROR = bytes(FACELETS.index(name.translate(str.maketrans("LR1234", "RL2143"))) for name in FACELETS) + STILL[24:]
SYMMETRIES = [after(rotation, mirror) for rotation in ROTATIONS for mirror in (STILL, MIRROR)]
PAIRS = [(inverse(symmetry), symmetry) for symmetry in SYMMETRIES]
# The corner that no turn of U, R and F moves, by one of its facelets; and the rotation that brings it home.
HELD = FACELETS.index("D3")
HOMEWARDS = {rotation[HELD]: rotation for rotation in ROTATIONS}


def home(position):
    """The same position up to rotation of the whole cube, with the held corner at home."""
    return after(position, HOMEWARDS[position.index(HELD)])


def images(position):
    """What the symmetries make of a position and of its inverse: its class, as a set of 24 bytes each."""
    made = set()
    for one in (position, inverse(position)):
        for back, symmetry in PAIRS:
            image = symmetry.translate(one.translate(back))  # back, the position, and the symmetry again
            made.add(HOMEWARDS[image.index(HELD)].translate(image)[:24])
    return made


def state(position):
    """The colors of a position, in the layout `urfdlb`."""
    return "".join(COLORS[come_from] for come_from in position[:24])


def solved_by(word):
    """The position that a word, such as RU2F', solves; and how many turns it has."""
    turns = re.findall(r"[URF][2']?", word)
    if "".join(turns) != word:
        raise ValueError(f"`{word}` is no word of turns of U, R and F")
    position = STILL
    for turn in turns:
        position = after(position, TURNS[turn])
    return inverse(position), turns
