"""A session: one open model and every request to it, whatever door it came by.

``request`` is the one place where refusals and bugs become answers.
"""

import json
import traceback
from hashlib import sha256
from pathlib import Path
from typing import Any

from eikrepo import registry
from eikrepo.agent._operation import Operation
from eikrepo.agent.budget import held
from eikrepo.agent.plain_json import check, printable
from eikrepo.context import Context
from eikrepo.geometry.view import View
from eikrepo.history.message import compact
from eikrepo.history.repository import Repository
from eikrepo.history.state import Served, State
from eikrepo.model.compound import MISSING, Object
from eikrepo.model.kinds import shown
from eikrepo.problems import EikError, Problem, refuse, similar

TABLE = "eikrepo.agent.operations"


def operation_names() -> tuple[str, ...]:
    """Returns the names of all operations, sorted, without importing them."""
    return tuple(sorted(name.replace("-", "_") for name in registry.names(TABLE)))


def operation(name: str) -> Operation:
    """Returns an operation by name, importing that module alone.

    Raises EikError ``unknown-operation`` with the near ones.
    """
    if name not in operation_names():
        near = similar(name, operation_names())
        hint = f" Did you mean {near[0]}?" if near else ""
        raise refuse("unknown-operation", f"There is no operation {shown(name)}.{hint}",
                     expected=list(operation_names()), got=name, similar=near)
    row = registry.row(TABLE, name.replace("_", "-"), "OPERATION")
    assert isinstance(row, Operation)
    return row


class Session:
    """An open model folder that answers requests."""

    def __init__(self, folder: Path | str, context: Context, *, read_only: bool = False) -> None:
        self.folder = Path(folder)
        self.context = context
        self.read_only = read_only
        self.repository = Repository(self.folder, context, read_only=read_only)
        self.last_bug: str | None = None
        self._looked: State | None = None

    def close(self) -> None:
        """Keeps what makes the next open quick."""
        if not self.read_only:
            self.repository.close()

    def has_much_to_keep(self) -> bool:
        """Tells whether ``close`` will take long enough for somebody to notice."""
        return not self.read_only and self.repository.loader.unsaved

    def look(self, args: dict[str, Any]) -> State:
        """Returns the state that a request's ``on`` and ``at`` name."""
        self._looked = self.repository.look(args.get("on"), args.get("at"))
        return self._looked

    def served(self, args: dict[str, Any]) -> Served:
        """Returns the model that answers a read, after seeing that a page still stands.

        Raises EikError ``page-expired`` where pending edits changed since the page began.
        """
        wanted = args.get("folder")
        if wanted is None:
            return self.look(args).served
        state = self.repository.look(args.get("on"))
        pinned = self.repository.point(args["at"]) if "at" in args else state.commit
        if state.commit != pinned or digest(state) != wanted:
            raise refuse("page-expired", "The folder has changed since this page's first answer.",
                         fix="Ask again from offset 0.")
        self._looked = state
        return state.served

    def pins(self) -> dict[str, Any]:
        """Returns what a following page's request carries, so that no page straddles a write."""
        state = self._looked
        if state is None:
            return {}
        pins: dict[str, Any] = {"at": f"commit:{state.commit}"}
        return pins | ({"folder": digest(state)} if state.edits else {})

    def request(self, request: Any) -> dict[str, Any]:
        """Returns the answer to a request: an object with ``op`` and the operation's arguments."""
        return printable(self._answered(request))

    def _answered(self, request: Any) -> dict[str, Any]:
        self._looked = self.repository.last = None
        if not isinstance(request, dict):
            return refused("", EikError(Problem(
                "wrong-type", f"A request is a JSON object, not {shown(request)}.",
                expected={"op": "summary"})))
        name = request.get("op")
        try:
            check(request)
            row = self._allowed(name, request)
            args = self.prepared(row, {key: value for key, value in request.items()
                                       if key != "op"})
            answer = self.enveloped(str(name), row.run(self, args))
            return held(answer, request)
        except EikError as error:
            members = refused_members(error)
        except Exception as error:  # noqa: BLE001 - the one place where a bug becomes an answer
            self.last_bug = traceback.format_exc()
            members = refused_members(bug(error))
        named = name if isinstance(name, str) else ""
        try:
            return self.enveloped(named, members)
        except Exception:  # noqa: BLE001 - an answer goes out even where nothing can be looked at
            self.last_bug = self.last_bug or traceback.format_exc()
            return OUTSIDE | {"op": named} | members

    def _allowed(self, name: Any, request: dict[str, Any]) -> Operation:
        """Returns the operation that a request names, if this session may run it."""
        if not isinstance(name, str):
            raise refuse("missing-member", "The request names no operation: it has no op.",
                         pointer="/op", expected=list(operation_names()))
        row = operation(name)
        if row.writes and self.read_only and not request.get("dryRun"):
            raise refuse("read-only", f"This session is read-only: {name} cannot run in it.",
                         got=name)
        return row

    def resolved(self, args: dict[str, Any], kind: Object, view: View) -> dict[str, Any]:
        """Returns arguments with names put into ids.

        Raises EikError ``unknown-id`` or ``ambiguous-name`` with the candidates.
        """
        from eikrepo.commands._command import misnamed, resolve
        out = resolve(args, kind, view.whole)
        problems = list(misnamed(out, kind, view.whole))
        if problems:
            raise EikError(*problems)
        return out

    def prepared(self, row: Operation, args: dict[str, Any]) -> dict[str, Any]:
        """Returns arguments checked and with their defaults.

        Raises EikError with every fault.
        """
        known = {key: value for key, value in args.items() if value is not None}
        faults = [Problem(fault.code, fault.message, pointer=fault.pointer,
                          expected=fault.expected, got=fault.got, similar=fault.similar)
                  for fault in row.args.faults(known)]
        faults = [one for one in faults if not _is_name(one, row)]
        if faults:
            raise EikError(*faults)
        defaults = {member.name: member.default for member in row.args.members
                    if member.default is not MISSING}
        return defaults | known

    def enveloped(self, name: str, members: dict[str, Any]) -> dict[str, Any]:
        """Returns the answer's envelope, with where the model is."""
        out: dict[str, Any] = {"ok": members.get("ok", "problems" not in members), "op": name}
        state = self._looked or self.repository.last
        if state is None:
            try:
                state = self.repository.look()
            except EikError:
                state = None
        out["sequence"] = state.sequence if state else None
        out["commit"] = state.commit if state else None
        out["branch"] = state.branch if state else None
        out["pending"] = state.pending if state else 0
        return out | {key: value for key, value in members.items() if key != "ok"}


def _is_name(problem: Problem, row: Operation) -> bool:
    """Tells whether a fault is a name that stands for an id, which is resolved later."""
    return (problem.code == "out-of-range" and isinstance(problem.got, str)
            and problem.expected == "a record id" and row.args.has_refs())


def digest(state: State) -> str:
    """Returns a digest of a folder's pending edits."""
    rows = [[edit.path, edit.staged, edit.disk] for edit in state.edits.values()]
    return sha256(compact(rows).encode()).hexdigest()[:16]


def stale(served: Served) -> dict[str, Any]:
    """Returns what an answer from the last good model says beside its data."""
    if not served.stale:
        return {}
    return {"stale": True, "problems": [one.to_json() for one in served.problems[:10]],
            "ok": True}


def refused_members(error: EikError) -> dict[str, Any]:
    """Returns the members of an answer that refuses."""
    out: dict[str, Any] = {"problems": [one.to_json() for one in error.problems]}
    if error.data is not None:
        out["data"] = error.data
    fixes = [one.fix for one in error.problems if isinstance(one.fix, dict)]
    if fixes:
        out["next"] = fixes[:3]
    return out


OUTSIDE = {"ok": False, "op": "", "sequence": None, "commit": None, "branch": None, "pending": 0}
"""The envelope of an answer that no model stands behind."""


def refused(name: str, error: EikError) -> dict[str, Any]:
    """Returns the answer of a host that has no model open."""
    return printable(OUTSIDE | {"op": name} | refused_members(error))


def bug(error: Exception) -> EikError:
    """Returns the answer to a fault of ours; its text tells nothing of the machine."""
    return EikError(Problem("internal", "The host failed in a way that it should not: "
                            f"{type(error).__name__}. Nothing was written.",
                            fix="Report it with the lines printed on standard error."))


def from_text(text: str | bytes) -> Any:
    """Returns the request that a line of JSON holds.

    Raises EikError ``unreadable`` with line and column.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise refuse("unreadable", f"The request is not JSON: {error.msg} at line {error.lineno}, "
                     f"column {error.colno}.", line=error.lineno, got=error.colno) from None
    except (ValueError, RecursionError) as error:
        raise refuse("unreadable", f"The request cannot be read: {type(error).__name__}.") from None
