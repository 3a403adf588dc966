"""Plans as agents and people ask for them: drawn, marked with what changed, honest, in limits."""

from base64 import b64decode

import pytest

from eikrepo.agent import mcp
from eikrepo.agent.raster import BYTES_MOST
from eikrepo.agent.tools import description, input_schema, tools
from eikrepo.history.message import compact
from tests.repositories import ask, codes, house, open_

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def session(tmp_path):
    return open_(house(tmp_path / "house"))


@pytest.fixture
def office(tmp_path):
    return open_(house(tmp_path / "office", "two-storey-office"))


def draw(session, **args):
    answer = ask(session, "snapshot_2d", whole=True, **args)
    assert answer["ok"], answer
    return answer["data"]


def test_a_plan_comes_with_its_extents_scale_counts_and_what_is_not_on_it(office):
    data = draw(office, levelId="Ground floor", scale=50)
    assert data["svg"].startswith("<svg ") and data["svg"].endswith("</svg>\n")
    assert data["scale"] == 50 and data["level"]["id"] == "level-0"
    assert data["extents"]["min"] == [-550, -2900] and data["extents"]["max"] == [31750, 14950]
    assert data["counts"]["door"] == 18 and data["tooSmallToLabel"] == []
    assert data["leftOut"][0]["why"] == "lies over this plane"
    assert data["leftOut"][0]["count"] == len(data["leftOut"][0]["ids"]) == 15
    assert 'data-id="door-0-04"' in data["svg"] and "Meeting room" in data["svg"]


def test_a_picture_of_pixels_is_small_and_the_same_each_time(office):
    pictures = [b64decode(draw(office, format="png")["png"]) for _ in range(2)]
    assert pictures[0].startswith(PNG) and len(pictures[0]) < BYTES_MOST
    assert pictures[0] == pictures[1]


def test_a_long_drawing_is_held_and_offered_as_a_picture_which_is_never_held(office):
    answer = ask(office, "snapshot_2d")
    assert answer["ok"] and "svg" not in answer["data"]
    assert answer["data"]["held"]["characters"] > 48_000 and answer["data"]["extents"]
    picture = ask(office, **answer["next"][0])
    assert b64decode(picture["data"]["png"]).startswith(PNG)


def test_over_the_protocol_a_picture_is_an_image_and_stands_in_no_text(session):
    answer = ask(session, "snapshot_2d", format="png")
    result = mcp._result(answer)
    image, text = result.content
    assert image.type == "image" and image.mime_type == "image/png"
    assert b64decode(image.data).startswith(PNG)
    assert "png" not in result.structured_content["data"] and len(text.text) < 2000
    assert mcp._result(ask(session, "summary")).content[0].type == "text"


def test_what_changed_is_marked_by_line_and_letter_and_told(session):
    for command, args in (("move", {"ids": ["Partition"], "by": [0, 600, 0]}),
                          ("delete", {"id": "Bedroom window"}),
                          ("place_window", {"hostId": "North wall", "offset": 1000, "sill": 900,
                                            "typeId": "Window 1200 x 1400"})):
        assert ask(session, "execute", command=command, args=args)["ok"]
    data = draw(session, against=1)
    (new,) = data["changes"].pop("added")
    assert data["changes"] == {"changed": ["wall-partition"], "removed": ["window-bedroom"],
                               "follows": ["door-bedroom", "wall-north", "wall-south"]}
    marks = data["svg"].partition('class="cloud"')[2]
    assert f'data-id="{new}">+</text>' in marks
    assert 'data-id="window-bedroom">−</text>' in marks
    assert 'data-id="wall-partition">~</text>' in marks
    assert "+ 1 added, − 1 removed, ~ 1 changed" in data["svg"]
    gone = [line for line in data["svg"].splitlines() if 'data-id="window-bedroom"' in line
            and "stroke-dasharray" in line]
    assert gone
    same = draw(session, at=1, against=1)
    assert same["changes"] == {} and "nothing on this plan changed" in same["svg"]


@pytest.mark.requirement("A-11")
def test_a_filter_and_a_view_say_what_is_drawn(office):
    doors = draw(office, filter={"categories": ["wall", "door"], "levelIds": ["level-1"]},
                 levelId="level-1")
    assert set(doors["counts"]) == {"door", "wall"}
    kept = draw(office, viewId="Ground floor 1:100")
    assert kept["scale"] == 100 and kept["level"]["id"] == "level-0"
    assert kept["counts"]["furniture"] == 50


@pytest.mark.parametrize(("args", "code"), [
    ({"levelId": "Cellar"}, "unknown-id"),
    ({"viewId": "view-whole"}, "not-applicable"),
    ({"viewId": "view-south", "kind": "plan"}, "not-applicable"),
    ({"kind": "section", "levelId": "level-0"}, "not-applicable"),
    ({"kind": "plan", "direction": 0}, "not-applicable"),
    ({"line": {"from": [0, 0], "to": [0, 0]}}, "out-of-range"),
    ({"line": {"from": [-90_000, 0], "to": [-90_000, 100]}}, "nothing-to-draw"),
    ({"scale": 1}, "too-large"),
    ({"against": 99}, "unknown-point"),
    ({"filter": {"categories": ["windoe"]}}, "unknown-category"),
    ({"format": "gif"}, "out-of-range")])
def test_what_cannot_be_drawn_is_refused_with_a_code(office, args, code):
    assert codes(ask(office, "snapshot_2d", **args)) == [code]


def test_a_model_without_a_level_has_nothing_to_draw(session):
    from eikrepo.agent.operations.snapshot_2d import _level
    from eikrepo.geometry.view import View
    from eikrepo.model.model import Model
    from eikrepo.problems import EikError
    with pytest.raises(EikError) as caught:
        _level(View(Model([])), {}, None)
    assert caught.value.problems[0].code == "nothing-to-draw"


def test_all_definitions_of_tools_together_are_small():
    whole = [mcp._definition(tool).model_dump(by_alias=True, exclude_none=True, mode="json")
             for tool in tools()]
    assert len(compact(whole)) < 15_000
    told = input_schema(next(tool for tool in tools() if tool.name == "snapshot_2d"))
    assert told["properties"]["filter"] == {"type": "object", "description": "As in read."}
    assert all(description(tool) for tool in tools())


@pytest.mark.parametrize("kind", [{"levelId": "level-0"}, {"kind": "elevation", "direction": 90},
                                  {"kind": "section", "direction": 0}])
def test_labels_say_the_id_of_what_is_drawn_or_that_there_was_no_room(office, kind):
    data = draw(office, labels="id", **kind)
    written = data["svg"].count('fill="#1a4fb4"')
    assert written > 5
    assert written + sum("(" in one for one in data["tooSmallToLabel"]) >= sum(
        data["counts"].values()) - data["counts"].get("space", 0) - 1


def test_a_drawing_of_the_past_is_what_it_was(session):
    before = draw(session, kind="elevation", direction=90)["svg"]
    assert ask(session, "execute", command="delete", args={"id": "Bedroom window"})["ok"]
    assert draw(session, kind="elevation", direction=90)["svg"] != before
    assert draw(session, kind="elevation", direction=90, at=1)["svg"] == before
    changed = draw(session, kind="elevation", direction=90, against=1)
    assert changed["changes"] == {"follows": ["wall-south"], "removed": ["window-bedroom"]}


def test_a_plan_with_a_range_shows_what_lies_over_and_under_it(office):
    plain = draw(office, levelId="level-1")
    wide = draw(office, levelId="level-1", top=3500, bottom=-3500)
    assert "beam" not in plain["counts"] and wide["counts"]["beam"] == 12
    assert wide["counts"]["generic"] == 1  # the stand on the ground outside
    ceiling = draw(office, kind="rcp", levelId="level-0")
    assert ceiling["counts"]["ceiling"] == 15 and "furniture" not in ceiling["counts"]
    assert "ceiling +2.70" in ceiling["svg"]
    kept = draw(office, viewId="Ceilings ground floor")
    assert kept["kind"] == "rcp" and kept["counts"]["ceiling"] == 15


@pytest.mark.requirement("A-11")
def test_a_difference_takes_the_filter_too(session):
    for command, args in (("move", {"ids": ["Partition"], "by": [0, 600, 0]}),
                          ("delete", {"id": "Bedroom window"})):
        assert ask(session, "execute", command=command, args=args)["ok"]
    rows = ask(session, "diff", a=1, filter={"categories": ["window"]})["data"]["changes"]
    assert [row["id"] for row in rows] == ["window-bedroom"]
    named = ask(session, "diff", a=1, filter={"elementIds": ["Bedroom window"]})["data"]
    assert named["total"] == 1
    assert codes(ask(session, "diff", a=1, filter={"elementIds": ["Nobody"]})) == ["unknown-id"]
