"""Where the folder stands: branch, pending edits, whether it checks, who writes."""

from typing import TYPE_CHECKING, Any

from eikrepo.agent._operation import ON, Answer, Args, Operation
from eikrepo.model.compound import Object

if TYPE_CHECKING:
    from eikrepo.agent.session import Session
    from eikrepo.history.workspace import Edit

_EDITS_MOST = 100


def run(session: "Session", args: Args) -> Answer:
    """Answers branch, sequence, each pending edit and the errors of the folder."""
    from eikrepo.agent.session import stale
    state = session.look(args)
    context = session.repository.context
    served = state.served
    data: dict[str, Any] = {
        "folder": session.folder.resolve().name, "branch": state.branch, "commit": state.commit,
        "sequence": state.sequence,
        "person": f"{context.person.name} <{context.person.email}>" if context.person else None,
        "agent": context.agent.to_json() if context.agent else None,
        "checks": not served.stale, "underWay": session.repository.git.under_way(),
        "edits": [_edit(edit) for edit in list(state.edits.values())[:_EDITS_MOST]],
        "editsTotal": len(state.edits), "readOnly": session.read_only}
    out: Answer = {"data": data} | stale(served)
    if state.edits and not served.stale:
        out["next"] = [{"op": "commit_edits", "dryRun": True}]
    return out


def _edit(edit: "Edit") -> dict[str, Any]:
    now = edit.disk if edit.disk != edit.head or edit.problem else edit.staged
    did = "created" if edit.head is None else (
        "deleted" if now is None and not edit.problem else "edited")
    where = "folder" if edit.head == edit.staged else (
        "index" if edit.disk in (edit.head, edit.staged) else "index and folder")
    return {"file": edit.path, "did": did, "where": where}


OPERATION = Operation(
    title="Status", summary="Where the folder stands: branch, pending edits, whether it checks",
    args=Object(ON), run=run, example={})
