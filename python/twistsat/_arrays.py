"""Clauses as NumPy arrays. NumPy is imported only when a function is called."""


def numpy_clauses(formula):
    """The literals of all clauses in one array of int32, with a 0 after each clause."""
    import numpy

    return numpy.frombuffer(formula.literals(), dtype=numpy.int32)
