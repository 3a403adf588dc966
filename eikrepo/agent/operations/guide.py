"""The guide on demand: its core, or one topic."""

from typing import TYPE_CHECKING

from eikrepo.agent._operation import Answer, Args, Operation
from eikrepo.model.compound import Member, Object
from eikrepo.model.kinds import Text

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers the text of a topic, and the names of the others."""
    from eikrepo.agent.guide import topic, topics
    del session
    return {"data": {"topic": args["topic"], "text": topic(args["topic"]),
                     "topics": list(topics())},
            "next": [{"op": "summary"}, {"op": "tree"}]}


OPERATION = Operation(
    title="Guide", summary="The conventions and how to work here; read the core once at the start",
    args=Object(Member("topic", Text(64, least=1), "core, or the name of a category.",
                       default="core")),
    run=run, example={"topic": "core"})
