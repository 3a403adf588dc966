"""A record has changed since a problem of it was accepted, so the problem is back."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, command
from eikrepo.rules.accepted import expired, stale


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds acceptances of problems on records that have changed or gone since."""
    changed = [name for name in stale(view, record) if name in view.whole]
    if changed and not expired(view, record):
        names = ", ".join(view.whole[name].label for name in changed[:5])
        yield Finding(f"{record.label} accepts {record['code']} on records that have changed "
                      f"since: {names}.", "/revisions",
                      {name: view.whole[name].revision for name in changed},
                      record.get("revisions", {}),
                      fix=command("delete", id=record.id))


RULE = Rule(summary="What is accepted has not changed since", kind=QUALITY, check=check,
            subjects=("acceptance",), labels=True,
            breaks=Breaks(put=(
                {"id": "acceptance-1", "category": "acceptance", "code": "walls-almost-meet",
                 "recordIds": ["wall-north"], "revisions": {"wall-north": "9f1c22ab04de"},
                 "reason": "A gap is wanted."},)))
