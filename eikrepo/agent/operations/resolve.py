"""Decides a conflict of a proposal, or decides it anew; kept in the review, so that it repeats
by itself."""

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from eikrepo.agent._operation import Answer, Args, Operation
from eikrepo.agent.operations.proposals import PROPOSAL
from eikrepo.model.compound import AnyOf, Anything, Member, Object
from eikrepo.model.kinds import Choice, Text
from eikrepo.problems import refuse, similar

if TYPE_CHECKING:
    from eikrepo.agent.session import Session


def run(session: "Session", args: Args) -> Answer:
    """Answers what was decided and how many conflicts are left."""
    from eikrepo.history.three_way import key_of, side_of
    from eikrepo.proposals import events
    from eikrepo.proposals.merging import work_out
    from eikrepo.proposals.proposal import find
    repository = session.repository
    proposal = find(repository, args["proposal"])
    found = work_out(repository, proposal).merged
    every = (*found.conflicts, *found.resolved)
    named = [one for one in every if fnmatchcase(one.id, args["conflict"])]
    if not named:
        known = [one.id for one in every]
        raise refuse("unknown-conflict", f"No conflict of {proposal.slug} is called "
                     f"{args['conflict']!r}.", got=args["conflict"], expected=known[:20],
                     similar=similar(args["conflict"], known))
    for one in named:
        events.append(repository.git, proposal.slug, {
            "event": "resolve", "conflict": one.id, "key": key_of(one),
            "mirror": key_of(one.mirrored()), "take": args["take"]},
            repository.context)
    left = [one.id for one in found.conflicts if one not in named]
    return {"data": {"proposal": proposal.slug, "left": left, "resolved": [
        {"conflict": one.id, "value": side_of(one, args["take"])} for one in named]},
        "next": [{"op": "conflicts" if left else "merge", "proposal": proposal.slug}]}


OPERATION = Operation(
    title="Resolve a conflict", summary="Decide a conflict of a proposal: base, ours, theirs or a "
    "value of your own",
    args=Object(PROPOSAL,
                Member("conflict", Text(500, least=1), "Its id, <record>:<pointer>; * and ? match "
                       "several.", required=True),
                Member("take", AnyOf(Choice("base", "ours", "theirs", "main", "proposal"), Object(
                    Member("value", Anything(), "The value.", required=True))),
                    "Which side, or {value}.", required=True)),
    run=run, example={"proposal": "widen-the-bedroom-7f2k", "conflict": "wall-north:/height",
                      "take": "theirs"}, scope="propose", writes=True)
