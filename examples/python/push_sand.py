"""A plate pushes sand into a bin, by the loop that Gym has: reset, then observe, act and be rewarded, step by step.

    python push_sand.py [--out DIR] [--cell-size 0.02] [--episodes 2]

Two policies, one that does nothing of use and one that pushes, show that the reward tells them apart.
"""

import argparse
from pathlib import Path
from typing import Callable, Dict, Tuple

import numpy as np

import clastic_sim as cs

BIN = 0.8
"""Where the bin begins, in m."""


class PushSand:
    """Sand on a floor, a plate that moves along it, and a bin at the far end."""

    decisions_per_second = 10
    duration = 1.5

    def __init__(self, cell_size: float = 0.02) -> None:
        self.scene = cs.Scene(
            name="push-sand",
            dimension=2,
            grid={"cell_size": cell_size},
            time={"duration": self.duration, "fps": self.decisions_per_second},
            walls={"x_low": {"at": 0.0}, "x_high": {"at": 1.2}, "y_low": {"at": 0.0, "friction": 0.3}},
            materials={"sand": {"preset": "sand", "color": "#d9b26b"}},
            bodies={"heap": {"material": "sand", "shape": "box", "min": [0.3, 0.0], "max": [0.6, 0.16]}},
            colliders={
                "plate": {"shape": "box", "center": [0.18, 0.2], "size": [0.06, 0.4], "keep_out": "always"},
            },
            camera={"size": [640, 360]},
        )
        self.sim: cs.Simulation

    def reset(self, seed: int = 0) -> np.ndarray:
        """Begins anew; what is seen then."""
        self.sim = self.scene.changed({"seed": seed, "bodies.heap.sampling": "jittered"}).simulate(threads=1)
        self.plate = self.sim.colliders["plate"]
        return self.observe()

    def observe(self) -> np.ndarray:
        """Where the plate is, where the sand's centre is, and how much of it is in the bin."""
        sand = self.sim.x
        return np.array([self.plate.translation[0], *sand.mean(axis=0), np.mean(sand[:, 0] > BIN)])

    def step(self, action: float) -> Tuple[np.ndarray, float, bool, Dict[str, float]]:
        """Moves the plate at a velocity in m/s for a while: what is seen then, what it has earned, and whether it is over."""
        before = self.observe()
        self.plate.move(velocity=[float(np.clip(action, -1.0, 1.0)), 0.0])
        self.sim.run(until=self.sim.time + 1.0 / self.decisions_per_second)
        after = self.observe()
        # Sand in the bin counts; so does some of the way there, or nothing would be learnt at first.
        reward = (after[3] - before[3]) + 0.1 * (after[1] - before[1])
        over = self.sim.time >= self.duration - 1e-9
        return after, float(reward), over, {"work": float(-self.plate.impulse[0])}


def idle(_: np.ndarray) -> float:
    return -0.1


def push(seen: np.ndarray) -> float:
    return 0.6 if seen[0] < 0.75 else 0.0


def episode(env: PushSand, policy: Callable[[np.ndarray], float], seed: int) -> float:
    seen, earned, over = env.reset(seed), 0.0, False
    while not over:
        seen, reward, over, _ = env.step(policy(seen))
        earned += reward
    return earned


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("out/push-sand"))
    parser.add_argument("--cell-size", type=float, default=0.02, help="in m; larger is faster")
    parser.add_argument("--episodes", type=int, default=2)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)

    env = PushSand(arguments.cell_size)
    means = {}
    for policy in (idle, push):
        rewards = [episode(env, policy, seed) for seed in range(arguments.episodes)]
        means[policy.__name__] = np.mean(rewards)
        env.sim.render().save(arguments.out / f"{policy.__name__}.png")
        print(f"{policy.__name__:>6}: mean reward {np.mean(rewards):.3f} over {arguments.episodes} episodes")
    if means["push"] <= means["idle"]:
        raise SystemExit("pushing should earn more than idling")


if __name__ == "__main__":
    main()
