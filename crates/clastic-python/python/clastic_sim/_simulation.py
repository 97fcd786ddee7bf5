"""Simulations: the loops around the engine, and what users' functions are asked in them."""

from __future__ import annotations

import json
import math
import operator
import time as wall_clock
from os import PathLike
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._clastic import Core, Frame, Picture, SimulationError, Studio
from ._colliders import Collider, Colliders, check_callable
from ._fields import EXTRA, Field, Writable, check_fields, needed
from ._progress import Progress
from ._times import check_rate, frame_times, next_frame

if TYPE_CHECKING:
    from ._scene import Scene

BodyForce = Callable[[Frame], ArrayLike]
VelocityField = Callable[[Frame], ArrayLike]
Callback = Callable[["Simulation"], Optional[bool]]

SLICE = 0.05
"""Seconds after which the engine hands control back, for Ctrl-C and other threads."""

MANY = 2**62
"""More steps than anybody waits for."""


class Simulation:
    """Matter, a grid and a clock; made by `Scene.simulate`.

    Particle fields are arrays with a row per particle in the order of ids. Reading one has the engine fill an array that
    then owns its memory: it is the state at that time, it cannot be written to, and nothing that the simulation does
    later changes it or takes it away. Until something changes, the same array comes back. Assigning writes a field back,
    all rows or none; what is the present value changes no bit.

    Stepping lets other Python threads run. Ctrl-C ends a run between two steps, and it can go on.
    """

    x = Writable("Positions, N × d, in m.")
    v = Writable("Velocities, N × d, in m/s.")
    c = Writable("Affine velocity fields, N × d × d, in 1/s.")
    f = Writable("Deformation gradients, N × d × d. Where one is changed, what else the law keeps begins anew.")
    temperature = Writable("Temperatures, N; 0 where a material keeps none.")
    concentration = Writable("Concentrations, N, or N × K if there are K components; 0 where a material keeps none.")
    j = Field("Elastic volume ratios, N.")
    stress = Field("Kirchhoff stresses, N × d × d, in Pa.")
    material = Field("Numbers of the materials in `materials`, N.")
    id = Field("Stable ids, N, ascending.")
    mass = Field("Masses, N, in kg (kg/m in 2D); always in f64.")
    volume = Field("Volumes at the beginning, N, in m³ (m² in 2D); always in f64.")

    def __init__(self, scene: Scene, core: Core, notes: str = "") -> None:
        self.scene = scene
        """The scene as it runs."""
        self._core = core
        self._usual = frozenset(scene["output"].get("fields", ()))
        self._cached: Tuple[int, Optional[Frame]] = (-1, None)
        self._masses: Tuple[int, Dict[str, NDArray[np.float64]]] = (-1, {})
        self._body_force: Optional[BodyForce] = None
        self._velocity: Optional[VelocityField] = None
        self._every = "step"
        self._fields: Tuple[str, ...] = ()
        self._dt = 0.0
        # For which functions answers hold, and until when.
        self._answered: Tuple[Tuple[Any, ...], float] = ((), -math.inf)
        kept = json.loads(notes) if notes else {}
        self._rows: List[Dict[str, Any]] = kept.get("rows", [])
        self._begun = wall_clock.monotonic() - kept.get("wall", 0.0)
        if "steps" in kept:
            core.set_pending_steps(*kept["steps"])
        fields = scene.to_dict()
        self.materials: List[str] = list(fields.get("materials", ()))
        """The names of the materials, which `material` numbers."""
        # What a collider needs, but not the simulation: they would keep each other alive.
        common = core, fields["dimension"], fields["time"]["fps"]
        self.colliders: Mapping[str, Collider] = Colliders(
            (name, Collider(name, *common)) for name in fields.get("colliders", {})
        )
        """The colliders by their names."""

    # The clock.

    @property
    def time(self) -> float:
        """The simulated time, in s."""
        return self._core.clock()[0]

    @property
    def steps(self) -> int:
        """Steps taken so far."""
        return self._core.clock()[1]

    def __len__(self) -> int:
        """How many particles there are."""
        return self._core.clock()[2]

    @property
    def threads(self) -> int:
        """Threads that it runs on."""
        return self._core.threads

    @property
    def simd(self) -> str:
        """The instruction set that it runs with."""
        return self._core.simd

    def step(self, count: int = 1) -> Dict[str, Any]:
        """Takes so many steps. Tells of the last: `dt` in s, `limit`, which says what set its length, and `retries`."""
        left = operator.index(count)
        if left < 1:
            raise ValueError("expected at least one step")
        report: Dict[str, Any] = {}
        while left > 0:
            now = self.time
            if self._every == "step":
                self._ask(now + self._dt)
            elif now >= self._answered[1] or self._functions() != self._answered[0]:
                self._ask(next_frame(now, self.scene["time.fps"]))
            most = 1 if self._is_asked() else left
            taken, dt, limit, retries = self._core.advance(None, most, SLICE)
            self._dt = dt
            left -= taken
            report = {"dt": dt, "limit": limit, "retries": retries}
        return report

    def run(
        self,
        until: Optional[float] = None,
        callback: Optional[Callback] = None,
        *,
        on_step: Optional[Callback] = None,
        progress: bool = False,
    ) -> bool:
        """Runs to a time in s, or to the scene's end. `callback` is called with the simulation at every frame and `on_step`
        after every step; if one returns False, the run ends there. Whether it has reached its end."""
        end = self.scene.duration if until is None else until
        label = self.scene.name if progress else None
        for _ in self._walk(None, until, on_step, label):
            if callback is not None and _is_false(callback(self)):
                return False
        return self.time >= end

    def frames(
        self,
        fps: Optional[float] = None,
        until: Optional[float] = None,
        *,
        fields: Sequence[str] = (),
        progress: bool = False,
    ) -> Iterator[Frame]:
        """Frames, so many per second of simulated time, or as many as the scene has; the first is the present if it is one.

        `fields` are what they hold besides `x`, `v`, `j`, `material` and `id`: some of c, f, stress, temperature and
        concentration.
        """
        check_fields(fields)
        check_rate(fps)
        return self._frames(fps, until, fields, self.scene.name if progress else None)

    def _frames(
        self, fps: Optional[float], until: Optional[float], fields: Sequence[str], label: Optional[str]
    ) -> Iterator[Frame]:
        for index in self._walk(fps, until, None, label):
            yield self._frame(index, fields)

    def frame_times(self, fps: Optional[float] = None, until: Optional[float] = None) -> Iterator[Tuple[int, float]]:
        """The numbers of frames that are still to come, from the present on, and when they are due, in s."""
        now = self.time
        return ((k, due) for k, due in frame_times(self.scene, fps, until) if due >= now)

    def _walk(
        self,
        fps: Optional[float],
        until: Optional[float],
        on_step: Optional[Callback],
        label: Optional[str],
    ) -> Iterator[int]:
        """Goes from frame to frame, and notes the diagnostics of each."""
        end = self.scene.duration if until is None else until
        progress = None if label is None else Progress(end, label)
        try:
            for index, due in self.frame_times(fps, until):
                if not self._advance(due, on_step, progress):
                    return
                self._note(index)
                yield index
        finally:
            if progress is not None:
                progress.close()

    def _advance(self, due: float, on_step: Optional[Callback], progress: Optional[Progress]) -> bool:
        now = self.time
        if now < due and self._every == "frame":
            self._ask(due)
        while now < due:
            if self._every == "step":
                self._ask(now + self._dt)
            most = 1 if on_step is not None or (self._every == "step" and self._is_asked()) else MANY
            _, self._dt, _, _ = self._core.advance(due, most, SLICE)
            now, steps, _, _ = self._core.clock()
            if progress is not None:
                progress.show(now, f"{steps} steps")
            if on_step is not None and _is_false(on_step(self)):
                return False
        return True

    # Users' functions.

    @property
    def body_force(self) -> Optional[BodyForce]:
        """A function of a `Frame` that returns the acceleration of every particle, N × d, in m/s². It can be another, or None,
        from the next step on, but only in a simulation that was made with one."""
        return self._body_force

    @body_force.setter
    def body_force(self, force: Optional[BodyForce]) -> None:
        check_callable("body_force", force)
        if force is not None and not self._core.has_accelerations:
            raise SimulationError("it was made without a body force; expected scene.simulate(body_force=...)")
        if force is None and self._body_force is not None:
            self._core.set_accelerations(np.empty(0, np.uint64), np.empty((0, self.scene.dimension)))
        self._body_force = force

    @property
    def velocity(self) -> Optional[VelocityField]:
        """A function of a `Frame` that returns a velocity for every particle, N × d, in m/s; rows of NaN stay free."""
        return self._velocity

    @velocity.setter
    def velocity(self, velocity: Optional[VelocityField]) -> None:
        check_callable("velocity", velocity)
        self._velocity = velocity

    @property
    def every(self) -> str:
        """How often these functions and the motions of colliders are asked: at every "step" or "frame"."""
        return self._every

    @every.setter
    def every(self, every: str) -> None:
        if every not in ("step", "frame"):
            raise ValueError(f"every={every!r}; expected 'step' or 'frame'")
        self._every = every

    @property
    def fields(self) -> Tuple[str, ...]:
        """What the frames of these functions hold besides `x`, `v`, `j`, `material` and `id`: some of c, f, stress,
        temperature and concentration."""
        return self._fields

    @fields.setter
    def fields(self, fields: Sequence[str]) -> None:
        check_fields(fields)
        self._fields = tuple(fields)

    def _functions(self) -> Tuple[Any, ...]:
        motions = (collider.motion for collider in self.colliders.values())
        return (self._body_force, self._velocity, *motions)

    def _is_asked(self) -> bool:
        return any(function is not None for function in self._functions())

    def _ask(self, until: float) -> None:
        """Asks users' functions for what holds from now on, until about that time."""
        functions = self._functions()
        if not self._is_asked():
            return
        ahead = until - self.time
        for collider in self.colliders.values():
            collider._follow(ahead)
        if self._velocity is not None:
            frame = self.frame(*self._fields)
            given = _numbers("velocity", self._velocity(frame), frame.v.shape)
            self._core.set_column("v", np.where(np.isnan(given).any(axis=1, keepdims=True), frame.v, given))
        if self._body_force is not None:
            frame = self.frame(*self._fields)
            given = _numbers("body_force", self._body_force(frame), frame.v.shape)
            self._core.set_accelerations(frame.id, given)
        self._answered = functions, until

    # Particles.

    def frame(self, *fields: str) -> Frame:
        """The particles as they are now, with some of c, f, stress, temperature and concentration beside what all frames have."""
        return self._frame(len(self._rows) - 1 if self._rows else 0, fields)

    def _frame(self, index: int, fields: Sequence[str]) -> Frame:
        check_fields(fields)
        generation = self._core.clock()[3]
        known, frame = self._cached
        if frame is not None and known == generation and frame.index == index:
            had = [name for name in EXTRA if name in frame.columns()]
            if set(fields) <= set(had):
                return frame
            fields = [*had, *fields]
        frame = self._core.frame(index, sorted(self._usual.union(fields)))
        self._cached = (generation, frame)
        return frame

    def get(self, name: str) -> NDArray[Any]:
        """A particle field by its name."""
        if name in ("mass", "volume"):
            generation = self._core.clock()[3]
            if self._masses[0] != generation:
                mass, volume = self._core.masses()
                mass.flags.writeable = volume.flags.writeable = False
                self._masses = (generation, {"mass": mass, "volume": volume})
            return self._masses[1][name]
        columns = self.frame(*[name] if name in EXTRA else ()).columns()
        if name not in columns:
            raise ValueError(f"there is no field {name!r}; expected one of {', '.join([*columns, *EXTRA, 'mass', 'volume'])}")
        return columns[name]

    def set(self, name: str, values: ArrayLike) -> None:
        """Writes x, v, c, f, temperature or concentration back: a value for every particle, in the order of ids."""
        self._core.set_column(name, np.asarray(values, dtype=np.float64))

    def add(
        self,
        material: str,
        x: ArrayLike,
        v: Optional[ArrayLike] = None,
        *,
        mass: Optional[ArrayLike] = None,
        volume: Optional[ArrayLike] = None,
        **fields: ArrayLike,
    ) -> NDArray[np.uint64]:
        """Adds particles of a material of the scene; their ids.

        Without a volume each has that of a cube of the scene's spacing, and without a mass the material's density. `fields`
        are some of c, f, temperature and concentration.
        """
        unknown = set(fields) - {"c", "f", "temperature", "concentration"}
        if unknown:
            raise ValueError(f"particles have no {', '.join(sorted(unknown))}")
        places = np.asarray(x, dtype=np.float64)
        if places.ndim != 2:
            raise ValueError(f"x has the shape {places.shape}; expected a row of {self.scene.dimension} per particle")
        count = len(places)
        volumes = self._core.spacing ** self.scene.dimension if volume is None else volume
        volumes = np.broadcast_to(np.asarray(volumes, dtype=np.float64), (count,))
        if mass is None:
            table = self.scene["materials"].get(material, {})
            mass = table.get("density", math.nan) * volumes
        masses = np.broadcast_to(np.asarray(mass, dtype=np.float64), (count,))
        columns = [("x", places), ("mass", masses), ("volume", volumes)]
        given = {"v": v, **fields}
        columns += [(name, np.asarray(values, dtype=np.float64)) for name, values in given.items() if values is not None]
        first = self._core.add(material, columns)
        return np.arange(first, first + count, dtype=np.uint64)

    def remove(self, which: ArrayLike) -> int:
        """Takes particles away: a list of ids, or a mask with a truth value for each particle. How many there were."""
        chosen = np.asarray(which)
        if chosen.dtype == bool:
            if chosen.shape != (len(self),):
                raise ValueError(f"the mask has the shape {chosen.shape}; expected ({len(self)},)")
            chosen = self.id[chosen]
        elif chosen.size and not np.issubdtype(chosen.dtype, np.integer):
            raise TypeError("expected ids, or a mask of truth values")
        elif chosen.size and chosen.min() < 0:
            raise ValueError("ids are 0 or more")
        return self._core.remove(chosen.astype(np.uint64))

    # Reports.

    def diagnostics(self) -> Dict[str, Any]:
        """The state in numbers, by the names of diagnostics.csv: mass, momentum, angular momentum, centre of mass, energies."""
        return self._core.diagnostics()

    @property
    def history(self) -> Dict[str, NDArray[Any]]:
        """The diagnostics of every frame so far as columns, which `pandas.DataFrame` takes as they are."""
        names = self._rows[0] if self._rows else ()
        return {name: np.array([row[name] for row in self._rows]) for name in names}

    def _note(self, index: int) -> None:
        now, steps, _, _ = self._core.clock()
        if self._rows and self._rows[-1]["steps"] == steps and self._rows[-1]["time"] == now:
            return
        shortest, longest, limit = self._core.take_steps()
        row: Dict[str, Any] = {"frame": index, "time": now, "steps": steps}
        row.update(dt_min=shortest, dt_max=longest, dt_limit=limit)
        row.update({name: value for name, value in self.diagnostics().items() if name not in row})
        self._rows.append({**row, "wall_s": wall_clock.monotonic() - self._begun})

    def render(self, *, color: Optional[str] = None, size: Optional[Sequence[int]] = None) -> Picture:
        """A picture of what there is now, by the scene's camera. `color` is what colours show: material, speed, j, pressure,
        temperature, concentration (concentration-2 for the second component) or id. For pictures that can be compared use a
        `Studio`."""
        field = needed(color or self.scene["camera.color"])
        frame = self.frame(*([field] if field else []))
        return Studio([frame], color=color, size=None if size is None else list(size)).picture(frame)

    def save(self, path: Union[str, PathLike[str]]) -> None:
        """Writes a checkpoint: all that decides how it goes on, but for users' functions and what colliders were told here.
        `Scene.simulate(checkpoint=path)` goes on from it bit by bit; with a body force if this has one, and only then."""
        wall = wall_clock.monotonic() - self._begun
        notes = {"rows": self._rows, "wall": wall, "steps": self._core.pending_steps()}
        self._core.save(path, json.dumps(notes))

    def _repr_png_(self) -> bytes:
        return self.render().png()

    def __repr__(self) -> str:
        now, steps, particles, _ = self._core.clock()
        return f"<Simulation of {self.scene.name!r} at t = {now:.6g} s, {steps} steps, {particles} particles>"


def _is_false(answer: Any) -> bool:
    """Whether a function has said no; that it says nothing is no such answer."""
    return isinstance(answer, (bool, np.bool_)) and not answer


def _numbers(what: str, given: Any, shape: Tuple[int, ...]) -> NDArray[np.float64]:
    numbers = np.asarray(given, dtype=np.float64)
    if numbers.shape != shape:
        raise ValueError(f"{what} returned the shape {numbers.shape}; expected {shape}")
    return numbers
