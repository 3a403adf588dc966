"""Problems as data: every refusal and finding says what, where and how to mend it."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, NamedTuple

ERROR = "error"
WARNING = "warning"


class Problem(NamedTuple):
    """One finding or refusal, in the form every door answers with.

    ``code`` is a row of ``eikrepo.codes`` or the name of a rule; ``message`` is one sentence.
    ``file`` is a path inside the model folder, ``pointer`` a JSON pointer (RFC 6901) into it,
    ``line`` counts from 1. ``fix`` is a ready request to hand back unchanged, or a sentence.
    ``steps`` names, for each side of a merge, the steps that bring the problem together.
    """

    code: str
    message: str
    severity: str = ERROR
    kind: str = "refusal"
    file: str | None = None
    pointer: str | None = None
    line: int | None = None
    record: str | None = None
    records: tuple[str, ...] = ()
    expected: Any = None
    got: Any = None
    similar: tuple[str, ...] = ()
    fix: Any = None
    steps: Any = None

    def to_json(self) -> dict[str, Any]:
        """Returns the problem as JSON members, leaving out what it does not say."""
        out: dict[str, Any] = {"code": self.code, "message": self.message}
        for name in self._fields[2:]:
            value = getattr(self, name)
            if value is None or value == ():
                continue
            out[name] = list(value) if isinstance(value, tuple) else value
        return out

    def fingerprint(self) -> tuple[str, tuple[str, ...], str]:
        """Returns what makes two findings the same one: code, records and pointer; the file
        where no record is named."""
        names = ({self.record, *self.records} - {None}) or {self.file or ""}
        return (self.code, tuple(sorted(str(name) for name in names)), self.pointer or "")


class EikError(Exception):
    """Something the caller can mend, carried as one or more problems."""

    def __init__(self, *problems: Problem, data: dict[str, Any] | None = None) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = problems
        self.data = data


def refuse(code: str, message: str, **where: Any) -> EikError:
    """Returns the error that refuses a request with one problem."""
    return EikError(Problem(code, message, **where))


def similar(name: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """Returns up to ``most`` known names that are nearly ``name``."""
    return tuple(get_close_matches(name, list(known), n=most, cutoff=0.6))
