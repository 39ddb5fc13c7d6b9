"""Clauses as NumPy arrays. NumPy is imported when it is asked for."""


def numpy_clauses(formula):
    """The literals of all clauses in one array of int32, a 0 behind each clause."""
    import numpy

    return numpy.frombuffer(formula.literals(), dtype=numpy.int32)
