"""Colliders, and how users move them."""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._clastic import Core

Motion = Callable[[float], Union[Mapping[str, Any], Sequence[float]]]
Key = Tuple[float, List[float], List[float]]

SHORTEST = 1e-3
"""Of a frame: a motion is never asked for a time nearer than that. What a longer step missed would be made up for within a
shorter one, ever faster."""


class Collider:
    """A collider of a simulation. Lengths and angles are seen from where the scene has placed it: how far it has moved and, in
    degrees, turned about its pivot, as in the keys of a scene's motion."""

    def __init__(self, name: str, core: Core, dimension: int, fps: float) -> None:
        self.name = name
        """What it is called."""
        self._core, self._dimension, self._fps = core, dimension, fps
        self._motion: Optional[Motion] = None
        self._keys: Optional[Tuple[Key, Key]] = None

    @property
    def translation(self) -> NDArray[np.float64]:
        """How far it has moved, d numbers, in m."""
        return np.array(self._core.collider_pose(self.name)[0][: self._dimension])

    @property
    def rotation(self) -> Union[float, NDArray[np.float64]]:
        """How far it has turned, in degrees: a number in 2D; about x, then y, then z in 3D. Whole turns are not counted: the
        numbers lie between -180 and 180, that about y between -90 and 90."""
        angles = self._core.collider_pose(self.name)[1]
        return angles[2] if self._dimension == 2 else np.array(angles)

    @property
    def impulse(self) -> NDArray[np.float64]:
        """What matter has given it since the beginning, d numbers, in N s."""
        return np.array(self._core.collider_load(self.name)[0][: self._dimension])

    @property
    def motion(self) -> Optional[Motion]:
        """A function of the time, in s, that says where it is: how far it has moved, d numbers, or a dict with `translate`
        and `rotate`. It begins where the function says. At every step or frame it is asked for the end of that, as long as
        a step is expected to be, and moves there evenly from where it is. None lets it go on as it does."""
        return self._motion

    @motion.setter
    def motion(self, motion: Optional[Motion]) -> None:
        check_callable("motion", motion)
        self._motion, self._keys = motion, None

    def move(self, velocity: Optional[ArrayLike] = None, rotation_rate: ArrayLike = 0.0) -> None:
        """Has it move on from where it is at a velocity, d numbers in m/s, and its angles change at a rate in degrees per
        second (three numbers in 3D), until it is told otherwise."""
        now, (place, angles) = self._core.clock()[0], self._core.collider_pose(self.name)
        step = self._vector(velocity), self._angles(rotation_rate)
        then = [[a + b for a, b in zip(*pair)] for pair in ((place, step[0]), (angles, step[1]))]
        self._core.move_collider(self.name, [(now, place, angles), (now + 1.0, then[0], then[1])])
        self._motion = self._keys = None

    def _follow(self, ahead: float) -> None:
        if self._motion is None:
            return
        now = self._core.clock()[0]
        later = now + max(ahead, SHORTEST / self._fps, 4.0 * math.ulp(now))
        here = self._placed(self._motion(now)) if self._keys is None else _between(self._keys, now)
        keys = (now, *here), (later, *self._placed(self._motion(later)))
        self._core.move_collider(self.name, list(keys))
        self._keys = keys

    def _placed(self, place: Any) -> Tuple[List[float], List[float]]:
        if not isinstance(place, Mapping):
            if place is None:
                raise TypeError("the motion returned None; expected a place")
            return self._vector(place), [0.0, 0.0, 0.0]
        unknown = set(place) - {"translate", "rotate"}
        if unknown:
            raise ValueError(f"a place has no {', '.join(sorted(unknown))}; expected translate and rotate")
        return self._vector(place.get("translate")), self._angles(place.get("rotate", 0.0))

    def _vector(self, given: Optional[ArrayLike]) -> List[float]:
        d = self._dimension
        numbers = np.zeros(d) if given is None else np.asarray(given, dtype=np.float64)
        if numbers.shape != (d,) or not np.isfinite(numbers).all():
            raise ValueError(f"{given!r} is no vector; expected {d} finite numbers")
        return [*numbers.tolist(), 0.0][:3] if d == 2 else numbers.tolist()

    def _angles(self, given: ArrayLike) -> List[float]:
        numbers = np.asarray(given, dtype=np.float64)
        flat = self._dimension == 2 or (numbers.shape == () and numbers == 0.0)
        if numbers.shape != (() if flat else (3,)) or not np.isfinite(numbers).all():
            raise ValueError(f"{given!r} are no angles; expected a number in 2D, and three in 3D")
        return [0.0, 0.0, float(numbers)] if flat else numbers.tolist()

    def __repr__(self) -> str:
        return f"<Collider {self.name!r}, moved by {self.translation.tolist()}>"


class UnknownCollider(KeyError, ValueError):
    """A name that no collider has."""

    def __str__(self) -> str:
        return str(self.args[0])


class Colliders(Dict[str, Collider]):
    """Colliders by their names; an unknown name is told the known ones."""

    def __missing__(self, name: str) -> Collider:
        raise UnknownCollider(f"there is no collider {name!r}; expected one of [{', '.join(self)}]")


def _between(keys: Tuple[Key, Key], time: float) -> Tuple[List[float], List[float]]:
    """Where two keys lead at a time."""
    (begin, *first), (end, *last) = keys
    share = (time - begin) / (end - begin)
    place, angles = ([a + share * (b - a) for a, b in zip(*pair)] for pair in zip(first, last))
    return place, angles


def check_callable(what: str, function: Any) -> None:
    """Refuses what is neither a function nor None."""
    if function is not None and not callable(function):
        raise TypeError(f"{what} is a function, not {type(function).__name__}")
