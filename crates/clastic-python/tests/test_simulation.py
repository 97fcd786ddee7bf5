"""Stepping, frames, reports, pictures and checkpoints."""

import ast
import io
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from conftest import small

import clastic_sim as cs
from clastic_sim import _clastic


def test_steps(sim):
    report = sim.step()
    assert sim.steps == 1 and sim.time == report["dt"] > 0
    assert report["limit"] in ("sound", "motion") and report["retries"] == 0
    sim.step(10)
    assert sim.steps == 11
    for wrong in (0, -1):
        with pytest.raises(ValueError):
            sim.step(wrong)
    for wrong in ("many", float("nan"), 1.5, None):
        with pytest.raises(TypeError):
            sim.step(wrong)
    assert sim.steps == 11
    assert "11 steps" in repr(sim)
    assert sim.threads == 1 and sim.simd in ("sse2", "avx2", "avx512", "neon", "fallback")
    assert sim.materials == sim.frame().materials == ["jelly"] and sim.scene.name == "small"


def test_a_run_calls_back_at_frames_and_steps(scene):
    sim, times, steps = scene.simulate(threads=1), [], []
    assert sim.run(callback=lambda s: times.append(s.time), on_step=lambda s: steps.append(s.steps))
    assert times == [0.0, 1 / 20, 2 / 20, 3 / 20, 4 / 20]
    assert steps == list(range(1, sim.steps + 1))
    assert sim.run(), "it is at its end already"
    early = scene.simulate(threads=1)
    assert not early.run(callback=lambda s: s.time < 0.1)
    assert early.time == 0.1
    assert not early.run(callback=lambda s: np.bool_(False)) and early.time == 0.1
    assert not early.run(until=0.11, on_step=lambda s: np.bool_(False)) and 0.1 < early.time < 0.11
    assert early.run(until=0.12, callback=lambda s: 0), "only a truth value ends it"
    assert not early.run(on_step=lambda s: False) and early.time < 0.15
    assert early.run(until=0.13) and early.time == 0.13
    assert early.run(until=0.05), "that time has passed"
    with pytest.raises(ValueError):
        early.run(until=float("nan"))


@pytest.mark.parametrize("until", [1e-8, 0.15000000000000002, 0.05, np.nextafter(0.1, 0.0), 1e-12, 0.17])
def test_a_run_ends_where_it_is_told_to(scene, until):
    sim = scene.simulate(threads=1)
    assert sim.run(until=until) and sim.time == until
    assert sim.run(until=until) and sim.time == until, "it is there already"
    again = scene.simulate(threads=1)
    last = list(again.frames(until=until))[-1]
    assert last.time == again.time == until


def test_a_callback_may_fail_and_step_itself(scene):
    sim = scene.simulate(threads=1)

    def broken(_):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        sim.run(callback=broken)
    assert sim.run(callback=lambda s: s.step() and None)
    assert sim.time >= 0.2


def test_frames_have_the_times_of_the_scene_or_others(scene):
    sim = scene.simulate(threads=1)
    frames = list(sim.frames())
    assert [frame.index for frame in frames] == [0, 1, 2, 3, 4]
    assert [frame.time for frame in frames] == [k / 20 for k in range(5)]
    assert all(len(frame) == len(sim) for frame in frames)
    assert "Frame 4" in repr(frames[4])
    fine = scene.simulate(threads=1)
    assert [f.time for f in fine.frames(50, until=0.07)] == [0.0, 1 / 50, 2 / 50, 3 / 50, 0.07]
    assert [f.time for f in fine.frames(50, until=0.1)] == [4 / 50, 0.1]
    for fps in (0, -1, float("nan"), float("inf")):
        for times in (fine.frames, fine.frame_times):
            with pytest.raises(ValueError):
                times(fps)
    endless = fine.frames(50, until=float("inf"))
    assert [next(endless).time for _ in range(3)] == [5 / 50, 6 / 50, 7 / 50]
    with pytest.raises(ValueError):
        fine.frames(fields=["nonsense"])
    with pytest.raises(TypeError):
        fine.frames(fields="stress")
    assert next(fine.frames(fields=["stress"])).stress.shape == (len(fine), 2, 2)


def test_diagnostics_and_history(scene):
    sim = scene.simulate(threads=1)
    mass = sim.diagnostics()["mass"]
    assert mass == pytest.approx(sim.mass.sum())
    assert sim.history == {}
    sim.run()
    history = sim.history
    assert {len(column) for column in history.values()} == {5}
    assert list(history["frame"]) == [0, 1, 2, 3, 4]
    assert history["mass"].dtype == float and history["dt_limit"][0] == "none"
    assert np.allclose(history["mass"], mass, rtol=1e-13), "to rounding: particles are summed in their order"
    sim.run()
    assert len(sim.history["time"]) == 5, "a frame is noted once"


def test_pictures(scene, tmp_path):
    sim = scene.simulate(threads=1)
    sim.run(until=0.1)
    picture = sim.render()
    assert (picture.width, picture.height) == (320, 180)
    pixels = picture.array
    assert pixels.shape == (180, 320, 4) and pixels.dtype == np.uint8
    assert len(np.unique(pixels.reshape(-1, 4), axis=0)) > 10, "there is something to be seen"
    assert picture.png()[:8] == b"\x89PNG\r\n\x1a\n" == picture._repr_png_()[:8] == sim._repr_png_()[:8]
    picture.save(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == picture.png()
    assert "320 × 180" in repr(picture)
    with pytest.raises(OSError):
        picture.save(tmp_path / "missing" / "a.png")
    for color in ("material", "speed", "j", "pressure", "temperature", "concentration", "id"):
        assert sim.render(color=color, size=(64, 48)).array.shape == (48, 64, 4)
    with pytest.raises(ValueError, match="expected one of"):
        sim.render(color="nonsense")
    for size in ((0, 0), (10**6, 10**6), (100, 10**8), (8193, 10), (10, 0)):
        with pytest.raises(ValueError, match="expected 1 to 8192"):
            sim.render(size=size)
        with pytest.raises(ValueError, match="expected 1 to 8192"):
            cs.Studio([sim.frame()], size=size)
    for size in ((-1, 5), (1, 2, 3), "large"):
        with pytest.raises((ValueError, TypeError, OverflowError)):
            sim.render(size=size)


def test_a_studio_shows_frames_alike(scene):
    sim = scene.simulate(threads=1)
    frames = list(sim.frames())
    studio = cs.Studio(frames, color="speed")
    assert studio.title == "small: speed (m/s)"
    assert studio.picture(frames[0]).array.shape == (180, 320, 4)
    assert studio.thumbnail(frames[4]).width == 480
    with pytest.raises(ValueError):
        cs.Studio([])
    with pytest.raises(TypeError):
        cs.Studio([1, 2])
    with pytest.raises(ValueError, match="stress"):
        cs.Studio(frames, color="pressure").picture(frames[0])
    solid = small(dimension=3, bodies={"b": {"material": "sand", "shape": "sphere", "center": [0, 1, 0], "radius": 0.1}},
                  colliders={})
    with pytest.raises(ValueError, match="dimension"):
        studio.picture(solid.simulate(threads=1).frame())
    with pytest.raises(ValueError, match="dimension"):
        cs.Studio([frames[0], solid.simulate(threads=1).frame()])


def test_sheets_and_figures(sim):
    picture = sim.render(size=(64, 48))
    sheet = cs.contact_sheet([(picture, "one"), (picture, "two")], "both", 2)
    assert sheet.width > 2 * 400
    with pytest.raises(ValueError):
        cs.contact_sheet([])
    with pytest.raises(TypeError):
        cs.contact_sheet([(1, "a")])
    curve = ([1, 2, 3], [1.0, np.nan, 3.0])
    assert cs.plot({"a": curve}, title="t", x="x", y="y", log="xy", style="dots", size=(200, 100)).width == 200
    for wrong in ({"a": ([1, 2], [1])}, {"a": ([[1]], [[1]])}):
        with pytest.raises(ValueError):
            cs.plot(wrong)
    with pytest.raises(ValueError, match="style"):
        cs.plot({"a": curve}, style="nonsense")
    with pytest.raises(ValueError):
        cs.plot({"a": curve}, size=(0, 0))


def test_schemes_are_compared(scene):
    result = cs.compare(scene, ["pic", "apic"], times=3, threads=1)
    assert list(result.histories) == ["pic", "apic"] and result.failures == {}
    assert [frame.index for frame in result.frames["pic"]] == [0, 2, 4]
    assert result.histories["pic"]["kinetic"][-1] != result.histories["apic"]["kinetic"][-1]
    assert result.sheet().width > 3 * 400 and result.plot().width == result.plot("kinetic").width == 900
    assert result._repr_png_()[:4] == b"\x89PNG" and "pic, apic" in repr(result)
    for wrong in ("apic", []):
        with pytest.raises(ValueError):
            cs.compare(scene, wrong)
    with pytest.raises(ValueError):
        cs.compare(scene, ["apic"], times=0)
    for until in (float("inf"), float("nan")):
        with pytest.raises(ValueError, match="finite"):
            cs.compare(scene, ["apic"], until=until)
    with pytest.raises(cs.SceneError):
        cs.compare(scene, ["nonsense"])


def test_a_scheme_that_fails_is_a_result(scene):
    wild = {"time.dt": 0.01, "materials.jelly": {"preset": "jelly", "young_modulus": 1e9}}
    result = cs.compare(scene.changed(wild), ["flip"], threads=1)
    assert "step" in result.failures["flip"]
    assert result.sheet().height > 0


def test_a_simulation_that_fails_says_where(scene):
    wild = {"time.dt": 0.01, "materials.jelly": {"preset": "jelly", "young_modulus": 1e9}}
    sim = scene.changed(wild).simulate(threads=1)
    with pytest.raises(cs.SimulationError, match="particle"):
        sim.run()
    assert issubclass(cs.SimulationError, RuntimeError)
    assert len(sim.x) == len(sim), "what led to it can be looked at"


def test_checkpoints_go_on_bit_by_bit(scene, tmp_path):
    path = tmp_path / "half.clastic"
    whole, half = scene.simulate(threads=1), scene.simulate(threads=2)
    half.run(until=0.1)
    half.save(path)
    restored = scene.simulate(checkpoint=path, threads=2)
    assert restored.time == 0.1 and len(restored.history["time"]) == 3
    whole.run()
    restored.run()
    assert np.array_equal(whole.x, restored.x) and np.array_equal(whole.f, restored.f)
    assert list(restored.history["frame"]) == [0, 1, 2, 3, 4]
    whole, between = (scene.simulate(threads=1) for _ in range(2))
    for sim in (whole, between):
        sim.run(until=0.1)
        sim.step(5)
    between.save(path)
    between = scene.simulate(checkpoint=path, threads=1)
    whole.run()
    between.run()
    for name in ("dt_min", "dt_max", "dt_limit", "steps"):
        assert np.array_equal(whole.history[name], between.history[name]), f"{name} of steps before the checkpoint"
    forced = scene.simulate(threads=1, body_force=lambda frame: np.zeros_like(frame.x))
    forced.step()
    forced.save(path)
    with pytest.raises(cs.SimulationError, match="body force"):
        scene.simulate(checkpoint=path)
    half.save(path)
    with pytest.raises(cs.SimulationError, match="another scene"):
        scene.changed({"grid.cell_size": 0.05}).simulate(checkpoint=path)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(cs.SimulationError, match="damaged"):
        scene.simulate(checkpoint=path)
    with pytest.raises(cs.SimulationError, match="cannot be read"):
        scene.simulate(checkpoint=tmp_path / "missing")
    with pytest.raises(OSError):
        whole.save(tmp_path / "missing" / "folder")


def test_options_that_make_no_sense(scene):
    with pytest.raises(ValueError, match="simd"):
        scene.simulate(simd="nonsense")
    with pytest.raises(cs.SceneError):
        scene.simulate(precision="f16")
    for threads in (-1, "two", 1.5):
        with pytest.raises((TypeError, OverflowError)):
            scene.simulate(threads=threads)
    with pytest.raises(ValueError):
        scene.simulate(every="never")
    assert scene.simulate(precision="f32", threads=1).x.dtype == np.float32
    assert scene.simulate(scheme="flip-0.95", threads=1).scene["transfer.alpha"] == 0.95


def test_progress_is_shown(scene, capsys):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    stream = Terminal()
    with cs.Progress(2.0, "sand", stream) as progress:
        progress.show(1.0, "7 steps")
    assert "sand [###############...............]  50 % in 0 s 7 steps" in stream.getvalue()
    assert '<progress value="0.5000" max="1">' in progress._repr_html_()
    assert cs.Progress(0.0).share == 1.0
    quiet = io.StringIO()
    with cs.Progress(1.0, stream=quiet) as progress:
        progress.show(1.0)
    assert quiet.getvalue() == "", "a file gets no bar"
    scene.simulate(threads=1).run(progress=True)
    assert capsys.readouterr().out == ""


def test_a_notebook_shows_a_bar_that_moves(monkeypatch):
    class Display:
        def __init__(self, shown):
            self.shown = [shown._repr_html_()]

        def update(self, shown):
            self.shown.append(shown._repr_html_())

    displays = []
    kernel = SimpleNamespace(kernel=object())
    notebook = SimpleNamespace(get_ipython=lambda: kernel)
    monkeypatch.setitem(sys.modules, "IPython", notebook)

    def display(shown, display_id):
        assert display_id is True
        displays.append(Display(shown))
        return displays[-1]

    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display))
    stream = io.StringIO()
    with cs.Progress(2.0, "<sand>", stream) as progress:
        progress.show(1.0, "7 steps")
    (shown,) = displays
    assert 'value="0.0000"' in shown.shown[0] and 'value="0.5000"' in shown.shown[-1]
    assert "&lt;sand&gt;" in shown.shown[-1] and stream.getvalue() == ""
    # A terminal with IPython has no kernel, and a script no shell at all.
    for shell in (SimpleNamespace(), None):
        notebook.get_ipython = lambda shell=shell: shell
        cs.Progress(1.0, stream=stream).show(1.0)
    assert len(displays) == 1


def test_the_stubs_name_what_there_is():
    tree = ast.parse(Path(_clastic.__file__).with_name("_clastic.pyi").read_text(encoding="utf-8"))

    def names(body):
        for node in body:
            if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
                yield node.name
            elif isinstance(node, ast.AnnAssign):
                yield node.target.id

    assert set(names(tree.body)) == {name for name in dir(_clastic) if not name.startswith("_")}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.endswith("Error"):
            told = {name for name in names(node.body) if not name.startswith("__")}
            there = {name for name in vars(getattr(_clastic, node.name)) if not name.startswith("__")}
            assert told == there, node.name


def test_everything_public_is_documented():
    for name in cs.__all__:
        value = getattr(cs, name)
        if name == "__version__":
            continue
        assert value.__doc__, name
        members = vars(value).items() if isinstance(value, type) else ()
        for member, content in members:
            if not member.startswith("_") and (callable(content) or hasattr(content, "__get__")):
                assert content.__doc__, f"{name}.{member}"
