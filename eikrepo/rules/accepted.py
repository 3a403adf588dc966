"""Problems that a reviewer has accepted, which come back when their records change."""

from collections.abc import Iterable

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.problems import Problem

_Accepted = frozenset[tuple[str, tuple[str, ...]]]


def expired(view: View, acceptance: Record) -> bool:
    """Tells whether an acceptance's last day is past; never where no day is known."""
    until = acceptance.get("until")
    return view.today is not None and until is not None and until < view.today


def stale(view: View, acceptance: Record) -> list[str]:
    """Returns the accepted records that have changed or gone since they were accepted.

    A record that is not yet written has no revision, and counts as changed.
    """
    said = acceptance.get("revisions", {})
    out = []
    for name in acceptance.get("recordIds", ()):
        record = view.whole.find(name)
        if record is None or record.revision is None or record.revision != said.get(name):
            out.append(name)
    return out


def in_force(view: View) -> _Accepted:
    """Returns (code, record ids) of every problem that is accepted as the model stands."""
    return frozenset((one["code"], tuple(sorted(set(one["recordIds"]))))
                     for one in view.of("acceptance")
                     if not expired(view, one) and not stale(view, one))


def unaccepted(problems: Iterable[Problem], view: View) -> list[Problem]:
    """Returns the problems that no acceptance covers: same code, exactly the same records.

    Integrity is never accepted: a model that does not hold together cannot be worked on.
    """
    accepted = view.once(in_force)
    if not accepted:
        return list(problems)
    return [problem for problem in problems
            if problem.kind == "integrity" or problem.fingerprint()[:2] not in accepted]
