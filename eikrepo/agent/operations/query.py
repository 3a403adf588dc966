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
from eikrepo.agent.values import aggregate, grouped, is_number, names_of, value
from eikrepo.geometry.view import View
from eikrepo.history.changes import changed_ids
from eikrepo.model.compound import AnyOf, Member, Object
from eikrepo.model.kinds import Choice, Integer, Point, Ref, Text
from eikrepo.model.record import Record
from eikrepo.problems import refuse, similar

if TYPE_CHECKING:
    from eikrepo.agent.session import Session

_QUESTIONS = ("select", "text", "line", "nearest", "inside", "hostedOn", "usesOf")
_LEAST_SCORE = 60.0
_SPACE = Point(3)
ARGS = Object(
    Member("select", Choice("count", "sum", "min", "max", "mean", "list"),
           "A number over all records of where, or the list of a value."),
    Member("of", Text(200, least=1), "The value: a member, own or its type's (height), derived "
           "(netSideArea_m2), or Set.Name."),
    Member("groupBy", Text(200, least=1), "By level, type, category, or any value."),
    Member("where", FILTER, "Which records; the filter of read.", default={}),
    Member("text", Text(200, least=1), "Search names, numbers, marks and ids; ranked, forgiving."),
    Member("line", Object(Member("from", _SPACE, "Start.", required=True),
                          Member("to", _SPACE, "End.", required=True)),
           "What a straight line passes through, in order."),
    Member("nearest", Object(
        Member("elementId", Ref(), "From a record."),
        Member("point", _SPACE, "Or from a point."),
        Member("count", Integer(1, 500), "How many.", default=10)), "What stands nearest."),
    Member("inside", AnyOf(_SPACE, Point()), "The space that holds a point."),
    Member("hostedOn", Ref(), "What is hosted on a record."),
    Member("usesOf", Ref(), "What uses a type, material or other record."),
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
    found: list[Record] = select(view, wanted["where"], lambda since: changed_ids(
        session.repository, state, since) if state else frozenset())
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
    kind, name, group = args["select"], args.get("of"), args.get("groupBy")
    if kind != "count" and name is None:
        raise refuse("missing-member", f"select {kind} needs of: the value's name.",
                     pointer="/of", expected="a member or derived value")
    for asked in (name, group):
        _known(view, found, asked)
    if kind == "list":
        known = [(record, value(view, record, str(name))) for record in found]
        rows = [[record.id, record.category, record.label, one] for record, one in known
                if one is not None]
        return (["id", "category", "name", str(name)], rows,
                {"records": len(found), "without": len(found) - len(rows)})
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


def _known(view: View, found: list[Record], name: str | None) -> None:
    """Raises EikError ``unknown-value`` for a name that no value of the records has."""
    if name is None or not found or any(value(view, one, name) is not None for one in found):
        return
    names = names_of(view, found)
    if name.partition(".")[0] not in names and name not in names:
        near = similar(name, names)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise refuse("unknown-value", f"None of these records can have a value {name}.{hint}",
                     got=name, similar=near, expected=sorted(names)[:100])


def _text(view: View, found: list[Record], words: str, _: bool) -> Found:
    """Returns records by how well their words match, the best first."""
    from rapidfuzz import fuzz, process, utils
    texts: dict[str, list[Record]] = {}
    for record in found:
        kind = view.get(record.get("typeId"))
        for word in {record.id, kind.label if kind else "",
                     *(record.get(name) for name in ("name", "number", "mark", "usage"))}:
            if isinstance(word, str) and word:
                texts.setdefault(word, []).append(record)
    best: dict[str, tuple[float, str]] = {}
    by_id = {record.id: record for record in found}
    for text, score, _place in process.extract(
            words, list(texts), scorer=fuzz.WRatio, processor=utils.default_process,
            score_cutoff=_LEAST_SCORE, limit=None):
        exact = text.casefold() == words.casefold()
        for record in texts[text]:
            mine = (100.0 if exact else min(99.0, score), text)
            best[record.id] = max(best.get(record.id, (0.0, "")), mine)
    ranked = sorted(best.items(), key=lambda pair: (-pair[1][0], pair[0]))
    return ([*COLUMNS, "score", "matched"],
            [[*row(view, by_id[name]), round(score, 1), text] for name, (score, text) in ranked],
            {"searched": len(found)})


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
    from eikrepo.geometry.spaces import encloses
    among = _among(found, filtered)
    out = []
    for space in view.of("space"):
        box = view.bounds(space)
        high = len(point) < 3 or box is None or box[2] <= point[2] <= box[5]
        if among(space) and high and encloses(view, space, (point[0], point[1])):
            out.append(row(view, space))
    at_points = sum("at" in space for space in view.of("space"))
    return list(COLUMNS), out, {"spaces": len(view.of("space")), "withoutOutline": at_points}


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
    "text": _text, "line": _line, "nearest": _nearest, "inside": _inside, "hostedOn": _hosted,
    "usesOf": _uses}
OPERATION = Operation(
    title="Ask a question",
    summary="Ask one question: numbers by group, text search, what a line passes through, "
    "nearest, which space, hosted on, uses of",
    args=ARGS, run=run,
    example={"select": "sum", "of": "netSideArea_m2", "where": {"categories": ["wall"]},
             "groupBy": "type"})
