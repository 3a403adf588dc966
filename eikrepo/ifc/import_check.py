"""Makes an import fit: what the rules would refuse comes in degraded, and is reported."""

from collections.abc import Iterable
from typing import Any

from eikrepo.geometry.view import View
from eikrepo.ifc.import_plan import Made, Plan
from eikrepo.ifc.import_report import BOX, DATA, LEFT_OUT
from eikrepo.model.category import known
from eikrepo.model.model import Model
from eikrepo.model.record import Record
from eikrepo.problems import Problem
from eikrepo.rules import engine
from eikrepo.rules._rule import INTEGRITY, PHYSICAL

_ROUNDS_MOST = 8
_HOSTED = frozenset({"hosted-outside-host", "hosted-above-host", "hosted-below-host",
                     "placement-not-for-host"})
_SHAPES = frozenset({"boundary-crosses-itself", "boundary-open", "hole-outside-boundary",
                     "holes-overlap", "arc-degenerate", "zero-length", "top-below-base"})
"""Physical faults of one record's own shape. Those between records (overlaps, twins) stay as
the file has them: they are findings about the building, and warnings where they stand."""
_KEPT = ("id", "discipline", "name", "mark", "levelId", "groupIds", "partOf", "materials",
         "properties", "classifications", "ifc")


def records_of(plan: Plan) -> list[Record]:
    """Returns the records of a plan."""
    return [Record(name, made.data["category"], made.data) for name, made in plan.made.items()]


def settle(plan: Plan, more: Iterable[Record]) -> None:
    """Degrades records until the rules find nothing that they would refuse."""
    others = list(more)
    for turn in range(_ROUNDS_MOST):
        view = View(Model([*others, *records_of(plan)]))
        found = [one for one in engine.check(view, kinds=(INTEGRITY, PHYSICAL))
                 if one.kind == INTEGRITY or one.code in _HOSTED or one.code in _SHAPES]
        if not found:
            return
        seen: set[str] = set()
        for problem in found:
            name = problem.record or ""
            if name in plan.made and name not in seen:
                seen.add(name)
                _mend(plan, plan.made[name], problem, last=turn >= _ROUNDS_MOST - 2)


def _mend(plan: Plan, made: Made, problem: Problem, *, last: bool) -> None:
    """Takes one record down to a form that the problem does not touch."""
    category = made.data["category"]
    if last:
        _leave_out(plan, made, problem)
    elif problem.code in _HOSTED and "at" in made.data and "origin" not in made.data["at"]:
        _freed(plan, made, problem)
    elif problem.code in ("dangling-reference", "wrong-category-reference", "reference-cycle"):
        _unlinked(plan, made, problem)
    elif category == "space" and problem.code in _SHAPES and "boundary" in made.data:
        x, y = made.data["boundary"][0][:2]
        _replaced(plan, made, {**made.data, "at": [x, y], "boundary": None, "holes": None}, DATA,
                  problem)
    elif problem.code in ("hole-outside-boundary", "holes-overlap"):
        _replaced(plan, made, {**made.data, "holes": None}, BOX, problem)
    elif problem.code in ("unknown-member", "out-of-range", "wrong-type") and _trimmed(
            plan, made, problem):
        return
    elif known(category).home == "element":
        _generic(plan, made, problem)
    else:
        _leave_out(plan, made, problem)


def _replaced(plan: Plan, made: Made, data: dict[str, Any], grade: str,
              problem: Problem) -> None:
    """Puts other data in a record's place and reports it."""
    data = {name: value for name, value in data.items() if value is not None}
    plan.made[data["id"]] = Made(data, made.entity, grade)
    kind = made.entity.is_a() if made.entity is not None else data["category"]
    guid = str(getattr(made.entity, "GlobalId", "") or "")
    plan.report.lower(kind, made.grade, grade, problem.code, guid)


def _freed(plan: Plan, made: Made, problem: Problem) -> None:
    """Places a hosted record by its own coordinates instead of on its host's line or face."""
    from eikrepo.model.hosted import hosted_shape
    model = Model(records_of(plan))
    record = model[made.data["id"]]
    prisms = hosted_shape(record, model)
    box = plan.graph.bodies.extent(made.entity, plan.graph.place(made.entity))
    level = plan.elevation(made.data.get("levelId"))
    if prisms:
        xmin, ymin, zmin, xmax, ymax, _ = prisms[0].bounds
        host = model[made.data["hostId"]]
        at = [round((xmin + xmax) / 2, 4), round((ymin + ymax) / 2, 4), round(zmin - level, 4)]
        turn = _way(host)
    elif box is not None:
        (low, high), along = box
        x, y, z = along.at(((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]))
        at, turn = [round(x, 4), round(y, 4), round(z - level, 4)], along.rotation
    else:
        _generic(plan, made, problem)
        return
    _replaced(plan, made, {**made.data, "at": {"origin": at, "rotation": round(turn, 7)}}, BOX,
              problem)


def _way(host: Record) -> float:
    from math import atan2, degrees
    if "start" in host and "end" in host:
        (ax, ay), (bx, by) = host["start"], host["end"]
        return degrees(atan2(by - ay, bx - ax))
    return 0.0


def _unlinked(plan: Plan, made: Made, problem: Problem) -> None:
    """Takes away the reference that a problem points at; a host makes the record generic."""
    member = (problem.pointer or "").split("/")[1:2]
    if not member or member[0] not in made.data or member[0] == "hostId":
        _generic(plan, made, problem)
        return
    required = known(made.data["category"]).object.by_name[member[0]].required
    if required:
        _generic(plan, made, problem)
        return
    _replaced(plan, made, {**made.data, member[0]: None}, made.grade, problem)


def _trimmed(plan: Plan, made: Made, problem: Problem) -> bool:
    """Takes away an optional member that does not fit; tells whether it could."""
    member = (problem.pointer or "").split("/")[1:2]
    declared = known(made.data["category"]).object.by_name.get(member[0]) if member else None
    if not member or member[0] not in made.data or (declared and declared.required):
        return False
    _replaced(plan, made, {**made.data, member[0]: None}, made.grade, problem)
    return True


def _generic(plan: Plan, made: Made, problem: Problem) -> None:
    """Makes a record generic: the box of its body, or its place alone."""
    if made.entity is None or (made.data["category"] == "generic" and "size" not in made.data
                               and "boundary" not in made.data):
        _leave_out(plan, made, problem)
        return
    data = {name: made.data[name] for name in _KEPT if name in made.data}
    place = plan.graph.place(made.entity)
    found = None if "size" in made.data else plan.graph.bodies.extent(made.entity, place)
    level = plan.elevation(data.get("levelId"))
    grade = DATA
    if found is not None:
        (low, high), along = found
        x, y, z = along.at(((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]))
        grade = BOX
        data |= {"at": [round(x, 4), round(y, 4)], "rotation": round(along.rotation, 7),
                 "baseOffset": round(z - level, 4),
                 "size": {name: max(1.0, round(high[axis] - low[axis], 4))
                          for axis, name in enumerate(("width", "depth", "height"))}}
    else:
        data |= {"at": [round(place.o[0], 4), round(place.o[1], 4)],
                 "baseOffset": round(place.o[2] - level, 4)}
    _replaced(plan, made, {**data, "category": "generic"}, grade, problem)


def _leave_out(plan: Plan, made: Made, problem: Problem) -> None:
    """Takes a record out altogether; what named it is unlinked in the next round."""
    del plan.made[made.data["id"]]
    kind = made.entity.is_a() if made.entity is not None else made.data["category"]
    plan.report.lower(kind, made.grade, LEFT_OUT, problem.code,
                      str(getattr(made.entity, "GlobalId", "") or ""))
