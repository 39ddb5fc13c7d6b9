#!/usr/bin/env python3
"""A forward checker of LRAT proofs, text or binary, small enough to be read in one go.

    python3 tools/lrat_check.py three.cnf three.lrat

Each clause must follow from those that its hints name, in their order: all literals of the clause are false, each
hint has one literal left, which becomes true, and the last hint has none left. The proof holds if the empty
clause follows. Resolution (RAT) is not known and refused: the proofs of `twistsat prove` do without.
"""
import gzip
import sys


def opened(path):
    """A file, or what gzip packed in it."""
    return gzip.open(path) if open(path, "rb").read(2) == b"\x1f\x8b" else open(path, "rb")


def read_cnf(path):
    with opened(path) as file:
        words = [word for line in file if line[:1] not in (b"c", b"p") for word in line.split()]
    clauses, clause = {}, []
    for literal in map(int, words):
        if literal:
            clause.append(literal)
        else:
            clauses[len(clauses) + 1] = tuple(clause)
            clause = []
    return clauses


def binary(data):
    """Steps as (whether it adds, numbers): each number is twice its size, plus one if negative, in groups of 7 bits."""
    adds, numbers, zeros, value, shift = None, [], 0, 0, 0
    for byte in data:
        if adds is None:
            adds = byte == 0x61
            if byte not in b"ad":
                sys.exit(f"no step begins with byte {byte}")
        elif byte & 128:
            value |= (byte & 127) << shift
            shift += 7
        else:
            value |= byte << shift
            numbers.append(-(value >> 1) if value & 1 else value >> 1)
            zeros += value == 0
            value = shift = 0
            if zeros == 1 + adds:
                yield adds, numbers
                adds, numbers, zeros = None, [], 0
    if adds is not None:
        sys.exit("the proof is cut")


def text(data):
    for line in data.decode().splitlines():
        words = line.split()
        if words and words[0] != "c":
            deletes = words[1] == "d"
            yield not deletes, [int(word) for word in (words[2:] if deletes else words)]


def check(clauses, steps):
    for adds, numbers in steps:
        if not adds:
            for number in numbers[:-1]:
                if clauses.pop(number, None) is None:
                    sys.exit(f"there is no clause {number} to delete")
            continue
        number, end = numbers[0], numbers.index(0)
        clause, hints = numbers[1:end], numbers[end + 1:-1]
        false = {*clause}  # the literals that are false
        if number in clauses:
            sys.exit(f"clause {number} is there already")
        for hint in hints:
            if hint not in clauses:  # also a negative one, which begins resolution
                sys.exit(f"clause {number}: there is no clause {hint}")
            left = [literal for literal in clauses[hint] if literal not in false]
            if not left:
                break
            if len(left) > 1:
                sys.exit(f"clause {number}: hint {hint} leaves more than one literal")
            false.add(-left[0])
        else:
            sys.exit(f"clause {number} does not follow from its hints")
        if not clause:
            return
        clauses[number] = tuple(clause)
    sys.exit("the proof does not end with the empty clause")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: lrat_check.py CNF PROOF")
    with opened(sys.argv[2]) as file:
        proof = file.read()
    is_binary = proof[:1] == b"a" or 0 in proof[:100]
    check(read_cnf(sys.argv[1]), (binary if is_binary else text)(proof))
    print("verified")
