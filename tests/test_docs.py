"""The documents cannot lie: what they show is run, what they name is there, links lead somewhere.

- ``console``: the lines after ``$`` are run, in order, in one folder a page; what they print must
  be what is shown. ``...`` stands for anything within a line, alone for any lines. A command that
  must fail says so in its comment: ``# exits 1``.
- ``json``: a request (it has ``op``) must be answered ok by the page's ``house``, a record must
  fit its schema and be in canonical form, ``.mcp.json`` must start a command that there is.
- ``python`` is run in the page's folder; ``sh`` is not run, but its commands must exist.
- ``text`` is a picture, and nothing is asked of it.
"""

import io
import json
import os
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import pytest
from typer.main import get_command

from eikrepo.__main__ import run
from eikrepo.agent.session import operation, operation_names
from eikrepo.agent.tools import tools
from eikrepo.cli.app import app
from eikrepo.cli.docs import pages as reference
from eikrepo.cli.options import arguments
from eikrepo.cli.render import options
from eikrepo.codes import CODES
from eikrepo.commands._planning import command
from eikrepo.commands._planning import names as command_names
from eikrepo.examples import NAMES as EXAMPLES
from eikrepo.model.category import categories
from eikrepo.model.compound import AnyOf, ListOf, MapOf, Object
from eikrepo.model.kinds import Choice
from eikrepo.model.record import Record
from eikrepo.rules import engine
from eikrepo.store.agents_md import text as agents_md
from eikrepo.store.canonical import encode

TOP = Path(__file__).parent.parent
PAGES = sorted([*TOP.glob("*.md"), *TOP.glob("docs/**/*.md"), *TOP.glob("examples/*.md"),
                *TOP.glob("benchmarks/*.md")])
WRITTEN = [path for path in PAGES if path.parent.name != "reference"]
BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
each_page = pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
NOT_OURS = {
    "by-nc", "end-of-options", "merge-base", "pre-commit", "pre-merge-commit", "pre-push",
    "pre-receive", "text-only",
    "first-parent", "no-store", "gitattributes-file",
}
"""Hyphenated words in code marks that are git's or common, not names of ours."""


class Block(NamedTuple):
    """One fenced block of a page."""

    kind: str
    text: str
    line: int


@cache
def blocks(path: Path) -> list[Block]:
    text = path.read_text(encoding="utf-8")
    return [Block(found[2], dedent(found[3]), text.count("\n", 0, found.start()) + 2)
            for found in BLOCK.finditer(text)]


def prose(path: Path) -> str:
    return BLOCK.sub("", path.read_text(encoding="utf-8"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Returns the page's folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def house(folder: Path) -> Path:
    """Returns the page's house, made where the page has not made one."""
    if not (folder / "house").exists():
        typed("eikrepo init house --from one-storey-house")
    return folder / "house"


def typed(line: str) -> tuple[int, str]:
    """Returns the exit status and the words of a command line; plain eikrepo runs in process."""
    if line.startswith("eikrepo ") and not re.search(r"[|<>$;&]|\s#", line):
        out = io.StringIO()
        with redirect_stdout(out), redirect_stderr(out):
            status = run(shlex.split(line)[1:])
        return status, out.getvalue()
    done = subprocess.run(["bash", "-c", line], check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8",
                          env=os.environ | {"GIT_PAGER": "cat"})
    return done.returncode, done.stdout


def alike(shown: str, said: str) -> bool:
    """Tells whether what was said fits what is shown, line by line."""
    pattern = ""
    for line in shown.rstrip("\n").splitlines():
        pattern += r"(?:.*\n)*?" if line.strip() == "..." else "[^\n]*?".join(
            map(re.escape, line.rstrip().split("..."))) + r"[ ]*\n"
    return re.fullmatch(pattern, said.rstrip("\n") + "\n" if said.strip() else "") is not None


@each_page
def test_what_a_page_shows_is_what_happens(path, folder):
    for block in blocks(path):
        place = f"{path.name}:{block.line}"
        if block.kind == "console":
            for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
                line, _, shown = part.partition("\n")
                status, said = typed(line)
                told = f"{place}: {line}\n{said}"
                assert status == (1 if line.endswith("# exits 1") else 0), told
                assert alike(shown, said), told
        elif block.kind == "json":
            check_json(json.loads(block.text), block.text, folder, place)
        elif block.kind == "python":
            house(folder)
            done = subprocess.run([sys.executable, "-c", block.text], check=False,
                                  capture_output=True, encoding="utf-8")
            assert done.returncode == 0, f"{place}: {done.stderr}"
        elif block.kind == "sh":
            for line in block.text.splitlines():
                check_command(line, place)
        else:
            assert block.kind in ("text", "toml", "make"), f"{place}: say what it is"


def check_json(value: dict, text: str, folder: Path, place: str) -> None:
    if "op" in value and "ok" not in value:
        status, said = typed(shlex.join(["eikrepo", "request", str(house(folder)), text]))
        assert status == 0, f"{place}: {said}"
    elif "mcpServers" in value:
        for server in value["mcpServers"].values():
            assert server["command"] in ("eikrepo", "eik", "eikrepo-mcp"), place
            if server["command"] != "eikrepo-mcp":
                check_command(shlex.join(["eikrepo", *server["args"]]), place)
    elif "category" in value or "format" in value:
        name = value.get("category", "model")
        assert list(categories()[name].faults(value)) == [], place
        assert encode(Record(str(value.get("id")), name, value)).decode() == text, place


@cache
def cli() -> set[str]:
    group = get_command(app)
    found = {"request", "hook"}
    for name, one in group.commands.items():
        found |= {name} | {f"{name} {inner}" for inner in getattr(one, "commands", ())}
    return found


def check_command(line: str, place: str) -> None:
    words = shlex.split(line, comments=True)
    if words[:1] in (["eikrepo"], ["eik"]):
        assert words[1] in cli() or words[1].startswith("--"), f"{place}: {line}"
        if words[1] == "run" and len(words) > 3 and not words[3].startswith("<"):
            assert words[3] in command_names(), f"{place}: {line}"
    elif words[:1] == ["make"]:
        targets = re.findall(r"^([a-z]+):", (TOP / "Makefile").read_text(), re.MULTILINE)
        assert words[1] in targets, f"{place}: {line}"


@each_page
def test_links_lead_somewhere(path):
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(path)):
        if target.startswith(("https://", "http://", "mailto:")):
            continue
        name, _, anchor = target.partition("#")
        there = (path.parent / name).resolve() if name else path
        assert there.exists(), f"{path.name} → {target}"
        if anchor:
            heads = re.findall(r"^#+ (.+)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {slug(head) for head in heads}, f"{path.name} → {target}"


def slug(head: str) -> str:
    return re.sub(r"[^\w\- ]", "", head.strip().lower()).replace(" ", "-")


def members(kind):
    if isinstance(kind, Object):
        for member in kind.members:
            yield member.name
            yield from members(member.kind)
    elif isinstance(kind, ListOf | MapOf):
        yield from members(kind.item)
    elif isinstance(kind, AnyOf):
        for one in kind.kinds:
            yield from members(one)
    elif isinstance(kind, Choice):
        yield from kind.words


@cache
def known() -> set[str]:
    """Returns every name that the program answers to or with."""
    rows = categories()
    found = {*rows, *(row.plural for row in rows.values()), *(tool.name for tool in tools()),
             *command_names(), *operation_names(),
             *engine.codes(), *CODES, *EXAMPLES, *cli(), "no-level", "eikrepo-mcp"}
    for kind in (*(row.object for row in rows.values()),
                 *(command(name).args for name in command_names()),
                 *(operation(name).args for name in operation_names())):
        found.update(members(kind))
    for path in (TOP / "eikrepo").rglob("*.py"):
        found.update(re.findall(r"^ *def (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))
    for path in EXAMPLES:
        found |= {record.stem for record in (TOP / "examples" / path).rglob("*.json")}
    return found


def marked(text: str) -> set[str]:
    return set(re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text))


@pytest.mark.parametrize("path", [*PAGES, "AGENTS.md"], ids=lambda path: Path(path).name)
def test_names_that_look_like_ours_are_ours(path):
    text = agents_md("House") if isinstance(path, str) else prose(path)
    for name in sorted(marked(text)):
        if re.fullmatch(r"[a-z]+(-[a-z]+)+|[a-z]+(_[a-z]+)+", name):
            assert name in known() or name in NOT_OURS, name
        elif name.startswith(("eikrepo ", "make ")):
            check_command(name.replace("…", ""), str(path))
        elif re.fullmatch(r"(eikrepo|tests|docs|examples|benchmarks|\.ci)/[\w./-]*\w", name):
            assert (TOP / name).exists(), name


@pytest.mark.requirement("C-6")
def test_the_reference_is_current():
    for name, text in reference().items():
        there = (TOP / "docs" / "reference" / name).read_text(encoding="utf-8")
        assert there == text, f"docs/reference/{name} is stale: make docs"
    assert {path.name for path in (TOP / "docs" / "reference").iterdir()} == set(reference())


@pytest.mark.parametrize("name", command_names())
def test_a_command_line_of_the_reference_gives_the_arguments_beside_it(name):
    example = command(name).example
    assert arguments(name, shlex.split(options(example))) == example


@pytest.mark.parametrize("name", operation_names())
def test_a_request_of_the_reference_is_answered(name, folder):
    row = operation(name)
    dry = {"dryRun": True} if "dryRun" in row.args.by_name else {}
    request = json.dumps({"op": name} | row.example | dry)
    status, said = typed(shlex.join(["eikrepo", "request", str(house(folder)), request]))
    refused = {one["code"] for one in json.loads(said).get("problems", [])}
    # A new house has one step, no edits, no proposals, no versions and no remote.
    assert status == 0 or refused <= {"unknown-point", "nothing-pending", "unknown-proposal",
                                      "no-remote", "nothing-to-undo"}, said


def test_sources_point_to_documents_that_are_there():
    for path in (TOP / "eikrepo").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"\bdocs/[\w/-]+\.md", text):
            assert (TOP / name).is_file(), f"{path.name}: {name}"
        assert not re.search(r"\((design|format|page) \d", text), path.name


def test_every_tool_is_told_to_the_owner_of_an_agent():
    text = (TOP / "docs" / "agents.md").read_text(encoding="utf-8")
    assert [tool.name for tool in tools() if f"`{tool.name}`" not in text] == []
    assert len(tools()) == 18 and "Eighteen tools" in text


def test_every_page_is_reached_from_the_readme():
    seen, queue = set(), [TOP / "README.md"]
    while queue:
        path = queue.pop()
        if path not in seen and path.suffix == ".md":
            seen.add(path)
            queue += [(path.parent / target.partition("#")[0]).resolve() for target in re.findall(
                r"\]\(([^)\s#]+)\)", prose(path)) if "://" not in target]
    assert set(PAGES) - seen == set()
