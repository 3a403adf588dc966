"""A roof says something of an edge that its outline does not have."""

from collections.abc import Iterator

from eikrepo.geometry.view import View
from eikrepo.model.record import Record
from eikrepo.rules._rule import INTEGRITY, Breaks, Finding, Rule, alone, command


def check(_view: View, record: Record) -> Iterator[Finding]:
    """Finds the edges of a roof beyond its outline."""
    count, edges = len(record["boundary"]), record.get("edges", [])
    kept = [edge for edge in edges if edge["index"] < count]
    for at, edge in enumerate(edges):
        if edge["index"] >= count:
            yield Finding(f"{record.label} says what edge {edge['index']} does, and its outline "
                          f"has {count}, counted from 0.", f"/edges/{at}/index", count - 1,
                          edge["index"],
                          fix=command("update", id=record.id, set={"edges": kept or None}))


RULE = Rule(summary="A roof speaks only of edges that its outline has", kind=INTEGRITY,
            check=check, subjects=("roof",), touched=alone,
            breaks=Breaks(put=({"id": "roof-1", "category": "roof", "name": "Shed roof",
                                "discipline": "architecture", "levelId": "level-0",
                                "thickness": 200, "edges": [{"index": 4, "overhang": 300}],
                                "boundary": [[0, -20_000], [4000, -20_000], [4000, -16_000],
                                             [0, -16_000]]},)))
