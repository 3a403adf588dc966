"""An office of two storeys: rooms on both sides of a corridor, a hall with a bay window.

It is 31 m long and 15.5 m wide, has a concrete frame on a grid and a brick facade, and holds
every category at least once. The plan is in ``_office_plan``.
"""

from collections.abc import Iterator

from eikrepo.examples import _office_rooms as rooms
from eikrepo.examples import _office_structure as structure
from eikrepo.examples import _office_walls as walls
from eikrepo.examples._making import document, placed, record
from eikrepo.examples._office_plan import AXES_X, AXES_Y, LEVELS, ROOF, STOREY
from eikrepo.model.record import Record

SHAFT_REVISION = "0ca62474edb8"
"""The revision of the shaft's space that the acceptance below is about."""


def build() -> tuple[Record, ...]:
    """Returns the records of the office."""
    return tuple(_records())


def _records() -> Iterator[Record]:
    yield from (*_documents(), *_places(), *_people(), *_sets(), *_views(), *_materials())
    yield from (*walls.types(), *structure.types(), *rooms.types())
    for storey in range(len(LEVELS)):
        yield from (*walls.walls(storey), *walls.doors(storey), *walls.windows(storey))
        yield from (*structure.columns(storey), *structure.beams(storey))
        yield from (*rooms.spaces(storey), *rooms.ceilings(storey), *rooms.furniture(storey))
    yield from (*structure.slabs(), *structure.roof(), *structure.stair())
    yield walls.hatch()
    yield rooms.counter_top()
    yield placed("generic", "generic-mailboxes", LEVELS[0], name="Mailboxes", at=[24_500, 1500],
                 size={"width": 400, "depth": 1800, "height": 1200}, baseOffset=600)
    yield placed("generic", "generic-bicycle-stand", LEVELS[0], discipline="site",
                 name="Bicycle stand", at=[21_000, -2500],
                 size={"width": 4000, "depth": 800, "height": 900})


def _documents() -> Iterator[Record]:
    yield document("model", format="1.0", id="b0d8f9a4-2c7e-4f36-8a51-93e4c1d7a602",
                   name="Two-storey office",
                   profiles=["core", "architecture", "structure", "site"])
    yield document("policy", branches=[
        {"pattern": "release/*", "push": ["role:lead"], "merge": ["role:lead"], "approvals": 1,
         "approvers": ["role:structural-engineer"], "disciplines": ["structure"]}])
    yield document(
        "project", id="project", category="project", name="Two-storey office",
        description="Sixteen offices for two people each, with meeting rooms and a hall.",
        siteName="Harbour street 12", unitsShown={"length": "m"},
        georeference={"epsg": 25832, "eastings": 565_120_000, "northings": 5_933_480_000,
                      "height": 6200, "xAxisAngle": 15, "trueNorth": 75})


def _places() -> Iterator[Record]:
    address = "Harbour street 12, 20457 Hamburg"
    yield record("site", "site", name="Harbour street 12", address=address, latitude=53.5461,
                 longitude=9.9829, elevation=0,
                 boundary=[[-6000, -8000], [38_000, -8000], [38_000, 21_000], [-6000, 21_000]])
    yield record("building", "building", name="Office building", siteId="site", address=address,
                 elevation=0)
    yield record("level", LEVELS[0], name="Ground floor", elevation=0, buildingId="building")
    yield record("level", LEVELS[1], name="First floor", elevation=STOREY, buildingId="building")
    yield record("level", ROOF, name="Roof", elevation=2 * STOREY, isStorey=False,
                 buildingId="building")
    yield record("grid", "grid", name="Main grid", axes=[
        *({"id": name, "start": [x, -2000], "end": [x, 16_400]} for name, x in AXES_X.items()),
        *({"id": name, "start": [-2000, y], "end": [32_000, y]} for name, y in AXES_Y.items())])
    yield record("phase", "phase-shell", name="Shell", order=1,
                 description="Structure, facades and roof.")
    yield record("phase", "phase-fit-out", name="Fit-out", order=2,
                 description="Ceilings and furniture.")


def _people() -> Iterator[Record]:
    for name, title, email, roles, office in (
            ("anna", "Anna Berg", "anna@example.org", ["architect", "lead"], "Berg Architects"),
            ("bert", "Bert Stone", "bert@example.org", ["structural-engineer"],
             "Stone Engineers"),
            ("carla", "Carla Diaz", "carla@example.org", ["fire-engineer"], "Stone Engineers"),
            ("dan", "Dan Webb", "dan@example.org", ["client"], "Harbour Offices")):
        yield record("person", f"person-{name}", name=title, email=email, roles=roles,
                     organisation=office)


def _sets() -> Iterator[Record]:
    for storey, title in enumerate(("ground floor", "first floor")):
        yield record("zone", f"zone-fire-{storey}", name=f"Fire compartment {title}", kind="fire",
                     number=f"F{storey}")
        yield record("group", f"group-workplaces-{storey}", name=f"Workplaces {title}",
                     description="Desks and chairs of the offices.")
        yield record("group", f"group-meeting-{storey}", name=f"Meeting furniture {title}",
                     description="Tables and chairs that people meet at.")
    yield record("zone", "zone-heated", name="Heated at 21 °C", kind="thermal", number="T1")
    yield record("zone", "zone-rented", name="Rented area", kind="rentable", number="R1")
    yield record("property-set", "property-set-rooms", name="Rooms", appliesTo=["space"],
                 properties=[
                     {"name": "Floor finish", "type": "IfcLabel", "enumeration": [
                         "carpet", "concrete", "linoleum", "stone", "tile"],
                      "doc": "The top layer of the floor."},
                     {"name": "Occupants", "type": "IfcInteger",
                      "doc": "How many people the room is planned for."}])
    yield record("acceptance", "acceptance-shaft", code="space-without-door",
                 recordIds=["space-0-19"], revisions={"space-0-19": SHAFT_REVISION},
                 reason="The riser shaft is reached through the door on the first floor.",
                 personId="person-carla")


def _views() -> Iterator[Record]:
    whole = [-6000, -8000, -1000, 38_000, 21_000, 9000]
    yield record("view", "view-ground-floor", name="Ground floor 1:100", kind="plan",
                 levelId=LEVELS[0])
    yield record("view", "view-first-floor", name="First floor 1:100", kind="plan",
                 levelId=LEVELS[1])
    yield record("view", "view-ceilings", name="Ceilings ground floor", kind="rcp",
                 levelId=LEVELS[0], hiddenCategories=["furniture"])
    yield record("view", "view-section", name="Section through the corridor", kind="section",
                 box=[-1000, 7200, -1000, 33_000, 15_500, 8500], scale=50)
    yield record("view", "view-south", name="South elevation", kind="elevation", box=whole)
    yield record("view", "view-whole", name="Whole building", kind="3d", box=whole,
                 hiddenCategories=["ceiling", "space"])


def _materials() -> Iterator[Record]:
    for name, title, kind, density, conductivity in (
            ("air", "Still air", "air", 1.2, 0.18),
            ("bitumen", "Bitumen membrane", "membrane", 1100, 0.17),
            ("brick", "Facing brick", "masonry", 1800, 0.8),
            ("concrete", "Reinforced concrete C30/37", "concrete", 2400, 2.3),
            ("gravel", "Gravel bed", "gravel", 1800, 0.7),
            ("gypsum-board", "Gypsum board", "gypsum", 800, 0.25),
            ("mineral-panel", "Mineral ceiling panel", "insulation", 300, 0.06),
            ("mineral-wool", "Mineral wool", "insulation", 40, 0.035),
            ("steel", "Steel S235", "metal", 7850, 50),
            ("stone", "Granite", "stone", 2700, 2.8),
            ("timber", "Timber studs", "timber", 500, 0.13)):
        yield record("material", f"material-{name}", name=title, kind=kind, density=density,
                     conductivity=conductivity)
