"""Example buildings as records: hand-designed ones by name, and a generated one of any size."""

from eikrepo import registry
from eikrepo.model.record import Record
from eikrepo.problems import refuse, similar

NAMES = ("one-storey-house", "two-storey-office")
"""The example buildings that ``build`` knows."""


def build(name: str) -> tuple[Record, ...]:
    """Returns the records of an example building.

    Raises EikError ``unknown-example`` with the near names.
    """
    if name not in NAMES:
        raise refuse("unknown-example", f"There is no example called {name!r}: there are "
                     f"{' and '.join(NAMES)}.", got=name, expected=list(NAMES),
                     similar=similar(name, NAMES))
    found: tuple[Record, ...] = registry.row(__name__, name, "build")()
    return found
