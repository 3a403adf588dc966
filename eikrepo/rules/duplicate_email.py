"""Two people have the same e-mail address."""

from collections.abc import Iterable, Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import QUALITY, Breaks, Finding, Rule
from eikrepo.rules._twins import folded, holder, shared, twins


def by_email(record: Record) -> Iterable[str]:
    """Answers the e-mail address of a person, case aside."""
    address = folded(record, "email") if record.category == "person" else None
    return () if address is None else (address,)


def check(view: View, record: Record) -> Iterator[Finding]:
    """Finds an address that an earlier person, by id, has."""
    other = holder(view, record, by_email)
    if other is not None:
        yield Finding(f"{record.label} has the e-mail address of {other.label}, so git's name "
                      "for one stands for both.", "/email", "an address of their own",
                      record["email"])


RULE = Rule(summary="An e-mail address belongs to one person", kind=QUALITY, check=check,
            subjects=("person",), touched=twins(by_email), suspects=shared(by_email),
            breaks=Breaks(put=({"id": "person-anna", "category": "person", "name": "Anna Berg",
                                "email": "anna@example.org"},
                               {"id": "person-bert", "category": "person", "name": "Bert Dahl",
                                "email": "Anna@example.org"})))
