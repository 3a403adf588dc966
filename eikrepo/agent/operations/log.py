"""The steps of a branch, or those that touched one record, newest first."""

from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import LIMIT, OFFSET, ON, Answer, Args, Operation, honesty
from eikrepo.model.compound import Member, Object
from eikrepo.model.kinds import Ref, is_id
from eikrepo.problems import EikError

if TYPE_CHECKING:
    from eikrepo.agent.session import Session
    from eikrepo.history.state import State


def run(session: "Session", args: Args) -> Answer:
    """Answers one page of steps, each with who, by what command, and why."""
    from eikrepo.history.changes import all_steps, steps
    repository = session.repository
    state = session.look(args)
    offset, limit = args["offset"], args["limit"]
    if "id" in args:
        name, found = _of_record(session, state, args["id"])
        page = found[offset:offset + limit]
        data: dict[str, Any] = honesty(len(found), len(page), offset) | {"id": name, "steps": page}
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


def _of_record(session: "Session", state: "State",
               name: str) -> tuple[str, list[dict[str, Any]]]:
    """Returns a record's id and its steps; of one that is gone too, where its id is given."""
    from eikrepo.history.changes import record_log
    files = state.folder if state.edits else state.committed
    try:
        name = session.resolved({"id": name}, OPERATION.args, files.view)["id"]
    except EikError as error:
        found = list(record_log(session.repository, state, name)) if is_id(name) else []
        if not found:
            raise error from None
        return name, found
    return name, list(record_log(session.repository, state, name))


OPERATION = Operation(
    title="History", summary="The steps of a branch, or of one record, newest first",
    args=Object(Member("id", Ref(), "Only the steps that touched this record."),
                OFFSET, LIMIT, ON), run=run, example={"limit": 10})
