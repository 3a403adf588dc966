

from tests.builders import a_house, code, placed, run

HOUSE = a_house()
ROUND = placed("wall-round", "wall", name="Round", start=[10_000, 0], end=[12_000, 0],
               through=[11_000, 1000], thickness=200, height=2700)


def test_a_wall_moves_beside_itself_and_an_arc_keeps_its_centre():
    after = run(HOUSE, "offset_wall", id="wall-partition", by=300)
    assert (after["wall-partition"]["start"], after["wall-partition"]["end"]) == (
        [4700, 0], [4700, 5000])
    after = run(a_house(ROUND), "offset_wall", id="wall-round", by=-500, copy=True)
    (new,) = (one for one in after.values() if one.category == "wall" and one.id not in HOUSE
              and one.id != "wall-round")
    assert (new["start"], new["end"]) == ([10_500, 0], [11_500, 0])
    assert code(a_house(ROUND), "offset_wall", id="wall-round", by=-1000) == "out-of-range"
