"""Who last changed each member of a record, and why."""

from typing import TYPE_CHECKING

from eikrepo.agent._operation import AT, ON, Answer, Args, Operation
from eikrepo.model.compound import Member, Object
from eikrepo.model.kinds import Ref

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers one row a member: its value, the step behind it, who and by what command."""
    from eikrepo.history.blame import blame
    state = session.look(args)
    view = (state.folder if state.edits else state.committed).view
    name = session.resolved({"id": args["id"]}, OPERATION.args, view)["id"]
    return {"data": {"id": name, "members": blame(session.repository, state, name)},
            "next": [{"op": "log", "id": name}]}


OPERATION = Operation(
    title="Blame", summary="Who last changed each member of a record, by what command and why",
    args=Object(Member("id", Ref(), "The record, by id or unambiguous name.", required=True),
                ON, AT), run=run, example={"id": "wall-north"})
