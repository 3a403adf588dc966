"""The one filter of reads, queries and pictures: its criteria combine with AND."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from eikrepo.geometry.view import View
from eikrepo.model.category import DOCUMENT, category
from eikrepo.model.compound import Anything, ListOf, MapOf, Member, Object
from eikrepo.model.elements import effective
from eikrepo.model.kinds import Flag, Point, Ref, Text, length
from eikrepo.model.record import Record
from eikrepo.model.shape import Box, meet
from eikrepo.problems import refuse, similar

if TYPE_CHECKING:
    from eikrepo.agent._operation import Args
    from eikrepo.history.state import State

IDS_MOST = 5000
FILTER = Object(
    Member("elementIds", ListOf(Ref(), most=IDS_MOST, unique=True),
           "By id or name; 5000 at most."),
    Member("categories", ListOf(Text(64), unique=True), "Of these categories."),
    Member("levelIds", ListOf(Ref("level"), unique=True), "On these levels."),
    Member("hostId", Ref(), "A host and all hosted on it."),
    Member("box", Object(Member("min", Point(3), "Lowest corner.", required=True),
                         Member("max", Point(3), "Highest corner.", required=True)),
           "Bounds meet a box, in mm."),
    Member("radius", Object(
        Member("elementId", Ref(), "In the middle.", required=True),
        Member("mm", length(least=0), "How near, in mm.", required=True)),
        "Bounds come near a record's bounds."),
    Member("viewId", Ref("view"), "What a view shows."),
    Member("selection", Flag(), "Selected in a session."),
    Member("changedSince", Anything(), "Changed since then."),
    Member("properties", MapOf(Anything()), '"Set.Name" → value, own or its type\'s.'),
    Member("typeIds", ListOf(Ref(), unique=True), "Instances of these types."),
    Member("materials", ListOf(Ref("material"), unique=True), "Own or of a type's layers."),
    Member("phase", Ref("phase"), "What stands in a phase."),
    Member("text", Text(200, least=1), "Held by a name, id, mark, number or type."),
    words="a filter")
FILTER_MEMBER = Member("filter", FILTER, "Criteria combine with AND.", default={})

Keep = Callable[[Record], bool]


def select(view: View, wanted: "Args", changed: Callable[[Any], frozenset[str]],
           state: "State | None" = None) -> list[Record]:
    """Returns the records a filter keeps, sorted by category and id.

    ``changed`` answers the ids changed since a point. Raises EikError for a criterion that
    cannot be met, such as an unknown category or a selection without a screen.
    """
    del state
    if wanted.get("selection"):
        raise refuse("no-selection", "Nothing is selected: no interactive session is open.",
                     fix="Name the records by elementIds.")
    keeps = [make(view, wanted[name]) for name, make in _CRITERIA.items() if name in wanted]
    ids = changed(wanted["changedSince"]) if "changedSince" in wanted else None
    among = _candidates(view, wanted) if ids is None else [
        record for name in ids if (record := view.model.find(name)) and not _is_document(record)]
    found = [record for record in among if all(keep(record) for keep in keeps)]
    return sorted(found, key=lambda record: (record.category, record.id))


def _candidates(view: View, wanted: "Args") -> Iterable[Record]:
    """Returns the records to look at: those an index gives for the narrowest criterion."""
    model = view.model
    if "elementIds" in wanted:
        return [record for name in wanted["elementIds"] if (record := model.find(name))]
    if "hostId" in wanted:
        host = model.find(wanted["hostId"])
        return [*([host] if host else []), *model.hosted(wanted["hostId"])]
    if "typeIds" in wanted:
        return {record.id: record for name in wanted["typeIds"]
                for record in model.referrers(name)}.values()
    if "box" in wanted or "radius" in wanted:
        return _near(view, wanted)
    if "categories" in wanted:
        return [record for name in wanted["categories"] for record in model.of(name)]
    return [record for record in model.values() if not _is_document(record)]


def _near(view: View, wanted: "Args") -> Iterable[Record]:
    """Returns the records near a box or a record, by the index of all bounds."""
    from eikrepo.geometry.spatial import near_box
    if "box" in wanted:
        low, high = wanted["box"]["min"], wanted["box"]["max"]
        return near_box(view, (low[0], low[1], low[2], high[0], high[1], high[2]))
    _, box = _middle(view, wanted["radius"])
    return near_box(view, box, wanted["radius"]["mm"])


def _is_document(record: Record) -> bool:
    row = category(record.category)
    return row is not None and row.home == DOCUMENT and record.category != "project"


def _categories(view: View, names: list[str]) -> Keep:
    from eikrepo.model.category import category_names
    for name in names:
        if category(name) is None:
            near = similar(name, category_names())
            raise refuse("unknown-category", f"There is no category {name!r}.", got=name,
                         similar=near, expected=list(view.model.counts()))
    kept = frozenset(names)
    return lambda record: record.category in kept


def _levels(view: View, ids: list[str]) -> Keep:
    kept = frozenset(ids)

    def keep(record: Record) -> bool:
        level = record.get("levelId")
        if level is None and isinstance(record.get("hostId"), str):
            host = view.get(record["hostId"])
            level = host.get("levelId") if host else None
        return level in kept or record.id in kept
    return keep


def _box(view: View, box: dict[str, list[float]]) -> Keep:
    low, high = box["min"], box["max"]
    corner: Box = (low[0], low[1], low[2], high[0], high[1], high[2])
    return _within(view, corner, 0)


def _within(view: View, box: Box, gap: float) -> Keep:
    def keep(record: Record) -> bool:
        bounds = view.bounds(record)
        return bounds is not None and meet(bounds, box, gap)
    return keep


def _radius(view: View, said: "Args") -> Keep:
    return _within(view, _middle(view, said)[1], said["mm"])


def _middle(view: View, said: "Args") -> tuple[Record, Box]:
    """Returns the record that a radius is measured from, and its bounds.

    Raises EikError ``no-bounds`` for one without a place.
    """
    middle = view.get(said["elementId"])
    bounds = view.bounds(middle) if middle else None
    if middle is None or bounds is None:
        raise refuse("no-bounds", f"{said['elementId']} has no place in space to measure from.",
                     got=said["elementId"])
    return middle, bounds


def _view(view: View, name: str) -> Keep:
    shown = view.get(name)
    assert shown is not None
    hidden = {*shown.get("hiddenCategories", ()), *shown.get("hiddenIds", ())}
    keeps: list[Keep] = [lambda record: not {record.category, record.id} & hidden]
    if shown.get("levelId"):
        keeps.append(_levels(view, [shown["levelId"]]))
    if shown.get("box"):
        keeps.append(_box(view, shown["box"]))
    return lambda record: all(keep(record) for keep in keeps)


def _properties(view: View, wanted: dict[str, Any]) -> Keep:
    from eikrepo.agent.values import property_of

    def keep(record: Record) -> bool:
        return all(property_of(view, record, name) == asked for name, asked in wanted.items())
    return keep


def _materials(view: View, ids: list[str]) -> Keep:
    kept = frozenset(ids)

    def keep(record: Record) -> bool:
        parts = [*(effective(record, view.model, "materials") or ()),
                 *(effective(record, view.model, "layers") or ())]
        return any(part.get("materialId") in kept for part in parts)
    return keep


def _phase(view: View, name: str) -> Keep:
    order = {phase.id: phase.get("order", 0) for phase in view.of("phase")}
    now = order.get(name, 0)

    def keep(record: Record) -> bool:
        begun = order.get(record.get("phaseCreatedId"), now)
        gone = record.get("phaseDemolishedId")
        return begun <= now and (gone is None or order.get(gone, now + 1) > now)
    return keep


def _text(view: View, text: str) -> Keep:
    from eikrepo.agent.search import holding
    found = holding(view, text)
    return lambda record: record.id in found


def _ids(_: View, ids: list[str]) -> Keep:
    kept = frozenset(ids)
    return lambda record: record.id in kept


def _host(_: View, host: str) -> Keep:
    return lambda record: record.id == host or record.get("hostId") == host


def _types(_: View, ids: list[str]) -> Keep:
    kept = frozenset(ids)
    return lambda record: record.get("typeId") in kept


_CRITERIA: dict[str, Callable[[View, Any], Keep]] = {
    "elementIds": _ids, "categories": _categories, "levelIds": _levels, "hostId": _host,
    "typeIds": _types, "box": _box, "radius": _radius, "viewId": _view,
    "properties": _properties, "materials": _materials, "phase": _phase, "text": _text}
