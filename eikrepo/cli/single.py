"""Operations on a single file, which has no history: reading and checking."""

from pathlib import Path
from typing import Any

from eikrepo.problems import ERROR, EikError
from eikrepo.rules import engine
from eikrepo.store.canonical import blob_id
from eikrepo.store.files import File, Files, belongs
from eikrepo.store.plain import model_files
from eikrepo.store.single_file import read


def validate_file(path: Path) -> dict[str, Any]:
    """Returns the answer of ``validate`` for a single file."""
    out: dict[str, Any] = {"op": "validate", "sequence": None, "commit": None, "branch": None,
                           "pending": 0}
    try:
        records = read(path.read_bytes())
        files = Files.of(File(name, content, blob_id(content))
                         for name, content in model_files(records).items() if belongs(name))
        found = [*files.problems(), *engine.check(files.view)]
    except EikError as error:
        found = list(error.problems)
    errors = sum(one.severity == ERROR for one in found)
    ordered = engine.ordered(found)
    data = {"valid": errors == 0,
            "counts": {"errors": errors, "warnings": len(found) - errors},
            "total": len(found), "returned": len(found), "offset": 0, "nextOffset": None,
            "truncated": False, "problems": [one.to_json() for one in ordered]}
    return {"ok": errors == 0} | out | {"data": data}
