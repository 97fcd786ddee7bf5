"""Scenes: read, made in code, changed, and wrong."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT, small

import clastic_sim as cs

TEXT = """
dimension = 2
[grid]
cell_size = 0.1
[time]
frames = 2
[bodies.ball]
material = "jelly"
shape = "disk"
center = [0.0, 0.0]
radius = 0.3
"""


def test_a_file_a_text_and_a_dict_make_the_same_scene(tmp_path):
    path = tmp_path / "scene.toml"
    path.write_text(TEXT)
    loaded, text = cs.Scene.load(path), cs.Scene.text(TEXT)
    assert loaded.to_toml() == cs.Scene.load(str(path)).to_toml() == text.to_toml()
    assert cs.Scene(text.to_dict()).to_toml() == text.to_toml()
    assert cs.Scene(**text.to_dict()).to_dict() == text.to_dict()
    assert cs.Scene.text(text.to_toml()).to_toml() == text.to_toml()


def test_every_scene_of_the_gallery_survives_a_dict(monkeypatch):
    monkeypatch.chdir(ROOT / "scenes")
    for path in sorted(Path(".").glob("*.toml")):
        scene = cs.Scene.load(path)
        assert cs.Scene(scene.to_dict()).to_toml() == scene.to_toml(), path


def test_a_scene_stays_as_it_was_read(tmp_path, monkeypatch):
    (tmp_path / "scene.toml").write_text('include = "base.toml"\nseed = 3\n')
    (tmp_path / "base.toml").write_text(TEXT)
    monkeypatch.chdir(tmp_path)
    scene = cs.Scene.load("scene.toml")
    before = scene.to_toml()
    (tmp_path / "base.toml").write_text(TEXT.replace("0.3", "0.4"))
    (tmp_path / "scene.toml").unlink()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert scene.changed({"seed": 4}).changed({"seed": 3}).to_toml() == before
    assert scene.simulate(scheme="pic", precision="f64", threads=1).scene["bodies.ball.radius"] == 0.3
    assert list(cs.compare(scene, ["pic", "apic"], threads=1).frames) == ["pic", "apic"]


def test_files_of_shapes_are_found_from_anywhere(tmp_path, monkeypatch):
    (tmp_path / "land.asc").write_text("ncols 2\nnrows 2\nxllcorner -1\nyllcorner -1\ncellsize 2\n0 0\n0 0\n")
    land = TEXT.replace("dimension = 2", "dimension = 3").replace('"disk"', '"sphere"').replace("[0.0, 0.0]", "[0, 1, 0]")
    land += '[colliders.land]\nshape = "height-field"\nfile = "land.asc"\nx = [-1, 1]\nz = [-1, 1]\n'
    (tmp_path / "scene.toml").write_text(land)
    monkeypatch.chdir(tmp_path)
    scenes = [cs.Scene.load("scene.toml"), cs.Scene(cs.Scene.load("scene.toml").to_dict()), cs.Scene.text(land)]
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    for scene in scenes:
        sim = scene.simulate(scheme="pic", threads=1)
        sim.step()
        assert sim.scene["colliders.land.file"] == "land.asc"


class Table(Mapping):
    """A mapping that is no dict."""

    def __init__(self, **fields):
        self.fields = fields

    def __getitem__(self, name):
        return self.fields[name]

    def __iter__(self):
        return iter(self.fields)

    def __len__(self):
        return len(self.fields)


def test_tables_may_be_any_mapping():
    ball = Table(material="jelly", shape="disk", center=(0.0, 0.25), radius=0.2)
    assert small(bodies=Table(ball=ball)).to_toml() == small().to_toml()
    assert small().changed(Table(grid=Table(cell_size=0.05)))["grid.cell_size"] == 0.05


def test_values_of_numpy_are_values():
    plain = small()
    fields = plain.to_dict()
    fields["bodies"]["ball"]["center"] = np.array([0.0, 0.25])
    fields["bodies"]["ball"]["radius"] = np.float64(0.2)
    fields["dimension"] = np.int64(2)
    fields["allow_overlap"] = np.bool_(False)
    fields["seed"] = None
    assert cs.Scene(fields).to_toml() == plain.to_toml()


def test_changes_by_path_by_table_and_away(scene):
    assert scene.changed({"grid.cell_size": 0.05})["grid.cell_size"] == 0.05
    changed = scene.changed(grid={"cell_size": 0.05}, bodies={"ball": {"radius": 0.1}})
    assert changed["bodies.ball.radius"] == 0.1
    assert changed["bodies.ball.center"] == [0.0, 0.25]
    assert scene["grid.cell_size"] == 0.04, "a scene never changes"
    assert changed.changed({"seed": 3})["bodies.ball.radius"] == 0.1, "changes add up"
    frames = scene.changed({"time.frames": 3}, unset=["time.duration"])
    assert frames.duration == pytest.approx(3 / 20)
    with pytest.raises(cs.SceneError, match="no field"):
        scene.changed(unset=["time.nonsense"])
    with pytest.raises(TypeError):
        scene.changed(unset="time.duration")


def test_what_a_scene_says_of_itself(scene):
    assert (scene.name, scene.dimension, scene.duration) == ("small", 2, 0.2)
    particles, memory = scene.estimate
    assert 280 < particles < 350 and memory > 10_000
    assert "small" in repr(scene)
    assert scene["camera"]["size"] == [320.0, 180.0]
    for path in ("nonsense", "grid.nonsense", "grid.cell_size.more", "bodies.ball.center.7"):
        with pytest.raises(KeyError):
            scene[path]
    with pytest.raises(TypeError):
        scene[3]
    assert scene.check() == []
    reaching = scene.changed({"bodies.ball.center": [0.85, 0.25]})
    assert "left out" in reaching.check()[0]


def test_mistakes_have_their_lines(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text(TEXT.replace("radius = 0.3", 'radius = "wide"').replace("cell_size = 0.1", "cell_sise = 0.1"))
    with pytest.raises(cs.SceneError) as caught:
        cs.Scene.load(path)
    mistakes = caught.value.mistakes
    by_field = {mistake.field: mistake for mistake in mistakes}
    wide = by_field["bodies.ball.radius"]
    assert (wide.file, wide.line, wide.column) == (str(path), 11, 10)
    assert "expected" in wide.message
    assert "wrong.toml:11:10" in str(caught.value) and 'radius = "wide"' in str(caught.value)
    assert str(wide) in repr(wide) and wide.text == str(wide)
    assert isinstance(caught.value, ValueError)
    with pytest.raises(cs.SceneError, match="cannot be read"):
        cs.Scene.load(tmp_path / "missing.toml")


def test_mistakes_of_a_dict_name_the_field():
    with pytest.raises(cs.SceneError) as caught:
        small(bodies={"ball": {"material": "jelly", "shape": "disk", "center": [0, 0], "radius": -1}})
    (mistake,) = caught.value.mistakes
    assert (mistake.field, mistake.line) == ("bodies.ball.radius", None)
    for wrong in ({1, 2}, object(), b"bytes", lambda: 0, complex(1, 2), np.array(0.04)):
        with pytest.raises(cs.SceneError) as caught:
            small(grid={"cell_size": wrong})
        assert caught.value.mistakes[0].field == "grid.cell_size"
    with pytest.raises(cs.SceneError, match="no name of a field"):
        cs.Scene({3: 4})
    endless = {}
    endless["grid"] = endless
    with pytest.raises(cs.SceneError, match="too deep"):
        cs.Scene(endless)
    with pytest.raises(TypeError, match="Scene.load"):
        cs.Scene("scene.toml")
    with pytest.raises(cs.SceneError):
        cs.Scene()


def test_bodies_in_each_other_are_found_when_it_begins(scene):
    twice = scene.changed({"bodies.twin": scene["bodies.ball"]})
    for build in (twice.check, twice.simulate):
        with pytest.raises(cs.SceneError, match="lies in"):
            build()


def test_schemes_have_names(scene):
    assert {"pic", "apic", "flip", "asflip", "polypic"} <= set(cs.schemes())
    with pytest.raises(cs.SceneError, match="scheme"):
        scene.simulate(scheme="nonsense")
