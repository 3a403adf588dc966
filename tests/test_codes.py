"""Every code that the source can raise is in the table of codes or is a rule, and the reverse."""

import ast
from pathlib import Path

import pytest

from eikrepo.codes import CODES, GROUPS
from eikrepo.meetings._engine import meetings
from eikrepo.rules import engine

TOP = Path(__file__).parent.parent / "eikrepo"
MAKERS = ("refuse", "Problem", "fault", "Fault", "Unreadable", "wrong_type")


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def raised() -> dict[str, str]:
    """Returns each code that stands in the source where a problem is made → a place."""
    out: dict[str, str] = {}
    for path in sorted(TOP.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            said = [node.args[0]] if called(node) in MAKERS and node.args else []
            if called(node) in (*MAKERS, "_replace"):
                said += [word.value for word in node.keywords if word.arg == "code"]
            for one in said:
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    out.setdefault(one.value, f"{path.name}:{node.lineno}")
    return out


RAISED = raised()


@pytest.mark.parametrize("code", sorted(RAISED))
def test_a_code_that_is_raised_is_in_the_table_or_a_rule_or_meeting(code):
    assert code in CODES or code in engine.codes() or code in meetings(), RAISED[code]


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_code_of_the_table_is_raised_somewhere_and_no_rule(code):
    assert code in RAISED
    assert code not in engine.codes()


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_code_says_what_it_means_and_what_to_do(code):
    meaning, remedy = CODES[code]
    for text in (meaning, remedy):
        assert text.endswith("."), text
        assert "\n" not in text and "  " not in text
    assert meaning[0].isupper()
    assert len(meaning) <= 180 and len(remedy) <= 120


def test_a_code_stands_in_one_group_and_groups_are_in_order():
    names = [name for group in GROUPS.values() for name in group]
    assert len(names) == len(set(names)) == len(CODES)
    for group in GROUPS.values():
        assert list(group) == sorted(group)
