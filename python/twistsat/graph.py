"""The graph of all states of a small puzzle, searched without clauses."""

__all__ = ["distances"]


def distances(puzzle, turns=None):
    """The number of states at distance 0, 1, 2 … from solved. `turns` defaults to those that leave the held piece in place."""
    return puzzle._distances(turns)
