"""An acceptance's last day is past, so the problem is back."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, alone, command
from eikrepo.rules.accepted import expired


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds acceptances that were good until a day before the view's."""
    if expired(view, record):
        yield Finding(f"{record.label} accepted {record['code']} until {record['until']}, and "
                      f"today is {view.today}.", "/until", view.today, record["until"],
                      fix=command("delete", id=record.id))


RULE = Rule(summary="No acceptance is past its day", kind=QUALITY, check=check,
            subjects=("acceptance",), touched=alone,
            breaks=Breaks(put=(
                {"id": "acceptance-1", "category": "acceptance", "code": "walls-almost-meet",
                 "recordIds": ["model"], "reason": "A gap is wanted.", "until": "2000-12-31"},)))
