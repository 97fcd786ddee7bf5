"""Threads, interruptions and memory."""

import gc
import inspect
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import small

import clastic_sim as cs


def test_two_threads_step_two_simulations():
    alone = [small().simulate(threads=1, scheme=name) for name in ("apic", "flip")]
    both = [small().simulate(threads=1, scheme=name) for name in ("apic", "flip")]
    for sim in alone:
        sim.run()
    workers = [threading.Thread(target=sim.run) for sim in both]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for a, b in zip(alone, both):
        assert a.time == b.time and np.array_equal(a.x, b.x)


def test_others_run_while_it_steps(monkeypatch):
    """All steps in one slice: if it held the interpreter, others would run before and after it only."""
    monkeypatch.setattr("clastic_sim._simulation.SLICE", 1000.0)
    sim = small(grid={"cell_size": 0.01}).simulate(threads=1)
    worker = threading.Thread(target=sim.step, args=(2000,))
    begin, moments = time.monotonic(), set()
    worker.start()
    while worker.is_alive():
        # Longer than Python's own turns of 5 ms.
        moments.add(int((time.monotonic() - begin) / 0.02))
    assert sim.steps == 2000 and len(moments) > 4


def test_others_look_while_it_steps():
    sim = small(grid={"cell_size": 0.01}).simulate(threads=1)
    worker = threading.Thread(target=sim.run)
    worker.start()
    seen = []
    while worker.is_alive():
        seen.append((sim.time, sim.x, sim.frame("stress").stress))
    assert len(seen) > 1 and [time for time, _, _ in seen] == sorted(time for time, _, _ in seen)
    assert all(len(x) == len(stress) == len(sim) for _, x, stress in seen)


class Counted:
    """An engine that counts how often it was told to go on."""

    def __init__(self, core):
        self.core, self.slices = core, 0

    def advance(self, *arguments):
        self.slices += 1
        return self.core.advance(*arguments)

    def __getattr__(self, name):
        return getattr(self.core, name)


def test_who_looks_is_let_in_between_slices():
    """A mutex alone lets the thread that has just had it take it again, several times in a row."""
    sim = small(grid={"cell_size": 0.01}).simulate(threads=1)
    core = sim._core = Counted(sim._core)
    is_over = threading.Event()

    def work():
        while not is_over.is_set():
            sim.step(1000)

    worker = threading.Thread(target=work)
    worker.start()
    passed = []
    try:
        while len(passed) < 40:
            before = core.slices
            assert sim.time >= 0.0
            passed.append(core.slices - before)
            time.sleep(0.005)
    finally:
        is_over.set()
        worker.join()
    # One may be about to begin when it is asked, and one comes after it.
    assert max(passed) <= 2, passed


def test_who_steps_is_let_in_among_many_who_look():
    sim = small(grid={"cell_size": 0.01}).simulate(threads=1)
    end = time.monotonic() + 20.0
    is_over = threading.Event()

    def look():
        while not is_over.is_set() and time.monotonic() < end:
            sim.diagnostics()

    lookers = [threading.Thread(target=look) for _ in range(3)]
    for looker in lookers:
        looker.start()
    for _ in range(20):
        sim.step()
    is_over.set()
    for looker in lookers:
        looker.join()
    assert time.monotonic() < end, "it had to wait until nobody looked any more"


FORKED = """
import clastic_sim as cs, os, sys
scene = cs.Scene(dimension=2, grid={"cell_size": 0.1}, time={"duration": 1.0}, camera={"size": [64, 48]},
                 bodies={"b": {"material": "jelly", "shape": "disk", "center": [0, 0], "radius": 0.3}})
sim = scene.simulate(threads=2)
sim.step()
frame = sim.frame()
studio = cs.Studio([frame])
studio.picture(frame)
child = os.fork()
if child == 0:
    refused = 0
    calls = (sim.step, sim.render, sim.run, sim.frame, sim.diagnostics, lambda: studio.picture(frame),
             lambda: cs.Studio([frame]), lambda: cs.plot({"a": ([1, 2], [1, 2])}))
    for call in calls:
        try:
            call()
        except cs.SimulationError as error:
            refused += "spawn" in str(error)
    own = scene.simulate(threads=2)
    own.step(3)
    os._exit(0 if (refused, own.steps) == (len(calls), 3) else 1)
_, status = os.waitpid(child, 0)
sim.step()
print(os.waitstatus_to_exitcode(status), sim.steps)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_child_is_refused_and_does_not_hang():
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", FORKED], capture_output=True, text=True, timeout=60)
    assert done.stdout == "0 2\n", done.stderr


INTERRUPTED = """
import clastic_sim as cs, signal
# What a shell runs in the background ignores it.
signal.signal(signal.SIGINT, signal.default_int_handler)
scene = cs.Scene(dimension=2, grid={"cell_size": 0.01}, time={"duration": 1000.0}, gravity=[0, 0],
                 bodies={"b": {"material": "jelly", "shape": "disk", "center": [0, 0], "radius": 0.3, "velocity": [1, 0]}})
sim = scene.simulate(threads=1)
print("go", flush=True)
try:
    sim.run()
except KeyboardInterrupt:
    before = sim.steps
    sim.step()
    print(sim.steps - before, sim.time > 0)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signal")
def test_ctrl_c_ends_a_run_that_can_go_on():
    process = subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "go\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    asked = time.monotonic()
    try:
        output, _ = process.communicate(timeout=20)
    finally:
        process.kill()
    assert output == "1 True\n" and process.returncode == 0
    assert time.monotonic() - asked < 5.0


def resident():
    """Bytes of memory that the process has."""
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="it is measured as Linux tells it")
def test_memory_does_not_grow_over_1000_simulations():
    """One that leaked would keep 300 kB at least: its particles, arrays, grid and threads."""
    scene = small(bodies={"ball": {"material": "jelly", "shape": "disk", "center": [0.0, 0.25], "radius": 0.1}})

    def one():
        sim = scene.simulate(threads=1, body_force=lambda frame: np.zeros_like(frame.x))
        sim.step(2)
        sim.x = sim.x + 0.5
        held = sim.x, sim.frame("stress").stress, sim.diagnostics()
        sim.add("jelly", [[3.0, 3.0]])
        sim.remove(sim.id[:3])
        return held

    for _ in range(100):
        one()
    gc.collect()
    before = resident()
    for _ in range(1000):
        one()
    gc.collect()
    grown = resident() - before
    print(f"memory has grown by {grown / 1000:.0f} bytes per simulation")
    assert grown < 10_000_000


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="it is measured as Linux tells it")
def test_simulations_with_colliders_need_no_collector():
    """20 000 particles each. If they waited for the collector, there would be thirty of them at once."""
    scene = small(grid={"cell_size": 0.005})

    def one():
        sim = scene.simulate(threads=1, motions={"plate": lambda t: [-t, 0.0]})
        sim.colliders["plate"].move(velocity=[1.0, 0.0])
        sim.step()
        return len(sim.x), resident()

    one()
    gc.collect()
    gc.disable()
    try:
        before = resident()
        peak = max(one()[1] for _ in range(30)) - before
        assert one()[0] > 19_000
    finally:
        gc.enable()
    print(f"at most {peak / 1e6:.0f} MB at once")
    assert peak < 60_000_000


JUNK = [None, -1, 0, -(2**70), 1.5, float("nan"), "x", b"x", [], [[]], {}, {"a": 1}, object(), lambda *_: 1,
        np.zeros((2, 2)), np.array(["a"]), np.array([object()]), np.zeros((3, 0)), True]


def public(value):
    """The public functions of a module's value."""
    if not inspect.isclass(value):
        return [value]
    members = ((name, getattr(value, name)) for name in dir(value) if not name.startswith("_"))
    return [value, *(member for _, member in members if callable(member))]


def test_junk_is_refused_and_never_crashes():
    """Every public function with every junk, as the only argument and as the second. A panic is no `Exception`."""
    sim = small(time={"duration": 0.01}).simulate(threads=1)
    frame = sim.frame()
    receivers = {cs.Simulation: sim, cs.Scene: sim.scene, cs.Collider: sim.colliders["plate"], cs.Frame: frame,
                 cs.Picture: sim.render(size=(32, 32)), cs.Studio: cs.Studio([frame]), cs.Progress: cs.Progress(1.0)}
    calls = 0
    for name in cs.__all__:
        value = getattr(cs, name)
        for function in public(value) if callable(value) else []:
            bound = getattr(receivers.get(value), getattr(function, "__name__", ""), function)
            # These write files where they are told to, which junk must not decide.
            if getattr(function, "__name__", "") in ("save", "load"):
                continue
            for junk in JUNK:
                for arguments in ((junk,), (junk, junk), ("jelly", junk)):
                    calls += 1
                    try:
                        result = bound(*arguments)
                        if inspect.isgenerator(result):
                            result.close()
                    except Exception:
                        pass
    assert calls > 1000
    assert len(sim.x) == len(sim)
