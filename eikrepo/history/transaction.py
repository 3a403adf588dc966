"""The one write pipeline: every accepted change of a model goes through ``execute``.

load → preconditions → plan → rules on what changed and its neighbours → write → commit →
answer (docs/history.md). A batch is planned and checked as one, and lands as one commit or not at
all.
"""

from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from eikrepo import __version__
from eikrepo.commands._planning import batch_subject, command, plan_each, subject_of
from eikrepo.context import Context
from eikrepo.history.answer import answer_of, mark, repeated, unchanged
from eikrepo.history.land import REFUSE, Landing, LostRace, blobs_before, land
from eikrepo.history.message import (
    ENVELOPE_MOST,
    ENVELOPES,
    affected_line,
    compact,
    compose,
    plain,
)
from eikrepo.history.repository import Repository
from eikrepo.history.state import State
from eikrepo.history.trees import find_all
from eikrepo.history.upkeep import look_after
from eikrepo.model.category import DOCUMENT, category
from eikrepo.model.delta import Delta, Diff
from eikrepo.model.ids import Minter
from eikrepo.model.path import fan_out_of, path_of
from eikrepo.model.record import Record
from eikrepo.problems import EikError, Problem, refuse
from eikrepo.rules.engine import Brought, brought
from eikrepo.store.canonical import blob_id, decode, encode
from eikrepo.store.files import Files, newer_format


class Request(NamedTuple):
    """A change as asked for. ``commands`` are (name, arguments) pairs in order.

    ``expect`` may name the sequence, the commit, revisions of records, and ids that must be
    ``absent``. ``diff`` says how the change came about where it was not planned by commands.
    """

    op: str
    commands: tuple[tuple[str, Any], ...]
    on: str | None = None
    dry_run: bool = False
    reason: str = ""
    request_id: str | None = None
    expect: dict[str, Any] | None = None
    new_ids: tuple[str, ...] = ()

    def asked(self) -> dict[str, Any]:
        """Returns what makes two requests the same one."""
        return {"commands": [list(one) for one in self.commands], "expect": self.expect}


class Moment(Protocol):
    """A moment of a branch that a request can expect: a state, or a step being replayed."""

    @property
    def sequence(self) -> int | None:
        """The sequence number of its tip."""

    @property
    def commit(self) -> str:
        """Its tip."""


class Planned(NamedTuple):
    """A change planned on one commit and found to bring no error.

    ``again`` is the request that does just this, for a dry run to hand out.
    """

    state: State
    before: Files
    after: Files
    diff: Diff
    files: dict[str, bytes | None]
    envelope: dict[str, Any]
    subject: str
    found: Brought
    again: dict[str, Any]


def execute(repository: Repository, request: Request) -> dict[str, Any]:
    """Runs a request and returns its answer's members: sequence, commit, data and more.

    Raises EikError for everything that refuses it; nothing is written then.
    """
    for attempt in repository.attempts():
        with suppress(LostRace), attempt:
            return _attempt(repository, request)
    raise AssertionError  # the attempts end with a refusal


def _attempt(repository: Repository, request: Request) -> dict[str, Any]:
    state = repository.look(request.on)
    if first := repeated(repository, state, request.request_id, request.asked()):
        return first
    planned = plan(repository, state, request)
    if request.dry_run or not planned.diff:
        return answer_of(planned, dry_run=request.dry_run, commit=state.commit,
                         sequence=state.sequence or 0)
    commit, sequence = write(repository, planned, request)
    return answer_of(planned, dry_run=False, commit=commit, sequence=sequence)


def plan(repository: Repository, state: State, request: Request) -> Planned:
    """Returns a request planned on a state, or raises EikError with what refuses it."""
    before = state.committed
    expectations(request.expect, state, before)
    manifest = before.model.manifest
    if manifest is not None and (newer := newer_format(manifest)):
        raise EikError(newer)
    repository.check_writable(state.branch, here=state.here)
    context = repository.context
    minter = Minter(seed(state, context, request), lambda name: name in state.folder.model,
                    request.new_ids)
    try:
        steps = plan_each(before.model, request.commands, minter)
    except EikError as error:
        raise needs_pending(error, state) from None
    named = [(name, args, diff)
             for (name, _), (args, diff) in zip(request.commands, steps, strict=True)]
    diff = Diff()
    for _, _, one in named:
        diff = diff.then(one)
    diff, files = written(before, diff)
    after = before if not diff else stepped(before, diff)
    found = checked(state, before, after, diff, files)
    said = envelope(request, named, minter.used, context)
    return Planned(state, before, after, diff, files, said, _subject(before, named), found,
                   _again(said, request, diff, state))


def _again(said: dict[str, Any], request: Request, diff: Diff, state: State) -> dict[str, Any]:
    """Returns the request with its ids filled in, to be run only where nothing it touches has
    changed."""
    names = ("op", "command", "args", "commands", "newIds", "requestId")
    out: dict[str, Any] = {name: said[name] for name in names if name in said}
    if request.reason:
        out["reason"] = request.reason
    return out | {"expect": unchanged(diff, state) | (request.expect or {})}


def _subject(before: Files, named: list[tuple[str, Any, Diff]]) -> str:
    if len(named) == 1:
        return subject_of(named[0][0], before.model, *named[0][1:])
    return batch_subject(before.model, named)


def expectations(expect: dict[str, Any] | None, state: "Moment", before: Files) -> None:
    """Raises EikError ``precondition-failed`` for each expectation that does not hold."""
    problems = []
    for name, now in (("sequence", state.sequence), ("commit", state.commit)):
        if expect and name in expect and expect[name] != now:
            problems.append(_failed(f"The {name} is {now}, not {expect[name]}.",
                                    f"/expect/{name}", expect[name], now))
    for name, revision in (expect or {}).get("revisions", {}).items():
        record = before.model.find(name)
        now = record.revision if record else None
        if now != revision:
            said = f"is at revision {now}" if now else "is not there"
            problems.append(_failed(f"{record.label if record else name} {said}, not {revision}.",
                                    f"/expect/revisions/{name}", revision, now, record=name))
    problems.extend(_failed(f"{name} is there already.", "/expect/absent", None, name, record=name)
                    for name in (expect or {}).get("absent", ()) if name in before.model)
    if problems:
        raise EikError(*problems)


def _failed(message: str, pointer: str, expected: Any, got: Any, **more: Any) -> Problem:
    return Problem("precondition-failed", message, pointer=pointer, expected=expected, got=got,
                   fix="Read what is there now and decide again.", **more)


def seed(state: State, context: Context, request: Request) -> bytes:
    """Returns what new ids are made of: where, who and what, but not why."""
    agent = context.agent.name if context.agent else None
    email = context.person.email if context.person else None
    return compact([state.commit, email, agent, *(
        [name, args] for name, args in request.commands), request.request_id]).encode()


def needs_pending(error: EikError, state: State) -> EikError:
    """Returns the refusal, told as ``pending-edit`` where only a pending edit would satisfy it."""
    for problem in error.problems:
        name = problem.got if isinstance(problem.got, str) else ""
        if problem.code in ("unknown-id", "dangling-reference") and name in state.folder.model:
            return refuse("pending-edit", f"{name} exists only as a pending edit of the folder.",
                          record=name, fix={"op": "commit_edits", "reason": "…"})
    return error


def written(before: Files, diff: Diff) -> tuple[Diff, dict[str, bytes | None]]:
    """Returns the difference as it reads back from its files, and those files by path.

    Raises EikError ``out-of-range`` for a value that no file can hold.
    """
    fan = fan_out_of(_manifest(before, diff))
    moved = fan != fan_out_of(before.model.manifest)
    files: dict[str, bytes | None] = {}
    deltas = []
    for delta in diff.values():
        after = _as_written(delta.after) if delta.after else None
        deltas.append(Delta(delta.before, after))
    out = Diff(deltas)
    for name, delta in out.items():
        old = before.path(name) if delta.before else None
        new = path_of(delta.after, fan) if delta.after else None
        if old and old != new:
            files[old] = None
        if new and delta.after:
            files[new] = encode(delta.after)
    if moved:
        for record in before.model.values():
            old, new = before.path(record.id), path_of(record, fan)
            if record.id not in out and old and old != new:
                files[old], files[new] = None, encode(record)
    return out, files


def _manifest(before: Files, diff: Diff) -> Record | None:
    delta = diff.get("model")
    return delta.after if delta else before.model.manifest


def _as_written(record: Record) -> Record:
    row = category(record.category)
    if record.get("id") != record.id and not (row and row.home == DOCUMENT):
        raise refuse("unfit-record", f"{record.label} says another id than its file's name "
                     f"{record.id!r}, so it must be mended first.", record=record.id,
                     pointer="/id", expected=record.id, got=record.get("id"))
    try:
        content = encode(record)
    except (ValueError, OverflowError) as error:
        raise refuse("out-of-range", f"{record.label} holds a value that no file can: {error}.",
                     record=record.id) from error
    return Record(record.id, record.category, decode(content), blob_id(content))


def stepped(before: Files, diff: Diff) -> Files:
    """Returns the files after a planned difference, each record where it belongs."""
    view = before.view.after(diff)
    faults = {path: found for path, found in before.faults.items()
              if not any(one.record in diff for one in found)}
    odd = {name: path for name, path in before.odd.items() if name not in diff}
    return Files(view, faults, odd, dict(before.shadows))


def checked(state: State, before: Files, after: Files, diff: Diff,
            files: dict[str, bytes | None]) -> Brought:
    """Returns what a change brings, or raises EikError where it brings an error.

    Both HEAD and the folder must take it; a file somebody is editing is not touched.
    """
    found = brought(before.view, after.view, diff)
    if found.errors:
        raise EikError(*found.errors, *(one for one in found.new if one.severity != "error"))
    if state.edits:
        touched = next(filter(None, (_edited(path, state) for path in files)), None)
        if touched:
            raise refuse("pending-edit", f"{touched} has an edit that is not committed.",
                         file=touched, fix={"op": "commit_edits", "reason": "…"})
        folder = state.folder
        more = brought(folder.view, folder.view.after(diff), diff)
        if more.errors:
            raise EikError(*(one._replace(code="pending-edit", message="With the folder's pending "
                                          f"edits: {one.message}") for one in more.errors))
    return found


def _edited(path: str, state: State) -> str | None:
    """Returns the pending edit at a path, or the file that somebody put where its folder is."""
    while path:
        if path in state.edits:
            return path
        path = path.rpartition("/")[0]
    return None


def envelope(request: Request, named: list[tuple[str, Any, Diff]], new_ids: list[str],
             context: Context) -> dict[str, Any]:
    """Returns the request as accepted, with who and what it was planned by."""
    out: dict[str, Any] = {"op": request.op, "host": f"eikrepo {__version__}",
                           "plans": {name: command(name).number for name, *_ in named}}
    if request.op == "execute":
        out["command"], out["args"], _ = named[0]
    else:
        out["commands"] = [{"command": name, "args": args} for name, args, _ in named]
    if new_ids:
        out["newIds"] = new_ids
    if request.request_id:
        out["requestId"] = request.request_id
        out["asked"] = mark(request.asked())
    if request.expect:
        out["expect"] = request.expect
    out["person"] = context.writer().email
    if context.agent:
        out["agent"] = context.agent.to_json()
    return out


def write(repository: Repository, planned: Planned, request: Request) -> tuple[str, int]:
    """Lands a planned change and returns (commit, sequence).

    Raises LostRace where the branch moved meanwhile.
    """
    name = request.commands[0][0] if request.op == "execute" else request.op
    return commit(repository, planned.state, files=planned.files, after=planned.after,
                  subject=planned.subject, reason=request.reason, name=name,
                  affected=list(planned.diff), envelope=planned.envelope)


def commit(repository: Repository, state: State, *, files: dict[str, bytes | None],
           after: Files, subject: str, reason: str, name: str, affected: list[str],
           envelope: dict[str, Any], edits: str = REFUSE,
           parents: tuple[str, ...] = ()) -> tuple[str, int]:
    """Lands files as one commit on a state's branch; returns (commit, sequence).

    ``edits`` is what becomes of hand edits of those files. Raises LostRace where branch or
    folder changed since the state was looked at.
    """
    git, context = repository.git, repository.context
    branch = repository.check_writable(state.branch, here=state.here)
    sequence = (state.sequence or 0) + 1
    files = dict(files)
    text = _kept_envelope(compact(envelope), files)
    person = _person(context, after)
    trailers = {"Eik-Sequence": str(sequence), "Eik-Command": name, "Eik-Person": person}
    if context.agent:
        trailers["Eik-Agent"] = plain(" ".join(filter(None, (
            context.agent.name, context.agent.version))))
    trailers |= {"Eik-Affected": affected_line(affected), "Eik-Envelope": text}
    standing = {path: entry.oid for path, entry in find_all(git.read, state.tree, files)}
    landing = Landing(branch, state.commit, parents or (state.commit,),
                      blobs_before(standing, files),
                      compose(subject, reason, trailers), edits)
    with repository.writing():
        if git.tip(branch) != state.commit or git.is_here(branch) != state.here:
            raise LostRace
        repository.check_writable(branch, here=state.here)
        landed = land(git, landing, context, repository.workspace if state.here else None)
    repository.line(branch, landed.commit)
    look_after(git, context)
    if state.verdict["errors"] == 0:
        repository.keep_verdict(landed.tree, after)
    return landed.commit, sequence


def _kept_envelope(text: str, files: dict[str, bytes | None]) -> str:
    """Returns what the trailer says: the envelope, or the path of the file it goes to."""
    if len(text) <= ENVELOPE_MOST:
        return text
    from hashlib import sha256
    content = (text + "\n").encode()
    path = f"{ENVELOPES}{sha256(content).hexdigest()}.json"
    files[path] = content
    return path


def _person(context: Context, after: Files) -> str:
    """Returns who the trailer names: the person record with git's e-mail, else the e-mail."""
    email = context.writer().email
    for record in after.view.model.of("person"):
        said = record.get("email")
        if isinstance(said, str) and said.casefold() == email.casefold():
            return record.id
    return plain(email)
