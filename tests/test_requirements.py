"""A met requirement is named by a test, an open one by none, and no test names what is no row."""

import ast
from pathlib import Path

from tests.requirements import ROWS, STATE


def named() -> dict[str, str]:
    """Returns each row that a test names → the test."""
    out: dict[str, str] = {}
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "requirement":
                assert node.args, f"{path.name}:{node.lineno} names no row"
                for one in node.args:
                    out.setdefault(ast.literal_eval(one), f"{path.name}:{node.lineno}")
    return out


def test_every_row_is_met_or_open_and_nothing_else_is():
    assert list(STATE) == list(ROWS)
    assert set(STATE.values()) <= {"met", "open"}


def test_a_met_row_is_named_by_a_test():
    assert [row for row, state in STATE.items() if state == "met" and row not in named()] == []


def test_an_open_row_is_named_by_no_test():
    assert [f"{row} in {place}" for row, place in named().items()
            if STATE.get(row) == "open"] == []


def test_no_test_names_a_row_that_is_not_there():
    assert [f"{row} in {place}" for row, place in named().items() if row not in ROWS] == []
