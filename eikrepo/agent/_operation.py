"""The row type of the table of operations, and the members that several of them take."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from eikrepo.model.compound import AnyOf, Anything, ListOf, MapOf, Member, Object
from eikrepo.model.kinds import Flag, Integer, Ref, Text

if TYPE_CHECKING:
    from eikrepo.agent.session import Session

Args = dict[str, Any]
Answer = dict[str, Any]
READ, VALIDATE, WRITE = "read", "validate", "write"


class Operation(NamedTuple):
    """One operation: its arguments and what it answers.

    ``run`` returns the members of the envelope that are its own: ``data``, ``next`` and, where
    they are not those of the state it looked at, ``sequence``, ``commit``, ``branch``.
    """

    title: str
    summary: str
    args: Object
    run: Callable[["Session", Args], Answer]
    example: Args
    scope: str = READ
    writes: bool = False


ON = Member("on", Text(250, least=1), "The branch; default the one checked out.")
POINT = AnyOf(Integer(1), Text(250, least=1))
AT = Member("at", POINT, "A sequence, or version:, commit:, branch:, proposal: or date: and a "
            "name.")
OFFSET = Member("offset", Integer(0), "How many to skip.", default=0)
LIMIT = Member("limit", Integer(1, 500), "How many to answer at most.", default=50)
WHOLE = Member("whole", Flag(), "Send the whole answer, however long.", default=False)
FOLDER = Member("folder", Text(64), "From next: pins a page.")
REASON = Member("reason", Text(5000), "Why, for people who read the history.", default="")
DRY_RUN = Member("dryRun", Flag(), "Answer what would happen and write nothing.", default=False)
EXPECT = Member("expect", Object(
    Member("sequence", Integer(0), "The branch's sequence."),
    Member("commit", Text(40, "[0-9a-f]{40}", words="a full commit id"),
           "The branch's commit."),
    Member("revisions", MapOf(Text(12)), "Record id → the revision it is at."),
    Member("absent", ListOf(Ref(new=True), unique=True), "Ids that no record has.")),
    "Preconditions.")
REQUEST_ID = Member("requestId", Text(200, least=1), "A repeat runs nothing and gives the first "
                    "answer.")
NEW_IDS = Member("newIds", ListOf(Ref(new=True)), "Ids for the records it creates, in order.")
COMMAND = Member("command", Text(64, least=1), "The command's name.", required=True)
ARGS = Member("args", Anything(), "Its arguments; schema says them.", default={})


def honesty(total: int, returned: int, offset: int) -> dict[str, Any]:
    """Returns the fields every list carries: how many match, and what was left out."""
    end = offset + returned
    return {"total": total, "returned": returned, "offset": offset,
            "nextOffset": end if end < total else None, "truncated": returned < total}
