"""What a drawing is made of: lines, arcs, areas and words as plain values.

Places are in model mm. Widths of lines and heights of letters are in mm on paper, so that they
are the same at every scale.
"""

from collections.abc import Iterable
from math import cos, radians, sin
from typing import NamedTuple

from eikrepo.geometry.plan import Rect
from eikrepo.model.shape import XY, Arc, Edge, loop_bounds

BLACK, GREY, LIGHT, WHITE = "#000000", "#6e6e6e", "#a8a8a8", "#ffffff"


class Pen(NamedTuple):
    """A line's width in mm on paper, its dashes in mm on paper, and its colour."""

    width: float
    dash: tuple[float, ...] = ()
    colour: str = BLACK


CUT = Pen(0.5)
"""What the plane of the drawing cuts."""
SEEN = Pen(0.25)
"""What is seen beyond the plane."""
THIN = Pen(0.13)
"""What is drawn rather than seen: hatches, treads, swings, dimensions."""
HIDDEN = Pen(0.18, (1.2, 0.8))
"""What lies above the plane, or behind something."""
AXIS = Pen(0.13, (5, 1, 0.6, 1), GREY)
"""The axes of a grid."""
PALE = Pen(0.13, (), GREY)
"""What is not part of the building, such as furniture."""


class Line(NamedTuple):
    """A line through points."""

    points: tuple[XY, ...]
    pen: Pen
    layer: str
    record: str | None = None


class Curve(NamedTuple):
    """An arc of a circle, from an angle over a signed angle in radians."""

    centre: XY
    radius: float
    start: float
    sweep: float
    pen: Pen
    layer: str
    record: str | None = None


class Area(NamedTuple):
    """A closed outline with holes; filled by a colour or a hatch where it has one."""

    outline: tuple[XY, ...]
    holes: tuple[tuple[XY, ...], ...]
    pen: Pen | None
    fill: str | None
    layer: str
    record: str | None = None


class Text(NamedTuple):
    """One line of words about a place: the middle of its height, and of its width or an end.

    ``height`` is that of a capital letter, in mm on paper; ``angle`` is in degrees.
    """

    text: str
    at: XY
    height: float
    layer: str
    record: str | None = None
    anchor: str = "middle"
    angle: float = 0.0
    colour: str = BLACK


Item = Line | Curve | Area | Text
_ADVANCES = (
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838)
"""Widths of the letters from space to tilde in DejaVu Sans, in 1/1000 of its size."""
_OTHERS = {"²": 401, "³": 401, "·": 318, "°": 500, "…": 1000, "–": 500}
CAPITAL = 0.729
"""Height of a capital letter by the size of the font."""


def width_of(text: str, height: float) -> float:
    """Returns the width of a line of words in mm on paper, for capitals of a height."""
    total = 0
    for letter in text:
        place = ord(letter) - 32
        if 0 <= place < len(_ADVANCES):
            total += _ADVANCES[place]
        else:
            total += _OTHERS.get(letter, 700 if place < 0x1100 else 1000)
    return total / 1000 * height / CAPITAL


def text_box(text: Text, scale: float) -> tuple[XY, XY, XY, XY]:
    """Returns the corners of the box round a text, in model mm, with the drop of its letters."""
    wide, high = width_of(text.text, text.height) * scale, text.height * scale
    left = {"start": 0.0, "middle": -wide / 2, "end": -wide}[text.anchor]
    turn = radians(text.angle)
    c, s = cos(turn), sin(turn)

    def corner(x: float, y: float) -> XY:
        return text.at[0] + c * x - s * y, text.at[1] + s * x + c * y
    low, top = -0.8 * high, 0.65 * high
    return (corner(left, low), corner(left + wide, low), corner(left + wide, top),
            corner(left, top))


def around(points: Iterable[XY]) -> Rect | None:
    """Returns the rectangle round points; None where there are none."""
    known = list(points)
    if not known:
        return None
    xs, ys = [x for x, _ in known], [y for _, y in known]
    return min(xs), min(ys), max(xs), max(ys)


def reach(item: Item, scale: float) -> Rect:
    """Returns the rectangle round what an item covers, in model mm."""
    if isinstance(item, Curve):
        arc = Arc(*item.centre, item.radius, item.start, item.sweep)
        return loop_bounds((Edge(arc.at(0), arc.at(1), arc),))
    points = (text_box(item, scale) if isinstance(item, Text)
              else item.points if isinstance(item, Line) else item.outline)
    found = around(points)
    assert found is not None
    return found


class Drawing(NamedTuple):
    """A drawing: its items from the lowest up, and what is known of it.

    ``sheet`` is the rectangle it covers and ``extents`` the one round the building, both in
    model mm; ``counts`` are the records drawn, by category. ``left_out`` says why records are
    not drawn, ``unlabelled`` which words found no room.
    """

    items: tuple[Item, ...]
    sheet: Rect
    extents: Rect
    scale: float
    counts: dict[str, int]
    left_out: dict[str, tuple[str, ...]]
    unlabelled: tuple[str, ...]
