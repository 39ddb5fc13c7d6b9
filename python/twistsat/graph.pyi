from . import Puzzle

__all__ = ["distances"]

def distances(puzzle: Puzzle, turns: str | None = None) -> list[int]:
    """How many states are 0, 1, 2 … of these turns from solved; by default of those that leave the held piece."""
