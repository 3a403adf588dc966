from eikrepo.geometry.drawing.curtains import curtain
from eikrepo.geometry.view import View
from tests.builders import a_house
from tests.commands.examples import CURTAIN


def test_a_cut_curtain_wall_shows_its_mullions_panes_and_solid_panels():
    view = View(a_house(CURTAIN))
    low = list(curtain(view, CURTAIN, 500))
    fills = [one.fill for one in low]
    assert fills.count("#000000") == 3  # both borders and the line between
    assert fills.count("#cfcfcf") == 1 and fills.count("#ffffff") == 1
    high = [one.fill for one in curtain(view, CURTAIN, 1500)]
    assert high.count("#ffffff") == 2 and "#cfcfcf" not in high
    xs = [x for one in low for x, _ in one.outline]
    assert (min(xs), max(xs)) == (0, 6000)
    assert list(curtain(view, CURTAIN, 9000)) == []
