"""Exact results about small puzzles, without clauses."""

__all__ = ["distances"]


def distances(puzzle, turns=None):
    """The number of states at distance 0, 1, 2 … from solved; by default, the held piece does not move."""
    return puzzle._distances(turns)
