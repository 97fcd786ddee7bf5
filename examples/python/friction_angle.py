"""A column of sand collapses: how far it runs out, against its angle of internal friction.

    python friction_angle.py [--out DIR] [--cell-size 0.01]

Prints a table, and writes it as CSV with a figure and pictures of the heaps.
"""

import argparse
from pathlib import Path

import numpy as np

import clastic_sim as cs

ANGLES = [15.0, 20.0, 25.0, 30.0, 35.0, 40.0]
WIDTH, HEIGHT = 0.2, 0.4


def column(cell_size: float) -> cs.Scene:
    """Half of a column that stands at a wall, in its middle, on a rough floor."""
    return cs.Scene(
        name="column",
        dimension=2,
        grid={"cell_size": cell_size},
        time={"duration": 1.5, "fps": 24},
        walls={"x_low": {"at": 0.0}, "y_low": {"at": 0.0, "contact": "sticky"}},
        materials={"sand": {"preset": "sand", "color": "#d9b26b"}},
        bodies={"column": {"material": "sand", "shape": "box", "min": [0.0, 0.0], "max": [WIDTH, HEIGHT]}},
    )


def run_out(x: np.ndarray) -> float:
    """Where the heap ends: beyond it lies one particle in a hundred, the loose grains."""
    return float(np.quantile(x[:, 0], 0.99))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("out/friction-angle"))
    parser.add_argument("--cell-size", type=float, default=0.01, help="in m; larger is faster")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)

    scene = column(arguments.cell_size)
    lengths, heaps = [], []
    print(f"{'angle (°)':>10} {'run-out (widths)':>17}")
    for angle in ANGLES:
        sim = scene.changed({"materials.sand.friction_angle": angle}).simulate()
        sim.run()
        # As is usual for such columns: how far it has come, in widths.
        lengths.append((run_out(sim.x) - WIDTH) / WIDTH)
        heaps.append(sim.frame())
        print(f"{angle:10.0f} {lengths[-1]:17.2f}")

    np.savetxt(
        arguments.out / "run-out.csv",
        np.column_stack([ANGLES, lengths]),
        delimiter=",",
        header="friction_angle,run_out",
        comments="",
    )
    figure = cs.plot({"run-out": (ANGLES, lengths)}, x="angle of internal friction (°)", y="run-out (widths)")
    figure.save(arguments.out / "run-out.png")
    studio = cs.Studio(heaps)
    cells = [(studio.thumbnail(heap), f"{angle:.0f}°") for heap, angle in zip(heaps, ANGLES)]
    cs.contact_sheet(cells, "The heaps", 2).save(arguments.out / "heaps.png")
    print(f"pictures in {arguments.out}")


if __name__ == "__main__":
    main()
