"""Who last changed each member of a record: command, person, agent, sequence (docs/history.md)."""

from typing import Any

from eikrepo.history.changes import record_log
from eikrepo.history.repository import Repository
from eikrepo.history.state import State
from eikrepo.model.kinds import escape
from eikrepo.problems import refuse


def blame(repository: Repository, state: State, name: str) -> list[dict[str, Any]]:
    """Returns one row a member of a record, in schema order: its value and the step behind it.

    A member that a pending edit changed says ``pending``. Raises EikError ``unknown-id``.
    """
    files = state.folder if state.edits else state.committed
    record = files.model.find(name)
    if record is None:
        raise refuse("unknown-id", f"No record is called {name!r}.", got=name)
    committed = state.committed.model.find(name)
    waiting = {f"/{escape(member)}": member for member in record.data}
    rows: dict[str, dict[str, Any]] = {}
    for member in list(waiting.values()):
        if committed is None or committed.get(member) != record[member]:
            rows[member] = {"pending": True}
            waiting.pop(f"/{escape(member)}")
    for step in record_log(repository, state, name):
        if not waiting:
            break
        changed = step.get("changes")
        for pointer, member in list(waiting.items()):
            if changed is None or any(one == pointer or one.startswith(f"{pointer}/")
                                      for one in changed):
                rows[member] = {key: step[key] for key in (
                    "sequence", "commit", "command", "person", "agent", "verified", "subject",
                    "reason", "time") if key in step}
                del waiting[pointer]
    return [{"member": member, "value": value} | rows.get(member, {})
            for member, value in record.data.items()]
