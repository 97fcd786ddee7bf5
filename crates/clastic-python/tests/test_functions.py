"""Users' functions: forces, velocities and the motion of colliders."""

import numpy as np
import pytest
from conftest import small

import clastic_sim as cs

GRAVITY = np.array([0.0, -9.81])


def test_a_constant_force_is_gravity(scene):
    """To rounding: in steps of one length, an acceleration is added to velocities like that of gravity."""
    fixed = scene.changed({"time.dt": 2e-4})
    for every in ("step", "frame"):
        pushed = fixed.changed({"gravity": [0.0, 0.0]}).simulate(
            threads=1, body_force=lambda frame: np.broadcast_to(GRAVITY, frame.x.shape), every=every
        )
        falling = fixed.simulate(threads=1)
        falling.run()
        pushed.run()
        assert pushed.steps == falling.steps
        assert np.allclose(pushed.x, falling.x, rtol=0, atol=1e-11)


def test_a_force_may_know_the_particle_and_change(scene):
    free = scene.changed({"gravity": [0.0, 0.0]}, unset=["walls", "colliders"])
    sim = free.simulate(threads=1, body_force=lambda frame: 2.0 * (frame.id[:, None] % 2 == 0) * [1.0, 0.0])
    sim.run(until=0.01)
    mass = sim.mass
    # The momentum is the force times the time, to rounding.
    expected = 2.0 * mass[sim.id % 2 == 0].sum() * 0.01
    assert sim.diagnostics()["px"] == pytest.approx(expected, rel=1e-9)
    sim.body_force = None
    before = sim.diagnostics()["px"]
    sim.run(until=0.02)
    assert sim.diagnostics()["px"] == pytest.approx(before, rel=1e-9)
    sim.body_force = lambda frame: np.zeros_like(frame.x)
    sim.step()


def test_a_velocity_carries_matter(scene):
    free = scene.changed({"gravity": [0.0, 0.0]}, unset=["walls", "colliders"])
    sim = free.simulate(threads=1, velocity=lambda frame: np.broadcast_to([0.5, 0.25], frame.x.shape))
    begin = sim.x
    sim.run(until=0.1)
    assert np.allclose(sim.x - begin, [0.05, 0.025], rtol=0, atol=1e-12)
    sim.velocity = lambda frame: np.full(frame.x.shape, np.nan)
    speed = sim.v.copy()
    sim.step()
    assert np.allclose(sim.v, speed, atol=1e-12), "rows of NaN are free"
    sim.velocity = None


def test_a_collider_follows_a_function(scene):
    for every in ("step", "frame"):
        sim = scene.simulate(
            threads=1, every=every, motions={"plate": lambda t: {"translate": [-2.0 * t, 0.0], "rotate": 90.0 * t}}
        )
        plate = sim.colliders["plate"]
        sim.run(until=0.1)
        assert np.allclose(plate.translation, [-0.2, 0.0], atol=1e-9), every
        assert plate.rotation == pytest.approx(9.0, abs=1e-7)
    plate.motion = lambda t: [-0.2, t - 0.1]
    sim.run(until=0.15)
    assert np.allclose(plate.translation, [-0.2, 0.05], atol=1e-9)
    plate.motion = None
    sim.run(until=0.2)
    assert np.allclose(plate.translation, [-0.2, 0.1], atol=1e-9), "it goes on as it did"


def test_a_motion_has_no_jumps(scene):
    """Steps are as long as they like: a function is followed to the second order, and its collider never leaps."""

    def swing(t):
        return {"translate": [0.1 * np.sin(20.0 * t), 0.0], "rotate": 400.0 * np.sin(10.0 * t)}

    asked, stepped, away = [], [], []
    force = lambda frame: asked.append(plate.translation) or np.zeros_like(frame.x)  # noqa: E731
    sim = scene.simulate(threads=1, body_force=force, motions={"plate": swing})
    plate = sim.colliders["plate"]

    def look(sim):
        stepped.append(plate.translation)
        away.append(abs(plate.translation[0] - swing(sim.time)["translate"][0]))

    for end in (0.05, 0.05 + 1e-9, 0.1, 0.1 + 1e-9, 0.1 + 2e-9, 0.2):
        sim.run(until=end, on_step=look)
    assert len(stepped) > 50 and np.allclose(asked[1:], stepped[:-1], rtol=0, atol=1e-12)
    # 40 m/s² over steps of at most 2 ms.
    assert max(away) < 40.0 * 0.002**2
    turned = (swing(sim.time)["rotate"] + 180.0) % 360.0 - 180.0
    assert plate.rotation == pytest.approx(turned, abs=0.2), "more than a whole turn on the way"


def test_frames_ask_once_though_steps_are_taken_one_by_one(scene):
    asked = []
    sim = scene.simulate(
        threads=1,
        every="frame",
        body_force=lambda frame: asked.append(frame.time) or np.broadcast_to([1.0, 0.0], frame.x.shape),
        motions={"plate": lambda t: [-t, 0.0]},
    )
    sim.step()
    assert asked == [0.0] and sim.colliders["plate"].translation[0] == pytest.approx(-sim.time)
    while sim.time < 0.12:
        sim.step(3)
    # Frames are due every 0.05 s, and steps do not land there.
    assert len(asked) == 3 and 0.05 <= asked[1] < 0.055 and 0.1 <= asked[2] < 0.105
    assert sim.colliders["plate"].translation[0] == pytest.approx(-sim.time)
    sim.run(until=0.15)
    assert len(asked) == 4
    sim.body_force = lambda frame: asked.append("other") or np.zeros_like(frame.x)
    sim.step(2)
    assert asked[4:] == ["other"], "one that is new is asked at once"


def test_functions_have_the_fields_they_ask_for(scene):
    seen = []
    sim = scene.simulate(threads=1, fields=["stress", "temperature"],
                         body_force=lambda frame: seen.append(frame.stress) or frame.temperature[:, None] * frame.x)
    sim.step(2)
    assert seen[0].shape == (len(sim), 2, 2) and sim.fields == ("stress", "temperature")
    for wrong, error in ((["mass"], ValueError), ("stress", TypeError)):
        with pytest.raises(error):
            scene.simulate(fields=wrong)


def test_a_collider_is_moved_and_pushes(scene):
    sim = scene.simulate(threads=1)
    plate = sim.colliders["plate"]
    assert np.array_equal(plate.translation, [0.0, 0.0]) and plate.rotation == 0.0
    plate.move(velocity=[-8.0, 0.0])
    sim.run(until=0.1)
    assert np.allclose(plate.translation, [-0.8, 0.0], atol=1e-9)
    # What the ball has got, the plate has lost: nothing else pushes along the floor.
    assert plate.impulse[0] > 100.0
    assert sim.diagnostics()["px"] == pytest.approx(-plate.impulse[0], rel=1e-9)
    plate.move(rotation_rate=-90.0)
    sim.run(until=0.2)
    assert np.allclose(plate.translation, [-0.8, 0.0], atol=1e-9) and plate.rotation == pytest.approx(-9.0)
    assert "plate" in repr(plate) and plate.name == "plate"


def test_angles_in_space():
    scene = small(
        dimension=3,
        gravity=[0.0, 0.0, 0.0],
        bodies={"b": {"material": "jelly", "shape": "sphere", "center": [0, 1, 0], "radius": 0.1}},
        colliders={"plate": {"shape": "box", "center": [3.0, 0.5, 0.0], "size": [0.2, 1.0, 0.2]}},
    )
    angles = np.array([20.0, -35.0, 70.0])
    sim = scene.simulate(threads=1, motions={"plate": lambda t: {"rotate": angles * t / 0.1, "translate": [t, 0.0, 0.0]}})
    sim.run(until=0.1)
    assert np.allclose(sim.colliders["plate"].rotation, angles, atol=1e-6)
    assert np.allclose(sim.colliders["plate"].translation, [0.1, 0.0, 0.0], atol=1e-9)
    for wrong in (5.0, [1.0, 2.0]):
        with pytest.raises(ValueError, match="angles"):
            sim.colliders["plate"].move(rotation_rate=wrong)


def test_functions_that_fail_leave_a_simulation_that_goes_on(scene):
    def broken(_):
        raise ZeroDivisionError("mine")

    for options in ({"body_force": broken}, {"velocity": broken}, {"motions": {"plate": broken}}):
        sim = scene.simulate(threads=1, **options)
        with pytest.raises(ZeroDivisionError, match="mine"):
            sim.run()
        sim.body_force = sim.velocity = sim.colliders["plate"].motion = None
        sim.step()
    for wrong in (lambda frame: frame.x[:, 0], lambda frame: 1.0, lambda frame: None, lambda frame: "text"):
        for what in ("body_force", "velocity"):
            sim = scene.simulate(threads=1, **{what: wrong})
            with pytest.raises((ValueError, TypeError)):
                sim.step()
    with pytest.raises(ValueError, match="finite"):
        scene.simulate(threads=1, body_force=lambda frame: np.full_like(frame.x, np.inf)).step()
    for wrong in ([1.0], {"nonsense": 1}, None, [np.nan, 0.0], "left", {"rotate": [1.0, 2.0]}):
        sim = scene.simulate(threads=1, motions={"plate": lambda t, place=wrong: place})
        with pytest.raises((ValueError, TypeError)):
            sim.step()
        assert sim.steps == 0


def test_what_is_no_function_is_refused(scene, sim):
    for what in ("body_force", "velocity"):
        with pytest.raises(TypeError):
            scene.simulate(**{what: 9.81})
    with pytest.raises(TypeError):
        sim.colliders["plate"].motion = [1.0, 0.0]
    for error in (ValueError, KeyError):
        with pytest.raises(error, match="^there is no collider 'nonsense'; expected one of .plate.$"):
            scene.simulate(motions={"nonsense": lambda t: [t, t]})
    assert sim.colliders.get("nonsense") is None and "nonsense" not in sim.colliders
    with pytest.raises(cs.SimulationError, match="without a body force"):
        sim.body_force = lambda frame: frame.x
    for wrong in ({"velocity": [1.0]}, {"velocity": "fast"}, {"rotation_rate": [1.0]}, {"velocity": [np.nan, 0.0]}):
        sim.colliders["plate"].motion = motion = lambda t: [t, 0.0]
        with pytest.raises((ValueError, TypeError)):
            sim.colliders["plate"].move(**wrong)
        assert sim.colliders["plate"].motion is motion, "what is refused changes nothing"


def test_a_liquid_knows_no_body_force():
    water = small(solver="liquid", bodies={"b": {"material": "water", "shape": "disk", "center": [0, 0.3], "radius": 0.2}},
                  transfer={"scheme": "apic"})
    with pytest.raises(cs.SceneError, match="body force"):
        water.simulate(body_force=lambda frame: frame.x)
    sim = water.simulate(threads=1, velocity=lambda frame: np.broadcast_to([0.0, 1.0], frame.x.shape))
    sim.step(2)


@pytest.mark.parametrize("cell, share", [(0.02, 0.03), (0.01, 0.015)])
def test_a_plate_in_water_gets_what_the_water_loses(cell, share):
    """To the first order of the cells: pressure acts on whole faces, whatever particles are there."""
    pool = small(
        solver="liquid",
        gravity=[0.0, 0.0],
        grid={"cell_size": cell},
        walls={},
        transfer={"scheme": "apic"},
        bodies={"b": {"material": "water", "shape": "box", "min": [-0.4, 0.0], "max": [0.4, 0.8]}},
        colliders={"plate": {"shape": "box", "center": [0.55, 0.4], "size": [0.2, 0.4]}},
    )
    sim = pool.simulate(threads=1)
    plate, mass = sim.colliders["plate"], sim.mass.sum()
    plate.move(velocity=[-1.0, 0.0])
    sim.run(until=0.15)
    pushed = sim.diagnostics()["px"]
    assert pushed < -0.1 * mass, "the plate has come 0.1 m into the water"
    assert plate.impulse[0] == pytest.approx(-pushed, rel=share)
    assert sim.mass.sum() == pytest.approx(mass, rel=1e-12)
