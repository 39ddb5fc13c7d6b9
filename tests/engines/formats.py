"""Solves a formula in some format with third-party programs, and prints the answer as such programs do.

    formats.py SOLVER FILE

cadical153, glucose4, minisat22 (python-sat) and count (python-sat, models projected on the `c p show` variables)
read DIMACS; rc2 and fm (python-sat) the format of the MaxSAT Evaluation; exact reads OPB, and z3 as well as SMT-LIB 2;
aiger (aigverse, solved by python-sat) reads AIGER.
"""

import subprocess
import sys
from pathlib import Path


def literals(model):
    return "v " + " ".join(map(str, model)) + " 0"


def sat(name, path):
    from pysat.formula import CNF
    from pysat.solvers import Solver

    formula = CNF(from_file=path)
    with Solver(name=name, bootstrap_with=formula.clauses) as solver:
        if not solver.solve():
            print("s UNSATISFIABLE")
            return
        model = solver.get_model()
    # A variable in no clause is not in the model.
    print("s SATISFIABLE")
    print(literals(model))


def count(path):
    """The number of models, told apart by the variables that are shown."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    shown = []
    for line in Path(path).read_text().splitlines():
        if line.startswith("c p show "):
            shown += [int(word) for word in line.split()[3:] if word != "0"]
    models = 0
    with Solver(name="cadical153", bootstrap_with=CNF(from_file=path).clauses) as solver:
        while solver.solve():
            models += 1
            values = dict((abs(it), it) for it in solver.get_model())
            solver.add_clause([-values[it] for it in shown if it in values])
    print(models)


def maxsat(name, path):
    from pysat.examples.fm import FM
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    formula = WCNF(from_file=path)
    solver = RC2(formula) if name == "rc2" else FM(formula, verbose=0)
    model = solver.compute()
    if name == "fm":
        model = list(solver.model) if model else None
    if not model:
        print("s UNSATISFIABLE")
        return
    print(f"o {solver.cost}")
    print("s OPTIMUM FOUND")
    known = {abs(it): it for it in model}
    print(literals(known.get(it, it) for it in range(1, formula.nv + 1)))


def exact(path):
    import exact as engine

    solver = engine.Exact()
    variables, objective = 0, None
    for line in Path(path).read_text().splitlines():
        if line.startswith("* #variable="):
            variables = int(line.split()[2])
            for number in range(1, variables + 1):
                solver.addVariable(f"x{number}")
        if line.startswith("*"):
            continue
        words = line.removesuffix(";").split()
        if words[0] == "min:":
            objective = [(int(a), x) for a, x in zip(words[1::2], words[2::2])]
            continue
        relation, bound = words[-2], int(words[-1])
        terms = [(int(a), x) for a, x in zip(words[:-2:2], words[1:-2:2])]
        assert relation in (">=", "="), line
        solver.addConstraint(terms, True, bound, relation == "=", bound)
    if objective is not None:
        solver.setObjective(objective)
    verdict = solver.runFull(objective is not None)
    if not solver.hasSolution():
        assert "INCONSISTENT" in verdict or "UNSAT" in verdict, verdict
        print("s UNSATISFIABLE")
        return
    names = [f"x{number}" for number in range(1, variables + 1)]
    values = solver.getLastSolutionFor(names)
    if objective is not None:
        value = dict(zip(names, values))
        print("o", sum(a * value[x] for a, x in objective))
        print("s OPTIMUM FOUND")
    else:
        print("s SATISFIABLE")
    print("v " + " ".join(x if is_true else "-" + x for x, is_true in zip(names, values)))


def z3(path):
    program = Path(sys.executable).with_name("z3")
    # After `unsat` it says that there are no values, as an error.
    run = subprocess.run([program, path], capture_output=True, text=True)
    print(run.stdout, end="")


def aiger(path):
    from aigverse.io import read_ascii_aiger_into_aig
    from pysat.solvers import Solver

    circuit = read_ascii_aiger_into_aig(path)

    def literal(signal):
        # Node 0 is false.
        number = circuit.get_node(signal) + 1
        return -number if circuit.is_complemented(signal) else number

    clauses = [[-1]]
    for node in circuit.gates():
        a, b = (literal(signal) for signal in circuit.fanins(node))
        clauses += [[-node - 1, a], [-node - 1, b], [node + 1, -a, -b]]
    (output,) = circuit.pos()
    clauses.append([literal(output)])
    with Solver(name="cadical153", bootstrap_with=clauses) as solver:
        is_sat = solver.solve()
        true = {it for it in solver.get_model() or []}
    if not is_sat:
        print("0\nb0\n.")
        return
    values = "".join("01"[node + 1 in true] for node in circuit.pis())
    print(f"1\nb0\n\n{values}\n.")


def main():
    name, path = sys.argv[1:]
    match name:
        case "cadical153" | "glucose4" | "minisat22":
            sat(name, path)
        case "count":
            count(path)
        case "rc2" | "fm":
            maxsat(name, path)
        case "exact":
            exact(path)
        case "z3":
            z3(path)
        case "aiger":
            aiger(path)
        case _:
            sys.exit(f"no solver {name}")


main()
