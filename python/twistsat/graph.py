"""The truth about small puzzles, without any clauses."""

__all__ = ["distances"]


def distances(puzzle, turns=None):
    """How many states are 0, 1, 2 … of these turns from solved; by default of those that leave the held piece."""
    return puzzle._distances(turns)
