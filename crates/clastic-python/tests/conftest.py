"""What the tests share: small scenes, and where things are."""

import os
from pathlib import Path

import pytest

import clastic_sim as cs

ROOT = Path(__file__).parents[3]


def small(**fields):
    """A ball of jelly above a floor, beside a plate: 314 particles in 2D."""
    scene = {
        "name": "small",
        "dimension": 2,
        "precision": "f64",
        "grid": {"cell_size": 0.04},
        "time": {"duration": 0.2, "fps": 20},
        "walls": {"y_low": {"at": 0.0}},
        "bodies": {"ball": {"material": "jelly", "shape": "disk", "center": [0.0, 0.25], "radius": 0.2}},
        "colliders": {"plate": {"shape": "box", "center": [1.0, 0.5], "size": [0.2, 1.0]}},
        "camera": {"size": [320, 180]},
    }
    return cs.Scene(scene, **fields)


@pytest.fixture
def scene():
    return small()


@pytest.fixture
def sim(scene):
    return scene.simulate(threads=1)


@pytest.fixture(scope="session")
def command():
    """The command `clastic`, of the same build as the package."""
    path = os.environ.get("CLASTIC_COMMAND")
    if not path:
        pytest.skip("CLASTIC_COMMAND does not say where the command is; cargo xtask python sets it")
    return path
