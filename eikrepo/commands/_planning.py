"""From a request to a difference: looks a command up, checks its arguments, plans a batch."""

from collections.abc import Iterator, Sequence
from typing import Any

from eikrepo import registry
from eikrepo.commands._command import Args, Command, misnamed, resolve
from eikrepo.commands._wording import called, plain
from eikrepo.model.compound import MISSING, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.kinds import shown
from eikrepo.model.model import Model
from eikrepo.problems import EikError, Problem, refuse, similar

TABLE = "eikrepo.commands"
_SAID_MOST, _LINE_MOST = 3, 100
Request = tuple[str, Any]
"""A command's name and its arguments as they came."""


def names() -> tuple[str, ...]:
    """Returns the names of all commands, sorted, without importing them."""
    return tuple(sorted(name.replace("-", "_") for name in registry.names(TABLE)))


def command(name: str) -> Command:
    """Returns a command by name, importing that module alone.

    Raises EikError ``unknown-command`` with the near ones.
    """
    if name not in names():
        near = similar(str(name).replace("-", "_"), names())
        hint = f" Did you mean {near[0]}?" if near else ""
        raise refuse("unknown-command", f"There is no command {shown(name)}.{hint}",
                     expected=list(names()), got=name, similar=near)
    row = registry.row(TABLE, name.replace("_", "-"), "COMMAND")
    assert isinstance(row, Command)
    return row


def prepare(model: Model, name: str, args: Any) -> Args:
    """Returns a command's arguments checked, names put into ids, defaults filled in.

    Raises EikError with every fault of the arguments, each with its pointer into them.
    """
    row = command(name)
    kind = row.args
    if not isinstance(args, dict):
        raise refuse("wrong-type", f"{name}: the arguments are not an object but {shown(args)}.",
                     pointer="", expected=kind.say(), got=args)
    resolved = resolve(args, kind, model)
    problems = list(_faults(model, name, resolved, kind))
    if problems:
        raise EikError(*problems)
    full = _defaults(kind) | resolved
    return row.resolve(model, full) if row.resolve else full


def _defaults(kind: Object) -> Args:
    return {member.name: member.default for member in kind.members
            if member.default is not MISSING}


def _faults(model: Model, name: str, args: Args, kind: Object) -> Iterator[Problem]:
    """Yields what is wrong with arguments; a name that is no record's is told once."""
    told = {one.pointer: one for one in misnamed(args, kind, model)}
    yield from told.values()
    for pointer, one, ref in kind.refs(args):
        record = model.find(one)
        if record and not ref.new and ref.targets and record.category not in ref.targets:
            yield Problem("wrong-category-reference", f"{name} {pointer}: {record.label} is a "
                          f"{record.category}; expected {ref.say()}.", pointer=pointer,
                          record=record.id, expected=list(ref.targets), got=record.category)
    for fault in kind.faults(args):
        if fault.pointer not in told:
            yield Problem(fault.code, f"{name} {fault.pointer}: {fault.message}",
                          pointer=fault.pointer, expected=fault.expected, got=fault.got,
                          similar=fault.similar)


def plan_each(model: Model, requests: Sequence[Request],
              minter: Minter) -> list[tuple[Args, Diff]]:
    """Returns each command's prepared arguments and difference, in order.

    Each command is prepared and planned on the model after the ones before it. Raises EikError
    with the problems of the first that cannot be planned; in a batch their pointers begin with
    its place, from 0.
    """
    out = []
    for place, (name, args) in enumerate(requests):
        try:
            ready = prepare(model, name, args)
            diff = command(name).plan(model, ready, minter)
        except EikError as error:
            raise _placed(error, place, len(requests), name) from None
        out.append((ready, diff))
        model = model.apply(diff)
    return out


def plan_all(model: Model, requests: Sequence[Request],
             minter: Minter) -> tuple[Diff, list[Args]]:
    """Returns the one difference of a batch and each command's prepared arguments."""
    steps = plan_each(model, requests, minter)
    total = Diff()
    for _, diff in steps:
        total = total.then(diff)
    return total, [args for args, _ in steps]


def _placed(error: EikError, place: int, count: int, name: str) -> EikError:
    """Returns a command's refusal as that of a batch, saying which command it was."""
    if count == 1:
        return error
    which = f"Command {place + 1} of {count} ({shown(name)}): "
    return EikError(*(problem._replace(message=which + problem.message,
                                       pointer=f"/{place}{problem.pointer or ''}")
                      for problem in error.problems), data=error.data)


def subject_of(name: str, model: Model, args: Args, diff: Diff) -> str:
    """Returns the plain line that says what a command did to a model (before it)."""
    row = command(name)
    if row.subject:
        return plain(row.subject(model, args, diff))
    return plain(f"{name.replace('_', ' ').capitalize()} {_affected(diff)}")


def _affected(diff: Diff) -> str:
    return called([delta.record for delta in diff.values()]) if diff else "nothing"


def batch_subject(model: Model, steps: Sequence[tuple[str, Args, Diff]]) -> str:
    """Returns the plain line of a batch: what its first commands did, and how many more."""
    said = []
    for name, args, diff in steps[:_SAID_MOST]:
        said.append(subject_of(name, model, args, diff))
        model = model.apply(diff)
    more = len(steps) - len(said)
    tail = f" and {more} more" if more else ""
    while len(said) > 1 and len("; ".join(said) + tail) > _LINE_MOST:
        said.pop()
        more += 1
        tail = f" and {more} more"
    return plain("; ".join(said) + tail)
