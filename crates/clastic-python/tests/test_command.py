"""The package and the command give the same bits."""

import csv
import subprocess

import numpy as np
import pytest
from conftest import ROOT

import clastic_sim as cs

RUNS = [
    ("two-disks", "asflip", {"grid.cell_size": 0.04}),
    ("sand-drop", "apic", {"grid.cell_size": 0.04}),
    ("mixer", "flip-0.95", {"grid.cell_size": 0.05}),
    ("fountain", "apic", {"grid.cell_size": 0.08}),
    ("dam-break", None, {"grid.cell_size": 0.05}),
    ("papers/c1-dam-break", None, {"grid.cell_size": 0.1}),
    ("brine", None, {"grid.cell_size": 0.01}),
]


@pytest.mark.parametrize("name, scheme, changes", RUNS, ids=[run[0] for run in RUNS])
def test_frames_and_diagnostics_are_those_of_the_command(command, tmp_path, name, scheme, changes):
    path = ROOT / "scenes" / f"{name}.toml"
    line = [command, "run", str(path), "--out", str(tmp_path), "--frames", "4", "--threads", "2", "--quiet"]
    line += ["--scheme", scheme] if scheme else []
    for field, value in [*changes.items(), ("output.sheet", "false")]:
        line += ["--set", f"{field}={value}"]
    subprocess.run(line, check=True)

    scene = cs.Scene.load(path, {**changes, "time.frames": 4}, unset=["time.duration"])
    sim = scene.simulate(scheme=scheme, threads=1)
    for frame in sim.frames():
        with np.load(tmp_path / "frames" / f"{frame.index:04}.npz") as written:
            for column in ("x", "v", "j", "material", "id"):
                assert np.array_equal(getattr(frame, column), written[column]), (frame, column)
    with open(tmp_path / "diagnostics.csv") as file:
        rows = list(csv.DictReader(file))
    history = sim.history
    assert set(rows[0]) == set(history)
    for column in set(history) - {"wall_s", "dt_limit"}:
        written = np.array([float(row[column]) for row in rows])
        assert np.array_equal(written, history[column].astype(float), equal_nan=True), column
    assert [row["dt_limit"] for row in rows] == list(history["dt_limit"])
