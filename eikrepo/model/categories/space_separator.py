"""Space separators: lines that bound rooms where there is no wall."""

from eikrepo.model.category import PROJECT, Category
from eikrepo.model.compound import Member
from eikrepo.model.elements import PROJECT_HEAD, PROJECT_TAIL
from eikrepo.model.kinds import Point, Ref

CATEGORY = Category(
    name="space-separator", plural="space-separators", home=PROJECT,
    summary="A line that bounds spaces where there is no wall",
    members=(
        *PROJECT_HEAD,
        Member("levelId", Ref("level"), "The level it lies on.", required=True),
        Member("start", Point(), "Start of the line.", required=True),
        Member("end", Point(), "End of the line.", required=True),
        Member("through", Point(), "A point the arc passes through; absent for a straight line."),
        *PROJECT_TAIL),
    atomic=(("start", "end", "through"),), points=("start", "end", "through"),
    example={"id": "space-separator-1", "category": "space-separator", "levelId": "level-1",
             "start": [2000, 0], "end": [2000, 4000]})
