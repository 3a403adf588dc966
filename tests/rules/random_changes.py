"""Random changes to a model, the kind that people and agents make, for laws about changes."""

from random import Random
from typing import Any

from eikrepo.model.delta import Delta, Diff
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.rules import engine
from tests.rules.buildings import broken

RULES = engine.rules()
STEPS = (-3000, -500, -60, -20, 10, 30, 400, 1000, 4000)


def change(random: Random, model: Model, first: Model) -> Diff:
    """Returns one random change; ``first`` is the model that steps back lead to."""
    kind = random.choice(("break", "break", "break", "undo", "undo", "delete", "copy", "move",
                          "take", "take", "nudge", "nudge", "drop", "flip", "aim", "two"))
    if kind == "two":
        one = change(random, model, first)
        return one.then(change(random, model.apply(one), first))
    if kind == "break":
        return _break(random, model)
    names = sorted(model)
    if kind == "undo":
        names = sorted(model.diff(first)) or names
    old = model.find(random.choice(names))
    if kind == "undo":
        name = random.choice(names)
        return Diff([Delta(model.find(name), first.find(name))])
    assert old is not None
    return Diff([_CHANGES[kind](random, model, old)])


def _break(random: Random, model: Model) -> Diff:
    breaks = RULES[random.choice(sorted(RULES))].breaks
    known = [members for members in breaks.put if "category" in members or members["id"] in model]
    gone = tuple(name for name in breaks.drop if name in model)
    return broken(model, breaks._replace(put=tuple(known), drop=gone))


def _delete(random: Random, model: Model, old: Record) -> Delta:
    return Delta(old, None)


def _copy(random: Random, model: Model, old: Record) -> Delta:
    name = f"{random.choice('az')}-{old.id}"
    twin = old if random.random() < 0.5 else _move(random, model, old).after
    return Delta(model.find(name), Record(name, old.category, {**twin.data, "id": name}))


def _move(random: Random, model: Model, old: Record) -> Delta:
    by = (random.choice(STEPS), random.choice((0, *STEPS)))

    def shifted(value: Any) -> Any:
        if isinstance(value, list) and value and all(type(x) in (int, float) for x in value):
            return [x + by[at % 2] for at, x in enumerate(value)]
        return [shifted(item) for item in value] if isinstance(value, list) else value
    members = ("start", "end", "through", "boundary", "holes", "at")
    return Delta(old, old.but(**{name: shifted(old[name]) for name in members if name in old}))


def _take(random: Random, model: Model, old: Record) -> Delta:
    """A member as another record has it."""
    other = model[random.choice(sorted(model))]
    like = [one for one in model.of(old.category) if one.id != old.id]
    if like and random.random() < 0.8:
        other = random.choice(like)
    name = random.choice(sorted(other.data))
    return Delta(old, old.but(**{name: other[name]}) if name not in ("id", "category") else old)


def _nudge(random: Random, model: Model, old: Record) -> Delta:
    """A number somewhere in the record, made larger or smaller."""
    def nudged(value: Any) -> Any:
        if type(value) in (int, float):
            return value + random.choice(STEPS)
        if isinstance(value, dict) and value:
            name = random.choice(sorted(value))
            return {**value, name: nudged(value[name])}
        if isinstance(value, list) and value:
            at = random.randrange(len(value))
            return [*value[:at], nudged(value[at]), *value[at + 1:]]
        return value
    numbers = [name for name, value in sorted(old.data.items()) if not isinstance(value, str)]
    if not numbers:
        return Delta(old, old)
    name = random.choice(numbers)
    return Delta(old, old.but(**{name: nudged(old[name])}))


def _drop(random: Random, model: Model, old: Record) -> Delta:
    return Delta(old, old.but(**{random.choice(sorted({*old.data} - {"id", "category"}) or ["x"]):
                                 None}))


def _flip(random: Random, model: Model, old: Record) -> Delta:
    name, value = random.choice((
        ("flipped", True), ("isExternal", True), ("isExternal", False), ("external", True),
        ("isStorey", False), ("swing", "exterior"), ("hinge", "end"), ("hinge", "start"),
        ("name", "Same"), ("name", " "), ("mark", "W1"), ("number", "1"), ("fireRating", 30),
        ("height", 2400), ("topOffset", -500), ("thickness", 150), ("colour", "red"),
        ("operation", "sliding"), ("width", 3200), ("baseOffset", 3000),
        ("ifc", {"guids": {"self": "0YvctVUKr0kugbFTf53O9L"}}),
        ("properties", {"Rooms": {"Floor": 5}, "Walls": {"Rw": "high"}})))
    return Delta(old, old.but(**{name: value}))


def _aim(random: Random, model: Model, old: Record) -> Delta:
    """A reference, turned to another record."""
    name, category = random.choice((
        ("levelId", "level"), ("topLevelId", "level"), ("hostId", "wall"), ("hostId", "wall"),
        ("typeId", f"{old.category}-type"), ("typeId", f"{old.category}-type"),
        ("phaseCreatedId", "phase"), ("phaseDemolishedId", "phase"), ("partOf", "wall"),
        ("buildingId", "building"), ("partOf", old.category), ("hostId", "slab")))
    found = model.of(category)
    return Delta(old, old.but(**{name: random.choice(found).id if found else "nothing-1"}))


_CHANGES = {"delete": _delete, "copy": _copy, "move": _move, "take": _take, "nudge": _nudge,
            "drop": _drop, "flip": _flip, "aim": _aim}
