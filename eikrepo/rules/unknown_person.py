"""An acceptance is by somebody whom no record of a person names."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.problems import similar
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule
from eikrepo.rules._twins import folded


def by_person(record: Record) -> Iterable[str]:
    """Answers what a person may be called by: the name and the e-mail address."""
    if record.category != "person":
        return ()
    return [text for text in (folded(record, "name"), folded(record, "email")) if text]


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds acceptances by nobody on record, in a model that keeps records of people."""
    text = folded(record, "person")
    people = view.of("person") if text is not None else ()
    if text is None or not people or view.model.has(by_person, text):
        return
    near = similar(text, [name for one in people for name in by_person(one)])
    hint = f" Did you mean {near[0]!r}?" if near else ""
    yield Finding(f"{record.label} is by {record['person']!r}, whom no person record names."
                  f"{hint}", "/person", "the name or e-mail address of a person",
                  record["person"], similar=near)


def _acceptances(view: View, record: Record) -> Iterable[str]:
    return [one.id for one in view.of("acceptance")] if record.category == "person" else ()


RULE = Rule(summary="Whoever accepts a problem is on record", kind=QUALITY, check=check,
            subjects=("acceptance",), labels=True, touched=_acceptances,
            breaks=Breaks(put=(
                {"id": "person-anna", "category": "person", "name": "Anna Berg",
                 "email": "anna@example.org"},
                {"id": "acceptance-1", "category": "acceptance", "code": "walls-almost-meet",
                 "recordIds": ["model"], "reason": "A gap is wanted.", "person": "Bert"})))
