"""Answers one question about the model: numbers by group, words, lines, places, uses."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import (
    AT,
    FOLDER,
    LIMIT,
    OFFSET,
    ON,
    WHOLE,
    Answer,
    Args,
    Operation,
    honesty,
)
from eikrepo.agent.filter import FILTER, select
from eikrepo.agent.rows import COLUMNS, row
from eikrepo.agent.values import aggregate, demand, grouped, is_number, value
from eikrepo.geometry.quantities import all_quantities
from eikrepo.geometry.view import View
from eikrepo.history.changes import changed_ids
from eikrepo.model.compound import AnyOf, ListOf, Member, Object
from eikrepo.model.kinds import Choice, Integer, Point, Ref, Text
from eikrepo.model.record import Record
from eikrepo.model.walls import heights
from eikrepo.problems import refuse

if TYPE_CHECKING:
    from eikrepo.agent.session import Session

_QUESTIONS = ("select", "text", "line", "nearest", "inside", "adjacentTo", "hostedOn", "usesOf")
_SPACE = Point(3)
_FAR = 1e12
ARGS = Object(
    Member("select", Choice("count", "sum", "min", "max", "mean", "list"),
           "A number or list over where."),
    Member("of", AnyOf(Text(200, least=1), ListOf(Text(200, least=1), least=1, most=50)),
           "A member (height), derived value (netSideArea_m2) or Set.Name; several for a list."),
    Member("groupBy", Text(200, least=1), "By level, type, category, or any value."),
    Member("where", FILTER, "Which records; the filter of read.", default={}),
    Member("text", Text(200, least=1), "Search words, forgiving."),
    Member("line", Object(Member("from", _SPACE, "Start.", required=True),
                          Member("to", _SPACE, "End.", required=True)),
           "Passes through what, in order."),
    Member("nearest", Object(
        Member("elementId", Ref(), "From a record."),
        Member("point", _SPACE, "Or from a point."),
        Member("count", Integer(1, 500), "How many.", default=10)), "What stands nearest."),
    Member("inside", AnyOf(_SPACE, Point()), "The space that holds a point."),
    Member("adjacentTo", Ref("space"), "The spaces beside a space, with doors."),
    Member("hostedOn", Ref(), "What is hosted on a record."),
    Member("usesOf", Ref(), "What uses a type or material."),
    OFFSET, LIMIT, ON, AT, FOLDER, WHOLE)


def run(session: "Session", args: Args) -> Answer:
    """Answers the one question that was asked, in pages."""
    from eikrepo.agent.session import stale
    asked = [name for name in _QUESTIONS if name in args]
    if len(asked) != 1:
        raise refuse("one-question", f"A query asks one of {', '.join(_QUESTIONS)}; this one asks "
                     f"{', '.join(asked) or 'none'}.", expected=list(_QUESTIONS), got=asked)
    served = session.served(args)
    view = served.view
    state = session.look({"on": args.get("on")}) if "changedSince" in args["where"] else None
    wanted = session.resolved({name: args[name] for name in ("where", *asked)}, ARGS, view)
    found: list[Record] = [] if not wanted["where"] and asked != ["select"] else select(
        view, wanted["where"], lambda since: changed_ids(session.repository, state, since)
        if state else frozenset())
    if asked == ["select"]:
        columns, rows, extra = _numbers(view, found, args)
    else:
        columns, rows, extra = _ANSWERS[asked[0]](view, found, wanted[asked[0]],
                                                  bool(wanted["where"]))
    return _page(session, args, columns, rows, extra) | stale(served)


def _page(session: "Session", args: Args, columns: list[str], rows: list[list[Any]],
          extra: Args) -> Answer:
    offset = args["offset"]
    page = rows[offset:] if args["whole"] else rows[offset:offset + args["limit"]]
    data = extra | {"columns": columns} | honesty(len(rows), len(page), offset) | {"rows": page}
    out: Answer = {"data": data}
    if data["nextOffset"] is not None:
        again = {name: one for name, one in args.items()
                 if name not in ("offset", "whole") and one != {}}
        out["next"] = [{"op": "query"} | again | {"offset": data["nextOffset"]} | session.pins()]
    return out


Found = tuple[list[str], list[list[Any]], Args]


def _numbers(view: View, found: list[Record], args: Args) -> Found:
    """Returns a number for each group, with how many records had none to give."""
    kind, of, group = args["select"], args.get("of"), args.get("groupBy")
    names = of if isinstance(of, list) else [of] if of else []
    if kind != "count" and not names:
        raise refuse("missing-member", f"select {kind} needs of: the value's name.",
                     pointer="/of", expected="a member or derived value")
    for asked in (*names, group):
        demand(view, found, asked)
    if kind == "list":
        return _schedule(view, found, names, group)
    if len(names) > 1:
        raise refuse("one-question", f"select {kind} takes one value of; a list takes several.",
                     pointer="/of", got=names, expected="one value, or select list")
    name = names[0] if names else None
    if name is not None and name.endswith(("_m2", "_m3")):
        all_quantities(view, found)  # of many walls at once, a tenth of the time
    rows = []
    for key, records in grouped(view, found, group).items():
        if name is None:
            rows.append([key, len(records), 0, len(records)])
            continue
        values = [value(view, record, name) for record in records]
        counted = sum(one is not None if kind == "count" else is_number(one) for one in values)
        rows.append([key, len(records), len(records) - counted,
                     counted if kind == "count" else aggregate(kind, values)])
    return [group or "of", "records", "without", kind], rows, {"records": len(found)}


def _schedule(view: View, found: list[Record], names: list[str], group: str | None) -> Found:
    """Returns the values of each record that has any, by group, and the totals of numbers."""
    known = [(record, [value(view, record, name) for name in names]) for record in found]
    rows = [([] if group is None else [value(view, record, group)])
            + [record.id, record.category, record.label, *values] for record, values in known
            if any(one is not None for one in values)]
    if group is not None:
        rows.sort(key=lambda row: (row[0] is None, str(row[0])))
    columns = [*([group] if group is not None else []), "id", "category", "name", *names]
    totals = {name: total for place, name in enumerate(names)
              if (total := aggregate("sum", [values[place] for _, values in known])) is not None}
    return columns, rows, {"records": len(found), "without": len(found) - len(rows),
                           "totals": totals}


def _text(view: View, found: list[Record], words: str, filtered: bool) -> Found:
    """Returns records by how well their words match, the best first."""
    from eikrepo.agent.search import ranked
    among = _among(found, filtered)
    order = sorted(((-score, name, text) for name, (score, text) in ranked(view, words).items()
                    if among(view.model[name])))
    return ([*COLUMNS, "score", "matched"],
            [[*row(view, view.model[name]), round(-score, 1), text] for score, name, text in order],
            {"searched": len(found) if filtered else len(view.model)})


def _among(found: list[Record], filtered: bool) -> Callable[[Record], bool]:
    ids = {record.id for record in found}
    return (lambda record: record.id in ids) if filtered else (lambda _: True)


def _line(view: View, found: list[Record], line: Args, filtered: bool) -> Found:
    from eikrepo.geometry.spatial import of_point, through
    passed = through(view, of_point(line["from"]), of_point(line["to"]), _among(found, filtered))
    return ([*COLUMNS, "entry_mm", "exit_mm", "inside_mm"],
            [[*row(view, one.record), round(one.entry, 1), round(one.exit, 1),
              round(one.exit - one.entry, 1)] for one in passed], {})


def _nearest(view: View, found: list[Record], said: Args, filtered: bool) -> Found:
    from eikrepo.geometry.spatial import nearest, of_point
    middle = view.get(said.get("elementId"))
    if (middle is None) == ("point" not in said):
        raise refuse("one-question", "nearest measures from elementId or from point, one of the "
                     "two.", pointer="/nearest", expected=["elementId", "point"])
    if middle is not None:
        box = view.bounds(middle)
        if box is None:
            raise refuse("no-bounds", f"{middle.label} has no place in space to measure from.",
                         got=middle.id)
    else:
        x, y, z = of_point(said["point"])
        box = (x, y, z, x, y, z)
    among = _among(found, filtered)
    near = nearest(view, box, said.get("count", 10),
                   lambda record: record is not middle and among(record))
    return ([*COLUMNS, "distance_mm"],
            [[*row(view, record), round(far, 1)] for far, record in near], {})


def _inside(view: View, found: list[Record], point: list[float], filtered: bool) -> Found:
    """Returns the spaces that hold a point; without a height those of every level."""
    from eikrepo.geometry.rooms import outline_of, room_holds
    from eikrepo.geometry.spaces import encloses
    from eikrepo.geometry.spatial import near_box
    among = _among(found, filtered)
    x, y = point[0], point[1]
    low, high = (point[2], point[2]) if len(point) > 2 else (-_FAR, _FAR)
    out = [row(view, space) for space in near_box(view, (x, y, low, x, y, high))
           if space.category == "space" and among(space) and encloses(view, space, (x, y))]
    free = [space for space in view.of("space") if "at" in space]
    for space in free:
        span = heights(space, view.model)
        level = len(point) < 3 or span is None or span[0] <= point[2] <= span[1]
        if level and among(space) and room_holds(view, space, (x, y)):
            out.append(row(view, space))
    lost = sum(outline_of(view, space) is None for space in free)
    return list(COLUMNS), out, {"spaces": len(view.of("space")), "withoutOutline": lost}


def _adjacent(view: View, found: list[Record], name: str, filtered: bool) -> Found:
    """Returns the spaces that share a wall with a space, the longest wall first."""
    from eikrepo.geometry.adjacency import adjacent
    among, space = _among(found, filtered), view.get(name)
    beside = [one for one in adjacent(view, space) if among(one.space)] if space else []
    return ([*COLUMNS, "shared_mm", "apart_mm", "doors"],
            [[*row(view, one.space), round(one.shared, 1), round(one.apart, 1), list(one.doors)]
             for one in beside], {"space": name,
                                  "outline": bool(space and "boundary" in space)})


def _hosted(view: View, found: list[Record], name: str, filtered: bool) -> Found:
    among = _among(found, filtered)
    rows = [row(view, one) for one in view.model.hosted(name) if among(one)]
    return list(COLUMNS), rows, {"host": name}


def _uses(view: View, found: list[Record], name: str, filtered: bool) -> Found:
    """Returns what names a record, and the instances of the types that do."""
    among = _among(found, filtered)
    direct = {one.id: one for one in view.model.referrers(name)}
    by_type = {one.id: (one, kind.id) for kind in direct.values()
               for one in view.model.referrers(kind.id) if one.get("typeId") == kind.id}
    rows = [[*row(view, one), None] for one in direct.values() if among(one)]
    rows += [[*row(view, one), through] for key, (one, through) in by_type.items()
             if key not in direct and among(one)]
    return ([*COLUMNS, "through"], sorted(rows, key=lambda one: (one[8] or "", one[1], one[0])),
            {"used": name})


_ANSWERS: dict[str, Callable[[View, list[Record], Any, bool], Found]] = {
    "text": _text, "line": _line, "nearest": _nearest, "inside": _inside,
    "adjacentTo": _adjacent, "hostedOn": _hosted,
    "usesOf": _uses}
OPERATION = Operation(
    title="Ask a question",
    summary="Ask one question: numbers by group, lists, words, what a line passes through, "
    "nearest, which space, adjacent spaces, hosted on, uses of",
    args=ARGS, run=run,
    example={"select": "sum", "of": "netSideArea_m2", "groupBy": "type"})
