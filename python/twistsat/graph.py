"""The truth about small puzzles, without any clauses."""

from ._twistsat import distances

__all__ = ["distances"]
