"""Where models come from and how they begin: examples, plain folders, single files."""

import uuid
from collections.abc import Iterable
from pathlib import Path

from eikrepo import examples
from eikrepo.cli.taking_in import is_ifc
from eikrepo.cli.taking_in import read as read_ifc
from eikrepo.context import Context, Who
from eikrepo.history.create import create
from eikrepo.history.opening import identity_at
from eikrepo.history.repository import Repository
from eikrepo.history.state import integrity
from eikrepo.model.record import Record
from eikrepo.problems import ERROR, EikError, Problem, refuse, similar
from eikrepo.store import workdir
from eikrepo.store.agents_md import text as agents_md
from eikrepo.store.canonical import blob_id, encode
from eikrepo.store.files import File, Files, belongs, parse_file
from eikrepo.store.plain import model_files, read_folder
from eikrepo.store.single_file import read

_MOST = 2 * 1024**3


def records_from(source: str | None, name: str) -> tuple[Iterable[Record], str]:
    """Returns the records of a source, and what to call it in the history.

    Raises EikError ``unknown-source``, or the problems of a source that does not check.
    """
    if source is None:
        return empty(name), "nothing"
    if source in examples.NAMES:
        return examples.build(source), source
    path = Path(source)
    if is_ifc(path) and path.is_file():
        return read_ifc(path)[0], path.name
    if path.is_dir():
        return _checked(read_folder(path)), path.name
    if path.is_file() and path.suffix == ".json":
        if path.stat().st_size > _MOST:
            raise refuse("unreadable", f"{path} is larger than 2 GiB.", file=str(path))
        return _checked(read(path.read_bytes())), path.name
    raise refuse("unknown-source", f"{source!r} is no example, folder, single file or IFC "
                 "file.", got=source, expected=list(examples.NAMES),
                 similar=similar(source, examples.NAMES))


def empty(name: str) -> tuple[Record, ...]:
    """Returns the records of a new model: itself, its project, one level."""
    manifest = {"format": "1.0", "id": str(uuid.uuid4()), "name": name[:200] or "model",
                "profiles": ["architecture", "core"]}
    level = {"id": "level-0", "category": "level", "name": "Ground floor", "elevation": 0}
    return (Record("model", "model", manifest), Record("project", "project", {
        "id": "project", "category": "project", "name": name[:200] or "model"}),
        Record("level-0", "level", level))


def _checked(records: tuple[Record, ...]) -> tuple[Record, ...]:
    files = Files.of(File(path, content, blob_id(content))
                     for path, content in model_files(records).items() if belongs(path))
    errors = [one for one in integrity(files) if one.severity == ERROR]
    if errors:
        raise EikError(*errors)
    return records


def begin(folder: Path, records: list[Record], source: str, context: Context, *,
          force: bool) -> tuple[str, int, str | None]:
    """Makes a model; returns who committed it, as which sequence, and where that is a repository
    around the folder, that one's folder and branch."""
    found = identity_at(folder, context.config)
    context = context.completed(Who(*found) if found else None)
    git, _ = create(folder, records, context, source=source, force=force)
    person = context.writer()
    repository = Repository(git.folder, context)
    state = repository.look()
    repository.close()
    around = f"{git.root}, on {state.branch}" if git.prefix else None
    return f"{person.name} <{person.email}>", state.sequence or 1, around


def write_agents_md(folder: Path) -> Path:
    """Writes AGENTS.md into a model folder and returns its path."""
    _check_model(folder)
    parsed = parse_file(File("model.json", workdir.read(folder, "model.json") or b"", ""))
    name = parsed.record.get("name") if parsed.record else None
    workdir.write(folder, {"AGENTS.md": agents_md(str(name or folder.name)).encode()})
    return folder / "AGENTS.md"


def _check_model(folder: Path) -> None:
    if not (folder / "model.json").is_file():
        raise refuse("not-a-model", f"{folder} holds no model.json.", fix=f"eikrepo init {folder}")


def format_folder(folder: Path, *, write: bool) -> tuple[list[str], list[Problem]]:
    """Puts the files of a model folder into canonical form; nothing else is touched.

    Returns the paths that were not in it, and the problems of files that cannot be read.
    """
    _check_model(folder)
    changed: dict[str, bytes] = {}
    problems: list[Problem] = []
    for listing in workdir.scan(folder):
        for path, _ in listing.rows():
            if not belongs(path) or path.startswith("geometry/"):
                continue
            try:
                content = workdir.read(folder, path) or b""
            except EikError as error:
                problems.extend(error.problems)
                continue
            parsed = parse_file(File(path, content, ""))
            if parsed.record is None:
                problems.extend(parsed.faults)
            elif (canonical := encode(parsed.record)) != content:
                changed[path] = canonical
    if write and changed:
        workdir.write(folder, dict(changed))
    return sorted(changed), problems
