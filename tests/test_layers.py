"""The layers, the homes of libraries, purity and size: what the architecture promises of the code.

Everything is read off the source; the last tests ask a fresh process what it really imported.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "eikrepo"
LAYERS = (
    ("problems", "registry", "context", "codes"),
    ("model",),
    ("geometry",),
    ("rules",),
    ("meetings",),
    ("commands", "examples"),
    ("ifc",),
    ("store",),
    ("policy",),
    ("history",),
    ("proposals",),
    ("agent",),
    ("cli",),
    ("__init__", "__main__"),
)
"""From the bottom up. A module imports from its own package and from the layers below."""
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
PURE = ("problems", "registry", "codes", "context", "model", "geometry", "rules", "meetings",
        "commands", "examples")
HOMES = {
    "pygit2": ("history/git.py", "history/opening.py", "history/create.py"),
    "msgspec": ("store/",),
    "typer": ("cli/",),
    "click": (),
    "rich": ("cli/",),
    "mcp": ("agent/mcp.py",),
    "mcp_types": ("agent/mcp.py",),
    "anyio": ("agent/mcp.py",),
    "watchfiles": ("agent/watch.py",),
    "shapely": ("geometry/",),
    "numpy": ("geometry/", "agent/render3d.py"),
    "rapidfuzz": ("agent/search.py",),
    "resvg_py": ("agent/raster.py",),
    "vtkmodules": ("agent/render3d.py",),
    "trimesh": (),
    "ifcopenshell": ("ifc/",),
    "pydantic": (),
    "subprocess": ("history/program.py",),
}
"""Where a library may be imported; nowhere else."""
MACHINE = {"os", "pathlib", "time", "datetime", "random", "secrets", "uuid", "socket", "tempfile",
           "threading", "io", "shutil", "glob", "logging", "locale", "platform", "fcntl"}
"""Modules through which code meets the machine it runs on."""
MEETS_MACHINE = {
    "registry.py": "it lists the modules of a package",
    "context.py": "it spells a given moment as a date",
}
"""Pure modules that import one of them all the same, and why."""
CLOCK_AND_CHANCE = {
    "cli/context.py": "the clock and the environment of a request are read here",
    "cli/hook.py": "it tells how long the check took",
    "cli/taking_in.py": "so is that of a model from an IFC file",
    "cli/sources.py": "a new model's uuid is the one thing left to chance",
    "store/durable.py": "the barrier file gets other bytes each time, so that it is written",
    "history/lock.py": "patience is measured, and the age of somebody else's lock told",
    "history/refs.py": "patience is measured with somebody else's lock of a branch",
    "history/upkeep.py": "packing is begun once a minute at most",
    "history/workspace.py": "a file touched within the clock's step of the index is racy",
    "agent/watch.py": "waiting for an event has a limit",
}
LINES_MOST = 400


class Module:
    """One module of the package, read but not imported."""

    def __init__(self, path: Path) -> None:
        self.name = path.relative_to(PACKAGE).as_posix()
        self.layer = self.name.split("/", 1)[0].removesuffix(".py")
        self.text = path.read_text(encoding="utf-8")
        self.nodes = list(ast.walk(ast.parse(self.text)))
        self.imports = list(self._imports())
        self.tops = {one.split(".")[0] for one in self.imports}

    def _imports(self) -> Iterator[str]:
        """Yields the full name of every module that it imports, wherever in it."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                yield from (one.name for one in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module == "eikrepo":
                yield from (f"eikrepo.{one.name}" for one in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module

    def uses(self) -> set[str]:
        """Returns every dotted name that stands in it, such as os.environ."""
        out = set()
        for node in self.nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                out.add(f"{node.value.id}.{node.attr}")
            elif isinstance(node, ast.ImportFrom):
                out.update(f"{node.module}.{one.name}" for one in node.names)
        return out

    def names(self) -> set[str]:
        return {node.id for node in self.nodes if isinstance(node, ast.Name)}


MODULES = [Module(path) for path in sorted(PACKAGE.rglob("*.py"))]
BY_NAME = {module.name: module for module in MODULES}


def test_every_package_has_its_place_in_the_layers():
    assert {module.layer for module in MODULES} <= set(RANK)


def test_imports_go_down_only():
    def allowed(here: str, module: str) -> bool:
        there = module.split(".")[1]
        return there == here or RANK[there] < RANK[here] or RANK[there] == RANK[here] == 0
    assert [f"{module.name} imports {one}" for module in MODULES for one in module.imports
            if one.startswith("eikrepo.") and one != "eikrepo.__version__"
            and not allowed(module.layer, one)] == []


def test_a_library_is_imported_in_its_home_alone():
    assert [f"{module.name} imports {top}" for module in MODULES for top in sorted(module.tops)
            if top in HOMES and not module.name.startswith(HOMES[top])] == []


def test_what_is_pure_does_not_meet_the_machine():
    doors = {"open", "input", "eval", "exec", "__import__"}
    assert [f"{module.name} uses {one}" for module in MODULES
            if module.layer in PURE and module.name not in MEETS_MACHINE
            for one in sorted((module.tops & MACHINE) | (module.names() & doors))] == []


def test_only_the_command_line_prints_and_reads_the_environment():
    read = {"os.environ", "os.getenv", "os.getcwd", "Path.cwd", "Path.home", "sys.argv",
            "sys.stdout", "sys.stdin"}
    assert [f"{module.name} uses {one}" for module in MODULES
            if module.layer not in ("cli", "__main__")
            for one in sorted((module.uses() & read) | (module.names() & {"print"}))] == []


def test_clock_and_chance_are_read_where_the_list_says():
    read = {"time.time", "time.time_ns", "time.monotonic", "time.sleep", "datetime.now",
            "datetime.today", "date.today", "uuid.uuid4", "uuid.uuid1", "os.urandom",
            "random.random"}
    assert [f"{module.name} uses {one}" for module in MODULES
            if module.name not in CLOCK_AND_CHANCE for one in sorted(module.uses() & read)] == []


def test_no_function_changes_the_state_of_its_module():
    assert [f"{module.name}:{node.lineno}" for module in MODULES for node in module.nodes
            if isinstance(node, ast.Global)] == []


def test_no_module_is_too_long():
    assert [module.name for module in MODULES
            if len(module.text.splitlines()) > LINES_MOST] == []


def test_every_module_says_what_it_is_and_first_lines_are_short():
    def first(node: ast.AST) -> str:
        return (ast.get_docstring(node) or "").split("\n", 1)[0]
    assert [module.name for module in MODULES if not first(module.nodes[0])
            and module.text.strip()] == []
    assert [f"{module.name} {node.name}" for module in MODULES for node in module.nodes
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and len(first(node)) > 100] == []


def test_the_lists_of_exceptions_name_modules_that_are_there():
    assert [name for name in (*MEETS_MACHINE, *CLOCK_AND_CHANCE) if name not in BY_NAME] == []
    assert [name for name in MEETS_MACHINE if not BY_NAME[name].tops & MACHINE] == []


def modules_after(*args: str) -> set[str]:
    """Returns the top packages that a fresh process has imported after one command."""
    code = ("import sys; from eikrepo.__main__ import run; run(sys.argv[1:]); sys.stderr.write("
            "'\\n' + ' '.join(sorted({name.split('.')[0] for name in sys.modules})))")
    done = subprocess.run([sys.executable, "-c", code, *args], check=True, capture_output=True,
                          encoding="utf-8")
    return set(done.stderr.rpartition("\n")[2].split())


@pytest.fixture
def house(tmp_path):
    from eikrepo.__main__ import run
    assert run(["init", str(tmp_path / "house"), "--from", "one-storey-house"]) == 0
    return str(tmp_path / "house")


HEAVY = {"typer", "click", "pydantic", "mcp", "mcp_types", "anyio", "numpy", "shapely", "rich",
         "rapidfuzz", "resvg_py", "vtkmodules", "watchfiles", "ifcopenshell", "uvicorn", "asyncio",
         "jsonschema"}


@pytest.mark.parametrize("request_text", [
    '{"op": "summary"}', '{"op": "tree", "path": "architecture"}', '{"op": "validate"}',
    '{"op": "execute", "command": "move", "args": {"ids": ["Partition"], "by": [0, 300, 0]}}'])
def test_a_request_imports_nothing_that_it_does_not_need(house, request_text):
    found = modules_after("request", house, request_text)
    assert "pygit2" in found
    assert not found & HEAVY


def test_help_imports_neither_git_nor_servers_nor_geometry():
    found = modules_after("--help")
    assert "typer" in found
    assert not found & {"mcp", "mcp_types", "anyio", "pydantic", "ifcopenshell", "shapely",
                        "numpy", "pygit2", "msgspec", "uvicorn", "watchfiles"}


def test_a_command_for_people_does_not_start_a_server(house):
    # pydantic is not asked about: typer itself reads arguments with it where it is installed.
    assert not modules_after("tree", house) & {"mcp", "mcp_types", "watchfiles", "shapely",
                                               "numpy", "ifcopenshell", "uvicorn"}
