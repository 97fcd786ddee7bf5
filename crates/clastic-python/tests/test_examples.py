"""The examples run, coarse enough for a test, and leave what they promise."""

import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT

EXAMPLES = [
    ("compare_schemes", ["--cell-size", "0.05"], ["sheet.png", "energy.png", "asflip.csv"]),
    ("friction_angle", ["--cell-size", "0.025"], ["run-out.csv", "run-out.png", "heaps.png"]),
    ("push_sand", ["--cell-size", "0.04", "--episodes", "1"], ["idle.png", "push.png"]),
]


@pytest.mark.parametrize("name, options, files", EXAMPLES, ids=[example[0] for example in EXAMPLES])
def test_an_example_runs(tmp_path, name, options, files):
    script = ROOT / "examples" / "python" / f"{name}.py"
    subprocess.run([sys.executable, str(script), "--out", str(tmp_path), *options], check=True, cwd=tmp_path)
    for file in files:
        assert (tmp_path / file).stat().st_size > 100, file
    if name == "friction_angle":
        angles, lengths = np.loadtxt(tmp_path / "run-out.csv", delimiter=",", skiprows=1).T
        assert lengths[0] > lengths[-1] > 0, "rougher sand does not run as far"
