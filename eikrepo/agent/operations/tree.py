"""One folder of the model's layout: its sub-folders, or its records as rows."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import (
    AT,
    FOLDER,
    LIMIT,
    OFFSET,
    ON,
    Answer,
    Args,
    Operation,
    honesty,
)
from eikrepo.agent.rows import COLUMNS, row
from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.compound import Member, Object
from eikrepo.model.kinds import Text
from eikrepo.model.path import folder_of
from eikrepo.model.record import Record
from eikrepo.problems import refuse, similar

if TYPE_CHECKING:
    from eikrepo.agent.session import Session

_KINDS_MOST = 6


def by_folder(record: Record) -> tuple[str, ...]:
    """Returns the folder a record stands in, as an index key; model.json is the whole's own."""
    return () if record.category in ("model", "policy") else (folder_of(record),)


def run(session: "Session", args: Args) -> Answer:
    """Answers the folder at a path; names stand for ids in it."""
    from eikrepo.agent.session import stale
    served = session.served(args)
    view = served.view
    folders = view.model.keys_of(by_folder)
    path = _named(view, args["path"].strip("/"), folders)
    below = _below(folders, path)
    here = view.model.by(by_folder, path)
    data: dict[str, Any] = {"path": path}
    title = _title(view, path)
    if title:
        data["name"] = title
    data["parent"] = path.rpartition("/")[0] if path else None
    out: Answer = {"data": data} | stale(served)
    follow: list[dict[str, Any]] = []
    if below:
        data["folders"] = [_folder(view, name, path) for name in sorted(below)]
        follow = [{"op": "tree", "path": one["path"]} for one in data["folders"][:3]]
    if here:
        offset, limit = args["offset"], args["limit"]
        page = here[offset:offset + limit]
        data |= {"columns": list(COLUMNS)} | honesty(len(here), len(page), offset)
        data["rows"] = [row(view, record) for record in page]
        if data["nextOffset"] is not None:
            follow.append({"op": "tree", "path": path, "offset": data["nextOffset"],
                           "limit": limit} | session.pins())
        ids = [record.id for record in page[:5]]
        follow.append({"op": "read", "tier": "full", "filter": {"elementIds": ids}})
    if path:
        follow.append({"op": "tree", "path": data["parent"]})
    return out | {"next": follow}


def _named(view: View, path: str, folders: dict[str, int]) -> str:
    """Returns a path with names put into ids, segment by segment."""
    here = ""
    for name in path.split("/") if path else ():
        known = _below(folders, here)
        labels = {_title(view, f"{here}/{one}" if here else one).casefold(): one for one in known}
        found = name if name in known else labels.get(name.casefold())
        if found is None:
            near = similar(name, [*known, *labels])
            raise refuse("unknown-path", f"There is no folder {name!r} in {here or 'the model'}.",
                         got=path, expected=sorted(known)[:30], similar=near,
                         fix={"op": "tree", "path": here})
        here = f"{here}/{found}" if here else found
    return here


def _below(folders: dict[str, int], path: str) -> set[str]:
    head = f"{path}/" if path else ""
    return {folder[len(head):].split("/", 1)[0] for folder in folders
            if folder.startswith(head) and folder != path and folder}


def _title(view: View, path: str) -> str:
    """Returns the name that people give to a folder: a level's, where the folder is one's."""
    parts = path.split("/")
    level = view.get(parts[1]) if len(parts) == 2 and parts[0] != "project" else None
    return level.label if level else ""


def _folder(view: View, name: str, parent: str) -> dict[str, Any]:
    path = f"{parent}/{name}" if parent else name
    inside = [folder for folder in view.model.keys_of(by_folder)
              if folder == path or folder.startswith(f"{path}/")]
    records = [record for folder in inside for record in view.model.by(by_folder, folder)]
    out: dict[str, Any] = {"name": name, "path": path, "count": len(records)}
    title = _title(view, path)
    if title:
        out["title"] = title
    out["summary"] = _line(view, records, leaf=inside == [path])
    return out


def _line(view: View, records: list[Record], *, leaf: bool) -> str:
    """Returns one line on records: their types in one folder, else their categories."""
    if leaf and any(record.get("typeId") for record in records):
        kinds = Counter(str(record.get("typeId")) for record in records if record.get("typeId"))
        names = [(_label(view, name), count) for name, count in kinds.items()]
        return "types: " + _listed(names, len(records) - sum(kinds.values()), "no type")
    if leaf:
        shown = ", ".join(record.label for record in records[:_KINDS_MOST])
        return shown + (f" and {len(records) - _KINDS_MOST} more" if len(records) > _KINDS_MOST
                        else "")
    counts = Counter(record.category for record in records)
    plural = [(_plural(name, count), count) for name, count in counts.items()]
    return _counted(plural)


def _listed(names: list[tuple[str, int]], rest: int, what: str) -> str:
    ordered = sorted(names, key=lambda pair: (-pair[1], pair[0]))
    parts = [f"{name} {count}" for name, count in ordered[:_KINDS_MOST]]
    more = sum(count for _, count in ordered[_KINDS_MOST:])
    return ", ".join(parts + ([f"others {more}"] if more else [])
                     + ([f"{what} {rest}"] if rest else []))


def _counted(names: list[tuple[str, int]]) -> str:
    ordered = sorted(names, key=lambda pair: (-pair[1], pair[0]))
    parts = [f"{count} {name}" for name, count in ordered[:_KINDS_MOST]]
    more = sum(count for _, count in ordered[_KINDS_MOST:])
    return ", ".join(parts + ([f"{more} others"] if more else []))


def _plural(name: str, count: int) -> str:
    row = category(name)
    return row.plural if row and count != 1 else name


def _label(view: View, name: str) -> str:
    record = view.get(name)
    return record.label if record else name


OPERATION = Operation(
    title="Folder of the model",
    summary="One folder of the model's layout: its sub-folders with a line each, or its records",
    args=Object(Member("path", Text(500), "The folder, such as architecture/level-0; empty is the "
                       "top.", default=""),
                OFFSET, LIMIT, ON, AT, FOLDER),
    run=run, example={"path": "architecture/level-0"})
