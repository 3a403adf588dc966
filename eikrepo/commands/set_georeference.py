"""Says where on the map the model's origin lies."""

from eikrepo.commands._command import Args, Command, check_fit, revise, the
from eikrepo.model.category import known
from eikrepo.model.compound import MISSING, Object
from eikrepo.model.delta import Diff
from eikrepo.model.ids import Minter
from eikrepo.model.model import Model

_KIND = known("project").object.by_name["georeference"].kind
assert isinstance(_KIND, Object)
ARGS = Object(*(member._replace(required=False, default=MISSING) for member in _KIND.members))


def plan(model: Model, args: Args, new: Minter) -> Diff:
    """Returns the difference; members that are not given stay as they are."""
    project = the(model, "project")
    standing = project.get("georeference")
    given = (standing if isinstance(standing, dict) else {}) | args
    delta = revise(project, georeference=given)
    if delta.after is not None and delta.after is not project:
        check_fit(model, project, delta.after, "")
    return Diff.of(delta)


def subject(model: Model, args: Args, diff: Diff) -> str:
    """Returns the line of the commit."""
    return f"Set the georeference: {', '.join(args) or 'nothing'}"


COMMAND = Command(
    summary="Say where on the map the model lies", args=ARGS, plan=plan, subject=subject,
    example={"epsg": 25832, "eastings": 691_000_000, "northings": 5_334_000_000, "height": 518_000,
             "xAxisAngle": 12.5})
