"""Scenes."""

from __future__ import annotations

from copy import deepcopy
from os import PathLike
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from ._clastic import SceneFile
from ._colliders import Motion
from ._simulation import BodyForce, Simulation, VelocityField

Path = Union[str, "PathLike[str]"]


class Scene:
    """What is simulated: matter, walls, colliders, the grid and the clock, with the names of the scene file.

    >>> scene = Scene(
    ...     dimension=2,
    ...     grid={"cell_size": 0.02},
    ...     time={"duration": 1.0},
    ...     walls={"y_low": {"at": 0.0}},
    ...     bodies={"ball": {"material": "jelly", "shape": "disk", "center": [0, 0.5], "radius": 0.2}},
    ... )

    A scene is checked when it is made, and never changes: `changed` makes another. Everything that is wrong with one is
    a `SceneError`, whose `mistakes` name the file, line, column and field.
    """

    __slots__ = ("_fields", "_file")

    def __init__(self, fields: Optional[Mapping[str, Any]] = None, /, **more: Any) -> None:
        """From a dict, from keywords, or both. The files that shapes name are looked for where the process stands now."""
        if fields is not None and not isinstance(fields, Mapping):
            raise TypeError(f"a scene is made of a dict, not of {type(fields).__name__}; Scene.load reads a file")
        self._file = SceneFile.table({**(fields or {}), **more})
        self._fields: Optional[Dict[str, Any]] = None

    @classmethod
    def _of(cls, file: SceneFile) -> Scene:
        scene = cls.__new__(cls)
        scene._file, scene._fields = file, None
        return scene

    @classmethod
    def load(cls, path: Path, changes: Optional[Mapping[str, Any]] = None, unset: Iterable[str] = ()) -> Scene:
        """Reads a scene file, with changes as those of `changed`."""
        return cls._of(SceneFile.load(path, _dict(changes), _names(unset)))

    @classmethod
    def text(cls, toml: str, changes: Optional[Mapping[str, Any]] = None, unset: Iterable[str] = ()) -> Scene:
        """Reads what a scene file would say."""
        return cls._of(SceneFile.text("scene.toml", toml, _dict(changes), _names(unset)))

    def changed(self, changes: Optional[Mapping[str, Any]] = None, unset: Iterable[str] = (), **more: Any) -> Scene:
        """Another scene: fields get other values, by their paths or as tables that are laid over the scene's, and those in
        `unset` go.

        >>> scene.changed({"transfer.alpha": 0.97}, grid={"cell_size": 0.01}, unset=["time.duration"])
        """
        return self._of(self._file.changed({**(_dict(changes) or {}), **more}, _names(unset)))

    def __getitem__(self, path: str) -> Any:
        """The value of a field, or a table as a dict, by its path as in `scene["grid.cell_size"]`."""
        if not isinstance(path, str):
            raise TypeError(f"fields have names such as grid.cell_size, not {path!r}")
        if self._fields is None:
            self._fields = self.to_dict()
        value: Any = self._fields
        for step in path.split("."):
            try:
                value = value[int(step) if isinstance(value, list) else step]
            except (KeyError, IndexError, ValueError, TypeError):
                raise KeyError(path) from None
        return deepcopy(value)

    def to_dict(self) -> Dict[str, Any]:
        """The whole scene, every default filled in."""
        return self._file.to_dict()

    def to_toml(self) -> str:
        """The whole scene as a file, every default filled in."""
        return self._file.to_toml()

    def check(self) -> List[str]:
        """Finds what only filling the scene with particles shows, as bodies in each other. Returns what is worth to know:
        particles that are left out, meshes that were repaired."""
        return self._file.check()

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self["name"])

    @property
    def dimension(self) -> int:
        """2 or 3."""
        return int(self["dimension"])

    @property
    def duration(self) -> float:
        """When its last frame is due, in s."""
        return self._file.frame_time(self._file.frame_count)

    @property
    def estimate(self) -> Tuple[int, int]:
        """About how many particles, and how many bytes of memory."""
        return self._file.estimate()

    def simulate(
        self,
        *,
        scheme: Optional[str] = None,
        threads: int = 0,
        precision: Optional[str] = None,
        simd: Optional[str] = None,
        body_force: Optional[BodyForce] = None,
        velocity: Optional[VelocityField] = None,
        motions: Optional[Mapping[str, Motion]] = None,
        every: str = "step",
        fields: Sequence[str] = (),
        checkpoint: Optional[Path] = None,
    ) -> Simulation:
        """The simulation at its beginning, or as `Simulation.save` has left it.

        scheme      another transfer scheme, in place of the whole `transfer` table, as "asflip" or "flip-0.995"
        threads     one per core if 0; the result has the same bits for any number
        precision   "f32" or "f64", in place of the scene's
        simd        "sse2", "avx2" or "avx512"; the fastest that the CPU has if not given
        body_force  a function of a `Frame` that returns the acceleration of every particle, N × d, in m/s²
        velocity    a function of a `Frame` that returns a velocity for every particle, N × d, in m/s; rows of NaN stay free
        motions     functions of the time, in s, that say where colliders are; see `Collider.motion`
        every       "step" or "frame": how often these functions are asked
        fields      what the frames of these functions hold besides `x`, `v`, `j`, `material` and `id`; see `Simulation.frames`
        checkpoint  a file that `Simulation.save` wrote, of this scene; with a body force if that had one, and only then

        What functions cost is in docs/python.md: beside their own time, a force or a velocity at every step takes a little
        more than a step on one thread, and a force at every frame a quarter of one.
        """
        file = self._file if precision is None else self._file.changed({"precision": precision}, [])
        if scheme is not None:
            file = file.by_scheme(scheme)
        options = {"threads": threads, "simd": simd, "accelerations": body_force is not None, "checkpoint": checkpoint}
        core, notes = file.simulate(options)
        sim = Simulation(self._of(file), core, notes)
        sim.body_force, sim.velocity, sim.every, sim.fields = body_force, velocity, every, fields
        for name, motion in (motions or {}).items():
            sim.colliders[name].motion = motion
        return sim

    def __repr__(self) -> str:
        particles, _ = self.estimate
        return f"<Scene {self.name!r} in {self.dimension}D, about {particles} particles>"


def _dict(changes: Optional[Mapping[str, Any]]) -> Optional[Dict[str, Any]]:
    return None if changes is None else dict(changes)


def _names(unset: Iterable[str]) -> List[str]:
    if isinstance(unset, str):
        raise TypeError("unset is a list of fields, as in ['time.frames']")
    return list(unset)
