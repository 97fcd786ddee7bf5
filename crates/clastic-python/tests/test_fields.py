"""Particle fields: read, written, safe."""

import gc

import numpy as np
import pytest
from conftest import small

import clastic_sim as cs


def test_shapes_and_kinds(sim):
    n = len(sim)
    shapes = {
        "x": (n, 2), "v": (n, 2), "j": (n,), "c": (n, 2, 2), "f": (n, 2, 2), "stress": (n, 2, 2),
        "temperature": (n,), "concentration": (n,), "mass": (n,), "volume": (n,), "material": (n,), "id": (n,),
    }
    for name, shape in shapes.items():
        array = getattr(sim, name)
        assert array.shape == shape, name
        assert np.array_equal(array, sim.get(name)), name
        assert not array.flags.writeable, name
    assert sim.id.dtype == np.uint64 and sim.material.dtype == np.uint16 and sim.x.dtype == np.float64
    assert np.all(np.diff(sim.id.astype(int)) > 0)
    for name in ("nonsense", "time", "columns"):
        with pytest.raises(ValueError, match="expected one of"):
            sim.get(name)
    assert sim.mass.dtype == small(precision="f32").simulate(threads=1).mass.dtype == np.float64
    frame = small().simulate(threads=1).frame("stress")
    assert set(frame.columns()) >= {"x", "v", "j", "material", "id", "stress"}
    with pytest.raises(AttributeError, match="it has the fields x, v, j, material, id, stress"):
        frame.temperature
    assert hasattr(frame, "stress") and not hasattr(frame, "f") and not hasattr(frame, "nonsense")
    assert {"x", "v", "stress", "concentration"} <= set(dir(frame))
    assert "Kirchhoff" in cs.Frame.stress.__doc__ and "N × d" in cs.Simulation.x.__doc__
    assert (frame.dimension, frame.spacing) == (2, pytest.approx(0.02))


def test_an_array_is_the_state_of_its_time(sim):
    before = sim.x
    assert sim.x is before, "nothing has changed"
    copy = before.copy()
    sim.step(20)
    assert sim.x is not before and not np.array_equal(sim.x, before)
    assert np.array_equal(before, copy)
    with pytest.raises(ValueError, match="read-only"):
        sim.x[0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        sim.x += 1.0


def test_what_is_written_is_read(sim):
    sim.step(5)
    for name in ("x", "v", "c", "f"):
        given = getattr(sim, name) + 0.125
        setattr(sim, name, given)
        assert np.allclose(getattr(sim, name), given, rtol=0, atol=1e-14), name
    sim.set("v", np.zeros_like(sim.v).tolist())
    assert not sim.v.any()
    sim.set("v", np.asfortranarray(np.arange(2.0 * len(sim)).reshape(len(sim), 2)))
    assert np.array_equal(sim.v.ravel(), np.arange(2.0 * len(sim)))
    sim.set("v", np.zeros((len(sim), 2), dtype=np.int32))
    sim.step(2)


SAND = small(bodies={"heap": {"material": "sand", "shape": "box", "min": [-0.2, 0.0], "max": [0.2, 0.4]}})
HAIR = cs.Scene(
    dimension=3,
    grid={"cell_size": 0.1},
    time={"duration": 0.2},
    bodies={"stone": {"material": "sand", "shape": "box", "center": [0.0, -0.8, 0.0], "size": [0.3, 0.3, 0.3]}},
    meshes={"hair": {"kind": "strands", "material": "sand", "young_modulus": 1e7, "radius": 3e-3, "length": 0.5,
                     "direction": [0.2, -1.0, 0.0],
                     "roots": {"pattern": "segment", "from": [0.0, 0.0, 0.0], "to": [0.2, 0.0, 0.0], "count": 5}}},
)


@pytest.mark.parametrize("scene", [small(), SAND, HAIR], ids=["jelly", "sand", "hair"])
def test_what_is_written_back_changes_no_bit(scene):
    for precision in ("f32", "f64"):
        touched, plain = (scene.changed(precision=precision).simulate(threads=1) for _ in range(2))
        for _ in range(4):
            touched.step(7)
            plain.step(7)
            assert np.array_equal(touched.stress, plain.stress) and np.array_equal(touched.x, plain.x)
            for name in ("x", "v", "c", "f", "temperature", "concentration"):
                touched.set(name, touched.get(name))
            assert np.array_equal(touched.stress, plain.stress) and np.array_equal(touched.f, plain.f)
        assert touched.time == plain.time and np.array_equal(touched.v, plain.v)


def test_wrong_values_change_nothing(sim):
    sim.step(3)
    before, n = sim.x.copy(), len(sim)
    for wrong in (np.zeros(n), np.zeros((n, 3)), np.zeros((n - 1, 2)), 0.0, [], np.zeros((n, 2, 1))):
        with pytest.raises(ValueError, match="shape"):
            sim.x = wrong
    for wrong in ("text", [["a", "b"]] * n, object(), {"a": 1}):
        with pytest.raises((TypeError, ValueError)):
            sim.x = wrong
    bad = before.copy()
    bad[7, 1] = np.nan
    with pytest.raises(cs.SimulationError, match="particle 7"):
        sim.x = bad
    bad[7, 1] = 1e300
    with pytest.raises(cs.SimulationError, match="outside"):
        sim.x = bad
    with pytest.raises(cs.SimulationError, match="keeps no"):
        sim.temperature = np.ones(n)
    mirrored = 1.01 * sim.f
    mirrored[5] = np.diag([-1.0, 1.0])
    kept = sim.f
    with pytest.raises(cs.SimulationError, match="particle 5 .* inside out"):
        sim.f = mirrored
    assert np.array_equal(sim.f, kept)
    for name in ("j", "stress", "mass", "id", "nonsense"):
        with pytest.raises(ValueError, match="cannot be written"):
            sim.set(name, np.ones(n))
    for name in ("j", "stress", "id", "time", "steps"):
        with pytest.raises(AttributeError):
            setattr(sim, name, 1.0)
    assert np.array_equal(sim.x, before)


def test_heat_is_written():
    warm = {"preset": "jelly", "heat_capacity": 4000.0, "conductivity": 0.5}
    sim = small(materials={"jelly": warm}).simulate(threads=1)
    given = np.linspace(10.0, 20.0, len(sim))
    sim.temperature = given
    assert np.array_equal(sim.temperature, given)
    sim.step(3)
    # What flows between particles stays among them.
    assert (sim.mass * sim.temperature).sum() == pytest.approx((sim.mass * given).sum(), rel=1e-9)


def test_particles_come_and_go(sim):
    n = len(sim)
    sim.step(3)
    ids = sim.add("jelly", [[0.5, 1.0], [0.6, 1.0]], [[0.0, 1.0], [0.0, 2.0]])
    assert list(ids) == [n, n + 1] and len(sim) == n + 2
    # 1000 kg/m³ in squares of half a cell.
    assert np.allclose(sim.mass[-2:], 1000.0 * 0.02**2) and np.array_equal(sim.v[-2:], [[0, 1], [0, 2]])
    more = sim.add("jelly", np.array([[0.7, 1.2]]), mass=2.0, volume=1e-3, f=np.eye(2)[None], c=np.zeros((1, 2, 2)))
    assert sim.mass[-1] == 2.0 and sim.volume[-1] == pytest.approx(1e-3)
    sim.step(3)
    assert sim.remove(more) == 1 and sim.remove(more) == 0
    assert sim.remove(sim.x[:, 0] > 0.4) == 2
    assert len(sim) == n
    assert sim.remove([]) == 0
    assert len(sim.add("jelly", np.empty((0, 2)))) == 0
    sim.step(3)
    assert sim.remove(np.ones(len(sim), bool)) == n
    assert len(sim) == 0 and sim.x.shape == (0, 2)
    sim.step()
    sim.render()


def test_wrong_particles_are_refused(sim):
    n = len(sim)
    with pytest.raises(ValueError, match="no material"):
        sim.add("nonsense", [[0.0, 1.0]], mass=1.0, volume=1.0)
    for x in ([0.0, 1.0], [[0.0, 1.0, 2.0]], "x", None, [[["a"]]]):
        with pytest.raises((ValueError, TypeError)):
            sim.add("jelly", x)
    for wrong in ({"v": [[1.0]]}, {"mass": [1.0, 2.0]}, {"volume": "large"}, {"f": np.eye(2)}, {"nonsense": 1}):
        with pytest.raises((ValueError, TypeError)):
            sim.add("jelly", [[0.0, 1.0]], **wrong)
    flat = {"f": np.diag([1.0, 0.0])[None]}
    for wrong in ({"mass": -1.0}, {"mass": np.nan}, {"volume": 0.0}, {"v": [[np.inf, 0.0]]}, flat):
        with pytest.raises(cs.SimulationError):
            sim.add("jelly", [[0.0, 1.0]], **wrong)
    for which in ([0.5], ["a"], [-1], np.ones(3, bool), np.ones((n, 1), bool), None):
        with pytest.raises((ValueError, TypeError)):
            sim.remove(which)
    assert len(sim) == n


def test_views_outlive_all_that_happens_to_particles():
    """Arrays are hammered: particles are added, removed, moved and reordered while hundreds of arrays are held."""
    random = np.random.default_rng(1)
    sim = small().simulate(threads=2)
    held = []
    for turn in range(120):
        names = ("x", "v", "f", "stress", "id")
        held += [(array, array.copy()) for array in (sim.get(name) for name in names)]
        what = turn % 4
        if what == 0:
            sim.add("jelly", random.uniform([2.0, 2.0], [3.0, 3.0], (300, 2)))
        elif what == 1:
            sim.remove(random.random(len(sim)) < 0.5)
        elif what == 2:
            sim.x = sim.x + random.uniform(-1.0, 1.0, (len(sim), 1)).round(2)
        else:
            sim.v = np.zeros_like(sim.v)
            sim.f = np.broadcast_to(np.eye(2), (len(sim), 2, 2))
            sim.step()
    del sim
    gc.collect()
    assert all(np.array_equal(array, copy, equal_nan=True) for array, copy in held)


def test_several_components():
    ball = {"material": "jelly", "shape": "disk", "center": [0.0, 0.25], "radius": 0.2, "concentration": [0.1, 0.2]}
    scene = small(solver="mlsrk", mlsrk={"components": 3}, bodies={"ball": ball})
    sim = scene.simulate(threads=1)
    n = len(sim)
    assert sim.concentration.shape == (n, 3)
    assert np.allclose(sim.concentration, [0.1, 0.2, 0.0])
    sim.add("jelly", [[0.5, 0.5], [0.5, 0.6]], concentration=[[0.0, 0.0, 0.5], [0.25, 0.0, 0.0]])
    assert np.array_equal(sim.concentration[n:], [[0.0, 0.0, 0.5], [0.25, 0.0, 0.0]])
    sim.concentration = 0.5 * sim.concentration
    assert np.allclose(sim.concentration[:n], [0.05, 0.1, 0.0])
    assert np.array_equal(sim.frame("concentration").concentration, sim.concentration)
    for wrong in (np.zeros(n + 2), np.zeros((n + 2, 2)), np.zeros((3, n + 2))):
        with pytest.raises(ValueError):
            sim.concentration = wrong
    with pytest.raises(ValueError):
        sim.add("jelly", [[0.5, 0.7]], concentration=[[0.1, 0.2]])
    assert len(sim) == n + 2
    told = sim.diagnostics()
    assert told["component_mass"] > 0.0 and told["component_least"] == 0.0
    assert [told["component_least_2"], told["component_greatest_2"]] == pytest.approx([0.0, 0.1])
    assert [told["component_least_3"], told["component_greatest_3"]] == [0.0, 0.25]
    pictures = [sim.render(color=color) for color in ("concentration", "concentration-2")]
    assert not np.array_equal(*pictures)
    with pytest.raises(cs.SceneError, match="camera.color: there are 3 components"):
        small(solver="mlsrk", mlsrk={"components": 3}, camera={"color": "concentration-4"})
