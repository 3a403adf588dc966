"""The report of an import: of each class, how many came over as what, and why not as more."""

from collections.abc import Iterator
from typing import Any

PARAMETRIC, BOX, DATA, LEFT_OUT = "parametric", "box", "data-only", "left-out"
GRADES = (PARAMETRIC, BOX, DATA, LEFT_OUT)
_EXAMPLES_MOST = 5


class Report:
    """What came over: counts by class and grade, reasons with examples, and notes."""

    def __init__(self, file: str, schema: str) -> None:
        self.file, self.schema = file, schema
        self.notes: list[str] = []
        self._counts: dict[str, dict[str, int]] = {}
        self._reasons: dict[tuple[str, str, str], list[str]] = {}
        self._totals: dict[tuple[str, str, str], int] = {}

    def add(self, kind: str, grade: str, reason: str = "", name: str = "",
            count: int = 1) -> None:
        """Counts entities of a class; ``name`` is the GlobalId of one."""
        counts = self._counts.setdefault(kind, dict.fromkeys(GRADES, 0))
        counts[grade] += count
        if reason:
            self.why(kind, grade, reason, name, count)

    def why(self, kind: str, grade: str, reason: str, name: str = "", count: int = 1) -> None:
        """Gives a reason without counting."""
        key = (kind, grade, reason)
        self._totals[key] = self._totals.get(key, 0) + count
        examples = self._reasons.setdefault(key, [])
        if name and name not in examples and len(examples) < _EXAMPLES_MOST:
            examples.append(name)

    def lower(self, kind: str, before: str, after: str, reason: str, name: str) -> None:
        """Takes one entity down from a grade that it was counted at."""
        counts = self._counts.setdefault(kind, dict.fromkeys(GRADES, 0))
        if before != after:
            counts[before] -= 1
            counts[after] += 1
        self.why(kind, after, reason, name)

    def note(self, text: str) -> None:
        """Adds a sentence about the file as a whole."""
        self.notes.append(text)

    def to_json(self) -> dict[str, Any]:
        """Returns the report as data."""
        reasons = [{"class": kind, "grade": grade, "reason": reason,
                    "count": self._totals[kind, grade, reason], "examples": examples}
                   for (kind, grade, reason), examples in sorted(self._reasons.items())]
        totals = {grade: sum(one[grade] for one in self._counts.values()) for grade in GRADES}
        return {"file": self.file, "schema": self.schema, "totals": totals,
                "classes": dict(sorted(self._counts.items())), "reasons": reasons,
                "notes": self.notes}

    def lines(self) -> Iterator[str]:
        """Yields the report as text."""
        data = self.to_json()
        yield f"{self.file} ({self.schema})"
        yield f"{'class':34}" + "".join(f"{grade:>12}" for grade in GRADES)
        for kind, counts in data["classes"].items():
            yield f"{kind:34}" + "".join(f"{counts[grade] or '·':>12}" for grade in GRADES)
        yield f"{'all':34}" + "".join(f"{data['totals'][grade]:>12}" for grade in GRADES)
        for one in data["reasons"]:
            who = f" ({', '.join(one['examples'][:2])})" if one["examples"] else ""
            yield f"{one['class']}, {one['grade']}: {one['count']} × {one['reason']}{who}"
        yield from self.notes
