"""The building in which each command's example changes something."""

from functools import cache

from eikrepo.commands._planning import command, plan_all
from eikrepo.examples import NAMES, build
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import EikError
from tests.builders import a_house, minter, placed


def written(records):
    return Model(Record(one.id, one.category, one.data, "ab" * 20) for one in records)


CURTAIN = placed("curtain-wall-front", "curtain-wall", name="Front", start=[0, -9000],
                 end=[6000, -9000], height=3000, frame={"width": 50, "depth": 120}, lines=[
                     {"id": "u1", "runs": "up", "at": 2000},
                     {"id": "v1", "runs": "along", "at": 900}],
                 panels=[{"id": "start/base", "kind": "solid"}])
MODELS = (*(written(build(name)) for name in NAMES), a_house(), a_house(CURTAIN))


def planned(model: Model, name: str, args: dict):
    diff, (ready,) = plan_all(model, [(name, args)], minter(model))
    return diff, ready


@cache
def house_for(name: str) -> Model:
    """Returns the first example building in which a command's example changes something."""
    for model in MODELS:
        try:
            if planned(model, name, command(name).example)[0]:
                return model
        except EikError:
            continue
    raise AssertionError(name)
