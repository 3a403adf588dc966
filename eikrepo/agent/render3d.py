"""A scene as a picture without a screen: VTK draws it, which the extra eikrepo[view3d] brings."""

from math import cos, radians, sin
from typing import Any, NamedTuple

from eikrepo.geometry.drawing.ink import width_of
from eikrepo.geometry.solids.scene import Scene, Solid
from eikrepo.problems import refuse

BYTES_MOST = 700_000
_EDGE = (0.16, 0.17, 0.19)
_LABEL, _LEGEND = 15, 16
_BACK = (0.965, 0.975, 0.985)
_LEAST = 400
_LEGEND_MOST = 14
_FIT = 1.06
"""How much more than the scene a picture takes in."""


class Camera(NamedTuple):
    """From where a picture is taken: a direction over the ground, or from one point to another."""

    direction: float = 45.0
    """Where it looks, in degrees from +X."""
    down: float = 30.0
    """How far it looks down, in degrees."""
    eye: tuple[float, float, float] | None = None
    target: tuple[float, float, float] | None = None


class Label(NamedTuple):
    """Words beside a place of the model."""

    text: str
    at: tuple[float, float, float]


class Picture(NamedTuple):
    """A picture as PNG, its size, and the labels that found no room in it."""

    png: bytes
    size: tuple[int, int]
    unlabelled: tuple[str, ...]


def vtk() -> Any:
    """Returns the modules of VTK that draw.

    Raises EikError ``view3d-missing`` where the extra is not installed.
    """
    try:
        import vtkmodules.vtkRenderingFreeType
        import vtkmodules.vtkRenderingOpenGL2
        from vtkmodules import (
            vtkCommonCore,
            vtkCommonDataModel,
            vtkFiltersCore,
            vtkIOImage,
            vtkRenderingCore,
        )
        from vtkmodules.util import numpy_support
    except ImportError:
        raise refuse("view3d-missing", "Pictures in 3D need the extra view3d, which is not "
                     "installed.", fix="pip install 'eikrepo[view3d]', or ask for format "
                     "glb, which needs nothing more.") from None
    vtkCommonCore.vtkObject.GlobalWarningDisplayOff()
    vtkCommonCore.vtkLogger.SetStderrVerbosity(vtkCommonCore.vtkLogger.VERBOSITY_OFF)
    return _Modules(vtkCommonCore, vtkCommonDataModel, vtkRenderingCore, vtkFiltersCore, vtkIOImage,
                    vtkmodules.vtkRenderingOpenGL2, numpy_support)


class _Modules(NamedTuple):
    core: Any
    data: Any
    render: Any
    filters: Any
    image: Any
    opengl: Any
    arrays: Any


def render(scene: Scene, camera: Camera, *, size: tuple[int, int] = (1400, 1000),
           edges: bool = True, labels: tuple[Label, ...] = ()) -> Picture:
    """Returns a scene as a picture of at most 700 kB."""
    tools = vtk()
    renderer = tools.render.vtkRenderer()
    renderer.SetBackground(*_BACK)
    renderer.SetUseFXAA(True)
    for opaque in sorted({one.opaque for one in scene.solids}, reverse=True):
        renderer.AddActor(_surfaces(tools, [one for one in scene.solids if one.opaque == opaque],
                                    scene, opaque))
    if edges:
        renderer.AddActor(_lines(tools, scene))
    _lit(tools, renderer)
    _aimed(renderer, scene, camera, size)
    window = _window(tools, renderer, size)
    missed = _written(tools, renderer, scene, labels, size)
    window.Render()
    png = _png(tools, window)
    window.Finalize()
    if len(png) > BYTES_MOST and min(size) > _LEAST:
        less = (int(size[0] * 0.85), int(size[1] * 0.85))
        return render(scene, camera, size=less, edges=edges, labels=labels)
    return Picture(png, size, missed)


def _window(tools: _Modules, renderer: Any, size: tuple[int, int]) -> Any:
    """Returns a window that no screen shows.

    Raises EikError ``view3d-no-opengl`` where the machine cannot draw at all.
    """
    for name in ("vtkEGLRenderWindow", "vtkOSOpenGLRenderWindow", "vtkRenderWindow"):
        kind = getattr(tools.opengl, name, None) or getattr(tools.render, name, None)
        if kind is None:
            continue
        window = kind()
        window.SetOffScreenRendering(1)
        window.SetMultiSamples(0)
        window.SetSize(*size)
        if window.SupportsOpenGL():
            window.AddRenderer(renderer)
            return window
    raise refuse("view3d-no-opengl", "Pictures in 3D need OpenGL in software, which this machine "
                 "has not.", fix="Debian, Ubuntu: apt-get install libegl1 libgl1-mesa-dri; or ask "
                 "for format glb.")


def _surfaces(tools: _Modules, solids: list[Solid], scene: Scene, opaque: float) -> Any:
    import numpy as np
    middle = _middle(scene)
    points, cells, colours, first = [], [], [], 0
    for one in solids:
        points.append(np.array(one.mesh.points) - middle)
        cells.append(np.array(one.mesh.triangles, dtype=np.int64) + first)
        colours += [_rgb(colour) for colour in one.colours]
        first += len(one.mesh.points)
    table = np.concatenate(cells) if cells else np.empty((0, 3), dtype=np.int64)
    data = _poly(tools, np.concatenate(points) if points else np.empty((0, 3)), table, lines=False)
    paint = tools.arrays.numpy_to_vtk(np.array(colours, dtype=np.uint8).reshape(-1, 3), deep=True)
    data.GetCellData().SetScalars(paint)
    actor = _actor(tools, data)
    looks = actor.GetProperty()
    looks.SetInterpolationToFlat()
    looks.SetAmbient(0.5)
    looks.SetDiffuse(0.62)
    looks.SetOpacity(opaque)
    return actor


def _poly(tools: _Modules, points: Any, cells: Any, *, lines: bool) -> Any:
    import numpy as np
    data = tools.data.vtkPolyData()
    places = tools.core.vtkPoints()
    places.SetData(tools.arrays.numpy_to_vtk(np.ascontiguousarray(points, dtype=np.float32),
                                             deep=True))
    data.SetPoints(places)
    array = tools.data.vtkCellArray()
    flat = np.ascontiguousarray(cells, dtype=np.int64).ravel()
    array.SetData(cells.shape[1] if len(cells) else 3,
                  tools.arrays.numpy_to_vtkIdTypeArray(flat, deep=True))
    (data.SetLines if lines else data.SetPolys)(array)
    return data


def _actor(tools: _Modules, data: Any) -> Any:
    mapper = tools.render.vtkPolyDataMapper()
    mapper.SetInputData(data)
    mapper.SetResolveCoincidentTopologyToPolygonOffset()
    actor = tools.render.vtkActor()
    actor.SetMapper(mapper)
    return actor


def _lines(tools: _Modules, scene: Scene) -> Any:
    import numpy as np
    middle = _middle(scene)
    points, cells, first = [np.empty((0, 3))], [np.empty((0, 2), dtype=np.int64)], 0
    for one in scene.solids:
        if one.mesh.edges:
            points.append(np.array(one.mesh.points) - middle)
            cells.append(np.array(one.mesh.edges, dtype=np.int64) + first)
            first += len(one.mesh.points)
    actor = _actor(tools, _poly(tools, np.concatenate(points), np.concatenate(cells), lines=True))
    actor.GetMapper().SetRelativeCoincidentTopologyLineOffsetParameters(-3, -3)
    looks = actor.GetProperty()
    looks.SetColor(*_EDGE)
    looks.SetLineWidth(1.3)
    looks.LightingOff()
    return actor


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _middle(scene: Scene) -> tuple[float, float, float]:
    low, high = scene.extents[:3], scene.extents[3:]
    x, y, z = ((a + b) / 2 for a, b in zip(low, high, strict=True))
    return x, y, z


def _lit(tools: _Modules, renderer: Any) -> None:
    """Lights a scene from over the left shoulder, and a little from the right."""
    renderer.RemoveAllLights()
    renderer.SetAutomaticLightCreation(False)
    for at, strength in (((-0.6, 0.7, 1.0), 0.8), ((1.0, 0.3, 0.5), 0.45)):
        light = tools.render.vtkLight()
        light.SetLightTypeToCameraLight()
        light.SetPosition(*at)
        light.SetFocalPoint(0, 0, 0)
        light.SetIntensity(strength)
        renderer.AddLight(light)


def _aimed(renderer: Any, scene: Scene, said: Camera, size: tuple[int, int]) -> None:
    camera, middle = renderer.GetActiveCamera(), _middle(scene)
    camera.SetViewUp(0, 0, 1)
    if said.eye is not None:
        target = said.target or middle
        camera.SetPosition(*(a - b for a, b in zip(said.eye, middle, strict=True)))
        camera.SetFocalPoint(*(a - b for a, b in zip(target, middle, strict=True)))
        camera.SetViewAngle(60)
        renderer.ResetCameraClippingRange()
        return
    turn, down = radians(said.direction), radians(min(said.down, 89.9))
    right, up = (sin(turn), -cos(turn), 0.0), (cos(turn) * sin(down), sin(turn) * sin(down),
                                               cos(down))
    half = [(scene.extents[axis + 3] - scene.extents[axis]) / 2 for axis in range(3)]
    wide, high = (sum(abs(a) * b for a, b in zip(way, half, strict=True)) for way in (right, up))
    far = 4 * (sum(half) + 1000)
    camera.SetFocalPoint(0, 0, 0)
    camera.SetPosition(-cos(turn) * cos(down) * far, -sin(turn) * cos(down) * far, sin(down) * far)
    camera.ParallelProjectionOn()
    camera.SetParallelScale(max(high, wide * size[1] / size[0]) * _FIT + 1)
    renderer.ResetCameraClippingRange()


def _written(tools: _Modules, renderer: Any, scene: Scene, labels: tuple[Label, ...],
             size: tuple[int, int]) -> tuple[str, ...]:
    """Writes the legend and the labels where they hit no other words; returns those left out."""
    taken: list[tuple[float, float, float, float]] = []
    top = size[1] - 30
    for value, colour, count in scene.legend[:_LEGEND_MOST]:
        looks = _text(tools, renderer, f"{value}  ({count})", (44, top), _LEGEND, "#222222",
                      middle=False)
        looks.SetBackgroundColor(1, 1, 1)
        looks.SetBackgroundOpacity(0.8)
        swatch = _text(tools, renderer, "MM", (12, top), _LEGEND, colour, middle=False)
        swatch.SetBackgroundColor(*(one / 255 for one in _rgb(colour)))
        swatch.SetBackgroundOpacity(1.0)
        taken.append((10, top - 4, 60 + width_of(value, 12), top + 20))
        top -= 26
    missed = []
    middle = _middle(scene)
    place = tools.render.vtkCoordinate()
    place.SetCoordinateSystemToWorld()
    for label in labels:
        place.SetValue(*(a - b for a, b in zip(label.at, middle, strict=True)))
        x, y = place.GetComputedDoubleDisplayValue(renderer)[:2]
        wide = width_of(label.text, _LABEL * 0.73) / 2 + 4
        box = (x - wide, y - _LABEL * 0.7, x + wide, y + _LABEL * 0.7)
        inside = box[0] > 0 and box[1] > 0 and box[2] < size[0] and box[3] < size[1]
        if not inside or any(box[0] < other[2] and other[0] < box[2] and box[1] < other[3]
                             and other[1] < box[3] for other in taken):
            missed.append(label.text)
            continue
        taken.append(box)
        _text(tools, renderer, label.text, (x, y), _LABEL, "#1a1a1a", middle=True)
    return tuple(missed)


def _text(tools: _Modules, renderer: Any, words: str, at: tuple[float, float], height: int,
          colour: str, *, middle: bool) -> Any:
    """Writes words and returns how they look."""
    actor = tools.render.vtkTextActor()
    actor.SetInput(words)
    looks = actor.GetTextProperty()
    looks.SetFontFamily(4)
    looks.SetFontFile(_font())
    looks.SetFontSize(height)
    looks.SetColor(*(one / 255 for one in _rgb(colour)))
    if middle:
        looks.SetJustificationToCentered()
        looks.SetVerticalJustificationToCentered()
        looks.SetBackgroundColor(1, 1, 1)
        looks.SetBackgroundOpacity(0.75)
    actor.SetPosition(*at)
    renderer.AddViewProp(actor)
    return looks


def _font() -> str:
    from eikrepo.agent.raster import font
    return font()


def _png(tools: _Modules, window: Any) -> bytes:
    shot = tools.render.vtkWindowToImageFilter()
    shot.SetInput(window)
    shot.SetInputBufferTypeToRGB()
    shot.ReadFrontBufferOff()
    writer = tools.image.vtkPNGWriter()
    writer.WriteToMemoryOn()
    writer.SetCompressionLevel(6)
    writer.SetInputConnection(shot.GetOutputPort())
    writer.Write()
    return bytes(tools.arrays.vtk_to_numpy(writer.GetResult()))
