from . import Puzzle

__all__ = ["distances"]

def distances(puzzle: Puzzle, turns: str | None = None) -> list[int]:
    """The number of states at distance 0, 1, 2 … from solved. `turns` defaults to those that leave the held piece in place."""
