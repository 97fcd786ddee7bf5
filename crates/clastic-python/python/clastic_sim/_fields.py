"""Particle fields: which there are, and how they are attributes of a simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, Optional, Sequence, Union, overload

from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from ._simulation import Simulation

EXTRA = ("c", "f", "stress", "temperature", "concentration")
"""Fields that frames hold if they are asked for."""


def needed(color: str) -> Optional[str]:
    """The field that a colour needs, if any: `concentration` for `concentration-2`."""
    field = "stress" if color == "pressure" else color.partition("-")[0]
    return field if field in EXTRA else None


class _Attribute:
    def __init__(self, about: str) -> None:
        self.__doc__ = about

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, sim: None, owner: type) -> _Attribute: ...
    @overload
    def __get__(self, sim: Simulation, owner: type) -> NDArray[Any]: ...
    def __get__(self, sim: Optional[Simulation], owner: type) -> Union[_Attribute, NDArray[Any]]:
        return self if sim is None else sim.get(self.name)


class Field(_Attribute):
    """A field that is read."""

    def __set__(self, sim: Simulation, values: NoReturn) -> None:
        raise AttributeError(f"{self.name} cannot be written")


class Writable(_Attribute):
    """A field that is read and written."""

    def __set__(self, sim: Simulation, values: ArrayLike) -> None:
        sim.set(self.name, values)


def check_fields(fields: Sequence[str]) -> None:
    """Refuses fields that frames cannot hold."""
    if isinstance(fields, str):
        raise TypeError("expected a list of fields, as in ['stress']")
    for name in fields:
        if name not in EXTRA:
            raise ValueError(f"there is no field {name!r}; expected some of {', '.join(EXTRA)}")
