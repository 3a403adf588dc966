"""Checks of what has no history yet: a single file, or what is staged."""

from pathlib import Path
from typing import Any

from eikrepo.problems import ERROR, EikError, Problem
from eikrepo.rules import engine
from eikrepo.store.canonical import blob_id
from eikrepo.store.files import File, Files, belongs
from eikrepo.store.plain import model_files
from eikrepo.store.single_file import read


def validate_file(path: Path) -> dict[str, Any]:
    """Returns the answer of ``validate`` for a single file."""
    try:
        records = read(path.read_bytes())
        files = Files.of(File(name, content, blob_id(content))
                         for name, content in model_files(records).items() if belongs(name))
        found = [*files.problems(), *engine.check(files.view)]
    except EikError as error:
        found = list(error.problems)
    return _answer(found)


def validate_staged(folder: Path) -> dict[str, Any]:
    """Returns the answer of ``validate`` for what is staged in git's index."""
    from eikrepo.cli.context import context
    from eikrepo.history.staged import check_staged
    return _answer(check_staged(folder, context()).problems)


def request_file(path: str, text: str | bytes) -> dict[str, Any]:
    """Returns the answer to a reading request on a single file; it has no history.

    The file is laid out as a folder of its own for the time of the request.
    """
    import tempfile

    from eikrepo.agent.session import Session, from_text, refused
    from eikrepo.context import Context, Who
    from eikrepo.history.create import create
    nobody = Who("nobody", "nobody@invalid")
    context = Context(now=lambda: (0, 0), person=nobody, committer=nobody, durable=False)
    with tempfile.TemporaryDirectory(prefix="eikrepo-") as place:
        try:
            request = from_text(text)
            folder = Path(place) / "model"
            create(folder, read(Path(path).read_bytes()), context, source="a file")
            answer = Session(folder, context, read_only=True).request(request)
        except EikError as error:
            return refused("", error)
    return answer | {"sequence": None, "commit": None, "branch": None}


def _answer(found: list[Problem]) -> dict[str, Any]:
    errors = sum(one.severity == ERROR for one in found)
    data = {"valid": errors == 0,
            "counts": {"errors": errors, "warnings": len(found) - errors},
            "total": len(found), "returned": len(found), "offset": 0, "nextOffset": None,
            "truncated": False, "problems": [one.to_json() for one in engine.ordered(found)]}
    return {"ok": errors == 0, "op": "validate", "sequence": None, "commit": None, "branch": None,
            "pending": 0, "data": data}
