"""SVG to PNG without a screen: resvg draws it, with the letters that come along."""

from functools import cache
from pathlib import Path

_FONT = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
BYTES_MOST = 700_000
"""Larger pictures are not shown by clients; a smaller one is made instead."""
PIXELS_MOST = 3600
_DPI = 150.0
_LEAST = 400


@cache
def font() -> str:
    """Returns the path of the letters that come along."""
    return str(_FONT)


def to_png(svg: str, width: float, height: float, most: int = BYTES_MOST) -> bytes:
    """Returns an SVG of a size in mm as a PNG of at most so many bytes, at 150 dpi or less."""
    import resvg_py
    longest = max(width, height)
    pixels = min(longest / 25.4 * _DPI, PIXELS_MOST)
    while True:
        zoom = pixels / longest
        found = bytes(resvg_py.svg_to_bytes(
            svg_string=svg, width=max(1, round(width * zoom)), height=max(1, round(height * zoom)),
            font_files=[font()], skip_system_fonts=True, background="#ffffff", dpi=_DPI))
        if len(found) <= most or pixels <= _LEAST:
            return found
        pixels *= 0.8
