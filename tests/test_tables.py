"""What every row of every table promises: its words, a valid example, tests, a docs entry.

A new category, command, rule or operation is one module, one test and `make docs`.
"""

import re
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from eikrepo.agent.session import operation, operation_names
from eikrepo.commands._planning import command
from eikrepo.commands._planning import names as command_names
from eikrepo.model.category import categories
from eikrepo.model.compound import AnyOf, ListOf, MapOf, Object
from eikrepo.rules import engine
from eikrepo.rules._rule import INTEGRITY, PHYSICAL, QUALITY

TOP = Path(__file__).parent.parent
CATEGORIES = categories()
COMMANDS = {name: command(name) for name in command_names()}
OPERATIONS = {name: operation(name) for name in operation_names()}
RULES = engine.rules()
TABLES = {"categories": CATEGORIES, "commands": COMMANDS, "operations": OPERATIONS,
          "rules": RULES}
ROWS = [(table, name) for table, rows in TABLES.items() for name in rows]
each_row = pytest.mark.parametrize(("table", "name"), ROWS)


@cache
def page(table: str) -> str:
    return (TOP / "docs" / "reference" / f"{table}.md").read_text(encoding="utf-8")


@cache
def sources() -> dict[str, str]:
    return {path.as_posix(): path.read_text(encoding="utf-8")
            for path in (TOP / "tests").rglob("test_*.py") if path != Path(__file__)}


def objects(kind):
    """Yields the objects inside a kind of value, itself included."""
    if isinstance(kind, Object):
        yield kind
        for member in kind.members:
            yield from objects(member.kind)
    elif isinstance(kind, ListOf | MapOf):
        yield from objects(kind.item)
    elif isinstance(kind, AnyOf):
        for one in kind.kinds:
            yield from objects(one)


@each_row
def test_its_summary_is_one_short_line_without_a_full_stop(table, name):
    summary = TABLES[table][name].summary
    assert summary[0].isupper() and not summary.endswith(".") and "\n" not in summary
    assert len(summary) <= 140


@each_row
def test_it_has_a_docs_entry(table, name):
    assert re.search(rf"^##+ {re.escape(name)}$", page(table), re.MULTILINE)


@pytest.mark.parametrize("name", [*COMMANDS, *OPERATIONS])
def test_a_test_names_it(name):
    """Categories and rules are tested row by row: what they do follows from what they declare."""
    own = f"test_{name.replace('-', '_')}.py"
    assert any(path.endswith(f"/{own}") or f'"{name}"' in text for path, text in sources().items())


@pytest.mark.parametrize("name", list(CATEGORIES))
def test_the_example_of_a_category_fits_its_schema(name):
    row = CATEGORIES[name]
    assert row.example and list(row.faults(row.example)) == []
    schema = row.object.schema()
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(row.example)


@pytest.mark.parametrize(("table", "name"), [row for row in ROWS if row[0] in (
    "commands", "operations")])
def test_the_example_fits_the_arguments(table, name):
    row = TABLES[table][name]
    assert list(row.args.faults(row.example)) == []
    schema = row.args.schema()
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(row.example)


@pytest.mark.parametrize("name", list(RULES))
def test_a_rule_has_a_kind_and_an_example_that_breaks_it(name):
    rule = RULES[name]
    assert rule.kind in (INTEGRITY, PHYSICAL, QUALITY)
    assert rule.breaks.put or rule.breaks.drop


@pytest.mark.parametrize(("table", "name"), [row for row in ROWS if row[0] != "rules"])
def test_every_member_says_what_it_means_in_a_sentence(table, name):
    row = TABLES[table][name]
    for one in objects(row.object if table == "categories" else row.args):
        for member in one.members:
            assert member.doc.endswith((".", "…")) and member.doc[0] not in " a", member.name
            assert len(member.doc) <= 200, member.name


def test_no_two_tables_share_a_name_that_schema_is_asked_for():
    """``schema {name}`` looks in categories, commands and operations, in that order."""
    names = [*CATEGORIES, *COMMANDS, *OPERATIONS]
    assert len(names) == len(set(names))
