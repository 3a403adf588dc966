"""What changed since a sequence number or another point."""

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
from eikrepo.model.compound import Member, Object

if TYPE_CHECKING:
    from eikrepo.agent.session import Session

_STEPS_MOST = 50
_REASON_MOST = 200


def run(session: "Session", args: Args) -> Answer:
    """Answers the net record-level difference, and each step with who did it and why."""
    from eikrepo.history.changes import delta_row, net, sequence_of, steps
    repository = session.repository
    state = session.look({"on": args.get("on")})
    since, first = sequence_of(repository, state, args["since"])
    if "until" in args:
        until, last = sequence_of(repository, state, args["until"])
        after, edited = repository.loader.at(repository.git.model_tree(last)), frozenset[str]()
    else:
        until = state.sequence or 0
        after = state.folder if state.edits else state.committed
        edited = frozenset(state.committed.model.diff(after.model)) if state.edits else frozenset()
    diff = list(net(repository, first, after).values())
    offset = args["offset"]
    page = diff[offset:] if args["whole"] else diff[offset:offset + args["limit"]]
    rows = steps(repository, state, since, until)
    counts: dict[str, int] = {}
    for delta in diff:
        counts[delta.did] = counts.get(delta.did, 0) + 1
    data: dict[str, Any] = {"since": since, "until": until, "counts": counts}
    data |= honesty(len(diff), len(page), offset)
    data["changes"] = [delta_row(delta, pending=delta.record.id in edited) for delta in page]
    data["steps"] = [_brief(row) for row in rows[-_STEPS_MOST:]]
    data["stepsTotal"] = len(rows)
    out: Answer = {"data": data}
    if data["nextOffset"] is not None:
        again = {key: args[key] for key in ("since", "until", "limit", "on") if key in args}
        if "until" not in again and not edited:
            again["until"] = f"commit:{state.commit}"
        out["next"] = [{"op": "changes"} | again | {"offset": data["nextOffset"]}]
    return out


def _brief(row: dict[str, Any]) -> dict[str, Any]:
    """Returns a step with no more of its reason than a list needs; log tells the whole."""
    reason = row.get("reason", "")
    return row if len(reason) <= _REASON_MOST else row | {
        "reason": f"{reason[:_REASON_MOST - 1].rstrip()}…"}


OPERATION = Operation(
    title="What changed",
    summary="What changed since a point: members before and after, each step with who and "
            "why; pending edits are marked",
    args=Object(Member("since", POINT, "From here: a point.", required=True),
                Member("until", POINT, "To here; default now, with pending edits."),
                OFFSET, LIMIT, ON, WHOLE),
    run=run, example={"since": 1})
