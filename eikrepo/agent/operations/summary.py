"""The model at a glance: small whatever the model's size."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import AT, ON, Answer, Args, Operation
from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.compound import Object

if TYPE_CHECKING:
    from eikrepo.agent.session import Session

_LEVELS_MOST = 25
_TYPES_MOST = 20
_NAME_MOST = 60


def run(session: "Session", args: Args) -> Answer:
    """Answers counts by level, category and type, and what to read next."""
    from eikrepo.agent.session import stale
    state = session.look(args)
    if state.clean:
        data = state.facts("summary", lambda: _data(state.committed.view))
        out: Answer = {"data": data}
    else:
        served = state.served
        out = {"data": _data(served.view)} | stale(served)
    return out | {"next": _next(out["data"])}


def _data(view: View) -> dict[str, Any]:
    model = view.model
    manifest, project = model.manifest, model.find("project")
    counts = model.counts()
    levels = sorted(model.of("level"), key=lambda one: (one.get("elevation", 0), one.id))
    on_level = Counter(record.data.get("levelId") for record in model.values())
    kinds = Counter(record.data["typeId"] for record in model.values() if "typeId" in record.data)
    types = sorted(kinds.items(), key=lambda pair: (-pair[1], pair[0]))
    data: dict[str, Any] = {
        "model": {"id": manifest.get("id") if manifest else None,
                  "name": _short(manifest.get("name") if manifest else None),
                  "format": manifest.get("format") if manifest else None},
        "project": {"name": _short(project.get("name"))} if project else None,
        "records": len(model),
        "categories": {name: count for name, count in counts.items() if not _kind_of(name)},
        "typeCategories": {name: count for name, count in counts.items() if _kind_of(name)},
        "levels": [{"id": level.id, "name": _short(level.label),
                    "elevation_mm": level.get("elevation", 0),
                    "records": on_level.get(level.id, 0)} for level in levels[:_LEVELS_MOST]],
        "types": [{"id": name, "name": _short(_label(view, name)), "count": count}
                  for name, count in types[:_TYPES_MOST]]}
    if len(levels) > _LEVELS_MOST:
        data["moreLevels"] = len(levels) - _LEVELS_MOST
    if len(types) > _TYPES_MOST:
        data["moreTypes"] = len(types) - _TYPES_MOST
    return data


def _kind_of(name: str) -> bool:
    row = category(name)
    return row is not None and row.type_of is not None


def _label(view: View, name: str) -> str:
    record = view.get(name)
    return record.label if record else name


def _short(text: Any) -> Any:
    return text[:_NAME_MOST] if isinstance(text, str) else text


def _next(data: dict[str, Any]) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = [{"op": "guide"}, {"op": "tree"}]
    if data["levels"]:
        fullest = max(data["levels"], key=lambda level: level["records"])
        out.append({"op": "read", "tier": "index", "filter": {"levelIds": [fullest["id"]]}})
    return out


OPERATION = Operation(
    title="Model summary",
    summary="The model at a glance: levels, counts by category and type, what to read next",
    args=Object(ON, AT), run=run, example={})
