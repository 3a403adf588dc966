"""Reads records through the filter, in tiers and pages."""

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
from eikrepo.agent.filter import FILTER_MEMBER, select
from eikrepo.agent.rows import COLUMNS, row
from eikrepo.geometry.view import View
from eikrepo.history.changes import changed_ids
from eikrepo.history.message import compact
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.kinds import Choice, Integer, Text
from eikrepo.model.record import Record
from eikrepo.problems import EikError, refuse, similar

if TYPE_CHECKING:
    from eikrepo.agent.session import Session

ARGS = Object(
    Member("tier", Choice("index", "full"), "index: rows; full: records with derived values.",
           default="index"),
    FILTER_MEMBER, OFFSET, LIMIT,
    Member("trace", ListOf(Text(100, least=1), most=20, unique=True), "Values to explain."),
    Member("byteBudget", Integer(500), "Most bytes of a page."),
    ON, AT, FOLDER, WHOLE)


def run(session: "Session", args: Args) -> Answer:
    """Answers one page of the records that the filter keeps."""
    from eikrepo.agent.session import stale
    served = session.served(args)
    view = served.view
    state = session.look({"on": args.get("on")}) if "changedSince" in args["filter"] else None
    wanted = session.resolved({"filter": args["filter"]}, ARGS, view)["filter"]
    found = select(view, wanted, lambda since: changed_ids(session.repository, state, since)
                   if state else frozenset())
    offset = args["offset"]
    page = found[offset:] if args["whole"] else found[offset:offset + args["limit"]]
    traced = tuple(args.get("trace", ()))
    tier = "full" if traced else args["tier"]
    items = _page(view, page, tier, args.get("byteBudget"), traced)
    key = "rows" if tier == "index" else "records"
    data: dict[str, Any] = honesty(len(found), len(items), offset)
    if tier == "index":
        data = {"columns": list(COLUMNS)} | data
    data[key] = items
    out: Answer = {"data": data} | stale(served)
    if data["nextOffset"] is not None:
        again = {name: args[name] for name in (
            "tier", "filter", "limit", "byteBudget", "on", "trace")
                 if name in args and args[name] != {}}
        out["next"] = [{"op": "read"} | again | {"offset": data["nextOffset"]} | session.pins()]
    return out


def _page(view: View, records: list[Record], tier: str, budget: int | None,
          traced: tuple[str, ...]) -> list[Any]:
    out: list[Any] = []
    size = 0
    for record in records:
        item = row(view, record) if tier == "index" else full(view, record, traced)
        size += len(compact(item)) if budget else 0
        if budget and size > budget and out:
            break
        out.append(item)
    for name in traced:
        if out and not any(name in item["trace"] for item in out):
            raise _unknown(view, records, name)
    return out


def full(view: View, record: Record, traced: tuple[str, ...] = ()) -> dict[str, Any]:
    """Returns a record's own members, and beside them what is derived, and why."""
    from eikrepo.geometry.derived import derived
    out = {"record": record.data, "derived": {"revision": record.revision} | derived(view, record)}
    if not traced:
        return out
    from eikrepo.geometry.trace import trace
    return out | {"trace": {name: found for name in traced
                            if (found := trace(view, record, name)) is not None}}


def _unknown(view: View, records: list[Record], name: str) -> EikError:
    from eikrepo.geometry.trace import names
    known = sorted({one for record in records[:20] for one in names(view, record)})
    near = similar(name, known)
    hint = f" Did you mean {near[0]}?" if near else ""
    return refuse("unknown-value", f"None of these records has a value {name} to trace.{hint}",
                  pointer="/trace", got=name, similar=near, expected=known[:100])


OPERATION = Operation(
    title="Read records", summary="Read records through the filter, as index rows or in full",
    args=ARGS, run=run,
    example={"filter": {"categories": ["wall"]}, "limit": 10})
