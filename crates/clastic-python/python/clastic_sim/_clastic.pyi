"""The engine behind `clastic_sim`."""

from os import PathLike
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

VERSION: str

class SceneError(ValueError):
    """A scene that makes no sense. `mistakes` holds all that is wrong with it, each with its place."""

    mistakes: List["Mistake"]

class SimulationError(RuntimeError):
    """A simulation that cannot do what it is asked for."""

class Mistake:
    """One mistake in a scene."""

    @property
    def file(self) -> str:
        """The file, or what else the scene came from."""
    @property
    def line(self) -> Optional[int]:
        """The line, from 1; None for a scene made in code."""
    @property
    def column(self) -> Optional[int]:
        """The column, from 1."""
    @property
    def field(self) -> str:
        """The way to the field, as in `bodies.block.radius`; empty where no field is meant."""
    @property
    def message(self) -> str:
        """What is wrong, and what was expected."""
    @property
    def text(self) -> str:
        """All of it in one line."""

class Frame:
    """The particles at one time, by id. Every array owns its memory, which the engine filled and handed over; none can
    be written to, and none changes when the simulation goes on."""

    @property
    def index(self) -> int:
        """The frame's number."""
    @property
    def time(self) -> float:
        """The time, in s."""
    @property
    def dimension(self) -> int:
        """Two or three."""
    @property
    def spacing(self) -> float:
        """The distance of neighbours at rest, in the scene's unit of length."""
    @property
    def materials(self) -> List[str]:
        """The names of the materials, which `material` numbers."""
    @property
    def x(self) -> NDArray[Any]:
        """Positions, N × d, in m."""
    @property
    def v(self) -> NDArray[Any]:
        """Velocities, N × d, in m/s."""
    @property
    def j(self) -> NDArray[Any]:
        """Elastic volume ratios, N."""
    @property
    def material(self) -> NDArray[np.uint16]:
        """Numbers of the materials, N."""
    @property
    def id(self) -> NDArray[np.uint64]:
        """Stable ids, N, ascending."""
    @property
    def c(self) -> NDArray[Any]:
        """Affine velocity fields, N × d × d, in 1/s; if asked for."""
    @property
    def f(self) -> NDArray[Any]:
        """Deformation gradients, N × d × d; if asked for."""
    @property
    def stress(self) -> NDArray[Any]:
        """Kirchhoff stresses, N × d × d, in Pa; if asked for."""
    @property
    def temperature(self) -> NDArray[Any]:
        """Temperatures, N; if asked for."""
    @property
    def concentration(self) -> NDArray[Any]:
        """Concentrations, N, or N × K if there are K components; if asked for."""
    def columns(self) -> Dict[str, NDArray[Any]]:
        """All arrays by their names."""
    def __len__(self) -> int: ...

class Picture:
    """A picture; notebooks show it."""

    @property
    def width(self) -> int:
        """Pixels per row."""
    @property
    def height(self) -> int:
        """Rows."""
    @property
    def array(self) -> NDArray[np.uint8]:
        """An array of its own, height × width × 4: red, green, blue and opacity (sRGB, 0 to 255)."""
    def png(self) -> bytes:
        """As the bytes of a PNG file."""
    def save(self, path: "str | PathLike[str]") -> None:
        """Writes a PNG file."""
    def _repr_png_(self) -> bytes: ...

class Studio:
    """Takes pictures of frames that can be compared: one camera that sees all of those it was made with, and one scale of
    colours."""

    def __init__(
        self, frames: Sequence[Frame], *, color: Optional[str] = None, size: Optional[Sequence[int]] = None
    ) -> None:
        """For these frames. `color` says what colours show and `size` how many pixels, in place of the scene's camera."""
    @property
    def title(self) -> str:
        """What its pictures show, in words."""
    def picture(self, frame: Frame) -> Picture:
        """A picture of a frame, as the scene's camera takes it."""
    def thumbnail(self, frame: Frame) -> Picture:
        """A small picture of a frame, without words."""

def schemes() -> List[str]:
    """The names of all transfer schemes."""

def contact_sheet(cells: Sequence[Tuple[Picture, str]], title: str = "", columns: int = 0) -> Picture:
    """Many pictures, each with a caption, on one page; so many per row, or as many as look well if that is 0."""

def plot(
    curves: Sequence[Tuple[str, Sequence[float], Sequence[float], str]],
    title: str = "",
    x: str = "",
    y: str = "",
    log: str = "",
    size: Sequence[int] = (900, 560),
) -> Picture:
    """A figure of curves, each a label and two sequences of numbers, drawn as a `line`, `dashed` or as `dots`; axes in `log` are
    logarithmic."""

class SceneFile:
    """A scene that was read and checked; it never changes."""

    @staticmethod
    def load(path: "str | PathLike[str]", changes: Optional[Dict[str, Any]], unset: List[str]) -> "SceneFile": ...
    @staticmethod
    def text(name: str, text: str, changes: Optional[Dict[str, Any]], unset: List[str]) -> "SceneFile": ...
    @staticmethod
    def table(fields: Dict[str, Any]) -> "SceneFile": ...
    def changed(self, changes: Optional[Dict[str, Any]], unset: List[str]) -> "SceneFile": ...
    def by_scheme(self, name: str) -> "SceneFile": ...
    def to_toml(self) -> str: ...
    def to_dict(self) -> Dict[str, Any]: ...
    def check(self) -> List[str]: ...
    def estimate(self) -> Tuple[int, int]: ...
    def frame_time(self, frame: int) -> float: ...
    @property
    def frame_count(self) -> int: ...
    def simulate(self, options: Dict[str, Any]) -> "Tuple[Core, str]": ...

class Core:
    """A simulation. Whoever asks waits until a step under way is done, without holding the interpreter up."""

    @property
    def threads(self) -> int: ...
    @property
    def simd(self) -> str: ...
    @property
    def precision(self) -> str: ...
    @property
    def has_accelerations(self) -> bool: ...
    @property
    def spacing(self) -> float: ...
    def clock(self) -> Tuple[float, int, int, int]: ...
    def advance(self, until: Optional[float], most: int, seconds: float) -> Tuple[int, float, str, int]: ...
    def frame(self, number: int, fields: List[str]) -> Frame: ...
    def masses(self) -> Tuple[NDArray[np.float64], NDArray[np.float64]]: ...
    def set_column(self, name: str, values: NDArray[np.float64]) -> None: ...
    def set_accelerations(self, ids: NDArray[np.uint64], values: NDArray[np.float64]) -> None: ...
    def add(self, material: str, columns: List[Tuple[str, NDArray[np.float64]]]) -> int: ...
    def remove(self, ids: NDArray[np.uint64]) -> int: ...
    def diagnostics(self) -> Dict[str, Any]: ...
    def take_steps(self) -> Tuple[float, float, str]: ...
    def pending_steps(self) -> Tuple[float, float, List[int]]: ...
    def set_pending_steps(self, shortest: float, longest: float, limited: List[int]) -> None: ...
    def collider_pose(self, name: str) -> Tuple[List[float], List[float]]: ...
    def move_collider(self, name: str, keys: List[Tuple[float, List[float], List[float]]]) -> None: ...
    def collider_load(self, name: str) -> Tuple[List[float], List[float]]: ...
    def save(self, path: "str | PathLike[str]", notes: str) -> None: ...
