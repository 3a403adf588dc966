"""Merges a proposal into its target, or previews it; whole, or some of its records."""

from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import REASON, Answer, Args, Operation
from eikrepo.agent.operations.proposals import PROPOSAL
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.kinds import Flag, Ref

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers what landed: two parents, the target first; or what would."""
    from eikrepo.proposals.merging import land_merge, preview, told
    from eikrepo.proposals.proposal import find
    repository = session.repository
    proposal = find(repository, args["proposal"])
    only = args.get("records")
    if args["preview"]:
        found, shown = preview(repository, proposal, only)
        clean = not found.conflicts and not found.found.errors
        data: dict[str, Any] = {
            "proposal": proposal.slug, "target": proposal.target, "clean": clean,
            "conflicts": [told(repository, proposal, one, found.base) for one in found.conflicts],
            "resolved": list(found.resolved)} | shown.to_json()
        follow = {"op": "merge", "proposal": proposal.slug} if clean else {
            "op": "conflicts", "proposal": proposal.slug}
        return {"data": data, "next": [follow]}
    commit, sequence, found = land_merge(repository, proposal, only=only, reason=args["reason"])
    from eikrepo.history.answer import affected
    return {"commit": commit, "sequence": sequence, "branch": proposal.target, "data": {
        "proposal": proposal.slug, "parents": [found.state.commit, found.head],
        "affected": affected(found.ours.view, found.after.view, found.diff),
        "resolved": list(found.resolved), "verify": [{"op": "validate"}],
        "problems": {"new": [one.to_json() for one in found.found.new],
                     "gone": [one.to_json() for one in found.found.gone]}},
        "next": [{"op": "changes", "since": sequence - 1}]}


OPERATION = Operation(
    title="Merge a proposal", summary="Merge a proposal by record and member, validated first; or "
    "preview it, or take some of its records",
    args=Object(PROPOSAL, Member("preview", Flag(), "Show what would land; move nothing.",
                                 default=False),
                Member("records", ListOf(Ref(), unique=True), "Only the changes of these."),
                REASON),
    run=run, example={"proposal": "widen-the-bedroom-7f2k", "preview": True}, scope="merge",
    writes=True)
