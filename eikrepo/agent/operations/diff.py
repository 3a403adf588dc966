"""The difference of two points, or of a proposal from its merge base, as a reviewer reads it."""

from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import (
    LIMIT,
    OFFSET,
    ON,
    POINT,
    WHOLE,
    Answer,
    Args,
    Operation,
    honesty,
)
from eikrepo.agent.filter import FILTER_MEMBER
from eikrepo.agent.operations.proposals import PROPOSAL
from eikrepo.agent.pictures import kept
from eikrepo.model.compound import Member, Object
from eikrepo.problems import EikError

if TYPE_CHECKING:
    from eikrepo.agent.session import Session
    from eikrepo.store.files import Files


def run(session: "Session", args: Args) -> Answer:
    """Answers changes, effects, quantities and problems, and what was compared."""
    from eikrepo.proposals.difference import difference
    before, after, head = _sides(session, args)
    found = difference(before, after).to_json()
    rows = found.pop("changes")
    if args["filter"]:
        keep = _kept(session, args, before, after)
        rows = [row for row in rows if row["id"] in keep]
        found["effects"] = [row for row in found["effects"] if row["id"] in keep]
    offset = args["offset"]
    page = rows[offset:] if args["whole"] else rows[offset:offset + args["limit"]]
    counts: dict[str, int] = {}
    for row in rows:
        counts[row["did"]] = counts.get(row["did"], 0) + 1
    data = head | {"counts": counts} | honesty(len(rows), len(page), offset) | {"changes": page}
    out: Answer = {"data": data | found}
    if data["nextOffset"] is not None:
        again = {key: args[key] for key in ("a", "b", "proposal", "filter", "limit", "on")
                 if args.get(key)}
        out["next"] = [{"op": "diff"} | again | {"offset": data["nextOffset"]}]
    return out


def _kept(session: "Session", args: Args, before: "Files", after: "Files") -> frozenset[str]:
    """Returns the ids that the filter keeps, before or after.

    What a filter names need not be on both sides, but on one.
    """
    out: set[str] = set()
    faults = []
    for side in (after, before):
        try:
            wanted = session.resolved({"filter": args["filter"]}, ARGS, side.view)["filter"]
        except EikError as error:
            faults.append(error)
            continue
        out |= kept(session, args, wanted, side.view, None) or set()
    if len(faults) == 2:
        raise faults[0]
    return frozenset(out)


def _sides(session: "Session", args: Args) -> "tuple[Files, Files, dict[str, Any]]":
    repository = session.repository
    git, loader = repository.git, repository.loader
    if "proposal" in args:
        from eikrepo.proposals.merging import begin_of, steps_of
        from eikrepo.proposals.proposal import find
        one = find(repository, args["proposal"])
        begin = begin_of(repository, one)
        head: dict[str, Any] = {"proposal": one.to_json(), "a": begin, "b": one.head,
                                "steps": steps_of(repository, one)}
        return (loader.at(git.model_tree(begin)), loader.at(git.model_tree(str(one.head))), head)
    state = session.look({"on": args.get("on")})
    first = repository.point(args.get("a", state.commit), state.branch, state.commit)
    before = loader.at(git.model_tree(first))
    if "b" in args:
        last = repository.point(args["b"], state.branch, state.commit)
        return before, loader.at(git.model_tree(last)), {"a": first, "b": last}
    return before, state.folder if state.edits else state.committed, {"a": first, "b": "folder"}


ARGS = Object(
    Member("a", POINT, "From; default the last commit."),
    Member("b", POINT, "To; default the folder as it is."),
    PROPOSAL._replace(required=False),
    FILTER_MEMBER._replace(doc="Changes of these records alone."), OFFSET, LIMIT, ON, WHOLE)
OPERATION = Operation(
    title="Difference", summary="The difference of two points or of a proposal: changes, effects, "
    "quantities, problems new and gone",
    args=ARGS, run=run, example={"a": 1})
