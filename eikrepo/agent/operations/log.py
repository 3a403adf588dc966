"""The steps of a branch, or those that touched one record, newest first."""

from itertools import islice
from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import LIMIT, OFFSET, ON, Answer, Args, Operation, honesty
from eikrepo.model.compound import Member, Object
from eikrepo.model.kinds import Ref

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers one page of steps, each with who, by what command, and why."""
    from eikrepo.history.changes import all_steps, record_log, steps
    repository = session.repository
    state = session.look(args)
    offset, limit = args["offset"], args["limit"]
    if "id" in args:
        view = (state.folder if state.edits else state.committed).view
        name = session.resolved({"id": args["id"]}, OPERATION.args, view)["id"]
        found = list(islice(record_log(repository, state, name), offset, offset + limit + 1))
        more = len(found) > limit
        data: dict[str, Any] = honesty(offset + len(found), len(found[:limit]), offset)
        data |= {"id": name, "truncated": more or offset > 0, "steps": found[:limit]}
    else:
        first, last = all_steps(repository, state)
        until = last - offset
        rows = steps(repository, state, max(first - 1, until - limit), until)[::-1]
        data = honesty(last - first + 1, len(rows), offset)
        data["steps"] = rows
    out: Answer = {"data": data}
    if data["nextOffset"] is not None:
        again = {key: args[key] for key in ("id", "limit", "on") if key in args}
        out["next"] = [{"op": "log"} | again | {"offset": data["nextOffset"]}]
    return out


OPERATION = Operation(
    title="History", summary="The steps of a branch, or of one record, newest first",
    args=Object(Member("id", Ref(), "Only the steps that touched this record."),
                OFFSET, LIMIT, ON), run=run, example={"limit": 10})
