"""Clastic simulates matter that flows, bends, breaks and separates.

>>> import clastic_sim as cs
>>> scene = cs.Scene.load("scenes/sand-drop.toml")
>>> sim = scene.simulate(scheme="asflip", threads=2)
>>> for frame in sim.frames(24):
...     print(frame.time, frame.x.mean(axis=0))
>>> sim.render()

Scenes have the names of the scene files; every number is in the scene's units. Arrays have a row per particle, in the
order of ids. They are the state at one time: nothing that the simulation does later changes them.
"""

from ._clastic import VERSION as __version__
from ._clastic import Frame, Mistake, Picture, SceneError, SimulationError, Studio, contact_sheet, schemes
from ._colliders import Collider
from ._compare import Comparison, compare
from ._plot import plot
from ._progress import Progress
from ._scene import Scene
from ._simulation import Simulation

__all__ = [
    "Collider",
    "Comparison",
    "Frame",
    "Mistake",
    "Picture",
    "Progress",
    "Scene",
    "SceneError",
    "Simulation",
    "SimulationError",
    "Studio",
    "__version__",
    "compare",
    "contact_sheet",
    "plot",
    "schemes",
]
