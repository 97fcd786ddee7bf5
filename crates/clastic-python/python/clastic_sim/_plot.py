"""Figures of curves, by the engine's own renderer."""

from __future__ import annotations

from typing import Mapping, Sequence, Tuple

import numpy as np
from numpy.typing import ArrayLike

from . import _clastic
from ._clastic import Picture

Curve = Tuple[ArrayLike, ArrayLike]


def plot(
    curves: Mapping[str, Curve],
    *,
    title: str = "",
    x: str = "",
    y: str = "",
    style: str = "line",
    log: str = "",
    size: Sequence[int] = (900, 560),
) -> Picture:
    """A figure of curves by their labels, each a pair of sequences; notebooks show it.

    `style` is "line", "dashed" or "dots"; `log` names logarithmic axes, as "y" or "xy".

    >>> plot({"apic": (time, energy)}, x="time (s)", y="energy (J)")
    """
    drawn = []
    for label, (xs, ys) in curves.items():
        numbers = [np.asarray(values, dtype=float) for values in (xs, ys)]
        if any(values.ndim != 1 for values in numbers):
            raise ValueError(f"{label!r}: expected two sequences of numbers")
        drawn.append((label, numbers[0].tolist(), numbers[1].tolist(), style))
    return _clastic.plot(drawn, title, x, y, log, list(size))
