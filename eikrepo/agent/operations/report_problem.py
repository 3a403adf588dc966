"""Takes a report about the host or the model; kept in the folder, sent nowhere."""

from typing import TYPE_CHECKING

from eikrepo.agent._operation import Answer, Args, Operation
from eikrepo.model.compound import Anything, Member, Object
from eikrepo.model.kinds import Choice, Text

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers the report as kept, and where; a host that only reads answers it alone."""
    from eikrepo.history.reports import keep
    path, report = keep(session.repository, args)
    where = {"file": path} if path else {"kept": False}
    return {"data": where | {"report": report}}


OPERATION = Operation(
    title="Report a problem", summary="Report a fault of host or model; kept in the "
    "folder, sent nowhere",
    args=Object(Member("about", Choice("host", "model"), "Whose fault.", required=True),
                Member("text", Text(5000, least=1), "What is wrong.",
                       required=True),
                Member("record", Text(64), "The record."),
                Member("request", Anything(), "The request.")),
    run=run, example={"about": "host", "text": "validate says 0 errors and write is refused"})
