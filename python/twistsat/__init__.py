"""Shortest turn sequences for twisty puzzles, found and proved minimal by SAT solving and graph search."""

import json as _json
from typing import final as _final

from . import _twistsat, graph
from ._arrays import numpy_clauses
from ._twistsat import Puzzle, TwistsatError, __version__, puzzles, recipes

__all__ = [
    "Certificate",
    "Formula",
    "Problem",
    "Puzzle",
    "Result",
    "TwistsatError",
    "__version__",
    "enumerate",
    "graph",
    "numpy_clauses",
    "prove",
    "puzzles",
    "recipes",
    "solve",
    "verify",
]

_LISTING = ("limit", "distinct", "rank")
# Keys that are reserved words in Python.
_KEYS = {"with_": "with", "from_": "from"}


def _to_json(keys):
    """The keys as JSON, without those whose value is `None`."""
    return _json.dumps({_KEYS.get(key, key): value for key, value in keys.items() if value is not None})


def _ask(problem, ask, method, progress=None):
    """Returns the text of the answer, and the content of its files. The key `ask` of `ask` says what to find out."""
    notify = progress and (lambda event: progress(_json.loads(event)))
    return problem._ask(_json.dumps(ask), _to_json(method), notify)


@_final
class Problem(_twistsat.Problem):
    """A question: from a state to a goal, within a number of turns."""

    def __new__(cls, puzzle, scramble=None, **keys):
        return super().__new__(cls, puzzle, _to_json({"scramble": scramble, **keys}))


@_final
class Formula(_twistsat.Formula):
    """A problem as clauses."""

    def __new__(cls, problem, recipe="mux"):
        self = super().__new__(cls, problem, recipe)
        self._source = (problem, recipe)
        return self

    def write(self, format="cnf"):
        """The formula as text in a format."""
        problem, recipe = self._source
        _, [text, _] = _ask(problem, {"ask": "formula", "format": format}, {"recipe": recipe})
        return text.decode()

    def __repr__(self):
        return f"Formula({self._source[1]}: {self.variables} variables, {len(self)} clauses)"


@_final
class Result:
    """The result of a search. As a condition, it is true if there is a solution."""

    json = property(lambda self: self._text)
    solution = property(lambda self: self._answer["solution"])
    turns = property(lambda self: None if self.solution is None else self.solution.split())
    complete = property(lambda self: self._answer["complete"])
    # The answer for a whole plan may lack the keys below.
    minimal = property(lambda self: self._answer.get("minimal", False))
    refuted = property(lambda self: self._answer.get("refuted", []))
    at_least = property(lambda self: self._answer.get("at_least", 0))
    stopped = property(lambda self: self._answer["stopped"])

    def __len__(self):
        return len(self.turns or ())

    def __bool__(self):
        return self.solution is not None

    def __repr__(self):
        if self.solution is None:
            return "Result(no solution)" if self.complete else "Result(unknown)"
        return f"Result('{self.solution}', minimal)" if self.minimal else f"Result('{self.solution}')"


@_final
class Certificate:
    """A certificate that a problem has no solution, with the proof."""

    def __new__(cls, json, formula, proof):
        self = super().__new__(cls)
        self._files = (json, formula, proof)
        return self

    json = property(lambda self: self._files[0])
    formula = property(lambda self: self._files[1])
    proof = property(lambda self: self._files[2])

    def __repr__(self):
        return f"Certificate({len(self.proof)} bytes of proof)"


def solve(problem, *, progress=None, **keys):
    """Finds a shortest solution, or one of exactly `turns` turns if the problem has that key. Ctrl-C stops it."""
    result = Result()
    result._text, _ = _ask(problem, {"ask": "solve"}, keys, progress)
    result._answer = _json.loads(result._text)
    return result


def enumerate(problem, **keys):
    """All solutions of exactly `turns` turns, or all shortest ones if the problem does not have that key."""
    listing = {key: keys.pop(key) for key in _LISTING if keys.get(key) is not None}
    answer = _json.loads(_ask(problem, {"ask": "enumerate", "listing": listing}, keys)[0])
    if answer["stopped"]:
        error = TwistsatError(f"not all solutions were found: {answer['stopped']}")
        error.solutions = answer["solutions"]
        raise error
    return answer["solutions"]


def prove(problem, *, name="certificate", **keys):
    """Proves that there is no solution of at most `max_turns` turns."""
    answer, files = _ask(problem, {"ask": "prove", "name": name}, keys)
    if not files:
        answer = _json.loads(answer)
        raise TwistsatError(answer["stopped"] or f"there is a solution: {answer['solution']}")
    json, formula, proof = files
    return Certificate(json.decode(), formula, proof)


def verify(certificate, *, puzzle=None, plan=None, time_limit=None):
    """Verifies a certificate: rebuilds the formula and checks the proof. Returns the claim that the certificate proves."""
    json, *files = certificate._files
    return _twistsat.verify(json, tuple(files), puzzle, plan, time_limit)
