"""One scene by several schemes."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Sequence

import numpy as np

from ._clastic import Frame, Picture, SimulationError, Studio, contact_sheet
from ._plot import plot
from ._scene import Scene


class Comparison:
    """What runs of one scene have become, by the names of their schemes.

    `histories` are the diagnostics of every frame, as `Simulation.history` has them, `frames` the frames of the sheet,
    and `failures` says why a run ended early: a scheme that fails is a result too.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.histories: Dict[str, Dict[str, np.ndarray]] = {}
        self.frames: Dict[str, List[Frame]] = {}
        self.failures: Dict[str, str] = {}

    def sheet(self, *, color: Optional[str] = None) -> Picture:
        """A row of pictures per scheme, a column per time; one camera and one scale of colours for all."""
        studio = Studio([frame for frames in self.frames.values() for frame in frames], color=color)
        columns = max(map(len, self.frames.values()))
        cells = []
        for name, frames in self.frames.items():
            # A run that has failed has fewer: its last picture stays.
            row = frames + frames[-1:] * (columns - len(frames))
            cells += [(studio.thumbnail(frame), f"{name}, t = {frame.time:.3f} s") for frame in row]
        return contact_sheet(cells, studio.title, columns)

    def plot(self, column: str = "energy") -> Picture:
        """A curve per scheme of a column over time; "energy" is the sum of its three kinds."""
        kinds = ("kinetic", "elastic", "gravitational")
        values = {
            name: sum(history[kind] for kind in kinds) if column == "energy" else history[column]
            for name, history in self.histories.items()
        }
        curves = {name: (self.histories[name]["time"], numbers) for name, numbers in values.items()}
        unit = {"si": " (J)", "cgs": " (erg)"}[self.scene["units"]] if column in ("energy", *kinds) else ""
        return plot(curves, title=self.scene.name, x="time (s)", y=column + unit)

    def _repr_png_(self) -> bytes:
        return self.sheet().png()

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(self.histories)} on {self.scene.name!r}>"


def compare(
    scene: Scene,
    schemes: Sequence[str],
    *,
    times: int = 5,
    until: Optional[float] = None,
    fields: Sequence[str] = (),
    progress: bool = False,
    **options: Any,
) -> Comparison:
    """Runs a scene by several schemes. `times` is how many frames of each the sheet shows, `options` are those of
    `Scene.simulate`.

    >>> compare(scene, ["pic", "apic", "asflip"], threads=2).plot("kinetic")
    """
    if isinstance(schemes, str) or not schemes:
        raise ValueError("expected a list of schemes, as in ['apic', 'asflip']")
    if times < 1:
        raise ValueError("expected at least one time")
    end = scene.duration if until is None else until
    if not math.isfinite(end):
        raise ValueError(f"until={until!r}; expected a finite time")
    result = Comparison(scene)
    for name in schemes:
        sim = scene.simulate(scheme=name, **options)
        count = sum(1 for _ in sim.frame_times(until=end))
        wanted = {round(k * (count - 1) / max(times - 1, 1)) for k in range(times)} if times > 1 else {count - 1}
        kept = result.frames.setdefault(name, [])
        try:
            for index, frame in enumerate(sim.frames(until=end, fields=fields, progress=progress)):
                if index in wanted:
                    kept.append(frame)
        except SimulationError as error:
            result.failures[name] = str(error)
            kept.append(sim.frame(*fields))
        result.histories[name] = sim.history
    return result
