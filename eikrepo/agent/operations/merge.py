"""Merges a proposal into its target, or previews it; whole, or some of its records or steps."""

from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import REASON, Answer, Args, Operation
from eikrepo.agent.operations.proposals import PROPOSAL
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.kinds import Flag, Integer, Ref, Text

if TYPE_CHECKING:
    from eikrepo.agent.session import Session
    from eikrepo.proposals.merging import Merge


def run(session: "Session", args: Args) -> Answer:
    """Answers what landed: two parents, the target first; or what would."""
    from eikrepo.proposals.merging import Wish, land_merge, preview, semantic, told
    from eikrepo.proposals.proposal import find
    repository = session.repository
    proposal = find(repository, args["proposal"])
    records, steps = (tuple(args[key]) if key in args else None for key in ("records", "steps"))
    wish = Wish(records, steps, update=args["update"], accept=tuple(args.get("accept", ())),
                reason=args["reason"])
    if args["preview"]:
        found, shown = preview(repository, proposal, wish)
        merged = found.merged
        together = semantic(repository, proposal, merged, wish.accept)
        clean = not merged.conflicts and not together
        data: dict[str, Any] = {
            "proposal": proposal.slug, "target": found.state.branch, "clean": clean,
            "conflicts": [told(repository, proposal, one, merged.bases)
                          for one in merged.conflicts],
            "resolved": [one.id for one in merged.resolved],
            "together": [one.to_json() for one in together],
            } | shown.to_json()
        follow = {"op": "merge", "proposal": proposal.slug} if clean else {
            "op": "conflicts", "proposal": proposal.slug}
        return {"data": data, "next": [follow]}
    commit, sequence, found = land_merge(repository, proposal, wish)
    return _landed(proposal.slug, commit, sequence, found)


def _landed(slug: str, commit: str, sequence: int, found: "Merge") -> Answer:
    from eikrepo.history.answer import affected
    merged, state = found.merged, found.state
    return {"commit": commit, "sequence": sequence, "branch": state.branch, "data": {
        "proposal": slug, "parents": [state.commit, found.head],
        "affected": affected(merged.ours.view, merged.after.view, merged.diff),
        "resolved": [one.id for one in merged.resolved], "verify": [{"op": "validate"}],
        "problems": {"new": [one.to_json() for one in merged.found.new],
                     "gone": [one.to_json() for one in merged.found.gone]}},
        "next": [{"op": "changes", "since": sequence - 1}]}


OPERATION = Operation(
    title="Merge a proposal", summary="Merge a proposal by record and member, validated first; or "
    "preview it, or take a part",
    args=Object(PROPOSAL, Member("preview", Flag(), "Show what would land; move nothing.",
                                 default=False),
                Member("records", ListOf(Ref(), unique=True), "Only the changes of these."),
                Member("steps", ListOf(Integer(1, 10**9), unique=True),
                       "Only these, by sequence."),
                Member("accept", ListOf(Text(100), unique=True),
                       "Codes of findings you take."),
                Member("update", Flag(), "Target into proposal.",
                       default=False),
                REASON),
    run=run, example={"proposal": "widen-the-bedroom-7f2k", "preview": True}, scope="merge",
    writes=True)
