"""A progress bar that needs nothing: a line in a terminal, a bar in a notebook."""

from __future__ import annotations

import html
import sys
import time
from typing import Any, Optional, TextIO

WIDTH = 30
"""Characters of a bar in a terminal."""

PATIENCE = 0.1
"""Seconds between two pictures of it: more would cost more than they tell."""


class Progress:
    """How far something is. Notebooks show it as a bar, terminals as a line.

    >>> with Progress(1.0, label="sand") as progress:
    ...     progress.show(0.5, "12 steps")
    """

    def __init__(self, end: float, label: str = "", stream: Optional[TextIO] = None) -> None:
        self.end, self.label, self.stream = end, label, stream or sys.stderr
        self.done, self.words = 0.0, ""
        self._begun, self._shown = time.monotonic(), 0.0
        self._display = _notebook_display(self)

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return min(max(self.done / self.end, 0.0), 1.0) if self.end > 0 else 1.0

    def show(self, done: float, words: str = "") -> None:
        """So much of it is done."""
        self.done, self.words = done, words
        now = time.monotonic()
        if now - self._shown >= PATIENCE or self.share >= 1.0:
            self._shown = now
            self._draw()

    def close(self) -> None:
        """It is over."""
        self._draw()
        if self._display is None and self.stream.isatty():
            self.stream.write("\n")

    def _draw(self) -> None:
        if self._display is not None:
            self._display.update(self)
        elif self.stream.isatty():
            self.stream.write(f"\r{self}\x1b[K")
            self.stream.flush()

    def _numbers(self) -> str:
        seconds = time.monotonic() - self._begun
        return f"{100 * self.share:3.0f} % in {seconds:.0f} s {self.words}".rstrip()

    def __str__(self) -> str:
        full = round(WIDTH * self.share)
        return f"{self.label} [{'#' * full}{'.' * (WIDTH - full)}] {self._numbers()}".lstrip()

    def _repr_html_(self) -> str:
        label, numbers = html.escape(self.label), html.escape(self._numbers())
        return f'{label} <progress value="{self.share:.4f}" max="1"></progress> {numbers}'

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _notebook_display(progress: Progress) -> Any:
    """The place in a notebook that can be drawn on anew; None elsewhere."""
    if "IPython" not in sys.modules:
        return None
    from IPython import get_ipython  # type: ignore[import-not-found,unused-ignore]
    from IPython.display import display  # type: ignore[import-not-found,unused-ignore]

    shell = get_ipython()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    return display(progress, display_id=True)
