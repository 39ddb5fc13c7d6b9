"""Loads an export of a graph into a Cypher database and asks it for paths.

Usage: cypher.py TWISTSAT FOLDER QUESTIONS [OPTION...]

TWISTSAT is the program, FOLDER where the export goes, QUESTIONS how many paths to
ask for; the options go to `graph export` and `graph path`. The statements are
those of docs/graph.md. Ends with an error if anything differs.
"""

import json
import pathlib
import random
import subprocess
import sys

import ladybug


def main(program, folder, questions, *options):
    def twistsat(*arguments):
        run = subprocess.run([program, *arguments], capture_output=True, text=True)
        assert run.returncode == 0, (arguments, run)
        return run.stdout

    def report(*arguments):
        return json.loads(twistsat(*arguments, "--format", "json", "--quiet"))

    written = report("graph", "export", "pocket", "--to", "neo4j", folder, *options)
    load, count, shortest = statements()
    database = ladybug.Connection(ladybug.Database(f"{folder}/ladybug"))
    for statement in load:
        database.execute(statement.replace("FOLDER", folder))
    states, edges = [database.execute(statement).get_next()[0] for statement in count]
    assert (states, edges) == (written["nodes"], written["edges"]), (states, edges)

    with open(f"{folder}/nodes.csv") as lines:
        distances = dict(line.split(",")[:2] for line in list(lines)[1:])
    solved = twistsat("graph", "name", "pocket", "").strip()
    chance = random.Random(1)
    for name in chance.sample(list(distances), int(questions)):
        found = database.execute(shortest, {"start": name, "goal": solved}).get_next()
        assert found[0] == int(distances[name]), (name, found)
        if "--allow" not in options:  # Whose turns are meant as the name is written.
            expected = report("graph", "path", "pocket", name, solved, *options)
            assert found[0] == expected["turns"], (name, found, expected)
        # The way back from the solved state, turned by the puzzle, gives the name.
        scramble = " ".join(back(found)) or "R R'"
        assert twistsat("graph", "name", "pocket", scramble).strip() == name, name
    print(f"{states} nodes, {edges} edges, {questions} paths of the right length")


def statements():
    """The blocks of the text for this database, as lists of statements."""
    text = (pathlib.Path(__file__).parents[2] / "docs/graph.md").read_text()
    blocks = [block.split("```")[0] for block in text.split("```cypher\n// LadybugDB")[1:]]
    load, count, shortest = [
        [part.strip() for part in block.split("\n", 1)[1].split(";") if part.strip()]
        for block in blocks
    ]
    return load, count, shortest[0]


def back(found):
    """The turns that undo a path."""
    _, nodes, moves = found
    turns = []
    for state, move in zip(nodes, moves):
        forward = move["_SRC"] == state["_ID"]
        turns.append(move["back"] if forward else move["turn"])
    return reversed(turns)


main(*sys.argv[1:])
