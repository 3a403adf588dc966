"""Named versions: create, list, show, compare and restore."""

from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import (
    DRY_RUN,
    LIMIT,
    OFFSET,
    ON,
    POINT,
    REASON,
    WRITE,
    Answer,
    Args,
    Operation,
    honesty,
)
from eikrepo.model.compound import Member, Object
from eikrepo.model.kinds import Choice, Text
from eikrepo.problems import refuse

if TYPE_CHECKING:
    from eikrepo.agent.session import Session

_READING = ("list", "show", "compare")


def run(session: "Session", args: Args) -> Answer:
    """Answers what is asked of versions; one that exists never moves."""
    from eikrepo.history import versions
    do, repository = args["do"], session.repository
    if session.read_only and do not in _READING and not args["dryRun"]:
        raise refuse("read-only", f"This session is read-only: version {do} cannot run in it.",
                     got=do)
    if do == "list":
        found = versions.names(repository)
        page = found[args["offset"]:args["offset"] + args["limit"]]
        return {"data": honesty(len(found), len(page), args["offset"]) | {
            "versions": [versions.show(repository, name) for name in page]}}
    name = args.get("name")
    if name is None:
        raise refuse("missing-member", f"version {do} needs a name.", pointer="/name")
    if do == "show":
        return {"data": versions.show(repository, name)}
    if do == "create":
        return {"data": versions.create(repository, name, title=args.get("title", ""),
                                        note=args.get("note", ""), at=args.get("at"),
                                        on=args.get("on"))}
    if do == "restore":
        return versions.restore(repository, name, on=args.get("on"), dry_run=args["dryRun"],
                                reason=args["reason"])
    return _compare(session, name, args)


def _compare(session: "Session", name: str, args: Args) -> Answer:
    from eikrepo.history import versions
    first, last, diff = versions.compare(session.repository, name, args.get("other"),
                                         args.get("on"))
    rows = versions.rows(diff)
    page = rows[args["offset"]:args["offset"] + args["limit"]]
    data: dict[str, Any] = {"since": first, "until": last}
    return {"data": data | honesty(len(rows), len(page), args["offset"]) | {"changes": page}}


OPERATION = Operation(
    title="Versions", summary="Named versions of the model: create, list, show, compare, restore",
    args=Object(Member("do", Choice("create", "list", "show", "compare", "restore"),
                       "What to do.", default="list"),
                Member("name", Text(100, least=1), "The version's name."),
                Member("other", Text(100, least=1), "The version to compare with; default now."),
                Member("title", Text(200), "A title in one line."),
                Member("note", Text(5000), "What the version is for."),
                Member("at", POINT, "The point to name; default the tip."),
                DRY_RUN, REASON, OFFSET, LIMIT, ON),
    run=run, example={"do": "list"}, scope=WRITE)
