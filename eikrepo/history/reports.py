"""Reports of agents and people about the host or the model: files beside it, never sent."""

from typing import Any

from eikrepo import __version__
from eikrepo.history.message import compact
from eikrepo.history.repository import Repository
from eikrepo.store import workdir
from eikrepo.store.canonical import blob_id

FOLDER = ".eik/reports"


def keep(repository: Repository, said: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """Keeps a report and returns (its path, the report); None for a host that only reads.

    The file stands outside git: its folder ignores itself. Raises EikError ``unreadable``
    where a link leads out of the folder.
    """
    context = repository.context
    seconds, _ = context.now()
    state = repository.last or repository.look()
    report: dict[str, Any] = {
        **said, "time": seconds, "host": f"eikrepo {__version__}", "branch": state.branch,
        "commit": state.commit, "sequence": state.sequence,
        "person": context.person.email if context.person else None,
        "agent": context.agent.to_json() if context.agent else None}
    report = {key: value for key, value in report.items() if value is not None}
    if repository.read_only:
        return None, report
    content = (compact(report) + "\n").encode()
    path = f"{FOLDER}/{seconds:012d}-{blob_id(content)[:8]}.json"
    workdir.write(repository.git.folder, {f"{FOLDER}/.gitignore": b"*\n", path: content},
                  durable=context.durable)
    return path, report
