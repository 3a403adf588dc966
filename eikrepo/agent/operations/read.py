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
from eikrepo.model.compound import Member, Object
from eikrepo.model.kinds import Choice, Integer
from eikrepo.model.record import Record

if TYPE_CHECKING:
    from eikrepo.agent.session import Session

ARGS = Object(
    Member("tier", Choice("index", "full"), "index: rows; full: records with "
           "derived values beside them.", default="index"),
    FILTER_MEMBER, OFFSET, LIMIT,
    Member("byteBudget", Integer(500), "The most bytes of a page."),
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
    items = _page(view, page, args["tier"], args.get("byteBudget"))
    key = "rows" if args["tier"] == "index" else "records"
    data: dict[str, Any] = honesty(len(found), len(items), offset)
    if args["tier"] == "index":
        data = {"columns": list(COLUMNS)} | data
    data[key] = items
    out: Answer = {"data": data} | stale(served)
    if data["nextOffset"] is not None:
        again = {name: args[name] for name in ("tier", "filter", "limit", "byteBudget", "on")
                 if name in args and args[name] != {}}
        out["next"] = [{"op": "read"} | again | {"offset": data["nextOffset"]} | session.pins()]
    return out


def _page(view: View, records: list[Record], tier: str, budget: int | None) -> list[Any]:
    out: list[Any] = []
    size = 0
    for record in records:
        item = row(view, record) if tier == "index" else full(view, record)
        size += len(compact(item)) if budget else 0
        if budget and size > budget and out:
            break
        out.append(item)
    return out


def full(view: View, record: Record) -> dict[str, Any]:
    """Returns a record's own members, and beside them what is derived."""
    from eikrepo.geometry.derived import derived
    return {"record": record.data, "derived": {"revision": record.revision} | derived(view, record)}


OPERATION = Operation(
    title="Read records", summary="Read records through the filter, as index rows or in full",
    args=ARGS, run=run,
    example={"tier": "index", "filter": {"categories": ["wall"]}, "limit": 10})
