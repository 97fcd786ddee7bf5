"""When frames are due."""

from __future__ import annotations

import math
from itertools import count
from typing import TYPE_CHECKING, Iterator, Optional, Tuple

if TYPE_CHECKING:
    from ._scene import Scene

ROUNDING = 1e-9
"""By which share an end may miss a whole number of frames and still be one: it must not gain one by rounding."""


def check_rate(fps: Optional[float]) -> None:
    """Refuses what is no number of frames per second."""
    if fps is not None and not (fps > 0 and math.isfinite(fps)):
        raise ValueError(f"fps={fps!r}; expected a positive number")


def frame_times(scene: Scene, fps: Optional[float], until: Optional[float]) -> Iterator[Tuple[int, float]]:
    """The numbers of all frames and when they are due, in s: those of the scene, or so many per second to an end."""
    check_rate(fps)
    if fps is None and until is None:
        file = scene._file
        return ((k, file.frame_time(k)) for k in range(file.frame_count + 1))
    rate = scene["time.fps"] if fps is None else fps
    end = scene.duration if until is None else until
    if math.isnan(end):
        raise ValueError("until is not a number")
    if math.isinf(end * rate):
        return ((k, k / rate) for k in (count() if end > 0 else ()))
    last = round(end * rate)
    if abs(end * rate - last) > ROUNDING * abs(last):
        last = math.ceil(end * rate)
    # The last comes with the end, be that early or a rounding late.
    return ((k, end if k == last else k / rate) for k in range(last + 1))


def next_frame(now: float, fps: float) -> float:
    """When the next frame is due, in s."""
    due = (math.floor(now * fps) + 1) / fps
    return due if due > now else due + 1 / fps
