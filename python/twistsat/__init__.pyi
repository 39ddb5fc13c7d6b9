from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, TypedDict, final

from . import graph as graph

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    from typing_extensions import Self

__all__ = [
    "Certificate",
    "Formula",
    "Problem",
    "Puzzle",
    "Result",
    "TwistsatError",
    "__version__",
    "enumerate",
    "graph",
    "numpy_clauses",
    "prove",
    "puzzles",
    "recipes",
    "solve",
    "verify",
]
__version__: str

class TwistsatError(ValueError):
    """An error reported by the library."""

    solutions: list[str]
    """Only from `enumerate`: the solutions found before the search ended."""

@final
class Puzzle:
    """A puzzle: its stickers, and what its turns do."""

    def __new__(cls, name: str) -> Self:
        """A built-in puzzle, such as `pocket` or `rubik`."""
    @staticmethod
    def from_toml(text: str, name: str = "the puzzle") -> Puzzle:
        """A puzzle from the text of a puzzle file. Errors call the file `name`."""
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def turns(self) -> list[str]: ...
    @property
    def facelets(self) -> list[str]: ...
    @property
    def solved(self) -> str:
        """The solved state as text."""
    def apply(self, turns: str, state: str | None = None) -> str:
        """The state after these turns, by default from the solved state."""
    def scramble(self, turns: int = 30, seed: int = 1) -> str:
        """Random turns."""

class _TextFile(TypedDict):
    """A file: its text, and the name that errors call it."""

    name: str
    text: str

@final
class Problem:
    """A question: from a state to a goal, within a number of turns."""

    def __new__(
        cls,
        puzzle: Puzzle,
        scramble: str | None = None,
        *,
        with_: str | Sequence[str] = (),
        state: str | None = None,
        from_: str | None = None,
        to: str | Sequence[str] = "any",
        keep: str | Sequence[str] = (),
        goal_up_to: str | None = None,
        layout: str | None = None,
        notation: str = "singmaster",
        metric: str = "htm",
        allow: str | None = None,
        forbid: str | None = None,
        starts_with: str | None = None,
        ends_with: str | None = None,
        at_most: str | Sequence[str] = (),
        cost: str | Sequence[str] = (),
        cost_file: str | _TextFile | None = None,
        max_cost: int | None = None,
        sequence: str | Sequence[str] = (),
        never: str | Sequence[str] = (),
        always_after: str | Sequence[str] = (),
        min_turns: int | None = None,
        canonical: bool = False,
        free: str | None = None,
        before: str | None = None,
        after: str | None = None,
        count_free: bool = False,
        turns: int | None = None,
        max_turns: int | None = None,
        plan: str | None = None,
        plan_file: _TextFile | None = None,
        stage: int | None = None,
    ) -> Self:
        """The keys are the options of `twistsat solve`; `with_` and `from_` are `--with` and `--from`."""
    @property
    def puzzle(self) -> Puzzle: ...

@final
class Result:
    """The result of a search. As a condition, it is true if there is a solution."""

    @property
    def solution(self) -> str | None: ...
    @property
    def turns(self) -> list[str] | None: ...
    @property
    def minimal(self) -> bool:
        """Whether nothing shorter exists."""
    @property
    def complete(self) -> bool:
        """Whether the question is answered."""
    @property
    def refuted(self) -> list[str]:
        """The refuted lengths and what refutes them, in sentences."""
    @property
    def at_least(self) -> int | None:
        """No solution has fewer turns than this; `None` if there is no solution of any length."""
    @property
    def stopped(self) -> str | None:
        """Why the search ended early; `None` if it did not."""
    @property
    def json(self) -> str:
        """The result as JSON: what `twistsat solve --format json` prints."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

@final
class Formula:
    """A problem as clauses."""

    def __new__(cls, problem: Problem, recipe: str = "mux") -> Self: ...
    @property
    def variables(self) -> int: ...
    @property
    def clauses(self) -> list[list[int]]:
        """The clauses, with literals as in DIMACS."""
    def literals(self) -> bytes:
        """All literals as 32-bit numbers, with a 0 after each clause."""
    @property
    def shown(self) -> list[int]:
        """The variables that determine the turns."""
    def decode(self, model: Sequence[int]) -> list[str]:
        """The turns of a model, which has a literal of each variable. They are replayed on the puzzle first."""
    def write(self, format: str = "cnf") -> str:
        """The formula as a text: cnf, wcnf, opb, smt2 or aag."""
    def map(self) -> str:
        """The map of the variables, for `twistsat decode`."""
    def __len__(self) -> int: ...

@final
class Certificate:
    """A certificate that a problem has no solution, with the proof."""

    def __new__(cls, json: str, formula: bytes, proof: bytes) -> Self: ...
    @property
    def json(self) -> str: ...
    @property
    def formula(self) -> bytes: ...
    @property
    def proof(self) -> bytes: ...

def solve(
    problem: Problem,
    *,
    progress: Callable[[dict[str, object]], object] | None = None,
    method: Literal["auto", "sat", "table", "graph"] = "auto",
    recipe: str | None = None,
    recipe_file: _TextFile | None = None,
    solver: str | None = None,
    strategy: Literal["ascend", "descend"] = "ascend",
    good_enough: int | None = None,
    improve: float | None = None,
    axis: Literal["one", "all"] = "one",
    stage_time_limit: float | None = None,
    cheapest: bool = False,
    max_memory: int | None = None,
    time_limit: float | None = None,
) -> Result:
    """Finds a shortest solution, or one of exactly `turns` turns if the problem has that key. Ctrl-C stops it.

    The keys are the options of `twistsat solve`; times are seconds. `progress` receives events, whose `news` is `solving`
    (with `turns`, `variables` and `clauses`), `answered`, `at_least`, `solution`, `trying` or `milestone`.
    """

def enumerate(
    problem: Problem,
    *,
    limit: int | None = None,
    distinct: Sequence[Literal["rotation", "mirror", "inverse", "auf", "commuting"]] = (),
    rank: bool = False,
    method: Literal["auto", "sat", "graph"] = "auto",
    recipe: str | None = None,
    recipe_file: _TextFile | None = None,
    solver: str | None = None,
    max_memory: int | None = None,
    time_limit: float | None = None,
) -> list[str]:
    """All solutions of exactly `turns` turns, or all shortest ones if the problem does not have that key.

    If the search ends early, the attribute `solutions` of the exception has the solutions found so far.
    """

def prove(
    problem: Problem,
    *,
    name: str = "certificate",
    solver: str | None = None,
    time_limit: float | None = None,
) -> Certificate:
    """Proves that there is no solution of at most `max_turns` turns. `solver` writes the proof."""

def verify(
    certificate: Certificate,
    *,
    puzzle: Puzzle | None = None,
    plan: str | None = None,
    time_limit: float | None = None,
) -> str:
    """Verifies a certificate: rebuilds the formula and checks the proof. Returns the claim that the certificate proves.

    A puzzle or a plan that is not built in must be given, the plan as the text of its file.
    """

def puzzles() -> list[str]: ...
def recipes() -> list[str]: ...
def numpy_clauses(formula: Formula) -> numpy.typing.NDArray[numpy.int32]:
    """All literals in one array, with a 0 after each clause."""
