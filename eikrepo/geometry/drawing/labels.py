"""Words on a drawing: placed where they fit, never over each other, told where they do not."""

from collections.abc import Callable, Iterable, Sequence
from math import hypot
from typing import Any

import shapely

from eikrepo.geometry.drawing.cut import Shape
from eikrepo.geometry.drawing.ink import Item, Text, reach, text_box, width_of
from eikrepo.geometry.view import View
from eikrepo.model.shape import XY

NAME, NUMBER, SMALL = 2.5, 1.8, 1.8
"""Heights of letters in mm on paper, of those that ISO 3098 has."""
_LEAD = 1.75
"""Distance of lines of words, by the height of their letters."""
_GRID = 14


class Labels:
    """The words of one drawing, and what they must keep clear of.

    ``avoid`` are shapes that words had better not cover; they may, where there is no other room.
    """

    def __init__(self, scale: float, avoid: Sequence[Shape] = ()) -> None:
        self.scale = scale
        self.items: list[Text] = []
        self.missed: list[str] = []
        self._cells: dict[tuple[int, int], list[Shape]] = {}
        self._avoid = list(avoid)
        self._tree = shapely.STRtree(self._avoid)

    def _keys(self, box: Shape) -> Iterable[tuple[int, int]]:
        size = 20 * self.scale
        xmin, ymin, xmax, ymax = box.bounds
        return [(x, y) for x in range(int(xmin // size), int(xmax // size) + 1)
                for y in range(int(ymin // size), int(ymax // size) + 1)]

    def free(self, boxes: Sequence[Shape]) -> bool:
        """Tells whether no word that is placed already lies under boxes."""
        return not any(shapely.intersects(box, other) for box in boxes
                       for key in self._keys(box) for other in self._cells.get(key, ()))

    def take(self, texts: Sequence[Text]) -> None:
        """Places words as they are."""
        for text in texts:
            box = shapely.Polygon(text_box(text, self.scale))
            for key in self._keys(box):
                self._cells.setdefault(key, []).append(box)
            self.items.append(text)

    def take_if_free(self, *ways: Sequence[Text]) -> bool:
        """Places the way to write something that hits no other words and covers the least.

        Of ways that cover as much the first counts.
        """
        best: tuple[float, Sequence[Text]] | None = None
        for texts in ways:
            boxes = [shapely.Polygon(text_box(text, self.scale)) for text in texts]
            if self.free(boxes):
                cost = self._cost(boxes)
                if best is None or cost < best[0]:
                    best = (cost, texts)
                if cost == 0:
                    break
        if best is not None:
            self.take(best[1])
        return best is not None

    def _cost(self, boxes: Sequence[Shape]) -> float:
        total = 0.0
        for box in boxes:
            for place in self._tree.query(box).tolist():
                total += shapely.intersection(box, self._avoid[place]).area
        return float(total)

    def in_room(self, room: Shape, forms: Sequence[Sequence[tuple[str, float]]],
                record: str, *, over: bool = False) -> bool:
        """Places the first of several forms of words that fits whole into a room.

        A form is lines of (words, height). Among places of one form that where it covers the
        least wins, then that nearest to the middle of the room; with ``over`` the latter alone.
        """
        spots = _spots(room)
        for form in forms:
            for angle in (0.0, 90.0):
                best: tuple[float, float, list[Text]] | None = None
                for far, at in spots:
                    if best is not None and best[0] == 0:
                        break
                    texts = self._stack(form, at, angle, record)
                    boxes = [shapely.Polygon(text_box(text, self.scale)) for text in texts]
                    whole = shapely.MultiPolygon(boxes).envelope
                    if room.contains(whole) and self.free(boxes):
                        cost = 0.0 if over else self._cost([whole])
                        if best is None or (cost, far) < best[:2]:
                            best = (cost, far, texts)
                if best is not None:
                    self.take(best[2])
                    return True
        return False

    def _stack(self, form: Sequence[tuple[str, float]], at: XY, angle: float,
               record: str) -> list[Text]:
        """Returns lines of words one under the other, about a point."""
        heights = [height * _LEAD * self.scale for _, height in form]
        top = sum(heights) / 2
        out = []
        for (words, height), lead in zip(form, heights, strict=True):
            down = top - lead / 2
            top -= lead
            x, y = (at[0], at[1] + down) if angle == 0 else (at[0] - down, at[1])
            out.append(Text(words, (x, y), height, "label", record, "middle", angle))
        return out


def write_on(items: Iterable[tuple[str, Iterable[Item]]], words: Callable[[str], str | None],
             labels: Labels) -> None:
    """Writes words on what is drawn of each record, in or beside the middle of it."""
    for name, some in items:
        boxes = [reach(item, labels.scale) for item in some if not isinstance(item, Text)]
        text = words(name)
        if not boxes or not text:
            continue
        xmin, ymin = min(box[0] for box in boxes), min(box[1] for box in boxes)
        xmax, ymax = max(box[2] for box in boxes), max(box[3] for box in boxes)
        x, y, off = (xmin + xmax) / 2, (ymin + ymax) / 2, 2 * labels.scale
        turn = 90.0 if ymax - ymin > 2 * (xmax - xmin) else 0.0
        spots = [(x, y), (x, ymax + off), (x, ymin - off)] if not turn else [
            (x, y), (xmin - off, y), (xmax + off, y)]
        if not labels.take_if_free(*([Text(text, at, SMALL, "label", name, "middle", turn,
                                           "#1a4fb4")] for at in spots)):
            labels.missed.append(f"{text} ({name})")


def words_of(view: View, kind: str) -> Callable[[str], str | None]:
    """Returns what says the name, mark, number or id of a record."""
    def words(name: str) -> str | None:
        record = view.get(name)
        said = name if kind == "id" else record.get(kind) if record is not None else None
        return str(said) if said else None
    return words


def _spots(room: Shape) -> list[tuple[float, XY]]:
    """Returns points in a room with their distance from its middle, nearest first."""
    middle = inside(room)
    xmin, ymin, xmax, ymax = room.bounds
    found = [(0.0, middle)]
    for i in range(1, _GRID):
        for j in range(1, _GRID + 4):
            point = (xmin + (xmax - xmin) * i / _GRID, ymin + (ymax - ymin) * j / (_GRID + 4))
            found.append((hypot(point[0] - middle[0], point[1] - middle[1]), point))
    return sorted(found)


def inside(room: Shape) -> XY:
    """Returns the middle of the room's box if it lies well inside, else its widest place."""
    xmin, ymin, xmax, ymax = room.bounds
    middle = ((xmin + xmax) / 2, (ymin + ymax) / 2)
    if shapely.distance(room.exterior, shapely.Point(middle)) > min(
            xmax - xmin, ymax - ymin) / 3 and shapely.contains_xy(room, *middle):
        return middle
    circle: Any = shapely.maximum_inscribed_circle(room, tolerance=50)
    x, y = circle.coords[0]
    return float(x), float(y)


def fits(words: str, height: float, mm: float) -> bool:
    """Tells whether words fit into a length on paper."""
    return width_of(words, height) + 0.6 <= mm
