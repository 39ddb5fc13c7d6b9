"""Shortest turn sequences for twisty puzzles, found and proved minimal with SAT formulas."""

from . import graph
from ._twistsat import (
    Certificate,
    Formula,
    Problem,
    Puzzle,
    Result,
    TwistsatError,
    __version__,
    enumerate,
    prove,
    puzzles,
    recipes,
    solve,
    verify,
)
from ._arrays import numpy_clauses

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
