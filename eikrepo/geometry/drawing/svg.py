"""A drawing as SVG text: in mm on paper at true scale, the same bytes for the same drawing."""

from collections.abc import Iterator
from math import cos, pi, sin
from xml.sax.saxutils import escape, quoteattr

from eikrepo.geometry.drawing.ink import CAPITAL, Area, Curve, Drawing, Item, Line, Pen, Text
from eikrepo.geometry.drawing.poche import HATCHES, Hatch
from eikrepo.geometry.plan import Rect
from eikrepo.model.shape import XY

_WORDS = ("label", "dimension-text", "cloud")
_HALO = ' paint-order="stroke" stroke="#ffffff" stroke-width="0.7"'
"""Words cut what lies under them free, so that they stay legible on a line."""
FONT = "DejaVu Sans, Arial, Helvetica, sans-serif"


class _Paper:
    """The way from model mm to mm on paper, y downwards."""

    def __init__(self, sheet: Rect, scale: float) -> None:
        self.sheet, self.scale = sheet, scale
        self.width = (sheet[2] - sheet[0]) / scale
        self.height = (sheet[3] - sheet[1]) / scale

    def at(self, point: XY) -> str:
        x = (point[0] - self.sheet[0]) / self.scale
        y = (self.sheet[3] - point[1]) / self.scale
        return f"{number(x)} {number(y)}"

    def path(self, points: tuple[XY, ...], *, closed: bool) -> str:
        return "M" + "L".join(map(self.at, points)) + ("Z" if closed else "")


def number(value: float) -> str:
    """Returns a number with at most three digits after the point, and no needless ones."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def to_svg(drawing: Drawing) -> str:
    """Returns a drawing as an SVG document whose size is given in mm."""
    paper = _Paper(drawing.sheet, drawing.scale)
    used = sorted({item.fill for item in drawing.items if isinstance(item, Area)
                   and item.fill in HATCHES and HATCHES[item.fill].angles})
    out = [(f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(paper.width)}mm" '
           f'height="{number(paper.height)}mm" viewBox="0 0 {number(paper.width)} '
           f'{number(paper.height)}" font-family="{FONT}">')]
    if used:
        out.append("<defs>")
        out.extend(_pattern(name, HATCHES[name]) for name in used)
        out.append("</defs>")
    out.append(f'<rect width="{number(paper.width)}" height="{number(paper.height)}" '
               'fill="#ffffff"/>')
    layer = None
    for item in drawing.items:
        if item.layer != layer:
            out += ["</g>"] if layer is not None else []
            halo = _HALO if item.layer in _WORDS else ""
            out.append(f'<g class={quoteattr(item.layer)} stroke-linecap="round" '
                       f'stroke-linejoin="round"{halo}>')
            layer = item.layer
        out.append(_element(item, paper))
    out += ["</g>"] if layer is not None else []
    return "\n".join([*out, "</svg>", ""])


def _pattern(name: str, hatch: Hatch) -> str:
    """Returns a hatch as a pattern: a tile of ground with lines, turned for each angle."""
    step = number(hatch.step)
    return (f'<pattern id="{name}" width="{step}" height="{step}" '
            f'patternUnits="userSpaceOnUse"{_turned(hatch)}><rect width="{step}" '
            f'height="{step}" fill="{hatch.ground}"/>{"".join(_tile_lines(hatch))}</pattern>')


def _turned(hatch: Hatch) -> str:
    return f' patternTransform="rotate({number(-hatch.angles[0])})"' if _plain(hatch) else ""


def _plain(hatch: Hatch) -> bool:
    return len(hatch.angles) == 1 or set(hatch.angles) == {45, 135}


def _tile_lines(hatch: Hatch) -> Iterator[str]:
    step, half = number(hatch.step), number(hatch.step / 2)
    pen = f'stroke="{hatch.colour}" stroke-width="{number(hatch.width)}" fill="none"'
    if _plain(hatch):
        yield f'<path d="M0 {half}L{step} {half}" {pen}/>'
        if len(hatch.angles) > 1:
            yield f'<path d="M{half} 0L{half} {step}" {pen}/>'
    else:
        yield f'<path d="M0 {step}L{half} 0L{step} {step}" {pen}/>'


def _stroke(pen: Pen | None) -> str:
    if pen is None:
        return ' stroke="none"'
    dash = f' stroke-dasharray="{" ".join(map(number, pen.dash))}"' if pen.dash else ""
    return f' stroke="{pen.colour}" stroke-width="{number(pen.width)}"{dash}'


def _element(item: Item, paper: _Paper) -> str:
    tag = f" data-id={quoteattr(item.record)}" if item.record else ""
    if isinstance(item, Text):
        return _text(item, paper, tag)
    if isinstance(item, Line):
        return (f'<path d="{paper.path(item.points, closed=False)}" fill="none"'
                f"{_stroke(item.pen)}{tag}/>")
    if isinstance(item, Curve):
        return f'<path d="{_arc(item, paper)}" fill="none"{_stroke(item.pen)}{tag}/>'
    path = "".join(paper.path(ring, closed=True) for ring in (item.outline, *item.holes))
    hatch = HATCHES.get(item.fill or "")
    fill = (item.fill or "none") if hatch is None else (
        f"url(#{item.fill})" if hatch.angles else hatch.ground)
    return f'<path d="{path}" fill="{fill}" fill-rule="evenodd"{_stroke(item.pen)}{tag}/>'


def _arc(item: Curve, paper: _Paper) -> str:
    """Returns the path of an arc; a whole circle as two halves."""
    parts = 2 if abs(item.sweep) > pi else 1
    radius = number(item.radius / paper.scale)

    def point(share: float) -> str:
        angle = item.start + item.sweep * share
        return paper.at((item.centre[0] + item.radius * cos(angle),
                         item.centre[1] + item.radius * sin(angle)))
    side = 0 if item.sweep > 0 else 1
    return f"M{point(0)}" + "".join(
        f"A{radius} {radius} 0 0 {side} {point((part + 1) / parts)}" for part in range(parts))


def _text(item: Text, paper: _Paper, tag: str) -> str:
    place = paper.at(item.at).split()
    size = number(item.height / CAPITAL)
    down = number(item.height / 2)
    turn = f" rotate({number(-item.angle)})" if item.angle else ""
    colour = f' fill="{item.colour}"' if item.colour != "#000000" else ""
    return (f'<text transform="translate({place[0]} {place[1]}){turn}" y="{down}" '
            f'font-size="{size}" text-anchor="{item.anchor}"{colour}{tag}>{escape(item.text)}'
            "</text>")
