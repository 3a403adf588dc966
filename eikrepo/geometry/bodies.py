"""The bodies of records as they stand: walls joined at their ends, all else as it is said."""

from eikrepo.geometry.joins import joined
from eikrepo.geometry.view import View
from eikrepo.model.category import category
from eikrepo.model.record import Record
from eikrepo.model.shape import Box, Prism, join


def bodies(view: View, record: Record) -> tuple[Prism, ...]:
    """Returns a record's prisms, walls joined at their ends; openings are not taken out."""
    row = category(record.category)
    if row is not None and "startJoin" in row.order:
        return joined(view, record).prisms
    return view.shape(record)


def bounds(view: View, record: Record) -> Box | None:
    """Returns the bounds of a record as it stands in mm, or None where it has no place."""
    return join([prism.bounds for prism in bodies(view, record)])
