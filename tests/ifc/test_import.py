import zipfile
from pathlib import Path

import ifcopenshell
import pytest

from eikrepo import examples
from eikrepo.geometry.view import View
from eikrepo.ifc.importing import read_ifc
from eikrepo.model.model import Model
from eikrepo.problems import ERROR, EikError
from eikrepo.rules import engine
from tests.ifc.conftest import MODEL
from tests.ifc.small import FOOT, TAIL, box, file, guid

REAL = sorted(Path(__file__).parents[3].glob("shared/ifc/*.ifc"))
"""Real files beside the repository, where they are there; they are not part of it."""
NOT_NEAR = {"id", "levelId", "typeId", "hostId", "ifc", "properties", "function"}


def model_of(found):
    return Model(found.records)


def errors(found):
    return [one for one in engine.check(View(model_of(found))) if one.severity == ERROR]


def near(one, other):
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) <= 0.01
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(near, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(near(one[key], other[key]) for key in one)
    return one == other


def test_what_went_out_comes_back_the_same(house_file):
    before, found = Model(examples.build("one-storey-house")), read_ifc(house_file, MODEL)
    after = model_of(found)
    for category in ("wall", "door", "window", "slab", "space"):
        names = {record["name"]: record for record in after.of(category)}
        assert len(names) == len(before.of(category))
        for record in before.of(category):
            other = names[record["name"]]
            for member in {*record.data, *other.data} - NOT_NEAR:
                assert near(record.get(member), other.get(member)), (record.id, member)
            assert after[other["levelId"]]["name"] == "Ground floor"
            if "hostId" in record:
                assert after[other["hostId"]]["name"] == before[record["hostId"]]["name"]
            if "typeId" in record:
                assert after[other["typeId"]]["name"] == before[record["typeId"]]["name"]
    types = {record["name"]: record for record in after.of("wall-type")}
    assert [one["thickness"] for one in types["Exterior wall 300"]["layers"]] == [15, 100, 175, 10]
    assert types["Exterior wall 300"]["isExternal"] is True
    assert errors(found) == []
    assert found.report.to_json()["totals"] == {"parametric": 29, "box": 0, "data-only": 0,
                                                "left-out": 0}


def test_the_office_comes_back_with_every_wall_door_window_and_slab(office_file):
    before, found = Model(examples.build("two-storey-office")), read_ifc(office_file, MODEL)
    after = model_of(found)
    for category in ("wall", "door", "window", "slab", "column", "beam", "space", "level", "zone",
                     "group"):
        assert len(after.of(category)) == len(before.of(category)), category
    for record in before.of("wall"):
        other = next(one for one in after.of("wall") if one["name"] == record["name"]
                     and near(one["start"], record["start"]))
        for member in ("start", "end", "through"):
            assert near(record.get(member), other.get(member)), (record.id, member)
    assert errors(found) == []


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_a_real_file_comes_in_whole_and_without_errors(path):
    found = read_ifc(path, MODEL)
    assert errors(found) == []
    model = model_of(found)
    kept = [record.get("ifc", {}).get("class") for record in model.values()]
    try:
        file = ifcopenshell.open(str(path))
    except ifcopenshell.Error:
        return
    for kind in ("IfcWall", "IfcSlab", "IfcColumn", "IfcBeam", "IfcDoor", "IfcWindow", "IfcSpace",
                 "IfcFurnishingElement", "IfcBuildingStorey", "IfcStair", "IfcRailing"):
        classes = {one.is_a() for one in file.by_type(kind)}
        assert sum(name in classes for name in kept) == len(file.by_type(kind)), kind
    counts = found.report.to_json()["classes"]
    for product in {one.is_a() for one in file.by_type("IfcProduct")}:
        assert sum(counts[product].values()) == len(
            file.by_type(product, include_subtypes=False)), product


def test_ids_follow_from_source_and_global_id(house_file):
    first = read_ifc(house_file, MODEL, "arch").records
    again = read_ifc(house_file, MODEL, "arch").records
    other = read_ifc(house_file, MODEL, "struct").records
    assert first == again
    walls = {record.id for record in first if record.category == "wall"}
    assert all(len(name) == len("wall-") + 13 for name in walls)
    assert not walls & {record.id for record in other}


SLAB = [f"#30=IFCSLAB('{guid(30)}',$,'Plate',$,$,#101,#100,'T-1',.BASESLAB.);",
        f"#31=IFCRELCONTAINEDINSPATIALSTRUCTURE('{guid(31)}',$,$,$,(#30),#20);",
        *box(100, 4, 3, 0.2, x=10, z=-0.2)]


def only(found, category):
    (record,) = model_of(found).of(category)
    return record


@pytest.mark.parametrize(("unit", "mm"), [(None, 1000), (FOOT, 304.8)])
def test_lengths_come_in_as_millimetres_whatever_the_file_counts_in(take_in, unit, mm):
    found = take_in(file(*SLAB, **({"unit": unit} if unit else {})))
    slab = only(found, "slab")
    assert only(found, "level")["elevation"] == pytest.approx(3 * mm)
    assert slab["boundary"][0] == pytest.approx([8 * mm, -1.5 * mm])
    assert slab["thickness"] == pytest.approx(0.2 * mm)
    assert slab.get("offset", 0) == pytest.approx(0, abs=1e-3)
    assert slab["ifc"] == {"class": "IfcSlab", "predefinedType": "BASESLAB", "tag": "T-1",
                           "guids": {"self": guid(30)}}


def test_property_sets_and_quantities_are_kept_with_type_and_unit(take_in):
    found = take_in(file(
        *SLAB, f"#40=IFCPROPERTYSET('{guid(40)}',$,'Data',$,(#41,#42,#43,#44));",
        "#41=IFCPROPERTYSINGLEVALUE('Span',$,IFCLENGTHMEASURE(4.),$);",
        "#42=IFCPROPERTYSINGLEVALUE('Note',$,IFCLABEL('K\\X2\\00FC\\X0\\che'),$);",
        "#43=IFCPROPERTYSINGLEVALUE('Empty',$,$,$);",
        "#44=IFCPROPERTYBOUNDEDVALUE('Range',$,IFCREAL(2.5),IFCREAL(1.5),$,$);",
        f"#45=IFCELEMENTQUANTITY('{guid(45)}',$,'Qto',$,$,(#46));",
        "#46=IFCQUANTITYAREA('Area',$,$,12.,$);",
        f"#47=IFCRELDEFINESBYPROPERTIES('{guid(47)}',$,$,$,(#30),#40);",
        f"#48=IFCRELDEFINESBYPROPERTIES('{guid(48)}',$,$,$,(#30),#45);"))
    sets = only(found, "slab")["properties"]
    assert sets["Data"]["Span"] == {"value": 4000, "type": "IfcLengthMeasure", "unit": "mm"}
    assert sets["Data"]["Note"] == "Küche"
    assert sets["Data"]["Empty"] == []
    assert sets["Data"]["Range"]["upper"] == 2.5
    assert sets["Qto"]["Area"] == {"value": 12, "type": "IfcQuantityArea", "unit": "m2"}


def test_a_door_without_an_opening_stands_freely(take_in):
    found = take_in(file(
        f"#30=IFCDOOR('{guid(30)}',$,'Gate',$,$,#101,#100,$,2.1,1.,$,$,$);", *box(
            100, 1, 0.1, 2.1, x=5, y=6), f"#31=IFCRELCONTAINEDINSPATIALSTRUCTURE('{guid(31)}',$,"
        "$,$,(#30),#20);"))
    door = only(found, "door")
    assert "hostId" not in door
    assert door["at"] == {"origin": [5000, 6000, 0], "rotation": 0}
    assert (door["width"], door["height"]) == (1000, 2100)
    assert errors(found) == []


def test_a_class_without_a_category_is_kept_as_what_it_is(take_in):
    found = take_in(file(f"#30=IFCPLATE('{guid(30)}',$,'Panel','Glass',$,#101,#100,$,$);",
                         *box(100, 1, 0.02, 2)))
    generic = only(found, "generic")
    assert generic["ifc"]["class"] == "IfcPlate"
    assert generic["properties"]["ifc"]["Description"] == "Glass"
    assert generic["height"] == 2000


def test_what_the_rules_would_refuse_comes_in_degraded_and_is_told(take_in):
    lines = [line.replace("IFCRECTANGLEPROFILEDEF(.AREA.,$,#107,4.000000,3.000000)",
                          "IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#60)") for line in SLAB]
    found = take_in(file(
        *lines, "#60=IFCPOLYLINE((#61,#62,#63,#64,#61));", "#61=IFCCARTESIANPOINT((0.,0.));",
        "#62=IFCCARTESIANPOINT((2.,2.));", "#63=IFCCARTESIANPOINT((2.,0.));",
        "#64=IFCCARTESIANPOINT((0.,2.));"))
    generic = only(found, "generic")
    assert generic["size"] == {"width": 2000, "depth": 2000, "height": 200}
    assert errors(found) == []
    assert any(one["reason"] == "boundary-crosses-itself" and one["grade"] == "box"
               for one in found.report.to_json()["reasons"])


def test_a_space_without_a_storey_is_put_on_a_level_and_told(take_in):
    found = take_in(file(f"#30=IFCSPACE('{guid(30)}',$,'1',$,$,$,$,'Hall',.ELEMENT.,$,$);",
                         storey=False))
    space = only(found, "space")
    assert (space["name"], space["number"]) == ("Hall", "1")
    assert errors(found) == []
    assert "it stands on no storey" in "\n".join(found.report.lines())


def test_global_ids_that_are_not_unique_or_none_are_survived(take_in):
    found = take_in(file(*SLAB, f"#33=IFCSLAB('{guid(30)}',$,'Twin',$,$,$,$,$,$);",
                         "#34=IFCSLAB('not one',$,'Odd',$,$,$,$,$,$);"))
    assert errors(found) == []
    assert {record.get("name") for record in found.records} >= {"Plate", "Twin", "Odd"}
    assert "its GlobalId is not unique" in "\n".join(found.report.lines())


def test_a_whole_that_is_part_of_its_part_is_unlinked(take_in):
    found = take_in(file(
        *SLAB, f"#33=IFCPLATE('{guid(33)}',$,'Part',$,$,$,$,$,$);",
        f"#34=IFCRELAGGREGATES('{guid(34)}',$,$,$,#30,(#33));",
        f"#35=IFCRELAGGREGATES('{guid(35)}',$,$,$,#33,(#30));"))
    assert errors(found) == []


def refused(take_in, text):
    with pytest.raises(EikError) as caught:
        take_in(text)
    return caught.value.problems[0].code


def test_a_broken_file_is_a_problem_with_a_code(take_in):
    whole = file(*SLAB)
    assert refused(take_in, "hello") == "ifc-unreadable"
    assert refused(take_in, b"") == "ifc-unreadable"
    assert refused(take_in, whole[:-40]) == "ifc-truncated"
    assert refused(take_in, whole.replace("IFC4'", "CATIA'")) == "ifc-schema"
    assert refused(take_in, whole.replace("#7=IFC", "#7=IFC((((")) == "ifc-unreadable"
    assert refused(take_in, b"PK\x03\x04 and no zip") == "ifc-unreadable"


def test_a_zip_is_read_and_a_bomb_is_not(take_in, tmp_path):
    path = tmp_path / "one.ifczip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("one.ifc", file(*SLAB))
    assert only(read_ifc(path, MODEL), "slab")["name"] == "Plate"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("one.ifc", b" " * (80 * 1024**2))
    with pytest.raises(EikError) as caught:
        read_ifc(path, MODEL)
    assert caught.value.problems[0].code == "ifc-too-large"


@pytest.mark.parametrize(("old", "new", "note"), [
    ("'IFC4'", "'IFC4X1'", "is read as IFC4"),
    ("'Plate'", "'Pl\\X2\\00Z\\X0\\ate'", "broken escapes"),
    ("10.000000,0.000000", "10.000000,1.#INF", "numbers that are none")])
def test_what_readers_refuse_is_mended_where_it_can_be(take_in, old, new, note):
    found = take_in(file(*SLAB).replace(old, new))
    assert note in " ".join(found.report.notes)
    assert len(model_of(found).of("slab")) == 1


def test_raw_bytes_outside_ascii_are_read(take_in):
    found = take_in(file(*SLAB).replace("'Plate'", "'Größe'").encode("latin-1"))
    assert only(found, "slab")["name"] == "Größe"


def test_an_empty_file_is_a_model_with_a_project_alone(take_in):
    found = take_in(file(storey=False).replace(TAIL, TAIL))
    assert [record.category for record in found.records] == ["model", "project"]
    assert errors(found) == []
