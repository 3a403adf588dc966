"""An acceptance accepts a problem that no rule finds."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.problems import similar
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule, alone
from eikrepo.rules.engine import codes


def check(_view: View, record: Record) -> Iterator[Finding]:
    """Finds the codes of acceptances that are no rule's."""
    if record["code"] not in codes():
        near = similar(record["code"], codes())
        hint = f" Did you mean {near[0]!r}?" if near else ""
        yield Finding(f"{record.label} accepts {record['code']!r}, and no rule has that code."
                      f"{hint}", "/code", "the code of a rule", record["code"], similar=near)


RULE = Rule(summary="An acceptance names a rule", kind=QUALITY, check=check,
            subjects=("acceptance",), touched=alone,
            breaks=Breaks(put=(
                {"id": "acceptance-1", "category": "acceptance", "code": "walls-nearly-meet",
                 "recordIds": ["model"], "reason": "A gap is wanted."},)))
