"""The package gives the same answers as the command, and PySAT solves its formulas."""

import _thread
import json
import threading
import time
from pathlib import Path

import pytest

import twistsat
from twistsat import Certificate, Formula, Problem, Puzzle, TwistsatError

POCKET = Puzzle("pocket")

# A state nine turns from solved. Without lemmas, eight turns are hard to refute.
NINE = "DUUDRRRLFBFFUDDULLLRBFBB"


def apply(turns, state):
    return POCKET.apply(" ".join(turns), state)


def test_a_puzzle_applies_turns():
    assert POCKET.name == "pocket" and "2×2×2" in POCKET.title
    assert "R2" in POCKET.turns and len(POCKET.facelets) == 24
    scrambled = POCKET.apply("R U2 F'")
    assert scrambled != POCKET.solved
    assert POCKET.apply("F U2 R'", scrambled) == POCKET.solved
    assert POCKET.scramble(5, seed=3) == POCKET.scramble(5, seed=3)
    assert len(POCKET.scramble(5).split()) == 5
    assert "pocket" in twistsat.puzzles() and "lemmas" in twistsat.recipes()


def test_a_shortest_solution_is_found_and_the_shorter_lengths_are_refuted():
    events = []
    result = twistsat.solve(Problem(POCKET, "R U2 F'"), method="sat", progress=events.append)
    assert result.solution == "F U2 R'" and result.turns == ["F", "U2", "R'"]
    assert result and result.minimal and result.complete and len(result) == 3
    assert result.at_least == 3 and result.refuted and result.stopped is None
    assert any(event["news"] == "solving" and event["variables"] > 0 for event in events)
    assert {"news": "solution", "turns": 3, "solution": "F U2 R'"} in events


def test_solutions_are_written_in_the_notation_of_the_problem():
    problem = Problem(POCKET, "RCW UH", notation="cw")
    assert twistsat.solve(problem).turns == ["UH", "RCCW"]
    assert twistsat.enumerate(problem) == ["UH RCCW"]


def lines(name):
    data = Path(__file__).parents[2] / "tests" / "data" / name
    return [json.loads(line) for line in data.read_text().splitlines()]


def test_each_question_of_the_command_has_the_answer_of_the_command():
    pairs = zip(lines("questions.jsonl"), lines("answers.jsonl"), strict=True)
    tried = set()
    for number, (question, expected) in enumerate(pairs):
        # Every fourth question, and each question with a key not tried before. Other tests ask the command all questions.
        if number % 4 and tried.issuperset(question):
            continue
        tried.update(question)
        asked = dict(question)
        file = asked.pop("puzzle_file", None)
        puzzle = Puzzle.from_toml(file["text"]) if file else Puzzle(asked.pop("puzzle"))
        keys = {f"{key}_" if key in ("with", "from") else key: value for key, value in asked.items()}
        answer = json.loads(twistsat.solve(Problem(puzzle, **keys)).json)
        assert {key: answer[key] for key in expected} == expected, question


def test_that_there_is_no_solution_is_a_complete_answer():
    result = twistsat.solve(Problem(POCKET, "R U2 F'", max_turns=2))
    assert not result and result.solution is None and result.complete
    result = twistsat.solve(Problem(POCKET, "R U2 F'", turns=4))
    assert len(result) == 4 and not result.minimal and result.complete
    result = twistsat.solve(Problem(POCKET, "R", to="solved", allow="U"))
    assert not result and result.complete and result.at_least is None


def test_a_time_limit_leaves_the_answer_unknown():
    result = twistsat.solve(Problem(POCKET, state=NINE), recipe="mux-idle", time_limit=0)
    assert not result.complete and result.stopped == "time limit reached"


def test_all_solutions_are_listed():
    listed = twistsat.enumerate(Problem(POCKET, "R2 U2 R2", turns=5, canonical=True))
    assert len(listed) == len(set(listed)) == 6
    some = twistsat.enumerate(Problem(POCKET, "R2 U2 R2", turns=5, canonical=True), limit=2)
    assert len(some) == 2
    shortest = twistsat.enumerate(Problem(POCKET, "R2 U2 R2"), method="graph")
    assert set(shortest) == set(twistsat.enumerate(Problem(POCKET, "R2 U2 R2", turns=3)))
    assert shortest and all(len(turns.split()) == 3 for turns in shortest)
    ranked = twistsat.enumerate(Problem(POCKET, "R U2", turns=4, cost="half=2"), rank=True, limit=3)
    assert len(ranked) == 3
    freed = twistsat.enumerate(Problem(POCKET, "R U2 F' U", before="U"))
    assert any(turns == "(U') F U2 R'" for turns in freed), freed


def test_a_large_puzzle_has_the_answer_of_the_command():
    scramble = "R U2 L' F2 U R' B L2 D F' R2 U' B2 L D' F U2 R B' D2"
    result = twistsat.solve(Problem(Puzzle("rubik"), scramble), time_limit=10)
    assert 12 <= len(result) <= 40 and result.at_least >= 2
    assert json.loads(result.json)["stopped"] == result.stopped == "time limit reached"


@pytest.mark.parametrize("recipe", ["mux", "onehot", "placements", "lemmas"])
def test_pysat_solves_the_formulas_and_its_models_are_turns(recipe):
    from pysat.solvers import Solver

    for turns, is_sat in [(2, False), (3, True), (4, True)]:
        formula = Formula(Problem(POCKET, "R U2 F'", turns=turns), recipe)
        with Solver("cadical153", bootstrap_with=formula.clauses) as solver:
            assert solver.solve() == is_sat
            if is_sat:
                found = formula.decode(solver.get_model())
                assert len(found) == turns
                assert apply(found, POCKET.apply("R U2 F'")) == POCKET.solved


@pytest.mark.parametrize("ask", [twistsat.prove, Formula])
def test_free_turns_are_refused_by_proofs_and_formulas(ask):
    with pytest.raises(TwistsatError, match="takes no free turns"):
        ask(Problem(POCKET, "R U2 F'", turns=3, before="U"))


def test_questions_that_no_certificate_can_express_are_refused():
    for keys in ({"canonical": True}, {"to": ["solved", "F2"]}):
        with pytest.raises(TwistsatError, match="canonical|one goal"):
            twistsat.prove(Problem(POCKET, "R U2 F'", max_turns=2, **keys))
    with pytest.raises(TwistsatError):
        Problem(POCKET, "R", puzzle_="rubik")


def test_pysat_reads_the_written_formula():
    from pysat.formula import CNF

    formula = Formula(Problem(POCKET, "R U2 F'", turns=3))
    read = CNF(from_string=formula.write())
    assert read.clauses == formula.clauses and len(read.clauses) == len(formula)
    assert read.nv == formula.variables
    assert formula.shown == list(range(1, 13))
    assert "twistsat-map-3" in formula.map()
    for format, word in [("opb", ">="), ("smt2", "(check-sat)"), ("aag", "aag "), ("wcnf", "h ")]:
        assert word in formula.write(format)


def test_numpy_has_the_same_literals():
    formula = Formula(Problem(POCKET, "R U2 F'", turns=3))
    array = twistsat.numpy_clauses(formula)
    flat = [literal for clause in formula.clauses for literal in [*clause, 0]]
    assert array.tolist() == flat and array.dtype == "int32"


def test_a_proof_is_made_and_checked_and_a_damaged_one_is_refused():
    made = twistsat.prove(Problem(POCKET, "R U2 F'", max_turns=2))
    assert "2" in twistsat.verify(made)
    again = Certificate(made.json, made.formula, made.proof)
    assert twistsat.verify(again) == twistsat.verify(made)
    with pytest.raises(TwistsatError, match="SHA-256"):
        twistsat.verify(Certificate(made.json, made.formula, made.proof + b"x"))
    with pytest.raises(TwistsatError, match="there is a solution"):
        twistsat.prove(Problem(POCKET, "R U2 F'", max_turns=3))


def test_another_solver_writes_the_proof():
    made = twistsat.prove(Problem(POCKET, "R U2 F'", max_turns=2), solver="varisat")
    assert json.loads(made.json)["refutation"]["solver"] == "varisat"
    assert "2" in twistsat.verify(made)
    with pytest.raises(TwistsatError, match="unknown solver `fast`"):
        twistsat.prove(Problem(POCKET, "R U2 F'", max_turns=2), solver="fast")


def test_a_whole_plan_has_the_answer_of_the_command():
    result = twistsat.solve(Problem(Puzzle("rubik"), "R U F", plan="thistlethwaite"))
    answer = json.loads(result.json)
    assert answer["schema"] == "twistsat.plan/1" and len(answer["stages"]) == 4
    assert result.complete and answer["solved"] and result.at_least == 0
    assert Puzzle("rubik").apply(f"R U F {result.solution}") == Puzzle("rubik").solved


def test_after_a_time_limit_the_exception_has_the_solutions_found():
    problem = Problem(POCKET, "R U2 F'", turns=11)
    with pytest.raises(TwistsatError, match="not all solutions") as error:
        twistsat.enumerate(problem, method="sat", time_limit=3)
    state = POCKET.apply("R U2 F'")
    for solution in error.value.solutions:
        assert len(solution.split()) == 11 and apply(solution.split(), state) == POCKET.solved
    assert error.value.solutions


def test_the_distances_of_the_pocket_cube_are_the_published_ones():
    assert twistsat.graph.distances(POCKET)[:6] == [1, 9, 54, 321, 1847, 9992]
    assert sum(twistsat.graph.distances(POCKET)) == 3_674_160
    assert twistsat.graph.distances(POCKET, "R R2 R'") == [1, 3]


def test_mistakes_are_exceptions_with_the_messages_of_the_command():
    for make, words in [
        (lambda: Puzzle("cube"), "unknown puzzle `cube`"),
        (lambda: Problem(POCKET, "R Q"), "`Q` at column 3 is not a turn"),
        (lambda: Problem(POCKET), "give a start: `scramble`, `state`"),
        (lambda: Problem(POCKET, "R", turns=1, max_turns=2), "cannot be combined"),
        (lambda: Problem(POCKET, "R", metric="stm"), "metric"),
        (lambda: Problem(POCKET, "R", turns=10**9), "turns: .* too large"),
        (lambda: Formula(Problem(POCKET, "R", turns=1), "muxx"), "unknown recipe `muxx`"),
        (lambda: Formula(Problem(POCKET, "R U2 F'", max_turns=4), "mux"), "one exact length; give `turns`"),
        (lambda: Formula(Problem(POCKET, "R")), "a formula requires `turns` or `max_turns`"),
        (lambda: Formula(Problem(POCKET, "R", turns=1)).decode([1]), "not to variable 2"),
        (lambda: Formula(Problem(POCKET, "R", turns=1)).decode([0]), "literal 0"),
        (lambda: Formula(Problem(POCKET, "R", turns=1)).decode([1, -1]), "both values"),
        (lambda: Formula(Problem(POCKET, "R", turns=1)).write("pdf"), "unknown format `pdf`"),
        (lambda: Formula(Problem(POCKET, "R", turns=1), "lemmas").write("smt2"), "mux-idle"),
        (lambda: twistsat.enumerate(Problem(POCKET, "R"), method="table"), "cannot be combined"),
        (lambda: twistsat.solve(Problem(POCKET, "R"), solver="dpll"), "unknown solver"),
        (lambda: twistsat.solve(Problem(POCKET, "R"), time_limit=-1), "is not a number of seconds"),
        (lambda: Puzzle.from_toml("x = 1", "mine.toml"), "mine.toml"),
    ]:
        with pytest.raises(TwistsatError, match=words):
            make()


def test_ctrl_c_ends_a_search_and_other_threads_continue():
    ticks = []

    def tick():
        for _ in range(20):
            ticks.append(time.monotonic())
            time.sleep(0.05)
        _thread.interrupt_main()

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        twistsat.solve(Problem(POCKET, state="UUUULRRRFBFFDDDDRLLLBFBB"), recipe="mux-idle")
    thread.join()
    assert time.monotonic() - start < 20
    assert len(ticks) == 20


def test_an_exception_in_the_progress_callback_ends_the_search():
    def refuse(_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        twistsat.solve(Problem(POCKET, state=NINE), method="sat", progress=refuse)
