"""Small models that tests build their cases on."""

from typing import Any

import pytest

from eikrepo.commands._planning import plan_all, subject_of
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import EikError, Problem


def record(name: str, category: str, /, **members: Any) -> Record:
    return Record(name, category, {"id": name, "category": category, **members}, "ab" * 20)


def placed(name: str, category: str, /, **members: Any) -> Record:
    return record(name, category, discipline="architecture", levelId="level-0", **members)


def wall(name: str, start: list[float], end: list[float], label: str,
         kind: str = "wall-type-exterior-300", **members: Any) -> Record:
    return placed(name, "wall", name=label, typeId=kind, start=start, end=end, height=2700,
                  **members)


def records() -> list[Record]:
    """Five walls round two rooms, a door in the partition, two windows, a slab, a table."""
    manifest = Record("model", "model", {
        "format": "1.0", "id": "3f0c2c9e-7f3d-4b57-9f0b-0f8d6f1a2b3c", "name": "House"})
    return [
        manifest,
        record("project", "project", name="House"),
        record("level-0", "level", name="Ground floor", elevation=0),
        record("level-1", "level", name="First floor", elevation=3000),
        record("material-brick", "material", name="Brick", kind="masonry"),
        record("group-garden-side", "group", name="Garden side"),
        record("wall-type-exterior-300", "wall-type", name="Exterior wall 300", layers=[
            {"id": "brick", "materialId": "material-brick", "thickness": 100},
            {"id": "core", "thickness": 200, "function": "structure", "core": True}]),
        record("wall-type-partition-100", "wall-type", name="Partition 100", thickness=100),
        record("wall-type-glass", "wall-type", name="Glass 30", thickness=30),
        record("door-type-1000-2100", "door-type", name="Door 1000 x 2100", width=1000,
               height=2100),
        record("window-type-1200-1400", "window-type", name="Window 1200 x 1400", width=1200,
               height=1400),
        wall("wall-south", [0, 0], [8000, 0], "South wall", mark="W1"),
        wall("wall-east", [8000, 0], [8000, 5000], "East wall", mark="W2"),
        wall("wall-north", [8000, 5000], [0, 5000], "North wall", mark="W3",
             groupIds=["group-garden-side"],
             properties={"Pset_WallCommon": {"Reference": "EW300", "IsExternal": True}},
             ifc={"class": "IfcWall", "guids": {"self": "0123456789abcdefghijkl"}}),
        wall("wall-west", [0, 5000], [0, 0], "West wall", mark="W4"),
        wall("wall-partition", [5000, 0], [5000, 5000], "Partition", "wall-type-partition-100"),
        placed("door-bedroom", "door", name="Bedroom door", typeId="door-type-1000-2100",
               hostId="wall-partition", at={"offset": 900}),
        placed("window-north-1", "window", typeId="window-type-1200-1400", hostId="wall-north",
               at={"offset": 1000, "sill": 900}, mark="F1"),
        placed("window-north-2", "window", typeId="window-type-1200-1400", hostId="wall-north",
               at={"offset": 5000, "sill": 900}, mark="F2"),
        placed("slab-ground", "slab", name="Ground slab", thickness=250,
               boundary=[[0, 0], [8000, 0], [8000, 5000], [0, 5000]]),
        placed("furniture-table", "furniture", name="Table", at=[2000, 2500], rotation=90,
               size={"width": 1800, "depth": 900, "height": 740},
               groupIds=["group-garden-side"]),
    ]


def a_house(*more: Record, without: tuple[str, ...] = ()) -> Model:
    """Returns the house, with more records or others in place of its own."""
    given = {one.id: one for one in (*records(), *more) if one.id not in without}
    return Model(given.values())


def minter(model: Model, seed: bytes = b"test") -> Minter:
    return Minter(seed, model.__contains__)


def plan(model: Model, name: str, /, **args: Any) -> Diff:
    """Returns what a command plans on a model."""
    diff, _ = plan_all(model, [(name, args)], minter(model))
    return diff


def run(model: Model, name: str, /, **args: Any) -> Model:
    """Returns the model after a command."""
    return model.apply(plan(model, name, **args))


def say(model: Model, name: str, /, **args: Any) -> str:
    """Returns the line of the commit that a command makes."""
    diff, (ready,) = plan_all(model, [(name, args)], minter(model))
    return subject_of(name, model, ready, diff)


def refused(model: Model, name: str, /, **args: Any) -> tuple[Problem, ...]:
    """Returns the problems that a command is refused with."""
    with pytest.raises(EikError) as caught:
        plan(model, name, **args)
    return caught.value.problems


def code(model: Model, name: str, /, **args: Any) -> str:
    """Returns the code of the one problem that a command is refused with."""
    (problem,) = refused(model, name, **args)
    return problem.code
