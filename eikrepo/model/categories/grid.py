"""Grids: named axes in plan, straight or arcs."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import ListOf, Member, Object
from eikrepo.model.elements import project_members
from eikrepo.model.kinds import Point, Ref, Text

AXIS = Object(
    Member("id", Text(16, least=1), "The axis' name in its bubble, such as A or 1.",
           required=True),
    Member("start", Point(), "Start of the axis.", required=True),
    Member("end", Point(), "End of the axis.", required=True),
    Member("through", Point(), "A point the arc passes through; absent for a straight axis."))

CATEGORY = Category(
    name="grid", plural="grids", home=PROJECT,
    summary="A set of named axes that columns and people refer to",
    members=project_members(
        Member("axes", ListOf(AXIS, least=1, most=1000, key="id"), "The axes, in order.",
               required=True),
        Member("levelIds", ListOf(Ref("level", on_delete="clear"), most=1000, unique=True),
               "The levels it shows on; absent is all."),
        name="What people call the grid."),
    points=("axes/*/start", "axes/*/end", "axes/*/through"), ifc_class="IfcGrid",
    example={"id": "grid-1", "category": "grid", "name": "Main grid", "axes": [
        {"id": "A", "start": [0, 0], "end": [0, 12_000]},
        {"id": "1", "start": [0, 0], "end": [18_000, 0]}]})
