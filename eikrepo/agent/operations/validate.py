"""Checks the folder as it is now, hand edits included."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import (
    AT,
    FOLDER,
    LIMIT,
    OFFSET,
    ON,
    VALIDATE,
    WHOLE,
    Answer,
    Args,
    Operation,
    honesty,
)
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.kinds import Text
from eikrepo.problems import ERROR

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers whether the model is valid, and every problem with its fix, errors first."""
    from eikrepo.history.state import everything, located
    state = session.look(args)
    found = everything(state)
    codes = args.get("codes")
    if codes:
        found = [one for one in found if one.code in codes]
    errors = sum(one.severity == ERROR for one in found)
    offset = args["offset"]
    page = found[offset:] if args["whole"] else found[offset:offset + args["limit"]]
    data: dict[str, Any] = {
        "valid": errors == 0,
        "counts": {"errors": errors, "warnings": len(found) - errors,
                   "byCode": dict(Counter(one.code for one in found).most_common())}}
    data |= honesty(len(found), len(page), offset)
    data["problems"] = [one.to_json() for one in located(state, session.repository.git, page)]
    out: Answer = {"ok": errors == 0, "data": data}
    if data["nextOffset"] is not None:
        again = {key: args[key] for key in ("limit", "codes", "on", "at") if key in args}
        out["next"] = [{"op": "validate"} | again | {"offset": data["nextOffset"]}]
    else:
        fixes = [one.fix for one in page if isinstance(one.fix, dict)]
        out["next"] = fixes[:3]
    return out


OPERATION = Operation(
    title="Check the model",
    summary="Check the folder as it is now: valid, or what is wrong, where, and the fix",
    args=Object(Member("codes", ListOf(Text(64), unique=True), "Only these rules."),
                OFFSET, LIMIT, ON, AT, FOLDER, WHOLE),
    run=run, example={}, scope=VALIDATE)
